"""The four games as data, against the tables of the rules and the rulings that each follows."""

from __future__ import annotations

from fractions import Fraction

import pytest

import caribbean.games
import reference
from caribbean.errors import InputTypeError, UnknownGameError
from caribbean.games import (
    CARIBBEAN_HOLDEM,
    CARIBBEAN_POKER,
    CYBER_CARIBBEAN_STUD,
    GAMES,
    PROGRESSIVE_CARIBBEAN_POKER,
    find_game,
)
from caribbean.hands import Category, Hand
from caribbean.parts import Boxes, Deal, Limits, Outcome
from caribbean.paytables import Fate, Fixed, Share

STUD = [PROGRESSIVE_CARIBBEAN_POKER, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD]
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def _paid(table):
    return {category.slug: table.get(category) for category in Category if table.get(category) is not None}


def test_there_are_four_games_under_their_names():
    """The names in code, and the constants that hold them."""
    assert {
        "progressive-caribbean-poker": PROGRESSIVE_CARIBBEAN_POKER,
        "caribbean-poker": CARIBBEAN_POKER,
        "caribbean-holdem": CARIBBEAN_HOLDEM,
        "cyber-caribbean-stud": CYBER_CARIBBEAN_STUD,
    } == GAMES
    assert list(GAMES) == [game.name for game in GAMES.values()]
    titles = ["Progressive Caribbean Poker", "Caribbean Poker", "Caribbean Hold'em", "Cyber Caribbean Stud Poker"]
    assert titles == [game.title for game in GAMES.values()]


@each_game
def test_a_winner_is_paid_by_the_tables_of_the_rules(game):
    """Every row of "Payouts", and none more: sheet 002 prints none below ace-king (R-52)."""
    on_ante, on_bet = reference.WIN_TABLES[game.name]
    assert on_ante == _paid(game.pays.win.ante)
    assert on_bet == _paid(game.pays.win.bet)


@each_game
def test_every_other_outcome_is_paid_alike_in_all_games(game):
    """R-6, R-7: fold, a dealer who does not qualify, a tie and a loss, for every category."""
    lost, back = dict.fromkeys(reference.CATEGORIES, Fate.LOST), dict.fromkeys(reference.CATEGORIES, Fate.RETURNED)
    even = dict.fromkeys(reference.CATEGORIES, 1)
    expected = {"fold": (lost, None), "no-qualify": (even, back), "tie": (back, back), "lose": (lost, lost)}
    actual = {
        outcome.value: (_paid(row.ante), None if row.bet is None else _paid(row.bet))
        for outcome, row in game.pays
        if outcome is not Outcome.WIN
    }
    assert expected == actual


@each_game
def test_the_bet_is_twice_the_ante(game):
    """R-5: exactly two antes."""
    assert 2 == game.bet_multiple


@each_game
def test_money_is_in_dollars_and_cents_and_no_win_is_capped(game):
    """R-90 and R-76: the defaults of all four."""
    assert ("USD", 2, None) == (game.currency, game.exponent, game.cap)


@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
def test_stud_dealers_qualify_with_ace_king(game):
    """The lowest hand that qualifies is A-K-4-3-2, the highest that does not A-Q-J-10-9."""
    assert Hand("Ac Kd 4h 3s 2c").rank == game.qualifier
    assert Hand("Ac Qd Jh Ts 9c").rank < game.qualifier
    assert Category.ACE_KING is game.qualifier.category
    assert game.qualifier.strength - 1 == Hand("Ac Qd Jh Ts 9c").rank.strength


def test_holdem_dealers_qualify_with_a_pair_of_fours():
    """The lowest hand that qualifies is 4-4-5-3-2, the highest that does not 3-3-A-K-Q."""
    assert Hand("4s 4h 5d 3c 2s").rank == CARIBBEAN_HOLDEM.qualifier
    assert CARIBBEAN_HOLDEM.qualifier.strength - 1 == Hand("3s 3h Ad Kc Qs").rank.strength


@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
def test_stud_is_dealt_five_and_five_with_one_up(game):
    """R-10, R-20."""
    assert Deal(player=5, dealer=5, dealer_up=1, board=(0, 0)) == game.deal


def test_holdem_is_dealt_two_and_two_and_a_board():
    """R-50: three community cards before the decision, two after it, none of the dealer's up."""
    assert Deal(player=2, dealer=2, dealer_up=0, board=(3, 2)) == CARIBBEAN_HOLDEM.deal


def test_what_becomes_of_interrupted_rounds():
    """R-70: they wait, but in sheet 000 the house plays a pair or better and folds the rest."""
    house = Hand("2c 2d 5h 4s 3c").rank
    assert [house, "resume", "resume", "resume"] == [game.interrupted for game in GAMES.values()]
    assert Category.PAIR is house.category
    assert Category.ACE_KING is Hand("As Kd Qh Jc 9s").rank.category
    assert house.strength - 1 == Hand("As Kd Qh Jc 9s").rank.strength


def test_only_caribbean_poker_has_limits_boxes_and_a_change():
    """R-30 to R-35; the limits of the others are the table's (R-25)."""
    game = CARIBBEAN_POKER
    assert Limits(min=1_00, max=100_00) == game.limits
    assert Boxes(table=6, player=3, closed_from=3) == game.boxes
    assert reference.CHANGE_FEES["caribbean-poker"] == game.change.fees
    assert () == game.change.forced_play
    for other in GAMES.values():
        if other is not game:
            assert (None, Boxes(), None) == (other.limits, other.boxes, other.change)


@each_game
def test_the_progressive_wager_wins_the_prizes_of_the_rules(game):
    """Prizes, price, and whether a folded box wins (R-22, R-23, R-61, R-62); two games have no such wager."""
    expected = reference.PRIZES.get(game.name)
    if expected is None:
        assert game.progressive is None
        return
    kinds = {"units": Fixed, "hundredths": lambda number: Share(Fraction(number, 100))}
    assert {slug: kinds[kind](number) for slug, (kind, number) in expected.items()} == _paid(game.progressive.prizes)
    assert 1_00 == game.progressive.price
    assert reference.PRIZE_AFTER_FOLD[game.name] is game.progressive.after_fold
    assert (False, "in-turn") == (game.progressive.return_stake, game.progressive.shares)


def test_words_of_the_games():
    """Sheet 003 says call for the bet; the others use the plain words."""
    assert [{}, {}, {"bet": "call"}, {}] == [dict(game.words) for game in GAMES.values()]


@each_game
def test_a_game_is_found_by_its_name(game):
    """The very constant comes back."""
    assert game is find_game(game.name)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("caribbean-hold'em", "caribbean-holdem"),
        ("Caribbean-Poker", "caribbean-poker"),
        ("cyber-stud", "cyber-caribbean-stud"),
        ("progressive-caribbean", "progressive-caribbean-poker"),
        ("xyzzy", None),
        ("", None),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest_one(name, nearest):
    """A misspelt name gets a hint, a strange one none."""
    with pytest.raises(UnknownGameError) as caught:
        find_game(name)
    assert (name, nearest) == (caught.value.name, caught.value.nearest)


@pytest.mark.parametrize(
    "bad", [None, 5, PROGRESSIVE_CARIBBEAN_POKER, b"caribbean-poker"], ids=lambda bad: type(bad).__name__
)
def test_a_game_is_found_by_text(bad):
    """A game is no name of itself."""
    with pytest.raises(InputTypeError, match=r"^a game is found by its name, not by "):
        find_game(bad)


def test_the_games_are_all_the_variants_of_the_module():
    """A constant that is not in `GAMES` would be a game that nobody finds."""
    kinds = type(CARIBBEAN_POKER)
    constants = {name: value for name, value in vars(caribbean.games).items() if isinstance(value, kinds)}
    assert {game.name.replace("-", "_").upper(): game for game in GAMES.values()} == constants
