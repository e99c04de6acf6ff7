// What a user gets of a script that fails: the least that still fails in the same way, as report,
// tape, waves and a Criterion test.
#ifndef SEMA_SCRIPT_FAILURE_H
#define SEMA_SCRIPT_FAILURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "csim/base/text_error.h"
#include "tb/shrink/script.h"

struct script_failure {
    const char *name;     // of the folder
    const char *workload; // where the script is from, as the user named it
    uint64_t seed;
    uint32_t clock_ps;
    const char *caught; // what catches it: see shrink()
};

// Shrinks `script` and writes FOLDER/NAME/ with report.txt, tape.gz, waves.fst, view.gtkw and
// regression.c, and a line about it to `file`. A script that, played, does not fail in that way is
// said so, too. False, with a line in `error`: something could not be written.
bool script_failure_write(struct script *script, const struct script_failure *what,
                          const char *folder, FILE *file, struct text_error *error);

// Writes a Criterion test `name` that plays the script and expects no failure; `caught` says what
// caught it. Each deed has its operation, its register or its completion as a comment, by name and
// with its fields.
void script_test_print(const struct script *script, const char *name, const char *caught,
                       FILE *file);

#endif
