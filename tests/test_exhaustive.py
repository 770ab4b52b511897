"""Every five-card hand there is against the oracle: the same order and the same ties.

All 133,784,560 seven-card hands, and the six-card ones, run in C (tests/c); here a sample of them goes through Python.
"""

from __future__ import annotations

import itertools
import operator
import random
from collections import Counter

import pytest

import reference
from caribbean._core import evaluate
from caribbean.cards import CARDS
from caribbean.hands import STRENGTHS, Category, Hand, Rank

pytestmark = pytest.mark.exhaustive

KEYS = reference.classes()

# Ids ascend with the rank, so ascending ids give the ranks of a hand in ascending order as well.
RANK_OF_ID = bytes.maketrans(bytes(range(52)), "".join(card.text[0] for card in CARDS).encode())
SUIT_OF_ID = bytes.maketrans(bytes(range(52)), "".join(card.text[1] for card in CARDS).encode())
ONE_SUIT = {suit * 5 for suit in (b"c", b"d", b"h", b"s")}


def _expected_strengths() -> dict[bool, dict[bytes, int]]:
    """By "all of one suit" and ranks: the place of the oracle's key among all keys, the weakest 1."""
    strength = {key: place for place, key in enumerate(KEYS, start=1)}
    expected: dict[bool, dict[bytes, int]] = {False: {}, True: {}}
    for ranks, one_suit in reference.rank_multisets():
        cards = reference.representative(ranks, one_suit)
        expected[one_suit][ranks.encode()] = strength[reference.five(cards)[1]]
    return expected


EXPECTED = _expected_strengths()


def test_ranks_and_one_suit_are_all_that_the_oracle_sees():
    """The shortcut of this file, on 100,000 random hands: the whole oracle gives the key found by ranks and suit."""
    shuffler = random.Random("ranks and suit")
    for _ in range(100_000):
        ids = bytes(sorted(shuffler.sample(range(52), 5)))
        cards = [CARDS[card_id].text for card_id in ids]
        found = EXPECTED[ids.translate(SUIT_OF_ID) in ONE_SUIT][ids.translate(RANK_OF_ID)]
        assert reference.five(cards)[1] == KEYS[found - 1], cards


def test_all_2598960_hands_have_the_strength_of_the_oracle():
    """Each hand's strength is the place of its key among all keys: so order and ties are the oracle's, hand by hand.

    With it come the number of hands in each category and the 7,462 different strengths, as published.
    """
    count = Counter()
    mixed, suited = EXPECTED[False], EXPECTED[True]
    for hand in itertools.combinations(range(52), 5):
        ids = bytes(hand)
        ranks = ids.translate(RANK_OF_ID)
        expected = suited[ranks] if ids.translate(SUIT_OF_ID) in ONE_SUIT else mixed[ranks]
        strength = evaluate(ids, 5)
        assert expected == strength, ids
        count[strength] += 1

    assert set(range(1, 7463)) == set(count)
    assert 2_598_960 == count.total()
    by_category = Counter()
    for strength, hands in count.items():
        by_category[Rank(strength).category.slug] += hands
    assert {
        "royal-flush": 4,
        "straight-flush": 36,
        "four-of-a-kind": 624,
        "full-house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three-of-a-kind": 54_912,
        "two-pair": 123_552,
        "pair": 1_098_240,
        "ace-king": 167_280,
        "high-card": 1_302_540 - 167_280,
    } == by_category
    # The dealer qualifies with an ace-king or better in 1,463,700 hands.
    assert 1_463_700 == sum(hands for category, hands in by_category.items() if category != "high-card")


def test_all_pairs_of_classes_compare_as_the_oracle_compares():
    """All 7,462² pairs of ranks: `<` and `==` say of each pair what the keys of the oracle say.

    The keys increase strictly from each strength to the next, so the key of a strength is below exactly the keys of
    the higher strengths; `Rank` is asked about every pair.
    """
    assert STRENGTHS == len(KEYS)
    assert all(itertools.starmap(operator.lt, itertools.pairwise(KEYS)))
    ranks = [Rank(strength) for strength in range(1, STRENGTHS + 1)]
    for below, rank in enumerate(ranks):
        above = STRENGTHS - below - 1
        assert bytes(below + 1) + b"\1" * above == bytes(map(operator.lt, itertools.repeat(rank), ranks))
        assert bytes(below) + b"\1" + bytes(above) == bytes(map(operator.eq, itertools.repeat(rank), ranks))


def test_every_rank_has_the_category_and_the_ranks_of_the_oracle():
    """What is said of a strength without its cards is what the oracle finds in the cards."""
    for key, strength in zip(KEYS, range(1, STRENGTHS + 1), strict=True):
        rank = Rank(strength)
        assert (reference.CATEGORIES[key[0]], key[1:]) == (rank.category.slug, _significance(rank))


def _significance(rank: Rank) -> tuple[int, ...]:
    ranks = tuple(card_rank + 2 for card_rank in rank.ranks)
    wheels = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
    return (5, 4, 3, 2, 1) if ranks == (5, 4, 3, 2, 14) and rank.category in wheels else ranks


@pytest.mark.parametrize(("cards", "hands"), [(5, 2_000), (6, 10_000), (7, 10_000)])
def test_a_sample_of_hands_has_the_strength_of_the_best_five_by_trying_all(cards, hands):
    """Six and seven cards are worth their best five, in whatever order they come."""
    strength = {key: place for place, key in enumerate(KEYS, start=1)}
    shuffler = random.Random(f"{cards} cards")
    for _ in range(hands):
        texts = shuffler.sample(reference.PACK, cards)
        assert strength[reference.best(texts)[1]] == Hand(texts).rank.strength, texts


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_the_order_of_the_cards_means_nothing(cards):
    """All orders of a few hands have one strength: five, six and seven cards in all their permutations."""
    shuffler = random.Random("orders")
    for _ in range(3):
        ids = shuffler.sample(range(52), cards)
        assert 1 == len({evaluate(bytes(order), cards) for order in itertools.permutations(ids)})
