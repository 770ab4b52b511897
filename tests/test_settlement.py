"""What `settle()` gives back: lines, totals, ranks and exact amounts, as values that cannot change; and `max_win()`."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxes import (
    ALL,
    EVERYTHING,
    FAILS,
    FLUSH,
    FULL_HOUSE,
    JUNK,
    PAIR,
    QUALIFIES,
    ROYAL,
    STUD,
    calls,
    folded,
    played,
    summary,
)
from caribbean.actions import Fold, Play
from caribbean.cards import Card, Deck
from caribbean.errors import InputError, InputTypeError, SeveralErrors
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.hands import Hand
from caribbean.money import MAX_UNITS, format_amount
from caribbean.parts import Outcome, WagerPays
from caribbean.payouts import Line, Stakes, pay
from caribbean.paytables import PayTable
from caribbean.settlement import Settlement, settle


def paid(*, ante=None, bet=None):
    """Sheet 004 with other odds for a win."""
    pays, win = CYBER_CARIBBEAN_STUD.pays, CYBER_CARIBBEAN_STUD.pays.win
    row = WagerPays(win.ante if ante is None else PayTable(ante), win.bet if bet is None else PayTable(bet))
    return CYBER_CARIBBEAN_STUD.replace(pays=msgspec.structs.replace(pays, win=row))


# ---- lines and totals ----------------------------------------------------------------------------------------------


def test_lines_come_one_a_wager_in_the_order_ante_bet_change_progressive():
    """R-9: a box with all four wagers has four lines in that order, and a fold has no bet."""
    settlement = played(EVERYTHING, FLUSH, QUALIFIES, progressive=1_00, changed=2)
    assert (
        Line("ante", 10_00, "won", Fraction(1), 20_00),
        Line("bet", 20_00, "won", Fraction(5), 120_00),
        Line("change", 20_00, "lost", None, 0),
        Line("progressive", 1_00, "prize", None, 50_00),
    ) == settlement.lines
    fold = folded(EVERYTHING, FLUSH, progressive=1_00, changed=2)
    assert ["ante", "change", "progressive"] == [line.wager for line in fold.lines]


@given(calls())
def test_a_wager_that_was_not_placed_has_no_line(call):
    """R-9: which lines there are follows from stakes, decision and change alone, for any game."""
    settlement = settle(**call)
    wagers = ["ante"]
    wagers += ["bet"] * isinstance(call["decision"], Play)
    wagers += ["change"] * (call["changed"] > 0)
    wagers += ["progressive"] * (call["stakes"].progressive > 0)
    assert wagers == [line.wager for line in settlement.lines]


@given(calls())
def test_totals_are_the_sums_of_the_lines(call):
    """Staked, returned and net are sums of lines, and net is what is left of the stakes."""
    settlement = settle(**call)
    assert sum(line.stake for line in settlement.lines) == settlement.staked
    assert sum(line.returned for line in settlement.lines) == settlement.returned
    assert settlement.returned - settlement.staked == settlement.net
    assert all(line.returned - line.stake == line.net for line in settlement.lines)


@given(calls())
def test_a_result_says_what_happened_to_the_stake(call):
    """Lost: nothing comes back. Returned: the stake does. Won: odds are shown. Prize: only on the progressive."""
    for line in settle(**call).lines:
        assert (line.odds is not None) is (line.result == "won")
        if line.result == "lost":
            assert 0 == line.returned
        if line.result == "returned":
            assert line.stake == line.returned
        if line.result == "won":
            assert line.stake + line.stake * line.odds.numerator // line.odds.denominator == line.returned + line.capped
        assert (line.result == "prize") <= (line.wager == "progressive")
        assert (line.capped > 0) <= (line.result == "won")


def test_the_ranks_are_those_that_were_compared():
    """Both hands and their ranks stand in the settlement; a box that folded has seen only its own."""
    settlement = played(CARIBBEAN_HOLDEM, "9s 8s", "Ah Ad", board="7s 6s 5s 2c Kh")
    assert Hand("9s 8s 7s 6s 5s 2c Kh") == settlement.player
    assert Hand("Ah Ad 7s 6s 5s 2c Kh") == settlement.dealer
    assert [settlement.player.rank, settlement.dealer.rank] == [settlement.player_rank, settlement.dealer_rank]
    fold = folded(CARIBBEAN_HOLDEM, "9s 8s", board="7s 6s 5s")
    assert [Hand("9s 8s 7s 6s 5s"), None, None] == [fold.player, fold.dealer, fold.dealer_rank]


def test_a_fold_on_fewer_than_five_cards_has_no_hand():
    """A custom game may ask for the decision on two cards alone; there is no rank then."""
    blind = CARIBBEAN_HOLDEM.replace(deal=msgspec.structs.replace(CARIBBEAN_HOLDEM.deal, board=(0, 5)))
    settlement = folded(blind, "9s 8s")
    assert [None, None] == [settlement.player, settlement.player_rank]
    assert None is settlement.to_dict()["player_rank"]
    assert -10_00 == settlement.net
    assert settlement.explain().startswith("You folded.\n")


@pytest.mark.parametrize(
    "player",
    [
        "Ks Kh Kd 4s 4h",
        "KsKhKd4s4h",
        "k♠, k♥, k♦, 4♠, 4♥",
        ["4h", "4s", "Kd", "Kh", "Ks"],
        tuple(map(Card, ("Ks", "Kh", "Kd", "4s", "4h"))),
        {"Ks", "Kh", "Kd", "4s", "4h"},
        Hand("Ks Kh Kd 4s 4h"),
        Deck("Ks Kh Kd 4s 4h"),
        [Card("Ks"), "Kh", Card("Kd"), "4s", "4h"],
    ],
    ids=lambda player: type(player).__name__,
)
def test_cards_may_be_written_in_any_form_and_order(player):
    """Text, any iterable of cards and texts, a hand: the settlement is the same."""
    assert played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES) == played(CARIBBEAN_POKER, player, QUALIFIES)
    if not isinstance(player, str):
        assert played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES) == played(CARIBBEAN_POKER, iter(player), QUALIFIES)


def test_ten_is_read_as_10_or_t():
    """`10h` and `Th` are one card."""
    assert played(CARIBBEAN_POKER, "Th 9d 8c 7s 6s", FAILS.replace("Th", "2s")) == played(
        CARIBBEAN_POKER, "10h 9d 8c 7s 6s", FAILS.replace("Th", "2s")
    )


# ---- exactness -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ante", "won"), [(1, 1), (2, 3), (3, 4), (33_33, 49_99), (MAX_UNITS, 13835058055282163710)])
def test_odds_of_three_to_two_are_rounded_down_to_the_unit(ante, won):
    """1 at 3/2 wins 1, 3 win 4: half a unit is not paid, and never made up elsewhere."""
    settlement = played(paid(ante="3/2", bet=1), FULL_HOUSE, QUALIFIES, ante=ante)
    assert ante + won == settlement.lines[0].returned
    assert won + 2 * ante == settlement.net
    assert "3/2" == settlement.to_dict()["lines"][0]["odds"]


def test_rounding_is_by_the_line_and_not_by_the_box():
    """Two thirds of a unit on one line and two thirds on the other are two roundings, each on its own line."""
    settlement = played(paid(ante="2/3", bet="1/3"), FULL_HOUSE, QUALIFIES, ante=1)
    assert {"ante": (1, "won", 1), "bet": (2, "won", 2)} == summary(settlement)


@given(st.integers(1, MAX_UNITS))
def test_stakes_up_to_2_63_are_settled_exactly(ante):
    """No amount passes through a float: a full house wins fifteen antes, to the unit."""
    settlement = played(CYBER_CARIBBEAN_STUD, FULL_HOUSE, QUALIFIES, ante=ante)
    assert 15 * ante == settlement.net
    assert format_amount(15 * ante, 2) == settlement.to_dict()["net"]


@pytest.mark.parametrize(
    ("exponent", "net"), [(0, "150"), (1, "15.0"), (8, "0.00000150"), (18, "0.000000000000000150")]
)
def test_text_has_as_many_decimals_as_the_currency(exponent, net):
    """The units are the same, whatever the main unit is; no exponent is lost or added."""
    settlement = played(CYBER_CARIBBEAN_STUD.replace(exponent=exponent), FULL_HOUSE, QUALIFIES, ante=10)
    assert 150 == settlement.net
    assert net == settlement.to_dict()["net"]
    assert f"you win {net} USD." in settlement.explain()


def test_the_same_call_gives_the_same_settlement():
    """Pure: equal arguments, equal settlements, however many others were settled between."""
    first = played(CYBER_CARIBBEAN_STUD, ROYAL, QUALIFIES, progressive=1_00, jackpot=7)
    for game in STUD:
        played(game, PAIR, FAILS, ante=3_00)
    assert first == played(CYBER_CARIBBEAN_STUD, ROYAL, QUALIFIES, progressive=1_00, jackpot=7)


# ---- values --------------------------------------------------------------------------------------------------------


def test_settlements_are_equal_where_everything_in_them_is():
    """Another ante, another hand of the same rank, or another game's rules make another settlement."""
    box = played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES)
    assert box == played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES)
    assert hash(box) == hash(played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES))
    assert box != played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES, ante=10_01)
    assert box != played(CARIBBEAN_POKER, "Ks Kh Kd 4s 4d", QUALIFIES)
    assert box != played(CYBER_CARIBBEAN_STUD, FULL_HOUSE, QUALIFIES)
    assert box != folded(CARIBBEAN_POKER, FULL_HOUSE)


@pytest.mark.parametrize("name", ["variant", "outcome", "lines", "player", "dealer", "net", "staked", "tip"])
def test_a_settlement_cannot_be_changed(name):
    """What was settled stays so: no field, and no total, can be set or taken away."""
    settlement = played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES)
    with pytest.raises(AttributeError):
        setattr(settlement, name, 0)
    with pytest.raises(AttributeError):
        delattr(settlement, name)
    assert played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES) == settlement


@pytest.mark.parametrize("name", ["wager", "stake", "result", "odds", "returned", "capped", "net"])
def test_a_line_cannot_be_changed(name):
    """Nor can a line of it."""
    line = played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES).lines[0]
    with pytest.raises(AttributeError):
        setattr(line, name, 0)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_settlement_pickles_and_copies(game, protocol):
    """A settlement goes to another process and comes back equal, with its fingerprint."""
    cards = {"player": "7c 2d", "board": "Ah Ks Qd"} if game is CARIBBEAN_HOLDEM else {"player": JUNK}
    settlement = folded(game, **cards)
    for other in (pickle.loads(pickle.dumps(settlement, protocol)), copy.copy(settlement), copy.deepcopy(settlement)):
        assert settlement == other
        assert settlement.to_dict() == other.to_dict()
        assert settlement.explain() == other.explain()


def test_the_repr_says_game_outcome_and_totals():
    """The repr is one line without a card in it, since logs are read by many (R-73)."""
    settlement = played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES)
    assert "<Settlement of caribbean-poker: win, staked 30.00, returned 180.00, net 150.00>" == repr(settlement)
    assert "<Settlement of caribbean-poker: fold, staked 10.00, returned 0.00, net -10.00>" == repr(
        folded(CARIBBEAN_POKER, JUNK)
    )


def test_settle_takes_everything_but_the_rules_by_name():
    """Two hands have one type, so neither can be given by position."""
    with pytest.raises(TypeError):
        settle(CARIBBEAN_POKER, Stakes(ante=10_00), FULL_HOUSE, QUALIFIES, None, Play())
    with pytest.raises(TypeError):
        Stakes(10_00)
    with pytest.raises(TypeError):
        Settlement(CARIBBEAN_POKER, Outcome.FOLD, (), None, None)


# ---- the most that can be won --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "more", "most"),
    [
        (CARIBBEAN_POKER, {}, 2_010_00),
        (PROGRESSIVE_CARIBBEAN_POKER, {}, 2_010_00),
        (CARIBBEAN_HOLDEM, {}, 1_020_00),
        (CYBER_CARIBBEAN_STUD, {"progressive": 1_00, "jackpot": 50_000_00}, 52_009_00),
        (CYBER_CARIBBEAN_STUD, {"progressive": 1_00, "jackpot": 0}, 2_009_00),
        (CARIBBEAN_POKER.replace(cap=500_00), {}, 500_00),
        (CYBER_CARIBBEAN_STUD.replace(cap=5_00), {"progressive": 1_00, "jackpot": 0}, 5_00 - 1_00 + 500_00),
    ],
)
def test_the_most_that_a_box_can_win(game, more, most):
    """A royal flush as a rule; with a cap and an empty meter, four of a kind and its fixed prize."""
    assert most == game.max_win(ante=10_00, **more)


@given(calls())
def test_no_box_wins_more_than_the_most(call):
    """`max_win()` holds for every settlement of every game."""
    stakes = call["stakes"]
    most = call["variant"].max_win(ante=stakes.ante, progressive=stakes.progressive, jackpot=call["jackpot"])
    assert settle(**call).net <= most


@pytest.mark.parametrize("jackpot", [1.5, "5", True, -1, 2**63], ids=repr)
def test_the_most_that_a_box_can_win_refuses_what_settle_refuses(jackpot):
    """A meter that is no amount is refused and not multiplied; so are stakes, limits and prices."""
    with pytest.raises((InputError, InputTypeError), match=r"^the jackpot must be "):
        CYBER_CARIBBEAN_STUD.max_win(ante=10_00, progressive=1_00, jackpot=jackpot)
    with pytest.raises(InputError, match=r"^caribbean-poker has no jackpot$"):
        CARIBBEAN_POKER.max_win(ante=10_00, jackpot=5)
    with pytest.raises(SeveralErrors, match=r"^the ante of 0\.01 is outside .*; caribbean-poker has no progressive"):
        CARIBBEAN_POKER.max_win(ante=1, progressive=1)
    with pytest.raises(InputError, match=r"^straight-flush wins a share of the jackpot"):
        CYBER_CARIBBEAN_STUD.max_win(ante=10_00, progressive=1_00)


def test_pay_divides_a_share_among_those_who_hold_equal_hands():
    """R-84: pay() is told among how many, in a game that shares equally; settle() knows one box and never divides."""
    rule = msgspec.structs.replace(CYBER_CARIBBEAN_STUD.progressive, shares="equal")
    game = CYBER_CARIBBEAN_STUD.replace(progressive=rule)
    royal, stakes = Hand(ROYAL).rank.category, Stakes(ante=10_00, progressive=1_00)
    alone = pay(game, Outcome.WIN, royal, stakes, jackpot=1_000_01)
    assert played(game, ROYAL, QUALIFIES, progressive=1_00, jackpot=1_000_01).lines == alone
    shared = pay(game, Outcome.WIN, royal, stakes, jackpot=1_000_01, sharers=2)
    assert [1_000_01, 500_00] == [alone[-1].returned, shared[-1].returned]
    assert alone[:2] == shared[:2]


def test_fold_and_play_are_values():
    """A decision is made anew each time and is still the same decision."""
    assert [Fold(), Play()] == [Fold(), Play()]
    assert Fold() != Play()
