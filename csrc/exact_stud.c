/* exact_stud.c: five cards against five, one of the dealer's seen; every deal counted.
 *
 * For a player hand P and an upcard u, the dealer hands counted so far that hold u and none of P are
 * the sum over T, subsets of P, of (-1)^|T| rows[T][u]: 31 rows, all upcards at once. */
#include <stdlib.h>
#include <string.h>

#include "exact.h"

int crb_stud_open(crb_stud *stud, const uint8_t *cards, size_t count, uint16_t qualifier)
{
    stud->qualifier = qualifier;
    if (!crb_sweep_open(&stud->sweep, cards, (uint32_t)count))
        return 0;
    const size_t cells = (size_t)stud->sweep.class_count * CRB_ROW;
    stud->fails = calloc(cells, sizeof *stud->fails);
    stud->wins = calloc(cells, sizeof *stud->wins);
    stud->ties = calloc(cells, sizeof *stud->ties);
    return stud->fails && stud->wins && stud->ties;
}

void crb_stud_close(crb_stud *stud)
{
    crb_sweep_close(&stud->sweep);
    free(stud->fails);
    free(stud->wins);
    free(stud->ties);
}

crb_stud *crb_stud_new(const uint8_t *cards, size_t count, uint16_t qualifier)
{
    crb_stud *stud = calloc(1, sizeof *stud);
    if (stud == NULL || crb_stud_open(stud, cards, count, qualifier))
        return stud;
    crb_stud_free(stud);
    return NULL;
}

void crb_stud_free(crb_stud *stud)
{
    if (stud == NULL)
        return;
    crb_stud_close(stud);
    free(stud);
}

static inline void plus(uint32_t *sum, const uint32_t *row)
{
    for (int u = 0; u < CRB_ROW; u++)
        sum[u] += row[u];
}

static inline void minus(uint32_t *sum, const uint32_t *row)
{
    for (int u = 0; u < CRB_ROW; u++)
        sum[u] -= row[u];
}

/* The hands counted so far, all those below `limit`, that hold u and none of P, for every u. */
static void avoiding(const crb_sweep *sweep, const uint32_t p[5], int16_t limit, uint32_t *sum)
{
    const uint32_t *const rows = sweep->rows;
    int16_t whole[CRB_ROW] = {0};
    memcpy(sum, rows, CRB_ROW * sizeof *sum);
    for (uint32_t i = 0; i < 5; i++) {
        minus(sum, rows + (size_t)(CRB_ROWS1 + p[i]) * CRB_ROW);
        for (uint32_t j = 0; j < i; j++) {
            plus(sum, rows + (size_t)(CRB_ROWS2 + crb_place2(p[j], p[i])) * CRB_ROW);
            for (uint32_t k = 0; k < j; k++)
                minus(sum, rows + (size_t)(CRB_ROWS3 + crb_place3(p[k], p[j], p[i])) * CRB_ROW);
        }
    }
    for (uint32_t left_out = 0; left_out < 5; left_out++) {
        uint32_t t[4];
        for (uint32_t i = 0; i < 4; i++)
            t[i] = p[i + (i >= left_out)];
        const int16_t *row = sweep->four + (size_t)crb_place4(t[0], t[1], t[2], t[3]) * CRB_ROW;
        for (int u = 0; u < CRB_ROW; u++)
            whole[u] = (int16_t)(whole[u] - (row[u] < limit ? -1 : 0));
    }
    for (int u = 0; u < CRB_ROW; u++)
        sum[u] = sum[u] + (uint16_t)whole[u];
    for (int i = 0; i < 5; i++)
        sum[p[i]] = 0;
}

static void count_fails(crb_stud *stud)
{
    const crb_sweep *sweep = &stud->sweep;
    for (uint32_t i = 0; i < sweep->class_count; i++) {
        uint32_t p[5];
        crb_unpack(sweep->classes[i].cards, p);
        avoiding(sweep, p, (int16_t)stud->qualifier, stud->fails + (size_t)i * CRB_ROW);
    }
}

static void count_strength(crb_stud *stud, uint32_t strength)
{
    crb_sweep *sweep = &stud->sweep;
    uint32_t from = sweep->class_first[strength], to = sweep->class_first[strength + 1];
    uint32_t p[5];
    if (strength < stud->qualifier)
        to = from;
    for (uint32_t i = from; i < to; i++) {
        crb_unpack(sweep->classes[i].cards, p);
        avoiding(sweep, p, (int16_t)strength, stud->wins + (size_t)i * CRB_ROW);
    }
    crb_sweep_add(sweep, strength, 1);
    for (uint32_t i = from; i < to; i++) {
        uint32_t *wins = stud->wins + (size_t)i * CRB_ROW;
        uint32_t *ties = stud->ties + (size_t)i * CRB_ROW;
        crb_unpack(sweep->classes[i].cards, p);
        avoiding(sweep, p, (int16_t)(strength + 1), ties);
        minus(ties, wins);
        minus(wins, stud->fails + (size_t)i * CRB_ROW);
    }
}

void crb_stud_count(crb_stud *stud, uint32_t start, uint32_t stop)
{
    for (uint32_t strength = start; strength < stop; strength++) {
        if (strength == stud->qualifier)
            count_fails(stud);
        count_strength(stud, strength);
    }
}

void crb_stud_cell(const crb_stud *stud, size_t index, uint32_t upcard, uint32_t *out)
{
    const size_t cell = index * CRB_ROW + upcard;
    out[0] = stud->fails[cell];
    out[1] = stud->wins[cell];
    out[2] = stud->ties[cell];
}

size_t crb_stud_classes(const crb_stud *stud) { return stud->sweep.class_count; }

void crb_stud_list(const crb_stud *stud, uint32_t *out)
{
    for (uint32_t i = 0; i < stud->sweep.class_count; i++, out += 7) {
        crb_unpack(stud->sweep.classes[i].cards, out);
        out[5] = stud->sweep.classes[i].strength;
        out[6] = stud->sweep.classes[i].images;
    }
}

static int64_t play_sum(const crb_stud *stud, size_t cell, const int64_t *net, int64_t dealer_hands)
{
    int64_t fails = stud->fails[cell], wins = stud->wins[cell], ties = stud->ties[cell];
    return net[0] * fails + net[CRB_GROUPS] * wins + net[2 * CRB_GROUPS] * ties
           + net[3 * CRB_GROUPS] * (dealer_hands - fails - wins - ties);
}

void crb_stud_choose(const crb_stud *stud, const uint8_t *group, const int64_t *net, int64_t threshold,
                     uint8_t *play)
{
    const int64_t dealer_hands = crb_choose4(stud->sweep.deck.count - 6);
    for (size_t i = 0; i < stud->sweep.class_count; i++) {
        const crb_class *class = stud->sweep.classes + i;
        const int64_t *of_group = net + group[class->strength];
        const int64_t least = of_group[4 * CRB_GROUPS] * dealer_hands + threshold;
        uint32_t p[5];
        crb_unpack(class->cards, p);
        for (uint32_t u = 0; u < CRB_ROW; u++)
            play[i * CRB_ROW + u] = play_sum(stud, i * CRB_ROW + u, of_group, dealer_hands) > least;
    }
}

void crb_stud_tally(const crb_stud *stud, const uint8_t *group, const uint8_t *play, int64_t *deals)
{
    const int64_t dealer_hands = crb_choose4(stud->sweep.deck.count - 6);
    const int64_t upcards = stud->sweep.deck.count - 5;
    const uint64_t in_play = crb_bits(stud->sweep.deck.card, stud->sweep.deck.count);
    for (size_t i = 0; i < stud->sweep.class_count; i++) {
        const crb_class *class = stud->sweep.classes + i;
        int64_t *of_group = deals + group[class->strength];
        int64_t fails = 0, wins = 0, ties = 0, played = 0;
        uint32_t p[5];
        uint64_t free_cards = in_play;
        crb_unpack(class->cards, p);
        for (int j = 0; j < 5; j++)
            free_cards &= ~((uint64_t)1 << p[j]);
        for (uint32_t u = 0; u < CRB_ROW; u++) {
            const size_t cell = i * CRB_ROW + u;
            if (!play[cell] || !(free_cards >> u & 1))
                continue;
            played++;
            fails += stud->fails[cell];
            wins += stud->wins[cell];
            ties += stud->ties[cell];
        }
        of_group[0] += fails * class->images;
        of_group[CRB_GROUPS] += wins * class->images;
        of_group[2 * CRB_GROUPS] += ties * class->images;
        of_group[3 * CRB_GROUPS] += (played * dealer_hands - fails - wins - ties) * class->images;
        of_group[4 * CRB_GROUPS] += (upcards - played) * dealer_hands * class->images;
    }
}
