"""The rounds in a journal as they are read back: records unsealed, open and finished ones found. Writes nothing.

A record of an open round is sealed by the host; whoever reads it here needs the host's `unseal` (R-73).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import msgspec

from .errors import DamagedHistoryError, InputError, InputTypeError, UnknownKeyError, UnsealError, shown
from .journal import IS_OPEN, OVER, PAGE, Journal
from .ledger import Ledger
from .money import MAX_UNITS
from .plain import check_text
from .rounds import Round
from .roundstate import Phase

Cipher: TypeAlias = Callable[[bytes], bytes]

_COLUMNS: Final = (
    "s.id, r.id, r.round_key, r.player, r.jackpot, s.step, s.decisions, s.status, s.digest, s.sealed, s.record, s.at"
)
_LATEST: Final = (
    f"SELECT {_COLUMNS} FROM rounds r JOIN steps s ON s.round = r.id"
    " AND s.step = (SELECT max(step) FROM steps WHERE round = r.id)"
)
_FINISHED: Final = f"SELECT {_COLUMNS} FROM steps s JOIN rounds r ON r.id = s.round WHERE s.status IN {OVER}"
_PROBE: Final = b"caribbean-rules"


class StoredRound(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A round as the log has it: its latest record, and what the host said with it. For the server only."""

    key: str
    player: str
    jackpot: str | None
    status: Phase
    at: str
    """What the host gave as the time of this step."""
    record: str

    @functools.cached_property
    def round(self) -> Round:
        """The round, rebuilt from its record; `RecordError` where the record disagrees with itself."""
        return Round.from_json(self.record)

    def __repr__(self) -> str:
        return f"<StoredRound {self.key[:8]}… of {self.player}: {self.status}>"  # no card of it

    def __rich_repr__(self) -> list[tuple[str, object]]:
        names = ("key", "player", "jackpot", "status", "at")  # else rich prints every field, and the deck
        return [(name, getattr(self, name)) for name in names]


class Row(msgspec.Struct, frozen=True):
    """The latest step of a round, as `_COLUMNS` has it."""

    step_id: int
    id: int
    key: str
    player: str
    jackpot: str | None
    step: int
    decisions: int
    status: str
    digest: str
    sealed: int
    record: bytes
    at: str

    @property
    def over(self) -> bool:
        """Whether the round is settled or void."""
        return self.status in (Phase.SETTLED.value, Phase.VOID.value)

    def __repr__(self) -> str:
        return f"<Row of round {self.key[:8]}…, step {self.step}>"  # no card of it, in a traceback either

    def __rich_repr__(self) -> list[tuple[str, object]]:
        return [("key", self.key), ("step", self.step), ("status", self.status)]


class RoundLog(Ledger):
    """A ledger whose journal has rounds in it."""

    def __init__(self, journal: Journal, seal: Cipher | None, unseal: Cipher | None) -> None:
        super().__init__(journal)
        self._seal, self._unseal = seal, unseal

    def load(self, round_key: str) -> Round:
        """A round as the log has it, to go on from, or to look at when it is over."""
        return self._round(self._row(round_key))

    def stored(self, round_key: str) -> StoredRound:
        """The latest record of a round, with its player and jackpot."""
        return self._stored(self._row(round_key))

    def open_rounds(self, player: str | None = None) -> tuple[StoredRound, ...]:
        """All rounds that are not over, of one player or of all; the oldest first."""
        if player is None:
            rows = self._found(f"{_LATEST} WHERE {IS_OPEN} ORDER BY r.id")
        else:
            check_text(player, "the player")
            rows = self._found(f"{_LATEST} WHERE {IS_OPEN} AND r.player = ? ORDER BY r.id", player)
        return tuple(map(self._stored, rows))

    def rounds(self, *, player: str | None = None) -> Iterator[StoredRound]:
        """All rounds that are over, in the order in which they ended.

        Those of all players go on while others write; of one player it is those that are over when the reading begins.
        """
        if player is None:
            return map(self._stored, self._finished())
        check_text(player, "the player")
        return map(self._stored, self._finished_of(player))

    def records(self) -> Iterator[tuple[str, bytes]]:
        """Key and record of all rounds that are over, as they stand in the file: for audits, so nothing is read yet."""
        return ((row.key, row.record) for row in self._finished())

    def count(self) -> int:
        """How many rounds are over."""
        found = self._journal.row(f"SELECT count(*) FROM steps WHERE status IN {OVER}")
        return int(found[0]) if found else 0

    def last(self, player: str, number: int) -> tuple[StoredRound, ...]:
        """The last rounds dealt to a player that are over, the latest first."""
        check_text(player, "the player")
        if type(number) is not int or not 0 <= number <= MAX_UNITS:
            raise InputError(f"the number of rounds must be a whole number from 0 up, not {shown(number)}")
        rows = self._found(
            f"SELECT {_COLUMNS} FROM rounds r JOIN steps s ON s.round = r.id AND s.status IN {OVER}"
            " WHERE r.player = ? ORDER BY r.id DESC LIMIT ?",
            *(player, number),
        )
        return tuple(map(self._stored, rows))

    # ---- rows -------------------------------------------------------------------------------------------------------

    def _found(self, sql: str, *values: object) -> list[Row]:
        # Made into rows at once: in a traceback with its variables a plain tuple would show the record.
        return [Row(*columns) for columns in self._journal.rows(sql, *values)]

    def _finished(self) -> Iterator[Row]:
        last = 0
        while page := self._found(f"{_FINISHED} AND s.id > ? ORDER BY s.id LIMIT ?", last, PAGE):
            yield from page
            last = page[-1].step_id

    def _finished_of(self, player: str) -> Iterator[Row]:
        ids = self._journal.rows(
            "SELECT s.id FROM rounds r JOIN steps s ON s.round = r.id"
            f" WHERE r.player = ? AND s.status IN {OVER} ORDER BY s.id",
            player,
        )
        for (number,) in ids:
            yield from self._found(f"{_FINISHED} AND s.id = ?", number)

    def _latest(self, round_key: str) -> Row | None:
        found = self._found(f"{_LATEST} WHERE r.round_key = ?", round_key)
        return found[0] if found else None

    def _row(self, round_key: str) -> Row:
        row = self._latest(check_text(round_key, "the key of a round"))
        if row is None:
            raise UnknownKeyError(f"there is no round {round_key[:100]!r}")
        return row

    def _round(self, row: Row) -> Round:
        found = self._stored(row).round
        if found.key != row.key:
            raise DamagedHistoryError(f"the record of round {row.key} is that of another round")
        return found

    def _stored(self, row: Row) -> StoredRound:
        record = _text(self._opened(row.record, row.sealed, row.key))
        if record is None:
            kind = UnsealError if row.sealed else DamagedHistoryError
            raise kind(f"the record of round {row.key} is no text{': unsealed with another key?' * row.sealed}")
        return StoredRound(
            key=row.key,
            player=row.player,
            jackpot=row.jackpot,
            status=Phase(row.status),
            at=row.at,
            record=record,
        )

    def _locked(self, content: bytes) -> bytes:
        if self._seal is None:
            return content
        locked = self._seal(content)
        if not isinstance(locked, bytes):
            raise InputTypeError(f"seal must give bytes, not {type(locked).__name__}")
        return locked

    def _opened(self, content: bytes, sealed: int, round_key: str) -> bytes:
        if not sealed:
            return content
        if self._unseal is None:
            raise UnsealError(f"round {round_key} is sealed, and the history was opened without unseal")
        clear, failed = _tried(self._unseal, content)
        if failed:
            raise UnsealError(f"round {round_key} cannot be unsealed: {failed}")
        if not isinstance(clear, bytes):
            raise InputTypeError(f"unseal must give bytes, not {type(clear).__name__}")
        return clear


def _text(content: bytes) -> str | None:
    # The error of a failed decoding carries the content, and with it the deck: it ends here, out of every chain.
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


def _tried(cipher: Cipher, content: bytes) -> tuple[object, str]:
    # What the host's function raises may carry the clear text too: only the name of its type goes on.
    try:
        return cipher(content), ""
    except Exception as error:
        return None, type(error).__name__


def check_ciphers(seal: object, unseal: object) -> None:
    """Refuse a pair of functions that could store what nobody reads again."""
    if seal is None and unseal is None:
        return
    if not callable(seal) or not callable(unseal):
        raise InputTypeError("seal and unseal are two functions from bytes to bytes, given together")
    try:
        locked: Any = seal(_PROBE)  # tried before anything is stored that could not be read again
        fits = isinstance(locked, bytes) and unseal(locked) == _PROBE
    except Exception as error:
        raise InputError(f"seal and unseal were tried and failed: {type(error).__name__}") from error
    if not fits:
        raise InputError("unseal does not give back, as bytes, what seal was given")
