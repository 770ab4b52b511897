"""A player at a table: two purses, chips, bets, limits, the round, and what comes after it, rule by rule."""

from __future__ import annotations

import pickle
import random

import pytest

from boxes import ALL
from caribbean import rulebook
from caribbean.actions import Change, Fold, Play
from caribbean.cards import CARDS, Deck
from caribbean.errors import CaribbeanError, IllegalActionError, InputError, InputTypeError, SeveralErrors, VariantError
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.money import MAX_UNITS
from caribbean.parts import Boxes, Limits
from caribbean.roundstate import Phase
from caribbean.table import LOG_ROUNDS, PHASES, Table
from caribbean.table_actions import (
    BuyIn,
    CallOff,
    ChooseChip,
    Clear,
    DealCards,
    Deposit,
    Leave,
    NewGame,
    Place,
    Rebet,
    Remove,
    Return,
    Settle,
    Show,
    Undo,
)
from caribbean.tablestate import Chip
from caribbean.versions import library_version
from decks import IN_ORDER, METER, shuffled, stacked

LIMITS = Limits(min=5_00, max=50_00)
CHIPS = (1_00, 5_00, 25_00)
PAIR = stacked(["2c 2d 5h 4s 3c"], "8c 8d 8h 9s 9d")
JUNK = stacked(["7c 5d 4h 3s 2c"], "8c 8d 8h 9s 9d")


def opened(game=CYBER_CARIBBEAN_STUD, *, account=1_000_00, buy=200_00, mid=False, limits=LIMITS, chips=CHIPS) -> Table:
    """A table with some balance."""
    table = Table.open(game, account=account, chips=chips, mid_round_buy_in=mid, limits=limits)
    return table.apply(BuyIn(buy)) if buy else table


def walked(table: Table, *actions, **more) -> Table:
    """The table after actions; the deck, the meter and the context go to those who take them."""
    for action in actions:
        kinds = {DealCards: ("deck", "context"), Settle: ("meter",)}.get(type(action), ())
        table = table.apply(action, **{key: more[key] for key in kinds if key in more})
    return table


def in_a_round(game=CYBER_CARIBBEAN_STUD, *, deck=IN_ORDER, boxes=(1,), side=False, **more) -> Table:
    """A table whose cards are dealt, with an ante of 10.00 a box."""
    table = walked(opened(game, **more), ChooseChip(5_00))
    for box in boxes:
        table = walked(table, Place(box), Place(box), *([Place(box, "progressive")] if side else []))
    return walked(table, DealCards(), deck=deck)


def reason(table: Table, action) -> str:
    """Why an action is refused; the error says the same and nothing has changed."""
    before = pickle.dumps(table)
    with pytest.raises(IllegalActionError) as caught:
        table.apply(action, deck=IN_ORDER, meter=METER)
    assert (table.why_illegal(action), table.public()) == (caught.value.reason, caught.value.state)
    assert before == pickle.dumps(table)
    return caught.value.reason


# ---- opening ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [PROGRESSIVE_CARIBBEAN_POKER, CARIBBEAN_HOLDEM, CYBER_CARIBBEAN_STUD])
def test_no_table_opens_without_limits(game):
    """R-25: where the sheet prints none, the table must bring them."""
    with pytest.raises(VariantError, match=rf"limits: a table of {game.name} cannot open without limits \(R-25\)"):
        Table.open(game, account=0, chips=CHIPS, mid_round_buy_in=False)
    assert LIMITS == Table.open(game, account=0, chips=CHIPS, mid_round_buy_in=False, limits=LIMITS).limits


def test_the_limits_of_the_game_hold_where_the_table_has_none():
    """R-31: sheet 002 prints its own; a table may set others, and they are then those of its rounds and its rules."""
    table = Table.open(CARIBBEAN_POKER, account=0, chips=CHIPS, mid_round_buy_in=False)
    other = Table.open(CARIBBEAN_POKER, account=0, chips=CHIPS, mid_round_buy_in=False, limits=LIMITS)

    assert Limits(min=1_00, max=100_00) == table.limits
    assert (LIMITS, LIMITS) == (other.limits, other.variant.limits)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"account": -1}, "the account must be at least 0"),
        ({"account": True}, "the account must be an int"),
        ({"account": 2**63}, "the account must be at most"),
        ({"chips": ()}, "the chips must be a tuple"),
        ({"chips": [1_00]}, "the chips must be a tuple"),
        ({"chips": (1_00, 0)}, "a chip must be at least 1"),
        ({"chips": (1.0,)}, "a chip must be an int"),
    ],
)
def test_what_no_table_opens_with(wrong, told):
    """Purses and chips are amounts."""
    right = {"account": 100_00, "chips": CHIPS, "mid_round_buy_in": False, "limits": LIMITS}
    with pytest.raises(CaribbeanError, match=told):
        Table.open(CARIBBEAN_POKER, **{**right, **wrong})


def test_all_that_is_wrong_is_said_at_once():
    """Limits, a chip and the account: three problems."""
    with pytest.raises(SeveralErrors) as caught:
        Table.open(CARIBBEAN_HOLDEM, account=-1, chips=(0,), mid_round_buy_in=False)
    assert 3 == len(caught.value.problems)
    with pytest.raises(InputTypeError, match="the variant must be a Variant"):
        Table.open("caribbean-holdem", account=0, chips=CHIPS, mid_round_buy_in=False)


# ---- purses -------------------------------------------------------------------------------------------------------


def test_buying_in_moves_money_from_one_purse_to_the_other():
    """What the balance gains the account loses, and no more than it holds."""
    table = opened(account=300_00, buy=0)
    bought = table.apply(BuyIn(120_00))

    assert (180_00, 120_00) == (bought.account, bought.balance)
    assert "the account holds 180.00, less than 180.01" == reason(bought, BuyIn(180_01))
    assert (0, 300_00) == (bought.apply(BuyIn(180_00)).account, bought.apply(BuyIn(180_00)).balance)


@pytest.mark.parametrize("units", [0, -1, True, 1.0, "10", 2**63])
def test_only_amounts_are_bought_in_and_deposited(units):
    """Anything else is refused with the reason."""
    assert "must be" in reason(opened(), BuyIn(units))
    assert "must be" in reason(opened(), Deposit(units))


def test_a_deposit_goes_to_the_account():
    """It comes from outside, at any time, and never makes more than an account can hold."""
    assert 1_000_00 - 200_00 + 50_00 == opened().apply(Deposit(50_00)).account
    full = opened(account=MAX_UNITS - 5, buy=100_00)
    assert "together must be at most" in reason(full, Deposit(6))
    assert MAX_UNITS == (after := full.apply(Deposit(5))).account + after.balance


def test_buying_in_is_offered_under_the_minimum():
    """Between rounds, with nothing placed and less than the least ante at the table."""
    assert (True, False) == (opened(buy=4_99).buy_in_offered, opened(buy=5_00).buy_in_offered)
    assert not walked(opened(buy=5_00), ChooseChip(5_00), Place(1)).buy_in_offered
    assert not in_a_round(buy=10_00).buy_in_offered
    assert in_a_round(CARIBBEAN_HOLDEM, buy=10_00).apply(Fold()).apply(Settle()).buy_in_offered
    assert opened(buy=0).public()["buy_in_offered"]


def test_money_comes_in_between_rounds_only():
    """R-27: in the middle of a round the account may grow, the balance may not, unless the table says so (R-51)."""
    closed_table, open_table = in_a_round(), in_a_round(mid=True)

    assert "money comes in between rounds only (R-27)" == reason(closed_table, BuyIn(1_00))
    assert not any(isinstance(action, BuyIn) for action in closed_table.legal_actions())
    assert closed_table.account + 1_00 == closed_table.apply(Deposit(1_00)).account
    assert open_table.balance + 1_00 == open_table.apply(BuyIn(1_00)).balance


# ---- chips --------------------------------------------------------------------------------------------------------


def test_the_smallest_chip_is_in_the_hand_first():
    """Another is chosen by its amount; the one in the hand cannot be chosen, nor one that there is not."""
    table = opened(chips=(25_00, 1_00, 5_00, 5_00))

    assert ((1_00, 5_00, 25_00), 1_00) == (table.chips, table.chip)
    assert 25_00 == table.apply(ChooseChip(25_00)).chip
    assert "that chip is chosen already" == reason(table, ChooseChip(1_00))
    assert "there is no such chip; the chips are 1.00, 5.00, 25.00" == reason(table, ChooseChip(2_00))


def test_chips_add_up_on_a_box():
    """Place, again to increase, another chip on top: the balance goes down by as much."""
    table = walked(opened(), ChooseChip(5_00), Place(1), Place(1), ChooseChip(1_00), Place(1))

    assert {1: (11_00, 0)} == table.bets
    assert 200_00 - 11_00 == table.balance
    assert {1: {"ante": "11.00", "progressive": "0.00"}} == table.public()["bets"]


def test_undo_takes_the_last_chip_back_wherever_it_lies():
    """Chip by chip, the last one first, until none is left."""
    table = walked(opened(CARIBBEAN_POKER), Place(2), ChooseChip(5_00), Place(4), Place(2))

    table = table.apply(Undo())
    assert {2: (1_00, 0), 4: (5_00, 0)} == table.bets
    table = table.apply(Undo())
    assert {2: (1_00, 0)} == table.bets
    assert ({}, 200_00) == (table.apply(Undo()).bets, table.apply(Undo()).balance)
    assert "no chip is placed" == reason(table.apply(Undo()), Undo())


def test_remove_takes_the_top_chip_of_a_spot():
    """Whichever was placed last there, though others were placed later elsewhere."""
    table = walked(opened(CARIBBEAN_POKER), Place(1), ChooseChip(5_00), Place(1), Place(3))

    assert (Chip(1, "ante", 1_00), Chip(3, "ante", 5_00)) == table.apply(Remove(1)).placed
    assert "no chip is on the ante of box 2" == reason(table, Remove(2))
    assert "no chip is on the progressive of box 1" == reason(table, Remove(1, "progressive"))


def test_clear_takes_all_chips_back():
    """The balance is what it was before any was placed."""
    table = walked(opened(), Place(1), Place(1, "progressive"), Clear())

    assert ({}, 200_00) == (table.bets, table.balance)
    assert "no chip is placed" == reason(table, Clear())


def test_a_player_buys_three_boxes_at_the_most():
    """R-30: any three of six; a fourth is refused, more on the three is not."""
    table = walked(opened(CARIBBEAN_POKER), Place(6), Place(1), Place(3))

    assert "a player may buy 3 at the most (R-30)" == reason(table, Place(2))
    assert {1: (1_00, 0), 3: (2_00, 0), 6: (1_00, 0)} == table.apply(Place(3)).bets
    assert {1, 2, 6} == set(walked(table, Remove(3), Place(2)).bets)


@pytest.mark.parametrize("box", [0, 7, -1, True, "1", 1.0, None])
def test_there_are_only_so_many_boxes(box):
    """The reason names those that there are."""
    assert f"there is no box {box!r}: the table has 1 to 6" == reason(opened(CARIBBEAN_POKER), Place(box))


def test_the_progressive_spot():
    """R-21: before or after the ante, once a box, at its price whatever chip is chosen, never without an ante."""
    table = walked(opened(), ChooseChip(25_00), Place(1, "progressive"))

    assert {1: (0, 1_00)} == table.bets
    assert "box 1 has a progressive wager without an ante (R-21)" == reason(table, DealCards())
    assert "one progressive wager a box (R-21)" == reason(table, Place(1, "progressive"))
    assert {1: (25_00, 1_00)} == table.apply(Place(1)).bets
    assert None is table.apply(Place(1)).why_illegal(DealCards())
    assert "this game has no progressive wager" == reason(opened(CARIBBEAN_POKER), Place(1, "progressive"))
    assert "there is no spot 'side'" == reason(table, Place(1, "side"))


def test_limits_hold_while_betting():
    """R-25, R-31: above the maximum no chip is placed, under the minimum nothing is dealt."""
    table = walked(opened(), ChooseChip(25_00), Place(1), Place(1))

    assert "the ante would be 75.00, above the limit of 50.00" == reason(table, Place(1))
    low = walked(opened(), *[Place(1)] * 4)
    assert "the ante of box 1 is 4.00, below the limit of 5.00" == reason(low, DealCards())
    assert None is low.apply(Place(1)).why_illegal(DealCards())
    assert "no ante is down" == reason(opened(), DealCards())


def test_no_chip_is_placed_that_is_not_there():
    """The balance never goes below zero."""
    table = walked(opened(buy=6_00), ChooseChip(5_00), Place(1))

    assert "the balance is 1.00, less than 5.00" == reason(table, Place(1))
    assert 0 == table.apply(Place(1, "progressive")).balance
    assert "the balance is 0.00, less than 1.00" == reason(
        walked(table, ChooseChip(1_00), Place(1, "progressive")), Place(1)
    )


def test_the_bet_of_a_closed_box_must_be_there_before_the_deal():
    """R-32: with three boxes the third plays closed, so its bet is asked for as well."""
    boxes = [Place(box) for box in (1, 2, 5)]
    table = walked(opened(CARIBBEAN_POKER, buy=24_99), ChooseChip(5_00), *boxes)

    assert "the bet of a closed box takes 10.00 before the deal (R-32)" == reason(table, DealCards())
    enough = walked(opened(CARIBBEAN_POKER, buy=25_00), ChooseChip(5_00), *boxes, DealCards(), deck=IN_ORDER)
    assert 0 == enough.balance
    assert [5_00, 5_00, 5_00, 10_00] == [debit.units for debit in enough.round.debits]


# ---- the round ----------------------------------------------------------------------------------------------------


def test_a_round_from_the_deal_to_the_money():
    """Dealt, played, settled: every stake and every return stands in the journal under the key of the round."""
    deck = stacked(["Kc Kd Kh 4c 4d"], "Ac Ks 6c 5d 2h")
    table = in_a_round(deck=deck, side=True)
    assert (200_00 - 11_00, (), "playing") == (table.balance, table.placed, table.stage)
    played = table.apply(Play())
    assert (200_00 - 31_00, "ready", Phase.READY) == (played.balance, played.stage, played.round.phase)
    over = played.apply(Settle(), meter=METER)

    assert ("over", 200_00 + 150_00 + 99_00) == (over.stage, over.balance)  # R-40, and the prize of a full house
    round_ = over.round
    assert {(-movement.units, movement.key) for movement in round_.debits} == {
        (line.balance, line.key) for line in over.journal if line.kind == "stake"
    }
    assert [(movement.units, movement.key) for movement in round_.credits] == [
        (line.balance, line.key) for line in over.journal if line.kind == "return"
    ]


def test_a_deck_is_needed_to_deal():
    """The table draws no card of its own; what is no deck is refused, and the bets stay down."""
    table = walked(opened(), ChooseChip(5_00), Place(1))
    for deck in (None, list(CARDS), "As Kd"):
        with pytest.raises(CaribbeanError):
            table.apply(DealCards(), deck=deck)
    assert {1: (5_00, 0)} == table.bets


def test_a_round_is_dealt_once():
    """R-1: a deck serves one round; whoever saw the first would know the second, whatever its stakes and context."""
    table = walked(in_a_round(), Fold(), Settle(), Rebet())
    for context in (None, {"id": "r-2"}):
        with pytest.raises(InputError, match="this deck was dealt before"):
            table.apply(DealCards(), deck=IN_ORDER, context=context)


def test_the_journal_holds_the_lines_of_one_round():
    """What earlier rounds moved stands in one line when the next is dealt, and the purses are the same sums."""
    table = walked(in_a_round(), Fold(), Settle(), Rebet())
    dealt = table.apply(DealCards(), deck=Deck.shuffled(bytes(32)))
    assert ["carried", "stake"] == [line.kind for line in dealt.journal]
    assert (table.account, table.balance) == (dealt.account, dealt.balance)


def test_decisions_at_the_table_are_those_of_the_round():
    """The funds are the balance: what the round refuses the table refuses, in the same words."""
    table = in_a_round(CARIBBEAN_POKER, buy=25_00)

    assert "the bet of box 1 takes 20.00, and the funds are 15.00" == reason(table, Play())
    assert "not in box 1: As" == reason(table, Change("As"))
    assert {Fold()} == {action for action in table.legal_actions() if isinstance(action, (Fold, Play, Change))}
    assert "Play is not possible at this table now (betting)" == reason(opened(), Play())


def test_the_balance_pays_for_changes():
    """R-35, R-37: the fee leaves the balance at once; the bet must still be there."""
    table = in_a_round(CARIBBEAN_POKER, buy=50_00)

    changed = table.apply(Change("2c 2h"))
    assert 50_00 - 10_00 - 20_00 == changed.balance
    assert "changing 3 in box 1 and then its bet takes 50.00, and the funds are 40.00" == reason(
        table, Change("2c 2h 3c")
    )


def test_hold_em_waits_for_money():
    """R-51: too little for the call; leave, deposit, come back days later, buy in, call."""
    table = in_a_round(CARIBBEAN_HOLDEM, account=25_00, buy=25_00, mid=True)
    assert "the call of box 1 takes 20.00, and the funds are 15.00" == reason(table, Play())

    away = table.apply(Leave())
    assert "away" == away.stage
    back = pickle.loads(pickle.dumps(away))
    back = walked(back, Deposit(100_00), BuyIn(30_00), Return())
    assert (45_00, "playing") == (back.balance, back.stage)
    assert 25_00 == back.apply(Play()).balance


def test_settling_needs_the_meter_where_a_share_could_be_due():
    """Nothing changes until the house says how much is in it."""
    table = walked(in_a_round(side=True), Fold())
    with pytest.raises(InputError, match="the meter is needed"):
        table.apply(Settle())
    assert "over" == table.apply(Settle(), meter=METER).stage


# ---- after the round ----------------------------------------------------------------------------------------------


def test_rebet_places_the_last_bets_again():
    """Ante and progressive both, chip by chip, so that undo takes them back one by one."""
    over = walked(in_a_round(side=True), Fold(), Settle(), meter=METER)
    again = over.apply(Rebet())

    assert {1: (10_00, 1_00)} == again.bets
    assert over.balance - 11_00 == again.balance
    assert (None, "betting") == (again.round, again.stage)
    assert {1: (10_00, 0)} == again.apply(Undo()).bets
    assert None is again.why_illegal(DealCards())


def test_rebet_needs_last_bets_and_the_money():
    """Neither at a fresh table, nor with chips down, nor beyond the balance."""
    assert "there is no bet to repeat" == reason(opened(), Rebet())
    over = walked(in_a_round(CARIBBEAN_HOLDEM, buy=15_00), Fold(), Settle())
    assert "the last bets take 10.00" == reason(over, Rebet())
    assert "the last bets take 10.00" == reason(over.apply(NewGame()), Rebet())
    rich = walked(in_a_round(CARIBBEAN_HOLDEM), Fold(), Settle(), NewGame())
    assert {1: (10_00, 0)} == rich.apply(Rebet()).bets
    assert "chips are placed already" == reason(rich.apply(Place(1)), Rebet())


def test_a_new_game_begins_with_a_clear_table():
    """No chip, no cards; the last bets are still known."""
    fresh = walked(in_a_round(CARIBBEAN_HOLDEM), Fold(), Settle(), NewGame())

    assert (None, {}, "betting") == (fresh.round, fresh.bets, fresh.stage)
    assert fresh.last_bets
    assert "NewGame is not possible at this table now (betting)" == reason(fresh, NewGame())


def test_the_log_has_the_last_rounds():
    """The latest last, no more than so many, and each as its player may see it."""
    source = random.Random("log")
    table = opened(CARIBBEAN_HOLDEM)
    for number in range(LOG_ROUNDS + 2):
        table = walked(table, *([Rebet()] if number else [ChooseChip(5_00), Place(1)]))
        table = walked(table, DealCards(), Fold(), Settle(), deck=shuffled(source), context=number)
    shown = table.apply(Show("log")).look()

    assert [str(number) for number in range(2, LOG_ROUNDS + 2)] == [round_.context for round_ in table.log]
    assert tuple(round_.public() for round_ in table.log) == shown
    assert [[]] * LOG_ROUNDS == [view["dealer"]["cards"] for view in shown]


# ---- panels -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_panels_show_the_rules_that_settle(game):
    """Pay table and rules are made from the variant of the table, its limits too; the version is the library's."""
    table = opened(game)

    assert rulebook.paytable(table.variant) == table.apply(Show("paytable")).look()
    assert rulebook.rules(table.variant) == table.apply(Show("rules")).look()
    assert library_version() == table.apply(Show("version")).look()
    assert () == table.apply(Show("log")).look()
    assert None is table.look()
    assert any("50.00" in text for section in table.apply(Show("rules")).look() for text in section.paragraphs)
    assert "there is no 'help' to look at" == reason(table, Show("help"))


def test_panels_may_be_looked_at_in_a_round_and_close_with_the_next_step():
    """Looking changes nothing but the panel."""
    table = in_a_round()
    looking = table.apply(Show("rules"))

    assert ("rules", table.round, table.journal) == (looking.panel, looking.round, looking.journal)
    assert None is looking.apply(Fold()).panel


# ---- leaving ------------------------------------------------------------------------------------------------------


def test_leaving_between_rounds_takes_the_balance_along():
    """Placed chips come back first; then nothing is possible any more."""
    left = walked(opened(), Place(1), Leave())

    assert (1_000_00, 0, "left", ()) == (left.account, left.balance, left.stage, left.legal_actions())
    for action in (BuyIn(1_00), Deposit(1_00), Place(1), Return(), Leave(), Show("rules")):
        assert f"{type(action).__name__} is not possible at this table now (left)" == reason(left, action)
    assert 1_000_00 - 10_00 == walked(in_a_round(CARIBBEAN_HOLDEM), Fold(), Settle(), Leave()).account


@pytest.mark.parametrize("game", [CARIBBEAN_POKER, CARIBBEAN_HOLDEM, CYBER_CARIBBEAN_STUD], ids=lambda game: game.name)
def test_leaving_in_a_round_that_waits(game):
    """R-70: the round stays as it is; coming back is all that is possible besides money; then it goes on."""
    table = in_a_round(game)
    away = table.apply(Leave())

    assert ("away", table.round, table.balance) == (away.stage, away.round, away.balance)
    assert (Return(),) == away.legal_actions()
    assert "Fold is not possible at this table now (away)" == reason(away, Fold())
    assert table == away.apply(Return())


@pytest.mark.parametrize(("deck", "net"), [(PAIR, -31_00), (JUNK, -11_00)], ids=["pair", "junk"])
def test_leaving_in_a_round_that_the_house_completes(deck, net):
    """R-26, R-70: the house plays a pair and folds less, by the rule, marked as its own; then the money goes home."""
    table = in_a_round(PROGRESSIVE_CARIBBEAN_POKER, deck=deck, side=True)
    leaving = table.apply(Leave())

    assert ("ready", {"house"}) == (leaving.stage, {seat.decided_by for seat in leaving.round.seats})
    left = leaving.apply(Settle(), meter=METER)
    assert ("left", 0, 1_000_00 + net) == (left.stage, left.balance, left.account)
    assert left.round in left.log


def test_the_house_folds_a_pair_that_the_balance_cannot_cover():
    """R-70: "if the funds cover the bet"."""
    table = in_a_round(PROGRESSIVE_CARIBBEAN_POKER, deck=PAIR, buy=29_99)

    assert Fold() == table.apply(Leave()).round.seats[0].decision
    assert (
        Play() == in_a_round(PROGRESSIVE_CARIBBEAN_POKER, deck=PAIR, buy=30_00).apply(Leave()).round.seats[0].decision
    )


# ---- calling off --------------------------------------------------------------------------------------------------


def test_a_round_that_cannot_go_on_is_called_off():
    """R-74: from any open stage, every stake comes back, and the game goes on with the next round."""
    table = in_a_round(CARIBBEAN_POKER, boxes=(1, 2, 3))
    for stuck in (table, table.apply(Change("2c")), walked(table, Fold(), Play()), table.apply(Leave())):
        over = stuck.apply(CallOff("the lights went out"))
        assert ("over", 200_00, Phase.VOID) == (over.stage, over.balance, over.round.phase)
        assert over.round == over.log[-1]
        assert {1: (10_00, 0), 2: (10_00, 0), 3: (10_00, 0)} == over.apply(Rebet()).bets


def test_calling_off_needs_a_round_and_a_reason():
    """It is the host's to do, so it is on no button."""
    assert "CallOff is not possible at this table now (betting)" == reason(opened(), CallOff("why"))
    assert "a round is voided for a reason, given as one line of text" == reason(in_a_round(), CallOff(" "))
    assert "CallOff is not possible at this table now (over)" == reason(
        walked(in_a_round(), Fold(), Settle()), CallOff("x")
    )
    assert not any(isinstance(action, CallOff) for action in in_a_round().legal_actions())


def test_a_round_of_one_who_left_is_called_off():
    """The house completed it and cannot settle it: the stakes go home with the rest."""
    leaving = in_a_round(PROGRESSIVE_CARIBBEAN_POKER, deck=PAIR).apply(Leave())

    assert (1_000_00, "left") == ((left := leaving.apply(CallOff("no meter"))).account, left.stage)


# ---- a value ------------------------------------------------------------------------------------------------------


def test_every_stage_allows_what_its_row_says():
    """What is in no row of the stage is refused by its name, and every kind of action is in some row."""
    table = in_a_round(CARIBBEAN_POKER)
    stages = {
        "betting": opened(CARIBBEAN_POKER),
        "playing": table,
        "ready": table.apply(Fold()),
        "over": walked(table, Fold(), Settle()),
        "away": table.apply(Leave()),
        "left": opened(CARIBBEAN_POKER).apply(Leave()),
    }
    examples = [
        *(
            BuyIn(1),
            Deposit(1),
            ChooseChip(5_00),
            Place(1),
            Undo(),
            Remove(1),
            Clear(),
            DealCards(),
            Rebet(),
            NewGame(),
        ),
        *(Settle(), Show("rules"), Leave(), Return(), CallOff("x"), Fold(), Play(), Change("2c")),
    ]
    assert set(stages) == set(PHASES)
    assert set(map(type, examples)) == {kind for row in PHASES.values() for kind in row}
    for stage, at_it in stages.items():
        assert stage == at_it.stage
        for action in examples:
            told = at_it.why_illegal(action)
            refused = f"{type(action).__name__} is not possible at this table now ({stage})"
            assert (told == refused) == (type(action) not in PHASES[stage])
        for odd in (None, "fold", 5, Fold):
            assert "is not possible at this table now" in at_it.why_illegal(odd)


def test_a_table_is_frozen_and_can_be_sent():
    """It comes back equal; its texts say where it stands and nothing of cards or keys."""
    table = in_a_round(CARIBBEAN_POKER, boxes=(1, 2, 3))

    assert table == pickle.loads(pickle.dumps(table))
    assert "<Table of caribbean-poker: playing, balance 150.00>" == repr(table) == str(table) == f"{table}"
    betting = walked(opened(), Place(1))
    for value, name in ((table, "stage"), (betting.placed[0], "units"), (table.journal[0], "balance")):
        with pytest.raises(AttributeError):
            setattr(value, name, 1)


def test_boxes_closed_throughout_are_settled_at_once():
    """Where nothing is to decide the table is ready with the deal."""
    blind = CARIBBEAN_POKER.replace(name="blind", boxes=Boxes(table=6, player=3, closed_from=1))
    table = in_a_round(blind, boxes=(2, 4))

    assert ("ready", 200_00 - 2 * 30_00) == (table.stage, table.balance)
    assert "over" == table.apply(Settle()).stage
