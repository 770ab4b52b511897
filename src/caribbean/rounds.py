"""A round as a state machine: `TRANSITIONS` says what may follow what, `Round` walks it. Knows no game by name.

The table comes first: a row a phase, the kinds of action it allows, and where each leads. Guards below may refuse an
allowed action, with a reason; they never move anything. Nothing here draws, waits, or keeps money: cards are in the
deck the round was given, and money is what the host is told to move.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Self

import msgspec

from . import records
from .actions import Action, Change, Decision, Fold, Play
from .cards import CARDS, Deck
from .closing import meter_problem, settle_boxes, void_problem
from .errors import (
    CaribbeanError,
    IllegalActionError,
    InputError,
    InputTypeError,
    RecordError,
    raise_all,
)
from .hands import Rank, hand_of
from .jackpot import Meter
from .money import amount_problem, format_amount
from .openings import context_text, deal_out, opening_problems
from .payouts import Stakes
from .roundstate import By, Event, Phase, RoundState, Seat
from .settlement import Settlement
from .variants import Variant
from .versions import library_version
from .views import public


class Close:
    """What the house does by `Round.close`: it settles."""


class Void:
    """What the house does by `Round.void`: it calls the round off (R-74)."""


_NEXT_BOX: Final = (Phase.DECISION, Phase.READY)
"""The next box that has to decide, and where there is none, the end of the decisions."""

TRANSITIONS: Final[Mapping[Phase, Mapping[type, tuple[Phase, ...]]]] = {
    Phase.DECISION: {Fold: _NEXT_BOX, Play: _NEXT_BOX, Change: (Phase.CHANGED,), Void: (Phase.VOID,)},
    Phase.CHANGED: {Fold: _NEXT_BOX, Play: _NEXT_BOX, Void: (Phase.VOID,)},
    Phase.READY: {Close: (Phase.SETTLED,), Void: (Phase.VOID,)},
    Phase.SETTLED: {},
    Phase.VOID: {},
}
"""Phase → kind of action → where it leads; of two phases the first one that another box is left for."""


# ---- guards: why an action that the table allows is refused here --------------------------------------------------


def _fold_is_forbidden(round_: Round, seat: Seat, _: Action) -> str | None:
    if round_.forces_play(len(seat.thrown)):
        return f"box {seat.box} changed {len(seat.thrown)} cards and must be played"
    return None


def _funds_do_not_cover_the_bet(round_: Round, seat: Seat, action: Action) -> str | None:
    takes = round_.cost(action)
    return round_._short_of(takes, f"the {round_.variant.word('bet')} of box {seat.box}")


def _game_has_no_change(round_: Round, _seat: Seat, _: Action) -> str | None:
    return None if round_.variant.change else f"{round_.variant.name} has no change of cards"


def _cards_are_not_in_the_box(_round: Round, seat: Seat, action: Action) -> str | None:
    strangers = [card.text for card in _thrown(action) if card.id not in seat.cards]
    return f"not in box {seat.box}: {' '.join(strangers)}" if strangers else None


def _so_many_cannot_change(round_: Round, _seat: Seat, action: Action) -> str | None:
    rule, count = round_.variant.change, len(_thrown(action))
    if rule is None or count in rule.fees:
        return None
    return f"{count} cards cannot be changed; the numbers allowed are {', '.join(map(str, rule.fees))}"


def _funds_do_not_cover_the_bet_after_the_change(round_: Round, seat: Seat, action: Action) -> str | None:
    rule, count = round_.variant.change, len(_thrown(action))
    if rule is None or count not in rule.fees:
        return None
    what = f"changing {count} in box {seat.box} and then its {round_.variant.word('bet')}"
    return round_._short_of(round_.fee(seat, count) + round_.bet(seat), what)


Guard = Callable[["Round", Seat, Any], str | None]

GUARDS: Final[Mapping[type, tuple[Guard, ...]]] = {
    Fold: (_fold_is_forbidden,),
    Play: (_funds_do_not_cover_the_bet,),
    Change: (
        _game_has_no_change,
        _cards_are_not_in_the_box,
        _so_many_cannot_change,
        _funds_do_not_cover_the_bet_after_the_change,
    ),
}


def _thrown(action: Action) -> tuple[Any, ...]:
    return action.cards if isinstance(action, Change) else ()


class Round(RoundState, frozen=True, kw_only=True, dict=True):
    """One round of one player, from the deal to the settlement. Frozen: every step gives a new round.

    `Round.start` deals; `apply` takes a decision, `complete` lets the house decide for a player who is gone, `close`
    settles, `void` calls off. `debits`, `held` and `credits` say what the host has to move.
    """

    @classmethod
    def start(
        cls,
        variant: Variant,
        stakes: Stakes | Mapping[int, Stakes],
        deck: Deck,
        *,
        funds: int | None = None,
        context: Any = None,
    ) -> Self:
        """Deal a round (R-10) from a whole deck of 52.

        `stakes` are those of box 1, or of several boxes by their number at the table. `funds`, in units, is what the
        player has for the whole round, opening stakes included; None where the host checks by itself. `context` is any
        JSON value of the host's own, kept in the record. Raises `SeveralErrors` where more than one thing is wrong.
        """
        seats = {1: stakes} if isinstance(stakes, Stakes) else stakes
        problems = opening_problems(variant, seats, deck, funds)
        text, problem = context_text(context)
        raise_all(problems + problem)
        numbers = sorted(seats)  # table order
        hands, dealer, board, drawn = deal_out(variant.deal, len(numbers), deck.ids)
        table = tuple(
            Seat(box, seats[box], hand, True, decision=Play())
            if variant.boxes.plays_closed(place)
            else Seat(box, seats[box], hand, False)
            for place, (box, hand) in enumerate(zip(numbers, hands, strict=True), start=1)
        )
        opened = cls(
            variant=variant,
            deck=deck,
            seats=table,
            dealer=dealer,
            board=board,
            drawn=drawn,
            phase=Phase.DECISION,
            turn=0,
            opening_funds=funds,
            funds=funds,
            context=text,
            library=library_version(),
        )
        short = opened._short_of(opened.held, "the opening stakes")
        if short:
            raise InputError(short)
        return opened._moved(_NEXT_BOX, funds=None if funds is None else funds - opened.held)

    # ---- asking ------------------------------------------------------------------------------------------------------

    def why_illegal(self, action: Action, *, funds: int | None = None) -> str | None:
        """Why an action is refused now, None where it is legal: the table's row first, then each guard.

        `funds` is what the player has at this moment, in units; None leaves what the round knows of them.
        """
        if not isinstance(action, (Fold, Play, Change)):
            raise InputTypeError(f"an action is Fold(), Play() or Change(…), not {type(action).__name__}")
        refused = self._refused(type(action))
        if refused or self.seat is None:
            return refused
        asked = self._with_funds(funds)
        return next(filter(None, (guard(asked, self.seat, action) for guard in GUARDS[type(action)])), None)

    def legal_actions(self, *, funds: int | None = None) -> tuple[Action, ...]:
        """Every action that is legal now, each set of cards that may be changed as an action of its own."""
        return tuple(action for action in self._conceivable() if self.why_illegal(action, funds=funds) is None)

    def cost(self, action: Action) -> int:
        """The units that an action takes from the player when it is applied; one that cannot be takes nothing."""
        seat = self.seat
        if seat is None or self.over:
            return 0
        if isinstance(action, Play):
            return 0 if self.bet_is_down(seat) else self.bet(seat)
        if not isinstance(action, Change):
            return 0
        # Where a change forces the play, the bet is taken with the fee: nothing can then keep the box from it.
        forced = self.bet(seat) if self.forces_play(len(action.cards)) else 0
        return self.fee(seat, len(action.cards)) + forced

    def public(self, *, funds: int | None = None) -> dict[str, Any]:
        """All that may be shown to the player now, as plain values (R-73); money as text in the main unit."""
        return public(self, self._choices(funds))

    # ---- moving ------------------------------------------------------------------------------------------------------

    def apply(self, action: Action, *, funds: int | None = None, by: By = "player") -> Self:
        """The round after a decision. `IllegalActionError` says why it is refused; nothing has changed then.

        `funds` is what the player has at this moment, in units, where the host wants it checked and recorded: they may
        have grown since (R-51). None leaves what the round knows of them.
        """
        if by not in ("player", "house"):
            raise InputError(f'a decision is made by "player" or "house", not {by!r}')
        seat = self.seat
        reason = self.why_illegal(action, funds=funds)
        if not reason and seat is not None and by == "house":
            reason = self._not_for_the_house(seat, action, funds)
        if reason or seat is None:
            raise IllegalActionError(reason or "no box is left to decide", self.public(funds=funds))
        asked, takes = self._with_funds(funds), self.cost(action)
        left = None if asked.funds is None else asked.funds - takes
        event = Event(action, by, funds)
        if isinstance(action, Change):
            changed, drawn = self._exchanged(seat, action)
        else:
            changed, drawn = msgspec.structs.replace(seat, decision=action, decided_by=by), self.drawn
        seats = (*self.seats[: self.turn], changed, *self.seats[self.turn + 1 :])
        after = msgspec.structs.replace(asked, seats=seats, drawn=drawn, events=(*self.events, event))
        return after._moved(TRANSITIONS[self.phase][type(action)], funds=left)

    def complete(self, *, funds: int | None = None) -> Self:
        """The round decided by the house for a player who does not come back, by the game's own rule (R-70)."""
        if self.phase not in (Phase.DECISION, Phase.CHANGED):
            raise IllegalActionError(f"nothing is left to decide in phase {self.phase}", self.public(funds=funds))
        round_ = self
        while (seat := round_.seat) is not None:
            round_ = round_.apply(round_._by_rule(seat, funds) or Fold(), funds=funds, by="house")
            funds = None  # what is left of them the round now knows
        return round_

    def close(self, *, meter: Meter | None = None) -> Self:
        """The round settled, with the meter as it stands (R-71). Closing it again gives the same round.

        `meter` is needed where a box has staked on a share of it; `meter_after` is what it then stands at.
        """
        if self.phase is Phase.SETTLED:
            return self
        self._require(Close)
        problem = meter_problem(self, meter)
        if problem:
            raise problem
        settlements, after, awards = settle_boxes(self, meter)
        closed = msgspec.structs.replace(
            self, settlements=settlements, meter_before=meter, meter_after=after, awards=awards
        )
        return closed._moved(TRANSITIONS[self.phase][Close], funds=self.funds)

    def void(self, reason: str) -> Self:
        """The round called off (R-74): every stake comes back, and the host reverses what it fed to the meter."""
        problem = void_problem(reason)
        if problem:
            raise problem
        self._require(Void)
        voided = msgspec.structs.replace(self, void_reason=reason)
        return voided._moved(TRANSITIONS[self.phase][Void], funds=self.funds)

    # ---- keeping -----------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """The record of the round so far, whole deck included: for the server only. Inverse of `from_json`."""
        return records.write(self)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The round in a record, rebuilt by playing it again: its body has to come out byte for byte.

        `RecordError` names every place where the record disagrees with itself.
        """
        record = records.read(text)
        try:
            round_ = cls.start(record.variant, record.stakes, record.deck, funds=record.funds, context=record.context)
            round_ = msgspec.structs.replace(round_, library=record.library)
            for event in record.events:
                round_ = round_.apply(event.action, funds=event.funds, by=event.by)
            if record.status is Phase.SETTLED:
                round_ = round_.close(meter=record.meter)
            elif record.status is Phase.VOID:
                round_ = round_.void(record.void_reason or "")
        except CaribbeanError as error:
            raise RecordError([*records.hash_problems(text), f"it cannot be played again: {error}"]) from error
        records.compare(record, round_)
        return round_

    @classmethod
    def replay(cls, record: str | bytes) -> tuple[Settlement, ...]:
        """The settlements of a finished round, worked out again from its record; `RecordError` where they disagree."""
        return cls.from_json(record).settlements

    # ---- inside ------------------------------------------------------------------------------------------------------

    def _by_rule(self, seat: Seat, funds: int | None) -> Decision | None:
        """What the house does for a player who is gone (R-70), None where the round waits for him."""
        floor = self.variant.interrupted
        if not isinstance(floor, Rank):
            return None
        if self.why_illegal(Fold(), funds=funds):
            return Play()
        plays = hand_of(seat.cards + self.board).rank >= floor and not self.why_illegal(Play(), funds=funds)
        return Play() if plays else Fold()

    def _not_for_the_house(self, seat: Seat, action: Action, funds: int | None) -> str | None:
        rule = self._by_rule(seat, funds)
        if rule is None:
            return f"{self.variant.name} waits for its player (R-70)"
        if action == rule:
            return None
        return f"the house would {_kind(rule)} by the rule of the game, and may not {_kind(action)} (R-70)"

    def _moved(self, targets: tuple[Phase, ...], *, funds: int | None) -> Self:
        """The round in the phase that a row of the table leads to, at the first box still to decide."""
        waiting = (index for index, seat in enumerate(self.seats) if seat.decision is None)
        turn = next(waiting, len(self.seats))
        phase = targets[-1] if turn == len(self.seats) else targets[0]
        return msgspec.structs.replace(self, phase=phase, turn=turn, funds=funds)

    def _refused(self, kind: type) -> str | None:
        if kind in TRANSITIONS[self.phase]:
            return None
        return f"{kind.__name__.lower()} is not possible while the round is in phase {self.phase}"

    def _require(self, kind: type) -> None:
        refused = self._refused(kind)
        if refused:
            raise IllegalActionError(refused, self.public())

    def _with_funds(self, funds: int | None) -> Self:
        if funds is None:
            return self
        problem = amount_problem(funds, "the funds", least=0)
        if problem:
            raise problem
        return msgspec.structs.replace(self, funds=funds)

    def _short_of(self, units: int, what: str) -> str | None:
        if self.funds is None or self.funds >= units:
            return None
        needed, there = (format_amount(amount, self.variant.exponent) for amount in (units, self.funds))
        return f"{what} takes {needed}, and the funds are {there}"

    def _exchanged(self, seat: Seat, action: Change) -> tuple[Seat, int]:
        """The seat with its new cards, in deck order into the places of the thrown ones (R-36), and the cards drawn."""
        thrown = bytes(card_id for card_id in seat.cards if CARDS[card_id] in action.cards)
        new = iter(self.deck.ids[self.drawn : self.drawn + len(thrown)])
        cards = bytes(next(new) if card_id in thrown else card_id for card_id in seat.cards)
        return msgspec.structs.replace(seat, cards=cards, thrown=thrown), self.drawn + len(thrown)

    def _conceivable(self, most: int | None = None) -> Iterator[Action]:
        """Every action that the table allows in this phase, legal or not; `most` changes of each number of cards."""
        row, seat = TRANSITIONS[self.phase], self.seat
        if Fold in row:
            yield Fold()
        if Play in row:
            yield Play()
        if Change in row and seat is not None and self.variant.change is not None:
            for count in self.variant.change.fees:
                for ids in itertools.islice(itertools.combinations(sorted(seat.cards), count), most):
                    yield Change(map(CARDS.__getitem__, ids))

    def _choices(self, funds: int | None) -> list[dict[str, Any]]:
        """What may be done now and what it takes: a change once for each number of cards, as its guards count them."""
        choices = []
        for action in self._conceivable(most=1):
            if self.why_illegal(action, funds=funds) is None:
                takes = format_amount(self.cost(action), self.variant.exponent)
                cards = {"cards": len(action.cards)} if isinstance(action, Change) else {}
                choices.append({"action": _kind(action), "takes": takes, **cards})
        return choices


def _kind(action: object) -> str:
    return type(action).__name__.lower()
