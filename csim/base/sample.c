#include "csim/base/sample.h"

#include <assert.h>

// Values below 2 * SAMPLE_SLICES have a bucket each; above, the leading bits choose it.
enum { SLICE_BITS = 10, BUCKETS = (SAMPLE_BITS - SLICE_BITS + 1) * SAMPLE_SLICES };
_Static_assert(SAMPLE_SLICES == 1 << SLICE_BITS, "as many slices as their bits say");

static unsigned shift_of(uint64_t value) {
    const uint64_t wide = value | SAMPLE_SLICES; // never zero
    return 63u - (unsigned)__builtin_clzll(wide) - SLICE_BITS;
}

static size_t bucket_of(uint64_t value) {
    const uint64_t most = (UINT64_C(1) << SAMPLE_BITS) - 1;
    const uint64_t bounded = value < most ? value : most;
    const unsigned shift = shift_of(bounded);
    return (size_t)(((uint64_t)shift << SLICE_BITS) + (bounded >> shift));
}

void sample_open(struct sample *sample, uint64_t most) {
    const size_t kept = most < SAMPLE_EXACT ? (size_t)most : SAMPLE_EXACT;
    *sample = (struct sample){.kept = memory_there(malloc((kept + 1) * sizeof *sample->kept))};
    if (most > SAMPLE_EXACT)
        sample->bucket = memory_there(calloc(BUCKETS, sizeof *sample->bucket));
}

void sample_close(struct sample *sample) {
    free(sample->kept);
    free(sample->bucket);
    *sample = (struct sample){0};
}

void sample_add(struct sample *sample, uint64_t value) {
    const uint64_t before = sample->count++;
    sample->sum += value;
    if (value > sample->greatest)
        sample->greatest = value;
    if (before < SAMPLE_EXACT) {
        sample->kept[before] = value;
        return;
    }
    assert(sample->bucket && "more values than announced");
    if (before == SAMPLE_EXACT)
        for (size_t i = 0; i < SAMPLE_EXACT; i++)
            sample->bucket[bucket_of(sample->kept[i])]++;
    sample->bucket[bucket_of(value)]++;
}

// The value of a rank, counted from 0: those of one bucket are taken to lie evenly in it.
static double bucket_rank(const struct sample *sample, uint64_t rank) {
    size_t bucket = 0;
    uint64_t below = 0;
    while (below + sample->bucket[bucket] <= rank)
        below += sample->bucket[bucket++];
    const size_t slices = SAMPLE_SLICES;
    const unsigned shift = bucket < 2 * slices ? 0 : (unsigned)(bucket / slices - 1);
    const uint64_t least = ((uint64_t)bucket - ((uint64_t)shift << SLICE_BITS)) << shift;
    const double place = ((double)(rank - below) + 0.5) / (double)sample->bucket[bucket];
    const double value = (double)least + place * (double)((UINT64_C(1) << shift) - 1);
    return value < (double)sample->greatest ? value : (double)sample->greatest;
}

double sample_percentile(struct sample *sample, unsigned per_myriad) {
    if (sample->count <= SAMPLE_EXACT)
        return percentile(sample->kept, (size_t)sample->count, per_myriad);
    const uint64_t last = sample->count - 1;
    // In two parts: the product may not fit.
    const uint64_t myriadths = last % 10000 * per_myriad;
    const uint64_t rank = last / 10000 * per_myriad + myriadths / 10000;
    const double low = bucket_rank(sample, rank);
    if (myriadths % 10000 == 0)
        return low;
    const double part = (double)(myriadths % 10000) / 10000;
    return low + part * (bucket_rank(sample, rank + 1) - low);
}

double sample_mean(const struct sample *sample) {
    return sample->count ? (double)sample->sum / (double)sample->count : 0;
}

// --- percentiles of plain values -----------------------------------------------------------------

static void swap(uint64_t *a, uint64_t *b) {
    const uint64_t kept = *a;
    *a = *b;
    *b = kept;
}

// Puts the value of rank `rank` in its place: none before it is greater, none after it is less.
static void select_rank(uint64_t *values, size_t count, size_t rank) {
    size_t first = 0, last = count - 1;
    while (first < last) {
        const uint64_t pivot = values[first + (last - first) / 2]; // not the last one
        size_t low = first, high = last;
        for (;;) {
            while (values[low] < pivot)
                low++;
            while (values[high] > pivot)
                high--;
            if (low >= high)
                break;
            swap(&values[low++], &values[high--]);
        }
        // Left of `low` none is greater than the pivot; from `high` + 1 on none is less.
        if (rank <= high)
            last = high;
        else
            first = high + 1;
    }
}

static uint64_t least_of(const uint64_t *values, size_t count) {
    uint64_t least = values[0];
    for (size_t i = 1; i < count; i++)
        if (values[i] < least)
            least = values[i];
    return least;
}

double percentile(uint64_t *values, size_t count, unsigned per_myriad) {
    if (count == 0)
        return 0;
    const uint64_t myriadths = (uint64_t)(count - 1) * per_myriad;
    const size_t rank = (size_t)(myriadths / 10000);
    const double part = (double)(myriadths % 10000) / 10000;
    select_rank(values, count, rank);
    const double low = (double)values[rank];
    if (myriadths % 10000 == 0)
        return low;
    return low + part * ((double)least_of(&values[rank + 1], count - rank - 1) - low);
}
