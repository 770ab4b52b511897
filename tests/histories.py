"""Histories to test with, money and a jackpot in them, rounds dealt as wished, a cipher that hides what it seals."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

from caribbean.cards import CARDS, Deck, parse_cards
from caribbean.entries import MeterRule
from caribbean.games import PROGRESSIVE_CARIBBEAN_POKER
from caribbean.history import History
from caribbean.payouts import Stakes
from caribbean.rounds import Round

RULE = MeterRule(seed=10_000_00, to_meter=Fraction(7, 10), to_reserve=Fraction(1, 10))
ANTE, SIDE = 10_00, 1_00
PURSE = 1_000_00
"""What `filled` puts on the table of ann and of bob."""

_numbers = itertools.count()


def seal(content: bytes) -> bytes:
    """No cipher, but nothing of the content can be read in what it gives."""
    return b"sealed" + bytes(byte ^ 0xA5 for byte in content)


def unseal(content: bytes) -> bytes:
    """The content that `seal` was given."""
    if not content.startswith(b"sealed"):
        raise ValueError("was never sealed")
    return bytes(byte ^ 0xA5 for byte in content[6:])


def opened(path, **more):
    """A history at a path, sealed."""
    return History.open(path, **{"seal": seal, "unseal": unseal} | more)


def filled(path, **more):
    """A history with two players and the jackpot `main`."""
    history = opened(path, **more)
    for player in ("ann", "bob"):
        history.deposit(player, 2 * PURSE, key=f"{player}/in")
        history.buy_in(player, PURSE, key=f"{player}/sits")
    history.create_meter("main", RULE)
    return history


def stacked(player: str, dealer: str) -> Deck:
    """A deck that deals these cards to one box and the dealer (R-10); the rest is shuffled: no deck comes twice."""
    hands = [[card.id for card in parse_cards(cards)] for cards in (player, dealer)]
    dealt = [card_id for pair in zip(*hands, strict=True) for card_id in pair]
    rest = [card.id for card in CARDS if card.id not in dealt]
    random.shuffle(rest)
    return Deck.of_permutation(bytes([*dealt, *rest]))


def dealt(deck=None, *, game=PROGRESSIVE_CARIBBEAN_POKER, ante=ANTE, side=0, boxes=1, **more):
    """A round just dealt, unlike every other."""
    stakes = {box: Stakes(ante=ante, progressive=side) for box in range(1, boxes + 1)}
    more.setdefault("context", {"id": next(_numbers)})
    return Round.start(game, stakes, deck or Deck.shuffled(), **more)


def table(history, player="ann"):
    """What a player has on the table."""
    return history.balance(player, "table")


def raw(history, sql, *values):
    """Rows straight from the database."""
    return history._journal.connection.execute(sql, values).fetchall()


def tamper(history, table_name, sql, *values):
    """Change what stands in a table, past the triggers, as somebody would who owns the file."""
    connection = history._journal.connection
    connection.execute("PRAGMA foreign_keys = OFF")
    for verb in ("UPDATE", "DELETE"):
        connection.execute(f"DROP TRIGGER IF EXISTS {table_name}_no_{verb}")
    connection.execute(sql, values)
