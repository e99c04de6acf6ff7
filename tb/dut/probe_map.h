// Which flop of the RTL holds which part of a state at rest: the one place outside rtl/ that knows
// flops by name. A block of other internals needs another table, or does without: then no run of it
// begins in a drawn state.
#ifndef SEMA_PROBE_MAP_H
#define SEMA_PROBE_MAP_H

#include <stdint.h>

#include "csim/record/state_at_rest.h"

#ifdef __cplusplus
extern "C" {
#endif

struct probe_flop {
    const char *scope; // instance below the top, "u_arbiter.u_age_list"
    const char *name;
    uint16_t bits;  // of an element
    uint16_t count; // elements of an array, or fields of a vector, the first lowest
    uint8_t array;  // 1: elements of an unpacked array
    uint8_t check;  // 1: there only in builds with assertions, which keep it for themselves
};

// Ends with a NULL name.
extern const struct probe_flop probe_flops[];

// A state, with what follows from it.
struct probe_state {
    struct block_state state;
    struct block_derived derived;
};

// What an element holds.
uint64_t probe_value(const struct probe_state *probe, unsigned flop, unsigned element);

#ifdef __cplusplus
}
#endif

#endif
