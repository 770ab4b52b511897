/* exact_triples.h: one hand of the player's, and for every three cards the dealer's hands that hold them and none of its. */
#ifndef CRB_EXACT_TRIPLES_H
#define CRB_EXACT_TRIPLES_H

#include "exact.h"

/* Tables of numbers for every three cards, in the order of their places. */
typedef struct {
    const crb_sweep *sweep;
    uint32_t qualifier;
    int16_t *whole;                  /* [pair of cards][three others]: the strength of the five */
    uint16_t *fails, *less;          /* [0, or 1 + a fourth card][three]: dealer's hands that fail; below the strength reached */
    uint16_t met[4][CRB_SETS3];      /* for the last hand asked, by the outcomes of playing it */
} crb_triples;

int crb_triples_open(crb_triples *t, const crb_sweep *sweep, uint32_t qualifier);
void crb_triples_close(crb_triples *t);

/* Begin again at the weakest strength; the dealer's hands of a strength are now below. */
void crb_triples_start(crb_triples *t);
void crb_triples_pass(crb_triples *t, uint32_t strength);

/* Fill `met` for a hand of the strength that comes next. */
void crb_triples_meet(crb_triples *t, const uint32_t hand[5], uint32_t strength);

/* What the last hand asked brings where its outcomes bring so much: for every three cards, and from that for every
 * two. */
void crb_triples_sum(const crb_triples *t, const int64_t net[4], int64_t threes[CRB_SETS3], int64_t pairs[CRB_SETS2]);

/* The same backwards: add the number of a pair to all threes with it, each of which meets a third of the hands. */
void crb_triples_add_pairs(const int64_t pairs[CRB_SETS2], int64_t threes[CRB_SETS3]);

/* The dealer's hands that the last hand asked meets with one outcome, each times its threes' weights. */
int64_t crb_triples_weigh(const crb_triples *t, int outcome, const int64_t weights[CRB_SETS3]);

#endif
