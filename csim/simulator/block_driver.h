// The block of rtl instead of a policy, clock by clock: what stands in front of it, and
// nothing else. Operations wait at their source in one queue for each group, stage and
// response engine (csim/simulator/offer_port.h); of the heads whose classes the block shows ready,
// the one submitted first is offered. Nothing is forged, nothing looks ahead.
#pragma once

#include "csim/driver/semacredit_tune.h"
#include "csim/golden/axi_master.h"
#include "csim/policy/policy.h"
#include "csim/record/block_commits.h"
#include "csim/simulator/dispatcher.h"
#include "csim/simulator/offer_port.h"

enum {
    BLOCK_DRIVER_PORTS = HBM_LANES + 3, // partitions, Atomic, response, done
    BLOCK_DRIVER_ASKED = 4,             // more than there are clocks to an answer
    BLOCK_DRIVER_ERROR_SIZE = 200
};

// What a clock decided on a job. A grant: the first time, or once more as its answer was lost.
struct block_decision {
    uint8_t kind; // enum path_kind: PATH_NONE, PATH_GRANT, PATH_DENY, PATH_REJECT
    uint32_t job;
    lane_set refused;     // of a deny
    struct demand demand; // of a grant, the first time
};

// Whether a job has a reservation: SOURCE_LOST, and its source does not know; SOURCE_VOID, had one
// before a reset.
enum source_place { AT_SOURCE, SOURCE_GRANTED, SOURCE_LOST, SOURCE_VOID };

// Open value, which others only read.
struct block_driver {
    struct block_model model;
    struct path_size size;
    struct block_in settings;
    struct block_out out; // what the block shows in this clock
    struct axi_master bus;
    struct block_commits commits;
    const struct commit_sink *sink; // which gets them; or NULL
    struct job *jobs;
    uint32_t capacity;
    uint32_t *handle;           // of each job that was granted
    uint8_t *place;             // enum source_place of each job
    uint32_t offer[PATH_SLOTS]; // jobs in the block; an operation's tag is its index
    unsigned offered;
    uint32_t again; // first of the jobs, granted, that are to be offered once more; JOB_NONE
    uint32_t asks[BLOCK_DRIVER_ASKED]; // those that were, and are not answered yet
    unsigned asked;
    uint64_t draining; // jobs under way whose reservations a reset cancelled: none is offered
    struct driver_beats {
        struct driver_beat {
            uint32_t handle;
            uint16_t observed;
        } beat[PATH_DEPTH];
        uint32_t first, count;
        struct driver_beat last; // that was added
        bool has_last;
    } beats[BLOCK_DRIVER_PORTS];
    uint32_t window[LANES]; // the policy's, as it starts
    struct {
        uint64_t percent; // of them, that is to be in force
        unsigned next;    // lane whose window is written; LANES: none
    } windows;
    // Firmware's loop: 0 is no period. What it goes by: operations at each stage, served or queued.
    uint64_t tune_ps, tuned_ps;
    struct semacredit_tune tune;
    uint32_t present[LANES];
    unsigned pauses;    // clocks before a call
    uint32_t beating;   // completions that wait for their port
    uint32_t waiting;   // jobs, in the block or in front of it
    uint64_t clocks;    // since the block's first reset, those passed over included,
    uint64_t evaluated; // and those evaluated since the driver was opened
    uint64_t now_ps;    // simulated time of this clock
    bool failed;        // something went wrong: one line
    char error[BLOCK_DRIVER_ERROR_SIZE];
};

// A size with which it can stand in a policy's place.
struct path_size block_driver_size(const struct config *config);

// Why a block cannot decide like this policy of this configuration; `state` is what it starts with.
// False: it can; else one line in `error`.
bool block_driver_refuses(const struct policy *policy, const struct config *config,
                          const struct policy_state *state, struct text_error *error);

// Something is wrong; what is wrong already counts.
void block_driver_fail(struct block_driver *driver, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Opens a driver for the jobs of an array of `capacity`, which stays the caller's; the model,
// before its first reset, is the driver's. Resets it and writes its registers, by its bus, as the
// policy starts; commits go to `sink`, if there is one. The caller closes it.
struct block_driver *block_driver_open(struct block_model model, const struct policy *policy,
                                       const struct policy_state *state, struct job *jobs,
                                       uint32_t capacity, const struct commit_sink *sink);
void block_driver_close(struct block_driver *driver);

// A stage of a granted job is over: `observed` quanta of service, all ones where they do not fit;
// the job itself is, end to end. Completions of clocks to come; with `again` the last one of that
// port comes once more before it.
void block_driver_stage_done(struct block_driver *driver, uint32_t job, unsigned resource,
                             uint16_t observed, bool again);
void block_driver_completed(struct block_driver *driver, uint32_t job, bool again);

// Before a clock: whether nothing must be chosen in it, since firmware's loop is due after it, or
// has been called; its windows are then in force, and no time has passed.
bool block_driver_tunes(struct block_driver *driver);

// One clock. Offers the first of the heads that may enter, if `offers`; nothing is chosen two
// clocks later with `pause`. What commits in the clock that begins then is returned. An answer to a
// retransmission is *answered, else of kind PATH_NONE.
struct block_decision block_driver_clock(struct block_driver *driver, struct offer_port *port,
                                         bool offers, bool pause, struct block_decision *answered);

// The job's grant, decided last, was lost on its way: it waits again. Some time later its source
// offers it once more; a block that still has its reservation answers with that.
void block_driver_lose(struct block_driver *driver, uint32_t job);
void block_driver_again(struct block_driver *driver, struct offer_port *port, uint32_t job);

// The block is reset, at once, and its registers are written again. Reservations are cancelled:
// what waits is offered again, once the `under_way` jobs that have left their sources are complete,
// of which it sees nothing; 0: at once, and their completions are strays.
void block_driver_reset(struct block_driver *driver, struct offer_port *port,
                        const struct policy *policy, const struct policy_state *state,
                        uint64_t under_way);

// Software writes all windows, one after the other: so many percent of the policy's.
void block_driver_windows(struct block_driver *driver, uint64_t percent);

// An offer could be made now.
bool block_driver_has_offer(const struct block_driver *driver, const struct offer_port *port);

// Can a clock change anything? Not while nothing comes and all that waits has its deny.
bool block_driver_rests(const struct block_driver *driver, const struct offer_port *port);
