"""Jackpots in the log: the meter and the prize it pays change together, and every entry once."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from boxes import FAILS, QUALIFIES, ROYAL, STEEL_WHEEL
from caribbean.actions import Fold, Play
from caribbean.cards import Deck
from caribbean.entries import MeterRule
from caribbean.errors import ConflictError, InputError, UnknownKeyError
from caribbean.fairness import ServerSeed
from caribbean.games import CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD
from caribbean.jackpot import Meter
from histories import ANTE, PURSE, RULE, SIDE, dealt, filled, opened, raw, stacked, table, tamper

SIGNED = {"reason": "the ball was rolled", "actor": "croupier 7"}


@pytest.fixture
def path(tmp_path):
    """Where the history is."""
    return tmp_path / "log.db"


@pytest.fixture
def history(path):
    """A history with 1,000.00 on the tables of ann and bob, and a jackpot of 10,000.00."""
    with filled(path) as history:
        yield history


def started(history, deck=None, player="ann", **more):
    """A round with the progressive wager, on the jackpot `main`."""
    return history.start(dealt(deck, side=SIDE, **more), player=player, jackpot="main")


def test_r83_the_meter_moves_when_the_wager_is_taken(history):
    """70 % of the stake to the meter, 10 % to the reserve, once however often the start is asked for."""
    round_ = started(history)
    history.start(round_, player="ann", jackpot="main")
    meter = history.meter("main")
    assert (10_000_70, Fraction(10), 2) == (meter.units, meter.reserve, meter.number)
    assert PURSE - ANTE - SIDE == table(history)


def test_r82_a_royal_flush_wins_the_meter_and_is_paid_once(path, history):
    """Prize, credit and the new meter come together; asking again over another connection pays nothing more."""
    ready = started(history, stacked(ROYAL, FAILS)).apply(Play())
    closed = history.close(ready)
    with opened(path) as other:
        assert closed == other.close(ready)
        assert closed == other.close(closed.key)
        assert other.meter("main") == closed.meter_after == history.meter("main")
    assert 10_000_00 == history.meter("main").units
    won = {line.wager: line.returned for line in closed.settlements[0].lines}
    assert 10_000_70 == won["progressive"]
    assert PURSE - 3 * ANTE - SIDE + sum(won.values()) == table(history)
    assert ["start", "contribute", "award"] == [entry.kind for entry in history.meter_entries("main")]
    assert history.check() == []


def test_r84_two_winners_are_paid_one_after_the_other(path, history):
    """The second one's tenth is of what the first one left, whichever process closes first."""
    rounds = [started(history, stacked(STEEL_WHEEL, FAILS), player).apply(Play()) for player in ("ann", "bob")]
    first = history.close(rounds[0])
    with opened(path) as other:
        second = other.close(rounds[1])
    paid = [entry.paid for closed in (first, second) for entry in closed.awards]
    assert [1_000_14, 900_12] == paid
    assert history.meter("main").units == 10_001_40 - sum(paid)
    assert history.check() == []


def test_a_round_without_the_wager_does_not_touch_the_meter(history):
    """A royal flush without the stake wins from the table only."""
    history.close(history.start(dealt(stacked(ROYAL, FAILS)), player="ann", jackpot="main").apply(Play()))
    assert 1 == history.meter("main").number


@pytest.mark.parametrize("won_meanwhile", [False, True])
def test_r74_a_void_reverses_the_contribution_as_an_entry_of_its_own(history, won_meanwhile):
    """From the meter, or from the reserve where the meter was won meanwhile; once, however often it is asked for."""
    round_ = started(history)
    if won_meanwhile:
        history.close(started(history, stacked(ROYAL, FAILS), "bob").apply(Play()))
    before = history.meter("main")
    for _ in range(2):
        history.void(round_, "the wheel of another table")
    after = history.meter("main")
    from_meter = Fraction(0 if won_meanwhile else 70)
    assert (before.exact - from_meter, before.contributions - 80) == (after.exact, after.contributions)
    assert before.reserve - 80 + from_meter == after.reserve
    assert PURSE == table(history)
    assert history.check() == []


def test_r85_a_disabled_meter_refuses_the_wager_and_pays_nothing(history):
    """The start leaves nothing behind; a round that was open waits until the meter is enabled, or is voided."""
    winner = started(history, stacked(ROYAL, FAILS)).apply(Play())
    history.disable_meter("main", key="off", **SIGNED)
    with pytest.raises(InputError, match="the jackpot is disabled: it takes no wager"):
        started(history, player="bob")
    assert PURSE == table(history, "bob")
    with pytest.raises(InputError, match="the jackpot is disabled: it pays no prize"):
        history.close(winner)
    assert PURSE - ANTE - SIDE == table(history)
    history.enable_meter("main", key="on", **SIGNED)
    assert 10_000_70 == history.close(winner).awards[0].paid
    assert history.check() == []


def test_a_round_needs_a_jackpot_of_its_own(history):
    """One that is named where a share can be won, that exists, and only in a game that has one."""
    with pytest.raises(InputError, match="needs the name of its jackpot"):
        history.start(dealt(side=SIDE), player="ann")
    with pytest.raises(UnknownKeyError, match="there is no jackpot 'other'"):
        history.start(dealt(side=SIDE), player="ann", jackpot="other")
    with pytest.raises(InputError, match="caribbean-poker has no jackpot"):
        history.start(dealt(game=CARIBBEAN_POKER), player="ann", jackpot="main")
    assert PURSE == table(history)


def test_create_meter_is_safe_to_repeat(history):
    """The same rule: the same meter as it started. Another rule under the name is refused."""
    started(history)
    assert 10_000_00 == history.create_meter("main", RULE).units
    other = MeterRule(seed=1, to_meter=Fraction(1, 2))
    with pytest.raises(ConflictError, match="rule was"):
        history.create_meter("main", other)
    assert 2 == history.meter("main").number
    history.create_meter("second", other)
    assert {"main", "second"} == set(history.meters())


OPERATIONS = {
    "adjust_meter": lambda history, **more: history.adjust_meter("main", **{"units": 5, "key": "k"} | SIGNED | more),
    "disable_meter": lambda history, **more: history.disable_meter("main", **{"key": "k"} | SIGNED | more),
    "change_meter_rule": lambda history, **more: history.change_meter_rule(
        "main", **{"rule": MeterRule(seed=7, to_meter=Fraction(1, 2)), "key": "k"} | SIGNED | more
    ),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_on_a_meter_is_an_entry_once(path, history, name):
    """Asked again it gives the same entry, also when the meter has moved on; other content under its key is refused."""
    entry = OPERATIONS[name](history)
    if name != "disable_meter":
        started(history)
    with opened(path) as other:
        assert [entry, entry] == [OPERATIONS[name](history), OPERATIONS[name](other)]
    with pytest.raises(ConflictError, match="k: reason was 'the ball was rolled', now is 'why'"):
        OPERATIONS[name](history, reason="why")
    history.create_meter("second", RULE)
    with pytest.raises(ConflictError, match="jackpot was 'main', now is 'second'"):
        history.adjust_meter("second", 5, key="k", **SIGNED)
    assert 1 == sum(found.key == "k" for found in history.meter_entries("main"))
    assert history.check() == []


def test_a_key_of_another_operation_is_refused(history):
    """Also where the other operation was not even possible at that point."""
    history.adjust_meter("main", 5, key="k", **SIGNED)
    for other in (
        lambda: history.adjust_meter("main", 6, key="k", **SIGNED),
        lambda: history.adjust_meter("main", 5, key="k", pot="reserve", **SIGNED),
        lambda: history.adjust_meter("main", -(10**9), key="k", **SIGNED),
        lambda: history.enable_meter("main", key="k", **SIGNED),
    ):
        with pytest.raises(ConflictError):
            other()
    assert 2 == history.meter("main").number


def test_a_meter_is_folded_from_its_entries_by_every_connection(path, history, monkeypatch):
    """A new connection begins at the last stored state, and one that was idle goes on from where it was."""
    monkeypatch.setattr("caribbean.ledger._KEEP_STATE_EVERY", 50)
    with opened(path) as idle:
        idle.meter("main")
        for number in range(110):
            history.adjust_meter("main", 1 + number % 7, key=f"a{number}", **SIGNED)
        started(history)
        with opened(path) as new:
            assert history.meter("main") == idle.meter("main") == new.meter("main")
            late = new.adjust_meter("main", 1 + 100 % 7, key="a100", **SIGNED)
    assert 102 == late.number
    assert 2 == raw(history, "SELECT count(*) FROM meter_entries WHERE state IS NOT NULL")[0][0]
    assert history.check() == []


def test_a_failed_transaction_leaves_the_folds_as_they_were(history):
    """What was read and added inside it is forgotten: the next operation goes on from what is stored."""
    meter, balance = history.meter("main"), table(history)
    rich = dealt(side=SIDE, ante=PURSE)
    for _ in range(3):
        with pytest.raises(ValueError, match="does not cover"):
            history.start(rich, player="ann", jackpot="main")
        with pytest.raises(UnknownKeyError):
            history.start(dealt(side=SIDE), player="ann", jackpot="other")
    assert (meter, balance) == (history.meter("main"), table(history))
    started(history)
    assert (2, balance - ANTE - SIDE) == (history.meter("main").number, table(history))


def test_cyber_stud_pays_the_prize_after_a_fold(history):
    """R-62: whoever made the wager and holds the hand is paid, a fold included."""
    round_ = started(history, stacked(ROYAL, QUALIFIES), game=CYBER_CARIBBEAN_STUD)
    closed = history.close(round_.apply(Fold()))
    assert 10_000_70 == closed.awards[0].paid
    assert PURSE - ANTE - SIDE + 10_000_70 == table(history)
    assert history.check() == []


# ---- proof --------------------------------------------------------------------------------------------------------


@pytest.fixture
def books(history):
    """A history with a finished, an open and a voided round, and every kind of entry."""
    history.close(started(history, stacked(ROYAL, FAILS)).apply(Play()))
    seed = ServerSeed(bytes(range(32)))
    deck = Deck.of_permutation(seed.permutation(client_seed=b"", nonce=1))
    history.start(dealt(deck, side=SIDE), player="bob", jackpot="main", seed=seed, nonce=1)
    history.void(started(history), "why")
    history.adjust_meter("main", 500, key="adjust", **SIGNED)
    assert history.check() == []
    return history


@pytest.mark.parametrize(
    ("name", "sql", "told"),
    [
        ("movements", "UPDATE movements SET units = 1 WHERE kind = 'deposit'", "the account of ann once stood at"),
        ("movements", "UPDATE movements SET units = units + 1 WHERE kind = 'return' AND wager = 'bet'", "is booked as"),
        ("movements", "DELETE FROM movements WHERE kind = 'refund' AND wager = 'ante'", "is booked as None"),
        ("movements", "DELETE FROM movements WHERE kind = 'refund' AND wager = 'ante'", "ann holds"),
        (
            "movements",
            "UPDATE movements SET player = 'bob' WHERE kind = 'stake' AND player = 'ann'",
            "was booked for bob",
        ),
        ("movements", "UPDATE movements SET units = -1 WHERE kind = 'buy-in' AND units < 0", "from one purse to the"),
        ("movements", "DELETE FROM movements WHERE kind = 'buy-in'", "once stood at"),
        ("steps", "DELETE FROM steps WHERE status = 'settled'", "the record says None"),
        ("steps", "UPDATE steps SET digest = 'x' WHERE status = 'settled'", "has other decisions"),
        (
            "steps",
            "UPDATE steps SET record = CAST(replace(record, '\"play\"', '\"fold\"') AS BLOB) WHERE sealed = 0",
            "record",
        ),
        ("steps", "UPDATE steps SET record = x'00' WHERE sealed = 1", "cannot be unsealed: ValueError"),
        ("meter_entries", "DELETE FROM meter_entries WHERE number = 3", "does not follow"),
        ("meter_entries", "DELETE FROM meter_entries WHERE key = 'adjust'", ""),
        ("meter_entries", "UPDATE meter_entries SET state = entry WHERE number = 4", "cannot be read"),
        ("meter_entries", "UPDATE meter_entries SET round = NULL WHERE number = 3", "do not go together"),
        ("seeds", "UPDATE seeds SET nonce = 2", "its deck does not come from its seeds"),
        ("seeds", "UPDATE seeds SET commitment = 'other'", "its server seed is not the one committed to"),
        ("seeds", "UPDATE seeds SET seed = x'00'", "its server seed: "),
        ("rounds", "UPDATE rounds SET jackpot = NULL", "moved jackpot main, the round belongs to None"),
        ("rounds", "UPDATE rounds SET player = 'eve' WHERE player = 'bob'", "who is not its player eve"),
    ],
)
def test_check_finds_what_was_tampered_with(books, name, sql, told):
    """Each edit by hand is told, with what disagrees.

    What stands nowhere else, as the last adjustment of a meter does, cannot be missed by the books themselves.
    """
    tamper(books, name, sql)
    found = books.check()
    assert bool(told) == bool(found)
    assert told in "\n".join(found)


def test_check_finds_a_state_and_a_seed_that_are_not_those_of_the_log(books):
    """The state that a fold starts from is compared with the fold of all entries."""
    state = Meter.start(RULE, key="x")[0]
    tamper(
        books,
        "meter_entries",
        "UPDATE meter_entries SET state = ? WHERE number = 5",
        msgspec.json.encode(state.to_plain()).decode(),
    )
    assert ["jackpot main: the state stored with entry 5 is not that of the meter"] == books.check()


def test_check_finds_a_contribution_that_was_reversed_twice(books):
    """Under another key, the meter itself cannot know; the log does."""
    meter = books.meter("main")
    contribution = next(entry for entry in books.meter_entries("main") if entry.number == 2)
    for key in ("forged", "forged again"):
        meter, entry = meter.reverse(contribution, key=key)
        books._enter("main", meter, entry, at="", round_id=1)
    assert f"jackpot main: {contribution.key} was reversed twice" in books.check()


def test_rows_are_only_ever_added(books):
    """The database itself refuses to change or delete one, and a second end of a round."""
    for name in ("meta", "rounds", "steps", "movements", "meter_entries", "seeds"):
        column = raw(books, f"SELECT name FROM pragma_table_info('{name}')")[0][0]
        for sql in (f"UPDATE {name} SET {column} = {column}", f"DELETE FROM {name}"):
            with pytest.raises(Exception, match=f"{name}: rows are only ever added"):
                raw(books, sql)
    over = "SELECT round, step + 1, decisions, status, digest, sealed, record, at FROM steps WHERE status = 'settled'"
    columns = "round, step, decisions, status, digest, sealed, record, at"
    with pytest.raises(Exception, match="the round is over"):
        raw(books, f"INSERT INTO steps ({columns}) {over}")
    with pytest.raises(Exception, match="rows are only ever added"):
        raw(books, "INSERT OR REPLACE INTO movements SELECT * FROM movements LIMIT 1")
