"""The rule of a progressive meter, and the entries of its log (R-81…R-85). Knows amounts; knows no meter.

Whole units are `int`, exact amounts `Fraction`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec

from .errors import InputError, InputTypeError
from .money import MAX_UNITS
from .parts import Checker
from .plain import Reader, choice, fraction, note, or_none, read_fields, text, whole, written

Kind: TypeAlias = Literal["start", "contribute", "award", "reverse", "adjust", "enable", "disable", "change-rule"]
Pot: TypeAlias = Literal["meter", "reserve", "overflow"]

MAX_DENOMINATOR: Final = 10**9
"""The finest part of a stake a rule may name; residues of several rules then stay short."""

ZERO: Final = Fraction(0)


class IdentityError(InputError):
    """A meter or an entry whose columns do not add up (R-81). No operation leads to one; edited data does."""


class MeterRule(msgspec.Struct, frozen=True, kw_only=True):
    """How a meter grows: `MeterRule(seed=10_000_00, to_meter=Fraction(7, 10), to_reserve=Fraction(1, 10))`.

    `seed`: units it starts and restarts with (R-82). `to_meter`, `to_reserve`: the parts of each stake that feed it and
    its reserve (R-83); the house keeps the rest. `ceiling`: units it never passes (R-85), or None.
    """

    seed: int
    to_meter: Fraction
    to_reserve: Fraction = ZERO
    ceiling: int | None = None

    def __post_init__(self) -> None:
        check = Checker()
        seeded = check.whole("seed", self.seed, 0, MAX_UNITS)
        if self.ceiling is not None:
            check.whole("ceiling", self.ceiling, max(1, self.seed) if seeded else 1, MAX_UNITS)
        rates = _is_rate(check, "to_meter", self.to_meter) & _is_rate(check, "to_reserve", self.to_reserve)
        if rates and self.to_meter + self.to_reserve > 1:
            check.refuse("to_reserve", f"with to_meter more than the whole stake: {self.to_meter} + {self.to_reserve}")
        check.done()

    def to_plain(self) -> dict[str, Any]:
        """The rule as text and numbers that JSON can hold."""
        return written(self)

    @classmethod
    def from_plain(cls, plain: Mapping[str, object]) -> MeterRule:
        """The rule that `to_plain` wrote; `VariantError` lists every field that is wrong."""
        return cls(**read_fields(plain, _RULE_FORM))


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One movement: the difference between two states of a meter, in the columns of R-81, and who caused it.

    `seeded + contributed + adjusted == to_meter + to_reserve + to_overflow + paid`, exactly. Amounts are in units.
    """

    kind: Kind
    key: str
    """The caller's name for this movement; the log takes each once."""
    number: int
    """1 for the start of the meter, then counting up without a gap."""
    cycle: int
    """How many times the meter had been won before this movement."""
    before: int
    after: int
    """What the meter showed before and after, in whole units."""
    seeded: int = 0
    contributed: Fraction = ZERO
    adjusted: int = 0
    to_meter: Fraction = ZERO
    to_reserve: Fraction = ZERO
    to_overflow: Fraction = ZERO
    paid: int = 0
    stake: int = 0
    """The stake that a contribution was a part of."""
    part: Fraction | None = None
    """The part of the meter that a prize was."""
    sharers: int = 1
    """Among how many boxes the prize was divided equally (R-84)."""
    pot: Pot = "meter"
    """What an adjustment was made to."""
    reverses: str | None = None
    """The key of the contribution that this reverses (R-74); the log takes each once."""
    rule: MeterRule | None = None
    """The rule a meter was started with, or that waits from now on."""
    reason: str = ""
    actor: str = ""

    @property
    def prize(self) -> int:
        """What each of the sharers is paid, in units; 0 where nothing was won."""
        return self.paid // self.sharers

    def to_plain(self) -> dict[str, Any]:
        """The entry as text and numbers that JSON can hold."""
        return written(self)

    @classmethod
    def from_plain(cls, plain: Mapping[str, object]) -> Entry:
        """The entry that `to_plain` wrote; every wrong field is listed, and the columns must add up."""
        entry = cls(**read_fields(plain, _ENTRY_FORM))
        moved = entry.to_meter + entry.to_reserve + entry.to_overflow + entry.paid
        if entry.seeded + entry.contributed + entry.adjusted != moved:
            raise IdentityError(f"entry {entry.number} ({entry.kind}): its columns do not add up")
        return entry


def check_part(part: object) -> Fraction:
    """`part` itself, where it is a `Fraction` above 0 and at most 1; an error otherwise."""
    if not isinstance(part, Fraction):
        raise InputTypeError(f"a part of the meter must be a Fraction, not {type(part).__name__}")
    if not 0 < part <= 1:
        raise InputError(f"a part of the meter must be above 0 and at most 1, not {part}")
    return part


def _is_rate(check: Checker, key: str, part: Fraction) -> bool:
    if not check.instance(key, part, Fraction, "a Fraction"):
        return False
    if 0 <= part <= 1 and part.denominator <= MAX_DENOMINATOR:
        return True
    check.refuse(key, f"must be from 0 to 1, in parts of at most {MAX_DENOMINATOR}, not {part}")
    return False


_RULE_FORM: Final[dict[str, Reader]] = {
    "seed": whole(0),
    "to_meter": fraction,
    "to_reserve": fraction,
    "ceiling": or_none(whole(1)),
}
_ENTRY_FORM: Final[dict[str, Reader]] = {
    "kind": choice(*get_args(Kind)),
    "key": text,
    "number": whole(1),
    "cycle": whole(0),
    "before": whole(0),
    "after": whole(0),
    "seeded": whole(0),
    "contributed": fraction,
    "adjusted": whole(-MAX_UNITS),
    "to_meter": fraction,
    "to_reserve": fraction,
    "to_overflow": fraction,
    "paid": whole(0),
    "stake": whole(0),
    "part": or_none(lambda value: check_part(fraction(value))),
    "sharers": whole(1),
    "pot": choice(*get_args(Pot)),
    "reverses": or_none(text),
    "rule": or_none(MeterRule.from_plain),
    "reason": note,
    "actor": note,
}
