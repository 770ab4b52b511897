/* batch_avx512.c: 32 hands at a time where the processor has AVX-512 with VBMI, VBMI2, BITALG and GFNI.
 *
 * A hand becomes four words of 16 bits, a word a suit, a bit a rank, the ace the lowest. What counts is then asked of
 * 32 hands at once by bit logic, and one look-up gives the rest. docs/evaluator.md walks through it. */
#include "internal.h"

#if defined(CRB_WIDE_PATHS)
#include <immintrin.h>

#define WIDE __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,avx512bitalg,gfni")))
#define WITHIN static inline WIDE __attribute__((always_inline))

enum { BLOCK = 32, GROUPS = 4, GROUP = 8, AHEAD = 2048 };

/* Bit n of the table of a three-input function: its result for the inputs whose bits spell n. */
enum { A = 0xF0, B = 0xCC, C = 0xAA };
#define LOGIC(a, b, c, table) _mm512_ternarylogic_epi64(a, b, c, (table) & 0xFF)

WITHIN __m512i words(int number)
{
    return _mm512_set1_epi16((short)number);
}

/* Asks for what is read soon: processors do so themselves, but later and not beyond a page. No access, so that it may
 * lie past the end, where no pointer may. */
WITHIN void ask_ahead(const void *now)
{
    _mm_prefetch((const char *)((uintptr_t)now + AHEAD), _MM_HINT_T0);
}

/* --- From four words to the strength ---------------------------------------------------------------------- */

struct hands {
    __m512i suit[4];
};

/* Removes from each mask the bit above which `below` ends, and closes the gap. */
WITHIN __m512i without(__m512i mask, __m512i below)
{
    return LOGIC(below, mask, _mm512_srli_epi16(mask, 1), (A & B) | (~A & C));
}

/* The bits below the lowest one that is set; all where none is. */
WITHIN __m512i below_lowest(__m512i mask)
{
    return _mm512_andnot_si512(mask, _mm512_add_epi16(mask, words(-1)));
}

/* Sixteen bits of crb_within for each word of `places`. */
WITHIN __m512i look_up(__m512i places)
{
    __m512i even = _mm512_and_si512(places, _mm512_set1_epi32(0xFFFF));
    __m512i odd = _mm512_srli_epi32(places, 16);
    even = _mm512_i32gather_epi32(even, crb_within, 2);
    odd = _mm512_i32gather_epi32(odd, crb_within, 2);
    return _mm512_mask_mov_epi16(even, 0xAAAAAAAA, _mm512_slli_epi32(odd, 16));
}

/* Strengths of 32 hands, and in *held how many cards each has. Any words of 13 bits may come, also those of bad rows:
 * what is read lies within the table. */
WITHIN __m512i strengths_of(struct hands hands, __m512i *held)
{
    const __m512i c = hands.suit[0], d = hands.suit[1], h = hands.suit[2], s = hands.suit[3];

    /* How often each rank is held, by adding up the bits of the suits. */
    __m512i odd = LOGIC(c, d, h, A ^ B ^ C), carry = LOGIC(c, d, h, (A & B) | (A & C) | (B & C));
    __m512i any = LOGIC(carry, odd, s, A | B | C);
    __m512i two = LOGIC(carry, odd, s, A | (B & C)), three = LOGIC(carry, odd, s, A & (B | C));
    __m512i four = LOGIC(carry, odd, s, A & B & C);

    __m512i clubs = _mm512_popcnt_epi16(c), diamonds = _mm512_popcnt_epi16(d);
    __m512i hearts = _mm512_popcnt_epi16(h), spades = _mm512_popcnt_epi16(s);
    *held = _mm512_add_epi16(_mm512_add_epi16(clubs, diamonds), _mm512_add_epi16(hearts, spades));

    /* A straight; the ace stands once more below the deuce. */
    __m512i line = LOGIC(any, _mm512_slli_epi16(any, 13), words(1 << 13), A | (B & C));
    line = LOGIC(line, _mm512_srli_epi16(line, 1), _mm512_srli_epi16(line, 2), A & B & C);
    __mmask32 straight = _mm512_test_epi16_mask(line, _mm512_srli_epi16(line, 2));

    __mmask32 trips = _mm512_test_epi16_mask(three, three), quads = _mm512_test_epi16_mask(four, four);
    __mmask32 paired_twice = _mm512_test_epi16_mask(two, _mm512_add_epi16(two, words(-1)));
    __mmask32 full = paired_twice & trips & ~quads, two_pair = paired_twice & ~trips;

    /* The rank that makes the category, as the ranks above it; then what is left without it. */
    __m512i maker = _mm512_mask_mov_epi16(_mm512_mask_mov_epi16(two, trips, three), quads, four);
    __m512i above = below_lowest(maker);
    __m512i left = without(_mm512_mask_mov_epi16(any, full, two), above);
    __m512i second = below_lowest(without(two, above));
    left = _mm512_mask_mov_epi16(left, two_pair, without(left, second));

    /* Where crb_within has the kickers; then, over it, where it has the strength itself. Without a pair `above` is
     * all ones and `left` all ranks. */
    __m512i table = _mm512_maskz_mov_epi16(two_pair, words(CRB_KICKERS));
    table = _mm512_mask_mov_epi16(table, trips, words(2 * CRB_KICKERS));
    table = _mm512_mask_mov_epi16(table, full | quads, words(3 * CRB_KICKERS));
    const __m512i plain = words(4 * CRB_KICKERS), flush = words(6 * CRB_KICKERS), most = words(4);
    __m512i place = LOGIC(_mm512_or_si512(left, table), above, plain, A | (B & C));
    place = _mm512_mask_add_epi16(place, straight, any, plain);
    place = _mm512_mask_add_epi16(place, _mm512_cmpgt_epi16_mask(clubs, most), c, flush);
    place = _mm512_mask_add_epi16(place, _mm512_cmpgt_epi16_mask(diamonds, most), d, flush);
    place = _mm512_mask_add_epi16(place, _mm512_cmpgt_epi16_mask(hearts, most), h, flush);
    place = _mm512_mask_add_epi16(place, _mm512_cmpgt_epi16_mask(spades, most), s, flush);

    /* crb_base, where kickers are what was looked up: CRB_KICKERS is 256 steps of it. */
    __mmask32 kickers = _mm512_cmplt_epu16_mask(place, plain);
    __m512i entry = _mm512_add_epi16(_mm512_srli_epi16(table, 8), _mm512_popcnt_epi16(above));
    __m512i base = _mm512_maskz_permutex2var_epi16(
        kickers, _mm512_loadu_si512(crb_base), entry, _mm512_loadu_si512(crb_base + 32));
    __m512i lower = _mm512_mullo_epi16(_mm512_popcnt_epi16(second), words(CRB_SECOND_PAIR));
    base = _mm512_mask_sub_epi16(base, two_pair & kickers, base, lower);
    base = _mm512_mask_add_epi16(base, quads, base, words(CRB_FOURS_OVER_FULL));
    return _mm512_add_epi16(base, look_up(place));
}

_Static_assert(CRB_KICKERS >> 8 == CRB_BASE_STEP, "the table's number leads to both tables");

/* --- Four groups of eight hands, turned to suits ---------------------------------------------------------- */

/* In its 64 bits, group g has suit n in the word number g XOR n: so arranged, two blends or double shifts turn all. */
WITHIN struct hands turned(const __m512i group[GROUPS])
{
    __m512i even_low = _mm512_mask_mov_epi16(group[0], 0xAAAAAAAA, group[1]);
    __m512i odd_low = _mm512_shldi_epi32(group[1], group[0], 16);
    __m512i even_high = _mm512_mask_mov_epi16(group[2], 0xAAAAAAAA, group[3]);
    __m512i odd_high = _mm512_shldi_epi32(group[3], group[2], 16);
    return (struct hands){{
        _mm512_mask_mov_epi32(even_low, 0xAAAA, even_high),
        _mm512_mask_mov_epi32(odd_low, 0xAAAA, odd_high),
        _mm512_shldi_epi64(even_high, even_low, 32),
        _mm512_shldi_epi64(odd_high, odd_low, 32),
    }};
}

/* The turn leaves hand h of group g in word 4 h + g; this is where each row's strength then is. */
#define GROUP_ORDER(g) g, 4 + g, 8 + g, 12 + g, 16 + g, 20 + g, 24 + g, 28 + g
static const uint16_t row_order[BLOCK] = {GROUP_ORDER(0), GROUP_ORDER(1), GROUP_ORDER(2), GROUP_ORDER(3)};

/* --- Rows of ids ------------------------------------------------------------------------------------------ */

/* Two one-hot bytes a card: which byte of the hand's 64 bits it is in, for each group, and which bit there, the ace
 * as 0x80. Ids from 52 to 63 have none, so that such a hand counts too few cards. */
#define RANK_BYTE(g, half) 1 << (2 * (0 ^ g) + half), 1 << (2 * (1 ^ g) + half), 1 << (2 * (2 ^ g) + half), \
                           1 << (2 * (3 ^ g) + half)
#define CARD_BYTES(g) {                                                                                       \
    RANK_BYTE(g, 1), RANK_BYTE(g, 1), RANK_BYTE(g, 1), RANK_BYTE(g, 1), RANK_BYTE(g, 1), RANK_BYTE(g, 0),     \
    RANK_BYTE(g, 0), RANK_BYTE(g, 0), RANK_BYTE(g, 0), RANK_BYTE(g, 0), RANK_BYTE(g, 0), RANK_BYTE(g, 0),     \
    RANK_BYTE(g, 0)}
static const uint8_t byte_of[GROUPS][64] = {CARD_BYTES(0), CARD_BYTES(1), CARD_BYTES(2), CARD_BYTES(3)};

#define RANK_BIT(from_ace) 0x80 >> from_ace % 8, 0x80 >> from_ace % 8, 0x80 >> from_ace % 8, 0x80 >> from_ace % 8
static const uint8_t bit_of[64] = {
    RANK_BIT(12), RANK_BIT(11), RANK_BIT(10), RANK_BIT(9), RANK_BIT(8), RANK_BIT(7), RANK_BIT(6),
    RANK_BIT(5), RANK_BIT(4), RANK_BIT(3), RANK_BIT(2), RANK_BIT(1), RANK_BIT(0),
};

/* Rows of `count` bytes to rows of eight; what comes into the bytes that are over is not used. */
#define ROW_BYTES(n, count) n * count, n * count + 1, n * count + 2, n * count + 3, n * count + 4, \
                            n * count + 5, n * count + 6, 0
#define SPREAD(count) {ROW_BYTES(0, count), ROW_BYTES(1, count), ROW_BYTES(2, count), ROW_BYTES(3, count), \
                       ROW_BYTES(4, count), ROW_BYTES(5, count), ROW_BYTES(6, count), ROW_BYTES(7, count)}
static const uint8_t spread[3][64] = {SPREAD(5), SPREAD(6), SPREAD(7)};

/* The sum over the cards of byte ⊗ bit, a product of two 8 × 8 matrices of bits for each hand. What is added is added
 * without carry: a card that comes twice vanishes, and is seen by the count. The other two products are by the unit
 * matrix: they turn rows to columns. */
WITHIN __m512i cards_to_words(__m512i bytes, __m512i bits)
{
    const __m512i unit = _mm512_set1_epi64((long long)0x8040201008040201);
    __m512i byte_columns = _mm512_gf2p8affine_epi64_epi8(unit, bytes, 0);
    __m512i bit_columns = _mm512_gf2p8affine_epi64_epi8(unit, bits, 0);
    return _mm512_gf2p8affine_epi64_epi8(byte_columns, bit_columns, 0);
}

WITHIN size_t rows_of(const uint8_t *cards, size_t count, size_t rows, uint16_t *strengths)
{
    const __m512i order = _mm512_loadu_si512(row_order), whole = words((int)count);
    const __m512i to_eight = _mm512_loadu_si512(spread[count - 5]), bits = _mm512_loadu_si512(bit_of);
    const __m512i above_63 = _mm512_set1_epi8((char)0xC0);
    const __mmask64 read = ((uint64_t)1 << (GROUP * count)) - 1; /* no byte past the rows is touched */
    const __mmask64 used = 0x0101010101010101 * ((1u << count) - 1);
    size_t done = 0;
    for (; rows - done >= BLOCK; done += BLOCK, cards += BLOCK * count) {
        __m512i group[GROUPS], ids = _mm512_setzero_si512(), held;
        for (size_t g = 0; g < GROUPS; g++) {
            __m512i some = _mm512_maskz_loadu_epi8(read, cards + g * GROUP * count);
            ask_ahead(cards + g * GROUP * count);
            ids = _mm512_or_si512(ids, some);
            some = _mm512_permutexvar_epi8(to_eight, some);
            group[g] = cards_to_words(
                _mm512_maskz_permutexvar_epi8(used, some, _mm512_loadu_si512(byte_of[g])),
                _mm512_maskz_permutexvar_epi8(used, some, bits));
        }
        __m512i found = strengths_of(turned(group), &held);
        if (_mm512_test_epi8_mask(ids, above_63) || _mm512_cmpneq_epi16_mask(held, whole))
            break;
        _mm512_storeu_si512(strengths + done, _mm512_permutexvar_epi16(order, found));
    }
    return done;
}

WIDE size_t crb_rows_avx512(const uint8_t *cards, size_t count, size_t rows, uint16_t *strengths)
{
    return count == 7   ? rows_of(cards, 7, rows, strengths)
           : count == 6 ? rows_of(cards, 6, rows, strengths)
                        : rows_of(cards, 5, rows, strengths);
}

/* --- Masks ------------------------------------------------------------------------------------------------ */

/* A mask has the four suits of a rank side by side. A hand's ranks are spread to a byte each, eight at a time, and
 * their bits become columns as above, by a product with the wanted bits: one a suit. Products count the last byte as
 * bit 0, so that the ace is the last of the upper eight, and the six the last of the other five. */
static const uint8_t upper_ranks[8] = {20, 24, 28, 32, 36, 40, 44, 48}; /* the first bit of each */
static const uint8_t lower_ranks[8] = {56, 56, 56, 0, 4, 8, 12, 16}; /* bits from 56 on are clear in a good mask */
static const uint16_t suit_bits[GROUPS][4] = {{1, 2, 4, 8}, {2, 1, 8, 4}, {4, 8, 1, 2}, {8, 4, 2, 1}};

/* The same eight bytes for every hand. */
WITHIN __m512i each(const void *eight)
{
    return _mm512_broadcastq_epi64(_mm_loadu_si64(eight));
}

WIDE size_t crb_masks_avx512(const uint64_t *masks, size_t rows, uint16_t *strengths)
{
    const __m512i order = _mm512_loadu_si512(row_order);
    const __m512i above_51 = _mm512_set1_epi64((long long)(~(uint64_t)0 << CRB_CARDS));
    const __m512i upper_of = each(upper_ranks), lower_of = each(lower_ranks);
    size_t done = 0;
    for (; rows - done >= BLOCK; done += BLOCK) {
        __m512i group[GROUPS], bits = _mm512_setzero_si512(), held;
        for (size_t g = 0; g < GROUPS; g++) {
            __m512i some = _mm512_loadu_si512(masks + done + g * GROUP);
            ask_ahead(masks + done + g * GROUP);
            bits = _mm512_or_si512(bits, some);
            __m512i upper = _mm512_multishift_epi64_epi8(upper_of, some);
            __m512i lower = _mm512_multishift_epi64_epi8(lower_of, some);
            __m512i suits = each(suit_bits[g]);
            upper = _mm512_gf2p8affine_epi64_epi8(suits, upper, 0);
            lower = _mm512_gf2p8affine_epi64_epi8(_mm512_slli_epi16(suits, 8), lower, 0);
            group[g] = _mm512_or_si512(upper, lower);
        }
        if (_mm512_test_epi64_mask(bits, above_51)) /* before any look-up: the words may have more than 13 bits */
            break;
        __m512i found = strengths_of(turned(group), &held);
        if (_mm512_cmpgt_epu16_mask(_mm512_sub_epi16(held, words(5)), words(2)))
            break;
        _mm512_storeu_si512(strengths + done, _mm512_permutexvar_epi16(order, found));
    }
    return done;
}

/* --- All pairs behind some cards -------------------------------------------------------------------------- */

WIDE void crb_pairs_avx512(
    const struct crb_pairs *pairs, size_t from, size_t run, const struct crb_held *before, uint16_t *strengths)
{
    struct hands first, hands;
    for (int suit = 0; suit < 4; suit++)
        first.suit[suit] = words(before->suit[suit]);
    for (size_t done = 0; done < run; done += BLOCK) {
        __m512i held;
        for (int suit = 0; suit < 4; suit++)
            hands.suit[suit] =
                _mm512_or_si512(first.suit[suit], _mm512_loadu_si512(pairs->suit[suit] + from + done));
        __m512i found = strengths_of(hands, &held);
        __mmask32 wanted = run - done < BLOCK ? ((uint32_t)1 << (run - done)) - 1 : ~(uint32_t)0;
        _mm512_mask_storeu_epi16(strengths + done, wanted, found);
    }
}

#endif
