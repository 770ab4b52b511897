"""Faults that other people's rounds had in public, each by its name: none of them happens here."""

from __future__ import annotations

import inspect
import json
import random

import pytest

from boxes import ALL, STUD
from caribbean.actions import Change, Fold, Play
from caribbean.cards import CARDS
from caribbean.errors import CaribbeanError, IllegalActionError, InputError, InputTypeError, RecordError
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.money import parse_amount
from caribbean.parts import Limits, Outcome
from caribbean.payouts import Stakes
from caribbean.rounds import Round
from caribbean.roundstate import Phase
from caribbean.table import Table
from caribbean.table_actions import BuyIn, ChooseChip, DealCards, Place, Rebet, Settle
from decks import ANTE, BET, IN_ORDER, METER, closed, dealt, hidden_places, shuffled, stacked, text

NO_STAKES = [-1, 0, float("nan"), True, "10", 10.0, 2**63, None, float("inf"), 1j, b"10", [10]]
FULL_HOUSE = stacked(["Kc Kd Kh 4c 4d"], "Ac Ks 6c 5d 2h")


def _random_end(game, source):
    round_ = dealt(game, shuffled(source), boxes=source.randint(1, game.boxes.player))
    while round_.seat is not None:
        round_ = round_.apply(source.choice(round_.legal_actions()))
    return closed(round_)


def test_a_win_is_not_paid_again_at_a_later_stake():
    """Game King: a won hand was brought back and paid at a higher denomination. Here a round keeps its stakes."""
    table = Table.open(
        CARIBBEAN_POKER,
        account=1_000_00,
        chips=(10_00, 100_00),
        mid_round_buy_in=False,
        limits=Limits(min=1_00, max=500_00),
    )
    for action in (BuyIn(500_00), Place(1)):
        table = table.apply(action)
    won = table.apply(DealCards(), deck=FULL_HOUSE).apply(Play()).apply(Settle())
    assert 150_00 == won.round.settlements[0].net
    richer = won.apply(Rebet()).apply(ChooseChip(100_00)).apply(Place(1))

    assert won.balance - 110_00 == richer.balance
    with pytest.raises(IllegalActionError):
        richer.apply(Settle())
    assert won.round.credits == won.round.close().credits == Round.from_json(won.round.to_json()).credits


def test_a_stake_cannot_be_raised_after_the_deal():
    """The record with a higher ante is refused, the round itself cannot be changed."""
    settled = dealt(CARIBBEAN_POKER, FULL_HOUSE).apply(Play()).close()
    with pytest.raises(RecordError):
        Round.from_json(settled.to_json().replace('"ante":"10.00"', '"ante":"100.00"'))
    with pytest.raises(AttributeError):
        settled.seats[0].stakes.ante = 100_00


def test_nothing_of_a_round_is_left_in_the_next():
    """Betfred: the state of the last round leaked. Here the order in which rounds are played changes no byte of any."""
    source = random.Random("leak")
    plans = [(game, shuffled(source)) for game in ALL for _ in range(10)]

    def play(plan):
        game, deck = plan
        round_ = dealt(game, deck, boxes=game.boxes.player)
        while round_.seat is not None:
            kinds = [action for action in round_.legal_actions() if not isinstance(action, Play)]
            round_ = round_.apply(kinds[deck.ids[0] % len(kinds)])
        return closed(round_).to_json()

    alone = list(map(play, plans))
    for order in (reversed(range(len(plans))), source.sample(range(len(plans)), len(plans))):
        assert {number: play(plans[number]) for number in order} == dict(enumerate(alone))


def test_what_is_shown_is_what_is_paid():
    """Paddy Power: the display promised another sum. Here view, text, record and credits have the same amounts."""
    source = random.Random("shown")
    for _ in range(400):
        settled = _random_end(source.choice(ALL), source)
        record = json.loads(settled.to_json())["body"]["settlements"]
        for seat, settlement, shown, kept in zip(
            settled.seats, settled.settlements, settled.public()["settlements"], record, strict=True
        ):
            paid = sum(credit.units for credit in settled.credits if credit.box == seat.box)
            assert (
                paid
                == parse_amount(shown["returned"], 2)
                == sum(parse_amount(line["returned"], 2) for line in kept["lines"])
            )
            assert shown["net"] == kept["net"]
            assert f"returned {shown['returned']}" in settlement.explain()


def test_no_game_is_settled_by_the_rules_of_another():
    """GGPoker: one game's rule was applied in another. The same cards pay in each game what its own sheet says."""
    hand, beaten = "Ah Jh 9h 6h 3h", "Ac Kd 8s 7c 2d"
    for game in STUD:
        settled = closed(dealt(game, stacked([hand], beaten)).apply(Play()))
        flush = {line.wager: line.returned for line in settled.settlements[0].lines}
        assert (2 * ANTE, BET + 5 * BET) == (flush["ante"], flush["bet"])
        assert (50_00 if game.progressive else None) == flush.get("progressive")
    in_hold_em = dealt(CARIBBEAN_HOLDEM, stacked(["Ah Jh"], "Ac Kd", "9h 6h 3h 2s 2d")).apply(Play()).close()
    assert Outcome.NO_QUALIFY is in_hold_em.settlements[0].outcome
    qualified = dealt(CARIBBEAN_HOLDEM, stacked(["Ah Jh"], "Ac 9d", "9h 6h 3h 2s 2d")).apply(Play()).close()
    assert [(3 * ANTE), 2 * BET] == [line.returned for line in qualified.settlements[0].lines]


def test_a_record_with_the_rules_of_another_game_is_refused():
    """The rules stand in the record with their fingerprint; other rules settle otherwise or have another one."""
    one = json.loads(dealt(CYBER_CARIBBEAN_STUD).apply(Fold()).void("x").to_json())
    other = json.loads(dealt(PROGRESSIVE_CARIBBEAN_POKER).apply(Fold()).void("x").to_json())
    one["body"]["variant"] = other["body"]["variant"]
    with pytest.raises(RecordError, match=r"body\.fingerprint"):
        Round.from_json(json.dumps(one))


def test_no_message_has_a_hidden_card():
    """GGPoker 2023: what a client was sent told the cards to come; see test_rounds_hidden.py too."""
    round_ = dealt(CARIBBEAN_POKER, boxes=3)
    hidden = {CARDS[round_.deck.ids[place]].text for place in hidden_places(round_)}
    told = json.dumps({**round_.public(), "fingerprint": ""}) + repr(round_)

    assert 46 == len(hidden)
    assert [] == [card for card in hidden if card in told]


def test_a_round_has_no_chance_of_its_own():
    """PlanetPoker seeded its shuffle with a 32-bit clock. A round shuffles nothing: it takes a whole deck, or none."""
    assert inspect.Parameter.empty is inspect.signature(Round.start).parameters["deck"].default
    for deck in (None, 1_234_567_890, b"\0" * 32, list(CARDS)):
        with pytest.raises(InputTypeError, match="the deck must be a Deck"):
            dealt(CYBER_CARIBBEAN_STUD, deck)


@pytest.mark.parametrize("ante", [2**31 - 1, 2**31, 2**31 + 1, 2**32, 2**32 + 1, 2**53 + 1])
def test_a_stake_beyond_31_bits(ante):
    """Betfair took a stake of 2^31 pence for a negative one. Every amount here is what it is."""
    settled = Round.start(CARIBBEAN_HOLDEM, Stakes(ante=ante), IN_ORDER, funds=3 * ante).apply(Play()).close()

    assert [ante, 2 * ante] == [debit.units for debit in settled.debits]
    assert 0 == settled.funds
    assert settled == Round.from_json(settled.to_json())


def test_a_retry_pays_under_the_same_keys():
    """Paid twice on a retry: whoever closes a stored round again gets the same credits, so a ledger takes them once."""
    ready = dealt(CARIBBEAN_POKER, FULL_HOUSE).apply(Play())
    ledger = {}
    for attempt in (ready.close(), ready.close(), Round.from_json(ready.to_json()).close(), ready.close().close()):
        for credit in attempt.credits:
            assert credit == ledger.setdefault(credit.key, credit)
    assert 180_00 == sum(credit.units for credit in ledger.values())


def test_a_refund_and_then_a_retry():
    """A void round cannot be settled, nor a settled one voided: in a record neither, too."""
    ready = dealt(CARIBBEAN_POKER, FULL_HOUSE).apply(Play())
    voided, settled = ready.void("refund"), ready.close()
    for round_, step in (
        (voided, lambda r: r.close()),
        (voided, lambda r: r.void("again")),
        (voided, lambda r: r.apply(Play())),
        (settled, lambda r: r.void("refund")),
    ):
        for twin in (round_, Round.from_json(round_.to_json())):
            with pytest.raises(IllegalActionError, match="not possible while the round is in phase"):
                step(twin)
    assert voided.key == settled.key  # so that a log sees two ends of one round


def test_a_stake_is_taken_once():
    """Not at the start and on the loss again: a lost round costs its stakes, and gives nothing back."""
    lost = (
        dealt(CARIBBEAN_POKER, stacked(["Ac Kd 8h 7s 3d"], "Ks Kh Kc 4s 4h")).apply(Change("3d")).apply(Play()).close()
    )

    assert Outcome.LOSE is lost.settlements[0].outcome
    assert 40_00 == sum(debit.units for debit in lost.debits) == -lost.settlements[0].net
    assert [] == [credit for credit in lost.credits if credit.units <= 0]
    source = random.Random("once")
    for _ in range(400):
        settled = _random_end(source.choice(ALL), source)
        taken = [(debit.box, debit.wager, debit.units) for debit in settled.debits]
        assert sorted(taken) == sorted(
            (seat.box, line.wager, line.stake)
            for seat, settlement in zip(settled.seats, settled.settlements, strict=True)
            for line in settlement.lines
        )


def test_no_action_after_the_end():
    """A settled round takes no fold that would save a lost bet, and no second play."""
    settled = dealt(CARIBBEAN_POKER, stacked(["7c 5d 4h 3s 2c"], "Ks Kh Kc 4s 4d")).apply(Play()).close()
    for action in (Fold(), Play(), Change("7c")):
        with pytest.raises(IllegalActionError, match="in phase settled"):
            settled.apply(action)


def test_no_double_draw():
    """Cards are drawn once: asking twice for the same change gives the same cards, and a second change is refused."""
    round_ = dealt(CARIBBEAN_POKER)
    changed = round_.apply(Change("2c 2h"))

    assert changed == round_.apply(Change("2h 2c"))
    with pytest.raises(IllegalActionError, match="change is not possible while the round is in phase changed"):
        changed.apply(Change(text(changed.seats[0].cards[:1])))
    assert 12 == changed.drawn


def test_reloading_after_a_loss_meets_the_same_cards():
    """Whoever loads the round from before his decision finds the deck as it was: no other card ever comes."""
    source = random.Random("reload")
    for _ in range(50):
        round_ = dealt(CARIBBEAN_POKER, shuffled(source))
        saved = round_.to_json()
        thrown = Change([CARDS[card_id] for card_id in source.sample(round_.seats[0].cards, 2)])
        lost = round_.apply(thrown).apply(Play()).close()
        for _ in range(2):
            again = Round.from_json(saved).apply(thrown).apply(Play()).close()
            assert lost == again
        other = Round.from_json(saved).apply(Play()).close()
        assert lost.dealer == other.dealer
        assert lost.key == other.key


@pytest.mark.parametrize("stake", NO_STAKES, ids=repr)
def test_what_is_no_stake(stake):
    """−1, 0, NaN, True, "10", 10.0, 2^63, None: none of them is an ante, and no round is dealt with one."""
    with pytest.raises(CaribbeanError, match="the ante must be"):
        Stakes(ante=stake)
    if stake != 0 or stake is False:
        with pytest.raises(CaribbeanError, match="the progressive stake must be"):
            Stakes(ante=1, progressive=stake)
    with pytest.raises(CaribbeanError):
        Round.start(CARIBBEAN_POKER, {1: stake}, IN_ORDER)
    with pytest.raises(CaribbeanError):
        Round.start(CARIBBEAN_POKER, stake, IN_ORDER)


@pytest.mark.parametrize("text_", ["-1.00", "0.00", "NaN", "1e3", "10.001", "", "١٠.00", "1,00", "+5.00", " 5.00"])
def test_what_is_no_stake_in_a_record(text_):
    """A stake that is no amount is refused in a record as well."""
    record = json.loads(dealt(CYBER_CARIBBEAN_STUD).to_json())
    record["body"]["boxes"][0]["ante"] = text_
    with pytest.raises(RecordError):
        Round.from_json(json.dumps(record))


def test_funds_are_checked_and_spent_in_one_step():
    """Checked first and spent later, the same money would pay for two boxes. Here each step leaves what is left."""
    deck = stacked(["2c 2d 5h 4s 3c", "3d 3h 5c 4c 2s"], "8c 8d 8h 9s 9d")
    round_ = dealt(CARIBBEAN_POKER, deck, boxes=2, funds=2 * ANTE + BET)
    once = round_.apply(Play())

    assert 0 == once.funds
    with pytest.raises(IllegalActionError, match=r"takes 20\.00, and the funds are 0\.00"):
        once.apply(Play())
    assert (Fold(),) == once.legal_actions()
    changed = dealt(CARIBBEAN_POKER, deck, boxes=2, funds=2 * ANTE + BET + ANTE).apply(Change("2c"))
    assert BET == changed.funds
    with pytest.raises(IllegalActionError, match=r"funds are 0\.00"):
        changed.apply(Play()).apply(Play())


def test_funds_of_the_host_bind_the_step_that_they_were_checked_for():
    """The amount that was checked is the one that is recorded and spent."""
    round_ = dealt(CARIBBEAN_HOLDEM).apply(Play(), funds=25_00)

    assert (5_00, 25_00) == (round_.funds, round_.events[0].funds)
    with pytest.raises(RecordError, match=r"takes 20\.00, and the funds are 19\.00"):
        Round.from_json(round_.to_json().replace('"funds":"25.00"', '"funds":"19.00"'))


def test_the_jackpot_pays_what_it_shows():
    """The prize is taken from the very meter that the round was closed with, and stands in its record."""
    royal = dealt(CYBER_CARIBBEAN_STUD, stacked(["As Ks Qs Js Ts"], "2c 2h 4h 4d 8h")).apply(Play())
    settled = royal.close(meter=METER)

    assert METER.units == settled.awards[0].paid == settled.credits[-1].units
    assert METER == settled.meter_before
    assert settled.meter_after.seeds == 2 * METER.rule.seed


def test_a_refused_closing_leaves_the_round_ready():
    """An error on the way to the settlement pays nothing and closes nothing."""
    ready = dealt(CYBER_CARIBBEAN_STUD).apply(Play())
    before = ready.to_json()
    for meter in (None, 5, "5.00"):
        with pytest.raises((InputError, InputTypeError)):
            ready.close(meter=meter)
    assert (Phase.READY, before, ()) == (ready.phase, ready.to_json(), ready.credits)
