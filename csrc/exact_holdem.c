/* exact_holdem.c: two cards each, three board cards before the decision and two after; every deal counted.
 *
 * Boards are taken up to exchanges of suits. On one board two cards of the same kind serve alike: the kind is
 * the rank, and where three or more of the board share a suit, also whether the card has that suit. So a
 * board needs at most 351 pairs of kinds ranked, not 1,081 holdings. A sweep in the order of strength
 * gives for each pair how many of the dealer's holdings fail, lose to it and tie with it: all those so far,
 * less those that hold one of its two cards.
 *
 * What a holding is worth is added up for each of the ten flops of the board. It is added for a whole pair
 * of kinds at once, and taken off again for the holdings that meet the turn or the river. */
#include <stdlib.h>
#include <string.h>

#include "exact_holdem.h"

static uint32_t list_boards(crb_holdem *holdem, int fill)
{
    const crb_deck *deck = &holdem->deck;
    uint32_t found = 0;
    for (uint32_t e = 4; e < deck->count; e++)
    for (uint32_t d = 3; d < e; d++)
    for (uint32_t c = 2; c < d; c++)
    for (uint32_t b = 1; b < c; b++)
    for (uint32_t a = 0; a < b; a++) {
        const uint8_t *card = deck->card;
        uint8_t cards[5] = {card[a], card[b], card[c], card[d], card[e]};
        uint64_t mask = 0;
        for (int i = 0; i < 5; i++)
            mask |= crb_suit_bit(cards[i]);
        uint32_t images = crb_images(deck, mask);
        if (images && fill) {
            memcpy(holdem->boards[found].cards, cards, 5);
            holdem->boards[found].images = (uint8_t)images;
        }
        found += images > 0;
    }
    return found;
}

static uint32_t list_flops(crb_holdem *holdem, int fill)
{
    const crb_deck *deck = &holdem->deck;
    uint32_t found = 0;
    for (uint32_t c = 2; c < deck->count; c++)
    for (uint32_t b = 1; b < c; b++)
    for (uint32_t a = 0; a < b; a++) {
        const uint8_t cards[3] = {deck->card[a], deck->card[b], deck->card[c]};
        uint32_t images = crb_images(deck, crb_suit_bit(cards[0]) | crb_suit_bit(cards[1]) | crb_suit_bit(cards[2]));
        if (images && fill) {
            memcpy(holdem->flops[found], cards, 3);
            holdem->flops[found][3] = (uint8_t)images;
            holdem->flop_index[crb_place3(cards[0], cards[1], cards[2])] = (int16_t)found;
        }
        found += images > 0;
    }
    return found;
}

crb_holdem *crb_holdem_new(const uint8_t *cards, size_t count, uint16_t qualifier)
{
    crb_holdem *holdem = calloc(1, sizeof *holdem);
    if (holdem == NULL)
        return NULL;
    crb_deck_set(&holdem->deck, cards, (uint32_t)count);
    holdem->qualifier = qualifier;
    for (uint32_t b = 1; b < CRB_CARDS; b++)
        for (uint32_t a = 0; a < b; a++)
            holdem->holding[a][b] = holdem->holding[b][a] = (uint16_t)crb_place2(a, b);
    holdem->board_count = list_boards(holdem, 0);
    holdem->flop_count = list_flops(holdem, 0);
    holdem->boards = malloc(holdem->board_count * sizeof *holdem->boards);
    holdem->flops = malloc(holdem->flop_count * sizeof *holdem->flops);
    if (holdem->boards == NULL || holdem->flops == NULL) {
        crb_holdem_free(holdem);
        return NULL;
    }
    list_boards(holdem, 1);
    list_flops(holdem, 1);
    return holdem;
}

void crb_holdem_free(crb_holdem *holdem)
{
    if (holdem == NULL)
        return;
    free(holdem->boards);
    free(holdem->flops);
    free(holdem);
}

size_t crb_holdem_boards(const crb_holdem *holdem) { return holdem->board_count; }
size_t crb_holdem_flops(const crb_holdem *holdem) { return holdem->flop_count; }
size_t crb_holdem_sum_cells(void) { return CELLS; }
size_t crb_holdem_called_cells(void) { return CELLS - HOLDINGS; }

void crb_holdem_list(const crb_holdem *holdem, uint32_t *out)
{
    for (uint32_t f = 0; f < holdem->flop_count; f++)
        for (int i = 0; i < 4; i++)
            *out++ = holdem->flops[f][i];
}

static uint8_t common_suit(const uint8_t board[5])
{
    uint8_t held[CRB_SUITS] = {0};
    for (int i = 0; i < 5; i++)
        if (++held[board[i] & 3] == 3)
            return board[i] & 3;
    return NO_SUIT;
}

/* Of two board cards the first alone counts the holding of both, so that nothing is taken off twice: a card makes no
 * pair with those before it, nor with itself. Holdings with a card of the flop do not matter, since nobody has them. */
static void pairs_with(const crb_deck *deck, const uint8_t board[5], board_sweep *out)
{
    for (uint32_t met = 0; met < 5; met++) {
        const uint32_t kind = kind_of(board[met], out->suit);
        for (uint32_t i = 0, passed = 0; i < deck->count; i++) {
            const int before = passed <= met && deck->card[i] == board[passed];
            const uint32_t pair = before ? NO_PAIR : pair_of(kind, kind_of(deck->card[i], out->suit));
            out->pair_with[met][i] = (uint16_t)pair;
            passed += (uint32_t)before;
        }
    }
}

/* Rank one holding of every pair of kinds that still has one. */
static void rank_pairs(const crb_deck *deck, const uint8_t board[5], board_sweep *out)
{
    uint8_t example[KINDS][2];
    uint8_t hand[7];
    uint32_t kinds = out->suit == NO_SUIT ? 13 : KINDS;
    memset(out->left, 0, sizeof out->left);
    memcpy(hand, board, 5);
    for (uint32_t i = 0; i < deck->count; i++) {
        uint8_t card = deck->card[i];
        if (card == board[0] || card == board[1] || card == board[2] || card == board[3] || card == board[4])
            continue;
        uint32_t kind = kind_of(card, out->suit);
        if (out->left[kind] < 2)
            example[kind][out->left[kind]] = card;
        out->left[kind]++;
    }
    out->count = 0;
    for (uint32_t high = 0; high < kinds; high++) {
        if (out->left[high] == 0)
            continue;
        for (uint32_t low = 0; low <= high; low++) {
            if (out->left[low] < 1u + (low == high))
                continue;
            hand[5] = example[high][0];
            hand[6] = example[low][low == high];
            out->item[out->count++] = (holding_class){
                .strength = crb_strength_inline(hand, 7), .pair = (uint16_t)pair_of(low, high),
                .low = (uint8_t)low, .high = (uint8_t)high};
        }
    }
}

/* The order of the items by strength: two rounds of seven bits. */
static void order_of(const board_sweep *sweep, uint16_t *order)
{
    uint16_t other[PAIRS], start[2][129] = {{0}};
    for (uint32_t i = 0; i < sweep->count; i++) {
        start[0][(sweep->item[i].strength & 127) + 1]++;
        start[1][(sweep->item[i].strength >> 7) + 1]++;
    }
    for (int b = 1; b < 129; b++) {
        start[0][b] = (uint16_t)(start[0][b] + start[0][b - 1]);
        start[1][b] = (uint16_t)(start[1][b] + start[1][b - 1]);
    }
    for (uint32_t i = 0; i < sweep->count; i++)
        other[start[0][sweep->item[i].strength & 127]++] = (uint16_t)i;
    for (uint32_t i = 0; i < sweep->count; i++)
        order[start[1][sweep->item[other[i]].strength >> 7]++] = other[i];
}

/* Holdings counted so far: all, and those that hold one given card of a kind. */
typedef struct {
    uint32_t all;
    uint32_t with[KINDS];
} tally;

static void tally_add(tally *so_far, const board_sweep *sweep, const holding_class *item)
{
    uint32_t low = sweep->left[item->low], high = sweep->left[item->high];
    if (item->low == item->high) {
        so_far->all += low * (low - 1) / 2;
        so_far->with[item->low] += low - 1;
    } else {
        so_far->all += low * high;
        so_far->with[item->low] += high;
        so_far->with[item->high] += low;
    }
}

/* Those that hold neither card of a holding; `itself` is 1 where the holding is among them. */
static inline uint32_t tally_without(const tally *so_far, const holding_class *item, uint32_t itself)
{
    return so_far->all - so_far->with[item->low] - so_far->with[item->high] + itself;
}

void crb_sweep_board(const crb_holdem *holdem, const uint8_t board[5], board_sweep *out)
{
    const uint32_t qualifier = holdem->qualifier;
    const uint32_t dealer_hands = crb_choose2(holdem->deck.count - 7);
    uint16_t order[PAIRS];
    tally failing = {0}, below = {0};
    out->suit = common_suit(board);
    pairs_with(&holdem->deck, board, out);
    rank_pairs(&holdem->deck, board, out);
    order_of(out, order);
    for (uint32_t i = 0; i < out->count && out->item[order[i]].strength < qualifier; i++)
        tally_add(&failing, out, &out->item[order[i]]);
    for (uint32_t i = 0, end; i < out->count; i = end) {
        const uint32_t strength = out->item[order[i]].strength;
        const uint32_t qualifies = strength >= qualifier;
        tally reached = below;
        for (end = i; end < out->count && out->item[order[end]].strength == strength; end++)
            tally_add(&reached, out, &out->item[order[end]]);
        for (uint32_t j = i; j < end; j++) {
            holding_class *item = &out->item[order[j]];
            uint32_t fails = tally_without(&failing, item, !qualifies);
            uint32_t less = tally_without(&below, item, 0);
            uint32_t wins = qualifies ? less - fails : 0;
            uint32_t ties = qualifies ? tally_without(&reached, item, 1) - less : 0;
            item->fails = (uint16_t)fails;
            item->wins = (uint16_t)wins;
            item->ties = (uint16_t)ties;
            item->loses = (uint16_t)(dealer_hands - fails - wins - ties);
        }
        below = reached;
    }
}

void crb_flop_at(const crb_holdem *holdem, const board_sweep *sweep, const uint8_t board[5], int which,
                 flop_of_board *out)
{
    static const uint8_t later[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                         {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    uint32_t card[3], n = 0;
    uint64_t mask = 0;
    for (int i = 0; i < 5; i++)
        if (i != later[which][0] && i != later[which][1]) {
            mask |= crb_suit_bit(board[i]);
            card[n++] = board[i];
        }
    crb_standing(&holdem->deck, mask, out->to);
    for (int i = 0; i < 3; i++)
        card[i] = crb_moved(out->to, card[i]);
    uint32_t low = card[0] < card[1] ? card[0] : card[1], middle = card[0] ^ card[1] ^ low, high = card[2];
    if (high < middle) {
        uint32_t swap = high;
        high = middle;
        middle = swap > low ? swap : low;
        low = swap > low ? low : swap;
    }
    out->flop = (uint32_t)holdem->flop_index[crb_place3(low, middle, high)];
    out->suit = sweep->suit == NO_SUIT ? NO_SUIT : out->to[sweep->suit];
    for (int t = 0; t < 2; t++) {
        const uint32_t place = later[which][t];
        out->holding[t] = holdem->holding[crb_moved(out->to, board[place])];
        out->pair[t] = sweep->pair_with[place];
    }
}

static void add_flop(const crb_deck *deck, const board_sweep *sweep, const flop_of_board *flop, const int64_t *worth,
                     int64_t *sums)
{
    int64_t *of_flop = sums + (size_t)flop->flop * CELLS;
    int64_t *pairs = of_flop + pairs_at(flop->suit);
    int64_t *holdings = of_flop + CELLS - HOLDINGS;
    const uint32_t count = pair_count(sweep->suit);
    for (uint32_t i = 0; i < count; i++)
        pairs[i] += worth[i];
    for (int t = 0; t < 2; t++)
        for (uint32_t i = 0; i < deck->count; i++)
            holdings[flop->holding[t][crb_moved(flop->to, deck->card[i])]] -= worth[flop->pair[t][i]];
}

void crb_holdem_value(const crb_holdem *holdem, size_t start, size_t stop, const uint8_t *group,
                      const int64_t *net, int64_t *sums)
{
    for (size_t b = start; b < stop; b++) {
        const board_class *board = holdem->boards + b;
        board_sweep sweep;
        flop_of_board flop;
        int64_t worth[PAIRS + 1] = {0};
        crb_sweep_board(holdem, board->cards, &sweep);
        for (uint32_t i = 0; i < sweep.count; i++) {
            const holding_class *item = &sweep.item[i];
            const int64_t *of_group = net + group[item->strength];
            worth[item->pair] = board->images * (of_group[0] * item->fails + of_group[CRB_GROUPS] * item->wins
                                                 + of_group[2 * CRB_GROUPS] * item->ties
                                                 + of_group[3 * CRB_GROUPS] * item->loses);
        }
        for (int which = 0; which < 10; which++) {
            crb_flop_at(holdem, &sweep, board->cards, which, &flop);
            add_flop(&holdem->deck, &sweep, &flop, worth, sums);
        }
    }
}

static int64_t holding_sum(const int64_t *of_flop, uint32_t a, uint32_t b)
{
    int64_t sum = of_flop[CELLS - HOLDINGS + crb_place2(a, b)];
    for (uint32_t suit = 0; suit <= NO_SUIT; suit++)
        sum += of_flop[pairs_at(suit) + pair_of(kind_of(a, suit), kind_of(b, suit))];
    return sum;
}

void crb_holdem_choose(const crb_holdem *holdem, const uint8_t *group, const int64_t *net, int64_t threshold,
                       const int64_t *sums, uint8_t *call)
{
    const crb_deck *deck = &holdem->deck;
    const int64_t deals = deals_of_holding(deck);
    for (size_t f = 0; f < holdem->flop_count; f++) {
        const uint8_t *flop = holdem->flops[f];
        uint8_t symmetry[CRB_PERMUTATIONS];
        int64_t sum[HOLDINGS];
        const uint32_t symmetries = crb_symmetries(
            deck, crb_suit_bit(flop[0]) | crb_suit_bit(flop[1]) | crb_suit_bit(flop[2]), symmetry);
        for (uint32_t j = 1; j < deck->count; j++)
            for (uint32_t i = 0; i < j; i++)
                sum[crb_place2(deck->card[i], deck->card[j])] =
                    holding_sum(sums + f * CELLS, deck->card[i], deck->card[j]);
        for (uint32_t j = 1; j < deck->count; j++)
            for (uint32_t i = 0; i < j; i++) {
                const uint32_t a = deck->card[i], b = deck->card[j];
                if (on_flop(flop, a) || on_flop(flop, b))
                    continue;
                int64_t worth = 0;
                for (uint32_t s = 0; s < symmetries; s++) {
                    const uint8_t *to = crb_suit_permutation[symmetry[s]];
                    worth += sum[holdem->holding[crb_moved(to, a)][crb_moved(to, b)]];
                }
                const int64_t fold = net[4 * CRB_GROUPS + group[strength_at_flop(flop, a, b)]] * deals;
                call[f * HOLDINGS + crb_place2(a, b)] = worth > (fold + threshold) * deck->symmetries;
            }
    }
}
