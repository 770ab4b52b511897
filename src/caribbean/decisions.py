"""One situation and what each legal action is worth in it, exactly. Knows variants and actions; plays no round."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, Final

import msgspec

from ._counts import ROW, STRENGTHS, ChangeCounts, holdem_situation, stud_situation
from ._lower import OUTCOME_ROWS, Lowered, lower
from .actions import Action, Change, Fold, Play
from .cards import CARDS, Card, card_ids
from .errors import CardCountError, CaribbeanError, DuplicateCardError, InputError, raise_all
from .hands import Category, Hand
from .variants import Variant

Cards = str | Iterable[Card | str]

_DECK: Final = bytes(range(ROW))


class ActionValue(msgspec.Struct, frozen=True, kw_only=True):
    """What one action comes to in a situation, the rest played as well as can be."""

    action: Action
    deals: Fraction
    """How many ways it can go on, all equally likely."""
    fails: Fraction
    """In how many of them the dealer does not qualify…"""
    wins: Fraction
    ties: Fraction
    loses: Fraction
    folds: Fraction
    """…and in how many the box is folded, at once or after the change."""
    value: Fraction
    """Expected net in antes, a change fee taken off."""

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        action = "change" if isinstance(self.action, Change) else type(self.action).__name__.lower()
        thrown = {"cards": [str(card) for card in self.action.cards]} if isinstance(self.action, Change) else {}
        counts = {name: str(getattr(self, name)) for name in ("deals", "fails", "wins", "ties", "loses", "folds")}
        return {"action": action, **thrown, **counts, "value": str(self.value)}


class DecisionTable(msgspec.Struct, frozen=True, kw_only=True):
    """The legal actions of one situation, the best first; of equal ones the one that stakes less."""

    actions: tuple[ActionValue, ...]

    @property
    def best(self) -> Action:
        """The action that brings most money; folding where it makes no difference."""
        return self.actions[0].action

    def of(self, action: Action) -> ActionValue:
        """The figures of one action."""
        for line in self.actions:
            if line.action == action:
                return line
        raise InputError(f"{action} is not legal here")


def decision(
    variant: Variant,
    cards: Cards,
    *,
    upcard: Card | str | None = None,
    flop: Cards | None = None,
    ante: int | None = None,
    changes: bool = True,
) -> DecisionTable:
    """The exact value of each legal action for one hand and upcard, or for two hole cards and a flop.

    Nothing is sampled: every way the round can go on is counted, after a change with the best decision for every final
    hand. With `changes=False` changes are left out, which answers at once. `ante` is needed where a win is capped.
    """
    lowered = _decided(variant, ante)
    if lowered.shape == "holdem":
        if flop is None or upcard is not None:
            raise InputError(f"{variant.name} is decided on two cards and a flop")
        hole, board = card_ids(cards), card_ids(flop)
        raise_all(_twice(hole=hole, flop=board))
        return _table(lowered, _holdem(lowered, hole, board))
    if upcard is None or flop is not None:
        raise InputError(f"{variant.name} is decided on five cards and the dealer's upcard")
    ids, up = card_ids(cards), card_ids([upcard])
    problems = _twice(hand=ids, upcard=up)
    if len(ids) != 5:
        problems.append(CardCountError("the hand", len(ids), "5"))
    raise_all(problems)
    lines = _stand(lowered, ids, up[0])
    if changes and lowered.shape == "exchange":
        lines += _changes(lowered, ids, up[0])
    return _table(lowered, lines)


def after_change(
    variant: Variant, cards: Cards, *, thrown: Cards, upcard: Card | str, ante: int | None = None
) -> DecisionTable:
    """What folding and playing are worth after a change, the thrown cards dead; the fee is not in it."""
    lowered = _decided(variant, ante)
    ids, dead, up = card_ids(cards), card_ids(thrown), card_ids([upcard])
    allowed = [k for k, fee in enumerate(lowered.fees) if k and fee >= 0]
    problems = _twice(hand=ids, thrown_cards=dead, upcard=up)
    if not allowed:
        problems.append(InputError(f"no card can be changed in {variant.name}"))
    elif len(dead) not in allowed:
        words = ", ".join(map(str, allowed))
        problems.append(CardCountError("the thrown cards", len(dead), words))
    if len(ids) != 5:
        problems.append(CardCountError("the hand", len(ids), "5"))
    raise_all(problems)
    lines = _stand(lowered, ids, up[0], dead)
    if len(dead) in lowered.forced:
        lines = [line for line in lines if not isinstance(line.action, Fold)]
    return _table(lowered, lines)


def _twice(**places: bytes) -> list[CaribbeanError]:
    """Cards that stand in two places, or twice in one, with the names of these."""
    holders: dict[int, list[str]] = {}
    for place, ids in places.items():
        for card in ids:
            holders.setdefault(card, []).append(f"the {place.replace('_', ' ')}")
    return [DuplicateCardError(str(CARDS[card]), where) for card, where in holders.items() if len(where) > 1]


def _decided(variant: Variant, ante: int | None) -> Lowered:
    """The numbers of a game in which there is something to decide."""
    lowered = lower(variant, ante)
    if not variant.decides:
        raise InputError(f"{variant.name} is played closed: nothing is decided in it")
    return lowered


def _table(lowered: Lowered, lines: list[ActionValue]) -> DecisionTable:
    def order(line: ActionValue) -> tuple[Fraction, int, int]:
        action = line.action
        if isinstance(action, Change):
            return -line.value, 2, lowered.fees[len(action.cards)]
        return -line.value, 0 if isinstance(action, Fold) else 1, 0

    return DecisionTable(actions=tuple(sorted(lines, key=order)))


def _line(lowered: Lowered, action: Action, rows: list[list[int]], fee: int = 0) -> ActionValue:
    """An action from its deals by outcome and category."""
    counts = [sum(row) for row in rows]
    total = sum(counts)
    net = 0
    for outcome, row in zip(OUTCOME_ROWS, rows, strict=True):
        net += sum(deals * lowered.net[outcome, category] for category in Category if (deals := row[category]))
    fails, wins, ties, loses, folds = map(Fraction, counts)
    return ActionValue(
        action=action,
        deals=Fraction(total),
        fails=fails,
        wins=wins,
        ties=ties,
        loses=loses,
        folds=folds,
        value=(Fraction(net, total) - fee) / lowered.unit,
    )


def _rows(category: Category, counts: list[int]) -> list[list[int]]:
    rows = [[0] * len(Category) for _ in OUTCOME_ROWS]
    for row, deals in zip(rows, counts, strict=True):
        row[category] = deals
    return rows


def _fold(lowered: Lowered, hand: Hand, deals: int) -> ActionValue:
    return _line(lowered, Fold(), _rows(hand.rank.category, [0, 0, 0, 0, deals]))


def _stand(lowered: Lowered, ids: bytes, upcard: int, dead: bytes = b"") -> list[ActionValue]:
    hand = Hand([CARDS[i] for i in ids])
    counts = stud_situation(_DECK, lowered.variant.qualifier.strength, ids, dead, upcard)
    play = _line(lowered, Play(), _rows(hand.rank.category, [*counts, 0]))
    return [_fold(lowered, hand, sum(counts)), play]


def _changes(lowered: Lowered, ids: bytes, upcard: int) -> list[ActionValue]:
    counts = ChangeCounts(_DECK, lowered.variant.qualifier.strength, ids, upcard, lowered.paid())
    step = STRENGTHS // 32
    for start in range(1, STRENGTHS + 1, step):
        counts.count(start, min(start + step, STRENGTHS + 1))
    return [
        _line(
            lowered,
            Change([CARDS[ids[place]] for place in places]),
            counts.deals(sum(1 << place for place in places)),
            lowered.fees[k],
        )
        for k in range(1, 6)
        if lowered.fees[k] >= 0
        for places in combinations(range(5), k)
    ]


def _holdem(lowered: Lowered, hole: bytes, flop: bytes) -> list[ActionValue]:
    rows = holdem_situation(_DECK, lowered.variant.qualifier.strength, hole, flop, lowered.paid())
    hand = Hand([CARDS[i] for i in hole + flop])
    return [_fold(lowered, hand, comb(45, 2) * comb(47, 2)), _line(lowered, Play(), rows)]
