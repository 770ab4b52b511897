/* exact_sets.c: the sets of cards that a change may keep, up to exchanges of suits, and the memory of a game with
 * changes. */
#include "exact_exchange.h"

static uint32_t permutation_number(const uint8_t to[CRB_SUITS])
{
    uint32_t p = 0;
    while (memcmp(crb_suit_permutation[p], to, CRB_SUITS) != 0)
        p++;
    return p;
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
        } while (crb_next_set(at, size, deck->count));
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
        x->pair_slot = malloc(x->set_count[3] * sizeof *x->pair_slot);
        x->pair_wanted = calloc((size_t)x->set_count[3] * CRB_SETS2, 1);
        if (x->pair_slot && x->pair_wanted && x->fail_rows && x->least && x->wanted && x->best && x->class_marked && x->slot)
            return x;
    }
    crb_exchange_free(x);
    return NULL;
}

void crb_exchange_free(crb_exchange *x)
{
    if (x == NULL)
        return;
    crb_pairs_close(x);
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
    free(x->pair_wanted);
    free(x->pair_slot);
    free(x->pair_best);
    free(x);
}

size_t crb_exchange_sets(const crb_exchange *x) { return x->set_count[4]; }

crb_stud *crb_exchange_stud(crb_exchange *x) { return &x->stud; }
