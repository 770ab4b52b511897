/* exact_triples.c: one hand of the player's, and for every three cards E the dealer's hands with E and none of its cards.
 *
 * By inclusion and exclusion those are the hands with E, less those with E and one card of the player's, and those with two,
 * which are whole hands, given back: a comparison of strengths. All tables are flat in E, so that each step is one
 * run over 22,100 numbers; none of these passes 16 bits. Hands of equal strength are few enough to be gone through. */
#include <stdlib.h>
#include <string.h>

#include "exact_triples.h"

#define WITH (1 + CRB_CARDS)         /* no fourth card, or one of them */
#define PART 1024                    /* places done at a time, so that what is read twice is still near */

/* Count one hand of the dealer's for the threes it holds, and for each with a fourth card of it. */
static void count_hand(uint16_t *sets, const uint32_t card[5])
{
    for (int i = 0; i < 10; i++) {
        const uint8_t *at = crb_threes[i];
        const uint32_t three = crb_place3(card[at[0]], card[at[1]], card[at[2]]);
        sets[three]++;
        sets[(size_t)(1 + card[at[3]]) * CRB_SETS3 + three]++;
        sets[(size_t)(1 + card[at[4]]) * CRB_SETS3 + three]++;
    }
}

static void rank_whole(crb_triples *t)
{
    const crb_sweep *sweep = t->sweep;
    for (size_t i = 0; i < (size_t)CRB_SETS2 * CRB_SETS3; i++)
        t->whole[i] = CRB_NO_STRENGTH;
    for (uint32_t strength = 1; strength <= CRB_STRENGTHS; strength++)
        for (uint32_t i = sweep->first[strength]; i < sweep->first[strength + 1]; i++) {
            uint32_t card[5];
            crb_unpack(sweep->dealer[i], card);
            if (strength < t->qualifier)
                count_hand(t->fails, card);
            for (int j = 0; j < 10; j++) {
                const uint8_t *at = crb_threes[j];
                t->whole[(size_t)crb_place2(card[at[3]], card[at[4]]) * CRB_SETS3
                         + crb_place3(card[at[0]], card[at[1]], card[at[2]])] = (int16_t)strength;
            }
        }
}

int crb_triples_open(crb_triples *t, const crb_sweep *sweep, uint32_t qualifier)
{
    t->sweep = sweep;
    t->qualifier = qualifier;
    t->whole = malloc((size_t)CRB_SETS2 * CRB_SETS3 * sizeof *t->whole);
    t->fails = calloc((size_t)WITH * CRB_SETS3, sizeof *t->fails);
    t->less = calloc((size_t)WITH * CRB_SETS3, sizeof *t->less);
    if (t->whole == NULL || t->fails == NULL || t->less == NULL)
        return 0;
    rank_whole(t);
    return 1;
}

void crb_triples_close(crb_triples *t)
{
    free(t->whole);
    free(t->fails);
    free(t->less);
}

void crb_triples_start(crb_triples *t) { memset(t->less, 0, (size_t)WITH * CRB_SETS3 * sizeof *t->less); }

void crb_triples_pass(crb_triples *t, uint32_t strength)
{
    const crb_sweep *sweep = t->sweep;
    for (uint32_t i = sweep->first[strength]; i < sweep->first[strength + 1]; i++) {
        uint32_t card[5];
        crb_unpack(sweep->dealer[i], card);
        count_hand(t->less, card);
    }
}

/* The rows of the player's five cards, of which each step needs a part. */
typedef struct {
    const int16_t *whole[10];
    const uint16_t *fails[5], *less[5];
} rows_of_hand;

static void find_rows(const crb_triples *t, const uint32_t hand[5], rows_of_hand *rows)
{
    int pair = 0;
    for (int i = 0; i < 5; i++) {
        rows->fails[i] = t->fails + (size_t)(1 + hand[i]) * CRB_SETS3;
        rows->less[i] = t->less + (size_t)(1 + hand[i]) * CRB_SETS3;
        for (int j = 0; j < i; j++)
            rows->whole[pair++] = t->whole + (size_t)crb_place2(hand[j], hand[i]) * CRB_SETS3;
    }
}

static void avoid(const uint16_t *sets, const uint16_t *const one[5], const int16_t *const whole[10], int16_t limit,
                  uint32_t start, uint32_t stop, uint16_t *restrict out)
{
    const uint16_t *a = one[0], *b = one[1], *c = one[2], *d = one[3], *e = one[4];
    for (uint32_t i = start; i < stop; i++)
        out[i] = (uint16_t)(sets[i] - a[i] - b[i] - c[i] - d[i] - e[i]);
    for (int pair = 0; pair < 10; pair += 5) {
        const int16_t *f = whole[pair], *g = whole[pair + 1], *h = whole[pair + 2], *j = whole[pair + 3],
                      *k = whole[pair + 4];
        for (uint32_t i = start; i < stop; i++)
            out[i] = (uint16_t)(out[i] + (f[i] < limit) + (g[i] < limit) + (h[i] < limit) + (j[i] < limit)
                                + (k[i] < limit));
    }
}

static int shares(const uint32_t a[5], const uint32_t b[5])
{
    uint64_t held = 0, common = 0;
    for (int i = 0; i < 5; i++)
        held |= (uint64_t)1 << a[i];
    for (int i = 0; i < 5; i++)
        common |= held >> b[i] & 1;
    return common != 0;
}

static void meet_equals(crb_triples *t, const uint32_t hand[5], uint32_t strength)
{
    const crb_sweep *sweep = t->sweep;
    uint16_t *ties = t->met[2];
    memset(ties, 0, CRB_SETS3 * sizeof *ties);
    for (uint32_t i = sweep->first[strength]; i < sweep->first[strength + 1] && strength >= t->qualifier; i++) {
        uint32_t card[5];
        crb_unpack(sweep->dealer[i], card);
        for (int j = 0; j < 10 && !shares(hand, card); j++) {
            const uint8_t *at = crb_threes[j];
            ties[crb_place3(card[at[0]], card[at[1]], card[at[2]])]++;
        }
    }
}

/* Threes with a card of the hand, or one that is not in play, meet nothing. */
static void clear_held(crb_triples *t, const uint32_t hand[5])
{
    uint64_t left = 0;
    for (uint32_t i = 0; i < t->sweep->deck.count; i++)
        left |= (uint64_t)1 << t->sweep->deck.card[i];
    for (int i = 0; i < 5; i++)
        left &= ~((uint64_t)1 << hand[i]);
    for (uint32_t card = 0; card < CRB_CARDS; card++)
        for (uint32_t other = 0; other < CRB_CARDS && !(left >> card & 1); other++)
            for (uint32_t third = 0; third < other && other != card; third++) {
                if (third == card)
                    continue;
                const uint32_t low = third < card ? third : card, high = other > card ? other : card;
                const uint32_t e = crb_place3(low, third + other + card - low - high, high);
                for (int outcome = 0; outcome < 4; outcome++)
                    t->met[outcome][e] = 0;
            }
}

void crb_triples_meet(crb_triples *t, const uint32_t hand[5], uint32_t strength)
{
    const uint32_t n = t->sweep->deck.count - 8;
    const uint16_t all = (uint16_t)crb_choose2(n);
    rows_of_hand rows;
    uint16_t *fails = t->met[0], *wins = t->met[1], *ties = t->met[2], *loses = t->met[3];
    find_rows(t, hand, &rows);
    for (uint32_t start = 0; start < CRB_SETS3; start += PART) {
        const uint32_t stop = start + PART < CRB_SETS3 ? start + PART : CRB_SETS3;
        avoid(t->fails, rows.fails, rows.whole, (int16_t)t->qualifier, start, stop, fails);
        if (strength >= t->qualifier)
            avoid(t->less, rows.less, rows.whole, (int16_t)strength, start, stop, wins);
    }
    if (strength < t->qualifier)
        memcpy(wins, fails, sizeof t->met[1]);
    meet_equals(t, hand, strength);
    for (uint32_t e = 0; e < CRB_SETS3; e++) {
        loses[e] = (uint16_t)(all - wins[e] - ties[e]);
        wins[e] = (uint16_t)(wins[e] - fails[e]);
    }
    clear_held(t, hand);
}

/* Numbers of 16 bits, as they usually are, are multiplied many at a time. */
static void bring(const crb_triples *t, const int64_t net[4], int64_t *restrict threes)
{
    const uint16_t *fails = t->met[0], *wins = t->met[1], *ties = t->met[2], *loses = t->met[3];
    int small = 1;
    for (int outcome = 0; outcome < 4; outcome++)
        small = small && net[outcome] <= INT16_MAX && net[outcome] >= INT16_MIN;
    const int16_t n[4] = {(int16_t)net[0], (int16_t)net[1], (int16_t)net[2], (int16_t)net[3]};
    for (uint32_t e = 0; e < CRB_SETS3 && small; e++)
        threes[e] = n[0] * (int16_t)fails[e] + n[1] * (int16_t)wins[e] + n[2] * (int16_t)ties[e]
                    + n[3] * (int16_t)loses[e];
    for (uint32_t e = 0; e < CRB_SETS3 && !small; e++)
        threes[e] = net[0] * fails[e] + net[1] * wins[e] + net[2] * ties[e] + net[3] * loses[e];
}

static int64_t add_run(int64_t *restrict with_b, int64_t *restrict with_c, const int64_t *restrict run, uint32_t count)
{
    int64_t both = 0;
    for (uint32_t a = 0; a < count; a++) {
        with_b[a] += run[a];
        with_c[a] += run[a];
        both += run[a];
    }
    return both;
}

/* A hand of the dealer's with two cards has three threes with them. */
void crb_triples_sum(const crb_triples *t, const int64_t net[4], int64_t threes[CRB_SETS3], int64_t pairs[CRB_SETS2])
{
    uint32_t e = 0;
    memset(pairs, 0, CRB_SETS2 * sizeof *pairs);
    bring(t, net, threes);
    for (uint32_t c = 2; c < CRB_CARDS; c++)
        for (uint32_t b = 1; b < c; b++) {
            int64_t *with_c = pairs + crb_place2(0, c);
            with_c[b] += add_run(pairs + crb_place2(0, b), with_c, threes + e, b);
            e += b;
        }
    for (uint32_t i = 0; i < CRB_SETS2; i++)
        pairs[i] /= 3;
}

void crb_triples_add_pairs(const int64_t pairs[CRB_SETS2], int64_t threes[CRB_SETS3])
{
    uint32_t e = 0;
    for (uint32_t c = 2; c < CRB_CARDS; c++)
        for (uint32_t b = 1; b < c; b++) {
            const int64_t *with_b = pairs + crb_place2(0, b), *with_c = pairs + crb_place2(0, c), both = with_c[b];
            for (uint32_t a = 0; a < b; a++, e++)
                threes[e] += with_b[a] + with_c[a] + both;
        }
}

int64_t crb_triples_weigh(const crb_triples *t, int outcome, const int64_t weights[CRB_SETS3])
{
    int64_t sum = 0;
    for (uint32_t e = 0; e < CRB_SETS3; e++)
        sum += weights[e] * t->met[outcome][e];
    return sum;
}
