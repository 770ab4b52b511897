/* exact_fresh.h: a change of all five cards after which the new hand has to be played; what its files share.
 *
 * The player throws P, draws F, and meets D, the dealer's hand with the upcard u; no two of the three share a card. What
 * the change is worth is a sum over all F and D. By inclusion and exclusion over the cards T of P that F and D hold,
 *
 *     worth(P, u) = sum over T, subsets of P, of (-1)^|T| held(T, u),
 *
 * where held(T, u) sums net(F, D) over the disjoint F and D, D with u, whose nine cards besides u contain T. Nine cards
 * hold 9 - |T| more, so that held(T, u) is the sum of held(T + t, u) over all t, divided by 9 - |T|: all follow from T
 * of five cards. Of these five F holds some and D the others. Five, four and three in F are summed hand by hand of the
 * player, with one, two or three cards of D known, u among them; two and one in F hand by hand of the dealer.
 *
 * Counting is the same road backwards. Where w(P, u) says which hands change, the deals of an outcome are the sum
 * of held(T, u) for that outcome over T of five cards, times
 *
 *     weight(T, u) = sum over S, subsets of T, of (-1)^|S| / C(9 - |S|, 4) times the sum of w(P, u) over P with S.
 *
 * Weights are kept 7,560 times as large: 12 lcm(1, 5, 15, 35, 70, 126), the 12 for weights that are shared out among four
 * pairs or six threes. */
#ifndef CRB_EXACT_FRESH_H
#define CRB_EXACT_FRESH_H

#include "exact_exchange.h"
#include "exact_triples.h"

#define ALL_THROWN 31                /* the action */
#define PLAYER 0                     /* sides: whose hands are gone through */
#define DEALER 1

/* Numbers for the standing sets of four or three cards: for each set, and each pair or triple of other cards. */
typedef struct {
    uint32_t size;                   /* of the sets */
    uint32_t width;                  /* pairs with sets of four, triples with sets of three */
    int64_t *numbers;
    uint16_t *moved;                 /* [exchange of suits][pair or triple]: where it leads to */
} crb_folds;

struct crb_fresh {
    crb_exchange *exchange;
    int counting;                    /* or finding values */
    crb_folds fours, threes;
    int64_t *held[MOST + 1];         /* [size][standing set][u]; later the sums of w over the hands with the set */
    int64_t *single;                 /* per class of D and card: net summed over the F with it */
    int64_t *weight;                 /* per class and u */
    int64_t *rows, *rows4;           /* hands of the other side by the cards they hold, weighted; sets of four */
    int64_t by_strength[CRB_NO_STRENGTH + 1]; /* the weight that hands of the player have now */
    crb_triples triples;
    int64_t numbers[CRB_SETS3];
};

/* The class of five cards, and the way there; they are sorted. */
static inline uint32_t crb_class_found(const crb_exchange *x, uint32_t cards[5])
{
    sort_cards(cards, 5);
    return x->found[5][crb_place5(cards)];
}

/* A sum may pass 63 bits where all deals are counted: `deals` has it in two parts, that below 32 bits and the rest. */
static inline void crb_deals_add(int64_t *deals, uint32_t outcome, uint32_t group, int64_t number)
{
    const int64_t low = number & 0xffffffff;
    deals[outcome * CRB_GROUPS + group] += low;
    deals[(CRB_OUTCOMES + outcome) * CRB_GROUPS + group] += (number - low) / ((int64_t)1 << 32);
}

/* Add the numbers of a hand's pairs (triples) to all sets of four (three) in it; read their sum back. */
void crb_folds_add(const crb_exchange *x, crb_folds *folds, const uint32_t hand[5], const int64_t *numbers);
void crb_folds_read(const crb_exchange *x, const crb_folds *folds, const uint32_t hand[5], int64_t *numbers);

int crb_fresh_player_start(crb_fresh *f);
void crb_fresh_player_value(crb_fresh *f, uint32_t strength);
void crb_fresh_player_tally(crb_fresh *f, uint32_t strength, int64_t *deals);
int crb_fresh_dealer_start(crb_fresh *f);
void crb_fresh_dealer_value(crb_fresh *f, uint32_t strength);
void crb_fresh_dealer_tally(crb_fresh *f, uint32_t strength, int64_t *deals);

#endif
