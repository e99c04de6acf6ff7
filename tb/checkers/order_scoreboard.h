// The checker's scoreboard of the order of grants (rtl/spec/arbiter.md): who waits, and what was
// in force in the last clocks, from what crosses the boundary. The checks say what holds of
// every block that keeps the specification, whatever an observer cannot see of it.
#ifndef SEMA_ORDER_SCOREBOARD_H
#define SEMA_ORDER_SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/interface/edge.h"
#include "tb/checkers/axi_monitor.h"
#include "tb/checkers/register_image.h"
#include "tb/checkers/slot_scoreboard.h"

enum { FORCE_CLOCKS = 8 }; // that are remembered

// What was in force in a clock.
struct in_force {
    uint64_t clock;
    uint64_t grants; // made before it
    uint32_t debt[LANES];
    uint32_t window[LANES];
    uint16_t starvation_bound;
    bool has_room; // for a reservation: an id is free for certain, and the limit is not reached
};

// Open value: initialise with order_scoreboard_reset.
struct order_scoreboard {
    unsigned depth;
    struct slot_scoreboard waiting;
    struct waiting_op *taken;    // in the last clock; NULL: none
    struct register_image image; // in force in the next clock
    struct in_force force[FORCE_CLOCKS];
    uint64_t stale;        // clock from which demands are others than before
    uint64_t unsure_until; // clock: a count of grants may have wrapped before
    uint32_t window[LANES];
    uint32_t debt[LANES]; // as last shown
    unsigned held;        // reservations
    bool op_ready;        // as last shown
};

// Out of reset, a block of `depth` reservations.
void order_scoreboard_reset(struct order_scoreboard *scoreboard, unsigned depth);

// In a state at rest.
struct block_state;
void order_scoreboard_begin(struct order_scoreboard *scoreboard, unsigned depth,
                            const struct block_state *state);

// Checks, in the order in which they are checked.
#define ORDER_CHECKS(X)                                                                            \
    X(decided_waits)   /* a decision is of an operation that waits */                              \
    X(domain_in_order) /* none of its domain, or of its tag, waits longer */                       \
    X(untried_first)   /* no better one has waited undecided, that could have been chosen */       \
    X(best_first)      /* no grant while a better one has long been known to fit */                \
    X(aged_alone)      /* no grant to another, chosen while the oldest is aged */                  \
    X(slots_bounded)   /* ready is up while fewer than SLOTS wait, and only then */

// Takes in one clock. Returns the name of the check that it breaks, with the reason in `text`; NULL
// if none.
const char *order_scoreboard_edge(struct order_scoreboard *scoreboard, const struct edge_in *in,
                                  const struct edge_out *out, const struct register_write *write,
                                  uint64_t clock, char *text, size_t size);

#endif
