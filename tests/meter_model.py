"""The books of a progressive meter kept in plain integers: what `test_jackpot.py` holds the library to.

Written from R-74 and R-81…R-85; shares no code with the library. One unit is `SCALE` grains, and every rate used in
the tests is a whole number of grains, so no fraction is ever needed.
"""

from __future__ import annotations

SCALE = 5040


class RefusedError(Exception):
    """The books do not allow it."""


class Terms:
    """A rule, its rates in grains of a unit staked."""

    def __init__(self, seed: int, meter_grains: int, reserve_grains: int, ceiling: int | None) -> None:
        self.seed, self.meter_grains, self.reserve_grains, self.ceiling = seed, meter_grains, reserve_grains, ceiling


class Books:
    """Every column in grains. Mutable, since nobody else looks at it."""

    def __init__(self, terms: Terms) -> None:
        self.terms, self.waiting, self.open = terms, None, True
        self.meter = self.seeds = terms.seed * SCALE
        self.reserve = self.overflow = self.contributions = self.adjustments = self.paid = 0
        self.cycle, self.entries = 0, 1

    def shown(self) -> int:
        """Whole units on display."""
        return self.meter // SCALE

    def stake(self, units: int) -> tuple[int, int, int, int]:
        """A wager is placed; what it did, for `undo`."""
        if not self.open:
            raise RefusedError
        reserve = units * self.terms.reserve_grains
        before = self.meter, self.overflow
        self._fill(units * self.terms.meter_grains)
        self.reserve += reserve
        meter, overflow = self.meter - before[0], self.overflow - before[1]
        self.contributions += meter + overflow + reserve
        self.entries += 1
        return self.cycle, meter, reserve, overflow

    def win(self, above: int, below: int, sharers: int) -> int:
        """A prize of `above / below` of the meter; what each box gets."""
        if not self.open:
            raise RefusedError
        each = self.shown() * above // (below * sharers)
        self.meter -= each * sharers * SCALE
        self.paid += each * sharers * SCALE
        if above == below:
            self.terms, self.waiting = self.waiting or self.terms, None
            self.cycle += 1
            self.seeds += self.terms.seed * SCALE
            self._fill(self.terms.seed * SCALE)
        self.entries += 1
        return each

    def undo(self, done: tuple[int, int, int, int]) -> None:
        """A wager is taken back."""
        cycle, meter, reserve, overflow = done
        self.contributions -= meter + reserve + overflow
        self.reserve -= reserve
        if cycle == self.cycle and self.meter >= meter:
            self.meter -= meter
        else:
            self.reserve -= meter
        if self.overflow >= overflow:
            self.overflow -= overflow
        else:
            self.reserve -= overflow
        self.entries += 1

    def correct(self, pot: str, units: int) -> None:
        """An adjustment by hand."""
        left = getattr(self, pot) + units * SCALE
        if units == 0 or (units < 0 and left < 0):
            raise RefusedError
        if pot == "meter" and units > 0:
            self._fill(units * SCALE)
        else:
            setattr(self, pot, left)
        self.adjustments += units * SCALE
        self.entries += 1

    def switch(self, on: bool) -> None:
        """Open or close the jackpot."""
        if self.open == on:
            raise RefusedError
        self.open = on
        self.entries += 1

    def announce(self, terms: Terms) -> None:
        """Other terms from the next win on."""
        self.waiting = None if terms is self.terms else terms
        self.entries += 1

    def _fill(self, grains: int) -> None:
        self.meter += grains
        if self.terms.ceiling is not None and self.meter > self.terms.ceiling * SCALE:
            self.overflow += self.meter - self.terms.ceiling * SCALE
            self.meter = self.terms.ceiling * SCALE
