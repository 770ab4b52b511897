"""`lower()`: a variant as plain numbers, the only place that makes them. Knows `pay()`; asks for no game by name.

Which kernel counts a game follows from the shape of its deal. What it pays is tabulated by calling `pay()` for every
outcome and category, so that analysis and settlement cannot disagree.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Final, Literal, TypeAlias

import msgspec

from ._counts import STRENGTHS, Paid
from .errors import InputError, InputTypeError, raise_all
from .hands import Category, Rank
from .money import MAX_UNITS, check_amount
from .parts import ChangeRule, Deal, FrozenMap, Outcome
from .payouts import Stakes, pay
from .variants import Variant

Shape: TypeAlias = Literal["stud", "exchange", "holdem"]
Cell: TypeAlias = tuple[Outcome, Category]

OUTCOME_ROWS: Final = (Outcome.NO_QUALIFY, Outcome.WIN, Outcome.TIE, Outcome.LOSE, Outcome.FOLD)
"""The order of the kernels' rows."""

_STUD: Final = Deal(player=5, dealer=5, dealer_up=1)
_HOLDEM: Final = Deal(player=2, dealer=2, dealer_up=0, board=(3, 2))
_STAND_INS: Final = (Outcome.LOSE, Outcome.TIE, Outcome.WIN, Outcome.NO_QUALIFY)

# What the kernels sum must fit 63 bits: the deals of one cell, times the nets, times the units that changes of one to
# five cards are compared in.
_LARGEST: Final = {"stud": 2**62 // 178_365, "holdem": 2**62 // (24 * 1_070_190 * 50), "exchange": 0}
_EXCHANGE_UNITS: Final = (1, 42, 861, 11_480, 111_930, 850_668)


class Lowered(msgspec.Struct, frozen=True, kw_only=True):
    """A variant as numbers. `unit` of them are one ante; `net` and `staked` have every cell that can happen."""

    variant: Variant
    shape: Shape
    unit: int
    net: Mapping[Cell, int]
    staked: Mapping[Cell, int]
    fees: tuple[int, ...]
    """For 0 to 5 changed cards, in the same unit; -1 where so many cannot be changed."""
    forced: tuple[int, ...] = ()

    def paid(self) -> Paid:
        """The same for the kernels. A cell that cannot happen is paid like one that can, so that no bound sees it."""
        scale = self.scale
        rows = [[self._stand_in(outcome, category) // scale for category in Category] for outcome in OUTCOME_ROWS]
        fees = [fee // scale for fee in self.fees]
        largest = max(abs(amount) for row in rows for amount in row) + max(fees)
        if largest > _limit(self.shape, self.fees):
            raise InputError(f"{self.variant.name} pays too much, or in fractions too fine, for an exact analysis")
        return Paid(group=_groups(), net=rows, fees=fees, forced=self.forced)

    @property
    def scale(self) -> int:
        """What all amounts are multiples of: the kernels count in it."""
        return gcd(*self.net.values(), *(fee for fee in self.fees if fee > 0)) or 1

    def _stand_in(self, outcome: Outcome, category: Category) -> int:
        for other in (outcome, *_STAND_INS):
            if (other, category) in self.net:
                return self.net[other, category]
        return 0


def _limit(shape: Shape, fees: tuple[int, ...]) -> int:
    if shape != "exchange":
        return _LARGEST[shape]
    most = max(k for k, fee in enumerate(fees) if fee >= 0)
    # Four times, since amounts are counted from the least of all and bounds are summed over too many draws at first;
    # 50 and 24 as one card's sums are weighed by their images.
    return 2**62 // (4 * 163_185 * max(_EXCHANGE_UNITS[most] * 42, 24 * 50))


@functools.cache
def _groups() -> bytes:
    """The category of each strength; 0 has none."""
    return bytes([0, *(Rank(strength).category for strength in range(1, STRENGTHS + 1))])


def shape_of(variant: Variant) -> Shape:
    """Which kernel counts this variant; `InputError` where none does."""
    if variant.deal == _HOLDEM:
        return "holdem"
    if variant.deal == _STUD:
        return "stud" if _changes(variant) is None else "exchange"
    raise InputError(
        f"{variant.name} cannot be analysed exactly: that is done for five cards against five with one of the dealer's "
        "up, and for two against two with a board of three and two"
    )


def lower(variant: Variant, ante: int | None = None) -> Lowered:
    """The variant as numbers, for a stated ante, or for antes on which nothing is rounded.

    A cap is an amount of money (R-76), so that a variant with one has figures only at a stated ante.
    """
    if not isinstance(variant, Variant):
        raise InputTypeError(f"the variant must be a Variant, not {type(variant).__name__}")
    if ante is None and variant.cap is not None:
        raise InputError(f"{variant.name} caps a win at an amount of money: the ante must be given")
    unit = _whole_ante(variant) if ante is None else check_amount(ante, "the ante")
    if ante is not None:
        raise_all(variant.stakes_problems(Stakes(ante=unit)))
    if unit > MAX_UNITS:
        raise InputError(f"{variant.name} pays in fractions too fine for an exact analysis")
    net: dict[Cell, int] = {}
    staked: dict[Cell, int] = {}
    for outcome in Outcome:
        for category in Category:
            if variant.reachable(outcome, category):
                lines = pay(variant, outcome, category, Stakes(ante=unit))
                net[outcome, category] = sum(line.net for line in lines)
                staked[outcome, category] = sum(line.stake for line in lines)
    rule = _changes(variant)
    fees = tuple(_fee(variant, k, unit) if rule and k in rule.fees else -1 for k in range(1, 6))
    return Lowered(
        variant=variant,
        shape=shape_of(variant),
        unit=unit,
        net=FrozenMap(net.items()),
        staked=FrozenMap(staked.items()),
        fees=(0, *fees),
        forced=rule.forced_play if rule else (),
    )


def _changes(variant: Variant) -> ChangeRule | None:
    """The rule for changes; a box that plays closed has none (R-32)."""
    return variant.change if variant.decides else None


def _fee(variant: Variant, changed: int, ante: int) -> int:
    lines = pay(variant, Outcome.FOLD, Category.HIGH_CARD, Stakes(ante=ante), changed=changed)
    return sum(-line.net for line in lines if line.wager == "change")


def _whole_ante(variant: Variant) -> int:
    """The smallest ante on which every odds of the variant pay whole units."""
    odds = [
        table.get(category)
        for outcome, row in variant.pays
        for table in (row.ante, row.bet)
        if table is not None
        for category in Category
        if variant.reachable(outcome, category)
    ]
    return lcm(*(cell.denominator for cell in odds if isinstance(cell, Fraction)))
