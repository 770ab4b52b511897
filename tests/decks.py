"""Decks put in order by hand, and rounds dealt from them: which card lies where is worked out here, from R-10 alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from caribbean.cards import CARDS, Card, Deck, parse_cards
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.jackpot import Meter, MeterRule
from caribbean.parts import Boxes, Progressive
from caribbean.payouts import Stakes
from caribbean.paytables import Fixed, PrizeTable, Share
from caribbean.rounds import Round
from caribbean.variants import Variant

IN_ORDER = Deck(CARDS)
"""2c 2d 2h 2s 3c … As, as no shuffle ever leaves it."""

ANTE = 10_00
BET = 20_00

METER, _ = Meter.start(MeterRule(seed=10_000_00, to_meter=Fraction(7, 10)), key="start")

PRIZES = PrizeTable(
    {"flush": Fixed(50_00), "straight-flush": Share(Fraction(1, 10)), "royal-flush": Share(Fraction(1))}
)


def three_boxes(*, shares: str = "in-turn", closed_from: int | None = None, after_fold: bool = True) -> Variant:
    """A custom game with a jackpot and up to three boxes."""
    return CYBER_CARIBBEAN_STUD.replace(
        name="three-boxes",
        boxes=Boxes(table=3, player=3, closed_from=closed_from),
        progressive=Progressive(price=1_00, after_fold=after_fold, prizes=PRIZES, shares=shares),
    )


OPEN_THIRD = CARIBBEAN_POKER.replace(name="open-third", boxes=Boxes(table=6, player=3))
EVERY_KIND = (
    PROGRESSIVE_CARIBBEAN_POKER,
    CARIBBEAN_POKER,
    CARIBBEAN_HOLDEM,
    CYBER_CARIBBEAN_STUD,
    three_boxes(),
    OPEN_THIRD,
)
"""The four games and two that nobody plays."""


def stacked(boxes: Sequence[str], dealer: str, after: str = "") -> Deck:
    """A deck that deals these hands in table order and then `after`; the rest follows in the order of the ids."""
    hands = [*map(parse_cards, boxes), parse_cards(dealer)]
    first = [hand[turn] for turn in range(len(hands[0])) for hand in hands]  # one card at a time, the dealer last
    first += parse_cards(after)
    return Deck([*first, *(card for card in CARDS if card not in first)])


def shuffled(source: random.Random) -> Deck:
    """A whole deck in an order drawn from `source`."""
    return Deck.of_permutation(bytes(source.sample(range(52), 52)))


def stakes_for(variant: Variant, boxes: int, *, ante: int = ANTE, progressive: bool = True) -> dict[int, Stakes]:
    """Stakes on the first so many boxes, with the progressive wager where the game has one."""
    side = variant.progressive.price if variant.progressive is not None and progressive else 0
    return {box: Stakes(ante=ante, progressive=side) for box in range(1, boxes + 1)}


def dealt(variant: Variant, deck: Deck = IN_ORDER, *, boxes: int = 1, funds: int | None = None, **more) -> Round:
    """A round of so many boxes."""
    return Round.start(variant, stakes_for(variant, boxes), deck, funds=funds, **more)


def closed(round_: Round) -> Round:
    """The round settled, with a meter where its game has a jackpot."""
    return round_.close(meter=METER if round_.variant.progressive else None)


def cards(ids: bytes) -> list[Card]:
    """The cards of ids."""
    return [CARDS[card_id] for card_id in ids]


def text(ids: bytes) -> str:
    """Ids as a text of cards."""
    return " ".join(CARDS[card_id].text for card_id in ids)


def hidden_places(round_: Round) -> list[int]:
    """The places of the deck that its player may not have seen (R-11, R-32, R-33), by the order of the deal alone."""
    deal, seats = round_.variant.deal, len(round_.seats)
    stride, settled = seats + 1, round_.phase.value == "settled"
    hands = {
        index: [turn * stride + index for turn in range(deal.player)] for index in range(seats)
    }  # as many cards for each box as for the dealer, in all games that are tested so
    dealer = [turn * stride + seats for turn in range(deal.dealer)]
    board = len(hands) * deal.player + deal.dealer
    later = board + deal.board[0]
    showdown = settled and any(type(seat.decision).__name__ == "Play" for seat in round_.seats)
    seen = set(range(board, later))
    seen.update(dealer if showdown else dealer[len(dealer) - deal.dealer_up :])
    first_waiting = next((index for index, seat in enumerate(round_.seats) if seat.decision is None), seats)
    for index, seat in enumerate(round_.seats):
        if showdown if seat.closed else index <= first_waiting:
            seen.update(hands[index])
    changed = sum(len(event.action.cards) for event in round_.events if hasattr(event.action, "cards"))
    seen.update(range(later, later + changed))
    if showdown:
        seen.update(range(later, later + deal.board[1]))
    return [place for place in range(52) if place not in seen]
