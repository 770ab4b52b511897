/* exact_fresh_player.c: the player's hands F, one after another: how they meet the dealer's hands of which one, two or
 * three cards are known. exact_fresh.h says what for. */
#include "exact_fresh.h"

void crb_fresh_player_start(crb_fresh *f)
{
    crb_sweep *sweep = &f->exchange->stud.sweep;
    memset(sweep->rows, 0, (size_t)CRB_ROWS * CRB_ROW * sizeof *sweep->rows);
}

/* From the hands that fail, and, packed, those below and at the strength, out of `all`: the outcomes of playing. */
static void to_outcomes(const uint32_t *fails, const uint32_t *below, uint32_t lanes, uint32_t all, uint16_t *const out[4])
{
    for (uint32_t a = 0; a < lanes; a++) {
        const uint32_t ties = below[a] & ((1u << TIE_BITS) - 1), less = below[a] >> TIE_BITS;
        const uint32_t beaten = less > fails[a] ? less : fails[a];
        out[0][a] = (uint16_t)fails[a];
        out[1][a] = (uint16_t)(beaten - fails[a]);
        out[2][a] = (uint16_t)ties;
        out[3][a] = (uint16_t)(all - beaten - ties);
    }
}

static void meet_lanes(crb_fresh *f, const uint32_t hand[5], const uint32_t *fails, const uint32_t *below,
                       uint32_t lanes, uint32_t all, uint16_t *const out[4])
{
    to_outcomes(fails, below, lanes, all, out);
    for (int outcome = 0; outcome < 4; outcome++)
        CRB_CLEAR_HELD(f, hand, out[outcome], lanes);
}

static void meet_pairs(crb_fresh *f, const uint32_t hand[5], uint32_t strength, uint64_t left)
{
    static const uint32_t none[CRB_ROW] = {0};
    crb_exchange *x = f->exchange;
    const uint32_t all = (uint32_t)choose((int64_t)x->stud.sweep.deck.count - 7, 3);
    const int qualifies = strength >= x->stud.qualifier;
    memset(f->met.pair, 0, sizeof f->met.pair);
    crb_pair_matrix(x, hand, strength, left);
    for (uint32_t b = 1; b < CRB_CARDS; b++) {
        uint16_t *out[4];
        if (!(left >> b & 1))
            continue;
        for (int outcome = 0; outcome < 4; outcome++)
            out[outcome] = f->met.pair[outcome] + crb_place2(0, b);
        meet_lanes(f, hand, x->fails + (size_t)b * CRB_ROW, qualifies ? x->below + (size_t)b * CRB_ROW : none, b, all, out);
    }
}

static void meet_triples(crb_fresh *f, const uint32_t hand[5], uint32_t strength, uint64_t left)
{
    const crb_exchange *x = f->exchange;
    const uint32_t all = (uint32_t)choose((int64_t)x->stud.sweep.deck.count - 8, 2);
    const int qualifies = strength >= x->stud.qualifier;
    memset(f->met.triple, 0, sizeof f->met.triple);
    for (uint32_t c = 2; c < CRB_CARDS; c++)
        for (uint32_t b = 1; b < c; b++) {
            uint32_t fails[CRB_ROW], below[CRB_ROW] = {0};
            uint16_t *out[4];
            if (!(left >> c & left >> b & 1))
                continue;
            crb_with_pair(x->fail_rows, hand, b, c, 0, b, fails);
            if (qualifies)
                crb_with_pair(x->stud.sweep.rows, hand, b, c, 0, b, below);
            crb_whole_with_pair(x, hand, b, c, qualifies ? (int16_t)strength : 0, 0, b, fails, below);
            for (int outcome = 0; outcome < 4; outcome++)
                out[outcome] = f->met.triple[outcome] + crb_place3(0, b, c);
            meet_lanes(f, hand, fails, below, b, all, out);
        }
}

static void bring(const uint16_t *const met[4], const int64_t net[4], uint32_t width, int64_t *numbers)
{
    for (uint32_t i = 0; i < width; i++)
        numbers[i] = net[0] * met[0][i] + net[1] * met[1][i] + net[2] * met[2][i] + net[3] * met[3][i];
}

static void value_class(crb_fresh *f, const crb_class *of)
{
    const crb_exchange *x = f->exchange;
    const uint32_t group = x->group[of->strength];
    int64_t net[4];
    uint32_t hand[5];
    crb_unpack(of->cards, hand);
    for (int outcome = 0; outcome < 4; outcome++)
        net[outcome] = x->net[outcome][group] * of->images;
    const uint64_t left = free_cards(&x->stud.sweep.deck, hand);
    const uint16_t *const pair[4] = {f->met.pair[0], f->met.pair[1], f->met.pair[2], f->met.pair[3]};
    const uint16_t *const triple[4] = {f->met.triple[0], f->met.triple[1], f->met.triple[2], f->met.triple[3]};
    meet_pairs(f, hand, of->strength, left);
    bring(pair, net, CRB_SETS2, f->numbers);
    crb_folds_add(x, &f->fours, hand, f->numbers);
    meet_triples(f, hand, of->strength, left);
    bring(triple, net, CRB_SETS3, f->numbers);
    crb_folds_add(x, &f->threes, hand, f->numbers);
}

void crb_fresh_player_value(crb_fresh *f, uint32_t strength)
{
    crb_sweep *sweep = &f->exchange->stud.sweep;
    crb_sweep_add(sweep, strength, 1);
    for (uint32_t i = sweep->class_first[strength]; i < sweep->class_first[strength + 1]; i++)
        value_class(f, sweep->classes + i);
    crb_sweep_add(sweep, strength, (1u << TIE_BITS) - 1);
}

static void weigh_met(const uint16_t *const met[4], const int64_t *weights, uint32_t width, int64_t sum[4])
{
    for (int outcome = 0; outcome < 4; outcome++)
        for (uint32_t i = 0; i < width; i++)
            sum[outcome] += weights[i] * met[outcome][i];
}

/* The hand itself as T of five: the dealer's hands are those of the hand that changes nothing. */
static void weigh_standing(const crb_fresh *f, uint32_t class, const uint32_t hand[5], int64_t sum[4])
{
    const crb_exchange *x = f->exchange;
    const crb_stud *stud = &x->stud;
    const int64_t all = total(x, 0);
    for (uint32_t u = 0; u < CRB_ROW; u++) {
        const size_t cell = (size_t)class * CRB_ROW + u;
        const int64_t weight = f->weight[cell], fails = stud->fails[cell], wins = stud->wins[cell], ties = stud->ties[cell];
        if (holds(hand, u))
            continue;
        sum[0] += weight * fails;
        sum[1] += weight * wins;
        sum[2] += weight * ties;
        sum[3] += weight * (all - fails - wins - ties);
    }
}

static void tally_class(crb_fresh *f, uint32_t class, int64_t *deals)
{
    const crb_exchange *x = f->exchange;
    const crb_class *of = x->stud.sweep.classes + class;
    int64_t sum[4] = {0, 0, 0, 0};
    uint32_t hand[5];
    crb_unpack(of->cards, hand);
    const uint64_t left = free_cards(&x->stud.sweep.deck, hand);
    const uint16_t *const pair[4] = {f->met.pair[0], f->met.pair[1], f->met.pair[2], f->met.pair[3]};
    const uint16_t *const triple[4] = {f->met.triple[0], f->met.triple[1], f->met.triple[2], f->met.triple[3]};
    weigh_standing(f, class, hand, sum);
    meet_pairs(f, hand, of->strength, left);
    crb_folds_read(x, &f->fours, hand, f->numbers);
    weigh_met(pair, f->numbers, CRB_SETS2, sum);
    meet_triples(f, hand, of->strength, left);
    crb_folds_read(x, &f->threes, hand, f->numbers);
    weigh_met(triple, f->numbers, CRB_SETS3, sum);
    for (uint32_t outcome = 0; outcome < 4; outcome++)
        crb_deals_add(deals, outcome, x->group[of->strength], sum[outcome] * of->images);
}

void crb_fresh_player_tally(crb_fresh *f, uint32_t strength, int64_t *deals)
{
    crb_sweep *sweep = &f->exchange->stud.sweep;
    crb_sweep_add(sweep, strength, 1);
    for (uint32_t i = sweep->class_first[strength]; i < sweep->class_first[strength + 1]; i++)
        tally_class(f, i, deals);
    crb_sweep_add(sweep, strength, (1u << TIE_BITS) - 1);
}
