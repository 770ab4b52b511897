"""Wrong variant files: every mistake in one error, each with its key, and no other exception whatever the text is."""

from __future__ import annotations

import pytest

from boxes import HUGE, endless
from caribbean.errors import InputError, InputTypeError, VariantError
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD
from caribbean.rulefiles import format_variant, load_variant, parse_variant, variant_from, variant_to


def problems_of(text):
    """The keys and reasons of a text that is refused."""
    with pytest.raises(VariantError) as caught:
        parse_variant(text)
    assert str(caught.value)
    return dict(caught.value.problems)


def extended(game, text):
    """The text of a file that extends a game."""
    return f'extends = "{game.name}"\n{text}'


# ---- several at once -----------------------------------------------------------------------------------------------


def test_three_mistakes_are_reported_with_their_keys():
    """An unknown key, a wrong type and a broken rule, all at once."""
    found = problems_of(extended(CARIBBEAN_POKER, 'colour = "red"\nbet_multiple = "2"\nlimits.max = "0.50"'))
    assert {
        "colour": "is no key of this table",
        "bet_multiple": "Expected int, got str",
        "limits.max": "is below the minimum (50 < 100 units)",
    } == found


EVERYTHING_WRONG = """
name = "Not A Name"
title = " "
currency = "usd"
exponent = 19
bet_multiple = 0
qualifier = "As Ks"
interrupted = 5
colour = "red"
cap = "-1.00"
[deal]
player = 9
dealer = "five"
[pays.win]
ante = { flush = "x", push = 1 }
bet = "table"
[pays.tie]
ante = "table"
bet = true
[pays.push]
ante = 1
[limits]
min = "10.00"
max = 5
[boxes]
table = 99
player = 0
[change]
fees = { 0 = 1, 6 = 2, 1 = -1 }
forced_play = [3]
[progressive]
price = "0"
prizes = { flush = "101%", pair = "-1.00", straigth = "5.00", royal-flush = "1/0" }
shares = "all"
[words]
raise = "x"
bet = " "
"""


def test_every_mistake_of_a_file_is_reported_at_once():
    """Unknown keys, wrong types, missing keys and broken rules, in every table: none hides another."""
    found = problems_of(EVERYTHING_WRONG)
    assert {
        "name",
        "title",
        "currency",
        "exponent",
        "bet_multiple",
        "qualifier",
        "interrupted",
        "colour",
        "cap",
        "deal.player",
        "deal.dealer",
        "deal.dealer_up",
        "pays.fold",
        "pays.no-qualify",
        "pays.lose",
        "pays.push",
        "pays.win.ante.flush",
        "pays.win.ante.push",
        "pays.win.bet",
        "pays.tie.ante",
        "pays.tie.bet",
        "limits.max",
        "boxes.table",
        "boxes.player",
        "change.fees.0",
        "change.fees.1",
        "change.forced_play",
        "progressive.price",
        "progressive.after_fold",
        "progressive.prizes.flush",
        "progressive.prizes.pair",
        "progressive.prizes.straigth",
        "progressive.prizes.royal-flush",
        "progressive.shares",
        "words.raise",
        "words.bet",
    } == set(found)


def test_an_empty_file_lacks_every_key_that_is_needed():
    """What is missing is all reported, at the top and in a table."""
    missing = ["deal", "pays", "name", "title", "bet_multiple", "qualifier", "interrupted"]
    assert dict.fromkeys(missing, "is missing") == problems_of("")
    plain = variant_to(CARIBBEAN_HOLDEM) | {"deal": {}, "pays": {}}
    with pytest.raises(VariantError) as caught:
        variant_from(plain)
    keys = ["deal.player", "deal.dealer", "deal.dealer_up"]
    keys += ["pays.win", "pays.fold", "pays.no-qualify", "pays.tie", "pays.lose"]
    assert dict.fromkeys(keys, "is missing") == dict(caught.value.problems)


def test_a_file_that_extends_a_game_nobody_knows_tells_its_other_mistakes_too():
    """The name with the nearest one, and what is wrong in the file itself; what the base would have is not missed."""
    found = problems_of('extends = "caribbean-holdm"\nbet_multiple = 0\nlimts = 5\nlimits.min = "x"\nchange = false')
    assert {
        "extends": "no game is called 'caribbean-holdm'; did you mean 'caribbean-holdem'?",
        "bet_multiple": "must be a whole number from 1 to 1000, not 0",
        "limts": "is no key of this table; limits?",
        "limits.min": "'x' is no amount of money; write it as text in the main unit, \"10.00\"",
    } == found


def test_rules_that_do_not_go_together_are_reported_together():
    """What only shows when the whole file is read: a board and a change, more cards than a deck, a missing row."""
    found = problems_of(
        extended(
            CARIBBEAN_POKER,
            "deal.board = [0, 1]\nboxes.table = 10\nboxes.player = 9\npays.win.bet = { flush = 5 }",
        )
    )
    assert {"change", "boxes", "pays.win.bet"} == set(found)
    assert "a round may need 61 cards, and the deck has 52 (R-1)" == found["boxes"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("limts = false", "limts"),
        ("progresive = false", "progresive"),
        ("words.call = false", "words.call"),
        ("boxes.closed = false", "boxes.closed"),
        ("change.fees.9 = false", "change.fees.9"),
        ("pays.push = false", "pays.push"),
        ("pays.win.raise = false", "pays.win.raise"),
    ],
)
def test_taking_away_a_key_that_nobody_knows_is_a_mistake(text, key):
    """A misspelt `false` must not leave in force what it was to take away."""
    assert [key] == list(problems_of(extended(CARIBBEAN_POKER, text)))
    assert ["progressive.prizes.straigth"] == list(
        problems_of(extended(CYBER_CARIBBEAN_STUD, "progressive.prizes.straigth = false"))
    )


# ---- one at a time -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("name = 5", "name", "Expected str"),
        ('name = "A"', "name", "lower-case words joined by hyphens"),
        ('title = ""', "title", "must be one line of text, not ''"),
        ('title = "two\\nlines"', "title", "must be one line of text, not 'two\\nlines'"),
        ('words.bet = "\\u001b[2J"', "words.bet", "must be one line of text"),
        ('currency = "$"', "currency", "capital letters"),
        ("exponent = -1", "exponent", ">= 0"),
        ("exponent = 2.0", "exponent", "Expected int, got float"),
        ("exponent = true", "exponent", "Expected int, got bool"),
        ("exponent = 19", "exponent", "from 0 to 18"),
        ("bet_multiple = 1001", "bet_multiple", "from 1 to 1000"),
        ("bet_multiple = 2.0", "bet_multiple", "Expected int, got float"),
        ('qualifier = "always"', "qualifier", "'always', position 1"),
        ('qualifier = "As Ks Qs Js"', "qualifier", "got 4 cards, needs 5 to 7"),
        ('qualifier = "As As Qs Js Ts"', "qualifier", "As is twice"),
        ("qualifier = 5", "qualifier", 'must be five cards or "none", not int'),
        ('interrupted = "none"', "interrupted", "position 0"),
        ("interrupted = true", "interrupted", 'must be five cards or "resume", not bool'),
        ("cap = 100", "cap", 'is text in the main unit, "10.00", not int 100'),
        ("cap = 100.0", "cap", 'is text in the main unit, "10.00", not float 100.0'),
        ('cap = "0.00"', "cap", "at least 1"),
        ('cap = "1.005"', "cap", "more than the 2 decimals"),
        ('cap = "99999999999999999999"', "cap", "at most 9223372036854775807"),
        ("deal = 5", "deal", "must be a table, not int"),
        ("deal.player = 5.0", "deal.player", "Expected int, got float"),
        ("deal.dealer_up = 6", "deal.dealer_up", "from 0 to 5"),
        ("deal.board = [3]", "deal.board", "length"),
        ('deal.board = ["3", 2]', "deal.board", "item 1: Expected int, got str"),
        ("deal.board = [3, 2]", "deal.player", "5 to 7 cards, not 5 and 5 on the board"),
        ("deal.boards = [3, 2]", "deal.boards", "is no key of this table; board?"),
        ("pays = []", "pays", "must be a table, not list"),
        ("pays.fold = 1", "pays.fold", "must be a table, not int"),
        ("pays.fold.bet = 1", "pays.fold.bet", "is no key of this table"),
        ("pays.win = false", "pays.win", "is missing"),
        ("pays.tie.bet = false", "pays.tie.bet", "is missing"),
        ("pays.tie.ante = 0", "pays.tie.ante", "odds must be above zero, not 0"),
        ("pays.tie.ante = 1.5", "pays.tie.ante", "not float 1.5"),
        ('pays.tie.ante = "1.5"', "pays.tie.ante", "are no odds"),
        ('pays.tie.ante = "3/0"', "pays.tie.ante", "are no odds"),
        ('pays.tie.ante = "won"', "pays.tie.ante", "are no odds"),
        ("pays.tie.ante = {}", "pays.tie.ante", "a table needs at least one row"),
        ('pays.tie.ante = { flush = "table" }', "pays.tie.ante.flush", "are no odds"),
        ("pays.tie.ante = { flsh = 1 }", "pays.tie.ante.flsh", "is no category"),
        ("pays.tie.ante = { flush = false }", "pays.tie.ante.flush", "not bool False"),
        ("pays.tie.ante = { flush = 1 }", "pays.tie.ante", "has no row for ace-king"),
        ('pays.win.ante = "table"', "pays.win.ante", "are no odds"),
        ("pays.no_qualify.ante = 1", "pays.no_qualify", "is no key of this table; no-qualify?"),
        ("limits.min = 1", "limits.min", 'is text in the main unit, "10.00", not int 1'),
        ('limits.min = "200.00"', "limits.max", "is below the minimum"),
        ("limits.min = false", "limits.min", "is missing"),
        ("boxes.table = 11", "boxes.table", "from 1 to 10"),
        ("boxes.player = 7", "boxes.player", "from 1 to 6"),
        ("boxes.closed_from = 4", "boxes.closed_from", "from 1 to 3"),
        ("change = true", "change", "must be a table, not bool"),
        ("change.fees = [1]", "change.fees", "must be a table of cards to antes, not list"),
        ("change.fees.6 = 1", "change.fees.6", "a box has only 5 cards"),
        ("change.fees.8 = 1", "change.fees.8", "is no number of cards"),
        ("change.fees.01 = 1", "change.fees.01", "is no number of cards"),
        ("change.fees.one = 1", "change.fees.one", "is no number of cards"),
        ("change.fees.1 = 1.0", "change.fees.1", "not 1.0"),
        ("change.fees.1 = true", "change.fees.1", "not True"),
        ("change.forced_play = 5", "change.forced_play", "Expected array"),
        ("change.forced_play = [6]", "change.forced_play", "6 cards cannot be changed"),
        ("words.call = 'x'", "words.call", "is no key of this table"),
        ("words.bet = 5", "words.bet", "Expected str"),
    ],
)
def test_a_mistake_is_reported_under_its_key(text, key, reason):
    """Each kind of mistake in a file that extends sheet 002: its key, and why."""
    found = problems_of(extended(CARIBBEAN_POKER, text))
    assert reason in found[key]


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("progressive.price = 1", "progressive.price", 'is text in the main unit, "10.00", not int 1'),
        ('progressive.price = "0.00"', "progressive.price", "at least 1"),
        ("progressive.after_fold = 1", "progressive.after_fold", "Expected bool, got int"),
        ('progressive.return_stake = "no"', "progressive.return_stake", "Expected bool, got str"),
        ('progressive.shares = "each"', "progressive.shares", "'each'"),
        ("progressive.prizes = []", "progressive.prizes", "must be a table of categories to prizes, not list"),
        ("progressive.prizes.flush = 50", "progressive.prizes.flush", 'is text in the main unit, "10.00", not int 50'),
        ('progressive.prizes.flush = "0%"', "progressive.prizes.flush", "above 0 and at most 1"),
        ('progressive.prizes.flush = "100.1%"', "progressive.prizes.flush", "above 0 and at most 1"),
        ('progressive.prizes.flush = "3/2"', "progressive.prizes.flush", "above 0 and at most 1"),
        ('progressive.prizes.flush = "1/0"', "progressive.prizes.flush", "is no amount of money"),
        ('progressive.prizes.flush = "0.00"', "progressive.prizes.flush", "at least 1"),
        ('progressive.prizes.flush = "lost"', "progressive.prizes.flush", "is no amount of money"),
        ('progressive.prizes.high = "1.00"', "progressive.prizes.high", "is no category"),
    ],
)
def test_a_mistake_about_the_jackpot_is_reported_under_its_key(text, key, reason):
    """The same in a file that extends sheet 004."""
    found = problems_of(extended(CYBER_CARIBBEAN_STUD, text))
    assert reason in found[key]


@pytest.mark.parametrize("name", ["", "holdem", "CARIBBEAN-HOLDEM", "caribbean holdem"])
def test_extends_is_the_exact_name_of_a_game(name):
    """No other game is taken in its place, and a whole file cannot stand in for a name."""
    with pytest.raises(VariantError, match=r"^extends: no game is called "):
        parse_variant(f'extends = "{name}"')
    for value in (5, True, ["caribbean-poker"], {"name": "caribbean-poker"}, None):
        with pytest.raises(VariantError, match=r"^extends: a game is found by its name, not by "):
            variant_from({"extends": value})


def test_a_fold_on_two_cards_allows_fewer_rules():
    """Rules that would need a hand that a folded box does not have are refused (R-11)."""
    blind = "deal.board = [0, 5]\n"
    for text, key in (
        ('interrupted = "2c 2d 5h 4s 3c"', "interrupted"),
        ('pays.fold.ante = { high-card = "lost", flush = "returned" }', "pays.fold.ante"),
        ('progressive = { price = "1.00", after_fold = true, prizes = { flush = "50.00" } }', "progressive.after_fold"),
    ):
        assert [key] == list(problems_of(extended(CARIBBEAN_HOLDEM, blind + text)))
        parse_variant(extended(CARIBBEAN_HOLDEM, text))


# ---- no TOML, no file, no text -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name = \nb = 1", "line 1"),
        ("a = 1\nb = \n", "line 2"),
        ("a = 1\na = 2", ""),
        ("[deal]\n[deal]", ""),
        ("[[deal]]\n[deal]", ""),
        ("deal.player = 5\n[deal]", ""),
        ("= 1", ""),
        ("name = 'x", ""),
        ("name = nan nan", ""),
        ("\x00", ""),
        ("name = 2020-13-45", ""),
        ("a" * 10_000, ""),
        ("a = " + "[" * 100_000, "nested too deeply"),
        ("exponent = " + "9" * 5_000, "digits"),
    ],
)
def test_what_is_no_toml_is_one_problem(text, reason):
    """A syntax error says so, with its line where the reader of TOML knows it."""
    with pytest.raises(VariantError, match=r"^this is no TOML") as caught:
        parse_variant(text)
    assert 1 == len(caught.value.problems)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("bet_multiple = 0x" + "f" * 5_000, "bet_multiple"),
        ("exponent = 0x" + "f" * 5_000, "exponent"),
        ("exponent = 5000", "exponent"),
        ("exponent = 1000000000000", "exponent"),
        ("pays.win.bet = 0x" + "f" * 5_000, "pays.win.bet"),
        ("pays.win.bet = 1000000000000000000", "pays.win.bet"),
        ("change.fees.1 = 0x" + "f" * 5_000, "change.fees.1"),
        ("change.forced_play = [0x" + "f" * 5_000 + "]", "change.forced_play"),
        ("deal.board = [0x" + "f" * 5_000 + ", 0]", "deal.board"),
        ("boxes.table = 0x" + "f" * 5_000, "boxes.table"),
        ('limits.max = "' + "9" * 5_000 + '"', "limits.max"),
        ("change.fees.1." + "a." * 3_000 + "a = 1", "change.fees.1"),
        ('"' + "k" * 5_000 + '" = 1', "k" * 5_000),
    ],
    ids=lambda value: value[:30],
)
def test_endless_numbers_and_keys_are_refused_like_any_other(text, key):
    """Numbers that Python refuses to print, and tables deeper than it prints, are mistakes with a key."""
    assert key in problems_of(extended(CARIBBEAN_POKER, text))


UNPRINTABLE = [HUGE, -HUGE, endless(), {HUGE: 1}, {(): HUGE}, [HUGE], float("nan")]
KEYS = [*variant_to(CARIBBEAN_POKER), "progressive", HUGE, None, ()]


@pytest.mark.parametrize("value", UNPRINTABLE, ids=range(len(UNPRINTABLE)))
@pytest.mark.parametrize("key", KEYS, ids=range(len(KEYS)))
def test_values_that_cannot_be_printed_are_refused_like_any_other(key, value):
    """The same for plain values that come from another reader than that of TOML."""
    with pytest.raises(VariantError):
        variant_from(variant_to(CARIBBEAN_POKER) | {key: value})
    with pytest.raises(VariantError):
        variant_from({"extends": "caribbean-poker", key: value})


@pytest.mark.parametrize(
    "value", [None, b"name = 1", 5, ["name = 1"], object()], ids=lambda value: type(value).__name__
)
def test_what_is_no_text_is_a_type_error(value):
    """A variant is read from text, a file is named by text or a path, plain values are a table."""
    with pytest.raises(InputTypeError, match=r"^a variant is read from text, not from "):
        parse_variant(value)
    with pytest.raises(InputTypeError, match=r"^a variant is read from a table, not from "):
        variant_from(value)
    with pytest.raises(InputTypeError, match=r"^a file is named by text or a path, not by "):
        load_variant(value)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    """A missing file, a directory, a name that no file can have, and bytes that are no text."""
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b'name = "\xff\xfe"')
    with pytest.raises(InputError, match=r"binary\.toml: is not UTF-8 text$"):
        load_variant(binary)
    for name in (tmp_path / "absent.toml", tmp_path, "\0", "x" * 10_000, ""):
        with pytest.raises(InputError) as caught:
            load_variant(name)
        assert str(caught.value).startswith(f"{name}: ")


def test_a_wrong_file_is_refused_as_its_text_is(tmp_path):
    """A file that can be read and is wrong gives the same problems as its text."""
    path = tmp_path / "wrong.toml"
    path.write_text(EVERYTHING_WRONG, encoding="utf-8")
    with pytest.raises(VariantError) as caught:
        load_variant(path)
    assert problems_of(EVERYTHING_WRONG) == dict(caught.value.problems)


def test_windows_line_ends_are_read(tmp_path):
    """A file from another system is the same file."""
    path = tmp_path / "windows.toml"
    path.write_bytes(format_variant(CARIBBEAN_POKER).replace("\n", "\r\n").encode())
    assert CARIBBEAN_POKER == load_variant(path)


def test_a_byte_order_mark_is_no_key(tmp_path):
    """An editor's mark at the start of a file is skipped."""
    path = tmp_path / "bom.toml"
    path.write_bytes(b"\xef\xbb\xbf" + format_variant(CARIBBEAN_POKER).encode())
    assert CARIBBEAN_POKER == load_variant(path)
