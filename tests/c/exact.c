/* exact.c: every kernel of the exact analyses on small decks, for the sanitizers; and that slices change nothing. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caribbean.h"

#define TABLE (CRB_OUTCOMES * CRB_GROUPS)

static uint8_t group[CRB_STRENGTHS + 1];
static int64_t net[TABLE];
static const int64_t fees[6] = {0, 0, 1, 1, 2, 2};

static int64_t sum_of(const int64_t *deals)
{
    int64_t sum = 0;
    for (int i = 0; i < TABLE; i++)
        sum += deals[i];
    return sum;
}

static int64_t stud(const uint8_t *deck, size_t count, uint16_t qualifier, uint32_t step)
{
    int64_t deals[TABLE] = {0}, worth = 0;
    crb_stud *counts = crb_stud_new(deck, count, qualifier);
    assert(counts != NULL);
    for (uint32_t s = 1; s <= CRB_STRENGTHS; s += step)
        crb_stud_count(counts, s, s + step <= CRB_STRENGTHS ? s + step : CRB_STRENGTHS + 1);
    uint8_t *play = malloc(crb_stud_classes(counts) * CRB_CARDS);
    uint32_t *list = malloc(crb_stud_classes(counts) * 7 * sizeof *list);
    crb_stud_list(counts, list);
    crb_stud_choose(counts, group, net, 0, play);
    crb_stud_tally(counts, group, play, deals);
    for (int i = 0; i < TABLE; i++)
        worth += deals[i] * net[i];
    printf("stud: %lld deals, %lld\n", (long long)sum_of(deals), (long long)worth);
    free(list);
    free(play);
    crb_stud_free(counts);
    return worth;
}

static int64_t holdem(const uint8_t *deck, size_t count, uint16_t qualifier, size_t step)
{
    int64_t deals[TABLE] = {0}, worth = 0;
    crb_holdem *counts = crb_holdem_new(deck, count, qualifier);
    assert(counts != NULL);
    const size_t flops = crb_holdem_flops(counts), boards = crb_holdem_boards(counts);
    int64_t *sums = calloc(flops * crb_holdem_sum_cells(), sizeof *sums);
    uint16_t *called = calloc(flops * crb_holdem_called_cells(), sizeof *called);
    uint8_t *call = calloc(flops * 1326, 1);
    for (size_t b = 0; b < boards; b += step)
        crb_holdem_value(counts, b, b + step < boards ? b + step : boards, group, net, sums);
    crb_holdem_choose(counts, group, net, 0, sums, call);
    crb_holdem_called(counts, group, call, called, deals);
    for (size_t b = 0; b < boards; b += step)
        crb_holdem_tally(counts, b, b + step < boards ? b + step : boards, group, call, called, deals);
    for (int i = 0; i < TABLE; i++)
        worth += deals[i] * net[i];
    printf("hold'em: %lld deals, %lld\n", (long long)sum_of(deals), (long long)worth);
    free(sums);
    free(called);
    free(call);
    crb_holdem_free(counts);
    return worth;
}

static void open_sets(crb_exchange *x, int refine, int64_t *pairs)
{
    int64_t excess[6] = {0};
    crb_exchange_bound(x, 0, crb_exchange_sets(x));
    crb_exchange_bounded(x);
    crb_exchange_open(x, 0, crb_stud_classes(crb_exchange_stud(x)), refine, pairs, excess);
}

static void exchange(const uint8_t *deck, size_t count, uint16_t qualifier, uint32_t allowed)
{
    int64_t deals[3][TABLE] = {{0}}, changes, pairs[6] = {0};
    crb_exchange *x = crb_exchange_new(deck, count, qualifier, group, net, fees, allowed, 0);
    assert(x != NULL);
    crb_exchange_count(x, 1, CRB_STRENGTHS + 1);
    open_sets(x, 0, pairs);
    assert(crb_exchange_prepare(x));
    crb_exchange_value(x, 1, CRB_STRENGTHS + 1);
    crb_exchange_valued(x);
    uint8_t *action = malloc(crb_stud_classes(crb_exchange_stud(x)) * CRB_CARDS);
    crb_exchange_choose(x, action);
    open_sets(x, 1, pairs);
    for (uint32_t turn = 0; turn < CRB_TURNS; turn++) {
        assert(crb_exchange_pairs_prepare(x, turn));
        crb_exchange_pairs_value(x, 1, CRB_STRENGTHS + 1);
        crb_exchange_pairs_choose(x, action);
    }
    assert(crb_exchange_decided(x, action, deals[0], &changes));
    crb_exchange_tally(x, 1, CRB_STRENGTHS + 1, NULL, deals[1]);
    crb_exchange_tallied(x, deals[1]);
    for (uint32_t turn = 0; turn < CRB_TURNS; turn++) {
        assert(crb_exchange_pairs_decided(x, turn, action, &changes));
        crb_exchange_pairs_tally(x, 1, CRB_STRENGTHS + 1, NULL, deals[2]);
    }
    crb_exchange_tallied(x, deals[2]);
    const int64_t one = (int64_t)count - 10, two = one * (one - 1) / 2;
    printf("change: %lld deals\n",
           (long long)(sum_of(deals[0]) + sum_of(deals[1]) / one + (two ? sum_of(deals[2]) / two : 0)));
    free(action);
    crb_exchange_free(x);
}

/* All five cards, then a forced play: both sides' sums come to every way that each change can go on. */
static void fives(const uint8_t *deck, size_t count, uint16_t qualifier, uint32_t step)
{
    static const int64_t free_of_charge[6] = {0};
    int64_t deals[2][TABLE] = {{0}};
    crb_exchange *x = crb_exchange_new(deck, count, qualifier, group, net, free_of_charge, 32, 32);
    assert(x != NULL);
    const size_t classes = crb_stud_classes(crb_exchange_stud(x));
    uint8_t *action = malloc(classes * CRB_CARDS);
    crb_exchange_count(x, 1, CRB_STRENGTHS + 1);
    open_sets(x, 0, (int64_t[6]){0});
    assert(crb_exchange_prepare(x));
    crb_exchange_choose(x, action);
    crb_fresh *f = crb_fresh_new(x);
    assert(f != NULL);
    for (int side = 0; side < 2; side++) {
        assert(crb_fresh_start(f, side));
        for (uint32_t s = 1; s <= CRB_STRENGTHS; s += step)
            crb_fresh_value(f, side, s, s + step <= CRB_STRENGTHS ? s + step : CRB_STRENGTHS + 1);
        for (size_t at = 0; at < classes; at += step)
            crb_fresh_hold(f, side, at, at + step < classes ? at + step : classes);
    }
    crb_fresh_choose(f, action);
    const int64_t changes = crb_fresh_decided(f, action);
    for (int side = 0; side < 2; side++) {
        assert(crb_fresh_start(f, side));
        crb_fresh_weigh(f, side, 0, crb_fresh_sets(f, side));
        for (uint32_t s = 1; s <= CRB_STRENGTHS; s += step)
            crb_fresh_tally(f, side, s, s + step <= CRB_STRENGTHS ? s + step : CRB_STRENGTHS + 1, deals[0]);
    }
    int64_t ways = 7560;                 /* times C(n-6, 5) C(n-11, 4) */
    for (int64_t i = 0; i < 5; i++)
        ways = ways * ((int64_t)count - 6 - i) / (i + 1);
    for (int64_t i = 0; i < 4; i++)
        ways = ways * ((int64_t)count - 11 - i) / (i + 1);
    printf("five: %lld pairs change\n", (long long)changes);
    assert(changes > 0 && changes * ways == sum_of(deals[0]) + sum_of(deals[1]) * ((int64_t)1 << 32));
    free(action);
    crb_fresh_free(f);
    crb_exchange_free(x);
}

static void situations(const uint8_t *deck, size_t count, uint16_t qualifier)
{
    static int64_t deals[32 * TABLE];
    crb_decide_stud(deck, count, qualifier, deck, deck + 6, 2, deck[5], deals);
    crb_decide_holdem(deck, count, qualifier, deck, deck + 2, group, deals);
    memset(deals, 0, sizeof deals);
    crb_changes *x = crb_changes_new(deck, count, qualifier, deck, deck[5], group, net, 62, 0);
    assert(x != NULL);
    crb_changes_count(x, 1, CRB_STRENGTHS + 1, deals);
    crb_changes_free(x);
}

int main(void)
{
    /* Four suits alike, two alike, and none. */
    static const uint8_t decks[3][15] = {
        {0, 1, 2, 3, 20, 21, 22, 23, 44, 45, 46, 47, 48, 49, 50},
        {0, 1, 4, 5, 16, 17, 24, 25, 32, 33, 40, 41, 48, 49, 51},
        {3, 7, 11, 15, 19, 22, 25, 28, 35, 36, 39, 43, 47, 50, 51},
    };
    for (int s = 1; s <= CRB_STRENGTHS; s++)
        group[s] = (uint8_t)(s * 11 / (CRB_STRENGTHS + 1));
    for (int g = 0; g < 11; g++) {
        net[g] = 1;
        net[CRB_GROUPS + g] = 1 + 2 * g;
        net[3 * CRB_GROUPS + g] = -3;
        net[4 * CRB_GROUPS + g] = -1;
    }
    for (int i = 0; i < 3; i++) {
        assert(stud(decks[i], 12, 1500, CRB_STRENGTHS) == stud(decks[i], 12, 1500, 77));
        assert(holdem(decks[i], 10, 1500, 1000) == holdem(decks[i], 10, 1500, 7));
        exchange(decks[i], 12, 1500, 6);
        /* Each class of hands is a run over all threes of a whole deck: where none are alike too long for the sanitizers. */
        if (i == 0) {
            exchange(decks[i], 15, 1, 62);
            fives(decks[i], 15, 1500, 77);
        }
        situations(decks[i], 15, 1500);
    }
    return 0;
}
