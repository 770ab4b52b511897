"""What a player can do with a box, as values. Knows cards and nothing else.

A malformed action cannot be made; whether a well-formed one is legal now, a round says.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn, TypeAlias, final

import msgspec

from .cards import CARDS, Card, card_ids, repeated
from .errors import CardCountError, CaribbeanError, DuplicateCardError, raise_all


@final
class Fold(msgspec.Struct, frozen=True):
    """Give the box up (R-9)."""


@final
class Play(msgspec.Struct, frozen=True):
    """Place the bet, exactly the variant's multiple of the ante (R-5)."""


@final
class Change:
    """Throw cards for new ones from the deck (R-34): `Change("5c 9d")`, or any iterable of cards and texts.

    The order in which the cards are named means nothing: new ones come in dealt order (R-36).
    """

    __slots__ = ("cards",)
    cards: tuple[Card, ...]

    def __init__(self, cards: str | Iterable[Card | str]) -> None:
        ids = card_ids(cards)
        problems: list[CaribbeanError] = [DuplicateCardError(str(card), ["the change"]) for card in repeated(ids)]
        if not ids:
            problems.append(CardCountError("the change", 0, "at least one"))
        raise_all(problems)
        object.__setattr__(self, "cards", tuple(CARDS[card_id] for card_id in sorted(ids)))

    def __eq__(self, other: object) -> bool:
        return self.cards == other.cards if isinstance(other, Change) else NotImplemented

    def __hash__(self) -> int:
        return hash((Change, self.cards))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"an action cannot be changed ({name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"an action cannot be changed ({name})")

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        return f"Change({str(self)!r})"

    def __reduce__(self) -> tuple[type[Change], tuple[str]]:
        return Change, (str(self),)


Action: TypeAlias = Fold | Play | Change
"""What a player does with a box."""

Decision: TypeAlias = Fold | Play
"""What ends the player's part in a box."""
