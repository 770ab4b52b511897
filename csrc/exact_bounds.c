/* exact_bounds.c: which changes of cards may pay at all.
 *
 * The best that any k dead cards can do for a final hand F is bounded without looking at them; the bounds are summed
 * over all draws to the kept cards, those of thrown cards taken out exactly; where the sum cannot beat what the hand
 * has anyway, no change of those k cards can. docs/exact.md has the proof.
 *
 * Numbers are sums over the dealer's hands and the draws: "in units of k" means C(n-6, k) C(n-6-k, 4) of them. */
#include "exact_exchange.h"

/* Before any matrix: what a dead card takes away from a hand of this strength at least, whichever hand and card. It takes
 * the dealer hands that hold it and u and none of F, so many that are known; `high` for each, less what the outcomes
 * fall short of that, for no more hands than there are with F left in the deck. */
void crb_least_of_strength(crb_exchange *x, uint32_t strength, const uint32_t *below, const uint32_t *up_to)
{
    const crb_deck *deck = &x->stud.sweep.deck;
    const pays p = pays_of(x, strength);
    const int64_t with_both = choose((int64_t)deck->count - 7, 3), with_f = choose((int64_t)deck->count - 2, 3);
    const int qualifies = strength >= x->stud.qualifier;
    int64_t *least = x->least + (size_t)strength * CRB_ROW;
    for (uint32_t u = 0; u < CRB_ROW; u++)
        least[u] = p.high * with_both;
    for (uint32_t i = 0; i < deck->count; i++) {
        const uint32_t dead = deck->card[i];
        const size_t row = (size_t)(CRB_ROWS1 + dead) * CRB_ROW;
        for (uint32_t u = 0; u < CRB_ROW; u++) {
            const int64_t fails = x->fail_rows[row + u];
            const int64_t wins = qualifies ? below[row + u] - fails : 0;
            const int64_t ties = qualifies ? (int64_t)up_to[row + u] - below[row + u] : 0;
            const int64_t loses = with_f - fails - wins - ties;
            const int64_t short_of = (p.high - p.fail) * fails + (p.high - p.win) * wins
                                     + (p.high - p.tie) * ties + (p.high - p.lose) * loses;
            const int64_t taken = p.high * with_both - short_of;
            if (u != dead)
                least[u] = taken < least[u] ? taken : least[u];
        }
    }
    for (uint32_t u = 0; u < CRB_ROW; u++)
        least[u] = least[u] > 0 ? least[u] : 0;
}

/* The most that one class can be worth after k cards were thrown, whatever they were, before each u, summed over the
 * dealer's hands and counted from the floor. Of the sum over all dealer hands without F each dead card takes at
 * least `least`; what two dead cards take both was counted twice, and is at most `high` a hand. */
static void bound_class(const crb_exchange *x, uint32_t class, uint32_t ks, int64_t bounds[MOST + 1][CRB_ROW])
{
    const uint32_t strength = x->stud.sweep.classes[class].strength;
    const pays p = pays_of(x, strength);
    const int64_t *least = x->refined && x->class_marked[class] == ALL ? x->refined + (size_t)class * CRB_ROW
                                                                       : x->least + (size_t)strength * CRB_ROW;
    int64_t whole[CRB_ROW];
    for (uint32_t u = 0; u < CRB_ROW; u++)
        whole[u] = play_above(x, &p, (size_t)class * CRB_ROW + u);
    for (uint32_t k = 1; k <= MOST; k++) {
        if (!(ks >> k & 1))
            continue;
        const int64_t all = total(x, k), ceiling = p.high * all, base = (p.low - x->floor) * all;
        const int64_t twice = (int64_t)(k * (k - 1) / 2) * crb_choose2(x->stud.sweep.deck.count - 8) * p.high;
        const int64_t fold = x->forced >> k & 1 ? 0 : (p.fold - x->floor) * all;
        for (uint32_t u = 0; u < CRB_ROW; u++) {
            const int64_t less = k * least[u] - twice;
            int64_t most = whole[u] - (less > 0 ? less : 0);
            most = (most < ceiling ? most : ceiling) + base;
            bounds[k][u] = most > fold ? most : fold;
        }
    }
}

void crb_exchange_bound(crb_exchange *x, size_t start, size_t stop)
{
    const crb_deck *deck = &x->stud.sweep.deck;
    for (size_t set = start; set < stop; set++) {
        uint32_t kept[5], card[5];
        crb_unpack(x->sets[4][set], kept);
        for (uint32_t k = 1; k <= MOST; k++)
            if (x->allowed >> k & 1)
                memset(x->sums[k][4] + set * CRB_ROW, 0, CRB_ROW * sizeof **x->sums[k]);
        for (uint32_t i = 0; i < deck->count; i++) {
            const uint32_t drawn = deck->card[i];
            if (drawn == kept[0] || drawn == kept[1] || drawn == kept[2] || drawn == kept[3])
                continue;
            memcpy(card, kept, 4 * sizeof *card);
            card[4] = drawn;
            sort_cards(card, 5);
            const uint32_t found = x->found[5][crb_place5(card)];
            int64_t bounds[MOST + 1][CRB_ROW];
            bound_class(x, INDEX(found), x->allowed, bounds);
            for (uint32_t k = 1; k <= MOST; k++) {
                if (!(x->allowed >> k & 1))
                    continue;
                int64_t *sum = x->sums[k][4] + set * CRB_ROW;
                const int64_t before = sum[drawn];
                plus_moved(sum, bounds[k], TO(found), 1);
                sum[drawn] = before;
            }
        }
        for (uint32_t k = 1; k <= MOST; k++)
            for (int i = 0; i < 4 && x->allowed >> k & 1; i++)
                x->sums[k][4][set * CRB_ROW + kept[i]] = 0;
    }
}

void crb_sum_smaller(const crb_exchange *x, uint32_t size, const int64_t *larger, int64_t *smaller, int64_t times)
{
    const crb_deck *deck = &x->stud.sweep.deck;
    for (uint32_t set = 0; set < x->set_count[size]; set++) {
        uint32_t kept[5], card[5];
        int64_t *sum = smaller + (size_t)set * CRB_ROW;
        crb_unpack(x->sets[size][set], kept);
        memset(sum, 0, CRB_ROW * sizeof *sum);
        for (uint32_t i = 0; i < deck->count; i++) {
            const uint32_t more = deck->card[i];
            int held = 0;
            for (uint32_t j = 0; j < size; j++)
                held |= kept[j] == more;
            if (held)
                continue;
            memcpy(card, kept, size * sizeof *card);
            card[size] = more;
            sort_cards(card, size + 1);
            const uint32_t found = x->found[size + 1][place(card, size + 1)];
            plus_moved(sum, larger + (size_t)INDEX(found) * CRB_ROW, TO(found), 1);
        }
        for (uint32_t u = 0; u < CRB_ROW; u++)
            sum[u] /= times;
    }
}

static void find_highest(crb_exchange *x, uint32_t k)
{
    for (uint32_t set = 0; set < x->set_count[MOST - k]; set++) {
        const int64_t *sum = x->sums[k][MOST - k] + (size_t)set * CRB_ROW;
        int64_t high = 0;
        for (uint32_t u = 0; u < CRB_ROW; u++)
            high = sum[u] > high ? sum[u] : high;
        x->highest[k][set] = high;
    }
}

void crb_exchange_bounded(crb_exchange *x)
{
    for (uint32_t size = 0; size < MOST; size++)
        memset(x->set_marked[size], 0, x->set_count[size]);
    memset(x->wanted, 0, x->set_count[4] * sizeof *x->wanted);
    memset(x->pair_wanted, 0, (size_t)x->set_count[3] * CRB_SETS2);
    for (uint32_t k = 1; k <= MOST; k++) {
        if (!(x->allowed >> k & 1))
            continue;
        for (uint32_t size = MOST - 1; size-- > MOST - k;)
            crb_sum_smaller(x, size, x->sums[k][size + 1], x->sums[k][size], MOST - size);
        find_highest(x, k);
    }
}

/* The bound of one change, summed over the draws that take neither a thrown card nor u. */
static void bound_change(const crb_exchange *x, uint32_t class, const uint32_t p[5], uint32_t thrown, int64_t *sum)
{
    const uint32_t k = bit_count(thrown), kept = 31 & ~thrown;
    memset(sum, 0, CRB_ROW * sizeof *sum);
    for (uint32_t back = thrown;; back = (back - 1) & thrown) {
        const int64_t sign = bit_count(back) & 1 ? -1 : 1;
        if (back == thrown) {
            int64_t own[MOST + 1][CRB_ROW];
            bound_class(x, class, 1u << k, own);
            plus_moved(sum, own[k], crb_suit_permutation[0], sign);
        } else {
            uint32_t size;
            const uint32_t found = found_of(x, p, kept | back, &size);
            plus_moved(sum, x->sums[k][size] + (size_t)INDEX(found) * CRB_ROW, TO(found), sign);
        }
        if (back == 0)
            break;
    }
}

/* Without more than one card changed, in units of one; before any matrix is known, standing pat alone. */
static void stand_pat(crb_exchange *x, uint32_t class)
{
    const pays p = pays_of(x, x->stud.sweep.classes[class].strength);
    const int64_t all = total(x, 0), times = units(x, 1);
    for (uint32_t u = 0; u < CRB_ROW; u++) {
        const size_t cell = (size_t)class * CRB_ROW + u;
        const int64_t play = play_above(x, &p, cell) + p.low * all;
        x->best[cell] = (play > p.fold * all ? play : p.fold * all) * times;
    }
}

/* The upcards, a bit each, before which this change may be worth more than what is known already; and by how much,
 * in units of the dealer's hands, rounded up. */
static uint64_t may_pay(const crb_exchange *x, uint32_t class, const uint32_t p[5], uint32_t thrown, int64_t lowest,
                        int64_t *excess)
{
    const uint32_t k = bit_count(thrown);
    const int64_t once = units(x, 1), here = units(x, k);
    const int64_t lost = (x->fee[k] - x->floor) * choose((int64_t)x->stud.sweep.deck.count - 6, k) * total(x, k);
    uint32_t size;
    const uint32_t found = found_of(x, p, 31 & ~thrown, &size);
    if ((x->highest[k][INDEX(found)] - lost) * once <= lowest * here)
        return 0;
    int64_t sum[CRB_ROW];
    uint64_t upcards = 0;
    bound_change(x, class, p, thrown, sum);
    for (uint32_t i = 0; i < x->stud.sweep.deck.count; i++) {
        const uint32_t u = x->stud.sweep.deck.card[i];
        const int64_t best = x->best[(size_t)class * CRB_ROW + u];
        const int held = u == p[0] || u == p[1] || u == p[2] || u == p[3] || u == p[4];
        const int64_t more = (sum[u] - lost) * once - best * here;
        if (held || more <= 0)
            continue;
        const int64_t each = (more - 1) / (once * here) + 1;
        upcards |= (uint64_t)1 << u;
        excess[u] = each > excess[u] ? each : excess[u];
    }
    return upcards;
}

static int64_t lowest_best(const crb_exchange *x, uint32_t class, const uint32_t p[5])
{
    int64_t lowest = INT64_MAX;
    for (uint32_t i = 0; i < x->stud.sweep.deck.count; i++) {
        const uint32_t u = x->stud.sweep.deck.card[i];
        const int64_t best = x->best[(size_t)class * CRB_ROW + u];
        if (u != p[0] && u != p[1] && u != p[2] && u != p[3] && u != p[4] && best < lowest)
            lowest = best;
    }
    return lowest;
}

/* All changes of k cards of one hand: which may pay, and the most that any of them may be worth more. */
static void open_changes(crb_exchange *x, uint32_t class, const uint32_t p[5], uint32_t k, int64_t lowest,
                         int64_t *open, int64_t *total_excess)
{
    const int64_t images = x->stud.sweep.classes[class].images;
    int64_t excess[CRB_ROW] = {0};
    uint64_t any = 0;
    for (uint32_t thrown = 1; thrown < 32; thrown++) {
        uint32_t size;
        const uint64_t upcards = bit_count(thrown) == k ? may_pay(x, class, p, thrown, lowest, excess) : 0;
        if (upcards == 0)
            continue;
        const uint32_t found = found_of(x, p, 31 & ~thrown, &size);
        any |= upcards;
        x->set_marked[size][INDEX(found)] = 1;
        if (k == 2) {
            const uint32_t rest = thrown & (thrown - 1);
            x->pair_wanted[(size_t)INDEX(found) * CRB_SETS2
                           + pair_place(crb_moved(TO(found), p[place_of(thrown)]),
                                        crb_moved(TO(found), p[place_of(rest)]))] = 1;
        }
        if (k == 1)
            x->wanted[INDEX(found)] |= (uint64_t)1 << crb_moved(TO(found), p[place_of(thrown)]);
    }
    *open += (int64_t)(bit_count((uint32_t)any) + bit_count((uint32_t)(any >> 32))) * images;
    for (uint32_t u = 0; u < CRB_ROW; u++)
        *total_excess += excess[u] * images;
}

void crb_exchange_open(crb_exchange *x, size_t start, size_t stop, int refine, int64_t *open, int64_t *excess)
{
    for (size_t i = start; i < stop; i++) {
        uint32_t p[5];
        crb_unpack(x->stud.sweep.classes[i].cards, p);
        if (!refine)
            stand_pat(x, (uint32_t)i);
        const int64_t lowest = lowest_best(x, (uint32_t)i, p);
        for (uint32_t k = refine ? 2 : 1; k <= MOST; k++)
            if (x->allowed >> k & 1)
                open_changes(x, (uint32_t)i, p, k, lowest, open + k, excess + k);
    }
}
