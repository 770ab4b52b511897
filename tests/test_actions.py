"""Actions as values: a malformed one cannot be made, a made one cannot be changed."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caribbean.actions import Change, Fold, Play
from caribbean.cards import CARDS, Card
from caribbean.errors import CardCountError, CardTextError, DuplicateCardError, InputTypeError, SeveralErrors
from strategies import distinct_cards

ACTIONS = [Fold(), Play(), Change("5c 9d"), Change("5c")]


def test_actions_are_equal_by_kind_and_cards():
    """Each action equals itself made again, and no other."""
    again = [Fold(), Play(), Change("9d 5c"), Change(["5c"])]
    assert [[a is b for b in ACTIONS] for a in ACTIONS] == [[a == b for b in again] for a in ACTIONS]
    assert list(map(hash, ACTIONS)) == list(map(hash, again))
    assert 4 == len({*ACTIONS, *again})


@given(distinct_cards(1, 7), st.randoms(use_true_random=False))
def test_the_order_of_thrown_cards_means_nothing(cards, shuffler):
    """R-36: new cards come in dealt order, so a change is a set of cards; it is kept in the order of the pack."""
    change = Change(cards)
    assert change == Change(shuffler.sample(cards, len(cards)))
    assert tuple(sorted(cards)) == change.cards
    assert change == Change(str(change))
    assert f"Change('{change}')" == repr(change)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_actions_pickle_and_copy(action, protocol):
    """An action travels between machines."""
    assert action == pickle.loads(pickle.dumps(action, protocol)) == copy.copy(action) == copy.deepcopy(action)


@pytest.mark.parametrize("action", ACTIONS, ids=repr)
@pytest.mark.parametrize("name", ["cards", "extra"])
def test_an_action_cannot_be_changed(action, name):
    """No attribute of an action can be set."""
    with pytest.raises(AttributeError):
        setattr(action, name, ())
    with pytest.raises(AttributeError):
        delattr(action, name)
    assert (Card("5c"), Card("9d")) == Change("5c 9d").cards


def test_a_change_of_no_card_cannot_be_made():
    """Changing nothing is no change."""
    with pytest.raises(CardCountError, match=r"^the change: got 0 cards, needs at least one$"):
        Change("")


def test_a_card_cannot_be_thrown_twice():
    """The repeated card is named; all repeated cards are."""
    with pytest.raises(DuplicateCardError, match=r"^5c is twice in the change$"):
        Change("5c 9d 5c")
    with pytest.raises(SeveralErrors, match=r"^5c is twice in the change; 9d is twice in the change$"):
        Change("9d 9d 5c 5c")


@pytest.mark.parametrize("bad", ["5x", "9dd", "Zz"])
def test_text_that_is_no_card_cannot_be_thrown(bad):
    """The error says where the text goes wrong."""
    with pytest.raises(CardTextError):
        Change(bad)


@pytest.mark.parametrize("bad", [None, 5, [5], b"5c", Card("5c"), True], ids=repr)
def test_what_is_no_card_cannot_be_thrown(bad):
    """Places and numbers of cards are no cards."""
    with pytest.raises(InputTypeError):
        Change(bad)


@pytest.mark.parametrize("kind", [Fold, Play])
def test_fold_and_play_take_nothing(kind):
    """There is no amount to choose: R-5 fixes the bet."""
    with pytest.raises(TypeError):
        kind(1)
    assert f"{kind.__name__}()" == repr(kind())


@pytest.mark.parametrize("other", ["5c 9d", (CARDS[12], CARDS[29]), None])
def test_a_change_equals_only_changes(other):
    """A change is not its cards."""
    assert Change("5c 9d") != other
