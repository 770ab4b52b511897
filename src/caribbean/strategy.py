"""What a player sees, and strategies: what he sees → what he does. Knows cards and actions; knows no game and no money.

A strategy is a function of `Seen`. The named ones are those that players use and books print.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

from .actions import Action, Decision, Fold, Play
from .cards import Card, CardRank
from .errors import InputError
from .hands import Category, Hand, Rank


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """All that a player sees when he decides."""

    cards: tuple[Card, ...]
    """His own cards; after a change the final ones."""
    upcards: tuple[Card, ...] = ()
    """The dealer's cards that are face up."""
    board: tuple[Card, ...] = ()
    """The community cards so far."""
    changed: int = 0
    """How many cards he has changed; then he can only fold or play."""

    @property
    def hand(self) -> Hand:
        """The hand that his cards and the board make so far."""
        return Hand(self.cards + self.board)

    @property
    def upcard(self) -> Card:
        """The one card that the dealer shows; `InputError` where he shows none, or more."""
        if len(self.upcards) != 1:
            raise InputError(f"this strategy looks at the dealer's upcard, and {len(self.upcards)} cards are up")
        return self.upcards[0]


Strategy: TypeAlias = Callable[[Seen], Action]
"""A player's own function: asked once for each situation that differs by more than the names of suits."""


class FromRank(msgspec.Struct, frozen=True):
    """Play this rank or a better one, fold the rest."""

    weakest: Rank

    def at_once(self, hand: Hand) -> Decision | None:
        """Always known."""
        return Play() if hand.rank >= self.weakest else Fold()

    def __call__(self, seen: Seen) -> Decision:
        """Play from the weakest rank up."""
        return Play() if seen.hand.rank >= self.weakest else Fold()


class Always(msgspec.Struct, frozen=True):
    """Play whatever comes: the closed box (R-32)."""

    def at_once(self, hand: Hand) -> Decision | None:  # noqa: ARG002 - as all strategies
        """Always known."""
        return Play()

    def __call__(self, seen: Seen) -> Decision:  # noqa: ARG002
        """Play."""
        return Play()


class PairOr(msgspec.Struct, frozen=True):
    """Play a pair or better, fold below ace-king; with ace-king a rule looks at the hand and the upcard."""

    ace_king: Callable[[Hand, Card], bool]

    def at_once(self, hand: Hand) -> Decision | None:
        """Known but for ace-king."""
        category = hand.rank.category
        if category is Category.ACE_KING:
            return None
        return Play() if category > Category.ACE_KING else Fold()

    def __call__(self, seen: Seen) -> Decision:
        """Ask the rule where the hand is an ace-king."""
        hand = seen.hand
        return self.at_once(hand) or (Play() if self.ace_king(hand, seen.upcard) else Fold())


NamedStrategy: TypeAlias = FromRank | Always | PairOr
"""The kinds of named strategies: each may know at once what to do with a hand, whatever the dealer shows."""


def _three_rules(hand: Hand, upcard: Card) -> bool:
    """The three rules of thumb with ace-king.

    Play where (1) the upcard is a queen or lower and pairs one of yours, or (2) it is an ace or a king and you hold a
    queen or a jack, or (3) it pairs none of yours, you hold a queen, and it is lower than your fourth card.
    """
    ranks = hand.rank.ranks
    holds_queen = CardRank.QUEEN in ranks
    if upcard.rank >= CardRank.KING:
        return holds_queen or CardRank.JACK in ranks
    if upcard.rank in ranks:
        return True
    return holds_queen and upcard.rank < ranks[3]


def _matching_rank(hand: Hand, upcard: Card) -> bool:
    """Whether the hand holds a card of the upcard's rank."""
    return upcard.rank in hand.rank.ranks


STRATEGIES: Final[dict[str, NamedStrategy]] = {
    "any-pair": FromRank(Hand("2c 2d 5h 4s 3c").rank),
    "any-ace-king": FromRank(Hand("Ac Kd 4h 3s 2c").rank),
    "akj83": FromRank(Hand("Ac Kd Jh 8s 3c").rank),
    "three-rules": PairOr(_three_rules),
    "matching-rank": PairOr(_matching_rank),
    "blind": Always(),
    "always-call": Always(),
}
"""The strategies by name. `analyze` also knows "optimal"."""


def find_strategy(name: str) -> NamedStrategy:
    """The strategy of this name; `InputError` names those there are."""
    if name not in STRATEGIES:
        raise InputError(f"{name!r} is no strategy; strategies are optimal, {', '.join(STRATEGIES)}")
    return STRATEGIES[name]
