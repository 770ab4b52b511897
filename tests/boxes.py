"""Boxes to settle in tests: hands of every category, dealers they may meet, and short ways to play and to fold."""

from __future__ import annotations

from hypothesis import strategies as st

from caribbean.actions import Fold, Play
from caribbean.cards import CARDS
from caribbean.games import (
    CARIBBEAN_POKER,
    CYBER_CARIBBEAN_STUD,
    GAMES,
    PROGRESSIVE_CARIBBEAN_POKER,
)
from caribbean.payouts import Stakes
from caribbean.settlement import settle
from strategies import amounts, variants

STUD = (PROGRESSIVE_CARIBBEAN_POKER, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD)
WITH_JACKPOT = (PROGRESSIVE_CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD)
ALL = tuple(GAMES.values())
EVERYTHING = CARIBBEAN_POKER.replace(
    progressive=CYBER_CARIBBEAN_STUD.progressive,
    words={"ante": "pre-bet", "bet": "raise", "change": "draw", "progressive": "jackpot bet"},
)
"""A game with all four wagers, and words of its own for each."""

ROYAL = "As Ks Qs Js Ts"
STEEL_WHEEL = "5s 4s 3s 2s As"
QUADS = "9c 9d 9h 9s 4d"
FULL_HOUSE = "Ks Kh Kd 4s 4h"
FLUSH = "Kd Jd 9d 6d 3d"
STRAIGHT = "9c 8d 7h 6s 5c"
TRIPS = "9c 9d 9h Qs 4d"
TWO_PAIR = "Ac Ad 5h 5s Tc"
PAIR = "8c 8d Kh 4s 2c"
ACE_KING = "Ac Kd 8h 7s 3d"
JUNK = "Jc Td 7h 5s 2c"
LADDER = (ROYAL, STEEL_WHEEL, QUADS, FULL_HOUSE, FLUSH, STRAIGHT, TRIPS, TWO_PAIR, PAIR, ACE_KING, JUNK)

FAILS = "Qh Jh Th 7d 3c"
"""A dealer who does not qualify. It shares no card with the hands above, and neither does the next."""
QUALIFIES = "Ah Kc 6c 5d 2h"
"""A dealer with an ace-king, which every hand from a pair up beats."""


HUGE = 10**5_000
"""A number that Python refuses to print."""


def endless():
    """A list that is nested deeper than Python prints."""
    nested = []
    for _ in range(50_000):
        nested = [nested]
    return nested


def played(game, player, dealer, *, ante=10_00, progressive=0, **more):
    """A box that was played."""
    return settle(
        game,
        stakes=Stakes(ante=ante, progressive=progressive),
        player=player,
        dealer=dealer,
        decision=Play(),
        **more,
    )


def folded(game, player, *, ante=10_00, progressive=0, **more):
    """A box that was folded; the dealer is not asked for (R-11)."""
    return settle(game, stakes=Stakes(ante=ante, progressive=progressive), player=player, decision=Fold(), **more)


def summary(settlement):
    """Each wager with its stake, result and what goes back."""
    return {line.wager: (line.stake, line.result, line.returned) for line in settlement.lines}


@st.composite
def calls(draw, games=None, *, fold=None):
    """A whole legal call of `settle()`, as its arguments: one of the games, any cards and decision, stakes it takes."""
    game = draw(st.sampled_from(ALL) | variants() if games is None else games)
    folds = game.decides and (draw(st.booleans()) if fold is None else fold)
    deal, change, limits = game.deal, game.change, game.limits
    whole = sum(deal.board)
    cards = draw(st.lists(st.sampled_from(CARDS), min_size=14, max_size=14, unique=True))
    board = cards[:whole] if not folds or draw(st.booleans()) else cards[: deal.board[0]]
    mine = cards[7 : 7 + deal.player]
    theirs = draw(st.lists(st.sampled_from([c for c in CARDS if c not in cards]), min_size=7, max_size=7, unique=True))
    ante = draw(amounts() if limits is None else st.integers(limits.min, limits.max))
    changes = [0] if change is None else [0, *(n for n in change.fees if not folds or n not in change.forced_play)]
    wager = game.progressive is not None and draw(st.booleans())
    return {
        "variant": game,
        "stakes": Stakes(ante=ante, progressive=game.progressive.price if wager else 0),
        "player": mine,
        "dealer": None if folds and draw(st.booleans()) else theirs[: deal.dealer],
        "board": board,
        "decision": Fold() if folds else Play(),
        "changed": draw(st.sampled_from(changes)),
        "jackpot": draw(st.integers(0, 2**63 - 1)) if wager else None,
    }
