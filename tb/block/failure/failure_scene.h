// What was, in the clock in which a run went wrong: put together while its tape is played on golden
// model and RTL.
#ifndef SEMA_BLOCK_SCENE_H
#define SEMA_BLOCK_SCENE_H

#include "csim/base/text_error.h"
#include "tb/block/block_tape.h"
#include "tb/block/checked_run.h"
#include "tb/block/fields.h"

enum { SCENE_CAUSE = 300 };

// Large: it lives on the heap.
struct scene {
    struct checked_outcome failure; // why the run failed
    struct checked_outcome played;  // what the tape shows
    struct block_tape_header header;
    bool differs; // golden model and RTL do, in `out`
    // Where it is known, "the RTL samples axi_araddr while its valid is low: ", "axi_awready
    // follows rst_n within the clock, ...: ": what the failure comes from.
    char cause[SCENE_CAUSE];
    struct view view; // by the commits of the clocks before
    struct block_in in;
    struct block_out out, dut; // of the golden model and the RTL
};

// On which block a tape is played, up to which clock, and who hears.
struct scene_run {
    enum block_kind kind;
    uint64_t until;
    const uint16_t *undefined; // as in struct checked_run
    struct view_reader reader;
    const struct commit_sink *sink; // or NULL
};

// Plays a tape as a checked run. False: it cannot be played; `error` says why.
bool scene_tape(const char *tape, const struct scene_run *as, struct block_tape_header *header,
                struct checked_outcome *outcome, struct text_error *error);

// The same in lockstep, up to its failure. `known`, or NULL, is a failure that was found with more
// than the tape: it stands unless the tape shows one that is not later.
bool scene_play(struct scene *scene, const char *tape, const struct checked_outcome *known,
                struct text_error *error);

// The first element that differs, of the group that tells most: `at` is of OUT_FIELDS.
bool scene_differs(const struct scene *scene, struct field_at *at);

// Tags of the operations concerned, up to `most`; how many.
unsigned scene_tags(const struct scene *scene, uint64_t *tag, unsigned most);

// Lanes concerned, as a set; and of them those that a side alone refuses, or whose field differs.
uint64_t scene_lanes(const struct scene *scene);
uint64_t scene_guilty(const struct scene *scene);

#endif
