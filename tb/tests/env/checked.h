// Checked runs of workloads, for tests: environment, block, checker.
#ifndef SEMA_TEST_CHECKED_H
#define SEMA_TEST_CHECKED_H

#include "tb/regress/check.h"

enum { CHECKED_KINDS = 3 };

// What decides: "golden", "rtl" and "lockstep".
extern const char *const checked_kinds[CHECKED_KINDS];

// A workload's file with some keys set, "key=value"; NULL or the end of four ends them. The test
// fails if it cannot be read, or has no such key or value.
struct config checked_config(const char *workload, const char *const sets[4]);

// Runs it on one of the kinds, idle clocks skipped. The test fails if it cannot be set up.
struct check_outcome checked_run(struct check check, const char *kind);

#endif
