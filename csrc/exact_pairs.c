/* exact_pairs.c: changes of two cards, where the bounds leave them open.
 *
 * As with one card, but the dead cards are a pair {x, y}: of the dealer hands that hold u and none of F, those with x
 * and those with y are taken away (the matrix of F, twice) and those with both are given back. These come from
 * the rows of {x, y} with up to one card of F, and from whole hands.
 *
 * It is much the longest work there is. The upcards come in turns, some ranks of them at a time, since all of them at
 * once would need a gigabyte. */
#include "exact_exchange.h"

#define LANES 20
#define BASE_STEP 16                 /* turns 0, 1, 2 begin at cards 0, 16, 32, and overlap where they must */
#define THREES 10

/* The ten sets of three in a final hand, by the pair drawn to each. */
typedef struct {
    uint32_t slot[THREES], way[THREES];
} pairs_drawn_to;

/* One final hand with one pair dead: what playing comes to before each upcard of the turn. */
typedef struct {
    int64_t fails[LANES], wins[LANES], ties[LANES], play[LANES];
} pair_row;

/* Cells are equal where an exchange of suits leaves the set as it is: they are all wanted. */
static void want_images_of_pairs(crb_exchange *x, uint32_t set)
{
    uint8_t symmetry[CRB_PERMUTATIONS];
    const uint32_t symmetries = symmetries_of(x, 3, set, symmetry);
    uint8_t *wanted = x->pair_wanted + (size_t)set * CRB_SETS2;
    for (uint32_t s = 1; s < symmetries; s++) {
        const uint8_t *to = crb_suit_permutation[symmetry[s]];
        for (uint32_t b = 1; b < CRB_CARDS; b++)
            for (uint32_t a = 0; a < b; a++)
                wanted[pair_place(crb_moved(to, a), crb_moved(to, b))] |= wanted[crb_place2(a, b)] & 1;
    }
}

static void begin_turn(crb_exchange *x, uint32_t turn)
{
    x->base = turn * BASE_STEP;
    x->own = turn == 0 ? 0 : x->base + LANES - BASE_STEP;
    memset(x->stud.sweep.rows, 0, (size_t)CRB_ROWS * CRB_ROW * sizeof *x->stud.sweep.rows);
}

static void find_pairs_drawn_to(const crb_exchange *x, const uint32_t f[5], pairs_drawn_to *out)
{
    uint32_t n = 0;
    for (uint32_t kept = 0; kept < 32; kept++) {
        uint32_t size;
        if (bit_count(kept) != 3)
            continue;
        out->way[n] = found_of(x, f, kept, &size);
        out->slot[n] = x->pair_slot[INDEX(out->way[n])];
        n++;
    }
}

static void mark_classes(crb_exchange *x)
{
    for (uint32_t i = 0; i < x->stud.sweep.class_count; i++) {
        uint32_t f[5];
        pairs_drawn_to sets;
        crb_unpack(x->stud.sweep.classes[i].cards, f);
        find_pairs_drawn_to(x, f, &sets);
        x->class_marked[i] = NOTHING;
        for (int n = 0; n < THREES; n++)
            if (sets.slot[n] != NONE)
                x->class_marked[i] = SOME;
    }
}

int crb_exchange_pairs_prepare(crb_exchange *x, uint32_t turn)
{
    const size_t cells = (size_t)x->stud.sweep.class_count * CRB_ROW;
    begin_turn(x, turn);
    x->pair_slots = 0;
    for (uint32_t set = 0; set < x->set_count[3]; set++) {
        x->pair_slot[set] = x->set_marked[3][set] ? x->pair_slots++ : NONE;
        if (turn == 0 && x->set_marked[3][set])
            want_images_of_pairs(x, set);
    }
    mark_classes(x);
    free(x->worth);
    free(x->pair_worth);
    x->worth = NULL;
    x->pair_worth = calloc((size_t)x->pair_slots * CRB_SETS2 * LANES + 1, sizeof *x->pair_worth);
    if (x->pair_best == NULL) {
        x->pair_best = malloc(cells * sizeof *x->pair_best);
        for (size_t cell = 0; x->pair_best != NULL && cell < cells; cell++)
            x->pair_best[cell] = INT64_MIN;
    }
    return x->pair_worth != NULL && x->pair_best != NULL;
}

/* The dealer hands that hold a, b and u and none of F, for the upcards of the turn. */
static void rows_of_pair(const crb_exchange *x, const uint32_t *rows, const uint32_t f[5], uint32_t a, uint32_t b,
                         uint32_t *out)
{
    memcpy(out, rows + (size_t)(CRB_ROWS2 + crb_place2(a, b)) * CRB_ROW + x->base, LANES * sizeof *out);
    for (int i = 0; i < 5; i++) {
        const uint32_t *row = rows + (size_t)(CRB_ROWS3 + with3(a, b, f[i])) * CRB_ROW + x->base;
        for (uint32_t lane = 0; lane < LANES; lane++)
            out[lane] -= row[lane];
    }
}

static void hands_of_pair(const crb_exchange *x, const uint32_t f[5], uint32_t a, uint32_t b, int16_t strength,
                          uint32_t *fails, uint32_t *below)
{
    const int16_t qualifier = (int16_t)x->stud.qualifier;
    int16_t failing[LANES] = {0}, less[LANES] = {0}, equal[LANES] = {0};
    for (int i = 0; i < 5; i++) {
        uint32_t t[3] = {a, b, f[i]};
        sort_cards(t, 3);
        for (int j = 0; j < i; j++) {
            const int16_t *row = x->stud.sweep.four + (size_t)with4(t, f[j]) * CRB_ROW + x->base;
            for (int lane = 0; lane < LANES; lane++) {
                failing[lane] = (int16_t)(failing[lane] + (row[lane] < qualifier));
                less[lane] = (int16_t)(less[lane] + (row[lane] < strength));
                equal[lane] = (int16_t)(equal[lane] + (row[lane] == strength));
            }
        }
    }
    for (int lane = 0; lane < LANES; lane++) {
        fails[lane] += (uint32_t)(uint16_t)failing[lane];
        below[lane] += ((uint32_t)(uint16_t)less[lane] << TIE_BITS) + (uint32_t)(uint16_t)equal[lane];
    }
}

static void find_pair_row(const crb_exchange *x, uint32_t class, const uint32_t f[5], const pays *p, uint32_t a,
                          uint32_t b, pair_row *out)
{
    const crb_stud *stud = &x->stud;
    const uint32_t strength = stud->sweep.classes[class].strength;
    const int qualifies = strength >= stud->qualifier;
    const int64_t all = total(x, 2);
    uint32_t fails[LANES], below[LANES];
    rows_of_pair(x, x->fail_rows, f, a, b, fails);
    rows_of_pair(x, stud->sweep.rows, f, a, b, below);
    hands_of_pair(x, f, a, b, (int16_t)strength, fails, below);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const uint32_t u = x->base + lane;
        const size_t cell = (size_t)class * CRB_ROW + u, of_a = (size_t)a * CRB_ROW + u, of_b = (size_t)b * CRB_ROW + u;
        const uint32_t left = stud->fails[cell] - x->fails[of_a] - x->fails[of_b] + fails[lane];
        const uint32_t whole = (stud->fails[cell] + stud->wins[cell]) << TIE_BITS | stud->ties[cell];
        const uint32_t packed = qualifies ? whole - x->below[of_a] - x->below[of_b] + below[lane] : 0;
        out->fails[lane] = left;
        out->wins[lane] = qualifies ? (int64_t)(packed >> TIE_BITS) - left : 0;
        out->ties[lane] = packed & ((1u << TIE_BITS) - 1);
        out->play[lane] = weigh(p, left, out->wins[lane], out->ties[lane], all) + p->low * all;
    }
}

static inline int pair_is_wanted(const crb_exchange *x, const pairs_drawn_to *sets, int n, uint32_t a, uint32_t b)
{
    const uint8_t *to = TO(sets->way[n]);
    return sets->slot[n] != NONE
           && x->pair_wanted[(size_t)INDEX(sets->way[n]) * CRB_SETS2 + pair_place(crb_moved(to, a), crb_moved(to, b))];
}

static inline size_t pair_cell(uint32_t slot, const uint8_t *to, uint32_t a, uint32_t b)
{
    return ((size_t)slot * CRB_SETS2 + pair_place(crb_moved(to, a), crb_moved(to, b))) * LANES;
}

static void value_pair(crb_exchange *x, uint32_t class, const uint32_t f[5], const pays *p, const pairs_drawn_to *sets,
                       uint32_t a, uint32_t b)
{
    const int64_t images = x->stud.sweep.classes[class].images;
    const int64_t fold = x->forced >> 2 & 1 ? INT64_MIN : p->fold * total(x, 2);
    pair_row row;
    int ready = 0;
    for (int n = 0; n < THREES; n++) {
        if (!pair_is_wanted(x, sets, n, a, b))
            continue;
        if (!ready) {
            find_pair_row(x, class, f, p, a, b, &row);
            for (uint32_t lane = 0; lane < LANES; lane++) {
                const uint32_t u = x->base + lane;
                const int64_t best = row.play[lane] > fold ? row.play[lane] : fold;
                row.play[lane] = holds(f, u) || u == a || u == b ? 0 : best * images;
            }
            ready = 1;
        }
        const uint8_t *to = TO(sets->way[n]);
        int64_t *sum = x->pair_worth + pair_cell(sets->slot[n], to, a, b);
        for (uint32_t rank = 0; rank < LANES; rank += 4)
            for (uint32_t suit = 0; suit < CRB_SUITS; suit++)
                sum[rank + to[suit]] += row.play[rank + suit];
    }
}

void crb_exchange_pairs_value(crb_exchange *x, uint32_t start, uint32_t stop)
{
    crb_sweep *sweep = &x->stud.sweep;
    const crb_deck *deck = &sweep->deck;
    for (uint32_t strength = start; strength < stop; strength++) {
        const pays p = pays_of(x, strength);
        crb_sweep_add(sweep, strength, 1);
        for (uint32_t i = sweep->class_first[strength]; i < sweep->class_first[strength + 1]; i++) {
            uint32_t f[5];
            pairs_drawn_to sets;
            if (x->class_marked[i] == NOTHING)
                continue;
            crb_unpack(sweep->classes[i].cards, f);
            find_pairs_drawn_to(x, f, &sets);
            crb_pair_matrix(x, f, strength, free_cards(deck, f));
            for (uint32_t b = 1; b < deck->count; b++)
                for (uint32_t a = 0; a < b; a++)
                    if (!holds(f, deck->card[a]) && !holds(f, deck->card[b]))
                        value_pair(x, i, f, &p, &sets, deck->card[a], deck->card[b]);
        }
        crb_sweep_add(sweep, strength, (1u << TIE_BITS) - 1);
    }
}

/* What one change comes to before one upcard, in units of two, the fee not taken: all equal cells are averaged. */
static int64_t worth_of_pair(const crb_exchange *x, uint32_t set, uint32_t a, uint32_t b, uint32_t u)
{
    uint8_t symmetry[CRB_PERMUTATIONS];
    const uint32_t symmetries = symmetries_of(x, 3, set, symmetry);
    int64_t sum = 0;
    for (uint32_t s = 0; s < symmetries; s++) {
        const uint8_t *to = crb_suit_permutation[symmetry[s]];
        sum += x->pair_worth[pair_cell(x->pair_slot[set], to, a, b) + crb_moved(to, u) - x->base];
    }
    return sum / x->stud.sweep.deck.symmetries;
}

static void choose_pair(crb_exchange *x, uint32_t class, const uint32_t p[5], uint32_t thrown, uint8_t *action)
{
    const int64_t n = x->stud.sweep.deck.count;
    const int64_t fee = x->fee[2] * choose(n - 6, 2) * total(x, 2), one = units(x, 1), two = units(x, 2);
    uint32_t size;
    const uint32_t found = found_of(x, p, 31 & ~thrown, &size), set = INDEX(found);
    const uint8_t *to = TO(found);
    const uint32_t a = crb_moved(to, p[place_of(thrown)]), b = crb_moved(to, p[place_of(thrown & (thrown - 1))]);
    if (x->pair_slot[set] == NONE || !x->pair_wanted[(size_t)set * CRB_SETS2 + pair_place(a, b)])
        return;
    const uint64_t upcards = free_cards(&x->stud.sweep.deck, p);
    for (uint32_t u = x->base; u < x->base + LANES; u++) {
        const size_t cell = (size_t)class * CRB_ROW + u;
        if (!(upcards >> u & 1))
            continue;
        const int64_t worth = worth_of_pair(x, set, a, b, crb_moved(to, u)) - fee;
        if (worth * one <= x->best[cell] * two || worth <= x->pair_best[cell])
            continue;
        x->pair_best[cell] = worth;
        action[cell] = (uint8_t)thrown;
    }
}

void crb_exchange_pairs_choose(crb_exchange *x, uint8_t *action)
{
    for (uint32_t class = 0; class < x->stud.sweep.class_count; class++) {
        uint32_t p[5];
        crb_unpack(x->stud.sweep.classes[class].cards, p);
        for (uint32_t thrown = 1; thrown < 32; thrown++)
            if (bit_count(thrown) == 2)
                choose_pair(x, class, p, thrown, action);
    }
}

/* Once to give slots to the sets that are kept, once more to count who keeps them. */
static void mark_pairs(crb_exchange *x, const uint8_t *action, int64_t *changes)
{
    for (uint32_t class = 0; class < x->stud.sweep.class_count; class++) {
        const crb_class *of = x->stud.sweep.classes + class;
        uint32_t p[5];
        crb_unpack(of->cards, p);
        const uint64_t upcards = free_cards(&x->stud.sweep.deck, p);
        for (uint32_t u = x->own; u < x->base + LANES; u++) {
            const uint32_t thrown = action[(size_t)class * CRB_ROW + u];
            if (!(upcards >> u & 1) || thrown == CRB_FOLD || bit_count(thrown) != 2)
                continue;
            uint32_t size;
            const uint32_t found = found_of(x, p, 31 & ~thrown, &size), set = INDEX(found);
            const uint8_t *to = TO(found);
            const uint32_t a = p[place_of(thrown)], b = p[place_of(thrown & (thrown - 1))];
            if (x->pair_weight == NULL) {
                x->pair_slot[set] = x->pair_slot[set] == NONE ? x->pair_slots++ : x->pair_slot[set];
                continue;
            }
            x->pair_weight[pair_cell(x->pair_slot[set], to, a, b) + crb_moved(to, u) - x->base] += of->images;
            x->pair_wanted[(size_t)set * CRB_SETS2 + pair_place(crb_moved(to, a), crb_moved(to, b))] = 1;
            *changes += of->images;
        }
    }
}

int crb_exchange_pairs_decided(crb_exchange *x, uint32_t turn, const uint8_t *action, int64_t *changes)
{
    begin_turn(x, turn);
    free(x->pair_worth);
    free(x->pair_weight);
    x->pair_worth = NULL;
    x->pair_weight = NULL;
    x->pair_slots = 0;
    for (uint32_t set = 0; set < x->set_count[3]; set++)
        x->pair_slot[set] = NONE;
    memset(x->pair_wanted, 0, (size_t)x->set_count[3] * CRB_SETS2);
    mark_pairs(x, action, changes);
    x->pair_weight = calloc((size_t)x->pair_slots * CRB_SETS2 * LANES + 1, sizeof *x->pair_weight);
    if (x->pair_weight == NULL)
        return 0;
    mark_pairs(x, action, changes);
    for (uint32_t set = 0; set < x->set_count[3]; set++)
        if (x->pair_slot[set] != NONE)
            want_images_of_pairs(x, set);
    mark_classes(x);
    return 1;
}

/* How many hands come to F by throwing a and b, for each upcard of the turn; times the symmetries of the deck. */
static int weigh_pair(const crb_exchange *x, const pairs_drawn_to *sets, uint32_t a, uint32_t b, uint32_t *weight)
{
    int any = 0;
    memset(weight, 0, LANES * sizeof *weight);
    for (int n = 0; n < THREES; n++) {
        uint8_t symmetry[CRB_PERMUTATIONS];
        if (!pair_is_wanted(x, sets, n, a, b))
            continue;
        const uint8_t *to = TO(sets->way[n]);
        const uint32_t symmetries = symmetries_of(x, 3, INDEX(sets->way[n]), symmetry);
        for (uint32_t s = 0; s < symmetries; s++) {
            const uint8_t *on = crb_suit_permutation[symmetry[s]];
            const uint32_t *row = x->pair_weight
                                  + pair_cell(sets->slot[n], on, crb_moved(to, a), crb_moved(to, b));
            for (uint32_t rank = 0; rank < LANES; rank += 4)
                for (uint32_t suit = 0; suit < CRB_SUITS; suit++)
                    weight[rank + suit] += row[rank + on[to[suit]]];
        }
        any = 1;
    }
    return any;
}

static void tally_pair(const crb_exchange *x, uint32_t class, const uint32_t f[5], const pays *p,
                       const pairs_drawn_to *sets, uint32_t a, uint32_t b, const uint8_t *then,
                       int64_t sum[CRB_OUTCOMES])
{
    const int64_t all = total(x, 2);
    uint32_t weight[LANES];
    pair_row row;
    if (!weigh_pair(x, sets, a, b, weight))
        return;
    find_pair_row(x, class, f, p, a, b, &row);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const uint32_t u = x->base + lane;
        const int64_t times = weight[lane];
        if (times == 0 || holds(f, u) || u == a || u == b)
            continue;
        const int folds = then ? then[(size_t)class * CRB_ROW + u] == CRB_FOLD : row.play[lane] <= p->fold * all;
        if (folds && !(x->forced >> 2 & 1)) {
            sum[4] += times * all;
            continue;
        }
        add_counts(sum, times, row.fails[lane], row.wins[lane], row.ties[lane], all);
    }
}

static void tally_class(crb_exchange *x, uint32_t class, const pays *p, const uint8_t *then, int64_t *deals)
{
    const crb_deck *deck = &x->stud.sweep.deck;
    const crb_class *of = x->stud.sweep.classes + class;
    int64_t sum[CRB_OUTCOMES] = {0};
    uint32_t f[5];
    pairs_drawn_to sets;
    crb_unpack(of->cards, f);
    find_pairs_drawn_to(x, f, &sets);
    crb_pair_matrix(x, f, of->strength, free_cards(deck, f));
    for (uint32_t b = 1; b < deck->count; b++)
        for (uint32_t a = 0; a < b; a++)
            if (!holds(f, deck->card[a]) && !holds(f, deck->card[b]))
                tally_pair(x, class, f, p, &sets, deck->card[a], deck->card[b], then, sum);
    add_deals(x, of, sum, deals);
}

void crb_exchange_pairs_tally(crb_exchange *x, uint32_t start, uint32_t stop, const uint8_t *then, int64_t *deals)
{
    crb_sweep *sweep = &x->stud.sweep;
    for (uint32_t strength = start; strength < stop; strength++) {
        const pays p = pays_of(x, strength);
        crb_sweep_add(sweep, strength, 1);
        for (uint32_t i = sweep->class_first[strength]; i < sweep->class_first[strength + 1]; i++)
            if (x->class_marked[i] != NOTHING)
                tally_class(x, i, &p, then, deals);
        crb_sweep_add(sweep, strength, (1u << TIE_BITS) - 1);
    }
}
