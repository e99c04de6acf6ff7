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

#include "csim/evaluation/experiment.h"

enum sweep_loop { LOOP_BURST, LOOP_CLOSED, LOOP_TIGHT, LOOP_OPEN, LOOPS };

// "burst", "closed", "tight", "open".
extern const char *const sweep_loop_name[LOOPS];

enum sweeps_measure {
    SWEEPS_END,            // ends a list
    SWEEPS_P99,            // of latency-sensitive operations, ns
    SWEEPS_P99_CHANGE,     // over the base value, %
    SWEEPS_GOODPUT_CHANGE, // the same of goodput: below zero where utilisation is lost
    SWEEPS_UTILISATION,    // of the workload's bottleneck, %
    SWEEPS_FEEDBACK,       // bytes of grant messages over the makespan, Gb/s
    // Of initiators: csim/simulator/initiators.h.
    SWEEPS_DEBT,      // most debt, % of its window
    SWEEPS_TOLD,      // most debt of operations whose initiators knew, % of its window
    SWEEPS_FAIRNESS,  // Jain's index of goodput
    SWEEPS_P99_RATIO, // greatest over least P99
    SWEEPS_SETTLED,   // us until parts are equal, and operations of one initiator until then
    SWEEPS_SETTLED_OPERATIONS,
    // Of the block in its own environment: csim/simulator/block_result.h.
    SWEEPS_AGAIN,    // further offers for each 100 operations
    SWEEPS_REPEATED, // of these, those answered with the reservation held, %
    SWEEPS_TWICE,    // operations executed a second time, for each 100
    SWEEPS_LEFT,     // reservations neither freed nor void
    SWEEPS_VOIDED,   // reservations void by a reset
    SWEEPS_RECOVERY, // us until goodput is back
    SWEEPS_LOST,     // us of goodput that were lost
    SWEEPS_MEASURES
};

enum { SWEEPS_LIST_MAX = 10 };

struct sweep {
    const char *name;                              // of its files
    const char *meaning;                           // what a value is, one line
    const char *base;                              // the value that the others are compared with
    struct experiment loop[LOOPS];                 // without a name: it is not run so
    enum sweeps_measure measures[SWEEPS_LIST_MAX]; // of its points
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

struct sweeps_point {
    double mean, low, high; // over the seeds, each compared with the base value in the same seed
    uint64_t rejected;      // operations, in all of them
};

// For each workload, in the order of the experiments', its configuration without a sweep's value,
// and the time that its bottleneck works for a mean operation.
struct sweeps_workloads {
    struct config config[EXPERIMENT_LIST_MAX];
    double full_ns[EXPERIMENT_LIST_MAX];
};

struct sweeps_results {
    const struct sweep *sweep;
    const struct experiment_results *loop[LOOPS]; // where it is run so
    const struct sweeps_workloads *workloads;
};

// The point of a workload and a value, which exist.
struct sweeps_point sweeps_point(const struct sweeps_results *results, enum sweep_loop loop,
                                 const char *workload, const char *value,
                                 enum sweeps_measure measure);

// The number of the first value, in the sweep's order from the base value on, at which the mean is
// beyond `bound`: below it where it is negative, above it where it is positive. -1: none.
int sweeps_first_beyond(const struct sweeps_results *results, enum sweep_loop loop,
                        const char *workload, enum sweeps_measure measure, double bound);

// Is it run so?
static inline bool sweeps_has(const struct sweep *sweep, enum sweep_loop loop) {
    return sweep->loop[loop].name != NULL;
}

// Every run as CSV: the experiments' columns and what the sweeps are about.
void sweeps_write(const struct sweeps_results *results, FILE *file);

// Every point as CSV, for figures.
void sweeps_write_points(const struct sweeps_results *results, FILE *file);

#endif
