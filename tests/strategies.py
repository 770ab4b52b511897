"""Hypothesis strategies for what the library takes: cards and their spellings, hands, seeds, money, variants.

They are cached, since Hypothesis works out anew what a strategy can do each time that one is made.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from caribbean.cards import CARDS, Card, CardRank, Deck, Suit
from caribbean.hands import STRENGTHS, Category, Hand, Rank
from caribbean.money import MAX_UNITS
from caribbean.parts import Boxes, ChangeRule, Deal, Limits, Pays, Progressive, WagerPays
from caribbean.payouts import Stakes
from caribbean.paytables import Fate, Fixed, PayTable, PrizeTable, Share
from caribbean.variants import Variant

Draw = Callable[[st.SearchStrategy[Any]], Any]

RANK_SPELLINGS = {
    rank: (rank.letter, rank.letter.lower(), "10") if rank is CardRank.TEN else (rank.letter, rank.letter.lower())
    for rank in CardRank
}
"""Every way to write a card rank."""
SUIT_SPELLINGS = {suit: (suit.letter, suit.letter.upper(), suit.symbol) for suit in Suit}
"""Every way to write a suit."""


def spellings(card: Card) -> list[str]:
    """Every text that means `card`."""
    found = [rank + suit for rank in RANK_SPELLINGS[card.rank] for suit in SUIT_SPELLINGS[card.suit]]
    return list(dict.fromkeys(found))


@functools.cache
def cards() -> st.SearchStrategy[Card]:
    """One of the 52."""
    return st.sampled_from(CARDS)


def distinct_cards(least: int, most: int | None = None) -> st.SearchStrategy[tuple[Card, ...]]:
    """So many different cards, in any order."""
    return st.lists(cards(), unique=True, min_size=least, max_size=least if most is None else most).map(tuple)


def card_texts() -> st.SearchStrategy[tuple[Card, str]]:
    """A card and one of its spellings."""
    return cards().flatmap(lambda card: st.tuples(st.just(card), st.sampled_from(spellings(card))))


def hands(least: int = 5, most: int = 7) -> st.SearchStrategy[Hand]:
    """A hand of five to seven cards."""
    return distinct_cards(least, most).map(Hand)


def decks() -> st.SearchStrategy[Deck]:
    """A whole deck in any order."""
    return st.permutations(CARDS).map(Deck)


def seeds() -> st.SearchStrategy[bytes]:
    """Entropy that a shuffle takes; longer than a hash block (64 bytes) too."""
    return st.binary(min_size=32, max_size=80)


@functools.cache
def ranks() -> st.SearchStrategy[Rank]:
    """The rank of a hand."""
    return st.integers(1, STRENGTHS).map(Rank)


@functools.cache
def categories() -> st.SearchStrategy[Category]:
    """One of the eleven."""
    return st.sampled_from(Category)


@functools.cache
def amounts(least: int = 1) -> st.SearchStrategy[int]:
    """Units: small ones, ordinary ones, and those about 2**31 and 2**63 where other programs break."""
    return st.one_of(
        st.integers(least, 1_000_00),
        st.integers(2**31 - 2, 2**31 + 2),
        st.integers(2**63 - 5, MAX_UNITS),
        st.integers(least, MAX_UNITS),
    )


@functools.cache
def odds() -> st.SearchStrategy[Fraction]:
    """Odds "x to 1", fractions among them."""
    return st.one_of(st.integers(1, 1_000).map(Fraction), st.fractions(Fraction(1, 100), 1_000, max_denominator=100))


@functools.cache
def pays() -> st.SearchStrategy[Fraction | Fate]:
    """A cell of a pay table."""
    return st.one_of(st.sampled_from(Fate), odds())


@functools.cache
def pay_tables(lowest: Category = Category.HIGH_CARD) -> st.SearchStrategy[PayTable]:
    """A pay table with a row at `lowest`, so that everything from there up has a cell."""
    rest = st.dictionaries(st.sampled_from([c for c in Category if c >= lowest]), pays(), max_size=4)
    return st.tuples(pays(), rest).map(lambda found: PayTable({lowest: found[0], **found[1]}))


@functools.cache
def prizes() -> st.SearchStrategy[Fixed | Share]:
    """A fixed prize or a share of the meter."""
    parts = st.fractions(Fraction(1, 1_000), 1, max_denominator=1_000)
    return st.one_of(amounts().map(Fixed), parts.map(Share))


@functools.cache
def prize_tables() -> st.SearchStrategy[PrizeTable]:
    """What a progressive wager wins."""
    return st.dictionaries(categories(), prizes(), min_size=1).map(PrizeTable)


def stakes() -> st.SearchStrategy[Stakes]:
    """What a box stakes, not fitted to any game."""
    return st.builds(Stakes, ante=amounts(), progressive=st.one_of(st.just(0), amounts()))


@functools.cache
def progressives(*, after_fold: bool | None = None) -> st.SearchStrategy[Progressive]:
    """A progressive wager; `after_fold` fixes whether a folded box still wins."""
    return st.builds(
        Progressive,
        price=amounts(),
        after_fold=st.booleans() if after_fold is None else st.just(after_fold),
        prizes=prize_tables(),
        return_stake=st.booleans(),
        shares=st.sampled_from(["in-turn", "equal"]),
    )


@functools.cache
@st.composite
def deals(draw: Draw) -> Deal:
    """A deal whose hands, with the board, have five to seven cards."""
    board = draw(st.sampled_from([(0, 0), (3, 2), (0, 5), (3, 0), (4, 1), (2, 2)]))
    least, most = max(1, 5 - sum(board)), 7 - sum(board)
    dealer = draw(st.integers(least, most))
    return Deal(
        player=draw(st.integers(least, most)), dealer=dealer, dealer_up=draw(st.integers(0, dealer)), board=board
    )


@functools.cache
@st.composite
def change_rules(draw: Draw, most: int = 5) -> ChangeRule:
    """A change of up to `most` cards."""
    fees = draw(st.dictionaries(st.integers(1, most), st.integers(0, 20), min_size=1))
    return ChangeRule(fees=fees, forced_play=tuple(draw(st.lists(st.sampled_from(sorted(fees)), unique=True))))


@functools.cache
@st.composite
def limits(draw: Draw) -> Limits:
    """A least and a largest ante."""
    low, high = sorted((draw(amounts()), draw(amounts())))
    return Limits(min=low, max=high)


@functools.cache
@st.composite
def boxes(draw: Draw) -> Boxes:
    """Boxes of a table; a player buys at most three, so that one deck is enough for any deal."""
    table = draw(st.integers(1, 10))
    player = draw(st.integers(1, min(3, table)))
    return Boxes(table=table, player=player, closed_from=draw(st.none() | st.integers(1, player)))


@functools.cache
@st.composite
def matrices(draw: Draw, *, seen: int) -> Pays:
    """What every outcome pays; a fold pays by category only where the player had seen a whole hand."""
    rows = {name: WagerPays(draw(pay_tables()), draw(pay_tables())) for name in ("no_qualify", "win", "tie", "lose")}
    on_fold = draw(pay_tables() if seen >= 5 else pays().map(PayTable))
    return Pays(fold=WagerPays(on_fold), **rows)


@st.composite
def variants(draw: Draw) -> Variant:
    """A game that nobody plays, with every part that it may have."""
    deal = draw(deals())
    seen = deal.player + deal.board[0]
    whole = seen >= 5
    layout = draw(boxes())
    may_change = deal.board == (0, 0) and layout.closed_from != 1
    return Variant(
        name=draw(st.from_regex(r"[a-z]{1,8}(-[a-z0-9]{1,8})?", fullmatch=True)),
        title=draw(st.text("abc ABC'é", min_size=1).map(str.strip).filter(bool)),
        currency=draw(st.sampled_from(["USD", "EUR", "JPY", "BTC"])),
        exponent=draw(st.integers(0, 8)),
        bet_multiple=draw(st.integers(1, 5)),
        qualifier=draw(ranks()),
        interrupted=draw(st.just("resume") | ranks() if whole else st.just("resume")),
        deal=deal,
        pays=draw(matrices(seen=seen)),
        boxes=layout,
        limits=draw(st.none() | limits()),
        change=draw(st.none() | change_rules(min(5, deal.player))) if may_change else None,
        progressive=draw(st.none() | progressives(after_fold=None if whole else False)),
        cap=draw(st.none() | amounts()),
        words=draw(st.dictionaries(st.sampled_from(["ante", "bet", "progressive", "change"]), st.just("call"))),
    )
