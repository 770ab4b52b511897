"""`terms()`: a variant as the numbers that settle many boxes at once. Knows `pay()`; asks for no game by name.

What an outcome pays is asked of `pay()`, cell by cell, so that one box and a million are settled by the same rules.
"""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import Any, Final

from ._core import GROUPS, OUTCOMES, CTerms, c_terms
from .errors import InputError
from .hands import STRENGTHS, Category, Rank
from .money import MAX_UNITS
from .parts import Outcome
from .payouts import Line, Stakes, pay
from .paytables import Share
from .variants import Variant

OUTCOME_CODES: Final = {Outcome[name]: code for name, code in OUTCOMES.items()}
"""How results number the outcomes."""

_GROUP: Final = bytes([0, *(Rank(strength).category for strength in range(1, STRENGTHS + 1))])
_NOTHING: Final = {"part": 0, "of": 1, "kept": 0}


@functools.lru_cache(maxsize=32)
def terms(variant: Variant) -> CTerms:
    """The numbers for this variant, made once."""
    return c_terms(_numbers(variant))


def _numbers(variant: Variant) -> dict[str, Any]:
    ante = [[_NOTHING] * GROUPS for _ in OUTCOMES]
    bet = [[_NOTHING] * GROUPS for _ in OUTCOMES]
    # One unit staked and no cap: a line then says the odds.
    uncapped = variant.replace(cap=None)
    multiple = 0
    for outcome, code in OUTCOME_CODES.items():
        for category in filter(lambda category: variant.reachable(outcome, category), Category):
            for line in pay(uncapped, outcome, category, Stakes(ante=1)):
                {"ante": ante, "bet": bet}[line.wager][code][category] = _pay(line)
                multiple = line.stake if line.wager == "bet" else multiple
    deal, limits, rule = variant.deal, variant.limits, variant.progressive
    return {
        "player": deal.player,
        "dealer": deal.dealer,
        "board_before": deal.board[0],
        "board_after": deal.board[1],
        "qualifier": variant.qualifier.strength,
        "least": limits.min if limits else 1,
        "most": limits.max if limits else MAX_UNITS,
        "multiple": multiple,
        "price": rule.price if rule else 0,
        "cap": -1 if variant.cap is None else variant.cap,
        "fee": [_fees(variant, folded=True), _fees(variant, folded=False)],
        "group": list(_GROUP),
        "ante": ante,
        "bet": bet,
        "prize": [_prizes(uncapped, folded=True), _prizes(uncapped, folded=False)],
    }


def _pay(line: Line) -> dict[str, int]:
    odds = line.odds or Fraction(0)
    _check_fits(odds)
    return {"part": odds.numerator, "of": odds.denominator, "kept": int(line.result != "lost")}


def _check_fits(part: Fraction) -> None:
    if part.numerator * part.denominator > MAX_UNITS:
        raise InputError(f"{part} is too fine a fraction for many boxes at once; settle() takes it")


def _fees(variant: Variant, *, folded: bool) -> list[int]:
    """Antes for a change of 0 to 7 cards, -1 where it cannot be; whoever must play cannot have folded (R-32, R-35)."""
    rule = variant.change
    if folded and not variant.decides:
        return [-1] * 8
    if rule is None:
        return [0, *[-1] * 7]
    closed = rule.forced_play if folded else ()
    return [0, *(-1 if n in closed else rule.fees.get(n, -1) for n in range(1, 8))]


def _prizes(variant: Variant, *, folded: bool) -> list[dict[str, int]]:
    rule = variant.progressive
    if rule is None or (folded and not variant.decides):
        return [{"fixed": 0, "part": 0, "of": 1}] * GROUPS
    stakes = Stakes(ante=1, progressive=rule.price)
    found = []
    for category in Category:
        outcome = next(o for o in Outcome if (o is Outcome.FOLD) is folded and variant.reachable(o, category))
        *_, line = pay(variant, outcome, category, stakes, jackpot=0)
        prize = rule.prizes.get(category)
        shared = line.result == "prize" and isinstance(prize, Share)
        part = prize.part if shared and isinstance(prize, Share) else Fraction(0)
        _check_fits(part)
        found.append({"fixed": line.returned, "part": part.numerator, "of": part.denominator})
    return found
