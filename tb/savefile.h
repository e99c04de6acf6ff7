// GTKWave save files of the admission block.
#ifndef SEMA_SAVEFILE_H
#define SEMA_SAVEFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Writes the save file `path` for the FST file `waves` (as seen from the save file's folder):
// handshakes, decision, returns, and a group for each lane with debt and window as analogue traces;
// the marker at `marker_ps`. False, with a line in `error`, if it cannot be written.
bool savefile_write(const char *path, const char *waves, uint64_t marker_ps, char *error,
                    size_t size);

#endif
