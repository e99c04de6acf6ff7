// The same runs in Python: a child process, timed by itself with the same monotonic clock.
#ifndef SEMA_BENCH_PYTHON_H
#define SEMA_BENCH_PYTHON_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/cli/settings.h"

enum { BENCH_MORE_MAX = 4 };

// Runs `model` (scripts/bench/model.py) over a workload and a policy, with the settings and then
// `more` ("key=value", ends with NULL, at most BENCH_MORE_MAX). False: the reason has been printed.
bool bench_python(const char *model, const struct settings *settings, const char *workload,
                  const char *policy, const char *const *more, uint64_t *events, double *seconds);

#endif
