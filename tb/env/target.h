// The target: what a granted operation meets on its way, and when. Either the model (forward path,
// service stages, way back), or random stages whose times are drawn at the grant. Integer
// picoseconds.
#ifndef SEMA_TARGET_H
#define SEMA_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/event.h"
#include "csim/base/rng.h"
#include "csim/config/config.h"
#include "csim/fabric/fabric.h"
#include "csim/fabric/stages.h"
#include "tb/env/op_tracker.h"

struct target {
    const struct config *config;
    struct op_tracker *tracker;
    struct event_queue *events;
    struct fabric fabric;
    struct stages stages;
    struct rng delay;    // of random stages
    struct rng observed; // what they report
};

// What one event brings: a stage has served an operation, or it has completed end to end, or both.
struct target_step {
    uint64_t time_ps;
    struct tracked_op *tracked;
    uint8_t stage; // enum resource_class; CLASSES: no stage, or one that holds nothing of it
    bool completes;
    uint16_t service; // that the stage reports, in quanta
};

// `config` and `operations` must outlive the target, which counts in `operations` what is under
// way. Returns false when out of memory. The caller closes it in either case.
bool target_open(struct target *target, const struct config *config, uint64_t seed,
                 struct op_tracker *tracker);
void target_close(struct target *target);

// Is there room for the events of one more operation?
bool target_has_room(const struct target *target);

// A granted operation enters, for which there must be room.
void target_enter(struct target *target, struct tracked_op *tracked, uint64_t now_ps);

// An operation that is under way when the run begins: what bits 0 to CLASSES of `awaited` stand
// for, stages and completion, comes within `clocks`.
void target_await(struct target *target, struct tracked_op *tracked, unsigned awaited,
                  unsigned clocks);

// Takes the next step at or before `now_ps`; false if there is none.
bool target_take(struct target *target, uint64_t now_ps, struct target_step *step);

#endif
