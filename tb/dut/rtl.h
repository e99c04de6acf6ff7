// The Verilated RTL as an admitter.
#ifndef SEMA_RTL_H
#define SEMA_RTL_H

#include <stdbool.h>

#include "csim/interface/admitter.h"

// Depths that there are, two of the default size.
#if BUILD_IS_DEFAULT
#define RTL_DEPTHS "128 or 256"
#else
#define RTL_DEPTHS BUILD_NUMBER(BUILD_DEPTH)
#endif

// Opens the RTL of one of these depths, the checked model where SEMA_CHECKED, PLANTED_BUG or
// SEMA_INITIAL_STATE is set; NULL for another depth, or when out of memory. The caller closes it.
struct admitter *rtl_open(unsigned depth);

// The same, of the build that has tracing, for waves.
struct admitter *rtl_open_traced(unsigned depth);

// Can it begin in any state at rest (admitter_begin)? Not where the RTL of this program has flops
// that tb/dut/probe_flops.inc does not know.
bool rtl_can_begin(unsigned depth);

// Waves of an admitter opened by rtl_open_traced, as shim_ops.wave_start and wave_stop.
bool rtl_wave_start(struct admitter *rtl, const char *path, uint64_t cycle, uint32_t clock_ps);
void rtl_wave_stop(struct admitter *rtl);
void rtl_wave_ref(struct admitter *rtl, const struct edge_out *ref); // as shim_ops.wave_ref

// Its reservations.
unsigned rtl_depth(const struct admitter *rtl);

#endif
