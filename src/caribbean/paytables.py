"""What each category is paid: odds, or a prize. Knows categories and money; knows no wager and no outcome.

In both tables a row pays its category and every better one, up to the next row. What stands below the lowest row
is not in the table.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, Generic, NoReturn, TypeAlias, TypeVar, final, overload

import msgspec

from .errors import CaribbeanError, InputError, InputTypeError, VariantError, shown
from .hands import Category
from .money import check_amount, check_digits, parse_odds, percent_text, share


class Fate(enum.Enum):
    """What becomes of a stake that wins nothing."""

    LOST = "lost"
    RETURNED = "returned"


Pay: TypeAlias = Fraction | Fate
"""A cell of a pay table: odds "x to 1" (R-8), or the fate of a stake that wins nothing."""

PayLike: TypeAlias = Pay | int | str
"""A cell as it may be written: `7`, `Fraction(3, 2)`, `"3/2"`, `"lost"`, `"returned"`, `Fate.LOST`."""


def cell_text(cell: Pay | None) -> str | None:
    """A cell as plain values have it: `"3/2"`, `"lost"`, `"returned"`, None."""
    return cell.value if isinstance(cell, Fate) else None if cell is None else str(cell)


Cell = TypeVar("Cell")


class _CategoryTable(Generic[Cell]):
    """Rows by category. Immutable, equal when every category is paid the same, however the rows were written."""

    __slots__ = ("_cells", "rows")
    rows: tuple[tuple[Category, Cell], ...]
    _cells: tuple[Cell | None, ...]

    def __init__(self, rows: Mapping[Category, Cell]) -> None:
        cell: Cell | None = None
        cells: list[Cell | None] = []
        kept: list[tuple[Category, Cell]] = []
        for category in Category:
            if category in rows and rows[category] != cell:
                cell = rows[category]
                kept.append((category, cell))
            cells.append(cell)
        object.__setattr__(self, "rows", tuple(kept))
        object.__setattr__(self, "_cells", tuple(cells))

    def get(self, category: Category) -> Cell | None:
        """The cell of a category, or None where the table has none so low."""
        if type(category) is not Category:
            raise InputTypeError(f"a table is read by Category, not by {type(category).__name__}")
        return self._cells[category]

    def __eq__(self, other: object) -> bool:
        return self._cells == other._cells if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), self._cells))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a table cannot be changed ({name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a table cannot be changed ({name})")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({ {category.slug: cell for category, cell in self.rows} })"


@final
class PayTable(_CategoryTable[Pay]):
    """What a wager is paid in one outcome: `PayTable(1)`, `PayTable({"high-card": 1, "flush": "3/2"})`.

    A single cell pays every category alike. `VariantError` names every row that cannot be.
    """

    __slots__ = ()

    # One signature for each kind of key: a union of mappings would leave a literal of mixed cells untyped.
    @overload
    def __init__(self, rows: PayLike) -> None: ...
    @overload
    def __init__(self, rows: Mapping[str, PayLike]) -> None: ...
    @overload
    def __init__(self, rows: Mapping[Category, PayLike]) -> None: ...

    def __init__(self, rows: PayLike | Mapping[str, PayLike] | Mapping[Category, PayLike]) -> None:
        super().__init__(_rows(rows, _pay) if isinstance(rows, Mapping) else {Category.HIGH_CARD: _only(rows)})

    def __reduce__(self) -> tuple[type[PayTable], tuple[dict[Category, Pay]]]:
        return PayTable, (dict(self.rows),)


class Prize(msgspec.Struct, frozen=True):
    """What a progressive wager can win; one of `Fixed` and `Share`."""

    def amount(self, meter: int) -> int:
        """The prize in units, where the meter stands at `meter` units."""
        raise NotImplementedError


@final
class Fixed(Prize, frozen=True):
    """A prize of so many units, paid by the house and not by the meter (R-82)."""

    units: int

    def __post_init__(self) -> None:
        check_amount(self.units, "a fixed prize")

    def amount(self, meter: int) -> int:
        """The prize in units, whatever the meter shows."""
        check_amount(meter, "the meter", least=0)
        return self.units


@final
class Share(Prize, frozen=True):
    """A prize of a part of the meter, rounded down to a whole unit (R-81)."""

    part: Fraction

    def __post_init__(self) -> None:
        if not isinstance(self.part, Fraction):
            raise InputTypeError(f"a share must be a Fraction, not {type(self.part).__name__}")
        check_digits(self.part, "a share")
        if not 0 < self.part <= 1:
            raise InputError(f"a share must be above 0 and at most 1, not {self.part}")

    def amount(self, meter: int) -> int:
        """The prize in units, where the meter stands at `meter` units."""
        return share(check_amount(meter, "the meter", least=0), self.part)

    def __str__(self) -> str:
        return percent_text(self.part)


@final
class PrizeTable(_CategoryTable[Prize]):
    """What the progressive wager wins: `PrizeTable({"flush": Fixed(50_00), "royal-flush": Share(Fraction(1))})`."""

    __slots__ = ()

    def __init__(self, rows: Mapping[str, Prize] | Mapping[Category, Prize]) -> None:
        if not isinstance(rows, Mapping):
            raise InputTypeError(f"prizes must be a table of categories, not {type(rows).__name__}")
        super().__init__(_rows(rows, _prize))

    def __reduce__(self) -> tuple[type[PrizeTable], tuple[dict[Category, Prize]]]:
        return PrizeTable, (dict(self.rows),)


_FATES: Final = {fate.value: fate for fate in Fate}


def _pay(cell: object) -> Pay:
    if isinstance(cell, Fate):
        return cell
    if isinstance(cell, str) and cell in _FATES:
        return _FATES[cell]
    return parse_odds(cell)


def _only(cell: object) -> Pay:
    try:
        return _pay(cell)
    except CaribbeanError as error:
        raise VariantError([("", str(error))]) from error


def _prize(cell: object) -> Prize:
    if not isinstance(cell, (Fixed, Share)):
        raise InputTypeError(f"a prize must be Fixed or Share, not {type(cell).__name__}")
    return cell


def _rows(given: Mapping[Any, object], read: Callable[[object], Cell]) -> dict[Category, Cell]:
    rows: dict[Category, Cell] = {}
    problems: list[tuple[str, str]] = []
    for key, cell in given.items():
        try:
            category = key if isinstance(key, Category) else Category.from_slug(key)
            if category in rows:
                problems.append((category.slug, "has two rows"))
            rows[category] = read(cell)
        except CaribbeanError as error:
            problems.append((key if isinstance(key, str) else shown(key), str(error)))
    if not given:
        problems.append(("", "a table needs at least one row"))
    if problems:
        raise VariantError(problems)
    return rows
