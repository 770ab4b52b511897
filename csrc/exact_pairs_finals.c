/* exact_pairs_finals.c: the hands F that changes of two cards lead to, with what they bring when a pair {a, b} is dead.
 *
 * Of the dealer's hands that hold u and none of F, those with a and those with b are taken away and those with both are
 * given back. All these follow from the dealer's hands with three known cards: a hand of the dealer's with a and u has
 * three threes with them. So numbers of play are three additions, and weights are taken to the threes the same way.
 *
 * The hands of one strength hold the same ranks, and therefore few sets of three. Their values are added for some pairs
 * of dead cards at a time, or the tables would go from memory to processor and back for each hand. */
#include "exact_pairs.h"

/* Which pairs are wanted by the sets of three in F; 0 where none is. */
static int find_wanted(const crb_exchange *x, uint32_t class, const uint32_t f[5], crb_final *final)
{
    const uint64_t left = free_cards(&x->stud.sweep.deck, f);
    uint32_t n = 0, any = 0;
    final->class = class;
    memset(final->wanted, 0, sizeof final->wanted);
    for (uint32_t kept = 0; kept < 32; kept++) {
        uint32_t size;
        if (bit_count(kept) != 3)
            continue;
        const uint32_t found = found_of(x, f, kept, &size);
        const uint8_t *wanted = x->pair_wanted + (size_t)INDEX(found) * CRB_SETS2;
        const uint16_t *moved = x->pairs->moved[found >> 24];
        final->way[n] = found;
        final->slot[n] = x->pair_slot[INDEX(found)];
        for (uint32_t pair = 0; pair < CRB_SETS2 && final->slot[n] != NONE; pair++)
            final->wanted[pair] |= (uint16_t)(wanted[moved[pair]] << n);
        n++;
    }
    for (uint32_t b = 1; b < CRB_CARDS; b++)
        for (uint32_t a = 0; a < b; a++) {
            uint16_t *wanted = final->wanted + crb_place2(a, b);
            if (!(left >> a & left >> b & 1))
                *wanted = 0;
            any |= *wanted;
        }
    return any != 0;
}

/* All that F brings, in its images, by how much the dealer's hand is known. */
static void find_singles(crb_exchange *x, uint32_t class, const uint32_t f[5])
{
    struct crb_pair_work *pairs = x->pairs;
    crb_singles *singles = &pairs->singles;
    const crb_class *of = x->stud.sweep.classes + class;
    const pays p = pays_of(x, of->strength);
    const uint64_t left = free_cards(&x->stud.sweep.deck, f);
    const int64_t fold = x->forced >> 2 & 1 ? INT64_MIN : p.fold * total(x, 2) * of->images;
    int64_t net[4], two[CRB_SETS2];
    for (int outcome = 0; outcome < 4; outcome++)
        net[outcome] = x->net[outcome][x->group[of->strength]] * of->images;
    crb_triples_sum(&pairs->triples, net, pairs->numbers, two);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const uint32_t u = upcard_of(x, lane);
        const int met = left >> u & 1;
        const int64_t above = play_above(x, &p, (size_t)class * CRB_ROW + u);
        singles->play[lane] = met ? (above + p.low * total(x, 0)) * of->images : 0;
        singles->fold[lane] = met ? fold : 0;
        for (uint32_t dead = 0; dead < CRB_CARDS; dead++)
            singles->dead[dead][lane] = dead == u ? 0 : two[pair_place(dead, u)];
    }
}

static inline int64_t play_of(const struct crb_pair_work *pairs, uint32_t a, uint32_t b, uint32_t pair, uint32_t lane)
{
    const crb_singles *singles = &pairs->singles;
    return singles->play[lane] - singles->dead[a][lane] - singles->dead[b][lane]
           + pairs->numbers[pairs->three[pair][lane]];
}

/* ---- Values ---- */

static void value_final(crb_exchange *x, uint32_t class, const uint32_t f[5], crb_final *final)
{
    const struct crb_pair_work *pairs = x->pairs;
    find_singles(x, class, f);
    for (uint32_t b = 1; b < CRB_CARDS; b++)
        for (uint32_t a = 0; a < b; a++) {
            const uint32_t pair = crb_place2(a, b);
            if (!final->wanted[pair])
                continue;
            for (uint32_t lane = 0; lane < LANES; lane++) {
                const int64_t play = play_of(pairs, a, b, pair, lane), fold = pairs->singles.fold[lane];
                final->worth[pair][lane] = play > fold ? play : fold;
            }
        }
}

static inline void add_suit(int64_t *sum, const int64_t *row)
{
    int64_t both[RANKS];
    for (int rank = 0; rank < RANKS; rank++)
        both[rank] = sum[rank] + row[rank];
    memcpy(sum, both, sizeof both);
}

static inline void add_row(int64_t *restrict sum, const int64_t *restrict row, const uint32_t at[CRB_SUITS])
{
    if (at[1] == RANKS && at[2] == 2 * RANKS && at[3] == 3 * RANKS) {
        for (int lane = 0; lane < LANES; lane++)
            sum[lane] += row[lane];
        return;
    }
    add_suit(sum + at[0], row);
    add_suit(sum + at[1], row + RANKS);
    add_suit(sum + at[2], row + 2 * RANKS);
    add_suit(sum + at[3], row + 3 * RANKS);
}

/* To the n-th set of three, the pairs of dead cards of two ranks; exchanges of suits do not leave these. */
static void add_ranks(crb_exchange *x, const crb_final *final, int n, uint32_t low, uint32_t high)
{
    const uint8_t *to = TO(final->way[n]);
    const uint32_t at[CRB_SUITS] = {to[0] * RANKS, to[1] * RANKS, to[2] * RANKS, to[3] * RANKS};
    const uint16_t *moved = x->pairs->moved[final->way[n] >> 24];
    int64_t *const sums = x->pair_worth + pair_row(final->slot[n], 0);
    for (uint32_t b = high * CRB_SUITS; b < (high + 1) * CRB_SUITS; b++)
        for (uint32_t a = low * CRB_SUITS; a < (low + 1) * CRB_SUITS && a < b; a++) {
            const uint32_t pair = crb_place2(a, b);
            if (final->wanted[pair] >> n & 1)
                add_row(sums + (size_t)moved[pair] * LANES, final->worth[pair], at);
        }
}

static void add_finals(crb_exchange *x, uint32_t count)
{
    for (uint32_t high = 0; high < CRB_CARDS / CRB_SUITS; high++)
        for (uint32_t low = 0; low <= high; low++)
            for (int n = 0; n < THREES; n++)
                for (uint32_t i = 0; i < count; i++)
                    add_ranks(x, x->pairs->finals + i, n, low, high);
}

static void value_strength(crb_exchange *x, uint32_t strength)
{
    const crb_sweep *sweep = &x->stud.sweep;
    uint32_t count = 0;
    for (uint32_t i = sweep->class_first[strength]; i < sweep->class_first[strength + 1]; i++) {
        crb_final *final = x->pairs->finals + count;
        uint32_t f[5];
        crb_unpack(sweep->classes[i].cards, f);
        if (!find_wanted(x, i, f, final))
            continue;
        crb_triples_meet(&x->pairs->triples, f, strength);
        value_final(x, i, f, final);
        if (++count == BATCH) {
            add_finals(x, count);
            count = 0;
        }
    }
    add_finals(x, count);
}

void crb_exchange_pairs_value(crb_exchange *x, uint32_t start, uint32_t stop)
{
    for (uint32_t strength = start; strength < stop; strength++) {
        value_strength(x, strength);
        crb_triples_pass(&x->pairs->triples, strength);
    }
}

/* ---- Counts ---- */

/* The weights of a hand that is played: for upcards, for two known cards and, in `weights`, for three. */
typedef struct {
    int64_t one[CRB_ROW], two[CRB_SETS2];
} play_weights;

/* How many hands come to F by throwing a and b, for each upcard of the turn; times the symmetries of the deck. */
static void weigh_pair(const crb_exchange *x, const crb_final *final, uint32_t pair, int64_t weight[LANES])
{
    memset(weight, 0, LANES * sizeof *weight);
    for (int n = 0; n < THREES; n++) {
        const uint32_t moved = x->pairs->moved[final->way[n] >> 24][pair];
        for (uint32_t suit = 0; suit < CRB_SUITS && final->wanted[pair] >> n & 1; suit++)
            add_suit(weight + suit * RANKS,
                     x->pair_weight + pair_row(final->slot[n], moved) + TO(final->way[n])[suit] * RANKS);
    }
}

/* Returns how many fold. */
static int64_t weigh_plays(crb_exchange *x, const crb_final *final, uint32_t a, uint32_t b, uint64_t left,
                           const uint8_t *then, play_weights *weights)
{
    struct crb_pair_work *pairs = x->pairs;
    const uint32_t pair = crb_place2(a, b);
    int64_t weight[LANES], folding = 0;
    weigh_pair(x, final, pair, weight);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const uint32_t u = upcard_of(x, lane);
        const int64_t times = weight[lane];
        if (times == 0 || !(left >> u & 1) || u == a || u == b)
            continue;
        const int folds = then ? then[(size_t)final->class * CRB_ROW + u] == CRB_FOLD
                               : play_of(pairs, a, b, pair, lane) <= pairs->singles.fold[lane];
        if (folds && !(x->forced >> 2 & 1)) {
            folding += times;
            continue;
        }
        weights->one[u] += times;
        weights->two[pair_place(a, u)] -= times;
        weights->two[pair_place(b, u)] -= times;
        pairs->weights[pairs->three[pair][lane]] += 3 * times;
    }
    return folding;
}

static void count_plays(crb_exchange *x, uint32_t class, const play_weights *weights, int64_t sum[CRB_OUTCOMES])
{
    struct crb_pair_work *pairs = x->pairs;
    const crb_stud *stud = &x->stud;
    for (uint32_t u = x->base; u < x->base + LANES; u++) {
        const size_t cell = (size_t)class * CRB_ROW + u;
        sum[0] += weights->one[u] * stud->fails[cell];
        sum[1] += weights->one[u] * stud->wins[cell];
        sum[2] += weights->one[u] * stud->ties[cell];
        sum[3] += weights->one[u] * total(x, 2);
    }
    crb_triples_add_pairs(weights->two, pairs->weights);
    for (int outcome = 0; outcome < 3; outcome++) {
        sum[outcome] += crb_triples_weigh(&pairs->triples, outcome, pairs->weights) / 3;
        sum[3] -= sum[outcome];
    }
}

static void tally_class(crb_exchange *x, uint32_t class, const uint8_t *then, int64_t *deals)
{
    struct crb_pair_work *pairs = x->pairs;
    const crb_class *of = x->stud.sweep.classes + class;
    crb_final *final = pairs->finals;
    int64_t sum[CRB_OUTCOMES] = {0};
    play_weights weights = {{0}, {0}};
    uint32_t f[5];
    crb_unpack(of->cards, f);
    if (!find_wanted(x, class, f, final))
        return;
    const uint64_t left = free_cards(&x->stud.sweep.deck, f);
    memset(pairs->weights, 0, sizeof pairs->weights);
    crb_triples_meet(&pairs->triples, f, of->strength);
    if (then == NULL)
        find_singles(x, class, f);
    for (uint32_t b = 1; b < CRB_CARDS; b++)
        for (uint32_t a = 0; a < b; a++)
            if (final->wanted[crb_place2(a, b)])
                sum[4] += weigh_plays(x, final, a, b, left, then, &weights) * total(x, 2);
    count_plays(x, class, &weights, sum);
    add_deals(x, of, sum, deals);
}

void crb_exchange_pairs_tally(crb_exchange *x, uint32_t start, uint32_t stop, const uint8_t *then, int64_t *deals)
{
    const crb_sweep *sweep = &x->stud.sweep;
    for (uint32_t strength = start; strength < stop; strength++) {
        for (uint32_t i = sweep->class_first[strength]; i < sweep->class_first[strength + 1]; i++)
            tally_class(x, i, then, deals);
        crb_triples_pass(&x->pairs->triples, strength);
    }
}
