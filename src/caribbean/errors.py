"""Every error the library raises on purpose. Knows no other module.

Each is a `CaribbeanError` and also a `ValueError`, a `TypeError` or an `OSError`, so that callers may catch either.
Where several things are wrong at once, one `SeveralErrors` carries them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction


class CaribbeanError(Exception):
    """Root of the tree. Errors pickle, and say in their text all that is needed to repeat them."""


class InputError(CaribbeanError, ValueError):
    """A value of the right type that cannot be accepted; the text names it and the reason."""


class InputTypeError(CaribbeanError, TypeError):
    """A value of a type that cannot be accepted (a float as money, a bool as a number)."""


class CardTextError(InputError):
    """Text that is no card: `text` is all of it, `position` where it goes wrong, `reason` why, `where` whose it is."""

    def __init__(self, text: str, position: int, reason: str, where: str = "") -> None:
        super().__init__(text, position, reason, where)
        self.text, self.position, self.reason, self.where = text, position, reason, where

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{_shortened(self.text)!r}, position {self.position}: {self.reason}"


class CardCountError(InputError):
    """Too few or too many cards. `where` names the hand, `got` the number, `needs` what it should be."""

    def __init__(self, where: str, got: int, needs: str) -> None:
        super().__init__(where, got, needs)
        self.where, self.got, self.needs = where, got, needs

    def __str__(self) -> str:
        return f"{self.where}: got {self.got} card{'' if self.got == 1 else 's'}, needs {self.needs}"


class DuplicateCardError(InputError):
    """A card that stands in two places. `card` is its text, `where` the places that hold it."""

    def __init__(self, card: str, where: Sequence[str]) -> None:
        super().__init__(card, tuple(where))
        self.card, self.where = card, tuple(where)

    def __str__(self) -> str:
        first, second = self.where[0], self.where[-1]
        if first == second:
            return f"{self.card} is twice in {first}"
        return f"{self.card} is in {first} and in {second}"


class UnknownGameError(InputError):
    """A game name that nobody knows; `nearest` is the closest one there is, or None."""

    def __init__(self, name: str, nearest: str | None) -> None:
        super().__init__(name, nearest)
        self.name, self.nearest = name, nearest

    def __str__(self) -> str:
        hint = f"; did you mean {self.nearest!r}?" if self.nearest else ""
        return f"no game is called {_shortened(self.name)!r}{hint}"


class VariantError(InputError, InputTypeError):
    """Rules that cannot be: `problems` lists each as (key, reason), all of them at once.

    Values and types may be among them, so it is a `ValueError` and a `TypeError` both.
    """

    def __init__(self, problems: Iterable[tuple[str, str]]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "; ".join(f"{key}: {reason}" if key else reason for key, reason in self.problems)

    def under(self, key: str) -> tuple[tuple[str, str], ...]:
        """The same problems as seen from one floor up, each key with `key` before it."""
        return tuple((".".join(filter(None, (key, inner))), reason) for inner, reason in self.problems)


class RowError(InputError):
    """A row of many that cannot be settled: `row` is its number, `problem` the error that says why."""

    def __init__(self, row: int, problem: CaribbeanError) -> None:
        super().__init__(row, problem)
        self.row, self.problem = row, problem

    def __str__(self) -> str:
        return f"row {self.row}: {self.problem}"


class SeveralErrors(InputError, InputTypeError):  # noqa: N818 - it is several
    """More than one thing is wrong; `problems` holds the errors, in the order they were found.

    Values and types may be among them, so it is a `ValueError` and a `TypeError` both.
    """

    def __init__(self, problems: Sequence[CaribbeanError]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "; ".join(map(str, self.problems))


class IllegalActionError(InputError):
    """An action that the rules refuse now. `reason` says why; `state` is the public state of what refused it.

    The state is enough to repeat the error and holds no hidden card. Nothing has changed.
    """

    def __init__(self, reason: str, state: Mapping[str, object]) -> None:
        super().__init__(reason, state)
        self.reason, self.state = reason, state

    def __str__(self) -> str:
        return self.reason


class RecordError(InputError):
    """A record that cannot be read or does not agree with itself; `disagreements` names each place."""

    def __init__(self, disagreements: Iterable[str]) -> None:
        self.disagreements = tuple(disagreements)
        super().__init__(self.disagreements)

    def __str__(self) -> str:
        return "the record is refused: " + "; ".join(self.disagreements)


class RevealError(InputError):
    """A reveal that does not belong to what was promised; `disagreements` names each point, and shows no seed."""

    def __init__(self, disagreements: Iterable[str]) -> None:
        self.disagreements = tuple(disagreements)
        super().__init__(self.disagreements)

    def __str__(self) -> str:
        return "the reveal is not the one promised: " + "; ".join(self.disagreements)


class HistoryError(CaribbeanError):
    """What a history refuses or cannot do. Nothing of the refused call was written."""


class ConflictError(HistoryError, ValueError):
    """A key that was used before with other content, or a step that another process has written differently.

    `key` names it, `differences` says what differs.
    """

    def __init__(self, key: str, differences: Iterable[str]) -> None:
        self.key, self.differences = key, tuple(differences)
        super().__init__(key, self.differences)

    def __str__(self) -> str:
        return f"{_shortened(self.key, 100)}: {'; '.join(self.differences)}"


class FundsError(HistoryError, ValueError):
    """A purse that does not cover what is taken from it; the text gives both amounts."""


class UnknownKeyError(HistoryError, ValueError):
    """A round or a meter that the history does not have."""


class OpenRoundError(HistoryError, ValueError):
    """What may be had of a finished round only, asked of an open one."""


class UnsealError(HistoryError, ValueError):
    """What was sealed and cannot be read: there is no `unseal`, or it has another key, or it failed.

    The error of `unseal` itself is not kept, only its type is named: it could carry the record, and with it the deck.
    """


class HistoryUseError(HistoryError, ValueError):
    """A history used as it cannot be: closed, from another thread or process, inside another call, on an old SQLite."""


class DamagedHistoryError(HistoryError, ValueError):
    """A file that is no history of this version, or holds what no history wrote."""


class StorageError(HistoryError, OSError):
    """The storage failed. Make the same call again later: what was written after all is not written twice."""


class StorageFullError(StorageError):
    """There is no room left."""


class StorageReadOnlyError(StorageError):
    """The database cannot be written."""


class StorageLockedError(StorageError):
    """Another process kept the database locked for longer than the timeout."""


class InexactError(InputError):
    """A figure that bounds could not settle: the house edge is from `lower` to `upper`, both exact fractions."""

    def __init__(self, reason: str, lower: Fraction, upper: Fraction) -> None:
        super().__init__(reason, lower, upper)
        self.reason, self.lower, self.upper = reason, lower, upper

    def __str__(self) -> str:
        # Rounded outwards, so that what is shown is certain too.
        low, high = self.lower * 10**6 // 1, -(-self.upper * 10**6 // 1)
        return f"{self.reason}: the house edge is from {_percent(low)} to {_percent(high)}"


def _percent(millionths: int) -> str:
    digits = f"{abs(millionths):05}"
    return f"{'-' if millionths < 0 else ''}{digits[:-4]}.{digits[-4:]} %"


def raise_all(problems: Sequence[CaribbeanError]) -> None:
    """Raise nothing, the one problem itself, or all of them in one `SeveralErrors`."""
    if len(problems) == 1:
        raise problems[0]
    if problems:
        raise SeveralErrors(problems)


def shown(value: object) -> str:
    """`repr(value)` for an error text: short, and it never fails, as that of an endless number or list does."""
    try:
        return _shortened(repr(value))
    except Exception:
        return "…"


def _shortened(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
