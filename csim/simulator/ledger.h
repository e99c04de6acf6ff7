// The ledger of a clocked run with the block in the policy's seat (csim/simulator/simulate.h): what
// each operation waited for between its submission and its grant. From instant to instant (an event
// of the simulator or an edge of the block's clock) every operation that waits is booked on one
// part, the first in the order below that holds, so that the parts of an operation add up to its
// wait, to the picosecond. What no part explains is booked as unexplained, and should be nothing.
//
// In zero time all of a wait is WAIT_CREDIT.
#ifndef SEMA_LEDGER_H
#define SEMA_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/config/config.h"
#include "csim/interface/edge.h"
#include "csim/simulator/seat.h"

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

// "credit", ... as in CSVs; and what it means, for tables.
extern const char *const wait_part_name[WAIT_PARTS];
extern const char *const wait_part_meaning[WAIT_PARTS];

struct ledger_entry {
    uint64_t part_ps[WAIT_PARTS];
    uint64_t wait_ps; // from its submission to its grant
    bool granted, urgent;
};

struct ledger;

// For a run of config->operations. NULL when out of memory. The caller closes it.
struct ledger *ledger_open(const struct config *config);
void ledger_close(struct ledger *ledger);

// --- for csim/simulator/admission_clocked.c, in the order of time: everything below before it
// counts -------

struct policy_state;
struct policy;

// What a ledger looks at. The state is as it would be if returns took no time.
struct ledger_view {
    const struct policy *policy;
    const struct policy_state *state;
    struct seat *seat;
    const struct job *jobs;
    uint64_t edge; // number of the next edge
    uint64_t clock_ps;
};

// Time goes on to `now_ps`.
void ledger_advance(struct ledger *ledger, const struct ledger_view *view, uint64_t now_ps);

// A job waits; a stage of a granted one, or (CLASSES) the whole of it, is over.
void ledger_wait(struct ledger *ledger, const struct ledger_view *view, uint32_t job);
void ledger_over(struct ledger *ledger, const struct ledger_view *view, uint32_t index,
                 unsigned class, uint16_t id);

// Edge number view->edge - 1 was just evaluated; its decision does not count yet.
void ledger_edge(struct ledger *ledger, const struct ledger_view *view);

// A job leaves its source, granted or not.
void ledger_leave(struct ledger *ledger, const struct job *job, uint32_t index, bool granted,
                  uint64_t now_ps);

// --- results ------------------------------------------------------------------------------------

// Operation `index`'s entry. The parts of one that was granted add up to its wait.
const struct ledger_entry *ledger_entry(const struct ledger *ledger, uint32_t index);
uint64_t ledger_operations(const struct ledger *ledger);

// Operations whose parts do not add up to their wait: a mistake of the ledger.
uint64_t ledger_wrong(const struct ledger *ledger);

#endif
