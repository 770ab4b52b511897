/* settle.c: many boxes by one table of numbers. What the numbers mean for a game, only the maker of the table knows;
 * here are cards, strengths, and multiplication that notices when it would not fit. */
#include "internal.h"

#include <string.h>

#define TOO_MUCH UINT64_MAX
#define LARGEST ((uint64_t)INT64_MAX)

enum { NOT_DEALT = 255 };
enum { ANTE, BET, CHANGE, PROGRESSIVE };

/* A division is dear, and small numbers need none. */
static uint64_t times(uint64_t a, uint64_t b)
{
    if ((a | b) >> 31 == 0)
        return a * b;
    return a && b > LARGEST / a ? TOO_MUCH : a * b;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
    return a > LARGEST || b > LARGEST - a ? TOO_MUCH : a + b;
}

/* amount * part / of, rounded down. `part * of` fits 63 bits, so that only the whole part can be too much. */
static uint64_t portion(uint64_t amount, int64_t part, int64_t of)
{
    uint64_t p = (uint64_t)part, o = (uint64_t)of;
    return o == 1 ? times(amount, p) : plus(times(amount / o, p), amount % o * p / o);
}

static int64_t number_at(const uint8_t *row, size_t offset, int64_t absent)
{
    int64_t number = absent;
    if (offset != CRB_NO_FIELD)
        memcpy(&number, row + offset, sizeof number);
    return number;
}

/* Cards added up: their keys, and themselves as a mask. `bad` where one is no card. */
struct sum {
    uint64_t key, mask;
    size_t count;
    int bad;
};

static inline void add(struct sum *sum, const uint8_t *cards, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (cards[i] >= CRB_CARDS) {
            sum->bad = 1;
            return;
        }
        sum->key += crb_card_key[cards[i]];
        sum->mask |= (uint64_t)1 << cards[i];
    }
    sum->count += count;
}

/* Whether all are cards and none is there twice. Without this no strength may be asked for. */
static inline int in_order(const struct sum *all)
{
    return !all->bad && crb_bits_in(all->mask) == all->count;
}

/* The strengths of two hands that share a board; 0 for bad cards. */
static inline int rank_both(const uint8_t *player, size_t own, const uint8_t *dealer, size_t theirs,
                            const uint8_t *board, size_t common, uint16_t *player_has, uint16_t *dealer_has)
{
    struct sum shared = {.key = CRB_SUM_START};
    add(&shared, board, common);
    struct sum mine = shared, other = shared;
    add(&mine, player, own);
    add(&other, dealer, theirs);
    struct sum all = {.mask = mine.mask | other.mask, .count = mine.count + theirs, .bad = mine.bad | other.bad};
    if (!in_order(&all))
        return 0;
    *player_has = crb_strength_of_sum(mine.key, mine.mask);
    *dealer_has = crb_strength_of_sum(other.key, other.mask);
    return 1;
}

/* Adds cards that a folded box does not need: none of them may have been dealt. */
static void add_unneeded(struct sum *sum, const uint8_t *cards, size_t count)
{
    size_t missing = 0;
    for (size_t i = 0; i < count; i++)
        missing += cards[i] == NOT_DEALT;
    if (missing < count)
        add(sum, cards, count);
}

/* The group of a folded hand, of what it had seen; 0 for bad cards. */
static int rank_folded(const crb_terms *terms, const crb_rounds *in, const uint8_t *row, size_t *group)
{
    const uint8_t *board = row + in->board;
    struct sum seen = {.key = CRB_SUM_START};
    add(&seen, row + in->player, terms->player);
    add(&seen, board, terms->board_before);
    struct sum all = seen;
    add_unneeded(&all, board + terms->board_before, terms->board_after);
    add_unneeded(&all, row + in->dealer, terms->dealer);
    if (!in_order(&all))
        return 0;
    *group = seen.count < 5 ? 0 : terms->group[crb_strength_of_sum(seen.key, seen.mask)];
    return 1;
}

/* The outcome and the group of the player's hand; 0 for bad cards. */
static int rank_box(const crb_terms *terms, const crb_rounds *in, const uint8_t *row, int played, size_t *outcome,
                    size_t *group)
{
    uint16_t player, dealer;
    *outcome = CRB_FOLDED;
    if (!played)
        return rank_folded(terms, in, row, group);
    if (!rank_both(row + in->player, terms->player, row + in->dealer, terms->dealer, row + in->board,
                   terms->board_before + terms->board_after, &player, &dealer))
        return 0;
    *group = terms->group[player];
    /* As numbers, since no processor can guess who wins. */
    size_t compared = (size_t)(CRB_TIE + (player < dealer) - (player > dealer));
    *outcome = dealer < terms->qualifier ? CRB_NO_QUALIFY : compared;
    return 1;
}

/* What comes back of a stake, kept or lost. No more than `left` is won, of which what is won is taken. */
static inline uint64_t paid(const crb_pay *pay, uint64_t stake, uint64_t *left)
{
    uint64_t won = portion(stake, pay->part, pay->of);
    if (*left != TOO_MUCH) {
        won = won < *left ? won : *left;
        *left -= won;
    }
    return plus(stake * (uint64_t)pay->kept, won);
}

/* What comes back of a progressive stake; TOO_MUCH also where a share is due of a jackpot that nobody gave. */
static uint64_t prize_of(const crb_prize *prize, int64_t jackpot)
{
    if (prize->part == 0)
        return prize->fixed;
    return jackpot < 0 ? TOO_MUCH : plus(prize->fixed, portion((uint64_t)jackpot, prize->part, prize->of));
}

static int settle_row(const crb_terms *terms, const crb_rounds *in, const uint8_t *row, const crb_settled *out,
                      uint8_t *to)
{
    size_t outcome, group;
    uint8_t played = row[in->played], changed = in->changed == CRB_NO_FIELD ? 0 : row[in->changed];
    int64_t ante = number_at(row, in->ante, 0), side = number_at(row, in->progressive, 0);
    int64_t jackpot = number_at(row, in->jackpot, -1);
    if (played > 1 || changed > 7 || terms->fee[played][changed] < 0 || ante < terms->least || ante > terms->most ||
        (side != 0 && side != terms->price) || jackpot < -1 || (jackpot >= 0 && terms->price == 0) ||
        !rank_box(terms, in, row, played, &outcome, &group))
        return 0;

    uint64_t left = terms->cap < 0 ? TOO_MUCH : (uint64_t)terms->cap, back[4] = {0}, staked = 0, returned = 0;
    uint64_t stake[4] = {(uint64_t)ante, 0, 0, (uint64_t)side};
    back[ANTE] = paid(&terms->ante[outcome][group], stake[ANTE], &left);
    if (played) {
        stake[BET] = times((uint64_t)ante, (uint64_t)terms->multiple);
        back[BET] = paid(&terms->bet[outcome][group], stake[BET], &left);
    }
    stake[CHANGE] = times((uint64_t)ante, (uint64_t)terms->fee[played][changed]);
    if (side)
        back[PROGRESSIVE] = prize_of(&terms->prize[played][group], jackpot);
    for (int wager = 0; wager < 4; wager++) {
        staked = plus(staked, stake[wager]);
        returned = plus(returned, back[wager]);
    }
    if (staked == TOO_MUCH || returned == TOO_MUCH)
        return 0;
    to[out->outcome] = (uint8_t)outcome;
    for (size_t wager = 0; wager < 4; wager++) {
        memcpy(to + out->staked + 8 * wager, &stake[wager], 8);
        memcpy(to + out->returned + 8 * wager, &back[wager], 8);
    }
    return 1;
}

size_t crb_settle_rows(const crb_terms *terms, const crb_rounds *in, const uint8_t *rounds, size_t rows,
                       const crb_settled *out, uint8_t *settled)
{
    for (size_t row = 0; row < rows; row++)
        if (!settle_row(terms, in, rounds + row * in->step, out, settled + row * out->step))
            return row;
    return rows;
}

size_t crb_compare_rows(const uint8_t *player, size_t own, const uint8_t *dealer, size_t theirs, const uint8_t *board,
                        size_t common, size_t rows, int8_t *signs)
{
    for (size_t row = 0; row < rows; row++) {
        uint16_t mine, other;
        if (!rank_both(player + row * own, own, dealer + row * theirs, theirs, board + row * common, common, &mine,
                       &other))
            return row;
        signs[row] = (int8_t)((mine > other) - (mine < other));
    }
    return rows;
}
