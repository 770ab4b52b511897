"""Statistics of the real shuffle: 10^5 decks in every run, 10^7 in the long one. Seeds are fixed: no run can flake.

Each statistic is a sum of (count − expected)² / expected, held to its exact mean and variance over N independent
uniform shuffles of n cards. Write it as (n/N)·|ΣWᵢ|², Wᵢ being shuffle i as a table of zeros and ones less its mean.
Products of two different Wᵢ have mean zero and are uncorrelated, so the mean is n·|W|² and the variance is
2n²·(1 − 1/N)·Var⟨W₁, W₂⟩, exact for every N.

- place × card: |W|² = n − 1, and ⟨W₁, W₂⟩ + 1 is the number of fixed points of a shuffle, with variance 1. So the mean
  is n(n − 1) = 2,652 and the variance 2n²(1 − 1/N). It is not the 51² = 2,601 of a chi-square table: rows *and* columns
  of the table are fixed, and the counts of one shuffle are not those of n independent draws.
- neighbours (b right after a): |W|² = (n − 1)²/n, and ⟨W₁, W₂⟩ + (n − 1)/n is the number of cards followed by their
  successor, with variance (n² − n − 1)/n². So the mean is (n − 1)² = 2,601, the variance 2(n² − n − 1)(1 − 1/N).
- category of the first five cards: independent draws, so Pearson's own mean and variance.
"""

from __future__ import annotations

import itertools
import math
import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from typing import NamedTuple

import pytest

from caribbean.cards import Deck
from caribbean.hands import Category, Hand
from caribbean.shuffling import below, permutation, words

pytestmark = pytest.mark.exhaustive

SLICE = 20_000
SHORT = 100_000
LONG = 10_000_000

CATEGORIES = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.ACE_KING: 167_280,
    Category.HIGH_CARD: 1_302_540 - 167_280,
}


class Tally(NamedTuple):
    """What was counted: (place, card), (card, next card), category of the first five cards."""

    shuffles: int
    places: Counter[tuple[int, int]]
    neighbours: Counter[tuple[int, int]]
    categories: Counter[Category]


def _count(orders: Iterable[bytes], size: int = 52) -> Tally:
    """The tally of some orders, and of the hands of five dealt from them where they are whole decks."""
    joined = b"".join(orders)
    columns = [joined[place::size] for place in range(size)]
    places = Counter({(at, card): n for at, column in enumerate(columns) for card, n in Counter(column).items()})
    neighbours: Counter[tuple[int, int]] = Counter()
    for left, right in itertools.pairwise(columns):
        neighbours.update(zip(left, right, strict=True))
    categories: Counter[Category] = Counter()
    if size == 52:
        decks = (Deck.of_permutation(joined[start : start + size]) for start in range(0, len(joined), size))
        categories.update(Hand(deck.deal(5)[0]).rank.category for deck in decks)
    return Tally(len(joined) // size, places, neighbours, categories)


def _slice(start: int) -> Tally:
    """The tally of the shuffles whose seeds are the numbers from `start` on."""
    return _count(permutation(number.to_bytes(32)) for number in range(start, start + SLICE))


def _together(tallies: Iterable[Tally]) -> Tally:
    total = Tally(0, Counter(), Counter(), Counter())
    for tally in tallies:
        for mine, its in zip(total[1:], tally[1:], strict=True):
            mine.update(its)
        total = total._replace(shuffles=total.shuffles + tally.shuffles)
    return total


def _statistic(counts: Iterable[int], expected: Fraction) -> Fraction:
    return sum(((count - expected) ** 2 for count in counts), Fraction()) / expected


def _place_z(tally: Tally, size: int = 52) -> float:
    cells = (tally.places[place, card] for place in range(size) for card in range(size))
    raw = _statistic(cells, Fraction(tally.shuffles, size))
    variance = 2 * size**2 * (1 - Fraction(1, tally.shuffles))
    return float(raw - size * (size - 1)) / math.sqrt(variance)


def _neighbour_z(tally: Tally, size: int = 52) -> float:
    cells = (tally.neighbours[left, right] for left, right in itertools.permutations(range(size), 2))
    raw = _statistic(cells, Fraction(tally.shuffles, size))
    variance = 2 * (size**2 - size - 1) * (1 - Fraction(1, tally.shuffles))
    return float(raw - (size - 1) ** 2) / math.sqrt(variance)


def _category_z(tally: Tally) -> dict[str, float]:
    """The z of all categories together, by Pearson's exact variance, and of each one alone."""
    total, shuffles, kinds = sum(CATEGORIES.values()), tally.shuffles, len(CATEGORIES)
    found, raw = {}, Fraction()
    for category, hands in CATEGORIES.items():
        expected = Fraction(shuffles * hands, total)
        raw += _statistic([tally.categories[category]], expected)
        spread = math.sqrt(expected * (1 - Fraction(hands, total)))
        found[category.words] = float(tally.categories[category] - expected) / spread
    small = sum(Fraction(total, hands) for hands in CATEGORIES.values())
    variance = 2 * (kinds - 1) + (small - kinds**2 - 2 * kinds + 2) / shuffles
    return found | {"all": float(raw - (kinds - 1)) / math.sqrt(variance)}


def _hold(tally: Tally) -> None:
    """No statistic is five standard deviations off, on either side: too even is as wrong as too uneven."""
    assert 2_598_960 == sum(CATEGORIES.values())
    found = {"places": _place_z(tally), "neighbours": _neighbour_z(tally), **_category_z(tally)}
    assert {} == {name: z for name, z in found.items() if not abs(z) < 5}


def test_a_hundred_thousand_shuffles_are_even():
    """Places, neighbours and hands of 10^5 real shuffles are as uniform shuffles have them."""
    tally = _together(map(_slice, range(0, SHORT, SLICE)))
    assert SHORT == tally.shuffles
    _hold(tally)


@pytest.mark.long
def test_ten_million_shuffles_are_even():
    """The same for 10^7 shuffles, none of which is among the 10^5. Takes two processes some minutes."""
    starts = range(SHORT, SHORT + LONG, SLICE)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        tally = _together(pool.map(_slice, starts))
    assert LONG == tally.shuffles
    _hold(tally)


def _naive(seed: bytes) -> bytes:
    """The well-known mistake: every place swaps with any of the 52."""
    stream, places = words(seed), list(range(52))
    for place in range(52):
        other = below(52, stream)
        places[place], places[other] = places[other], places[place]
    return bytes(places)


def _cut(seed: bytes) -> bytes:
    """A deck that is cut and not shuffled: every card is equally likely in every place."""
    start = below(52, words(seed))
    return bytes([*range(start, 52), *range(start)])


def _repeating(seed: bytes) -> bytes:
    """One of 2,000 decks, as a seed that is too small gives them."""
    return permutation((int.from_bytes(seed) % 2000).to_bytes(32))


def _seeds(count: int) -> Iterator[bytes]:
    return (number.to_bytes(32) for number in range(count))


@pytest.mark.parametrize(
    ("wrong", "statistic"),
    [(_naive, _place_z), (_cut, _neighbour_z), (_repeating, _place_z), (_repeating, _neighbour_z)],
)
def test_wrong_shuffles_are_found(wrong: Callable[[bytes], bytes], statistic: Callable[[Tally], float]):
    """The statistics can fail: what is known to be wrong is far beyond five deviations with 20,000 decks already."""
    assert statistic(_count(map(wrong, _seeds(20_000)))) > 5


@pytest.mark.parametrize(("size", "shuffles"), [(3, 2), (3, 3), (3, 4), (4, 2), (5, 2)])
@pytest.mark.parametrize("statistic", [_place_z, _neighbour_z])
def test_mean_and_variance_are_exact(statistic: Callable[[Tally, int], float], size: int, shuffles: int):
    """Over all ways to shuffle a small deck so many times, each z has mean 0 and variance 1."""
    orders = list(map(bytes, itertools.permutations(range(size))))
    found = [statistic(_count(some, size), size) for some in itertools.product(orders, repeat=shuffles)]
    assert pytest.approx(0, abs=1e-9) == sum(found) / len(found)
    assert pytest.approx(1) == sum(z * z for z in found) / len(found)
