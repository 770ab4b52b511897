/* caribbean.h: the whole public C interface of caribbean-rules.
 *
 * C knows cards, strengths and numbers. It knows no game, no rule and no money.
 *
 * A card is an id in 0..51: id = rank * 4 + suit, ranks 2 3 4 5 6 7 8 9 T J Q K A as 0..12,
 * suits c d h s as 0..3. This is the only place that says so; everything else follows it.
 *
 * A strength is the rank of a hand on one scale for five, six and seven cards: 1 (7-5-4-3-2 of
 * mixed suits) to CRB_STRENGTHS (a royal flush), bigger is better, equal hands are equal.
 *
 * Nothing here allocates, prints, or keeps state: every function may run in any thread at any time.
 */
#ifndef CARIBBEAN_H
#define CARIBBEAN_H

#include <stddef.h>
#include <stdint.h>

/* cffi: begin. What stands between the two marks is also what CFFI reads. */

#define CRB_CARDS 52
#define CRB_STRENGTHS 7462

/* Strength of `count` (5, 6 or 7) distinct card ids. The cards are NOT checked: the caller has. */
uint16_t crb_strength(const uint8_t *cards, size_t count);

/* The same behind a check: 0 unless `count` is 5, 6 or 7, every id is below 52 and no id repeats. */
uint16_t crb_evaluate(const uint8_t *cards, size_t count);

/* cffi: end. */

#endif
