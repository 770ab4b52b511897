/* oracle.c: five cards read by counting; the classes numbered by sorting what the reading gave. */
#include "oracle.h"

#include <stdlib.h>

enum { FOURS = 270725, FIVES = 2598960 };

static uint16_t rows[FOURS][CARDS];
static uint32_t keys[FIVES]; /* of the five-card hands in lexicographic order */
static uint32_t classes[FIVES]; /* the same, sorted; its first CLASSES entries stay in use */
static int below[CARDS + 1][5]; /* below[n][k] = n choose k */

static int compare(const void *left, const void *right)
{
    uint32_t l = *(const uint32_t *)left, r = *(const uint32_t *)right;
    return (l > r) - (l < r);
}

/* The place of four ascending cards among all of them. */
static int place(int a, int b, int c, int d)
{
    return below[a][1] + below[b][2] + below[c][3] + below[d][4];
}

/* How many pairs of equal ranks are among the five tells the shapes apart: 0, 1, 2, 3, 4 or 6. */
static enum category of_pairs(int pairs)
{
    static const enum category shapes[] = {HIGH_CARD, PAIR, TWO_PAIR, THREE, FULL_HOUSE, HIGH_CARD, FOUR};
    return shapes[pairs];
}

/* The category in the high bits; below it the ranks, the most numerous first, four bits each. */
uint32_t oracle_read_five(const int cards[5])
{
    int held[13] = {0}, suits[4] = {0}, pairs = 0, lowest = 12, highest = 0;
    for (int i = 0; i < 5; i++) {
        int rank = cards[i] / 4;
        pairs += held[rank]++;
        suits[cards[i] % 4]++;
        lowest = rank < lowest ? rank : lowest;
        highest = rank > highest ? rank : highest;
    }
    uint32_t ranks = 0;
    for (int many = 4; many >= 1; many--)
        for (int rank = 12; rank >= 0; rank--)
            if (held[rank] == many)
                ranks = ranks << 4 | (uint32_t)rank;

    enum category category = of_pairs(pairs);
    int flush = suits[0] == 5 || suits[1] == 5 || suits[2] == 5 || suits[3] == 5;
    int wheel = pairs == 0 && highest == 12 && held[0] && held[1] && held[2] && held[3];
    int straight = wheel || (pairs == 0 && highest - lowest == 4);
    if (straight) {
        ranks = wheel ? 3 : (uint32_t)highest;
        category = !flush ? STRAIGHT : ranks == 12 ? ROYAL_FLUSH : STRAIGHT_FLUSH;
    } else if (flush) {
        category = FLUSH;
    }
    return (uint32_t)category << 20 | ranks;
}

static uint16_t number_of(uint32_t key)
{
    const uint32_t *found = bsearch(&key, classes, CLASSES, sizeof key, compare);
    return (uint16_t)(found - classes + 1);
}

/* Calls `visit` with the five-card hands in lexicographic order. */
static void each_five(void (*visit)(const int cards[5], int number))
{
    int number = 0, c[5];
    for (c[0] = 0; c[0] < CARDS; c[0]++)
        for (c[1] = c[0] + 1; c[1] < CARDS; c[1]++)
            for (c[2] = c[1] + 1; c[2] < CARDS; c[2]++)
                for (c[3] = c[2] + 1; c[3] < CARDS; c[3]++)
                    for (c[4] = c[3] + 1; c[4] < CARDS; c[4]++)
                        visit(c, number++);
}

static void read_hand(const int cards[5], int number)
{
    keys[number] = classes[number] = oracle_read_five(cards);
}

static void enter_hand(const int c[5], int number)
{
    uint16_t rank = number_of(keys[number]);
    rows[place(c[0], c[1], c[2], c[3])][c[4]] = rank;
    rows[place(c[0], c[1], c[2], c[4])][c[3]] = rank;
    rows[place(c[0], c[1], c[3], c[4])][c[2]] = rank;
    rows[place(c[0], c[2], c[3], c[4])][c[1]] = rank;
    rows[place(c[1], c[2], c[3], c[4])][c[0]] = rank;
}

int oracle_start(void)
{
    for (int n = 0; n <= CARDS; n++)
        for (int k = 0; k < 5; k++)
            below[n][k] = k == 0 ? 1 : n == 0 ? 0 : below[n - 1][k - 1] + below[n - 1][k];

    each_five(read_hand);
    qsort(classes, FIVES, sizeof classes[0], compare);
    int distinct = 0;
    for (int i = 0; i < FIVES; i++)
        if (distinct == 0 || classes[i] != classes[distinct - 1])
            classes[distinct++] = classes[i];
    if (distinct == CLASSES)
        each_five(enter_hand);
    return distinct;
}

enum category oracle_category(uint16_t rank)
{
    return (enum category)(classes[rank - 1] >> 20);
}

int oracle_is_ace_king(uint16_t rank)
{
    return oracle_category(rank) == HIGH_CARD && (classes[rank - 1] >> 12 & 0xff) == 0xcb;
}

const uint16_t *oracle_row(int a, int b, int c, int d)
{
    return rows[place(a, b, c, d)];
}
