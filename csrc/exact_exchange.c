/* exact_exchange.c: five against five where one card may be changed for a fee; every deal counted.
 *
 * After a change the player holds F, has thrown X, and sees u. What playing is worth depends on no more than
 * that, so each (F, X) serves every hand it can come from. With one card x thrown, the dealer hands that hold
 * u, hold x, and none of F are a matrix, symmetric in x and u; inclusion-exclusion gives it from the rows of x
 * with up to two cards of F, and from whole hands. Which changes are worth that work, exact_bounds.c says. */
#include "exact_exchange.h"

static uint32_t symmetries_of_set(const crb_exchange *x, uint32_t set, uint8_t found[CRB_PERMUTATIONS])
{
    uint32_t kept[5];
    crb_unpack(x->sets[4][set], kept);
    return crb_symmetries(&x->stud.sweep.deck, mask_of(kept, 4), found);
}

/* Cells of one matrix are equal where an exchange of suits leaves its set as it is: they are all wanted. */
static void want_images(crb_exchange *x, uint32_t set)
{
    uint8_t symmetry[CRB_PERMUTATIONS];
    const uint32_t symmetries = symmetries_of_set(x, set, symmetry);
    const uint64_t wanted = x->wanted[set];
    for (uint32_t s = 0; s < symmetries; s++)
        for (uint32_t card = 0; card < CRB_CARDS; card++)
            x->wanted[set] |= (wanted >> card & 1) << crb_moved(crb_suit_permutation[symmetry[s]], card);
}

/* Slots go to the marked sets of four. A class needs the rows of what is wanted of these, and its whole matrix where
 * it holds another marked set. */
int crb_exchange_prepare(crb_exchange *x)
{
    x->slots = 0;
    for (uint32_t set = 0; set < x->set_count[4]; set++) {
        x->slot[set] = x->set_marked[4][set] ? x->slots++ : NONE;
        if (x->set_marked[4][set])
            want_images(x, set);
    }
    for (uint32_t i = 0; i < x->stud.sweep.class_count; i++) {
        uint32_t p[5];
        uint8_t marked = NOTHING;
        crb_unpack(x->stud.sweep.classes[i].cards, p);
        for (uint32_t chosen = 0; chosen < 31; chosen++) {
            uint32_t size;
            const uint32_t found = found_of(x, p, chosen, &size);
            const uint8_t needs = !x->set_marked[size][INDEX(found)] ? NOTHING : size == 4 ? SOME : ALL;
            marked = needs > marked ? needs : marked;
        }
        x->class_marked[i] = marked;
    }
    memset(x->stud.sweep.rows, 0, (size_t)CRB_ROWS * CRB_ROW * sizeof *x->stud.sweep.rows);
    free(x->worth);
    free(x->refined);
    x->worth = calloc((size_t)x->slots * MATRIX + 1, sizeof *x->worth);
    x->refined = calloc((size_t)x->stud.sweep.class_count * CRB_ROW, sizeof *x->refined);
    return x->worth != NULL && x->refined != NULL;
}

static inline const uint32_t *row2(const uint32_t *rows, uint32_t a, uint32_t b)
{
    return rows + (size_t)(CRB_ROWS2 + (a < b ? crb_place2(a, b) : crb_place2(b, a))) * CRB_ROW;
}

static void row_sum(const uint32_t *rows, const uint32_t f[5], uint32_t x, uint32_t *out)
{
    const uint32_t *of_x = rows + (size_t)(CRB_ROWS1 + x) * CRB_ROW;
    memcpy(out, of_x, CRB_ROW * sizeof *out);
    for (uint32_t i = 0; i < 5; i++) {
        const uint32_t *row = row2(rows, f[i], x);
        for (uint32_t u = 0; u < CRB_ROW; u++)
            out[u] -= row[u];
        for (uint32_t j = 0; j < i; j++) {
            row = rows + (size_t)(CRB_ROWS3 + with3(f[j], f[i], x)) * CRB_ROW;
            for (uint32_t u = 0; u < CRB_ROW; u++)
                out[u] += row[u];
        }
    }
}

/* Whole hands: three of F, x and u. How many are below each of two strengths, and how many equal the second. */
static void hand_sum(const crb_sweep *sweep, const uint32_t f[5], uint32_t x, int16_t first, int16_t second,
                     int16_t *below_first, int16_t *below_second, int16_t *equal)
{
    memset(below_first, 0, CRB_ROW * sizeof *below_first);
    memset(below_second, 0, CRB_ROW * sizeof *below_second);
    memset(equal, 0, CRB_ROW * sizeof *equal);
    for (uint32_t k = 2; k < 5; k++)
        for (uint32_t j = 1; j < k; j++)
            for (uint32_t i = 0; i < j; i++) {
                const uint32_t t[3] = {f[i], f[j], f[k]};
                const int16_t *row = sweep->four + (size_t)with4(t, x) * CRB_ROW;
                for (int u = 0; u < CRB_ROW; u++) {
                    below_first[u] = (int16_t)(below_first[u] + (row[u] < first));
                    below_second[u] = (int16_t)(below_second[u] + (row[u] < second));
                    equal[u] = (int16_t)(equal[u] + (row[u] == second));
                }
            }
}

/* The dealer hands that hold x, hold u and none of F, for every x and u: those that fail, and, packed, those below
 * F's strength and those equal to it. Rows that are not needed are left as they are. */
void crb_pair_matrix(crb_exchange *x, const uint32_t f[5], uint32_t strength, uint64_t needed)
{
    const crb_sweep *sweep = &x->stud.sweep;
    const int16_t qualifier = (int16_t)x->stud.qualifier;
    for (uint32_t i = 0; i < sweep->deck.count; i++) {
        const uint32_t dead = sweep->deck.card[i];
        uint32_t *fails = x->fails + (size_t)dead * CRB_ROW, *below = x->below + (size_t)dead * CRB_ROW;
        int16_t failing[CRB_ROW], less[CRB_ROW], equal[CRB_ROW];
        if (!(needed >> dead & 1))
            continue;
        hand_sum(sweep, f, dead, qualifier, (int16_t)strength, failing, less, equal);
        row_sum(x->fail_rows, f, dead, fails);
        for (uint32_t u = 0; u < CRB_ROW; u++)
            fails[u] -= (uint32_t)(uint16_t)failing[u];
        if (strength < x->stud.qualifier)
            continue;
        row_sum(sweep->rows, f, dead, below);
        for (uint32_t u = 0; u < CRB_ROW; u++)
            below[u] -= (uint32_t)(uint16_t)less[u] << TIE_BITS | (uint32_t)(uint16_t)equal[u];
    }
}

/* From the matrix: what playing F is worth with x dead, before u, and the least that a dead card takes away. */
static void play_matrix(crb_exchange *x, uint32_t class, uint64_t needed)
{
    const crb_deck *deck = &x->stud.sweep.deck;
    const uint32_t strength = x->stud.sweep.classes[class].strength;
    const pays p = pays_of(x, strength);
    const int64_t all = total(x, 1), with_both = choose((int64_t)deck->count - 7, 3);
    int64_t whole[CRB_ROW], least[CRB_ROW];
    for (uint32_t u = 0; u < CRB_ROW; u++) {
        whole[u] = play_above(x, &p, (size_t)class * CRB_ROW + u) + p.low * all;
        least[u] = INT64_MAX;
    }
    for (uint32_t i = 0; i < deck->count; i++) {
        const uint32_t dead = deck->card[i];
        const uint32_t *fails = x->fails + (size_t)dead * CRB_ROW, *below = x->below + (size_t)dead * CRB_ROW;
        int64_t *play = x->play + (size_t)dead * CRB_ROW;
        if (!(needed >> dead & 1))
            continue;
        for (uint32_t u = 0; u < CRB_ROW; u++) {
            const int64_t failing = fails[u], packed = strength < x->stud.qualifier ? 0 : below[u];
            const int64_t wins = strength < x->stud.qualifier ? 0 : (packed >> TIE_BITS) - failing;
            const int64_t ties = packed & ((1 << TIE_BITS) - 1);
            const int64_t taken = weigh(&p, failing, wins, ties, with_both);
            play[u] = whole[u] - taken;
            if (u != dead)
                least[u] = taken < least[u] ? taken : least[u];
        }
    }
    if (x->refined && x->class_marked[class] == ALL)
        memcpy(x->refined + (size_t)class * CRB_ROW, least, sizeof least);
}

/* The five sets of four in a final hand, by the card drawn to each: their slots and the ways there. */
typedef struct {
    uint32_t slot[5], way[5];
    uint64_t wanted;                 /* the rows that any of them asks for */
} drawn_to;

static void find_drawn_to(const crb_exchange *x, const uint32_t f[5], drawn_to *out)
{
    out->wanted = 0;
    for (uint32_t drawn = 0; drawn < 5; drawn++) {
        uint32_t size;
        const uint32_t found = found_of(x, f, 31 & ~(1u << drawn), &size);
        out->way[drawn] = found;
        out->slot[drawn] = x->slot[INDEX(found)];
        for (uint32_t i = 0; i < x->stud.sweep.deck.count && out->slot[drawn] != NONE; i++) {
            const uint32_t dead = x->stud.sweep.deck.card[i];
            if (!holds(f, dead))
                out->wanted |= (x->wanted[INDEX(found)] >> crb_moved(TO(found), dead) & 1) << dead;
        }
    }
}

/* Add what this final hand is worth, with x dead and before u, to the four cards it may have been drawn to. */
static void add_worth(crb_exchange *x, uint32_t class, const uint32_t f[5], const drawn_to *to_sets)
{
    const int64_t images = x->stud.sweep.classes[class].images;
    const int64_t fold = x->forced >> 1 & 1 ? INT64_MIN : pays_of(x, x->stud.sweep.classes[class].strength).fold * total(x, 1);
    for (uint32_t dead = 0; dead < CRB_CARDS; dead++) {
        int64_t *row = x->play + (size_t)dead * CRB_ROW;
        if (!(to_sets->wanted >> dead & 1))
            continue;
        for (uint32_t u = 0; u < CRB_ROW; u++)
            row[u] = (row[u] > fold ? row[u] : fold) * images;
        row[dead] = 0;
        for (int j = 0; j < 5; j++)
            row[f[j]] = 0;
        for (uint32_t drawn = 0; drawn < 5; drawn++) {
            const uint8_t *to = TO(to_sets->way[drawn]);
            const uint32_t moved = crb_moved(to, dead);
            if (to_sets->slot[drawn] == NONE || !(x->wanted[INDEX(to_sets->way[drawn])] >> moved & 1))
                continue;
            int64_t *sum = x->worth + (size_t)to_sets->slot[drawn] * MATRIX + (size_t)moved * CRB_ROW;
            for (uint32_t rank = 0; rank < CRB_ROW; rank += 4)
                for (uint32_t suit = 0; suit < CRB_SUITS; suit++)
                    sum[rank + to[suit]] += row[rank + suit];
        }
    }
}

static void value_classes(crb_exchange *x, uint32_t strength)
{
    const crb_sweep *sweep = &x->stud.sweep;
    for (uint32_t i = sweep->class_first[strength]; i < sweep->class_first[strength + 1]; i++) {
        uint32_t f[5];
        drawn_to sets;
        if (x->class_marked[i] == NOTHING)
            continue;
        crb_unpack(sweep->classes[i].cards, f);
        find_drawn_to(x, f, &sets);
        const uint64_t needed = x->class_marked[i] == ALL ? free_cards(&sweep->deck, f) : sets.wanted;
        if (needed == 0)
            continue;
        crb_pair_matrix(x, f, strength, needed);
        play_matrix(x, i, needed);
        add_worth(x, i, f, &sets);
    }
}

void crb_exchange_count(crb_exchange *x, uint32_t start, uint32_t stop)
{
    const uint32_t qualifier = x->stud.qualifier;
    uint32_t below[CRB_ROWS2 * CRB_ROW];
    for (uint32_t strength = start; strength < stop; strength++) {
        const uint32_t *rows = x->stud.sweep.rows;
        if (strength == qualifier) {
            memcpy(x->fail_rows, rows, (size_t)CRB_ROWS * CRB_ROW * sizeof *rows);
            for (uint32_t failing = 1; failing < qualifier; failing++)
                crb_least_of_strength(x, failing, rows, rows);
        }
        memcpy(below, rows, sizeof below);
        crb_stud_count(&x->stud, strength, strength + 1);
        if (strength >= qualifier)
            crb_least_of_strength(x, strength, below, rows);
    }
}

void crb_exchange_value(crb_exchange *x, uint32_t start, uint32_t stop)
{
    crb_sweep *sweep = &x->stud.sweep;
    for (uint32_t strength = start; strength < stop; strength++) {
        crb_sweep_add(sweep, strength, 1);
        value_classes(x, strength);
        crb_sweep_add(sweep, strength, (1u << TIE_BITS) - 1);
    }
}

/* Sum a matrix over the exchanges of suits that leave its set as it is, so that equivalent cells agree. */
static void even_out_worth(crb_exchange *x, uint32_t set)
{
    uint8_t symmetry[CRB_PERMUTATIONS];
    const uint32_t symmetries = symmetries_of_set(x, set, symmetry);
    int64_t *worth = x->worth + (size_t)x->slot[set] * MATRIX, *even = x->play;
    memset(even, 0, MATRIX * sizeof *even);
    for (uint32_t s = 0; s < symmetries; s++) {
        const uint8_t *to = crb_suit_permutation[symmetry[s]];
        for (uint32_t dead = 0; dead < CRB_ROW; dead++)
            plus_moved(even + (size_t)dead * CRB_ROW, worth + (size_t)crb_moved(to, dead) * CRB_ROW, to, 1);
    }
    for (uint32_t cell = 0; cell < MATRIX; cell++)
        worth[cell] = even[cell] / x->stud.sweep.deck.symmetries;
}

void crb_exchange_valued(crb_exchange *x)
{
    for (uint32_t set = 0; set < x->set_count[4]; set++)
        if (x->slot[set] != NONE)
            even_out_worth(x, set);
}

void crb_exchange_choose(crb_exchange *x, uint8_t *action)
{
    const int64_t fee = x->fee[1] * choose((int64_t)x->stud.sweep.deck.count - 6, 1) * total(x, 1);
    for (uint32_t class = 0; class < x->stud.sweep.class_count; class++) {
        const pays p = pays_of(x, x->stud.sweep.classes[class].strength);
        const int64_t all = total(x, 0);
        uint32_t f[5];
        crb_unpack(x->stud.sweep.classes[class].cards, f);
        for (uint32_t u = 0; u < CRB_ROW; u++) {
            const size_t cell = (size_t)class * CRB_ROW + u;
            action[cell] = play_above(x, &p, cell) + p.low * all > p.fold * all ? CRB_PLAY : CRB_FOLD;
        }
        for (uint32_t thrown = 0; thrown < 5; thrown++) {
            uint32_t size;
            const uint32_t found = found_of(x, f, 31 & ~(1u << thrown), &size);
            const uint32_t slot = x->slot[INDEX(found)];
            const uint8_t *to = TO(found);
            if (slot == NONE || !(x->wanted[INDEX(found)] >> crb_moved(to, f[thrown]) & 1))
                continue;
            const int64_t *worth = x->worth + (size_t)slot * MATRIX + (size_t)crb_moved(to, f[thrown]) * CRB_ROW;
            for (uint32_t u = 0; u < CRB_ROW; u++) {
                const size_t cell = (size_t)class * CRB_ROW + u;
                const int64_t changed = worth[crb_moved(to, u)] - fee;
                if (!holds(f, u) && changed > x->best[cell]) {
                    x->best[cell] = changed;
                    action[cell] = (uint8_t)(1u << thrown);
                }
            }
        }
    }
}

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
            sum[0] += stud->fails[cell];
            sum[1] += stud->wins[cell];
            sum[2] += stud->ties[cell];
            sum[3] += all - stud->fails[cell] - stud->wins[cell] - stud->ties[cell];
        }
    }
    for (uint32_t outcome = 0; outcome < CRB_OUTCOMES; outcome++)
        deals[outcome * CRB_GROUPS + x->group[of->strength]] += sum[outcome] * of->images;
}

/* The cell of a change in the matrix of its kept cards: the slot's set, x and u, suits exchanged. */
static inline size_t change_cell(const crb_exchange *x, const uint32_t f[5], uint32_t thrown, uint32_t u, uint32_t *set)
{
    uint32_t size, dead = 0;
    const uint32_t found = found_of(x, f, 31 & ~thrown, &size);
    while (!(thrown >> dead & 1))
        dead++;
    *set = INDEX(found);
    return (size_t)crb_moved(TO(found), f[dead]) * CRB_ROW + crb_moved(TO(found), u);
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
    const uint32_t symmetries = symmetries_of_set(x, set, symmetry);
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
            want_images(x, set);
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
        sum[0] += times * fails;
        sum[1] += times * less;
        sum[2] += times * ties;
        sum[3] += times * (all - fails - less - ties);
    }
}

static void tally_class(crb_exchange *x, uint32_t class, const uint8_t *then, int64_t *deals)
{
    const crb_class *of = x->stud.sweep.classes + class;
    int64_t sum[CRB_OUTCOMES] = {0};
    uint32_t f[5], weight[CRB_ROW];
    drawn_to sets;
    crb_unpack(of->cards, f);
    find_drawn_to(x, f, &sets);
    crb_pair_matrix(x, f, of->strength, sets.wanted);
    play_matrix(x, class, sets.wanted);
    for (uint32_t dead = 0; dead < CRB_CARDS; dead++)
        if (sets.wanted >> dead & 1) {
            weigh_row(x, &sets, dead, weight);
            tally_row(x, class, f, dead, weight, then, sum);
        }
    for (uint32_t outcome = 0; outcome < CRB_OUTCOMES; outcome++)
        deals[outcome * CRB_GROUPS + x->group[of->strength]] += sum[outcome] * of->images;
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
