"""Writes tables.c: rank keys, the perfect hash and every strength, from the rules of poker alone.

    python csrc/gen_tables.py > csrc/tables.c

It imports only the standard library, draws no random number and walks no set, so its output is the
same bytes on every machine. docs/evaluator.md derives each constant and says what else was tried.
"""

import sys
from io import TextIOWrapper
from itertools import combinations, product
from typing import NamedTuple, TextIO

RANKS = 13
SUITS = 4
SIZES = (5, 6, 7)
FIVE = min(SIZES)  # the cards that make a hand
MOST = max(SIZES)

# How a sum of card keys is laid out; internal.h says the same and tables.c makes the compiler compare.
ROW_BITS = 13
ROW_STEP = 2
SUIT_SHIFT = 32
SUIT_BITS = 4

# How the tables of the wide kernels are laid out.
KICKERS = 2 ** (RANKS - 1)
BASE_STEP = 16
SECOND_PAIR = RANKS - 2

LINE = 110


def multisets(size: int, ranks: int = RANKS) -> list[tuple[int, ...]]:
    """Every way to hold `size` cards when suits do not count: how many of each rank, at most four."""
    if ranks == 0:
        return [()] if size == 0 else []
    return [(*rest, count) for count in range(min(SUITS, size) + 1) for rest in multisets(size - count, ranks - 1)]


# --- strengths -------------------------------------------------------------------------------------------


def straight_top(ranks: frozenset[int]) -> int | None:
    """Find the highest card of a straight of exactly these five ranks; an ace also stands below the deuce."""
    if ranks == frozenset({RANKS - 1, 0, 1, 2, 3}):
        return 3
    top = max(ranks)
    return top if ranks == frozenset(range(top - 4, top + 1)) else None


def five_card_order(counts: tuple[int, ...], flush: bool) -> tuple[int, tuple[int, ...]]:
    """What five cards compare by: the category first, then the ranks, the most numerous first."""
    held = sorted((rank for rank in range(RANKS) if counts[rank]), key=lambda rank: (-counts[rank], -rank))
    shape = [counts[rank] for rank in held]
    top = straight_top(frozenset(held)) if len(held) == FIVE else None
    if top is not None:
        return (8 if flush else 4), (top,)
    if flush:
        return 5, tuple(held)
    shapes = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    return shapes[tuple(shape)], tuple(held)


class Strengths(NamedTuple):
    """1 is the weakest of the 7,462 classes of five cards; more cards have the strength of the best five."""

    by_counts: dict[tuple[int, ...], int]  # no flush: keyed by how many of each rank are held
    by_mask: list[int]  # a flush: indexed by the bit mask of the ranks held in its suit


def strengths() -> Strengths:
    """Rank the five-card classes, then let every larger hand be the best of itself less one card."""
    five = multisets(FIVE)
    plain = {counts: five_card_order(counts, flush=False) for counts in five}
    suited = {counts: five_card_order(counts, flush=True) for counts in five if max(counts) == 1}
    order = sorted({*plain.values(), *suited.values()})
    place = {key: number for number, key in enumerate(order, start=1)}

    by_counts = {counts: place[key] for counts, key in plain.items()}
    for size in SIZES[1:]:
        for counts in multisets(size):
            by_counts[counts] = max(
                by_counts[(*counts[:rank], counts[rank] - 1, *counts[rank + 1 :])]
                for rank in range(RANKS)
                if counts[rank]
            )

    by_mask = [0] * 2**RANKS
    for size in range(FIVE, RANKS + 1):
        for ranks in combinations(range(RANKS), size):
            mask = sum(1 << rank for rank in ranks)
            if size == FIVE:
                by_mask[mask] = place[suited[tuple(mask >> rank & 1 for rank in range(RANKS))]]
            else:
                by_mask[mask] = max(by_mask[mask ^ 1 << rank] for rank in ranks)
    return Strengths(by_counts, by_mask)


# --- rank keys -------------------------------------------------------------------------------------------
# A set of integers is itself an integer here, with a bit for each member: shifting adds a constant to all
# members at once, which makes the search below quick without any code but Python's own.


def members(bits: int) -> list[int]:
    """The integers in a set, ascending."""
    text = bin(bits)[:1:-1]
    found, position = [], text.find("1")
    while position >= 0:
        found.append(position)
        position = text.find("1", position + 1)
    return found


def sums_by_size(keys: list[int]) -> list[int]:
    """For n = 0..7 the set of sums that n cards of the given ranks can make."""
    sums = [1] + [0] * MOST
    for key in keys:
        grown = [0] * len(sums)
        for size, held in product(range(len(sums)), range(SUITS + 1)):
            if held <= size:
                grown[size] |= sums[size - held] << held * key
        sums = grown
    return sums


def differences(sums: list[int], held: int) -> int:
    """What `held` cards of a new rank must not add up to: the ways one hand's sum exceeds another's.

    Hands of five to seven cards differ by two cards at most, and the cards they share cancel out.
    """
    spread = MOST - FIVE
    found = 0
    for size in range(MOST - held + 1):
        larger = 0
        for other in range(max(0, size + held - spread), min(MOST, size + held + spread) + 1):
            larger |= sums[other]
        for total in members(sums[size]):
            found |= larger >> total
    return found


def rank_keys() -> list[int]:
    """Greedily the smallest keys under which no two hands of five to seven cards have the same sum."""
    keys = [1]
    while len(keys) < RANKS:
        sums = sums_by_size(keys)
        taken = [bin(differences(sums, held))[:1:-1] for held in range(1, SUITS + 1)]
        key = keys[-1] + 1
        while any(text[held * key : held * key + 1] == "1" for held, text in enumerate(taken, start=1)):
            key += 1
        keys.append(key)
    return keys


# --- the perfect hash ------------------------------------------------------------------------------------


def row_starts(rows: list[list[int]]) -> list[int]:
    """Slide each row of columns to the first step where it hits no other; the fullest rows choose first."""
    starts = [0] * len(rows)
    occupied = 0
    steps = sum(1 << ROW_STEP * number for number in range(2**16))  # what a uint16 can say
    for row in sorted(range(len(rows)), key=lambda row: (-len(rows[row]), row)):
        blocked = 0
        for column in rows[row]:
            blocked |= occupied >> column
        free = steps & ~blocked
        starts[row] = (free & -free).bit_length() - 1
        for column in rows[row]:
            occupied |= 1 << starts[row] + column
    return starts


class PerfectHash(NamedTuple):
    """Every hand's strength at `starts[its row] + its column`."""

    starts: list[int]
    cells: list[int]


def perfect_hash(keys: list[int], by_counts: dict[tuple[int, ...], int]) -> PerfectHash:
    """Split each sum of rank keys into a row, its low bits, and a column, and slide the rows together."""
    strength_of: dict[int, int] = {}
    for counts, strength in by_counts.items():
        strength_of[sum(count * key for count, key in zip(counts, keys, strict=True))] = strength
    if len(strength_of) != len(by_counts):
        raise AssertionError("two hands have the same sum")

    row_count = 2**ROW_BITS
    rows: list[list[int]] = [[] for _ in range(row_count)]
    for total in strength_of:
        rows[total % row_count].append(total // row_count)
    starts = row_starts(rows)

    places = {starts[total % row_count] + total // row_count: total for total in strength_of}
    if len(places) != len(strength_of):
        raise AssertionError("two hands have the same place")
    cells = [0] * (max(places) + 1)
    for place, total in places.items():
        cells[place] = strength_of[total]
    return PerfectHash(starts, cells)


# --- for many hands at once ------------------------------------------------------------------------------
# The wide kernels see ranks as a mask whose lowest bit is the ace, so that the best of some ranks is the lowest bit
# of their mask. A strength is then `base`, by the category and the rank that makes it, and `within`, by the kickers.


def kickers(count: int) -> list[int]:
    """For each mask of the 12 ranks that are left: the place of its best `count` among all such, 0 the worst."""
    left = range(RANKS - 1)
    place = {ranks: number for number, ranks in enumerate(reversed([*combinations(left, count)]))}
    best = (tuple(bit for bit in left if mask >> bit & 1)[:count] for mask in range(2 ** len(left)))
    return [place.get(ranks, 0) for ranks in best]


def within(by_counts: dict[tuple[int, ...], int], by_mask: list[int]) -> list[int]:
    """Kickers of a pair, two pair, trips, and what is above; then whole strengths: no pair, and a flush."""
    held = [tuple(mask >> RANKS - 1 - rank & 1 for rank in range(RANKS)) for mask in range(2**RANKS)]
    plain = [by_counts.get(counts, 0) for counts in held]
    flushes = [by_mask[sum(one << rank for rank, one in enumerate(counts))] for counts in held]
    one = kickers(1)
    return [*kickers(3), *one, *kickers(2), *one, *plain, *flushes, 0]  # the 0: 32 bits are read, the upper 16 unused


def base(by_counts: dict[tuple[int, ...], int]) -> list[int]:
    """By category (pair, two pair, trips, full house) and rank, the ace first: the strength of the worst kickers.

    Two pair are by the higher one, as if aces were the lower; each rank below that costs `SECOND_PAIR`. Their
    kicker is looked up among 12 ranks where 11 are left, so that the worst counts 1.
    """

    def strength(singles: int, *groups: tuple[int, int]) -> int:
        counts = [0] * RANKS
        for rank, held in groups:
            counts[rank] = held
        for rank in [rank for rank in range(RANKS) if not counts[rank]][:singles]:
            counts[rank] = 1
        return by_counts[tuple(counts)]

    ranks = range(RANKS - 1, -1, -1)
    blank = [0] * (BASE_STEP - RANKS)
    pairs = [strength(3, (rank, 2)) for rank in ranks]
    two = [strength(1, (rank, 2), (rank - 1, 2)) + SECOND_PAIR * (RANKS - 1 - rank) - 1 for rank in ranks[:-1]]
    trips = [strength(2, (rank, 3)) for rank in ranks]
    full = [strength(0, (rank, 3), (0 if rank else 1, 2)) for rank in ranks]
    return [*pairs, *blank, *two, 0, *blank, *trips, *blank, *full, *blank]


# --- output ----------------------------------------------------------------------------------------------


def write_array(out: TextIO, kind: str, name: str, numbers: list[str]) -> None:
    """One array without blanks, in lines as long as the limit allows."""
    out.write(f"\nconst {kind} {name}[{len(numbers)}]={{\n")
    line = ""
    for number in numbers:
        if len(line) + len(number) + 1 > LINE:
            out.write(line + "\n")
            line = ""
        line += number + ","
    out.write(line + "\n};\n")


def card_keys(keys: list[int]) -> list[str]:
    """A card's addend: its rank key, and one in the counter of its suit."""
    return [
        f"{keys[card // SUITS] + (1 << SUIT_SHIFT + SUIT_BITS * (card % SUITS)):#x}u" for card in range(RANKS * SUITS)
    ]


def layout() -> str:
    """Make the compiler hold internal.h to the layout the tables were made for."""
    pairs = {
        "CRB_ROW_BITS": ROW_BITS,
        "CRB_ROW_STEP": ROW_STEP,
        "CRB_SUIT_SHIFT": SUIT_SHIFT,
        "CRB_SUIT_BITS": SUIT_BITS,
        "CRB_KICKERS": KICKERS,
        "CRB_BASE_STEP": BASE_STEP,
        "CRB_SECOND_PAIR": SECOND_PAIR,
    }
    return "".join(
        f'_Static_assert({name}=={number},"not the layout of gen_tables.py");\n' for name, number in pairs.items()
    )


def main(out: TextIO) -> None:
    """Write tables.c to `out`."""
    keys = rank_keys()
    by_counts, by_mask = strengths()
    starts, cells = perfect_hash(keys, by_counts)
    out.write(
        "/* Generated, do not edit: python csrc/gen_tables.py > csrc/tables.c\n"
        " * What the numbers are and why: gen_tables.py and docs/evaluator.md.\n"
        " */\n"
        '#include "internal.h"\n\n'
    )
    out.write(layout())
    write_array(out, "uint64_t", "crb_card_key", card_keys(keys))
    write_array(out, "uint16_t", "crb_row_start", [str(start // ROW_STEP) for start in starts])
    write_array(out, "uint16_t", "crb_cell", [str(strength) for strength in cells])
    write_array(out, "uint16_t", "crb_flush", [str(strength) for strength in by_mask])
    write_array(out, "uint16_t", "crb_within", [str(part) for part in within(by_counts, by_mask)])
    write_array(out, "uint16_t", "crb_base", [str(part) for part in base(by_counts)])


if __name__ == "__main__":
    # Unix line ends on every system: the bytes are compared with the committed file.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(newline="\n")
    main(sys.stdout)
