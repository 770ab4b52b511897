"""Situations that differ by an exchange of suits alone. No class or symmetry of the library is used."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from caribbean.cards import Suit


def up_to_suits(*groups):
    """The same for groups of cards that differ by an exchange of suits, and for no others."""
    lanes = (tuple(frozenset(card.rank for card in group if card.suit == suit) for group in groups) for suit in Suit)
    return frozenset(Counter(lanes).items())


def images(*groups):
    """How many there are that differ from these groups by an exchange of suits."""
    exchanges = [dict(zip(Suit, order, strict=True)) for order in permutations(Suit)]
    return len(
        {
            tuple(frozenset(card.id & ~3 | exchange[card.suit] for card in group) for group in groups)
            for exchange in exchanges
        }
    )
