"""`caribbean analyze`, `advise`, `compare`: what a game costs and what to do in it. Prints what was computed."""

from __future__ import annotations

import sys
from time import monotonic
from typing import Final

import click

from .._work import UNIT_PHASE
from ..analysis import analyze, compare
from ..decisions import decision
from ..errors import InputError, raise_all
from ..figures import Objective, percent
from ..report import Table, advice, as_html, as_markdown, par_sheet
from ..strategy import STRATEGIES
from ..variants import Variant
from .arguments import find_variant, game_argument, json_option, read_money
from .page import Page, print_json, print_text

_FORMATS = ("page", "markdown", "html")
_LONG: Final = 5
"""Seconds from which on the length of a part is told before it starts."""


@click.command("analyze")
@game_argument
@click.option("--strategy", default="optimal", metavar="NAME", help=f"optimal, {', '.join(STRATEGIES)}.")
@click.option("--objective", type=click.Choice(["ante", "wager"]), default="ante", help="What optimal play maximises.")
@click.option(
    "--ante",
    metavar="AMOUNT",
    help="The ante of all figures; needed where a win is capped.",
)
@click.option("--jackpot", metavar="AMOUNT", help="What the jackpot stands at.")
@click.option("--threads", type=int, default=1, metavar="N", help="Threads; they change no figure.")
@click.option("--format", "form", type=click.Choice(_FORMATS), default="page", help="How to print the sheet.")
@json_option
def analyze_command(
    game: str,
    strategy: str,
    objective: str,
    ante: str | None,
    jackpot: str | None,
    threads: int,
    form: str,
    as_json: bool,
) -> None:
    """Print the PAR sheet of a game: its exact figures over all deals."""
    variant = find_variant(game)
    units = None if ante is None else read_money("--ante", ante, variant, least=1)
    meter = None if jackpot is None else read_money("--jackpot", jackpot, variant, least=0)
    if as_json and form != "page":
        raise click.UsageError(f"--json and --format {form} are two documents; ask for one")
    raise_all(variant.jackpot_problems(meter))
    analysis = analyze(
        variant, strategy=strategy, objective=_objective(objective), ante=units, threads=threads, progress=_Told()
    )
    tables = par_sheet(analysis, meter=meter, ante=units)
    if as_json:
        print_json(analysis.to_dict(meter=meter, ante=units))
    elif form == "page":
        _print(tables)
    else:
        print_text((as_html if form == "html" else as_markdown)(tables))


@click.command("advise")
@game_argument
@click.option("--hand", required=True, metavar="CARDS", help="The player's own cards.")
@click.option("--upcard", metavar="CARD", help="The dealer's upcard, in games that show one.")
@click.option("--flop", metavar="CARDS", help="The three community cards, in games that have them.")
@click.option("--ante", metavar="AMOUNT", help="The ante; needed where a win is capped.")
@json_option
def advise_command(game: str, hand: str, upcard: str | None, flop: str | None, ante: str | None, as_json: bool) -> None:
    """Print what each action is worth with one hand, the best first."""
    variant = find_variant(game)
    units = None if ante is None else read_money("--ante", ante, variant, least=1)
    table = decision(variant, hand, upcard=upcard, flop=flop, ante=units)
    if as_json:
        print_json({"game": variant.name, "actions": [line.to_dict() for line in table.actions]})
    else:
        _print((advice(variant, table),))


@click.command("compare")
@click.argument("base", metavar="GAME|FILE.toml")
@click.argument("other", metavar="GAME|FILE.toml")
@click.option("--strategy", default="optimal", metavar="NAME", help="As for analyze.")
@click.option("--objective", type=click.Choice(["ante", "wager"]), default="ante", help="As for analyze.")
@click.option("--ante", metavar="AMOUNT", help="The ante; needed where a win is capped.")
@click.option("--threads", type=int, default=1, metavar="N", help="Threads; they change no figure.")
@json_option
def compare_command(
    base: str, other: str, strategy: str, objective: str, ante: str | None, threads: int, as_json: bool
) -> None:
    """Print what the rules of OTHER cost more than those of BASE, each at its best play."""
    both: tuple[Variant, Variant] = find_variant(base), find_variant(other)
    units = None if ante is None else read_money("--ante", ante, both[0], least=1)
    if units is not None and (both[0].currency, both[0].exponent) != (both[1].currency, both[1].exponent):
        raise InputError(f"--ante: {both[0].name} and {both[1].name} are played for different money")
    found = compare(
        *both, strategy=strategy, objective=_objective(objective), ante=units, threads=threads, progress=_Told()
    )
    if as_json:
        print_json(
            {
                "base": found.base.to_dict(),
                "other": found.other.to_dict(),
                "house_edge": str(found.house_edge),
                "element_of_risk": str(found.element_of_risk),
            }
        )
        return
    rows = tuple(
        (name, *(f"{percent(figure)} %" for figure in (one, two, two - one)))
        for name, one, two in (
            ("House edge", found.base.house_edge, found.other.house_edge),
            ("Element of risk", found.base.element_of_risk, found.other.element_of_risk),
            ("Play", found.base.play_frequency, found.other.play_frequency),
        )
    )
    columns = ("Figure", both[0].name, f"{both[1].name} (other)", "Difference")
    _print(
        (
            Table(
                title=f"{both[0].title} and what {both[1].name} costs more",
                columns=columns,
                rows=rows,
                right=columns[1:],
            ),
        )
    )


def _objective(text: str) -> Objective:
    return "wager" if text == "wager" else "ante"


def _print(tables: tuple[Table, ...]) -> None:
    page = Page()
    for table in tables:
        page.heading(table.title)
        page.table(table.columns, table.rows, right=table.right)
        for note in table.notes:
            page.paragraph(note)
    page.print()


class _Told:
    """What stderr hears of an analysis: before a long part, how long it takes; on a terminal, how far it is."""

    def __init__(self) -> None:
        self.live = sys.stderr.isatty()
        self.phase, self.began, self.last = "", 0.0, monotonic()
        self.unit = 0.0
        """How long the count of the dealer's hands took, in which the length of others is told."""

    def __call__(self, phase: str, done: int, total: int) -> None:
        if phase != self.phase:
            self.phase, self.began = phase, self.last
        self.last = monotonic()
        if phase == UNIT_PHASE:
            self.unit = self.last - self.began
        if done == 0:
            self._expect(phase, total * self.unit)
        elif self.live:
            end = "\n" if done >= total else ""
            sys.stderr.write(f"\r{phase}: {100 * done // total} %{end}")
            sys.stderr.flush()

    def _expect(self, what: str, seconds: float) -> None:
        if seconds >= _LONG:
            long = f"{seconds / 60:.0f} minutes" if seconds >= 90 else f"{seconds:.0f} seconds"
            sys.stderr.write(f"{what}: this takes about {long}\n")
            sys.stderr.flush()


COMMANDS = (analyze_command, advise_command, compare_command)
