"""Pay tables and prizes: rows that reach upwards, equality by what is paid, and every refusal with its key."""

from __future__ import annotations

import copy
import math
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caribbean.errors import InputError, InputTypeError, VariantError
from caribbean.hands import Category
from caribbean.paytables import Fate, Fixed, PayTable, Prize, PrizeTable, Share
from strategies import amounts, categories, pay_tables, pays, prize_tables

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def _problems(make, *args, **kwargs):
    with pytest.raises(VariantError) as caught:
        make(*args, **kwargs)
    return caught.value.problems


@given(st.dictionaries(categories(), pays(), min_size=1))
def test_a_row_pays_its_category_and_every_better_one_up_to_the_next_row(rows):
    """Below the lowest row there is nothing; above it each category has the cell of the nearest row below or at it."""
    table = PayTable(rows)
    for category in Category:
        below = [row for row in rows if row <= category]
        assert (rows[max(below)] if below else None) == table.get(category)


@pytest.mark.parametrize("bad", [6, -1, "flush", None, True], ids=repr)
def test_a_table_is_read_by_category(bad):
    """A number would count from an end, a text names no cell: neither is read as some category."""
    for table in (PayTable(1), PrizeTable({"flush": Fixed(1)})):
        with pytest.raises(InputTypeError, match=r"^a table is read by Category, not by "):
            table.get(bad)


@given(pays())
def test_a_single_cell_pays_every_category_alike(cell):
    """`PayTable(1)` is even money for any hand."""
    table = PayTable(cell)
    assert {cell} == {table.get(category) for category in Category}
    assert PayTable({"high-card": cell}) == table


@pytest.mark.parametrize(
    ("written", "cell"),
    [
        (7, Fraction(7)),
        ("7", Fraction(7)),
        ("3/2", Fraction(3, 2)),
        (Fraction(3, 2), Fraction(3, 2)),
        ("lost", Fate.LOST),
        ("returned", Fate.RETURNED),
        (Fate.LOST, Fate.LOST),
        (Fate.RETURNED, Fate.RETURNED),
    ],
)
def test_cells_may_be_written_in_several_ways(written, cell):
    """Numbers, fractions, text and fates mean the same as a row and as a whole table; odds are exact."""
    for table in (PayTable(written), PayTable({"high-card": written}), PayTable({Category.HIGH_CARD: written})):
        found = table.get(Category.FLUSH)
        assert cell == found
        assert type(cell) is type(found)


@given(pay_tables())
def test_tables_written_out_in_full_are_the_same_table(table):
    """Equality and hash go by what each category is paid, not by the rows; `rows` keeps only where the pay changes."""
    full = PayTable({category: table.get(category) for category in Category})
    assert full == table
    assert hash(full) == hash(table)
    assert full.rows == table.rows
    assert len(set(table.rows)) == len(table.rows)


def test_rows_keep_only_what_differs_from_the_row_below():
    """Rows that repeat the row below them are left out, wherever in the mapping they stood."""
    table = PayTable({"royal-flush": 100, "pair": 1, "flush": 5, "two-pair": 1, "full-house": "5"})
    assert ((Category.PAIR, 1), (Category.FLUSH, 5), (Category.ROYAL_FLUSH, 100)) == table.rows


def test_other_pay_makes_another_table():
    """One category paid otherwise is enough; a table from the pair up is not one from the high card up."""
    assert PayTable({"high-card": 1, "flush": 5}) != PayTable({"high-card": 1, "flush": 6})
    assert PayTable({"pair": 1}) != PayTable({"high-card": 1})
    assert PayTable("lost") != PayTable("returned")


@pytest.mark.parametrize(
    "other", [1, Fraction(1), {"high-card": 1}, None, PrizeTable({"high-card": Fixed(1)})], ids=repr
)
def test_a_pay_table_equals_only_pay_tables(other):
    """A table is not its cell, not a mapping, and not a table of prizes."""
    assert PayTable(1) != other


@given(pay_tables() | prize_tables())
def test_tables_pickle_and_copy(table):
    """A table pays the same after every journey."""
    for protocol in PROTOCOLS:
        assert table == pickle.loads(pickle.dumps(table, protocol))
    assert table == copy.copy(table) == copy.deepcopy(table)
    assert hash(table) == hash(copy.deepcopy(table))


@pytest.mark.parametrize("table", [PayTable(1), PrizeTable({"flush": Fixed(1)})], ids=repr)
@pytest.mark.parametrize("name", ["rows", "_cells", "extra"])
def test_a_table_cannot_be_changed(table, name):
    """No attribute of a table can be set or deleted; its rows are a tuple."""
    with pytest.raises(AttributeError, match=r"^a table cannot be changed"):
        setattr(table, name, ())
    with pytest.raises(AttributeError):
        delattr(table, name)
    assert isinstance(table.rows, tuple)


def test_a_table_shows_its_rows():
    """`repr` has the rows by their names in files."""
    assert "PayTable({'high-card': Fraction(1, 1), 'flush': <Fate.LOST: 'lost'>})" == repr(
        PayTable({"high-card": 1, "flush": "lost"})
    )
    assert "PrizeTable({'flush': Fixed(units=5000)})" == repr(PrizeTable({"flush": Fixed(50_00)}))


# --- refusals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [1.0, 0.5, math.nan, True, None, [1], b"1"], ids=repr)
def test_cells_of_another_type_are_refused_with_their_key(bad):
    """A float is no odds, in a row or as a whole table."""
    reason = r"odds must be an int, a Fraction or text, not "
    ((key, text),) = _problems(PayTable, {"flush": bad})
    assert "flush" == key
    assert text.startswith(reason)
    ((_, text),) = _problems(PayTable, bad)
    assert text.startswith(reason)


@pytest.mark.parametrize("bad", [0, -1, "0", "won", "", "7:1", "1/0", Fraction(0), "Lost"], ids=repr)
def test_cells_that_are_no_odds_are_refused_with_their_key(bad):
    """Odds are above zero; what wins nothing is "lost" or "returned", in these letters."""
    ((key, text),) = _problems(PayTable, {"flush": bad})
    assert "flush" == key
    assert text.startswith(("odds must be above zero", f"{bad!r} are no odds"))


def test_all_that_is_wrong_with_a_table_is_said_at_once():
    """Each wrong row stands in the error with its key, in the order given."""
    rows = {"flush": 1, Category.FLUSH: 2, "no-hand": 3, "pair": 1.5, 4: 1, "two-pair": 0}
    problems = _problems(PayTable, rows)
    assert ["flush", "no-hand", "pair", "4", "two-pair"] == [key for key, _ in problems]
    assert "has two rows" == problems[0][1]
    assert problems[1][1].startswith("'no-hand' is no category; ")
    assert problems[3][1].startswith("4 is no category; ")


@pytest.mark.parametrize("make", [PayTable, PrizeTable])
def test_a_table_without_rows_is_refused(make):
    """An empty table would pay nothing to anybody and say nothing about it."""
    assert (("", "a table needs at least one row"),) == _problems(make, {})


@pytest.mark.parametrize("bad", [1, "100%", None, Fraction(1), Prize(), "lost"], ids=repr)
def test_prizes_of_another_type_are_refused_with_their_key(bad):
    """A prize says whether it is fixed or a share; a bare number does not."""
    ((key, text),) = _problems(PrizeTable, {"flush": bad})
    assert "flush" == key
    assert text.startswith("a prize must be Fixed or Share, not ")


@pytest.mark.parametrize("bad", [5, None, Fixed(1), [("flush", Fixed(1))], "flush"], ids=repr)
def test_prizes_are_a_table(bad):
    """A prize table is made from a mapping."""
    with pytest.raises(InputTypeError, match=r"^prizes must be a table of categories, not "):
        PrizeTable(bad)


# --- prizes --------------------------------------------------------------------------------------------------------


@given(amounts(), amounts(least=0))
def test_a_fixed_prize_is_its_units_whatever_the_meter_shows(units, meter):
    """R-82: fixed prizes come from the house."""
    assert units == Fixed(units).amount(meter)


@given(st.fractions(Fraction(1, 1000), 1, max_denominator=1000), amounts(least=0))
def test_a_share_is_its_part_of_the_meter_rounded_down(part, meter):
    """R-81: whole units, less than one unit cut off."""
    prize = Share(part).amount(meter)
    assert math.floor(part * meter) == prize
    assert type(prize) is int


@pytest.mark.parametrize(
    ("part", "meter", "prize"),
    [("1", 100_000_00, 100_000_00), ("1/10", 100_000_00, 10_000_00), ("1/10", 99, 9), ("1/10", 9, 0), ("1/3", 100, 33)],
)
def test_shares_worked_out_on_paper(part, meter, prize):
    """The whole meter, a tenth of it, and tenths that do not come out even."""
    assert prize == Share(Fraction(part)).amount(meter)


@pytest.mark.parametrize("prize", [Fixed(1), Share(Fraction(1, 10))], ids=repr)
def test_a_meter_is_an_amount(prize):
    """Neither kind of prize is worked out on a float, a bool or less than nothing."""
    for bad in (100.0, True, "100", None):
        with pytest.raises(InputTypeError, match=r"^the meter must be an int number of units"):
            prize.amount(bad)
    with pytest.raises(InputError, match=r"^the meter must be at least 0, not -1$"):
        prize.amount(-1)


@pytest.mark.parametrize("bad", [0, -1, 2**63])
def test_a_fixed_prize_is_an_amount(bad):
    """Nothing, less than nothing and more than a ledger holds are refused."""
    with pytest.raises(InputError, match=r"^a fixed prize must be at "):
        Fixed(bad)


@pytest.mark.parametrize("bad", [1.0, True, "100.00", None, Fraction(1)], ids=repr)
def test_a_fixed_prize_is_an_int(bad):
    """A float is never money."""
    with pytest.raises(InputTypeError, match=r"^a fixed prize must be an int number of units"):
        Fixed(bad)


@pytest.mark.parametrize("bad", [Fraction(0), Fraction(-1, 10), Fraction(11, 10), Fraction(2)], ids=str)
def test_a_share_is_above_nothing_and_at_most_the_whole(bad):
    """No meter can pay more than it holds."""
    with pytest.raises(InputError, match=r"^a share must be above 0 and at most 1, not "):
        Share(bad)


def test_a_share_can_be_written():
    """A fraction of nineteen digits could be printed and not be read again."""
    with pytest.raises(InputError, match=r"^a share must be written with at most 18 digits a number$"):
        Share(Fraction(1, 10**18))


@pytest.mark.parametrize("bad", [1, 0.1, "10%", True, None], ids=repr)
def test_a_share_is_a_fraction(bad):
    """Ten per cent is `Fraction(1, 10)`; 0.1 is something else."""
    with pytest.raises(InputTypeError, match=r"^a share must be a Fraction, not "):
        Share(bad)


def test_prizes_are_equal_by_kind_and_number():
    """A fixed prize and a share are never equal; prizes hash and do not change."""
    assert Fixed(1) == Fixed(1)
    assert Share(Fraction(1, 2)) == Share(Fraction(2, 4))
    assert Fixed(1) != Share(Fraction(1))
    assert 3 == len({Fixed(1), Fixed(1), Fixed(2), Share(Fraction(1)), Share(Fraction(1))})
    for prize, name in ((Fixed(1), "units"), (Share(Fraction(1)), "part")):
        with pytest.raises(AttributeError):
            setattr(prize, name, 5)
        assert prize == pickle.loads(pickle.dumps(prize)) == copy.deepcopy(prize)


def test_a_prize_is_fixed_or_a_share():
    """The common type of both has no amount of its own."""
    with pytest.raises(NotImplementedError):
        Prize().amount(1)
    assert hash(Prize()) == hash(Prize())
