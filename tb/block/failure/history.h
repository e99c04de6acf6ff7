// What came before a failure, as the RTL shows it at its boundary: the life of each operation
// concerned, the last commits, the last register writes; and what rules say of it.
#pragma once

#include "csim/explain/story.h"
#include "tb/block/failure/failure.h"

enum { HISTORY_LIVES = 4 };

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
