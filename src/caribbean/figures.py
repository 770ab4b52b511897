"""What a game costs, from how often each outcome happens. Knows outcomes, `pay()` and fractions; counts no deal.

Every figure is computed from the table of outcomes and exact: a `Fraction`. Only a standard deviation is a float,
beside its exact variance. The definitions (R-91) stand with the figures.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Any, Literal, TypeAlias

import msgspec

from .errors import InputError
from .hands import Category
from .money import check_amount
from .parts import Outcome, Progressive
from .payouts import Stakes, pay
from .paytables import Fixed, Prize, Share
from .variants import Variant

Objective: TypeAlias = Literal["ante", "wager"]


class OutcomeFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One way a round can end, and what it is worth. `category` is the player's, on a fold of what he had seen."""

    outcome: Outcome
    category: Category
    changed: int
    """How many cards were changed on the way."""
    deals: Fraction
    """How many of all deals end so. After a change a deal may end in several ways: then a part of it counts."""
    probability: Fraction
    net: Fraction
    """The player's gain or loss in antes, change fees included."""
    staked: Fraction
    """All that was wagered, in antes: ante, bet, change fees."""

    @property
    def contribution(self) -> Fraction:
        """Its part of the expected net, in antes: probability × net."""
        return self.probability * self.net

    def to_dict(self) -> dict[str, Any]:
        """As plain values; numbers of deals are text where they are fractions."""
        changed = {"changed": self.changed} if self.changed else {}
        deals = self.deals.numerator if self.deals.denominator == 1 else str(self.deals)
        return {"outcome": self.outcome.value, "category": self.category.slug, **changed, "deals": deals}


class Combined(msgspec.Struct, frozen=True, kw_only=True):
    """Base game and progressive wager together, at a stated ante and meter (R-91). Money is units, as expectations."""

    ante: int
    meter: int
    net: Fraction
    """Expected net of a round."""
    staked: Fraction
    """Expected total of all wagers of a round, the progressive one included."""
    variance: Fraction

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per ante."""
        return -self.net / self.ante

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss per unit staked."""
        return -self.net / self.staked

    @property
    def rtp(self) -> Fraction:
        """Returned per unit staked: 1 - element of risk."""
        return 1 - self.element_of_risk

    @property
    def standard_deviation(self) -> float:
        """Of the net of a round, in units."""
        return sqrt(self.variance)

    def to_dict(self) -> dict[str, Any]:
        """As plain values: exact ones as text `p/q`, and beside them percentages as decimals."""
        rates = {name: getattr(self, name) for name in ("house_edge", "element_of_risk", "rtp")}
        return {
            "ante": self.ante,
            "meter": self.meter,
            "net": str(self.net),
            "staked": str(self.staked),
            **_with_percent(rates),
            "variance": str(self.variance),
            "standard_deviation": self.standard_deviation,
        }


class ProgressiveFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The progressive wager by itself, where the base game is played by the stated strategy."""

    rule: Progressive
    chances: tuple[tuple[Category, Fraction], ...]
    """How often each category wins its prize: the box's final hand, folded ones where the rule pays them."""

    @property
    def fixed(self) -> Fraction:
        """Expected return of the fixed prizes (and of the stake, where it comes back with a prize), per unit staked."""
        units = sum(
            (chance * ((prize.units if isinstance(prize, Fixed) else 0) + self._back) for prize, chance in self._won()),
            start=Fraction(0),
        )
        return units / self.rule.price

    @property
    def per_meter(self) -> Fraction:
        """Expected prize of one wager, in units, per unit that the meter stands at."""
        return sum(
            (chance * prize.part for prize, chance in self._won() if isinstance(prize, Share)), start=Fraction(0)
        )

    @property
    def break_even(self) -> Fraction | None:
        """The meter in units at which the wager is even, before shares are rounded down.

        None where there is none: no share of it is won, or the fixed prizes alone bring more than the price.
        """
        needed = self.rule.price * (1 - self.fixed)
        return needed / self.per_meter if self.per_meter and needed >= 0 else None

    def value(self, meter: int) -> Fraction:
        """Expected return of one wager in units, with the meter at `meter` units; shares are rounded down (R-81)."""
        check_amount(meter, "the meter", least=0)
        return sum((chance * (prize.amount(meter) + self._back) for prize, chance in self._won()), start=Fraction(0))

    def edge(self, meter: int) -> Fraction:
        """Expected loss per unit staked, with the meter at `meter` units."""
        return 1 - self.value(meter) / self.rule.price

    @property
    def hit_frequency(self) -> Fraction:
        """How often the wager wins a prize."""
        return sum((chance for _, chance in self._won()), start=Fraction(0))

    @property
    def _back(self) -> int:
        return self.rule.price if self.rule.return_stake else 0

    def _won(self) -> Iterable[tuple[Prize, Fraction]]:
        return ((prize, chance) for category, chance in self.chances if (prize := self.rule.prizes.get(category)))


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """What a game costs a player of one strategy, over all deals. Of several boxes it says what each costs alone."""

    variant: Variant
    strategy: str
    objective: Objective
    """What an optimal strategy makes the most of: money per ante, or per unit staked."""
    deals: int
    """All deals of one box."""
    outcomes: tuple[OutcomeFigures, ...]
    ante: int | None = None
    """The ante the figures hold for, where one was stated; else they hold for any on which no pay is rounded."""

    def _expected(self, what: str) -> Fraction:
        return sum((line.probability * getattr(line, what) for line in self.outcomes), start=Fraction(0))

    def _frequency(self, lines: Iterable[OutcomeFigures]) -> Fraction:
        return sum((line.probability for line in lines), start=Fraction(0))

    @property
    def net(self) -> Fraction:
        """The player's net over all deals, in antes."""
        return sum((line.deals * line.net for line in self.outcomes), start=Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per ante."""
        return -self._expected("net")

    @property
    def return_per_ante(self) -> Fraction:
        """1 - house edge."""
        return 1 - self.house_edge

    @property
    def average_wager(self) -> Fraction:
        """Expected total staked in antes: ante, bet and change fees."""
        return self._expected("staked")

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss per unit staked: house edge ÷ average wager."""
        return self.house_edge / self.average_wager

    @property
    def rtp(self) -> Fraction:
        """Returned per unit staked: 1 - element of risk."""
        return 1 - self.element_of_risk

    @property
    def fold_frequency(self) -> Fraction:
        """How often the first decision is to fold."""
        return self._frequency(line for line in self.outcomes if line.outcome is Outcome.FOLD and not line.changed)

    @property
    def change_frequency(self) -> Fraction:
        """How often the first decision is to change cards."""
        return self._frequency(line for line in self.outcomes if line.changed)

    @property
    def play_frequency(self) -> Fraction:
        """How often the first decision is to play."""
        return 1 - self.fold_frequency - self.change_frequency

    @property
    def hit_frequency(self) -> Fraction:
        """How often a round ends with a gain: P(net > 0)."""
        return self._frequency(line for line in self.outcomes if line.net > 0)

    @property
    def variance(self) -> Fraction:
        """Variance of the net of a round, in antes squared."""
        square = sum((line.probability * line.net**2 for line in self.outcomes), start=Fraction(0))
        return square - self._expected("net") ** 2

    @property
    def standard_deviation(self) -> float:
        """Of the net of a round, in antes: the root of the exact variance."""
        return sqrt(self.variance)

    def deals_of(self, outcome: Outcome, category: Category | None = None) -> Fraction:
        """How many deals end in an outcome, with a category or with any."""
        return sum(
            (
                line.deals
                for line in self.outcomes
                if line.outcome is outcome and (category is None or line.category is category)
            ),
            start=Fraction(0),
        )

    @property
    def progressive(self) -> ProgressiveFigures | None:
        """The progressive wager apart from the base game; None where the game has none."""
        rule = self.variant.progressive
        if rule is None:
            return None
        chances = tuple(
            (
                category,
                self._frequency(
                    line
                    for line in self.outcomes
                    if line.category is category and (rule.after_fold or line.outcome is not Outcome.FOLD)
                ),
            )
            for category in Category
        )
        return ProgressiveFigures(rule=rule, chances=chances)

    def combined(self, *, ante: int, meter: int) -> Combined:
        """Base game and progressive wager together, with this ante and the meter at `meter` units."""
        rule = self.variant.progressive
        if rule is None:
            raise InputError(f"{self.variant.name} has no progressive wager")
        if self.ante not in (None, ante):
            raise InputError(f"these figures are for an ante of {self.ante} units, not {ante}")
        stakes = Stakes(ante=ante, progressive=rule.price)
        net = staked = square = Fraction(0)
        for line in self.outcomes:
            paid = pay(self.variant, line.outcome, line.category, stakes, changed=line.changed, jackpot=meter)
            if line.net * ante != sum(wager.net for wager in paid if wager.wager != "progressive"):
                raise InputError(f"an ante of {ante} units is not paid in full units: analyse the game at that ante")
            gain = sum(wager.net for wager in paid)
            net += line.probability * gain
            staked += line.probability * sum(wager.stake for wager in paid)
            square += line.probability * gain**2
        return Combined(ante=ante, meter=meter, net=net, staked=staked, variance=square - net**2)

    def to_dict(self, *, meter: int | None = None, ante: int | None = None) -> dict[str, Any]:
        """The figures as plain values: exact ones as text `p/q`, and beside them percentages as decimals.

        With `meter` the progressive wager at it, with `ante` too both wagers together; amounts are units.
        """
        exact = {name: getattr(self, name) for name in ("house_edge", "element_of_risk", "rtp", "return_per_ante")}
        rates = {name: getattr(self, name) for name in _FREQUENCIES}
        return {
            "game": self.variant.name,
            "fingerprint": self.variant.fingerprint,
            "strategy": self.strategy,
            "objective": self.objective,
            "ante": self.ante,
            "deals": self.deals,
            "net": str(self.net),
            **_with_percent(exact),
            **_with_percent(rates),
            "average_wager": str(self.average_wager),
            "variance": str(self.variance),
            "standard_deviation": self.standard_deviation,
            "outcomes": [line.to_dict() for line in self.outcomes],
            "progressive": progressive_to_dict(self.progressive, meter),
            **({} if ante is None or meter is None else {"combined": self.combined(ante=ante, meter=meter).to_dict()}),
        }


_FREQUENCIES = ("play_frequency", "fold_frequency", "change_frequency", "hit_frequency")


def _with_percent(figures: dict[str, Fraction]) -> dict[str, Any]:
    return {
        key: shown
        for name, figure in figures.items()
        for key, shown in ((name, str(figure)), (f"{name}_percent", percent(figure)))
    }


def percent(figure: Fraction, places: int = 6) -> str:
    """A figure as a percentage in decimals, rounded half to even: text, so that no digit is invented."""
    scaled = round(figure * 100 * 10**places)
    digits = str(abs(scaled)).rjust(places + 1, "0")
    whole = len(digits) - places
    return f"{'-' if scaled < 0 else ''}{digits[:whole]}{'.' if places else ''}{digits[whole:]}"


def progressive_to_dict(figures: ProgressiveFigures | None, meter: int | None) -> dict[str, Any] | None:
    """The progressive wager as plain values; amounts are units as exact fractions."""
    if figures is None:
        return None
    at_meter = {} if meter is None else {"meter": meter, **_with_percent({"edge": figures.edge(meter)})}
    even = figures.break_even
    return {
        "fixed": str(figures.fixed),
        "per_meter": str(figures.per_meter),
        "break_even": None if even is None else str(even),
        "hit_frequency": str(figures.hit_frequency),
        **at_meter,
    }
