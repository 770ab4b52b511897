"""The deals of a game in which cards can be changed: which changes can pay, what they are worth, where they lead.

Changes that bounds exclude are never counted. Those of one and two cards, and of five after which the hand has to be
played, are counted wherever the bounds leave them open; for others the bounds decide, or the figure is refused.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from ._counts import FOLD, PLAY, TURNS, ExchangeCounts, FreshCounts
from ._work import OPTIMAL, UNIT_PHASE, Cells, Solution, Work, ask, cells_of, stud_deals
from .errors import InexactError, InputError
from .strategy import Strategy

_TIMES: Final = {2: 150, 5: 150}
"""About how many times longer than the count of the dealer's hands these changes take: values, and as much to tally."""

_ALL: Final = 5
_SIDES: Final = tuple(zip(FreshCounts.SIDES, ("player's", "dealer's"), strict=True))
LeftOpen = list[list[int]]
"""For each number of cards, how many pairs of hand and upcard the bounds leave open, and what those may bring more."""


def solve_exchange(work: Work) -> Solution:
    """The deals of every outcome."""
    lowered = work.lowered
    counts = ExchangeCounts(work.deck, lowered.variant.qualifier.strength, lowered.paid())
    for start, stop in work.strengths(UNIT_PHASE):
        counts.count(start, stop)
    changing = _Changing(work, counts)
    if work.strategy == OPTIMAL:
        actions, left_open = changing.best()
    else:
        actions, left_open = changing.asked(work.strategy), [[0, 0] for _ in range(6)]
    solution = changing.tallied(actions)
    _refuse_bounds(work, solution, left_open)
    return solution


class _Changing:
    """One analysis under way."""

    def __init__(self, work: Work, counts: ExchangeCounts) -> None:
        self.work, self.counts = work, counts
        self.then: dict[int, bytearray | None] = {1: None, 2: None}
        """For each number of cards what a strategy does after such a change; None: the best."""
        lowered = work.lowered
        self.counted = (1, 2, _ALL) if lowered.fees[_ALL] >= 0 and _ALL in lowered.forced else (1, 2)
        """Changes of so many cards are counted where they may pay."""

    # --- decisions -------------------------------------------------------------------------------------------------

    def asked(self, strategy: Strategy) -> bytearray:
        """What a strategy does, which may change as many cards as can be counted."""
        work = self.work
        allowed = tuple(k for k, fee in enumerate(work.lowered.fees) if k and fee >= 0)
        actions = ask(work, self.counts, strategy, allowed=allowed)
        changed = {code.bit_count() for code in set(actions) - {PLAY, FOLD}}
        if not changed <= {*self.counted}:
            raise InputError(
                "a strategy that changes more than two cards cannot be counted exactly, unless it changes all five and "
                "the hand must then be played"
            )
        if not getattr(strategy, "best_after_change", False):
            for k in changed & set(self.then) - set(work.lowered.forced):
                self.then[k] = ask(work, self.counts, strategy, changed=k)
        return actions

    def best(self) -> tuple[bytearray, LeftOpen]:
        """The best of fold, play and all changes that are counted; and what the bounds leave open."""
        counts, work = self.counts, self.work
        left_open = self._open(refine=False)
        counts.prepare()
        if any(pairs for pairs, _ in left_open):
            for start, stop in work.strengths("weighing changes of one card"):
                counts.value(start, stop)
        actions = counts.choose_actions()
        if any(pairs for pairs, _ in left_open[2:]):
            left_open = self._open(refine=True)
        left_open[1] = [0, 0]
        if any(left_open[k][0] for k in range(2, 6) if k not in self.counted):
            return actions, left_open  # it will be refused: no need for minutes of work before
        if left_open[2][0]:
            self._weigh_pairs(actions)
        if left_open[_ALL][0]:
            self._weigh_fives(actions)
        return actions, [[0, 0] for _ in left_open]

    def _open(self, *, refine: bool) -> LeftOpen:
        counts, work = self.counts, self.work
        for start, stop in work.slices("bounding changes", 0, counts.sets):
            counts.bound(start, stop)
        counts.bounded()
        found = [[0, 0] for _ in range(6)]
        for start, stop in work.slices("comparing bounds", 0, counts.cells // 52):
            counts.open(start, stop, refine=refine, found=found)
        return found

    def _announce(self, cards: int, parts: int) -> None:
        words = {2: "changes of two cards", _ALL: "changes of five cards"}
        self.work.report(words[cards], 0, parts * _TIMES[cards])

    def _weigh_pairs(self, actions: bytearray) -> None:
        """Minutes, on a whole deck: bounds do not spare the work."""
        counts, work = self.counts, self.work
        self._announce(2, 2)
        for turn in range(TURNS):
            counts.prepare_pairs(turn)
            for start, stop in work.strengths(f"weighing changes of two cards, {turn + 1} of {TURNS}"):
                counts.value_pairs(start, stop)
            counts.choose_pairs(actions)

    def _weigh_fives(self, actions: bytearray) -> None:
        """Minutes as well: a sum over all final hands for every five cards thrown."""
        self._announce(_ALL, 2)
        fresh, work = FreshCounts(self.counts), self.work
        for side, whose in _SIDES:
            fresh.start(side)
            for start, stop in work.strengths(f"weighing changes of five cards, the {whose} hands"):
                fresh.value(side, start, stop)
            for start, stop in work.slices("adding changes of five cards", 0, self.counts.cells // 52):
                fresh.hold(side, start, stop)
        fresh.choose(actions)

    # --- deals -----------------------------------------------------------------------------------------------------

    def tallied(self, actions: bytearray) -> Solution:
        """The deals that these decisions lead to."""
        counts = self.counts
        rows, changes = counts.decided(actions)
        found = [cells_of(rows)]
        numbers = {code.bit_count() for code in set(actions) - {PLAY, FOLD}}
        if changes:
            found.append(self._tally(1, "counting changes of one card"))
        if 2 in numbers:
            if self.work.strategy != OPTIMAL:
                self._announce(2, 1)
            for turn in range(TURNS):
                if counts.decided_pairs(turn, actions):
                    found.append(self._tally(2, f"counting changes of two cards, {turn + 1} of {TURNS}"))
        if _ALL in numbers:
            found.append(self._tally_fives(actions))
        cells: Cells = {}
        for some in found:
            for cell, deals in some.items():
                cells[cell] = cells.get(cell, Fraction(0)) + deals
        return Solution(stud_deals(len(self.work.deck)), cells, actions)

    def _tally(self, cards: int, phase: str) -> Cells:
        rows = self.counts.tally_changes(cards, self.work.strengths(phase), self.then[cards])
        return cells_of(rows, cards, self.counts.change_units[cards])

    def _tally_fives(self, actions: bytearray) -> Cells:
        if self.work.strategy != OPTIMAL:
            self._announce(_ALL, 1)
        fresh, work = FreshCounts(self.counts), self.work
        fresh.decided(actions)
        sides = []
        for side, whose in _SIDES:
            fresh.start(side)
            for start, stop in work.slices("sharing out changes of five cards", 0, fresh.sets(side)):
                fresh.weigh(side, start, stop)
            sides.append(fresh.tally(side, work.strengths(f"counting changes of five cards, the {whose} hands")))
        rows = [[sum(numbers) for numbers in zip(*rows, strict=True)] for rows in zip(*sides, strict=True)]
        return cells_of(rows, _ALL, fresh.units)


def _refuse_bounds(work: Work, solution: Solution, left_open: LeftOpen) -> None:
    """Where a change of more cards may pay, the figures found are a bound and no more."""
    numbers = [k for k, (pairs, _) in enumerate(left_open) if pairs]
    if not numbers:
        return
    lowered = work.lowered
    net = Fraction(0)
    for (outcome, category, changed), deals in solution.cells.items():
        net += deals * (lowered.net[outcome, category] - lowered.fees[changed])
    excess = sum(most for _, most in left_open) * lowered.scale
    all_deals = solution.deals * lowered.unit
    upper, lower = -net / all_deals, -(net + excess) / all_deals
    words = " and ".join(map(str, numbers))
    raise InexactError(
        f"changing {words} cards may pay in {sum(pairs for pairs, _ in left_open)} pairs of hand and upcard, "
        "which is more than the bounds decide",
        lower,
        upper,
    )
