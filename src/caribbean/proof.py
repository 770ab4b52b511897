"""The proof of a history's books: what the records say against what was booked. Reads a journal; writes nothing.

Nothing that was written is believed: rounds are replayed, meters are made again entry by entry, and balances are
compared with what came in, what went out, and what the records say was won, lost and is held.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeAlias

import msgspec

from .actions import Change
from .entries import Entry
from .errors import CaribbeanError
from .fairness import ServerSeed
from .jackpot import Meter
from .journal import PAGE, Journal
from .ledger import read_entry, read_state, started
from .rounds import Round
from .roundstate import Phase

Opener: TypeAlias = Callable[[bytes, int, str], bytes]
"""Content, whether it is sealed, and the key of its round → the content in the clear."""

_MOVED_BY_ROUNDS = ("contribute", "award", "reverse")


def decisions_digest(round_: Round, decisions: int) -> str:
    """A name for a round after so many decisions. It tells no card: the whole deck is in the key."""
    said = [
        [
            type(event.action).__name__,
            str(event.action) if isinstance(event.action, Change) else "",
            event.by,
            event.funds,
        ]
        for event in round_.events[:decisions]
    ]
    return hashlib.sha256(msgspec.json.encode([round_.key, round_.opening_funds, said])).hexdigest()


def chained(link: str, *content: object) -> str:
    """The next link of the chain over all steps: what stands in a step, bound to the link before it.

    A step that is changed or taken out breaks the chain behind it. Whoever owns the file can forge the whole rest.
    """
    plain = [part.hex() if isinstance(part, bytes) else part for part in content]
    return hashlib.sha256(msgspec.json.encode([link, *plain])).hexdigest()


def latest_link(journal: Journal) -> str:
    """The link that the next step is bound to; an empty one before the first."""
    found = journal.row("SELECT chain FROM steps ORDER BY id DESC")
    return str(found[0]) if found else ""


def disagreements(journal: Journal, opened: Opener, *, sealed: bool = True) -> Iterator[str]:
    """All that does not add up, a line each; without `sealed`, as far as it can be seen without unsealing anything."""
    gained: dict[str, int] = defaultdict(int)
    yield from _database(journal)
    yield from _chain(journal)
    yield from _rounds(journal, opened if sealed else _only_clear(opened), gained)
    yield from _purses(journal, gained)
    yield from _meters(journal)


def _database(journal: Journal) -> Iterator[str]:
    yield from (f"the file: {told}" for (told,) in journal.rows("PRAGMA integrity_check") if told != "ok")
    for table, row, parent, _ in journal.rows("PRAGMA foreign_key_check"):
        yield f"the file: row {row} of {table} belongs to no row of {parent}"


def _chain(journal: Journal) -> Iterator[str]:
    last, link = 0, ""
    while page := journal.rows(
        "SELECT s.id, s.chain, r.round_key, s.round, s.step, s.decisions, s.status, s.digest, s.sealed, s.record, s.at"
        " FROM steps s JOIN rounds r ON r.id = s.round WHERE s.id > ? ORDER BY s.id LIMIT ?",
        *(last, PAGE),
    ):
        for last, stands, key, *content in page:  # noqa: B007 - the next page begins behind the last row
            if stands != chained(link, key, *content):
                yield f"round {key}: its step {content[1]} does not follow the one before it in the chain"
            link = stands


class _SealedError(CaribbeanError, ValueError):
    """Nobody has unsealed this, and nobody was asked to."""


def _only_clear(opened: Opener) -> Opener:
    def open_(content: bytes, sealed: int, key: str) -> bytes:
        if sealed:
            raise _SealedError(key)
        return opened(content, sealed, key)

    return open_


# ---- rounds -------------------------------------------------------------------------------------------------------


def _rounds(journal: Journal, opened: Opener, gained: dict[str, int]) -> Iterator[str]:
    last = 0
    while page := journal.rows(
        "SELECT r.id, r.round_key, r.player, r.jackpot, s.status, s.sealed, s.record FROM rounds r"
        " LEFT JOIN steps s ON s.round = r.id AND s.step = (SELECT max(step) FROM steps WHERE round = r.id)"
        " WHERE r.id > ? ORDER BY r.id LIMIT ?",
        *(last, PAGE),
    ):
        for last, key, player, jackpot, status, sealed, record in page:
            try:
                round_ = Round.from_json(opened(record, sealed, key)) if record is not None else None
            except _SealedError:
                # What it has staked is believed, or its player's balance would not add up.
                booked = journal.rows("SELECT units FROM movements WHERE round = ?", last)
                gained[player] += sum(units for (units,) in booked)
                continue
            except CaribbeanError as error:
                yield f"round {key}: {error}"
                continue
            if round_ is None or (round_.key, round_.phase.value) != (key, status):
                yield f"round {key}: its record is missing, or that of another round or phase"
                continue
            net = sum(settlement.net for settlement in round_.settlements)
            gained[player] += net - round_.held
            found = [
                *_steps(journal, last, round_),
                *_movements(journal, last, round_, player),
                *_entries(journal, last, round_, jackpot),
                *_seed(journal, last, round_, opened),
            ]
            yield from (f"round {key}: {problem}" for problem in found)


def _steps(journal: Journal, round_id: int, round_: Round) -> Iterator[str]:
    for step, decisions, digest in journal.rows("SELECT step, decisions, digest FROM steps WHERE round = ?", round_id):
        if digest != decisions_digest(round_, decisions):
            yield f"step {step} has other decisions than the last one"


def _movements(journal: Journal, round_id: int, round_: Round, player: str) -> Iterator[str]:
    credited = "refund" if round_.phase is Phase.VOID else "return"
    due = {debit.key: ("stake", -debit.units, debit.box, debit.wager) for debit in round_.debits}
    due |= {credit.key: (credited, credit.units, credit.box, credit.wager) for credit in round_.credits}
    booked = {}
    for key, whose, *movement in journal.rows(
        "SELECT key, player, kind, units, box, wager FROM movements WHERE round = ?", round_id
    ):
        booked[key] = tuple(movement)
        if whose != player:
            yield f"{key} was booked for {whose}, who is not its player {player}"
    for key in sorted(due.keys() | booked.keys()):
        if due.get(key) != booked.get(key):
            yield f"{key} is booked as {booked.get(key)}, the record says {due.get(key)}"


def _entries(journal: Journal, round_id: int, round_: Round, jackpot: str | None) -> Iterator[str]:
    """What the round moved in its meter: a contribution for each stake, its awards, and after a void the reversals."""
    stakes = [debit for debit in round_.debits if debit.wager == "progressive" and jackpot is not None]
    due: dict[str, object] = {f"{debit.key}/contribution": debit.units for debit in stakes}
    due |= {entry.key: entry for entry in round_.awards}
    if round_.phase is Phase.VOID:
        due |= {f"{debit.key}/contribution/reversal": f"{debit.key}/contribution" for debit in stakes}
    booked: dict[str, object] = {}
    for name, text in journal.rows("SELECT jackpot, entry FROM meter_entries WHERE round = ?", round_id):
        try:
            entry = read_entry(text)
        except CaribbeanError as error:
            yield f"an entry of jackpot {name}: {error}"
            continue
        what = {"contribute": entry.stake, "reverse": entry.reverses}
        booked[entry.key] = what.get(entry.kind, entry)
        if name != jackpot:
            yield f"{entry.key} moved jackpot {name}, the round belongs to {jackpot}"
    for key in sorted(due.keys() | booked.keys()):
        if due.get(key) != booked.get(key):
            yield f"{key} stands in the log of the meter as {booked.get(key)}, the record says {due.get(key)}"


def _seed(journal: Journal, round_id: int, round_: Round, opened: Opener) -> Iterator[str]:
    found = journal.row("SELECT commitment, nonce, client_seed, sealed, seed FROM seeds WHERE round = ?", round_id)
    if found is None:
        return
    commitment, nonce, client_seed, sealed, content = found
    try:
        seed = ServerSeed(opened(content, sealed, round_.key))
        if str(seed.commitment) != commitment:
            yield "its server seed is not the one committed to"
        if seed.permutation(client_seed=client_seed, nonce=nonce) != round_.deck.ids:
            yield "its deck does not come from its seeds"
    except _SealedError:
        return
    except CaribbeanError as error:
        yield f"its server seed: {error}"


# ---- purses -------------------------------------------------------------------------------------------------------


def _purses(journal: Journal, gained: dict[str, int]) -> Iterator[str]:
    running: dict[tuple[str, str], int] = defaultdict(int)
    lowest: dict[tuple[str, str], int] = {}
    paid: dict[str, int] = defaultdict(int)
    last = 0
    # Added up here and not in SQL: where somebody has forged the rows, sums may pass what SQLite can count.
    while page := journal.rows(
        "SELECT id, player, purse, kind, units FROM movements WHERE id > ? ORDER BY id LIMIT ?", last, PAGE
    ):
        for last, player, purse, kind, units in page:  # noqa: B007 - the next page begins behind the last row
            place = (player, purse)
            running[place] += units
            lowest[place] = min(lowest.get(place, 0), running[place])
            paid[player] += units if kind in ("deposit", "withdraw") else 0
    for (player, purse), least in lowest.items():
        if least < 0:
            yield f"the {purse} of {player} once stood at {least} units"
    for (key,) in journal.rows(
        "SELECT key FROM movements WHERE kind IN ('buy-in', 'cash-out') GROUP BY key"
        " HAVING min(units) + max(units) <> 0 OR count(*) <> 2"
        " OR count(DISTINCT purse) <> 2 OR count(DISTINCT player) <> 1 OR count(DISTINCT kind) <> 1"
    ):
        yield f"{key} did not move from one purse to the other what it should"
    holdings: dict[str, int] = defaultdict(int)
    for (player, _), holds in running.items():
        holdings[player] += holds
    for player in sorted(holdings.keys() | gained.keys()):
        holds, paid_in = holdings[player], paid[player]
        if holds != paid_in + gained[player]:
            yield (
                f"{player} holds {holds} units; {paid_in} were paid in and not out, and {gained[player]} were won,"
                " less what is lost or held"
            )


# ---- meters -------------------------------------------------------------------------------------------------------


def _meters(journal: Journal) -> Iterator[str]:
    for (jackpot,) in journal.rows("SELECT DISTINCT jackpot FROM meter_entries ORDER BY jackpot"):
        try:
            yield from (f"jackpot {jackpot}: {problem}" for problem in _meter(journal, jackpot))
        except CaribbeanError as error:  # after that entry nothing can follow
            yield f"jackpot {jackpot}: {error}"


def _meter(journal: Journal, jackpot: str) -> Iterator[str]:
    meter: Meter | None = None
    columns: dict[str, Fraction] = defaultdict(Fraction)
    reversed_: set[str] = set()
    last = 0
    while page := journal.rows(
        "SELECT number, entry, state, round FROM meter_entries WHERE jackpot = ? AND number > ?"
        " ORDER BY number LIMIT ?",
        *(jackpot, last, PAGE),
    ):
        for last, text, state, round_id in page:  # noqa: B007 - the next page begins behind the last row
            entry = read_entry(text)
            original = _original(journal, entry)
            meter = meter.after(entry, original=original) if meter else started(entry)
            if entry.reverses is not None:
                if entry.reverses in reversed_:
                    yield f"{entry.reverses} was reversed twice"
                reversed_.add(entry.reverses)
            if (entry.kind in _MOVED_BY_ROUNDS) != (round_id is not None):
                yield f"entry {entry.number} of kind {entry.kind} and its round do not go together"
            if state is not None and read_state(state) != meter:
                yield f"the state stored with entry {entry.number} is not that of the meter"
            for column in ("seeded", "contributed", "adjusted", "to_meter", "to_reserve", "to_overflow", "paid"):
                columns[column] += getattr(entry, column)
    came = columns["seeded"] + columns["contributed"] + columns["adjusted"]
    stands = columns["to_meter"] + columns["to_reserve"] + columns["to_overflow"]
    if meter is not None and (came != stands + columns["paid"] or stands != _stands(meter)):
        yield f"what came in, {came}, is not what stands, {_stands(meter)}, and what was paid, {columns['paid']} (R-81)"


def _stands(meter: Meter) -> Fraction:
    return meter.exact + meter.reserve + meter.overflow


def _original(journal: Journal, entry: Entry) -> Entry | None:
    found = journal.row("SELECT entry FROM meter_entries WHERE key = ?", entry.reverses) if entry.reverses else None
    return read_entry(found[0]) if found else None
