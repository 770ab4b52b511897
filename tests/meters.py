"""Meters to test with, and one whose whole history is known."""

from __future__ import annotations

from fractions import Fraction

from caribbean.jackpot import Entry, Meter, MeterRule

WHOLE = Fraction(1)
TENTH = Fraction(1, 10)
SIGNED = {"reason": "stock-taking", "actor": "cage"}


def a_rule(
    seed: int = 10_000_00, to_meter: str = "7/10", to_reserve: str = "1/8", ceiling: int | None = None
) -> MeterRule:
    """An ordinary rule, but for what is named."""
    return MeterRule(seed=seed, to_meter=Fraction(to_meter), to_reserve=Fraction(to_reserve), ceiling=ceiling)


def started(**terms) -> Meter:
    """A meter at its seed."""
    return Meter.start(a_rule(**terms), key="start")[0]


def standing_at(units: int, **terms) -> Meter:
    """A meter that was put to `units` by hand."""
    meter = started(**terms)
    return meter.adjust(units - meter.units, key="set", **SIGNED)[0]


def columns_add_up(meter: Meter) -> bool:
    """R-81, with the meter and its residue as two columns, in Fractions made anew."""
    taken_in = Fraction(meter.seeds) + meter.contributions + meter.adjustments
    return taken_in == meter.units + meter.reserve + meter.overflow + meter.residue + meter.paid


def _history() -> tuple[Meter, list[Entry]]:
    """A meter in the middle of its life: a residue, a reserve, an overflow, a cycle and a rule that waits."""
    meter, first = Meter.start(a_rule(ceiling=10_000_50), key="start")
    entries = [first]
    for step in (
        lambda meter: meter.contribute(99, key="c1"),
        lambda meter: meter.award(WHOLE, key="w1", sharers=3),
        lambda meter: meter.contribute(33, key="c2"),
        lambda meter: meter.contribute(10, key="c3"),
        lambda meter: meter.award(Fraction(1, 1000), key="w2"),
        lambda meter: meter.reverse(entries[4], key="v1"),
        lambda meter: meter.adjust(-7, key="a1", pot="reserve", **SIGNED),
        lambda meter: meter.disable(key="d1", **SIGNED),
        lambda meter: meter.enable(key="e1", **SIGNED),
        lambda meter: meter.change_rule(a_rule(seed=7, to_meter="1/3"), key="r1", **SIGNED),
    ):
        meter, entry = step(meter)
        entries.append(entry)
    return meter, entries


GROWN, HISTORY = _history()
OFF = GROWN.disable(key="off", **SIGNED)[0]
OPERATIONS = {
    "contribute": (GROWN, lambda meter: meter.contribute(33, key="k")),
    "award": (GROWN, lambda meter: meter.award(TENTH, key="k")),
    "award whole": (GROWN, lambda meter: meter.award(WHOLE, key="k", sharers=3)),
    "reverse": (GROWN, lambda meter: meter.reverse(HISTORY[3], key="k")),
    "adjust": (GROWN, lambda meter: meter.adjust(-5, key="k", **SIGNED)),
    "enable": (OFF, lambda meter: meter.enable(key="k", **SIGNED)),
    "disable": (GROWN, lambda meter: meter.disable(key="k", **SIGNED)),
    "change-rule": (GROWN, lambda meter: meter.change_rule(a_rule(seed=5), key="k", **SIGNED)),
}


def to_pots(entry: Entry) -> tuple[Fraction, Fraction, Fraction]:
    """What an entry moved into the meter, the reserve and the overflow."""
    return entry.to_meter, entry.to_reserve, entry.to_overflow
