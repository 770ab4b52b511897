"""Boxes to settle in tests: hands of every category, dealers they may meet, and short ways to play and to fold."""

from __future__ import annotations

from caribbean.actions import Fold, Play
from caribbean.games import (
    CARIBBEAN_POKER,
    CYBER_CARIBBEAN_STUD,
    GAMES,
    PROGRESSIVE_CARIBBEAN_POKER,
)
from caribbean.payouts import Stakes
from caribbean.settlement import settle

STUD = (PROGRESSIVE_CARIBBEAN_POKER, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD)
WITH_JACKPOT = (PROGRESSIVE_CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD)
ALL = tuple(GAMES.values())

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
