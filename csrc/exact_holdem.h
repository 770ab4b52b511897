/* exact_holdem.h: what the kernels of games with a board share. exact_holdem.c says what kinds are. */
#ifndef CRB_EXACT_HOLDEM_H
#define CRB_EXACT_HOLDEM_H

#include "exact.h"

#define KINDS 26
#define PAIRS 351                    /* of KINDS kinds, a kind with itself included */
#define NO_PAIR PAIRS                /* a cell behind those of the pairs: worth nothing, and its weight is not read */
#define RANK_PAIRS 91
#define HOLDINGS CRB_SETS2
#define CELLS (RANK_PAIRS + CRB_SUITS * PAIRS + HOLDINGS) /* numbers kept for one flop */
#define NO_SUIT CRB_SUITS

typedef struct {
    uint8_t cards[5];
    uint8_t images;
} board_class;

struct crb_holdem {
    crb_deck deck;
    uint32_t qualifier;
    board_class *boards;
    uint32_t board_count;
    uint8_t (*flops)[4];             /* three cards and how many flops they stand for */
    uint32_t flop_count;
    int16_t flop_index[CRB_SETS3];
    uint16_t holding[CRB_CARDS][CRB_CARDS];
};

/* One pair of kinds on one board, and the dealer's holdings against it. */
typedef struct {
    uint16_t strength;
    uint16_t pair;
    uint8_t low, high;               /* its kinds */
    uint16_t fails, wins, ties, loses;
} holding_class;

typedef struct {
    uint8_t suit;                    /* of three or more board cards, or NO_SUIT */
    uint8_t left[KINDS];             /* cards of the kind that are not on the board */
    uint16_t pair_with[5][CRB_CARDS]; /* of each card of the board with each of the deck, or NO_PAIR */
    uint32_t count;
    holding_class item[PAIRS];
} board_sweep;

/* One of the ten flops of a board: which one it stands for, how suits change on the way there, and what meets the
 * turn and the river, with each card of the deck: the holding, as it is at that flop, and the pair on the board. */
typedef struct {
    uint32_t flop;
    uint8_t suit;
    uint8_t to[CRB_SUITS];
    const uint16_t *holding[2];      /* by the card, suits changed */
    const uint16_t *pair[2];         /* by its place in the deck */
} flop_of_board;

static inline uint32_t pair_of(uint32_t a, uint32_t b)
{
    return a < b ? a + b * (b + 1) / 2 : b + a * (a + 1) / 2;
}

static inline uint32_t kind_of(uint32_t card, uint32_t suit)
{
    return (card >> 2) + ((card & 3) == suit ? 13 : 0);
}

static inline size_t pairs_at(uint32_t suit)
{
    return suit == NO_SUIT ? 0 : RANK_PAIRS + (size_t)suit * PAIRS;
}

static inline uint32_t pair_count(uint32_t suit) { return suit == NO_SUIT ? RANK_PAIRS : PAIRS; }

static inline int on_flop(const uint8_t *flop, uint32_t card)
{
    return card == flop[0] || card == flop[1] || card == flop[2];
}

static inline uint16_t strength_at_flop(const uint8_t *flop, uint32_t a, uint32_t b)
{
    uint8_t hand[5] = {flop[0], flop[1], flop[2], (uint8_t)a, (uint8_t)b};
    return crb_strength_inline(hand, 5);
}

/* All deals of one holding at one flop. */
static inline int64_t deals_of_holding(const crb_deck *deck)
{
    return (int64_t)crb_choose2(deck->count - 5) * crb_choose2(deck->count - 7);
}

/* exact_holdem.c */
void crb_sweep_board(const crb_holdem *holdem, const uint8_t board[5], board_sweep *out);
void crb_flop_at(const crb_holdem *holdem, const board_sweep *sweep, const uint8_t board[5], int which,
                 flop_of_board *out);

#endif
