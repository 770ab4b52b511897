"""A round from the deal to the settlement, worked by hand: which card goes where, who is asked, which money moves."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from fractions import Fraction

import pytest

import reference
from boxes import ALL
from caribbean.actions import Change, Fold, Play
from caribbean.cards import CARDS, Deck
from caribbean.errors import (
    CardCountError,
    CaribbeanError,
    IllegalActionError,
    InputError,
    InputTypeError,
    SeveralErrors,
)
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.jackpot import Meter, MeterRule
from caribbean.money import MAX_UNITS
from caribbean.parts import Boxes, ChangeRule, Limits, Outcome
from caribbean.payouts import Stakes
from caribbean.rounds import Round
from caribbean.roundstate import Movement, Phase
from decks import (
    ANTE,
    BET,
    IN_ORDER,
    METER,
    OPEN_THIRD,
    closed,
    dealt,
    shuffled,
    stacked,
    stakes_for,
    text,
    three_boxes,
)

# ---- the deal (R-10) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER, CARIBBEAN_POKER], ids=lambda game: game.name
)
def test_one_box_of_five(game):
    """One card at a time, the box first, the dealer last; the dealer's last card lies face up (R-10, R-20)."""
    round_ = dealt(game)

    assert "2c 2h 3c 3h 4c" == text(round_.seats[0].cards)
    assert "2d 2s 3d 3s 4d" == text(round_.dealer)
    assert {"cards": ["4d"], "hidden": 4} == round_.public()["dealer"]
    assert 10 == round_.drawn


def test_three_boxes_of_five():
    """Boxes in table order, then the dealer, five times over (R-10, R-30)."""
    round_ = dealt(CARIBBEAN_POKER, boxes=3)

    assert ["2c 3c 4c 5c 6c", "2d 3d 4d 5d 6d", "2h 3h 4h 5h 6h"] == [text(seat.cards) for seat in round_.seats]
    assert "2s 3s 4s 5s 6s" == text(round_.dealer)
    assert ["6s"] == round_.public()["dealer"]["cards"]


def test_boxes_are_dealt_in_table_order_whichever_they_are():
    """Any three of six, given in any order: the lowest number is dealt first (R-30)."""
    stakes = {6: Stakes(ante=ANTE), 2: Stakes(ante=1_00), 4: Stakes(ante=100_00)}
    round_ = Round.start(CARIBBEAN_POKER, stakes, IN_ORDER)

    assert [(2, 1_00, False), (4, 100_00, False), (6, ANTE, True)] == [
        (seat.box, seat.stakes.ante, seat.closed) for seat in round_.seats
    ]
    assert "2c 3c 4c 5c 6c" == text(round_.seats[0].cards)


def test_hold_em():
    """Player, dealer, player, dealer, none of them up; three community cards, later two (R-10, R-50)."""
    round_ = dealt(CARIBBEAN_HOLDEM)

    assert ("2c 2h", "2d 2s", "3c 3d 3h") == (
        text(round_.seats[0].cards),
        text(round_.dealer),
        text(round_.board),
    )
    assert {"cards": [], "hidden": 2} == round_.public()["dealer"]
    assert ["3c", "3d", "3h"] == round_.public()["board"]
    settled = round_.apply(Play()).close()
    assert ["3c", "3d", "3h", "3s", "4c"] == settled.public()["board"]
    assert ["2d", "2s"] == settled.public()["dealer"]["cards"]


def test_a_fold_in_hold_em_shows_no_later_card():
    """Without a showdown there is no turn and no river, and the dealer's cards stay hidden for good (R-11)."""
    settled = dealt(CARIBBEAN_HOLDEM).apply(Fold()).close()

    assert ["3c", "3d", "3h"] == settled.public()["board"]
    assert {"cards": [], "hidden": 2} == settled.public()["dealer"]
    assert None is settled.settlements[0].dealer


def test_new_cards_come_in_deck_order_into_the_places_of_the_thrown_ones():
    """R-36: 2c and 4c go, 7c and 7d take their places in dealt order, however the change was written."""
    round_ = dealt(CARIBBEAN_POKER, boxes=3)
    changed = round_.apply(Change("4c 2c"))

    assert "7c 3c 7d 5c 6c" == text(changed.seats[0].cards)
    assert "2c 4c" == text(changed.seats[0].thrown)
    assert changed == round_.apply(Change(["2c", "4c"]))
    second = changed.apply(Play()).apply(Change("2d 3d 4d 5d 6d"))
    assert "7h 7s 8c 8d 8h" == text(second.seats[1].cards)
    assert "7c 3c 7d 5c 6c" == text(second.seats[0].cards)


def test_the_deck_is_fixed():
    """R-72: nothing that happens redraws or reorders it; another way through the round meets the same cards."""
    deck = shuffled(random.Random(1))
    round_ = dealt(CARIBBEAN_POKER, deck, boxes=3)
    ways = [
        round_.apply(Fold()).apply(Play()),
        round_.apply(Play(), funds=50_00).apply(Play(), funds=90_00),
        round_.apply(Change([CARDS[round_.seats[0].cards[0]]])).apply(Play()).apply(Fold()),
    ]

    assert {deck} == {way.close().deck for way in ways}
    assert 1 == len({way.close().dealer for way in ways})
    assert deck.ids[20] == ways[2].seats[0].cards[0]


# ---- the closed box, and who is looked at when (R-32, R-33) --------------------------------------------------------


def _seen(round_):
    return [box["cards"] for box in round_.public()["boxes"]]


def test_the_closed_third_box():
    """Its bet is down before the deal, it is never asked, and it is looked at in the showdown only (R-32)."""
    round_ = dealt(CARIBBEAN_POKER, boxes=3)
    third = round_.seats[2]

    assert (True, Play(), None) == (third.closed, third.decision, third.decided_by)
    assert [(3, "ante", ANTE), (3, "bet", BET)] == [
        (debit.box, debit.wager, debit.units) for debit in round_.debits if debit.box == 3
    ]
    ready = round_.apply(Fold()).apply(Fold())
    assert Phase.READY is ready.phase
    assert [] == _seen(ready)[2]
    assert ["2h", "3h", "4h", "5h", "6h"] == _seen(ready.close())[2]


def test_two_boxes_are_both_open():
    """Only the third of three plays closed."""
    assert [False, False] == [seat.closed for seat in dealt(CARIBBEAN_POKER, boxes=2).seats]


def test_box_two_is_hidden_until_box_one_is_decided():
    """R-33: after a change of box one it is still hidden, after its decision it shows."""
    round_ = dealt(CARIBBEAN_POKER, boxes=3)

    assert [5, 0, 0] == list(map(len, _seen(round_)))
    assert [5, 0, 0] == list(map(len, _seen(round_.apply(Change("2c")))))
    assert [5, 5, 0] == list(map(len, _seen(round_.apply(Fold()))))
    assert [5, 0, 0] == list(map(len, _seen(round_.void("power cut"))))


def test_a_game_that_is_closed_throughout():
    """With every box closed nothing is to decide: the round is ready once dealt, and shows no box."""
    blind = CARIBBEAN_POKER.replace(name="blind", boxes=Boxes(table=6, player=3, closed_from=1))
    round_ = dealt(blind, boxes=2)

    assert Phase.READY is round_.phase
    assert [[], []] == _seen(round_)
    assert () == round_.legal_actions()
    assert 2 * (ANTE + BET) == round_.held
    assert [5, 5] == list(map(len, _seen(round_.close())))


# ---- what cannot be dealt -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "stakes", "deck", "told"),
    [
        (CARIBBEAN_POKER, {}, IN_ORDER, "1 to 3 boxes, not 0"),
        (CARIBBEAN_POKER, {box: Stakes(ante=ANTE) for box in (1, 2, 3, 4)}, IN_ORDER, "1 to 3 boxes, not 4"),
        (CYBER_CARIBBEAN_STUD, {1: Stakes(ante=1), 2: Stakes(ante=1)}, IN_ORDER, "1 to 1 boxes, not 2"),
        (CARIBBEAN_POKER, {7: Stakes(ante=ANTE)}, IN_ORDER, "no box 7: the table has 1 to 6"),
        (CARIBBEAN_POKER, {0: Stakes(ante=ANTE)}, IN_ORDER, "no box 0"),
        (CARIBBEAN_POKER, {True: Stakes(ante=ANTE)}, IN_ORDER, "no box True"),
        (CARIBBEAN_POKER, {"1": Stakes(ante=ANTE)}, IN_ORDER, "no box '1'"),
        (CARIBBEAN_POKER, {1: 10_00}, IN_ORDER, "its stakes must be Stakes, not int"),
        (CARIBBEAN_POKER, 10_00, IN_ORDER, "stakes are Stakes, or Stakes by box, not int"),
        (CARIBBEAN_POKER, {2: Stakes(ante=99)}, IN_ORDER, "box 2: the ante of 0.99 is outside the limits"),
        (CARIBBEAN_POKER, Stakes(ante=100_01), IN_ORDER, "outside the limits, 1.00 to 100.00"),
        (CARIBBEAN_POKER, Stakes(ante=ANTE, progressive=1_00), IN_ORDER, "has no progressive wager"),
        (CYBER_CARIBBEAN_STUD, Stakes(ante=ANTE, progressive=2_00), IN_ORDER, "costs 1.00, not 2.00"),
        (CYBER_CARIBBEAN_STUD, Stakes(ante=ANTE), Deck(CARDS[:51]), "the deck: got 51 cards, needs all 52"),
        (CYBER_CARIBBEAN_STUD, Stakes(ante=ANTE), list(CARDS), "the deck must be a Deck, not list"),
        ("caribbean-poker", Stakes(ante=ANTE), IN_ORDER, "the variant must be a Variant, not str"),
    ],
)
def test_what_cannot_be_dealt(variant, stakes, deck, told):
    """R-1, R-21, R-30, R-31, R-61: the error names what is wrong."""
    with pytest.raises(CaribbeanError) as caught:
        Round.start(variant, stakes, deck)
    assert told in str(caught.value)


def test_all_that_is_wrong_is_said_at_once():
    """Two bad boxes, a short deck, bad funds and a bad context are five problems of one error."""
    with pytest.raises(SeveralErrors) as caught:
        Round.start(
            CARIBBEAN_POKER,
            {9: Stakes(ante=ANTE), 2: Stakes(ante=1)},
            Deck(CARDS[:5]),
            funds=-1,
            context={"when": object()},
        )
    assert [CardCountError, InputError, InputError, InputError, InputTypeError] == list(
        map(type, caught.value.problems)
    )


def test_the_opening_stakes_must_be_there():
    """Antes, progressive wagers and the bet of a closed box: to the unit."""
    assert 0 == dealt(CARIBBEAN_POKER, boxes=3, funds=3 * ANTE + BET).funds
    with pytest.raises(InputError, match=r"the opening stakes takes 50\.00, and the funds are 49\.99"):
        dealt(CARIBBEAN_POKER, boxes=3, funds=3 * ANTE + BET - 1)
    with pytest.raises(InputError, match=r"takes 11\.00"):
        dealt(CYBER_CARIBBEAN_STUD, funds=ANTE + 99)


def test_a_context_is_any_json_value():
    """It is kept as JSON text with its keys in order; what JSON cannot hold, or not give back, is refused."""
    assert (
        '{"a":[1,2.5,null],"id":"r-1"}'
        == dealt(CYBER_CARIBBEAN_STUD, context={"id": "r-1", "a": (1, 2.5, None)}).context
    )
    assert "null" == dealt(CYBER_CARIBBEAN_STUD).context
    for context in ({1, 2}, float("nan"), float("inf"), b"x", {"a": object()}, "\ud800", {1: 2, "1": 3}, {(1, 2): 3}):
        with pytest.raises(InputTypeError, match="the context must be a JSON value"):
            dealt(CYBER_CARIBBEAN_STUD, context=context)


def test_a_context_that_a_record_could_not_hold_is_refused():
    """How deep a parser reads depends on the stack it runs on, so the depth has a limit of its own."""
    deep = 0
    for _ in range(50):
        deep = [deep]
    round_ = dealt(CYBER_CARIBBEAN_STUD, context=deep)
    assert round_ == Round.from_json(round_.to_json())
    with pytest.raises(InputTypeError, match="nested at most 50 deep"):
        dealt(CYBER_CARIBBEAN_STUD, context={"a": deep})
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(InputTypeError, match="nested at most 50 deep"):
        dealt(CYBER_CARIBBEAN_STUD, context=endless)


# ---- money (R-9, R-71, R-74) --------------------------------------------------------------------------------------


def _moved(movements):
    return [(movement.box, movement.wager, movement.units) for movement in movements]


def test_debits_follow_the_decisions():
    """The opening takes ante and progressive, a change its fee, a play the bet, a fold nothing; all of it is held."""
    game = three_boxes()
    round_ = dealt(game, boxes=2)
    opening = [(1, "ante", ANTE), (1, "progressive", 1_00), (2, "ante", ANTE), (2, "progressive", 1_00)]

    assert opening == _moved(round_.debits)
    assert BET == round_.cost(Play())
    assert 0 == round_.cost(Fold())
    played = round_.apply(Play())
    assert [opening[0], (1, "bet", BET), *opening[1:]] == _moved(played.debits)
    assert played.debits == played.apply(Fold()).debits
    assert 2 * ANTE + 2_00 + BET == played.held


def test_a_change_takes_its_fee_at_once():
    """One ante a card (R-35), known before it is taken, and held until the round is over."""
    round_ = dealt(CARIBBEAN_POKER)
    changed = round_.apply(Change("2c 3c"))

    assert 2 * ANTE == round_.cost(Change("2c 3c"))
    assert [(1, "ante", ANTE), (1, "change", 2 * ANTE)] == _moved(changed.debits)
    assert 0 == round_.fee(round_.seats[0], 0)
    assert 3 * ANTE == changed.held
    assert 3 * ANTE + BET == changed.apply(Play()).held
    assert 0 == changed.apply(Play()).close().held


def test_an_action_that_cannot_be_takes_nothing():
    """What it would cost can be asked of any action: a change of a number without a fee, or in a game without one."""
    odd = CARIBBEAN_POKER.replace(name="odd", change=ChangeRule(fees={1: 1, 3: 1}))

    assert (ANTE, 0) == (dealt(odd).cost(Change("2c")), dealt(odd).cost(Change("2c 3c")))
    assert 0 == dealt(CYBER_CARIBBEAN_STUD).cost(Change("2c"))
    assert 0 == dealt(CARIBBEAN_POKER).apply(Fold()).cost(Play())


def test_credits_are_what_the_settlement_returns():
    """A line that returns nothing is no credit; stake and winnings come back as one movement a wager."""
    won = dealt(CARIBBEAN_POKER, stacked(["Kc Kd Kh 4c 4d"], "Ac Ks 6c 5d 2h")).apply(Play()).close()
    assert Outcome.WIN is won.settlements[0].outcome
    assert [(1, "ante", 2 * ANTE), (1, "bet", BET + 7 * BET)] == _moved(won.credits)
    assert 150_00 == won.settlements[0].net
    lost = dealt(CARIBBEAN_POKER).apply(Fold()).close()
    assert () == lost.credits


def test_before_the_end_there_are_no_credits():
    """Open rounds owe nothing yet."""
    round_ = dealt(CYBER_CARIBBEAN_STUD)
    assert () == round_.credits == round_.apply(Play()).credits == round_.settlements


def test_every_movement_has_a_key_of_its_own():
    """No two movements of a round share one, nor do those of another deck, context, stake or game."""
    rounds = [
        _finished(game, deck, boxes, context)
        for game in (CARIBBEAN_POKER, OPEN_THIRD)
        for deck in (IN_ORDER, shuffled(random.Random(2)))
        for boxes in (1, 2, 3)
        for context in (None, {"id": "r-1"})
    ]
    keys = [movement.key for round_ in rounds for movement in (*round_.debits, *round_.credits)]

    assert len(keys) == len(set(keys))
    assert len(rounds) == len({round_.key for round_ in rounds})


def _finished(game, deck, boxes, context):
    round_ = dealt(game, deck, boxes=boxes, context=context)
    while round_.seat is not None:
        round_ = round_.apply(Play())
    return closed(round_)


def test_a_key_stays_while_the_round_goes_on():
    """What was debited once is found again under the same key after every later step (so a retry is visible)."""
    round_ = dealt(CARIBBEAN_POKER, boxes=2)
    taken: dict[str, Movement] = {}
    for action in (Change("2c"), Play(), Fold()):
        for debit in round_.debits:
            assert debit == taken.setdefault(debit.key, debit)
        round_ = round_.apply(action)
    assert set(taken) <= {debit.key for debit in round_.close().debits}


def test_a_key_is_the_same_in_another_process():
    """Nothing of it depends on hashing seeds or memory."""
    round_ = _finished(CARIBBEAN_POKER, IN_ORDER, 3, {"id": "r-1"})
    code = (
        "import sys; from caribbean.rounds import Round; r = Round.from_json(sys.stdin.read());"
        "print(*[m.key for m in (*r.debits, *r.credits)], sep='\\n')"
    )
    made = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, input=round_.to_json()
    )
    assert [movement.key for movement in (*round_.debits, *round_.credits)] == made.stdout.split()


def test_closing_twice_gives_the_same_round():
    """R-71: the second time nothing is settled anew, whatever the meter is by then."""
    once = closed(dealt(CYBER_CARIBBEAN_STUD).apply(Play()))
    other = METER.adjust(5, key="later", reason="test", actor="test")[0]

    assert once is once.close()
    assert once is once.close(meter=other)
    assert once.credits == once.close(meter=other).credits


@pytest.mark.parametrize("action", [Fold(), Play(), Change("2c")])
def test_after_the_end_nothing_is_legal(action):
    """R-71: neither a settled nor a void round takes an action."""
    for round_ in (dealt(CARIBBEAN_POKER).apply(Fold()).close(), dealt(CARIBBEAN_POKER).void("over")):
        with pytest.raises(IllegalActionError, match=f"not possible while the round is in phase {round_.phase}"):
            round_.apply(action)
        with pytest.raises(IllegalActionError):
            round_.void("again")
        assert () == round_.legal_actions()
        assert 0 == round_.cost(action)


def test_a_void_round_returns_every_stake():
    """R-74: ante, bet, fee and progressive, each under a key of its own; nothing is held any more."""
    for round_ in (
        dealt(three_boxes(closed_from=3), boxes=3).apply(Play()),
        dealt(CARIBBEAN_POKER, boxes=3).apply(Change("2c 3c")),
        _finished_but_open(CARIBBEAN_HOLDEM),
    ):
        voided = round_.void("the server was struck by lightning")
        assert _moved(round_.debits) == _moved(voided.credits)
        assert round_.held == sum(credit.units for credit in voided.credits)
        assert 0 == voided.held
        assert set() == {debit.key for debit in voided.debits} & {credit.key for credit in voided.credits}
        assert "the server was struck by lightning" == voided.public()["void"]


def _finished_but_open(game):
    return dealt(game).apply(Play())


@pytest.mark.parametrize("reason", ["", "  ", "two\nlines", None, 5, "tab\t"])
def test_a_void_needs_a_reason(reason):
    """One line that says something."""
    with pytest.raises(InputError, match="for a reason, given as one line of text"):
        dealt(CARIBBEAN_HOLDEM).void(reason)


def test_a_round_is_not_closed_before_it_is_decided():
    """The house cannot settle over the player's head."""
    for round_ in (dealt(CARIBBEAN_POKER), dealt(CARIBBEAN_POKER).apply(Change("2c"))):
        with pytest.raises(
            IllegalActionError, match=f"close is not possible while the round is in phase {round_.phase}"
        ):
            round_.close()


@pytest.mark.parametrize("ante", [1, 7, 2**31, 2**31 + 1, 2**53 + 1, MAX_UNITS])
def test_amounts_of_any_size_are_exact(ante):
    """No amount is cut at 31, 53 or 63 bits on its way through a round and its record."""
    round_ = Round.start(PROGRESSIVE_CARIBBEAN_POKER, Stakes(ante=ante), stacked(["Kc Kd Kh 4c 4d"], "Ac Ks 6c 5d 2h"))
    closed_ = round_.apply(Play()).close()

    assert [(1, "ante", 2 * ante), (1, "bet", 2 * ante + 14 * ante)] == _moved(closed_.credits)
    assert closed_ == Round.from_json(closed_.to_json())


# ---- settling against the oracle ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_rounds_settle_as_the_oracle_does(game):
    """500 random rounds: every line of every box is the one that the slow second reading of the rules gives."""
    source = random.Random(f"oracle {game.name}")
    for _ in range(500):
        boxes = source.randint(1, game.boxes.player)
        round_ = dealt(game, shuffled(source), boxes=boxes)
        while round_.seat is not None:
            legal = round_.legal_actions() if source.random() < 0.3 else (Fold(), Play(), Play())
            round_ = round_.apply(source.choice(legal))
        settled = closed(round_)
        for seat, settlement in zip(settled.seats, settled.settlements, strict=True):
            ended, lines = reference.settle(
                game.name,
                player=text(seat.cards).split(),
                dealer=text(settled.dealer).split(),
                board=text(settled.full_board).split(),
                action="play" if seat.played else "fold",
                ante=ANTE,
                changed=len(seat.thrown),
                progressive=seat.stakes.progressive,
                jackpot=METER.units,
            )
            assert ended == settlement.outcome.value
            assert lines == [(line.wager, line.stake, line.result, line.returned) for line in settlement.lines]


# ---- the house completes (R-26, R-70) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "decided"),
    [("2c 2d 5h 4s 3c", Play()), ("Ac Kd Qh Js 9c", Fold()), ("Ac Kd Qh Js Tc", Play()), ("7c 5d 4h 3s 2c", Fold())],
)
def test_the_house_plays_a_pair_or_better(hand, decided):
    """R-70: in 000 the house plays from the lowest pair up and folds below it, the best ace-king included."""
    completed = dealt(PROGRESSIVE_CARIBBEAN_POKER, stacked([hand], "8c 8d 8h 9s 9d")).complete()

    assert (decided, "house", Phase.READY) == (
        completed.seats[0].decision,
        completed.seats[0].decided_by,
        completed.phase,
    )
    assert ["house"] == [event.by for event in completed.events]
    assert "house" == completed.public()["boxes"][0]["decided_by"]


def test_the_house_folds_what_the_funds_cannot_cover():
    """R-70: a pair is played only if the money for the bet is there."""
    round_ = dealt(PROGRESSIVE_CARIBBEAN_POKER, funds=ANTE + 1_00 + BET - 1)

    assert Fold() == round_.complete().seats[0].decision
    assert Play() == round_.complete(funds=BET).seats[0].decision
    assert Fold() == dealt(PROGRESSIVE_CARIBBEAN_POKER).complete(funds=BET - 1).seats[0].decision
    assert Play() == dealt(PROGRESSIVE_CARIBBEAN_POKER).complete().seats[0].decision


def test_the_house_finishes_every_box_with_the_money_there_is():
    """The first box takes the money; what is left must cover the second, or it is folded though it holds a pair."""
    game = OPEN_THIRD.replace(name="completed", interrupted=PROGRESSIVE_CARIBBEAN_POKER.interrupted)
    deck = stacked(["2c 2d 5h 4s 3c", "3d 3h 5c 4c 2s", "6c 6d 5d 4d 2h"], "8c 8d 8h 9s 9d")
    round_ = dealt(game, deck, boxes=3)

    assert [Play(), Fold(), Fold()] == [s.decision for s in round_.complete(funds=2 * BET - 1).seats]
    assert [Play(), Play(), Fold()] == [s.decision for s in round_.complete(funds=2 * BET).seats]
    half = round_.apply(Fold()).complete(funds=BET)
    assert [("player", Fold()), ("house", Play()), ("house", Fold())] == [
        (s.decided_by, s.decision) for s in half.seats
    ]


def test_the_house_decides_after_a_change_too():
    """R-70: it looks at the hand as it is now, and changes nothing itself."""
    game = CARIBBEAN_POKER.replace(name="completed", interrupted=PROGRESSIVE_CARIBBEAN_POKER.interrupted)
    round_ = dealt(game, stacked(["Ac Kd Qh Js 9c"], "8c 8d 8h 9s 9d", "Ad")).apply(Change("9c"))

    assert (Play(), "Ac Kd Qh Js Ad") == (
        round_.complete().seats[0].decision,
        text(round_.complete().seats[0].cards),
    )


@pytest.mark.parametrize("game", [CARIBBEAN_POKER, CARIBBEAN_HOLDEM, CYBER_CARIBBEAN_STUD], ids=lambda game: game.name)
def test_the_other_games_wait(game):
    """R-70: 002, 003 and 004 wait for their player, and the house may not decide for him in any way."""
    round_ = dealt(game)
    with pytest.raises(IllegalActionError, match=rf"{game.name} waits for its player \(R-70\)"):
        round_.complete()
    with pytest.raises(IllegalActionError, match=rf"{game.name} waits for its player \(R-70\)"):
        round_.apply(Fold(), by="house")


# ---- the meter (R-80 … R-85) --------------------------------------------------------------------------------------

SF = "9s 8s 7s 6s 5s"
SF_TOO = "9d 8d 7d 6d 5d"
SF_THIRD = "9c 8c 7c 6c 5c"
ROYAL = "Ah Kh Qh Jh Th"
FLUSH = "Ac Jc 9c 6c 3c"
BEATEN = "2c 2h 4h 4d 8h"


def _standing_at(units: int, seed: int = 10_000_00) -> Meter:
    meter, _ = Meter.start(MeterRule(seed=seed, to_meter=Fraction(0)), key="start")
    return meter.adjust(units - seed, key="set", reason="a test", actor="a test")[0]


def _prizes(hands, meter, *, shares="in-turn", actions=None):
    """The progressive prize of each box, and the round."""
    variant = three_boxes(shares=shares)
    round_ = dealt(variant, stacked(hands, BEATEN), boxes=len(hands))
    for action in actions or [Play()] * len(hands):
        round_ = round_.apply(action)
    settled = round_.close(meter=meter)
    lines = [line for settlement in settled.settlements for line in settlement.lines if line.wager == "progressive"]
    return [line.returned for line in lines], settled


def test_a_straight_flush_and_then_a_royal():
    """R-84 in turn, at a meter of 100,000 and a seed of 10,000: 10,000 and the 90,000 that are left."""
    paid, settled = _prizes([SF, ROYAL], _standing_at(100_000_00))

    assert [10_000_00, 90_000_00] == paid
    assert [(Fraction(1, 10), 10_000_00), (Fraction(1), 90_000_00)] == [(a.part, a.paid) for a in settled.awards]
    assert 10_000_00 == settled.meter_after.units


def test_a_royal_and_then_a_straight_flush():
    """The other order: 100,000, and then a tenth of the seed."""
    paid, settled = _prizes([ROYAL, SF], _standing_at(100_000_00))

    assert [100_000_00, 1_000_00] == paid
    assert 9_000_00 == settled.meter_after.units


def test_shares_in_turn_of_one_kind():
    """Each tenth is of what the earlier ones left, rounded down; the rest stays in the meter (R-81, R-84)."""
    paid, settled = _prizes([SF, SF_TOO, SF_THIRD], _standing_at(1_000_05))

    assert [100_00, 90_00, 81_00] == paid
    assert 1_000_05 - 271_00 == settled.meter_after.units
    assert [1, 1, 1] == [award.sharers for award in settled.awards]


def test_equal_shares_of_equal_prizes():
    """R-84 equal: one tenth, divided by three, the remainder stays in the meter."""
    paid, settled = _prizes([SF, SF_TOO, SF_THIRD], _standing_at(1_000_07), shares="equal")

    assert [33_33, 33_33, 33_33] == paid
    assert [(3, 99_99, 33_33)] == [(award.sharers, award.paid, award.prize) for award in settled.awards]
    assert 1_000_07 - 99_99 == settled.meter_after.units


def test_equal_shares_pay_different_prizes_in_turn():
    """Two straight flushes share their tenth; the royal between them takes what is then left."""
    paid, settled = _prizes([SF, ROYAL, SF_TOO], _standing_at(100_000_00), shares="equal")

    assert [5_000_00, 90_000_00, 5_000_00] == paid
    assert [2, 1] == [award.sharers for award in settled.awards]


def test_fixed_prizes_come_from_the_house():
    """R-82: a flush pays its fixed prize, and the meter does not move."""
    meter = _standing_at(100_000_00)
    paid, settled = _prizes([FLUSH, SF], meter)

    assert [50_00, 10_000_00] == paid
    assert 1 == len(settled.awards)
    assert (meter, meter.units - 10_000_00) == (settled.meter_before, settled.meter_after.units)


def test_a_prize_is_paid_whatever_the_result_and_after_a_fold_where_the_game_says_so():
    """R-24, R-62: the hand alone counts; in 000 a fold loses the wager (R-23)."""
    folded, _ = _prizes([SF, ROYAL], _standing_at(100_000_00), actions=[Fold(), Play()])
    assert [10_000_00, 90_000_00] == folded
    lost = dealt(PROGRESSIVE_CARIBBEAN_POKER, stacked([SF], BEATEN)).apply(Fold()).close(meter=METER)
    assert [(1, "progressive", 0)] == [
        (1, line.wager, line.returned) for line in lost.settlements[0].lines if line.wager == "progressive"
    ]
    assert (METER, ()) == (lost.meter_after, lost.awards)


def test_awards_have_keys_of_the_round():
    """Each award is named after the round and the box, so the log takes it once."""
    _, settled = _prizes([SF, ROYAL], _standing_at(100_000_00))

    assert [f"{settled.key}/1/award", f"{settled.key}/2/award"] == [award.key for award in settled.awards]


def test_the_meter_is_needed_where_a_share_could_be_due():
    """A progressive stake in a game with a share; not without the stake, and not in a game of fixed prizes alone."""
    staked = dealt(CYBER_CARIBBEAN_STUD).apply(Fold())
    bare = Round.start(CYBER_CARIBBEAN_STUD, Stakes(ante=ANTE), IN_ORDER).apply(Fold())

    assert (True, False, False) == (staked.needs_meter, bare.needs_meter, dealt(CARIBBEAN_POKER).needs_meter)
    with pytest.raises(InputError, match="a box staked on a share of the meter, so the meter is needed"):
        staked.close()
    assert Phase.SETTLED is bare.close().phase
    assert METER == bare.close(meter=METER).meter_after


@pytest.mark.parametrize(
    ("game", "meter", "told"),
    [
        (CARIBBEAN_POKER, METER, "caribbean-poker has no jackpot"),
        (CYBER_CARIBBEAN_STUD, 100_000_00, "the meter must be a Meter, not int"),
        (CYBER_CARIBBEAN_STUD, True, "the meter must be a Meter, not bool"),
    ],
)
def test_a_meter_that_cannot_be(game, meter, told):
    """The reason is named and the round stays ready."""
    round_ = dealt(game).apply(Fold())
    with pytest.raises(CaribbeanError, match=told):
        round_.close(meter=meter)
    assert Phase.READY is round_.phase


def test_a_disabled_meter_pays_no_share():
    """R-85: the round stays ready; it can be closed once the meter is enabled, or voided."""
    off, _ = METER.disable(key="off", reason="a test", actor="a test")
    round_ = dealt(CYBER_CARIBBEAN_STUD, stacked([SF], BEATEN)).apply(Play())
    with pytest.raises(InputError, match="the jackpot is disabled"):
        round_.close(meter=off)
    on, _ = off.enable(key="on", reason="a test", actor="a test")
    assert 1 == len(round_.close(meter=on).awards)


# ---- a value ------------------------------------------------------------------------------------------------------


def test_a_round_is_frozen():
    """No field of a round, seat or movement can be set."""
    round_ = dealt(CARIBBEAN_POKER)
    for value, name in ((round_, "phase"), (round_.seats[0], "decision"), (round_.debits[0], "units")):
        with pytest.raises(AttributeError):
            setattr(value, name, None)


def test_rounds_can_be_sent():
    """A round in any phase comes back equal from pickling and copying, with an equal hash."""
    for round_ in (dealt(CARIBBEAN_POKER, boxes=3), _finished(CYBER_CARIBBEAN_STUD, IN_ORDER, 1, {"id": 1})):
        for twin in (pickle.loads(pickle.dumps(round_)), copy.copy(round_), copy.deepcopy(round_)):
            assert (round_, hash(round_), round_.to_json()) == (twin, hash(twin), twin.to_json())


def test_equal_stakes_in_both_forms():
    """Stakes alone are those of box 1."""
    assert Round.start(CARIBBEAN_HOLDEM, Stakes(ante=ANTE), IN_ORDER) == dealt(CARIBBEAN_HOLDEM)


def test_house_rules_hold_in_rounds():
    """Another fee, another bet, other limits: the round asks its variant for each."""
    variant = CARIBBEAN_POKER.replace(bet_multiple=3, limits=Limits(min=5, max=5), change=ChangeRule(fees={2: 7}))
    round_ = Round.start(variant, Stakes(ante=5), IN_ORDER)

    assert (15, 35) == (round_.cost(Play()), round_.cost(Change("2c 2h")))
    assert 2 + 10 == len(round_.legal_actions())
    with pytest.raises(InputError, match="outside the limits"):
        Round.start(variant, Stakes(ante=6), IN_ORDER)


def test_stakes_by_box_in_public():
    """What each box has staked is shown under its number, in the main unit."""
    round_ = Round.start(CARIBBEAN_POKER, {2: Stakes(ante=1_00), 5: Stakes(ante=2_50)}, IN_ORDER).apply(Change("2c"))

    assert [(2, {"ante": "1.00", "change": "1.00"}), (5, {"ante": "2.50"})] == [
        (box["box"], box["wagers"]) for box in round_.public()["boxes"]
    ]
    assert "4.50" == round_.public()["held"]
    assert [{"action": "fold", "takes": "0.00"}, {"action": "play", "takes": "2.00"}] == round_.public()["actions"]


def test_all_that_a_view_says():
    """Every part of the view of a round with a decided, a changed and a closed box, written out."""
    round_ = dealt(CARIBBEAN_POKER, boxes=3, funds=200_00).apply(Fold()).apply(Change("3d 2d"))

    assert {
        "game": "caribbean-poker",
        "fingerprint": CARIBBEAN_POKER.fingerprint,
        "phase": "changed",
        "turn": 2,
        "dealer": {"cards": ["6s"], "hidden": 4},
        "board": [],
        "boxes": [
            {
                "box": 1,
                "closed": False,
                "cards": ["2c", "3c", "4c", "5c", "6c"],
                "hidden": 0,
                "thrown": [],
                "decision": "fold",
                "decided_by": "player",
                "wagers": {"ante": "10.00"},
            },
            {
                "box": 2,
                "closed": False,
                "cards": ["7c", "7d", "4d", "5d", "6d"],
                "hidden": 0,
                "thrown": ["2d", "3d"],
                "decision": None,
                "decided_by": None,
                "wagers": {"ante": "10.00", "change": "20.00"},
            },
            {
                "box": 3,
                "closed": True,
                "cards": [],
                "hidden": 5,
                "thrown": [],
                "decision": "play",
                "decided_by": None,
                "wagers": {"ante": "10.00", "bet": "20.00"},
            },
        ],
        "actions": [{"action": "fold", "takes": "0.00"}, {"action": "play", "takes": "20.00"}],
        "held": "70.00",
        "settlements": [],
        "void": None,
    } == round_.public()
    settled = round_.apply(Play()).close()
    assert [settlement.to_dict() for settlement in settled.settlements] == settled.public()["settlements"]
    assert (None, "settled", "0.00") == tuple(settled.public()[key] for key in ("turn", "phase", "held"))
    assert {"cards": ["2s", "3s", "4s", "5s", "6s"], "hidden": 0} == settled.public()["dealer"]


def test_a_change_is_offered_once_for_each_number_of_cards():
    """The view says how many cards and what it takes, as far as the funds go (R-37)."""
    shown = dealt(CARIBBEAN_POKER, funds=ANTE + BET + 2 * ANTE).public()["actions"]

    assert [
        {"action": "fold", "takes": "0.00"},
        {"action": "play", "takes": "20.00"},
        {"action": "change", "takes": "10.00", "cards": 1},
        {"action": "change", "takes": "20.00", "cards": 2},
    ] == shown
    assert 3 == len(dealt(CARIBBEAN_POKER).public(funds=BET + ANTE)["actions"])


def test_stakes_of_all_games_open_rounds():
    """Each game deals at its own stakes, and its opening is held."""
    for game in ALL:
        boxes = game.boxes.player
        round_ = dealt(game, boxes=boxes)
        opening = sum(s.ante + s.progressive for s in stakes_for(game, boxes).values())
        assert opening + (BET if round_.seats[-1].closed else 0) == round_.held
