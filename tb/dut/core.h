// The decision core in both builds (rtl/spec/core.md): the Verilated model, and its golden
// model, behind one shape.
#ifndef SEMA_CORE_H
#define SEMA_CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/numbers.h"

#ifdef __cplusplus
extern "C" {
#endif

enum core_build { CORE_LOW_LATENCY, CORE_HIGH_RATE, CORE_BUILDS };

// What a build declares, in clocks.
struct core_delays {
    unsigned decision;  // from an operation's clock to its decision's
    unsigned give_back; // a return is seen by operations taken this much later
    unsigned window;    // the same for a window write
    unsigned shown;     // a return is in the headroom shown with a decision that is this much later
};

extern const struct core_delays core_delays[CORE_BUILDS];

struct core_in {
    bool reset;
    bool valid;
    uint16_t used;          // lanes
    uint32_t demand[LANES]; // ignored where not used
    uint8_t returns;        // classes
    uint8_t hbm_lane;       // 0 to HBM_LANES - 1
    uint32_t amount[3];     // by class
    bool window_write;
    uint8_t window_lane;
    uint32_t window; // at most 2^32 - 2
};

struct core_out {
    bool decided;
    bool grant;
    uint16_t refused;        // lanes; 0 unless decided
    int64_t headroom[LANES]; // after the decision; 0 unless decided
};

// The Verilated model. NULL when out of memory; the caller closes it.
struct core_rtl;
struct core_rtl *core_rtl_open(enum core_build build);
void core_rtl_close(struct core_rtl *core);

// One clock: `out` is what the outputs show during it, `in` what the edge at its end takes.
void core_rtl_edge(struct core_rtl *core, const struct core_in *in, struct core_out *out);

#ifdef __cplusplus
}
#endif

#endif
