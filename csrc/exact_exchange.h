/* exact_exchange.h: what the kernels of games with a change of cards share. */
#ifndef CRB_EXACT_EXCHANGE_H
#define CRB_EXACT_EXCHANGE_H

#include <stdlib.h>
#include <string.h>

#include "exact.h"

#define NONE UINT32_MAX
#define MOST 5                       /* cards that can be changed */
#define INDEX(found) ((found) & 0xffffff)
#define TO(found) (crb_suit_permutation[(found) >> 24])
#define TIE_BITS 13                  /* a row holds less << TIE_BITS | ties: at most 178,365 and 1,020 */
#define MATRIX (CRB_ROW * CRB_ROW)

enum { NOTHING, SOME, ALL };          /* how much of a class's matrix is needed */

struct crb_exchange {
    crb_stud stud;
    uint8_t group[CRB_STRENGTHS + 1];
    int64_t net[CRB_OUTCOMES][CRB_GROUPS];
    int64_t floor;                   /* the least of all nets */
    int64_t fee[MOST + 1];
    uint32_t allowed, forced;        /* bit k: k cards may be changed; must be played afterwards */
    uint32_t *fail_rows;             /* the rows as they were at the qualifier */
    uint32_t *found[MOST + 1];       /* place of a set of that size -> index of the one standing for it, and the way */
    uint32_t *sets[MOST];            /* cards of the standing sets of up to four, six bits each */
    uint32_t set_count[MOST];
    int64_t *sums[MOST + 1][MOST];   /* [k][size]: bounds of all final hands that hold the set, above the floor */
    int64_t *highest[MOST + 1];      /* the highest number in each row of sums[k][5 - k] */
    int64_t *least;                  /* per strength and u: what any one dead card takes away at least */
    int64_t *refined;                /* per class and u: the same, exactly; NULL before the matrices */
    uint8_t *set_marked[MOST];
    uint64_t *wanted;                /* per standing set of four: the cards, a bit each, whose change may pay */
    uint8_t *class_marked;           /* nothing, some rows of the matrix, or all of it is needed */
    uint32_t *slot;                  /* of a standing set of four in the matrices, or NONE */
    uint32_t slots;
    int64_t *worth;                  /* per slot [x][u]: the change of x before u, in units of one, fee not taken */
    int64_t *best;                   /* per class and u: the best without more than one card changed, in units of one */
    uint32_t *weight;                /* per slot [x][u]: how many hands change x before u */
    uint8_t *pair_wanted;            /* per standing set of three and pair: whose change may pay */
    uint32_t *pair_slot;             /* of a standing set of three, or NONE */
    uint32_t pair_slots;
    uint32_t base, own;              /* the upcards of this turn: LANES from base; counted from own on */
    struct crb_pair_work *pairs;         /* what the files on pairs share, while there are changes of two cards */
    int64_t *pair_worth;             /* per slot [pair][lane]: as worth, in units of two */
    int64_t *pair_weight;            /* per slot [pair][lane]: as weight */
    int64_t *pair_best;              /* per class and u: the best change of two, in units of two */
    uint32_t fails[MATRIX], below[MATRIX]; /* crb_pair_matrix */
    int64_t play[MATRIX];
};

static inline int64_t total(const crb_exchange *x, uint32_t k) { return crb_choose4(x->stud.sweep.deck.count - 6 - k); }

static inline int64_t choose(int64_t n, int64_t k)
{
    int64_t ways = 1;
    for (int64_t i = 0; i < k; i++)
        ways = ways * (n - i) / (i + 1);
    return ways;
}

/* How many times the dealer's hands before a change the units of k are: C(n-10, k). */
static inline int64_t units(const crb_exchange *x, uint32_t k)
{
    return choose((int64_t)x->stud.sweep.deck.count - 10, k);
}

static inline uint32_t place(const uint32_t *card, uint32_t size)
{
    switch (size) {
    case 0: return 0;
    case 1: return card[0];
    case 2: return crb_place2(card[0], card[1]);
    case 3: return crb_place3(card[0], card[1], card[2]);
    case 4: return crb_place4(card[0], card[1], card[2], card[3]);
    default: return crb_place5(card);
    }
}

static inline void sort_cards(uint32_t *card, uint32_t size)
{
    for (uint32_t i = 1; i < size; i++)
        for (uint32_t j = i; j > 0 && card[j - 1] > card[j]; j--) {
            uint32_t swap = card[j];
            card[j] = card[j - 1];
            card[j - 1] = swap;
        }
}

static inline uint64_t mask_of(const uint32_t *card, uint32_t size)
{
    uint64_t mask = 0;
    for (uint32_t i = 0; i < size; i++)
        mask |= crb_suit_bit(card[i]);
    return mask;
}

static inline int holds(const uint32_t f[5], uint32_t card)
{
    return card == f[0] || card == f[1] || card == f[2] || card == f[3] || card == f[4];
}

/* What a hand is paid, with nets above the least of its own four outcomes of playing. */
typedef struct {
    int64_t fail, win, tie, lose;
    int64_t low, high;               /* the least net, and how far the most is above it */
    int64_t fold;
} pays;

static inline pays pays_of(const crb_exchange *x, uint32_t strength)
{
    const uint32_t g = x->group[strength];
    pays p = {x->net[0][g], x->net[1][g], x->net[2][g], x->net[3][g], 0, 0, x->net[4][g]};
    p.low = p.high = p.lose;
    const int64_t rest[3] = {p.fail, p.win, p.tie};
    for (int i = 0; i < 3; i++) {
        p.low = rest[i] < p.low ? rest[i] : p.low;
        p.high = rest[i] > p.high ? rest[i] : p.high;
    }
    p.fail -= p.low;
    p.win -= p.low;
    p.tie -= p.low;
    p.lose -= p.low;
    p.high -= p.low;
    return p;
}

static inline int64_t weigh(const pays *p, int64_t fails, int64_t wins, int64_t ties, int64_t all)
{
    return p->fail * fails + p->win * wins + p->tie * ties + p->lose * (all - fails - wins - ties);
}

static inline int64_t play_above(const crb_exchange *x, const pays *p, size_t cell)
{
    const crb_stud *stud = &x->stud;
    return weigh(p, stud->fails[cell], stud->wins[cell], stud->ties[cell], total(x, 0));
}

/* Deals of one class, by outcome: `times` for each of the dealer's hands. */
static inline void add_counts(int64_t sum[CRB_OUTCOMES], int64_t times, int64_t fails, int64_t wins, int64_t ties,
                              int64_t all)
{
    sum[0] += times * fails;
    sum[1] += times * wins;
    sum[2] += times * ties;
    sum[3] += times * (all - fails - wins - ties);
}

static inline void add_deals(const crb_exchange *x, const crb_class *of, const int64_t sum[CRB_OUTCOMES],
                             int64_t *deals)
{
    for (uint32_t outcome = 0; outcome < CRB_OUTCOMES; outcome++)
        deals[outcome * CRB_GROUPS + x->group[of->strength]] += sum[outcome] * of->images;
}

static inline void plus_moved(int64_t *sum, const int64_t *row, const uint8_t *to, int64_t sign)
{
    for (uint32_t rank = 0; rank < CRB_ROW; rank += 4)
        for (uint32_t suit = 0; suit < CRB_SUITS; suit++)
            sum[rank + suit] += sign * row[rank + to[suit]];
}

static inline uint32_t found_of(const crb_exchange *x, const uint32_t p[5], uint32_t chosen, uint32_t *size)
{
    uint32_t card[5], n = 0;
    for (uint32_t i = 0; i < 5; i++)
        if (chosen >> i & 1)
            card[n++] = p[i];
    *size = n;
    return x->found[n][place(card, n)];
}

/* The exchanges of suits that leave a standing set of four cards or fewer as it is: crb_symmetries. */
static inline uint32_t symmetries_of(const crb_exchange *x, uint32_t size, uint32_t set,
                                     uint8_t found[CRB_PERMUTATIONS])
{
    uint32_t kept[5];
    crb_unpack(x->sets[size][set], kept);
    return crb_symmetries(&x->stud.sweep.deck, mask_of(kept, size), found);
}

static inline uint32_t place_of(uint32_t bit)
{
    uint32_t at = 0;
    while (!(bit >> at & 1))
        at++;
    return at;
}

static inline uint32_t bit_count(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

/* All cards in play but those of F. */
static inline uint64_t free_cards(const crb_deck *deck, const uint32_t f[5])
{
    uint64_t cards = 0;
    for (uint32_t i = 0; i < deck->count; i++)
        if (!holds(f, deck->card[i]))
            cards |= (uint64_t)1 << deck->card[i];
    return cards;
}

static inline uint32_t with3(uint32_t a, uint32_t b, uint32_t x)
{
    return x < a ? crb_place3(x, a, b) : x < b ? crb_place3(a, x, b) : crb_place3(a, b, x);
}

static inline uint32_t with4(const uint32_t t[3], uint32_t x)
{
    return x < t[0] ? crb_place4(x, t[0], t[1], t[2])
           : x < t[1] ? crb_place4(t[0], x, t[1], t[2])
           : x < t[2] ? crb_place4(t[0], t[1], x, t[2]) : crb_place4(t[0], t[1], t[2], x);
}

static inline uint32_t pair_place(uint32_t a, uint32_t b) { return a < b ? crb_place2(a, b) : crb_place2(b, a); }

/* The five sets of four in a final hand, by the card drawn to each: their slots and the ways there. */
typedef struct {
    uint32_t slot[5], way[5];
    uint64_t wanted;                 /* the rows that any of them asks for */
} drawn_to;

/* exact_pairs.c: all the memory for changes of two cards that choosing five does not need. */
void crb_pairs_close(crb_exchange *x);

/* Where an exchange of suits leads each pair of cards to, by places. */
static inline void move_pairs(const uint8_t to[CRB_SUITS], uint16_t moved[CRB_SETS2])
{
    for (uint32_t b = 1; b < CRB_CARDS; b++)
        for (uint32_t a = 0; a < b; a++)
            moved[crb_place2(a, b)] = (uint16_t)pair_place(crb_moved(to, a), crb_moved(to, b));
}

/* exact_bounds.c */
/* The sums of smaller sets from those with one card more: each is met so many times. */
void crb_sum_smaller(const crb_exchange *x, uint32_t size, const int64_t *larger, int64_t *smaller, int64_t times);
void crb_least_of_strength(crb_exchange *x, uint32_t strength, const uint32_t *below, const uint32_t *up_to);

/* exact_exchange.c */
void crb_want_images(crb_exchange *x, uint32_t set);
void crb_pair_matrix(crb_exchange *x, const uint32_t f[5], uint32_t strength, uint64_t needed);
void crb_play_matrix(crb_exchange *x, uint32_t class, uint64_t needed);
void crb_find_drawn_to(const crb_exchange *x, const uint32_t f[5], drawn_to *out);

#endif
