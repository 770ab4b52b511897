"""The shuffle, proved: no number is favoured, every order comes once, and the stream is the stated one."""

from __future__ import annotations

import itertools
import json
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from caribbean.errors import InputError, InputTypeError
from caribbean.shuffling import (
    SEED_BYTES,
    WORD_BITS,
    below,
    check_seed,
    fresh_seed,
    permutation,
    shuffled,
    words,
)
from strategies import seeds

VECTORS = json.loads(Path(__file__).with_name("data").joinpath("shuffles.json").read_text(encoding="utf-8"))
SEED = bytes(range(32))


def _all_below(bound: int, stream: Iterator[int], bits: int) -> Iterator[int]:
    while True:
        try:
            yield below(bound, stream, bits=bits)
        except InputError:
            return


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("bound", range(1, 53))
def test_every_number_below_a_bound_has_as_many_words(bits, bound):
    """Over all words of 8 and of 16 bits, each number below each bound comes equally often, and as often as can be.

    So rejection leaves no bias, and it throws away fewer words than the bound.
    """
    found = Counter(_all_below(bound, iter(range(1 << bits)), bits))
    assert dict.fromkeys(range(bound), (1 << bits) // bound) == found


@pytest.mark.parametrize("bound", range(1, 53))
def test_32_bit_words_are_cut_off_at_the_last_whole_multiple(bound):
    """The argument of 8 and 16 bits at the edge of 32: the last accepted word, and the first that is passed over."""
    assert 32 == WORD_BITS
    rejected = 2**32 % bound
    last = 2**32 - rejected - 1
    assert bound - 1 == below(bound, iter([last]))
    if rejected:
        assert 7 % bound == below(bound, iter([last + 1, 2**32 - 1, 7]))


def test_a_stream_that_ends_is_an_error_and_no_number():
    """Running out of words is said, not hidden."""
    with pytest.raises(InputError, match=r"^the stream of random words ended$"):
        below(52, iter([255, 208]), bits=8)


@pytest.mark.parametrize("size", range(9))
def test_all_draw_sequences_give_all_orders_once(size):
    """For every size up to 8, the numbers drawn and the orders stand in one-to-one correspondence.

    The draws are below size, size − 1, …, 2, each number equally likely; there are size! sequences of them and size!
    orders, so that no two sequences meeting in one order is all that is needed.
    """
    draws = itertools.product(*(range(bound) for bound in range(size, 1, -1)))
    orders = [shuffled(iter(numbers), size=size, bits=8) for numbers in draws]
    assert math.factorial(size) == len(orders) == len(set(orders))
    assert {tuple(range(size))} == {tuple(sorted(order)) for order in orders}


def test_52_cards_take_51_draws_from_the_last_place_down():
    """The bounds are 52, 51, … 2 in that order: the cut-off of each bound is passed over, the word below it is not."""
    stream = []
    for bound in range(52, 1, -1):
        limit = 256 - 256 % bound
        stream += [limit] * (limit < 256) + [limit - 1]
    assert bytes(range(52)) == shuffled(iter(stream), bits=8)
    with pytest.raises(InputError, match=r"ended"):
        shuffled(iter(stream[:-1]), bits=8)


def test_drawing_the_first_place_every_time_moves_each_card_one_place_up():
    """A vector that can be followed on paper: with every draw zero, the first card ends up last."""
    assert bytes([*range(1, 52), 0]) == shuffled(itertools.repeat(0))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["why"])
def test_published_vectors_keep_their_permutation(vector):
    """The same entropy gives the same permutation in every version."""
    order = permutation(
        bytes.fromhex(vector["seed"]),
        client_seed=bytes.fromhex(vector["client_seed"]),
        nonce=vector["nonce"],
        size=vector["size"],
    )
    assert vector["order"] == order.hex()


@given(seeds(), st.binary(max_size=100), st.integers(0, 2**64 - 1), st.integers(0, 60))
def test_permutations_are_those_of_the_oracle(seed, client_seed, nonce, size):
    """Any seed, client seed and nonce give the permutation that the oracle computes from the hash alone."""
    expected = reference.shuffle(seed, client_seed, nonce, size)
    assert expected == list(permutation(seed, client_seed=client_seed, nonce=nonce, size=size))


def test_without_a_tag_52_cards_are_shuffled():
    """By default the client seed is empty, the nonce 0, and the size that of a deck."""
    assert reference.shuffle(SEED, b"", 0, 52) == list(permutation(SEED))
    assert list(itertools.islice(words(SEED, client_seed=b"", nonce=0), 9)) == list(itertools.islice(words(SEED), 9))


def test_words_are_the_blocks_of_hmac_cut_in_eight():
    """The stream: HMAC of domain, length of the client seed, client seed, nonce and counter; big-endian words."""
    tag = b"caribbean-rules/shuffle/1" + b"\0" * 7 + b"\x03" + b"abc" + b"\0" * 7 + b"\x09"
    blocks = b"".join(reference.hmac_sha256(SEED, tag + b"\0" * 7 + bytes([counter])) for counter in range(3))
    expected = [int.from_bytes(blocks[start : start + 4], "big") for start in range(0, 96, 4)]
    assert expected == list(itertools.islice(words(SEED, client_seed=b"abc", nonce=9), 24))


def test_client_seed_and_nonce_cannot_be_mistaken_for_each_other():
    """Bytes moved from the client seed into the nonce give another stream, since the length goes in first."""
    first = permutation(SEED, client_seed=b"\0" * 8, nonce=0)
    second = permutation(SEED, client_seed=b"", nonce=0)
    third = permutation(SEED, client_seed=b"\0" * 7 + b"\x01", nonce=0)
    fourth = permutation(SEED, client_seed=b"", nonce=1)
    assert 4 == len({first, second, third, fourth})


@pytest.mark.parametrize("size", [0, 1, 2, 52, 255, 256])
def test_permutations_of_other_sizes(size):
    """Any size up to 256 is shuffled; the empty one and the single one have one order."""
    assert list(range(size)) == sorted(permutation(SEED, size=size))


def test_fresh_seeds_are_32_bytes_and_differ():
    """Each round has its own entropy."""
    drawn = {fresh_seed() for _ in range(100)}
    assert {32} == set(map(len, drawn)) == {SEED_BYTES}
    assert 100 == len(drawn)


@pytest.mark.parametrize("length", [0, 1, 8, 16, 28, 29, 31])
def test_short_seeds_are_refused(length):
    """Fewer than 32 bytes are refused: with fewer than 29, some decks could never come."""
    with pytest.raises(InputError, match=rf"^a seed must have at least 32 bytes, not {length}$"):
        permutation(b"\xab" * length)


@pytest.mark.parametrize("bad", [0, 123456789, 2**256, 1.5, True, "0" * 32, None, bytearray(32), [0] * 32], ids=repr)
def test_seeds_that_are_no_bytes_are_refused(bad):
    """No int seeds a shuffle, and no text does."""
    with pytest.raises(InputTypeError, match=r"^a seed must be bytes, not "):
        permutation(bad)


@pytest.mark.parametrize("bad", [b"secret secret", "secret secret secret secret secret"])
def test_a_refused_seed_is_not_shown(bad):
    """Errors about a seed end up in logs; the seed does not."""
    with pytest.raises((InputError, InputTypeError)) as caught:
        check_seed(bad)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "tag"),
    [
        (InputTypeError, {"client_seed": "text"}),
        (InputTypeError, {"nonce": 1.0}),
        (InputTypeError, {"nonce": True}),
        (InputError, {"nonce": -1}),
        (InputError, {"nonce": 2**64}),
        (InputTypeError, {"size": None}),
        (InputError, {"size": -1}),
        (InputError, {"size": 257}),
    ],
    ids=str,
)
def test_what_tags_no_stream_is_refused(kind, tag):
    """A client seed is bytes, a nonce fits eight bytes, a size fits a byte for each place."""
    with pytest.raises(kind):
        permutation(bytes(32), **tag)
