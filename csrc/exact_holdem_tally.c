/* exact_holdem_tally.c: the holdings that call at each flop are chosen; how many deals end in each outcome, by the
 * group of the hand that is paid.
 *
 * The way of exact_holdem.c gone backwards: callers are counted for whole pairs of kinds, once for every flop. A board
 * collects the counts of its ten flops, less those whose holding meets the turn or the river. */
#include "exact_holdem.h"

/* How many holdings of each pair of kinds are called, for every suit that boards of this flop may share. */
void crb_holdem_called(const crb_holdem *holdem, const uint8_t *group, const uint8_t *call, uint16_t *called,
                       int64_t *deals)
{
    const crb_deck *deck = &holdem->deck;
    const int64_t each = deals_of_holding(deck);
    for (size_t f = 0; f < holdem->flop_count; f++) {
        const uint8_t *flop = holdem->flops[f];
        uint16_t *of_flop = called + f * (CELLS - HOLDINGS);
        for (uint32_t j = 1; j < deck->count; j++)
            for (uint32_t i = 0; i < j; i++) {
                const uint32_t a = deck->card[i], b = deck->card[j];
                if (on_flop(flop, a) || on_flop(flop, b))
                    continue;
                if (!call[f * HOLDINGS + crb_place2(a, b)]) {
                    deals[4 * CRB_GROUPS + group[strength_at_flop(flop, a, b)]] += each * flop[3];
                    continue;
                }
                for (uint32_t suit = 0; suit <= NO_SUIT; suit++)
                    of_flop[pairs_at(suit) + pair_of(kind_of(a, suit), kind_of(b, suit))]++;
            }
    }
}

static void weigh_flop(const crb_deck *deck, const board_sweep *sweep, const flop_of_board *flop, const uint8_t *call,
                       const uint16_t *called, int32_t *weight)
{
    const uint16_t *pairs = called + (size_t)flop->flop * (CELLS - HOLDINGS) + pairs_at(flop->suit);
    const uint8_t *holdings = call + (size_t)flop->flop * HOLDINGS;
    const uint32_t count = pair_count(sweep->suit);
    for (uint32_t i = 0; i < count; i++)
        weight[i] += pairs[i];
    for (int t = 0; t < 2; t++)
        for (uint32_t i = 0; i < deck->count; i++)
            weight[flop->pair[t][i]] -= holdings[flop->holding[t][crb_moved(flop->to, deck->card[i])]];
}

void crb_holdem_tally(const crb_holdem *holdem, size_t start, size_t stop, const uint8_t *group,
                      const uint8_t *call, const uint16_t *called, int64_t *deals)
{
    for (size_t b = start; b < stop; b++) {
        const board_class *board = holdem->boards + b;
        board_sweep sweep;
        flop_of_board flop;
        int32_t weight[PAIRS + 1] = {0};
        crb_sweep_board(holdem, board->cards, &sweep);
        for (int which = 0; which < 10; which++) {
            crb_flop_at(holdem, &sweep, board->cards, which, &flop);
            weigh_flop(&holdem->deck, &sweep, &flop, call, called, weight);
        }
        for (uint32_t i = 0; i < sweep.count; i++) {
            const holding_class *item = &sweep.item[i];
            const int64_t times = (int64_t)weight[item->pair] * board->images;
            int64_t *of_group = deals + group[item->strength];
            of_group[0] += times * item->fails;
            of_group[CRB_GROUPS] += times * item->wins;
            of_group[2 * CRB_GROUPS] += times * item->ties;
            of_group[3 * CRB_GROUPS] += times * item->loses;
        }
    }
}
