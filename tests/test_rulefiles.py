"""A game as a file: every key of the format, and texts that lead back to the same rules."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxes import ALL, played
from caribbean.errors import VariantError
from caribbean.forms import json_schema
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD
from caribbean.hands import STRENGTHS, Category, Hand, Rank
from caribbean.parts import Boxes, ChangeRule, Deal, Limits, Pays, Progressive, WagerPays
from caribbean.paytables import Fixed, PayTable, PrizeTable, Share
from caribbean.rulefiles import format_variant, load_variant, parse_variant, variant_from, variant_to
from caribbean.variants import ALWAYS, Variant
from strategies import variants

HOLDEM = """
name = "caribbean-holdem"
title = "Caribbean Hold'em"
currency = "USD"
exponent = 2
bet_multiple = 2
qualifier = "4s 4h 5d 3c 2s"          # the weakest hand that qualifies; "none" = always
interrupted = "resume"                 # or the weakest hand the house plays
words = { bet = "call" }
[deal]
player = 2
dealer = 2
dealer_up = 0
board = [3, 2]                         # before and after the decision
[pays.fold]
ante = "lost"
[pays.no-qualify]
ante = 1
bet = "returned"
[pays.win]
ante = { high-card = 1, flush = 2, full-house = 3, four-of-a-kind = 10, straight-flush = 20, royal-flush = 100 }
bet = 1
[pays.tie]
ante = "returned"
bet = "returned"
[pays.lose]
ante = "lost"
bet = "lost"
"""
"""The file that the format was specified with."""

EVERY_KEY = """
name = "every-key"
title = "Every key"
currency = "EUR"
exponent = 3
bet_multiple = 3
qualifier = "none"
interrupted = "2c 2d 5h 4s 3c"
cap = "1000.5"
[words]
ante = "pre-bet"
bet = "raise"
progressive = "jackpot bet"
change = "draw"
[deal]
player = 5
dealer = 6
dealer_up = 2
board = [0, 0]
[limits]
min = "0.500"
max = "250"
[boxes]
table = 7
player = 2
closed_from = 2
[change]
fees = { 1 = 1, 3 = 2, 5 = 0 }
forced_play = [5]
[progressive]
price = "2.50"
after_fold = true
return_stake = true
shares = "equal"
[progressive.prizes]
flush = "50"
full-house = "12.5%"
four-of-a-kind = "1/3"
straight-flush = "100.001"
royal-flush = "100%"
[pays.fold]
ante = { high-card = "lost", flush = "returned", straight-flush = 1 }
[pays.no-qualify]
ante = "table"
bet = "returned"
[pays.win]
ante = { high-card = 1, full-house = "3/2" }
bet = { high-card = 1, two-pair = "5/4", royal-flush = 200 }
[pays.tie]
ante = "returned"
bet = "table"
[pays.lose]
ante = "lost"
bet = { high-card = "lost", four-of-a-kind = "returned" }
"""

ON_ANTE = PayTable({"high-card": 1, "full-house": Fraction(3, 2)})
ON_BET = PayTable({"high-card": 1, "two-pair": Fraction(5, 4), "royal-flush": 200})


VALIDATOR = jsonschema.Draft202012Validator(json_schema())


def extended(game, text=""):
    """The variant of a file that extends a game."""
    return parse_variant(f'extends = "{game.name}"\n{text}')


# ---- the format ----------------------------------------------------------------------------------------------------


def test_the_file_that_the_format_was_specified_with_is_caribbean_holdem():
    """The text of the specification is the game, with its name, its title and its words."""
    assert CARIBBEAN_HOLDEM == parse_variant(HOLDEM)
    assert CARIBBEAN_HOLDEM.fingerprint == parse_variant(HOLDEM).fingerprint


def test_every_key_of_the_format_is_read():
    """Each key of every table, none of them at its default, reaches the part that it belongs to."""
    assert Variant(
        name="every-key",
        title="Every key",
        currency="EUR",
        exponent=3,
        bet_multiple=3,
        qualifier=ALWAYS,
        interrupted=Hand("2c 2d 5h 4s 3c").rank,
        cap=1_000_500,
        words={"ante": "pre-bet", "bet": "raise", "progressive": "jackpot bet", "change": "draw"},
        deal=Deal(player=5, dealer=6, dealer_up=2, board=(0, 0)),
        limits=Limits(min=500, max=250_000),
        boxes=Boxes(table=7, player=2, closed_from=2),
        change=ChangeRule(fees={1: 1, 3: 2, 5: 0}, forced_play=(5,)),
        progressive=Progressive(
            price=2_500,
            after_fold=True,
            return_stake=True,
            shares="equal",
            prizes=PrizeTable(
                {
                    "flush": Fixed(50_000),
                    "full-house": Share(Fraction(1, 8)),
                    "four-of-a-kind": Share(Fraction(1, 3)),
                    "straight-flush": Fixed(100_001),
                    "royal-flush": Share(Fraction(1)),
                }
            ),
        ),
        pays=Pays(
            fold=WagerPays(PayTable({"high-card": "lost", "flush": "returned", "straight-flush": 1})),
            no_qualify=WagerPays(ON_ANTE, PayTable("returned")),
            win=WagerPays(ON_ANTE, ON_BET),
            tie=WagerPays(PayTable("returned"), ON_BET),
            lose=WagerPays(PayTable("lost"), PayTable({"high-card": "lost", "four-of-a-kind": "returned"})),
        ),
    ) == parse_variant(EVERY_KEY)


def test_what_a_file_may_leave_out_has_its_default():
    """Dollars and cents, one box, no limits, change, progressive wager, cap or words of its own."""
    needed = {"name", "title", "bet_multiple", "qualifier", "interrupted", "deal", "pays"}
    plain = {key: value for key, value in variant_to(CARIBBEAN_HOLDEM).items() if key in needed}
    variant = variant_from(plain)
    assert CARIBBEAN_HOLDEM.replace(words={}) == variant
    assert ["USD", 2, Boxes(), None, None, None, None] == [
        variant.currency,
        variant.exponent,
        variant.boxes,
        variant.limits,
        variant.change,
        variant.progressive,
        variant.cap,
    ]
    del plain["deal"]["board"]
    plain["deal"] |= {"player": 5, "dealer": 5}
    assert (0, 0) == variant_from(plain).deal.board


def test_a_row_pays_its_category_and_every_better_one_up_to_the_next():
    """Three of a kind is paid as the row of two pair, and a full house as that of the straight."""
    table = extended(CARIBBEAN_POKER, "pays.win.bet = { ace-king = 1, two-pair = 2, straight = 9 }").pays.win.bet
    found = {category.slug: table.get(category) for category in Category}
    assert {
        "high-card": None,
        "ace-king": 1,
        "pair": 1,
        "two-pair": 2,
        "three-of-a-kind": 2,
        "straight": 9,
        "flush": 9,
        "full-house": 9,
        "four-of-a-kind": 9,
        "straight-flush": 9,
        "royal-flush": 9,
    } == found


@pytest.mark.parametrize(
    ("cell", "table"),
    [
        ('"lost"', PayTable("lost")),
        ('"returned"', PayTable("returned")),
        ("7", PayTable(7)),
        ('"7"', PayTable(7)),
        ('"3/2"', PayTable(Fraction(3, 2))),
        ('"table"', CYBER_CARIBBEAN_STUD.pays.win.bet),
        ('{ high-card = "lost", flush = "3/2" }', PayTable({"high-card": "lost", "flush": Fraction(3, 2)})),
    ],
)
def test_what_a_pay_row_may_be(cell, table):
    """Lost, returned, a number, a fraction, the wager's own row of a win, or rows by category."""
    assert table == extended(CYBER_CARIBBEAN_STUD, f"pays.tie.bet = {cell}").pays.tie.bet


def test_table_is_the_row_of_that_wager_for_a_win():
    """Hold'em where the dealer's failure pays the ante by the table; a fold may name it too."""
    variant = extended(CARIBBEAN_HOLDEM, 'pays.no-qualify.ante = "table"')
    assert CARIBBEAN_HOLDEM.pays.win.ante == variant.pays.no_qualify.ante
    assert 1_000_00 == played(variant, "As Ks", "7h 2d", board="Qs Js Ts 4c 3h").net
    changed = extended(CARIBBEAN_HOLDEM, 'pays.tie.ante = "table"\npays.win.ante = { high-card = 5 }')
    assert PayTable(5) == changed.pays.tie.ante


@pytest.mark.parametrize(
    ("text", "units"), [("10.00", 10_00), ("10", 10_00), ("10.5", 10_50), ("0.01", 1), ("10.000", 10_00), ("007", 7_00)]
)
def test_money_is_text_in_the_main_unit(text, units):
    """R-90: as many decimals as the currency has, or fewer; nothing is rounded."""
    assert units == extended(CARIBBEAN_POKER, f'cap = "{text}"').cap


def test_money_follows_the_exponent_of_the_file():
    """The same text is another number of units in yen, cents and satoshis, in the tables of the base too."""
    for exponent, units in ((0, 100), (2, 100_00), (8, 100_0000_0000)):
        variant = extended(CARIBBEAN_POKER, f"exponent = {exponent}")
        assert units == variant.limits.max


@pytest.mark.parametrize(
    ("text", "prize"),
    [
        ("100%", Share(Fraction(1))),
        ("10%", Share(Fraction(1, 10))),
        ("12.5%", Share(Fraction(1, 8))),
        ("0.000000001%", Share(Fraction(1, 10**11))),
        ("1/3", Share(Fraction(1, 3))),
        ("2/6", Share(Fraction(1, 3))),
        ("999999999999999998/999999999999999999", Share(Fraction(999999999999999998, 999999999999999999))),
        ("100.00", Fixed(100_00)),
        ("100", Fixed(100_00)),
    ],
)
def test_a_prize_is_money_or_a_share(text, prize):
    """A per cent sign or a stroke makes a share of the meter, anything else is money."""
    variant = extended(CYBER_CARIBBEAN_STUD, f'progressive.prizes.flush = "{text}"')
    assert prize == variant.progressive.prizes.get(Category.FLUSH)


@pytest.mark.parametrize("strength", [1, 2, *range(3, STRENGTHS, 199), STRENGTHS])
def test_any_rank_can_be_the_qualifier_and_is_written_as_a_hand(strength):
    """A qualifier is its weakest hand: whatever the rank, its example leads back to it."""
    variant = CYBER_CARIBBEAN_STUD.replace(qualifier=Rank(strength), interrupted=Rank(strength))
    assert variant == parse_variant(format_variant(variant))
    assert ("none" == variant_to(variant)["qualifier"]) is (strength == 1)


# ---- there and back ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_game_survives_its_own_text(game):
    """TOML and plain values lead back to an equal game with the same fingerprint, and writing again changes nothing."""
    text = format_variant(game)
    assert game == parse_variant(text)
    assert game.fingerprint == parse_variant(text).fingerprint
    assert text == format_variant(parse_variant(text))
    assert game == variant_from(variant_to(game))
    assert variant_to(game) == tomllib.loads(text)


@given(variants())
def test_any_variant_survives_its_own_text(variant):
    """The same for rules that nobody plays: each part, every kind of cell, prize and amount. The schema agrees."""
    text = format_variant(variant)
    VALIDATOR.validate(tomllib.loads(text))
    assert variant == parse_variant(text)
    assert variant.fingerprint == parse_variant(text).fingerprint
    assert text == format_variant(parse_variant(text))


LINES = st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" "), min_size=1).filter(str.strip)


@given(LINES, LINES)
def test_any_title_and_word_survives_its_own_text(title, word):
    """Quotes, strokes and every other letter of one line."""
    variant = CARIBBEAN_POKER.replace(title=title, words={"bet": word})
    assert variant == parse_variant(format_variant(variant))


@given(st.fractions(Fraction(1, 10**17), 1).filter(lambda part: part.denominator < 10**18))
def test_any_share_that_can_be_made_survives_its_own_text(part):
    """A share of up to 18 digits is written as a percentage where one will do, else as a fraction."""
    rule = Progressive(price=1, after_fold=True, prizes=PrizeTable({"flush": Share(part)}))
    variant = CYBER_CARIBBEAN_STUD.replace(progressive=rule)
    assert variant == parse_variant(format_variant(variant))


@given(st.fractions(Fraction(1, 10**17), 10**17).filter(lambda n: max(n.numerator, n.denominator) < 10**18))
def test_any_odds_that_can_be_made_survive_their_own_text(odds):
    """The same for odds."""
    win = WagerPays(PayTable(odds), PayTable({"high-card": odds, "flush": "lost"}))
    pays = Pays(**{outcome.field: row for outcome, row in CYBER_CARIBBEAN_STUD.pays} | {"win": win})
    variant = CYBER_CARIBBEAN_STUD.replace(pays=pays)
    assert variant == parse_variant(format_variant(variant))


@pytest.mark.parametrize("number", [10**18, Fraction(1, 10**18), Fraction(10**18, 3), 10**5_000], ids=range(4))
def test_odds_and_shares_that_no_text_could_hold_cannot_be_made(number):
    """What could be written but not read back is refused where it is made."""
    with pytest.raises(VariantError, match=r"at most 18 digits"):
        PayTable(number)
    if number < 1:
        with pytest.raises(ValueError, match=r"at most 18 digits"):
            Share(number)


def test_a_file_is_read_by_text_or_path(tmp_path):
    """UTF-8, whatever the platform thinks; the name may be text or a path."""
    path = tmp_path / "règles.toml"
    variant = CARIBBEAN_HOLDEM.replace(title="Hold’em à la Caraïbe ♠")
    path.write_text(format_variant(variant), encoding="utf-8")
    assert variant == load_variant(path)
    assert variant == load_variant(str(path))
    assert isinstance(path, Path)
