// The runs that benchmarks of the event simulator measure, and what such a run asks of its event
// queue.
#ifndef SEMA_BENCH_LOAD_H
#define SEMA_BENCH_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/config/config.h"
#include "csim/simulator/simulate.h"

// The policy measured.
const char *bench_policy(void);

// Runs it once, seed 0. False: the reason has been printed.
bool bench_run(const struct config *config, struct simulate_result *result);

// Spaces the operations of a burst so far that they offer the bottleneck nine tenths of what it can
// serve. False: the reason has been printed.
bool bench_steady(struct config *config);

// How long before its time each event of a run was posted, in the order in which they happened, and
// how many were waiting for their time, on average; submissions included.
struct bench_load {
    uint64_t *ahead_ps;
    uint32_t count; // of them; as many as the run has events
    uint32_t depth;
};

// Records it; of no more than 100 million operations, at least one. False: the reason has been
// printed. The caller closes it.
bool bench_load_open(struct bench_load *load, const struct config *config);
void bench_load_close(struct bench_load *load);

#endif
