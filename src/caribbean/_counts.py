"""The second door to C: counts over all deals. It touches `ffi` and `lib` as `_core` does, and knows cards and numbers.

Cards, counts and the lengths of buffers are checked here, once; the kernels behind it check nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import comb
from typing import Any, Final

from ._ffi import ffi, lib
from .cards import repeated
from .errors import CardCountError, DuplicateCardError, InputError, raise_all

OUTCOMES: Final = lib.CRB_OUTCOMES
GROUPS: Final = lib.CRB_GROUPS
STRENGTHS: Final = lib.CRB_STRENGTHS
ROW: Final = lib.CRB_CARDS
"""Cells of one class of hands: an upcard each."""
HOLDINGS: Final = ROW * (ROW - 1) // 2
PLAY: Final = lib.CRB_PLAY
FOLD: Final = lib.CRB_FOLD
TURNS: Final = lib.CRB_TURNS
"""Changes of two cards are counted in so many turns, each over some of the upcards."""


class Paid:
    """What hands are paid, as C takes it: `group` has a group for each strength 0…7462, `net` a row an outcome.

    The rows of `net` stand in the order dealer fails, win, tie, lose, fold; `fees` are for 0…5 cards.
    """

    def __init__(
        self, *, group: bytes, net: Sequence[Sequence[int]], fees: Sequence[int] = (), forced: Sequence[int] = ()
    ) -> None:
        if len(group) != STRENGTHS + 1 or max(group) >= GROUPS or len(net) != OUTCOMES:
            raise InputError("a group for each strength and a row for each outcome are needed")
        self.group = group
        self.net = ffi.new("int64_t[]", OUTCOMES * GROUPS)
        for outcome, row in enumerate(net):
            for place, amount in enumerate(row):
                self.net[outcome * GROUPS + place] = amount
        self.allowed = sum(1 << cards for cards, fee in enumerate(fees) if cards and fee >= 0)
        self.forced = sum(1 << cards for cards in forced)
        self.fees = ffi.new("int64_t[]", [max(fee, 0) for fee in fees] or 6)


def _check_deck(cards: bytes, needed: int) -> None:
    raise_all([InputError(f"the cards in play: {card} is no card's id") for card in sorted(set(cards)) if card >= ROW])
    raise_all([DuplicateCardError(str(card), ["the cards in play"]) for card in repeated(cards)])
    if len(cards) < needed:
        raise CardCountError("the cards in play", len(cards), f"{needed} to {ROW}")


def _owned(pointer: Any, free: Callable[[Any], None]) -> Any:
    if pointer == ffi.NULL:
        raise MemoryError("there is no memory for the counts of an exact analysis")
    return ffi.gc(pointer, free)


def _numbers(count: int) -> Any:
    return ffi.new("int64_t[]", count)


def _cells(cells: bytes | bytearray, count: int) -> Any:
    if len(cells) != count:
        raise InputError(f"{count} decisions are needed, not {len(cells)}")
    return ffi.from_buffer("uint8_t[]", cells)


def _rows(deals: Any) -> list[list[int]]:
    """The five rows of a table of deals."""
    return [list(deals[at : at + GROUPS]) for at in range(0, OUTCOMES * GROUPS, GROUPS)]


class StudCounts:
    """Five cards against five, one seen: the dealer's hands for every class of hands and upcard."""

    needs = 10

    def __init__(self, cards: bytes, qualifier: int) -> None:
        _check_deck(cards, self.needs)
        self._stud = _owned(lib.crb_stud_new(cards, len(cards), qualifier), lib.crb_stud_free)

    def count(self, start: int, stop: int) -> None:
        """Strengths from `start` up to `stop`; slices in order, from 1 to 7463."""
        lib.crb_stud_count(self._stud, start, stop)

    @property
    def cells(self) -> int:
        """How many decisions there are: a row for each class."""
        return int(lib.crb_stud_classes(self._stud)) * ROW

    def classes(self) -> memoryview:
        """Seven numbers a class: five cards ascending, their strength, how many hands the class stands for."""
        listed = ffi.new("uint32_t[]", self.cells // ROW * 7)
        lib.crb_stud_list(self._stud, listed)
        return memoryview(bytes(ffi.buffer(listed))).cast("I")

    def choose(self, paid: Paid, threshold: int = 0) -> bytearray:
        """1 in every cell where playing brings more than folding and `threshold`, else 0."""
        play = bytearray(self.cells)
        lib.crb_stud_choose(self._stud, paid.group, paid.net, threshold, ffi.from_buffer("uint8_t[]", play))
        return play

    def tally(self, paid: Paid, play: bytes | bytearray) -> list[list[int]]:
        """Deals by outcome and group, where the cells that are not 0 are played."""
        deals = _numbers(OUTCOMES * GROUPS)
        lib.crb_stud_tally(self._stud, paid.group, _cells(play, self.cells), deals)
        return _rows(deals)


class ExchangeCounts(StudCounts):
    """The same with one change of cards. Call the methods in the order they stand here."""

    def __init__(self, cards: bytes, qualifier: int, paid: Paid) -> None:
        most = paid.allowed.bit_length() - 1
        _check_deck(cards, self.needs + most)
        made = lib.crb_exchange_new(
            cards, len(cards), qualifier, paid.group, paid.net, paid.fees, paid.allowed, paid.forced
        )
        self._exchange = _owned(made, lib.crb_exchange_free)
        self._stud = lib.crb_exchange_stud(self._exchange)
        self.sets: int = lib.crb_exchange_sets(self._exchange)
        self.change_units = {changed: comb(len(cards) - 10, changed) for changed in (1, 2, 5)}

    def count(self, start: int, stop: int) -> None:
        """As for stud."""
        lib.crb_exchange_count(self._exchange, start, stop)

    def bound(self, start: int, stop: int) -> None:
        """Bounds for the sets of four kept cards from `start` up to `stop`, of `sets`."""
        lib.crb_exchange_bound(self._exchange, start, stop)

    def bounded(self) -> None:
        """What follows from all sets."""
        lib.crb_exchange_bounded(self._exchange)

    def open(self, start: int, stop: int, *, refine: bool, found: list[list[int]]) -> None:
        """Adds to `found[k]` the pairs left open for k cards, and the most that these could bring more."""
        pairs, excess = _numbers(6), _numbers(6)
        lib.crb_exchange_open(self._exchange, start, stop, refine, pairs, excess)
        for k, seen in enumerate(found):
            seen[0] += pairs[k]
            seen[1] += excess[k]

    def prepare(self) -> None:
        """Memory for the changes of one card that are left."""
        if not lib.crb_exchange_prepare(self._exchange):
            raise MemoryError("there is no memory for the changes of one card")

    def value(self, start: int, stop: int) -> None:
        """What these changes are worth; strengths as in `count`."""
        lib.crb_exchange_value(self._exchange, start, stop)

    def choose_actions(self) -> bytearray:
        """The best of fold, play and one card in every cell."""
        lib.crb_exchange_valued(self._exchange)
        actions = bytearray(self.cells)
        lib.crb_exchange_choose(self._exchange, ffi.from_buffer("uint8_t[]", actions))
        return actions

    def decided(self, actions: bytes | bytearray) -> tuple[list[list[int]], int]:
        """Deals of the hands that change nothing, and how many (hand, upcard) pairs change a card."""
        deals, changes = _numbers(OUTCOMES * GROUPS), _numbers(1)
        if not lib.crb_exchange_decided(self._exchange, _cells(actions, self.cells), deals, changes):
            raise MemoryError("there is no memory for the tally of changes")
        return _rows(deals), int(changes[0])

    def prepare_pairs(self, turn: int) -> None:
        """Memory for one turn of the changes of two cards that the refined bounds leave open."""
        if not lib.crb_exchange_pairs_prepare(self._exchange, turn):
            raise MemoryError("there is no memory for the changes of two cards")

    def value_pairs(self, start: int, stop: int) -> None:
        """What these are worth before the upcards of the turn; strengths as in `count`."""
        lib.crb_exchange_pairs_value(self._exchange, start, stop)

    def choose_pairs(self, actions: bytearray) -> None:
        """Improves the actions where a change of two cards is better."""
        lib.crb_exchange_pairs_choose(self._exchange, ffi.from_buffer("uint8_t[]", actions))

    def decided_pairs(self, turn: int, actions: bytes | bytearray) -> int:
        """How many (hand, upcard) pairs of the turn change two cards; `tally_changes` then counts them."""
        changes = _numbers(1)
        if not lib.crb_exchange_pairs_decided(self._exchange, turn, _cells(actions, self.cells), changes):
            raise MemoryError("there is no memory for the tally of changes")
        return int(changes[0])

    def tally_changes(
        self, cards: int, ranges: Iterable[tuple[int, int]], then: bytes | bytearray | None
    ) -> list[list[int]]:
        """Deals of the hands that change one or two cards: each is counted `change_units[cards]` times.

        `then` has a decision for each final hand and upcard; None takes the best. `ranges` are those of all strengths.
        """
        deals = _numbers(OUTCOMES * GROUPS)
        decisions = ffi.NULL if then is None else _cells(then, self.cells)
        tally = lib.crb_exchange_tally if cards == 1 else lib.crb_exchange_pairs_tally
        for start, stop in ranges:
            tally(self._exchange, start, stop, decisions, deals)
        lib.crb_exchange_tallied(self._exchange, deals)
        return _rows(deals)


class FreshCounts:
    """The same where all five cards are changed and the new hand has to be played: after all changes of fewer."""

    SIDES: Final = (0, 1)
    """The player's hands, and the dealer's: each is gone through from the weakest to the strongest."""

    def __init__(self, exchange: ExchangeCounts) -> None:
        self._exchange = exchange
        self._fresh = _owned(lib.crb_fresh_new(exchange._exchange), lib.crb_fresh_free)

    def start(self, side: int) -> None:
        """Memory for one side, first for its values, later for its tally."""
        if not lib.crb_fresh_start(self._fresh, side):
            raise MemoryError("there is no memory for the changes of five cards")

    def value(self, side: int, start: int, stop: int) -> None:
        """Strengths as in `count`."""
        lib.crb_fresh_value(self._fresh, side, start, stop)

    def hold(self, side: int, start: int, stop: int) -> None:
        """What follows for the classes from `start` up to `stop`."""
        lib.crb_fresh_hold(self._fresh, side, start, stop)

    def choose(self, actions: bytearray) -> None:
        """Improves the actions where a change of five cards is better."""
        lib.crb_fresh_choose(self._fresh, _cells(actions, self._exchange.cells))

    def decided(self, actions: bytes | bytearray) -> None:
        """From now on the deals of these actions are counted."""
        lib.crb_fresh_decided(self._fresh, _cells(actions, self._exchange.cells))

    def sets(self, side: int) -> int:
        """How many sets `weigh` goes through."""
        return int(lib.crb_fresh_sets(self._fresh, side))

    def weigh(self, side: int, start: int, stop: int) -> None:
        """What the hands that change weigh for the sets from `start` up to `stop`."""
        lib.crb_fresh_weigh(self._fresh, side, start, stop)

    def tally(self, side: int, ranges: Iterable[tuple[int, int]]) -> list[list[int]]:
        """What a side adds to the deals of the hands that change five cards: `units` for each."""
        deals = _numbers(2 * OUTCOMES * GROUPS)
        for start, stop in ranges:
            lib.crb_fresh_tally(self._fresh, side, start, stop, deals)
        low, high = _rows(deals), _rows(deals[OUTCOMES * GROUPS : 2 * OUTCOMES * GROUPS])
        return [[one + (more << 32) for one, more in zip(*pair, strict=True)] for pair in zip(low, high, strict=True)]

    @property
    def units(self) -> int:
        """How often a deal is counted."""
        return 7560 * self._exchange.change_units[5]


class HoldemCounts:
    """Two cards each, a board of three and two. Cells are [flop][holding], a + b * (b - 1) / 2 for cards a < b."""

    needs = 9

    def __init__(self, cards: bytes, qualifier: int) -> None:
        _check_deck(cards, self.needs)
        self._holdem = _owned(lib.crb_holdem_new(cards, len(cards), qualifier), lib.crb_holdem_free)
        self.boards: int = lib.crb_holdem_boards(self._holdem)
        self._flops: int = lib.crb_holdem_flops(self._holdem)

    @property
    def cells(self) -> int:
        """How many decisions there are: a row of holdings for each flop."""
        return self._flops * HOLDINGS

    def flops(self) -> memoryview:
        """Four numbers a flop: three cards ascending, and how many flops it stands for."""
        listed = ffi.new("uint32_t[]", self._flops * 4)
        lib.crb_holdem_list(self._holdem, listed)
        return memoryview(bytes(ffi.buffer(listed))).cast("I")

    def sums(self) -> Any:
        """Room for `value`, all zeros; one for each thread."""
        return _numbers(self._flops * lib.crb_holdem_sum_cells())

    def value(self, paid: Paid, start: int, stop: int, sums: Any) -> None:
        """Adds to `sums` what calling is worth on the boards from `start` up to `stop`."""
        lib.crb_holdem_value(self._holdem, start, stop, paid.group, paid.net, sums)

    def merge(self, sums: Any, more: Any) -> None:
        """Adds what another thread found."""
        lib.crb_add(sums, more, len(sums))

    def choose(self, paid: Paid, sums: Any, threshold: int = 0) -> bytearray:
        """1 in every cell where calling brings more than folding and `threshold`, else 0."""
        call = bytearray(self.cells)
        lib.crb_holdem_choose(self._holdem, paid.group, paid.net, threshold, sums, ffi.from_buffer("uint8_t[]", call))
        return call

    def called(self, paid: Paid, call: bytes | bytearray) -> tuple[Any, list[list[int]]]:
        """What `tally` needs to know of these calls, and the deals that are folded."""
        called = ffi.new("uint16_t[]", self._flops * lib.crb_holdem_called_cells())
        deals = _numbers(OUTCOMES * GROUPS)
        lib.crb_holdem_called(self._holdem, paid.group, _cells(call, self.cells), called, deals)
        return called, _rows(deals)

    def deals(self) -> Any:
        """Room for `tally`, all zeros; one for each thread."""
        return _numbers(OUTCOMES * GROUPS)

    def tally(self, paid: Paid, call: bytes | bytearray, called: Any, start: int, stop: int, deals: Any) -> None:
        """Adds to `deals` those that are called on the boards from `start` up to `stop`."""
        cells = _cells(call, self.cells)
        lib.crb_holdem_tally(self._holdem, start, stop, paid.group, cells, called, deals)

    def rows(self, deals: Any) -> list[list[int]]:
        """The five rows of such a room."""
        return _rows(deals)


# --- one situation -------------------------------------------------------------------------------------------------


def stud_situation(cards: bytes, qualifier: int, hand: bytes, dead: bytes, upcard: int) -> list[int]:
    """The dealer hands that fail, lose, tie and win, with five cards held, some dead and one seen."""
    _check_deck(cards, StudCounts.needs)
    _check_deck(hand + dead + bytes([upcard]), 6)
    deals = _numbers(4)
    lib.crb_decide_stud(cards, len(cards), qualifier, hand, dead, len(dead), upcard, deals)
    return list(deals)


def holdem_situation(cards: bytes, qualifier: int, hole: bytes, flop: bytes, paid: Paid) -> list[list[int]]:
    """The continuations by outcome and group, with two cards held and three on the board."""
    _check_deck(cards, HoldemCounts.needs)
    if (len(hole), len(flop)) != (2, 3):
        raise CardCountError("the hole and the flop", len(hole) + len(flop), "2 and 3")
    _check_deck(hole + flop, 5)
    deals = _numbers(OUTCOMES * GROUPS)
    lib.crb_decide_holdem(cards, len(cards), qualifier, hole, flop, paid.group, deals)
    return _rows(deals)


class ChangeCounts:
    """All changes of one hand before one upcard, the best decision taken after each."""

    def __init__(self, cards: bytes, qualifier: int, hand: bytes, upcard: int, paid: Paid) -> None:
        _check_deck(cards, StudCounts.needs + paid.allowed.bit_length() - 1)
        if len(hand) != 5:
            raise CardCountError("the hand", len(hand), "5")
        _check_deck(hand + bytes([upcard]), 6)
        made = lib.crb_changes_new(
            cards, len(cards), qualifier, hand, upcard, paid.group, paid.net, paid.allowed, paid.forced
        )
        self._changes = _owned(made, lib.crb_changes_free)
        self._deals = _numbers(32 * OUTCOMES * GROUPS)

    def count(self, start: int, stop: int) -> None:
        """Strengths from `start` up to `stop`; slices in order, from 1 to 7463."""
        lib.crb_changes_count(self._changes, start, stop, self._deals)

    def deals(self, thrown: int) -> list[list[int]]:
        """Deals by outcome and group, where the cards at the places in `thrown`, a bit each, are changed."""
        size = OUTCOMES * GROUPS
        return _rows(self._deals[thrown * size : (thrown + 1) * size])
