// What was, in the clock in which a run went wrong: put together while its tape is played on golden
// model and RTL.
#pragma once

#include "csim/base/text_error.h"
#include "tb/block/block_tape.h"
#include "tb/block/checked_run.h"
#include "tb/block/fields.h"

enum { SNAPSHOT_CAUSE = 300 };

// Large: it lives on the heap.
struct snapshot {
    struct checked_outcome failure; // why the run failed
    struct checked_outcome played;  // what the tape shows
    struct block_tape_header header;
    bool differs; // golden model and RTL do, in `out`
    // Where it is known, "the RTL samples axi_araddr while its valid is low: ", "axi_awready
    // follows rst_n within the clock, ...: ": what the failure comes from.
    char cause[SNAPSHOT_CAUSE];
    struct ref_state ref; // by the commits of the clocks before
    struct block_in in;
    struct block_out out, dut; // of the golden model and the RTL
};

// On which block a tape is played, up to which clock, and its observers.
struct snapshot_run {
    enum block_kind kind;
    uint64_t until;
    const uint16_t *undefined; // as in struct checked_run
    struct ref_reader reader;
    const struct commit_sink *sink; // or NULL
};

// Plays a tape as a checked run. False: it cannot be played; `error` says why.
bool snapshot_tape(const char *tape, const struct snapshot_run *as,
                   struct block_tape_header *header, struct checked_outcome *outcome,
                   struct text_error *error);

// The same in lockstep, up to its failure. `known`, or NULL, is a failure that was found with more
// than the tape: it stands unless the tape shows one that is not later.
bool snapshot_play(struct snapshot *snapshot, const char *tape, const struct checked_outcome *known,
                   struct text_error *error);

// The first element that differs, of the most telling group: `at` is of OUT_FIELDS.
bool snapshot_differs(const struct snapshot *snapshot, struct field_at *at);

// Tags of the operations concerned, up to `most`; how many.
unsigned snapshot_tags(const struct snapshot *snapshot, uint64_t *tag, unsigned most);

// Lanes concerned, as a set; and of them those that a side alone refuses, or whose field differs.
uint64_t snapshot_lanes(const struct snapshot *snapshot);
uint64_t snapshot_guilty(const struct snapshot *snapshot);
