"""How a round begins: what keeps it from being dealt, and the order of the deal. Knows no game by name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from .cards import CARDS, Deck
from .errors import CardCountError, CaribbeanError, InputError, InputTypeError
from .money import amount_problem
from .parts import Deal
from .payouts import Stakes
from .variants import Variant

MAX_NESTING: Final = 50
"""How deep a host's context may be nested, so that its record can be read wherever it was written."""


def deal_out(deal: Deal, boxes: int, ids: bytes) -> tuple[list[bytes], bytes, bytes, int]:
    """The hands, the dealer's cards, the early board, and how many cards that took, by the order of R-10."""
    hands = [bytearray() for _ in range(boxes)]
    dealer = bytearray()
    cards = iter(ids)
    for turn in range(max(deal.player, deal.dealer)):
        if turn < deal.player:
            for hand in hands:
                hand.append(next(cards))
        if turn < deal.dealer:
            dealer.append(next(cards))
    board = bytes(next(cards) for _ in range(deal.board[0]))
    return list(map(bytes, hands)), bytes(dealer), board, boxes * deal.player + deal.dealer + deal.board[0]


def context_text(context: Any) -> tuple[str, list[CaribbeanError]]:
    """The host's context as JSON text, and what is wrong with it."""
    if context is None:
        return "null", []
    if _nested(context, MAX_NESTING):
        return "", [InputTypeError(f"the context must be a JSON value, nested at most {MAX_NESTING} deep")]
    try:
        text = json.dumps(context, sort_keys=True, separators=(",", ":"), allow_nan=False)
        if json.dumps(msgspec.json.decode(text), sort_keys=True, separators=(",", ":")) == text:
            return text, []
        reason = "a record would not give it back as it is"
    except (TypeError, ValueError, msgspec.DecodeError) as error:
        reason = str(error)
    return "", [InputTypeError(f"the context must be a JSON value: {reason}")]


def _nested(plain: object, depth: int) -> bool:
    """Whether a value is nested deeper than this: how deep a parser reads depends on who calls it."""
    inner = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, (list, tuple)) else ()
    return any(depth == 0 or _nested(value, depth - 1) for value in inner)


def opening_problems(variant: object, seats: object, deck: object, funds: object) -> list[CaribbeanError]:
    """All that keeps a round from being dealt."""
    problems: list[CaribbeanError] = []
    if not isinstance(deck, Deck):
        problems.append(InputTypeError(f"the deck must be a Deck, not {type(deck).__name__}"))
    elif len(deck) != len(CARDS):
        problems.append(CardCountError("the deck", len(deck), f"all {len(CARDS)} (R-1)"))
    if funds is not None and (problem := amount_problem(funds, "the funds", least=0)):
        problems.append(problem)
    if not isinstance(variant, Variant):
        return [*problems, InputTypeError(f"the variant must be a Variant, not {type(variant).__name__}")]
    if not isinstance(seats, Mapping):
        return [*problems, InputTypeError(f"stakes are Stakes, or Stakes by box, not {type(seats).__name__}")]
    boxes = variant.boxes
    if not 1 <= len(seats) <= boxes.player:
        problems.append(InputError(f"a player may buy 1 to {boxes.player} boxes, not {len(seats)} (R-30)"))
    for box, stakes in seats.items():
        if type(box) is not int or not 1 <= box <= boxes.table:
            problems.append(InputError(f"there is no box {box!r}: the table has 1 to {boxes.table}"))
        if not isinstance(stakes, Stakes):
            problems.append(InputTypeError(f"box {box!r}: its stakes must be Stakes, not {type(stakes).__name__}"))
        else:
            problems += [InputError(f"box {box!r}: {problem}") for problem in variant.stakes_problems(stakes)]
    return problems
