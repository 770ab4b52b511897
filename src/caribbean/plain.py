"""Plain values, such as JSON and a database hold, out of frozen records and back. Knows no record of its own.

A form is a table field → reader. Each value has one way to be written, so equal records have equal bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, TypeAlias

import msgspec

from .errors import CaribbeanError, InputError, InputTypeError, VariantError
from .money import MAX_UNITS
from .parts import Checker

Reader: TypeAlias = Callable[[Any], Any]
"""Gives the value that a plain one stands for, or raises a `CaribbeanError`."""

_FRACTION: Final = re.compile(r"-?[0-9]{1,2000}(?:/[1-9][0-9]{0,1999})?", re.ASCII)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def written(record: msgspec.Struct) -> dict[str, Any]:
    """All fields of a record by name: a `Fraction` as text, a record in it as a mapping, the rest as it is."""
    return {name: _value(getattr(record, name)) for name in record.__struct_fields__}


def read_fields(plain: object, form: Mapping[str, Reader]) -> dict[str, Any]:
    """The fields of a plain mapping, each by its reader; all that is wrong or unknown is in one `VariantError`."""
    if not isinstance(plain, Mapping):
        raise InputTypeError(f"plain values must be a mapping of fields, not {type(plain).__name__}")
    check = Checker()
    for key in plain:
        if key not in form:
            check.refuse(str(key), "is not known")
    found = {}
    for key, read in form.items():
        if key not in plain:
            check.refuse(key, "is missing")
            continue
        try:
            found[key] = read(plain[key])
        except VariantError as error:
            check.problems.extend(error.under(key))
        except CaribbeanError as error:
            check.refuse(key, str(error))
    check.done()
    return found


def whole(least: int, most: int = MAX_UNITS) -> Reader:
    """Reads an int within bounds; a bool is none."""

    def read(value: object) -> int:
        if type(value) is int and least <= value <= most:
            return value
        raise InputError(f"must be a whole number from {least} to {most}, not {value!r}")

    return read


def fraction(value: object) -> Fraction:
    """A fraction from text in lowest terms, `"7/10"` or `"5"`."""
    found = Fraction(value) if isinstance(value, str) and _FRACTION.fullmatch(value) else None
    if found is None or str(found) != value:
        raise InputError(f'must be text of a fraction in lowest terms, "7/10" or "5", not {value!r}')
    return found


def choice(*allowed: object) -> Reader:
    """Reads one of the values named, of the same type."""

    def read(value: object) -> object:
        if any(type(value) is type(one) and value == one for one in allowed):
            return value
        raise InputError(f"must be one of {', '.join(map(repr, allowed))}, not {value!r}")

    return read


def or_none(read: Reader) -> Reader:
    """Reads None as None, and all else by `read`."""
    return lambda value: None if value is None else read(value)


def text(value: object) -> str:
    """Text that is not empty."""
    return check_text(value, "it")


def note(value: object) -> str:
    """Text that may be empty."""
    return value if isinstance(value, str) and not value else check_text(value, "it")


def check_text(value: object, what: str) -> str:
    """`value` itself, where it is text that says something and that UTF-8 can hold; an error otherwise."""
    if not isinstance(value, str):
        raise InputTypeError(f"{what} must be text, not {type(value).__name__}")
    if not value.strip():
        raise InputError(f"{what} must not be empty")
    if not value.isascii() and _SURROGATE.search(value):
        raise InputError(f"{what} must be text that UTF-8 can hold, not {value!r}")
    return value


def _value(value: object) -> object:
    if isinstance(value, msgspec.Struct):
        return written(value)
    return str(value) if isinstance(value, Fraction) else value
