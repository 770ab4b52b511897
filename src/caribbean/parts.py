"""The parts a game is made of. Knows pay tables; knows no whole game and settles nothing.

Each part refuses on its own what cannot be, with every problem at once. A new *kind* of rule is a new part here.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeVar

import msgspec

from .errors import InputTypeError, VariantError, shown
from .money import amount_problem
from .paytables import PayTable, PrizeTable

Key = TypeVar("Key")
Value = TypeVar("Value")


class Outcome(enum.Enum):
    """How a box ended (R-6). The value is its name in files and JSON."""

    FOLD = "fold"
    NO_QUALIFY = "no-qualify"
    WIN = "win"
    TIE = "tie"
    LOSE = "lose"

    def __init__(self, text: str) -> None:
        self.field = text.replace("-", "_")
        """The name of its row in `Pays`."""

    def __str__(self) -> str:
        return self.value


class FrozenMap(Mapping[Key, Value]):
    """A mapping that cannot change and therefore hashes."""

    __slots__ = ("_items",)

    def __init__(self, items: Iterable[tuple[Key, Value]]) -> None:
        self._items = dict(items)

    def __getitem__(self, key: Key) -> Value:
        return self._items[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return repr(self._items)

    def __reduce__(self) -> tuple[type[FrozenMap[Key, Value]], tuple[tuple[tuple[Key, Value], ...]]]:
        return FrozenMap, (tuple(self._items.items()),)


class Checker:
    """Collects what is wrong with the fields of a part, so that all of it is reported at once."""

    def __init__(self) -> None:
        self.problems: list[tuple[str, str]] = []

    def refuse(self, key: str, reason: str) -> None:
        """Note a problem."""
        self.problems.append((key, reason))

    def whole(self, key: str, number: object, least: int, most: int) -> bool:
        """Whether `number` is an int from `least` to `most`; a problem is noted where it is not."""
        if type(number) is int and least <= number <= most:
            return True
        self.refuse(key, f"must be a whole number from {least} to {most}, not {shown(number)}")
        return False

    def amount(self, key: str, units: object) -> bool:
        """Whether `units` is an amount of money above zero."""
        problem = amount_problem(units, "the amount")
        if problem:
            self.refuse(key, str(problem))
        return problem is None

    def instance(self, key: str, value: object, kind: type | tuple[type, ...], words: str) -> bool:
        """Whether `value` is of a kind; `words` say what was wanted."""
        if isinstance(value, kind):
            return True
        self.refuse(key, f"must be {words}, not {type(value).__name__}")
        return False

    def done(self) -> None:
        """Raise what was noted, if anything was."""
        if self.problems:
            raise VariantError(self.problems)


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """How many cards go where: to a box, to the dealer (and how many of those face up), to the board.

    The board has two numbers: community cards before the decision and after it. No board is `(0, 0)`.
    """

    player: int
    dealer: int
    dealer_up: int
    board: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        check = Checker()
        sides = check.whole("player", self.player, 1, 7) & check.whole("dealer", self.dealer, 1, 7)
        check.whole("dealer_up", self.dealer_up, 0, self.dealer if sides else 7)
        board = self.board
        if not (isinstance(board, tuple) and len(board) == 2 and all(type(n) is int and 0 <= n <= 7 for n in board)):
            check.refuse("board", f"must be two whole numbers from 0 to 7, not {shown(board)}")
        elif sides:
            for side, count in (("player", self.player), ("dealer", self.dealer)):
                if not 5 <= count + sum(board) <= 7:
                    check.refuse(side, f"a hand needs 5 to 7 cards, not {count} and {sum(board)} on the board")
        check.done()


class WagerPays(msgspec.Struct, frozen=True):
    """What the ante and the bet are paid in one outcome; `bet` is None where none was placed."""

    ante: PayTable
    bet: PayTable | None = None

    def __post_init__(self) -> None:
        check = Checker()
        check.instance("ante", self.ante, PayTable, "a PayTable")
        check.instance("bet", self.bet, (PayTable, type(None)), "a PayTable or None")
        check.done()


class Pays(msgspec.Struct, frozen=True, kw_only=True):
    """The matrix outcome × wager → PayTable: `pays[Outcome.WIN].bet`."""

    fold: WagerPays
    no_qualify: WagerPays
    win: WagerPays
    tie: WagerPays
    lose: WagerPays

    def __post_init__(self) -> None:
        check = Checker()
        for outcome, row in self:
            if check.instance(outcome.value, row, WagerPays, "a WagerPays"):
                if outcome is Outcome.FOLD and row.bet is not None:
                    check.refuse("fold.bet", "a folded box has no bet to pay")
                if outcome is not Outcome.FOLD and row.bet is None:
                    check.refuse(f"{outcome}.bet", "is missing")
        check.done()

    def __getitem__(self, outcome: Outcome) -> WagerPays:
        if not isinstance(outcome, Outcome):
            raise InputTypeError(f"pays are found by Outcome, not by {type(outcome).__name__}")
        row: WagerPays = getattr(self, outcome.field)
        return row

    def __iter__(self) -> Iterator[tuple[Outcome, WagerPays]]:
        return ((outcome, self[outcome]) for outcome in Outcome)


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The least and the largest ante, in units, both allowed."""

    min: int
    max: int

    def __post_init__(self) -> None:
        check = Checker()
        if check.amount("min", self.min) & check.amount("max", self.max) and self.min > self.max:
            check.refuse("max", f"is below the minimum ({self.max} < {self.min} units)")
        check.done()


class Boxes(msgspec.Struct, frozen=True, kw_only=True):
    """How many boxes a table has, how many a player may buy, and from which one on they play closed (R-30, R-32).

    `closed_from=3`: the third box that a player buys plays closed, and any later one. None: no box does.
    """

    table: int = 1
    player: int = 1
    closed_from: int | None = None

    def __post_init__(self) -> None:
        check = Checker()
        tables = check.whole("table", self.table, 1, 10)
        sizes = check.whole("player", self.player, 1, self.table if tables else 10) and tables
        if sizes and self.closed_from is not None:
            check.whole("closed_from", self.closed_from, 1, self.player)
        check.done()

    def plays_closed(self, place: int) -> bool:
        """Whether the box that a player buys as number `place`, from 1, plays closed."""
        return self.closed_from is not None and place >= self.closed_from


class ChangeRule(msgspec.Struct, frozen=True, kw_only=True):
    """The change: `fees[n]` antes for n cards (R-35). Its keys are the numbers of cards that may be changed.

    After a change of a number of cards in `forced_play`, the box must be played.
    """

    fees: Mapping[int, int]
    forced_play: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        check = Checker()
        if check.instance("fees", self.fees, Mapping, "a table of cards to antes"):
            if not self.fees:
                check.refuse("fees", "is empty; a game without a change has no change rule")
            for cards, fee in self.fees.items():
                if type(cards) is int and 1 <= cards <= 7:
                    check.whole(f"fees.{cards}", fee, 0, 1_000)
                else:
                    key = cards if isinstance(cards, str) else shown(cards)
                    check.refuse(f"fees.{key}", "is no number of cards, which is from 1 to 7")
            if check.instance("forced_play", self.forced_play, tuple, "a tuple of numbers of cards"):
                for cards in self.forced_play:
                    if type(cards) is not int or cards not in self.fees:
                        check.refuse("forced_play", f"{shown(cards)} cards cannot be changed")
        check.done()
        msgspec.structs.force_setattr(self, "fees", FrozenMap(sorted(self.fees.items())))
        msgspec.structs.force_setattr(self, "forced_play", tuple(sorted(set(self.forced_play))))


class Progressive(msgspec.Struct, frozen=True, kw_only=True):
    """The optional wager on the meter (R-21): its price in units and what it wins.

    `after_fold`: whether a folded box still wins its prize (R-62) or not (R-23). `return_stake`: whether the stake
    comes back with a prize (R-80; as a rule the house keeps it). `shares`: how several shares in one round are paid
    (R-84): `"in-turn"`, each on the meter as the earlier ones left it, or `"equal"`, equal prizes shared equally.
    """

    price: int
    after_fold: bool
    prizes: PrizeTable
    return_stake: bool = False
    shares: Literal["in-turn", "equal"] = "in-turn"

    def __post_init__(self) -> None:
        check = Checker()
        check.amount("price", self.price)
        check.instance("after_fold", self.after_fold, bool, "true or false")
        check.instance("return_stake", self.return_stake, bool, "true or false")
        check.instance("prizes", self.prizes, PrizeTable, "a PrizeTable")
        if self.shares not in ("in-turn", "equal"):
            check.refuse("shares", f'must be "in-turn" or "equal", not {shown(self.shares)}')
        check.done()
