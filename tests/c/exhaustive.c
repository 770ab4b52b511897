/* exhaustive.c: csrc/evaluate.c against the oracle, on every hand of five, six and seven cards.
 *
 *     exhaustive [stride]
 *
 * A stride above 1 takes six and seven cards only from one in so many of their five-card beginnings (for
 * slow builds); all five-card hands and every check of the input are made regardless. The counts below are
 * published ones; docs/evaluator.md says where. Exits 1 at the first difference. */
#include "caribbean.h"
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const names[CATEGORIES] = {
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush", "royal flush",
};

/* Hands, then classes, of 5, 6 and 7 cards, the weakest category first. Six-card figures are published with
 * the royal flushes among the straight flushes and without their classes, so -1 is "not given". */
static const long hands_of[8][CATEGORIES] = {
    [5] = {1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4},
    [6] = {6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, -1, -1},
    [7] = {23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324},
};
static const int classes_of[8][CATEGORIES] = {
    [5] = {1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1},
    [6] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
    [7] = {407, 1470, 763, 575, 10, 1277, 156, 156, 9, 1},
};
static const long total_of[8] = {[5] = 2598960, [6] = 20358520, [7] = 133784560};
static const int all_classes_of[8] = {[5] = 7462, [6] = -1, [7] = 4824};
enum { STRAIGHT_FLUSHES_OF_SIX = 1844, ACE_KING_HANDS = 167280 };

static long seen[8][CLASSES + 1]; /* how often each strength came, by the number of cards */
static long stride = 1, runs;

static void fail(const char *what, long got, long wanted)
{
    printf("FAILED: %s: %ld, not %ld\n", what, got, wanted);
    exit(1);
}

static void expect(const char *what, long got, long wanted)
{
    if (wanted != -1 && got != wanted)
        fail(what, got, wanted);
}

static void check(const uint8_t *cards, size_t count, uint16_t wanted)
{
    uint16_t got = crb_strength(cards, count);
    if (got != wanted) {
        for (size_t i = 0; i < count; i++)
            printf("%d ", cards[i]);
        fail("strength of these cards", got, wanted);
    }
    seen[count][got]++;
}

static void raise_to(uint16_t *best, const uint16_t *row, int from)
{
    for (int card = from; card < CARDS; card++)
        best[card] = row[card] > best[card] ? row[card] : best[card];
}

/* `best[x]` becomes the best hand of the prefix and x: the best of the shorter prefix with x, the best of the
 * prefix itself where it has five cards, and every four cards of the prefix, the last one among them, with x. */
static void extend(uint16_t *best, const uint16_t *shorter, const uint8_t *p, int count, int last)
{
    for (int card = last + 1; card < CARDS; card++)
        best[card] = shorter[card] > shorter[last] ? shorter[card] : shorter[last];
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            for (int k = j + 1; k < count; k++)
                raise_to(best, oracle_row(p[i], p[j], p[k], last), last + 1);
}

/* Every hand that begins with these four cards, in ascending order. */
static void check_prefix(uint8_t p[7])
{
    const uint16_t *four = oracle_row(p[0], p[1], p[2], p[3]);
    for (int e = p[3] + 1; e < CARDS; e++) {
        p[4] = (uint8_t)e;
        check(p, 5, four[e]);
        if (runs++ % stride)
            continue;
        uint16_t five[CARDS];
        extend(five, four, p, 4, e);
        for (int f = e + 1; f < CARDS; f++) {
            p[5] = (uint8_t)f;
            check(p, 6, five[f]);
            uint16_t six[CARDS];
            extend(six, five, p, 5, f);
            for (int g = f + 1; g < CARDS; g++) {
                p[6] = (uint8_t)g;
                check(p, 7, six[g]);
            }
        }
    }
}

static void check_all_hands(void)
{
    uint8_t p[7];
    for (int a = 0; a < CARDS; a++)
        for (int b = a + 1; b < CARDS; b++)
            for (int c = b + 1; c < CARDS; c++)
                for (int d = c + 1; d < CARDS; d++) {
                    p[0] = (uint8_t)a, p[1] = (uint8_t)b, p[2] = (uint8_t)c, p[3] = (uint8_t)d;
                    check_prefix(p);
                }
}

static void count_up(int count)
{
    long hands[CATEGORIES] = {0}, total = 0;
    int classes[CATEGORIES] = {0}, all_classes = 0;
    for (uint16_t strength = 1; strength <= CLASSES; strength++) {
        enum category category = oracle_category(strength);
        hands[category] += seen[count][strength];
        classes[category] += seen[count][strength] > 0;
        total += seen[count][strength];
        all_classes += seen[count][strength] > 0;
    }
    printf("\n%d cards\n", count);
    for (int category = CATEGORIES - 1; category >= 0; category--) {
        printf("%-16s%12ld%7d\n", names[category], hands[category], classes[category]);
        expect(names[category], hands[category], hands_of[count][category]);
        expect("its classes", classes[category], classes_of[count][category]);
    }
    printf("%-16s%12ld%7d\n", "all", total, all_classes);
    expect("all hands", total, total_of[count]);
    expect("all classes", all_classes, all_classes_of[count]);
    if (count == 6)
        expect("straight flushes", hands[STRAIGHT_FLUSH] + hands[ROYAL_FLUSH], STRAIGHT_FLUSHES_OF_SIX);
}

/* Hands that are at least as good as these five cards; casino sheets call them qualifying. */
static void count_from(const char *what, const uint8_t *weakest, int count, long wanted)
{
    long hands = 0;
    for (uint16_t strength = crb_strength(weakest, 5); strength <= CLASSES; strength++)
        hands += seen[count][strength];
    printf("%-28s%12ld\n", what, hands);
    expect(what, hands, wanted);
}

static void count_ace_king(void)
{
    long hands = 0;
    for (uint16_t strength = 1; strength <= CLASSES; strength++)
        if (oracle_is_ace_king(strength))
            hands += seen[5][strength];
    printf("\n%-28s%12ld\n", "ace-king", hands);
    expect("ace-king hands", hands, ACE_KING_HANDS);
}

/* A small generator of its own, so that the same hands are tried on every machine. */
static uint32_t next_random(void)
{
    static uint64_t state = 2002;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

/* Deals `count` distinct cards to the front of `deck`. */
static void deal(uint8_t *deck, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t j = i + next_random() % (CARDS - i);
        uint8_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
}

/* Tries all orders of cards[from..count). */
static void check_orders(uint8_t *cards, size_t from, size_t count, uint16_t wanted)
{
    if (from == count) {
        if (crb_strength(cards, count) != wanted || crb_evaluate(cards, count) != wanted)
            fail("another order of a hand", crb_evaluate(cards, count), wanted);
        return;
    }
    for (size_t i = from; i < count; i++) {
        uint8_t first = cards[from], other = cards[i];
        cards[from] = other, cards[i] = first;
        check_orders(cards, from + 1, count, wanted);
        cards[from] = first, cards[i] = other;
    }
}

static void check_any_order(uint8_t *deck)
{
    for (size_t count = 5; count <= 7; count++)
        for (int hand = 0; hand < 2000; hand++) {
            deal(deck, count);
            if (hand % 2 == 0) /* every other one in a single suit, as flushes take the other path */
                for (size_t i = 0; i < count; i++)
                    deck[i] = (uint8_t)(hand / 2 % 4 + 4 * (int)((i * 3 + (size_t)hand) % 13));
            check_orders(deck, 0, count, crb_strength(deck, count));
            for (int card = 0; card < CARDS; card++)
                deck[card] = (uint8_t)card;
        }
}

static void refuse(const uint8_t *cards, size_t count)
{
    if (crb_evaluate(cards, count) != 0)
        fail("crb_evaluate of bad input", crb_evaluate(cards, count), 0);
}

static void check_bad_input(uint8_t *deck)
{
    uint8_t many[256];
    for (size_t count = 0; count < sizeof many; count++) {
        many[count] = (uint8_t)(count % CARDS);
        if (count < 5 || count > 7)
            refuse(many, count);
    }
    refuse(many, (size_t)-1);
    for (size_t count = 5; count <= 7; count++)
        for (size_t i = 0; i < count; i++) {
            deal(deck, count);
            uint8_t kept = deck[i];
            for (int id = CARDS; id < 256; id++) {
                deck[i] = (uint8_t)id;
                refuse(deck, count);
            }
            for (size_t j = 0; j < count; j++) {
                deck[i] = j == i ? kept : deck[j];
                if (j == i && crb_evaluate(deck, count) == 0)
                    fail("crb_evaluate of good input", 0, crb_strength(deck, count));
                if (j != i)
                    refuse(deck, count);
            }
            deck[i] = kept;
        }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        stride = atol(argv[1]);
    if (stride < 1)
        fail("the stride", stride, 1);
    expect("classes the oracle met", oracle_start(), CLASSES);

    uint8_t deck[CARDS];
    for (int card = 0; card < CARDS; card++)
        deck[card] = (uint8_t)card;
    check_bad_input(deck);
    check_any_order(deck);
    check_all_hands();
    count_up(5);
    count_ace_king();
    count_from("ace-king or better", (const uint8_t[]){51, 46, 9, 4, 3}, 5, 1463700);
    for (int count = 6; count <= 7 && stride == 1; count++)
        count_up(count);
    if (stride == 1)
        count_from("\npair of fours or better", (const uint8_t[]){11, 10, 13, 4, 3}, 7, 101378140);
    puts(stride == 1 ? "\nok, every hand" : "\nok, every five-card hand and a part of the others");
    return 0;
}
