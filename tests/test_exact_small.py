"""Exact figures against every single deal of a small deck, dealt and settled one by one."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caribbean.actions import Fold, Play
from caribbean.analysis import analyze
from caribbean.cards import CARDS
from caribbean.errors import InexactError
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.hands import Category
from caribbean.parts import ChangeRule, Pays, WagerPays
from caribbean.paytables import PayTable
from caribbean.strategy import STRATEGIES, Seen
from small_decks import (
    CHANGE_DECK,
    HOLDEM_DECK,
    STUD_DECK,
    SYMMETRIC_DECK,
    counted,
    exchange,
    exchange_variants,
    holdem,
    holdem_variants,
    ids,
    stud,
    stud_variants,
)

pytestmark = pytest.mark.exhaustive


def bounds(variant, deck):
    """What the house edge is certain to be between: twice the edge itself where it is exact."""
    try:
        edge = analyze(variant, _cards=ids(deck)).house_edge
    except InexactError as error:
        return error.lower, error.upper
    return edge, edge


def small_decks(size):
    """Decks of so many cards: any, or two of each rank, where suits can often be exchanged."""
    half = (size + 1) // 2
    ranks = st.lists(st.integers(0, 12), min_size=half, max_size=half, unique=True)
    paired = ranks.map(lambda found: [rank * 4 + suit for rank in found for suit in (1, 3)][:size])
    anything = st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True)
    return st.one_of(anything, paired).map(lambda found: tuple(CARDS[i] for i in sorted(found)))


def test_stud_on_thirteen_cards():
    """Every outcome of the best play, 360,360 deals of them, each settled."""
    analysis = analyze(PROGRESSIVE_CARIBBEAN_POKER, _cards=ids(STUD_DECK))
    assert 360_360 == analysis.deals
    assert stud(PROGRESSIVE_CARIBBEAN_POKER, STUD_DECK) == counted(analysis)


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_named_strategy_on_eleven_cards(name):
    """Each named strategy is asked by hand, for every hand and upcard."""
    deck = STUD_DECK[:11]
    strategy = STRATEGIES[name]
    expected = stud(
        PROGRESSIVE_CARIBBEAN_POKER,
        deck,
        choose=lambda player, upcard: isinstance(strategy(Seen(cards=player, upcards=(upcard,))), Play),
    )
    assert expected == counted(analyze(PROGRESSIVE_CARIBBEAN_POKER, strategy=name, _cards=ids(deck)))


def test_holdem_on_ten_cards():
    """Every outcome of the best play, 75,600 deals of them, each settled."""
    analysis = analyze(CARIBBEAN_HOLDEM, _cards=ids(HOLDEM_DECK))
    assert 75_600 == analysis.deals
    assert holdem(CARIBBEAN_HOLDEM, HOLDEM_DECK) == counted(analysis)


def test_one_change_on_twelve_cards():
    """The best of fold, play and every change of one card: expected net, and how often cards are changed."""
    variant = CARIBBEAN_POKER.replace(change=ChangeRule(fees={1: 1}))
    analysis = analyze(variant, _cards=ids(CHANGE_DECK))
    net, changed = exchange(variant, CHANGE_DECK)
    assert 0 < changed
    assert (-net, changed) == (analysis.house_edge, analysis.change_frequency)


@given(stud_variants(), small_decks(11))
@settings(max_examples=25)
def test_any_stud_variant(variant, deck):
    """Any qualifier, multiple and pay tables on any eleven cards: every outcome, category and net."""
    assert stud(variant, deck) == counted(analyze(variant, _cards=ids(deck)))


@given(holdem_variants(), small_decks(9))
@settings(max_examples=25)
def test_any_holdem_variant(variant, deck):
    """Any qualifier, multiple and pay tables on any nine cards."""
    assert holdem(variant, deck) == counted(analyze(variant, _cards=ids(deck), threads=2))


@given(exchange_variants(1), small_decks(11))
@settings(max_examples=12)
def test_any_change_of_one_card(variant, deck):
    """Any rules with a change of one card at any fee, on any eleven cards, a forced play among them."""
    net, changed = exchange(variant, deck)
    analysis = analyze(variant, _cards=ids(deck))
    assert (-net, changed) == (analysis.house_edge, analysis.change_frequency)


@pytest.mark.long
@given(exchange_variants(2), small_decks(12))
@settings(max_examples=5)
def test_any_change_of_two_cards(variant, deck):
    """With two cards the figure is exact, or refused with bounds that hold: never wrong."""
    net, _ = exchange(variant, deck)
    lower, upper = bounds(variant, deck)
    assert lower <= -net <= upper


def test_suits_that_are_alike():
    """A deck with four equal suits, where one hand stands for up to twenty-four."""
    deck = SYMMETRIC_DECK
    assert stud(PROGRESSIVE_CARIBBEAN_POKER, deck) == counted(analyze(PROGRESSIVE_CARIBBEAN_POKER, _cards=ids(deck)))
    assert holdem(CARIBBEAN_HOLDEM, deck[:10]) == counted(analyze(CARIBBEAN_HOLDEM, _cards=ids(deck[:10])))


def test_a_function_is_asked_once_for_equal_situations():
    """A player's function sees each situation once up to suits, and its answers are counted for all of them."""
    asked = []

    def likes_high(seen):
        asked.append(seen)
        return Play() if seen.hand.rank.category >= Category.TWO_PAIR or seen.upcard.rank > 10 else Fold()

    analysis = analyze(PROGRESSIVE_CARIBBEAN_POKER, strategy=likes_high, _cards=ids(SYMMETRIC_DECK))
    assert len(set(asked)) == len(asked) < 792 * 7 // 4
    expected = stud(
        PROGRESSIVE_CARIBBEAN_POKER,
        SYMMETRIC_DECK,
        choose=lambda player, upcard: isinstance(likes_high(Seen(cards=player, upcards=(upcard,))), Play),
    )
    assert expected == counted(analysis)
    assert "likes_high" == analysis.strategy


def test_money_at_a_stated_ante_is_rounded_as_it_is_paid():
    """Odds of 3 to 2 on an ante of one unit pay one unit; on an even ante they pay in full."""
    usual = PROGRESSIVE_CARIBBEAN_POKER.pays
    win = WagerPays(PayTable("3/2"), usual.win.bet)
    pays = Pays(fold=usual.fold, no_qualify=usual.no_qualify, win=win, tie=usual.tie, lose=usual.lose)
    variant = PROGRESSIVE_CARIBBEAN_POKER.replace(pays=pays)
    deck = STUD_DECK[:11]
    for ante in (1, 2, 3):
        assert stud(variant, deck, ante=ante) == counted(analyze(variant, ante=ante, _cards=ids(deck)))
    assert stud(variant, deck, ante=2) == counted(analyze(variant, _cards=ids(deck)))


def test_a_cap_bites_at_the_stated_ante():
    """A cap in units withholds as much as it does in `settle()`."""
    variant = PROGRESSIVE_CARIBBEAN_POKER.replace(cap=700)
    deck = STUD_DECK[:11]
    assert stud(variant, deck, ante=100) == counted(analyze(variant, ante=100, _cards=ids(deck)))


def test_less_than_all_money_per_ante_for_less_risk():
    """The best per unit staked costs no more per unit than the best per ante, and no less per ante."""
    per_ante = analyze(PROGRESSIVE_CARIBBEAN_POKER, _cards=ids(STUD_DECK))
    per_unit = analyze(PROGRESSIVE_CARIBBEAN_POKER, objective="wager", _cards=ids(STUD_DECK))
    assert per_unit.element_of_risk <= per_ante.element_of_risk
    assert per_ante.house_edge <= per_unit.house_edge


def test_the_expected_net_is_the_sum_of_contributions():
    """Probabilities sum to one and contributions to the house's loss."""
    analysis = analyze(PROGRESSIVE_CARIBBEAN_POKER, _cards=ids(STUD_DECK))
    assert 1 == sum(line.probability for line in analysis.outcomes)
    assert -analysis.house_edge == sum(line.contribution for line in analysis.outcomes)
    assert Fraction(analysis.deals) == sum(line.deals for line in analysis.outcomes)
