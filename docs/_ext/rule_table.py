"""The directive `rule-table`: rules in our own words, each with the files of code and tests that cite it.

Only the words are written by hand. Where a rule is obeyed and where it is tested is looked up in the sources, so the
table cannot fall behind them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parent.parent.parent
RULE = re.compile(r"\bR-\d+\b")


def citing(folder: Path) -> dict[str, list[str]]:
    """For each rule, the Python files below a folder that cite it."""
    found: dict[str, list[str]] = {}
    for source in sorted(folder.rglob("*.py")):
        for rule in sorted(set(RULE.findall(source.read_text(encoding="utf-8")))):
            found.setdefault(rule, []).append(source.relative_to(folder).as_posix())
    return found


def files(names: Iterable[str]) -> str:
    """The names of files as a cell of a table."""
    return ", ".join(f"`{name}`" for name in names)


class RuleTable(SphinxDirective):
    """`R-1: what it says`, a line a rule."""

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        """A table with a row a rule."""
        code, tests = citing(ROOT / "src" / "caribbean"), citing(ROOT / "tests")
        rows = ["| rule | says | code | tests |", "|---|---|---|---|"]
        for line in self.content:
            rule, _, text = line.partition(": ")
            rows.append(f"| {rule} | {text} | {files(code.get(rule, ()))} | {files(tests.get(rule, ()))} |")
        holder = nodes.container()
        self.state.nested_parse(StringList(rows, source=self.env.docname), self.content_offset, holder)
        return holder.children


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directive."""
    app.add_directive("rule-table", RuleTable)
    return {"parallel_read_safe": True}
