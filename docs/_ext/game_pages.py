"""A page for each game, printed from its `Variant` when the documentation is built.

No rule and no number is typed here: what a reader sees is what settles.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx

import caribbean
from caribbean import report, rulebook
from caribbean.rulebook import Section

FOLDER = "games"


def page(constant: str, variant: caribbean.Variant) -> str:
    """The page of a game, as Markdown."""
    lines = [f"# {variant.title}", "", f"`caribbean.{constant}`, named `{variant.name}` in files and commands."]
    for section in rulebook.rules(variant):
        lines += ["", *section_lines(section)]
    lines += ["", *figure_lines(variant)]
    lines += ["", "## As a file", "", "```toml", caribbean.format_variant(variant).strip(), "```", ""]
    return "\n".join(lines)


def figure_lines(variant: caribbean.Variant) -> Iterator[str]:
    """The exact figures of a game at its best play."""
    analysis = caribbean.analyze(variant)
    yield "## Exact figures"
    yield ""
    yield (
        f"Best play, over all {analysis.deals:,} deals of one box. What the figures mean, and how they are computed, "
        "is on [its page](../exact.md)."
    )
    for table in report.par_sheet(analysis)[2:]:
        yield ""
        yield f"### {table.title}"
        yield ""
        yield table_row(table.columns)
        yield "|" + "|".join("---:" if column in table.right else "---" for column in table.columns) + "|"
        yield from map(table_row, table.rows)


def section_lines(section: Section) -> Iterator[str]:
    """A section of the rules as Markdown."""
    yield f"## {section.title}"
    for paragraph in section.paragraphs:
        yield ""
        yield escaped(paragraph)
    if section.columns:
        yield ""
        yield table_row(section.columns)
        yield "|---" * len(section.columns) + "|"
        yield from map(table_row, section.rows)


def table_row(cells: tuple[str, ...]) -> str:
    """Cells as a row of a Markdown table."""
    return f"| {' | '.join(map(escaped, cells))} |"


def escaped(text: str) -> str:
    """Text in which Markdown finds no mark of its own."""
    return "".join(f"\\{sign}" if sign in "\\`*_|<>[]" else sign for sign in text)


def write_pages(app: Sphinx) -> None:
    """Write the pages that changed, so that Sphinx reads no other again."""
    folder = Path(app.srcdir, FOLDER)
    folder.mkdir(exist_ok=True)
    constants = {id(value): name for name, value in vars(caribbean).items() if isinstance(value, caribbean.Variant)}
    wanted = {folder / f"{game.name}.md": page(constants[id(game)], game) for game in caribbean.GAMES.values()}
    for stale in set(folder.glob("*.md")) - set(wanted):
        stale.unlink()
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Have the pages written before Sphinx looks for documents."""
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True}
