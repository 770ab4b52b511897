"""Units, odds and the one place that rounds. Knows no card, no game.

An amount is an `int` count of the smallest unit of a currency (R-90). Odds are a `Fraction`: "x to 1" (R-8).
A float is never money: it is a `TypeError` wherever it turns up.
"""

from __future__ import annotations

import re
from fractions import Fraction

from .errors import CaribbeanError, InputError, InputTypeError, shown

MAX_UNITS = 2**63 - 1
"""The largest amount accepted: what a signed 64-bit column of a ledger can hold."""

MAX_EXPONENT = 18
"""The most decimals that a main unit may have; 2**63 - 1 units are then nine of it."""

MAX_ODDS = 10**18
"""What odds and shares are written with is below this, so that every text of one can be read back."""

_AMOUNT = re.compile(r"(-?)([0-9]{1,30})(?:\.([0-9]{1,30}))?", re.ASCII)
_ODDS = re.compile(r"([0-9]{1,18})(?:/([0-9]{1,18}))?", re.ASCII)


def amount_problem(amount: object, what: str, *, least: int = 1) -> CaribbeanError | None:
    """What is wrong with `amount` as a number of units named `what`, or None."""
    if type(amount) is not int:
        return InputTypeError(f"{what} must be an int number of units, not {_described(amount)}")
    if amount < least:
        return InputError(f"{what} must be at least {least}, not {shown(amount)}")
    if amount > MAX_UNITS:
        return InputError(f"{what} must be at most {MAX_UNITS} units (2**63 - 1)")
    return None


def check_amount(amount: object, what: str, *, least: int = 1) -> int:
    """`amount` itself, where it is an int of at least `least` units and below 2**63; an error otherwise."""
    if type(amount) is int and least <= amount <= MAX_UNITS:
        return amount
    raise amount_problem(amount, what, least=least) or InputError(what)


def round_down(units: Fraction) -> int:
    """Whole units out of a fraction of them. The only rounding in the library: always down (R-81)."""
    return units.numerator // units.denominator


def winnings(stake: int, odds: Fraction) -> int:
    """What `stake` units win at `odds` to 1, without the stake itself (R-8), in whole units."""
    over, under = odds.as_integer_ratio()
    return stake * over if under == 1 else round_down(stake * odds)


def share(meter: int, part: Fraction) -> int:
    """The whole units in a `part` of a `meter`; what is cut off stays in the meter (R-81)."""
    return round_down(meter * part)


def parse_odds(odds: object) -> Fraction:
    """Odds from an int, a `Fraction` or text ("7", "3/2"). A float, a bool or a negative is refused."""
    if type(odds) is int or isinstance(odds, Fraction):
        found = Fraction(odds)
    elif isinstance(odds, str):
        match = _ODDS.fullmatch(odds)
        if not match or (match[2] and not int(match[2])):
            raise InputError(f'{shown(odds)} are no odds; write a number or a fraction, "7" or "3/2"')
        found = Fraction(int(match[1]), int(match[2] or 1))
    else:
        raise InputTypeError(f"odds must be an int, a Fraction or text, not {_described(odds)}")
    check_digits(found, "odds")
    if found <= 0:
        raise InputError(f"odds must be above zero, not {found}")
    return found


def check_digits(number: Fraction, what: str) -> None:
    """Refuse a fraction whose text would be longer than odds and shares may be written."""
    if max(abs(number.numerator), number.denominator) >= MAX_ODDS:
        raise InputError(f"{what} must be written with at most 18 digits a number")


def parse_amount(text: object, exponent: int) -> int:
    """Units from text in the main unit: `parse_amount("10.50", 2) == 1050`. Nothing is rounded."""
    _check_exponent(exponent)
    if not isinstance(text, str):
        raise InputTypeError(f'an amount of money is text in the main unit, "10.00", not {_described(text)}')
    match = _AMOUNT.fullmatch(text)
    if not match:
        raise InputError(f'{shown(text)} is no amount of money; write it as text in the main unit, "10.00"')
    sign, whole, decimals = match[1], match[2], match[3] or ""
    if len(decimals.rstrip("0")) > exponent:
        raise InputError(f"{shown(text)} has more than the {exponent} decimals that the currency has")
    units = int(whole + decimals[:exponent].ljust(exponent, "0"))
    return -units if sign else units


def format_amount(units: int, exponent: int) -> str:
    """Text in the main unit: `format_amount(1050, 2) == "10.50"`. The inverse of `parse_amount`."""
    _check_exponent(exponent)
    if type(units) is not int:
        raise InputTypeError(f"an amount must be an int number of units, not {_described(units)}")
    digits = str(abs(units)).rjust(exponent + 1, "0")
    sign = "-" if units < 0 else ""
    return f"{sign}{digits[:-exponent]}.{digits[-exponent:]}" if exponent else f"{sign}{digits}"


def odds_text(odds: Fraction) -> str:
    """Odds as they are said: "7 to 1", "3 to 2"."""
    return f"{odds.numerator} to {odds.denominator}"


def percent_text(part: Fraction) -> str:
    """A part as a percentage, `12.5%`, where one can be written out in nine decimals, else as the fraction itself."""
    scaled = part * 100 * 10**9
    if scaled.denominator != 1:
        return str(part)
    return format_amount(scaled.numerator, 9).rstrip("0").rstrip(".") + "%"


def _check_exponent(exponent: object) -> None:
    if type(exponent) is not int or not 0 <= exponent <= MAX_EXPONENT:
        raise InputError(f"an exponent must be a whole number from 0 to {MAX_EXPONENT}, not {shown(exponent)}")


def _described(value: object) -> str:
    kind = type(value).__name__
    text = shown(value)
    return f"{kind} {text}" if value is not None and len(text) <= 40 else kind
