"""What an exact analysis is asked for, and what it finds; shared by those that solve. Counts nothing itself.

Work is done in slices: progress can be shown and Ctrl-C stops it. No result depends on how it is sliced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from typing import Final, Literal, NamedTuple, TypeAlias

from ._counts import STRENGTHS, StudCounts
from ._lower import OUTCOME_ROWS, Lowered, lower
from ._situations import ask_stud
from .errors import InputError, InputTypeError, shown
from .figures import Objective
from .hands import Category
from .parts import Outcome
from .strategy import NamedStrategy, Strategy, find_strategy
from .variants import Variant

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with the name of a phase, how far it is, and how far it goes.

Before a part that takes long: with its name, 0, and about how many times as long as `UNIT_PHASE` it takes."""

UNIT_PHASE: Final = "counting dealer hands"

Rows: TypeAlias = list[list[int]]
Cells: TypeAlias = dict[tuple[Outcome, Category, int], Fraction]
WholeDeck: Final = bytes(range(52))
OPTIMAL: Final = "optimal"
BLIND: Final = "blind"
_MOST_THREADS: Final = 8
_SLICES: Final = 64
_ASKED: Final = 50
"""How many times longer than the count of the dealer's hands five million calls of a quick function take."""


class Solution(NamedTuple):
    """How many deals end in each (outcome, category, changed cards), of how many; and the decisions taken."""

    deals: int
    cells: Cells
    actions: bytearray


class Work(NamedTuple):
    """What is asked for, and by what means."""

    lowered: Lowered
    strategy: Strategy | Literal["optimal"]
    objective: Objective
    deck: bytes
    threads: int
    progress: Progress | None

    def slices(self, phase: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """The ranges of a phase, reported as they are done."""
        for one in ranges(start, stop):
            yield one
            self.report(phase, one[1] - start, stop - start)

    def strengths(self, phase: str) -> Iterator[tuple[int, int]]:
        """The same over all strengths of hands."""
        return self.slices(phase, 1, STRENGTHS + 1)

    def report(self, phase: str, done: int, total: int) -> None:
        """Tell whoever listens."""
        if self.progress is not None:
            self.progress(phase, done, total)


def prepared(
    variant: Variant,
    *,
    strategy: object,
    objective: object,
    ante: int | None,
    threads: object,
    progress: object,
    cards: bytes = WholeDeck,
) -> Work:
    """What is asked for, checked."""
    lowered = lower(variant, ante)
    if objective not in ("ante", "wager"):
        raise InputError(f"the objective must be one of ante, wager, not {shown(objective)}")
    if type(threads) is not int or not 1 <= threads <= _MOST_THREADS:
        raise InputError(f"threads must be a number from 1 to {_MOST_THREADS}, not {shown(threads)}")
    if progress is not None and not callable(progress):
        raise InputTypeError(f"progress must be a function or None, not {type(progress).__name__}")
    chosen = _strategy(variant, strategy)
    if objective == "wager" and (chosen != OPTIMAL or lowered.shape == "exchange"):
        raise InputError("the best per unit staked is found for the optimal strategy of games without a change only")
    return Work(
        lowered=lowered,
        strategy=chosen,
        objective="wager" if objective == "wager" else "ante",
        deck=bytes(sorted(cards)),
        threads=threads,
        progress=progress,
    )


def _strategy(variant: Variant, strategy: object) -> Strategy | Literal["optimal"]:
    if not isinstance(strategy, str) and (not callable(strategy) or isinstance(strategy, type)):
        raise InputTypeError(f"a strategy must be a name or a function, not {type(strategy).__name__}")
    if not variant.decides:
        if strategy not in (OPTIMAL, BLIND):
            raise InputError(f"{variant.name} is played closed, so that the only strategy is {BLIND}")
        return find_strategy(BLIND)
    if not isinstance(strategy, str):
        return strategy
    return OPTIMAL if strategy == OPTIMAL else find_strategy(strategy)


def ranges(start: int, stop: int) -> list[tuple[int, int]]:
    """The slices that a phase is done in."""
    step = max(1, (stop - start) // _SLICES)
    return [(at, min(at + step, stop)) for at in range(start, stop, step)]


def stud_deals(cards: int) -> int:
    """How many deals of five against five with one upcard there are."""
    return comb(cards, 5) * (cards - 5) * comb(cards - 6, 4)


def holdem_deals(cards: int) -> int:
    """How many deals of two against two with a board of three and two there are."""
    return comb(cards, 2) * comb(cards - 2, 3) * comb(cards - 5, 2) * comb(cards - 7, 2)


def cells_of(rows: Rows, changed: int = 0, units: int = 1) -> Cells:
    """The kernels' rows as deals; each deal was counted `units` times."""
    return {
        (outcome, category, changed): Fraction(row[category], units)
        for outcome, row in zip(OUTCOME_ROWS, rows, strict=True)
        for category in Category
        if row[category]
    }


def ask(
    work: Work, counts: StudCounts, strategy: Strategy, *, allowed: tuple[int, ...] = (), changed: int = 0
) -> bytearray:
    """What a strategy does in every cell of five cards and an upcard."""
    total = counts.cells // 52
    phase = f"asking the strategy after a change of {changed}" if changed else "asking the strategy"
    if not isinstance(strategy, NamedStrategy):
        work.report(phase, 0, _ASKED)
    return ask_stud(
        counts.classes(),
        strategy,
        deck=work.deck,
        allowed=allowed,
        changed=changed,
        step=lambda done: work.report(phase, done, total),
    )
