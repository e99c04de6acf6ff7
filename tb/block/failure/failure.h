// What a user gets when a check fails. The run is repeated with a tape; all else is read off that,
// so a tape from elsewhere gives the same.
#pragma once

#include "csim/base/std.h"
#include "tb/block/checked_run.h"
#include "tb/block/failure/snapshot.h"

// What to call it, and where it goes. Lines may be NULL.
struct failure_case {
    const char *folder;   // of all failures: build/failures
    const char *name;     // of its own folder in there: workload, seed and RTL, or the tape's name
    const char *replay;   // the command line that runs it again
    const char *look;     // that opens its waves
    const char *of;       // what the program was made of
    const char *narrower; // the command line of smaller tests of the same
    const char *play;     // that plays its shrunk scenario, once there is one
};

enum { FAILURE_WAVES_BEFORE = 200, FAILURE_WAVES_AFTER = 20, FAILURE_WAVES_MOST = 5000 };
// Of a run that passes: first events so far from the first refusal are in sight when waves open.
enum { FAILURE_IN_SIGHT = 64 };

// Repeats `run`, which failed, onto FOLDER/NAME/tape.gz, reports the cause to `file`, and writes
// report.txt and, last, waves.fst and view.gtkw beside the tape. False, with a line in `error`: not
// all could be written, or the failure did not show again; `file` gets the report all the same
// where there is a tape.
bool failure_write(const struct failure_case *failure, const struct checked_run *run, FILE *file,
                   struct text_error *error);

// The last lines that a terminal gets: how to look at it, to repeat it, and where the report is.
void failure_places(const struct failure_case *failure, bool waves, FILE *file);

// Plays a tape in lockstep, and reports to `file` that both agree, or what failure_write() does.
// Returns the status of the program: 0, 1 if it failed, 2 with a line in `error` if it could not be
// played, or not all be written. `failure` says where and how.
int failure_replay(const char *tape, const struct failure_case *failure, FILE *file,
                   struct text_error *error);

// Waves of a run that passed, which is repeated: PATH, an FST file, and its view beside, with .gtkw
// for .fst. The marker is on the first refusal, others on the first grant, the first return and the
// grant of the operation refused first; lanes that refused are open.
bool failure_free_waves(const struct checked_run *run, const struct checked_outcome *outcome,
                        const char *path, struct text_error *error);
