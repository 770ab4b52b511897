"""Auditing a log: every record is settled again, and what came back is held against the exact return.

Knows records and analysis; keeps nothing. The exact return is that of optimal play, and of blind play in closed boxes
(R-32): players who decide worse show below it. Progressive wagers are left out, as they depend on the meter. Boxes of
one round share a dealer and are counted as if they did not, so z-scores of games with several boxes run a little high.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from .analysis import analyze
from .errors import CaribbeanError, InputError, RecordError
from .figures import Analysis
from .history import History
from .money import format_amount
from .rounds import Round
from .roundstate import Phase
from .variants import Variant

Record: TypeAlias = tuple[str, str]
"""Where a record stands, and its text."""
Progress: TypeAlias = Callable[[int], None]
"""Called now and then with the number of records done."""

_EVERY = 1_000
_SQLITE = b"SQLite format 3\0"


class Disagreement(msgspec.Struct, frozen=True):
    """A record that does not stand up: where it is, and every reason."""

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


def audit(records: Iterable[Record], *, exact: bool = True, progress: Progress | None = None) -> Audit:
    """Settle every record again and compare; `exact` adds the exact return of each game, which takes seconds a game.

    A record that disagrees is listed with its reasons and left out of the returns.
    """
    phases = dict.fromkeys(Phase, 0)
    disagreements: list[Disagreement] = []
    tallies: dict[str, tuple[Variant, dict[bool, Tally]]] = {}
    count = 0
    for count, (place, text) in enumerate(records, start=1):
        try:
            round_ = Round.from_json(text)
        except RecordError as error:
            disagreements.append(Disagreement(place, error.disagreements))
        else:
            phases[round_.phase] += 1
            _add(round_, tallies.setdefault(round_.variant.fingerprint, (round_.variant, _tallies()))[1])
        if progress and count % _EVERY == 0:
            progress(count)
    if progress:
        progress(count)
    return Audit(
        records=count,
        settled=phases[Phase.SETTLED],
        void=phases[Phase.VOID],
        open=count - len(disagreements) - phases[Phase.SETTLED] - phases[Phase.VOID],
        disagreements=tuple(disagreements),
        returns=tuple(_returned(variant, found, exact) for variant, found in tallies.values()),
    )


def read_log(path: str | Path) -> Iterator[Record]:
    """The records of a log: the finished rounds of a history, or a file with a record on every line."""
    try:
        with Path(path).open("rb") as file:
            is_history = file.read(len(_SQLITE)) == _SQLITE
        if is_history:
            yield from _from_history(path)
            return
        with Path(path).open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield f"line {number}", line
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is neither a history nor UTF-8 text") from error
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error


def _from_history(path: str | Path) -> Iterator[Record]:
    with History.open(path, read_only=True) as history:
        for stored in history.rounds():
            yield f"round {stored.key}", stored.record


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
