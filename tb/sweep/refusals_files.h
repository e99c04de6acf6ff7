// What a run writes of why operations waited: a CSV of refusals (csim/explain/refusals.h), and
// waves with a view beside them (csim/explain/refusals_wave.h, refusals_view.h).
#ifndef SEMA_REFUSALS_FILES_H
#define SEMA_REFUSALS_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/base/atomic_file.h"
#include "csim/explain/refusals.h"
#include "csim/explain/refusals_wave.h"

// Zero throughout: closed.
struct refusals_files {
    struct refusals *refusals; // told of the run; NULL: nothing is to be written
    struct atomic_file table, waves;
    struct refusals_wave *wave;
    const char *path; // of the waves
    bool one_window;  // lane 0 is the one window of all resources together
};

// `csv` and `waves` are paths, or NULL; both NULL open nothing. `waves` stays the caller's. On
// failure nothing is left open, and a line is in `error`.
bool refusals_files_open(struct refusals_files *files, const char *csv, const char *waves,
                         uint64_t operations, bool one_window, struct text_error *error);

// After refusals_end: puts the files in their places, and the view. `blocked` stays open for its
// tables. False, with a line in `error`: something could not be written.
bool refusals_files_finish(struct refusals_files *files, struct text_error *error);

// Closes all, and removes what is not finished.
void refusals_files_close(struct refusals_files *files);

#endif
