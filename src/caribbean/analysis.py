"""`analyze()`: what a game costs, exactly, over all deals. Knows variants and strategies; others do the counting."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from ._lower import Lowered
from ._solving import solve
from ._work import BLIND, OPTIMAL, Progress, Solution, WholeDeck, Work, prepared
from .figures import Analysis, Objective, OutcomeFigures
from .parts import Outcome
from .strategy import STRATEGIES, Strategy
from .variants import Variant


def analyze(
    variant: Variant,
    *,
    strategy: str | Strategy = OPTIMAL,
    objective: Objective = "ante",
    ante: int | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    _cards: bytes = WholeDeck,
) -> Analysis:
    """The figures of one box of a game, over all deals, exactly.

    `strategy` is "optimal", the name of a strategy (see `STRATEGIES`), or a function of what the player sees (`Seen`)
    that gives an action: it is called once for each situation that differs by more than the names of suits, some five
    million times for a stud game. `objective` says what the optimal strategy makes the most of: money per ante, or per
    unit staked ("wager"), where cards cannot be changed. `ante` in units is needed where a win is capped (R-76); given,
    pays are rounded as they are at that ante. `progress` is called with a phase, how far it is, and how far it goes;
    before a part that takes long with its name, 0, and about how many times as long as the phase "counting dealer
    hands" it takes. An exception of its own ends the analysis. `threads` share the boards of hold'em; other games take
    one. Neither threads nor progress change a figure. Where all boxes play closed nothing is decided: the strategy is
    "blind".

    Raises `InputError` where no kernel counts the game, `InexactError` with certain bounds where they leave open
    whether a change of several cards pays.
    """
    work = prepared(
        variant, strategy=strategy, objective=objective, ante=ante, threads=threads, progress=progress, cards=_cards
    )
    return _analysis(work, strategy, ante)


def _analysis(work: Work, strategy: str | Strategy, ante: int | None) -> Analysis:
    variant, solution = work.lowered.variant, solve(work)
    return Analysis(
        variant=variant,
        strategy=_named(variant, strategy),
        objective=work.objective,
        deals=solution.deals,
        outcomes=_outcomes(work.lowered, solution),
        ante=ante,
    )


def _named(variant: Variant, strategy: str | Strategy) -> str:
    """What the strategy is called; a function that has the name of one of ours is told apart."""
    if isinstance(strategy, str):
        return strategy if variant.decides else BLIND
    name = getattr(strategy, "__name__", type(strategy).__name__)
    return f"{name}()" if name == OPTIMAL or name in STRATEGIES else name


def _outcomes(lowered: Lowered, solution: Solution) -> tuple[OutcomeFigures, ...]:
    order = {outcome: place for place, outcome in enumerate(Outcome)}
    cells = sorted(solution.cells.items(), key=lambda cell: (cell[0][2], order[cell[0][0]], cell[0][1]))
    return tuple(
        OutcomeFigures(
            outcome=outcome,
            category=category,
            changed=changed,
            deals=deals,
            probability=deals / solution.deals,
            net=Fraction(lowered.net[outcome, category] - lowered.fees[changed], lowered.unit),
            staked=Fraction(lowered.staked[outcome, category] + lowered.fees[changed], lowered.unit),
        )
        for (outcome, category, changed), deals in cells
    )


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two variants, each at its own best play: what the difference in their rules is worth."""

    base: Analysis
    other: Analysis

    @property
    def house_edge(self) -> Fraction:
        """How much more the other costs per ante."""
        return self.other.house_edge - self.base.house_edge

    @property
    def element_of_risk(self) -> Fraction:
        """How much more the other costs per unit staked."""
        return self.other.element_of_risk - self.base.element_of_risk


def compare(
    base: Variant,
    other: Variant,
    *,
    strategy: str | Strategy = OPTIMAL,
    objective: Objective = "ante",
    ante: int | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Comparison:
    """What a change of rules costs: both variants analysed alike; the arguments are those of `analyze`."""
    works = [
        prepared(variant, strategy=strategy, objective=objective, ante=ante, threads=threads, progress=progress)
        for variant in (base, other)
    ]
    one, two = (_analysis(work, strategy, ante) for work in works)
    return Comparison(base=one, other=two)
