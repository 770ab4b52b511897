/* internal.h: what the C files share and Python never sees. */
#ifndef CRB_INTERNAL_H
#define CRB_INTERNAL_H

#include "caribbean.h"

/* The sum of a hand's card keys, and the start it is added to:
 *
 *   bits  0..31  the sum of the rank keys, different for any two hands of other ranks
 *   bits 32..47  four counters of CRB_SUIT_BITS, clubs lowest, each begun at 3: seven cards bring one to
 *                at most 10, so none overflows, and its top bit says "five or more of this suit"
 *
 * gen_tables.py chooses the keys; docs/evaluator.md derives every number here. */
#define CRB_ROW_BITS 13
#define CRB_SUIT_SHIFT 32
#define CRB_SUIT_BITS 4
#define CRB_SUM_START ((uint64_t)0x3333 << CRB_SUIT_SHIFT)
#define CRB_FLUSH_BITS ((uint64_t)0x8888 << CRB_SUIT_SHIFT)

extern const uint64_t crb_card_key[];
extern const uint32_t crb_row_start[];
extern const uint16_t crb_cell[];
extern const uint16_t crb_flush[];

/* Strength of a hand that holds five or more cards of one suit: nothing else it holds can beat them. */
uint16_t crb_flush_strength(const uint8_t *cards, size_t count, uint64_t sum);

/* crb_strength for callers inside C, where a constant `count` unrolls the loop. */
static inline uint16_t crb_strength_inline(const uint8_t *cards, size_t count)
{
    uint64_t sum = CRB_SUM_START;
    for (size_t i = 0; i < count; i++)
        sum += crb_card_key[cards[i]];
    if (sum & CRB_FLUSH_BITS)
        return crb_flush_strength(cards, count, sum);
    uint32_t ranks = (uint32_t)sum;
    return crb_cell[crb_row_start[ranks & ((1u << CRB_ROW_BITS) - 1)] + (ranks >> CRB_ROW_BITS)];
}

#endif
