// The boundary between C and the Verilated model, as C sees it. Implemented in the one C++ file of
// the project, tb/shim.cpp. It is compiled over two builds of the RTL: of the default depth, and a
// deep one.
#ifndef SEMA_SHIM_H
#define SEMA_SHIM_H

#include <stdbool.h>
#include <stdint.h>

#include "edge.h"

#ifdef __cplusplus
extern "C" {
#endif

struct shim;

// Reservations of the RTL.
unsigned shim_depth(void);

// A new model, reset for two clocks; NULL when out of memory. The caller closes it.
struct shim *shim_open(void);
void shim_close(struct shim *shim);

// One clock, as admitter_ops.edge.
void shim_edge(struct shim *shim, const struct edge_in *in, struct edge_out *out);

// One clock whose outputs nobody reads: what the model costs by itself, for the benchmark.
void shim_edge_bare(struct shim *shim, const struct edge_in *in);

// Starts an FST file with the clocks from here on; shim_wave_stop ends it. Clock n rises at n times
// `clock_ps`; `cycle` is the number of the next clock. False if the file cannot be written.
bool shim_wave_start(struct shim *shim, const char *path, uint64_t cycle, uint32_t clock_ps);
void shim_wave_stop(struct shim *shim);

// How often each line of the RTL was reached since the last call, in builds that count (Verilator's
// --coverage): the first `room` numbers go to `counts`. Returns how many went.
unsigned shim_lines(struct shim *shim, uint32_t *counts, unsigned room);

// The same over the deep RTL (tb/shim_deep.h).
struct shim_deep;
unsigned shim_deep_depth(void);
struct shim_deep *shim_deep_open(void);
void shim_deep_close(struct shim_deep *shim);
void shim_deep_edge(struct shim_deep *shim, const struct edge_in *in, struct edge_out *out);
bool shim_deep_wave_start(struct shim_deep *shim, const char *path, uint64_t cycle,
                          uint32_t clock_ps);
void shim_deep_wave_stop(struct shim_deep *shim);

#ifdef __cplusplus
}
#endif

#endif
