"""`best_strategy()`: the best play of a game as an object that can be asked, saved, loaded and summed up.

It holds one decision for every situation up to the names of suits. Knows the solver and `Seen`; counts nothing itself.
"""

from __future__ import annotations

import functools
import zlib
from collections import Counter
from collections.abc import Mapping
from typing import ClassVar, Final, Literal, NamedTuple

import msgspec

from ._counts import FOLD, HOLDINGS, PLAY, ROW, HoldemCounts, StudCounts
from ._lower import Shape, shape_of
from ._solving import solve
from ._work import OPTIMAL, Progress, WholeDeck, prepared
from .actions import Action, Change, Fold, Play
from .cards import CARDS, CardRank, repeated
from .decisions import after_change
from .errors import CardCountError, DuplicateCardError, InputError, InputTypeError
from .figures import Objective
from .hands import Category, Hand
from .strategy import Seen
from .variants import Variant

_MOST_HEAD: Final = 1_000
_MOST_BYTES: Final = 16_000_000
_CALL: Final = 1


class Advice(NamedTuple):
    """How often a group of situations is played, folded, and answered with a change."""

    play: int
    fold: int
    change: int

    @property
    def words(self) -> str:
        """One word where suits do not matter, else how many of how many are played, and how many changed."""
        named = {"play": self.play, "fold": self.fold, "change": self.change}
        only = [word for word, times in named.items() if times]
        if len(only) == 1:
            return only[0]
        changed = f", change {self.change}" if self.change else ""
        return f"play {self.play}{changed} of {sum(self)}"


class _Head(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a stored strategy."""

    form: Literal[1]
    game: str
    fingerprint: str
    objective: Objective
    ante: int | None


class BestStrategy(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The best decision in every situation of a game. A strategy itself: `strategy(seen) -> action`.

    After a change it is no function of what the player sees, as the thrown cards matter: ask `final`. `analyze` then
    takes the best decision.
    """

    best_after_change: ClassVar[bool] = True

    variant: Variant
    objective: Objective
    ante: int | None
    decisions: bytes

    def __call__(self, seen: Seen) -> Action:
        """The best action: fold where it makes no difference, and of equal changes the one named first."""
        if not isinstance(seen, Seen):
            raise InputTypeError(f"a strategy is asked with what a player sees, a Seen, not {type(seen).__name__}")
        if again := repeated(bytes(card.id for card in (*seen.cards, *seen.upcards, *seen.board))):
            raise DuplicateCardError(str(again[0]), ["what the player sees"])
        if shape_of(self.variant) == "holdem":
            return self._at_flop(seen)
        if len(seen.cards) != 5:
            raise CardCountError("the hand", len(seen.cards), "5")
        if seen.changed:
            raise InputError("after a change the thrown cards matter: ask final(cards, thrown=…, upcard=…)")
        ids = [card.id for card in seen.cards]
        to = _standing(ids)
        moved = tuple(sorted(_move(card, to) for card in ids))
        return self._action(self.decisions[self._rows[moved] * ROW + _move(seen.upcard.id, to)], moved, to)

    def final(self, cards: str, *, thrown: str, upcard: str) -> Action:
        """The best decision after a change."""
        return after_change(self.variant, cards, thrown=thrown, upcard=upcard, ante=self.ante).best

    def ace_king_chart(self) -> dict[tuple[CardRank, ...], dict[CardRank, Advice]]:
        """For each ace-king hand, by its three other ranks, and each rank of upcard: what is done, over all suits."""
        if shape_of(self.variant) == "holdem":
            raise InputError(f"{self.variant.name} has no upcard to chart")
        found: dict[tuple[CardRank, ...], dict[CardRank, Counter[int]]] = {}
        for ids, row in self._rows.items():
            rank = Hand([CARDS[i] for i in ids]).rank
            if rank.category is not Category.ACE_KING:
                continue
            by_upcard = found.setdefault(rank.ranks[2:], {})
            for upcard in CARDS:
                if upcard.id not in ids:
                    code = self.decisions[row * ROW + upcard.id]
                    by_upcard.setdefault(upcard.rank, Counter())[self._kind(code)] += self._images[ids]
        return {
            kickers: {rank: Advice(*(times[kind] for kind in range(3))) for rank, times in sorted(row.items())}
            for kickers, row in sorted(found.items(), reverse=True)
        }

    def to_bytes(self) -> bytes:
        """The strategy as a file: a line of JSON, then the decisions, compressed."""
        head = _Head(
            form=1,
            game=self.variant.name,
            fingerprint=self.variant.fingerprint,
            objective=self.objective,
            ante=self.ante,
        )
        return msgspec.json.encode(head) + b"\n" + zlib.compress(self.decisions, 9)

    @staticmethod
    def from_bytes(stored: bytes, variant: Variant) -> BestStrategy:
        """The strategy in a file; `InputError` where it is none, or was made for other rules."""
        if not isinstance(stored, bytes) or not isinstance(variant, Variant):
            raise InputTypeError("a stored strategy is bytes, and is loaded for a Variant")
        line, _, packed = stored.partition(b"\n")
        unpacking = zlib.decompressobj()
        try:
            head = msgspec.json.decode(line[:_MOST_HEAD], type=_Head)
            decisions = unpacking.decompress(packed, _MOST_BYTES)
        except (msgspec.MsgspecError, zlib.error, RecursionError) as error:
            raise InputError("this is no stored strategy") from error
        if not unpacking.eof or unpacking.unused_data:
            raise InputError("the stored strategy is cut off, or something stands behind it")
        if head.fingerprint != variant.fingerprint:
            raise InputError(f"the stored strategy was made for other rules than those of {variant.name}")
        strategy = BestStrategy(variant=variant, objective=head.objective, ante=head.ante, decisions=decisions)
        strategy._check()
        return strategy

    def _check(self) -> None:
        """One decision for each situation, each of them one that the rules allow."""
        shape = shape_of(self.variant)
        wanted = len(self._rows) * (HOLDINGS if shape == "holdem" else ROW)
        if len(self.decisions) != wanted:
            raise InputError(f"the stored strategy has {len(self.decisions)} decisions, not {wanted}")
        fees = self.variant.change.fees if self.variant.change else {}
        changes = {code for code in range(1, 32) if code.bit_count() in fees}
        known = {PLAY, FOLD, *changes} if shape == "exchange" else {0, _CALL}
        if unknown := set(self.decisions) - known:
            raise InputError(f"the stored strategy has decisions that are none here: {sorted(unknown)}")

    def _at_flop(self, seen: Seen) -> Action:
        if (len(seen.cards), len(seen.board)) != (2, 3):
            raise CardCountError("the hole and the flop", len(seen.cards) + len(seen.board), "2 and 3")
        flop = [card.id for card in seen.board]
        to = _standing(flop)
        row = self._rows[tuple(sorted(_move(card, to) for card in flop))]
        low, high = sorted(_move(card.id, to) for card in seen.cards)
        calls = self.decisions[row * HOLDINGS + low + high * (high - 1) // 2] == _CALL
        return Play() if calls else Fold()

    def _kind(self, code: int) -> int:
        """0 play, 1 fold, 2 change."""
        if shape_of(self.variant) == "stud":
            return 0 if code == _CALL else 1
        return {PLAY: 0, FOLD: 1}.get(code, 2)

    def _action(self, code: int, moved: tuple[int, ...], to: Mapping[int, int]) -> Action:
        kind = self._kind(code)
        if kind != 2:
            return Fold() if kind else Play()
        back = {after: before for before, after in to.items()}
        return Change([CARDS[_move(card, back)] for place, card in enumerate(moved) if code >> place & 1])

    @functools.cached_property
    def _rows(self) -> dict[tuple[int, ...], int]:
        """The row of decisions of each standing hand, or flop."""
        return {ids: row for row, (ids, _) in enumerate(_listed(shape_of(self.variant)))}

    @functools.cached_property
    def _images(self) -> dict[tuple[int, ...], int]:
        return dict(_listed(shape_of(self.variant)))


def best_strategy(
    variant: Variant,
    *,
    objective: Objective = "ante",
    ante: int | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> BestStrategy:
    """The best play of a game, found over all deals; the arguments are those of `analyze`."""
    work = prepared(variant, strategy=OPTIMAL, objective=objective, ante=ante, threads=threads, progress=progress)
    if work.strategy != OPTIMAL:
        raise InputError(f"{variant.name} is played closed: nothing is decided in it")
    return BestStrategy(variant=variant, objective=objective, ante=ante, decisions=bytes(solve(work).actions))


@functools.lru_cache(maxsize=2)
def _listed(shape: Shape) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The cards of each row and how many hands or flops it stands for, in the kernel's order."""
    if shape == "holdem":
        listed, size, cards = HoldemCounts(WholeDeck, 1).flops(), 4, 3
    else:
        listed, size, cards = StudCounts(WholeDeck, 1).classes(), 7, 5
    return tuple((tuple(listed[at : at + cards]), listed[at + size - 1]) for at in range(0, len(listed), size))


def _standing(ids: list[int]) -> dict[int, int]:
    """Where each suit goes to make these cards the ones that stand for their images: the largest set of ranks first."""
    lanes = [sum(1 << (card >> 2) for card in ids if card & 3 == suit) for suit in range(4)]
    order = sorted(range(4), key=lambda suit: (-lanes[suit], suit))
    return {suit: place for place, suit in enumerate(order)}


def _move(card: int, to: Mapping[int, int]) -> int:
    return card & ~3 | to[card & 3]
