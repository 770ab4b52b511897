"""One round of each game, from a freshly shuffled deck to the last line of its settlement.

Uses nothing but the public names of `caribbean`. Run it with `make demo`, or with `python examples/demo.py`
where the library is installed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from caribbean import (
    GAMES,
    Card,
    Category,
    Deck,
    Fold,
    Hand,
    Line,
    Play,
    Settlement,
    Stakes,
    Variant,
    format_amount,
    settle,
)

ANTE = 10_00
METER = 50_000_00
PLAYS_FROM = Category.ACE_KING

Cards = tuple[Card, ...]


def deal_round(variant: Variant, deck: Deck) -> tuple[Cards, Cards, Cards]:
    """The cards of one box, the dealer and the board, in the order of dealing (R-10)."""
    deal = variant.deal
    rounds = itertools.zip_longest(["box"] * deal.player, ["dealer"] * deal.dealer)
    order = [place for turn in rounds for place in turn if place]
    cards, deck = deck.deal(len(order))
    board, deck = deck.deal(sum(deal.board))
    box = tuple(card for card, place in zip(cards, order, strict=True) if place == "box")
    dealer = tuple(card for card, place in zip(cards, order, strict=True) if place == "dealer")
    return box, dealer, board


def play(variant: Variant) -> Iterator[str]:
    """Deal a round, decide by a simple rule, settle it, and tell it line by line."""
    box, dealer, board = deal_round(variant, Deck.shuffled())
    early = variant.deal.board[0]
    seen = Hand(box + board[:early])
    decision = Play() if seen.rank.category >= PLAYS_FROM else Fold()
    rule = variant.progressive
    stakes = Stakes(ante=ANTE, progressive=rule.price if rule else 0)
    jackpot = METER if rule else None

    yield variant.title
    yield "=" * len(variant.title)
    yield from row("Your cards", box)
    if early:
        yield from row("The board", board[:early])
    if variant.deal.dealer_up:
        yield from row("Dealer shows", dealer[-variant.deal.dealer_up :])
    choice = f"You place the {variant.word('bet')}" if decision == Play() else "You fold"
    yield f"  {choice}, holding {seen.rank.name.lower()}."
    if decision == Fold():
        settlement = settle(variant, stakes=stakes, player=box, board=board[:early], decision=decision, jackpot=jackpot)
    else:
        yield from row("Dealer's cards", dealer)
        if early:
            yield from row("The board", board)
        settlement = settle(
            variant, stakes=stakes, player=box, dealer=dealer, board=board, decision=decision, jackpot=jackpot
        )
    yield from tell(settlement)


def row(label: str, cards: Iterable[Card]) -> Iterator[str]:
    """Cards behind a label."""
    yield f"  {label:<16}{' '.join(card.symbol for card in cards)}"


def tell(settlement: Settlement) -> Iterator[str]:
    """The verdict, a line a wager, and the totals."""
    verdict, *_, totals = settlement.explain().splitlines()
    yield f"  {verdict}"
    yield ""
    yield f"  {'wager':<12}{'stake':>10}  {'result':<14}{'returned':>10}{'net':>12}"
    for line in settlement.lines:
        yield told(settlement.variant, line)
    yield f"  {totals}"
    yield ""


def told(variant: Variant, line: Line) -> str:
    """One wager as a line of a table."""
    stake, returned, net = (format_amount(units, variant.exponent) for units in (line.stake, line.returned, line.net))
    result = f"{line.result} {line.odds.numerator} to {line.odds.denominator}" if line.odds else line.result
    return f"  {variant.word(line.wager):<12}{stake:>10}  {result:<14}{returned:>10}{net:>12}"


def main() -> None:
    """Play one round of every game."""
    for variant in GAMES.values():
        print("\n".join(play(variant)))
    print(f"Each round had a deck of its own. The demo plays {PLAYS_FROM.words} or better and folds below.")


if __name__ == "__main__":
    main()
