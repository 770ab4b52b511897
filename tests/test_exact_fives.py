"""Changes of all five cards after which the hand has to be played, which are counted and not bounded.

The second way to them are the situations one by one: there the new hands are drawn from the cards that are left, and
nothing is taken away by inclusion and exclusion over the thrown ones.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alike import images, up_to_suits
from caribbean._counts import STRENGTHS, ChangeCounts, stud_situation
from caribbean._lower import OUTCOME_ROWS, lower
from caribbean.actions import Change, Fold
from caribbean.analysis import analyze
from caribbean.best import best_strategy
from caribbean.cards import CARDS, Deck
from caribbean.decisions import decision
from caribbean.errors import InexactError, InputError
from caribbean.games import CARIBBEAN_POKER
from caribbean.hands import Category, Hand
from caribbean.parts import ChangeRule
from caribbean.strategy import Seen
from small_decks import ALIKE_FIVES, FIVES_DECK, exchange, exchange_variants, ids

ALL = 31
"""All five places of a hand."""


def with_fees(fees, forced=(5,), **changes):
    """Sheet 002 with other fees."""
    return CARIBBEAN_POKER.replace(name="fives", change=ChangeRule(fees=fees, forced_play=forced), **changes)


def forced_variants():
    """Any rules with a change of five cards and a forced play, beside one of one or two or alone."""
    fees = st.dictionaries(st.integers(1, 2), st.integers(0, 3), max_size=1)
    return st.tuples(exchange_variants(1), fees, st.integers(0, 2)).map(
        lambda drawn: drawn[0].replace(change=ChangeRule(fees={**drawn[1], 5: drawn[2]}, forced_play=(5,)))
    )


def situation(variant, deck, player, upcard):
    """What throwing everything leads to in one situation: deals by outcome and category."""
    counts = ChangeCounts(deck, variant.qualifier.strength, bytes(player), upcard, lower(variant).paid())
    counts.count(1, STRENGTHS + 1)
    return Counter(
        {
            (outcome, category): deals
            for outcome, row in zip(OUTCOME_ROWS, counts.deals(ALL), strict=True)
            for category, deals in zip(Category, row, strict=False)
            if deals
        }
    )


def standing(lowered, deck, player, upcard):
    """The better of fold and play in one situation."""
    category = Hand([CARDS[i] for i in player]).rank.category
    counts = stud_situation(deck, lowered.variant.qualifier.strength, bytes(player), b"", upcard)
    cells = [(outcome, category) for outcome in OUTCOME_ROWS]
    play = Fraction(sum(n * lowered.net[cell] for n, cell in zip(counts, cells[:4], strict=True) if n), sum(counts))
    return max(play, lowered.net[cells[4]])


def of_changes(analysis):
    """The part of an outcome table that comes after a change of five cards."""
    return {(line.outcome, line.category): line.deals for line in analysis.outcomes if line.changed == 5}


def some_throw(player, upcard):
    """A sample of one situation in nine, the same for cards that differ by an exchange of suits."""
    return (sum(card >> 2 for card in player) * 5 + (upcard >> 2)) % 9 == 0


def throws_some(seen):
    """The strategy of that sample: everything is thrown, or the hand folded."""
    throw = some_throw([card.id for card in seen.cards], seen.upcard.id)
    return Change(seen.cards) if throw else Fold()


@pytest.mark.parametrize("deck", [ids(FIVES_DECK), ids(ALIKE_FIVES)], ids=["any", "alike"])
def test_what_a_strategy_that_throws_everything_comes_to(deck):
    """Each outcome and category after the change, against the same situations one by one."""
    variant = with_fees({5: 1})
    analysis = analyze(variant, strategy=throws_some, _cards=deck)
    found, pairs = Counter(), 0
    for player in combinations(deck, 5):
        for upcard in sorted(set(deck) - set(player)):
            pairs += 1
            if some_throw(player, upcard):
                found += situation(variant, deck, player, upcard)
    ways = sum(situation(variant, deck, deck[:5], deck[5]).values())
    each = Fraction(analysis.deals, pairs) / ways
    assert {cell: deals * each for cell, deals in found.items()} == of_changes(analysis)
    assert analysis.deals == sum(line.deals for line in analysis.outcomes)
    assert 0 < analysis.change_frequency < 1


@pytest.mark.long
@pytest.mark.parametrize("fee", [0, 1])
def test_the_best_of_fold_play_and_five_cards(fee):
    """The edge and how often cards are changed, from the worth of every action in every situation."""
    variant = with_fees({5: fee})
    deck, lowered = ids(FIVES_DECK), lower(variant)
    net, changed, pairs = Fraction(0), 0, 0
    for player in combinations(deck, 5):
        for upcard in sorted(set(deck) - set(player)):
            deals = situation(variant, deck, player, upcard)
            thrown = Fraction(sum(deals[cell] * lowered.net[cell] for cell in deals), sum(deals.values()))
            thrown -= lowered.fees[5]
            stand = standing(lowered, deck, player, upcard)
            net += max(stand, thrown)
            changed += thrown > stand
            pairs += 1
    analysis = analyze(variant, _cards=deck)
    assert -net / pairs / lowered.unit == analysis.house_edge
    assert Fraction(changed, pairs) == analysis.change_frequency


@pytest.mark.long
@given(forced_variants(), st.lists(st.integers(0, 51), min_size=15, max_size=15, unique=True))
@settings(max_examples=3)
def test_any_change_of_five_cards_settled(variant, deck):
    """Any pays, qualifier and fees on any fifteen cards: every deal dealt, every change made, every box settled."""
    deck = tuple(CARDS[i] for i in sorted(deck))
    net, changed = exchange(variant, deck)
    analysis = analyze(variant, _cards=ids(deck))
    assert (-net, changed) == (analysis.house_edge, analysis.change_frequency)


@pytest.mark.exhaustive
def test_bounds_spare_the_count():
    """Where all five cards cost five antes, it is proved that they never pay; nothing long is begun."""
    heard = []
    with_five = analyze(with_fees({1: 1, 5: 5}), progress=lambda *told: heard.append(told))
    assert analyze(with_fees({1: 1}, forced=())).house_edge == with_five.house_edge
    assert [] == [told for told in heard if "five" in told[0]]


def test_a_long_part_is_announced():
    """Before five cards are weighed, listeners hear how many times as long as the first phase that takes."""
    heard = []

    def listen(phase, done, total):
        heard.append((phase, done, total))

    analyze(with_fees({5: 0}), progress=listen, _cards=ids(FIVES_DECK))
    at = next(place for place, told in enumerate(heard) if told[1] == 0)
    assert "changes of five cards" == heard[at][0]
    assert heard[at][2] > 1
    assert "counting dealer hands" == heard[0][0]
    assert not any("five" in phase for phase, _, _ in heard[:at])
    assert all("five" in phase for phase, _, _ in heard[at:])


def test_three_cards_beside_a_forced_five_are_refused_at_once():
    """Where bounds leave three cards open the edge is refused, with bounds and before the long count of five."""
    deck, heard = ids(FIVES_DECK), []
    with pytest.raises(
        InexactError, match=r"^changing 3 and 5 cards may pay .* the house edge is from .* % to"
    ) as refused:
        analyze(with_fees({3: 0, 5: 0}), _cards=deck, progress=lambda *told: heard.append(told))
    assert refused.value.lower <= analyze(with_fees({5: 0}), _cards=deck).house_edge <= refused.value.upper
    assert [] == [told for told in heard if "five" in told[0]]


@pytest.mark.parametrize(("fees", "forced", "thrown"), [({5: 1}, (), 5), ({3: 1, 5: 1}, (5,), 3), ({4: 1}, (4,), 4)])
def test_a_strategy_that_cannot_be_counted_is_refused(fees, forced, thrown):
    """Three or four cards, or five with a decision afterwards: refused with the reason."""
    with pytest.raises(InputError, match=r"^a strategy that changes more than two cards cannot"):
        analyze(with_fees(fees, forced), strategy=lambda seen: Change(seen.cards[:thrown]), _cards=ids(FIVES_DECK))


def test_fewer_cards_than_a_deal_takes():
    """Five cards each and five to draw: fifteen at least."""
    with pytest.raises(InputError, match=r"^the cards in play: got 14 cards, needs 15 to 52$"):
        analyze(with_fees({5: 1}), _cards=ids(FIVES_DECK)[:14])


@pytest.mark.long
@pytest.mark.parametrize("fees", [{1: 1, 5: 1}, {1: 1, 2: 2, 3: 3, 4: 2, 5: 1}], ids=["one-or-five", "1-2-3-2-1"])
def test_five_cards_for_one_ante_on_the_whole_deck(fees):
    """Five cards for one ante with a forced play (R-35): against low upcards all five are thrown, never two to four.

    The decisions are those of single situations, each computed for itself.
    """
    variant = with_fees(fees)
    analysis = analyze(variant)
    assert Fraction(3_243_255_198_184_843, 471_015_592_711_263_600) == analysis.house_edge
    assert analysis.deals == sum(line.deals for line in analysis.outcomes)
    best, thrown = best_strategy(variant), 0
    for seed in range(60):
        dealt = tuple(Deck.shuffled(bytes([seed] * 64)))
        hand, upcard = dealt[:5], dealt[5]
        table = decision(variant, hand, upcard=upcard)
        action = best(Seen(cards=hand, upcards=(upcard,)))
        assert table.of(action).value == table.of(table.best).value
        thrown += isinstance(action, Change) and len(action.cards) == 5
    assert 0 < thrown < 60


@pytest.mark.long
def test_a_few_situations_of_the_whole_deck():
    """A strategy that throws everything in thirty situations: outcome by outcome what each of them says by itself."""
    variant, deck = with_fees({5: 1}), bytes(range(52))
    chosen = {}
    for seed in range(30):
        dealt = tuple(Deck.shuffled(bytes([seed] * 64)))
        chosen[up_to_suits(dealt[:5], dealt[5:6])] = dealt[:5], dealt[5]
    analysis = analyze(
        variant,
        strategy=lambda seen: Change(seen.cards) if up_to_suits(seen.cards, seen.upcards) in chosen else Fold(),
    )
    found = Counter()
    for cards, upcard in chosen.values():
        deals = situation(variant, deck, sorted(card.id for card in cards), upcard.id)
        found += Counter({cell: number * images(cards, [upcard]) for cell, number in deals.items()})
    each = Fraction(analysis.deals, 122_151_120 * 138_816_257_580)
    assert {cell: number * each for cell, number in found.items()} == of_changes(analysis)


@pytest.mark.long
def test_one_or_two_for_one_ante_on_the_whole_deck():
    """One ante for one card or two pays the player 2.8435 % (R-35): the longest of the exact counts."""
    analysis = analyze(with_fees({1: 1, 2: 1}, forced=()))
    assert Fraction(-369_709_928_411, 13_001_902_632_810) == analysis.house_edge
    assert analysis.deals == sum(line.deals for line in analysis.outcomes)
