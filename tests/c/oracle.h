/* oracle.h: a second evaluator, to hold the first one to. It shares no code and no table with csrc/:
 * five cards are read by counting, six and seven are the best of their five-card subsets.
 *
 * Ranks here are dense: 1 for the weakest of the 7,462 classes, one more for each better class. */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdint.h>

enum { CARDS = 52, CLASSES = 7462 };

enum category {
    HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH,
    CATEGORIES
};

/* Reads five cards by counting, no table needed: the key orders hands as poker does, equal hands are equal. */
uint32_t oracle_read_five(const int cards[5]);

/* Fills the tables; returns the number of classes it met. Call it first. */
int oracle_start(void);

/* Of a dense rank: its category, and whether it is a high card with an ace and a king. */
enum category oracle_category(uint16_t rank);
int oracle_is_ace_king(uint16_t rank);

/* The dense rank of four ascending cards with each possible fifth: a row of CARDS, 0 where it repeats. */
const uint16_t *oracle_row(int a, int b, int c, int d);

#endif
