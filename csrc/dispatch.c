/* dispatch.c: which kernel runs. The only file that asks the processor. */
#include "internal.h"

/* AVX-512 here means what batch_avx512.c uses: there from Ice Lake and Zen 4 on. The built-in also asks whether the
 * system saves the wide registers. */
int crb_best_path(void)
{
#if defined(CRB_WIDE_PATHS)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
        __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("gfni"))
        return CRB_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt"))
        return CRB_AVX2;
#endif
    return CRB_PORTABLE;
}

size_t crb_evaluate_rows(int path, const uint8_t *cards, size_t count, size_t rows, uint16_t *strengths)
{
    size_t done = 0;
#if defined(CRB_WIDE_PATHS)
    if (path == CRB_AVX512)
        done = crb_rows_avx512(cards, count, rows, strengths);
    else if (path == CRB_AVX2)
        done = crb_rows_avx2(cards, count, rows, strengths);
#else
    (void)path;
#endif
    return done + crb_rows_portable(cards + done * count, count, rows - done, strengths + done);
}

size_t crb_evaluate_masks(int path, const uint64_t *masks, size_t rows, uint16_t *strengths)
{
    size_t done = 0;
#if defined(CRB_WIDE_PATHS)
    if (path == CRB_AVX512)
        done = crb_masks_avx512(masks, rows, strengths);
    else if (path == CRB_AVX2)
        done = crb_masks_avx2(masks, rows, strengths);
#else
    (void)path;
#endif
    return done + crb_masks_portable(masks + done, rows - done, strengths + done);
}

void crb_evaluate_pairs(int path, const struct crb_pairs *pairs, size_t from, size_t run, const struct crb_held *held,
                        uint16_t *strengths)
{
#if defined(CRB_WIDE_PATHS)
    if (path == CRB_AVX512) {
        crb_pairs_avx512(pairs, from, run, held, strengths);
        return;
    }
#else
    (void)path;
#endif
    crb_pairs_portable(pairs, from, run, held, strengths);
}
