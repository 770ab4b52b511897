"""`caribbean replay` and `caribbean audit`: rounds settled again from their records, and what that shows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ..auditing import Audit, audit, log_size, read_log
from ..errors import InputError
from ..rounds import Round
from .arguments import json_option
from .page import Page, print_json

_SHOWN = 20
_DISAGREES = 1


@click.command("replay")
@click.argument("file", metavar="FILE")
@json_option
def replay_command(file: str, as_json: bool) -> None:
    """Play the round in a record again, and print what it settles to. FILE is one record; - reads it from the input."""
    round_ = Round.from_json(_read(file))
    if as_json:
        print_json({"status": round_.phase.value, "settlements": [found.to_dict() for found in round_.settlements]})
        return
    page = Page()
    page.heading(f"{round_.variant.title}: {round_.phase}")
    for seat, settlement in zip(round_.seats, round_.settlements, strict=False):
        page.heading(f"Box {seat.box}")
        for sentence in settlement.explain().splitlines():
            page.paragraph(sentence)
    page.print()


@click.command("audit")
@click.argument("log", metavar="LOG")
@click.option("--no-exact", is_flag=True, help="Leave out the exact return, which takes seconds a game.")
@json_option
def audit_command(log: str, no_exact: bool, as_json: bool) -> int:
    """Settle every record of a log again: a history, or a file with a record a line. Exit status 1: some disagree.

    Of a history the books are checked too, as far as that goes without the key to its open rounds.
    """
    with _bar() as bar:
        task = bar.add_task("rounds", total=log_size(log))
        found = audit(read_log(log), exact=not no_exact, progress=lambda done: bar.update(task, completed=done))
    if as_json:
        print_json(found.to_dict())
    else:
        _page(found).print()
    return _DISAGREES if found.disagreements else 0


def _bar() -> Progress:
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty())


def _read(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: is not UTF-8 text") from error
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or error}") from error


def _page(found: Audit) -> Page:
    page = Page()
    page.heading("Audit")
    page.paragraph(
        f"{found.records} records: {found.settled} settled, {found.void} void, {found.open} open, "
        f"{found.records - found.settled - found.void - found.open} that disagree."
    )
    if found.disagreements:
        page.heading("What disagrees")
        rows = [(d.place, reason) for d in found.disagreements for reason in d.reasons]
        page.table(("Where", "Why"), rows[:_SHOWN])
        if len(rows) > _SHOWN:
            page.paragraph(f"and {len(rows) - _SHOWN} more; --json lists them all.")
    if found.returns:
        page.heading("Return of ante, bet and changes against optimal play")
        page.table(_COLUMNS, [_row(game.to_dict()) for game in found.returns], right=_COLUMNS[1:])
        for game in found.returns:
            if game.why_not:
                page.paragraph(f"{game.variant.name} has no exact return here: {game.why_not}.")
    return page


_COLUMNS = ("Game", "Boxes", "Staked", "Net", "Returned %", "Exact net", "z")


def _row(told: dict[str, Any]) -> tuple[str, ...]:
    keys = ("game", "boxes", "staked", "net", "rtp_percent", "expected_net", "z_score")
    return tuple("-" if told[key] is None else str(told[key]) for key in keys)


COMMANDS = (replay_command, audit_command)
