// What a run writes of why operations waited: a CSV of refusals (csim/explain/blocked.h), and waves
// with a view beside them (csim/explain/blocked_wave.h, blocked_view.h).
#ifndef SEMA_BLOCKED_FILES_H
#define SEMA_BLOCKED_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/base/output.h"
#include "csim/explain/blocked.h"
#include "csim/explain/blocked_wave.h"

// Zero throughout: closed.
struct blocked_files {
    struct blocked *blocked; // told of the run; NULL: nothing is to be written
    struct output refusals, waves;
    struct blocked_wave *wave;
    const char *path; // of the waves
    bool one_window;  // lane 0 is the one window of all resources together
};

// `csv` and `waves` are paths, or NULL; both NULL open nothing. `waves` stays the caller's. On
// failure nothing is left open, and a line is in `error`.
bool blocked_files_open(struct blocked_files *files, const char *csv, const char *waves,
                        uint64_t operations, bool one_window, struct text_error *error);

// After blocked_end: puts the files in their places, and the view. `blocked` stays open for its
// tables. False, with a line in `error`: something could not be written.
bool blocked_files_finish(struct blocked_files *files, struct text_error *error);

// Closes all, and removes what is not finished.
void blocked_files_close(struct blocked_files *files);

#endif
