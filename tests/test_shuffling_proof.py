"""The proof that every deck is equally likely, by exhaustion; the steps are spelled out in `docs/provably-fair.md`.

1. A word decides alone, and each number below a bound has the same count of words (every word of 8 and 16 bits, every
   bound up to 52). So if words are equally likely and independent, each draw is equally likely below its bound, and
   independent of the draws before it: what was passed over tells nothing of the word that was kept.
2. A shuffle of n places takes one draw below each of n, n − 1, …, 2, and nothing else. The n! sequences of such draws
   are therefore equally likely.
3. Sequences of draws and orders stand in one-to-one correspondence: by enumeration for n ≤ 8; for 52 by an inverse,
   which reads the draws off any order. So each of the n! orders comes from exactly one sequence, and each has
   probability 1/n!.

What is left is the word stream itself (HMAC-SHA256 of a secret key): it is standard, and looked at by statistics only.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caribbean.errors import InputError
from caribbean.shuffling import WORD_BITS, below, shuffled

pytestmark = pytest.mark.exhaustive

BOUNDS = range(1, 53)


def _kept(bound: int, word: int, bits: int) -> int | None:
    """The number that a word alone gives, or None where it is passed over."""
    try:
        return below(bound, iter([word]), bits=bits)
    except InputError:
        return None


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("bound", BOUNDS)
def test_each_number_below_each_bound_has_the_same_count_of_words(bits, bound):
    """Step 1: of all words, each number has ⌊2^bits / bound⌋, and fewer than `bound` words are passed over."""
    found = Counter(_kept(bound, word, bits) for word in range(2**bits))
    passed_over = found.pop(None, 0)
    assert 2**bits % bound == passed_over
    assert dict.fromkeys(range(bound), 2**bits // bound) == found


@pytest.mark.parametrize("bound", BOUNDS)
def test_a_word_passed_over_leaves_no_trace(bound):
    """Step 1: after any word that is passed over, any next word gives what it gives alone, and no later one is read."""
    alone = {word: _kept(bound, word, 8) for word in range(256)}
    refused = [word for word, number in alone.items() if number is None]
    kept = [word for word, number in alone.items() if number is not None]
    for first, second in itertools.product(refused, kept):
        stream = iter([first, second, 77])
        assert alone[second] == below(bound, stream, bits=8)
        assert [77] == list(stream)


@pytest.mark.parametrize("bound", BOUNDS)
def test_words_of_32_bits_follow_the_same_rule_at_every_edge(bound):
    """Step 1 for the words in use: where kept words begin and end, a whole number of rounds of `bound` lies between."""
    passed_over = 2**32 % bound
    edge = 2**32 - passed_over
    assert 0 == edge % bound
    assert 32 == WORD_BITS
    assert [0, 1 % bound, bound - 1] == [_kept(bound, word, 32) for word in (0, 1, edge - 1)]
    assert [None] * passed_over == [_kept(bound, word, 32) for word in range(edge, 2**32)]


@pytest.mark.parametrize("size", range(9))
def test_every_sequence_of_draws_gives_another_order(size):
    """Steps 2 and 3 for n ≤ 8: all n! sequences of draws, fed as words that are kept as they are, give all n! orders.

    Each sequence is used up to its last draw, so a shuffle takes these draws and no more; with the last one missing
    it cannot end, so it takes no fewer.
    """
    orders = set()
    sequences = list(itertools.product(*(range(bound) for bound in range(size, 1, -1))))
    for draws in sequences:
        stream = iter(draws)
        orders.add(shuffled(stream, size=size, bits=8))
        assert [] == list(stream)
    assert math.factorial(size) == len(sequences) == len(orders)
    assert set(map(bytes, itertools.permutations(range(size)))) == orders
    if size > 1:
        with pytest.raises(InputError):
            shuffled(iter(sequences[0][:-1]), size=size, bits=8)


def _draws(order: Sequence[int]) -> list[int]:
    """The one sequence of draws that gives an order: where the number due at each place, last place first, stood."""
    places = list(range(len(order)))
    draws = []
    for last in range(len(order) - 1, 0, -1):
        draw = places.index(order[last])
        draws.append(draw)
        places[draw] = places[last]  # the last number fills the gap
        places.pop()
    return draws


@given(st.permutations(range(52)))
def test_every_order_of_52_has_draws(order):
    """Step 3 for 52, onto: the draws read off an order are below their bounds and give the order back."""
    draws = _draws(order)
    assert all(0 <= draw < bound for draw, bound in zip(draws, range(52, 1, -1), strict=True))
    assert bytes(order) == shuffled(iter(draws))


@given(st.tuples(*(st.integers(0, bound - 1) for bound in range(52, 1, -1))))
def test_every_sequence_of_draws_of_52_is_found_again(draws):
    """Step 3 for 52, one-to-one: an order tells the draws that made it, so no two sequences meet in it."""
    assert list(draws) == _draws(shuffled(iter(draws)))


def test_many_orders_of_52_are_found_again():
    """Step 3 for 52 on orders without any pattern: 2,000 random ones, there and back."""
    source = random.Random(52)
    for _ in range(2000):
        order = source.sample(range(52), 52)
        assert bytes(order) == shuffled(iter(_draws(order)))


@pytest.mark.parametrize(("size", "bits", "length"), [(2, 1, 9), (3, 2, 7), (4, 2, 8), (3, 3, 5), (4, 3, 5), (5, 3, 6)])
def test_all_streams_of_words_together_give_each_order_equally_often(size, bits, length):
    """The three steps at once: over all streams of so many words, refused words included, each order comes as often.

    Streams that end too early give none; that some do is part of the test, except where all bounds are powers of two.
    """
    found: Counter[bytes | None] = Counter()
    for stream in itertools.product(range(2**bits), repeat=length):
        try:
            found[shuffled(iter(stream), size=size, bits=bits)] += 1
        except InputError:
            found[None] += 1
    ended = found.pop(None, 0)
    assert (size > 2) is (ended > 0)
    assert set(map(bytes, itertools.permutations(range(size)))) == set(found)
    assert {(2 ** (bits * length) - ended) // math.factorial(size)} == set(found.values())
