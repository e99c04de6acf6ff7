// What was, in the clock in which a run went wrong, and what came before: put together while its
// tape is played on golden model and RTL.
#ifndef SEMA_NEXT_SCENE_H
#define SEMA_NEXT_SCENE_H

#include "csim/base/text_error.h"
#include "tb/next/block_tape.h"
#include "tb/next/check/check.h"
#include "tb/next/fields.h"
#include "tb/next/pair.h"

enum { SCENE_CLOCKS = 32, SCENE_WRITES = 8, SCENE_TEXT = 320 };

// Why a run failed: what caught it, the field or rule, and the clock. As checked_run.h has it.
struct scene_failure {
    bool failed;
    uint64_t clock;
    char caught[SCENE_TEXT], reason[SCENE_TEXT];
};

// A clock in which something commits; debts are by the commits before.
struct scene_clock {
    uint64_t clock;
    struct path_out out;
};

struct scene_write {
    uint64_t clock; // of its answer
    uint16_t address;
    uint32_t data, before;
    bool refused;
};

// Large: it lives on the heap.
struct scene {
    struct scene_failure failure;
    struct block_tape_header header;
    uint64_t clocks;  // played
    bool seen;        // the clock of the failure, and so all below
    bool differs;     // golden model and RTL do, in `out`
    struct view view; // by the commits of the clocks before
    struct block_in in;
    struct block_out out, dut; // of the golden model and the RTL

    struct scene_clock last[SCENE_CLOCKS]; // a ring, as is the next
    uint64_t last_count;
    struct scene_write write[SCENE_WRITES];
    uint64_t write_count;
    uint64_t reset, resets; // the last clock of the last one

    // While it is played.
    struct scene_playing {
        struct block_model rtl;
        struct pair pair;
        struct check check;
        struct view view;
        uint32_t registers[VIEW_WORDS];
    } playing;
};

// Plays the tape in lockstep, with the rules, up to a few clocks behind its failure. `known`, or
// NULL, is a failure that was found with more than the tape: it stands unless the tape shows one
// that is not later. False: the tape cannot be played; `error` says why.
bool scene_play(struct scene *scene, const char *tape, const struct scene_failure *known,
                struct text_error *error);

// The first element that differs, of the group that tells most: `at` is of OUT_FIELDS.
bool scene_differs(const struct scene *scene, struct field_at *at);

// Tags of the operations concerned, up to `most`; how many.
unsigned scene_tags(const struct scene *scene, uint64_t *tag, unsigned most);

// Lanes concerned, as a set.
uint64_t scene_lanes(const struct scene *scene);

// One sentence of cause, without a full stop.
enum { CAUSE_TEXT = 500 };
const char *scene_cause(const struct scene *scene, char text[CAUSE_TEXT]);

// Parts of sentences, for cause and report alike: "operation 39, a fetch-add on Atomic 0"; why a
// lane has room for its demand, or none: "debt 62400 + demand 1600 = 64000, window 64000". Both
// write into `text`, and return it.
const char *scene_op(const struct view *view, uint64_t tag, char text[SCENE_TEXT]);
const char *scene_room(const struct view *view, const struct view_op *op, unsigned lane,
                       char text[SCENE_TEXT]);

#endif
