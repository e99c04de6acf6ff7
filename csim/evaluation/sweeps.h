// What the paper leaves open, answered by sweeps of one parameter each, for the policy semacredit:
// what coarse units of the counters cost, which width the counters need, what it costs to tell
// initiators of returned credit late and seldom, how many operations the arbiter must see, and what
// becomes of many initiators; and, for the admission block in its own environment, what lost
// answers, resets and changing windows do. Sweeps of a policy run the paper's bursts, and the same
// shapes in a closed loop, where what is lost is lost for as long as the load lasts: with the
// paper's windows, which have room to spare, and with tight ones, where every unit counts. The
// block runs in open loop. scripts/paper compares every value with the first.
#ifndef SEMA_SWEEPS_H
#define SEMA_SWEEPS_H

#include "csim/evaluation/experiment.h"

enum { SWEEP_LOOPS_MAX = 3 };

struct sweep {
    const char *name;                         // of its files, and of its experiments
    struct experiment loops[SWEEP_LOOPS_MAX]; // those that there are
};

// A row without a name ends it. Closed loops have twice the bound on commands outstanding, so that
// there are always operations that wait; their settings end where the caller adds their lengths,
// which those of the open loop may have.
extern const struct sweep sweeps[];

// By its name; NULL if there is none.
const struct sweep *sweeps_find(const char *name);

// The finest unit, as a power of two, in which counters of so many bits hold windows up to this
// one. A counter holds at most 2^bits - 2, as in the admission block; a demand that may ever be
// admitted is no greater than its window.
unsigned sweeps_quantum(uint64_t window, unsigned bits);

#endif
