/* evaluate.c: the strength of one hand. */
#include "internal.h"

uint16_t crb_flush_strength(const uint8_t *cards, size_t count, uint64_t sum)
{
    unsigned suit = crb_flush_suit(sum);
    unsigned mask = 0;
    for (size_t i = 0; i < count; i++)
        mask |= (unsigned)((cards[i] & 3) == suit) << (cards[i] >> 2);
    return crb_flush[mask];
}

uint16_t crb_strength(const uint8_t *cards, size_t count)
{
    return crb_strength_inline(cards, count);
}

uint16_t crb_evaluate(const uint8_t *cards, size_t count)
{
    if (count < 5 || count > 7)
        return 0;
    uint64_t seen = 0;
    for (size_t i = 0; i < count; i++) {
        if (cards[i] >= CRB_CARDS || (seen >> cards[i] & 1))
            return 0;
        seen |= (uint64_t)1 << cards[i];
    }
    return crb_strength(cards, count);
}
