/* exact_decide.c: one situation, every way it can go on. Plain enumeration where that is quick; for changes of cards,
 * which lead to 2.3 million final hands, the sweep of the other kernels over the cards of this one situation. */
#include <stdlib.h>
#include <string.h>

#include "exact.h"

static uint32_t unseen(const uint8_t *cards, size_t count, uint64_t seen, uint8_t *out)
{
    uint32_t left = 0;
    for (size_t i = 0; i < count; i++)
        if (!(seen >> cards[i] & 1))
            out[left++] = cards[i];
    return left;
}

/* 0 the dealer fails, 1 the player wins, 2 tie, 3 the player loses. */
static inline int outcome_of(uint32_t player, uint32_t dealer, uint32_t qualifier)
{
    return dealer < qualifier ? 0 : player > dealer ? 1 : player == dealer ? 2 : 3;
}

void crb_decide_stud(const uint8_t *cards, size_t count, uint16_t qualifier, const uint8_t *hand,
                     const uint8_t *dead, size_t dead_count, uint8_t upcard, int64_t *deals)
{
    uint8_t left[CRB_CARDS];
    const uint64_t seen = crb_bits(hand, 5) | crb_bits(dead, dead_count) | (uint64_t)1 << upcard;
    const uint32_t n = unseen(cards, count, seen, left), player = crb_strength_inline(hand, 5);
    int64_t found[4] = {0, 0, 0, 0};
    for (uint32_t d = 3; d < n; d++)
        for (uint32_t c = 2; c < d; c++)
            for (uint32_t b = 1; b < c; b++)
                for (uint32_t a = 0; a < b; a++) {
                    const uint8_t dealer[5] = {left[a], left[b], left[c], left[d], upcard};
                    found[outcome_of(player, crb_strength_inline(dealer, 5), qualifier)]++;
                }
    memcpy(deals, found, sizeof found);
}

void crb_decide_holdem(const uint8_t *cards, size_t count, uint16_t qualifier, const uint8_t *hole,
                       const uint8_t *flop, const uint8_t *group, int64_t *deals)
{
    uint8_t left[CRB_CARDS];
    const uint32_t n = unseen(cards, count, crb_bits(hole, 2) | crb_bits(flop, 3), left);
    uint8_t player[7] = {hole[0], hole[1], flop[0], flop[1], flop[2], 0, 0};
    uint8_t dealer[7] = {0, 0, flop[0], flop[1], flop[2], 0, 0};
    for (uint32_t river = 1; river < n; river++)
        for (uint32_t turn = 0; turn < river; turn++) {
            int64_t found[4] = {0, 0, 0, 0};
            player[5] = dealer[5] = left[turn];
            player[6] = dealer[6] = left[river];
            const uint32_t own = crb_strength_inline(player, 7);
            for (uint32_t b = 1; b < n; b++) {
                if (b == turn || b == river)
                    continue;
                dealer[1] = left[b];
                for (uint32_t a = 0; a < b; a++) {
                    if (a == turn || a == river)
                        continue;
                    dealer[0] = left[a];
                    found[outcome_of(own, crb_strength_inline(dealer, 7), qualifier)]++;
                }
            }
            for (int outcome = 0; outcome < 4; outcome++)
                deals[outcome * CRB_GROUPS + group[own]] += found[outcome];
        }
}

/* ---- Changes ---- */

#define LESS ((uint64_t)1 << 32)     /* a count holds less << 32 | ties */

typedef struct {
    uint32_t drawn;                  /* up to five places in `left`, six bits each, ascending */
    uint16_t strength;
    uint8_t thrown;
} final_hand;

struct crb_changes {
    uint8_t left[CRB_CARDS];
    uint32_t n;
    uint32_t qualifier;
    uint8_t hand[5], upcard;
    uint32_t allowed, forced;
    uint8_t group[CRB_STRENGTHS + 1];
    int64_t net[CRB_OUTCOMES][CRB_GROUPS];
    uint32_t *dealer, dealer_first[CRB_STRENGTHS + 2];
    final_hand *finals;
    uint32_t final_first[CRB_STRENGTHS + 2];
    uint64_t *so_far;                /* dealer hands by the places they hold: sets of up to four */
    uint32_t *failing;
};

#define SETS1 1
#define SETS2 (SETS1 + CRB_CARDS)
#define SETS3 (SETS2 + CRB_SETS2)
#define SETS4 (SETS3 + CRB_SETS3)
#define SETS (SETS4 + CRB_SETS4)

static inline uint32_t set_place(const uint32_t *at, uint32_t size)
{
    return size == 0 ? 0 : size == 1 ? SETS1 + at[0] : size == 2 ? SETS2 + crb_place2(at[0], at[1])
           : size == 3 ? SETS3 + crb_place3(at[0], at[1], at[2])
                       : SETS4 + crb_place4(at[0], at[1], at[2], at[3]);
}

static inline uint32_t chosen_of(const uint32_t *at, uint32_t chosen, uint32_t *out)
{
    uint32_t size = 0;
    for (uint32_t i = 0; chosen >> i; i++)
        if (chosen >> i & 1)
            out[size++] = at[i];
    return size;
}

static void list_dealers(crb_changes *x, int fill)
{
    for (uint32_t d = 3; d < x->n; d++)
        for (uint32_t c = 2; c < d; c++)
            for (uint32_t b = 1; b < c; b++)
                for (uint32_t a = 0; a < b; a++) {
                    const uint8_t hand[5] = {x->left[a], x->left[b], x->left[c], x->left[d], x->upcard};
                    const uint32_t strength = crb_strength_inline(hand, 5);
                    if (fill)
                        x->dealer[x->dealer_first[strength]++] = a | b << 6 | c << 12 | d << 18;
                    else
                        x->dealer_first[strength + 1]++;
                }
}

static void list_draws(crb_changes *x, uint32_t thrown, int fill)
{
    uint32_t at[5] = {0, 1, 2, 3, 4}, k = 0;
    uint8_t hand[5];
    for (uint32_t i = 0; i < 5; i++)
        if (!(thrown >> i & 1))
            hand[4 - (i - k)] = x->hand[i];
        else
            k++;
    if (!(x->allowed >> k & 1) || k > x->n)
        return;
    do {
        uint32_t drawn = 0;
        for (uint32_t i = 0; i < k; i++) {
            hand[i] = x->left[at[i]];
            drawn |= at[i] << (6 * i);
        }
        const uint16_t strength = crb_strength_inline(hand, 5);
        if (fill)
            x->finals[x->final_first[strength]++] = (final_hand){drawn, strength, (uint8_t)thrown};
        else
            x->final_first[strength + 1]++;
    } while (crb_next_set(at, k, x->n));
}

static void list_finals(crb_changes *x, int fill)
{
    for (uint32_t thrown = 1; thrown < 32; thrown++)
        list_draws(x, thrown, fill);
}

static void add_dealers(crb_changes *x, uint32_t strength, uint64_t amount, uint32_t failing)
{
    for (uint32_t i = x->dealer_first[strength]; i < x->dealer_first[strength + 1]; i++) {
        uint32_t at[5], set[4];
        crb_unpack(x->dealer[i], at);
        for (uint32_t chosen = 0; chosen < 16; chosen++) {
            const uint32_t place = set_place(set, chosen_of(at, chosen, set));
            x->so_far[place] += amount;
            x->failing[place] += failing;
        }
    }
}

crb_changes *crb_changes_new(const uint8_t *cards, size_t count, uint16_t qualifier, const uint8_t *hand,
                             uint8_t upcard, const uint8_t *group, const int64_t *net, uint32_t allowed,
                             uint32_t forced)
{
    crb_changes *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    x->n = unseen(cards, count, crb_bits(hand, 5) | (uint64_t)1 << upcard, x->left);
    x->qualifier = qualifier;
    x->upcard = upcard;
    x->allowed = allowed;
    x->forced = forced;
    memcpy(x->hand, hand, 5);
    memcpy(x->group, group, sizeof x->group);
    memcpy(x->net, net, sizeof x->net);
    list_dealers(x, 0);
    list_finals(x, 0);
    crb_to_starts(x->dealer_first);
    crb_to_starts(x->final_first);
    x->dealer = malloc((x->dealer_first[CRB_STRENGTHS + 1] + 1) * sizeof *x->dealer);
    x->finals = malloc((x->final_first[CRB_STRENGTHS + 1] + 1) * sizeof *x->finals);
    x->so_far = calloc(SETS, sizeof *x->so_far);
    x->failing = calloc(SETS, sizeof *x->failing);
    if (x->dealer == NULL || x->finals == NULL || x->so_far == NULL || x->failing == NULL) {
        crb_changes_free(x);
        return NULL;
    }
    list_dealers(x, 1);
    list_finals(x, 1);
    crb_back_to_starts(x->dealer_first);
    crb_back_to_starts(x->final_first);
    for (uint32_t strength = 1; strength < qualifier; strength++)
        add_dealers(x, strength, 0, 1);
    return x;
}

void crb_changes_free(crb_changes *x)
{
    if (x == NULL)
        return;
    free(x->dealer);
    free(x->finals);
    free(x->so_far);
    free(x->failing);
    free(x);
}

static void count_final(const crb_changes *x, const final_hand *final, int64_t *deals)
{
    uint32_t at[5], set[5], k = 0;
    uint64_t so_far = 0;
    uint32_t failing = 0;
    crb_unpack(final->drawn, at);
    for (uint32_t bit = final->thrown; bit; bit &= bit - 1)
        k++;
    for (uint32_t chosen = 0; chosen < 1u << k; chosen++) {
        const uint32_t size = chosen_of(at, chosen, set);
        if (size > 4)
            continue;
        const uint32_t place = set_place(set, size);
        so_far = size & 1 ? so_far - x->so_far[place] : so_far + x->so_far[place];
        failing = size & 1 ? failing - x->failing[place] : failing + x->failing[place];
    }
    const int qualifies = final->strength >= x->qualifier;
    const int64_t all = crb_choose4(x->n - k), fails = failing;
    const int64_t wins = qualifies ? (int64_t)(so_far >> 32) - fails : 0;
    const int64_t ties = qualifies ? (int64_t)(so_far & (LESS - 1)) : 0;
    const int64_t counts[4] = {fails, wins, ties, all - fails - wins - ties};
    const uint32_t g = x->group[final->strength];
    int64_t play = 0;
    for (int outcome = 0; outcome < 4; outcome++)
        play += x->net[outcome][g] * counts[outcome];
    deals += (size_t)final->thrown * CRB_OUTCOMES * CRB_GROUPS + g;
    if (!(x->forced >> k & 1) && play <= x->net[4][g] * all)
        deals[4 * CRB_GROUPS] += all;
    else
        for (int outcome = 0; outcome < 4; outcome++)
            deals[outcome * CRB_GROUPS] += counts[outcome];
}

void crb_changes_count(crb_changes *x, uint32_t start, uint32_t stop, int64_t *deals)
{
    for (uint32_t strength = start; strength < stop; strength++) {
        add_dealers(x, strength, 1, 0);
        for (uint32_t i = x->final_first[strength]; i < x->final_first[strength + 1]; i++)
            count_final(x, x->finals + i, deals);
        add_dealers(x, strength, LESS - 1, 0);
    }
}

uint64_t crb_rank_many(const uint8_t *cards, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += crb_strength(cards + 7 * i, 7);
    return sum;
}
