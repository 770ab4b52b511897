"""What a hand is worth: `Category`, `Rank`, `Hand`. Knows cards and the evaluator; knows no game and no money.

A `Rank` is the rank of a *hand*: one of 7,462 strengths (R-4), bigger is better, the same scale for five, six and
seven cards. What can be said of a rank without its cards (its category, the ranks in it, its name) is worked out
here from the order of the strengths; which strength a hand has, only C says.
"""

from __future__ import annotations

import enum
import functools
import itertools
from collections.abc import Iterable, Iterator
from math import comb
from typing import Any, Final, final

import msgspec

from ._core import evaluate, refuse
from .cards import CARDS, Card, CardRank, card_ids
from .errors import InputError, InputTypeError, shown

STRENGTHS: Final = 7462


class Category(enum.IntEnum):
    """The eleven categories (R-2), weakest first, so that `>` reads as "better than"."""

    HIGH_CARD = 0
    ACE_KING = 1
    PAIR = 2
    TWO_PAIR = 3
    THREE_OF_A_KIND = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9
    ROYAL_FLUSH = 10

    @property
    def slug(self) -> str:
        """The category in files and JSON: `full-house`."""
        return self.name.lower().replace("_", "-")

    @property
    def words(self) -> str:
        """The category as said: `full house`."""
        return "ace-king" if self is Category.ACE_KING else self.name.lower().replace("_", " ")

    @staticmethod
    def from_slug(slug: str) -> Category:
        """The category that `slug` names."""
        found = _BY_SLUG.get(slug) if isinstance(slug, str) else None
        if found is None:
            raise InputError(f"{shown(slug)} is no category; categories are {', '.join(_BY_SLUG)}")
        return found

    def __str__(self) -> str:
        return self.slug


_BY_SLUG: Final = {category.slug: category for category in Category}

# How many strengths each category has, weakest category first. Five different ranks make a straight in ten ways
# and are else told apart by the ranks alone; ace-king ranks are those with both, less A-K-Q-J-T.
_UNPAIRED = comb(13, 5) - 10
_ACE_KINGS = comb(11, 3) - 1
_CLASSES: Final = (
    _UNPAIRED - _ACE_KINGS,
    _ACE_KINGS,
    13 * comb(12, 3),
    comb(13, 2) * 11,
    13 * comb(12, 2),
    10,
    _UNPAIRED,
    13 * 12,
    13 * 12,
    9,
    1,
)
_BELOW: Final = tuple(itertools.accumulate(_CLASSES, initial=0))
_CATEGORIES: Final = (
    Category.HIGH_CARD,  # a place for strength 0, which no hand has
    *itertools.chain.from_iterable([category] * _CLASSES[category] for category in Category),
)

_SHAPES: Final = {
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
}
_FLUSHES: Final = (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
_ONE_BY_ONE: Final = (
    "the highest card",
    "the second card",
    "the third card",
    "the fourth card",
    "the lowest card",
)
_PLACES: Final = {
    Category.PAIR: ("the pair", "the pair", "the first kicker", "the second kicker", "the third kicker"),
    Category.TWO_PAIR: (
        "the higher pair",
        "the higher pair",
        "the lower pair",
        "the lower pair",
        "the kicker",
    ),
    Category.THREE_OF_A_KIND: (*["the three of a kind"] * 3, "the first kicker", "the second kicker"),
    Category.FULL_HOUSE: (*["the three of a kind"] * 3, "the pair", "the pair"),
    Category.FOUR_OF_A_KIND: (*["the four of a kind"] * 4, "the kicker"),
}


def _straights() -> Iterator[tuple[int, ...]]:
    yield (3, 2, 1, 0, 12)  # the ace is low in the wheel, so it comes last in significance
    yield from (tuple(range(top, top - 5, -1)) for top in range(4, 13))


def _unpaired() -> Iterator[tuple[int, ...]]:
    straights = {tuple(sorted(ranks, reverse=True)) for ranks in _straights()}
    return (ranks for ranks in itertools.combinations(range(12, -1, -1), 5) if ranks not in straights)


def _grouped(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for ranks in itertools.permutations(range(13), len(shape)):
        groups = list(zip(shape, ranks, strict=True))
        if groups == sorted(groups, reverse=True):  # groups of one size are told apart by rank, higher first
            yield tuple(itertools.chain.from_iterable([rank] * size for size, rank in groups))


@functools.cache
def _patterns(category: Category) -> tuple[tuple[CardRank, ...], ...]:
    """The five ranks, in order of significance (R-4), of every strength of a category, weakest first."""
    found: Iterable[tuple[int, ...]]
    if category in _SHAPES:
        found = _grouped(_SHAPES[category])
    elif category is Category.FLUSH:
        found = _unpaired()
    elif category < Category.PAIR:
        holds_both = category is Category.ACE_KING
        found = (ranks for ranks in _unpaired() if (ranks[:2] == (12, 11)) is holds_both)
    else:
        tops = {Category.STRAIGHT: range(3, 13), Category.STRAIGHT_FLUSH: range(3, 12)}.get(category, (12,))
        found = (ranks for ranks in _straights() if ranks[0] in tops)
    return tuple(tuple(map(CardRank, ranks)) for ranks in sorted(found))


class Rank(msgspec.Struct, frozen=True, order=True):
    """The rank of a hand. Ordered, bigger is better; equal ranks tie. `Rank(7462)` is the royal flush."""

    strength: int
    """1 (7-5-4-3-2) to 7462 (royal flush), bigger is better."""

    def __post_init__(self) -> None:
        if type(self.strength) is not int:
            raise InputTypeError(f"a strength must be an int, not {type(self.strength).__name__}")
        if not 1 <= self.strength <= STRENGTHS:
            raise InputError(f"a strength must be from 1 to {STRENGTHS}, not {shown(self.strength)}")

    @property
    def ordinal(self) -> int:
        """1 (royal flush) to 7462: the scale of Kev Suffecool's evaluator, where lower is better."""
        return STRENGTHS + 1 - self.strength

    @property
    def category(self) -> Category:
        """One of the eleven categories."""
        return _CATEGORIES[self.strength]

    @property
    def ranks(self) -> tuple[CardRank, ...]:
        """The ranks of the five cards in order of significance; a wheel is 5-4-3-2-A."""
        category = self.category
        return _patterns(category)[self.strength - _BELOW[category] - 1]

    @property
    def name(self) -> str:
        """The rank as people say it: "Full house, kings over fours"."""
        return _name(self.category, self.ranks)

    @property
    def or_better(self) -> str:
        """This rank as a floor: "pair of fours or better", with its five ranks where the name alone says too little."""
        name = _lowered(self.name)
        if self.strength > 1 and _RANKS[self.strength - 1].name == self.name:
            name += f" ({'-'.join(map(str, self.ranks))})"
        return f"{name} or better"

    def explain(self, other: Rank) -> str:
        """Why this rank beats, loses to or ties `other`, naming the first difference."""
        if not isinstance(other, Rank):
            raise InputTypeError(f"a rank is explained against a Rank, not {type(other).__name__}")
        mine, theirs = self.name, _lowered(other.name)
        if self == other:
            return f"{mine} ties {theirs}: {'-'.join(map(str, self.ranks))} in both, and suits break no tie"
        verdict = f"{mine} {'beats' if self > other else 'loses to'} {theirs}"
        if self.category is not other.category:
            high, low = max(self, other).category.words, min(self, other).category.words
            return f"{verdict}: {_with_article(high)} ranks above {_with_article(low)}"
        place = next(i for i in range(5) if self.ranks[i] is not other.ranks[i])
        decides = _PLACES.get(self.category, _ONE_BY_ONE)[place]
        high, low = max(self, other).ranks[place].word, min(self, other).ranks[place].word
        return f"{verdict}: {decides} decides, {high} over {low}"

    def example(self) -> Hand:
        """One hand of this rank, always the same one."""
        suits = [3] * 5 if self.category in _FLUSHES else [0, 1, 2, 3, 0]
        return Hand(CARDS[rank * 4 + suit] for rank, suit in zip(self.ranks, suits, strict=True))

    def __str__(self) -> str:
        return self.name


_RANKS: Final = (Rank(1), *map(Rank, range(1, STRENGTHS + 1)))


def _with_article(words: str) -> str:
    if words in {"four of a kind", "three of a kind", "two pair"}:
        return words
    return f"an {words}" if words[0] == "a" else f"a {words}"


def _lowered(name: str) -> str:
    return name[0].lower() + name[1:]


def _name(category: Category, ranks: tuple[CardRank, ...]) -> str:
    first, last = ranks[0], ranks[-1]
    words = category.words.capitalize()
    match category:
        case Category.HIGH_CARD:
            return f"{first.word.capitalize()} high"
        case Category.ACE_KING | Category.ROYAL_FLUSH:
            return words
        case Category.PAIR:
            return f"{words} of {first.plural}"
        case Category.TWO_PAIR:
            return f"{words}, {first.plural} and {ranks[2].plural}"
        case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
            return f"{words}, {first.plural}"
        case Category.FULL_HOUSE:
            return f"{words}, {first.plural} over {last.plural}"
    return f"{words}, {first.word} high"


@final
class Hand:
    """Five to seven distinct cards: `Hand("As Ks Qs Js Ts")`, or any iterable of cards and texts.

    Hands are equal when they hold the same cards, in whatever order; only their ranks are ordered:
    `first.rank > second.rank`. Raises `CardCountError`, `DuplicateCardError`, `CardTextError`.
    """

    # The door to C has to look at every card anyway, so it gives the strength in the same call.
    __slots__ = ("_ids", "_strength")
    _ids: bytes
    _strength: int

    def __init__(self, cards: str | Iterable[Card | str]) -> None:
        self._ids = ids = card_ids(cards)
        self._strength = evaluate(ids, len(ids)) or refuse(ids)

    @property
    def rank(self) -> Rank:
        """The rank of the best five cards."""
        return _RANKS[self._strength]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order given."""
        return tuple(map(CARDS.__getitem__, self._ids))

    @property
    def best(self) -> tuple[Card, ...]:
        """The five cards that make the rank, in order of significance; a wheel is 5-4-3-2-A.

        Where two cards would do equally, the one of the higher suit stands here; it changes no rank.
        """
        pool = sorted(self.cards, reverse=True)
        rank = self.rank
        if rank.category in _FLUSHES:
            suits = [card.suit for card in pool]
            pool = [card for card in pool if suits.count(card.suit) >= 5]
        best = []
        for wanted in rank.ranks:
            best.append(next(card for card in pool if card.rank is wanted))
            pool.remove(best[-1])
        return tuple(best)

    def to_dict(self) -> dict[str, Any]:
        """The hand and its rank as plain values, as `caribbean rank --json` prints them."""
        rank = self.rank
        return {
            "cards": [card.text for card in self],
            "category": rank.category.slug,
            "strength": rank.strength,
            "ordinal": rank.ordinal,
            "name": rank.name,
            "best": [card.text for card in self.best],
        }

    def __iter__(self) -> Iterator[Card]:
        return map(CARDS.__getitem__, self._ids)

    def __len__(self) -> int:
        return len(self._ids)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and card.id in self._ids

    def __eq__(self, other: object) -> bool:
        return sorted(self._ids) == sorted(other._ids) if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash((Hand, bytes(sorted(self._ids))))

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"

    def __reduce__(self) -> tuple[type[Hand], tuple[str]]:
        return Hand, (str(self),)


def hand_of(ids: bytes) -> Hand:
    """The hand of these card ids, for callers that have read the cards already."""
    hand = object.__new__(Hand)
    hand._ids = ids
    hand._strength = evaluate(ids, len(ids)) or refuse(ids)
    return hand
