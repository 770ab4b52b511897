/* exact_exchange.c: five against five where one card may be changed for a fee; every deal counted.
 *
 * After a change the player holds F, has thrown X, and sees u. What playing is worth depends on no more than
 * that, so each (F, X) serves every hand it can come from. With one card x thrown, the dealer hands that hold
 * u, hold x, and none of F are a matrix, symmetric in x and u; inclusion-exclusion gives it from the rows of x
 * with up to two cards of F, and from whole hands. Which changes are worth that work, exact_bounds.c says. */
#include "exact_exchange.h"

/* Cells of one matrix are equal where an exchange of suits leaves its set as it is: they are all wanted. */
void crb_want_images(crb_exchange *x, uint32_t set)
{
    uint8_t symmetry[CRB_PERMUTATIONS];
    const uint32_t symmetries = symmetries_of(x, 4, set, symmetry);
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
            crb_want_images(x, set);
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

static void row_sum(const uint32_t *rows, const uint32_t f[5], uint32_t x, uint32_t *out)
{
    const uint32_t *of_x = rows + (size_t)(CRB_ROWS1 + x) * CRB_ROW;
    memcpy(out, of_x, CRB_ROW * sizeof *out);
    for (uint32_t i = 0; i < 5; i++) {
        const uint32_t *row = rows + (size_t)(CRB_ROWS2 + pair_place(f[i], x)) * CRB_ROW;
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
void crb_play_matrix(crb_exchange *x, uint32_t class, uint64_t needed)
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

void crb_find_drawn_to(const crb_exchange *x, const uint32_t f[5], drawn_to *out)
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
    const pays p = pays_of(x, x->stud.sweep.classes[class].strength);
    const int64_t fold = x->forced >> 1 & 1 ? INT64_MIN : p.fold * total(x, 1);
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
        crb_find_drawn_to(x, f, &sets);
        const uint64_t needed = x->class_marked[i] == ALL ? free_cards(&sweep->deck, f) : sets.wanted;
        if (needed == 0)
            continue;
        crb_pair_matrix(x, f, strength, needed);
        crb_play_matrix(x, i, needed);
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
    const uint32_t symmetries = symmetries_of(x, 4, set, symmetry);
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
