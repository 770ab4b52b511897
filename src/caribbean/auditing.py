"""Auditing a log: every record is settled again, and what came back is held against the exact return.

Knows records, histories and analysis; changes nothing. The exact return is that of optimal play, and of blind play in
closed boxes (R-32): players who decide worse show below it. Progressive wagers are left out, as they depend on the
meter. Boxes of one round share a dealer and are counted as if they did not, so z-scores of games with several boxes run
a little high.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from .analysis import analyze
from .errors import CaribbeanError, DamagedHistoryError, InputError, InputTypeError, RecordError
from .figures import Analysis
from .history import History
from .money import format_amount
from .rounds import Round
from .roundstate import Phase
from .variants import Variant

Record: TypeAlias = tuple[str, str | bytes]
"""Where a record stands, and its text."""
Progress: TypeAlias = Callable[[int], None]
"""Called now and then with the number of records done."""

_EVERY = 1_000
_SQLITE = b"SQLite format 3\0"


class Disagreement(msgspec.Struct, frozen=True):
    """A record, or the books of a history, that does not stand up: where it is, and every reason."""

    place: str
    reasons: tuple[str, ...]


class Tally(msgspec.Struct):
    """What has gone through the boxes of one kind so far: sums of antes, of their squares, of stakes and of returns."""

    boxes: int = 0
    antes: int = 0
    squares: int = 0
    staked: int = 0
    returned: int = 0


class GameReturn(msgspec.Struct, frozen=True, kw_only=True):
    """The actual return of one game's ante, bet and changes against the exact one. Amounts in units."""

    variant: Variant
    open_boxes: Tally
    closed_boxes: Tally
    expected_net: Fraction | None
    """What optimal play would have given on these antes; None where the game cannot be analysed."""
    variance: Fraction | None
    why_not: str | None = None
    """Why there is no exact return."""

    @property
    def boxes(self) -> int:
        """How many boxes were settled."""
        return self.open_boxes.boxes + self.closed_boxes.boxes

    @property
    def staked(self) -> int:
        """All antes, bets and fees."""
        return self.open_boxes.staked + self.closed_boxes.staked

    @property
    def net(self) -> int:
        """What the players gained on them."""
        return self.open_boxes.returned + self.closed_boxes.returned - self.staked

    @property
    def rtp(self) -> Fraction | None:
        """What came back of each unit staked (R-91)."""
        return 1 + Fraction(self.net, self.staked) if self.staked else None

    @property
    def z_score(self) -> float | None:
        """How many standard deviations the players' net lies above the exact one."""
        if self.expected_net is None or not self.variance:
            return None
        return float(self.net - self.expected_net) / sqrt(self.variance)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, money as text in the main unit."""
        places = self.variant.exponent
        return {
            "game": self.variant.name,
            "fingerprint": self.variant.fingerprint,
            "boxes": self.boxes,
            "staked": format_amount(self.staked, places),
            "net": format_amount(self.net, places),
            "rtp_percent": None if self.rtp is None else f"{float(100 * self.rtp):.4f}",
            "expected_net": None if self.expected_net is None else format_amount(round(self.expected_net), places),
            "z_score": None if self.z_score is None else round(self.z_score, 3),
            "why_not": self.why_not,
        }


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """What an audit found."""

    records: int
    settled: int
    void: int
    open: int
    disagreements: tuple[Disagreement, ...]
    returns: tuple[GameReturn, ...]

    def to_dict(self) -> dict[str, Any]:
        """The audit as `caribbean audit --json` prints it."""
        return {
            "records": self.records,
            "settled": self.settled,
            "void": self.void,
            "open": self.open,
            "disagreements": [{"place": d.place, "reasons": list(d.reasons)} for d in self.disagreements],
            "returns": [found.to_dict() for found in self.returns],
        }


def audit(records: Iterable[Record | Disagreement], *, exact: bool = True, progress: Progress | None = None) -> Audit:
    """Settle every record again and compare; `exact` adds the exact return of each game, which takes seconds a game.

    A record that disagrees, or that stands in the log twice, is listed with its reasons and left out of the returns.
    """
    phases = dict.fromkeys(Phase, 0)
    disagreements: list[Disagreement] = []
    tallies: dict[str, tuple[Variant, dict[bool, Tally]]] = {}
    seen: set[bytes] = set()
    count = 0
    for given in records:
        if isinstance(given, Disagreement):
            disagreements.append(given)
            continue
        count += 1
        try:
            round_ = _read(given[1], seen)
        except RecordError as error:
            disagreements.append(Disagreement(given[0], error.disagreements))
        else:
            phases[round_.phase] += 1
            _add(round_, tallies.setdefault(round_.variant.fingerprint, (round_.variant, _tallies()))[1])
        if progress and count % _EVERY == 0:
            progress(count)
    if progress:
        progress(count)
    settled, void = phases[Phase.SETTLED], phases[Phase.VOID]
    return Audit(
        records=count,
        settled=settled,
        void=void,
        open=sum(phases.values()) - settled - void,
        disagreements=tuple(disagreements),
        returns=tuple(_returned(variant, found, exact) for variant, found in tallies.values()),
    )


def read_log(path: str | Path) -> Iterator[Record | Disagreement]:
    """What an audit goes through: the records in a file, one a line, or the finished rounds of a history and its books.

    The books are those that `History.check` proves; what it finds comes last, as a disagreement of the place "books".
    """
    try:
        if _is_history(path):
            yield from _from_history(path)
            return
        with Path(path).open("rb") as lines:  # as bytes: one that is no text spoils its own line only
            for number, line in enumerate(lines, start=1):
                if text := line.strip():
                    yield f"line {number}", text
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error


def log_size(path: str | Path) -> int | None:
    """How many records `read_log` gives, where that is known without reading them all."""
    if not _is_history(path):
        return None
    with History.open(path, read_only=True) as history:
        return history.count()


def _is_history(path: str | Path) -> bool:
    try:
        with Path(path).open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    except TypeError as error:
        raise InputTypeError(f"the path of a log must be a path, not {type(path).__name__}") from error
    except ValueError as error:
        raise InputError(f"{path!r} is no path: {error}") from error


def _from_history(path: str | Path) -> Iterator[Record | Disagreement]:
    with History.open(path, read_only=True) as history:
        with contextlib.suppress(DamagedHistoryError):  # the check below tells it, with the page it is in
            for key, record in history.records():
                yield f"round {key}", record
        found = history.check(sealed=False)
        if found:
            yield Disagreement("books", tuple(found))


def _read(text: str | bytes, seen: set[bytes]) -> Round:
    """The round in a record, which has not been seen at this step; rounds that are over have one last step."""
    round_ = Round.from_json(text)
    step = "over" if round_.over else str(len(round_.events))
    mark = hashlib.sha256(f"{round_.key} {step}".encode()).digest()  # as bytes: of a million they take half the room
    if mark in seen:
        raise RecordError([f"round {round_.key} stands in the log before, at the same step"])
    seen.add(mark)
    return round_


def _tallies() -> dict[bool, Tally]:
    return {False: Tally(), True: Tally()}


def _add(round_: Round, tallies: dict[bool, Tally]) -> None:
    for seat, settlement in zip(round_.seats, round_.settlements, strict=False):  # an open round has none
        tally = tallies[seat.closed]
        tally.boxes += 1
        tally.antes += seat.stakes.ante
        tally.squares += seat.stakes.ante**2
        for line in settlement.lines:
            if line.wager != "progressive":
                tally.staked += line.stake
                tally.returned += line.returned


def _returned(variant: Variant, tallies: dict[bool, Tally], exact: bool) -> GameReturn:
    expected, variance, why_not = Fraction(0), Fraction(0), None
    try:
        for closed, tally in tallies.items():
            if exact and tally.boxes:
                figures = _figures(variant, closed)
                expected -= figures.house_edge * tally.antes
                variance += figures.variance * tally.squares
    except CaribbeanError as error:
        why_not = str(error)
    known = exact and why_not is None
    return GameReturn(
        variant=variant,
        open_boxes=tallies[False],
        closed_boxes=tallies[True],
        expected_net=expected if known else None,
        variance=variance if known else None,
        why_not=why_not if exact else "not asked for",
    )


def _figures(variant: Variant, closed: bool) -> Analysis:
    return analyze(variant, strategy="blind" if closed else "optimal")
