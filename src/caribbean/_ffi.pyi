"""Types of the compiled module: the part of csrc/caribbean.h between its marks, and the ffi calls in use.

A `bytes` may stand where C wants `const uint8_t *`. CFFI does not check its length.
"""

from typing import Any, Protocol, final

from typing_extensions import Buffer

class _CData(Protocol):
    """A C object: an array or a pointer. Its items are numbers."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...
    def __setitem__(self, index: int, item: Any, /) -> None: ...

@final
class _FFI:
    NULL: _CData
    def new(self, cdecl: str, init: Any = ...) -> _CData: ...
    def from_buffer(self, cdecl: str, python_buffer: Buffer, require_writable: bool = ...) -> _CData: ...
    def buffer(self, cdata: _CData, size: int = ...) -> memoryview: ...
    def sizeof(self, cdecl_or_cdata: str | _CData) -> int: ...

@final
class _Lib:
    CRB_CARDS: int
    CRB_STRENGTHS: int
    @staticmethod
    def crb_strength(cards: bytes | _CData, count: int, /) -> int: ...
    @staticmethod
    def crb_evaluate(cards: bytes | _CData, count: int, /) -> int: ...
    CRB_PORTABLE: int
    CRB_AVX2: int
    CRB_AVX512: int
    @staticmethod
    def crb_best_path() -> int: ...
    @staticmethod
    def crb_evaluate_rows(path: int, cards: _CData, count: int, rows: int, strengths: _CData, /) -> int: ...
    @staticmethod
    def crb_evaluate_masks(path: int, masks: _CData, rows: int, strengths: _CData, /) -> int: ...
    @staticmethod
    def crb_evaluate_all(path: int, count: int, first: int, rows: int, strengths: _CData, /) -> None: ...
    @staticmethod
    def crb_compare_rows(
        player: _CData,
        own: int,
        dealer: _CData,
        theirs: int,
        board: _CData,
        common: int,
        rows: int,
        signs: _CData,
        /,
    ) -> int: ...
    CRB_GROUPS_OF_HANDS: int
    CRB_NO_FIELD: int
    CRB_NO_QUALIFY: int
    CRB_WIN: int
    CRB_TIE: int
    CRB_LOSE: int
    CRB_FOLD: int
    @staticmethod
    def crb_settle_rows(
        terms: _CData, rounds: _CData, cards: _CData, rows: int, places: _CData, settled: _CData, /
    ) -> int: ...

ffi: _FFI
lib: _Lib
