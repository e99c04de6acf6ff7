// A GTKWave save file for the waves of why operations waited (csim/explain/refusals_wave.h).
#ifndef SEMA_REFUSALS_VIEW_H
#define SEMA_REFUSALS_VIEW_H

#include <stdbool.h>

#include "csim/base/text_error.h"
#include "csim/explain/refusals_wave.h"

// Writes the save file beside `waves`: NAME.gtkw for NAME.vcd. It has the groups of the lanes that
// refused somebody, the longest refused time first, that of the worst refusal open, and markers
// where that begins and ends. False, with a line in `error`, if it could not be written.
bool refusals_view_write(const char *waves, const struct refusals_wave_facts *facts,
                         bool one_window, struct text_error *error);

#endif
