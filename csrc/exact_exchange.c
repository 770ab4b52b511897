/* exact_exchange.c: five against five where one change of cards is allowed for a fee; every deal counted.
 *
 * After a change the player holds F, has thrown X, and sees u. What playing is worth depends on no more than
 * that, so each (F, X) serves every hand it can come from. With one card x thrown, the dealer hands that hold
 * u, hold x, and none of F are a matrix, symmetric in x and u; inclusion-exclusion gives it from the rows of x
 * with up to two cards of F, and from whole hands (pair_matrix).
 *
 * Which changes are worth that work is found by bounds first. The best that any k dead cards can do for a final
 * hand F is bounded without looking at them; the bounds are summed over all draws to the kept cards, those of
 * thrown cards taken out exactly; where the sum cannot beat what the hand has anyway, no change of those k
 * cards can. docs/exact.md has the proof.
 *
 * Numbers are sums over the dealer's hands and the draws: "in units of k" means C(n-6, k) C(n-6-k, 4) of them. */
#include <stdlib.h>
#include <string.h>

#include "exact.h"

#define NONE UINT32_MAX
#define MOST 5                       /* cards that can be changed */
#define INDEX(found) ((found) & 0xffffff)
#define TO(found) (crb_suit_permutation[(found) >> 24])
#define TIE_BITS 13                  /* a row holds less << TIE_BITS | ties: at most 178,365 and 1,020 */
#define MATRIX (CRB_ROW * CRB_ROW)

enum { NOTHING, SOME, ALL };          /* how much of a class's matrix is needed */

struct crb_exchange {
    crb_stud stud;
    uint8_t group[CRB_STRENGTHS + 1];
    int64_t net[CRB_OUTCOMES][CRB_GROUPS];
    int64_t floor;                   /* the least of all nets */
    int64_t fee[MOST + 1];
    uint32_t allowed, forced;        /* bit k: k cards may be changed; must be played afterwards */
    uint32_t *fail_rows;             /* the rows as they were at the qualifier */
    uint32_t *found[MOST + 1];       /* place of a set of that size -> index of the one standing for it, and the way */
    uint32_t *sets[MOST];            /* cards of the standing sets of up to four, six bits each */
    uint32_t set_count[MOST];
    int64_t *sums[MOST + 1][MOST];   /* [k][size]: bounds of all final hands that hold the set, above the floor */
    int64_t *highest[MOST + 1];      /* the highest number in each row of sums[k][5 - k] */
    int64_t *least;                  /* per strength and u: what any one dead card takes away at least */
    int64_t *refined;                /* per class and u: the same, exactly; NULL before the matrices */
    uint8_t *set_marked[MOST];
    uint64_t *wanted;                /* per standing set of four: the cards, a bit each, whose change may pay */
    uint8_t *class_marked;           /* nothing, some rows of the matrix, or all of it is needed */
    uint32_t *slot;                  /* of a standing set of four in the matrices, or NONE */
    uint32_t slots;
    int64_t *worth;                  /* per slot [x][u]: the change of x before u, in units of one, fee not taken */
    int64_t *best;                   /* per class and u: the best without more than one card changed, in units of one */
    uint32_t *weight;                /* per slot [x][u]: how many hands change x before u */
    uint32_t fails[MATRIX], below[MATRIX]; /* pair_matrix */
    int64_t play[MATRIX];
};

static inline int64_t total(const crb_exchange *x, uint32_t k) { return crb_choose4(x->stud.sweep.deck.count - 6 - k); }

static int64_t choose(int64_t n, int64_t k)
{
    int64_t ways = 1;
    for (int64_t i = 0; i < k; i++)
        ways = ways * (n - i) / (i + 1);
    return ways;
}

/* How many times the dealer's hands before a change the units of k are: C(n-10, k). */
static inline int64_t units(const crb_exchange *x, uint32_t k)
{
    return choose((int64_t)x->stud.sweep.deck.count - 10, k);
}

static inline uint32_t place(const uint32_t *card, uint32_t size)
{
    switch (size) {
    case 0: return 0;
    case 1: return card[0];
    case 2: return crb_place2(card[0], card[1]);
    case 3: return crb_place3(card[0], card[1], card[2]);
    case 4: return crb_place4(card[0], card[1], card[2], card[3]);
    default: return crb_place5(card);
    }
}

static inline void sort_cards(uint32_t *card, uint32_t size)
{
    for (uint32_t i = 1; i < size; i++)
        for (uint32_t j = i; j > 0 && card[j - 1] > card[j]; j--) {
            uint32_t swap = card[j];
            card[j] = card[j - 1];
            card[j - 1] = swap;
        }
}

static inline uint64_t mask_of(const uint32_t *card, uint32_t size)
{
    uint64_t mask = 0;
    for (uint32_t i = 0; i < size; i++)
        mask |= crb_suit_bit(card[i]);
    return mask;
}

static uint32_t permutation_number(const uint8_t to[CRB_SUITS])
{
    uint32_t p = 0;
    while (memcmp(crb_suit_permutation[p], to, CRB_SUITS) != 0)
        p++;
    return p;
}

/* Call for every ascending set of a size: in the order of their places. */
static int next_set(const crb_deck *deck, uint32_t size, uint32_t *at)
{
    for (uint32_t i = 0; i < size; i++) {
        uint32_t limit = i + 1 < size ? at[i + 1] : deck->count;
        if (at[i] + 1 < limit) {
            at[i]++;
            for (uint32_t j = 0; j < i; j++)
                at[j] = j;
            return 1;
        }
    }
    return 0;
}

/* Number the standing sets of a size, then lead every set to the one that stands for it. Hands of five have
 * their numbers, those of their classes. */
static void find_sets(crb_exchange *x, uint32_t size)
{
    const crb_deck *deck = &x->stud.sweep.deck;
    uint32_t *found = x->found[size];
    for (int leading = 0; leading < 2; leading++) {
        uint32_t at[5] = {0, 1, 2, 3, 4};
        uint32_t count = 0;
        do {
            uint32_t card[5], moved[5];
            uint8_t to[CRB_SUITS];
            for (uint32_t i = 0; i < size; i++)
                card[i] = deck->card[at[i]];
            const uint64_t mask = mask_of(card, size);
            const int stands = crb_images(deck, mask) > 0;
            if (stands && size < 5 && !leading) {
                uint32_t packed = 0;
                for (uint32_t i = 0; i < size; i++)
                    packed |= card[i] << (6 * i);
                x->sets[size][count] = packed;
                found[place(card, size)] = count++;
            } else if (!stands && leading) {
                crb_standing(deck, mask, to);
                for (uint32_t i = 0; i < size; i++)
                    moved[i] = crb_moved(to, card[i]);
                sort_cards(moved, size);
                found[place(card, size)] = found[place(moved, size)] | permutation_number(to) << 24;
            }
        } while (next_set(deck, size, at));
        if (!leading && size < 5)
            x->set_count[size] = count;
    }
}

static void find_classes(crb_exchange *x)
{
    for (uint32_t i = 0; i < x->stud.sweep.class_count; i++) {
        uint32_t card[5];
        crb_unpack(x->stud.sweep.classes[i].cards, card);
        x->found[5][crb_place5(card)] = i;
    }
}

static int open_sets(crb_exchange *x)
{
    static const uint32_t every[MOST + 1] = {1, CRB_CARDS, CRB_SETS2, CRB_SETS3, CRB_SETS4, CRB_SETS5};
    int good = 1;
    for (uint32_t size = 0; size <= MOST; size++)
        good &= (x->found[size] = malloc(every[size] * sizeof *x->found[size])) != NULL;
    for (uint32_t size = 0; size < MOST; size++) {
        good &= (x->sets[size] = malloc(every[size] * sizeof *x->sets[size])) != NULL;
        good &= (x->set_marked[size] = calloc(every[size], 1)) != NULL;
    }
    if (!good)
        return 0;
    find_classes(x);
    for (uint32_t size = 0; size <= MOST; size++)
        find_sets(x, size);
    for (uint32_t k = 1; k <= MOST; k++) {
        if (!(x->allowed >> k & 1))
            continue;
        good &= (x->highest[k] = malloc(x->set_count[MOST - k] * sizeof *x->highest[k])) != NULL;
        for (uint32_t size = MOST - k; size < MOST; size++)
            good &= (x->sums[k][size] =
                         malloc((size_t)x->set_count[size] * CRB_ROW * sizeof *x->sums[k][size])) != NULL;
    }
    return good;
}

crb_exchange *crb_exchange_new(const uint8_t *cards, size_t count, uint16_t qualifier, const uint8_t *group,
                               const int64_t *net, const int64_t *fees, uint32_t allowed, uint32_t forced)
{
    crb_exchange *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    x->allowed = allowed;
    x->forced = forced;
    memcpy(x->group, group, sizeof x->group);
    memcpy(x->net, net, sizeof x->net);
    memcpy(x->fee, fees, sizeof x->fee);
    x->floor = net[0];
    for (int i = 0; i < CRB_OUTCOMES * CRB_GROUPS; i++)
        x->floor = net[i] < x->floor ? net[i] : x->floor;
    if (crb_stud_open(&x->stud, cards, count, qualifier) && open_sets(x)) {
        const size_t cells = (size_t)x->stud.sweep.class_count * CRB_ROW;
        x->fail_rows = calloc((size_t)CRB_ROWS * CRB_ROW, sizeof *x->fail_rows);
        x->least = calloc((size_t)(CRB_STRENGTHS + 1) * CRB_ROW, sizeof *x->least);
        x->wanted = calloc(x->set_count[4], sizeof *x->wanted);
        x->best = calloc(cells, sizeof *x->best);
        x->class_marked = calloc(x->stud.sweep.class_count, 1);
        x->slot = malloc(x->set_count[4] * sizeof *x->slot);
        if (x->fail_rows && x->least && x->wanted && x->best && x->class_marked && x->slot)
            return x;
    }
    crb_exchange_free(x);
    return NULL;
}

void crb_exchange_free(crb_exchange *x)
{
    if (x == NULL)
        return;
    crb_stud_close(&x->stud);
    for (uint32_t size = 0; size <= MOST; size++)
        free(x->found[size]);
    for (uint32_t size = 0; size < MOST; size++) {
        free(x->sets[size]);
        free(x->set_marked[size]);
        for (uint32_t k = 1; k <= MOST; k++)
            free(x->sums[k][size]);
    }
    for (uint32_t k = 1; k <= MOST; k++)
        free(x->highest[k]);
    free(x->fail_rows);
    free(x->least);
    free(x->refined);
    free(x->wanted);
    free(x->best);
    free(x->class_marked);
    free(x->slot);
    free(x->worth);
    free(x->weight);
    free(x);
}

size_t crb_exchange_sets(const crb_exchange *x) { return x->set_count[4]; }

crb_stud *crb_exchange_stud(crb_exchange *x) { return &x->stud; }

/* ---- Hands and their bounds ---- */

static inline int holds(const uint32_t f[5], uint32_t card)
{
    return card == f[0] || card == f[1] || card == f[2] || card == f[3] || card == f[4];
}

/* What a hand is paid, with nets above the least of its own four outcomes of playing. */
typedef struct {
    int64_t fail, win, tie, lose;
    int64_t low, high;               /* the least net, and how far the most is above it */
    int64_t fold;
} pays;

static pays pays_of(const crb_exchange *x, uint32_t strength)
{
    const uint32_t g = x->group[strength];
    pays p = {x->net[0][g], x->net[1][g], x->net[2][g], x->net[3][g], 0, 0, x->net[4][g]};
    p.low = p.high = p.lose;
    const int64_t rest[3] = {p.fail, p.win, p.tie};
    for (int i = 0; i < 3; i++) {
        p.low = rest[i] < p.low ? rest[i] : p.low;
        p.high = rest[i] > p.high ? rest[i] : p.high;
    }
    p.fail -= p.low;
    p.win -= p.low;
    p.tie -= p.low;
    p.lose -= p.low;
    p.high -= p.low;
    return p;
}

static inline int64_t weigh(const pays *p, int64_t fails, int64_t wins, int64_t ties, int64_t all)
{
    return p->fail * fails + p->win * wins + p->tie * ties + p->lose * (all - fails - wins - ties);
}

static inline int64_t play_above(const crb_exchange *x, const pays *p, size_t cell)
{
    const crb_stud *stud = &x->stud;
    return weigh(p, stud->fails[cell], stud->wins[cell], stud->ties[cell], total(x, 0));
}

/* Before any matrix: what a dead card takes away from a hand of this strength at least, whichever hand and card. It takes
 * the dealer hands that hold it and u and none of F, so many that are known; `high` for each, less what the outcomes
 * fall short of that, for no more hands than there are with F left in the deck. */
static void least_of_strength(crb_exchange *x, uint32_t strength, const uint32_t *below, const uint32_t *up_to)
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

static void plus_moved(int64_t *sum, const int64_t *row, const uint8_t *to, int64_t sign)
{
    for (uint32_t rank = 0; rank < CRB_ROW; rank += 4)
        for (uint32_t suit = 0; suit < CRB_SUITS; suit++)
            sum[rank + suit] += sign * row[rank + to[suit]];
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

/* The sums of smaller sets from those with one card more: a final hand is met once for each further card it holds. */
static void sum_smaller(crb_exchange *x, uint32_t k, uint32_t size)
{
    const crb_deck *deck = &x->stud.sweep.deck;
    for (uint32_t set = 0; set < x->set_count[size]; set++) {
        uint32_t kept[5], card[5];
        int64_t *sum = x->sums[k][size] + (size_t)set * CRB_ROW;
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
            plus_moved(sum, x->sums[k][size + 1] + (size_t)INDEX(found) * CRB_ROW, TO(found), 1);
        }
        for (uint32_t u = 0; u < CRB_ROW; u++)
            sum[u] /= MOST - size;
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
    for (uint32_t k = 1; k <= MOST; k++) {
        if (!(x->allowed >> k & 1))
            continue;
        for (uint32_t size = MOST - 1; size-- > MOST - k;)
            sum_smaller(x, k, size);
        find_highest(x, k);
    }
}

static inline uint32_t found_of(const crb_exchange *x, const uint32_t p[5], uint32_t chosen, uint32_t *size)
{
    uint32_t card[5], n = 0;
    for (uint32_t i = 0; i < 5; i++)
        if (chosen >> i & 1)
            card[n++] = p[i];
    *size = n;
    return x->found[n][place(card, n)];
}

static inline uint32_t place_of(uint32_t bit)
{
    uint32_t at = 0;
    while (!(bit >> at & 1))
        at++;
    return at;
}

static inline uint32_t bit_count(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
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

/* ---- One card: the matrices ---- */

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

static inline uint32_t with3(uint32_t a, uint32_t b, uint32_t x)
{
    return x < a ? crb_place3(x, a, b) : x < b ? crb_place3(a, x, b) : crb_place3(a, b, x);
}

static inline uint32_t with4(const uint32_t t[3], uint32_t x)
{
    return x < t[0] ? crb_place4(x, t[0], t[1], t[2])
           : x < t[1] ? crb_place4(t[0], x, t[1], t[2])
           : x < t[2] ? crb_place4(t[0], t[1], x, t[2]) : crb_place4(t[0], t[1], t[2], x);
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
static void pair_matrix(crb_exchange *x, const uint32_t f[5], uint32_t strength, uint64_t needed)
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

/* All cards in play but those of F. */
static uint64_t free_cards(const crb_deck *deck, const uint32_t f[5])
{
    uint64_t cards = 0;
    for (uint32_t i = 0; i < deck->count; i++)
        if (!holds(f, deck->card[i]))
            cards |= (uint64_t)1 << deck->card[i];
    return cards;
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
        pair_matrix(x, f, strength, needed);
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
                least_of_strength(x, failing, rows, rows);
        }
        memcpy(below, rows, sizeof below);
        crb_stud_count(&x->stud, strength, strength + 1);
        if (strength >= qualifier)
            least_of_strength(x, strength, below, rows);
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
            if (slot == NONE)
                continue;
            const uint8_t *to = TO(found);
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

/* ---- What a set of decisions comes to ---- */

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
            if (holds(f, u) || thrown == CRB_PLAY || thrown == CRB_FOLD)
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
    pair_matrix(x, f, of->strength, sets.wanted);
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
