"""Trouble with the storage: each a clear error, nothing lost or half done, and the history works again after it."""

from __future__ import annotations

import os
import pickle
import sqlite3
import threading
from pathlib import Path

import pytest

from boxes import PAIR, QUALIFIES
from caribbean.actions import Fold, Play
from caribbean.errors import (
    ConflictError,
    DamagedHistoryError,
    FundsError,
    HistoryError,
    HistoryUseError,
    InputError,
    InputTypeError,
    OpenRoundError,
    StorageError,
    StorageFullError,
    StorageLockedError,
    StorageReadOnlyError,
    UnknownKeyError,
    UnsealError,
)
from caribbean.history import History
from histories import ANTE, PURSE, SIDE, dealt, filled, opened, raw, seal, stacked, table, tamper, unseal


@pytest.fixture
def path(tmp_path):
    """Where the history is."""
    return tmp_path / "log.db"


@pytest.fixture
def history(path):
    """A history with 1,000.00 on the tables of ann and bob, and a jackpot."""
    with filled(path) as history:
        yield history


def written(history):
    """How many rows each table has."""
    return [raw(history, f"SELECT count(*) FROM {name}") for name in ("rounds", "steps", "movements", "meter_entries")]


def play_one(history):
    """A round from the deal to the payment, won."""
    round_ = history.start(dealt(stacked(PAIR, QUALIFIES), side=SIDE), player="ann", jackpot="main")
    return history.close(history.save(round_.apply(Play())))


# ---- no room ------------------------------------------------------------------------------------------------------


def test_a_full_disk_stops_a_call_and_loses_nothing(history):
    """Every call says that there is no room, at whatever row it ran out; with room again the same calls go through."""
    before = play_one(history)
    pages = raw(history, "PRAGMA page_count")[0][0]
    raw(history, f"PRAGMA max_page_count = {pages}")
    waiting = None
    for _ in range(200):  # until the free space inside the pages is used up
        kept, there = written(history), table(history)
        waiting = dealt(stacked(PAIR, QUALIFIES), side=SIDE)
        try:
            history.start(waiting, player="ann", jackpot="main")
        except StorageFullError:
            break
    else:
        pytest.fail("the file never was full")
    assert (kept, there) == (written(history), table(history))
    with pytest.raises(StorageFullError, match="no room is left; nothing was written"):
        history.start(waiting, player="ann", jackpot="main")
    assert before == history.load(before.key)
    raw(history, f"PRAGMA max_page_count = {pages + 1_000}")
    history.start(waiting, player="ann", jackpot="main")
    history.close(waiting.apply(Play()))
    assert history.check() == []


def test_a_file_that_cannot_grow_stops_a_call_and_loses_nothing(history):
    """The system itself refuses to write on: the transaction is undone, and the same call works when it can."""
    resource = pytest.importorskip("resource")
    before = play_one(history)
    kept, there = written(history), table(history)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = Path(f"{history._journal.path}-wal").stat().st_size
    waiting = dealt(side=SIDE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 6_000, hard))  # in the middle of what a start writes
    try:
        with pytest.raises(StorageError):
            history.start(waiting, player="ann", jackpot="main")
        assert (kept, there) == (written(history), table(history))
        assert before == history.load(before.key)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    history.start(waiting, player="ann", jackpot="main")
    assert history.check() == []


# ---- no writing ---------------------------------------------------------------------------------------------------


def test_a_read_only_history_is_read_and_not_written(path, history):
    """For audits: all questions are answered, every writing call is refused and says so."""
    closed, round_ = play_one(history), history.start(dealt(), player="ann")
    with opened(path, read_only=True) as reading:
        for call in (
            lambda: reading.deposit("ann", 1, key="k"),
            lambda: reading.start(dealt(), player="ann"),
            lambda: reading.close(round_.apply(Fold())),
            lambda: reading.create_meter("other", closed.meter_after.rule),
        ):
            with pytest.raises(StorageReadOnlyError, match="cannot be written"):
                call()
        assert [closed] == [stored.round for stored in reading.rounds()]
        assert (table(history), closed.meter_after) == (table(reading), reading.meter("main"))
        assert reading.check() == []


def test_a_database_that_becomes_read_only_says_so(history):
    """And is written again when it can be."""
    raw(history, "PRAGMA query_only = ON")
    with pytest.raises(StorageReadOnlyError):
        play_one(history)
    raw(history, "PRAGMA query_only = OFF")
    play_one(history)
    assert history.check() == []


def test_a_missing_file_is_not_made_by_reading(path):
    """A mistyped name in an audit is an error, not an empty history."""
    with pytest.raises(StorageError, match=r"log\.db"):
        opened(path, read_only=True)
    assert not path.exists()


@pytest.mark.parametrize("where", ["no/such/folder/log.db", "."])
def test_a_place_that_cannot_hold_a_file_is_an_error(tmp_path, where):
    """An `OSError` with the path in it."""
    with pytest.raises(OSError, match="unable to open") as caught:
        opened(tmp_path / where)
    assert isinstance(caught.value, StorageError)


# ---- others at work -----------------------------------------------------------------------------------------------


def test_a_lock_that_is_held_too_long_is_an_error_and_the_call_works_later(path, history):
    """Reading goes on meanwhile; the round stands as it stood."""
    round_ = history.start(dealt(), player="ann")
    blocker = sqlite3.connect(path, isolation_level=None)
    with opened(path, timeout=0.05) as hasty:
        blocker.execute("BEGIN IMMEDIATE")
        for call in (lambda: hasty.close(round_.apply(Fold())), lambda: hasty.deposit("ann", 1, key="k")):
            with pytest.raises(StorageLockedError, match="another process keeps it locked; nothing was written"):
                call()
        assert (PURSE - ANTE, round_) == (table(hasty), hasty.load(round_.key))
        blocker.execute("ROLLBACK")
        hasty.close(round_.apply(Fold()))
        assert hasty.check() == []
    blocker.close()


def test_a_history_is_used_in_one_thread(history):
    """Another thread is told so, and nothing happens."""
    told = []

    def use():
        try:
            history.deposit("ann", 1, key="k")
        except HistoryError as error:
            told.append(str(error))

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert 1 == len(told)
    assert "thread" in told[0]
    assert PURSE == history.balance("ann", "account")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_history_is_not_carried_across_a_fork(history):
    """The child is told to open its own; the parent goes on."""
    child = os.fork()
    if child == 0:
        try:
            history.balance("ann", "table")
        except HistoryError as error:
            os._exit(7 if "opened in another process" in str(error) else 8)
        os._exit(9)
    assert 7 == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert PURSE == table(history)


def test_a_closed_history_says_so(path):
    """Every call after the end of the `with` block; ending it twice does no harm."""
    with filled(path) as history:
        pass
    history.close_file()
    with pytest.raises(HistoryError, match="closed"):
        history.balance("ann", "table")
    with pytest.raises(HistoryError, match="closed"):
        history.deposit("ann", 1, key="k")


def test_a_call_inside_another_is_refused(path):
    """A seal that comes back to the history would break its transaction open."""
    with opened(path, seal=lambda content: content, unseal=lambda content: content) as history:
        history.deposit("ann", PURSE, key="a")
        history.buy_in("ann", PURSE, key="b")

        def wicked(content):
            history.withdraw("ann", 1, key="inside")
            return content

        history._seal = wicked
        with pytest.raises(HistoryError, match="within a transaction"):
            history.start(dealt(), player="ann")
        assert (PURSE, ()) == (table(history), tuple(history.rounds()))
        assert history.check() == []


# ---- what is no history -------------------------------------------------------------------------------------------


def test_a_file_that_is_no_database_is_refused_and_left_alone(path):
    """Whatever it is, it stays what it is."""
    content = b"a shopping list, " * 100
    path.write_bytes(content)
    with pytest.raises(DamagedHistoryError, match="is no database"):
        opened(path)
    assert content == path.read_bytes()


def test_another_programs_database_is_refused_and_left_alone(path):
    """Also for reading."""
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE songs (name TEXT)")
    other.close()
    for read_only in (True, False):
        with pytest.raises(DamagedHistoryError, match=r"is a database of another program|is no history"):
            opened(path, read_only=read_only)
    assert [("songs",)] == sqlite3.connect(path).execute("SELECT name FROM sqlite_schema").fetchall()


def test_a_schema_of_another_version_is_refused(path):
    """It names both versions, and nothing is tried."""
    with filled(path) as history:
        tamper(history, "meta", "UPDATE meta SET content = '99' WHERE name = 'version'")
    with pytest.raises(DamagedHistoryError, match="has schema version 99; this version of the library reads 1"):
        opened(path)


def test_an_empty_file_becomes_a_history(path):
    """As a temporary file made beforehand is."""
    path.touch()
    with filled(path) as history:
        assert PURSE == table(history)


def test_damaged_pages_are_told(path):
    """By `check`, and by whatever reads them; never by a wrong answer without a word."""
    with filled(path) as history:
        for _ in range(30):
            play_one(history)
    content = bytearray(path.read_bytes())
    for page in range(30, len(content) // 4096):
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    path.write_bytes(content)
    with opened(path) as damaged:
        assert damaged.check() != []
        with pytest.raises(DamagedHistoryError, match="is damaged"):
            list(damaged.rounds())


def test_an_sqlite_without_strict_tables_is_refused(path, monkeypatch):
    """It names the version needed and the one there is."""
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    with pytest.raises(HistoryError, match=r"needs SQLite 3\.37\.0 or newer"):
        opened(path)


@pytest.mark.parametrize("name", ["a b.db", "what?.db", "100%.db", "#1.db", "ä.db"])
def test_any_file_name_will_do(tmp_path, name):
    """No sign in it is read as part of an address."""
    with filled(str(tmp_path / name)) as history:
        assert PURSE == table(history)
    assert (tmp_path / name).exists()


@pytest.mark.parametrize("path", [None, 7, b"log.db"])
def test_a_path_is_a_path(path):
    """Anything else is a clear error."""
    with pytest.raises(InputTypeError, match="must be a path"):
        History.open(path)


def test_a_history_in_memory_works_like_any_other():
    """For trying things out."""
    with filled(":memory:") as history:
        play_one(history)
        assert history.check() == []


# ---- sealing ------------------------------------------------------------------------------------------------------


def test_an_open_round_needs_its_unseal(path, history):
    """Without it, or with another key, the round is not read, and the error says why; finished rounds are."""
    closed = play_one(history)
    round_ = history.start(dealt(), player="ann")
    with opened(path, seal=None, unseal=None) as keyless:
        with pytest.raises(HistoryError, match="is sealed, and the history was opened without unseal"):
            keyless.load(round_.key)
        assert closed == keyless.load(closed.key)
        assert (table(history), ANTE) == (table(keyless), keyless.held("ann"))
    mirror = {"seal": lambda content: b"other" + content, "unseal": lambda content: content[5:]}
    with opened(path, **mirror) as other, pytest.raises(HistoryError, match="another key") as caught:
        other.load(round_.key)
    assert caught.value.__cause__ is None  # which would carry what was unsealed


def test_seal_and_unseal_are_tried_before_anything_is_stored(path):
    """One alone, no function, no bytes, or a pair that does not fit: the history does not open."""
    for wrong in (
        {"seal": seal, "unseal": None},
        {"seal": None, "unseal": unseal},
        {"seal": b"key", "unseal": b"key"},
        {"seal": lambda content: content.hex(), "unseal": bytes.fromhex},
        {"seal": seal, "unseal": lambda content: content},
    ):
        with pytest.raises((InputError, InputTypeError), match="seal"):
            opened(path, **wrong)
    assert not path.exists()


@pytest.mark.parametrize("gives", ["text", None, 7])
def test_a_seal_that_gives_no_bytes_stores_nothing(history, gives):
    """Refused when it happens, the money untouched."""
    history._seal = lambda content: gives
    with pytest.raises(InputTypeError, match="seal must give bytes"):
        history.start(dealt(), player="ann")
    assert (PURSE, ()) == (table(history), history.open_rounds())


def test_a_seal_that_fails_stores_nothing(history):
    """Its own error comes through; the next call works."""

    def broken(content):
        raise RuntimeError("the key store is away")

    history._seal = broken
    round_ = dealt()
    with pytest.raises(RuntimeError, match="key store"):
        history.start(round_, player="ann")
    history._seal = seal
    assert (PURSE, ()) == (table(history), history.open_rounds())
    history.start(round_, player="ann")
    assert history.check() == []


def test_a_record_in_the_place_of_another_is_refused(history):
    """Sealed or not, a round is loaded only under its own key."""
    one, two = (history.start(dealt(), player="ann") for _ in range(2))
    tamper(history, "steps", "UPDATE steps SET record = (SELECT record FROM steps WHERE round = 1) WHERE round = 2")
    assert one == history.load(one.key)
    with pytest.raises(DamagedHistoryError, match="is that of another round"):
        history.load(two.key)


# ---- the errors ---------------------------------------------------------------------------------------------------

ERRORS = [
    (ConflictError("key", ["units was 1, now is 2"]), ValueError, "key: units was 1, now is 2"),
    (FundsError("too little"), ValueError, "too little"),
    (UnknownKeyError("no round"), ValueError, "no round"),
    (OpenRoundError("open"), ValueError, "open"),
    (DamagedHistoryError("damaged"), ValueError, "damaged"),
    (UnsealError("sealed"), ValueError, "sealed"),
    (HistoryUseError("closed"), ValueError, "closed"),
    (StorageError("broken"), OSError, "broken"),
    (StorageFullError("full"), OSError, "full"),
    (StorageReadOnlyError("read-only"), OSError, "read-only"),
    (StorageLockedError("locked"), OSError, "locked"),
]


@pytest.mark.parametrize(("error", "kind", "text"), ERRORS, ids=lambda value: type(value).__name__)
def test_the_errors_of_a_history_are_pythons_own_too(error, kind, text):
    """Each is a `HistoryError`, and a ValueError or an OSError; they pickle."""
    copy = pickle.loads(pickle.dumps(error))
    assert isinstance(error, HistoryError)
    assert isinstance(error, kind)
    assert (type(error), text, text) == (type(copy), str(error), str(copy))
