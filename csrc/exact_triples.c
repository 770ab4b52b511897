/* exact_triples.c: one hand of the player's, and for every three cards E the dealer's hands with E and none of its cards.
 *
 * By inclusion and exclusion those are the hands with E, less those with E and one card of the player's, and those with two,
 * which are whole hands, given back: a comparison of strengths. All tables are flat in E, so that each step is one
 * run over 22,100 numbers; none of these passes 16 bits. Hands of equal strength are few enough to be gone through. */
#include <stdlib.h>
#include <string.h>

#include "exact_triples.h"

#define WITH (1 + CRB_CARDS)         /* no fourth card, or one of them */

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

static void avoid(const crb_triples *t, const uint16_t *sets, const uint32_t hand[5], int16_t limit, uint16_t *out)
{
    memcpy(out, sets, CRB_SETS3 * sizeof *out);
    for (int i = 0; i < 5; i++) {
        const uint16_t *one = sets + (size_t)(1 + hand[i]) * CRB_SETS3;
        for (uint32_t e = 0; e < CRB_SETS3; e++)
            out[e] = (uint16_t)(out[e] - one[e]);
        for (int j = 0; j < i; j++) {
            const int16_t *whole = t->whole + (size_t)crb_place2(hand[j], hand[i]) * CRB_SETS3;
            for (uint32_t e = 0; e < CRB_SETS3; e++)
                out[e] = (uint16_t)(out[e] + (whole[e] < limit));
        }
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
    uint16_t *fails = t->met[0], *wins = t->met[1], *ties = t->met[2], *loses = t->met[3];
    avoid(t, t->fails, hand, (int16_t)t->qualifier, fails);
    if (strength < t->qualifier)
        memcpy(wins, fails, sizeof t->met[1]);
    else
        avoid(t, t->less, hand, (int16_t)strength, wins);
    meet_equals(t, hand, strength);
    for (uint32_t e = 0; e < CRB_SETS3; e++) {
        loses[e] = (uint16_t)(all - wins[e] - ties[e]);
        wins[e] = (uint16_t)(wins[e] - fails[e]);
    }
    clear_held(t, hand);
}
