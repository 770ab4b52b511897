"""What a client may be shown of a round (R-73). Reads a round's state; everything hidden is left out here, by place.

Two rounds whose decks agree on the cards that may be seen have the same view. A view is made of plain values, money as
text in the main unit.
"""

from __future__ import annotations

from typing import Any

from .actions import Fold
from .money import format_amount
from .roundstate import Phase, RoundState, Seat, texts


def public(state: RoundState, actions: list[dict[str, Any]]) -> dict[str, Any]:
    """The view of a round; `actions` says what may be done now."""
    shown_down = state.phase is Phase.SETTLED and state.showdown  # else the dealer's cards stay hidden for good
    up = state.dealer if shown_down else state.dealer[len(state.dealer) - state.variant.deal.dealer_up :]
    seat = state.seat
    return {
        "game": state.variant.name,
        "fingerprint": state.variant.fingerprint,
        "phase": state.phase.value,
        "turn": None if seat is None or state.over else seat.box,
        "dealer": {"cards": texts(up), "hidden": len(state.dealer) - len(up)},
        "board": texts(state.full_board if shown_down else state.board),
        "boxes": [_box(state, index, seat, shown_down) for index, seat in enumerate(state.seats)],
        "actions": actions,
        "held": format_amount(state.held, state.variant.exponent),
        "settlements": [settlement.to_dict() for settlement in state.settlements],
        "void": state.void_reason,
    }


def _box(state: RoundState, index: int, seat: Seat, shown_down: bool) -> dict[str, Any]:
    # A closed box is looked at in the showdown, an open one once those before it are decided.
    seen = shown_down if seat.closed else index <= state.turn
    decision = None if seat.decision is None else "fold" if isinstance(seat.decision, Fold) else "play"
    return {
        "box": seat.box,
        "closed": seat.closed,
        "cards": texts(seat.cards) if seen else [],
        "hidden": 0 if seen else len(seat.cards),
        "thrown": texts(seat.thrown),
        "decision": decision,
        "decided_by": seat.decided_by,
        "wagers": {
            wager: format_amount(units, state.variant.exponent)
            for box, wager, units in state.wagers()
            if box == seat.box
        },
    }
