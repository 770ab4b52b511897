/* batch.c: many hands in plain C: rows of ids, masks, and all hands there are in their order. */
#include "internal.h"

#include <string.h>

/* --- Rows of ids ------------------------------------------------------------------------------------------ */

/* A constant `count` unrolls all loops. */
static inline size_t rows_of(const uint8_t *cards, size_t count, size_t rows, uint16_t *strengths)
{
    for (size_t row = 0; row < rows; row++, cards += count) {
        if (!crb_all_distinct(cards, count))
            return row;
        strengths[row] = crb_strength_inline(cards, count);
    }
    return rows;
}

size_t crb_rows_portable(const uint8_t *cards, size_t count, size_t rows, uint16_t *strengths)
{
    return count == 7   ? rows_of(cards, 7, rows, strengths)
           : count == 6 ? rows_of(cards, 6, rows, strengths)
                        : rows_of(cards, 5, rows, strengths);
}

/* --- Masks ------------------------------------------------------------------------------------------------ */

/* The four cards of a rank stand side by side in a mask. By which of them are held: one in the counter of each
 * suit, as a card's key has it, and below bit 32 how many they are. */
#define SUIT(n) ((uint64_t)1 << (CRB_SUIT_SHIFT + (n) * CRB_SUIT_BITS))
#define HELD(c, d, h, s) ((c) * SUIT(0) + (d) * SUIT(1) + (h) * SUIT(2) + (s) * SUIT(3) + (c) + (d) + (h) + (s))
static const uint64_t of_rank[16] = {
    HELD(0, 0, 0, 0), HELD(1, 0, 0, 0), HELD(0, 1, 0, 0), HELD(1, 1, 0, 0),
    HELD(0, 0, 1, 0), HELD(1, 0, 1, 0), HELD(0, 1, 1, 0), HELD(1, 1, 1, 0),
    HELD(0, 0, 0, 1), HELD(1, 0, 0, 1), HELD(0, 1, 0, 1), HELD(1, 1, 0, 1),
    HELD(0, 0, 1, 1), HELD(1, 0, 1, 1), HELD(0, 1, 1, 1), HELD(1, 1, 1, 1),
};

size_t crb_masks_portable(const uint64_t *masks, size_t rows, uint16_t *strengths)
{
    for (size_t row = 0; row < rows; row++) {
        uint64_t mask = masks[row], sum = CRB_SUM_START;
        uint32_t ranks = 0;
        for (unsigned rank = 0; rank < 13; rank++) {
            uint64_t held = of_rank[mask >> 4 * rank & 15];
            sum += held;
            ranks += (uint32_t)held * (uint32_t)crb_card_key[4 * rank];
        }
        if (mask >> CRB_CARDS || (uint32_t)sum < 5 || (uint32_t)sum > 7)
            return row;
        strengths[row] = crb_strength_of_sum((sum >> CRB_SUIT_SHIFT << CRB_SUIT_SHIFT) | ranks, mask);
    }
    return rows;
}

/* --- All hands -------------------------------------------------------------------------------------------- */

/* The last two cards run through a list of all pairs, since the pairs above a card are a tail of it: so the inner
 * loop is long, and a wide kernel has something to be wide about. */
struct walk {
    struct crb_pairs pairs;
    size_t start[CRB_CARDS + 1]; /* where in the list the pairs of cards not below a card begin */
    unsigned cards[5]; /* that stand before the pair */
    size_t prefix; /* how many these are */
    size_t pair; /* the next pair */
    struct crb_held held;
};

static uint64_t choose(uint64_t n, uint64_t k)
{
    uint64_t ways = 1;
    for (uint64_t i = 0; i < k; i++)
        ways = ways * (n - i) / (i + 1);
    return n < k ? 0 : ways;
}

static void hold(struct crb_held *held, unsigned card)
{
    held->key += crb_card_key[card];
    held->suit[card % 4] |= (uint16_t)(1u << (12 - card / 4));
}

static void list_pairs(struct walk *w)
{
    size_t number = 0;
    for (unsigned low = 0; low <= CRB_CARDS; low++) {
        w->start[low] = number;
        for (unsigned high = low + 1; high < CRB_CARDS; high++, number++) {
            struct crb_held pair = {0};
            hold(&pair, low);
            hold(&pair, high);
            w->pairs.key[number] = pair.key;
            for (int suit = 0; suit < 4; suit++)
                w->pairs.suit[suit][number] = pair.suit[suit];
        }
    }
    for (int suit = 0; suit < 4; suit++)
        memset(&w->pairs.suit[suit][number], 0, CRB_PAIRS_PAST * sizeof(uint16_t));
}

static void hold_prefix(struct walk *w)
{
    w->held = (struct crb_held){.key = CRB_SUM_START};
    for (size_t i = 0; i < w->prefix; i++)
        hold(&w->held, w->cards[i]);
    w->pair = w->start[w->cards[w->prefix - 1] + 1];
}

/* Stands before hand number `first`: its cards are found one after the other, as each is passed over with all the
 * hands that begin with it. */
static void begin(struct walk *w, size_t count, uint64_t first)
{
    list_pairs(w);
    w->prefix = count - 2;
    unsigned card = 0;
    for (size_t i = 0; i < w->prefix; i++, card++) {
        for (uint64_t with; first >= (with = choose(CRB_CARDS - 1 - card, count - 1 - i)); card++)
            first -= with;
        w->cards[i] = card;
    }
    hold_prefix(w);
    w->pair += (size_t)first;
}

/* The next prefix in order that leaves two cards above it. */
static void advance(struct walk *w)
{
    size_t i = w->prefix - 1;
    while (i > 0 && w->cards[i] == CRB_CARDS - 3 - (w->prefix - 1 - i))
        i--;
    w->cards[i]++;
    for (i++; i < w->prefix; i++)
        w->cards[i] = w->cards[i - 1] + 1;
    hold_prefix(w);
}

void crb_pairs_portable(
    const struct crb_pairs *pairs, size_t from, size_t run, const struct crb_held *held, uint16_t *strengths)
{
    for (size_t pair = from; pair < from + run; pair++) {
        uint64_t sum = held->key + pairs->key[pair];
        unsigned suit = crb_flush_suit(sum);
        *strengths++ = sum & CRB_FLUSH_BITS
                           ? crb_within[6 * CRB_KICKERS + (held->suit[suit] | pairs->suit[suit][pair])]
                           : crb_plain_strength((uint32_t)sum);
    }
}

void crb_evaluate_all(int path, size_t count, uint64_t first, size_t rows, uint16_t *strengths)
{
    struct walk walk;
    if (rows)
        begin(&walk, count, first);
    while (rows) {
        if (walk.pair == CRB_PAIRS)
            advance(&walk);
        size_t run = CRB_PAIRS - walk.pair < rows ? CRB_PAIRS - walk.pair : rows;
        crb_evaluate_pairs(path, &walk.pairs, walk.pair, run, &walk.held, strengths);
        walk.pair += run, strengths += run, rows -= run;
    }
}
