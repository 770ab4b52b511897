"""What the arguments of commands mean: a game or a file, money as text, `--json`. Prints nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from ..errors import InputError, VariantError
from ..games import find_game
from ..money import MAX_UNITS, format_amount, parse_amount
from ..rulefiles import load_variant
from ..variants import Variant

Command = TypeVar("Command", bound=Callable[..., Any])


def json_option(command: Command) -> Command:
    """The option `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


def game_argument(command: Command) -> Command:
    """The argument that names a game or a file; `find_variant` reads it."""
    return click.argument("game", metavar="GAME|FILE.toml")(command)


class Count(click.ParamType[int]):
    """A number of cards in plain digits; `int()` would take signs, underscores and digits of other scripts too."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number in a text."""
        text = str(value)
        if not re.fullmatch("[0-9]{1,9}", text, re.ASCII):
            self.fail(f"{text!r} is no whole number", param, ctx)
        return int(text)


COUNT = Count()


def find_variant(game: str) -> Variant:
    """The game of this name, or the variant in this file where the text ends in `.toml` or holds a path separator."""
    if not game.endswith(".toml") and not any(mark in game for mark in ("/", os.sep, os.altsep) if mark):
        return find_game(game)
    try:
        return load_variant(game)
    except VariantError as error:  # which names keys, but not the file
        raise InputError(f"{game}: {error}") from error


def read_money(option: str, text: str, variant: Variant, *, least: int) -> int:
    """Units from the text given to an option, at least `least` of them."""
    try:
        units = parse_amount(text, variant.exponent)
    except InputError as error:
        raise InputError(f"{option}: {error}") from error
    low, high = (format_amount(limit, variant.exponent) for limit in (least, MAX_UNITS))
    if units < least:
        raise InputError(f"{option}: must be at least {low}, not {text}")
    if units > MAX_UNITS:
        raise InputError(f"{option}: must be at most {high}, not {text}")
    return units
