"""The door to C: the one module that touches `ffi` and `lib`.

Counts, ids and repeats are checked here, once, because CFFI does not check the length of a `bytes` argument:
C would read a 3-byte string as five cards. Behind this door nothing is checked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any, Final, NoReturn, Protocol, TypeAlias

from ._ffi import ffi, lib
from .cards import repeated
from .errors import CardCountError, DuplicateCardError, InputError, raise_all

evaluate = lib.crb_evaluate
"""`evaluate(ids, len(ids))`: the strength, 1 to 7462, of five to seven distinct card ids; 0 for anything else,
which `refuse` then explains. C does the checking, so that a good hand costs one call."""


def refuse(ids: bytes, where: str = "the hand") -> NoReturn:
    """Raise the errors that say why `evaluate` gave 0 for these ids."""
    unknown = [InputError(f"{where}: a card id must be from 0 to 51, not {i}") for i in ids if i >= lib.CRB_CARDS]
    raise_all(unknown)
    problems = [DuplicateCardError(str(card), [where]) for card in repeated(ids)]
    if not 5 <= len(ids) <= 7:
        raise_all([*problems, CardCountError(where, len(ids), "5 to 7")])
    raise_all(problems)
    raise AssertionError(f"C refused cards that are in order: {ids!r}")


# --- many at once ----------------------------------------------------------------------------------------------------

PATHS: Final = range(lib.crb_best_path() + 1)
"""The kernels that this processor can run, the best last; all give the same strengths. Tests name one."""
OUTCOMES: Final = {
    "NO_QUALIFY": lib.CRB_NO_QUALIFY,
    "WIN": lib.CRB_WIN,
    "TIE": lib.CRB_TIE,
    "LOSE": lib.CRB_LOSE,
    "FOLD": lib.CRB_FOLDED,
}
"""How C numbers the outcomes of a box, by the names that `Outcome` has."""
GROUPS: Final = lib.CRB_GROUPS_OF_HANDS


class Memory(Protocol):
    """Contiguous memory, such as a NumPy array or a part of one."""

    @property
    def nbytes(self) -> int: ...


def evaluate_rows(cards: Memory, count: int, strengths: Memory, path: int = PATHS[-1]) -> int:
    """Strengths (uint16) of rows of `count` ids; returns the first bad row, or the number of rows."""
    rows = _rows(strengths, 2, cards.nbytes, count)
    if not 5 <= count <= 7 or path not in PATHS:
        raise InputError(f"{count} cards a row by kernel {path}")
    return lib.crb_evaluate_rows(path, _input(cards), count, rows, _output("uint16_t[]", strengths))


def evaluate_masks(masks: Memory, strengths: Memory, path: int = PATHS[-1]) -> int:
    """Strengths (uint16) of masks (uint64); returns the first bad one, or their number."""
    rows = _rows(strengths, 2, masks.nbytes, 8)
    if path not in PATHS:
        raise InputError(f"kernel {path}")
    return lib.crb_evaluate_masks(path, _input(masks, "uint64_t[]"), rows, _output("uint16_t[]", strengths))


def evaluate_all(count: int, first: int, strengths: Memory, path: int = PATHS[-1]) -> None:
    """Strengths of all hands of `count` cards from number `first` on, in lexicographic order."""
    rows = strengths.nbytes // 2
    if not 5 <= count <= 7 or not 0 <= first <= comb(52, count) - rows or path not in PATHS:
        raise InputError(f"hands of {count} cards from number {first} on by kernel {path}")
    lib.crb_evaluate_all(path, count, first, rows, _output("uint16_t[]", strengths))


def compare_rows(player: Memory, dealer: Memory, board: Memory, signs: Memory) -> int:
    """1, 0, -1 (int8) for each row: who is better, with the board; returns the first bad row, or the number of rows."""
    rows = signs.nbytes
    counts = [side.nbytes // rows if rows else 5 for side in (player, dealer, board)]
    if rows and any(side.nbytes != rows * n for side, n in zip((player, dealer, board), counts, strict=True)):
        raise InputError("the sides have different numbers of rows")
    own, theirs, common = counts
    if rows and not (5 <= own + common <= 7 and 5 <= theirs + common <= 7):
        raise InputError(f"hands of {own + common} and {theirs + common} cards")
    sides = _input(player), own, _input(dealer), theirs, _input(board), common
    return lib.crb_compare_rows(*sides, rows, _output("int8_t[]", signs))


CTerms: TypeAlias = Any
"""The numbers that boxes are settled by, as C has them."""


def c_terms(numbers: Mapping[str, Any]) -> CTerms:
    """The numbers by their names in C, which does not check them."""
    return ffi.new("crb_terms *", dict(numbers))


def settle_rows(
    terms: CTerms, fields: Mapping[str, int], rounds: Memory, places: Mapping[str, int], settled: Memory
) -> int:
    """Settles rounds by what `c_terms` made; returns the first bad row, or the number of rows.

    `fields` and `places` say where in a row of each what stands, and its `step` in bytes; all in C's names.
    """
    rows = rounds.nbytes // fields["step"]
    if rows * fields["step"] != rounds.nbytes or rows * places["step"] != settled.nbytes:
        raise InputError("the results have another number of rows than the rounds")
    where = dict.fromkeys(("progressive", "jackpot", "changed"), lib.CRB_NO_FIELD) | {"board": 0} | dict(fields)
    return lib.crb_settle_rows(
        terms,
        ffi.new("crb_rounds *", where),
        _input(rounds),
        rows,
        ffi.new("crb_settled *", dict(places)),
        _output("uint8_t[]", settled),
    )


def _rows(strengths: Memory, size: int, nbytes: int, step: int) -> int:
    rows = strengths.nbytes // size
    if rows * step != nbytes:
        raise InputError(f"{rows} results for {nbytes} bytes of {step} a row")
    return rows


def _input(memory: Any, kind: str = "uint8_t[]") -> Any:
    return ffi.from_buffer(kind, memory)


def _output(kind: str, memory: Any) -> Any:
    return ffi.from_buffer(kind, memory, require_writable=True)
