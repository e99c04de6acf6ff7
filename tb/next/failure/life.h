// The history of an operation, as the boundary shows it.
#ifndef SEMA_NEXT_LIFE_H
#define SEMA_NEXT_LIFE_H

#include "csim/base/text_error.h"
#include "tb/next/failure/scene.h"

enum { LIFE_LINES = 24, LIFE_TEXT = 200, LIVES = 4 };

struct life {
    uint64_t tag;
    uint32_t handle; // of its grant
    bool held, over; // granted, and not complete; complete, rejected or answered
    unsigned count;
    struct {
        uint64_t clock;
        char text[LIFE_TEXT];
    } line[LIFE_LINES]; // the first, and the last
};

struct lives {
    struct life life[LIVES];
    unsigned count;
    uint64_t until; // the clock of the failure, included
};

// Plays the tape on the golden model up to `until`, and writes down what became of the operations
// of these tags. False: `error` says why.
bool lives_play(struct lives *lives, const char *tape, struct text_error *error);

// The clock of the first line of all lives; `otherwise` if there is none.
uint64_t lives_begin(const struct lives *lives, uint64_t otherwise);

void life_write(const struct life *life, FILE *file);

#endif
