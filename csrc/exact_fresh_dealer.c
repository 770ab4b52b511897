/* exact_fresh_dealer.c: the dealer's hands D, one after another, and the player's hands that hold one or two cards of T.
 *
 * For values, rows sum the net of the player's hands by the cards they hold; the net of one follows from how it compares
 * with the D of the strength just reached. To count, D leaves its weights in the rows of the cards that it
 * shares with T, with the sign of inclusion and exclusion; a hand F finds there what all D it does not meet have left. */
#include "exact_fresh.h"

#define NET(x, outcome, strength) ((x)->net[outcome][(x)->group[strength]])

static inline int64_t *row_of(const crb_fresh *f, const uint32_t *cards, uint32_t size)
{
    static const uint32_t first[4] = {0, CRB_ROWS1, CRB_ROWS2, CRB_ROWS3};
    return size == 4 ? f->rows4 + (size_t)place(cards, 4) * CRB_ROW
                     : f->rows + (size_t)(first[size] + place(cards, size)) * CRB_ROW;
}

/* ---- Values ---- */

/* From now on the player's hands of this strength are paid as by `outcome`. */
static void pay(crb_fresh *f, uint32_t strength, int64_t net)
{
    const crb_sweep *sweep = &f->exchange->stud.sweep;
    const int64_t more = net - f->by_strength[strength];
    f->by_strength[strength] = net;
    for (uint32_t i = sweep->first[strength]; i < sweep->first[strength + 1] && more != 0; i++) {
        uint32_t card[5];
        crb_unpack(sweep->dealer[i], card);
        CRB_ADD_TO_ROWS(f->rows, card, more);
    }
}

int crb_fresh_dealer_start(crb_fresh *f)
{
    const crb_exchange *x = f->exchange;
    const size_t cells = (size_t)x->stud.sweep.class_count * CRB_ROW, cells4 = (size_t)CRB_SETS4 * CRB_ROW;
    free(f->rows);
    free(f->rows4);
    free(f->single);
    memset(f->by_strength, 0, sizeof f->by_strength);
    f->rows = calloc((size_t)CRB_ROWS * CRB_ROW, sizeof *f->rows);
    f->rows4 = f->counting ? calloc(cells4, sizeof *f->rows4) : NULL;
    f->single = f->counting ? NULL : calloc(cells, sizeof *f->single);
    return f->rows != NULL && (f->rows4 != NULL || f->single != NULL);
}

/* For cards a below c: the net of the player's hands with a and c and none of D. */
static void sum_lanes(const crb_fresh *f, const uint32_t dealer[5], uint32_t c, int64_t *sum)
{
    const int16_t *four = f->exchange->stud.sweep.four;
    memcpy(sum, row_of(f, &c, 1), c * sizeof *sum);
    for (int k = 0; k < 5; k++) {
        const int64_t *two = f->rows + (size_t)(CRB_ROWS2 + pair_place(dealer[k], c)) * CRB_ROW;
        for (uint32_t a = 0; a < c; a++)
            sum[a] -= two[a];
        for (int j = 0; j < k; j++) {
            const int64_t *three = f->rows + (size_t)(CRB_ROWS3 + with3(dealer[j], dealer[k], c)) * CRB_ROW;
            for (uint32_t a = 0; a < c; a++)
                sum[a] += three[a];
            for (int i = 0; i < j; i++) {
                const uint32_t t[3] = {dealer[i], dealer[j], dealer[k]};
                const int16_t *whole = four + (size_t)with4(t, c) * CRB_ROW;
                for (uint32_t a = 0; a < c; a++)
                    sum[a] -= f->by_strength[whole[a]];
            }
        }
    }
}

static void value_class(crb_fresh *f, uint32_t class)
{
    const crb_exchange *x = f->exchange;
    const crb_class *of = x->stud.sweep.classes + class;
    int64_t *single = f->single + (size_t)class * CRB_ROW;
    uint32_t dealer[5];
    crb_unpack(of->cards, dealer);
    const uint64_t left = free_cards(&x->stud.sweep.deck, dealer);
    memset(f->numbers, 0, CRB_SETS2 * sizeof *f->numbers);
    for (uint32_t c = 1; c < CRB_CARDS; c++) {
        int64_t *sum = f->numbers + crb_place2(0, c);
        if (!(left >> c & 1))
            continue;
        sum_lanes(f, dealer, c, sum);
        for (uint32_t a = 0; a < c; a++) {
            sum[a] = left >> a & 1 ? sum[a] : 0;
            single[a] += sum[a];
            single[c] += sum[a];
        }
    }
    /* A hand with a has four more cards, and was met once for each. */
    for (uint32_t a = 0; a < CRB_ROW; a++)
        single[a] /= 4;
    for (uint32_t i = 0; i < CRB_SETS2; i++)
        f->numbers[i] *= of->images;
    crb_folds_add(x, &f->fours, dealer, f->numbers);
}

static void pay_all(crb_fresh *f, uint32_t strength)
{
    const crb_exchange *x = f->exchange;
    const uint32_t qualifier = x->stud.qualifier;
    for (uint32_t s = 1; s <= CRB_STRENGTHS && strength == 1; s++)
        pay(f, s, NET(x, 0, s));
    for (uint32_t s = 1; s <= CRB_STRENGTHS && strength == qualifier; s++)
        pay(f, s, NET(x, s < qualifier ? 3 : 1, s));
}

void crb_fresh_dealer_value(crb_fresh *f, uint32_t strength)
{
    const crb_exchange *x = f->exchange;
    const crb_sweep *sweep = &x->stud.sweep;
    const int qualifies = strength >= x->stud.qualifier;
    pay_all(f, strength);
    if (qualifies)
        pay(f, strength, NET(x, 2, strength));
    for (uint32_t i = sweep->class_first[strength]; i < sweep->class_first[strength + 1]; i++)
        value_class(f, i);
    if (qualifies)
        pay(f, strength, NET(x, 3, strength));
}

/* ---- Counts ---- */

/* What D weighs for each pair of cards of F. What it weighs for one card is shared out among the four pairs with it. */
static void weigh_pairs(crb_fresh *f, const crb_class *of, const uint32_t dealer[5], uint64_t left)
{
    const crb_exchange *x = f->exchange;
    int64_t one[CRB_ROW] = {0};
    crb_folds_read(x, &f->fours, dealer, f->numbers);
    for (uint32_t a = 0; a < CRB_CARDS; a++)
        for (int i = 0; i < 5 && left >> a & 1; i++) {
            uint32_t t[5];
            memcpy(t, dealer, sizeof t);
            t[i] = a;
            const uint32_t found = crb_class_found(x, t);
            one[a] += f->weight[(size_t)INDEX(found) * CRB_ROW + crb_moved(TO(found), dealer[i])];
        }
    for (uint32_t c = 1; c < CRB_CARDS; c++) {
        int64_t *number = f->numbers + crb_place2(0, c);
        for (uint32_t a = 0; a < c; a++)
            number[a] = left >> a & 1 ? (number[a] + (one[a] + one[c]) / 4) * of->images : 0;
    }
}

static void leave_weights(crb_fresh *f, const crb_class *of)
{
    uint32_t dealer[5];
    crb_unpack(of->cards, dealer);
    const uint64_t left = free_cards(&f->exchange->stud.sweep.deck, dealer);
    weigh_pairs(f, of, dealer, left);
    for (uint32_t c = 1; c < CRB_CARDS; c++) {
        const int64_t *number = f->numbers + crb_place2(0, c);
        for (uint32_t shared = 0; shared < 31 && left >> c & 1; shared++) {
            uint32_t set[5], size = 0;
            if (bit_count(shared) > 3)
                continue;
            for (uint32_t i = 0; i < 5; i++)
                if (shared >> i & 1)
                    set[size++] = dealer[i];
            set[size++] = c;
            sort_cards(set, size);
            int64_t *row = row_of(f, set, size);
            const int64_t sign = size & 1 ? 1 : -1;
            for (uint32_t a = 0; a < c; a++)
                row[a] += sign * number[a];
        }
    }
}

static int64_t found_weights(const crb_fresh *f, const uint32_t hand[5])
{
    int64_t sum = 0;
    for (uint32_t held = 1; held < 31; held++) {
        uint32_t set[5], rest[5], size = 0, others = 0;
        for (uint32_t i = 0; i < 5; i++)
            if (held >> i & 1)
                set[size++] = hand[i];
            else
                rest[others++] = hand[i];
        const int64_t *row = row_of(f, set, size);
        for (uint32_t i = 0; i < others; i++)
            sum += row[rest[i]];
    }
    return sum;
}

/* Add `sign` times what all hands of these strengths find to one outcome, and take it from another. */
static void find(const crb_fresh *f, uint32_t start, uint32_t stop, int64_t *deals, uint32_t to, uint32_t from)
{
    const crb_exchange *x = f->exchange;
    const crb_sweep *sweep = &x->stud.sweep;
    for (uint32_t strength = start; strength < stop; strength++)
        for (uint32_t i = sweep->first[strength]; i < sweep->first[strength + 1]; i++) {
            uint32_t hand[5];
            crb_unpack(sweep->dealer[i], hand);
            const int64_t number = found_weights(f, hand);
            crb_deals_add(deals, to, x->group[strength], number);
            if (from != to)
                crb_deals_add(deals, from, x->group[strength], -number);
        }
}

/* Below the qualifier all D fail. From there on, before D of a strength are added, F of it finds those that lose to it,
 * and afterwards those that tie as well; at the end, all that qualify. */
void crb_fresh_dealer_tally(crb_fresh *f, uint32_t strength, int64_t *deals)
{
    const crb_exchange *x = f->exchange;
    const crb_sweep *sweep = &x->stud.sweep;
    const int qualifies = strength >= x->stud.qualifier;
    if (strength == x->stud.qualifier) {
        find(f, 1, CRB_STRENGTHS + 1, deals, 0, 0);
        memset(f->rows, 0, (size_t)CRB_ROWS * CRB_ROW * sizeof *f->rows);
        memset(f->rows4, 0, (size_t)CRB_SETS4 * CRB_ROW * sizeof *f->rows4);
    }
    if (qualifies)
        find(f, strength, strength + 1, deals, 1, 2);
    for (uint32_t i = sweep->class_first[strength]; i < sweep->class_first[strength + 1]; i++)
        leave_weights(f, sweep->classes + i);
    if (qualifies)
        find(f, strength, strength + 1, deals, 2, 3);
    if (strength == CRB_STRENGTHS)
        find(f, 1, CRB_STRENGTHS + 1, deals, 3, 3);
}
