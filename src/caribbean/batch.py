"""Many hands and many boxes in one call, with NumPy: `pip install 'caribbean-rules[batch]'`. Knows no game by name.

Arrays are read where they are: any C-contiguous buffer of the right type will do, and nothing is copied. C works
without the interpreter's lock, so that `threads=` and other Python threads run beside it; results do not depend on
how many there are. What is wrong is named with its row.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import comb
from typing import Any, Final, NoReturn

import numpy as np
import numpy.typing as npt

from . import _core
from ._terms import OUTCOME_CODES, terms
from .actions import Fold, Play
from .cards import CARDS, Card, repeated
from .errors import CardCountError, CaribbeanError, DuplicateCardError, InputError, InputTypeError, RowError, shown
from .payouts import Stakes
from .settlement import settle
from .variants import Variant

Strengths = npt.NDArray[np.uint16]
Array = npt.NDArray[Any]

WAGERS: Final = ("ante", "bet", "change", "progressive")
"""The order of the four amounts in `staked` and `returned`."""
OUTCOMES: Final = tuple(sorted(OUTCOME_CODES, key=OUTCOME_CODES.__getitem__))
"""What `outcome` numbers: `OUTCOMES[0]` is `Outcome.NO_QUALIFY`."""
NOT_DEALT: Final = 255
"""Stands for each card that a folded box did not need: the dealer's, and the board after the decision."""
SETTLED: Final = np.dtype([("outcome", "u1"), ("staked", "i8", 4), ("returned", "i8", 4)], align=True)
"""A row of what `settle_many` gives back: units by `WAGERS`, 0 for a wager that was not placed."""

_FEWEST: Final = 1 << 14
"""Rows that are worth a thread."""


def evaluate_many(cards: Any, *, out: Strengths | None = None, threads: int = 1) -> Strengths:
    """Strengths of hands: `uint8[n, 5…7]` of card ids to `uint16[n]`, bigger is better, as `Rank.strength`.

    `DuplicateCardError` or `InputError` names the first bad row and its cards.
    """
    rows = _array(cards, np.uint8, "cards", 2)
    count = rows.shape[1]
    if not 5 <= count <= 7:
        raise CardCountError("a row", count, "5 to 7")
    strengths = _output(out, len(rows), np.uint16)
    bad = _in_slices(len(rows), threads, lambda a, b: _core.evaluate_rows(rows[a:b], count, strengths[a:b]))
    if bad < len(rows):
        _core.refuse(rows[bad].tobytes(), f"row {bad}")
    return strengths


def evaluate_masks(masks: Any, *, out: Strengths | None = None, threads: int = 1) -> Strengths:
    """Strengths of hands given as `uint64[n]`: bit n of a mask is the card with id n, five to seven are set."""
    rows = _array(masks, np.uint64, "masks", 1)
    strengths = _output(out, len(rows), np.uint16)
    bad = _in_slices(len(rows), threads, lambda a, b: _core.evaluate_masks(rows[a:b], strengths[a:b]))
    if bad < len(rows):
        _refuse_mask(int(rows[bad]), f"row {bad}")
    return strengths


def evaluate_all(
    count: int, *, start: int = 0, stop: int | None = None, out: Strengths | None = None, threads: int = 1
) -> Strengths:
    """Strengths of all hands of `count` cards in lexicographic order of their ids, or of those from `start` to `stop`.

    Number 0 is the hand of ids 0, 1, 2, …; there are C(52, `count`).
    """
    if type(count) is not int or not 5 <= count <= 7:
        raise InputError(f"hands have 5 to 7 cards, not {shown(count)}")
    end = comb(len(CARDS), count) if stop is None else stop
    if type(start) is not int or type(end) is not int or not 0 <= start <= end <= comb(len(CARDS), count):
        raise InputError(f"hands {shown(start)} to {shown(end)} are not among the {comb(len(CARDS), count)} there are")
    strengths = _output(out, end - start, np.uint16)

    def run(first: int, last: int) -> int:
        _core.evaluate_all(count, start + first, strengths[first:last])
        return last - first

    _in_slices(end - start, threads, run)
    return strengths


def compare_many(
    player: Any, dealer: Any, board: Any = None, *, out: npt.NDArray[np.int8] | None = None, threads: int = 1
) -> npt.NDArray[np.int8]:
    """Player against dealer, row by row: 1 where the player is better, 0 for a tie, -1 else, as `int8[n]`.

    `uint8[n, …]` of ids each; with the board's, which both share, each side has five to seven cards.
    """
    mine, theirs = _array(player, np.uint8, "the player's cards", 2), _array(dealer, np.uint8, "the dealer's cards", 2)
    shared = _array(np.empty((len(mine), 0), np.uint8) if board is None else board, np.uint8, "the board", 2)
    if not len(mine) == len(theirs) == len(shared):
        raise InputError(f"{len(mine)} players, {len(theirs)} dealers and {len(shared)} boards are no rows")
    for where, cards in (("the player", mine), ("the dealer", theirs)):
        if not 5 <= cards.shape[1] + shared.shape[1] <= 7:
            raise CardCountError(where, cards.shape[1] + shared.shape[1], "5 to 7, the board among them")
    signs = _output(out, len(mine), np.int8)
    bad = _in_slices(
        len(mine), threads, lambda a, b: _core.compare_rows(mine[a:b], theirs[a:b], shared[a:b], signs[a:b])
    )
    if bad < len(mine):
        _refuse_cards(b"".join(cards[bad].tobytes() for cards in (mine, theirs, shared)), f"row {bad}")
    return signs


def round_dtype(variant: Variant) -> np.dtype[Any]:
    """A row of what `settle_many` takes: all fields that this variant may need.

    `player`, `dealer`, `board` are ids (see `NOT_DEALT`); `ante`, `progressive` and `jackpot` are units, a `jackpot` of
    -1 is not known; `played` is 0 for a fold and 1 else; `changed` is how many cards were changed.
    """
    deal, rule = variant.deal, variant.progressive
    board = sum(deal.board)
    return np.dtype(
        [
            ("ante", "i8"),
            *([("progressive", "i8"), ("jackpot", "i8")] if rule else []),
            ("player", "u1", (deal.player,)),
            ("dealer", "u1", (deal.dealer,)),
            *([("board", "u1", (board,))] if board else []),
            ("played", "u1"),
            *([("changed", "u1")] if variant.change else []),
        ],
        align=True,
    )


def settle_many(variant: Variant, rounds: Array, *, out: Array | None = None, threads: int = 1) -> Array:
    """Settle rounds as `settle` does each: an array with the fields of `round_dtype` to one of `SETTLED`.

    Fields are found by name; `progressive`, `jackpot` and `changed` may be left out, others may stand beside them.
    `RowError` names the first bad round and carries the error that `settle` raises for it. Also refused are rounds in
    which an amount, or what is staked or returned in all, passes 2**63 - 1 units.
    """
    if not isinstance(variant, Variant):
        raise InputTypeError(f"the variant must be a Variant, not {type(variant).__name__}")
    fields = _fields(variant, rounds)
    settled = _output(out, len(rounds), SETTLED)
    places = {"step": SETTLED.itemsize, **_offsets(SETTLED)}
    numbers = terms(variant)

    def run(first: int, last: int) -> int:
        return _core.settle_rows(numbers, fields, rounds[first:last], places, settled[first:last])

    bad = _in_slices(len(rounds), threads, run)
    if bad < len(rounds):
        _refuse_round(variant, rounds[bad], bad)
    return settled


# --- arrays ----------------------------------------------------------------------------------------------------------


def _array(given: Any, kind: type, what: str, dimensions: int) -> Array:
    """The array itself, or one over the same memory; never a copy, as of a list."""
    if not isinstance(given, np.ndarray):
        try:
            given = np.asarray(memoryview(given))
        except TypeError:
            raise InputTypeError(f"{what} must be an array or buffer, not {type(given).__name__}") from None
    array: Array = given
    if array.dtype != kind:
        raise InputTypeError(f"{what} must be of type {np.dtype(kind)}, not {array.dtype}")
    if array.ndim != dimensions:
        raise InputError(f"{what} must have {dimensions} dimension{'s' * (dimensions > 1)}, not {array.ndim}")
    if not array.flags.c_contiguous:
        raise InputError(f"{what} must be C-contiguous; numpy.ascontiguousarray() makes a copy that is")
    return array


def _output(out: Array | None, rows: int, kind: npt.DTypeLike) -> Array:
    if out is None:
        return np.empty(rows, kind)
    if not isinstance(out, np.ndarray) or out.dtype != kind:
        raise InputTypeError(f"out must be an array of type {np.dtype(kind)}")
    if out.shape != (rows,) or not out.flags.c_contiguous or not out.flags.writeable:
        raise InputError(f"out must be writeable, C-contiguous and of shape ({rows},), not {out.shape}")
    return out


def _in_slices(rows: int, threads: int, run: Callable[[int, int], int]) -> int:
    """The first bad row, or `rows`: `run(first, last)` says how many rows of a slice are good, counted from `first`."""
    if type(threads) is not int or threads < 1:
        raise InputError(f"threads must be a whole number above 0, not {shown(threads)}")
    parts = min(threads, max(1, rows // _FEWEST))
    if parts == 1:
        return run(0, rows) if rows else 0
    first, *others = itertools.pairwise(rows * part // parts for part in range(parts + 1))
    with ThreadPoolExecutor(parts - 1) as pool:  # the caller's own thread takes the first part
        waiting = [pool.submit(run, *part) for part in others]
        good = [run(*first), *(result.result() for result in waiting)]
    slices = zip((first, *others), good, strict=True)
    return next((start + done for (start, stop), done in slices if done < stop - start), rows)


def _offsets(kind: np.dtype[Any]) -> dict[str, int]:
    return {name: field[1] for name, field in (kind.fields or {}).items()}


def _fields(variant: Variant, rounds: object) -> dict[str, int]:
    """Where the fields stand in a row of `rounds`; errors name each that is missing or of another type."""
    wanted = dict(round_dtype(variant).fields or {})
    if not isinstance(rounds, np.ndarray) or rounds.dtype.fields is None or rounds.ndim != 1:
        raise InputTypeError("rounds must be a structured array of one dimension, see round_dtype()")
    if not rounds.flags.c_contiguous:
        raise InputError("rounds must be C-contiguous; numpy.ascontiguousarray() makes a copy that is")
    given = rounds.dtype.fields
    for name, (kind, *_) in wanted.items():
        if name in given and given[name][0] != kind:
            raise InputTypeError(f"rounds: {name} must be of type {kind}, not {given[name][0]}")
        if name not in given and name not in {"progressive", "jackpot", "changed"}:
            raise InputTypeError(f"rounds: {name} is missing; round_dtype() has all that may be needed")
    for name in ("board", "progressive", "jackpot", "changed"):
        if name in given and name not in wanted:
            raise InputTypeError(f"rounds: {variant.name} has no {name}")
    offsets = {name: offset for name, offset in _offsets(rounds.dtype).items() if name in wanted}
    return {"step": rounds.dtype.itemsize, **offsets}


# --- what is wrong with a row ----------------------------------------------------------------------------------------


def _refuse_mask(mask: int, where: str) -> NoReturn:
    if mask >> len(CARDS):
        raise InputError(f"{where}: a mask has the bits 0 to 51, not {mask.bit_length() - 1}")
    raise CardCountError(where, mask.bit_count(), "5 to 7")


def _refuse_cards(ids: bytes, where: str) -> NoReturn:
    unknown = [i for i in ids if i >= len(CARDS)]
    if unknown:
        raise InputError(f"{where}: a card id must be from 0 to 51, not {unknown[0]}")
    raise DuplicateCardError(str(repeated(ids)[0]), [where])


def _cards(ids: Any, *, may_miss: bool) -> tuple[Card, ...] | None:
    if may_miss and set(map(int, ids)) == {NOT_DEALT}:
        return None
    return tuple(Card.from_id(int(i)) for i in ids)


def _refuse_round(variant: Variant, row: Any, number: int) -> NoReturn:
    """Let `settle` say what is wrong; what it takes can only be too large for 64 bits."""
    names = row.dtype.names
    folded = not row["played"]
    try:
        if row["played"] not in (0, 1):
            raise InputError(f"played must be 0 or 1, not {row['played']}")
        board = row["board"] if "board" in names else ()
        before = variant.deal.board[0]
        seen, later = _cards(board[:before], may_miss=False), _cards(board[before:], may_miss=folded)
        jackpot = int(row["jackpot"]) if "jackpot" in names else -1
        settle(
            variant,
            stakes=Stakes(ante=int(row["ante"]), progressive=int(row["progressive"]) if "progressive" in names else 0),
            player=_cards(row["player"], may_miss=False) or (),
            dealer=_cards(row["dealer"], may_miss=folded),
            board=(*(seen or ()), *(later or ())),
            decision=Fold() if folded else Play(),
            changed=int(row["changed"]) if "changed" in names else 0,
            jackpot=None if jackpot == -1 else jackpot,
        )
    except CaribbeanError as error:
        raise RowError(number, error) from error
    raise RowError(number, InputError("an amount passes 2**63 - 1 units"))
