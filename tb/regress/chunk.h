// One chunk of a regression: its seeds in lockstep, one after the other, and the file of what came
// of them, FOLDER/WORKLOAD-FIRST-LAST.runs. It is written beside its place and moved there when it
// is whole, so that a chunk whose file is there is done. Killed in between, what was written stays
// beside it, and whoever takes the chunk up again goes on after the last whole line. Two processes
// never work on one chunk: the second waits for the first, and finds the work done.
//
// A file's first line has the key of its chunk (manifest.h); a file with another key counts as not
// there. Nothing in it depends on the host, the time or who wrote it.
#ifndef SEMA_CHUNK_H
#define SEMA_CHUNK_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/block/checked_run.h"
#include "tb/regress/manifest.h"

enum { SIGNATURE_BYTES = CHECKED_CAUGHT + CHECKED_REASON + 2 };

// What came of a seed: a line of the file.
struct chunk_row {
    uint64_t seed;
    uint64_t operations; // offered
    uint64_t cycles;     // evaluated and skipped
    uint64_t hash;       // of the commit stream
    uint64_t mismatches;
    // Empty: fine. Else what caught it, with "#" for every number, so that runs that fail in the
    // same way share it: "lockstep: kind: dut deny, ref grant".
    char signature[SIGNATURE_BYTES];
};

// The run that a seed of a chunk is.
struct checked_run chunk_seed(const struct manifest *manifest, unsigned chunk, uint64_t seed);

// Fills in the row of a run that has ended.
void chunk_row_make(struct chunk_row *row, uint64_t seed, const struct checked_outcome *outcome);

enum chunk_status {
    CHUNK_FINE,   // whole, no run failed
    CHUNK_FAILED, // whole, some did
    CHUNK_BROKEN, // not whole; the reason has been printed
};

// Makes sure that the chunk's file is there. Where a run kills its process (a crash, an assertion)
// that is what came of its seed, and the next ones go on in a new process. `ran` is called in this
// process or in one started by it after each run that was not done before; may be NULL.
enum chunk_status chunk_run(const struct manifest *manifest, unsigned chunk, const char *folder,
                            void (*ran)(void *context), void *context);

// The rows of a chunk's file: all of the chunk's, or, if the file is not there or not whole, those
// that are written beside its place.
struct chunk_rows {
    uint64_t count;
    bool whole; // the file is there
};

// Reads them in order; `each` may be NULL.
struct chunk_rows chunk_read(const struct manifest *manifest, unsigned chunk, const char *folder,
                             void (*each)(void *context, const struct chunk_row *row),
                             void *context);

#endif
