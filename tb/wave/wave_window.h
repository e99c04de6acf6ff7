// An admitter that runs the RTL and writes waves of some of its clocks.
#ifndef SEMA_WAVE_WINDOW_H
#define SEMA_WAVE_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/admitter.h"

// Takes `rtl` (opened by rtl_open) over. Clocks from..to, skipped ones counted, are written to the
// FST file `path`; it ends when the window or the admitter is closed. NULL when out of memory, or
// without rtl.
struct admitter *wave_window_open(struct admitter *rtl, const char *path, uint64_t from,
                                  uint64_t to, uint32_t clock_ps);

// Whether the window was reached and its file could be written so far.
bool wave_window_written(const struct admitter *window);

// Time of the last clock written.
uint64_t wave_window_last_ps(const struct admitter *window);

#endif
