"""Charts draw what the figures say. They need the extra `charts`."""

from __future__ import annotations

import pytest

pytest.importorskip("matplotlib", reason="the extra `charts` is not installed")

from caribbean.analysis import analyze
from caribbean.best import best_strategy
from caribbean.charts import ace_king_map, outcome_distribution, progressive_value
from caribbean.errors import InputError
from caribbean.games import CARIBBEAN_HOLDEM, CYBER_CARIBBEAN_STUD
from caribbean.parts import Outcome


def test_the_ace_king_map_has_a_cell_for_every_hand_and_upcard():
    """164 hands by 13 upcards, from 0 for fold to 1 for play, and some between."""
    (axes,) = ace_king_map(best_strategy(CYBER_CARIBBEAN_STUD)).axes
    grid = axes.images[0].get_array()
    assert (164, 13) == grid.shape
    assert (0.0, 1.0) == (grid.min(), grid.max())
    assert ((grid > 0) & (grid < 1)).any()


def test_bars_and_lines_stand_where_the_figures_are():
    """A bar for each outcome, as long as its share; the line crosses the price at the break-even meter."""
    analysis = analyze(CYBER_CARIBBEAN_STUD, strategy="any-pair")
    (axes,) = outcome_distribution(analysis).axes
    widths = [bar.get_width() for bar in axes.patches]
    assert [float(100 * analysis.deals_of(outcome) / analysis.deals) for outcome in Outcome] == widths
    even = round(analysis.progressive.break_even)
    (axes,) = progressive_value(analysis, [0, even]).axes
    assert 1.0 == pytest.approx(axes.lines[0].get_ydata()[1], abs=1e-6)


def test_a_game_without_a_progressive_wager_has_no_such_chart():
    """It says so."""
    with pytest.raises(InputError, match="no progressive wager"):
        progressive_value(analyze(CARIBBEAN_HOLDEM, strategy="any-pair"), [0])
