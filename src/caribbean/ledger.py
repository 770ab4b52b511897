"""Purses and meters as folds of a journal: a balance stands nowhere else, and neither does a jackpot.

Knows amounts, keys and meters; knows no round and no card. Every operation is one transaction, and has a key: made
again with the same key it changes nothing and gives the same answer, so that whoever heard no answer simply asks again.
"""

from __future__ import annotations

import contextlib
import heapq
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, Self, TypeAlias, get_args

import msgspec

from .entries import Entry, MeterRule, Pot
from .errors import (
    CaribbeanError,
    ConflictError,
    DamagedHistoryError,
    FundsError,
    InputError,
    OpenRoundError,
    UnknownKeyError,
)
from .jackpot import Meter
from .journal import IS_OPEN, PAGE, Journal
from .money import MAX_UNITS, check_amount, format_amount
from .plain import check_text

Purse: TypeAlias = Literal["account", "table"]
MovementKind: TypeAlias = Literal["deposit", "withdraw", "buy-in", "cash-out", "stake", "return", "refund"]
Operation: TypeAlias = Callable[[Meter], tuple[Meter, Entry]]

_LEGS: Final[dict[str, tuple[tuple[Purse, int], ...]]] = {
    "deposit": (("account", 1),),
    "withdraw": (("account", -1),),
    "buy-in": (("account", -1), ("table", 1)),
    "cash-out": (("account", 1), ("table", -1)),
}
"""What each operation of a host moves; the last purse is the one whose balance it answers with."""

_KEEP_STATE_EVERY: Final = 500
"""Every so many entries the meter itself is stored beside its entry, so that a fold need not start at the first."""

_MOST_FOLDS: Final = 20_000


class Booking(msgspec.Struct, frozen=True, kw_only=True):
    """A movement of money as the journal has it: `units` into a purse, or with a minus out of it."""

    key: str
    player: str
    purse: Purse
    kind: MovementKind
    units: int
    round_key: str | None
    box: int | None
    wager: str | None
    at: str


class _Folds:
    """What was folded so far, to go on from. A transaction that fails takes back what it added."""

    def __init__(self) -> None:
        self._known: dict[object, Any] = {}
        self._before: dict[object, Any] = {}

    def begin(self) -> None:
        self._before.clear()
        if len(self._known) > _MOST_FOLDS:
            self._known.clear()

    def undo(self) -> None:
        self._known |= self._before
        self._before.clear()

    def get(self, key: object) -> Any:
        return self._known.get(key)

    def put(self, key: object, fold: Any) -> None:
        self._before.setdefault(key, self._known.get(key))
        self._known[key] = fold


class Ledger:
    """The purses of players and the meters of jackpots, over a journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._folds = _Folds()
        meta = journal.meta()
        self.currency = meta["currency"]
        self.exponent = int(meta["exponent"])

    def close_file(self) -> None:
        """Close the database. Everything that was answered is on the disk."""
        self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close_file()

    # ---- purses -----------------------------------------------------------------------------------------------------

    def deposit(self, player: str, units: int, *, key: str, at: str = "") -> int:
        """Money comes into the account; gives the balance of the account right after it, on a retry too."""
        return self._book("deposit", player, units, key, at)

    def withdraw(self, player: str, units: int, *, key: str, at: str = "") -> int:
        """Money leaves the account; gives the balance of the account right after it."""
        return self._book("withdraw", player, units, key, at)

    def buy_in(self, player: str, units: int, *, key: str, at: str = "") -> int:
        """Money moves from the account to the table; gives the balance at the table right after it."""
        return self._book("buy-in", player, units, key, at)

    def cash_out(self, player: str, units: int, *, key: str, at: str = "") -> int:
        """Money moves from the table to the account; gives the balance at the table right after it.

        Refused while a round of the player is open: money comes and goes between rounds (R-27).
        """
        return self._book("cash-out", player, units, key, at)

    def balance(self, player: str, purse: Purse) -> int:
        """The units in a purse: the sum of its movements. 0 for a player who is not known."""
        check_text(player, "the player")
        if purse not in get_args(Purse):
            raise InputError(f"a purse is {' or '.join(get_args(Purse))}, not {purse!r}")
        place = ("purse", player, purse)
        last, units = self._folds.get(place) or (0, 0)
        # Later movements have greater ids: writers wait for each other, and no row is ever taken away.
        found = self._journal.row(
            "SELECT max(id), sum(units) FROM movements WHERE player = ? AND purse = ? AND id > ?", player, purse, last
        )
        if found and found[0] is not None:
            last, units = found[0], units + found[1]
            self._folds.put(place, (last, units))
        return int(units)

    def held(self, player: str) -> int:
        """The units that a player has staked in rounds that are still open."""
        check_text(player, "the player")
        found = self._journal.row(
            f"SELECT -sum(m.units) FROM movements m JOIN rounds r ON r.id = m.round WHERE r.player = ? AND {IS_OPEN}",
            player,
        )
        return (found and found[0]) or 0

    def bookings(self, player: str) -> Iterator[Booking]:
        """Every movement of a player, the first one first."""
        check_text(player, "the player")
        purses = (self._movements(player, purse) for purse in get_args(Purse))
        merged = heapq.merge(*purses)  # by id: no two rows have the same
        return (Booking(**dict(zip(Booking.__struct_fields__, columns, strict=True))) for _, *columns in merged)

    def _movements(self, player: str, purse: str) -> Iterator[tuple[Any, ...]]:
        last = 0
        while page := self._journal.rows(
            "SELECT m.id, m.key, m.player, purse, kind, units, round_key, box, wager, m.at FROM movements m"
            " LEFT JOIN rounds r ON r.id = m.round WHERE m.player = ? AND purse = ? AND m.id > ? ORDER BY m.id LIMIT ?",
            *(player, purse, last, PAGE),
        ):
            yield from page
            last = page[-1][0]

    def _book(self, kind: MovementKind, player: str, units: int, key: str, at: str) -> int:
        check_amount(units, f"the amount to {kind.replace('-', ' ')}")
        check_text(player, "the player")
        check_text(key, "a key")
        purse = _LEGS[kind][-1][0]
        with self._writing(at):
            found = self._journal.row("SELECT player, kind, abs(units) FROM movements WHERE key = ?", key)
            if found is not None:
                refuse_other(key, {"player": player, "kind": kind, "units": units}, found)
                told = self._journal.row(
                    "SELECT sum(units) FROM movements WHERE player = ? AND purse = ?"
                    " AND id <= (SELECT id FROM movements WHERE key = ? AND purse = ?)",
                    *(player, purse, key, purse),
                )
                return int(told[0]) if told else 0
            if kind == "cash-out" and self._plays(player):
                raise OpenRoundError(f"{player} has an open round; the table is cashed out between rounds")
            for leg, sign in _LEGS[kind]:
                self._post(player, leg, sign * units, key=key, kind=kind, at=at)
            return self.balance(player, purse)

    def _plays(self, player: str) -> bool:
        return self._journal.row(f"SELECT 1 FROM rounds r WHERE r.player = ? AND {IS_OPEN}", player) is not None

    def _post(self, player: str, purse: Purse, units: int, **columns: object) -> None:
        """Add a movement, inside a transaction: the funds are checked and spent in one step."""
        after = self.balance(player, purse) + units
        if after < 0:
            self._cover(player, purse, -units)
        if after > MAX_UNITS:
            raise InputError(f"the {purse} of {player} would hold more than {MAX_UNITS} units (2**63 - 1)")
        made = self._journal.insert("movements", player=player, purse=purse, units=units, **columns)
        self._folds.put(("purse", player, purse), (made, after))

    def _cover(self, player: str, purse: Purse, units: int) -> None:
        holds = self.balance(player, purse)
        if holds < units:
            takes, there = (format_amount(amount, self.exponent) for amount in (units, holds))
            raise FundsError(f"the {purse} of {player} holds {there}, which does not cover {takes}")

    # ---- meters -----------------------------------------------------------------------------------------------------

    def create_meter(self, jackpot: str, rule: MeterRule, *, reason: str = "", actor: str = "", at: str = "") -> Meter:
        """A new meter, at the seed of its rule. Asked again for the same, it gives that meter as it started."""
        check_text(jackpot, "the name of a jackpot")
        key = f"{jackpot}/start"
        meter, entry = Meter.start(rule, key=key, reason=reason, actor=actor)
        with self._writing(at):
            if self._journal.row("SELECT 1 FROM meter_entries WHERE jackpot = ?", jackpot) is None:
                self._enter(jackpot, meter, entry, at=at)
            else:
                _refuse_other_entry(self._entries(jackpot, 0, 1)[0], entry)
        return meter

    def meter(self, jackpot: str) -> Meter:
        """A meter as it stands: the fold of its entries."""
        check_text(jackpot, "the name of a jackpot")
        place = ("meter", jackpot)
        meter: Meter | None = self._folds.get(place) or self._stored_state(jackpot)
        for entry in self._entries(jackpot, meter.number if meter else 0):
            meter = self._followed(jackpot, meter, entry)
        if meter is None:
            raise UnknownKeyError(f"there is no jackpot {jackpot!r}")
        self._folds.put(place, meter)
        return meter

    def meters(self) -> tuple[str, ...]:
        """The names of all jackpots."""
        return tuple(name for (name,) in self._journal.rows("SELECT jackpot FROM meter_entries WHERE number = 1"))

    def meter_entries(self, jackpot: str) -> Iterator[Entry]:
        """Every entry of a meter, the first one first."""
        check_text(jackpot, "the name of a jackpot")
        return self._all_entries(jackpot)

    def _all_entries(self, jackpot: str) -> Iterator[Entry]:
        number = 0
        while page := self._entries(jackpot, number, PAGE):
            yield from page
            number = page[-1].number

    def adjust_meter(
        self, jackpot: str, units: int, *, key: str, reason: str, actor: str, pot: Pot = "meter", at: str = ""
    ) -> Entry:
        """Put units into a meter by hand, or with a minus take them out (see `Meter.adjust`)."""
        return self._operate(
            jackpot, key, at, lambda meter: meter.adjust(units, key=key, reason=reason, actor=actor, pot=pot)
        )

    def enable_meter(self, jackpot: str, *, key: str, reason: str, actor: str, at: str = "") -> Entry:
        """Let a disabled meter grow and pay again (R-85)."""
        return self._operate(jackpot, key, at, lambda meter: meter.enable(key=key, reason=reason, actor=actor))

    def disable_meter(self, jackpot: str, *, key: str, reason: str, actor: str, at: str = "") -> Entry:
        """Stop a meter: it neither grows nor pays, and its wager is refused (R-85)."""
        return self._operate(jackpot, key, at, lambda meter: meter.disable(key=key, reason=reason, actor=actor))

    def change_meter_rule(
        self, jackpot: str, rule: MeterRule, *, key: str, reason: str, actor: str, at: str = ""
    ) -> Entry:
        """Have another rule take effect once the meter is won whole."""
        return self._operate(
            jackpot, key, at, lambda meter: meter.change_rule(rule, key=key, reason=reason, actor=actor)
        )

    def _operate(self, jackpot: str, key: str, at: str, operation: Operation) -> Entry:
        """Move a meter once by a key. On a retry the operation is made again where it was made, and has to agree."""
        check_text(key, "a key")
        with self._writing(at):
            meter = self.meter(jackpot)
            stored = self._entry(key, jackpot)
            if stored is None:
                after, entry = operation(meter)
                self._enter(jackpot, after, entry, at=at)
                return entry
            try:
                _, made = operation(self._meter_at(jackpot, stored.number - 1))
            except CaribbeanError as error:
                raise ConflictError(key, [f"was used before, for a movement of kind {stored.kind}"]) from error
            _refuse_other_entry(stored, made)
            return stored

    def _enter(self, jackpot: str, meter: Meter, entry: Entry, *, at: str, round_id: int | None = None) -> None:
        kept = meter.number % _KEEP_STATE_EVERY == 0
        self._journal.insert(
            "meter_entries",
            jackpot=jackpot,
            number=entry.number,
            key=entry.key,
            round=round_id,
            entry=msgspec.json.encode(entry.to_plain()).decode(),
            state=msgspec.json.encode(meter.to_plain()).decode() if kept else None,
            at=at,
        )
        self._folds.put(("meter", jackpot), meter)

    def _entry(self, key: str, jackpot: str | None = None) -> Entry | None:
        """The entry with a key, which has to be one of the jackpot, where one is named."""
        found = self._journal.row("SELECT jackpot, entry FROM meter_entries WHERE key = ?", key)
        if found and jackpot:
            refuse_other(key, {"jackpot": jackpot}, found)
        return read_entry(found[1]) if found else None

    def _entries(self, jackpot: str, after: int, limit: int = -1) -> list[Entry]:
        found = self._journal.rows(
            "SELECT entry FROM meter_entries WHERE jackpot = ? AND number > ? ORDER BY number LIMIT ?",
            *(jackpot, after, limit),
        )
        return [read_entry(text) for (text,) in found]

    def _stored_state(self, jackpot: str, most: int = MAX_UNITS) -> Meter | None:
        found = self._journal.row(
            "SELECT state FROM meter_entries WHERE jackpot = ? AND number <= ? AND state IS NOT NULL"
            " ORDER BY number DESC",
            *(jackpot, most),
        )
        return read_state(found[0]) if found else None

    def _meter_at(self, jackpot: str, number: int) -> Meter:
        meter = self._stored_state(jackpot, number)
        first = meter.number if meter else 0
        for entry in self._entries(jackpot, first, number - first):
            meter = self._followed(jackpot, meter, entry)
        if meter is None:
            raise InputError("before its start a meter does not move")
        return meter

    def _followed(self, jackpot: str, meter: Meter | None, entry: Entry) -> Meter:
        """The meter after an entry that is in the journal; nothing there is trusted, all of it is made again."""
        try:
            if meter is None:
                return started(entry)
            return meter.after(entry, original=self._entry(entry.reverses) if entry.reverses else None)
        except CaribbeanError as error:
            raise DamagedHistoryError(f"{self._journal.path}: jackpot {jackpot}: {error}") from error

    # ---- transactions -----------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _writing(self, at: str) -> Iterator[None]:
        if at != "":
            check_text(at, "the time (at)")
        self._folds.begin()
        try:
            with self._journal.transaction(writes=True):
                yield
        except BaseException:
            self._folds.undo()
            raise


def started(entry: Entry) -> Meter:
    """The meter that the first entry of a log has started."""
    if entry.kind != "start" or entry.rule is None:
        raise InputError(f"a meter begins with its start, not with entry {entry.number} of kind {entry.kind}")
    meter, made = Meter.start(entry.rule, key=entry.key, reason=entry.reason, actor=entry.actor)
    _refuse_other_entry(entry, made)
    return meter


def read_entry(text: str) -> Entry:
    """The entry that stands in the journal as JSON."""
    try:
        return Entry.from_plain(msgspec.json.decode(text))
    except (CaribbeanError, msgspec.DecodeError) as error:
        raise DamagedHistoryError(f"an entry of a meter cannot be read: {error}") from error


def read_state(text: str) -> Meter:
    """The meter that stands beside an entry as JSON."""
    try:
        return Meter.from_plain(msgspec.json.decode(text))
    except (CaribbeanError, msgspec.DecodeError) as error:
        raise DamagedHistoryError(f"the stored state of a meter cannot be read: {error}") from error


def refuse_other(key: str, asked: dict[str, object], stored: tuple[object, ...]) -> None:
    """Raise `ConflictError` where a key was used before with other content."""
    differing = [
        f"{name} was {before!r}, now is {now!r}"
        for (name, now), before in zip(asked.items(), stored, strict=False)
        if now != before
    ]
    if differing:
        raise ConflictError(key, differing)


def _refuse_other_entry(stored: Entry, made: Entry) -> None:
    names = Entry.__struct_fields__
    asked = {name: getattr(made, name) for name in names}
    refuse_other(stored.key, asked, tuple(getattr(stored, name) for name in names))
