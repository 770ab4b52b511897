"""The four games, as data and nothing but data. Sheet numbers are those of the rulings; each line names its rule."""

from __future__ import annotations

import difflib
from fractions import Fraction
from typing import Final

from .errors import InputTypeError, UnknownGameError
from .hands import Hand
from .parts import Boxes, ChangeRule, Deal, Limits, Pays, Progressive, WagerPays
from .paytables import Fixed, PayTable, PrizeTable, Share
from .variants import Variant

_LOST: Final = PayTable("lost")
_RETURNED: Final = PayTable("returned")
_EVEN_MONEY: Final = PayTable(1)

_ACE_KING: Final = Hand("Ac Kd 4h 3s 2c").rank  # the lowest hand with which the dealer of a stud game qualifies
_LOWEST_PAIR: Final = Hand("2c 2d 5h 4s 3c").rank
_PAIR_OF_FOURS: Final = Hand("4s 4h 5d 3c 2s").rank

_FIVE_AND_FIVE: Final = Deal(player=5, dealer=5, dealer_up=1)

_STUD_ROWS: Final = {
    "pair": 1,
    "two-pair": 2,
    "three-of-a-kind": 3,
    "straight": 4,
    "flush": 5,
    "full-house": 7,
    "four-of-a-kind": 20,
    "straight-flush": 50,
    "royal-flush": 100,
}


def _paid_on(*, win: WagerPays) -> Pays:
    """The outcomes that all four sheets settle alike (R-6, R-7), around what each pays for a win."""
    return Pays(
        fold=WagerPays(_LOST),
        no_qualify=WagerPays(_EVEN_MONEY, _RETURNED),
        win=win,
        tie=WagerPays(_RETURNED, _RETURNED),
        lose=WagerPays(_LOST, _LOST),
    )


PROGRESSIVE_CARIBBEAN_POKER: Final = Variant(
    name="progressive-caribbean-poker",
    title="Progressive Caribbean Poker",
    bet_multiple=2,
    qualifier=_ACE_KING,
    interrupted=_LOWEST_PAIR,  # the house completes the round
    deal=_FIVE_AND_FIVE,
    pays=_paid_on(win=WagerPays(_EVEN_MONEY, PayTable({"high-card": 1, **_STUD_ROWS}))),
    progressive=Progressive(
        price=1_00,
        after_fold=False,
        prizes=PrizeTable(
            {
                "flush": Fixed(50_00),
                "full-house": Fixed(75_00),
                "four-of-a-kind": Fixed(100_00),
                "straight-flush": Share(Fraction(10, 100)),
                "royal-flush": Share(Fraction(1)),
            }
        ),
    ),
)
"""Sheet 000."""

CARIBBEAN_POKER: Final = Variant(
    name="caribbean-poker",
    title="Caribbean Poker",
    bet_multiple=2,
    qualifier=_ACE_KING,
    interrupted="resume",
    deal=_FIVE_AND_FIVE,
    pays=_paid_on(win=WagerPays(_EVEN_MONEY, PayTable({"ace-king": 1, **_STUD_ROWS}))),  # no row below, R-52
    limits=Limits(min=1_00, max=100_00),
    boxes=Boxes(table=6, player=3, closed_from=3),
    change=ChangeRule(fees={1: 1, 2: 2, 3: 3, 4: 4, 5: 5}),  # one ante a card
)
"""Sheet 002."""

CARIBBEAN_HOLDEM: Final = Variant(
    name="caribbean-holdem",
    title="Caribbean Hold'em",
    bet_multiple=2,
    qualifier=_PAIR_OF_FOURS,
    interrupted="resume",
    deal=Deal(player=2, dealer=2, dealer_up=0, board=(3, 2)),
    pays=_paid_on(
        win=WagerPays(
            PayTable(
                {
                    "high-card": 1,
                    "flush": 2,
                    "full-house": 3,
                    "four-of-a-kind": 10,
                    "straight-flush": 20,
                    "royal-flush": 100,
                }
            ),
            _EVEN_MONEY,
        )
    ),
    words={"bet": "call"},
)
"""Sheet 003."""

CYBER_CARIBBEAN_STUD: Final = Variant(
    name="cyber-caribbean-stud",
    title="Cyber Caribbean Stud Poker",
    bet_multiple=2,
    qualifier=_ACE_KING,
    interrupted="resume",
    deal=_FIVE_AND_FIVE,
    pays=_paid_on(win=WagerPays(_EVEN_MONEY, PayTable({"high-card": 1, **_STUD_ROWS}))),
    progressive=Progressive(
        price=1_00,
        after_fold=True,
        prizes=PrizeTable(
            {
                "flush": Fixed(50_00),
                "full-house": Fixed(100_00),
                "four-of-a-kind": Fixed(500_00),
                "straight-flush": Share(Fraction(10, 100)),
                "royal-flush": Share(Fraction(1)),
            }
        ),
    ),
)
"""Sheet 004."""

GAMES: Final = {
    game.name: game for game in (PROGRESSIVE_CARIBBEAN_POKER, CARIBBEAN_POKER, CARIBBEAN_HOLDEM, CYBER_CARIBBEAN_STUD)
}
"""The games by name."""


def find_game(name: str) -> Variant:
    """The game of this name; `UnknownGameError` offers the nearest one there is."""
    if not isinstance(name, str):
        raise InputTypeError(f"a game is found by its name, not by {type(name).__name__}")
    if name in GAMES:
        return GAMES[name]
    nearest = difflib.get_close_matches(name.lower(), GAMES, n=1, cutoff=0.4)
    raise UnknownGameError(name, nearest[0] if nearest else None)
