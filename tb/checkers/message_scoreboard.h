// The checker's scoreboard of grant messages (rtl/spec/messages.md): credit that was returned, from
// the commits, beside what the block tells of it.
#ifndef SEMA_MESSAGE_SCOREBOARD_H
#define SEMA_MESSAGE_SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/interface/edge.h"
#include "tb/checkers/axi_monitor.h"

// Open value: all zero is just out of reset.
struct message_scoreboard {
    uint32_t returned[LANES]; // since reset, modulo 2^COUNTER_BITS
    uint32_t sent[LANES];     // as last shown
    uint64_t waits;           // clocks with a timer in which news was neither loaded nor held up
    uint32_t interval;        // in force in the next clock
    bool valid;               // as last shown
};

// In a state at rest.
struct block_state;
void message_scoreboard_begin(struct message_scoreboard *scoreboard,
                              const struct block_state *state);

// Checks, in the order in which they are checked.
#define MESSAGE_CHECKS(X)                                                                          \
    X(message_held)       /* shown unchanged until it is taken, and counts stay until the next */  \
    X(message_has_credit) /* something came back since the last */                                 \
    X(message_exact)   /* counts are the credit returned up to the clock before it was loaded */   \
    X(message_in_time) /* no return waits for longer than the interval, but for ready */

// Takes in one clock, before the returns that commit in it are entered. Returns the name of the
// check that it breaks, with the reason in `text`; NULL if none.
const char *message_scoreboard_edge(struct message_scoreboard *scoreboard, const struct edge_in *in,
                                    const struct edge_out *out, const struct register_write *write,
                                    char *text, size_t size);

// A return commits.
static inline void message_scoreboard_return(struct message_scoreboard *scoreboard, unsigned lane,
                                             uint32_t amount) {
    scoreboard->returned[lane] += amount;
}

#endif
