"""Tables driven by chance, held at every step to a model of purses and chips in plain numbers."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from caribbean.actions import Change, Fold, Play
from caribbean.cards import CARDS
from caribbean.errors import IllegalActionError
from caribbean.games import GAMES
from caribbean.parts import Limits
from caribbean.roundstate import Phase
from caribbean.table import PHASES, Table
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
from caribbean.variants import Variant
from decks import METER, OPEN_THIRD, shuffled, three_boxes

VARIANTS = [
    *GAMES.values(),
    three_boxes(),
    OPEN_THIRD.replace(name="completed", interrupted=GAMES["progressive-caribbean-poker"].interrupted),
]

anything = st.one_of(
    st.builds(BuyIn, st.integers(-1, 500_00)),
    st.builds(Deposit, st.integers(-1, 100_00)),
    st.builds(ChooseChip, st.sampled_from([1_00, 5_00, 25_00, 7])),
    st.builds(Place, st.integers(0, 7), st.sampled_from(["ante", "progressive", "side"])),
    st.builds(Remove, st.integers(0, 7), st.sampled_from(["ante", "progressive"])),
    st.builds(Show, st.sampled_from(["paytable", "rules", "log", "version", "help"])),
    st.builds(CallOff, st.sampled_from(["a test", ""])),
    st.sampled_from(
        [Undo(), Clear(), DealCards(), Settle(), Rebet(), NewGame(), Leave(), Return(), Fold(), Play(), Change("2c Ah")]
    ),
    st.sets(st.sampled_from(CARDS), min_size=1, max_size=5).map(Change),
)
"""Any action, most of them refused at any one moment."""


class Tables(RuleBasedStateMachine):
    """A table, and beside it what its player should have: purses, chips in order, stakes held, nets of rounds."""

    table: Table

    variant: Variant

    @initialize(
        account=st.integers(0, 2_000_00),
        mid=st.booleans(),
        limits=st.sampled_from([Limits(min=1_00, max=100_00), Limits(min=5_00, max=26_00)]),
        source=st.randoms(use_true_random=False),
    )
    def open(self, account, mid, limits, source):
        """Open a table."""
        self.table = Table.open(
            self.variant, account=account, chips=(1_00, 5_00, 25_00), mid_round_buy_in=mid, limits=limits
        )
        self.source, self.limits = source, limits
        self.account, self.balance, self.chips, self.last = account, 0, [], []
        self.brought, self.nets, self.dealt = account, 0, 0

    # ---- steps ----------------------------------------------------------------------------------------------------

    def _do(self, action) -> None:
        """Apply a legal action to the table and to the model."""
        before = self.table
        more = {}
        if isinstance(action, DealCards):
            more = {"deck": shuffled(self.source), "context": self.dealt}
            self.dealt += 1
        elif isinstance(action, Settle):
            more = {"meter": METER if before.variant.progressive else None}
        self.table = before.apply(action, **more)
        self._follow(action, before)

    def _follow(self, action, before: Table) -> None:
        self._follow_money(action, before)
        match action:
            case Place(box, spot):
                units = before.chip if spot == "ante" else before.variant.progressive.price
                self.chips.append((box, spot, units))
                self.balance -= units
            case Undo():
                self.balance += self.chips.pop()[2]
            case Remove(box, spot):
                last = [place for place, chip in enumerate(self.chips) if chip[:2] == (box, spot)][-1]
                self.balance += self.chips.pop(last)[2]
            case Clear():
                self.balance += sum(chip[2] for chip in self.chips)
                self.chips = []
            case Rebet():
                self.chips = list(self.last)
                self.balance -= sum(chip[2] for chip in self.chips)
            case DealCards():
                self.last, self.chips = self.chips, []
                self.balance -= self.table.round.held - sum(chip[2] for chip in self.last)
            case Play() | Change():
                self.balance -= before.round.cost(action)

    def _follow_money(self, action, before: Table) -> None:
        match action:
            case BuyIn(units):
                self.account, self.balance = self.account - units, self.balance + units
            case Deposit(units):
                self.account, self.brought = self.account + units, self.brought + units
            case Leave() if before.stage == "playing" and before.variant.interrupted != "resume":
                self.balance -= self.table.round.held - before.round.held
            case Settle() | CallOff():
                round_ = self.table.log[-1]
                self.balance += sum(credit.units for credit in round_.credits)
                self.nets += sum(settlement.net for settlement in round_.settlements)
        went = (isinstance(action, Leave) and before.stage != "playing") or self.table.stage == "left"
        if went:
            self.balance += sum(chip[2] for chip in self.chips)
            self.account, self.balance, self.chips = self.account + self.balance, 0, []

    @precondition(lambda self: self.table.legal_actions())
    @rule(data=st.data())
    def do_something_legal(self, data):
        """Every action that is said to be legal is taken; hardly anyone leaves for good, so that rounds are played."""
        legal = self.table.legal_actions()
        lasting = [action for action in legal if not isinstance(action, (Leave, Show))] or legal
        self._do(data.draw(st.sampled_from(lasting)))

    @precondition(lambda self: self.table.stage == "betting")
    @rule(box=st.integers(1, 3), chip=st.sampled_from([5_00, 25_00]), side=st.booleans())
    def bet_and_deal(self, box, chip, side):
        """The usual way into a round, as far as it goes."""
        for action in (
            BuyIn(100_00),
            ChooseChip(chip),
            Place(box),
            Place(box, "progressive") if side else None,
            DealCards(),
        ):
            if action is not None and self.table.why_illegal(action) is None:
                self._do(action)

    @precondition(lambda self: self.table.stage in ("playing", "ready", "over"))
    @rule(first=st.sampled_from([Play(), Fold(), None]), data=st.data())
    def go_on(self, first, data):
        """The usual way out of one."""
        changes = [action for action in self.table.legal_actions() if isinstance(action, Change)]
        if first is None and changes:
            self._do(data.draw(st.sampled_from(changes)))
            return
        for action in (first or Play(), Fold(), Play(), Settle(), Rebet(), NewGame()):
            if self.table.why_illegal(action) is None:
                self._do(action)
                return

    @precondition(lambda self: self.table.stage == "playing")
    @rule()
    def leave_in_a_round(self):
        """R-70: the round waits, or the house decides and the player is gone once it is settled."""
        before = self.table
        self._do(Leave())
        if before.variant.interrupted == "resume":
            assert ("away", before.round) == (self.table.stage, self.table.round)
            assert all(isinstance(action, (Return, BuyIn)) for action in self.table.legal_actions())
        else:
            assert "ready" == self.table.stage
            new = self.table.round.seats[before.round.turn :]
            assert {"house", None} >= {seat.decided_by for seat in new}  # a closed box is nobody's to decide
            self._do(Settle())
            assert ("left", 0) == (self.table.stage, self.table.balance)

    @rule(action=anything)
    def try_anything(self, action):
        """Whatever is asked for is taken iff nothing is said against it; refused, it leaves everything as it was."""
        reason = self.table.why_illegal(action)
        if reason is None:
            if not isinstance(action, Leave):
                self._do(action)
            return
        assert action not in self.table.legal_actions()
        before = self.table
        try:
            before.apply(action, deck=shuffled(self.source), meter=METER)
        except IllegalActionError as error:
            refusal = (error.reason, error.state)
        assert (reason, before.public()) == refusal
        assert before is self.table

    # ---- always ---------------------------------------------------------------------------------------------------

    @invariant()
    def purses_are_the_model_s(self):
        """Account, balance and chips are what the model has; neither purse is ever below zero."""
        table = self.table
        assert (self.account, self.balance) == (table.account, table.balance)
        assert self.chips == [(chip.box, chip.spot, chip.units) for chip in table.placed]
        assert min(table.account, table.balance) >= 0

    @invariant()
    def nothing_is_lost(self):
        """What lies in purses, on spots and in the round is what came in, plus the nets of all rounds."""
        table = self.table
        held = table.round.held if table.round else 0
        assert self.brought + self.nets == (
            table.account + table.balance + sum(chip.units for chip in table.placed) + held
        )

    @invariant()
    def the_stage_is_that_of_the_round(self):
        """What may be done is in the row of the stage, each action once; limits hold for whatever is dealt (R-25)."""
        table = self.table
        legal = table.legal_actions()
        assert len(legal) == len(set(legal))
        assert {type(action) for action in legal} <= set(PHASES[table.stage])
        if table.stage in ("playing", "away"):
            assert table.round.phase in (Phase.DECISION, Phase.CHANGED)
            assert (BuyIn in {type(action) for action in legal}) == (table.mid_round_buy_in and table.account > 0)
        elif table.stage in ("ready", "over"):
            assert (table.round.phase is Phase.READY) == (table.stage == "ready")
        for round_ in (table.round, *table.log):
            if round_ is not None:
                assert all(self.limits.min <= seat.stakes.ante <= self.limits.max for seat in round_.seats)

    @invariant()
    def keys_are_used_once(self):
        """No movement stands in the journal twice."""
        keys = [line.key for line in self.table.journal if line.key is not None]
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_tables_by_chance(variant):
    """All of the above, at tables of each game and of two that nobody plays."""
    case = type("Case", (Tables,), {"variant": variant}).TestCase
    case.settings = settings(
        max_examples=30, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
    )
    case("runTest").runTest()
