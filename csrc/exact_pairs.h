/* exact_pairs.h: changes of two cards; what the files on who changes and on what hands come of it share. */
#ifndef CRB_EXACT_PAIRS_H
#define CRB_EXACT_PAIRS_H

#include "exact_exchange.h"
#include "exact_triples.h"

#define RANKS 7                      /* of the upcards of a turn */
#define LANES (CRB_SUITS * RANKS)    /* its upcards, suit by suit, so that an exchange of suits moves them in runs */
#define THREES 10
#define BATCH 50                     /* the most hands of one strength where all suits are alike */

/* One final hand: the ten sets of three in it, by the pair drawn to each, and each pair of dead cards. */
typedef struct {
    uint32_t class;
    uint32_t slot[THREES], way[THREES];
    uint16_t wanted[CRB_SETS2];      /* bit n: by the n-th of the sets */
    int64_t worth[CRB_SETS2][LANES]; /* what the hand is worth then, for all its images */
} crb_final;

/* One final hand before each upcard of the turn with nothing dead and with one card dead, in all its images. */
typedef struct {
    int64_t play[LANES], fold[LANES];
    int64_t dead[CRB_CARDS][LANES];  /* what playing loses by the dealer's hands that hold the dead card */
} crb_singles;

struct crb_pair_work {
    crb_triples triples;
    uint16_t moved[CRB_PERMUTATIONS][CRB_SETS2]; /* where an exchange of suits leads a pair to */
    uint16_t three[CRB_SETS2][LANES];            /* the place of a pair and an upcard; 0 where that is in the pair */
    int64_t numbers[CRB_SETS3], weights[CRB_SETS3];
    crb_singles singles;
    crb_final finals[BATCH];
};

static inline uint32_t lane_of(const crb_exchange *x, uint32_t u) { return (u & 3) * RANKS + ((u - x->base) >> 2); }

static inline uint32_t upcard_of(const crb_exchange *x, uint32_t lane)
{
    return x->base + lane % RANKS * CRB_SUITS + lane / RANKS;
}

static inline size_t pair_row(uint32_t slot, uint32_t pair) { return ((size_t)slot * CRB_SETS2 + pair) * LANES; }

#endif
