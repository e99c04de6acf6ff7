#include "tb/covergroups/coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/covergroups/coverage_state.h"

static const struct point {
    const char *name, *names, *keys;
    unsigned bins;
} points[] = {
#define POINT(name, bins, names, keys) {#name, names, keys, bins},
    POINTS(POINT)
#undef POINT
};

_Static_assert((int)BINS <= (int)COVERAGE_MOST, "who keeps hits has room for them");

void coverage_merge(struct coverage *into, const struct coverage *from) {
    coverage_add(into, from->hits);
}

void coverage_add(struct coverage *into, const uint64_t *hits) {
    for (unsigned bin = 0; bin < BINS; bin++)
        into->hits[bin] += hits[bin];
}

const uint64_t *coverage_hits(const struct coverage *coverage) {
    return coverage->hits;
}

void coverage_count(const struct coverage *coverage, unsigned *covered, unsigned *total) {
    *covered = 0;
    *total = BINS;
    for (unsigned bin = 0; bin < BINS; bin++)
        *covered += coverage->hits[bin] != 0;
}

static void bin_name(const struct point *point, unsigned bin, char *name, size_t size) {
    const char *word = point->names;
    unsigned words = 1;
    for (const char *c = word; *c; c++)
        words += *c == ' ';
    const unsigned run = point->bins / words;
    for (unsigned left = bin / run; left; left--)
        word += strcspn(word, " ") + 1;
    const int length = (int)strcspn(word, " ");
    if (run == 1)
        snprintf(name, size, "%.*s", length, word);
    else
        snprintf(name, size, "%.*s%u", length, word, bin % run);
}

void coverage_each(const struct coverage *coverage, void *context,
                   void (*bin)(void *context, const char *point, const char *name, uint64_t hits)) {
    const uint64_t *hits = coverage->hits;
    for (unsigned i = 0; i < sizeof points / sizeof *points; i++)
        for (unsigned n = 0; n < points[i].bins; n++) {
            char name[40];
            bin_name(&points[i], n, name, sizeof name);
            bin(context, points[i].name, name, *hits++);
        }
}

const char *coverage_reach(const char *point) {
    for (unsigned i = 0; i < sizeof points / sizeof *points; i++)
        if (strcmp(points[i].name, point) == 0)
            return points[i].keys;
    return NULL;
}

struct coverage *coverage_open(unsigned depth) {
    struct coverage *const coverage = calloc(1, sizeof *coverage);

    if (!coverage)
        return NULL;
    coverage->depth = depth;
    coverage_restart(coverage);
    return coverage;
}

void coverage_close(struct coverage *coverage) {
    free(coverage);
}
