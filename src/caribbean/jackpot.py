"""The progressive meter: a value that money flows through, and an entry for every movement (R-80…R-85, R-74).

Knows amounts and parts of them; knows no card, no round and no currency, keeps no log and reads no clock. Where
entries are stored, and that no key is used twice, is the business of whoever holds the log.

Everything is exact: whole units are `int`, the rest `Fraction`. The columns of R-81 are fields, and a meter in which
they do not add up cannot be made.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, get_args

import msgspec

from .entries import ZERO, Entry, IdentityError, Kind, MeterRule, Pot, check_part
from .errors import InputError, InputTypeError
from .money import MAX_UNITS, check_amount, round_down, share
from .plain import Reader, check_text, choice, fraction, note, or_none, read_fields, whole, written

__all__ = ["Entry", "IdentityError", "Meter", "MeterRule"]


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive meter. Every operation returns the meter after it and the `Entry` of it; this one stays as it is.

    `seeds + contributions + adjustments == exact + reserve + overflow + paid` (R-81), where `exact` is what the meter
    shows (`units`) and its `residue`. Made by `Meter.start` and `Meter.from_plain`.
    """

    rule: MeterRule
    next_rule: MeterRule | None = None
    """Takes effect when the meter is next won whole."""
    enabled: bool = True
    exact: Fraction = ZERO
    reserve: Fraction = ZERO
    """Below zero: what the house has to put in, after a reversal that the meter could no longer bear (R-74)."""
    overflow: Fraction = ZERO
    seeds: int = 0
    contributions: Fraction = ZERO
    adjustments: int = 0
    paid: int = 0
    cycle: int = 0
    """How many times the meter has been won whole."""
    number: int = 0
    """How many entries it has had."""

    def __post_init__(self) -> None:
        self._check_types()
        exact, overflow, ceiling = self.exact, self.overflow, self.rule.ceiling
        taken_in = self.contributions + (self.seeds + self.adjustments)
        if taken_in != exact + self.reserve + overflow + self.paid:
            raise IdentityError(f"the meter's columns do not add up: {self.to_plain()}")
        exacts = (exact.numerator, overflow.numerator, self.contributions.numerator)
        if min(*exacts, self.seeds, self.paid, self.cycle, self.number) < 0:
            raise InputError("nothing in a meter can be below zero but its reserve and its adjustments")
        if ceiling is not None and exact.numerator > ceiling * exact.denominator:
            raise InputError(f"the meter would stand above its ceiling of {ceiling} units")
        if taken_in.numerator > MAX_UNITS * taken_in.denominator or round_down(exact) > MAX_UNITS:
            raise InputError(f"a meter cannot take in more than {MAX_UNITS} units (2**63 - 1)")

    @property
    def units(self) -> int:
        """The whole units it shows, and that shares are taken from."""
        return round_down(self.exact)

    @property
    def residue(self) -> Fraction:
        """What contributions have left below one unit (R-81)."""
        return self.exact - self.units

    @classmethod
    def start(cls, rule: MeterRule, *, key: str, reason: str = "", actor: str = "") -> tuple[Meter, Entry]:
        """A new meter, standing at the seed of its rule."""
        signed = {"reason": note(reason), "actor": note(actor)}
        return cls(rule=rule)._post("start", key, seeded=rule.seed, to_meter=Fraction(rule.seed), rule=rule, **signed)

    def contribute(self, stake: int, *, key: str) -> tuple[Meter, Entry]:
        """Take the parts of a progressive stake, when it is placed (R-83). A disabled meter refuses (R-85)."""
        check_amount(stake, "the stake")
        self._check_enabled("takes no wager")
        rule = self.rule
        due, to_reserve = stake * rule.to_meter, stake * rule.to_reserve
        to_meter, to_overflow = self._below_ceiling(due)
        return self._post(
            "contribute",
            key,
            stake=stake,
            contributed=due + to_reserve,
            to_meter=to_meter,
            to_reserve=to_reserve,
            to_overflow=to_overflow,
        )

    def award(self, part: Fraction, *, key: str, sharers: int = 1) -> tuple[Meter, Entry]:
        """Pay a part of the meter, divided equally among `sharers` boxes; each is paid `entry.prize`.

        Rounded down, the remainder stays (R-81). After the whole meter is won it restarts at the seed of the rule that
        waits, or of its own (R-82). Prizes in turn are one award each (R-84). A disabled meter refuses (R-85).
        """
        check_part(part)
        if type(sharers) is not int:
            raise InputTypeError(f"sharers must be an int number of boxes, not {type(sharers).__name__}")
        if sharers < 1:
            raise InputError(f"a prize needs at least 1 box to share it, not {sharers}")
        self._check_enabled("pays no prize")
        paid = share(self.units, part) // sharers * sharers
        if part != 1:
            return self._post("award", key, part=part, sharers=sharers, paid=paid, to_meter=Fraction(-paid))
        rule = self.next_rule or self.rule
        level = self.exact - paid + rule.seed
        over = ZERO if rule.ceiling is None else max(ZERO, level - rule.ceiling)
        return self._post(
            "award",
            key,
            part=part,
            sharers=sharers,
            paid=paid,
            seeded=rule.seed,
            to_meter=rule.seed - paid - over,
            to_overflow=over,
        )

    def reverse(self, entry: Entry, *, key: str) -> tuple[Meter, Entry]:
        """Take a contribution back, of a round that is voided (R-74): exactly what it put in, from where it went.

        The reserve bears what the meter cannot, because it was won meanwhile or holds too little; so too for the
        overflow. The reserve may go below zero.
        """
        if not isinstance(entry, Entry):
            raise InputTypeError(f"only an Entry can be reversed, not {type(entry).__name__}")
        if entry.kind != "contribute":
            raise InputError(f"only a contribution can be reversed; entry {entry.number} is of kind {entry.kind!r}")
        if entry.number > self.number:
            raise InputError(f"entry {entry.number} is later than this meter, which stands at entry {self.number}")
        held = entry.cycle == self.cycle and entry.to_meter <= self.exact
        from_meter = entry.to_meter if held else ZERO
        from_overflow = entry.to_overflow if entry.to_overflow <= self.overflow else ZERO
        return self._post(
            "reverse",
            key,
            reverses=entry.key,
            contributed=-entry.contributed,
            to_meter=-from_meter,
            to_reserve=from_meter + from_overflow - entry.contributed,
            to_overflow=-from_overflow,
        )

    def adjust(self, units: int, *, key: str, reason: str, actor: str, pot: Pot = "meter") -> tuple[Meter, Entry]:
        """Put units in by hand, or with a minus take them out, never to below zero. Above the ceiling: R-85."""
        check_amount(units, "an adjustment", least=-MAX_UNITS)
        if units == 0:
            raise InputError("an adjustment of 0 units changes nothing")
        if pot not in get_args(Pot):
            raise InputError(f"pot must be one of {', '.join(get_args(Pot))}, not {pot!r}")
        held = {"meter": self.exact, "reserve": self.reserve, "overflow": self.overflow}[pot]
        if units < 0 and held + units < 0:
            raise InputError(f"the {pot} holds {round_down(held)} whole units; {-units} cannot be taken out")
        amounts = {f"to_{pot}": Fraction(units)}
        if pot == "meter" and units > 0:
            amounts["to_meter"], amounts["to_overflow"] = self._below_ceiling(Fraction(units))
        return self._post("adjust", key, pot=pot, adjusted=units, **_signed(reason, actor), **amounts)

    def enable(self, *, key: str, reason: str, actor: str) -> tuple[Meter, Entry]:
        """Let a disabled meter grow and pay again."""
        if self.enabled:
            raise InputError("the meter is enabled already")
        return self._post("enable", key, **_signed(reason, actor))

    def disable(self, *, key: str, reason: str, actor: str) -> tuple[Meter, Entry]:
        """Stop the meter: it neither grows nor pays (R-85). Reversals and adjustments go on."""
        self._check_enabled("cannot be disabled again")
        return self._post("disable", key, **_signed(reason, actor))

    def change_rule(self, rule: MeterRule, *, key: str, reason: str, actor: str) -> tuple[Meter, Entry]:
        """Have `rule` take effect once the meter is won whole; naming the rule in force withdraws one that waits."""
        _check_rule(rule)
        return self._post("change-rule", key, rule=rule, **_signed(reason, actor))

    def after(self, entry: Entry, *, original: Entry | None = None) -> Meter:
        """This meter after an entry of its log, which is made again and compared, not trusted.

        `original` is the contribution that a reversal takes back. `InputError` names the fields that disagree.
        """
        if not isinstance(entry, Entry):
            raise InputTypeError(f"a meter is carried on by an Entry, not {type(entry).__name__}")
        meter, made = self._again(entry, original)
        if made != entry:
            fields = [name for name in entry.__struct_fields__ if getattr(entry, name) != getattr(made, name)]
            told = ", ".join(f"{name} {getattr(entry, name)}, not {getattr(made, name)}" for name in fields)
            raise InputError(f"entry {entry.number} does not follow entry {self.number} of this meter: {told}")
        return meter

    def to_plain(self) -> dict[str, Any]:
        """The meter as text and numbers that JSON can hold; exact amounts are text, `"1234/10"` or `"5"`."""
        return written(self)

    @classmethod
    def from_plain(cls, plain: Mapping[str, object]) -> Meter:
        """The meter that `to_plain` wrote; every wrong field is listed, and the columns must add up."""
        return cls(**read_fields(plain, _METER_FORM))

    def _again(self, entry: Entry, original: Entry | None) -> tuple[Meter, Entry]:
        key, reason, actor = entry.key, entry.reason, entry.actor
        match entry.kind:
            case "contribute":
                return self.contribute(entry.stake, key=key)
            case "award" if entry.part is not None:
                return self.award(entry.part, key=key, sharers=entry.sharers)
            case "reverse" if original is not None and original.key == entry.reverses:
                return self.reverse(original, key=key)
            case "adjust":
                return self.adjust(entry.adjusted, key=key, reason=reason, actor=actor, pot=entry.pot)
            case "enable":
                return self.enable(key=key, reason=reason, actor=actor)
            case "disable":
                return self.disable(key=key, reason=reason, actor=actor)
            case "change-rule" if entry.rule is not None:
                return self.change_rule(entry.rule, key=key, reason=reason, actor=actor)
        raise InputError(f"entry {entry.number} ({entry.kind}) cannot be made again from what is given")

    def _check_types(self) -> None:
        for units in (self.seeds, self.adjustments, self.paid, self.cycle, self.number):
            if type(units) is not int:
                raise InputTypeError(f"a meter's whole numbers must be int, not {type(units).__name__}")
        for amount in (self.exact, self.reserve, self.overflow, self.contributions):
            if type(amount) is not Fraction:
                raise InputTypeError(f"a meter's exact amounts must be Fraction, not {type(amount).__name__}")
        _check_rule(self.rule)
        if self.next_rule is not None:
            _check_rule(self.next_rule)
        if type(self.enabled) is not bool:
            raise InputTypeError(f"enabled must be true or false, not {type(self.enabled).__name__}")

    def _check_enabled(self, refusal: str) -> None:
        if not self.enabled:
            raise InputError(f"the jackpot is disabled: it {refusal}")

    def _below_ceiling(self, amount: Fraction) -> tuple[Fraction, Fraction]:
        """What of an incoming amount the meter takes, and what goes to the overflow (R-85)."""
        if self.rule.ceiling is None:
            return amount, ZERO
        taken = min(amount, self.rule.ceiling - self.exact)
        return taken, amount - taken

    def _post(self, kind: Kind, key: str, **columns: Any) -> tuple[Meter, Entry]:
        after = round_down(self.exact + columns.get("to_meter", ZERO))
        entry = Entry(
            kind=kind,
            key=check_text(key, "a key"),
            number=self.number + 1,
            cycle=self.cycle,
            before=self.units,
            after=after,
            **columns,
        )
        return self._carried(entry), entry

    def _carried(self, entry: Entry) -> Meter:
        """The one place where a meter moves; the new one checks the identity."""
        won = entry.kind == "award" and entry.part == 1
        waiting = self.next_rule
        if entry.kind == "change-rule":
            waiting = None if entry.rule == self.rule else entry.rule
        return Meter(
            rule=(self.next_rule or self.rule) if won else self.rule,
            next_rule=None if won else waiting,
            enabled=entry.kind == "enable" or (self.enabled and entry.kind != "disable"),
            exact=self.exact + entry.to_meter,
            reserve=self.reserve + entry.to_reserve,
            overflow=self.overflow + entry.to_overflow,
            seeds=self.seeds + entry.seeded,
            contributions=self.contributions + entry.contributed,
            adjustments=self.adjustments + entry.adjusted,
            paid=self.paid + entry.paid,
            cycle=self.cycle + won,
            number=entry.number,
        )


def _check_rule(rule: object) -> None:
    if not isinstance(rule, MeterRule):
        raise InputTypeError(f"a meter needs a MeterRule, not {type(rule).__name__}")


def _signed(reason: object, actor: object) -> dict[str, Any]:
    return {"reason": check_text(reason, "the reason"), "actor": check_text(actor, "the actor")}


_METER_FORM: Final[dict[str, Reader]] = {
    "rule": MeterRule.from_plain,
    "next_rule": or_none(MeterRule.from_plain),
    "enabled": choice(True, False),
    "exact": fraction,
    "reserve": fraction,
    "overflow": fraction,
    "seeds": whole(0),
    "contributions": fraction,
    "adjustments": whole(-MAX_UNITS),
    "paid": whole(0),
    "cycle": whole(0),
    "number": whole(1),
}
