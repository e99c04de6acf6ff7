// What was, in the clock in which a run went wrong: put together while its tape is played on golden
// model and RTL.
#pragma once

#include "csim/base/std.h"
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

// --- why a run failed, in a sentence, and where to read on: cause.c ---------------------------

struct cause {
    char text[CHECKED_REASON];
    const char *rule, *loss; // that is broken, and what a user loses; NULL: no rule says it
    const char *about;       // a row of the table of cause.c
    bool by_ports;           // and it comes from how a port is used (snapshot->cause)
};

// What a rule says of the RTL alone (`judged`, up to the clock of the failure); else what differs,
// by the kind of commit, transaction or message that it belongs to.
void cause_find(struct cause *cause, const struct snapshot *snapshot,
                const struct checked_outcome *judged);

// It is about which of those that wait is chosen.
bool cause_of_choice(const struct cause *cause);

// Files of the specification and of the RTL in `folder`, as many of the latter as there are.
void cause_places(const struct cause *cause, const char *folder, FILE *file);

// --- report.c ---------------------------------------------------------------------------------
//
// What came before a failure, as the RTL shows it at its boundary: the life of each operation
// concerned, the last commits, the last register writes; and what rules say of it.

enum { HISTORY_LIVES = 4 };

struct story;

struct history {
    uint64_t until;                // the clock of the failure
    struct checked_outcome judged; // the RTL alone, up to that clock
    unsigned lives;
    struct op_history {
        uint64_t tag, offered; // the clock in which it was taken; UINT64_MAX: never
        struct story *story;
    } life[HISTORY_LIVES];
    struct story *last; // commits of all, in the clocks before
    FILE *writes;       // of registers, into
    char *text;
    size_t size;
    uint64_t reset, resets; // the last clock of the last one
    uint32_t registers[REF_WORDS];
};

// Plays the tape on the RTL up to the snapshot's failure. False: `error` says why. To be closed
// either way.
bool history_play(struct history *history, const struct snapshot *snapshot, const char *tape,
                  struct text_error *error);
void history_close(struct history *history);

// What failed, why, and where to read on: the first lines of a report, and all of it.
void failure_cause_write(const struct snapshot *snapshot, const struct history *history,
                         FILE *file);
void failure_report_write(const struct snapshot *snapshot, const struct history *history,
                          FILE *file);
