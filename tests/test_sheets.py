"""What all four sheets share, R-1 to R-13: one hand worked on paper for each ruling that a settlement can show.

The number in the name of a test is the number of the ruling. Amounts are cents unless a test says otherwise.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from boxes import (
    ALL,
    FAILS,
    FLUSH,
    FULL_HOUSE,
    JUNK,
    LADDER,
    PAIR,
    QUADS,
    QUALIFIES,
    ROYAL,
    STEEL_WHEEL,
    STRAIGHT,
    STUD,
    TRIPS,
    TWO_PAIR,
    folded,
    played,
    summary,
)
from caribbean.actions import Fold, Play
from caribbean.cards import CARDS
from caribbean.errors import CardCountError, CaribbeanError, DuplicateCardError
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD
from caribbean.hands import Category, Hand
from caribbean.parts import Outcome
from caribbean.payouts import Stakes
from caribbean.settlement import settle

CASES = json.loads(Path(__file__).with_name("data").joinpath("public.json").read_text(encoding="utf-8"))


# ---- the sheets' own examples, and those of public trackers --------------------------------------------------------


@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
@pytest.mark.parametrize("case", CASES["settle_stud"], ids=lambda case: case["why"])
def test_public_stud_settlements(game, case):
    """Ante 10.00: the net of each public case, in each of the three five-card games."""
    settlement = settle(
        game,
        stakes=Stakes(ante=10_00),
        player=case["player"],
        dealer=case["dealer"],
        decision=Fold() if case["action"] == "fold" else Play(),
    )
    assert case["net"] == settlement.to_dict()["net"]


@pytest.mark.parametrize("case", CASES["settle_holdem"], ids=lambda case: case["why"])
def test_public_holdem_settlements(case):
    """Ante 10.00: the net of each public case of Caribbean Hold'em."""
    settlement = settle(
        CARIBBEAN_HOLDEM,
        stakes=Stakes(ante=10_00),
        player=case["player"],
        dealer=case["dealer"],
        board=case["board"],
        decision=Fold() if case["action"] == "fold" else Play(),
    )
    assert case["net"] == settlement.to_dict()["net"]


@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: case["cards"] or "nothing")
def test_public_cards_that_must_be_refused(game, case):
    """Each public set of cards that other libraries ranked is refused as a player's hand, and as a dealer's."""
    with pytest.raises(CaribbeanError):
        played(game, case["cards"], "3c 4c 5c 6c 8c")
    with pytest.raises(CaribbeanError):
        played(game, "3c 4c 5c 6c 8c", case["cards"])


# ---- R-1 … R-13: common to all four --------------------------------------------------------------------------------


def test_r1_one_deck_so_no_card_is_in_two_places():
    """R-1: there are 52 cards, and one that the player holds cannot be the dealer's too."""
    assert 52 == len(set(CARDS))
    with pytest.raises(DuplicateCardError, match=r"^As is in the player's hand and in the dealer's hand$"):
        played(CYBER_CARIBBEAN_STUD, ROYAL, "As 2d 3c 4h 5s")


@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
def test_r2_eleven_categories_each_beats_the_next(game):
    """R-2: royal flush, straight flush, four, full house, flush, straight, three, two pair, pair, ace-king, none."""
    slugs = [played(game, hand, FAILS).to_dict()["player_rank"]["category"] for hand in LADDER if hand != JUNK]
    assert [
        "royal-flush",
        "straight-flush",
        "four-of-a-kind",
        "full-house",
        "flush",
        "straight",
        "three-of-a-kind",
        "two-pair",
        "pair",
        "ace-king",
    ] == slugs
    assert "high-card" == Hand(JUNK).rank.category.slug
    ladder = [Hand(hand).rank for hand in LADDER]
    assert sorted(ladder, reverse=True) == ladder


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("9c 9d 9h Qs 4d", "Ac Ad 5h 5s Tc"),
        ("2c 2d 4h 3s 5d", "Ac Kd Qh Js 9c"),
        ("2s 4s 6s 7s 9s", "Ac Kd Qh Js Tc"),
        ("2c 2d 2h 3s 3d", "As Ks Qs Js 9s"),
    ],
)
def test_r2_the_lowest_of_a_category_beats_the_highest_of_the_one_below(better, worse):
    """R-2: three of a kind over two pair, a pair over ace-king, a flush over a straight, a full house over a flush."""
    assert Outcome.WIN is played(CYBER_CARIBBEAN_STUD, better, worse).outcome
    assert Outcome.LOSE is played(CYBER_CARIBBEAN_STUD, worse, better).outcome


def test_r2_ace_king_is_no_straight_and_no_flush():
    """R-2: an ace and a king in a straight or a flush make that, not an ace-king."""
    assert Category.STRAIGHT is Hand("Ac Kd Qh Js Tc").rank.category
    assert Category.FLUSH is Hand("Ac Kc 8c 7c 3c").rank.category
    assert Category.ACE_KING is Hand("Ac Kd Qh Js 9c").rank.category


def test_r3_the_ace_is_low_in_the_wheel_and_high_in_the_highest_straight():
    """R-3: A-2-3-4-5 is a straight and pays 4 to 1 here; the six-high straight beats it, the ace-high beats all."""
    wheel = played(CARIBBEAN_POKER, "As 2d 3c 4h 5s", "Kd Kc 9h 7d 2s")
    assert 10_00 + 80_00 == wheel.net
    assert Outcome.LOSE is played(CARIBBEAN_POKER, "As 2d 3c 4h 5s", "2c 3d 4s 5c 6h").outcome
    assert Outcome.WIN is played(CARIBBEAN_POKER, "Ac Kd Qh Js Tc", "Kc Qd Jh Ts 9c").outcome


def test_r3_no_straight_goes_round_the_corner():
    """R-3: Q-K-A-2-3 is an ace-king: it qualifies for the dealer, and loses to a pair of twos."""
    round_the_corner = "Qc Kd Ah 2s 3c"
    assert Category.ACE_KING is Hand(round_the_corner).rank.category
    assert Outcome.WIN is played(CARIBBEAN_POKER, "2c 2d 4h 5s 7c", round_the_corner).outcome
    assert 30_00 == played(CARIBBEAN_POKER, "2c 2d 4h 5s 7c", round_the_corner).net


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("5c 5d 4h 3s 2c", "4c 4d As Kc Qh"),
        ("5c 5d Qh 3s 2c", "5h 5s Jc Td 9h"),
        ("Ac Ad 2h 2s 3c", "Kc Kd Qh Qs Ah"),
        ("3c 3d 3h 5s 5c", "2d 2h 2s Ac Ad"),
        ("As Kd Jc 3h 2s", "Ah Kc Td 9h 8s"),
        ("Ac Ad 5h 5s Tc", "Ah As 5c 5d 9c"),
        ("Ad 9d 8d 7d 5d", "Ac 9c 8c 7c 4c"),
        ("9c 9d 9h Qs 4d", "8c 8d 8h As Kd"),
    ],
)
def test_r4_ranks_are_compared_in_order_of_significance(higher, lower):
    """R-4: paired cards first, then kickers from the highest down; whoever holds the higher hand wins."""
    assert Outcome.WIN is played(CARIBBEAN_POKER, higher, lower).outcome
    assert Outcome.LOSE is played(CARIBBEAN_POKER, lower, higher).outcome


@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
def test_r4_suits_never_break_a_tie(game):
    """R-4: a royal flush in hearts and one in clubs are worth the same, from either side."""
    for mine, theirs in (("c", "h"), ("h", "c"), ("s", "d"), ("d", "s")):
        hands = [" ".join(rank + suit for rank in "AKQJT") for suit in (mine, theirs)]
        assert Outcome.TIE is played(game, *hands).outcome


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_r5_the_bet_is_exactly_twice_the_ante(game):
    """R-5: the bet follows from the ante, to the unit; no argument can make it anything else."""
    cards = {"player": "As Kd", "dealer": "Qh 2s", "board": "4c 5d 6h 7s 8c"}
    if game is not CARIBBEAN_HOLDEM:
        cards = {"player": FULL_HOUSE, "dealer": FAILS}
    for ante in (1_00, 1_01, 33_33, 100_00):
        settlement = settle(game, stakes=Stakes(ante=ante), decision=Play(), **cards)
        assert [ante, 2 * ante] == [line.stake for line in settlement.lines]
    with pytest.raises(TypeError):
        settle(game, stakes=Stakes(ante=10_00), decision=Play(), bet=10_00, **cards)
    with pytest.raises(TypeError):
        Stakes(ante=10_00, bet=10_00)


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("Qd Jc Ts 7c 3s", "equal hands are no tie"),
        ("Jd Td 8s 5c 3s", "a lower hand does not lose"),
        (ROYAL, "a royal flush wins no more"),
        (FULL_HOUSE, "nor does a full house"),
    ],
)
@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
def test_r6_the_qualifier_comes_before_any_comparison(game, player, why):
    """R-6: a dealer who does not qualify pays the ante 1 to 1 and returns the bet, whatever the player holds."""
    settlement = played(game, player, FAILS)
    assert Outcome.NO_QUALIFY is settlement.outcome
    assert {"ante": (10_00, "won", 20_00), "bet": (20_00, "returned", 20_00)} == summary(settlement)


def test_r6_equal_hands_below_the_qualifier_are_no_push_in_holdem():
    """R-6: a pair of threes on both sides: the dealer fails, so the ante wins and the call is returned."""
    settlement = played(CARIBBEAN_HOLDEM, "8d 5c", "8h 2c", board="Ah Jc 3d Qs 3c")
    assert settlement.player.rank == settlement.dealer.rank
    assert Outcome.NO_QUALIFY is settlement.outcome
    assert 10_00 == settlement.net


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [("Ac Kd 4h 3s 2c", True), ("Ac Qd Jh Ts 9c", False), ("2c 2d 5h 4s 3c", True), ("Kc Qd Jh Ts 8c", False)],
)
@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
def test_r6_ace_king_is_the_lowest_hand_that_qualifies_in_stud(game, dealer, qualifies):
    """The lowest ace-king qualifies, the highest hand below it does not."""
    assert qualifies is (played(game, "9h 9s 7d 6c 5s", dealer).outcome is not Outcome.NO_QUALIFY)


@pytest.mark.parametrize(
    ("dealer", "board", "qualifies"),
    [
        ("4s 7c", "4h Qd Ts 9c 2h", True),
        ("4s 5d", "4h 3c 2s 7d 8h", True),
        ("3s Ac", "3h Kd Qs Jc 9h", False),
        ("Ac Kd", "Qs Jc 9h 7d 5s", False),
        ("9c 8d", "4h 4d Qs 7c 2s", True),
        ("9c 8d", "3h 3d Qs 7c 2s", False),
        ("2c 2d", "3h 3s Qs 7c 9s", True),
    ],
)
def test_r6_a_pair_of_fours_in_the_best_five_of_seven_qualifies_in_holdem(dealer, board, qualifies):
    """The dealer's hand and board count together: fours qualify, threes do not, two pair of any height does."""
    settlement = played(CARIBBEAN_HOLDEM, "Ah Kh", dealer, board=board)
    assert qualifies is (settlement.outcome is not Outcome.NO_QUALIFY)


@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
def test_r7_a_tie_returns_ante_and_bet(game):
    """R-7: both wagers come back, nothing is won; sheet 004, which is silent, follows."""
    settlement = played(game, "2h 3c 4d 5d Ah", "2s 3d 4s 5c Ad")
    assert Outcome.TIE is settlement.outcome
    assert {"ante": (10_00, "returned", 10_00), "bet": (20_00, "returned", 20_00)} == summary(settlement)
    assert 0 == settlement.net


def test_r7_a_board_that_plays_for_both_is_a_tie():
    """R-7 and R-50: five cards of the board are the best hand of both, and everything comes back."""
    settlement = played(CARIBBEAN_HOLDEM, "As Kd", "Qh 2s", board="4c 5d 6h 7s 8c")
    assert Outcome.TIE is settlement.outcome
    assert {"ante": (10_00, "returned", 10_00), "bet": (20_00, "returned", 20_00)} == summary(settlement)


@pytest.mark.parametrize(
    ("player", "odds"),
    [
        (ROYAL, 100),
        (STEEL_WHEEL, 50),
        (QUADS, 20),
        (FULL_HOUSE, 7),
        (FLUSH, 5),
        (STRAIGHT, 4),
        (TRIPS, 3),
        (TWO_PAIR, 2),
        (PAIR, 1),
        ("As Kd 8h 7s 3d", 1),
    ],
)
@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
def test_r8_odds_are_to_one_and_the_stake_comes_back_as_well(game, player, odds):
    """R-8: the bet of 20.00 wins 20.00 × x at x to 1 and comes back; the ante wins as much as itself."""
    dealer = QUALIFIES if player != "As Kd 8h 7s 3d" else "Ah Kc 8c 7h 2h"
    settlement = played(game, player, dealer)
    assert {
        "ante": (10_00, "won", 10_00 + 10_00),
        "bet": (20_00, "won", 20_00 + 20_00 * odds),
    } == summary(settlement)
    assert [Fraction(1), Fraction(odds)] == [line.odds for line in settlement.lines]
    assert 10_00 + 20_00 * odds == settlement.net


@pytest.mark.parametrize(
    ("hole", "dealer", "board", "odds"),
    [
        ("As Ks", "7h 7d", "Qs Js Ts 4c 3h", 100),
        ("9s 8s", "Ah Ad", "7s 6s 5s 2c Kh", 20),
        ("9c 9d", "Ah Ad", "9h 9s 5s 2c Kh", 10),
        ("9c 9d", "Ah Ad", "9h 5c 5s 2c Kh", 3),
        ("9s 8s", "Ah Ad", "2s 6s 5s 3c Kh", 2),
        ("9c 8d", "Ah Ad", "7s 6h 5c 2c Kh", 1),
        ("9c 9d", "Ah Ad", "9s 6h 5c 2c Kh", 1),
        ("9c 6d", "Ah Ad", "9s 6h 4c 2c Kh", 1),
        ("Ac 8d", "Kh Qd", "As 6h 4c 4d 2h", 1),
        ("Ac 8d", "5h 5d", "As 6h 4c 2c Kh", 1),
    ],
)
def test_r8_in_holdem_the_ante_is_paid_by_the_table_and_the_call_even_money(hole, dealer, board, odds):
    """Sheet 003 pays a winner's ante by his hand, and his call 1 to 1."""
    settlement = played(CARIBBEAN_HOLDEM, hole, dealer, board=board)
    assert Outcome.WIN is settlement.outcome
    assert {
        "ante": (10_00, "won", 10_00 + 10_00 * odds),
        "bet": (20_00, "won", 20_00 + 20_00),
    } == summary(settlement)


def test_r8_holdem_pays_the_ante_even_money_and_not_by_the_table_where_the_dealer_fails():
    """Sheet 003: a royal flush against a dealer without a pair of fours wins the ante 1 to 1, not 100 to 1."""
    settlement = played(CARIBBEAN_HOLDEM, "As Ks", "7h 2d", board="Qs Js Ts 4c 3h")
    assert Outcome.NO_QUALIFY is settlement.outcome
    assert {"ante": (10_00, "won", 20_00), "bet": (20_00, "returned", 20_00)} == summary(settlement)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_r9_a_losing_box_loses_ante_and_bet_each_on_its_own_line(game):
    """R-9: every wager has a line: stake, result, odds, returned and net."""
    cards = {"player": "Ac Kd 9h 7s 2c", "dealer": "As Kc 9c 7d 3s"}
    if game is CARIBBEAN_HOLDEM:
        cards = {"player": "Kc Qd", "dealer": "Ah Ad", "board": "9s 6h 4c 2c 7d"}
    settlement = settle(game, stakes=Stakes(ante=10_00), decision=Play(), **cards)
    assert Outcome.LOSE is settlement.outcome
    assert [("ante", 10_00, "lost", None, 0, -10_00), ("bet", 20_00, "lost", None, 0, -20_00)] == [
        (line.wager, line.stake, line.result, line.odds, line.returned, line.net) for line in settlement.lines
    ]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_r9_a_fold_loses_the_ante_and_has_no_line_for_a_bet(game):
    """R-9: a folded box never placed a bet, so it has no line of one."""
    more = {"player": "7c 2d", "board": "Ah Ks Qd"} if game is CARIBBEAN_HOLDEM else {"player": JUNK}
    settlement = folded(game, **more)
    assert {"ante": (10_00, "lost", 0)} == summary(settlement)
    assert -10_00 == settlement.net


def test_r10_who_is_dealt_how_many_cards():
    """R-10: five and five, one of the dealer's up (000, 002, 004); two and two, none up, three and two more (003)."""
    for game in STUD:
        assert (5, 5, 1, (0, 0)) == (game.deal.player, game.deal.dealer, game.deal.dealer_up, game.deal.board)
    deal = CARIBBEAN_HOLDEM.deal
    assert (2, 2, 0, (3, 2)) == (deal.player, deal.dealer, deal.dealer_up, deal.board)


@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
def test_r11_a_fold_needs_no_dealer_and_never_shows_one(game):
    """R-11: no showdown. Dealer cards that are given change nothing, and stand in no text."""
    without, with_dealer = folded(game, JUNK), folded(game, JUNK, dealer="As Kh 4d 3c 2h")
    assert without == with_dealer
    assert None is with_dealer.dealer
    assert None is with_dealer.dealer_rank
    assert None is with_dealer.to_dict()["dealer_rank"]
    plain = with_dealer.to_dict() | {"fingerprint": ""}
    shown = repr(with_dealer) + with_dealer.explain() + json.dumps(plain)
    assert not [card for card in ("As", "Kh", "4d", "3c", "2h") if card in shown]


def test_r11_a_fold_in_holdem_needs_three_cards_of_the_board():
    """R-11: turn and river are not needed; given, they change nothing, since the player folded before them."""
    three = folded(CARIBBEAN_HOLDEM, "7c 2d", board="Ah Ks Qd")
    five = folded(CARIBBEAN_HOLDEM, "7c 2d", board="Ah Ks Qd 7h 7s", dealer="Ac Kc")
    assert three == five
    assert Category.ACE_KING is five.player_rank.category
    for board in (None, "", "Ah Ks", "Ah Ks Qd 7h"):
        with pytest.raises(CardCountError, match=r"^the board: got \d cards?, needs 3 or 5$"):
            folded(CARIBBEAN_HOLDEM, "7c 2d", board=board)


def test_r11_a_showdown_needs_dealer_and_board():
    """R-11 the other way: a box that was played cannot be settled without the dealer, or without turn and river."""
    with pytest.raises(CardCountError, match=r"^the dealer's hand: got 0 cards, needs 5$"):
        played(CARIBBEAN_POKER, ROYAL, None)
    with pytest.raises(CardCountError, match=r"^the board: got 3 cards, needs 5$"):
        played(CARIBBEAN_HOLDEM, "7c 2d", "Ac Kc", board="Ah Ks Qd")
