// The checker's scoreboard of the registers (rtl/spec/registers.md): what the bus must answer, and
// where window autotuning may move a window, from what crosses the boundary.
#ifndef SEMA_BUS_SCOREBOARD_H
#define SEMA_BUS_SCOREBOARD_H

#include <stddef.h>
#include <stdint.h>

#include "csim/interface/edge.h"
#include "register_map.h"
#include "tb/checkers/axi_monitor.h"
#include "tb/checkers/register_image.h"

enum { STATUS_FIRST = REGISTER_GRANTS, STATUS_WORDS = REGISTER_BUSY + LANES - STATUS_FIRST };

// Open value: initialise with bus_scoreboard_reset.
struct bus_scoreboard {
    unsigned depth;
    struct register_image image;               // in force in the next clock
    uint32_t status[STATUS_WORDS];             // what their words show in the next clock
    uint32_t busy_since[LANES];                // time at which the lane came into debt
    struct edge_out last;                      // as shown in the last clock
    struct register_write written;             // by the last clock
    uint16_t tuned;                            // lanes whose windows may be tuned in the next clock
    uint16_t wanted;                           // lanes denied since they were tuned last
    uint32_t floor[CLASSES], ceiling[CLASSES]; // in force in the last clock
};

// Out of reset, a block of `depth` reservations.
void bus_scoreboard_reset(struct bus_scoreboard *scoreboard, unsigned depth);

// In a state at rest.
struct block_state;
void bus_scoreboard_begin(struct bus_scoreboard *scoreboard, unsigned depth,
                          const struct block_state *state);

// Checks, in the order in which they are checked.
#define BUS_CHECKS(X)                                                                              \
    X(response_held)  /* a response stays until it is taken */                                     \
    X(write_answered) /* each write once, refused exactly where it must be */                      \
    X(read_answered)  /* each read in the clock after its address, refused where it must be */     \
    X(tuned_in_turn)  /* only a lane that is tuned, up only where it was wanted, within limits */  \
    X(read_exact)     /* a register shows what was written, or what its name says */

// Takes in one clock, which performs `write`. Returns the name of the check that it breaks, with
// the reason in `text`; NULL if none.
const char *bus_scoreboard_edge(struct bus_scoreboard *scoreboard, const struct edge_in *in,
                                const struct edge_out *out, const struct register_write *write,
                                char *text, size_t size);

#endif
