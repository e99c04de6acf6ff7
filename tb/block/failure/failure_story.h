// What came before a failure, as the boundary shows it: the history of the operations concerned,
// the last commits, the last register writes.
#ifndef SEMA_BLOCK_STORY_H
#define SEMA_BLOCK_STORY_H

#include "tb/block/failure/failure.h"

enum { STORY_LINES = 24, STORY_TEXT = 240, STORY_LIVES = 4, STORY_COMMITS = 16, STORY_WRITES = 8 };

// The first `first` lines, and the last of the others.
struct story_lines {
    unsigned count, first, most;
    struct {
        uint64_t clock;
        char text[STORY_TEXT];
    } line[STORY_LINES];
};

struct story {
    uint64_t until;                // the clock of the failure
    struct checked_outcome judged; // what rules say of the RTL alone, up to that clock
    unsigned lives;
    struct life {
        uint64_t tag;
        uint32_t handle; // of its grant
        bool held, over; // granted; complete or rejected: its tag may be another operation's
        struct story_lines lines;
    } life[STORY_LIVES];
    struct story_lines commits, writes;
    uint64_t reset, resets; // the last clock of the last one
    uint32_t registers[VIEW_WORDS];
};

// Plays the tape on the RTL up to the scene's failure. False: `error` says why.
bool story_play(struct story *story, const struct scene *scene, const char *tape,
                struct text_error *error);

void story_write(const struct story_lines *lines, FILE *file);

// The text of a report.
void failure_report_write(const struct failure_case *failure, const struct scene *scene,
                          const struct story *story, FILE *file);

#endif
