// The wait breakdown of a clocked run with the block in the policy's place
// (csim/simulator/simulate.h): what each operation waited for between its submission and its grant.
// From instant to instant (an event of the simulator or an edge of the block's clock) every
// operation that waits counts for one part, the first in the order below that holds, so that the
// parts of an operation add up to its wait, to the picosecond. What no part explains counts as
// unexplained, and should be nothing.
//
// In zero time all of a wait is WAIT_CREDIT.
#ifndef SEMA_WAIT_BREAKDOWN_H
#define SEMA_WAIT_BREAKDOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/config/config.h"

enum wait_part {
    WAIT_ORDER, // at its source, held back by its ordering domain
    // An arbiter that takes no time, told of returns and completions in no time, would not let it
    // in either.
    WAIT_CREDIT,
    // It would; but the operation's first edge is still to come;
    WAIT_ALIGN,
    // one of equal demand goes before it, and has no slot either, or one too few;
    WAIT_BEHIND,
    WAIT_SLOT,     // it heads those of equal demand, and every slot is taken;
    WAIT_OFFER,    // others are offered, one in each clock;
    WAIT_PIPELINE, // it was offered less than OFFER_TO_DECISION clocks ago;
    // it is in a slot, and of the credit or the completion that it still lacks at the block the
    // beat waits for its first edge;
    WAIT_RETURN_ALIGN,
    WAIT_RETURN_QUEUE,    // the beat waits for its port, or for the collector;
    WAIT_RETURN_PIPELINE, // the beat is under way to the counter;
    WAIT_CHOICE,          // the block has all it needs, and has to compare, choose and scale;
    WAIT_ARBITRATION,     // others are decided on.
    WAIT_UNEXPLAINED,
    WAIT_PARTS
};

extern const struct wait_part_text {
    const char *name;    // "credit", ... as in CSVs
    const char *meaning; // for tables
} wait_part_text[WAIT_PARTS];

struct wait_breakdown_entry {
    uint64_t part_ps[WAIT_PARTS];
    uint64_t wait_ps; // from its submission to its grant
    bool granted, urgent;
};

struct wait_breakdown;

// For a run of config->operations. NULL when out of memory. The caller closes it.
struct wait_breakdown *wait_breakdown_open(const struct config *config);
void wait_breakdown_close(struct wait_breakdown *breakdown);

// Operation `index`'s entry. The parts of one that was granted add up to its wait.
const struct wait_breakdown_entry *wait_breakdown_entry(const struct wait_breakdown *breakdown,
                                                        uint32_t index);
uint64_t wait_breakdown_operations(const struct wait_breakdown *breakdown);

// Operations whose parts do not add up to their wait: a mistake of the breakdown.
uint64_t wait_breakdown_wrong(const struct wait_breakdown *breakdown);

#endif
