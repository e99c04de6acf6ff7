// Hunts mutants: which of them do runs of some kind notice? A program is a main function that says
// what the runs are, and a model or C that holds mutants (mutant.h).
#ifndef SEMA_HUNT_H
#define SEMA_HUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/regress/checked_run.h"

// What became of one mutant.
struct verdict {
    bool killed;
    const char *run; // name of the one that noticed
    uint64_t seed, cycle;
    char caught[CAUGHT_BYTES]; // how
};

struct hunt {
    unsigned runs;
    // Does run number `run` on the mutant that is alive, in a process of its own.
    void (*run)(const void *context, unsigned run, struct verdict *verdict);
    const void *context;
};

// Hunts the mutants whose numbers are on standard input, one a line, in `jobs` processes; each is
// run until a run notices. Prints, in the order of the input, "NUMBER,CAUGHT_BY,RUN,SEED,CYCLE",
// with CAUGHT_BY empty for one that survived. Mutant 0, which is none, has to survive first.
// Returns the status to exit with: 1, with a line said, if it did not.
int hunt_mutants(const struct hunt *hunt, unsigned jobs);

#endif
