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

/* Player against dealer: 1 where the player's cards and the board beat the dealer's and the board, 0 where they tie,
 * -1 else. Each hand has 5 to 7 cards with the board (not checked); a row is bad where a card is, or comes twice. */
size_t crb_compare_rows(const uint8_t *player, size_t own, const uint8_t *dealer, size_t theirs, const uint8_t *board,
                        size_t common, size_t rows, int8_t *signs);

/* --- Many boxes by one table ------------------------------------------------------------------------------- */

#define CRB_GROUPS_OF_HANDS 11
#define CRB_NO_QUALIFY 0 /* the dealer is below terms.qualifier; else the player is better, equal, worse */
#define CRB_WIN 1
#define CRB_TIE 2
#define CRB_LOSE 3
#define CRB_FOLD 4 /* there was no comparison */
#define CRB_OUTCOMES 5

/* `kept` is 1 where the stake comes back and 0 where it does not; beside it comes stake * part / of, rounded down.
 * `part * of` fits 63 bits, here and in crb_prize. */
typedef struct {
    int64_t part, of, kept;
} crb_pay;

/* `fixed` comes back, and jackpot * part / of, rounded down. */
typedef struct {
    uint64_t fixed; /* may pass 63 bits, as may what a row adds up to: it is then bad */
    int64_t part, of;
} crb_prize;

/* All that the amounts of a box follow from. Amounts are units, at least 0. */
typedef struct {
    size_t player, dealer, board_before, board_after; /* cards; the board before the decision and after it */
    uint16_t qualifier; /* the least strength of the dealer that is compared */
    int64_t least, most; /* of the ante */
    int64_t multiple; /* the bet in antes */
    int64_t price; /* the only progressive stake besides 0; 0 where there is none */
    int64_t cap; /* the most that ante and bet win together, the ante first; -1 where there is none */
    int64_t fee[2][8]; /* folded, played: antes for a change of 0 to 7 cards, which never come back; -1: not allowed */
    uint8_t group[CRB_STRENGTHS + 1]; /* of hands that are paid alike, by strength */
    crb_pay ante[CRB_OUTCOMES][CRB_GROUPS_OF_HANDS], bet[CRB_OUTCOMES][CRB_GROUPS_OF_HANDS];
    crb_prize prize[2][CRB_GROUPS_OF_HANDS]; /* folded, played */
} crb_terms;

/* Where the fields of a row are: `step` bytes from row to row, the others from the row's beginning. CRB_NO_FIELD stands
 * for a field that is not there: no card changed, no progressive stake, no jackpot known. */
#define CRB_NO_FIELD 0xFFFF
typedef struct {
    size_t step;
    size_t player, dealer, board; /* uint8_t ids, 0 where there is no board; 255 for each card that a folded box did not need */
    size_t ante, progressive, jackpot; /* int64_t; a jackpot of -1 is not known */
    size_t played, changed; /* uint8_t */
} crb_rounds;
typedef struct {
    size_t step;
    size_t outcome; /* uint8_t */
    size_t staked, returned; /* int64_t[4] each: ante, bet, change, progressive */
} crb_settled;

/* Settles `rows` rounds. A row is bad where a card is or comes twice, where a stake, change or jackpot is not one that
 * the terms allow, where a share of an unknown jackpot is due, or where an amount passes 2^63 - 1, the sums of what is
 * staked and of what comes back among them. */
size_t crb_settle_rows(const crb_terms *terms, const crb_rounds *in, const uint8_t *rounds, size_t rows,
                       const crb_settled *out, uint8_t *settled);

/* cffi: end. */

#endif
