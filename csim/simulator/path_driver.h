// The block of rtl/next in the place of a policy, clock by clock: what stands in front of it, and
// nothing else. Operations wait at their source in one queue for each group, stage and
// response engine (csim/simulator/offer_port.h); of the heads whose classes the block shows ready,
// the one submitted first is offered. Nothing is forged, and nobody looks ahead.
#ifndef SEMA_PATH_DRIVER_H
#define SEMA_PATH_DRIVER_H

#include "csim/next/path_model.h"
#include "csim/policy/policy.h"
#include "csim/record/block_commits.h"
#include "csim/simulator/dispatcher.h"
#include "csim/simulator/offer_port.h"

enum {
    PATH_DRIVER_PORTS = HBM_LANES + 3, // partitions, Atomic, response, done
    PATH_DRIVER_ASKED = 4,             // more than there are clocks to an answer
    PATH_DRIVER_ERROR_SIZE = 200
};

// What a clock decided on a job. A grant: the first time, or once more as its answer was lost.
struct path_decision {
    uint8_t kind; // enum path_kind: PATH_NONE, PATH_GRANT, PATH_DENY, PATH_REJECT
    uint32_t job;
    lane_set refused; // of a deny
};

// Whether a job has a reservation: PATH_LOST, and its source does not know; PATH_VOID, had one
// before a reset.
enum path_place { PATH_AT_SOURCE, PATH_GRANTED, PATH_LOST, PATH_VOID };

// Open value, which others only read.
struct path_driver {
    struct block_model model;
    struct path_size size;
    struct block_in settings;
    struct block_out out; // what the block shows in this clock
    struct block_commits commits;
    const struct commit_sink *sink; // told of them; or NULL
    struct job *jobs;
    uint32_t capacity;
    uint32_t *handle;           // of each job that was granted
    uint8_t *place;             // enum path_place of each job
    uint32_t offer[PATH_SLOTS]; // jobs in the block; an operation's tag is its index
    unsigned offered;
    uint32_t again; // first of the jobs, granted, that are to be offered once more; JOB_NONE
    uint32_t asks[PATH_DRIVER_ASKED]; // those that were, and are not answered yet
    unsigned asked;
    uint64_t draining; // jobs under way whose reservations a reset made void: nobody is offered
    struct path_beats {
        struct path_beat {
            uint32_t handle;
            uint16_t observed;
        } beat[PATH_DEPTH];
        uint32_t first, count;
    } beats[PATH_DRIVER_PORTS];
    uint32_t beating;   // completions that wait for their port
    uint32_t waiting;   // jobs, in the block or in front of it
    uint64_t clocks;    // since the block's first reset, those passed over included,
    uint64_t evaluated; // and those evaluated since the driver was opened
    uint64_t now_ps;    // simulated time of this clock
    bool failed;        // something went wrong: one line
    char error[PATH_DRIVER_ERROR_SIZE];
};

// A size with which it can stand in a policy's place.
struct path_size path_driver_size(const struct config *config);

// Opens a driver for the jobs of an array of `capacity`, which stays the caller's; the model,
// before its first reset, is the driver's. Resets it and writes its registers, by its bus, as the
// policy starts; commits go to `sink`, if there is one. NULL when out of memory. The caller closes
// it.
struct path_driver *path_driver_open(struct block_model model, const struct policy *policy,
                                     const struct policy_state *state, struct job *jobs,
                                     uint32_t capacity, const struct commit_sink *sink);
void path_driver_close(struct path_driver *driver);

// A stage of a granted job is over: `observed` quanta of service, all ones where they do not fit;
// the job itself is, end to end. Completions of clocks to come.
void path_driver_stage_done(struct path_driver *driver, uint32_t job, unsigned resource,
                            uint16_t observed);
void path_driver_completed(struct path_driver *driver, uint32_t job);

// One clock. Offers the first of the heads that may enter, if `offers`; nothing is chosen two
// clocks later with `pause`. What commits in the clock that begins then is returned; of a grant the
// demand is in the job. An answer to a retransmission is *answered, else of kind PATH_NONE.
struct path_decision path_driver_clock(struct path_driver *driver, struct offer_port *port,
                                       bool offers, bool pause, struct path_decision *answered);

// The job's grant, decided last, was lost on its way: it waits again. Some time later its source
// offers it once more; a block that still has its reservation answers with that.
void path_driver_lose(struct path_driver *driver, uint32_t job);
void path_driver_again(struct path_driver *driver, struct offer_port *port, uint32_t job);

// The block is reset, at once, and its registers are written again. Reservations are void: what
// waits is offered anew, once the `under_way` jobs that have left their sources are complete.
void path_driver_reset(struct path_driver *driver, struct offer_port *port,
                       const struct policy *policy, const struct policy_state *state,
                       uint64_t under_way);

// An offer could be made now.
bool path_driver_has_offer(const struct path_driver *driver, const struct offer_port *port);

// Can a clock change anything? Not while nothing comes and all that waits has been told why.
bool path_driver_rests(const struct path_driver *driver, const struct offer_port *port);

#endif
