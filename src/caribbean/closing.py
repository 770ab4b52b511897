"""Settling all boxes of a round, and what their prizes take from the meter (R-84). Knows no game by name."""

from __future__ import annotations

from .actions import Fold, Play
from .cards import CARDS, Card
from .entries import Entry
from .errors import CaribbeanError, InputError, InputTypeError
from .jackpot import Meter
from .paytables import Share
from .roundstate import RoundState, Seat
from .settlement import Settlement, settle


def meter_problem(state: RoundState, meter: object) -> CaribbeanError | None:
    """Why a round cannot be closed with this meter."""
    if meter is None:
        return InputError("a box staked on a share of the meter, so the meter is needed") if state.needs_meter else None
    if not isinstance(meter, Meter):
        return InputTypeError(f"the meter must be a Meter, not {type(meter).__name__}")
    return None if state.variant.progressive else InputError(f"{state.variant.name} has no jackpot")


def void_problem(reason: object) -> CaribbeanError | None:
    """Why a round cannot be voided for this reason (R-74)."""
    if isinstance(reason, str) and reason.strip() and reason.isprintable():
        return None
    return InputError("a round is voided for a reason, given as one line of text")


def settle_boxes(
    state: RoundState, meter: Meter | None
) -> tuple[tuple[Settlement, ...], Meter | None, tuple[Entry, ...]]:
    """The settlement of every seat, the meter after its prizes, and the entries that took them from it."""
    settlements = [_settled(state, seat, None if meter is None else 0, 1) for seat in state.seats]
    awards: list[Entry] = []
    for share, places in _sharing(state, settlements):
        if meter is None:
            raise InputError("a share of the meter is due, so the meter is needed")
        for place in places:
            settlements[place] = _settled(state, state.seats[place], meter.units, len(places))
        key = f"{state.key}/{state.seats[places[0]].box}/award"
        meter, entry = meter.award(share.part, sharers=len(places), key=key)
        awards.append(entry)
    return tuple(settlements), meter, tuple(awards)


def _settled(state: RoundState, seat: Seat, jackpot: int | None, sharers: int) -> Settlement:
    return settle(
        state.variant,
        stakes=seat.stakes,
        player=_cards(seat.cards),
        dealer=_cards(state.dealer) if seat.played else None,
        board=_cards(state.full_board if seat.played else state.board),
        decision=Play() if seat.played else Fold(),
        changed=len(seat.thrown),
        jackpot=jackpot,
        sharers=sharers,
    )


def _sharing(state: RoundState, settlements: list[Settlement]) -> list[tuple[Share, list[int]]]:
    """The shares due and the seats they are due to, in the order paid: by the first seat in table order (R-84)."""
    rule = state.variant.progressive
    due: dict[object, tuple[Share, list[int]]] = {}
    for place, settlement in enumerate(settlements):
        won = any(line.result == "prize" for line in settlement.lines)
        if rule is None or not won or settlement.player is None:
            continue
        category = settlement.player.rank.category
        prize = rule.prizes.get(category)
        if isinstance(prize, Share):
            together = category if rule.shares == "equal" else place
            due.setdefault(together, (prize, []))[1].append(place)
    return list(due.values())


def _cards(ids: bytes) -> tuple[Card, ...]:
    return tuple(map(CARDS.__getitem__, ids))
