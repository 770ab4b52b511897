"""Pictures of figures, the extra `charts`. Knows analyses and strategies; computes none of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from matplotlib.figure import Figure

from .best import BestStrategy
from .cards import CardRank
from .errors import InputError
from .figures import Analysis
from .parts import Outcome
from .rulebook import OUTCOME_WORDS


def ace_king_map(strategy: BestStrategy) -> Figure:
    """For each ace-king hand (down) and upcard (across): how often it is played, from fold (white) to play (black)."""
    chart = strategy.ace_king_chart()
    hands = list(chart)
    grid = [[_played(chart[hand].get(upcard)) for upcard in CardRank] for hand in hands]
    figure = Figure(figsize=(6, 0.16 * len(hands)))
    axes = figure.subplots()
    axes.imshow(grid, cmap="Greys", vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(len(CardRank)), [str(rank) for rank in CardRank])
    axes.set_yticks(range(len(hands)), ["AK" + "".join(map(str, hand)) for hand in hands], fontsize=5)
    axes.set_xlabel("Upcard")
    axes.set_title(f"{strategy.variant.title}: ace-king")
    return figure


def outcome_distribution(analysis: Analysis) -> Figure:
    """How often each outcome happens."""
    shares = {outcome: analysis.deals_of(outcome) / analysis.deals for outcome in Outcome}
    figure = Figure(figsize=(7, 3))
    axes = figure.subplots()
    axes.barh([OUTCOME_WORDS[outcome] for outcome in shares], [float(100 * share) for share in shares.values()])
    axes.set_xlabel("% of deals")
    axes.set_title(f"{analysis.variant.title}, {analysis.strategy}")
    figure.tight_layout()
    return figure


def progressive_value(analysis: Analysis, meters: Sequence[int]) -> Figure:
    """What one progressive wager returns at each of the meters, beside its price."""
    figures = analysis.progressive
    if figures is None:
        raise InputError(f"{analysis.variant.name} has no progressive wager")
    main = 10**analysis.variant.exponent
    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    axes.plot([meter / main for meter in meters], [float(figures.value(meter) / main) for meter in meters])
    axes.axhline(figures.rule.price / main, linestyle="--")
    axes.set_xlabel(f"Meter, {analysis.variant.currency}")
    axes.set_ylabel(f"Expected return of a wager, {analysis.variant.currency}")
    axes.set_title(f"{analysis.variant.title}: the progressive wager")
    return figure


def _played(advice: tuple[int, int, int] | None) -> float:
    """The part that is played, 0 where the upcard cannot be dealt."""
    return float(Fraction(advice[0], sum(advice))) if advice and sum(advice) else 0.0
