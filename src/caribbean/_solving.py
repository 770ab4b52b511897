"""From a lowered variant and a strategy to the deals of every outcome: runs the kernels. Rounds nothing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from fractions import Fraction
from math import comb
from queue import SimpleQueue
from typing import Any, Final

from ._changing import solve_exchange
from ._counts import PLAY, HoldemCounts, Paid, StudCounts
from ._lower import Lowered
from ._situations import ask_holdem
from ._work import OPTIMAL, UNIT_PHASE, Rows, Solution, Work, ask, cells_of, holdem_deals, ranges, stud_deals
from .errors import InputError
from .parts import Outcome

_MOST_MORE: Final = 2**61 // 24
"""What playing must bring more, over one cell: with what folding brings, and for 24 exchanges of suits, in 63 bits."""
_TO_PLAY: Final = bytes(1 if code == PLAY else 0 for code in range(256))


def solve(work: Work) -> Solution:
    """The deals of every outcome."""
    solvers = {"stud": _solve_stud, "exchange": solve_exchange, "holdem": _solve_holdem}
    return solvers[work.lowered.shape](work)


# --- two objectives ------------------------------------------------------------------------------------------------


def _best(
    work: Work,
    *,
    deals_of_a_cell: int,
    choose: Callable[[int], bytearray],
    tally: Callable[[bytearray], Rows],
) -> tuple[bytearray, Rows]:
    """The best decisions and their deals. `choose` takes what playing must bring more than folding, over one cell.

    Per ante that is nothing. Per unit staked it is the current loss per unit on what playing stakes more; each round of
    decisions lowers the loss, until it stays as it is (Dinkelbach).
    """
    decisions = choose(0)
    rows = tally(decisions)
    if work.objective == "ante":
        return decisions, rows
    lowered = work.lowered
    folded = next(staked for (outcome, _), staked in lowered.staked.items() if outcome is Outcome.FOLD)
    played = next(staked for (outcome, _), staked in lowered.staked.items() if outcome is not Outcome.FOLD)
    ratio = _ratio(lowered, rows)
    while True:
        more = ratio * (played - folded) * deals_of_a_cell / lowered.scale
        if abs(more) > _MOST_MORE:
            raise InputError(f"{lowered.variant.name} pays too much for the best per unit staked")
        decisions = choose(more.numerator // more.denominator)
        rows = tally(decisions)
        better = _ratio(lowered, rows)
        if better == ratio:
            return decisions, rows
        ratio = better


def _ratio(lowered: Lowered, rows: Rows) -> Fraction:
    net = staked = Fraction(0)
    for (outcome, category, _), deals in cells_of(rows).items():
        net += deals * lowered.net[outcome, category]
        staked += deals * lowered.staked[outcome, category]
    return net / staked


# --- five cards ----------------------------------------------------------------------------------------------------


def _solve_stud(work: Work) -> Solution:
    lowered, cards = work.lowered, len(work.deck)
    paid = lowered.paid()
    counts = StudCounts(work.deck, lowered.variant.qualifier.strength)
    for start, stop in work.strengths(UNIT_PHASE):
        counts.count(start, stop)
    if work.strategy == OPTIMAL:
        play, rows = _best(
            work,
            deals_of_a_cell=comb(cards - 6, 4),
            choose=lambda threshold: counts.choose(paid, threshold),
            tally=lambda decisions: counts.tally(paid, decisions),
        )
    else:
        play = ask(work, counts, work.strategy).translate(_TO_PLAY)
        rows = counts.tally(paid, play)
    return Solution(stud_deals(cards), cells_of(rows), play)


# --- hold'em -------------------------------------------------------------------------------------------------------


def _solve_holdem(work: Work) -> Solution:
    lowered, cards = work.lowered, len(work.deck)
    paid = lowered.paid()
    counts = HoldemCounts(work.deck, lowered.variant.qualifier.strength)
    if work.strategy == OPTIMAL:
        sums = _summed(work, counts, paid)
        call, rows = _best(
            work,
            deals_of_a_cell=comb(cards - 5, 2) * comb(cards - 7, 2),
            choose=lambda threshold: counts.choose(paid, sums, threshold),
            tally=lambda decisions: _counted(work, counts, paid, decisions),
        )
    else:
        flops = counts.flops()
        call = ask_holdem(
            flops,
            work.strategy,
            deck=work.deck,
            step=lambda done: work.report("asking the strategy", done, len(flops) // 4),
        )
        rows = _counted(work, counts, paid, call)
    return Solution(holdem_deals(cards), cells_of(rows), call)


def _summed(work: Work, counts: HoldemCounts, paid: Paid) -> Any:
    """What calling is worth in every cell."""

    def add(room: Any, start: int, stop: int) -> None:
        counts.value(paid, start, stop, room)

    return _over_boards(work, "weighing boards", counts, counts.sums, add)


def _counted(work: Work, counts: HoldemCounts, paid: Paid, call: bytearray) -> Rows:
    """The deals of a set of calls."""
    called, folded = counts.called(paid, call)

    def add(room: Any, start: int, stop: int) -> None:
        counts.tally(paid, call, called, start, stop, room)

    rows = counts.rows(_over_boards(work, "counting boards", counts, counts.deals, add))
    return [[one + other for one, other in zip(*pair, strict=True)] for pair in zip(rows, folded, strict=True)]


def _over_boards(
    work: Work, phase: str, counts: HoldemCounts, room: Callable[[], Any], add: Callable[[Any, int, int], None]
) -> Any:
    """Sums over all boards. Each thread adds into a room of its own; whole numbers have the same sum in any order."""
    rooms = [room() for _ in range(work.threads)]
    free: SimpleQueue[Any] = SimpleQueue()
    for one in rooms:
        free.put(one)

    def part(start: int, stop: int) -> int:
        mine = free.get()
        try:
            add(mine, start, stop)
        finally:
            free.put(mine)
        return stop - start

    with ThreadPoolExecutor(work.threads) as pool:
        parts = [pool.submit(part, *one) for one in ranges(0, counts.boards)]
        done = 0
        try:
            for finished in as_completed(parts):
                done += finished.result()
                work.report(phase, done, counts.boards)
        except BaseException:
            # Else leaving the pool would wait for all that is not begun.
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    for more in rooms[1:]:
        counts.merge(rooms[0], more)
    return rooms[0]
