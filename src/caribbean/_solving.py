"""From a lowered variant and a strategy to the deals of every outcome: runs the kernels in slices. Rounds nothing.

Slices let progress be shown and Ctrl-C stop the work; results depend neither on them nor on threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ._counts import FOLD, PLAY, STRENGTHS, TURNS, ExchangeCounts, HoldemCounts, Paid, StudCounts
from ._lower import OUTCOME_ROWS, Lowered
from ._situations import ask_holdem, ask_stud
from .errors import InexactError, InputError
from .figures import Objective
from .hands import Category
from .parts import Outcome
from .strategy import Strategy

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with the name of a phase, how far it is and how far it goes."""

Rows: TypeAlias = list[list[int]]
WholeDeck: Final = bytes(range(52))
OPTIMAL: Final = "optimal"
_SLICES: Final = 64
_TO_PLAY: Final = bytes(1 if code == PLAY else 0 for code in range(256))


class Solution(NamedTuple):
    """How many deals end in each (outcome, category, changed cards), of how many; and the decisions taken."""

    deals: int
    cells: dict[tuple[Outcome, Category, int], Fraction]
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
        for one in _ranges(start, stop):
            yield one
            self.report(phase, one[1] - start, stop - start)

    def report(self, phase: str, done: int, total: int) -> None:
        """Tell whoever listens."""
        if self.progress is not None:
            self.progress(phase, done, total)


def _ranges(start: int, stop: int) -> list[tuple[int, int]]:
    step = max(1, (stop - start) // _SLICES)
    return [(at, min(at + step, stop)) for at in range(start, stop, step)]


def solve(work: Work) -> Solution:
    """The deals of every outcome."""
    solvers = {"stud": _solve_stud, "exchange": _solve_exchange, "holdem": _solve_holdem}
    return solvers[work.lowered.shape](work)


def stud_deals(cards: int) -> int:
    """How many deals of five against five with one upcard there are."""
    return comb(cards, 5) * (cards - 5) * comb(cards - 6, 4)


def holdem_deals(cards: int) -> int:
    """How many deals of two against two with a board of three and two there are."""
    return comb(cards, 2) * comb(cards - 2, 3) * comb(cards - 5, 2) * comb(cards - 7, 2)


def _cells(rows: Rows, changed: int = 0, units: int = 1) -> dict[tuple[Outcome, Category, int], Fraction]:
    return {
        (outcome, category, changed): Fraction(row[category], units)
        for outcome, row in zip(OUTCOME_ROWS, rows, strict=True)
        for category in Category
        if row[category]
    }


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
        decisions = choose(more.numerator // more.denominator)
        rows = tally(decisions)
        better = _ratio(lowered, rows)
        if better == ratio:
            return decisions, rows
        ratio = better


def _ratio(lowered: Lowered, rows: Rows) -> Fraction:
    net = staked = Fraction(0)
    for (outcome, category, _), deals in _cells(rows).items():
        net += deals * lowered.net[outcome, category]
        staked += deals * lowered.staked[outcome, category]
    return net / staked


# --- five cards ----------------------------------------------------------------------------------------------------


def _solve_stud(work: Work) -> Solution:
    lowered, cards = work.lowered, len(work.deck)
    paid = lowered.paid()
    counts = StudCounts(work.deck, lowered.variant.qualifier.strength)
    for start, stop in work.slices("counting dealer hands", 1, STRENGTHS + 1):
        counts.count(start, stop)
    if work.strategy == OPTIMAL:
        play, rows = _best(
            work,
            deals_of_a_cell=comb(cards - 6, 4),
            choose=lambda threshold: counts.choose(paid, threshold),
            tally=lambda decisions: counts.tally(paid, decisions),
        )
    else:
        play = _asked(work, counts, work.strategy).translate(_TO_PLAY)
        rows = counts.tally(paid, play)
    return Solution(stud_deals(cards), _cells(rows), play)


def _asked(
    work: Work, counts: StudCounts, strategy: Strategy, *, allowed: tuple[int, ...] = (), changed: int = 0
) -> bytearray:
    total = counts.cells // 52
    return ask_stud(
        counts.classes(),
        strategy,
        deck=work.deck,
        allowed=allowed,
        changed=changed,
        step=lambda done: work.report("asking the strategy", done, total),
    )


# --- five cards and a change ---------------------------------------------------------------------------------------


def _solve_exchange(work: Work) -> Solution:
    lowered = work.lowered
    counts = ExchangeCounts(work.deck, lowered.variant.qualifier.strength, lowered.paid())
    for start, stop in work.slices("counting dealer hands", 1, STRENGTHS + 1):
        counts.count(start, stop)
    then: dict[int, bytearray | None] = {1: None, 2: None}
    left_open = [[0, 0] for _ in range(6)]
    if work.strategy == OPTIMAL:
        if work.objective != "ante":
            raise InputError("where cards can be changed, the best strategy is found per ante only")
        actions, left_open = _best_actions(work, counts)
    else:
        allowed = tuple(k for k, fee in enumerate(lowered.fees) if k and fee >= 0)
        actions = _asked(work, counts, work.strategy, allowed=allowed)
        for changed in {code.bit_count() for code in set(actions) - {PLAY, FOLD}} & set(then):
            then[changed] = _asked(work, counts, work.strategy, changed=changed)
    if any(code.bit_count() not in then for code in set(actions) - {PLAY, FOLD}):
        raise InputError("a strategy that changes more than two cards cannot be counted exactly")
    solution = _tallied(work, counts, actions, then)
    _refuse_bounds(work, solution, left_open)
    return solution


def _best_actions(work: Work, counts: ExchangeCounts) -> tuple[bytearray, list[list[int]]]:
    """The best of fold, play and changes of up to two cards; for each number more, what the bounds leave open."""
    left_open = _open(work, counts, refine=False)
    counts.prepare()
    if any(pairs for pairs, _ in left_open):
        for start, stop in work.slices("weighing changes of one card", 1, STRENGTHS + 1):
            counts.value(start, stop)
    actions = counts.choose_actions()
    if any(pairs for pairs, _ in left_open[2:]):
        left_open = _open(work, counts, refine=True)
    if left_open[2][0]:
        _weigh_pairs(work, counts, actions)
    left_open[1] = left_open[2] = [0, 0]
    return actions, left_open


def _weigh_pairs(work: Work, counts: ExchangeCounts, actions: bytearray) -> None:
    """Minutes, on a whole deck: the one case in which bounds do not spare the work."""
    for turn in range(TURNS):
        counts.prepare_pairs(turn)
        for start, stop in work.slices(f"weighing changes of two cards, {turn + 1} of {TURNS}", 1, STRENGTHS + 1):
            counts.value_pairs(start, stop)
        counts.choose_pairs(actions)


def _open(work: Work, counts: ExchangeCounts, *, refine: bool) -> list[list[int]]:
    for start, stop in work.slices("bounding changes", 0, counts.sets):
        counts.bound(start, stop)
    counts.bounded()
    found = [[0, 0] for _ in range(6)]
    for start, stop in work.slices("comparing bounds", 0, counts.cells // 52):
        counts.open(start, stop, refine=refine, found=found)
    return found


def _tallied(work: Work, counts: ExchangeCounts, actions: bytearray, then: dict[int, bytearray | None]) -> Solution:
    rows, changes = counts.decided(actions)
    cells = _cells(rows)

    def count(cards: int, phase: str) -> None:
        deals = counts.tally_changes(
            cards,
            _ranges(1, STRENGTHS + 1),
            then[cards],
            lambda stop: work.report(phase, stop - 1, STRENGTHS),
        )
        for cell, found in _cells(deals, cards, counts.change_units[cards]).items():
            cells[cell] = cells.get(cell, Fraction(0)) + found

    if changes:
        count(1, "counting changes of one card")
    if any(code.bit_count() == 2 for code in set(actions)):
        for turn in range(TURNS):
            if counts.decided_pairs(turn, actions):
                count(2, f"counting changes of two cards, {turn + 1} of {TURNS}")
    return Solution(stud_deals(len(work.deck)), cells, actions)


def _refuse_bounds(work: Work, solution: Solution, left_open: list[list[int]]) -> None:
    """Where a change of more cards may pay, the figures found are a bound and no more."""
    numbers = [k for k, (pairs, _) in enumerate(left_open) if pairs and k > 1]
    if not numbers:
        return
    lowered = work.lowered
    net = Fraction(0)
    for (outcome, category, changed), deals in solution.cells.items():
        net += deals * (lowered.net[outcome, category] - lowered.fees[changed])
    excess = sum(most for k, (_, most) in enumerate(left_open) if k > 1) * lowered.scale
    all_deals = solution.deals * lowered.unit
    upper, lower = -net / all_deals, -(net + excess) / all_deals
    words = " and ".join(map(str, numbers))
    raise InexactError(
        f"changing {words} cards may pay in {sum(pairs for pairs, _ in left_open[2:])} pairs of hand and upcard, "
        "which is more than the bounds decide",
        lower,
        upper,
    )


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
    return Solution(holdem_deals(cards), _cells(rows), call)


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
    ranges = _ranges(0, counts.boards)
    rooms = [room() for _ in range(work.threads)]

    def part(thread: int) -> None:
        for start, stop in ranges[thread :: work.threads]:
            add(rooms[thread], start, stop)
            if thread == 0:
                work.report(phase, stop, counts.boards)

    if work.threads == 1:
        part(0)
    else:
        with ThreadPoolExecutor(work.threads) as pool:
            list(pool.map(part, range(work.threads)))
    for more in rooms[1:]:
        counts.merge(rooms[0], more)
    return rooms[0]
