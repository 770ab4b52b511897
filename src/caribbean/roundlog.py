"""The rounds in a journal as they are read back: records unsealed, open and finished ones found. Writes nothing.

A record of an open round is sealed by the host; whoever reads it here needs the host's `unseal` (R-73).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import msgspec

from .errors import DamagedHistoryError, HistoryError, InputError, InputTypeError, UnknownKeyError
from .journal import OVER, PAGE, Journal
from .ledger import Ledger
from .rounds import Round
from .roundstate import Phase

Cipher: TypeAlias = Callable[[bytes], bytes]

_COLUMNS: Final = (
    "r.id, r.round_key, r.player, r.jackpot, s.step, s.decisions, s.status, s.digest, s.sealed, s.record, s.at"
)
_LATEST: Final = (
    f"SELECT {_COLUMNS} FROM rounds r JOIN steps s ON s.round = r.id"
    " AND s.step = (SELECT max(step) FROM steps WHERE round = r.id)"
)
_IS_OPEN: Final = f"NOT EXISTS (SELECT 1 FROM steps e WHERE e.round = r.id AND e.status IN {OVER})"
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


class Row(msgspec.Struct, frozen=True):
    """The latest step of a round, as `_COLUMNS` has it."""

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
        whose, values = ("", ()) if player is None else (" AND r.player = ?", (player,))
        rows = self._journal.rows(f"{_LATEST} WHERE {_IS_OPEN}{whose} ORDER BY r.id", *values)
        return tuple(self._stored(Row(*row)) for row in rows)

    def rounds(self, *, player: str | None = None) -> Iterator[StoredRound]:
        """All rounds that are over, in the order in which they ended.

        Those of all players go on while others write; of one player it is those that are over when the reading begins.
        """
        finished = f"SELECT s.id, {_COLUMNS} FROM steps s JOIN rounds r ON r.id = s.round WHERE s.status IN {OVER}"
        if player is not None:
            ids = self._journal.rows(
                "SELECT s.id FROM rounds r JOIN steps s ON s.round = r.id"
                f" WHERE r.player = ? AND s.status IN {OVER} ORDER BY s.id",
                player,
            )
            for (number,) in ids:
                for _, *columns in self._journal.rows(f"{finished} AND s.id = ?", number):
                    yield self._stored(Row(*columns))
            return
        last = 0
        while page := self._journal.rows(f"{finished} AND s.id > ? ORDER BY s.id LIMIT ?", last, PAGE):
            for _, *columns in page:
                yield self._stored(Row(*columns))
            last = page[-1][0]

    def count(self) -> int:
        """How many rounds are over."""
        found = self._journal.row(f"SELECT count(*) FROM steps WHERE status IN {OVER}")
        return int(found[0]) if found else 0

    def last(self, player: str, number: int) -> tuple[StoredRound, ...]:
        """The last rounds dealt to a player that are over, the latest first."""
        rows = self._journal.rows(
            f"SELECT {_COLUMNS} FROM rounds r JOIN steps s ON s.round = r.id AND s.status IN {OVER}"
            " WHERE r.player = ? ORDER BY r.id DESC LIMIT ?",
            *(player, number),
        )
        return tuple(self._stored(Row(*row)) for row in rows)

    # ---- rows -------------------------------------------------------------------------------------------------------

    def _latest(self, round_key: str) -> Row | None:
        found = self._journal.row(f"{_LATEST} WHERE r.round_key = ?", round_key)
        return Row(*found) if found else None

    def _row(self, round_key: str) -> Row:
        row = self._latest(round_key)
        if row is None:
            raise UnknownKeyError(f"there is no round {round_key!r}")
        return row

    def _round(self, row: Row) -> Round:
        found = self._stored(row).round
        if found.key != row.key:
            raise DamagedHistoryError(f"the record of round {row.key} is that of another round")
        return found

    def _stored(self, row: Row) -> StoredRound:
        try:
            record = self._opened(row.record, row.sealed, row.key).decode()
        except UnicodeDecodeError:
            # From none, since that error would carry the record, and with it the deck.
            raise HistoryError(f"the record of round {row.key} is no text: unsealed with another key?") from None
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
            raise HistoryError(f"round {round_key} is sealed, and the history was opened without unseal")
        try:
            clear = self._unseal(content)
        except Exception as error:
            raise HistoryError(f"round {round_key} cannot be unsealed: {type(error).__name__}") from error
        if not isinstance(clear, bytes):
            raise InputTypeError(f"unseal must give bytes, not {type(clear).__name__}")
        return clear


def check_ciphers(seal: object, unseal: object) -> None:
    """Refuse a pair of functions that could store what nobody reads again."""
    if seal is None and unseal is None:
        return
    if not callable(seal) or not callable(unseal):
        raise InputTypeError("seal and unseal are two functions from bytes to bytes, given together")
    locked: Any = seal(_PROBE)  # tried before anything is stored that could not be read again
    if not isinstance(locked, bytes) or unseal(locked) != _PROBE:
        raise InputError("unseal does not give back, as bytes, what seal was given")
