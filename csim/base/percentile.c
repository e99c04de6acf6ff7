#include "csim/base/percentile.h"

static void swap(uint64_t *a, uint64_t *b) {
    const uint64_t kept = *a;
    *a = *b;
    *b = kept;
}

// The middle of three goes to the middle.
static uint64_t pivot_of(uint64_t *values, size_t first, size_t last) {
    const size_t middle = first + (last - first) / 2;
    if (values[middle] < values[first])
        swap(&values[middle], &values[first]);
    if (values[last] < values[first])
        swap(&values[last], &values[first]);
    if (values[last] < values[middle])
        swap(&values[last], &values[middle]);
    return values[middle];
}

// Puts the value of rank `rank` in its place: none before it is greater, none after it is less.
static void select_rank(uint64_t *values, size_t count, size_t rank) {
    size_t first = 0, last = count - 1;
    while (first < last) {
        const uint64_t pivot = pivot_of(values, first, last);
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
