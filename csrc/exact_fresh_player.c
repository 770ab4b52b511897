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

/* What F brings by the three cards of D that are known, and from that by two. */
static void bring(crb_fresh *f, const int64_t net[4], int64_t pairs[CRB_SETS2])
{
    const uint16_t(*met)[CRB_SETS3] = (const uint16_t(*)[CRB_SETS3])f->triples.met;
    uint32_t e = 0;
    memset(pairs, 0, CRB_SETS2 * sizeof *pairs);
    for (uint32_t i = 0; i < CRB_SETS3; i++)
        f->numbers[i] = net[0] * met[0][i] + net[1] * met[1][i] + net[2] * met[2][i] + net[3] * met[3][i];
    for (uint32_t c = 2; c < CRB_CARDS; c++)
        for (uint32_t b = 1; b < c; b++) {
            int64_t *with_b = pairs + crb_place2(0, b), *with_c = pairs + crb_place2(0, c), both = 0;
            for (uint32_t a = 0; a < b; a++, e++) {
                with_b[a] += f->numbers[e];
                with_c[a] += f->numbers[e];
                both += f->numbers[e];
            }
            with_c[b] += both;
        }
    for (uint32_t i = 0; i < CRB_SETS2; i++)
        pairs[i] /= 3;
}

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
        bring(f, net, pairs);
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
    uint32_t e = 0;
    crb_folds_read(f->exchange, &f->threes, hand, f->numbers);
    crb_folds_read(f->exchange, &f->fours, hand, pairs);
    for (uint32_t c = 1; c < CRB_CARDS; c++)
        for (uint32_t b = 0; b < c; b++)
            pairs[crb_place2(b, c)] = pairs[crb_place2(b, c)] / 3 + (one[b] + one[c]) / 12;
    for (uint32_t c = 2; c < CRB_CARDS; c++)
        for (uint32_t b = 1; b < c; b++) {
            const int64_t *with_b = pairs + crb_place2(0, b), *with_c = pairs + crb_place2(0, c), both = with_c[b];
            for (uint32_t a = 0; a < b; a++, e++)
                f->numbers[e] += with_b[a] + with_c[a] + both;
        }
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
        for (uint32_t outcome = 0; outcome < 4; outcome++) {
            int64_t sum = 0;
            for (uint32_t e = 0; e < CRB_SETS3; e++)
                sum += f->numbers[e] * f->triples.met[outcome][e];
            crb_deals_add(deals, outcome, x->group[strength], sum * sweep->classes[i].images);
        }
    }
    crb_triples_pass(&f->triples, strength);
}
