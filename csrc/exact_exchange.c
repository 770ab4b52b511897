/* exact_exchange.c: five against five where one change of cards is allowed for a fee; every deal counted.
 *
 * After a change the player holds F, has thrown X, and sees u. What playing is worth depends on no more than
 * that, so each (F, X) serves every hand it can come from. With one card thrown, the dealer hands that hold
 * u, hold x, and none of F are a matrix, symmetric in x and u; the same inclusion-exclusion gives it
 * from the rows of F with x (pair_matrix).
 *
 * Which changes are worth this is found by bounds first. For a final hand F the best a set of k dead cards can do is
 * bounded without looking at the set; the bounds are summed over all draws from the kept cards, thrown cards
 * excluded exactly; where the sum cannot beat standing pat, no change of those k cards can. */
#include <stdlib.h>
#include <string.h>

#include "exact.h"
#include "exact_stud.h"

#define UNSEEN UINT32_MAX
#define PLAY 0
#define FOLD 0x80

/* A set of up to four cards that stands for its images, and where it stands among those of its size. */
typedef struct {
    uint32_t index;
    uint8_t to[CRB_SUITS];
} standing;

struct crb_exchange {
    crb_stud stud;
    uint32_t *class_of;              /* place of five cards -> class, or UNSEEN where another hand stands for it */
    uint32_t *set_of[5];             /* place of a set -> its index, the same way */
    uint32_t *sets[5];               /* packed cards of the sets that stand */
    uint32_t set_count[5];
    uint32_t *fail_rows;
    int64_t *sums[6][5];             /* [k][size]: bounds of all final hands that hold the set, summed */
    int64_t *most[6];                /* the largest number in each row of sums[k][5 - k] */
    int64_t *least;                  /* per class and u: at least so much is lost by any one dead card */
    uint8_t *class_marked;
    uint32_t *slot;                  /* of a four-card set, in `matrix`, or UNSEEN */
    uint32_t slots;
    int64_t *matrix;                 /* per slot: what changing x is worth before u, summed over the draws */
    int64_t *best;                   /* per class and u, in units of one-card changes */
    crb_exchange_rules rules;
};
