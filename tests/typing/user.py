"""The library as somebody types it: `mypy --strict` takes every line, finds every type, and the file runs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import caribbean
from caribbean import (
    ALWAYS,
    CARDS,
    CARIBBEAN_HOLDEM,
    CARIBBEAN_POKER,
    GAMES,
    PROGRESSIVE_CARIBBEAN_POKER,
    Action,
    Boxes,
    Card,
    CardCountError,
    CardRank,
    CaribbeanError,
    Category,
    Change,
    ChangeRule,
    Deal,
    Decision,
    Deck,
    DuplicateCardError,
    Fate,
    Fixed,
    Fold,
    Hand,
    Limits,
    Line,
    Outcome,
    Pays,
    PayTable,
    Play,
    PrizeTable,
    Progressive,
    Rank,
    Settlement,
    Share,
    Stakes,
    Suit,
    Variant,
    VariantError,
    WagerPays,
    batch,
    find_game,
    format_amount,
    format_variant,
    parse_amount,
    parse_cards,
    parse_variant,
    pay,
    settle,
)


def cards() -> None:
    """Cards and decks."""
    ace = Card("As")
    assert_type(ace, Card)
    assert_type(ace.id, int)
    assert_type(ace.rank, CardRank)
    assert_type(ace.suit, Suit)
    assert_type(ace.text, str)
    assert_type(Card.from_id(51), Card)
    assert_type(Card.of(CardRank.ACE, Suit.SPADES), Card)
    assert_type(parse_cards("As Kd"), tuple[Card, ...])
    assert_type(sorted(CARDS, reverse=True), list[Card])
    assert_type(ace > Card("Kd"), bool)
    names: dict[Card, str] = {card: card.symbol for card in CARDS}
    assert len(names) == 52
    deck = Deck.shuffled()
    assert_type(deck, Deck)
    dealt, rest = deck.deal(5)
    assert_type(dealt, tuple[Card, ...])
    assert_type(rest, Deck)
    assert_type(iter(Deck.shuffled(bytes(32))), Iterator[Card])
    assert_type(len(rest), int)


def hands() -> None:
    """Hands from text, cards, or both; ranks with operators."""
    first = Hand("As Ks Qs Js Ts")
    second = Hand([Card("7c"), "5d", "4h", "3s", "2c"])
    third = Hand(card for card in CARDS if card.suit is Suit.HEARTS and card.rank >= CardRank.TEN)
    assert_type(first.rank, Rank)
    assert_type(first.rank.strength, int)
    assert_type(first.rank.ordinal, int)
    assert_type(first.rank.category, Category)
    assert_type(first.rank.ranks, tuple[CardRank, ...])
    assert_type(first.rank.name, str)
    assert_type(first.rank.explain(second.rank), str)
    assert_type(first.rank.example(), Hand)
    assert_type(first.best, tuple[Card, ...])
    assert_type(first.cards, tuple[Card, ...])
    assert_type(max(first.rank, second.rank), Rank)
    assert_type(first.rank > second.rank, bool)
    assert_type(first.to_dict(), dict[str, Any])
    assert first.rank == third.rank
    assert first != third
    ordered: list[Hand] = sorted([first, second], key=lambda hand: hand.rank)
    assert ordered[0] is second
    if first.rank.category >= Category.FLUSH:
        assert_type(Category.from_slug("flush"), Category)


def settling() -> Settlement:
    """One box, and everything in its settlement."""
    decision: Decision = Play()
    stakes = Stakes(ante=10_00, progressive=1_00)
    settlement = settle(
        PROGRESSIVE_CARIBBEAN_POKER,
        stakes=stakes,
        player="Ks Kh Kd 4s 4h",
        dealer=[Card("Ac"), "Kc", "8d", "7h", "3s"],
        decision=decision,
        jackpot=100_000_00,
    )
    assert_type(settlement.outcome, Outcome)
    assert_type(settlement.lines, tuple[Line, ...])
    assert_type(settlement.staked, int)
    assert_type(settlement.returned, int)
    assert_type(settlement.net, int)
    assert_type(settlement.player_rank, Rank | None)
    assert_type(settlement.dealer_rank, Rank | None)
    for line in settlement.lines:
        assert_type(line.stake, int)
        assert_type(line.odds, Fraction | None)
        assert_type(line.net, int)
        if line.wager == "ante" and line.result == "won":
            assert_type(line.returned, int)
    folded = settle(CARIBBEAN_HOLDEM, stakes=Stakes(ante=10_00), player="9d 3c", board="2d 8c Kd", decision=Fold())
    assert folded.dealer_rank is None
    changed = settle(
        CARIBBEAN_POKER,
        stakes=Stakes(ante=10_00),
        player="8c 8d Ks 4h 2s",
        dealer="8h 8s As 4c 2d",
        decision=Play(),
        changed=2,
    )
    assert_type(changed, Settlement)
    return settlement


def tables() -> Variant:
    """Tables and parts in every form in which they may be written, and a game of them."""
    odds: dict[str, int] = {"high-card": 1, "flush": 5}
    mixed: dict[str, int | str | Fraction] = {"high-card": "3/2", "flush": 5, "full-house": Fraction(7)}
    by_category: dict[Category, int] = {Category.HIGH_CARD: 1}
    win = WagerPays(PayTable(odds), PayTable(mixed))
    lost = WagerPays(PayTable("lost"), PayTable(Fate.LOST))
    assert_type(PayTable({"high-card": "lost", "flush": 5, "full-house": Fraction(7)}), PayTable)
    assert_type(PayTable({Category.HIGH_CARD: "lost", Category.FLUSH: 5}), PayTable)
    assert_type(PayTable(by_category).get(Category.FLUSH), Fraction | Fate | None)
    variant = Variant(
        name="home-game",
        title="Home game",
        bet_multiple=2,
        qualifier=ALWAYS,
        interrupted="resume",
        deal=Deal(player=5, dealer=5, dealer_up=1),
        pays=Pays(
            fold=WagerPays(PayTable("lost")),
            no_qualify=WagerPays(PayTable(1), PayTable("returned")),
            win=win,
            tie=WagerPays(PayTable("returned"), PayTable("returned")),
            lose=lost,
        ),
        boxes=Boxes(table=6, player=3, closed_from=3),
        limits=Limits(min=1_00, max=100_00),
        change=ChangeRule(fees={1: 1, 2: 2}, forced_play=(2,)),
        progressive=Progressive(
            price=1_00,
            after_fold=True,
            prizes=PrizeTable({"flush": Fixed(50_00), "royal-flush": Share(Fraction(1))}),
            shares="equal",
        ),
        cap=5_000_00,
        words={"bet": "raise"},
    )
    assert_type(variant.fingerprint, str)
    assert_type(variant.max_win(ante=10_00), int)
    assert_type(variant.replace(cap=None), Variant)
    assert_type(variant.limits, Limits | None)
    assert_type(variant.pays[Outcome.WIN].bet, PayTable | None)
    assert_type(pay(variant, Outcome.WIN, Category.FLUSH, Stakes(ante=1)), tuple[Line, ...])
    assert_type(parse_variant(format_variant(variant)), Variant)
    return variant


def games() -> None:
    """The four games."""
    assert_type(GAMES, dict[str, Variant])
    assert_type(find_game("caribbean-poker"), Variant)
    assert_type(format_amount(10_50, 2), str)
    assert_type(parse_amount("10.50", 2), int)
    assert_type(caribbean.__version__, str)


def describe(action: Action) -> str:
    """An action is one of three; mypy knows when all have been told apart."""
    match action:
        case Fold():
            return "fold"
        case Play():
            return "play"
        case Change():
            return " ".join(card.text for card in action.cards)


def errors() -> list[str]:
    """What can be caught, and what it carries."""
    found: list[str] = []
    try:
        Hand("As As Kd")
    except CaribbeanError as error:
        found.append(str(error))
    try:
        Hand("As Ks")
    except CardCountError as error:
        assert_type(error.got, int)
    try:
        Deck("As As")
    except DuplicateCardError as error:
        assert_type(error.where, tuple[str, ...])
        assert_type(error.card, str)
    try:
        PayTable({"flsh": 1})
    except VariantError as error:
        assert_type(error.problems, tuple[tuple[str, str], ...])
    return found


def many() -> None:
    """Arrays, with NumPy."""
    cards = np.array([[0, 1, 2, 3, 4, 5, 6]], np.uint8)
    assert_type(batch.evaluate_many(cards, threads=2), NDArray[np.uint16])
    assert_type(batch.evaluate_masks(np.array([127], np.uint64)), NDArray[np.uint16])
    assert_type(batch.evaluate_all(5, start=0, stop=10), NDArray[np.uint16])
    fives = np.array([[7, 8, 9, 10, 11]], np.uint8)
    assert_type(batch.compare_many(cards, fives), NDArray[np.int8])
    rounds = np.zeros(0, batch.round_dtype(CARIBBEAN_POKER))
    assert_type(batch.settle_many(CARIBBEAN_POKER, rounds), NDArray[Any])
    assert_type(batch.OUTCOMES[0], Outcome)


def main() -> None:
    """All of it, run."""
    cards()
    hands()
    assert settling().net > 0
    assert tables().name == "home-game"
    games()
    many()
    assert ["fold", "play", "5c 9d"] == [describe(action) for action in (Fold(), Play(), Change("5c 9d"))]
    assert len(errors()) == 1


if __name__ == "__main__":
    main()
