"""The door to C: the one module that touches `ffi` and `lib`.

Counts, ids and repeats are checked here, once, because CFFI does not check the length of a `bytes` argument:
C would read a 3-byte string as five cards. Behind this door nothing is checked again.
"""

from __future__ import annotations

from typing import NoReturn

from ._ffi import lib
from .cards import repeated
from .errors import CardCountError, DuplicateCardError, InputError, raise_all

_evaluate = lib.crb_evaluate


def evaluate(ids: bytes, where: str = "the hand") -> int:
    """The strength, 1 to 7462, of five to seven distinct card ids; else an error that names what is wrong."""
    strength = _evaluate(ids, len(ids))
    if not strength:
        _refuse(ids, where)
    return strength


def _refuse(ids: bytes, where: str) -> NoReturn:
    unknown = [InputError(f"{where}: a card id must be from 0 to 51, not {i}") for i in ids if i >= lib.CRB_CARDS]
    raise_all(unknown)
    problems = [DuplicateCardError(str(card), [where]) for card in repeated(ids)]
    if not 5 <= len(ids) <= 7:
        raise_all([*problems, CardCountError(where, len(ids), "5 to 7")])
    raise_all(problems)
    raise AssertionError(f"C refused cards that are in order: {ids!r}")
