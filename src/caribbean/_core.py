"""The door to C: the one module that touches `ffi` and `lib`.

Counts, ids and repeats are checked here, once, because CFFI does not check the length of a `bytes` argument:
C would read a 3-byte string as five cards. Behind this door nothing is checked again.
"""

from __future__ import annotations

from typing import NoReturn

from ._ffi import lib
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
