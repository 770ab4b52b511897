"""The PAR sheet of a game: its figures as a studio files them, as text, Markdown or HTML. Computes none of them.

Every number is read from the `Analysis`; percentages and money are rounded here for the eye, exact figures stand beside
the ones they round.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from .actions import Change
from .decisions import DecisionTable
from .figures import Analysis, ProgressiveFigures, percent
from .money import format_amount
from .rulebook import OUTCOME_WORDS, Section, deciding_sections, outcomes_section, paytable_section
from .variants import Variant
from .versions import library_version


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a report: its title and rows of text."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[str, ...] = ()
    """The columns that hold numbers."""
    notes: tuple[str, ...] = ()
    """What is said below the rows."""


def par_sheet(analysis: Analysis, *, meter: int | None = None, ante: int | None = None) -> tuple[Table, ...]:
    """All tables of the sheet. With `meter` the progressive wager at it, with `ante` too both wagers together."""
    variant = analysis.variant
    pays = (_section(outcomes_section(variant)), _section(paytable_section(variant)))
    tables = [_game(analysis), _rules(variant), *pays, _figures(analysis), _outcomes(analysis)]
    if analysis.progressive is not None:
        tables.append(_progressive(analysis, analysis.progressive, meter, ante))
    return tuple(tables)


def advice(variant: Variant, table: DecisionTable) -> Table:
    """The actions of one situation, the best first."""
    rows = tuple(
        (
            f"change {line.action}" if isinstance(line.action, Change) else type(line.action).__name__.lower(),
            _decimal(line.value),
            *(_share(count, line.deals) for count in (line.fails, line.wins, line.ties, line.loses, line.folds)),
        )
        for line in table.actions
    )
    columns = ("Action", "Antes", "Dealer fails", "Win", "Tie", "Lose", "Fold")
    return Table(title=f"{variant.title}: what each action is worth", columns=columns, rows=rows, right=columns[1:])


def _game(analysis: Analysis) -> Table:
    variant = analysis.variant
    makes = {"ante": "money per ante", "wager": "money per unit staked"}[analysis.objective]
    return Table(
        title=f"PAR sheet: {variant.title}",
        columns=("", ""),
        rows=(
            ("Game", variant.name),
            ("Fingerprint", variant.fingerprint),
            ("Strategy", analysis.strategy + (f" ({makes})" if analysis.strategy == "optimal" else "")),
            ("Method", f"all {analysis.deals:,} deals of one box, exactly; no sampling"),
            *((("Ante", _money(variant, analysis.ante)),) if analysis.ante is not None else ()),
            ("Library", f"caribbean-rules {library_version()}"),
        ),
    )


def _rules(variant: Variant) -> Table:
    """What besides the pay tables decides the figures: stakes, decisions, changes, the qualifier."""
    rows = [(section.title, text) for section in deciding_sections(variant) for text in section.paragraphs]
    for section in deciding_sections(variant):
        rows += [(f"{section.title} of {cards}", f"{fee}; afterwards {after}") for cards, fee, after in section.rows]
    return Table(title="Rules", columns=("", ""), rows=tuple(rows))


def _section(section: Section) -> Table:
    return Table(title=section.title, columns=section.columns, rows=section.rows, notes=section.paragraphs)


def _figures(analysis: Analysis) -> Table:
    exact = (
        ("House edge", analysis.house_edge, "expected loss per ante"),
        ("Element of risk", analysis.element_of_risk, "expected loss per unit staked"),
        ("RTP", analysis.rtp, "returned per unit staked"),
        ("Return per ante", analysis.return_per_ante, "1 - house edge"),
        ("Hit frequency", analysis.hit_frequency, "rounds that end with a gain"),
        ("Play", analysis.play_frequency, "first decision"),
        ("Fold", analysis.fold_frequency, "first decision"),
        ("Change", analysis.change_frequency, "first decision"),
    )
    rows = [
        (name, f"{percent(figure)} %", str(figure), meaning)
        for name, figure, meaning in exact
        if figure or name != "Change"
    ]
    rows.append(("Average wager", _decimal(analysis.average_wager), str(analysis.average_wager), "antes"))
    rows.append(("Net of all deals", "", str(analysis.net), "antes"))
    rows.append(("Standard deviation", f"{analysis.standard_deviation:.6f}", "", "antes a round"))
    rows.append(("Variance", _decimal(analysis.variance), str(analysis.variance), "antes squared"))
    return Table(
        title="Base game",
        columns=("Figure", "Rounded", "Exact", "Meaning"),
        rows=tuple(rows),
        right=("Rounded",),
    )


def _outcomes(analysis: Analysis) -> Table:
    changed = any(line.changed for line in analysis.outcomes)
    rows = tuple(
        (
            OUTCOME_WORDS[line.outcome],
            line.category.words,
            *((str(line.changed),) if changed else ()),
            _count(line.deals),
            percent(line.probability, 8),
            _decimal(line.net, 4),
            percent(line.contribution, 8),
        )
        for line in analysis.outcomes
    )
    numbers = ("Deals", "Probability %", "Net, antes", "Contribution %")
    columns = ("Outcome", "Player's hand", *(("Changed",) if changed else ()), *numbers)
    return Table(title="Outcomes", columns=columns, rows=rows, right=(*numbers, "Changed"))


def _progressive(analysis: Analysis, figures: ProgressiveFigures, meter: int | None, ante: int | None) -> Table:
    variant = analysis.variant
    even = figures.break_even
    rows = [
        ("Price", _money(variant, figures.rule.price), ""),
        ("Fixed part", f"{percent(figures.fixed)} %", str(figures.fixed)),
        ("Value of a unit of the meter", _decimal(figures.per_meter, 12), str(figures.per_meter)),
        ("Hit frequency", f"{percent(figures.hit_frequency)} %", str(figures.hit_frequency)),
    ]
    if even is not None:
        rows.append(("Break-even meter", _money(variant, round(even)), f"{even} units"))
    if meter is not None:
        edge = figures.edge(meter)
        rows.append((f"House edge at {_money(variant, meter)}", f"{percent(edge)} %", str(edge)))
        if ante is not None:
            both = analysis.combined(ante=ante, meter=meter)
            at = f"with an ante of {_money(variant, ante)}"
            rows.append((f"Both wagers {at}: house edge", f"{percent(both.house_edge)} %", str(both.house_edge)))
            rows.append(("Both wagers: RTP", f"{percent(both.rtp)} %", str(both.rtp)))
    return Table(
        title="Progressive wager",
        columns=("Figure", "Rounded", "Exact"),
        rows=tuple(rows),
        right=("Rounded",),
    )


def as_markdown(tables: Sequence[Table]) -> str:
    """The report as Markdown."""
    return "\n".join(_markdown(table, first=number == 0) for number, table in enumerate(tables))


def as_html(tables: Sequence[Table]) -> str:
    """The report as one HTML page with no scripts and nothing to load."""
    title = html.escape(tables[0].title if tables else "Report")
    body = "".join(map(_html, tables))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>\n'
        "<style>body{font-family:sans-serif;margin:2em}table{border-collapse:collapse;margin-bottom:2em}"
        "th,td{padding:.2em .8em;text-align:left;border-bottom:1px solid #ccc}.n{text-align:right}</style></head>\n"
        f"<body>\n{body}</body>\n</html>\n"
    )


def as_text(tables: Sequence[Table]) -> str:
    """The report as plain text in columns."""
    return "\n".join(map(_text, tables))


def _markdown(table: Table, *, first: bool) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    rule = ["---:" if column in table.right else "---" for column in table.columns]
    heading = "#" if first else "##"
    notes = [part for note in table.notes for part in ("", note.replace("*", "\\*"))]
    rows = map(line, table.rows)
    return "\n".join([f"{heading} {table.title}", "", line(table.columns), line(rule), *rows, *notes, ""])


def _html(table: Table) -> str:
    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(
            f"<{tag}{' class=n' if column in table.right else ''}>{html.escape(cell)}</{tag}>"
            for column, cell in zip(table.columns, row, strict=True)
        )

    head = f"<tr>{cells('th', table.columns)}</tr>\n" if any(table.columns) else ""
    rows = "".join(f"<tr>{cells('td', row)}</tr>\n" for row in table.rows)
    notes = "".join(f"<p>{html.escape(note)}</p>\n" for note in table.notes)
    return f"<h2>{html.escape(table.title)}</h2>\n<table>\n{head}{rows}</table>\n{notes}"


def _text(table: Table) -> str:
    lines = [table.columns, *table.rows] if any(table.columns) else list(table.rows)
    widths = [max(len(row[at]) for row in lines) for at in range(len(table.columns))]
    aligned = [
        "  ".join(
            cell.rjust(width) if column in table.right else cell.ljust(width)
            for column, cell, width in zip(table.columns, row, widths, strict=True)
        ).rstrip()
        for row in lines
    ]
    return "\n".join([table.title, "=" * len(table.title), *aligned, *table.notes, ""])


def _money(variant: Variant, units: int) -> str:
    return f"{format_amount(units, variant.exponent)} {variant.currency}"


def _decimal(figure: Fraction, places: int = 6) -> str:
    return percent(figure / 100, places)


def _share(part: Fraction, whole: Fraction) -> str:
    return f"{percent(part / whole, 3)} %"


def _count(deals: Fraction) -> str:
    return f"{deals.numerator:,}" if deals.denominator == 1 else f"{deals.numerator:,}/{deals.denominator}"
