"""The directives `round-diagram`, `round-table` and `stage-table`: what may follow what, in a round and at a table.

Read from `TRANSITIONS` and `PHASES` when pages are made. No phase, no action and no arrow is typed here, so the
picture is that of the code.
"""

from __future__ import annotations

from typing import Any, ClassVar

from arc_diagram import drawn
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from caribbean.actions import Change, Fold, Play
from caribbean.rounds import TRANSITIONS
from caribbean.table import PHASES

_DECISIONS = (Fold, Play, Change)


def arcs() -> dict[tuple[str, str], list[str]]:
    """From phase to phase: what leads there."""
    found: dict[tuple[str, str], list[str]] = {}
    for phase, row in TRANSITIONS.items():
        for kind, targets in row.items():
            for target in targets:
                found.setdefault((phase.value, target.value), []).append(kind.__name__.lower())
    return found


class RoundDiagram(SphinxDirective):
    """The picture, for pages in HTML."""

    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        """An inline SVG."""
        picture = drawn([phase.value for phase in TRANSITIONS], arcs(), "The phases of a round")
        return [nodes.raw("", f"<figure>{picture}</figure>", format="html")]


class RoundTable(SphinxDirective):
    """The same as a table, for all who read."""

    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        """A row for each phase and each thing that can be done in it."""
        rows = ["| phase | what | who | leads to |", "|---|---|---|---|"]
        for phase, row in TRANSITIONS.items():
            for kind, targets in row.items():
                who = "the player, or the house for him" if kind in _DECISIONS else "the house"
                where = " or ".join(f"`{target}`" for target in targets)
                rows.append(f"| `{phase}` | {kind.__name__.lower()} | {who} | {where} |")
            if not row:
                rows.append(f"| `{phase}` | nothing | | |")
        return _parsed(self, rows)


class StageTable(SphinxDirective):
    """The actions of a table, a row a stage."""

    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        """What the table allows, before its guards are asked."""
        rows = ["| stage | actions |", "|---|---|"]
        for stage, kinds in PHASES.items():
            rows.append(f"| `{stage}` | {', '.join(f'`{kind.__name__}`' for kind in kinds) or 'none'} |")
        return _parsed(self, rows)


def _parsed(directive: SphinxDirective, rows: list[str]) -> list[nodes.Node]:
    holder = nodes.container()
    directive.state.nested_parse(StringList(rows, source=directive.env.docname), directive.content_offset, holder)
    return holder.children


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directives."""
    app.add_directive("round-diagram", RoundDiagram)
    app.add_directive("round-table", RoundTable)
    app.add_directive("stage-table", StageTable)
    return {"parallel_read_safe": True}
