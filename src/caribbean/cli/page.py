"""What the commands print: a page for people, or one JSON document. Knows no game, no rule and no money.

Nothing that was given is ever cut off: a display that differs from what is paid is worth money to somebody. Where a
table is wider than the terminal even with all its cells wrapped, none is wrapped.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable, Sequence

import click
from rich.box import Box
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

# Dashes under the head of a table and nothing else: it reads the same on every terminal, and in a file.
_HEAD_ONLY = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
_GAP = 2
_INDENT = 2


def one_line(text: str) -> str:
    """The text on one line, with whatever would move a terminal's cursor or change its colours written out."""
    return _printable(" ".join(text.splitlines()))


def print_json(document: object) -> None:
    """Print one JSON document, in UTF-8 whatever the terminal speaks."""
    click.echo((json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode(), nl=False)


def print_text(text: str) -> None:
    """Print a text as it is, such as a file's, in UTF-8."""
    click.echo(text.encode(), nl=False)


class Page:
    """Headings, paragraphs and tables, put together first and printed at once."""

    def __init__(self) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a title in Greek must not end in an error on a Latin terminal
        self._console = Console(markup=False, highlight=False, emoji=False)
        self._room = self._console.width
        self._parts: list[tuple[RenderableType, int, int]] = []  # what, how far indented, how wide

    def heading(self, text: str) -> None:
        """A line in bold, with an empty one above it."""
        if self._parts:
            self._parts.append((Text(), 0, self._room))
        self._parts.append((Text(one_line(text), style="bold", overflow="fold"), 0, self._room))

    def paragraph(self, text: str) -> None:
        """A text that wraps."""
        self._parts.append((Text(one_line(text), overflow="fold"), _INDENT, self._room - _INDENT))

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]], *, right: Sequence[str] = ()) -> None:
        """A table; the columns named in `right` are amounts, which stand to the right."""
        head = [one_line(column) for column in columns]
        lines = [[one_line(cell) for cell in row] for row in rows]
        widths = _widths(list(zip(head, *lines, strict=True)), self._room - _INDENT)
        table = Table(box=_HEAD_ONLY, show_edge=False, pad_edge=False, padding=(0, _GAP - 1, 0, 0))
        table.show_header = any(head)
        for column, text, width in zip(columns, head, widths, strict=True):
            justify = "right" if column in right else "left"
            table.add_column(text, width=width, overflow="fold", justify=justify)  # type: ignore[arg-type]
        for line in lines:
            table.add_row(*map(Text, line))
        self._parts.append((table, _INDENT, sum(widths) + _GAP * (len(widths) - 1)))

    def print(self) -> None:
        """Print all of it."""
        lines: list[str] = []
        for part, indent, width in self._parts:
            self._console.width = max(width, 1)
            with self._console.capture() as captured:
                self._console.print(part)
            lines += [(" " * indent + line).rstrip() for line in captured.get().splitlines()]
        # The colours, if any, are those that rich found right for this terminal; click is to leave them alone.
        click.echo("\n".join(lines), file=sys.stdout, color=True)


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _widths(columns: Sequence[Sequence[str]], room: int) -> list[int]:
    """How wide each column becomes: as its longest cell, or where all then fit, down to its longest word."""
    room -= _GAP * (len(columns) - 1)
    widths = [max(map(cell_len, cells)) for cells in columns]
    least = [max((cell_len(word) for cell in cells for word in cell.split()), default=0) for cells in columns]
    if sum(least) > room:
        return [max(width, 1) for width in widths]
    while sum(widths) > room and widths != least:
        spare = [i for i, width in enumerate(widths) if width > least[i]]
        widths[max(spare, key=widths.__getitem__)] -= 1
    return [max(width, 1) for width in widths]
