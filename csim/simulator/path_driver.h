// The admission path of rtl/next in the place of a policy, clock by clock: what stands in front of
// it, and nothing else. Operations wait at their source in one queue for each group, stage and
// response engine (csim/simulator/offer_port.h); of the heads whose classes the block shows ready,
// the one submitted first is offered. Nothing is forged, and nobody looks ahead.
#ifndef SEMA_PATH_DRIVER_H
#define SEMA_PATH_DRIVER_H

#include "csim/next/path_model.h"
#include "csim/policy/policy.h"
#include "csim/simulator/dispatcher.h"
#include "csim/simulator/offer_port.h"

enum {
    PATH_DRIVER_PORTS = HBM_LANES + 3, // partitions, Atomic, response, done
    PATH_DRIVER_ERROR_SIZE = 200
};

// What a clock decided.
struct path_decision {
    uint8_t kind; // enum path_kind: PATH_NONE, PATH_GRANT, PATH_DENY, PATH_REJECT
    uint32_t job;
    lane_set refused; // of a deny
};

// Open value, which others only read.
struct path_driver {
    struct path_model model;
    struct path_in settings;
    struct path_out out; // what the block shows in this clock
    struct job *jobs;
    uint32_t *handle; // of each job that was granted
    // A tag is in use until its reservation is free, some clocks after its job is used again
    // (rtl/next/ spec, waiting.md, 2.6): it is the job and how often that was offered.
    uint16_t *offers;
    struct path_beats {
        uint32_t handle[PATH_DEPTH];
        uint32_t first, count;
    } beats[PATH_DRIVER_PORTS];
    uint32_t beating; // completions that wait for their port
    uint32_t waiting; // jobs, in the block or in front of it
    uint64_t clocks;  // evaluated
    uint64_t still;   // clocks since anything last happened
    bool failed;      // something went wrong: one line
    char error[PATH_DRIVER_ERROR_SIZE];
};

// A size with which it can stand in a policy's place.
struct path_size path_driver_size(const struct config *config);

// Opens a driver for the jobs of an array of `capacity`, which stays the caller's; the model,
// before its first reset, is the driver's. Resets it and writes the windows of `state`. NULL when
// out of memory. The caller closes it.
struct path_driver *path_driver_open(struct path_model model, const struct config *config,
                                     const struct policy_state *state, struct job *jobs,
                                     uint32_t capacity);
void path_driver_close(struct path_driver *driver);

// A stage of a granted job is over; the job itself is, end to end. Completions of clocks to come.
void path_driver_stage_done(struct path_driver *driver, uint32_t job, unsigned resource);
void path_driver_completed(struct path_driver *driver, uint32_t job);

// One clock. Offers the first of the heads that may enter, if `offers`; nothing is chosen two
// clocks later with `pause`. What commits in the clock that begins then is returned; of a grant the
// demand is in the job.
struct path_decision path_driver_clock(struct path_driver *driver, struct offer_port *port,
                                       bool offers, bool pause);

// Can a clock change anything? Not while nothing comes and all that waits has been told why.
bool path_driver_rests(const struct path_driver *driver, const struct offer_port *port);

#endif
