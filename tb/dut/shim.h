// The boundary between C and the Verilated model, as C sees it. Implemented in the one C++ file of
// the project, tb/dut/shim.cpp. It is compiled over each build of the RTL that a program holds.
#ifndef SEMA_SHIM_H
#define SEMA_SHIM_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/edge.h"

#ifdef __cplusplus
extern "C" {
#endif

struct shim; // a model
struct probe_state;

struct shim_ops {
    unsigned depth; // reservations of the RTL

    // A new model, reset for two clocks; NULL when out of memory. The caller closes it.
    struct shim *(*open)(void);
    void (*close)(struct shim *shim);

    // One clock, as admitter_ops.edge.
    void (*edge)(struct shim *shim, const struct edge_in *in, struct edge_out *out);

    // One clock whose outputs nobody reads: what the model costs by itself, for the benchmark.
    void (*edge_bare)(struct shim *shim, const struct edge_in *in);

    // Sets the flops that hold a state at rest (probe_map.h); comes after open, before the first
    // clock. False: they cannot be set, in this model or in a block of other internals.
    bool (*set)(struct shim *shim, const struct probe_state *probe);

    // Starts an FST file with the clocks from here on; wave_stop ends it. Clock n rises at n times
    // `clock_ps`; `cycle` is the number of the next clock. False if the file cannot be written, or
    // the model has no tracing.
    bool (*wave_start)(struct shim *shim, const char *path, uint64_t cycle, uint32_t clock_ps);
    void (*wave_stop)(struct shim *shim);

    // In waves: what another model shows after the clock to come, beside the block, in the scope
    // `ref` (tb/dut/sema_beside.sv). Comes before its edge; without it waves have the block alone.
    void (*wave_ref)(struct shim *shim, const struct edge_out *ref);
};

// What runs mostly; what has tracing, flops that can be set, assertions and planted bugs (in
// programs with a single model, the same one); and what has 256 reservations, of depth 0 where
// there is none.
extern const struct shim_ops shim_fast, shim_checked, shim_deep;

// The Verilator that made shim_fast, and the folder of its RTL, as make was told.
const char *shim_verilator(void);
const char *shim_rtl(void);

#ifdef __cplusplus
}
#endif

#endif
