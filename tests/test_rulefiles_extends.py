"""Files that extend a game: what they say replaces, merges or takes away, and all the rest is the game's."""

from __future__ import annotations

import pytest

from boxes import ALL, QUALIFIES, ROYAL, played
from caribbean.errors import VariantError
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, GAMES, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.hands import Category, Hand
from caribbean.parts import Boxes, ChangeRule, Deal, Limits, Progressive
from caribbean.paytables import Fixed, PayTable, PrizeTable
from caribbean.rulefiles import parse_variant


def extended(game, text=""):
    """The variant of a file that extends a game."""
    return parse_variant(f'extends = "{game.name}"\n{text}')


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_file_that_only_extends_a_game_is_the_game(game):
    """Nothing differs, so nothing does."""
    assert game == extended(game)


def test_what_differs_replaces_and_the_rest_stays():
    """A name, a title, a multiple, a qualifier."""
    variant = extended(
        CARIBBEAN_POKER,
        'name = "mine"\ntitle = "Mine"\nbet_multiple = 3\nqualifier = "2c 2d 5h 4s 3c"\ninterrupted = "2c 2d 5h 4s 3c"',
    )
    pair = Hand("2c 2d 5h 4s 3c").rank
    assert (
        CARIBBEAN_POKER.replace(name="mine", title="Mine", bet_multiple=3, qualifier=pair, interrupted=pair) == variant
    )


def test_pay_rows_replace_the_row_of_the_base_whole():
    """A row of two categories is all that there is: nothing of the base shines through between them."""
    variant = extended(CYBER_CARIBBEAN_STUD, "pays.win.bet = { high-card = 1, royal-flush = 500 }")
    assert PayTable({"high-card": 1, "royal-flush": 500}) == variant.pays.win.bet
    assert CYBER_CARIBBEAN_STUD.pays.win.ante == variant.pays.win.ante
    assert CYBER_CARIBBEAN_STUD.pays.tie == variant.pays.tie
    assert 10_00 + 20_00 * 500 == played(variant, ROYAL, QUALIFIES).net
    with pytest.raises(VariantError, match=r"^pays\.win\.bet: has no row for ace-king, pair, .*, flush$"):
        extended(CYBER_CARIBBEAN_STUD, "pays.win.bet = { full-house = 8 }")


def test_a_single_cell_replaces_a_row_of_many_and_the_other_way_round():
    """A row may be one cell in the base and many in the file."""
    assert PayTable(1) == extended(CARIBBEAN_POKER, "pays.win.bet = 1").pays.win.bet
    assert PayTable({"high-card": 1, "flush": 2}) == (
        extended(CARIBBEAN_POKER, "pays.no-qualify.ante = { high-card = 1, flush = 2 }").pays.no_qualify.ante
    )


def test_other_tables_merge_key_by_key():
    """Limits, boxes, deal, fees, prizes, words: what the file does not say stays."""
    variant = extended(
        CARIBBEAN_POKER,
        'limits.max = "500.00"\nboxes.player = 4\ndeal.dealer_up = 2\nchange.fees.5 = 1\nwords.bet = "raise"',
    )
    assert (
        CARIBBEAN_POKER.replace(
            limits=Limits(min=1_00, max=500_00),
            boxes=Boxes(table=6, player=4, closed_from=3),
            deal=Deal(player=5, dealer=5, dealer_up=2),
            change=ChangeRule(fees={1: 1, 2: 2, 3: 3, 4: 4, 5: 1}),
            words={"bet": "raise"},
        )
        == variant
    )
    prizes = extended(CYBER_CARIBBEAN_STUD, 'progressive.prizes.flush = "60.00"').progressive.prizes
    assert [Fixed(60_00), Fixed(100_00)] == [prizes.get(c) for c in (Category.FLUSH, Category.FULL_HOUSE)]


def test_a_rule_that_the_base_does_not_have_may_be_added():
    """A progressive wager for sheet 002, with what it needs and no more; `false` in it is a value."""
    variant = extended(
        CARIBBEAN_POKER,
        '[progressive]\nprice = "1.00"\nafter_fold = false\nreturn_stake = false\nprizes = { flush = "50.00" }',
    )
    rule = Progressive(price=1_00, after_fold=False, prizes=PrizeTable({"flush": Fixed(50_00)}))
    assert CARIBBEAN_POKER.replace(progressive=rule) == variant


@pytest.mark.parametrize(
    ("game", "text", "changes"),
    [
        (CYBER_CARIBBEAN_STUD, "progressive = false", {"progressive": None}),
        (CARIBBEAN_POKER, "change = false", {"change": None}),
        (CARIBBEAN_POKER, "limits = false", {"limits": None}),
        (CARIBBEAN_POKER, "boxes = false", {"boxes": Boxes()}),
        (CARIBBEAN_POKER, "boxes.closed_from = false", {"boxes": Boxes(table=6, player=3)}),
        (CARIBBEAN_POKER, "change.fees.5 = false", {"change": ChangeRule(fees={1: 1, 2: 2, 3: 3, 4: 4})}),
        (CARIBBEAN_HOLDEM, "words = false", {"words": {}}),
        (CARIBBEAN_HOLDEM, "words.bet = false", {"words": {}}),
        (CARIBBEAN_HOLDEM, "words.ante = false", {}),
        (CARIBBEAN_HOLDEM, "progressive = false", {}),
        (CARIBBEAN_HOLDEM, "cap = false", {}),
    ],
)
def test_false_takes_away(game, text, changes):
    """A table, a key of a table, and what was not there anyway."""
    assert game.replace(**changes) == extended(game, text)


def test_false_takes_a_prize_away_and_leaves_a_truth_a_truth():
    """`prizes.flush = false` is no prize for a flush; `after_fold = false` is what it says."""
    variant = extended(CYBER_CARIBBEAN_STUD, "progressive.prizes.flush = false\nprogressive.after_fold = false")
    assert None is variant.progressive.prizes.get(Category.FLUSH)
    assert Fixed(100_00) == variant.progressive.prizes.get(Category.FULL_HOUSE)
    assert False is variant.progressive.after_fold


def test_sheet_000_is_sheet_004_with_what_differs():
    """The two jackpot games differ in a handful of keys, and a file can say just those."""
    variant = extended(
        CYBER_CARIBBEAN_STUD,
        'name = "progressive-caribbean-poker"\ntitle = "Progressive Caribbean Poker"\ninterrupted = "2c 2d 5h 4s 3c"\n'
        '[progressive]\nafter_fold = false\nprizes = { full-house = "75.00", four-of-a-kind = "100.00" }',
    )
    assert PROGRESSIVE_CARIBBEAN_POKER == variant
    assert PROGRESSIVE_CARIBBEAN_POKER.fingerprint == variant.fingerprint


@pytest.mark.parametrize("name", GAMES)
def test_extending_leaves_the_base_as_it_was(name):
    """A house rule in a file changes no game for anybody else."""
    before = GAMES[name].fingerprint
    assert before != extended(GAMES[name], 'bet_multiple = 4\ncap = "1.00"').fingerprint
    assert GAMES[name] == extended(GAMES[name])
