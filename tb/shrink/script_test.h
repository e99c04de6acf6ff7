// A script as a Criterion test.
#ifndef SEMA_SCRIPT_TEST_H
#define SEMA_SCRIPT_TEST_H

#include <stdio.h>

#include "tb/shrink/script.h"

// Writes a test `name` that plays the script and expects no failure; `caught` says what caught it.
// Each deed has its operation, its register or its completion as a comment, by name and with its
// fields.
void script_test_print(const struct script *script, const char *name, const char *caught,
                       FILE *file);

#endif
