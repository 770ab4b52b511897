"""One table of a file: its keys read against its form, and changes laid over it. Knows no rule and no game.

What is wrong is collected and not raised, since a reader that stops at the first mistake makes the writer of a file
fix them one a run.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_args

import msgspec

from .errors import CaribbeanError, VariantError, shown

Part = TypeVar("Part")
Form = type[msgspec.Struct]
Problems = list[tuple[str, str]]


class Section:
    """One table of a file: reads its keys against its form, and adds what is wrong to the problems of the file.

    A table that is not `whole` states changes to a game that nobody knows: what it does not say is no mistake in it.
    """

    def __init__(self, form: Form, given: object, key: str, problems: Problems, *, whole: bool) -> None:
        self.key, self.problems = key, problems
        self.failed: set[str] = set()
        self.is_table = isinstance(given, Mapping)
        self.whole = whole and self.is_table
        self.fields = {field.name: field for field in msgspec.structs.fields(form)}
        self.given: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
        if not self.is_table:
            self.refuse("", f"must be a table, not {type(given).__name__}")
        known = [field.encode_name for field in self.fields.values()]
        for name in self.given:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1) if isinstance(name, str) else None
                problems.append((self._path(name), "is no key of this table" + (f"; {near[0]}?" if near else "")))

    def refuse(self, name: str, reason: str) -> None:
        """Note a problem that keeps this part from being made."""
        self.failed.add(name)
        self.problems.append((self._path(name), reason))

    def read(self, name: str, reader: Callable[[Any], Any] | None = None) -> Any:
        """The value of a key, `UNSET` where it is absent or cannot be read."""
        field = self.fields[name]
        value = self.given.get(field.encode_name, msgspec.UNSET)
        if value is msgspec.UNSET:
            self._miss(field)
            return msgspec.UNSET
        try:
            return reader(value) if reader else msgspec.convert(value, field.type)
        except VariantError as error:
            self.failed.add(field.encode_name)
            self.problems += error.under(self._path(field.encode_name))
        except msgspec.ValidationError as error:
            self.refuse(field.encode_name, _readable(str(error)))
        except CaribbeanError as error:
            self.refuse(field.encode_name, str(error))
        return msgspec.UNSET

    def section(self, name: str, form: Form) -> Section | None:
        """The table under a key, None where it is absent."""
        field = self.fields[name]
        if field.encode_name not in self.given:
            self._miss(field)
            return None
        inner, key = self.given[field.encode_name], self._path(field.encode_name)
        return Section(form, inner, key, self.problems, whole=self.whole)

    def build(self, make: Callable[..., Part], **values: Any) -> Part | None:
        """The part made of these values, None where it cannot be made; values that are `UNSET` keep their default.

        A value that could not be read goes in as `UNSET`. The part then refuses it, which is no news, and with it
        whatever else is wrong, which is.
        """
        failed = {name for name, field in self.fields.items() if field.encode_name in self.failed}
        taken = {name: value for name, value in values.items() if value is not msgspec.UNSET or name in failed}
        try:
            made = make(**taken)
        except VariantError as error:
            news = [problem for problem in error.problems if problem[0] not in self.failed]
            self.problems += VariantError(news).under(self.key)
            return None
        return None if self.failed else made

    def _miss(self, field: msgspec.structs.FieldInfo) -> None:
        if field.required:
            self.failed.add(field.encode_name)
            if self.whole:
                self.refuse(field.encode_name, "is missing")

    def _path(self, name: object) -> str:
        return ".".join(filter(None, (self.key, name if isinstance(name, str) else shown(name))))


def _readable(message: str) -> str:
    """What msgspec says, without its marks, and with the place in a list counted as people do."""
    text, _, place = message.replace("`", "").partition(" - at $[")
    number = place.rstrip("]")
    return f"item {int(number) + 1}: {text}" if number.isdecimal() else text


def merged(
    base: Mapping[str, Any], changes: Mapping[str, Any], form: Form | None, path: tuple[str, ...] = ()
) -> dict[str, Any]:
    """`changes` over `base`: pay rows replace whole, other tables merge key by key, `false` takes a key away.

    A `false` for a key that neither the base nor the form knows stays, so that the reader finds it.
    """
    fields = {field.encode_name: field for field in msgspec.structs.fields(form)} if form else {}
    truths = {name for name, field in fields.items() if bool in (field.type, *get_args(field.type))}
    over = dict(base)
    for key, value in changes.items():
        inner = base.get(key, {})
        is_pay_row = path[:1] == ("pays",) and len(path) == 2
        if value is False and (key in base or key in fields) and key not in truths:
            over.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(inner, Mapping) and not is_pay_row:
            over[key] = merged(inner, value, _form_of(fields.get(key)), (*path, key))
        else:
            over[key] = value
    return over


def _form_of(field: msgspec.structs.FieldInfo | None) -> Form | None:
    """The form of the table that a field is, None where it is no table or one with free keys."""
    kinds = () if field is None else (field.type, *get_args(field.type))
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct)), None)
