"""Variants from and to plain values and TOML ("A game as a file"). Knows the text of every rule, and no game by name.

Reading goes field by field, since a reader that stops at the first mistake makes the writer of a file fix them one a
run: every unknown key, wrong type and broken rule stands in one `VariantError`, each with its key.
"""

from __future__ import annotations

import functools
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
import tomli_w

from . import forms
from .errors import CardCountError, CaribbeanError, InputError, InputTypeError, VariantError
from .games import find_game
from .hands import Category, Hand, Rank
from .money import MAX_EXPONENT, format_amount, parse_amount
from .parts import Boxes, ChangeRule, Deal, Limits, Outcome, Pays, Progressive, WagerPays
from .paytables import Fate, Fixed, Pay, PayTable, Prize, PrizeTable, Share
from .sections import Problems, Section, merged
from .variants import ALWAYS, Variant

Part = TypeVar("Part")

_PERCENT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,9})?)%", re.ASCII)
_PART = re.compile(r"([0-9]{1,18})/([0-9]{1,18})", re.ASCII)


def load_variant(path: str | Path) -> Variant:
    """The variant in a TOML file. `VariantError` lists all that is wrong in it; `InputError`: it cannot be read."""
    if not isinstance(path, (str, os.PathLike)):
        raise InputTypeError(f"a file is named by text or a path, not by {type(path).__name__}")
    try:
        text = Path(path).read_text(encoding="utf-8-sig")  # some editors put a mark before the first key
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text") from error
    except (OSError, ValueError) as error:  # a name with a NUL in it is a ValueError
        raise InputError(f"{path}: {getattr(error, 'strerror', error)}") from error
    return parse_variant(text)


def parse_variant(text: str) -> Variant:
    """The variant in a TOML text. `VariantError` lists all that is wrong with it."""
    if not isinstance(text, str):
        raise InputTypeError(f"a variant is read from text, not from {type(text).__name__}")
    try:
        given = tomllib.loads(text)
    except ValueError as error:  # besides what TOML refuses, a number of more digits than Python reads
        raise VariantError([("", f"this is no TOML: {error}")]) from error
    except RecursionError:
        raise VariantError([("", "this is no TOML that can be read: it is nested too deeply")]) from None
    return variant_from(given)


def format_variant(variant: Variant) -> str:
    """The variant as TOML; `parse_variant` gives it back."""
    return tomli_w.dumps(variant_to(variant))


# ---- reading ------------------------------------------------------------------------------------------------------


def variant_from(given: Mapping[str, Any]) -> Variant:
    """The variant in plain values, shaped as a file is."""
    problems: Problems = []
    if not isinstance(given, Mapping):
        raise InputTypeError(f"a variant is read from a table, not from {type(given).__name__}")
    base: Mapping[str, Any] | None = {}
    if "extends" in given:
        base = _base(given["extends"], problems)
        given = merged(base or {}, {key: value for key, value in given.items() if key != "extends"}, forms.VariantForm)
    top = Section(forms.VariantForm, given, "", problems, whole=base is not None)
    exponent = top.read("exponent")
    money = functools.partial(parse_amount, exponent=exponent if exponent in range(MAX_EXPONENT + 1) else 2)
    parts: dict[str, Any] = {
        "deal": _deal(top.section("deal", forms.DealForm)),
        "pays": _pays(top.section("pays", forms.PaysForm)),
        "boxes": _plain(Boxes, top.section("boxes", forms.BoxesForm)),
        "limits": _limits(top.section("limits", forms.LimitsForm), money),
        "change": _change(top.section("change", forms.ChangeForm)),
        "progressive": _progressive(top.section("progressive", forms.ProgressiveForm), money),
        "words": _plain(dict, top.section("words", forms.WordsForm)),
    }
    top.failed |= {name for name, part in parts.items() if part is None}
    variant = top.build(
        Variant,
        name=top.read("name"),
        title=top.read("title"),
        currency=top.read("currency"),
        exponent=exponent,
        bet_multiple=top.read("bet_multiple"),
        qualifier=top.read("qualifier", functools.partial(_rank, instead="none", meaning=ALWAYS)),
        interrupted=top.read("interrupted", functools.partial(_rank, instead="resume", meaning="resume")),
        cap=top.read("cap", money),
        **parts,
    )
    if variant is None or problems:
        raise VariantError(problems)
    return variant


def _base(name: str, problems: Problems) -> dict[str, Any] | None:
    """The game that a file extends, None where there is no such game."""
    try:
        return variant_to(find_game(name))
    except CaribbeanError as error:
        problems.append(("extends", str(error)))
        return None


def _plain(make: Callable[..., Part], section: Section | None) -> Part | msgspec.UnsetType | None:
    """A part whose fields read as they stand. As in all of these: `UNSET` where absent, None where it is refused."""
    if section is None:
        return msgspec.UNSET
    return section.build(make, **{name: section.read(name) for name in section.fields})


def _deal(section: Section | None) -> Deal | msgspec.UnsetType | None:
    if section is None:
        return msgspec.UNSET
    board = section.read("board")
    return section.build(
        Deal,
        player=section.read("player"),
        dealer=section.read("dealer"),
        dealer_up=section.read("dealer_up"),
        board=tuple(board) if isinstance(board, list) else board,
    )


def _limits(section: Section | None, money: Callable[[Any], int]) -> Limits | msgspec.UnsetType | None:
    if section is None:
        return msgspec.UNSET
    return section.build(Limits, min=section.read("min", money), max=section.read("max", money))


def _change(section: Section | None) -> ChangeRule | msgspec.UnsetType | None:
    if section is None:
        return msgspec.UNSET
    forced = section.read("forced_play")
    return section.build(
        ChangeRule,
        fees=section.read("fees", _fees),
        forced_play=tuple(forced) if isinstance(forced, list) else forced,
    )


def _progressive(section: Section | None, money: Callable[[Any], int]) -> Progressive | msgspec.UnsetType | None:
    if section is None:
        return msgspec.UNSET
    return section.build(
        Progressive,
        price=section.read("price", money),
        after_fold=section.read("after_fold"),
        prizes=section.read("prizes", functools.partial(_prizes, money=money)),
        return_stake=section.read("return_stake"),
        shares=section.read("shares"),
    )


def _pays(section: Section | None) -> Pays | msgspec.UnsetType | None:
    if section is None:
        return msgspec.UNSET
    win = section.section("win", forms.WinForm)
    tables = {wager: win.read(wager, PayTable) for wager in ("ante", "bet")} if win else {}
    rows: dict[str, WagerPays | msgspec.UnsetType | None] = {}
    for outcome in Outcome:
        form = forms.FoldForm if outcome is Outcome.FOLD else forms.PlayedForm
        row = win if outcome is Outcome.WIN else section.section(outcome.field, form)
        if row is None:
            rows[outcome.field] = msgspec.UNSET
        elif outcome is Outcome.WIN:
            rows[outcome.field] = row.build(WagerPays, **tables)
        else:
            readers = {wager: functools.partial(_pay_row, own_win=tables.get(wager)) for wager in row.fields}
            rows[outcome.field] = row.build(WagerPays, **{w: row.read(w, reader) for w, reader in readers.items()})
    section.failed |= {outcome.value for outcome in Outcome if rows[outcome.field] is None}
    return section.build(Pays, **rows)


def _pay_row(value: Any, own_win: object) -> PayTable:
    if value != "table":
        return PayTable(value)  # which refuses whatever is no pay row
    if not isinstance(own_win, PayTable):
        raise InputError('"table" means this wager\'s own row of pays.win, which cannot be read')
    return own_win


def _rank(text: object, instead: str, meaning: Rank | Literal["resume"]) -> Rank | Literal["resume"]:
    if text == instead:
        return meaning
    if not isinstance(text, str):
        raise InputTypeError(f'must be five cards or "{instead}", not {type(text).__name__}')
    hand = Hand(text)
    if len(hand) != 5:
        raise CardCountError("the hand", len(hand), "5")
    return hand.rank


def _fees(given: object) -> dict[Any, Any]:
    if not isinstance(given, Mapping):
        raise InputTypeError(f"must be a table of cards to antes, not {type(given).__name__}")
    digits = re.compile("[1-9][0-9]?", re.ASCII)
    return {int(key) if isinstance(key, str) and digits.fullmatch(key) else key: fee for key, fee in given.items()}


def _prizes(given: object, money: Callable[[Any], int]) -> PrizeTable:
    if not isinstance(given, Mapping):
        raise InputTypeError(f"must be a table of categories to prizes, not {type(given).__name__}")
    prizes: dict[str, Prize] = {}
    problems: Problems = []
    for key, text in given.items():
        try:
            prizes[Category.from_slug(key).slug] = _prize(text, money)
        except CaribbeanError as error:
            problems.append((str(key), str(error)))
    if problems:
        raise VariantError(problems)
    return PrizeTable(prizes)


def _prize(text: object, money: Callable[[Any], int]) -> Prize:
    if isinstance(text, str):
        if match := _PERCENT.fullmatch(text):
            return Share(Fraction(match[1]) / 100)
        if (match := _PART.fullmatch(text)) and int(match[2]):
            return Share(Fraction(int(match[1]), int(match[2])))
    return Fixed(money(text))


# ---- writing ------------------------------------------------------------------------------------------------------


def variant_to(variant: Variant) -> dict[str, Any]:
    """The variant as plain values, shaped as a file is; `variant_from` gives it back."""
    money = functools.partial(format_amount, exponent=variant.exponent)
    interrupted = variant.interrupted
    plain: dict[str, Any] = {
        "name": variant.name,
        "title": variant.title,
        "currency": variant.currency,
        "exponent": variant.exponent,
        "bet_multiple": variant.bet_multiple,
        "qualifier": "none" if variant.qualifier == ALWAYS else str(variant.qualifier.example()),
        "interrupted": str(interrupted.example()) if isinstance(interrupted, Rank) else interrupted,
        "cap": None if variant.cap is None else money(variant.cap),
        "words": dict(variant.words),
        "deal": msgspec.structs.asdict(variant.deal) | {"board": list(variant.deal.board)},
        "limits": variant.limits and {"min": money(variant.limits.min), "max": money(variant.limits.max)},
        "boxes": msgspec.structs.asdict(variant.boxes),
        "change": variant.change and _change_text(variant.change),
        "progressive": variant.progressive and _progressive_text(variant.progressive, money),
        "pays": {
            outcome.value: {
                wager: _table_text(table)
                for wager, table in (("ante", row.ante), ("bet", row.bet))
                if table is not None
            }
            for outcome, row in variant.pays
        },
    }
    return _without_none(plain)


def _change_text(rule: ChangeRule) -> dict[str, Any]:
    return {"fees": {str(cards): fee for cards, fee in rule.fees.items()}, "forced_play": list(rule.forced_play)}


def _progressive_text(rule: Progressive, money: Callable[[int], str]) -> dict[str, Any]:
    return {
        "price": money(rule.price),
        "after_fold": rule.after_fold,
        "return_stake": rule.return_stake,
        "shares": rule.shares,
        "prizes": {category.slug: _prize_text(prize, money) for category, prize in rule.prizes.rows},
    }


def _prize_text(prize: Prize, money: Callable[[int], str]) -> str:
    return money(prize.units) if isinstance(prize, Fixed) else str(prize)


def _table_text(table: PayTable) -> object:
    cells = {category.slug: _toml_cell(cell) for category, cell in table.rows}
    return cells["high-card"] if list(cells) == ["high-card"] else cells


def _toml_cell(cell: Pay) -> str | int:
    if isinstance(cell, Fate):
        return cell.value
    return int(cell) if cell.denominator == 1 else str(cell)


def _without_none(plain: dict[str, Any]) -> dict[str, Any]:
    return {
        key: _without_none(value) if isinstance(value, dict) else value
        for key, value in plain.items()
        if value is not None and value != {}
    }
