"""Cards, their text, and the deck. Knows how a shuffle is asked for; knows no hand and no game.

There are exactly 52 `Card` objects. `Card("As")` is always the same one, also after pickling or copying,
so cards compare, hash and sort by identity and id. The id is `rank * 4 + suit` as `csrc/caribbean.h` states.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Final, NoReturn, final

from .errors import CardCountError, CardTextError, DuplicateCardError, InputError, InputTypeError, shown
from .shuffling import check_seed, fresh_seed, permutation

_SYMBOLS: Final = "♣♦♥♠"


class Suit(enum.IntEnum):
    """The four suits in id order. No suit ever breaks a tie (R-4)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """One of c d h s, as texts have it."""
        return "cdhs"[self]

    @property
    def symbol(self) -> str:
        """The sign of the suit, such as ♠."""
        return _SYMBOLS[self]

    def __str__(self) -> str:
        return self.letter


class CardRank(enum.IntEnum):
    """The thirteen ranks of a card, the ace high; the rank of a *hand* is `Rank`."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    @property
    def letter(self) -> str:
        """One of 2 … 9 T J Q K A."""
        return "23456789TJQKA"[self]

    @property
    def word(self) -> str:
        """The rank as said: `king`."""
        return self.name.lower()

    @property
    def plural(self) -> str:
        """More than one of it: `kings`, `sixes`."""
        return self.word + ("es" if self is CardRank.SIX else "s")

    def __str__(self) -> str:
        return self.letter


_RANKS: Final = {rank.letter: rank for rank in CardRank}
_SUITS: Final = {text: suit for suit in Suit for text in (suit.letter, suit.letter.upper(), suit.symbol)}


@final
class Card:
    """One of the 52 cards: `Card("As")`, `Card("10h")`, `Card("A♥")`. Immutable; ordered by rank, then suit."""

    __slots__ = ("id", "rank", "suit", "text")

    id: int
    rank: CardRank
    suit: Suit
    text: str

    def __new__(cls, text: str) -> Card:
        """The card that `text` names; `CardTextError` says at which position the text goes wrong."""
        if not isinstance(text, str):
            raise InputTypeError(f"a card is made from text, not from {type(text).__name__}")
        card = _BY_TEXT.get(text)
        if card is None:
            card, end = _read_card(text, 0)
            if end != len(text):
                raise CardTextError(text, end, "a single card was expected to end here")
        return card

    @staticmethod
    def from_id(card_id: int) -> Card:
        """The card with this id, 0 (2c) to 51 (As)."""
        if type(card_id) is not int:
            raise InputTypeError(f"a card id must be an int, not {type(card_id).__name__}")
        if not 0 <= card_id < len(CARDS):
            raise InputError(f"a card id must be from 0 to 51, not {shown(card_id)}")
        return CARDS[card_id]

    @staticmethod
    def of(rank: CardRank, suit: Suit) -> Card:
        """The card of a rank and a suit."""
        if not isinstance(rank, CardRank) or not isinstance(suit, Suit):
            raise InputTypeError("a card is made of a CardRank and a Suit")
        return CARDS[rank * 4 + suit]

    @property
    def symbol(self) -> str:
        """The card with the sign of its suit: `A♠`."""
        return self.rank.letter + self.suit.symbol

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card cannot be changed ({name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card cannot be changed ({name})")

    def __lt__(self, other: Card) -> bool:
        return self.id < other.id if isinstance(other, Card) else NotImplemented

    def __le__(self, other: Card) -> bool:
        return self.id <= other.id if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: Card) -> bool:
        return self.id > other.id if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: Card) -> bool:
        return self.id >= other.id if isinstance(other, Card) else NotImplemented


def _make(card_id: int) -> Card:
    card = object.__new__(Card)
    rank, suit = CardRank(card_id // 4), Suit(card_id % 4)
    for name, value in (("id", card_id), ("rank", rank), ("suit", suit), ("text", rank.letter + suit.letter)):
        object.__setattr__(card, name, value)
    return card


CARDS: Final = tuple(_make(card_id) for card_id in range(52))
"""All 52 cards, by id."""

_BY_TEXT: Final = {card.text: card for card in CARDS}
# Cards and their canonical texts lead to ids by one look-up each, which keeps `Hand(cards)` in C.
_IDS: Final[dict[Card | str, int]] = {key: card.id for card in CARDS for key in (card, card.text)}


def _read_card(text: str, start: int) -> tuple[Card, int]:
    """The card that begins at `start`, and where it ends."""
    head = text[start : start + 2]
    letter, end = ("T", start + 2) if head == "10" else (head[:1].upper(), start + 1)
    rank = _RANKS.get(letter)
    if rank is None:
        raise CardTextError(text, start, _rank_reason(head))
    suit = _SUITS.get(text[end : end + 1])
    if suit is None:
        found = f"{text[end]!r} is no suit" if end < len(text) else f"no suit follows {text[start:end]!r}"
        raise CardTextError(text, end, f"{found}; suits are c, d, h, s")
    return CARDS[rank * 4 + suit], end + 1


def _rank_reason(head: str) -> str:
    if not head:
        return "a card was expected"
    if head[0] in _SUITS and head[1:].upper() in _RANKS:
        return f"the rank comes first: write {head[1:].upper() + _SUITS[head[0]].letter!r} for {head!r}"
    hint = "; ten is 'T' or '10'" if head[0] == "1" else ""
    return f"{head[0]!r} is no rank; ranks are 2 to 9, T, J, Q, K, A{hint}"


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards in a text, in its order: `"As Kd"`, `"AsKd"`, `"A♠, 10d"`. Repeats are not judged here."""
    if not isinstance(text, str):
        raise InputTypeError(f"cards are read from text, not from {type(text).__name__}")
    cards: list[Card] = []
    position = 0
    while True:
        while position < len(text) and (text[position].isspace() or text[position] == ","):
            position += 1
        if position == len(text):
            return tuple(cards)
        card, position = _read_card(text, position)
        cards.append(card)


def card_ids(cards: str | Iterable[Card | str]) -> bytes:
    """The ids of cards given as text or as cards or texts, in their order. Repeats are not judged here."""
    known = cards if type(cards) is tuple else cards.split() if isinstance(cards, str) else _collected(cards)
    if len(known) > 1:  # of one card alone, itemgetter would give no tuple
        try:
            return bytes(itemgetter(*known)(_IDS))  # one call into C for all of them, the fastest way there is
        except (KeyError, TypeError):
            pass  # something is no card, or is one in another spelling
    return bytes(card.id for card in parse_cards(cards)) if isinstance(cards, str) else bytes(map(_slow_id, known))


def _collected(cards: object) -> tuple[Card | str, ...]:
    # Collected first, since a generator that the fast path left half-way could not be read again.
    if isinstance(cards, (bytes, bytearray)) or not isinstance(cards, Iterable):
        raise InputTypeError(f"cards must be text or an iterable of cards, not {type(cards).__name__}")
    return tuple(cards)


def _slow_id(card: object) -> int:
    if isinstance(card, Card):
        return card.id
    if isinstance(card, str):
        return Card(card).id
    raise InputTypeError(f"a card must be a Card or text, not {type(card).__name__}")


def repeated(ids: bytes) -> list[Card]:
    """The cards that occur more than once among the ids, each named once."""
    return [CARDS[card_id] for card_id in sorted(set(ids)) if ids.count(card_id) > 1]


@final
class Deck:
    """An immutable order of distinct cards, the next to be dealt first. Its `repr` shows no card (R-73)."""

    __slots__ = ("_ids",)
    _ids: bytes

    def __init__(self, cards: str | Iterable[Card | str]) -> None:
        """A deck of the given cards in the given order; `Deck.shuffled()` gives a whole shuffled one."""
        ids = card_ids(cards)
        if len(ids) > len(CARDS) or len(set(ids)) != len(ids):
            raise DuplicateCardError(str(repeated(ids)[0]), ["the deck"])
        object.__setattr__(self, "_ids", ids)

    @staticmethod
    def shuffled(entropy: bytes | None = None) -> Deck:
        """All 52 cards, shuffled (R-1): with 32 fresh bytes of the system's entropy, or with the given ones.

        A seed of less than 32 bytes, or one that is not bytes, is refused.
        """
        if entropy is not None:
            check_seed(entropy)
        return Deck(map(CARDS.__getitem__, permutation(fresh_seed() if entropy is None else entropy)))

    def deal(self, count: int) -> tuple[tuple[Card, ...], Deck]:
        """The next `count` cards, and the deck that is left; this deck stays as it is."""
        if type(count) is not int:
            raise InputTypeError(f"the number of cards to deal must be an int, not {type(count).__name__}")
        if count < 0:
            raise InputError(f"the number of cards to deal must be at least 0, not {shown(count)}")
        if count > len(self._ids):
            raise CardCountError("the deck", len(self._ids), f"{shown(count)} to deal")
        dealt = tuple(map(CARDS.__getitem__, self._ids[:count]))
        rest = object.__new__(Deck)
        object.__setattr__(rest, "_ids", self._ids[count:])
        return dealt, rest

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[Card]:
        return map(CARDS.__getitem__, self._ids)

    def __eq__(self, other: object) -> bool:
        return self._ids == other._ids if isinstance(other, Deck) else NotImplemented

    def __hash__(self) -> int:
        return hash((Deck, self._ids))

    def __repr__(self) -> str:
        return f"<Deck of {len(self._ids)} cards>"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a deck cannot be changed ({name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a deck cannot be changed ({name})")

    def __reduce__(self) -> tuple[type[Deck], tuple[tuple[Card, ...]]]:
        return Deck, (tuple(self),)
