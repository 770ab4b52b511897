/* exact_fresh_player.c: the player's hands F, one after another, by the dealer's hands of which three cards are known.
 *
 * One known card or two need no counting of their own: a hand of the dealer's with a card has six threes with it, and a
 * hand with a pair has three. */
#include "exact_fresh.h"

int crb_fresh_player_start(crb_fresh *f)
{
    const crb_stud *stud = &f->exchange->stud;
    if (f->triples.whole == NULL && !crb_triples_open(&f->triples, &stud->sweep, stud->qualifier))
        return 0;
    crb_triples_start(&f->triples);
    return 1;
}

/* ---- Values ---- */

void crb_fresh_player_value(crb_fresh *f, uint32_t strength)
{
    const crb_exchange *x = f->exchange;
    const crb_sweep *sweep = &x->stud.sweep;
    int64_t net[4], pairs[CRB_SETS2];
    for (uint32_t i = sweep->class_first[strength]; i < sweep->class_first[strength + 1]; i++) {
        uint32_t hand[5];
        crb_unpack(sweep->classes[i].cards, hand);
        for (int outcome = 0; outcome < 4; outcome++)
            net[outcome] = x->net[outcome][x->group[strength]] * sweep->classes[i].images;
        crb_triples_meet(&f->triples, hand, strength);
        crb_triples_sum(&f->triples, net, f->numbers, pairs);
        crb_folds_add(x, &f->threes, hand, f->numbers);
        crb_folds_add(x, &f->fours, hand, pairs);
    }
    crb_triples_pass(&f->triples, strength);
}

/* ---- Counts ---- */

/* What each three of D weighs: for itself, as three pairs of which each is met three times, and as cards. */
static void weigh_threes(crb_fresh *f, uint32_t class, const uint32_t hand[5])
{
    const int64_t *one = f->weight + (size_t)class * CRB_ROW;
    int64_t pairs[CRB_SETS2];
    crb_folds_read(f->exchange, &f->threes, hand, f->numbers);
    crb_folds_read(f->exchange, &f->fours, hand, pairs);
    for (uint32_t c = 1; c < CRB_CARDS; c++)
        for (uint32_t b = 0; b < c; b++)
            pairs[crb_place2(b, c)] = pairs[crb_place2(b, c)] / 3 + (one[b] + one[c]) / 12;
    crb_triples_add_pairs(pairs, f->numbers);
}

void crb_fresh_player_tally(crb_fresh *f, uint32_t strength, int64_t *deals)
{
    const crb_exchange *x = f->exchange;
    const crb_sweep *sweep = &x->stud.sweep;
    for (uint32_t i = sweep->class_first[strength]; i < sweep->class_first[strength + 1]; i++) {
        uint32_t hand[5];
        crb_unpack(sweep->classes[i].cards, hand);
        crb_triples_meet(&f->triples, hand, strength);
        weigh_threes(f, i, hand);
        for (int outcome = 0; outcome < 4; outcome++) {
            const int64_t sum = crb_triples_weigh(&f->triples, outcome, f->numbers);
            crb_deals_add(deals, (uint32_t)outcome, x->group[strength], sum * sweep->classes[i].images);
        }
    }
    crb_triples_pass(&f->triples, strength);
}
