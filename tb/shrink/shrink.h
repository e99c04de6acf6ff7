// Shrinking: from a run that fails to few and plain deeds that still fail in the same way: first
// the last operations alone, or else a section of the run, then deeds left out in ever smaller
// groups (delta debugging), then values made smaller and waits shorter, over and over until nothing
// helps.
#ifndef SEMA_SHRINK_H
#define SEMA_SHRINK_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/shrink/script.h"

enum { CAUGHT_SIZE = 96 };

struct shrink_result {
    uint32_t operations_before;
    uint32_t operations; // offers that are left
    uint32_t deeds;
    uint64_t cycle;           // clock of the failure
    uint64_t trials;          // runs
    char caught[CAUGHT_SIZE]; // what catches it now
    double seconds;           // of processor time
};

// Plays a script on RTL and golden model in lockstep, with the checker. Returns whether it fails,
// and then in `caught` what caught it ("lockstep: FIELD" or "checker: CHECK") and in which clock.
bool script_fails(const struct script *script, const bool *left_out, char caught[CAUGHT_SIZE],
                  uint64_t *cycle);

// Makes `script` as small as it gets in `seconds` of processor time, caught by lockstep if `caught`
// says lockstep, and by the checker if not. False: played, it does not fail in that way, and is as
// it was. `fails` is script_fails, or something else in tests.
typedef bool script_judge(const struct script *script, const bool *left_out,
                          char caught[CAUGHT_SIZE], uint64_t *cycle);
bool shrink(struct script *script, script_judge *fails, const char *caught, double seconds,
            struct shrink_result *result);

#endif
