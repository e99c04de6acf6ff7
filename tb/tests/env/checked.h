// Checked runs of workloads, for tests: environment, block, checker.
#ifndef SEMA_TEST_CHECKED_H
#define SEMA_TEST_CHECKED_H

#include "tb/regress/checked_run.h"
#include "tb/tests/base/fixture.h"

enum { CHECKED_KINDS = 3 };

// What decides: "golden", "rtl" and "lockstep".
extern const char *const checked_kinds[CHECKED_KINDS];

// A run on one of the kinds, idle clocks skipped. The test fails if it cannot be set up.
struct checked_outcome checked_run(struct checked_run check, const char *kind);

#endif
