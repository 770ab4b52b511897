/* internal.h: what the C files share and Python never sees. */
#ifndef CRB_INTERNAL_H
#define CRB_INTERNAL_H

#include "caribbean.h"

/* The sum of a hand's card keys, and the start it is added to:
 *
 *   bits  0..31  the sum of the rank keys, no two alike among the 73,775 ways to hold five to seven ranks;
 *                its low CRB_ROW_BITS are a row, the rest a column in it
 *   bits 32..47  four counters of CRB_SUIT_BITS, clubs lowest, each begun at 3: seven cards bring one to
 *                at most 10, so none overflows, and its top bit says "five or more of this suit"
 *
 * gen_tables.py chooses the keys; docs/evaluator.md derives every number here. */
#define CRB_ROW_BITS 13
#define CRB_ROW_STEP 2 /* rows start at even cells, so that 16 bits hold where */
#define CRB_SUIT_SHIFT 32
#define CRB_SUIT_BITS 4
#define CRB_SUM_START ((uint64_t)0x3333 << CRB_SUIT_SHIFT)
#define CRB_FLUSH_BITS ((uint64_t)0x8888 << CRB_SUIT_SHIFT)

/* What the wide kernels look up. A mask of ranks has the ace as its lowest bit; crb_within is
 *
 *   CRB_KICKERS each: kickers of a pair, of two pair, of trips, and of a full house or four of a kind
 *   2 * CRB_KICKERS: the strength of a hand without a pair, or with a straight, by the ranks in it
 *   2 * CRB_KICKERS: that of a flush by the ranks of its suit
 *
 * crb_base has CRB_BASE_STEP for each of the first four; docs/evaluator.md says how they are added up. */
#define CRB_KICKERS 4096
#define CRB_BASE_STEP 16
#define CRB_SECOND_PAIR 11
#define CRB_FOURS_OVER_FULL 156 /* as many full houses as fours of a kind: the difference of their bases */

/* -fvisibility=hidden says nothing of names that are only declared: without this every table is reached through
 * one more load. MSVC exports nothing by itself. */
#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

extern const uint64_t crb_card_key[];
extern const uint16_t crb_row_start[];
extern const uint16_t crb_cell[];
extern const uint16_t crb_flush[];
extern const uint16_t crb_within[];
extern const uint16_t crb_base[];

/* The kernels of the wide paths do whole blocks of rows, stop before the first block with a bad row, and return how
 * many rows are done; the portable ones do the rest, and return the first bad row. dispatch.c puts them together. */
typedef size_t crb_rows_kernel(const uint8_t *cards, size_t count, size_t rows, uint16_t *strengths);
typedef size_t crb_masks_kernel(const uint64_t *masks, size_t rows, uint16_t *strengths);

crb_rows_kernel crb_rows_portable;
crb_masks_kernel crb_masks_portable;

/* All pairs of cards in order, and the cards that stand before one: as sums of keys, and as a mask of ranks a suit with
 * the ace as its lowest bit. Kernels may read CRB_PAIRS_PAST masks past the last, and write no strength past `run`. */
#define CRB_PAIRS 1326
#define CRB_PAIRS_PAST 32
struct crb_pairs {
    uint64_t key[CRB_PAIRS];
    uint16_t suit[4][CRB_PAIRS + CRB_PAIRS_PAST];
};
struct crb_held {
    uint64_t key;
    uint16_t suit[4];
};
typedef void crb_pairs_kernel(
    const struct crb_pairs *pairs, size_t from, size_t run, const struct crb_held *held, uint16_t *strengths);

crb_pairs_kernel crb_pairs_portable;
void crb_evaluate_pairs(int path, const struct crb_pairs *pairs, size_t from, size_t run, const struct crb_held *held,
                        uint16_t *strengths);

/* Intrinsics behind function attributes: this file need not be compiled for the processor it will run on. MSVC has
 * no such attributes, other processors no such instructions; the portable path is all they have. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(CRB_PORTABLE_ONLY)
#define CRB_WIDE_PATHS 1
crb_rows_kernel crb_rows_avx2, crb_rows_avx512;
crb_masks_kernel crb_masks_avx2, crb_masks_avx512;
crb_pairs_kernel crb_pairs_avx512;
#endif

/* Strength of a hand that holds five or more cards of one suit: nothing else it holds can beat them. */
uint16_t crb_flush_strength(const uint8_t *cards, size_t count, uint64_t sum);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

/* Strength of a hand without a flush, by the sum of its rank keys. */
static inline uint16_t crb_plain_strength(uint32_t ranks)
{
    size_t start = (size_t)CRB_ROW_STEP * crb_row_start[ranks & ((1u << CRB_ROW_BITS) - 1)];
    return crb_cell[start + (ranks >> CRB_ROW_BITS)];
}

/* The suit with five or more cards: exactly one counter can have reached five. No loop looks for it, as its end
 * could not be predicted. */
static inline unsigned crb_flush_suit(uint64_t sum)
{
    unsigned bits = (unsigned)(sum >> (CRB_SUIT_SHIFT + CRB_SUIT_BITS - 1));
    return (bits >> 4 & 1) + 2 * (bits >> 8 & 1) + 3 * (bits >> 12 & 1);
}

/* Strength by the sum of a hand's keys and the hand as a mask. */
static inline uint16_t crb_strength_of_sum(uint64_t sum, uint64_t mask)
{
    if (!(sum & CRB_FLUSH_BITS))
        return crb_plain_strength((uint32_t)sum);
    unsigned ranks = 0, suit = crb_flush_suit(sum);
    for (unsigned rank = 0; rank < 13; rank++)
        ranks |= (unsigned)(mask >> (4 * rank + suit) & 1) << rank;
    return crb_flush[ranks];
}

/* crb_strength for callers inside C, where a constant `count` unrolls the loop. */
static inline uint16_t crb_strength_inline(const uint8_t *cards, size_t count)
{
    uint64_t sum = CRB_SUM_START;
    for (size_t i = 0; i < count; i++)
        sum += crb_card_key[cards[i]];
    if (sum & CRB_FLUSH_BITS)
        return crb_flush_strength(cards, count, sum);
    return crb_plain_strength((uint32_t)sum);
}

/* How many bits are set: adds them up in pairs, fours and eights, then all eights at once. */
static inline unsigned crb_bits_in(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    return (unsigned)(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56);
}

/* Whether all are cards, and none is there twice. */
static inline int crb_all_distinct(const uint8_t *cards, size_t count)
{
    uint64_t mask = 0;
    unsigned ids = 0;
    for (size_t i = 0; i < count; i++) {
        mask |= (uint64_t)1 << (cards[i] & 63);
        ids |= cards[i];
    }
    return !(ids >> 6) && !(mask >> CRB_CARDS) && crb_bits_in(mask) == count;
}

#endif
