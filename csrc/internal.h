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

/* -fvisibility=hidden says nothing of names that are only declared: without this every table is reached through
 * one more load. MSVC exports nothing by itself. */
#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

extern const uint64_t crb_card_key[];
extern const uint16_t crb_row_start[];
extern const uint16_t crb_cell[];
extern const uint16_t crb_flush[];

/* Strength of a hand that holds five or more cards of one suit: nothing else it holds can beat them. */
uint16_t crb_flush_strength(const uint8_t *cards, size_t count, uint64_t sum);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

/* crb_strength for callers inside C, where a constant `count` unrolls the loop. */
static inline uint16_t crb_strength_inline(const uint8_t *cards, size_t count)
{
    uint64_t sum = CRB_SUM_START;
    for (size_t i = 0; i < count; i++)
        sum += crb_card_key[cards[i]];
    if (sum & CRB_FLUSH_BITS)
        return crb_flush_strength(cards, count, sum);
    uint32_t ranks = (uint32_t)sum;
    size_t start = (size_t)CRB_ROW_STEP * crb_row_start[ranks & ((1u << CRB_ROW_BITS) - 1)];
    return crb_cell[start + (ranks >> CRB_ROW_BITS)];
}

#endif
