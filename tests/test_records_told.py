"""What a refused record tells, and what it must not: hidden cards, by way of an error, its chain, or a doubled key."""

from __future__ import annotations

import pytest

from caribbean import CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, Deck, Play, RecordError, Round, Stakes
from caribbean.errors import IllegalActionError
from caribbean.parts import Limits
from caribbean.table import Table
from caribbean.table_actions import ChooseChip, Place, Remove

DECK = Deck.shuffled(bytes(32))


def _ready() -> Round:
    """A round that is decided and not settled: the dealer's cards are hidden."""
    return Round.start(CYBER_CARIBBEAN_STUD, Stakes(ante=10_00), DECK).apply(Play())


def _refused(text: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Round.from_json(text)
    return caught.value


def test_an_open_record_made_a_settled_one_tells_nothing_of_the_dealer():
    """R-73: beside a wrong hash the replay's own values are not told, for they may be hidden cards."""
    error = _refused(_ready().to_json().replace('"status":"ready"', '"status":"settled"'))
    strength = _ready().close().settlements[0].dealer_rank.strength
    assert any("settlements" in place for place in error.disagreements)
    assert str(strength) not in str(error).replace(error.disagreements[0], "")
    assert "something else" in str(error)


@pytest.mark.parametrize("damage", [b"\xff", b'"\xed\xa0\x80"'])
def test_no_error_in_the_chain_of_a_damaged_record_holds_the_deck(damage):
    """R-73: an error that carries the text it stumbled over would carry the deck."""
    text = _ready().to_json().encode().replace(b'"ready"', damage)
    error: BaseException | None = _refused(text)
    cards = "".join(map(str, DECK))
    while error is not None:
        assert cards not in repr(error.args)
        assert cards.encode() not in repr(vars(error)).encode()
        assert not isinstance(error, UnicodeError)
        error = error.__cause__ or error.__context__


def test_a_key_that_stands_twice_is_refused_whatever_the_hash_says():
    """Readers differ in which of two equal keys counts, so that a record with both shows two rounds."""
    text = _ready().to_json()
    doubled = text.replace('"status":"ready"', '"status":"settled","status":"ready"')
    assert ("'status' stands twice in one table",) == _refused(doubled).disagreements


@pytest.mark.parametrize("action", [ChooseChip(5_00.0), ChooseChip(True), Remove(1.0), Place(1.0)], ids=str)
def test_a_table_takes_whole_numbers_only(action):
    """A float or a bool that equals a chip or a box is none: a float as money would stand on the table."""
    limits = Limits(min=1_00, max=100_00)
    table = Table.open(CARIBBEAN_POKER, account=100_00, chips=(1, 5_00), mid_round_buy_in=False, limits=limits)
    assert table.why_illegal(action)
    with pytest.raises(IllegalActionError):
        table.apply(action)
