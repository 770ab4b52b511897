"""What a meter refuses: no money, no parts, no text, rules that cannot be."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import msgspec
import pytest

from caribbean.entries import MAX_DENOMINATOR
from caribbean.errors import InputError, InputTypeError, VariantError
from caribbean.jackpot import Meter, MeterRule
from caribbean.money import MAX_UNITS
from meters import GROWN, HISTORY, OPERATIONS, SIGNED, TENTH, WHOLE, a_rule, started

NO_MONEY = [1.0, math.nan, math.inf, True, False, "10", None, b"10", Decimal(10), Fraction(10), [10]]


def test_a_rule_tells_all_that_is_wrong_at_once():
    """Every field by its name."""
    with pytest.raises(VariantError) as caught:
        MeterRule(seed=-1, to_meter=0.5, to_reserve=Fraction(3, 2), ceiling=True)

    assert [
        ("seed", f"must be a whole number from 0 to {MAX_UNITS}, not -1"),
        ("ceiling", f"must be a whole number from 1 to {MAX_UNITS}, not True"),
        ("to_meter", "must be a Fraction, not float"),
        ("to_reserve", f"must be from 0 to 1, in parts of at most {MAX_DENOMINATOR}, not 3/2"),
    ] == list(caught.value.problems)


@pytest.mark.parametrize(
    ("terms", "key"),
    [
        ({"seed": 10, "ceiling": 9}, "ceiling"),
        ({"seed": 0, "ceiling": 0}, "ceiling"),
        ({"seed": MAX_UNITS + 1}, "seed"),
        ({"seed": 1.0}, "seed"),
        ({"seed": None}, "seed"),
        ({"ceiling": MAX_UNITS + 1}, "ceiling"),
        ({"to_meter": Fraction(-1, 10)}, "to_meter"),
        ({"to_meter": Fraction(1, MAX_DENOMINATOR + 1)}, "to_meter"),
        ({"to_meter": 1}, "to_meter"),
        ({"to_meter": "7/10"}, "to_meter"),
        ({"to_reserve": None}, "to_reserve"),
        ({"to_meter": Fraction(1, 2), "to_reserve": Fraction(51, 100)}, "to_reserve"),
    ],
    ids=str,
)
def test_rules_that_cannot_be(terms, key):
    """A ceiling below the seed, parts below nothing or together above the whole, what is no number."""
    with pytest.raises(VariantError) as caught:
        MeterRule(**({"seed": 0, "to_meter": TENTH, "to_reserve": TENTH} | terms))

    assert [key] == [name for name, _ in caught.value.problems]


def test_the_edges_of_a_rule_are_inside():
    """No seed, the largest seed, a ceiling at the seed, the finest part, the whole stake."""
    finest = Fraction(1, MAX_DENOMINATOR)
    assert 0 == started(seed=0).units
    assert MAX_UNITS == started(seed=MAX_UNITS, ceiling=MAX_UNITS).units
    assert 1 == started(seed=0, ceiling=1).rule.ceiling
    assert finest == started(seed=0, to_meter=str(finest), to_reserve="0").contribute(1, key="c")[0].residue
    assert Fraction(0) == a_rule(to_meter="1/2", to_reserve="1/2").to_meter - Fraction(1, 2)
    assert Fraction(0) == MeterRule(seed=0, to_meter=WHOLE).to_reserve


@pytest.mark.parametrize("amount", NO_MONEY, ids=repr)
def test_no_money_is_a_type_error(amount):
    """A stake or an adjustment is an int number of units; the meter takes nothing else."""
    with pytest.raises(InputTypeError, match=r"^the stake must be an int number of units, not "):
        GROWN.contribute(amount, key="c")
    with pytest.raises(InputTypeError, match=r"^an adjustment must be an int number of units, not "):
        GROWN.adjust(amount, key="a", **SIGNED)


@pytest.mark.parametrize("amount", [0, -1, -(2**63), 2**63, 2**64])
def test_a_stake_is_from_1_to_2_63(amount):
    """Nothing, less than nothing and what no ledger can hold."""
    with pytest.raises(InputError, match=r"^the stake must be at "):
        GROWN.contribute(amount, key="c")


@pytest.mark.parametrize("amount", [0, -(2**63), 2**63])
def test_an_adjustment_is_not_nothing_and_below_2_63(amount):
    """In both directions."""
    with pytest.raises(InputError, match=r"^an adjustment "):
        GROWN.adjust(amount, key="a", **SIGNED)


@pytest.mark.parametrize("part", [1, 1.0, 0.1, True, None, "1/10", Decimal(1)], ids=repr)
def test_a_part_is_a_fraction(part):
    """A float is no part of the meter, nor is text."""
    with pytest.raises(InputTypeError, match=r"^a part of the meter must be a Fraction, not "):
        GROWN.award(part, key="w")


@pytest.mark.parametrize("part", ["0", "-1/10", "1000001/1000000"])
def test_a_part_is_above_nothing_and_at_most_all(part):
    """More than the meter holds cannot be won."""
    with pytest.raises(InputError, match=r"^a part of the meter must be above 0 and at most 1, not "):
        GROWN.award(Fraction(part), key="w")


def test_a_prize_has_at_least_one_winner():
    """Sharers are a whole number from one."""
    for sharers in (1.0, True, None, "2", Fraction(2)):
        with pytest.raises(InputTypeError, match=r"^sharers must be an int number of boxes, not "):
            GROWN.award(TENTH, key="w", sharers=sharers)
    for sharers in (0, -1):
        with pytest.raises(InputError, match=f"^a prize needs at least 1 box to share it, not {sharers}$"):
            GROWN.award(TENTH, key="w", sharers=sharers)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_needs_a_key(name):
    """Text that says something and can be stored."""
    before, _ = OPERATIONS[name]
    call = {
        "contribute": lambda **key: before.contribute(33, **key),
        "award": lambda **key: before.award(TENTH, **key),
        "award whole": lambda **key: before.award(WHOLE, **key),
        "reverse": lambda **key: before.reverse(HISTORY[3], **key),
        "adjust": lambda **key: before.adjust(-5, **key, **SIGNED),
        "enable": lambda **key: before.enable(**key, **SIGNED),
        "disable": lambda **key: before.disable(**key, **SIGNED),
        "change-rule": lambda **key: before.change_rule(a_rule(seed=5), **key, **SIGNED),
    }[name]
    assert "Zürich 7" == call(key="Zürich 7")[1].key

    for key in (None, 5, b"k", True):
        with pytest.raises(InputTypeError, match=r"^a key must be text, not "):
            call(key=key)
    for key in ("", " ", "\n"):
        with pytest.raises(InputError, match=r"^a key must not be empty$"):
            call(key=key)
    with pytest.raises(InputError, match=r"^a key must be text that UTF-8 can hold, not "):
        call(key="k\udfff")
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize("name", ["adjust", "enable", "disable", "change-rule"])
@pytest.mark.parametrize("field", ["reason", "actor"])
def test_what_a_person_does_is_signed(name, field):
    """Neither the reason nor the actor can be left out."""
    before, _ = OPERATIONS[name]
    call = {
        "adjust": lambda **signed: before.adjust(5, key="k", **signed),
        "enable": lambda **signed: before.enable(key="k", **signed),
        "disable": lambda **signed: before.disable(key="k", **signed),
        "change-rule": lambda **signed: before.change_rule(a_rule(seed=5), key="k", **signed),
    }[name]

    with pytest.raises(InputError, match=f"^the {field} must not be empty$"):
        call(**(SIGNED | {field: ""}))
    with pytest.raises(InputTypeError, match=f"^the {field} must be text, not NoneType$"):
        call(**(SIGNED | {field: None}))


def test_a_pot_is_one_of_three():
    """Money that was paid or contributed cannot be adjusted."""
    for pot in ("paid", "", None, 5, ["meter"]):
        with pytest.raises(InputError, match=r"^pot must be one of meter, reserve, overflow, not "):
            GROWN.adjust(5, key="a", pot=pot, **SIGNED)


def test_a_meter_needs_a_rule():
    """Its plain form is not one."""
    plain = a_rule().to_plain()
    for make in (
        lambda: Meter.start(plain, key="start"),
        lambda: GROWN.change_rule(plain, key="r", **SIGNED),
        lambda: Meter(rule=plain),
        lambda: Meter(rule=a_rule(), next_rule=plain),
    ):
        with pytest.raises(InputTypeError, match=r"^a meter needs a MeterRule, not dict$"):
            make()


def test_no_rule_is_no_change_of_the_rule():
    """A rule that waits is withdrawn by naming the one in force, never by naming none."""
    with pytest.raises(InputTypeError, match=r"^a meter needs a MeterRule, not NoneType$"):
        GROWN.change_rule(None, key="r", **SIGNED)


def test_a_start_takes_only_text_as_reason_and_actor():
    """They may be left out; what is no text is refused."""
    for field in ("reason", "actor"):
        with pytest.raises(InputTypeError, match="must be text, not int"):
            Meter.start(a_rule(), key="start", **{field: 5})


@pytest.mark.parametrize(
    ("field", "wrong", "message"),
    [
        ("exact", 10_000_00, "exact amounts must be Fraction, not int"),
        ("exact", 10_000_00.0, "exact amounts must be Fraction, not float"),
        ("reserve", 0.0, "exact amounts must be Fraction, not float"),
        ("overflow", 0, "exact amounts must be Fraction, not int"),
        ("contributions", None, "exact amounts must be Fraction, not NoneType"),
        ("seeds", 10_000_00.0, "whole numbers must be int, not float"),
        ("adjustments", False, "whole numbers must be int, not bool"),
        ("paid", Fraction(0), "whole numbers must be int, not Fraction"),
        ("cycle", 0.0, "whole numbers must be int, not float"),
        ("number", True, "whole numbers must be int, not bool"),
        ("enabled", 1, "enabled must be true or false, not int"),
    ],
)
def test_a_meter_made_by_hand_has_the_right_types(field, wrong, message):
    """A float in any column would make the books inexact, so no column takes one."""
    with pytest.raises(InputTypeError, match=message):
        msgspec.structs.replace(started(), **{field: wrong})
