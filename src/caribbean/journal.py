"""The database under a history: its tables, its transactions, its errors. Knows SQLite; knows no round and no rule.

Rows are only ever added: triggers refuse to change or delete one. That guards against mistakes, not against somebody
who owns the file; for that a history proves its books (`History.check`).
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

from .errors import (
    CaribbeanError,
    ConflictError,
    DamagedHistoryError,
    HistoryUseError,
    InputError,
    InputTypeError,
    StorageError,
    StorageFullError,
    StorageLockedError,
    StorageReadOnlyError,
)

SCHEMA_VERSION: Final = "1"
OLDEST_SQLITE: Final = (3, 37, 0)
"""The first with strict tables."""

APPLICATION_ID: Final = 0x43524231
"""Stands in the header of the file, so that another program's database is not taken for a history."""

OVER: Final = "('settled', 'void')"
"""The phases in which a round is over, as SQL."""

IS_OPEN: Final = f"NOT EXISTS (SELECT 1 FROM steps e WHERE e.round = r.id AND e.status IN {OVER})"
"""That the round `r` of a query is open, as SQL."""

PAGE: Final = 500
"""How many rows a long reading takes at a time, so that no writer waits for its end."""

_SCHEMA: Final = f"""
CREATE TABLE meta (name TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE rounds (
    id INTEGER PRIMARY KEY,
    round_key TEXT NOT NULL UNIQUE,
    player TEXT NOT NULL,
    jackpot TEXT,
    deck TEXT NOT NULL UNIQUE,
    at TEXT NOT NULL
) STRICT;
CREATE INDEX rounds_of_player ON rounds (player);

CREATE TABLE steps (
    id INTEGER PRIMARY KEY,
    round INTEGER NOT NULL REFERENCES rounds (id),
    step INTEGER NOT NULL CHECK (step >= 0),
    decisions INTEGER NOT NULL CHECK (decisions >= 0),
    status TEXT NOT NULL CHECK (status IN ('decision', 'changed', 'ready', 'settled', 'void')),
    digest TEXT NOT NULL,
    sealed INTEGER NOT NULL CHECK (sealed IN (0, 1)),
    record BLOB NOT NULL,
    at TEXT NOT NULL,
    chain TEXT NOT NULL UNIQUE,
    UNIQUE (round, step),
    CHECK (sealed = 0 OR status NOT IN {OVER})
) STRICT;
CREATE UNIQUE INDEX a_round_ends_once ON steps (round) WHERE status IN {OVER};
CREATE INDEX finished ON steps (id) WHERE status IN {OVER};
CREATE TRIGGER nothing_follows_the_end BEFORE INSERT ON steps
WHEN EXISTS (SELECT 1 FROM steps WHERE round = NEW.round AND status IN {OVER})
BEGIN SELECT RAISE(ABORT, 'the round is over'); END;

CREATE TABLE movements (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    player TEXT NOT NULL,
    purse TEXT NOT NULL,
    kind TEXT NOT NULL,
    units INTEGER NOT NULL,
    round INTEGER REFERENCES rounds (id),
    box INTEGER,
    wager TEXT,
    at TEXT NOT NULL,
    UNIQUE (key, purse),
    CHECK (
        (kind = 'deposit' AND purse = 'account' AND units > 0)
        OR (kind = 'withdraw' AND purse = 'account' AND units < 0)
        OR (kind = 'buy-in' AND purse IN ('account', 'table') AND (units > 0) = (purse = 'table') AND units <> 0)
        OR (kind = 'cash-out' AND purse IN ('account', 'table') AND (units > 0) = (purse = 'account') AND units <> 0)
        OR (kind = 'stake' AND purse = 'table' AND units < 0)
        OR (kind IN ('return', 'refund') AND purse = 'table' AND units > 0)
    ),
    CHECK ((kind IN ('stake', 'return', 'refund')) = (round IS NOT NULL AND box IS NOT NULL AND wager IS NOT NULL))
) STRICT;
CREATE INDEX movements_of_purse ON movements (player, purse, id, units);
CREATE INDEX movements_of_round ON movements (round) WHERE round IS NOT NULL;

CREATE TABLE meter_entries (
    jackpot TEXT NOT NULL,
    number INTEGER NOT NULL,
    key TEXT NOT NULL UNIQUE,
    round INTEGER REFERENCES rounds (id),
    entry TEXT NOT NULL,
    state TEXT,
    at TEXT NOT NULL,
    PRIMARY KEY (jackpot, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entries_of_round ON meter_entries (round) WHERE round IS NOT NULL;
CREATE INDEX meters ON meter_entries (jackpot) WHERE number = 1;

CREATE TABLE seeds (
    commitment TEXT PRIMARY KEY,
    nonce INTEGER NOT NULL,
    client_seed BLOB NOT NULL,
    round INTEGER NOT NULL UNIQUE REFERENCES rounds (id),
    sealed INTEGER NOT NULL CHECK (sealed IN (0, 1)),
    seed BLOB NOT NULL
) STRICT, WITHOUT ROWID;
"""

_TABLES: Final = ("meta", "rounds", "steps", "movements", "meter_entries", "seeds")
_TRIGGERS: Final = "".join(
    f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}"
    f" BEGIN SELECT RAISE(ABORT, '{table}: rows are only ever added'); END;\n"
    for table in _TABLES
    for verb in ("UPDATE", "DELETE")
)

_FAILS: Final = (sqlite3.Error, UnicodeError, OverflowError)
"""What comes out of a statement: SQLite's own errors, and Python's where it cannot hand a value over."""

_PRAGMAS: Final = (
    "PRAGMA synchronous = FULL",  # what a call has answered survives a power cut
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",  # else REPLACE deletes without asking the triggers
    "PRAGMA trusted_schema = OFF",
)


class Journal:
    """One connection to the database of a history. For one thread; other processes have connections of their own."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self.connection = connection
        self.path = path
        self._pid = os.getpid()

    @classmethod
    def open(
        cls, path: str | os.PathLike[str], *, created_with: dict[str, str], read_only: bool, timeout: float
    ) -> Self:
        """Open the database at `path`; a new one gets its tables, and `created_with` in its table `meta`."""
        try:
            text = os.fspath(path)
            if "\0" in text:
                raise InputError(f"the path of a history must not have a NUL in it, as {text!r} has")
            address = text if text == ":memory:" else Path(text).absolute().as_uri()
        except (TypeError, UnicodeError) as error:
            raise InputTypeError(f"the path of a history must be a path, not {type(path).__name__}") from error
        if address != text and read_only:
            address += "?mode=ro"
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            needed = ".".join(map(str, OLDEST_SQLITE))
            raise HistoryUseError(f"a history needs SQLite {needed} or newer; Python has {sqlite3.sqlite_version}")
        journal: Self | None = None
        try:
            connection = sqlite3.connect(address, uri=True, timeout=timeout, isolation_level=None)
            journal = cls(connection, text)
            for pragma in _PRAGMAS:
                connection.execute(pragma)
            if not read_only:
                journal._create(created_with, timeout)
            journal._check_version()
        except BaseException as error:
            if journal is not None:
                journal.connection.close()
            if isinstance(error, sqlite3.Error):
                raise translated(error, text) from error
            raise
        return journal

    def meta(self) -> dict[str, str]:
        """What the database says of itself."""
        return dict(self.rows("SELECT name, content FROM meta"))

    def close(self) -> None:
        """Close the connection. What was answered is on the disk; closing twice does no harm."""
        self.connection.close()

    # ---- reading and writing ----------------------------------------------------------------------------------------

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        self._check_process()
        try:
            return self.connection.execute(sql, values).fetchall()
        except _FAILS as error:
            raise translated(error, self.path) from error

    def row(self, sql: str, *values: object) -> tuple[Any, ...] | None:
        """The first row of a query, or None."""
        found = self.rows(f"{sql} LIMIT 1", *values)
        return found[0] if found else None

    def insert(self, table: str, **columns: object) -> int:
        """Add a row and give its id."""
        marks = ", ".join("?" * len(columns))
        try:
            cursor = self.connection.execute(
                f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", tuple(columns.values())
            )
        except _FAILS as error:
            raise translated(error, self.path, key=columns.get("key")) from error
        return cursor.lastrowid or 0

    @contextlib.contextmanager
    def transaction(self, *, writes: bool) -> Iterator[None]:
        """All of it or nothing. One that writes keeps other writers out from its start, so that what it reads holds."""
        self._check_process()
        try:
            self._run("BEGIN IMMEDIATE" if writes else "BEGIN")
            yield
            self._run("COMMIT")
        except BaseException:
            # Where SQLite has rolled back already, as it does when the disk is full, nothing is left to undo.
            with contextlib.suppress(sqlite3.Error):
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
            raise

    # ---- inside -----------------------------------------------------------------------------------------------------

    def _run(self, sql: str) -> None:
        try:
            self.connection.execute(sql)
        except sqlite3.Error as error:
            raise translated(error, self.path) from error

    def _check_process(self) -> None:
        # A connection carried across a fork can damage the database.
        if os.getpid() != self._pid:
            raise HistoryUseError(f"{self.path}: opened in another process; each process opens the history itself")

    def _create(self, created_with: dict[str, str], timeout: float) -> None:
        if self._is_ours():
            return
        self._wait_for_wal(timeout)
        with self.transaction(writes=True):
            if self._is_ours():  # another process was faster
                return
            if self.rows("SELECT name FROM sqlite_schema LIMIT 1"):
                raise DamagedHistoryError(f"{self.path}: is a database of another program")
            for statement in _statements(_SCHEMA + _TRIGGERS):
                self._run(statement)
            for name, content in {"version": SCHEMA_VERSION, **created_with}.items():
                self.insert("meta", name=name, content=content)
            self._run(f"PRAGMA application_id = {APPLICATION_ID}")

    def _wait_for_wal(self, timeout: float) -> None:
        # SQLite does not wait by itself for other processes that open the same new file at this moment.
        waited = 0.0
        while True:
            try:
                self.connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if _code(error) != sqlite3.SQLITE_BUSY or waited >= timeout:
                    raise
            time.sleep(0.01)
            waited += 0.01

    def _is_ours(self) -> bool:
        return self.rows("PRAGMA application_id") == [(APPLICATION_ID,)]

    def _check_version(self) -> None:
        if not self._is_ours():
            raise DamagedHistoryError(f"{self.path}: is no history")
        found = self.row("SELECT content FROM meta WHERE name = 'version'")
        if found != (SCHEMA_VERSION,):
            said = found[0] if found else "none"
            raise DamagedHistoryError(
                f"{self.path}: has schema version {said}; this version of the library reads {SCHEMA_VERSION}"
            )


def _statements(script: str) -> Iterator[str]:
    """The statements of a script one by one: `executescript` would commit the transaction."""
    statement = ""
    for part in script.split(";"):
        statement += part + ";"
        if sqlite3.complete_statement(statement):
            if statement.strip() != ";":
                yield statement
            statement = ""


def _code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def translated(error: Exception, path: str, *, key: object = None) -> CaribbeanError:
    """The error of ours for one of SQLite's, or of Python's on the way to it; `key` is that of the row, if it has one.

    A value that no column can hold is a mistake in the call; so is a call at the wrong time or in the wrong thread.
    """
    if isinstance(error, OverflowError):
        return InputError(f"{path}: a whole number is beyond what a history can hold, 2**63 - 1")
    code, text = _code(error), f"{path}: {error}"
    match code:
        case sqlite3.SQLITE_FULL:
            return StorageFullError(f"{path}: no room is left; nothing was written")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StorageReadOnlyError(f"{path}: cannot be written; nothing was written")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StorageLockedError(f"{path}: another process keeps it locked; nothing was written")
        case sqlite3.SQLITE_NOTADB:
            return DamagedHistoryError(f"{path}: is no database")
        case sqlite3.SQLITE_CORRUPT:
            return DamagedHistoryError(f"{path}: is damaged ({error})")
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_IOERR:
            return StorageError(text)
        case sqlite3.SQLITE_CONSTRAINT:
            if isinstance(key, str):
                return ConflictError(key, [f"was used before, for something else ({error})"])
            return ConflictError(path, [str(error)])
    if isinstance(error, sqlite3.OperationalError) and "transaction" not in text:
        return DamagedHistoryError(f"{path}: holds what no history wrote ({error})")
    return HistoryUseError(text)
