"""The tree of errors: what may catch them, what they say, and that they travel between processes."""

from __future__ import annotations

import pickle

import pytest

from caribbean.errors import (
    CardCountError,
    CardTextError,
    CaribbeanError,
    DuplicateCardError,
    InputError,
    InputTypeError,
    SeveralErrors,
    UnknownGameError,
    VariantError,
    raise_all,
    shown,
)

EXAMPLES = [
    InputError("the ante must be at least 1, not 0"),
    InputTypeError("a seed must be bytes, not int"),
    CardTextError("Ahx", 2, "a single card was expected to end here"),
    CardCountError("the hand", 4, "5 to 7"),
    DuplicateCardError("Ah", ["the hand", "the board"]),
    UnknownGameError("holdem", "caribbean-holdem"),
    VariantError([("limits.max", "is below the minimum"), ("", "a table needs at least one row")]),
    SeveralErrors([InputError("one"), CardCountError("the hand", 1, "5")]),
]


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_every_error_is_a_caribbean_error_and_one_of_pythons_own(error):
    """Callers may catch `CaribbeanError`, or the ValueError or TypeError that Python would have raised."""
    assert isinstance(error, CaribbeanError)
    assert isinstance(error, ValueError) is isinstance(error, InputError)
    assert isinstance(error, TypeError) is isinstance(error, InputTypeError)
    # Where several things are wrong, values and types may be among them: either `except` finds them.
    several = isinstance(error, (VariantError, SeveralErrors))
    assert (2 if several else 1) == isinstance(error, ValueError) + isinstance(error, TypeError)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_errors_pickle_with_all_that_they_carry(error, protocol):
    """An error that crosses a process border keeps its type and text."""
    copy = pickle.loads(pickle.dumps(error, protocol))
    assert type(error) is type(copy)
    assert str(error) == str(copy)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (EXAMPLES[0], "the ante must be at least 1, not 0"),
        (EXAMPLES[2], "'Ahx', position 2: a single card was expected to end here"),
        (
            CardTextError("Ax", 1, "'x' is no suit", "the board"),
            "the board: 'Ax', position 1: 'x' is no suit",
        ),
        (EXAMPLES[3], "the hand: got 4 cards, needs 5 to 7"),
        (CardCountError("the board", 1, "5"), "the board: got 1 card, needs 5"),
        (EXAMPLES[4], "Ah is in the hand and in the board"),
        (DuplicateCardError("Ah", ["the hand"]), "Ah is twice in the hand"),
        (DuplicateCardError("Ah", ["the hand", "the hand"]), "Ah is twice in the hand"),
        (EXAMPLES[5], "no game is called 'holdem'; did you mean 'caribbean-holdem'?"),
        (UnknownGameError("xyz", None), "no game is called 'xyz'"),
        (EXAMPLES[6], "limits.max: is below the minimum; a table needs at least one row"),
        (EXAMPLES[7], "one; the hand: got 1 card, needs 5"),
    ],
)
def test_errors_say_what_is_wrong_and_where(error, text):
    """The text alone is enough to repeat the mistake."""
    assert text == str(error)


def test_errors_carry_their_facts_as_attributes():
    """Programs need not read the text of an error."""
    text, count, twice, game = EXAMPLES[2:6]
    assert ("Ahx", 2, "a single card was expected to end here") == (text.text, text.position, text.reason)
    assert ("", "the board") == (text.where, CardTextError("Ax", 1, "why", "the board").where)
    assert ("the hand", 4, "5 to 7") == (count.where, count.got, count.needs)
    assert ("Ah", ("the hand", "the board")) == (twice.card, twice.where)
    assert ("holdem", "caribbean-holdem") == (game.name, game.nearest)
    assert (("limits.max", "is below the minimum"), ("", "a table needs at least one row")) == EXAMPLES[6].problems
    assert ["one", "the hand: got 1 card, needs 5"] == [str(problem) for problem in EXAMPLES[7].problems]


@pytest.mark.parametrize("error", [CardTextError("A" * 61, 1, "why"), UnknownGameError("A" * 61, None)])
def test_long_texts_are_shortened_in_messages_and_kept_in_attributes(error):
    """A megabyte of wrong text does not end in a log line, and is not lost either."""
    assert "A" * 59 + "…" in str(error)
    assert "A" * 60 not in str(error)
    assert "A" * 61 in error.args


@pytest.mark.parametrize("error", [CardTextError("A" * 60, 1, "why"), UnknownGameError("A" * 60, None)])
def test_texts_of_sixty_characters_stand_whole_in_messages(error):
    """Only what is longer than sixty characters is shortened."""
    assert repr("A" * 60) in str(error)


def test_problems_of_a_part_take_the_key_of_the_part_one_floor_up():
    """`under` puts the key of the outer part before each inner key."""
    error = VariantError([("max", "is too low"), ("", "is empty")])
    assert (("limits.max", "is too low"), ("limits", "is empty")) == error.under("limits")


def test_errors_made_from_an_iterator_keep_what_was_in_it():
    """What could be read only once was read: the error pickles, and its arguments are those to make it again."""
    problems = [("max", "is too low")]
    for error in (
        VariantError(iter(problems)),
        DuplicateCardError("Ah", ["the hand"]),
        SeveralErrors([InputError("one")]),
    ):
        assert str(error) == str(pickle.loads(pickle.dumps(error)))
        assert str(error) == str(type(error)(*error.args))
        assert all(isinstance(argument, (str, tuple)) for argument in error.args)


def test_no_problem_raises_nothing():
    """`raise_all` of nothing returns."""
    assert raise_all([]) is None


def test_one_problem_is_raised_as_itself():
    """`raise_all` does not wrap a single problem."""
    only = CardCountError("the hand", 4, "5 to 7")
    with pytest.raises(CardCountError) as caught:
        raise_all([only])
    assert only is caught.value


def test_several_problems_are_raised_together_in_order():
    """`raise_all` of more than one problem carries them all."""
    problems = [InputError("first"), InputTypeError("second")]
    with pytest.raises(SeveralErrors) as caught:
        raise_all(problems)
    assert tuple(problems) == caught.value.problems


class _Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError("no repr")


def test_any_value_can_be_shown_in_an_error():
    """Short as it is, cut at sixty characters, and an ellipsis for what has no text."""
    endless: list[object] = []
    endless.append(endless)
    assert ("'x'", "[[...]]", "…") == (shown("x"), shown(endless), shown(_Unshowable()))
    assert "…" == shown(10**10_000)
    assert 60 == len(shown("x" * 1000))
