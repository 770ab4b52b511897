/* exact.h: what the exact kernels share. Like the rest of C it knows cards, strengths and numbers only.
 *
 * A set of cards is a mask of four 16-bit lanes, a lane a suit: bit 16 * suit + rank. Suits may be exchanged
 * where the cards in play allow it; one set then stands for all its images, with how many those are.
 * docs/exact.md derives the algorithms. */
#ifndef CRB_EXACT_H
#define CRB_EXACT_H

#include <string.h>

#include "internal.h"

#define CRB_SUITS 4
#define CRB_PERMUTATIONS 24
#define CRB_NO_STRENGTH 0x7fff       /* in a table of strengths: these cards make no hand */
#define CRB_ROW CRB_CARDS

/* The cards in play, and which suits may be exchanged: those that hold the same ranks. */
typedef struct {
    uint32_t count;
    uint8_t card[CRB_CARDS];
    uint8_t like[CRB_SUITS];         /* the first suit that holds the same ranks */
    uint32_t symmetries;             /* how many ways there are to exchange suits */
} crb_deck;

typedef struct {
    uint32_t cards;                  /* five ids of six bits, ascending, the lowest in the lowest bits */
    uint16_t strength;
    uint16_t images;                 /* how many hands it stands for */
} crb_class;

/* Dealer hands in the order of their strength, counted so far by the cards they hold.
 *
 * rows[T][u] counts the hands so far that hold the set T (up to three cards) and the card u, one row of
 * CRB_ROW numbers a set. Four cards and u are a whole hand: four[T][u] is its strength, and whether it
 * has been counted is a comparison. */
typedef struct {
    crb_deck deck;
    uint32_t *dealer;                /* all hands, packed as in crb_class, weakest first */
    uint32_t first[CRB_STRENGTHS + 2]; /* dealer[first[s]] is the first hand of strength s */
    int16_t *four;
    uint32_t *rows;
    crb_class *classes;              /* the player's hands, suits exchanged, weakest first */
    uint32_t class_count;
    uint32_t class_first[CRB_STRENGTHS + 2];
} crb_sweep;

/* The counts for every class of player hands and every upcard, CRB_ROW numbers a class. */
struct crb_stud {
    crb_sweep sweep;
    uint32_t qualifier;
    uint32_t *fails, *wins, *ties;
};

extern const uint8_t crb_suit_permutation[CRB_PERMUTATIONS][CRB_SUITS];

static inline uint32_t crb_choose2(uint32_t n) { return n * (n - 1) / 2; }
static inline uint32_t crb_choose3(uint32_t n) { return n * (n - 1) * (n - 2) / 6; }
static inline uint32_t crb_choose4(uint32_t n) { return n * (n - 1) / 2 * (n - 2) / 3 * (n - 3) / 4; }

/* The place of an ascending set among all sets of its size. */
static inline uint32_t crb_place2(uint32_t a, uint32_t b) { return a + b * (b - 1) / 2; }
static inline uint32_t crb_place3(uint32_t a, uint32_t b, uint32_t c)
{
    return crb_place2(a, b) + c * (c - 1) * (c - 2) / 6;
}
static inline uint32_t crb_place4(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return crb_place3(a, b, c) + crb_choose4(d);
}

static inline uint32_t crb_place5(const uint32_t card[5])
{
    const uint64_t e = card[4];
    return crb_place4(card[0], card[1], card[2], card[3])
           + (uint32_t)(e * (e - 1) * (e - 2) / 6 * (e - 3) / 4 * (e - 4) / 5);
}

#define CRB_SETS2 1326
#define CRB_SETS3 22100
#define CRB_SETS4 270725
#define CRB_SETS5 2598960
/* Where the rows of sets of one, two and three cards begin; the empty set has the first row. */
#define CRB_ROWS1 1
#define CRB_ROWS2 (CRB_ROWS1 + CRB_CARDS)
#define CRB_ROWS3 (CRB_ROWS2 + CRB_SETS2)
#define CRB_ROWS (CRB_ROWS3 + CRB_SETS3)

/* The places of each three of five cards, and of the two others. */
extern const uint8_t crb_threes[10][5];

/* Add an amount for one hand to the row of each set of up to three of its cards, at each other card. Rows of any type. */
#define CRB_ADD_TO_ROWS(rows, card, amount)                                                           \
    do {                                                                                              \
        for (int j_ = 0; j_ < 5; j_++) {                                                              \
            (rows)[(card)[j_]] += (amount);                                                           \
            for (int k_ = 0; k_ < 5; k_++)                                                            \
                if (k_ != j_)                                                                         \
                    (rows)[(size_t)(CRB_ROWS1 + (card)[j_]) * CRB_ROW + (card)[k_]] += (amount);      \
        }                                                                                             \
        for (int t_ = 0; t_ < 10; t_++) {                                                             \
            const uint32_t a_ = (card)[crb_threes[t_][0]], b_ = (card)[crb_threes[t_][1]],            \
                           c_ = (card)[crb_threes[t_][2]], d_ = (card)[crb_threes[t_][3]],            \
                           e_ = (card)[crb_threes[t_][4]];                                            \
            const size_t three_ = (size_t)(CRB_ROWS3 + crb_place3(a_, b_, c_)) * CRB_ROW;             \
            const size_t two_ = (size_t)(CRB_ROWS2 + crb_place2(d_, e_)) * CRB_ROW;                   \
            (rows)[three_ + d_] += (amount);                                                          \
            (rows)[three_ + e_] += (amount);                                                          \
            (rows)[two_ + a_] += (amount);                                                            \
            (rows)[two_ + b_] += (amount);                                                            \
            (rows)[two_ + c_] += (amount);                                                            \
        }                                                                                             \
    } while (0)

/* The next of the ascending sets of a size out of 0..n-1, in the order of their places; 0 after the last. */
static inline int crb_next_set(uint32_t *at, uint32_t size, uint32_t n)
{
    for (uint32_t i = 0; i < size; i++)
        if (at[i] + 1 < (i + 1 < size ? at[i + 1] : n)) {
            at[i]++;
            for (uint32_t j = 0; j < i; j++)
                at[j] = j;
            return 1;
        }
    return 0;
}

static inline void crb_unpack(uint32_t cards, uint32_t out[5])
{
    for (int i = 0; i < 5; i++)
        out[i] = cards >> (6 * i) & 63;
}

static inline uint64_t crb_suit_bit(uint32_t card)
{
    return (uint64_t)1 << (16 * (card & 3) + (card >> 2));
}

/* Cards as one bit an id, where suits play no part. */
static inline uint64_t crb_bits(const uint8_t *cards, size_t count)
{
    uint64_t found = 0;
    for (size_t i = 0; i < count; i++)
        found |= (uint64_t)1 << cards[i];
    return found;
}

/* Sorting by counting: first[s + 1] holds how many are of strength s, then first[s] where these begin. Putting each
 * in its place moves the beginnings to the ends, so they are moved back. */
static inline void crb_to_starts(uint32_t first[CRB_STRENGTHS + 2])
{
    for (uint32_t s = 0; s <= CRB_STRENGTHS; s++)
        first[s + 1] += first[s];
}

static inline void crb_back_to_starts(uint32_t first[CRB_STRENGTHS + 2])
{
    memmove(first + 1, first, (CRB_STRENGTHS + 1) * sizeof *first);
    first[0] = 0;
}

static inline uint32_t crb_lane(uint64_t mask, uint32_t suit) { return (uint32_t)(mask >> (16 * suit)) & 0x1fff; }

void crb_deck_set(crb_deck *deck, const uint8_t *cards, uint32_t count);

/* How many images a set has under the deck's exchanges of suits, or 0 where it does not stand for them:
 * among like suits the standing set has the largest lane first. */
uint32_t crb_images(const crb_deck *deck, uint64_t mask);

/* Where each suit goes to make a set the one that stands for its images. */
void crb_standing(const crb_deck *deck, uint64_t mask, uint8_t to[CRB_SUITS]);

static inline uint32_t crb_moved(const uint8_t to[CRB_SUITS], uint32_t card) { return (card & ~3u) | to[card & 3]; }

/* The exchanges of suits, by their number in crb_suit_permutation, that the deck allows and that leave a set
 * as it is. Returns how many there are. */
uint32_t crb_symmetries(const crb_deck *deck, uint64_t mask, uint8_t found[CRB_PERMUTATIONS]);

int crb_sweep_open(crb_sweep *sweep, const uint8_t *cards, uint32_t count);
void crb_sweep_close(crb_sweep *sweep);

int crb_stud_open(crb_stud *stud, const uint8_t *cards, size_t count, uint16_t qualifier);
void crb_stud_close(crb_stud *stud);

/* Add `amount` for every dealer hand of a strength. */
void crb_sweep_add(crb_sweep *sweep, uint32_t strength, uint32_t amount);

#endif
