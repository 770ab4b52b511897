/* exact_fresh.c: what a change of all five cards is worth, and which deals it leads to, from what the two sides say.
 * exact_fresh.h has the formulas. */
#include "exact_fresh.h"

/* ---- Numbers for sets of cards and pairs or triples of others ---- */

static void move_threes(const uint8_t to[CRB_SUITS], uint16_t moved[CRB_SETS3])
{
    for (uint32_t c = 2; c < CRB_CARDS; c++)
        for (uint32_t b = 1; b < c; b++)
            for (uint32_t a = 0; a < b; a++) {
                uint32_t card[3] = {crb_moved(to, a), crb_moved(to, b), crb_moved(to, c)};
                sort_cards(card, 3);
                moved[crb_place3(a, b, c)] = (uint16_t)crb_place3(card[0], card[1], card[2]);
            }
}

static int open_folds(crb_folds *folds, uint32_t size)
{
    folds->size = size;
    folds->width = size == 4 ? CRB_SETS2 : CRB_SETS3;
    folds->moved = malloc((size_t)CRB_PERMUTATIONS * folds->width * sizeof *folds->moved);
    if (folds->moved == NULL)
        return 0;
    for (uint32_t p = 0; p < CRB_PERMUTATIONS; p++) {
        uint16_t *moved = folds->moved + (size_t)p * folds->width;
        if (size == 4)
            move_pairs(crb_suit_permutation[p], moved);
        else
            move_threes(crb_suit_permutation[p], moved);
    }
    return 1;
}

/* Room for the numbers of this side, all zeros. */
static int clear_folds(const crb_exchange *x, crb_folds *folds, int needed)
{
    free(folds->numbers);
    folds->numbers = needed ? calloc((size_t)x->set_count[folds->size] * folds->width, sizeof *folds->numbers) : NULL;
    return !needed || folds->numbers != NULL;
}

static void close_folds(crb_folds *folds)
{
    free(folds->numbers);
    free(folds->moved);
}

void crb_folds_add(const crb_exchange *x, crb_folds *folds, const uint32_t hand[5], const int64_t *numbers)
{
    for (uint32_t chosen = 0; chosen < 32; chosen++) {
        uint32_t size;
        if (bit_count(chosen) != folds->size)
            continue;
        const uint32_t found = found_of(x, hand, chosen, &size);
        const uint16_t *moved = folds->moved + (size_t)(found >> 24) * folds->width;
        int64_t *sum = folds->numbers + (size_t)INDEX(found) * folds->width;
        for (uint32_t i = 0; i < folds->width; i++)
            sum[moved[i]] += numbers[i];
    }
}

void crb_folds_read(const crb_exchange *x, const crb_folds *folds, const uint32_t hand[5], int64_t *numbers)
{
    memset(numbers, 0, folds->width * sizeof *numbers);
    for (uint32_t chosen = 0; chosen < 32; chosen++) {
        uint32_t size;
        if (bit_count(chosen) != folds->size)
            continue;
        const uint32_t found = found_of(x, hand, chosen, &size);
        const uint16_t *moved = folds->moved + (size_t)(found >> 24) * folds->width;
        const int64_t *sum = folds->numbers + (size_t)INDEX(found) * folds->width;
        for (uint32_t i = 0; i < folds->width; i++)
            numbers[i] += sum[moved[i]];
    }
}

/* What stands for its images was added in one of them, as often as there are images: share it out. */
static void even_out(crb_fresh *f, crb_folds *folds)
{
    const crb_exchange *x = f->exchange;
    for (uint32_t set = 0; set < x->set_count[folds->size]; set++) {
        uint8_t symmetry[CRB_PERMUTATIONS];
        int64_t *numbers = folds->numbers + (size_t)set * folds->width;
        const uint32_t symmetries = symmetries_of(x, folds->size, set, symmetry);
        memset(f->numbers, 0, folds->width * sizeof *f->numbers);
        for (uint32_t s = 0; s < symmetries; s++) {
            const uint16_t *moved = folds->moved + (size_t)symmetry[s] * folds->width;
            for (uint32_t i = 0; i < folds->width; i++)
                f->numbers[i] += numbers[moved[i]];
        }
        for (uint32_t i = 0; i < folds->width; i++)
            numbers[i] = f->numbers[i] / x->stud.sweep.deck.symmetries;
    }
}

/* ---- Memory ---- */

crb_fresh *crb_fresh_new(crb_exchange *x)
{
    crb_fresh *f = calloc(1, sizeof *f);
    const size_t cells = (size_t)x->stud.sweep.class_count * CRB_ROW;
    if (f == NULL)
        return NULL;
    f->exchange = x;
    /* What bounds and fewer cards needed is done with, and is a third of all memory. */
    free(x->worth);
    free(x->weight);
    free(x->refined);
    crb_pairs_close(x);
    x->worth = x->refined = NULL;
    x->weight = NULL;
    f->weight = calloc(cells, sizeof *f->weight);
    int good = f->weight != NULL && open_folds(&f->fours, 4) && open_folds(&f->threes, 3);
    for (uint32_t size = 0; size <= MOST; size++) {
        const size_t sets = size == MOST ? x->stud.sweep.class_count : x->set_count[size];
        good = good && (f->held[size] = calloc(sets * CRB_ROW, sizeof *f->held[size])) != NULL;
    }
    if (good)
        return f;
    crb_fresh_free(f);
    return NULL;
}

void crb_fresh_free(crb_fresh *f)
{
    if (f == NULL)
        return;
    close_folds(&f->fours);
    close_folds(&f->threes);
    for (uint32_t size = 0; size <= MOST; size++)
        free(f->held[size]);
    crb_triples_close(&f->triples);
    free(f->single);
    free(f->weight);
    free(f->rows);
    free(f->rows4);
    free(f);
}

size_t crb_fresh_sets(const crb_fresh *f, int side)
{
    return f->exchange->set_count[4] + (side == PLAYER ? f->exchange->set_count[3] : 0);
}

int crb_fresh_start(crb_fresh *f, int side)
{
    if (!clear_folds(f->exchange, &f->fours, 1) || !clear_folds(f->exchange, &f->threes, side == PLAYER))
        return 0;
    return side == PLAYER ? crb_fresh_player_start(f) : crb_fresh_dealer_start(f);
}

/* ---- Values ---- */

void crb_fresh_value(crb_fresh *f, int side, uint32_t start, uint32_t stop)
{
    for (uint32_t strength = start; strength < stop; strength++)
        if (side == PLAYER)
            crb_fresh_player_value(f, strength);
        else
            crb_fresh_dealer_value(f, strength);
}

/* T, its cards in F (a bit each) and u: where the number for F's part stands, beside D's other cards and u. */
static int64_t player_part(const crb_fresh *f, const uint32_t t[5], uint32_t in_f, uint32_t u)
{
    const crb_exchange *x = f->exchange;
    const crb_folds *folds = bit_count(in_f) == 4 ? &f->fours : &f->threes;
    uint32_t size, others[5], n = 0;
    const uint32_t found = found_of(x, t, in_f, &size);
    for (uint32_t i = 0; i < 5; i++)
        if (!(in_f >> i & 1))
            others[n++] = crb_moved(TO(found), t[i]);
    others[n++] = crb_moved(TO(found), u);
    sort_cards(others, n);
    return folds->numbers[(size_t)INDEX(found) * folds->width + place(others, n)];
}

static int64_t dealer_part(const crb_fresh *f, const uint32_t t[5], uint32_t in_f, uint32_t u)
{
    const crb_exchange *x = f->exchange;
    uint32_t known[5], others[2], size = 0, n = 0;
    for (uint32_t i = 0; i < 5; i++)
        if (in_f >> i & 1)
            others[n++] = t[i];
        else
            known[size++] = t[i];
    known[size++] = u;
    sort_cards(known, size);
    const uint32_t found = x->found[size][place(known, size)];
    const uint8_t *to = TO(found);
    if (n == 1)
        return f->single[(size_t)INDEX(found) * CRB_ROW + crb_moved(to, others[0])];
    return f->fours.numbers[(size_t)INDEX(found) * CRB_SETS2
                            + pair_place(crb_moved(to, others[0]), crb_moved(to, others[1]))];
}

static void hold_class(crb_fresh *f, int side, uint32_t class)
{
    const crb_exchange *x = f->exchange;
    const crb_stud *stud = &x->stud;
    const pays p = pays_of(x, stud->sweep.classes[class].strength);
    int64_t *held = f->held[MOST] + (size_t)class * CRB_ROW;
    uint32_t t[5];
    crb_unpack(stud->sweep.classes[class].cards, t);
    for (uint32_t in_f = 1; in_f < 32; in_f++) {
        const uint32_t size = bit_count(in_f);
        if ((size >= 3) != (side == PLAYER))
            continue;
        for (uint32_t i = 0; i < stud->sweep.deck.count; i++) {
            const uint32_t u = stud->sweep.deck.card[i];
            if (holds(t, u))
                continue;
            held[u] += size == 5 ? play_above(x, &p, (size_t)class * CRB_ROW + u) + p.low * total(x, 0)
                       : side == PLAYER ? player_part(f, t, in_f, u) : dealer_part(f, t, in_f, u);
        }
    }
}

void crb_fresh_hold(crb_fresh *f, int side, size_t start, size_t stop)
{
    if (start == 0) {
        even_out(f, &f->fours);
        if (side == PLAYER)
            even_out(f, &f->threes);
    }
    for (size_t class = start; class < stop; class++)
        hold_class(f, side, (uint32_t)class);
}

/* The sum over T, subsets of a hand, of held(T, u) times a number by the size of T. */
static void over_subsets(const crb_fresh *f, const uint32_t p[5], const int64_t by_size[MOST + 1], int64_t *out)
{
    memset(out, 0, CRB_ROW * sizeof *out);
    for (uint32_t chosen = 0; chosen < 32; chosen++) {
        uint32_t size;
        const uint32_t found = found_of(f->exchange, p, chosen, &size);
        plus_moved(out, f->held[size] + (size_t)INDEX(found) * CRB_ROW, TO(found), by_size[size]);
    }
}

static int64_t common(int64_t a, int64_t b) { return b == 0 ? a : common(b, a % b); }

/* Whether a sum in units of five is more than one in units of k. */
static int is_more(const crb_exchange *x, int64_t five, int64_t other, uint32_t k)
{
    const int64_t divisor = common(units(x, MOST), units(x, k));
    return five * (units(x, k) / divisor) > other * (units(x, MOST) / divisor);
}

void crb_fresh_choose(crb_fresh *f, uint8_t *action)
{
    static const int64_t signs[MOST + 1] = {1, -1, 1, -1, 1, -1};
    const crb_exchange *x = f->exchange;
    const int64_t fee = x->fee[MOST] * choose((int64_t)x->stud.sweep.deck.count - 6, MOST) * total(x, MOST);
    for (uint32_t size = MOST; size-- > 0;)
        crb_sum_smaller(x, size, f->held[size + 1], f->held[size], 9 - size);
    for (uint32_t class = 0; class < x->stud.sweep.class_count; class++) {
        uint32_t p[5];
        int64_t worth[CRB_ROW];
        crb_unpack(x->stud.sweep.classes[class].cards, p);
        over_subsets(f, p, signs, worth);
        for (uint32_t i = 0; i < x->stud.sweep.deck.count; i++) {
            const uint32_t u = x->stud.sweep.deck.card[i];
            const size_t cell = (size_t)class * CRB_ROW + u;
            const int two = action[cell] != CRB_FOLD && bit_count(action[cell]) == 2;
            if (!holds(p, u) && is_more(x, worth[u] - fee, two ? x->pair_best[cell] : x->best[cell], two ? 2 : 1))
                action[cell] = ALL_THROWN;
        }
    }
}

/* ---- Counts ---- */

int64_t crb_fresh_decided(crb_fresh *f, const uint8_t *action)
{
    static const int64_t by_size[MOST + 1] = {60, -108, 216, -504, 1512, -7560};
    const crb_exchange *x = f->exchange;
    int64_t changes = 0;
    f->counting = 1;
    for (uint32_t class = 0; class < x->stud.sweep.class_count; class++) {
        const crb_class *of = x->stud.sweep.classes + class;
        uint32_t p[5];
        crb_unpack(of->cards, p);
        const uint64_t left = free_cards(&x->stud.sweep.deck, p);
        for (uint32_t u = 0; u < CRB_ROW; u++) {
            const size_t cell = (size_t)class * CRB_ROW + u;
            f->held[MOST][cell] = action[cell] == ALL_THROWN && (left >> u & 1);
            changes += f->held[MOST][cell] * of->images;
        }
    }
    for (uint32_t size = MOST; size-- > 0;)
        crb_sum_smaller(x, size, f->held[size + 1], f->held[size], MOST - size);
    for (uint32_t class = 0; class < x->stud.sweep.class_count; class++) {
        uint32_t p[5];
        crb_unpack(x->stud.sweep.classes[class].cards, p);
        over_subsets(f, p, by_size, f->weight + (size_t)class * CRB_ROW);
    }
    return changes;
}

/* The weight of T, which is a set and a pair or triple but for u, the one at a place of the set or of the others. */
static int64_t weight_without(const crb_fresh *f, const uint32_t *cards, uint32_t count, uint32_t at)
{
    uint32_t t[5], n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (i != at)
            t[n++] = cards[i];
    const uint32_t found = crb_class_found(f->exchange, t);
    return f->weight[(size_t)INDEX(found) * CRB_ROW + crb_moved(TO(found), cards[at])];
}

/* With the player's hands u is one of the others, with the dealer's it is in the set. */
static void weigh_set(crb_fresh *f, int side, const crb_folds *folds, uint32_t set)
{
    const crb_exchange *x = f->exchange;
    const crb_deck *deck = &x->stud.sweep.deck;
    uint32_t card[7], at[3] = {0, 1, 2};
    const uint32_t size = folds->size, more = size == 4 ? 2 : 3;
    int64_t *numbers = folds->numbers + (size_t)set * folds->width;
    crb_unpack(x->sets[size][set], card);
    do {
        int64_t sum = 0;
        int held = 0;
        for (uint32_t i = 0; i < more; i++) {
            card[size + i] = deck->card[at[i]];
            for (uint32_t j = 0; j < size; j++)
                held |= card[j] == card[size + i];
        }
        const uint32_t first = side == PLAYER ? size : 0, last = side == PLAYER ? size + more : size;
        for (uint32_t i = first; i < last && !held; i++)
            sum += weight_without(f, card, size + more, i);
        numbers[place(card + size, more)] = sum;
    } while (crb_next_set(at, more, deck->count));
}

void crb_fresh_weigh(crb_fresh *f, int side, size_t start, size_t stop)
{
    const size_t fours = f->exchange->set_count[4];
    for (size_t set = start; set < stop; set++)
        weigh_set(f, side, set < fours ? &f->fours : &f->threes, (uint32_t)(set < fours ? set : set - fours));
}

void crb_fresh_tally(crb_fresh *f, int side, uint32_t start, uint32_t stop, int64_t *deals)
{
    for (uint32_t strength = start; strength < stop; strength++)
        if (side == PLAYER)
            crb_fresh_player_tally(f, strength, deals);
        else
            crb_fresh_dealer_tally(f, strength, deals);
}
