#include "tb/covergroups/coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/covergroups/coverage_state.h"

static const struct {
    const char *name;
    const char *names;
    unsigned bins;
} points[] = {
#define POINT(name, bins, names) {#name, names, bins},
    POINTS(POINT)
#undef POINT
};

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

void coverage_each(const struct coverage *coverage, void *context,
                   void (*bin)(void *context, const char *point, const char *name, uint64_t hits)) {
    const uint64_t *hits = coverage->hits;

    for (unsigned i = 0; i < sizeof points / sizeof *points; i++) {
        const char *names = points[i].names;
        for (unsigned n = 0; n < points[i].bins; n++) {
            char name[40];
            const size_t length = strcspn(names, " ");
            snprintf(name, sizeof name, "%.*s", (int)length, names);
            names += length + (names[length] == ' ');
            bin(context, points[i].name, name, *hits++);
        }
    }
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
