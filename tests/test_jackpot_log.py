"""The entries of a meter, its log, what a meter can never be, and the plain values that are stored."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caribbean.errors import InputError, InputTypeError, VariantError
from caribbean.jackpot import Entry, IdentityError, Meter, MeterRule
from caribbean.money import MAX_UNITS
from meters import GROWN, HISTORY, OPERATIONS, SIGNED, WHOLE, a_rule, columns_add_up, standing_at, to_pots


def test_the_start_is_the_first_entry():
    """It says with which rule, and by whom if that is told."""
    meter, entry = Meter.start(a_rule(), key="start", reason="opening", actor="floor")

    assert ("start", 1, 0, 0, 10_000_00, 10_000_00) == (
        entry.kind,
        entry.number,
        entry.cycle,
        entry.before,
        entry.after,
        entry.seeded,
    )
    assert (a_rule(), "opening", "floor") == (entry.rule, entry.reason, entry.actor)
    assert (10_000_00, 10_000_00, 1) == (meter.units, meter.seeds, meter.number)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_has_one_numbered_entry_whose_columns_add_up(name):
    """Number, cycle, what was shown before and after, and the identity of its own columns."""
    before, operation = OPERATIONS[name]

    after, entry = operation(before)

    assert before.number + 1 == entry.number == after.number
    assert (before.cycle, before.units, after.units, "k") == (entry.cycle, entry.before, entry.after, entry.key)
    assert name.removesuffix(" whole") == entry.kind
    assert entry.seeded + entry.contributed + entry.adjusted == sum(to_pots(entry)) + entry.paid
    assert columns_add_up(after)


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_changes_nothing_in_place(name):
    """The meter before it is what it was, so a refused or lost write can always be made again, to the same end."""
    before, operation = OPERATIONS[name]
    plain = before.to_plain()

    first, second = operation(before), operation(before)

    assert plain == before.to_plain()
    assert first == second
    assert first[0] != before


@pytest.mark.parametrize("field", Meter.__struct_fields__)
def test_a_meter_is_frozen(field):
    """No field can be set or deleted."""
    with pytest.raises(AttributeError):
        setattr(GROWN, field, getattr(GROWN, field))
    with pytest.raises(AttributeError):
        delattr(GROWN, field)


def test_rules_and_entries_are_frozen():
    """What is in the log stays what it is."""
    with pytest.raises(AttributeError):
        HISTORY[1].paid = 5
    with pytest.raises(AttributeError):
        GROWN.rule.seed = 5


def test_a_log_leads_to_the_meter():
    """Every entry, made again from the state before it, is the entry of the log."""
    meter, first = Meter.start(HISTORY[0].rule, key="start")
    assert HISTORY[0] == first
    originals = {entry.key: entry for entry in HISTORY}

    for entry in HISTORY[1:]:
        meter = meter.after(entry, original=originals.get(entry.reverses))

    assert GROWN == meter


@pytest.mark.parametrize(
    ("field", "other"),
    [
        ("number", 99),
        ("cycle", 0),
        ("before", 1),
        ("after", 1),
        ("seeded", 1),
        ("contributed", Fraction(1)),
        ("to_meter", Fraction(1)),
        ("to_reserve", Fraction(1)),
        ("to_overflow", Fraction(1)),
        ("paid", 1),
        ("sharers", 2),
        ("pot", "overflow"),
        ("reason", "because"),
    ],
)
def test_an_edited_entry_does_not_follow(field, other):
    """The error names the field, what it says and what it should say."""
    before, contribution = GROWN, GROWN.contribute(40, key="c")[1]
    edited = msgspec.structs.replace(contribution, **{field: other})
    assert GROWN.after(contribution) == GROWN.contribute(40, key="c")[0]

    told = f"entry {edited.number} does not follow entry {before.number} of this meter: {field} {other}, not "
    with pytest.raises(InputError) as caught:
        before.after(edited)

    assert told + str(getattr(contribution, field)) == str(caught.value)


def test_a_missing_or_doubled_entry_is_noticed():
    """Entries are numbered: a gap, and the same one twice, do not follow."""
    one, first = GROWN.contribute(40, key="c1")
    _, second = one.contribute(40, key="c2")

    with pytest.raises(InputError, match="number 13, not 12"):
        GROWN.after(second)
    with pytest.raises(InputError, match="number 12, not 13"):
        one.after(first)


def test_an_entry_that_lacks_what_it_was_made_from_is_refused():
    """A start, a reversal without its contribution (or with another one), a prize of no part, a change to no rule."""
    reversal = GROWN.reverse(HISTORY[3], key="v")[1]
    assert GROWN.after(reversal, original=HISTORY[3]) == GROWN.reverse(HISTORY[3], key="v")[0]
    unmade = [
        (HISTORY[0], None),
        (reversal, None),
        (reversal, HISTORY[4]),
        (msgspec.structs.replace(HISTORY[2], part=None), None),
        (msgspec.structs.replace(HISTORY[-1], rule=None), None),
    ]

    for entry, original in unmade:
        with pytest.raises(
            InputError, match=f"^entry {entry.number} \\({entry.kind}\\) cannot be made again from what is"
        ):
            GROWN.after(entry, original=original)
    with pytest.raises(InputTypeError, match=r"^a meter is carried on by an Entry, not dict$"):
        GROWN.after({})


@pytest.mark.parametrize("column", ["exact", "reserve", "overflow", "contributions", "seeds", "adjustments", "paid"])
def test_a_meter_that_does_not_add_up_cannot_be_made(column):
    """Neither by hand nor from stored data that somebody edited: one unit too many in any column is refused."""
    off_by_one = getattr(GROWN, column) + 1
    with pytest.raises(IdentityError, match=r"^the meter's columns do not add up: "):
        msgspec.structs.replace(GROWN, **{column: off_by_one})

    plain = GROWN.to_plain()
    plain[column] = str(off_by_one) if isinstance(plain[column], str) else off_by_one
    with pytest.raises(IdentityError, match=r"^the meter's columns do not add up: "):
        Meter.from_plain(plain)


@pytest.mark.parametrize(
    "changes",
    [
        {"exact": Fraction(-1), "reserve": Fraction(1)},
        {"overflow": Fraction(-1), "reserve": Fraction(1)},
        {"contributions": Fraction(-1), "adjustments": 1},
        {"seeds": -1, "adjustments": 1},
        {"paid": -1, "reserve": Fraction(1)},
        {"cycle": -1},
        {"number": -1},
    ],
    ids=str,
)
def test_nothing_is_below_zero_but_the_reserve_and_the_adjustments(changes):
    """Also where the columns add up."""
    with pytest.raises(InputError, match=r"^nothing in a meter can be below zero but its reserve and its adjustments$"):
        Meter(rule=a_rule(), **changes)


def test_no_meter_stands_above_its_ceiling():
    """At the ceiling it may; a grain above it is no meter."""
    ceiling = a_rule(seed=5, ceiling=5)
    assert 5 == Meter(rule=ceiling, exact=Fraction(5), seeds=5).units
    with pytest.raises(InputError, match=r"^the meter would stand above its ceiling of 5 units$"):
        Meter(rule=ceiling, exact=Fraction(51, 10), reserve=Fraction(-1, 10), seeds=5)


def test_a_meter_stays_below_2_63():
    """What a ledger's column cannot hold is refused, and nothing has changed."""
    full = standing_at(MAX_UNITS, seed=0)
    assert MAX_UNITS == full.units

    with pytest.raises(InputError, match="more than 9223372036854775807 units"):
        full.adjust(1, key="a", **SIGNED)
    with pytest.raises(InputError, match="more than 9223372036854775807 units"):
        full.contribute(1, key="c")
    with pytest.raises(InputError, match="more than 9223372036854775807 units"):
        Meter(rule=a_rule(), exact=Fraction(MAX_UNITS + 1), reserve=Fraction(-1), seeds=MAX_UNITS)


def test_a_meter_in_plain_values():
    """The names and the texts that are stored: those of later versions must read them."""
    assert {
        "rule": {"seed": 1000000, "to_meter": "7/10", "to_reserve": "1/8", "ceiling": 1000050},
        "next_rule": {"seed": 7, "to_meter": "1/3", "to_reserve": "1/8", "ceiling": None},
        "enabled": True,
        "exact": "9990231/10",
        "reserve": "19/2",
        "overflow": "193/10",
        "seeds": 2000000,
        "contributions": "1089/10",
        "adjustments": -7,
        "paid": 1001050,
        "cycle": 1,
        "number": 11,
    } == GROWN.to_plain()


def test_an_entry_in_plain_values():
    """Every field is written, also those that say nothing."""
    assert {
        "kind": "award",
        "key": "w1",
        "number": 3,
        "cycle": 0,
        "before": 1000050,
        "after": 1000000,
        "seeded": 1000000,
        "contributed": "0",
        "adjusted": 0,
        "to_meter": "-50",
        "to_reserve": "0",
        "to_overflow": "0",
        "paid": 1000050,
        "stake": 0,
        "part": "1",
        "sharers": 3,
        "pot": "meter",
        "reverses": None,
        "rule": None,
        "reason": "",
        "actor": "",
    } == HISTORY[2].to_plain()


def test_a_stored_meter_was_started():
    """It has had one entry at least; a fresh one, one exactly."""
    plain = Meter.start(a_rule(), key="start")[0].to_plain()
    assert 1 == Meter.from_plain(plain).number
    with pytest.raises(VariantError, match=r"^number: must be a whole number from 1 "):
        Meter.from_plain(plain | {"number": 0})


@given(
    seed=st.integers(0, 10**9),
    parts=st.tuples(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6)),
    room=st.none() | st.integers(1, 10**9),
    stakes=st.lists(st.integers(1, 10**9), max_size=3),
    waiting=st.booleans(),
)
def test_plain_values_and_back(seed, parts, room, stakes, waiting):
    """Rule, meter and entries come back equal, with equal bytes, through JSON."""
    total = sum(parts) or 1
    terms = MeterRule(
        seed=seed,
        to_meter=Fraction(parts[0], total),
        to_reserve=Fraction(parts[1], total),
        ceiling=room and seed + room,
    )
    meter, entry = Meter.start(terms, key="start")
    entries = [entry]
    for number, stake in enumerate(stakes):
        meter, entry = meter.contribute(stake, key=f"c{number}")
        entries.append(entry)
    if waiting:
        meter, entry = meter.change_rule(a_rule(), key="r", **SIGNED)
        entries.append(entry)

    for value in (terms, meter, *entries):
        text = json.dumps(value.to_plain())
        again = type(value).from_plain(json.loads(text))
        assert value == again
        assert text == json.dumps(again.to_plain())


@pytest.mark.parametrize("value", [GROWN, GROWN.rule, *HISTORY], ids=lambda value: type(value).__name__)
def test_every_entry_comes_back_from_plain_values(value):
    """All kinds of entries, not only the common ones; equal values hash alike."""
    again = type(value).from_plain(value.to_plain())

    assert value == again
    assert hash(value) == hash(again)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickled_and_copied(protocol):
    """A meter goes to another process and comes back the same, and works on."""
    meter, log = pickle.loads(pickle.dumps((GROWN, HISTORY), protocol))

    assert (GROWN, HISTORY) == (meter, log)
    assert GROWN.award(WHOLE, key="w") == meter.award(WHOLE, key="w")
    assert copy.deepcopy(meter) == copy.copy(meter) == GROWN


def test_all_that_is_wrong_in_plain_values_is_told_at_once():
    """Unknown, missing and wrong fields, those of a rule inside too, each by its key."""
    plain = GROWN.to_plain() | {"enabled": 1, "exact": 0.5, "reserve": "2/4", "paid": "1", "cycle": -1, "sum": 3}
    plain["rule"] = {"seed": True, "to_meter": "7/10", "to_reserve": None, "ceiling": 0, "rake": 1}
    del plain["number"]

    with pytest.raises(VariantError) as caught:
        Meter.from_plain(plain)

    fraction = 'must be text of a fraction in lowest terms, "7/10" or "5", not '
    assert [
        ("sum", "is not known"),
        ("rule.rake", "is not known"),
        ("rule.seed", f"must be a whole number from 0 to {MAX_UNITS}, not True"),
        ("rule.to_reserve", fraction + "None"),
        ("rule.ceiling", f"must be a whole number from 1 to {MAX_UNITS}, not 0"),
        ("enabled", "must be one of True, False, not 1"),
        ("exact", fraction + "0.5"),
        ("reserve", fraction + "'2/4'"),
        ("paid", f"must be a whole number from 0 to {MAX_UNITS}, not '1'"),
        ("cycle", f"must be a whole number from 0 to {MAX_UNITS}, not -1"),
        ("number", "is missing"),
    ] == list(caught.value.problems)


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("kind", "steal"),
        ("kind", ["award"]),
        ("key", ""),
        ("key", 5),
        ("number", 0),
        ("cycle", -1),
        ("before", -1),
        ("after", 2**63),
        ("seeded", -1),
        ("contributed", 1),
        ("adjusted", "0"),
        ("adjusted", -(2**63)),
        ("to_meter", "0.5"),
        ("to_reserve", "1/0"),
        ("to_overflow", "+1"),
        ("to_overflow", "1_0"),
        ("to_overflow", " 1"),
        ("to_overflow", "-0"),
        ("to_overflow", "٣"),
        ("to_overflow", "1" * 5000),
        ("paid", -1),
        ("stake", -1),
        ("part", "0"),
        ("part", "11/10"),
        ("part", 1),
        ("sharers", 0),
        ("pot", "pocket"),
        ("reverses", ""),
        ("rule", 5),
        ("reason", None),
        ("actor", 0),
        ("actor", "\ud800"),
    ],
)
def test_each_field_of_an_entry_is_checked(field, wrong):
    """What cannot stand in an entry is refused by the name of its field."""
    with pytest.raises(VariantError) as caught:
        Entry.from_plain(HISTORY[2].to_plain() | {field: wrong})

    assert [field] == [key for key, _ in caught.value.problems]


@pytest.mark.parametrize(
    "column", ["seeded", "contributed", "adjusted", "to_meter", "to_reserve", "to_overflow", "paid"]
)
def test_an_entry_that_does_not_add_up_is_refused(column):
    """One unit too many in any column."""
    plain = HISTORY[2].to_plain()
    more = Fraction(plain[column]) + 1
    plain[column] = str(more) if isinstance(plain[column], str) else int(more)

    with pytest.raises(IdentityError, match=r"^entry 3 \(award\): its columns do not add up$"):
        Entry.from_plain(plain)


@pytest.mark.parametrize("reader", [Meter.from_plain, MeterRule.from_plain, Entry.from_plain])
@pytest.mark.parametrize("plain", [None, [], "{}", 5], ids=repr)
def test_plain_values_are_a_mapping(reader, plain):
    """All else is a type error."""
    with pytest.raises(InputTypeError, match=r"^plain values must be a mapping of fields, not "):
        reader(plain)
