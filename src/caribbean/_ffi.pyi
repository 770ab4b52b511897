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
    def gc(self, cdata: _CData, destructor: Any) -> _CData: ...
    def sizeof(self, cdecl_or_cdata: str | _CData) -> int: ...

@final
class _Lib:
    CRB_CARDS: int
    CRB_STRENGTHS: int
    CRB_GROUPS: int
    CRB_OUTCOMES: int
    CRB_PLAY: int
    CRB_FOLD: int
    CRB_TURNS: int
    @staticmethod
    def crb_strength(cards: bytes | _CData, count: int, /) -> int: ...
    @staticmethod
    def crb_evaluate(cards: bytes | _CData, count: int, /) -> int: ...
    @staticmethod
    def crb_add(sums: _CData, more: _CData, count: int, /) -> None: ...
    @staticmethod
    def crb_stud_new(cards: bytes | _CData, count: int, qualifier: int, /) -> _CData: ...
    @staticmethod
    def crb_stud_free(stud: _CData, /) -> None: ...
    @staticmethod
    def crb_stud_classes(stud: _CData, /) -> int: ...
    @staticmethod
    def crb_stud_list(stud: _CData, out: _CData, /) -> None: ...
    @staticmethod
    def crb_stud_count(stud: _CData, start: int, stop: int, /) -> None: ...
    @staticmethod
    def crb_stud_cell(stud: _CData, index: int, upcard: int, out: _CData, /) -> None: ...
    @staticmethod
    def crb_stud_choose(
        stud: _CData,
        group: bytes | _CData,
        net: _CData,
        threshold: int,
        play: bytes | _CData,
        /,
    ) -> None: ...
    @staticmethod
    def crb_stud_tally(
        stud: _CData,
        group: bytes | _CData,
        play: bytes | _CData,
        deals: _CData,
        /,
    ) -> None: ...
    @staticmethod
    def crb_holdem_new(cards: bytes | _CData, count: int, qualifier: int, /) -> _CData: ...
    @staticmethod
    def crb_holdem_free(holdem: _CData, /) -> None: ...
    @staticmethod
    def crb_holdem_boards(holdem: _CData, /) -> int: ...
    @staticmethod
    def crb_holdem_flops(holdem: _CData, /) -> int: ...
    @staticmethod
    def crb_holdem_list(holdem: _CData, out: _CData, /) -> None: ...
    @staticmethod
    def crb_holdem_sum_cells() -> int: ...
    @staticmethod
    def crb_holdem_called_cells() -> int: ...
    @staticmethod
    def crb_holdem_value(
        holdem: _CData,
        start: int,
        stop: int,
        group: bytes | _CData,
        net: _CData,
        sums: _CData,
        /,
    ) -> None: ...
    @staticmethod
    def crb_holdem_choose(
        holdem: _CData,
        group: bytes | _CData,
        net: _CData,
        threshold: int,
        sums: _CData,
        call: bytes | _CData,
        /,
    ) -> None: ...
    @staticmethod
    def crb_holdem_called(
        holdem: _CData,
        group: bytes | _CData,
        call: bytes | _CData,
        called: _CData,
        deals: _CData,
        /,
    ) -> None: ...
    @staticmethod
    def crb_holdem_tally(
        holdem: _CData,
        start: int,
        stop: int,
        group: bytes | _CData,
        call: bytes | _CData,
        called: _CData,
        deals: _CData,
        /,
    ) -> None: ...
    @staticmethod
    def crb_exchange_new(
        cards: bytes | _CData,
        count: int,
        qualifier: int,
        group: bytes | _CData,
        net: _CData,
        fees: _CData,
        allowed: int,
        forced: int,
        /,
    ) -> _CData: ...
    @staticmethod
    def crb_exchange_free(x: _CData, /) -> None: ...
    @staticmethod
    def crb_exchange_stud(x: _CData, /) -> _CData: ...
    @staticmethod
    def crb_exchange_count(x: _CData, start: int, stop: int, /) -> None: ...
    @staticmethod
    def crb_exchange_sets(x: _CData, /) -> int: ...
    @staticmethod
    def crb_exchange_bound(x: _CData, start: int, stop: int, /) -> None: ...
    @staticmethod
    def crb_exchange_bounded(x: _CData, /) -> None: ...
    @staticmethod
    def crb_exchange_open(
        x: _CData,
        start: int,
        stop: int,
        refine: int,
        pairs: _CData,
        excess: _CData,
        /,
    ) -> None: ...
    @staticmethod
    def crb_exchange_prepare(x: _CData, /) -> int: ...
    @staticmethod
    def crb_exchange_value(x: _CData, start: int, stop: int, /) -> None: ...
    @staticmethod
    def crb_exchange_valued(x: _CData, /) -> None: ...
    @staticmethod
    def crb_exchange_choose(x: _CData, action: bytes | _CData, /) -> None: ...
    @staticmethod
    def crb_exchange_decided(x: _CData, action: bytes | _CData, deals: _CData, changes: _CData, /) -> int: ...
    @staticmethod
    def crb_exchange_tally(
        x: _CData,
        start: int,
        stop: int,
        then: bytes | _CData,
        deals: _CData,
        /,
    ) -> None: ...
    @staticmethod
    def crb_exchange_tallied(x: _CData, deals: _CData, /) -> None: ...
    @staticmethod
    def crb_decide_stud(
        cards: bytes | _CData,
        count: int,
        qualifier: int,
        hand: bytes | _CData,
        dead: bytes | _CData,
        dead_count: int,
        upcard: int,
        deals: _CData,
        /,
    ) -> None: ...
    @staticmethod
    def crb_decide_holdem(
        cards: bytes | _CData,
        count: int,
        qualifier: int,
        hole: bytes | _CData,
        flop: bytes | _CData,
        group: bytes | _CData,
        deals: _CData,
        /,
    ) -> None: ...
    @staticmethod
    def crb_changes_new(
        cards: bytes | _CData,
        count: int,
        qualifier: int,
        hand: bytes | _CData,
        upcard: int,
        group: bytes | _CData,
        net: _CData,
        allowed: int,
        forced: int,
        /,
    ) -> _CData: ...
    @staticmethod
    def crb_changes_free(x: _CData, /) -> None: ...
    @staticmethod
    def crb_changes_count(x: _CData, start: int, stop: int, deals: _CData, /) -> None: ...
    @staticmethod
    def crb_exchange_pairs_prepare(x: _CData, turn: int, /) -> int: ...
    @staticmethod
    def crb_exchange_pairs_value(x: _CData, start: int, stop: int, /) -> None: ...
    @staticmethod
    def crb_exchange_pairs_choose(x: _CData, action: bytes | _CData, /) -> None: ...
    @staticmethod
    def crb_exchange_pairs_decided(x: _CData, turn: int, action: bytes | _CData, changes: _CData, /) -> int: ...
    @staticmethod
    def crb_exchange_pairs_tally(x: _CData, start: int, stop: int, then: bytes | _CData, deals: _CData, /) -> None: ...
    @staticmethod
    def crb_fresh_new(x: _CData, /) -> _CData: ...
    @staticmethod
    def crb_fresh_free(f: _CData, /) -> None: ...
    @staticmethod
    def crb_fresh_start(f: _CData, side: int, /) -> int: ...
    @staticmethod
    def crb_fresh_value(f: _CData, side: int, start: int, stop: int, /) -> None: ...
    @staticmethod
    def crb_fresh_hold(f: _CData, side: int, start: int, stop: int, /) -> None: ...
    @staticmethod
    def crb_fresh_choose(f: _CData, action: _CData, /) -> None: ...
    @staticmethod
    def crb_fresh_decided(f: _CData, action: _CData, /) -> int: ...
    @staticmethod
    def crb_fresh_sets(f: _CData, side: int, /) -> int: ...
    @staticmethod
    def crb_fresh_weigh(f: _CData, side: int, start: int, stop: int, /) -> None: ...
    @staticmethod
    def crb_fresh_tally(f: _CData, side: int, start: int, stop: int, deals: _CData, /) -> None: ...
    @staticmethod
    def crb_rank_many(cards: bytes | _CData, count: int, /) -> int: ...
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
    CRB_FOLDED: int
    @staticmethod
    def crb_settle_rows(
        terms: _CData, rounds: _CData, cards: _CData, rows: int, places: _CData, settled: _CData, /
    ) -> int: ...

ffi: _FFI
lib: _Lib
