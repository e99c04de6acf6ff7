// A row for each operation of a run of the event simulator, as it completes: what it was and when
// each of its steps was, as CSV that pandas reads as integers. A watcher of the run (simulate.h).
#pragma once

#include "csim/simulator/simulate.h"

// Operations that are on their way have places by their numbers' lowest bits.
enum { LATENCIES_MAX = 1 << 22 };

// Zero before it is opened.
struct latencies {
    FILE *file; // the caller's
    uint64_t mask;
    struct latencies_steps {
        uint32_t op;   // the last one of this place
        uint16_t seen; // its steps, bit by bit
        unsigned retries;
        uint64_t at_ps[STEPS]; // of its last of each that was seen
    } * steps;
    bool full; // an operation was on its way while LATENCIES_MAX later ones came: rows lack
};

// Writes the line of names. Of a run of so many operations: memory that none needs is not touched.
// False: out of memory. To be closed either way.
bool latencies_open(struct latencies *latencies, uint64_t operations, FILE *file);
void latencies_close(struct latencies *latencies);

// As simulate_watcher has it; `context`: the struct latencies.
void latencies_saw(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                   unsigned partition, const struct policy_state *state);
