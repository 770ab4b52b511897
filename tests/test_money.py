"""Units, odds, text of amounts, and the one rounding: exact, and closed to everything that is no money."""

from __future__ import annotations

import decimal
import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caribbean.errors import InputError, InputTypeError
from caribbean.money import (
    MAX_EXPONENT,
    MAX_ODDS,
    MAX_UNITS,
    amount_problem,
    check_amount,
    check_digits,
    format_amount,
    odds_text,
    parse_amount,
    parse_odds,
    percent_text,
    round_down,
    share,
    winnings,
)
from strategies import amounts, odds

NO_MONEY = [1.0, 10.0, math.nan, math.inf, True, False, "10", "10.00", None, b"10", Decimal(10), Fraction(10), [10]]
OUT_OF_RANGE = [0, -1, -(2**63), 2**63, 2**64]


@pytest.mark.parametrize("amount", NO_MONEY, ids=repr)
def test_what_is_no_int_is_a_type_error_as_money(amount):
    """Floats, bools, texts and other numbers are never money (R-90), whatever their value."""
    with pytest.raises(InputTypeError, match=r"^the ante must be an int number of units, not "):
        check_amount(amount, "the ante")
    assert isinstance(amount_problem(amount, "the ante"), InputTypeError)


@pytest.mark.parametrize("amount", OUT_OF_RANGE)
def test_amounts_outside_one_to_2_63_are_refused(amount):
    """Nothing, less than nothing, and what a 64-bit column cannot hold are refused as input."""
    with pytest.raises(InputError, match=r"^the ante must be at "):
        check_amount(amount, "the ante")
    assert isinstance(amount_problem(amount, "the ante"), InputError)


@given(amounts())
def test_every_other_int_is_an_amount(amount):
    """Amounts around 2**31 and up to 2**63 - 1 are as good as any."""
    assert amount == check_amount(amount, "the ante")
    assert amount_problem(amount, "the ante") is None


@pytest.mark.parametrize("amount", [0, 1, 2**31 - 1, 2**31, 2**31 + 1, 2**32, MAX_UNITS])
def test_the_edges_of_an_amount_are_inside(amount):
    """With `least=0`, both ends and the old trouble spots between them are accepted."""
    assert amount == check_amount(amount, "the meter", least=0)


def test_a_refusal_names_what_was_refused_and_the_least():
    """The reason has the name, the bound and the amount."""
    assert "the price must be at least 5, not 4" == str(amount_problem(4, "the price", least=5))
    assert f"the price must be at most {2**63 - 1} units (2**63 - 1)" == str(amount_problem(2**63, "the price"))
    assert "the price must be an int number of units, not float 1.5" == str(amount_problem(1.5, "the price"))
    assert "the price must be an int number of units, not NoneType" == str(amount_problem(None, "the price"))
    assert "the price must be an int number of units, not str" == str(amount_problem("9" * 99, "the price"))


def test_a_long_value_is_not_shown():
    """A value of up to forty characters stands in the reason, a longer one only by its type."""
    assert f"it must be an int number of units, not str {'9' * 38!r}" == str(amount_problem("9" * 38, "it"))
    assert "it must be an int number of units, not str" == str(amount_problem("9" * 39, "it"))


def test_the_most_is_what_a_signed_64_bit_column_holds():
    """The largest amount is 2**63 - 1."""
    assert 9223372036854775807 == MAX_UNITS


@given(st.fractions(min_value=0))
def test_rounding_is_down_to_a_whole_unit(units):
    """R-81: what is cut off is less than one unit, and never below zero."""
    assert 0 <= units - round_down(units) < 1


@given(amounts(), odds())
def test_winnings_are_stake_times_odds_rounded_down(stake, rate):
    """R-8: x to 1 wins x times the stake; a part of a unit is not paid."""
    assert math.floor(stake * rate) == winnings(stake, rate)


@given(amounts(least=0), st.fractions(0, 1))
def test_a_share_and_what_stays_make_the_whole_meter(meter, part):
    """R-81: the share is whole units, and never more than its part of the meter."""
    taken = share(meter, part)
    assert 0 <= meter * part - taken < 1
    assert type(taken) is int


@pytest.mark.parametrize(
    ("text", "value"),
    [(7, 7), ("7", 7), ("3/2", Fraction(3, 2)), ("6/4", Fraction(3, 2)), ("007", 7), (Fraction(1, 3), Fraction(1, 3))],
)
def test_odds_are_read_from_numbers_fractions_and_text(text, value):
    """Odds come in as an int, a `Fraction` or text, and are always a `Fraction`."""
    assert Fraction(value) == parse_odds(text)
    assert type(parse_odds(text)) is Fraction


@given(odds())
def test_odds_survive_their_own_text(rate):
    """`str` of odds is read back as the same odds."""
    assert rate == parse_odds(str(rate))


@pytest.mark.parametrize("bad", [1.0, 0.5, math.nan, True, False, None, b"7", Decimal(7), [7]], ids=repr)
def test_odds_of_another_type_are_a_type_error(bad):
    """A float is no odds, and neither is a bool."""
    with pytest.raises(InputTypeError, match=r"^odds must be an int, a Fraction or text, not "):
        parse_odds(bad)


@pytest.mark.parametrize(
    "bad",
    ["", " 7", "7 ", "7\n", "+7", "-7", "7.0", "1e3", "1/0", "1/", "/2", "1/2/3", "٧", "½", "7:1", "1_0", "9" * 19],
)
def test_text_that_is_no_odds_is_refused(bad):
    """Only digits, and one stroke between them, are odds."""
    with pytest.raises(InputError, match=r"are no odds"):
        parse_odds(bad)


@pytest.mark.parametrize("odds_in", [10**18 - 1, "9" * 18, Fraction(10**18 - 1, 10**18 - 2), f"1/{'9' * 18}"], ids=str)
def test_odds_of_eighteen_digits_are_read_and_written(odds_in):
    """What is read can be written and read again: no number in odds is longer than eighteen digits."""
    assert 10**18 == MAX_ODDS
    assert parse_odds(odds_in) == parse_odds(str(parse_odds(odds_in)))


@pytest.mark.parametrize(
    "bad", [10**18, -(10**18), Fraction(10**18, 7), Fraction(1, 10**18), 10**5000], ids=lambda _: ""
)
def test_odds_that_could_not_be_written_are_refused(bad):
    """Nineteen digits above or below the stroke are too many."""
    with pytest.raises(InputError, match=r"^odds must be written with at most 18 digits a number$"):
        parse_odds(bad)
    with pytest.raises(InputError, match=r"^a share must be written with at most 18 digits a number$"):
        check_digits(Fraction(bad), "a share")


def test_odds_as_they_are_said():
    """R-8: x to 1, or a fraction as two numbers."""
    assert ("7 to 1", "3 to 2") == (odds_text(Fraction(7)), odds_text(Fraction(3, 2)))


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("1", "100%"),
        ("1/10", "10%"),
        ("1/8", "12.5%"),
        ("1/1000", "0.1%"),
        ("1/100000000000", "0.000000001%"),
        ("1/1000000000000", "1/1000000000000"),
        ("1/3", "1/3"),
        ("0", "0%"),
        ("5/2", "250%"),
    ],
)
def test_a_part_is_a_percentage_where_one_can_be_written_out(part, text):
    """Up to nine decimals; what would need more, or has no end, stays a fraction, so that nothing is rounded."""
    assert text == percent_text(Fraction(part))


@pytest.mark.parametrize("bad", [0, -1, "0", "0/5", Fraction(0), Fraction(-1, 2)], ids=repr)
def test_odds_of_nothing_or_less_are_refused(bad):
    """A stake that wins nothing is returned or lost, and says so."""
    with pytest.raises(InputError, match=r"^odds must be above zero, not "):
        parse_odds(bad)


@given(st.integers(-(10**40), 10**40), st.integers(0, 18))
def test_the_text_of_an_amount_is_what_decimal_arithmetic_prints(units, exponent):
    """`format_amount` agrees with the decimal module to the last digit."""
    with decimal.localcontext(prec=80):
        assert f"{Decimal(units).scaleb(-exponent):.{exponent}f}" == format_amount(units, exponent)


@given(st.integers(-(10**29), 10**29), st.integers(0, 18))
def test_amounts_survive_their_own_text(units, exponent):
    """`parse_amount` is the inverse of `format_amount`."""
    assert units == parse_amount(format_amount(units, exponent), exponent)


@pytest.mark.parametrize(
    ("text", "exponent", "units"),
    [
        ("10.00", 2, 10_00),
        ("10", 2, 10_00),
        ("10.5", 2, 10_50),
        ("10.500", 2, 10_50),
        ("0.01", 2, 1),
        ("-0.01", 2, -1),
        ("-0.00", 2, 0),
        ("007", 2, 7_00),
        ("5", 0, 5),
        ("5.000", 0, 5),
        ("0.00000001", 8, 1),
    ],
)
def test_amounts_are_read_in_the_main_unit(text, exponent, units):
    """Text is in the main unit; trailing zeros mean nothing."""
    assert units == parse_amount(text, exponent)


@pytest.mark.parametrize(
    "bad",
    [
        "",
        " ",
        "10.",
        ".5",
        "+1",
        "--1",
        "1 000",
        "1,000",
        "1_000",
        "1e3",
        "10.00 ",
        "10.00\n",
        "$10",
        "٣",
        "nan",
        "-",
        "9" * 31,
        "0." + "1" * 31,
    ],
)
def test_text_that_is_no_amount_is_refused(bad):
    """Signs of currencies, separators, exponents and other digits are refused, not guessed."""
    with pytest.raises(InputError, match=r"is no amount of money"):
        parse_amount(bad, 2)


@pytest.mark.parametrize("bad", [10, 10.0, None, True, b"10.00", Decimal("10.00")], ids=repr)
def test_only_text_is_read_as_an_amount(bad):
    """A number is no text of an amount: it could mean units or the main unit."""
    with pytest.raises(InputTypeError, match=r"^an amount of money is text in the main unit, \"10\.00\", not "):
        parse_amount(bad, 2)


@pytest.mark.parametrize(("text", "exponent"), [("0.001", 2), ("1.5", 0), ("0.010000001", 8)])
def test_more_decimals_than_the_currency_has_are_refused(text, exponent):
    """Nothing is rounded on the way in."""
    with pytest.raises(InputError, match=rf"more than the {exponent} decimals"):
        parse_amount(text, exponent)


@pytest.mark.parametrize("bad", [-1, 19, True, 2.0, "2", None], ids=repr)
def test_exponents_outside_their_range_are_refused(bad):
    """A main unit has no decimals or up to eighteen; a bool is no number of them."""
    assert 18 == MAX_EXPONENT
    for use in (lambda: parse_amount("1", bad), lambda: format_amount(1, bad)):
        with pytest.raises(InputError, match=r"^an exponent must be a whole number from 0 to 18, not "):
            use()


@pytest.mark.parametrize("bad", [10.0, True, "1000", None, Fraction(10)], ids=repr)
def test_only_an_int_is_written_as_an_amount(bad):
    """A float is not made to look like money."""
    with pytest.raises(InputTypeError, match=r"^an amount must be an int number of units, not "):
        format_amount(bad, 2)
