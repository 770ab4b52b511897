"""Any text and any plain values as a variant: rules that hold, or a `VariantError`; and what the schema says of it."""

from __future__ import annotations

import copy
import json

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxes import ALL
from caribbean.errors import InputError, VariantError
from caribbean.forms import json_schema
from caribbean.games import CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, GAMES
from caribbean.hands import Category
from caribbean.money import format_amount, parse_amount, parse_odds
from caribbean.rulefiles import format_variant, parse_variant, variant_from, variant_to
from caribbean.variants import Variant

SCHEMA = json_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

TEXTS = st.one_of(
    st.text(max_size=8),
    st.sampled_from(
        ["none", "resume", "lost", "returned", "table", "7", "3/2", "0", "-1", "1/0", "10%", "100%", "101%", "1.00"]
    ),
    st.sampled_from(
        ["0.00", "4s 4h 5d 3c 2s", "As", "As As", "USD", "usd", "in-turn", "equal", "caribbean-poker", "call", " "]
    ),
)
SCALARS = st.one_of(
    st.booleans(),
    st.integers(-2, 12),
    st.integers(),
    st.sampled_from([0.5, 2.0, 1e300, float("nan"), float("inf")]),
    TEXTS,
)
NAMES = st.one_of(
    st.text(max_size=5),
    st.sampled_from([*variant_to(CARIBBEAN_POKER), *variant_to(CYBER_CARIBBEAN_STUD), "extends", "cap", "limts"]),
    st.sampled_from(["ante", "bet", "player", "dealer", "board", "min", "max", "fees", "prizes", "win", "no-qualify"]),
    st.sampled_from([category.slug for category in Category]),
    st.integers(-1, 8).map(str),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)
"""What JSON and TOML can hold, most of it nearly right."""


@st.composite
def nearly(draw):
    """A game in plain values, or changes to one, with up to three values replaced, added or taken away."""
    plain = copy.deepcopy(variant_to(draw(st.sampled_from(ALL))))
    if draw(st.booleans()):
        kept = draw(st.sets(st.sampled_from(sorted(plain)), max_size=4))
        plain = {key: plain[key] for key in kept} | {"extends": draw(st.sampled_from([*GAMES, "nobody"]))}
    for _ in range(draw(st.integers(0, 3))):
        table = plain
        while True:
            inner = [key for key, value in table.items() if isinstance(value, dict)]
            if not inner or draw(st.booleans()):
                break
            table = table[draw(st.sampled_from(inner))]
        key = draw(st.sampled_from(sorted(table)) | NAMES if table else NAMES)
        if draw(st.booleans()):
            table.pop(key, None)
        else:
            table[key] = draw(VALUES)
    return plain


def read(reader, given):
    """The variant, or None where it was refused; any other exception is the test's to see."""
    try:
        return reader(given)
    except VariantError as error:
        if not str(error) or not error.problems:
            raise
        return None


# ---- texts ---------------------------------------------------------------------------------------------------------


@given(st.text())
def test_any_text_is_rules_or_refused(text):
    """Random text is hardly ever a variant, and never anything but one or a `VariantError`."""
    assert isinstance(read(parse_variant, text), Variant | None)


@st.composite
def torn(draw):
    """The text of a game with some of its pieces cut out, doubled, swapped or overwritten."""
    text = format_variant(draw(st.sampled_from(ALL)))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        put = draw(st.sampled_from(["", text[start:end] * 2, '"', "[", "]", "{", "=", "\n", ".", "0", "-", "9" * 30]))
        text = text[:start] + put + text[end:]
    return text


@settings(max_examples=500)
@given(torn())
def test_a_torn_text_is_rules_or_refused(text):
    """A file with a few bytes lost or doubled: what is still read has a text of its own that leads back to it."""
    variant = read(parse_variant, text)
    if variant is not None:
        assert variant == parse_variant(format_variant(variant))


@settings(max_examples=300)
@given(st.text("0123456789./-+ e%,_", max_size=12) | st.text(max_size=6), st.integers(0, 18))
def test_any_text_as_money_or_odds_is_read_exactly_or_refused(text, exponent):
    """What is read is written back as the same amount; nothing is rounded, guessed or cut."""
    try:
        units = parse_amount(text, exponent)
    except InputError:
        pass
    else:
        assert type(units) is int
        assert units == parse_amount(format_amount(units, exponent), exponent)
    try:
        odds = parse_odds(text)
    except InputError:
        return
    assert odds > 0
    assert odds == parse_odds(str(odds))


# ---- plain values --------------------------------------------------------------------------------------------------


@settings(max_examples=300)
@given(st.dictionaries(NAMES, VALUES, max_size=8))
def test_any_plain_values_are_rules_or_refused(plain):
    """Tables, lists and scalars in any shape."""
    assert isinstance(read(variant_from, plain), Variant | None)


@settings(max_examples=500)
@given(nearly())
def test_plain_values_that_are_nearly_right_are_rules_or_refused(plain):
    """What is accepted is a whole variant with a text that leads back to it, and no editor marks it as wrong."""
    before = copy.deepcopy(plain)
    variant = read(variant_from, plain)
    assert repr(before) == repr(plain)
    if variant is not None:
        assert 64 == len(variant.fingerprint)
        assert variant == parse_variant(format_variant(variant))
        VALIDATOR.validate(plain)


@settings(max_examples=200)
@given(st.sampled_from(ALL), st.dictionaries(NAMES, VALUES, min_size=1, max_size=3))
def test_any_field_of_a_replaced_variant_is_checked(game, changes):
    """`replace()` takes only what a variant takes; nothing unchecked gets in by that door."""
    try:
        variant = game.replace(**changes)
    except VariantError:
        return
    assert variant == parse_variant(format_variant(variant))


# ---- the schema ----------------------------------------------------------------------------------------------------


def test_the_schema_is_a_schema():
    """It is valid JSON Schema, and JSON itself."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA == json.loads(json.dumps(SCHEMA))


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_the_schema_accepts_the_four_games(game):
    """Each game as a file, and the shortest file that extends it."""
    VALIDATOR.validate(variant_to(game))
    VALIDATOR.validate({"extends": game.name})


@pytest.mark.parametrize(
    "changes",
    [
        {"colour": "red"},
        {"name": 5},
        {"bet_multiple": "2"},
        {"bet_multiple": -1},
        {"bet_multiple": True},
        {"exponent": 2.5},
        {"qualifier": 5},
        {"cap": 100},
        {"cap": "-1.00"},
        {"cap": "$1"},
        {"deal": {"player": 5}},
        {"deal": {"player": 5, "dealer": 5, "dealer_up": 1, "board": [3]}},
        {"deal": {"player": 5, "dealer": 5, "dealer_up": 1, "burnt": 1}},
        {"pays": {}},
        {"pays": {"fold": {"ante": "lost"}}},
        {"limits": {"min": "1.00"}},
        {"limits": {"min": 1, "max": 2}},
        {"change": {}},
        {"change": {"fees": {"1": "1"}}},
        {"change": False},
        {"progressive": False},
        {"progressive": {"price": "1.00", "after_fold": "no", "prizes": {}}},
        {"progressive": {"price": "1.00", "after_fold": False, "prizes": {"straigth": "5.00"}}},
        {"progressive": {"price": "1.00", "after_fold": False, "prizes": {"flush": 5}}},
        {"progressive": {"price": "1.00", "after_fold": False, "prizes": {"flush": "5.00"}, "shares": "all"}},
        {"words": {"raise": "x"}},
        {"words": {"bet": 5}},
        {"boxes": {"tables": 6}},
    ],
    ids=str,
)
def test_the_schema_rejects_what_the_reader_rejects(changes):
    """Unknown keys, wrong types, missing keys, texts of another form: in a whole file the schema sees them too."""
    plain = variant_to(CARIBBEAN_POKER) | changes
    assert not VALIDATOR.is_valid(plain)
    with pytest.raises(VariantError):
        variant_from(plain)


@pytest.mark.parametrize(
    ("outcome", "row"),
    [
        ("tie", 0),
        ("tie", 1.5),
        ("tie", "won"),
        ("tie", "1.5"),
        ("tie", {}),
        ("tie", {"flsh": 1}),
        ("tie", {"flush": False}),
        ("tie", {"high-card": "table"}),
        ("win", "table"),
        ("fold", ["lost"]),
    ],
)
def test_the_schema_rejects_rows_that_pay_nothing_known(outcome, row):
    """Rows of a pay table are checked in a whole file and in one that extends a game."""
    plain = variant_to(CARIBBEAN_POKER)
    plain["pays"][outcome]["ante"] = row
    for given_values in (plain, {"extends": "caribbean-poker", "pays": {outcome: {"ante": row}}}):
        assert not VALIDATOR.is_valid(given_values)
        with pytest.raises(VariantError):
            variant_from(given_values)


@pytest.mark.parametrize(
    "changes",
    [
        {"progressive": False},
        {"change": False, "limits": False},
        {"change": {"fees": {"5": False}}},
        {"limits": {"max": "500.00"}},
        {"words": {"bet": "raise"}},
        {"boxes": {"closed_from": False}},
        {"pays": {"win": {"bet": {"ace-king": 1, "full-house": "15/2"}}}},
        {"pays": {"no-qualify": {"ante": "table"}}},
        {"progressive": {"price": "1.00", "after_fold": False, "prizes": {"flush": "12.5%", "royal-flush": "1/3"}}},
    ],
    ids=str,
)
def test_the_schema_accepts_what_may_differ(changes):
    """What a file that extends a game may say: parts of tables, rows, and `false`."""
    plain = {"extends": "caribbean-poker"} | changes
    VALIDATOR.validate(plain)
    assert isinstance(variant_from(plain), Variant)


def test_the_schema_asks_for_extends_where_keys_are_missing():
    """A file that leaves keys out must say what it extends."""
    assert not VALIDATOR.is_valid({"bet_multiple": 3})
    assert VALIDATOR.is_valid({"extends": "caribbean-poker", "bet_multiple": 3})
