/* exact_pairs.c: changes of two cards, where the bounds leave them open: who wants them, and who makes them.
 *
 * As with one card, but the dead cards are a pair {a, b}. exact_pairs_finals.c goes through the hands that come of it.
 *
 * The upcards come in turns, half of the ranks at a time, since all of them at once would need a gigabyte. */
#include "exact_pairs.h"

#define BASE_STEP (CRB_CARDS - LANES) /* turns 0 and 1 overlap by a rank, which only the first counts */

/* ---- Memory ---- */

void crb_pairs_close(crb_exchange *x)
{
    if (x->pairs != NULL)
        crb_triples_close(&x->pairs->triples);
    free(x->pairs);
    free(x->pair_worth);
    free(x->pair_weight);
    x->pairs = NULL;
    x->pair_worth = x->pair_weight = NULL;
}

static int open_pairs(crb_exchange *x)
{
    if (x->pairs != NULL)
        return 1;
    x->pairs = calloc(1, sizeof *x->pairs);
    if (x->pairs == NULL || !crb_triples_open(&x->pairs->triples, &x->stud.sweep, x->stud.qualifier)) {
        crb_pairs_close(x);
        return 0;
    }
    for (uint32_t p = 0; p < CRB_PERMUTATIONS; p++)
        move_pairs(crb_suit_permutation[p], x->pairs->moved[p]);
    return 1;
}

static int begin_turn(crb_exchange *x, uint32_t turn)
{
    x->base = turn * BASE_STEP;
    x->own = turn == 0 ? 0 : LANES;
    free(x->pair_worth);
    free(x->pair_weight);
    x->pair_worth = x->pair_weight = NULL;
    x->pair_slots = 0;
    if (!open_pairs(x))
        return 0;
    crb_triples_start(&x->pairs->triples);
    for (uint32_t b = 1; b < CRB_CARDS; b++)
        for (uint32_t a = 0; a < b; a++)
            for (uint32_t lane = 0; lane < LANES; lane++) {
                const uint32_t u = upcard_of(x, lane);
                x->pairs->three[crb_place2(a, b)][lane] = (uint16_t)(u == a || u == b ? 0 : with3(a, b, u));
            }
    return 1;
}

/* ---- Values ---- */

/* Cells are equal where an exchange of suits leaves the set as it is: they are all wanted. */
static void want_images_of_pairs(crb_exchange *x, uint32_t set)
{
    uint8_t symmetry[CRB_PERMUTATIONS];
    const uint32_t symmetries = symmetries_of(x, 3, set, symmetry);
    uint8_t *wanted = x->pair_wanted + (size_t)set * CRB_SETS2;
    for (uint32_t s = 1; s < symmetries; s++)
        for (uint32_t pair = 0; pair < CRB_SETS2; pair++)
            wanted[x->pairs->moved[symmetry[s]][pair]] |= wanted[pair];
}

int crb_exchange_pairs_prepare(crb_exchange *x, uint32_t turn)
{
    const size_t cells = (size_t)x->stud.sweep.class_count * CRB_ROW;
    /* The bounds have been refined by now: this makes room. */
    free(x->worth);
    free(x->refined);
    x->worth = x->refined = NULL;
    if (!begin_turn(x, turn))
        return 0;
    for (uint32_t set = 0; set < x->set_count[3]; set++) {
        x->pair_slot[set] = x->set_marked[3][set] ? x->pair_slots++ : NONE;
        if (turn == 0 && x->set_marked[3][set])
            want_images_of_pairs(x, set);
    }
    x->pair_worth = calloc((size_t)x->pair_slots * CRB_SETS2 * LANES + 1, sizeof *x->pair_worth);
    if (x->pair_best == NULL) {
        x->pair_best = malloc(cells * sizeof *x->pair_best);
        for (size_t cell = 0; x->pair_best != NULL && cell < cells; cell++)
            x->pair_best[cell] = INT64_MIN;
    }
    return x->pair_worth != NULL && x->pair_best != NULL;
}

/* Cells of a set are equal where an exchange of suits leaves it as it is: each becomes the sum of all these. */
static void even_out_pairs(crb_exchange *x, uint32_t set, int64_t *numbers)
{
    uint8_t symmetry[CRB_PERMUTATIONS];
    const uint32_t symmetries = symmetries_of(x, 3, set, symmetry);
    int64_t *const slot = numbers + pair_row(x->pair_slot[set], 0);
    int64_t(*even)[LANES] = x->pairs->finals[0].worth;
    if (symmetries == 1)
        return;
    memset(even, 0, sizeof x->pairs->finals[0].worth);
    for (uint32_t s = 0; s < symmetries; s++)
        for (uint32_t pair = 0; pair < CRB_SETS2; pair++)
            for (uint32_t suit = 0; suit < CRB_SUITS; suit++) {
                const int64_t *row = slot + pair_row(0, x->pairs->moved[symmetry[s]][pair])
                                     + crb_suit_permutation[symmetry[s]][suit] * RANKS;
                for (uint32_t rank = 0; rank < RANKS; rank++)
                    even[pair][suit * RANKS + rank] += row[rank];
            }
    memcpy(slot, even, sizeof x->pairs->finals[0].worth);
}

/* Worth is in units of two, the fee not taken: all equal cells are averaged. */
static void choose_pair(crb_exchange *x, uint32_t class, const uint32_t p[5], uint32_t thrown, uint8_t *action)
{
    const int64_t n = x->stud.sweep.deck.count;
    const int64_t fee = x->fee[2] * choose(n - 6, 2) * total(x, 2), one = units(x, 1), two = units(x, 2);
    const uint32_t pair = crb_place2(p[place_of(thrown)], p[place_of(thrown & (thrown - 1))]);
    uint32_t size;
    const uint32_t found = found_of(x, p, 31 & ~thrown, &size), set = INDEX(found);
    const uint32_t moved = x->pairs->moved[found >> 24][pair];
    if (x->pair_slot[set] == NONE || !x->pair_wanted[(size_t)set * CRB_SETS2 + moved])
        return;
    const int64_t *sum = x->pair_worth + pair_row(x->pair_slot[set], moved);
    const uint64_t upcards = free_cards(&x->stud.sweep.deck, p);
    for (uint32_t u = x->own; u < x->base + LANES; u++) {
        const size_t cell = (size_t)class * CRB_ROW + u;
        const int64_t worth = sum[lane_of(x, crb_moved(TO(found), u))] / x->stud.sweep.deck.symmetries - fee;
        if (!(upcards >> u & 1) || worth * one <= x->best[cell] * two || worth <= x->pair_best[cell])
            continue;
        x->pair_best[cell] = worth;
        action[cell] = (uint8_t)thrown;
    }
}

void crb_exchange_pairs_choose(crb_exchange *x, uint8_t *action)
{
    for (uint32_t set = 0; set < x->set_count[3]; set++)
        if (x->pair_slot[set] != NONE)
            even_out_pairs(x, set, x->pair_worth);
    for (uint32_t class = 0; class < x->stud.sweep.class_count; class++) {
        uint32_t p[5];
        crb_unpack(x->stud.sweep.classes[class].cards, p);
        for (uint32_t thrown = 1; thrown < 32; thrown++)
            if (bit_count(thrown) == 2)
                choose_pair(x, class, p, thrown, action);
    }
}

/* ---- Counts ---- */

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
            if (x->pair_weight == NULL) {
                x->pair_slot[set] = x->pair_slot[set] == NONE ? x->pair_slots++ : x->pair_slot[set];
                continue;
            }
            const uint32_t drawn = crb_place2(p[place_of(thrown)], p[place_of(thrown & (thrown - 1))]);
            const uint32_t pair = x->pairs->moved[found >> 24][drawn];
            x->pair_weight[pair_row(x->pair_slot[set], pair) + lane_of(x, crb_moved(TO(found), u))] += of->images;
            x->pair_wanted[(size_t)set * CRB_SETS2 + pair] = 1;
            *changes += of->images;
        }
    }
}

int crb_exchange_pairs_decided(crb_exchange *x, uint32_t turn, const uint8_t *action, int64_t *changes)
{
    free(x->weight);
    x->weight = NULL;
    if (!begin_turn(x, turn))
        return 0;
    for (uint32_t set = 0; set < x->set_count[3]; set++)
        x->pair_slot[set] = NONE;
    memset(x->pair_wanted, 0, (size_t)x->set_count[3] * CRB_SETS2);
    mark_pairs(x, action, changes);
    x->pair_weight = calloc((size_t)x->pair_slots * CRB_SETS2 * LANES + 1, sizeof *x->pair_weight);
    if (x->pair_weight == NULL)
        return 0;
    mark_pairs(x, action, changes);
    for (uint32_t set = 0; set < x->set_count[3]; set++)
        if (x->pair_slot[set] != NONE) {
            even_out_pairs(x, set, x->pair_weight);
            want_images_of_pairs(x, set);
        }
    return 1;
}
