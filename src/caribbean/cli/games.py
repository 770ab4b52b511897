"""`caribbean games`, `rules`, `paytable`, `variant`, `schema`: what a game is. Prints what the rulebook says."""

from __future__ import annotations

import click
import msgspec

from ..forms import json_schema
from ..games import GAMES
from ..rulebook import Section, outcomes_section, paytable, paytable_section, rules
from ..rulefiles import format_variant, variant_to
from ..variants import Variant
from .arguments import find_variant, game_argument, json_option
from .page import Page, print_json, print_text


@click.command("games")
@json_option
def games_command(as_json: bool) -> None:
    """List the games."""
    if as_json:
        print_json(
            [{"name": name, "title": game.title, "fingerprint": game.fingerprint} for name, game in GAMES.items()]
        )
        return
    page = Page()
    rows = [(name, game.title, game.qualifier.or_better) for name, game in GAMES.items()]
    page.table(("Game", "Title", "Dealer needs"), rows)
    page.print()


@click.command("rules")
@game_argument
@json_option
def rules_command(game: str, as_json: bool) -> None:
    """Print all the rules of a game, made from what settles it."""
    variant = find_variant(game)
    sections = rules(variant)
    if as_json:
        print_json(_named(variant) | {"sections": [msgspec.to_builtins(section) for section in sections]})
    else:
        _page(variant, sections).print()


@click.command("paytable")
@game_argument
@json_option
def paytable_command(game: str, as_json: bool) -> None:
    """Print what each hand is paid, and what each outcome."""
    variant = find_variant(game)
    if as_json:
        print_json(_named(variant) | {"rows": [row.to_dict() for row in paytable(variant)]})
    else:
        _page(variant, (paytable_section(variant), outcomes_section(variant))).print()


@click.command("variant")
@game_argument
@json_option
def variant_command(game: str, as_json: bool) -> None:
    """Print a game as a TOML file, a start for a house rule."""
    variant = find_variant(game)
    if as_json:
        print_json(variant_to(variant))
    else:
        print_text(format_variant(variant))


@click.command("schema")
@json_option
def schema_command(as_json: bool) -> None:  # noqa: ARG001 - it is JSON either way
    """Print the JSON Schema of variant files."""
    print_json(json_schema())


def _named(variant: Variant) -> dict[str, str]:
    """What every document about one game begins with."""
    return {
        "game": variant.name,
        "title": variant.title,
        "currency": variant.currency,
        "fingerprint": variant.fingerprint,
    }


def _page(variant: Variant, sections: tuple[Section, ...]) -> Page:
    page = Page()
    page.heading(f"{variant.title} ({variant.name})")
    for section in sections:
        page.heading(section.title)
        for paragraph in section.paragraphs:
            page.paragraph(paragraph)
        if section.rows:
            page.table(section.columns, section.rows)
    return page


COMMANDS = (games_command, rules_command, paytable_command, variant_command, schema_command)
