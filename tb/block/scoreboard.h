// The scoreboard of lanes: what is granted and not executed yet, by operation and whatever ids the
// block believes in. The stages may be ahead of what the block knows, never behind.
#pragma once

#include "tb/block/agents.h"
#include "tb/block/ref_state.h"

struct scoreboard {
    struct path_size size;
    uint64_t window[PATH_LANES], debt[PATH_LANES];
    uint64_t flipped; // lanes whose headroom was made wrong (3.6): they admit what they should not
    uint32_t reservations[PATH_LANES];
    uint64_t part[PATH_LANES][PATH_RESPONSE]; // of the debt of a response engine: not executed yet
    uint32_t largest[PATH_RESPONSE];          // response granted there
    char text[200];                           // what is wrong
};

// What an operation holds of its stage and of its response engine.
struct scoreboard_held {
    bool on[2];
    uint8_t lane[2];
    uint32_t amount[2];
};

// As after a reset of the block.
void scoreboard_begin(struct scoreboard *board, const struct path_size *size);

// A window or a grant that commits, of the operation and what it holds then. False, and `text`: a
// lane has truly no room for it.
void scoreboard_window(struct scoreboard *board, const struct path_out *out);
bool scoreboard_grant(struct scoreboard *board, struct scoreboard_held *held,
                      const struct offered *op, const struct path_out *out);

// Its stage, or its response engine, has executed it.
void scoreboard_execute(struct scoreboard *board, struct scoreboard_held *held, unsigned what);

// --- that of agents -----------------------------------------------------------------------------

struct monitor {
    struct scoreboard board;
    struct scoreboard_held held[AGENTS_OPS];
    uint64_t denied;
};

void monitor_begin(struct monitor *monitor, const struct path_size *size);

// Before the agents observe `out`: false, and the scoreboard's text, if it breaks a promise.
bool monitor_observe(struct monitor *monitor, const struct agents *agents,
                     const struct path_out *out);

// After they have driven `in`.
void monitor_drive(struct monitor *monitor, const struct agents *agents, const struct path_in *in,
                   const struct agents_executed *executed);

// --- who is passed over -------------------------------------------------------------------------

// What is open, first of its domain and lacks nothing by the commits has truly room, as stages are
// never behind. If nothing holds it back, it leaves in bound + 4 * Slots + 64 of such clocks on
// end, those aside in which something latency-sensitive could be chosen, too: a promise with a
// bound.
struct passed_over {
    struct slots stand;          // of those that stood in the clock before
    uint32_t clocks[PATH_SLOTS]; // on end
    uint32_t longest[PATH_GROUPS];
    uint32_t bound;
    char text[200]; // what is wrong
};

struct ref_reader passed_over_reader(struct passed_over *passed);

// --- who is kept from an idle stage
// ---------------------------------------------------------------

// Isolation (promises.md, 17): what holds the others, what they wait for, and what the block
// believes does not count. What is open, first of its domain and for a stage on which nothing is
// truly outstanding leaves, and where nothing like it waits the classes of that stage become ready:
// within a promised number of clocks in which nothing urgent could be chosen instead. Where it
// responds, its engine has room by what is truly outstanding there, the parts of dead stages aside.
// Looked at in each eighth clock.
struct kept_out {
    const struct scoreboard *board; // what is truly outstanding
    bool leaves;                    // the table has one for each idle lane: 3.3
    uint64_t returned[PATH_LANES];  // the clock in which something did so last
    uint32_t clocks[PATH_SLOTS], closed[PATH_GROUPS][PATH_LANES]; // on end
    uint64_t order[PATH_SLOTS];                                   // whose they are
    uint32_t longest[PATH_GROUPS], longest_closed;
    char text[200]; // what is wrong
};

struct ref_reader kept_out_reader(struct kept_out *kept, const struct scoreboard *board);
