// The merged report of a regression: every run's row, in the order of the manifest, and the
// failures in buckets of one signature. The same bytes whoever ran the chunks, and in which order.
#ifndef SEMA_REGRESS_REPORT_H
#define SEMA_REGRESS_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tb/regress/chunk.h"
#include "tb/regress/manifest.h"

// Runs that failed in the same way.
struct report_bucket {
    char signature[SIGNATURE_BYTES];
    uint64_t runs;
    // The run of them with the fewest cycles, the first one of these.
    unsigned chunk;
    struct chunk_row example;
};

struct report_sum {
    uint64_t runs, failed, operations, cycles, mismatches;
};

struct report {
    const struct manifest *manifest;
    struct report_sum all;
    struct report_sum workloads[MANIFEST_WORKLOADS]; // as in the manifest
    unsigned bucket_count;
    unsigned missing;              // chunks that have no file
    struct report_bucket *buckets; // the one with most runs first
};

// Reads the chunks' files. False: out of memory, which has been printed. The caller closes it, also
// then. Where chunks are missing only they are right.
bool report_read(struct report *report, const struct manifest *manifest, const char *folder);
void report_close(struct report *report);

// Which chunks have no file, and where each ended: a line each.
void report_missing(const struct report *report, const char *folder, FILE *file);

// Writes PREFIX.csv (workload,seed,operations,cycles,hash,mismatches,signature), PREFIX.xml (JUnit:
// a suite for each workload, a case for each seed) and PREFIX.json (sums and buckets). False: the
// reason has been printed.
bool report_write(const struct report *report, const char *folder, const char *prefix);

// The tables for people.
void report_print(const struct report *report);

#endif
