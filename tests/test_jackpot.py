"""The progressive meter: each rule of it by name (R-74, R-80…R-85), and adjustments by hand."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from caribbean.errors import InputError, InputTypeError
from caribbean.games import CYBER_CARIBBEAN_STUD
from caribbean.hands import Category
from caribbean.jackpot import Meter
from caribbean.parts import Outcome
from caribbean.payouts import Stakes, pay
from caribbean.paytables import Fixed, Share
from meters import SIGNED, TENTH, WHOLE, a_rule, columns_add_up, standing_at, started, to_pots


def test_r80_fixed_prizes_and_shares_stand_side_by_side():
    """One prize table holds both kinds; a fixed prize is the same whatever the meter shows, a share follows it."""
    prizes = CYBER_CARIBBEAN_STUD.progressive.prizes
    low, high = standing_at(50_000_00), standing_at(90_000_00)

    fixed, shared = prizes.get(Category.FLUSH), prizes.get(Category.STRAIGHT_FLUSH)

    assert isinstance(fixed, Fixed)
    assert fixed.amount(low.units) == fixed.amount(high.units)
    assert isinstance(shared, Share)
    assert (5_000_00, 9_000_00) == (shared.amount(low.units), shared.amount(high.units))


@pytest.mark.parametrize("sharers", [1, 2, 3, 7])
@pytest.mark.parametrize("category", [Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH])
def test_r80_what_the_line_of_a_box_says_is_what_the_meter_pays(category, sharers):
    """`pay()` and `award()` give the same sum to the unit, so that no display differs from what is paid."""
    meter = standing_at(12_345_67)
    stakes = Stakes(ante=10_00, progressive=CYBER_CARIBBEAN_STUD.progressive.price)
    equal = msgspec.structs.replace(CYBER_CARIBBEAN_STUD.progressive, shares="equal")
    game = CYBER_CARIBBEAN_STUD.replace(progressive=equal)
    lines = pay(game, Outcome.LOSE, category, stakes, jackpot=meter.units, sharers=sharers)

    _, entry = meter.award(CYBER_CARIBBEAN_STUD.progressive.prizes.get(category).part, key="w", sharers=sharers)

    assert lines[-1].returned == entry.prize
    assert entry.prize * sharers == entry.paid


def test_r81_a_share_is_rounded_down_and_the_remainder_stays():
    """10 % of 1,234.59 is 123.45; the rest of a unit is not paid and not lost."""
    meter, entry = standing_at(1_234_59).award(TENTH, key="w")

    assert 123_45 == entry.prize
    assert 1_111_14 == meter.units
    assert columns_add_up(meter)


def test_r81_a_share_is_taken_of_the_whole_units_shown():
    """A residue pays nobody: with 9 9/10 units in the meter, all of it is 9, and 9/10 stay."""
    meter, _ = started(seed=9, to_meter="9/10", to_reserve="0").contribute(1, key="c")
    assert (9, Fraction(9, 10)) == (meter.units, meter.residue)

    meter, entry = meter.award(WHOLE, key="w")

    assert 9 == entry.prize
    assert (9, Fraction(9, 10)) == (meter.units, meter.residue)


def test_r81_residues_are_carried_exactly():
    """A third of a unit, three times, is one unit: nothing is rounded on the way."""
    meter = started(seed=0, to_meter="1/3", to_reserve="1/7")
    shown = []
    for number in range(3):
        meter, entry = meter.contribute(1, key=f"c{number}")
        shown.append((entry.before, entry.after, meter.units, meter.residue, meter.reserve))

    assert [
        (0, 0, 0, Fraction(1, 3), Fraction(1, 7)),
        (0, 0, 0, Fraction(2, 3), Fraction(2, 7)),
        (0, 1, 1, Fraction(0), Fraction(3, 7)),
    ] == shown


def test_r82_after_the_whole_meter_is_won_it_restarts_at_its_seed():
    """The prize is what was shown; the seed is a new one, and one more win is counted."""
    meter, entry = standing_at(100_000_00).award(WHOLE, key="w")

    assert 100_000_00 == entry.prize
    assert (100_000_00, 10_000_00) == (entry.before, entry.after)
    assert (10_000_00, 20_000_00, 100_000_00, 1) == (meter.units, meter.seeds, meter.paid, meter.cycle)


@pytest.mark.parametrize("part", ["999/1000", "1/2", "1/1000000"])
def test_r82_any_smaller_part_restarts_nothing(part):
    """Only a prize of 100 % seeds the meter again."""
    meter, entry = standing_at(100_000_00).award(Fraction(part), key="w")

    assert 100_000_00 - entry.paid == meter.units
    assert (10_000_00, 0) == (meter.seeds, meter.cycle)


def test_r82_parameters_change_only_after_the_jackpot_is_won():
    """Until then the old rates hold, also after a smaller prize; then seed, rates and ceiling are the new ones."""
    old, new = a_rule(), a_rule(seed=500, to_meter="1/4", to_reserve="0", ceiling=600)
    meter, entry = Meter.start(old, key="start")[0].change_rule(new, key="r", **SIGNED)
    assert (old, new, new) == (meter.rule, meter.next_rule, entry.rule)

    meter, _ = meter.award(TENTH, key="w1")
    meter, entry = meter.contribute(10, key="c1")
    assert (old, new, Fraction(7)) == (meter.rule, meter.next_rule, entry.to_meter)

    meter, _ = meter.award(WHOLE, key="w2")
    assert (new, None, 500) == (meter.rule, meter.next_rule, meter.units)
    assert Fraction(10, 4) == meter.contribute(10, key="c2")[1].to_meter


def test_r82_a_waiting_rule_can_be_replaced_and_withdrawn():
    """The last one named waits; to name the rule in force withdraws it."""
    meter = started()
    meter, _ = meter.change_rule(a_rule(seed=1), key="r1", **SIGNED)
    meter, _ = meter.change_rule(a_rule(seed=2), key="r2", **SIGNED)
    assert a_rule(seed=2) == meter.next_rule

    meter, _ = meter.change_rule(a_rule(), key="r3", **SIGNED)

    assert meter.next_rule is None


def test_r83_a_stake_feeds_the_meter_and_the_reserve_by_their_parts():
    """7/10 and 1/8 of 1.00; what is left is the house's and in no column."""
    meter, entry = started().contribute(1_00, key="c")

    assert (Fraction(70), Fraction(25, 2), Fraction(165, 2)) == (entry.to_meter, entry.to_reserve, entry.contributed)
    assert (10_000_70, Fraction(25, 2), Fraction(165, 2)) == (meter.units, meter.reserve, meter.contributions)
    assert 1_00 == entry.stake


def test_r83_a_stake_can_feed_nothing_or_all():
    """The parts reach from none of the stake to the whole of it."""
    assert 10_000_00 == started(to_meter="0", to_reserve="0").contribute(5, key="c")[0].exact
    assert 10_000_05 == started(to_meter="1", to_reserve="0").contribute(5, key="c")[0].exact
    assert 5 == started(to_meter="0", to_reserve="1").contribute(5, key="c")[0].reserve


@pytest.mark.parametrize(
    ("parts", "prizes", "left"),
    [((TENTH, WHOLE), [10_000_00, 90_000_00], 10_000_00), ((WHOLE, TENTH), [100_000_00, 1_000_00], 9_000_00)],
    ids=["straight flush first", "royal first"],
)
def test_r84_in_turn_each_prize_is_of_what_the_earlier_ones_left(parts, prizes, left):
    """The published example: 10,000 + 90,000 in one order, 100,000 + 1,000 in the other."""
    meter, paid = standing_at(100_000_00), []
    for number, part in enumerate(parts):
        meter, entry = meter.award(part, key=f"w{number}")
        paid.append(entry.prize)

    assert prizes == paid
    assert left == meter.units


@pytest.mark.parametrize("part", [TENTH, WHOLE, Fraction(2, 3)])
@pytest.mark.parametrize("sharers", [1, 2, 3, 6])
def test_r84_an_equal_prize_is_shared_equally(part, sharers):
    """Each gets the same whole units; what does not divide stays in the meter; the entry says among how many."""
    before = standing_at(20_000_03)
    meter, entry = before.award(part, key="w", sharers=sharers)

    assert 20_000_03 * part // sharers == entry.prize
    assert entry.prize * sharers == entry.paid == meter.paid
    assert (part, sharers) == (entry.part, entry.sharers)
    assert before.units - entry.paid + (10_000_00 if part == 1 else 0) == meter.units


def test_r85_what_comes_in_above_the_ceiling_goes_to_the_overflow():
    """Up to the ceiling the meter takes it, to the grain; the reserve is fed as ever."""
    meter = started(seed=100, to_meter="1/2", to_reserve="1/8", ceiling=102)
    meter, _ = meter.contribute(3, key="c1")
    meter, entry = meter.contribute(3, key="c2")
    assert (Fraction(1, 2), Fraction(1), Fraction(3, 8)) == (entry.to_meter, entry.to_overflow, entry.to_reserve)

    meter, entry = meter.contribute(4, key="c3")

    assert (Fraction(0), Fraction(2)) == (entry.to_meter, entry.to_overflow)
    assert (102, Fraction(0), Fraction(3), Fraction(5, 4)) == (
        meter.units,
        meter.residue,
        meter.overflow,
        meter.reserve,
    )


def test_r85_a_restart_never_stands_above_the_ceiling():
    """Where a remainder is left and the seed fills the meter, the remainder is overflow."""
    meter = standing_at(103, seed=100, ceiling=103)
    meter, _ = meter.change_rule(a_rule(seed=50, ceiling=50), key="r", **SIGNED)

    meter, entry = meter.award(WHOLE, key="w", sharers=2)

    assert (51, 102, 1) == (entry.prize, entry.paid, entry.to_overflow)
    assert (50, Fraction(1)) == (meter.exact, meter.overflow)


def test_r85_an_adjustment_above_the_ceiling_goes_to_the_overflow():
    """By hand or by wager: the ceiling holds."""
    meter, entry = started(seed=100, ceiling=110).adjust(15, key="a", **SIGNED)

    assert (10, 5, 15) == (entry.to_meter, entry.to_overflow, entry.adjusted)
    assert (110, 5) == (meter.exact, meter.overflow)


def test_r85_a_disabled_meter_neither_grows_nor_pays():
    """Wagers and prizes are refused; reversals and adjustments go on; enabled again, it is what it was."""
    meter, contribution = started().contribute(1_00, key="c")
    off, entry = meter.disable(key="d", reason="maintenance", actor="floor")
    assert ("disable", "maintenance", "floor", False) == (entry.kind, entry.reason, entry.actor, off.enabled)

    with pytest.raises(InputError, match=r"^the jackpot is disabled: it takes no wager$"):
        off.contribute(1_00, key="c2")
    with pytest.raises(InputError, match=r"^the jackpot is disabled: it pays no prize$"):
        off.award(TENTH, key="w")
    with pytest.raises(InputError, match=r"^the jackpot is disabled: it cannot be disabled again$"):
        off.disable(key="d2", **SIGNED)

    assert 10_000_00 == off.reverse(contribution, key="v")[0].units
    assert 10_001_70 == off.adjust(1_00, key="a", **SIGNED)[0].units
    on, entry = off.enable(key="e", reason="done", actor="floor")
    assert ("enable", "done", "floor") == (entry.kind, entry.reason, entry.actor)
    assert msgspec.structs.replace(meter, number=4) == msgspec.structs.replace(on, number=4)
    with pytest.raises(InputError, match=r"^the meter is enabled already$"):
        on.enable(key="e2", **SIGNED)


def test_r74_a_reversal_takes_back_exactly_what_went_in():
    """Meter, reserve and overflow are as before the contribution; the reversal is an entry of its own."""
    before = started(ceiling=10_000_20)
    meter, contribution = before.contribute(33, key="c")
    assert contribution.to_overflow > 0

    meter, entry = meter.reverse(contribution, key="v")

    assert (before.exact, before.reserve, before.overflow) == (meter.exact, meter.reserve, meter.overflow)
    assert 0 == meter.contributions
    assert ("reverse", "v", "c", 3) == (entry.kind, entry.key, entry.reverses, entry.number)
    assert -contribution.contributed == entry.contributed


def test_r74_from_the_reserve_where_the_meter_was_won_meanwhile():
    """The next players' meter does not pay for it. The reserve may fall below zero: the house owes that."""
    meter, contribution = started(ceiling=10_000_20).contribute(33, key="c")
    meter, _ = meter.award(WHOLE, key="w")
    units, reserve = meter.units, meter.reserve

    meter, entry = meter.reverse(contribution, key="v")

    assert units == meter.units
    assert 0 == entry.to_meter
    assert reserve - contribution.to_meter - contribution.to_reserve == meter.reserve
    assert meter.reserve < 0
    assert 0 == meter.overflow
    assert columns_add_up(meter)


@pytest.mark.parametrize(("taken", "bearer"), [(10, "reserve"), (9, "meter")])
def test_r74_from_the_reserve_where_the_meter_holds_too_little(taken, bearer):
    """A meter that was taken down by hand bears the whole of a reversal or nothing of it."""
    meter, contribution = started(seed=0, to_meter="1", to_reserve="0").contribute(10, key="c")
    meter, _ = meter.adjust(10, key="a", **SIGNED)
    meter, _ = meter.adjust(-taken - 1, key="b", **SIGNED)

    meter, entry = meter.reverse(contribution, key="v")

    expected = {"reserve": (0, -10), "meter": (-10, 0)}[bearer]
    assert expected == (entry.to_meter, entry.to_reserve)
    assert columns_add_up(meter)


def test_r74_from_the_reserve_where_the_overflow_was_emptied():
    """An overflow that the house has used up is not driven below zero."""
    meter, contribution = started(seed=10, to_meter="1", to_reserve="0", ceiling=10).contribute(5, key="c")
    emptied, _ = meter.adjust(-1, key="a", pot="overflow", **SIGNED)

    assert (0, 0, -5) == to_pots(meter.reverse(contribution, key="v")[1])
    assert (0, -5, 0) == to_pots(emptied.reverse(contribution, key="v")[1])


def test_r74_only_contributions_of_this_meter_can_be_reversed():
    """A prize, an adjustment, a reversal, a later entry, or more than ever came in, is refused."""
    fresh = started()
    meter, contribution = fresh.contribute(10, key="c")
    reversed_, reversal = meter.reverse(contribution, key="v")

    with pytest.raises(InputError, match=r"^only a contribution can be reversed; entry 3 is of kind 'reverse'$"):
        reversed_.reverse(reversal, key="v2")
    with pytest.raises(InputError, match=r"^only a contribution can be reversed; entry 3 is of kind 'award'$"):
        meter.reverse(meter.award(TENTH, key="w")[1], key="v2")
    with pytest.raises(InputError, match=r"^entry 2 is later than this meter, which stands at entry 1$"):
        fresh.reverse(contribution, key="v2")
    with pytest.raises(InputError, match="below zero"):
        reversed_.reverse(contribution, key="v2")
    with pytest.raises(InputTypeError, match=r"^only an Entry can be reversed, not dict$"):
        meter.reverse(contribution.to_plain(), key="v2")


@pytest.mark.parametrize("pot", ["meter", "reserve", "overflow"])
def test_an_adjustment_moves_one_pot_and_says_who_and_why(pot):
    """Up and down again; the others stay."""
    start = started()
    meter, entry = start.adjust(250, key="a", reason="promotion", actor="M. Duval", pot=pot)
    expected = tuple(250 if name == pot else 0 for name in ("meter", "reserve", "overflow"))
    assert expected == to_pots(entry)
    assert (250, pot, "promotion", "M. Duval") == (entry.adjusted, entry.pot, entry.reason, entry.actor)
    assert 250 == meter.adjustments

    meter, entry = meter.adjust(-250, key="b", pot=pot, **SIGNED)

    assert (start.exact, 0, 0, 0) == (meter.exact, meter.reserve, meter.overflow, meter.adjustments)
    assert -250 == entry.adjusted


@pytest.mark.parametrize(("pot", "holds"), [("meter", 6), ("reserve", 2), ("overflow", 5)])
def test_nothing_can_be_adjusted_below_zero(pot, holds):
    """All whole units can be taken out and not one more: a residue stays."""
    meter = started(seed=6, to_meter="1/2", to_reserve="1/4", ceiling=6).contribute(11, key="c")[0]

    with pytest.raises(InputError, match=f"^the {pot} holds {holds} whole units; {holds + 1} cannot be taken out$"):
        meter.adjust(-holds - 1, key="a", pot=pot, **SIGNED)

    left, _ = meter.adjust(-holds, key="a", pot=pot, **SIGNED)
    assert 0 <= {"meter": left.exact, "reserve": left.reserve, "overflow": left.overflow}[pot] < 1


def test_a_reserve_below_zero_can_be_filled_bit_by_bit():
    """Putting in is always allowed, also where it is not yet enough; taking out is not."""
    meter, contribution = started(to_reserve="0").contribute(100, key="c")
    meter, _ = meter.award(WHOLE, key="w")
    meter, _ = meter.reverse(contribution, key="v")
    assert -70 == meter.reserve

    assert -20 == meter.adjust(50, key="a", pot="reserve", **SIGNED)[0].reserve
    with pytest.raises(InputError, match="cannot be taken out"):
        meter.adjust(-1, key="a", pot="reserve", **SIGNED)
