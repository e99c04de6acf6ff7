// What the paper leaves open, answered by sweeps of one parameter each, for the policy semacredit:
// what coarse units of the counters cost, which width the counters need, what it costs to tell
// initiators of returned credit late and seldom, how many operations the arbiter must see, and what
// becomes of many initiators; and, for the admission block in its own environment, what lost
// answers, resets and changing windows do. Sweeps of a policy run the paper's bursts, and the same
// shapes in a closed loop, where what is lost is lost for as long as the load lasts: with the
// paper's windows, which have room to spare, and with tight ones, where every unit counts. The
// block runs in open loop.
#ifndef SEMA_SWEEPS_H
#define SEMA_SWEEPS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "csim/evaluation/metric.h"

enum sweep_loop { LOOP_BURST, LOOP_CLOSED, LOOP_TIGHT, LOOP_OPEN, LOOPS };

// "burst", "closed", "tight", "open"; and for tables.
extern const char *const sweep_loop_name[LOOPS], *const sweep_loop_title[LOOPS];

enum { SWEEPS_LIST_MAX = 12 };

struct sweep {
    const char *name;                     // of its files
    const char *meaning;                  // what a value is, one line
    const char *base;                     // the value that the others are compared with
    struct experiment loop[LOOPS];        // without a name: it is not run so
    enum metric metrics[SWEEPS_LIST_MAX]; // of its points
};

// In the order of tables; a row without a name ends it. Closed loops have twice the bound on
// commands outstanding, so that there are always operations that wait; their settings end where the
// caller adds their lengths, which those of the open loop may have.
extern const struct sweep sweeps[];

// By its name; NULL if there is none.
const struct sweep *sweeps_find(const char *name);

// The finest unit, as a power of two, in which counters of so many bits hold windows up to this
// one. A counter holds at most 2^bits - 2, as in the admission block; a demand that may ever be
// admitted is no greater than its window.
unsigned sweeps_quantum(uint64_t window, unsigned bits);

struct sweeps_results {
    const struct sweep *sweep;
    const struct experiment_results *loop[LOOPS]; // where it is run so
};

// The point of a workload and a value, which exist, compared with the base value.
struct metric_estimate sweeps_point(const struct sweeps_results *results, enum sweep_loop loop,
                                    const char *workload, const char *value, enum metric metric);

// Is it run so?
static inline bool sweeps_has(const struct sweep *sweep, enum sweep_loop loop) {
    return sweep->loop[loop].name != NULL;
}

// Every run as CSV: the experiments' columns and what the sweeps are about.
void sweeps_write(const struct sweeps_results *results, FILE *file);

// Every point as CSV, for figures.
void sweeps_write_points(const struct sweeps_results *results, FILE *file);

#endif
