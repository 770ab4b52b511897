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

#endif
