"""Rounds driven by chance, held at every step to a model that knows nothing but arithmetic, and to their records."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from caribbean.actions import Change, Fold, Play
from caribbean.cards import CARDS
from caribbean.errors import CaribbeanError, IllegalActionError, InputError
from caribbean.hands import Hand, Rank
from caribbean.jackpot import Meter, MeterRule
from caribbean.payouts import Stakes
from caribbean.rounds import TRANSITIONS, Close, Round, Void
from caribbean.roundstate import Phase
from caribbean.variants import Variant
from decks import EVERY_KIND, METER, OPEN_THIRD, closed, dealt, shuffled, three_boxes
from round_worker import Worker, told
from strategies import variants

COMPLETED = OPEN_THIRD.replace(name="completed", interrupted=Rank(1))


POOLS = {variant.name: st.just(variant) for variant in (*EVERY_KIND, COMPLETED)} | {"any game at all": variants()}


@pytest.fixture(scope="module")
def worker():
    """Another process, for the whole module."""
    process = Worker()
    yield process
    process.stop()


class Rounds(RuleBasedStateMachine):
    """One round: the machine keeps the funds, the stakes and what is decided beside it, in plain numbers."""

    round: Round
    worker: Worker
    pool: st.SearchStrategy[Variant]

    @initialize(data=st.data(), source=st.randoms(use_true_random=False), antes=st.integers(1, 20), known=st.booleans())
    def start(self, data, source, antes, known):
        """Deal a round of some boxes with money for the opening and so many antes more, or with none named."""
        variant = data.draw(self.pool)
        ante = variant.limits.min if variant.limits else source.choice([1, 7, 10_00])
        side = variant.progressive.price if variant.progressive and source.random() < 0.7 else 0
        numbers = source.sample(range(1, variant.boxes.table + 1), source.randint(1, variant.boxes.player))
        self.stakes = {box: Stakes(ante=ante, progressive=side) for box in numbers}
        self.ante, self.bet, self.source = ante, ante * variant.bet_multiple, source
        first = variant.boxes.closed_from or len(numbers) + 1
        closed_boxes = max(0, len(numbers) - first + 1)
        opening = len(numbers) * (ante + side) + closed_boxes * self.bet
        self.funds = min(antes * ante, 2**62) if known and opening < 2**61 else None
        if self.funds is not None:
            with pytest.raises(InputError, match="the opening stakes"):
                Round.start(variant, self.stakes, shuffled(source), funds=opening - 1)
        purse = None if self.funds is None else opening + self.funds
        self.round = Round.start(
            variant, self.stakes, shuffled(source), funds=purse, context={"seed": source.randint(0, 9)}
        )
        self.first_record = self.round.to_json()
        self.staked, self.steps = opening, []
        self.waiting = sorted(numbers)[: len(numbers) - closed_boxes]
        self.over = False

    # ---- steps ----------------------------------------------------------------------------------------------------

    def _take(self, action, units, *, funds=None):
        if funds is not None:
            self.funds = funds
        before = self.round
        self.round = before.apply(action, funds=funds)
        self.steps.append(told(action, funds=funds))
        self.staked += units
        if self.funds is not None:
            self.funds -= units
        assert before.held + units == self.round.held

    @precondition(lambda self: self.waiting and not self.over)
    @rule(wanted=st.sampled_from(["fold", "play", "change"]), data=st.data())
    def decide(self, wanted, data):
        """Take a legal action of the kind that is wanted, or any that there is; where none is, money is missing."""
        legal = self.round.legal_actions()
        kinds = {"fold": Fold, "play": Play, "change": Change}
        fitting = [action for action in legal if isinstance(action, kinds[wanted])] or list(legal)
        if not fitting:
            assert self.round.phase is Phase.CHANGED  # a forced play without the money for it
            return
        action = data.draw(st.sampled_from(fitting))
        units = 0
        if isinstance(action, Play):
            units = self.bet
        elif isinstance(action, Change):
            units = self.round.variant.change.fees[len(action.cards)] * self.ante
        self._take(action, units)
        if not isinstance(action, Change):
            self.waiting.pop(0)

    @precondition(lambda self: self.waiting and not self.over and self.funds is not None)
    @rule(more=st.integers(0, 5))
    def play_with_new_money(self, more):
        """R-51: the player comes back with enough for the bet; what the round knew before does not matter."""
        self._take(Play(), self.bet, funds=self.bet + more)
        self.waiting.pop(0)

    @precondition(lambda self: self.waiting and not self.over and self.funds is not None)
    @rule()
    def play_without_money(self):
        """R-12: one unit less than the bet, and nothing happens."""
        before = self.round.to_json()
        with pytest.raises(IllegalActionError, match="and the funds are"):
            self.round.apply(Play(), funds=self.bet - 1)
        assert before == self.round.to_json()

    @precondition(lambda self: not self.over)
    @rule(thrown=st.sets(st.sampled_from(CARDS), min_size=1, max_size=6))
    def change_anything(self, thrown):
        """Any cards may be named: it is taken iff they are in the box and the numbers allow it."""
        action = Change(thrown)
        reason = self.round.why_illegal(action)
        if reason is None:
            assert {card.id for card in thrown} <= set(self.round.seat.cards)
            self._take(action, self.round.variant.change.fees[len(thrown)] * self.ante)
        else:
            with pytest.raises(IllegalActionError) as caught:
                self.round.apply(action)
            assert (reason, self.round.public()) == (caught.value.reason, caught.value.state)

    @precondition(lambda self: self.waiting and not self.over)
    @rule()
    def complete(self):
        """R-70: the house decides what is left, where the game has a rule, and plays hands of its floor or better."""
        floor = self.round.variant.interrupted
        if floor == "resume":
            with pytest.raises(IllegalActionError, match="waits for its player"):
                self.round.complete()
            return
        if not self.round.legal_actions():  # a forced play without the money for it
            with pytest.raises(IllegalActionError, match="and the funds are"):
                self.round.complete()
            return
        completed = self.round.complete()
        self.steps.append(["Complete", None])
        for seat in completed.seats:
            if seat.decided_by == "house" and isinstance(seat.decision, Play) and not seat.thrown:
                assert Hand([CARDS[card] for card in seat.cards + completed.board]).rank >= floor
        new = [seat for seat in completed.seats if seat.box in self.waiting]
        assert {"house"} == {seat.decided_by for seat in new}
        assert [seat.thrown for seat in self.round.seats] == [seat.thrown for seat in completed.seats]
        units = self.bet * sum(isinstance(seat.decision, Play) for seat in new)
        self.staked, self.waiting, self.round = self.staked + units, [], completed
        if self.funds is not None:
            self.funds -= units

    @precondition(lambda self: not self.waiting and not self.over)
    @rule(units=st.integers(0, 10**9))
    def close(self, units):
        """R-71: once decided, the house settles; lines, credits and meter belong together."""
        meter = None
        if self.round.variant.progressive:
            meter, _ = Meter.start(MeterRule(seed=units, to_meter=METER.rule.to_meter), key="start")
        before = self.round
        self.round = before.close(meter=meter)
        self.steps.append(["Close", None if meter is None else meter.to_plain()])
        self.over = True
        settled = self.round
        assert self.staked == sum(settlement.staked for settlement in settled.settlements)
        assert sum(s.returned for s in settled.settlements) == sum(credit.units for credit in settled.credits)
        assert settled is settled.close(meter=meter)
        if meter is not None:
            assert meter.paid + sum(award.paid for award in settled.awards) == settled.meter_after.paid

    @precondition(lambda self: not self.over)
    @rule(luck=st.integers(0, 3))
    def void(self, luck):
        """R-74: it can be called off until it is settled; every stake comes back."""
        if luck:
            return  # else hardly a round would come to its end
        self.round = self.round.void("a test")
        self.steps.append(["Void", "a test"])
        self.over = True
        assert self.staked == sum(credit.units for credit in self.round.credits)

    @precondition(lambda self: self.over)
    @rule(action=st.sampled_from([Fold(), Play(), Change("2c")]))
    def nothing_more(self, action):
        """R-71: what is over stays so."""
        with pytest.raises(IllegalActionError):
            self.round.apply(action)
        with pytest.raises(IllegalActionError):
            self.round.void("again")

    @rule(steps=st.integers(0, 4))
    def stop_and_go_on_elsewhere(self, steps):
        """Another process goes on from the record after any step; in the end it has written the same bytes."""
        point = max(0, len(self.steps) - steps)
        stored = self.first_record
        for step in (self.steps[:point], self.steps[point:]):
            stored = self.worker.go_on(stored, *step)
        assert self.round.to_json() == stored

    # ---- always ---------------------------------------------------------------------------------------------------

    @invariant()
    def money_adds_up(self):
        """What is held is what was debited, each under a key of its own; known funds are what is left of them."""
        if hasattr(self, "stakes"):
            debits = self.round.debits
            assert self.staked == sum(debit.units for debit in debits)
            assert (0 if self.over else self.staked) == self.round.held
            assert len(debits) == len({debit.key for debit in debits})
            assert self.funds == self.round.funds
            if not self.over:
                assert () == self.round.credits

    @invariant()
    def the_table_is_obeyed(self):
        """The phase fits what is decided, and the house may do what its row says."""
        if hasattr(self, "stakes"):
            phase = self.round.phase
            assert self.over == (phase in (Phase.SETTLED, Phase.VOID)) == (TRANSITIONS[phase] == {})
            if not self.over:
                assert (not self.waiting) == (phase is Phase.READY) == (Close in TRANSITIONS[phase])
                assert Void in TRANSITIONS[phase]
                assert (self.waiting[0] if self.waiting else None) == self.round.public()["turn"]

    @invariant()
    def no_card_is_twice(self):
        """R-1: every card of the deck is in one place, and those drawn are the first of it."""
        if hasattr(self, "stakes"):
            round_ = self.round
            used = b"".join(seat.cards + seat.thrown for seat in round_.seats) + round_.dealer + round_.board
            assert sorted(used) == sorted(round_.deck.ids[: round_.drawn])

    @invariant()
    def the_record_gives_it_back(self):
        """At every step the record gives an equal round and the same bytes."""
        if hasattr(self, "stakes"):
            record = self.round.to_json()
            again = Round.from_json(record)
            assert (self.round, record) == (again, again.to_json())


@pytest.mark.parametrize("name", POOLS)
def test_rounds_by_chance(name, worker):
    """All of the above, over rounds of each game and of games that nobody plays."""
    case = type("Case", (Rounds,), {"worker": worker, "pool": POOLS[name]}).TestCase
    case.settings = settings(
        max_examples=40, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
    )
    case("runTest").runTest()


@pytest.mark.parametrize("variant", EVERY_KIND, ids=lambda variant: variant.name)
def test_a_stop_after_every_step(variant, worker):
    """Stored and loaded in another process after each step, a round ends in the same bytes as without any stop."""
    source = random.Random(f"stops {variant.name}")
    for number in range(25):
        funds = source.choice([None, 1_000_00])
        round_ = dealt(variant, shuffled(source), boxes=1 + number % variant.boxes.player, funds=funds)
        stored = round_.to_json()
        while round_.seat is not None:
            action = source.choice(round_.legal_actions())
            more = None if funds is None else source.randint(500_00, 2_000_00)
            round_ = round_.apply(action, funds=more)
            stored = worker.go_on(stored, told(action, funds=more))
            assert round_.to_json() == stored
        meter = METER.to_plain() if variant.progressive else None
        end = ["Close", meter] if source.random() < 0.8 else ["Void", "a test"]
        ended = closed(round_) if end[0] == "Close" else round_.void("a test")
        assert ended.to_json() == worker.go_on(stored, end)


def test_keys_of_rounds_that_went_on_elsewhere(worker):
    """What was debited here and what is credited there carry the keys that one process alone would have given."""
    round_ = dealt(three_boxes(), shuffled(random.Random(7)), boxes=2)
    there = Round.from_json(worker.go_on(round_.to_json(), told(Play()), told(Fold()), ["Close", METER.to_plain()]))
    here = closed(round_.apply(Play()).apply(Fold()))

    assert (here.debits, here.credits, here.awards) == (there.debits, there.credits, there.awards)


def test_two_who_go_on_from_one_record_disagree_visibly():
    """A record may be loaded twice; two ends of one round have the same key, so whoever stores them sees both."""
    round_ = dealt(three_boxes(), boxes=1)
    folded, played = round_.apply(Fold()), round_.apply(Play())

    assert folded.key == played.key
    assert folded.to_json() != played.to_json()
    with pytest.raises(CaribbeanError):
        folded.apply(Play())
