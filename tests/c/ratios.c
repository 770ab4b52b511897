/* ratios.c: what each step from the naive evaluator to the perfect hash gains, in one run over the same random
 * seven-card hands. The numbers of docs/evaluator.md come from here. It reads the core's own tables, to measure
 * parts of its path alone. */
#include "internal.h"
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { HANDS = 1000000, WAYS = 49205, ROUNDS = 9 };

static uint8_t hands[HANDS][7];
static uint32_t sums[WAYS]; /* of all ways to hold seven ranks, sorted */
static uint16_t strengths[WAYS];
static int ways;

static uint32_t rank_key(int rank)
{
    return (uint32_t)crb_card_key[4 * rank];
}

static int compare(const void *left, const void *right)
{
    uint32_t l = *(const uint32_t *)left, r = *(const uint32_t *)right;
    return (l > r) - (l < r);
}

static uint16_t look_up(uint32_t ranks)
{
    size_t start = (size_t)CRB_ROW_STEP * crb_row_start[ranks & ((1u << CRB_ROW_BITS) - 1)];
    return crb_cell[start + (ranks >> CRB_ROW_BITS)];
}

static void enter_ways(int rank, int left, uint32_t sum)
{
    if (rank == 13) {
        if (left == 0)
            sums[ways++] = sum;
        return;
    }
    for (int held = 0; held <= 4 && held <= left; held++)
        enter_ways(rank + 1, left - held, sum + (uint32_t)held * rank_key(rank));
}

static uint32_t subsets(const uint8_t *cards)
{
    uint32_t best = 0;
    for (int skip = 0; skip < 7; skip++)
        for (int other = skip + 1; other < 7; other++) {
            int five[5], count = 0;
            for (int i = 0; i < 7; i++)
                if (i != skip && i != other)
                    five[count++] = cards[i];
            uint32_t key = oracle_read_five(five);
            best = key > best ? key : best;
        }
    return best;
}

static uint64_t sum_of(const uint8_t *cards)
{
    uint64_t sum = CRB_SUM_START;
    for (int i = 0; i < 7; i++)
        sum += crb_card_key[cards[i]];
    return sum;
}

static uint32_t search(const uint8_t *cards)
{
    uint64_t sum = sum_of(cards);
    if (sum & CRB_FLUSH_BITS)
        return crb_flush_strength(cards, 7, sum);
    uint32_t ranks = (uint32_t)sum;
    const uint32_t *found = bsearch(&ranks, sums, WAYS, sizeof ranks, compare);
    return strengths[found - sums];
}

static uint32_t add_only(const uint8_t *cards)
{
    uint64_t sum = sum_of(cards);
    return (uint32_t)(sum ^ sum >> 32);
}

static uint32_t no_flush(const uint8_t *cards)
{
    return look_up((uint32_t)sum_of(cards));
}

static uint32_t unrolled(const uint8_t *cards)
{
    return crb_strength_inline(cards, 7);
}

static uint32_t called(const uint8_t *cards)
{
    return crb_strength(cards, 7);
}

static uint32_t checked(const uint8_t *cards)
{
    return crb_evaluate(cards, 7);
}

static void deal_all(void)
{
    uint64_t state = 2002;
    uint8_t deck[CARDS];
    for (int i = 0; i < CARDS; i++)
        deck[i] = (uint8_t)i;
    for (int hand = 0; hand < HANDS; hand++)
        for (size_t i = 0; i < 7; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            size_t j = i + (size_t)(state >> 33) % (CARDS - i);
            uint8_t card = deck[j];
            deck[j] = deck[i];
            hands[hand][i] = deck[i] = card;
        }
}

static volatile uint32_t sink;

/* Best of the rounds, in nanoseconds a hand. A macro, so that each body is inlined into its own loop. */
#define MEASURE(result, body, number)                                                                         \
    do {                                                                                                      \
        for (int round = 0; round < ROUNDS; round++) {                                                        \
            uint32_t total = 0;                                                                               \
            clock_t begin = clock();                                                                          \
            for (int hand = 0; hand < (number); hand++)                                                       \
                total += body(hands[hand]);                                                                   \
            double time = (double)(clock() - begin) / CLOCKS_PER_SEC * 1e9 / (number);                        \
            result = round == 0 || time < result ? time : result;                                             \
            sink = total;                                                                                     \
        }                                                                                                     \
    } while (0)

int main(void)
{
    deal_all();
    enter_ways(0, 7, 0);
    qsort(sums, WAYS, sizeof sums[0], compare);
    for (int i = 0; i < WAYS; i++)
        strengths[i] = look_up(sums[i]);

    double times[7] = {0};
    MEASURE(times[0], subsets, HANDS / 50);
    MEASURE(times[1], search, HANDS);
    MEASURE(times[2], checked, HANDS);
    MEASURE(times[3], called, HANDS);
    MEASURE(times[4], unrolled, HANDS);
    MEASURE(times[5], no_flush, HANDS);
    MEASURE(times[6], add_only, HANDS);

    static const char *const steps[] = {
        "21 subsets, each read by counting", "sum, then binary search", "crb_evaluate", "crb_strength",
        "crb_strength_inline, 7 known", "the same, flushes ignored", "the sum alone",
    };
    for (int i = 0; i < 7; i++)
        printf("%-36s%9.2f ns%10.2f\n", steps[i], times[i], times[i] / times[3]);
    return 0;
}
