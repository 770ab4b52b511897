"""The door to C: every id, every count and every repeat is looked at, and a refusal names all that is wrong."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caribbean._core import evaluate, refuse
from caribbean.errors import CardCountError, DuplicateCardError, InputError, SeveralErrors

ROYAL = bytes([35, 39, 43, 47, 51])


def test_a_good_hand_has_a_strength():
    """The two ends of the scale: a royal flush is 7462, 7-5-4-3-2 of mixed suits is 1."""
    assert 7462 == evaluate(ROYAL, 5)
    assert 1 == evaluate(bytes([20, 13, 10, 7, 0]), 5)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 8, 9, 52, 60, 1000])
def test_other_counts_have_no_strength(count):
    """Anything but five, six or seven cards gets 0, whatever the cards are."""
    assert 0 == evaluate(bytes(i % 52 for i in range(count)), count)


@pytest.mark.parametrize("place", range(7))
def test_ids_above_51_have_no_strength(place):
    """Every byte that is no card, in every place of five, six and seven, gets 0: 52 and 255 are no plausible cards."""
    for bad in range(52, 256):
        ids = bytearray(range(7))
        ids[place] = bad
        for count in range(max(5, place + 1), 8):
            assert 0 == evaluate(bytes(ids[:count]), count)


@pytest.mark.parametrize("count", [5, 6, 7])
def test_a_repeat_in_any_two_places_has_no_strength(count):
    """A card in two places gets 0, wherever the places and whichever the card."""
    for first, second in itertools.combinations(range(count), 2):
        for card in range(52):
            ids = bytearray(i for i in range(52) if i != card)[:count]
            ids[first] = ids[second] = card
            assert 0 == evaluate(bytes(ids), count)


@given(st.lists(st.integers(0, 255), max_size=9))
def test_strength_is_there_exactly_for_five_to_seven_distinct_ids(numbers):
    """Any bytes at all: a strength from 1 to 7462, or 0 and a refusal, never both."""
    good = 5 <= len(numbers) <= 7 and max(numbers) < 52 and len(set(numbers)) == len(numbers)
    strength = evaluate(bytes(numbers), len(numbers))
    assert good == (1 <= strength <= 7462)
    if not good:
        assert 0 == strength
        with pytest.raises(InputError):
            refuse(bytes(numbers))


@pytest.mark.parametrize("ids", ["abcde", None, 5, [1.0] * 5, ["a"] * 5, 5.0], ids=repr)
def test_what_is_no_bytes_does_not_reach_c(ids):
    """Text, numbers and lists of other things are a TypeError at the door."""
    with pytest.raises(TypeError):
        evaluate(ids, 5)


@pytest.mark.parametrize("count", [-1, 2**64, 5.0, "5", None])
def test_a_count_that_is_no_size_does_not_reach_c(count):
    """A negative or enormous count, a float or text is an error at the door."""
    with pytest.raises((TypeError, OverflowError)):
        evaluate(ROYAL, count)


@pytest.mark.parametrize(
    ("ids", "kinds", "text"),
    [
        (bytes([1, 2, 3, 4]), [CardCountError], "the hand: got 4 cards, needs 5 to 7"),
        (bytes(range(8)), [CardCountError], "the hand: got 8 cards, needs 5 to 7"),
        (b"", [CardCountError], "the hand: got 0 cards, needs 5 to 7"),
        (bytes([1, 2, 3, 4, 52]), [InputError], "the hand: a card id must be from 0 to 51, not 52"),
        (
            bytes([255, 2, 3, 4, 52]),
            [InputError, InputError],
            "the hand: a card id must be from 0 to 51, not 255; the hand: a card id must be from 0 to 51, not 52",
        ),
        (bytes([51, 51, 3, 4, 5]), [DuplicateCardError], "As is twice in the hand"),
        (bytes([51, 51, 51, 51, 51]), [DuplicateCardError], "As is twice in the hand"),
        (
            bytes([51, 51, 0, 0, 5]),
            [DuplicateCardError, DuplicateCardError],
            "2c is twice in the hand; As is twice in the hand",
        ),
        (
            bytes([51, 51]),
            [DuplicateCardError, CardCountError],
            "As is twice in the hand; the hand: got 2 cards, needs 5 to 7",
        ),
    ],
)
def test_a_refusal_names_all_that_is_wrong(ids, kinds, text):
    """Every unknown id; else every repeated card, and the count."""
    with pytest.raises(InputError) as caught:
        refuse(ids)
    error = caught.value
    assert kinds == [type(problem) for problem in (error.problems if isinstance(error, SeveralErrors) else [error])]
    assert text == str(error)


def test_a_refusal_names_the_place():
    """The caller says which hand it was."""
    with pytest.raises(CardCountError, match=r"^the dealer's hand: got 1 card, needs 5 to 7$"):
        refuse(bytes([3]), "the dealer's hand")
