/* batch_avx2.c: hand by hand as in batch.c, but with the instructions of processors that have AVX2: shifts by any
 * count and the count of bits are then one instruction each, which is what the check of the cards is made of. */
#include "internal.h"

#if defined(CRB_WIDE_PATHS)

#define WIDE __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define WITHIN static inline WIDE __attribute__((always_inline))

WITHIN size_t rows_of(const uint8_t *cards, size_t count, size_t rows, uint16_t *strengths)
{
    for (size_t row = 0; row < rows; row++, cards += count) {
        uint64_t mask = 0, sum = CRB_SUM_START;
        unsigned ids = 0;
        for (size_t i = 0; i < count; i++) {
            mask |= (uint64_t)1 << (cards[i] & 63);
            ids |= cards[i];
        }
        if (ids >> 6 || mask >> CRB_CARDS || (size_t)__builtin_popcountll(mask) != count)
            return row;
        for (size_t i = 0; i < count; i++)
            sum += crb_card_key[cards[i]];
        strengths[row] = crb_strength_of_sum(sum, mask);
    }
    return rows;
}

WIDE size_t crb_rows_avx2(const uint8_t *cards, size_t count, size_t rows, uint16_t *strengths)
{
    return count == 7   ? rows_of(cards, 7, rows, strengths)
           : count == 6 ? rows_of(cards, 6, rows, strengths)
                        : rows_of(cards, 5, rows, strengths);
}

/* One step a card: the lowest bit is taken off until none is left. */
WIDE size_t crb_masks_avx2(const uint64_t *masks, size_t rows, uint16_t *strengths)
{
    for (size_t row = 0; row < rows; row++) {
        uint64_t mask = masks[row], left = mask, sum = CRB_SUM_START;
        int count = __builtin_popcountll(mask);
        if (mask >> CRB_CARDS || count < 5 || count > 7)
            return row;
        for (; left; left &= left - 1)
            sum += crb_card_key[__builtin_ctzll(left)];
        strengths[row] = crb_strength_of_sum(sum, mask);
    }
    return rows;
}

#endif
