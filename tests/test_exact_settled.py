"""Some situations of larger decks, where each way that a round can go on is settled by `settle()`.

A strategy acts in these situations and folds in all others, so that its outcome table is theirs.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from alike import images, up_to_suits
from caribbean._counts import STRENGTHS, StudCounts
from caribbean._lower import OUTCOME_ROWS, lower
from caribbean.actions import Change, Fold, Play
from caribbean.analysis import analyze
from caribbean.cards import CARDS
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.hands import Category
from caribbean.parts import Outcome
from caribbean.payouts import Stakes
from caribbean.settlement import settle
from small_decks import ids

pytestmark = pytest.mark.exhaustive

SEEDS = pytest.mark.parametrize("seed", range(4))
WHOLE = bytes(range(52))


def unlike_suits(source, size):
    """So many cards of which no two suits hold the same ranks: each situation then stands for itself alone."""
    while True:
        deck = tuple(CARDS[i] for i in sorted(source.sample(range(52), size)))
        if 4 == len({tuple(card.rank for card in deck if card.suit == suit) for suit in range(4)}):
            return deck


def settled(variant, player, dealer, board=None, decision=None):
    """How one box ends: outcome and category."""
    done = settle(
        variant, stakes=Stakes(ante=100), player=player, dealer=dealer, board=board, decision=decision or Play()
    )
    return done.outcome, done.player_rank.category


def played(analysis):
    """The outcome table of all that was not folded at once: by outcome, category and number of changed cards."""
    return {
        (line.outcome, line.category, line.changed): line.deals
        for line in analysis.outcomes
        if line.changed or line.outcome is not Outcome.FOLD
    }


@SEEDS
def test_stud_situations(seed):
    """Some hands and upcards of 22 cards, against every hand the dealer can have."""
    source = random.Random(seed)
    deck = unlike_suits(source, 22)
    dealt = [source.sample(deck, 6) for _ in range(5)]
    chosen = {(frozenset(cards[:5]), cards[5]) for cards in dealt}
    expected = Counter()
    for player, upcard in chosen:
        left = [card for card in deck if card not in player and card != upcard]
        for four in combinations(left, 4):
            expected[(*settled(PROGRESSIVE_CARIBBEAN_POKER, sorted(player), (upcard, *four)), 0)] += 1
    analysis = analyze(
        PROGRESSIVE_CARIBBEAN_POKER,
        strategy=lambda seen: Play() if (frozenset(seen.cards), seen.upcard) in chosen else Fold(),
        _cards=ids(deck),
    )
    assert expected == played(analysis)


@SEEDS
def test_holdem_situations(seed):
    """Some holes and flops of 16 cards, with every turn, river and hand of the dealer's."""
    source = random.Random(seed)
    deck = unlike_suits(source, 16)
    dealt = [source.sample(deck, 5) for _ in range(3)]
    chosen = {(frozenset(cards[:2]), frozenset(cards[2:])) for cards in dealt}
    expected = Counter()
    for hole, flop in chosen:
        left = set(deck) - hole - flop
        for later in combinations(sorted(left), 2):
            for dealer in combinations(sorted(left - set(later)), 2):
                expected[(*settled(CARIBBEAN_HOLDEM, sorted(hole), dealer, (*sorted(flop), *later)), 0)] += 1
    analysis = analyze(
        CARIBBEAN_HOLDEM,
        strategy=lambda seen: Play() if (frozenset(seen.cards), frozenset(seen.board)) in chosen else Fold(),
        _cards=ids(deck),
    )
    assert expected == played(analysis)


@SEEDS
@pytest.mark.parametrize("number", [1, 2])
def test_change_situations(seed, number):
    """Some hands of 17 cards that change one or two, then play a pair or better: every draw, all dealer hands."""
    source = random.Random(seed)
    deck = unlike_suits(source, 17)
    dealt = [source.sample(deck, 6) for _ in range(3)]
    thrown = {(frozenset(cards[:5]), cards[5]): cards[:number] for cards in dealt}

    def plays(hand):
        return hand.rank.category >= Category.PAIR

    def strategy(seen):
        if seen.changed:
            return Play() if plays(seen.hand) else Fold()
        away = thrown.get((frozenset(seen.cards), seen.upcard))
        return Change(away) if away else Fold()

    analysis = analyze(CARIBBEAN_POKER, strategy=strategy, _cards=ids(deck))
    expected, ways = Counter(), 0
    for (player, upcard), away in thrown.items():
        left = [card for card in deck if card not in player and card != upcard]
        for drawn in combinations(left, number):
            hand = (*sorted(player - set(away)), *drawn)
            for four in combinations([card for card in left if card not in drawn], 4):
                ways += 1
                expected[_after_change(hand, (upcard, *four), number)] += 1
    deals = analysis.change_frequency * analysis.deals
    assert {cell: Fraction(count, ways) * deals for cell, count in expected.items()} == played(analysis)


def _after_change(hand, dealer, number):
    outcome, category = settled(CARIBBEAN_POKER, hand, dealer)
    return (outcome if category >= Category.PAIR else Outcome.FOLD), category, number


@pytest.mark.long
@SEEDS
def test_a_stud_situation_of_the_whole_deck(seed):
    """A hand and an upcard against all 163,185 hands of the dealer's, as the sweep over all deals has them."""
    variant = PROGRESSIVE_CARIBBEAN_POKER
    counts = StudCounts(WHOLE, variant.qualifier.strength)
    counts.count(1, STRENGTHS + 1)
    classes, source = counts.classes(), random.Random(seed)
    row = source.randrange(counts.cells // 52)
    player = [CARDS[i] for i in classes[row * 7 : row * 7 + 5]]
    upcard = source.choice([card for card in CARDS if card not in player])
    play = bytearray(counts.cells)
    play[row * 52 + upcard.id] = 1
    expected = Counter()
    for four in combinations([card for card in CARDS if card not in player and card != upcard], 4):
        expected[settled(variant, player, (upcard, *four))] += classes[row * 7 + 6]
    assert expected == _counted(counts.tally(lower(variant).paid(), play))


@pytest.mark.long
@SEEDS
def test_a_holdem_situation_of_the_whole_deck(seed):
    """Two cards and a flop with all 1,070,190 ways to go on, as the sweep over all boards has them."""
    dealt = random.Random(seed).sample(CARDS, 5)
    hole, flop = dealt[:2], dealt[2:]
    like = up_to_suits(hole, flop)
    analysis = analyze(
        CARIBBEAN_HOLDEM, strategy=lambda seen: Play() if up_to_suits(seen.cards, seen.board) == like else Fold()
    )
    expected, left, each = Counter(), set(CARDS) - set(dealt), images(hole, flop)
    for later in combinations(sorted(left), 2):
        for dealer in combinations(sorted(left - set(later)), 2):
            expected[(*settled(CARIBBEAN_HOLDEM, hole, dealer, (*flop, *later)), 0)] += each
    assert expected == played(analysis)


def _counted(rows):
    """The kernels' rows of what was played."""
    return {
        (outcome, category): row[category]
        for outcome, row in zip(OUTCOME_ROWS, rows, strict=True)
        for category in Category
        if row[category] and outcome is not Outcome.FOLD
    }
