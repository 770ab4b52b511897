"""A meter against books kept in plain integers: over a million operations, and in any order that Hypothesis finds."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, multiple, rule

from caribbean.errors import CaribbeanError
from caribbean.jackpot import Entry, Meter, MeterRule
from meter_model import SCALE, Books, RefusedError, Terms
from meters import SIGNED, columns_add_up

pytestmark = pytest.mark.exhaustive

TERMS = {
    terms: MeterRule(
        seed=terms.seed,
        to_meter=Fraction(terms.meter_grains, SCALE),
        to_reserve=Fraction(terms.reserve_grains, SCALE),
        ceiling=terms.ceiling,
    )
    for terms in (
        Terms(10_000_00, SCALE * 7 // 10, SCALE // 8, None),
        Terms(1_000, SCALE // 3, SCALE // 7, 1_500),
        Terms(0, SCALE * 3 // 16, SCALE * 2 // 9, None),
        Terms(77, SCALE // 9, 0, 77),
        Terms(500, SCALE, 0, 900),
        Terms(1, 0, SCALE, 10**6),
    )
}
PARTS = [(1, 1), (1, 10), (1, 3), (1, 2), (2, 7), (999, 1000)]
POTS = ("meter", "reserve", "overflow")


def in_grains(amount: Fraction) -> int:
    """Grains in an amount, which must be whole."""
    grains, rest = divmod(amount.numerator * SCALE, amount.denominator)
    assert rest == 0
    return grains


def assert_same(meter: Meter, books: Books) -> None:
    """Every column of the meter is that of the books, to the grain."""
    found = [in_grains(amount) for amount in (meter.exact, meter.reserve, meter.overflow, meter.contributions)]
    assert [books.meter, books.reserve, books.overflow, books.contributions] == found
    whole = [meter.seeds * SCALE, meter.adjustments * SCALE, meter.paid * SCALE]
    assert [books.seeds, books.adjustments, books.paid] == whole
    shown = (meter.units, meter.cycle, meter.number, meter.enabled)
    assert (books.shown(), books.cycle, books.entries, books.open) == shown


class Pair:
    """A meter and the books of it, moved together; where one refuses, so must the other, and nothing moves."""

    def __init__(self, terms: Terms) -> None:
        self.meter, first = Meter.start(TERMS[terms], key="start")
        self.books, self.log = Books(terms), [first]

    def contribute(self, stake: int):
        """A wager, and what it did in both."""
        done = self._book(lambda books: books.stake(stake))
        entry = self._post(lambda meter, key: meter.contribute(stake, key=key), done)
        return None if entry is None else (entry, done)

    def award(self, part: tuple[int, int], sharers: int) -> None:
        """A prize; both pay the same."""
        prize = self._book(lambda books: books.win(*part, sharers))
        entry = self._post(lambda meter, key: meter.award(Fraction(*part), key=key, sharers=sharers), prize)
        assert entry is None or prize == entry.prize

    def reverse(self, contribution) -> None:
        """A wager taken back."""
        entry, done = contribution
        booked = self._book(lambda books: books.undo(done))
        self._post(lambda meter, key: meter.reverse(entry, key=key), booked, entry)

    def adjust(self, pot: str, units: int) -> None:
        """A correction by hand."""
        booked = self._book(lambda books: books.correct(pot, units))
        self._post(lambda meter, key: meter.adjust(units, key=key, pot=pot, **SIGNED), booked)

    def switch(self, on: bool) -> None:
        """Enabled or disabled."""
        booked = self._book(lambda books: books.switch(on))
        self._post(lambda meter, key: (meter.enable if on else meter.disable)(key=key, **SIGNED), booked)

    def change_rule(self, terms: Terms) -> None:
        """Other terms from the next win on."""
        booked = self._book(lambda books: books.announce(terms))
        self._post(lambda meter, key: meter.change_rule(TERMS[terms], key=key, **SIGNED), booked)

    def _book(self, write):
        try:
            return write(self.books)
        except RefusedError:
            return RefusedError

    def _post(self, operation, booked, original=None) -> Entry | None:
        before = self.meter
        try:
            self.meter, entry = operation(before, f"k{before.number}")
        except CaribbeanError:
            assert booked is RefusedError
            return None
        assert booked is not RefusedError
        assert before.number + 1 == entry.number
        return entry


def run_at_random(seed: int, operations: int) -> Pair:
    """A life of a meter, held to the books after every operation."""
    dice = random.Random(seed)
    pair, standing = Pair(dice.choice(list(TERMS))), []
    for _ in range(operations):
        turn = dice.random()
        if turn < 0.6:
            made = pair.contribute(dice.choice((1, 7, 100, dice.randrange(1, 10_000))))
            if made:
                standing.append(made)
                del standing[:-50]
        elif turn < 0.7:
            pair.award(dice.choice(PARTS), dice.choice((1, 1, 1, 2, 3, 6)))
        elif turn < 0.8:
            if standing:
                pair.reverse(standing.pop(dice.randrange(len(standing))))
        elif turn < 0.95:
            pair.adjust(dice.choice(POTS), dice.randrange(-2_000, 2_000))
        elif turn < 0.98:
            pair.switch(dice.random() < 0.7)
        else:
            pair.change_rule(dice.choice(list(TERMS)))
        assert_same(pair.meter, pair.books)
    return pair


@pytest.mark.parametrize("seed", range(5))
def test_the_identity_holds_over_100_000_random_operations(seed):
    """Every column is what integer books say it is, after every one of 20,000 operations (R-81)."""
    pair = run_at_random(seed, 20_000)

    assert columns_add_up(pair.meter)
    assert pair.meter.cycle > 100


@pytest.mark.long
def test_the_identity_holds_over_a_million_random_operations():
    """As above, a longer life."""
    pair = run_at_random(1_000_000, 1_000_000)

    assert columns_add_up(pair.meter)
    assert pair.meter.cycle > 5_000


class LoggedPair(Pair):
    """A pair whose every entry is made again from the state before it."""

    def _post(self, operation, booked, original=None) -> Entry | None:
        before = self.meter
        entry = super()._post(operation, booked, original)
        if entry is not None:
            self.log.append(entry)
            assert before.after(entry, original=original) == self.meter
        return entry


class MeterMachine(RuleBasedStateMachine):
    """A meter in the hands of a host that stores and loads it as it likes."""

    contributions = Bundle("contributions")

    @initialize(terms=st.sampled_from(list(TERMS)))
    def start(self, terms):
        """Any of the rules."""
        self.pair = LoggedPair(terms)

    @rule(target=contributions, stake=st.integers(1, 10**6))
    def contribute(self, stake):
        """A wager is placed."""
        return self.pair.contribute(stake) or multiple()

    @rule(part=st.sampled_from(PARTS), sharers=st.integers(1, 6))
    def award(self, part, sharers):
        """A prize is won."""
        self.pair.award(part, sharers)

    @rule(contribution=consumes(contributions))
    def reverse(self, contribution):
        """A round is voided."""
        self.pair.reverse(contribution)

    @rule(pot=st.sampled_from(POTS), units=st.integers(-(10**6), 10**6))
    def adjust(self, pot, units):
        """The house corrects."""
        self.pair.adjust(pot, units)

    @rule(on=st.booleans())
    def switch(self, on):
        """The house opens or closes the jackpot."""
        self.pair.switch(on)

    @rule(terms=st.sampled_from(list(TERMS)))
    def change_rule(self, terms):
        """The house announces another rule."""
        self.pair.change_rule(terms)

    @rule()
    def store_and_load(self):
        """Another process goes on with it."""
        self.pair.meter = Meter.from_plain(json.loads(json.dumps(self.pair.meter.to_plain())))
        entry = self.pair.log[-1]
        assert entry == Entry.from_plain(json.loads(json.dumps(entry.to_plain())))

    @invariant()
    def the_books_agree(self):
        """After every step, to the grain."""
        if hasattr(self, "pair"):
            assert_same(self.pair.meter, self.pair.books)
            assert columns_add_up(self.pair.meter)


class TestMeterMachine(MeterMachine.TestCase):
    """In any order of operations, stored and loaded between them, meter and books agree."""
