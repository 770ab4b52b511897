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

/* --- Many hands in one call ---------------------------------------------------------------------------------
 *
 * `path` says which kernel runs: any from CRB_PORTABLE to crb_best_path(), which asks the processor and is worth
 * calling once. All give the same strengths. A row is bad where crb_evaluate would give 0; the functions that check
 * return the index of the first bad row, or `rows` where there is none. Nothing is written past `rows` strengths;
 * those from a bad row on are unspecified. */

#define CRB_PORTABLE 0
#define CRB_AVX2 1
#define CRB_AVX512 2

int crb_best_path(void);

/* `count` (5, 6 or 7; not checked) card ids a row. */
size_t crb_evaluate_rows(int path, const uint8_t *cards, size_t count, size_t rows, uint16_t *strengths);

/* One hand a mask: bit n is the card with id n. Five to seven bits below 52 are good. */
size_t crb_evaluate_masks(int path, const uint64_t *masks, size_t rows, uint16_t *strengths);

/* Of all hands of `count` cards, in the lexicographic order of their ascending ids, those numbered from `first`
 * (0, 1, 2, 3, 4 is number 0). `first + rows` is at most the number of hands; not checked. */
void crb_evaluate_all(int path, size_t count, uint64_t first, size_t rows, uint16_t *strengths);

/* cffi: end. */

#endif
