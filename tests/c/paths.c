/* paths.c: every kernel that this machine can run against crb_strength, on every hand of five, six and seven cards, in
 * rows, as masks and in the order of all hands; then on bad rows.
 *
 *     paths [stride]
 *
 * A stride above 1 takes only one in so many slices of six and seven cards (for slow builds). crb_strength itself is
 * held to the oracle by exhaustive.c. Exits 1 at the first difference. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "caribbean.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SLICE = 100003, GUARD = 0xBEEF, SOME = 100 };

static const char *const names[] = {"portable", "AVX2", "AVX-512"};
static const size_t hands_of[8] = {[5] = 2598960, [6] = 20358520, [7] = 133784560};

static uint8_t cards[SLICE * 7];
static uint64_t masks[SLICE];
static uint16_t wanted[SLICE], got[SLICE + 1];
static size_t stride = 1;

static void fail(const char *what, int path, size_t count, size_t row)
{
    printf("FAILED: %s, %s, %zu cards, row %zu\n", names[path], what, count, row);
    exit(1);
}

static void compare(const char *what, int path, size_t count, size_t rows, size_t returned)
{
    if (returned != rows)
        fail(what, path, count, returned);
    for (size_t row = 0; row < rows; row++)
        if (got[row] != wanted[row])
            fail(what, path, count, row);
    if (got[rows] != GUARD)
        fail("a strength past the end", path, count, rows);
}

static void check_slice(size_t count, size_t first, size_t rows)
{
    for (int path = CRB_PORTABLE; path <= crb_best_path(); path++) {
        got[rows] = GUARD;
        compare("rows", path, count, rows, crb_evaluate_rows(path, cards, count, rows, got));
        memset(got, 0, rows * sizeof got[0]);
        compare("masks", path, count, rows, crb_evaluate_masks(path, masks, rows, got));
        memset(got, 0, rows * sizeof got[0]);
        crb_evaluate_all(path, count, first, rows, got);
        compare("all", path, count, rows, rows);
    }
}

/* The next hand in lexicographic order; 0 after the last. */
static int next_hand(uint8_t *hand, size_t count)
{
    size_t i = count;
    while (i > 0 && hand[i - 1] == CRB_CARDS - count + i - 1)
        i--;
    if (i == 0)
        return 0;
    hand[i - 1]++;
    for (; i < count; i++)
        hand[i] = (uint8_t)(hand[i - 1] + 1);
    return 1;
}

static void check_all_hands(size_t count)
{
    uint8_t hand[7] = {0, 1, 2, 3, 4, 5, 6};
    size_t first = 0, rows = 0, slices = 0;
    for (int more = 1; more;) {
        memcpy(cards + rows * count, hand, count);
        masks[rows] = 0;
        for (size_t i = 0; i < count; i++)
            masks[rows] |= (uint64_t)1 << hand[i];
        wanted[rows] = crb_strength(hand, count);
        rows++;
        more = next_hand(hand, count);
        if (rows < SLICE && more)
            continue;
        if (slices++ % (count == 5 ? 1 : stride) == 0)
            check_slice(count, first, rows);
        first += rows, rows = 0;
    }
    if (first != hands_of[count])
        fail("the number of hands", CRB_PORTABLE, count, first);
    printf("%zu cards: %zu hands, one in %zu slices\n", count, first, count == 5 ? 1 : stride);
}

/* A bad card or a bad bit in every row of a few blocks, after which another bad row follows: the first is named, and
 * the strengths before it are right. */
static void expect_bad(int path, size_t count, size_t row, size_t returned)
{
    if (returned != row)
        fail("a bad row", path, count, returned);
    for (size_t i = 0; i < row; i++)
        if (got[i] != wanted[i])
            fail("the rows before a bad one", path, count, i);
    if (got[SOME] != GUARD)
        fail("a strength past the end", path, count, SOME);
}

static void check_bad_rows(int path, size_t count)
{
    static const uint8_t unknown[] = {52, 53, 63, 64, 100, 127, 128, 180, 192, 255};
    for (size_t row = 0; row < SOME; row++)
        for (size_t place = 0; place < count; place++) {
            uint8_t *card = cards + row * count + place, kept = *card;
            for (size_t i = 0; i < sizeof unknown; i++) {
                *card = unknown[i];
                expect_bad(path, count, row, crb_evaluate_rows(path, cards, count, SOME, got));
            }
            for (size_t other = 0; other < count; other++) {
                *card = other == place ? kept : cards[row * count + other];
                expect_bad(path, count, other == place ? SOME : row,
                           crb_evaluate_rows(path, cards, count, SOME, got));
            }
            *card = kept;
        }
}

static void check_bad_masks(int path, size_t count)
{
    for (size_t row = 0; row < SOME; row++) {
        uint64_t kept = masks[row];
        for (int bit = CRB_CARDS; bit < 64; bit++) {
            masks[row] = kept | (uint64_t)1 << bit;
            expect_bad(path, count, row, crb_evaluate_masks(path, masks, SOME, got));
        }
        for (size_t held = 0; held < 64; held++) {
            masks[row] = held ? ~(uint64_t)0 >> (64 - held) : 0;
            if (held < 5 || held > 7)
                expect_bad(path, count, row, crb_evaluate_masks(path, masks, SOME, got));
        }
        masks[row] = kept;
    }
}

/* Rows and strengths that end where the readable memory ends, in every length. */
static void check_edges(int path, size_t count)
{
    enum { PAGE = 4096, ROOM = 2 * PAGE };
    uint8_t *in = mmap(NULL, ROOM + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint8_t *out = mmap(NULL, ROOM + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (in == MAP_FAILED || out == MAP_FAILED || mprotect(in + ROOM, PAGE, PROT_NONE) ||
        mprotect(out + ROOM, PAGE, PROT_NONE))
        fail("no memory", path, count, 0);
    for (size_t rows = 0; rows <= SOME; rows++) {
        uint16_t *strengths = (uint16_t *)(void *)(out + ROOM - rows * sizeof(uint16_t));
        uint64_t *mask = (uint64_t *)(void *)(in + ROOM - rows * sizeof(uint64_t));
        uint8_t *row = in + ROOM - rows * count;
        memcpy(row, cards, rows * count);
        if (crb_evaluate_rows(path, row, count, rows, strengths) != rows ||
            memcmp(strengths, wanted, rows * sizeof(uint16_t)))
            fail("rows at the edge", path, count, rows);
        memcpy(mask, masks, rows * sizeof(uint64_t));
        if (crb_evaluate_masks(path, mask, rows, strengths) != rows ||
            memcmp(strengths, wanted, rows * sizeof(uint16_t)))
            fail("masks at the edge", path, count, rows);
        crb_evaluate_all(path, count, hands_of[count] - rows, rows, strengths);
        uint16_t royal = CRB_STRENGTHS; /* the last hand there is: the highest cards, four aces and a king at least */
        if (rows && (strengths[rows - 1] >= royal || strengths[rows - 1] <= 7296))
            fail("the last hands", path, count, rows);
    }
    munmap(in, ROOM + PAGE);
    munmap(out, ROOM + PAGE);
}

/* Hands that differ much, so that every block has all categories. */
static void deal_some(size_t count)
{
    uint64_t state = 2002;
    for (size_t row = 0; row < SOME; row++) {
        masks[row] = 0;
        for (size_t i = 0; i < count;) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            unsigned card = (unsigned)(state >> 33) % (row % 2 ? CRB_CARDS : 20);
            if (masks[row] >> card & 1)
                continue;
            masks[row] |= (uint64_t)1 << card;
            cards[row * count + i++] = (uint8_t)card;
        }
        wanted[row] = crb_strength(cards + row * count, count);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        stride = strtoul(argv[1], NULL, 10);
    for (int path = CRB_PORTABLE; path <= crb_best_path(); path++)
        printf("%s%s", path ? ", " : "paths: ", names[path]);
    puts("");
    for (size_t count = 5; count <= 7; count++) {
        for (int path = CRB_PORTABLE; path <= crb_best_path(); path++) {
            deal_some(count);
            got[SOME] = GUARD;
            check_bad_rows(path, count);
            check_bad_masks(path, count);
            check_edges(path, count);
        }
        check_all_hands(count);
    }
    puts("ok, all paths agree");
    return 0;
}
