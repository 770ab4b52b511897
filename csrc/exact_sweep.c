/* exact_sweep.c: dealer hands by strength and the counts of them, for the kernels of five-card games. */
#include <stdlib.h>
#include <string.h>

#include "exact.h"

const uint8_t crb_suit_permutation[CRB_PERMUTATIONS][CRB_SUITS] = {
    {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1},
    {1, 0, 2, 3}, {1, 0, 3, 2}, {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0},
    {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0}, {2, 3, 0, 1}, {2, 3, 1, 0},
    {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0},
};

void crb_deck_set(crb_deck *deck, const uint8_t *cards, uint32_t count)
{
    uint64_t mask = 0;
    for (uint32_t i = 0; i < count; i++)
        mask |= crb_suit_bit(cards[i]);
    deck->count = 0;
    for (uint32_t card = 0; card < CRB_CARDS; card++)
        if (mask & crb_suit_bit(card))
            deck->card[deck->count++] = (uint8_t)card;

    uint32_t sizes[CRB_SUITS] = {0, 0, 0, 0};
    deck->symmetries = 1;
    for (uint32_t suit = 0; suit < CRB_SUITS; suit++) {
        uint32_t like = 0;
        while (crb_lane(mask, like) != crb_lane(mask, suit))
            like++;
        deck->like[suit] = (uint8_t)like;
        deck->symmetries *= ++sizes[like];
    }
}

uint32_t crb_images(const crb_deck *deck, uint64_t mask)
{
    uint32_t images = deck->symmetries;
    for (uint32_t suit = 1; suit < CRB_SUITS; suit++) {
        uint32_t equal = 1;
        for (uint32_t other = 0; other < suit; other++) {
            if (deck->like[other] != deck->like[suit])
                continue;
            if (crb_lane(mask, other) < crb_lane(mask, suit))
                return 0;
            equal += crb_lane(mask, other) == crb_lane(mask, suit);
        }
        images /= equal;
    }
    return images;
}

void crb_standing(const crb_deck *deck, uint64_t mask, uint8_t to[CRB_SUITS])
{
    for (uint32_t suit = 0; suit < CRB_SUITS; suit++) {
        uint32_t rank = 0, place = 0;
        for (uint32_t other = 0; other < CRB_SUITS; other++)
            if (deck->like[other] == deck->like[suit] && other != suit) {
                uint32_t mine = crb_lane(mask, suit), theirs = crb_lane(mask, other);
                rank += theirs > mine || (theirs == mine && other < suit);
            }
        while (deck->like[place] != deck->like[suit] || rank-- > 0)
            place++;
        to[suit] = (uint8_t)place;
    }
}

uint32_t crb_symmetries(const crb_deck *deck, uint64_t mask, uint8_t found[CRB_PERMUTATIONS])
{
    uint32_t count = 0;
    for (uint8_t p = 0; p < CRB_PERMUTATIONS; p++) {
        int same = 1;
        for (uint32_t suit = 0; suit < CRB_SUITS; suit++) {
            uint32_t to = crb_suit_permutation[p][suit];
            same &= deck->like[to] == deck->like[suit] && crb_lane(mask, to) == crb_lane(mask, suit);
        }
        if (same)
            found[count++] = p;
    }
    return count;
}

static void rank_four(crb_sweep *sweep)
{
    const crb_deck *deck = &sweep->deck;
    const uint8_t *card = deck->card;
    for (uint32_t d = 3; d < deck->count; d++)
    for (uint32_t c = 2; c < d; c++)
    for (uint32_t b = 1; b < c; b++)
    for (uint32_t a = 0; a < b; a++) {
        uint8_t hand[5] = {card[a], card[b], card[c], card[d], 0};
        int16_t *row = sweep->four + (size_t)crb_place4(hand[0], hand[1], hand[2], hand[3]) * CRB_ROW;
        for (uint32_t u = 0; u < CRB_ROW; u++)
            row[u] = CRB_NO_STRENGTH;
        for (uint32_t i = 0; i < deck->count; i++) {
            if (i == a || i == b || i == c || i == d)
                continue;
            hand[4] = card[i];
            row[card[i]] = (int16_t)crb_strength_inline(hand, 5);
        }
    }
}

/* Both lists are sorted by counting: once over all hands to learn how many of each strength there are,
 * once more to put each in its place. */
static void list_hands(crb_sweep *sweep, int fill)
{
    const crb_deck *deck = &sweep->deck;
    const uint8_t *card = deck->card;
    for (uint32_t e = 4; e < deck->count; e++)
    for (uint32_t d = 3; d < e; d++)
    for (uint32_t c = 2; c < d; c++)
    for (uint32_t b = 1; b < c; b++) {
        const uint32_t high = (uint32_t)card[b] << 6 | (uint32_t)card[c] << 12 | (uint32_t)card[d] << 18
                              | (uint32_t)card[e] << 24;
        const uint64_t mask = crb_suit_bit(card[b]) | crb_suit_bit(card[c]) | crb_suit_bit(card[d])
                              | crb_suit_bit(card[e]);
        for (uint32_t a = 0; a < b; a++) {
            int16_t found = sweep->four[(size_t)crb_place4(card[a], card[b], card[c], card[d]) * CRB_ROW + card[e]];
            uint32_t strength = (uint32_t)found;
            uint32_t images = crb_images(deck, mask | crb_suit_bit(card[a]));
            if (fill) {
                sweep->dealer[sweep->first[strength]++] = high | card[a];
                if (images)
                    sweep->classes[sweep->class_first[strength]++] =
                        (crb_class){high | card[a], (uint16_t)strength, (uint16_t)images};
            } else {
                sweep->first[strength + 1]++;
                sweep->class_first[strength + 1] += images > 0;
            }
        }
    }
}

int crb_sweep_open(crb_sweep *sweep, const uint8_t *cards, uint32_t count)
{
    memset(sweep, 0, sizeof *sweep);
    crb_deck_set(&sweep->deck, cards, count);
    count = sweep->deck.count;
    sweep->four = malloc((size_t)CRB_SETS4 * CRB_ROW * sizeof *sweep->four);
    sweep->rows = calloc((size_t)CRB_ROWS * CRB_ROW, sizeof *sweep->rows);
    if (sweep->four == NULL || sweep->rows == NULL)
        return 0;
    rank_four(sweep);
    list_hands(sweep, 0);
    crb_to_starts(sweep->first);
    crb_to_starts(sweep->class_first);
    sweep->class_count = sweep->class_first[CRB_STRENGTHS + 1];
    sweep->dealer = malloc(sweep->first[CRB_STRENGTHS + 1] * sizeof *sweep->dealer);
    sweep->classes = malloc(sweep->class_count * sizeof *sweep->classes);
    if (sweep->dealer == NULL || sweep->classes == NULL)
        return 0;
    list_hands(sweep, 1);
    crb_back_to_starts(sweep->first);
    crb_back_to_starts(sweep->class_first);
    return 1;
}

void crb_sweep_close(crb_sweep *sweep)
{
    free(sweep->dealer);
    free(sweep->four);
    free(sweep->rows);
    free(sweep->classes);
}

const uint8_t crb_threes[10][5] = {
    {0, 1, 2, 3, 4}, {0, 1, 3, 2, 4}, {0, 1, 4, 2, 3}, {0, 2, 3, 1, 4}, {0, 2, 4, 1, 3},
    {0, 3, 4, 1, 2}, {1, 2, 3, 0, 4}, {1, 2, 4, 0, 3}, {1, 3, 4, 0, 2}, {2, 3, 4, 0, 1},
};

void crb_sweep_add(crb_sweep *sweep, uint32_t strength, uint32_t amount)
{
    uint32_t *const rows = sweep->rows;
    for (uint32_t i = sweep->first[strength]; i < sweep->first[strength + 1]; i++) {
        uint32_t card[5];
        crb_unpack(sweep->dealer[i], card);
        CRB_ADD_TO_ROWS(rows, card, amount);
    }
}

void crb_add(int64_t *sums, const int64_t *more, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sums[i] += more[i];
}
