"""What each sheet has of its own, R-20 to R-63: one hand worked on paper for each ruling that a settlement can show.

The number in the name of a test is the number of the ruling. Amounts are cents unless a test says otherwise.
"""

from __future__ import annotations

from fractions import Fraction

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
    WITH_JACKPOT,
    folded,
    played,
    summary,
)
from caribbean.errors import CardCountError, InputError
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.hands import Category, Hand
from caribbean.parts import Boxes, ChangeRule, Limits, Outcome
from caribbean.payouts import Stakes

# ---- R-20 … R-27: Progressive Caribbean Poker ----------------------------------------------------------------------


def test_r20_five_cards_each_and_one_of_the_dealers_up():
    """R-20: any other number of cards is refused."""
    for hand in ("As Ks Qs Js", "As Ks Qs Js Ts 9s", "As Ks"):
        with pytest.raises(CardCountError, match=r"^the player's hand: got \d cards, needs 5$"):
            played(PROGRESSIVE_CARIBBEAN_POKER, hand, FAILS)
        with pytest.raises(CardCountError, match=r"^the dealer's hand: got \d cards, needs 5$"):
            played(PROGRESSIVE_CARIBBEAN_POKER, FAILS, hand)
    with pytest.raises(CardCountError, match=r"^the board: got 5 cards, needs none: this game has no board$"):
        played(PROGRESSIVE_CARIBBEAN_POKER, ROYAL, FAILS, board="2c 4c 5c 6c 8c")


@pytest.mark.parametrize("game", WITH_JACKPOT, ids=lambda game: game.name)
def test_r21_the_progressive_wager_is_optional_at_its_price_and_never_without_an_ante(game):
    """R-21: none, or exactly its price; and no stakes at all without an ante."""
    assert 2 == len(played(game, PAIR, QUALIFIES).lines)
    assert 3 == len(played(game, PAIR, QUALIFIES, progressive=1_00).lines)
    for stake in (1, 99, 1_01, 2_00):
        with pytest.raises(InputError, match=r"^the progressive wager costs 1\.00, not \d\.\d\d$"):
            played(game, PAIR, QUALIFIES, progressive=stake)
    with pytest.raises(InputError, match=r"^the ante must be at least 1, not 0$"):
        Stakes(ante=0, progressive=1_00)
    with pytest.raises(TypeError):
        Stakes(progressive=1_00)


@pytest.mark.parametrize("game", [CARIBBEAN_POKER, CARIBBEAN_HOLDEM], ids=lambda game: game.name)
def test_r21_games_without_a_jackpot_refuse_the_wager(game):
    """Sheets 002 and 003 know no progressive wager and no jackpot."""
    more = {"board": "Qs Js Ts 4c 3h"} if game is CARIBBEAN_HOLDEM else {}
    hands = ("As Ks", "7h 2d") if more else (FULL_HOUSE, FAILS)
    with pytest.raises(InputError, match=rf"^{game.name} has no progressive wager$"):
        played(game, *hands, progressive=1_00, **more)
    with pytest.raises(InputError, match=rf"^{game.name} has no jackpot$"):
        played(game, *hands, jackpot=1_00, **more)


def test_r22_the_price_is_a_parameter_and_1_00_by_default():
    """R-22: a house that asks 2.50 gets 2.50, and 1.00 no more."""
    assert 1_00 == PROGRESSIVE_CARIBBEAN_POKER.progressive.price
    rule = type(PROGRESSIVE_CARIBBEAN_POKER.progressive)(
        price=2_50, after_fold=False, prizes=PROGRESSIVE_CARIBBEAN_POKER.progressive.prizes
    )
    dearer = PROGRESSIVE_CARIBBEAN_POKER.replace(progressive=rule)
    assert (2_50, "prize", 50_00) == summary(played(dearer, FLUSH, QUALIFIES, progressive=2_50))["progressive"]
    with pytest.raises(InputError, match=r"^the progressive wager costs 2\.50, not 1\.00$"):
        played(dearer, FLUSH, QUALIFIES, progressive=1_00)


@pytest.mark.parametrize("player", LADDER)
def test_r23_a_fold_in_000_loses_ante_and_progressive_wager(player):
    """R-23: no prize after a fold, not even for a royal flush, so no jackpot is needed either."""
    settlement = folded(PROGRESSIVE_CARIBBEAN_POKER, player, progressive=1_00)
    assert {"ante": (10_00, "lost", 0), "progressive": (1_00, "lost", 0)} == summary(settlement)


PRIZES = [
    (PROGRESSIVE_CARIBBEAN_POKER, ROYAL, 50_000_00),
    (PROGRESSIVE_CARIBBEAN_POKER, STEEL_WHEEL, 5_000_00),
    (PROGRESSIVE_CARIBBEAN_POKER, QUADS, 100_00),
    (PROGRESSIVE_CARIBBEAN_POKER, FULL_HOUSE, 75_00),
    (PROGRESSIVE_CARIBBEAN_POKER, FLUSH, 50_00),
    (CYBER_CARIBBEAN_STUD, ROYAL, 50_000_00),
    (CYBER_CARIBBEAN_STUD, STEEL_WHEEL, 5_000_00),
    (CYBER_CARIBBEAN_STUD, QUADS, 500_00),
    (CYBER_CARIBBEAN_STUD, FULL_HOUSE, 100_00),
    (CYBER_CARIBBEAN_STUD, FLUSH, 50_00),
]
"""What each hand wins with 50,000.00 in the meter ("Payouts")."""


@pytest.mark.parametrize(("game", "player", "prize"), PRIZES)
def test_r24_the_prize_is_paid_whatever_the_result_of_a_box_that_was_played(game, player, prize):
    """R-24: against a dealer who fails, one who loses and (where there is one) one who wins, the prize is the same."""
    better = {
        FLUSH: "Ac Qc 8c 7c 2c",
        FULL_HOUSE: "Ac Ad Ah 5c 5d",
        QUADS: "Tc Td Th Ts 2c",
        STEEL_WHEEL: "6h 5h 4h 3h 2h",
        ROYAL: "Ah Kh Qh Jh Th",
    }
    ends = {FAILS: Outcome.NO_QUALIFY, QUALIFIES: Outcome.WIN}
    ends[better[player]] = Outcome.TIE if player == ROYAL else Outcome.LOSE
    for dealer, outcome in ends.items():
        settlement = played(game, player, dealer, progressive=1_00, jackpot=50_000_00)
        assert outcome is settlement.outcome
        assert (1_00, "prize", prize) == summary(settlement)["progressive"]


@pytest.mark.parametrize("game", WITH_JACKPOT, ids=lambda game: game.name)
@pytest.mark.parametrize("player", [STRAIGHT, TRIPS, TWO_PAIR, PAIR])
def test_r24_below_a_flush_the_progressive_wager_is_lost(game, player):
    """The table of prizes begins at the flush; a winner of the hand may lose this wager, and needs no jackpot."""
    settlement = played(game, player, QUALIFIES, progressive=1_00)
    assert Outcome.WIN is settlement.outcome
    assert (1_00, "lost", 0) == summary(settlement)["progressive"]


def test_r25_000_and_004_have_no_limits_of_their_own():
    """R-25: the blanks of sheet 000 are no limits: one cent and 2**63 - 1 cents are antes."""
    for game in (PROGRESSIVE_CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, CARIBBEAN_HOLDEM):
        assert None is game.limits
    for ante in (1, 2**63 - 1):
        assert 15 * ante == played(PROGRESSIVE_CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES, ante=ante).net


def test_r26_r70_what_happens_when_the_player_does_not_come_back():
    """R-26, R-70: in 000 the house plays a pair or better; in the others the round waits."""
    assert Hand("2c 2d 5h 4s 3c").rank == PROGRESSIVE_CARIBBEAN_POKER.interrupted
    assert Hand("2c 2d 5h 4s 3c").rank > Hand("Ac Kd Qh Js 9c").rank
    for game in (CARIBBEAN_POKER, CARIBBEAN_HOLDEM, CYBER_CARIBBEAN_STUD):
        assert "resume" == game.interrupted


# ---- R-30 … R-40: Caribbean Poker ----------------------------------------------------------------------------------


def test_r30_r32_six_boxes_three_to_buy_the_third_closed():
    """R-30, R-32: as the sheet has it, and no other game has more than one box."""
    assert Boxes(table=6, player=3, closed_from=3) == CARIBBEAN_POKER.boxes
    for game in (PROGRESSIVE_CARIBBEAN_POKER, CARIBBEAN_HOLDEM, CYBER_CARIBBEAN_STUD):
        assert Boxes(table=1, player=1, closed_from=None) == game.boxes


@pytest.mark.parametrize("ante", [1_00, 1_01, 37_53, 99_99, 100_00])
def test_r31_any_ante_from_1_00_to_100_00_is_legal(ante):
    """R-31: both ends, and whatever the money unit allows between them."""
    assert Limits(min=1_00, max=100_00) == CARIBBEAN_POKER.limits
    assert 15 * ante == played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES, ante=ante).net


@pytest.mark.parametrize(("ante", "text"), [(1, "0.01"), (99, "0.99"), (100_01, "100.01"), (200_00, "200.00")])
def test_r31_an_ante_outside_the_limits_is_refused(ante, text):
    """R-31: the refusal names the ante and both limits, on a fold too."""
    with pytest.raises(InputError, match=rf"^the ante of {text} is outside the limits, 1\.00 to 100\.00$"):
        played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES, ante=ante)
    with pytest.raises(InputError, match=rf"^the ante of {text} is outside"):
        folded(CARIBBEAN_POKER, JUNK, ante=ante)


def test_r34_a_change_is_of_one_to_five_cards():
    """R-34: six cards, or less than none, cannot be changed; the refusal says what can."""
    assert [1, 2, 3, 4, 5] == list(CARIBBEAN_POKER.change.fees)
    for changed in (6, -1, 52):
        with pytest.raises(InputError, match=rf"^{changed} cards cannot be changed; .* allowed are 1, 2, 3, 4, 5$"):
            played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES, changed=changed)


@pytest.mark.parametrize("game", [g for g in ALL if g is not CARIBBEAN_POKER], ids=lambda game: game.name)
def test_r34_only_002_has_a_change(game):
    """The other three sheets know no change of cards."""
    cards = {"player": "7c 2d", "board": "Ah Ks Qd"} if game is CARIBBEAN_HOLDEM else {"player": JUNK}
    with pytest.raises(InputError, match=rf"^{game.name} has no change of cards$"):
        folded(game, changed=1, **cards)


@pytest.mark.parametrize("changed", [1, 2, 3, 4, 5])
def test_r35_a_change_costs_one_ante_a_card_and_is_never_returned(changed):
    """R-35: the fee is lost in every outcome, on a line of its own after ante and bet."""
    fee = (changed * 10_00, "lost", 0)
    boxes = [
        (played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES, changed=changed), 150_00),
        (played(CARIBBEAN_POKER, FULL_HOUSE, FAILS, changed=changed), 10_00),
        (played(CARIBBEAN_POKER, "2h 3c 4d 5d Ah", "2s 3d 4s 5c Ad", changed=changed), 0),
        (played(CARIBBEAN_POKER, "9s 7h 5d 3c 2s", "As Ah 4d 3h 2h", changed=changed), -30_00),
        (folded(CARIBBEAN_POKER, JUNK, changed=changed), -10_00),
    ]
    for settlement, net in boxes:
        assert fee == summary(settlement)["change"]
        assert "change" == settlement.lines[-1].wager
        assert net - changed * 10_00 == settlement.net


def test_r35_the_fees_are_a_parameter():
    """R-35: 1-2-3-2-1 with a forced play after five, one or five, and a flat fee: all in use somewhere."""
    known = CARIBBEAN_POKER.replace(change=ChangeRule(fees={1: 1, 2: 2, 3: 3, 4: 2, 5: 1}, forced_play=(5,)))
    assert 150_00 - 20_00 == played(known, FULL_HOUSE, QUALIFIES, changed=4).net
    assert 150_00 - 10_00 == played(known, FULL_HOUSE, QUALIFIES, changed=5).net
    with pytest.raises(InputError, match=r"^a box that changed 5 cards must be played$"):
        folded(known, JUNK, changed=5)
    assert -30_00 == folded(known, JUNK, changed=4).net

    one_or_five = CARIBBEAN_POKER.replace(change=ChangeRule(fees={1: 1, 5: 1}))
    assert -20_00 == folded(one_or_five, JUNK, changed=5).net
    with pytest.raises(InputError, match=r"^2 cards cannot be changed; the numbers allowed are 1, 5$"):
        folded(one_or_five, JUNK, changed=2)


def test_r36_the_final_hand_is_the_one_that_counts():
    """R-36: the cards given are those after the change; thrown ones are nowhere to be seen."""
    settlement = played(CARIBBEAN_POKER, "Ks Kh Kd 4s 4h", QUALIFIES, changed=2)
    assert Category.FULL_HOUSE is settlement.player_rank.category


def test_r39_three_boxes_against_one_dealer_are_settled_each_on_its_own():
    """R-39: the same dealer, three antes, three results; one box's win has no part in another's loss."""
    dealer = "Ah Kc 6d 5c 3h"
    boxes = [
        played(CARIBBEAN_POKER, FULL_HOUSE, dealer, ante=1_00),
        folded(CARIBBEAN_POKER, "9s 8d 7c 4c 2h", ante=100_00),
        played(CARIBBEAN_POKER, "Ac Kd 6h 5s 2c", dealer, ante=7_00),
    ]
    assert [15_00, -100_00, -21_00] == [box.net for box in boxes]


def test_r40_the_check_of_the_sheet():
    """R-40: ante 10.00, bet 20.00: a full house wins 150.00 in all, a royal flush 2,010.00."""
    assert 150_00 == played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES).net
    assert 2_010_00 == played(CARIBBEAN_POKER, ROYAL, QUALIFIES).net
    assert "150.00" == played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES).to_dict()["net"]


# ---- R-50 … R-52: Caribbean Hold'em --------------------------------------------------------------------------------


def test_r50_the_best_five_of_seven_on_both_sides():
    """R-50: one, two or none of a player's own cards may be in his hand."""
    two = played(CARIBBEAN_HOLDEM, "9s 8s", "Ah Ad", board="7s 6s 5s 2c Kh")
    one = played(CARIBBEAN_HOLDEM, "4s 6s", "2s 5s", board="3d 7d 7c 7h 7s")
    none = played(CARIBBEAN_HOLDEM, "2d 3c", "2h 3s", board="As Ks Qs Js Ts")
    assert ["9s", "8s", "7s", "6s", "5s"] == [str(card) for card in two.player.best]
    assert [Outcome.WIN, 10 * 10_00 + 20_00] == [one.outcome, one.net]
    assert [Outcome.TIE, Category.ROYAL_FLUSH] == [none.outcome, none.player_rank.category]
    with pytest.raises(CardCountError, match=r"^the player's hand: got 5 cards, needs 2$"):
        played(CARIBBEAN_HOLDEM, ROYAL, "Ah Ad", board="7d 6d 5d 2c Kh")


def test_r50_the_order_within_hand_and_board_means_nothing():
    """R-50: a hand is a set of cards; what is dealt first decides nothing."""
    first = played(CARIBBEAN_HOLDEM, "9s 8s", "Ah Ad", board="7s 6s 5s 2c Kh")
    assert first == played(CARIBBEAN_HOLDEM, "8s 9s", "Ad Ah", board="Kh 2c 5s 6s 7s")


def test_r52_a_winner_holds_at_least_what_beats_the_qualifier():
    """R-52: ace-king in stud, a pair in Hold'em; below that no row can be paid, and 002 has none."""
    for game in STUD:
        assert not game.reachable(Outcome.WIN, Category.HIGH_CARD)
        assert game.reachable(Outcome.WIN, Category.ACE_KING)
    assert not CARIBBEAN_HOLDEM.reachable(Outcome.WIN, Category.ACE_KING)
    assert CARIBBEAN_HOLDEM.reachable(Outcome.WIN, Category.PAIR)
    assert None is CARIBBEAN_POKER.pays.win.bet.get(Category.HIGH_CARD)
    assert Fraction(1) == CYBER_CARIBBEAN_STUD.pays.win.bet.get(Category.HIGH_CARD)
    assert Fraction(1) == CARIBBEAN_HOLDEM.pays.win.ante.get(Category.HIGH_CARD)


def test_r52_the_lowest_winners_there_are():
    """R-52: ace-king-five over ace-king-four in stud; fours with the better kicker in Hold'em."""
    for game in STUD:
        assert 30_00 == played(game, "As Kh 5d 3c 2h", "Ac Kd 4h 3s 2c").net
    assert 30_00 == played(CARIBBEAN_HOLDEM, "4s 9d", "4h 8c", board="4d 2c 3s Jh Qc").net
    assert -30_00 == played(CARIBBEAN_HOLDEM, "3c 3d", "4h 4s", board="9d Jc Qs 2h 7c").net


# ---- R-60 … R-63: Cyber Caribbean Stud Poker -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "prize"), [(hand, prize) for game, hand, prize in PRIZES if game is CYBER_CARIBBEAN_STUD]
)
def test_r62_a_prize_of_004_is_paid_after_a_fold_too(player, prize):
    """R-62: the ante is lost, the prize is paid in full."""
    settlement = folded(CYBER_CARIBBEAN_STUD, player, progressive=1_00, jackpot=50_000_00)
    assert {"ante": (10_00, "lost", 0), "progressive": (1_00, "prize", prize)} == summary(settlement)


def test_r62_against_r23_the_same_fold_in_both_games():
    """R-62, R-23: a flush folded with the wager placed: 004 pays 50.00, 000 nothing."""
    assert 50_00 - 11_00 == folded(CYBER_CARIBBEAN_STUD, FLUSH, progressive=1_00).net
    assert -11_00 == folded(PROGRESSIVE_CARIBBEAN_POKER, FLUSH, progressive=1_00).net


def test_r62_only_who_made_the_wager_wins_a_prize():
    """R-62: a royal flush without the wager wins nothing from the jackpot, and has no line of it."""
    settlement = folded(CYBER_CARIBBEAN_STUD, ROYAL, jackpot=50_000_00)
    assert {"ante": (10_00, "lost", 0)} == summary(settlement)


def test_r61_a_share_needs_the_amount_of_the_jackpot():
    """R-61, R-80: where a share is due and nobody said how much is in the meter, nothing is settled."""
    for player, category in ((ROYAL, "royal-flush"), (STEEL_WHEEL, "straight-flush")):
        with pytest.raises(InputError, match=rf"^{category} wins a share of the jackpot: its amount must be given$"):
            played(CYBER_CARIBBEAN_STUD, player, QUALIFIES, progressive=1_00)
        with pytest.raises(InputError, match=rf"^{category} wins a share of the jackpot"):
            folded(CYBER_CARIBBEAN_STUD, player, progressive=1_00)
    assert 50_00 == summary(played(CYBER_CARIBBEAN_STUD, FLUSH, QUALIFIES, progressive=1_00))["progressive"][2]


def test_r63_misprints_of_the_sheets_are_not_followed():
    """R-63: six cards are no flush and four no hand; the highest straight is A-K-Q-J-10."""
    with pytest.raises(CardCountError, match=r"^the player's hand: got 6 cards, needs 5$"):
        played(CYBER_CARIBBEAN_STUD, "Kd Jd 9d 6d 3d 2d", FAILS)
    with pytest.raises(CardCountError, match=r"^the player's hand: got 4 cards, needs 5$"):
        played(CYBER_CARIBBEAN_STUD, "5c 5h 5s 5d", FAILS)
    assert Outcome.WIN is played(CARIBBEAN_POKER, "Ac Kd Qh Js Tc", "Kc Qd Jh Ts 9c").outcome
