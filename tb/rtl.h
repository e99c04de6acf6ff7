// The Verilated RTL as an admitter.
#ifndef SEMA_RTL_H
#define SEMA_RTL_H

#include <stdbool.h>

#include "admitter.h"

// Opens the RTL, of which there is one of 128 and one of 256 reservations; NULL for another depth,
// or when out of memory. The caller closes it.
struct admitter *rtl_open(unsigned depth);

// How often each line of the RTL was reached, of an admitter opened by rtl_open, as shim_lines.
unsigned rtl_lines(const struct admitter *rtl, uint32_t *counts, unsigned room);

// Waves of an admitter opened by rtl_open, as shim_wave_start and shim_wave_stop.
bool rtl_wave_start(struct admitter *rtl, const char *path, uint64_t cycle, uint32_t clock_ps);
void rtl_wave_stop(struct admitter *rtl);

#endif
