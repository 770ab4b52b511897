"""What a round consists of, and what follows from it: seats, cards, money. Knows variants; moves nothing.

`rounds` moves it, `views` shows it. Cards are kept as ids here, so that no `repr` can spell a hidden card.
"""

from __future__ import annotations

import enum
import functools
import hashlib
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

import msgspec

from .actions import Action, Decision, Play
from .cards import CARDS, Deck
from .entries import Entry
from .jackpot import Meter
from .payouts import Stakes, Wager
from .paytables import Share
from .settlement import Settlement
from .variants import Variant

By: TypeAlias = Literal["player", "house"]
"""Who made a decision (R-70)."""


class Phase(enum.Enum):
    """Where a round stands."""

    DECISION = "decision"
    """The box whose turn it is may fold, play, or change cards where the game has a change."""
    CHANGED = "changed"
    """The box whose turn it is has changed cards; it may fold or play."""
    READY = "ready"
    """Every box is decided; the house settles."""
    SETTLED = "settled"
    VOID = "void"

    def __str__(self) -> str:
        return self.value


class Seat(msgspec.Struct, frozen=True):
    """A bought box: its number at the table, its stakes, its cards in dealt order, and what became of it."""

    box: int
    stakes: Stakes
    cards: bytes
    closed: bool
    """Whether it plays closed (R-32): the bet is down before the deal."""
    thrown: bytes = b""
    decision: Decision | None = None
    decided_by: By | None = None

    @property
    def played(self) -> bool:
        """Whether its bet is placed."""
        return isinstance(self.decision, Play)

    def __repr__(self) -> str:
        return f"<Seat: box {self.box}>"  # cards it holds may still be hidden

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("box", self.box)]


class Event(msgspec.Struct, frozen=True):
    """A decision as it was made: by whom, and with what funds where the host said (R-75)."""

    action: Action
    by: By
    funds: int | None


class Movement(msgspec.Struct, frozen=True):
    """Money that the host takes or gives: `units` above zero, `wager` of `box`, and a `key` that is never used twice.

    The same movement always has the same key, in every process and after any number of retries.
    """

    key: str
    box: int
    wager: Wager
    units: int


class RoundState(msgspec.Struct, frozen=True, kw_only=True, dict=True, repr_omit_defaults=True):
    """The fields of a round and all that follows from them without moving it."""

    variant: Variant
    deck: Deck
    """The whole deck, fixed before the first card (R-72)."""
    seats: tuple[Seat, ...]
    dealer: bytes
    board: bytes
    """The community cards that were dealt before the decision."""
    drawn: int
    """How many cards have left the deck; the next one comes from there."""
    phase: Phase
    turn: int
    """The seat whose turn it is, as an index; `len(seats)` when all are decided."""
    opening_funds: int | None
    funds: int | None
    """What the player has left to bet with, where the host said; None where the host checks by itself."""
    context: str
    """What the host adds (its ids, times, mode), as JSON text (R-75)."""
    library: str
    """The version of the library that dealt it; a record keeps it."""
    events: tuple[Event, ...] = ()
    settlements: tuple[Settlement, ...] = ()
    """One a seat, once settled."""
    meter_before: Meter | None = None
    meter_after: Meter | None = None
    awards: tuple[Entry, ...] = ()
    """What the prizes of this round took from the meter, in the order paid (R-84)."""
    void_reason: str | None = None

    @property
    def seat(self) -> Seat | None:
        """The seat whose turn it is, None when all are decided."""
        return self.seats[self.turn] if self.turn < len(self.seats) else None

    @property
    def over(self) -> bool:
        """Whether the round is settled or void."""
        return self.phase in (Phase.SETTLED, Phase.VOID)

    @property
    def showdown(self) -> bool:
        """Whether any box is played, so that the dealer shows his cards (R-11)."""
        return any(seat.played for seat in self.seats)

    @property
    def full_board(self) -> bytes:
        """The community cards, the later ones too where a box is played: they follow whatever was drawn."""
        later = self.variant.deal.board[1] if self.showdown else 0
        return self.board + self.deck.ids[self.drawn : self.drawn + later]

    @property
    def needs_meter(self) -> bool:
        """Whether a box has staked on a share of the meter, so that `close` needs it."""
        rule = self.variant.progressive
        shares = rule is not None and any(isinstance(prize, Share) for _, prize in rule.prizes.rows)
        return shares and any(seat.stakes.progressive for seat in self.seats)

    def bet(self, seat: Seat) -> int:
        """The bet of a seat, in units (R-5)."""
        return seat.stakes.ante * self.variant.bet_multiple

    def forces_play(self, cards: int) -> bool:
        """Whether a box that changed so many cards must be played."""
        rule = self.variant.change
        return rule is not None and cards in rule.forced_play

    def bet_is_down(self, seat: Seat) -> bool:
        """Whether the bet of a seat is placed: it is played, or has to be."""
        return seat.played or self.forces_play(len(seat.thrown))

    def fee(self, seat: Seat, cards: int) -> int:
        """What changing so many cards costs a seat, in units (R-35); a number that cannot be changed costs nothing."""
        rule = self.variant.change
        return rule.fees.get(cards, 0) * seat.stakes.ante if rule is not None else 0

    # ---- money ----------------------------------------------------------------------------------------------------

    @functools.cached_property
    def key(self) -> str:
        """The name of this round in a ledger: SHA-256 over its rules, deck, stakes and context. For the host only."""
        stakes = [(seat.box, seat.stakes.ante, seat.stakes.progressive) for seat in self.seats]
        parts = [self.variant.fingerprint, self.deck.ids.hex(), repr(stakes), self.context]
        return hashlib.sha256("\n".join(["caribbean-rules/round/1", *parts]).encode()).hexdigest()

    @property
    def debits(self) -> tuple[Movement, ...]:
        """What the player has staked so far, a movement a wager."""
        return tuple(self._debits())

    @property
    def credits(self) -> tuple[Movement, ...]:
        """What goes to the player: what the settlement returns, or every stake of a void round (R-74)."""
        if self.phase is Phase.VOID:
            return tuple(msgspec.structs.replace(debit, key=f"{debit.key}/void") for debit in self._debits())
        return tuple(
            Movement(f"{self.key}/{seat.box}/{line.wager}/returned", seat.box, line.wager, line.returned)
            for seat, settlement in zip(self.seats, self.settlements, strict=False)  # none before the end
            for line in settlement.lines
            if line.returned
        )

    @property
    def held(self) -> int:
        """The units staked and not yet settled."""
        return 0 if self.over else sum(units for _, _, units in self.wagers())

    def _debits(self) -> Iterator[Movement]:
        return (Movement(f"{self.key}/{box}/{wager}", box, wager, units) for box, wager, units in self.wagers())

    def wagers(self) -> Iterator[tuple[int, Wager, int]]:
        """What is staked so far: box, wager and units."""
        for seat in self.seats:
            wagers: tuple[tuple[Wager, int], ...] = (
                ("ante", seat.stakes.ante),
                ("bet", self.bet(seat) if self.bet_is_down(seat) else 0),
                ("change", self.fee(seat, len(seat.thrown))),
                ("progressive", seat.stakes.progressive),
            )
            for wager, units in wagers:
                if units:
                    yield seat.box, wager, units

    def __repr__(self) -> str:
        # Two decks that agree on what may be seen give the same text: it says nothing of cards at all.
        stakes = ", ".join(f"box {seat.box}" for seat in self.seats)
        return f"<Round of {self.variant.name}: {self.phase}, {stakes}>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:  # msgspec's own would show every field
        return [("game", self.variant.name), ("phase", self.phase.value)]


def texts(ids: bytes) -> list[str]:
    """The texts of card ids."""
    return [CARDS[card_id].text for card_id in ids]
