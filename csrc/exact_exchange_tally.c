/* exact_exchange_tally.c: one card may be changed and the actions are chosen; how many deals end in each outcome, by
 * the group of the hand that is paid.
 *
 * Hands that stand or fold are counted from their classes. For changes the way of exact_exchange.c is gone backwards:
 * whoever throws x before u is a weight in the matrix of the four cards kept, and each (F, x) finds in five such
 * matrices how many hands come to it. Only final hands that somebody draws to are counted. */
#include "exact_exchange.h"

static void tally_standing(const crb_exchange *x, uint32_t class, const uint8_t *action, int64_t *deals)
{
    const crb_stud *stud = &x->stud;
    const crb_class *of = stud->sweep.classes + class;
    const int64_t all = total(x, 0);
    int64_t sum[CRB_OUTCOMES] = {0};
    uint32_t f[5];
    crb_unpack(of->cards, f);
    for (uint32_t i = 0; i < stud->sweep.deck.count; i++) {
        const uint32_t u = stud->sweep.deck.card[i];
        const size_t cell = (size_t)class * CRB_ROW + u;
        if (holds(f, u))
            continue;
        if (action[cell] == CRB_FOLD) {
            sum[4] += all;
        } else if (action[cell] == CRB_PLAY) {
            add_counts(sum, 1, stud->fails[cell], stud->wins[cell], stud->ties[cell], all);
        }
    }
    add_deals(x, of, sum, deals);
}

/* The cell of a change in the matrix of its kept cards: the slot's set, x and u, suits exchanged. */
static inline size_t change_cell(const crb_exchange *x, const uint32_t f[5], uint32_t thrown, uint32_t u, uint32_t *set)
{
    uint32_t size;
    const uint32_t found = found_of(x, f, 31 & ~thrown, &size);
    *set = INDEX(found);
    return (size_t)crb_moved(TO(found), f[place_of(thrown)]) * CRB_ROW + crb_moved(TO(found), u);
}

/* Once to give slots to the sets that are kept, once more to count who keeps them. */
static void mark_changes(crb_exchange *x, const uint8_t *action, int64_t *changes)
{
    for (uint32_t class = 0; class < x->stud.sweep.class_count; class++) {
        const crb_class *of = x->stud.sweep.classes + class;
        uint32_t f[5], set;
        crb_unpack(of->cards, f);
        for (uint32_t i = 0; i < x->stud.sweep.deck.count; i++) {
            const uint32_t u = x->stud.sweep.deck.card[i];
            const uint32_t thrown = action[(size_t)class * CRB_ROW + u];
            if (holds(f, u) || thrown == CRB_FOLD || bit_count(thrown) != 1)
                continue;
            const size_t cell = change_cell(x, f, thrown, u, &set);
            if (x->weight != NULL) {
                x->weight[(size_t)x->slot[set] * MATRIX + cell] += of->images;
                x->wanted[set] |= (uint64_t)1 << (cell / CRB_ROW);
                *changes += of->images;
            } else if (x->slot[set] == NONE) {
                x->slot[set] = x->slots++;
            }
        }
    }
}

static void even_out_weight(crb_exchange *x, uint32_t set)
{
    uint8_t symmetry[CRB_PERMUTATIONS];
    const uint32_t symmetries = symmetries_of(x, 4, set, symmetry);
    uint32_t *weight = x->weight + (size_t)x->slot[set] * MATRIX, *even = x->fails;
    memset(even, 0, MATRIX * sizeof *even);
    for (uint32_t s = 0; s < symmetries; s++) {
        const uint8_t *to = crb_suit_permutation[symmetry[s]];
        for (uint32_t dead = 0; dead < CRB_ROW; dead++)
            for (uint32_t u = 0; u < CRB_ROW; u++)
                even[dead * CRB_ROW + u] += weight[crb_moved(to, dead) * CRB_ROW + crb_moved(to, u)];
    }
    memcpy(weight, even, MATRIX * sizeof *even);
}

int crb_exchange_decided(crb_exchange *x, const uint8_t *action, int64_t *deals, int64_t *changes)
{
    free(x->worth);
    free(x->weight);
    x->worth = NULL;
    x->weight = NULL;
    x->slots = 0;
    *changes = 0;
    for (uint32_t set = 0; set < x->set_count[4]; set++) {
        x->slot[set] = NONE;
        x->wanted[set] = 0;
    }
    mark_changes(x, action, changes);
    x->weight = calloc((size_t)x->slots * MATRIX + 1, sizeof *x->weight);
    if (x->weight == NULL)
        return 0;
    mark_changes(x, action, changes);
    for (uint32_t set = 0; set < x->set_count[4]; set++)
        if (x->slot[set] != NONE) {
            even_out_weight(x, set);
            crb_want_images(x, set);
        }
    for (uint32_t class = 0; class < x->stud.sweep.class_count; class++) {
        uint32_t f[5], size;
        crb_unpack(x->stud.sweep.classes[class].cards, f);
        tally_standing(x, class, action, deals);
        x->class_marked[class] = NOTHING;
        for (uint32_t drawn = 0; drawn < 5; drawn++)
            if (x->slot[INDEX(found_of(x, f, 31 & ~(1u << drawn), &size))] != NONE)
                x->class_marked[class] = SOME;
    }
    memset(x->stud.sweep.rows, 0, (size_t)CRB_ROWS * CRB_ROW * sizeof *x->stud.sweep.rows);
    return 1;
}

/* How many hands come to F by throwing x before u, for every u; times the symmetries of the deck. */
static void weigh_row(const crb_exchange *x, const drawn_to *sets, uint32_t dead, uint32_t *weight)
{
    memset(weight, 0, CRB_ROW * sizeof *weight);
    for (uint32_t drawn = 0; drawn < 5; drawn++) {
        if (sets->slot[drawn] == NONE)
            continue;
        const uint8_t *to = TO(sets->way[drawn]);
        const uint32_t *row = x->weight + (size_t)sets->slot[drawn] * MATRIX + (size_t)crb_moved(to, dead) * CRB_ROW;
        for (uint32_t rank = 0; rank < CRB_ROW; rank += 4)
            for (uint32_t suit = 0; suit < CRB_SUITS; suit++)
                weight[rank + suit] += row[rank + to[suit]];
    }
}

static void tally_row(const crb_exchange *x, uint32_t class, const uint32_t f[5], uint32_t dead,
                      const uint32_t *weight, const uint8_t *then, int64_t sum[CRB_OUTCOMES])
{
    const crb_stud *stud = &x->stud;
    const uint32_t strength = stud->sweep.classes[class].strength;
    const int64_t all = total(x, 1), fold = x->net[4][x->group[strength]] * all;
    const int forced = x->forced >> 1 & 1;
    for (uint32_t u = 0; u < CRB_ROW; u++) {
        const size_t cell = (size_t)class * CRB_ROW + u, pair = (size_t)dead * CRB_ROW + u;
        const int64_t times = weight[u];
        if (times == 0 || holds(f, u) || u == dead)
            continue;
        if (!forced && (then ? then[cell] == CRB_FOLD : x->play[pair] <= fold)) {
            sum[4] += times * all;
            continue;
        }
        const int64_t packed = strength < stud->qualifier ? 0 : x->below[pair];
        const int64_t fails = (int64_t)stud->fails[cell] - x->fails[pair];
        const int64_t less = strength < stud->qualifier ? 0
                             : (int64_t)stud->wins[cell] + stud->fails[cell] - (packed >> TIE_BITS) - fails;
        const int64_t ties = (int64_t)stud->ties[cell] - (packed & ((1 << TIE_BITS) - 1));
        add_counts(sum, times, fails, less, ties, all);
    }
}

static void tally_class(crb_exchange *x, uint32_t class, const uint8_t *then, int64_t *deals)
{
    const crb_class *of = x->stud.sweep.classes + class;
    int64_t sum[CRB_OUTCOMES] = {0};
    uint32_t f[5], weight[CRB_ROW];
    drawn_to sets;
    crb_unpack(of->cards, f);
    crb_find_drawn_to(x, f, &sets);
    crb_pair_matrix(x, f, of->strength, sets.wanted);
    crb_play_matrix(x, class, sets.wanted);
    for (uint32_t dead = 0; dead < CRB_CARDS; dead++)
        if (sets.wanted >> dead & 1) {
            weigh_row(x, &sets, dead, weight);
            tally_row(x, class, f, dead, weight, then, sum);
        }
    add_deals(x, of, sum, deals);
}

void crb_exchange_tally(crb_exchange *x, uint32_t start, uint32_t stop, const uint8_t *then, int64_t *deals)
{
    crb_sweep *sweep = &x->stud.sweep;
    for (uint32_t strength = start; strength < stop; strength++) {
        crb_sweep_add(sweep, strength, 1);
        for (uint32_t i = sweep->class_first[strength]; i < sweep->class_first[strength + 1]; i++)
            if (x->class_marked[i])
                tally_class(x, i, then, deals);
        crb_sweep_add(sweep, strength, (1u << TIE_BITS) - 1);
    }
}

/* The sums so far count every deal as often as the deck has symmetries. */
void crb_exchange_tallied(const crb_exchange *x, int64_t *deals)
{
    for (int i = 0; i < CRB_OUTCOMES * CRB_GROUPS; i++)
        deals[i] /= x->stud.sweep.deck.symmetries;
}
