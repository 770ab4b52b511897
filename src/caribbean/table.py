"""A player at a table: two purses, chips, bets, the round, and what comes after it. Knows no game by name.

Like a round, a table is frozen and a step gives a new one. `PHASES` says what may be done when; guards refuse, with a
reason. The balance is the fold of the journal and is kept nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Self, get_args

import msgspec

from .actions import Change, Fold, Play
from .cards import Deck
from .closing import void_problem
from .errors import CaribbeanError, IllegalActionError, InputError, InputTypeError, VariantError, raise_all
from .jackpot import Meter
from .money import amount_problem
from .parts import Limits
from .payouts import Stakes
from .rounds import Round
from .roundstate import Phase
from .rulebook import paytable, rules
from .table_actions import (
    BuyIn,
    CallOff,
    ChooseChip,
    Clear,
    DealCards,
    Deposit,
    Leave,
    NewGame,
    Panel,
    Place,
    Rebet,
    Remove,
    Return,
    Settle,
    Show,
    Spot,
    TableAction,
    Undo,
)
from .tablestate import Chip, Stage, TableState, Transfer
from .variants import Variant
from .versions import library_version

_LOOKING: Final = (Show, Leave)

PHASES: Final[Mapping[Stage, tuple[type, ...]]] = {
    "betting": (BuyIn, Deposit, ChooseChip, Place, Undo, Remove, Clear, DealCards, Rebet, *_LOOKING),
    "playing": (BuyIn, Deposit, Fold, Play, Change, CallOff, *_LOOKING),
    "ready": (Settle, CallOff, Deposit, Show),
    "over": (BuyIn, Deposit, Rebet, NewGame, *_LOOKING),
    "away": (BuyIn, Deposit, Return, CallOff),
    "left": (),
}
"""Stage → the kinds of action it allows. The house completes a round that its player left, so `ready` has no leave."""

LOG_ROUNDS: Final = 10
"""How many of the last rounds the log of a table shows."""


class Table(TableState, frozen=True, kw_only=True):
    """A player at a table. Made by `Table.open`; every action gives a new table."""

    @classmethod
    def open(
        cls,
        variant: Variant,
        *,
        account: int,
        chips: tuple[int, ...],
        mid_round_buy_in: bool,
        limits: Limits | None = None,
    ) -> Self:
        """Open a table for a player with `account` units and these chips, the smallest one chosen.

        `limits` are the table's; without, those of the variant hold, and with neither no table opens (R-25).
        `mid_round_buy_in`: whether money may come in while a round waits for it (R-51) or only between rounds (R-27).
        """
        problems: list[CaribbeanError] = []
        if not isinstance(variant, Variant):
            raise InputTypeError(f"the variant must be a Variant, not {type(variant).__name__}")
        if limits is None and variant.limits is None:
            problems.append(VariantError([("limits", f"a table of {variant.name} cannot open without limits (R-25)")]))
        if not isinstance(chips, tuple) or not chips:
            problems.append(InputTypeError("the chips must be a tuple of amounts in units"))
        else:
            problems += [problem for chip in chips if (problem := amount_problem(chip, "a chip"))]
        if problem := amount_problem(account, "the account", least=0):
            problems.append(problem)
        if not isinstance(mid_round_buy_in, bool):
            problems.append(InputTypeError("mid_round_buy_in must be true or false"))
        raise_all(problems)
        return cls(
            variant=variant if limits is None else variant.replace(limits=limits),
            chips=tuple(sorted(set(chips))),
            chip=min(chips),
            mid_round_buy_in=mid_round_buy_in,
            journal=(Transfer("open", account, 0),),
        )

    # ---- asking -----------------------------------------------------------------------------------------------------

    def why_illegal(self, action: TableAction) -> str | None:
        """Why an action is refused now, None where it is legal."""
        if type(action) not in PHASES[self.stage]:
            return f"{_kind(action)} is not possible at this table now ({self.stage})"
        if isinstance(action, (Fold, Play, Change)):
            return self._the_round.why_illegal(action, funds=self.balance)
        guard = _GUARDS.get(type(action))
        return guard(self, action) if guard else None

    def legal_actions(self) -> tuple[TableAction, ...]:
        """Every action that is legal now; of the amounts to buy in, the chips and the whole account."""
        return tuple(action for action in self._conceivable() if self.why_illegal(action) is None)

    # ---- moving -----------------------------------------------------------------------------------------------------

    def apply(
        self, action: TableAction, *, deck: Deck | None = None, meter: Meter | None = None, context: Any = None
    ) -> Self:
        """The table after an action; `IllegalActionError` says why it is refused, and nothing has changed then.

        `DealCards` needs a `deck` and takes the host's `context` for the record; `Settle` takes the `meter`.
        """
        reason = self.why_illegal(action)
        if reason:
            raise IllegalActionError(reason, self.public())
        match action:
            case Fold() | Play() | Change():
                return self._decided(action)
            case DealCards():
                return self._dealt(deck, context)
            case Settle():
                return self._ended(self._the_round.close(meter=meter))
            case CallOff():
                return self._ended(self._the_round.void(action.reason))
            case Leave():
                return self._gone()
        return self._with(**_STEPS[type(action)](self, action))

    def public(self) -> dict[str, Any]:
        """All that may be shown to the player, as plain values; money as text in the main unit."""
        money = self.money
        return {
            "game": self.variant.name,
            "stage": self.stage,
            "account": money(self.account),
            "balance": money(self.balance),
            "chip": money(self.chip),
            "bets": {box: {"ante": money(ante), "progressive": money(side)} for box, (ante, side) in self.bets.items()},
            "buy_in_offered": self.buy_in_offered,
            "panel": self.panel,
            "round": self.round and self.round.public(funds=self.balance),
        }

    def look(self) -> Any:
        """What the open panel shows, made from the very rules that settle: rows, sections, views of rounds, or text."""
        match self.panel:
            case "paytable":
                return paytable(self.variant)
            case "rules":
                return rules(self.variant)
            case "log":
                return tuple(round_.public() for round_ in self.log)
            case "version":
                return library_version()
        return None

    # ---- inside -----------------------------------------------------------------------------------------------------

    def _with(self, **changes: Any) -> Self:
        return msgspec.structs.replace(self, **changes)

    @property
    def _the_round(self) -> Round:
        if self.round is None:
            raise InputError("there is no round")
        return self.round

    def _decided(self, action: Fold | Play | Change) -> Self:
        return self._following(self._the_round.apply(action, funds=self.balance))

    def _following(self, round_: Round) -> Self:
        """The table with a round moved on: what it newly took stands in the journal."""
        known = {transfer.key for transfer in self.journal}
        stakes = tuple(
            Transfer("stake", 0, -debit.units, debit.key) for debit in round_.debits if debit.key not in known
        )
        stage: Stage = "ready" if round_.phase is Phase.READY else "playing"
        return self._with(round=round_, journal=self.journal + stakes, stage=stage, panel=None)

    def _dealt(self, deck: Deck | None, context: Any) -> Self:
        if deck is None:
            raise InputError("the cards are dealt from a deck: give one")
        stakes = {box: Stakes(ante=ante, progressive=side) for box, (ante, side) in self.bets.items()}
        purse = self.balance + sum(chip.units for chip in self.placed)
        round_ = Round.start(self.variant, stakes, deck, funds=purse, context=context)
        if any(past.deck == deck for past in self.log):
            raise InputError("this deck was dealt before; another round needs one of its own (R-1)")
        carried = Transfer("carried", self.account, purse)  # the lines of earlier rounds in one, or they would pile up
        return self._with(placed=(), last_bets=self.placed, journal=(carried,))._following(round_)

    def _ended(self, round_: Round) -> Self:
        """The table with its round settled or void: what goes back to the player stands in the journal."""
        returns = tuple(Transfer("return", 0, credit.units, credit.key) for credit in round_.credits)
        after = self._with(
            round=round_,
            journal=self.journal + returns,
            stage="over",
            panel=None,
            log=(*self.log, round_)[-LOG_ROUNDS:],
        )
        return after._gone() if self.leaving else after

    def _gone(self) -> Self:
        """Away from the table: from an open round by the rule for interrupted rounds (R-70), else with the balance."""
        if self.stage == "playing" and self.round is not None:
            if self.variant.interrupted == "resume":
                return self._with(stage="away", panel=None)
            return self._with(leaving=True)._following(self.round.complete(funds=self.balance))
        cleared = self._with(placed=(), panel=None)
        out = Transfer("cash-out", cleared.balance, -cleared.balance)
        return cleared._with(stage="left", journal=(*self.journal, out))

    def _conceivable(self) -> Iterator[TableAction]:
        """The actions worth asking about in this stage."""
        boxes = range(1, self.variant.boxes.table + 1)
        spots: tuple[Spot, ...] = ("ante", "progressive")
        every: dict[type, list[TableAction]] = {
            BuyIn: [BuyIn(units) for units in sorted({*self.chips, self.account})],
            ChooseChip: [ChooseChip(units) for units in self.chips],
            Place: [Place(box, spot) for box in boxes for spot in spots],
            Remove: [Remove(box, spot) for box in boxes for spot in spots],
            Show: [Show(panel) for panel in get_args(Panel)],
            Deposit: [],  # these two are the host's
            CallOff: [],
        }
        for kind in PHASES[self.stage]:
            if kind in (Fold, Play, Change):
                continue
            yield from every[kind] if kind in every else [kind()]
        if self.stage == "playing" and self.round is not None:
            yield from self.round.legal_actions(funds=self.balance)


def _kind(action: object) -> str:
    return type(action).__name__


# ---- guards: why an action that the stage allows is refused -------------------------------------------------------


def _buying_in(table: Table, action: BuyIn) -> str | None:
    if table.stage in ("playing", "away") and not table.mid_round_buy_in:
        return "money comes in between rounds only (R-27)"
    problem = amount_problem(action.units, "the amount to buy in")
    if problem:
        return str(problem)
    if action.units > table.account:
        return f"the account holds {table.money(table.account)}, less than {table.money(action.units)}"
    return None


def _depositing(table: Table, action: Deposit) -> str | None:
    problem = amount_problem(action.units, "the deposit")
    if problem is None:
        owned = table.account + table.balance + sum(chip.units for chip in table.placed)
        problem = amount_problem(owned + action.units, "the account and the balance together")
    return str(problem) if problem else None


def _choosing(table: Table, action: ChooseChip) -> str | None:
    if type(action.units) is not int or action.units not in table.chips:
        return f"there is no such chip; the chips are {', '.join(map(table.money, table.chips))}"
    return "that chip is chosen already" if action.units == table.chip else None


def _placing(table: Table, action: Place) -> str | None:
    boxes, bets = table.variant.boxes, table.bets
    if type(action.box) is not int or not 1 <= action.box <= boxes.table:
        return f"there is no box {action.box!r}: the table has 1 to {boxes.table}"
    if action.spot not in get_args(Spot):
        return f"there is no spot {action.spot!r}"
    if action.box not in bets and len(bets) == boxes.player:
        return f"a player may buy {boxes.player} at the most (R-30)"
    units = table.chip_for(action.spot)
    ante, side = bets.get(action.box, (0, 0))
    if action.spot == "progressive" and (table.variant.progressive is None or side):
        return "this game has no progressive wager" if not side else "one progressive wager a box (R-21)"
    if action.spot == "ante" and ante + units > table.limits.max:
        return f"the ante would be {table.money(ante + units)}, above the limit of {table.money(table.limits.max)}"
    if units > table.balance:
        return f"the balance is {table.money(table.balance)}, less than {table.money(units)}"
    return None


def _taking_back(table: Table, _: Undo | Clear) -> str | None:
    return None if table.placed else "no chip is placed"


def _removing(table: Table, action: Remove) -> str | None:
    taken = type(action.box) is int and isinstance(action.spot, str)
    if taken and any((chip.box, chip.spot) == (action.box, action.spot) for chip in table.placed):
        return None
    return f"no chip is on the {action.spot} of box {action.box}"


def _dealing(table: Table, _: DealCards) -> str | None:
    bets, variant = table.bets, table.variant
    if not bets:
        return "no ante is down"
    for box, (ante, _side) in bets.items():
        if not ante:
            return f"box {box} has a progressive wager without an ante (R-21)"
        if ante < table.limits.min:
            return f"the ante of box {box} is {table.money(ante)}, below the limit of {table.money(table.limits.min)}"
    antes = enumerate((ante for ante, _side in bets.values()), start=1)
    closed = sum(ante for place, ante in antes if variant.boxes.plays_closed(place))
    if closed * variant.bet_multiple > table.balance:
        return f"the bet of a closed box takes {table.money(closed * variant.bet_multiple)} before the deal (R-32)"
    return None


def _rebetting(table: Table, _: Rebet) -> str | None:
    if not table.last_bets:
        return "there is no bet to repeat"
    if table.placed:
        return "chips are placed already"
    total = sum(chip.units for chip in table.last_bets)
    return f"the last bets take {table.money(total)}" if total > table.balance else None


def _calling_off(_table: Table, action: CallOff) -> str | None:
    problem = void_problem(action.reason)
    return str(problem) if problem else None


def _showing(_table: Table, action: Show) -> str | None:
    return None if action.panel in get_args(Panel) else f"there is no {action.panel!r} to look at"


_GUARDS: Final[Mapping[type, Callable[[Table, Any], str | None]]] = {
    BuyIn: _buying_in,
    Deposit: _depositing,
    ChooseChip: _choosing,
    Place: _placing,
    Undo: _taking_back,
    Clear: _taking_back,
    Remove: _removing,
    DealCards: _dealing,
    Rebet: _rebetting,
    CallOff: _calling_off,
    Show: _showing,
}


# ---- steps: what an action changes, once nothing refuses it -------------------------------------------------------


def _removed(table: Table, action: Remove) -> dict[str, Any]:
    last = max(i for i, chip in enumerate(table.placed) if (chip.box, chip.spot) == (action.box, action.spot))
    return {"placed": table.placed[:last] + table.placed[last + 1 :]}


_STEPS: Final[Mapping[type, Callable[[Table, Any], dict[str, Any]]]] = {
    BuyIn: lambda t, a: {"journal": (*t.journal, Transfer("buy-in", -a.units, a.units))},
    Deposit: lambda t, a: {"journal": (*t.journal, Transfer("deposit", a.units, 0))},
    ChooseChip: lambda t, a: {"chip": a.units},  # noqa: ARG005
    Place: lambda t, a: {"placed": (*t.placed, Chip(a.box, a.spot, t.chip_for(a.spot)))},
    Undo: lambda t, a: {"placed": t.placed[:-1]},  # noqa: ARG005
    Clear: lambda t, a: {"placed": ()},  # noqa: ARG005
    Remove: _removed,
    Rebet: lambda t, a: {"placed": t.last_bets, "stage": "betting", "round": None},  # noqa: ARG005
    NewGame: lambda t, a: {"placed": (), "stage": "betting", "round": None},  # noqa: ARG005
    Show: lambda t, a: {"panel": a.panel},  # noqa: ARG005
    Return: lambda t, a: {"stage": "playing"},  # noqa: ARG005
}
