"""What a history refuses before it does harm: decks dealt twice, odd values, secrets in errors and in what is shown."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.traceback import Traceback

from boxes import PAIR, QUALIFIES
from caribbean.actions import Fold, Play
from caribbean.cards import Deck
from caribbean.entries import MeterRule
from caribbean.errors import (
    ConflictError,
    DamagedHistoryError,
    HistoryError,
    HistoryUseError,
    InputError,
    InputTypeError,
    OpenRoundError,
    UnsealError,
)
from caribbean.games import CYBER_CARIBBEAN_STUD
from caribbean.history import History
from histories import ANTE, PURSE, RULE, dealt, filled, opened, raw, stacked, table, tamper

FAR = 2**63
"""One more than a database column holds."""


@pytest.fixture
def path(tmp_path):
    """Where the history is."""
    return tmp_path / "log.db"


@pytest.fixture
def history(path):
    """A history with 1,000.00 on the tables of ann and bob, and a jackpot."""
    with filled(path) as history:
        yield history


# ---- secrets ------------------------------------------------------------------------------------------------------


def printed(thing):
    """What rich makes of it."""
    console = Console(file=io.StringIO(), width=10_000)
    console.print(thing)
    return console.file.getvalue()


def deck_text(round_):
    """The deck as a record has it."""
    return "".join(map(str, round_.deck))


def test_r73_rich_shows_no_card_of_what_is_stored(history):
    """Rich asks for fields, not for `repr`: it gets those that tell nothing."""
    round_ = history.start(dealt(), player="ann")
    row = history._row(round_.key)
    stored = history.open_rounds()
    assert deck_text(round_) in stored[0].record
    for thing in (stored, stored[0], row, [row]):
        told = printed(thing)
        assert round_.key in told
        assert deck_text(round_) not in told
        assert "record" not in told


def test_r73_a_traceback_with_its_variables_shows_no_card_of_a_row(path):
    """Stored in the clear and read back as a row, the record is in no variable that a traceback prints."""
    with filled(path, seal=None, unseal=None) as history:
        round_ = history.start(dealt(), player="ann")
        tamper(history, "steps", "UPDATE steps SET record = CAST(record || x'ff' AS BLOB)")
        with pytest.raises(DamagedHistoryError) as caught:
            history.open_rounds()
    shown = printed(
        Traceback.from_exception(
            type(caught.value), caught.value, caught.value.__traceback__, show_locals=True, locals_max_string=None
        )
    )
    assert "_stored" in shown
    assert deck_text(round_) not in shown


def chain(error):
    """An error and all that hangs on it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def wrong_key(content):
    """Opens a record, and leaves one byte that is no text."""
    return bytes(byte ^ 0xA5 for byte in content[6:]) + b"\xff"


def telling(content):
    """Fails, and its error tells what it was at."""
    raise ValueError("cannot read", wrong_key(content))


@pytest.mark.parametrize("unseal", [wrong_key, telling])
def test_r73_no_error_carries_the_record_of_a_sealed_round(history, unseal):
    """Neither its text, nor its cause, nor its context, nor what those were raised with."""
    round_ = history.start(dealt(), player="ann")
    history._unseal = unseal
    for call in (history.load, history.stored, history.close):
        with pytest.raises(UnsealError) as caught:
            call(round_.key)
        errors = list(chain(caught.value))
        held = [str(error) + repr(error.args) + repr(vars(error)) for error in errors]
        assert deck_text(round_) not in "".join(held)
        assert not any(isinstance(getattr(error, "object", None), bytes) for error in errors)
        assert [caught.value] == errors


# ---- one deck, one round ------------------------------------------------------------------------------------------


def test_r1_a_deck_serves_one_round(path, history):
    """With another context it would be another round with the same cards; over another connection too."""
    deck = Deck.shuffled()
    first = history.start(dealt(deck), player="ann")
    assert first == history.start(first, player="ann")
    history.close(first.apply(Fold()))
    with opened(path) as other:
        for log in (history, other):
            with pytest.raises(ConflictError, match=f"its deck was dealt before, in round {first.key}"):
                log.start(dealt(deck), player="bob")
    assert PURSE == table(history, "bob")
    assert 1 == raw(history, "SELECT count(*) FROM rounds")[0][0]


# ---- money --------------------------------------------------------------------------------------------------------


def test_r27_nobody_cashes_out_of_an_open_round(history):
    """Refused until the round is over; the account is free, others are, and a cash-out made before is told again."""
    before = history.cash_out("ann", ANTE, key="before")
    round_ = history.start(dealt(), player="ann")
    with pytest.raises(OpenRoundError, match="ann has an open round"):
        history.cash_out("ann", ANTE, key="within")
    assert before == history.cash_out("ann", ANTE, key="before")
    history.withdraw("ann", ANTE, key="out")
    history.cash_out("bob", ANTE, key="bob")
    history.close(round_.apply(Fold()))
    assert PURSE - 3 * ANTE == history.cash_out("ann", ANTE, key="within")
    assert history.check() == []


def test_a_round_whose_win_could_not_be_held_is_refused(history):
    """At the limit it is dealt and can be paid; one unit above nothing is taken."""
    win = CYBER_CARIBBEAN_STUD.max_win(ante=ANTE)
    room = 2**63 - 1 - PURSE - win
    history.withdraw("ann", PURSE, key="empty")
    history.deposit("ann", room + 1, key="much")
    history.buy_in("ann", room + 1, key="all")
    round_ = dealt(stacked(PAIR, QUALIFIES), game=CYBER_CARIBBEAN_STUD)
    with pytest.raises(InputError, match="with what this round can win, the table of ann could pass"):
        history.start(round_, player="ann")
    assert 0 == history.held("ann")
    history.cash_out("ann", 1, key="one")
    history.close(history.start(round_, player="ann").apply(Play()))
    assert history.check() == []


# ---- the chain ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("round_id", [1, 2])
def test_check_finds_a_round_that_was_taken_out_with_all_that_belongs_to_it(history, round_id):
    """The books add up without it, since it moved no money in the end; the chain over the steps does not."""
    for _ in range(3):
        history.void(history.start(dealt(), player="ann"), "why")
    assert history.check() == []
    for name, column in (("movements", "round"), ("steps", "round"), ("rounds", "id")):
        tamper(history, name, f"DELETE FROM {name} WHERE {column} = ?", round_id)
    [problem] = history.check()
    assert "does not follow the one before it in the chain" in problem


def test_check_finds_a_step_with_another_time(history):
    """Also what no book needs is bound by the chain."""
    history.close(history.start(dealt(), player="ann", at="noon").apply(Fold()))
    tamper(history, "steps", "UPDATE steps SET at = 'night' WHERE step = 0")
    [problem] = history.check()
    assert "in the chain" in problem


def test_check_tells_sums_that_no_column_holds(history):
    """Two forged rows that add up to more than 2^63: a list, and no overflow."""
    for key in ("x", "y"):
        history._journal.insert(
            "movements", key=key, player="ann", purse="account", kind="deposit", units=FAR - 1, at=""
        )
    history._journal.insert("movements", key="z", player="ann", purse="table", kind="buy-in", units=FAR - 1, at="")
    assert ["z did not move from one purse to the other what it should"] == [
        line for line in history.check() if line.startswith("z")
    ]
    with opened(history._journal.path) as other, pytest.raises(DamagedHistoryError, match="integer overflow"):
        other.balance("ann", "account")


# ---- odd values ---------------------------------------------------------------------------------------------------

ODD = [None, 7, FAR, 2**200, b"ann", ["ann"], "", "\ud800", 1.5]


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_names_keys_and_times_are_text(history, odd):
    """Whatever else is given is one clear error of ours, and nothing is written."""
    round_ = history.start(dealt(), player="ann")
    rows = raw(history, "SELECT count(*) FROM movements")
    calls = [
        lambda: history.load(odd),
        lambda: history.stored(odd),
        lambda: history.close(odd),
        lambda: history.void(odd, "why"),
        lambda: history.reveal(odd),
        lambda: history.balance(odd, "table"),
        lambda: history.held(odd),
        lambda: history.bookings(odd),
        lambda: history.last(odd, 1),
        lambda: history.meter(odd),
        lambda: history.meter_entries(odd),
        lambda: history.create_meter(odd, RULE),
        lambda: history.disable_meter(odd, key="k", reason="r", actor="a"),
        lambda: history.disable_meter("main", key=odd, reason="r", actor="a"),
        lambda: history.start(dealt(), player=odd),
        lambda: history.deposit(odd, 1, key="k"),
        lambda: history.deposit("ann", 1, key=odd),
    ]
    if odd is not None:
        calls += [
            lambda: history.open_rounds(odd),
            lambda: history.rounds(player=odd),
            lambda: history.start(dealt(), player="ann", jackpot=odd),
            lambda: history.start(dealt(), player="ann", seed=odd),
        ]
    if odd != "":
        calls += [
            lambda: history.deposit("ann", 1, key="k", at=odd),
            lambda: history.close(round_.apply(Fold()), at=odd),
            lambda: history.save(round_.apply(Play()), at=odd),
            lambda: history.void(round_, "why", at=odd),
            lambda: history.start(dealt(), player="ann", at=odd),
            lambda: history.create_meter("other", RULE, at=odd),
        ]
    for call in calls:
        with pytest.raises((InputError, InputTypeError)):
            call()
    assert rows == raw(history, "SELECT count(*) FROM movements")
    assert history.check() == []


@pytest.mark.parametrize("number", [-1, FAR, True, "1", None, 1.0])
def test_a_number_of_rounds_is_a_number(history, number):
    """Not a minus, which SQLite would take for all."""
    with pytest.raises(InputError, match="number of rounds"):
        history.last("ann", number)


@pytest.mark.parametrize(
    "wrong",
    [
        {"timeout": "5"},
        {"timeout": None},
        {"timeout": True},
        {"timeout": -1},
        {"timeout": float("nan")},
        {"timeout": float("inf")},
        {"timeout": 10**30},
        {"exponent": 19},
        {"exponent": FAR},
        {"exponent": 1.0},
        {"currency": 7},
        {"currency": "\ud800"},
    ],
    ids=str,
)
def test_settings_of_a_history_are_checked_before_it_is_made(path, wrong):
    """One clear error, and no file."""
    with pytest.raises((InputError, InputTypeError)):
        opened(path, **wrong)
    assert not path.exists()


@pytest.mark.parametrize("name", ["x\0y", "\0"])
def test_a_path_has_no_nul(name):
    """As no file has."""
    with pytest.raises(InputError, match="NUL"):
        History.open(name)


def test_a_seal_that_fails_when_it_is_tried_is_a_clear_error(path):
    """The host's own error stays visible behind it."""

    def broken(content):
        raise RuntimeError("the key store is away")

    with pytest.raises(InputError, match="tried and failed: RuntimeError") as caught:
        opened(path, seal=broken)
    assert "the key store is away" == str(caught.value.__cause__)
    assert not path.exists()


def test_a_number_that_no_column_holds_is_a_clear_error(history):
    """Wherever one gets through to the database."""
    for call in (lambda: history._journal.rows("SELECT ?", FAR), lambda: history._journal.insert("meta", name=FAR)):
        with pytest.raises(InputError, match=r"beyond what a history can hold, 2\*\*63 - 1"):
            call()


def test_a_key_that_another_meter_or_round_uses_is_a_conflict(history):
    """Named by the key."""
    history.adjust_meter("main", 1, key="other/start", reason="r", actor="a")
    with pytest.raises(ConflictError, match="other/start: was used before") as caught:
        history.create_meter("other", MeterRule(seed=1, to_meter=RULE.to_meter, to_reserve=RULE.to_reserve))
    assert "other/start" == caught.value.key
    round_ = dealt()
    history.buy_in("bob", 1, key=round_.debits[0].key)
    with pytest.raises(ConflictError, match="was used before") as caught:
        history.start(round_, player="ann")
    assert round_.debits[0].key == caught.value.key
    assert PURSE == table(history)
    assert history.check() == []


def test_every_refusal_is_a_value_or_a_storage_error(path):
    """No class below `HistoryError` is outside of Python's own tree, and a closed history is a `ValueError` too."""
    kinds = HistoryError.__subclasses__()
    assert kinds == [kind for kind in kinds if issubclass(kind, (ValueError, OSError))]
    with filled(path) as history:
        pass
    with pytest.raises(HistoryUseError, match="closed"):
        history.balance("ann", "table")
    with pytest.raises(ValueError, match="closed"):
        history.deposit("ann", 1, key="k")
