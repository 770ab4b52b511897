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
 * Nothing here prints or keeps state of its own: every function may run in any thread at any time, as long as no
 * other thread writes to the same buffers. Only the functions named _new allocate; they return NULL where
 * there is no memory.
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

/* ---- Exact counts over all deals ----
 *
 * Kernels take the cards in play (all 52, or fewer) and the strength from which the dealer qualifies. Work
 * comes in slices [start, stop) that the caller chooses; results do not depend on how.
 *
 * `group` has a number below CRB_GROUPS for each strength 0..CRB_STRENGTHS: the strengths that are paid alike.
 * `net` has five rows of CRB_GROUPS numbers, one for each outcome: dealer fails, player wins, tie, player loses,
 * player folds. `deals` is filled in the same shape. A decision to play needs more than folding + `threshold`.
 * All sums must fit 63 bits: the caller sees to it. */
#define CRB_GROUPS 16
#define CRB_OUTCOMES 5

/* Adds `more` to `sums`, number by number. */
void crb_add(int64_t *sums, const int64_t *more, size_t count);

/* Five cards against five, one of the dealer's seen. Cells are [class of hands][upcard 0..51]. */
typedef struct crb_stud crb_stud;
crb_stud *crb_stud_new(const uint8_t *cards, size_t count, uint16_t qualifier);
void crb_stud_free(crb_stud *stud);
size_t crb_stud_classes(const crb_stud *stud);
/* Seven numbers a class: five cards, ascending; their strength; how many hands the class stands for. */
void crb_stud_list(const crb_stud *stud, uint32_t *out);
/* Strengths from 1 to CRB_STRENGTHS, in this order, each once. */
void crb_stud_count(crb_stud *stud, uint32_t start, uint32_t stop);
/* Three numbers: the dealer hands that fail, lose and tie in one cell. */
void crb_stud_cell(const crb_stud *stud, size_t index, uint32_t upcard, uint32_t *out);
void crb_stud_choose(const crb_stud *stud, const uint8_t *group, const int64_t *net, int64_t threshold,
                     uint8_t *play);
void crb_stud_tally(const crb_stud *stud, const uint8_t *group, const uint8_t *play, int64_t *deals);

/* Two cards each, three board cards before the decision, two after. Cells are [flop][holding]; a holding of
 * cards a < b is a + b * (b - 1) / 2, of 1,326. */
typedef struct crb_holdem crb_holdem;
crb_holdem *crb_holdem_new(const uint8_t *cards, size_t count, uint16_t qualifier);
void crb_holdem_free(crb_holdem *holdem);
size_t crb_holdem_boards(const crb_holdem *holdem);
size_t crb_holdem_flops(const crb_holdem *holdem);
/* Four numbers a flop: three cards, ascending, and how many flops they stand for. */
void crb_holdem_list(const crb_holdem *holdem, uint32_t *out);
/* How many numbers `sums` and `called` have for each flop. Both begin as zeros. */
size_t crb_holdem_sum_cells(void);
size_t crb_holdem_called_cells(void);
/* Boards [start, stop): what calling is worth, added to `sums`. */
void crb_holdem_value(const crb_holdem *holdem, size_t start, size_t stop, const uint8_t *group,
                      const int64_t *net, int64_t *sums);
void crb_holdem_choose(const crb_holdem *holdem, const uint8_t *group, const int64_t *net, int64_t threshold,
                       const int64_t *sums, uint8_t *call);
/* What a set of calls comes to: first the folds, and `called` for the boards; then boards [start, stop). */
void crb_holdem_called(const crb_holdem *holdem, const uint8_t *group, const uint8_t *call, uint16_t *called,
                       int64_t *deals);
void crb_holdem_tally(const crb_holdem *holdem, size_t start, size_t stop, const uint8_t *group,
                      const uint8_t *call, const uint16_t *called, int64_t *deals);

/* As stud, and one change of cards. `fees` has a number for each of 0..5 cards, in the unit of `net`; bit k of
 * `allowed` says that k cards may be changed, bit k of `forced` that the hand must then be played. An action is
 * CRB_PLAY, CRB_FOLD, or the places, a bit each, of the cards thrown from the ascending five. */
#define CRB_PLAY 0
#define CRB_FOLD 128
typedef struct crb_exchange crb_exchange;
crb_exchange *crb_exchange_new(const uint8_t *cards, size_t count, uint16_t qualifier, const uint8_t *group,
                               const int64_t *net, const int64_t *fees, uint32_t allowed, uint32_t forced);
void crb_exchange_free(crb_exchange *x);
/* The counts of hands that change nothing; not to be freed. */
crb_stud *crb_exchange_stud(crb_exchange *x);
/* First: strengths 1..CRB_STRENGTHS, as crb_stud_count. */
void crb_exchange_count(crb_exchange *x, uint32_t start, uint32_t stop);
/* Then the bounds: sets [start, stop) of four kept cards, and what follows from all of them. */
size_t crb_exchange_sets(const crb_exchange *x);
void crb_exchange_bound(crb_exchange *x, size_t start, size_t stop);
void crb_exchange_bounded(crb_exchange *x);
/* For classes [start, stop): adds to pairs[k] the (hand, upcard) pairs for which the bounds leave open whether
 * changing k cards pays, and to excess[k] how much more that could be worth at most, summed over their deals. With
 * `refine` after crb_exchange_choose: against the best with one card. */
void crb_exchange_open(crb_exchange *x, size_t start, size_t stop, int refine, int64_t *pairs, int64_t *excess);
/* Then the changes of one card that are left: 0 where there is no memory; strengths; the rest. */
int crb_exchange_prepare(crb_exchange *x);
void crb_exchange_value(crb_exchange *x, uint32_t start, uint32_t stop);
void crb_exchange_valued(crb_exchange *x);
/* Fills `action`, a cell for each [class][upcard]. */
void crb_exchange_choose(crb_exchange *x, uint8_t *action);
/* Changes of two cards that the refined bounds leave open: CRB_TURNS turns, each over some of the upcards, each of all
 * strengths; then crb_exchange_pairs_choose improves the actions. _prepare: 0 where there is no memory. */
#define CRB_TURNS 2
int crb_exchange_pairs_prepare(crb_exchange *x, uint32_t turn);
void crb_exchange_pairs_value(crb_exchange *x, uint32_t start, uint32_t stop);
void crb_exchange_pairs_choose(crb_exchange *x, uint8_t *action);
/* What actions come to: hands that change nothing into `deals`, pairs that change into `changes`; then,
 * strength by strength, those that change one card, in units of C(n-10, 1) deals. `then` has the decisions after the
 * change, by final hand and upcard; NULL: the best. */
int crb_exchange_decided(crb_exchange *x, const uint8_t *action, int64_t *deals, int64_t *changes);
void crb_exchange_tally(crb_exchange *x, uint32_t start, uint32_t stop, const uint8_t *then, int64_t *deals);
void crb_exchange_tallied(const crb_exchange *x, int64_t *deals);
/* The same for changes of two cards, turn by turn, in units of C(n-10, 2). */
int crb_exchange_pairs_decided(crb_exchange *x, uint32_t turn, const uint8_t *action, int64_t *changes);
void crb_exchange_pairs_tally(crb_exchange *x, uint32_t start, uint32_t stop, const uint8_t *then, int64_t *deals);

/* A change of all five cards after which the hand has to be played: exact where bounds leave it open. After the changes of
 * one and two cards: for each side (0 the player's hands, 1 the dealer's) _start, _value over all strengths, _hold
 * over all classes; then _choose improves the actions. To count: _decided gives the pairs of hand and upcard that change
 * five; for each side _start, _weigh over its sets, _tally over all strengths. 0 from _start: no memory.
 * `deals` has two tables: the sums below 2^32, and the rest in units of it; each deal counts 7,560 C(n-10, 5) times. */
typedef struct crb_fresh crb_fresh;
crb_fresh *crb_fresh_new(crb_exchange *x);
void crb_fresh_free(crb_fresh *f);
int crb_fresh_start(crb_fresh *f, int side);
void crb_fresh_value(crb_fresh *f, int side, uint32_t start, uint32_t stop);
void crb_fresh_hold(crb_fresh *f, int side, size_t start, size_t stop);
void crb_fresh_choose(crb_fresh *f, uint8_t *action);
int64_t crb_fresh_decided(crb_fresh *f, const uint8_t *action);
size_t crb_fresh_sets(const crb_fresh *f, int side);
void crb_fresh_weigh(crb_fresh *f, int side, size_t start, size_t stop);
void crb_fresh_tally(crb_fresh *f, int side, uint32_t start, uint32_t stop, int64_t *deals);

/* One situation. `deals` has the four outcomes of playing; for hold'em, and changes, rows of CRB_GROUPS. */
void crb_decide_stud(const uint8_t *cards, size_t count, uint16_t qualifier, const uint8_t *hand,
                     const uint8_t *dead, size_t dead_count, uint8_t upcard, int64_t *deals);
void crb_decide_holdem(const uint8_t *cards, size_t count, uint16_t qualifier, const uint8_t *hole,
                       const uint8_t *flop, const uint8_t *group, int64_t *deals);
/* All changes of one hand, the best decision taken afterwards: `deals` is [places thrown][outcome][group], with
 * places as in an action, the hand in the order given. Strengths 1..CRB_STRENGTHS, in this order, each once. */
typedef struct crb_changes crb_changes;
crb_changes *crb_changes_new(const uint8_t *cards, size_t count, uint16_t qualifier, const uint8_t *hand,
                             uint8_t upcard, const uint8_t *group, const int64_t *net, uint32_t allowed,
                             uint32_t forced);
void crb_changes_free(crb_changes *x);
void crb_changes_count(crb_changes *x, uint32_t start, uint32_t stop, int64_t *deals);

/* The sum of the strengths of `count` hands of seven cards, one after another: what benchmarks take as their unit. */
uint64_t crb_rank_many(const uint8_t *cards, size_t count);

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
#define CRB_FOLDED 4 /* there was no comparison */

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
