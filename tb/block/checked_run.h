// One checked run of a workload: its environment, models of the block, checker and coverage put
// together, and the verdict. Workloads of the paper run in the event simulator, the block in the
// policy's place; constrained-random ones in tb/block/environment.h.
#pragma once

#include "csim/config/config.h"
#include "csim/record/commit.h"
#include "csim/traffic/traffic.h"
#include "tb/block/environment.h"
#include "tb/block/ref_state.h"

enum { CHECKED_CAUGHT = 96, CHECKED_REASON = 480, CHECKED_AFTER = 20 };

// What to run. Everything that a repetition needs is in here.
struct checked_run {
    const char *workload;    // its name, for messages and folders
    const char *path;        // of the file of its operations; NULL: its configuration makes them
    struct traffic *traffic; // opened by the caller, closed here; or NULL
    const struct config *config;
    uint64_t seed;
    enum block_kind kind;

    // What drives the block instead of the workload, and says when it is over; or NULL. Neither
    // traffic nor seed count then, and of the configuration only the size.
    bool (*drive)(void *driver, const struct block_out *out, struct block_in *in);
    void *driver;

    // The only payload that is arbitrary at the RTL's pins where it means nothing, by its offset in
    // struct block_in (block_rtl_undefined); NULL: all is.
    const uint16_t *undefined;

    // Constrained-random traffic instead of the workload, in a block of any size; or NULL. Its
    // operations are no commits, and the run ends with its first failure.
    struct random_run {
        struct random_traffic what;
        FILE *findings;       // where rules report all of them
        struct agents agents; // as it is in the end
        uint64_t denied;
        uint32_t passed[PATH_GROUPS]; // clocks on end that one of a group was passed over, at most
    } * random;

    // Observers of it, and of its commits in order; all may be none.
    struct observer observer; // of each clock before the checker; observe == NULL: none
    struct ref_reader reader; // of each clock once it is judged; read == NULL: none
    FILE *commits;            // CSV, header included
    bool hash;                // of the commit stream
    const struct commit_sink *sink;
    void (*progress)(void *context, uint64_t done); // operations, now and then
    void *context;

    // Of the RTL, or NULL: an FST file of these clocks.
    const char *waves;
    uint64_t from, to;
};

struct checked_outcome {
    uint64_t operations, fences, messages;
    uint64_t asked;  // judgements of rules
    uint64_t cycles; // clocks evaluated, resets included
    uint64_t commits[COMMIT_KINDS];
    uint64_t denials[LANES + 1];  // deny commits by refusing lane; last: table
    uint64_t first[COMMIT_KINDS]; // clock of the first commit of each kind, if there was one
    uint32_t waited;              // operation of the first deny
    uint64_t granted_late;        // clock in which that was granted; 0: it was not
    uint64_t hash;
    double seconds;
    uint64_t mismatches; // lockstep: 1 after a difference, as the run ends soon after
    bool interrupted;    // ended as the user asked for
    bool failed;
    bool explainable;            // a difference or a finding: a repetition shows it again
    uint64_t cycle;              // of the failure
    const struct block_out *dut; // after a difference, while the run lasts: what the RTL showed
    const char *follows;         // then, too: "OUTPUT follows INPUT" of the RTL, or ""
    char caught[CHECKED_CAUGHT]; // "lockstep: FIELD", "checker: RULE", "assertion: ..", ...
    char reason[CHECKED_REASON]; // one line
    const char *loss;            // what a user loses by it, if a rule has found it; or NULL
};

// Runs it. False, with a line in `error`: it could not be set up (status 2). A failed check is in
// the outcome, which the run ends CHECKED_AFTER clocks behind.
bool checked_run_do(const struct checked_run *run, struct checked_outcome *outcome,
                    struct text_error *error);

// The operations of a run, afresh: those of the file at `path` (csim/traffic/traffic.h), or, where
// that is NULL, what the configuration's generator makes. NULL, with a line in `error`.
struct traffic *checked_run_traffic(const char *path, const struct config *config, uint64_t seed,
                                    struct text_error *error);

// Why a run shows nothing, whatever held in it: nothing was granted, nothing completed, or no rule
// was asked. NULL: it shows something.
const char *checked_run_empty(const struct checked_outcome *outcome);
