"""Exact figures against rounds: deals of small decks lie on top of whole ones, and `Round` deals, changes and settles.

The cards that a deal needs come first, in the order of R-10 and R-36; where each ends up is worked out here by hand.
The best action comes from the enumeration in `small_decks`, or from the library's strategies, asked by what a round
shows.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caribbean.actions import Change, Fold, Play
from caribbean.analysis import analyze
from caribbean.best import best_strategy
from caribbean.cards import CARDS, Deck
from caribbean.decisions import after_change, decision
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.hands import Category
from caribbean.parts import ChangeRule
from caribbean.payouts import Stakes
from caribbean.rounds import Round
from caribbean.strategy import Seen
from small_decks import (
    CHANGE_DECK,
    HOLDEM_DECK,
    STUD_DECK,
    WHOLE_ANTE,
    Dealt,
    Nets,
    cards,
    changes,
    counted,
    ends,
    exchange_variants,
    holdem_ways,
    ids,
    stud_ways,
    worth_playing,
)

ONE_CARD = CARIBBEAN_POKER.replace(change=ChangeRule(fees={1: 1}))

DEALT = {variant.name: Dealt(variant) for variant in (PROGRESSIVE_CARIBBEAN_POKER, CARIBBEAN_HOLDEM)}
"""Boxes settled one by one, kept for all deals of this file."""


def on_top(player, dealer, after):
    """A whole deck that deals these cards to the player and, in turn, to the dealer, and then those of `after`."""
    first = [card for pair in zip(player, dealer, strict=True) for card in pair] + list(after)
    return Deck([*first, *(card for card in CARDS if card not in first)])


def started(variant, player, dealer, after=()):
    """A round of one box on such a deck."""
    return Round.start(variant, Stakes(ante=WHOLE_ANTE), on_top(player, dealer, after))


def ended(round_, action):
    """The outcome, the category and the net in antes of a round after its last action."""
    (settlement,) = round_.apply(action).close().settlements
    return settlement.outcome, settlement.player_rank.category, Fraction(settlement.net, WHOLE_ANTE)


def shown(round_):
    """All that the player sees, read from what a round shows in public."""
    public = round_.public()
    return Seen(
        cards=tuple(CARDS[card] for card in round_.seats[0].cards),
        upcards=tuple(card for card in CARDS if str(card) in public["dealer"]["cards"]),
        board=tuple(card for card in CARDS if str(card) in public["board"]),
    )


def edge(found):
    """The house edge of a count of (outcome, category, net)."""
    return -sum(times * net for (_, _, net), times in found.items()) / Fraction(found.total())


# --- five cards ----------------------------------------------------------------------------------------------------


@functools.cache
def best_stud_action(player, upcard, deck):
    """The better of fold and play by the enumeration."""
    left = sorted(set(deck) - set(player) - {upcard})
    return Play() if worth_playing(*stud_ways(DEALT["progressive-caribbean-poker"], player, upcard, left)) else Fold()


def expected(variant, action, player, dealer, board=(), flop=()):
    """What the enumeration says of the box."""
    dealt = DEALT[variant.name]
    return dealt.fold(player, flop) if action == Fold() else dealt.play(player, dealer, board)


@given(st.permutations(STUD_DECK))
def test_a_stud_deal(order):
    """Ten cards in any order: dealt in turn, the dealer's last one up; outcome, category and net as enumerated."""
    player, dealer = tuple(order[:5]), tuple(order[5:10])
    action = best_stud_action(tuple(sorted(player)), dealer[4], STUD_DECK)
    round_ = started(PROGRESSIVE_CARIBBEAN_POKER, player, dealer)
    assert (player, (dealer[4],)) == (shown(round_).cards, shown(round_).upcards)
    assert expected(PROGRESSIVE_CARIBBEAN_POKER, action, player, dealer) == ended(round_, action)


@pytest.mark.exhaustive
def test_every_stud_deal_of_eleven_cards():
    """13,860 rounds, each decided as enumerated: every outcome of the analysis, and its house edge, to the deal."""
    deck, found = STUD_DECK[:11], Counter()
    for player in combinations(deck, 5):
        for dealer in combinations([card for card in deck if card not in player], 5):
            for place in range(5):
                hand = (*dealer[:place], *dealer[place + 1 :], dealer[place])
                action = best_stud_action(tuple(sorted(player)), hand[4], deck)
                found[ended(started(PROGRESSIVE_CARIBBEAN_POKER, player, hand), action)] += 1
    analysis = analyze(PROGRESSIVE_CARIBBEAN_POKER, _cards=ids(deck))
    assert 13_860 == analysis.deals == found.total()
    assert counted(analysis) == found
    assert analysis.house_edge == edge(found)


@pytest.fixture(scope="module")
def best_of_the_stud_game():
    """The best play of the whole game."""
    return best_strategy(PROGRESSIVE_CARIBBEAN_POKER)


@given(deck=st.permutations(STUD_DECK) | st.permutations(CARDS))
def test_the_best_strategy_plays_a_stud_round(best_of_the_stud_game, deck):
    """Asked by what a round shows, it does what `decision` finds for the cards as dealt, and is settled so."""
    player, dealer = tuple(deck[:5]), tuple(deck[5:10])
    round_ = started(PROGRESSIVE_CARIBBEAN_POKER, player, dealer)
    action = best_of_the_stud_game(shown(round_))
    assert decision(PROGRESSIVE_CARIBBEAN_POKER, player, upcard=dealer[4]).best == action
    assert expected(PROGRESSIVE_CARIBBEAN_POKER, action, player, dealer) == ended(round_, action)


def pair_or_matching_ace_king(seen):
    """A pair or better is played, an ace-king where the upcard is one of its ranks."""
    rank = seen.hand.rank
    likes = seen.upcard.rank in rank.ranks if rank.category is Category.ACE_KING else rank.category > Category.ACE_KING
    return Play() if likes else Fold()


def test_a_strategy_of_ones_own_plays_every_round_of_ten_cards():
    """1,260 rounds of the other stud game, played by a function: the house edge of that function, exactly."""
    deck, found = STUD_DECK[:10], Counter()
    for player in combinations(deck, 5):
        dealer = [card for card in deck if card not in player]
        for place in range(5):
            hand = (*dealer[:place], *dealer[place + 1 :], dealer[place])
            round_ = started(CYBER_CARIBBEAN_STUD, player, hand)
            found[ended(round_, pair_or_matching_ace_king(shown(round_)))] += 1
    analysis = analyze(CYBER_CARIBBEAN_STUD, strategy=pair_or_matching_ace_king, _cards=ids(deck))
    assert 1_260 == analysis.deals == found.total()
    assert counted(analysis) == found
    assert analysis.house_edge == edge(found)


# --- hold'em -------------------------------------------------------------------------------------------------------


@functools.cache
def best_holdem_action(hole, flop, deck):
    """The better of fold and call by the enumeration; two cards and three, each ascending."""
    left = sorted(set(deck) - set(hole) - set(flop))
    return Play() if worth_playing(*holdem_ways(DEALT["caribbean-holdem"], hole, flop, left)) else Fold()


def holdem_deal(order):
    """The first nine cards of an order: two, two, three and two."""
    return tuple(order[:2]), tuple(order[2:4]), tuple(order[4:7]), tuple(order[7:9])


@given(st.permutations(HOLDEM_DECK))
def test_a_holdem_deal(order):
    """Nine cards in any order, none of the dealer's up; outcome, category and net as enumerated."""
    hole, dealer, flop, later = holdem_deal(order)
    action = best_holdem_action(tuple(sorted(hole)), tuple(sorted(flop)), HOLDEM_DECK)
    round_ = started(CARIBBEAN_HOLDEM, hole, dealer, flop + later)
    assert (hole, (), set(flop)) == (shown(round_).cards, shown(round_).upcards, set(shown(round_).board))
    assert expected(CARIBBEAN_HOLDEM, action, hole, dealer, flop + later, flop) == ended(round_, action)


@pytest.mark.exhaustive
def test_every_holdem_deal_of_nine_cards():
    """7,560 rounds, each decided as enumerated: every outcome of the analysis, and its house edge, to the deal."""
    deck, found = tuple(sorted(HOLDEM_DECK[:9])), Counter()
    for hole in combinations(deck, 2):
        for flop in combinations([card for card in deck if card not in hole], 3):
            action = best_holdem_action(hole, flop, deck)
            for dealer, later in ends([card for card in deck if card not in hole + flop]):
                found[ended(started(CARIBBEAN_HOLDEM, hole, dealer, flop + later), action)] += 1
    analysis = analyze(CARIBBEAN_HOLDEM, _cards=ids(deck))
    assert 7_560 == analysis.deals == found.total()
    assert counted(analysis) == found
    assert analysis.house_edge == edge(found)


@pytest.fixture(scope="module")
def best_of_holdem():
    """The best play of the whole game."""
    return best_strategy(CARIBBEAN_HOLDEM, threads=2)


@given(deck=st.permutations(HOLDEM_DECK) | st.permutations(CARDS))
def test_the_best_strategy_plays_a_holdem_round(best_of_holdem, deck):
    """Asked by what a round shows, it does what `decision` finds for the cards as dealt, and is settled so."""
    hole, dealer, flop, later = holdem_deal(deck)
    round_ = started(CARIBBEAN_HOLDEM, hole, dealer, flop + later)
    action = best_of_holdem(shown(round_))
    assert decision(CARIBBEAN_HOLDEM, hole, flop=flop).best == action
    assert expected(CARIBBEAN_HOLDEM, action, hole, dealer, flop + later, flop) == ended(round_, action)


# --- a change ------------------------------------------------------------------------------------------------------


def better(stand):
    """Fold or play, from what `Nets.stand` found."""
    fold, play, _ = stand
    return Play() if play > fold else Fold()


@functools.cache
def best_action(nets, player, upcard, left):
    """The best of fold, play and every change; one that makes no difference is left out."""
    stand = nets.stand(player, upcard, left)
    thrown, worth = max(changes(nets, player, upcard, left), key=lambda found: found[1])
    return Change(thrown) if worth > Fraction(max(stand[:2]), stand[2]) else better(stand)


def final_cards(order, change):
    """The five cards after a change: those after the ten of the deal, into the places of the thrown ones (R-36)."""
    after = iter(order[10:])
    return tuple(next(after) if card in change.cards else card for card in order[:5])


def best_actions(nets, order, deck, change=None):
    """The best action for a deal of a small deck, or a given change; after that, fold or play, or what is forced."""
    upcard = order[9]
    left = tuple(sorted(set(deck) - set(order[:5]) - {upcard}))
    action = change or best_action(nets, tuple(sorted(order[:5])), upcard, left)
    if not isinstance(action, Change):
        return [action]
    final = final_cards(order, action)
    forced = len(action.cards) in nets.variant.change.forced_play
    return [action, Play() if forced else better(nets.stand(final, upcard, sorted(set(left) - set(final))))]


def played(nets, order, actions):
    """What a round comes to in which these actions are taken; checked against `settle` for the final cards."""
    player, dealer, fee = tuple(order[:5]), tuple(order[5:10]), 0
    round_ = started(nets.variant, player, dealer, order[10:])
    *before, last = actions
    for change in before:
        round_ = round_.apply(change)
        player, fee = final_cards(order, change), nets.variant.change.fees[len(change.cards)]
        if len(change.cards) in nets.variant.change.forced_play:
            assert "must be played" in round_.why_illegal(Fold())
    assert player == shown(round_).cards
    outcome, category, net = nets.fold(player) if last == Fold() else nets.play(player, dealer)
    found = ended(round_, last)
    assert (outcome, category, net - fee) == found
    return found


@given(exchange_variants(2), st.permutations(CHANGE_DECK), st.data())
@settings(max_examples=60)
def test_a_deal_with_a_change(variant, order, data):
    """Any change at any fee: new cards come in deck order, and the better decision, or a forced one, follows."""
    sets = [thrown for k in variant.change.fees for thrown in combinations(order[:5], k)]
    nets, change = Nets(variant), Change(data.draw(st.sampled_from(sets)))
    played(nets, order, best_actions(nets, order, CHANGE_DECK, change))


def test_best_changes_of_twelve_cards():
    """Five hundred deals of the twelve cards, best action first: each of the three kinds, settled as enumerated."""
    nets, source, kinds = Nets(ONE_CARD), random.Random(36), Counter()
    for _ in range(500):
        order = source.sample(CHANGE_DECK, 12)
        actions = best_actions(nets, order, CHANGE_DECK)
        kinds[type(actions[0])] += 1
        played(nets, order, actions)
    assert {Fold, Play, Change} == set(kinds)


@pytest.mark.exhaustive
def test_every_deal_of_eleven_cards_with_a_change():
    """13,860 rounds, the eleventh card next in the deck: the house edge of the analysis, and how often one changes."""
    deck, nets = tuple(sorted(CHANGE_DECK[:11])), Nets(ONE_CARD)
    found, first = Counter(), Counter()
    for player in combinations(deck, 5):
        for upcard in sorted(set(deck) - set(player)):
            left = sorted(set(deck) - set(player) - {upcard})
            for after in left:
                order = (*player, *(card for card in left if card != after), upcard, after)
                actions = best_actions(nets, order, deck)
                first[type(actions[0])] += 1
                found[played(nets, order, actions)] += 1
    analysis = analyze(ONE_CARD, _cards=ids(deck))
    assert 13_860 == analysis.deals == found.total()
    assert analysis.house_edge == edge(found)
    assert analysis.change_frequency * 13_860 == first[Change]
    assert analysis.fold_frequency * 13_860 == first[Fold]


@pytest.mark.parametrize(
    ("hand", "kind"), [("Qs Js 9d 3c 2c", Fold), ("As Ah Kd 9d 9h", Play), ("As Ks Qs Js 2c", Change)]
)
def test_the_best_decisions_of_the_whole_game_play_a_round(hand, kind):
    """`decision` and, after its change, `after_change` decide rounds of sheet 002; each is settled as enumerated."""
    nets, source, player = Nets(CARIBBEAN_POKER), random.Random(2), cards(hand)
    for _ in range(2):
        rest = [card for card in CHANGE_DECK if card not in player]
        order = [*player, *source.sample(rest, 7)]
        actions = [decision(CARIBBEAN_POKER, player, upcard=order[9]).best]
        assert kind is type(actions[0])
        if isinstance(actions[0], Change):
            final = final_cards(order, actions[0])
            then = after_change(CARIBBEAN_POKER, final, thrown=actions[0].cards, upcard=order[9])
            actions.append(then.best)
        played(nets, order, actions)
