// The dispatcher against what its header promises: the choice of one who looks at everybody.
#include <stdlib.h>

#include "csim/base/rng.h"
#include "csim/interface/op.h"
#include "csim/policy/policy_windows.h"
#include "csim/simulator/dispatcher.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/scenario.h"

enum { JOBS = 40, TRIAL_STEPS = 30000, WINDOW = 9000 };

// A window of bytes for each partition and one for responses.
static void byte_charge(const struct policy_state *state, const struct op *op, unsigned lane,
                        struct demand *demand) {
    (void)state;
    *demand = (struct demand){
        .amount = {[CLASS_HBM] = op_hbm_bytes(op), [CLASS_RESPONSE] = op->response_length},
        .lane = lane};
    demand_mask(demand);
}

static const struct policy byte_policy = {
    .name = "bytes", .charge = byte_charge, .refuse = windows_refuse};

struct trial {
    struct job jobs[JOBS];
    bool waits[JOBS], holds[JOBS];
    struct policy_state state;
    struct dispatcher *dispatcher;
    struct rng rng;
    uint32_t index; // of the next operation
    uint32_t sizes; // how many lengths there are
    uint64_t taken, passed_over;
};

static uint32_t job_with(const bool flags[JOBS], bool value, struct rng *rng) {
    const uint32_t start = (uint32_t)rng_below(rng, JOBS);
    for (uint32_t i = 0; i < JOBS; i++)
        if (flags[(start + i) % JOBS] == value)
            return (start + i) % JOBS;
    return JOB_NONE;
}

static void trial_add_job(struct trial *trial) {
    uint32_t job = 0;
    while (job < JOBS && (trial->waits[job] || trial->holds[job]))
        job++;
    if (job == JOBS)
        return;
    const bool read = rng_chance(&trial->rng, 1, 2);
    const uint32_t length =
        1 + (uint32_t)rng_below(&trial->rng, trial->sizes) * 4000 / trial->sizes;
    const uint8_t lane = (uint8_t)rng_below(&trial->rng, 3);
    trial->jobs[job] = (struct job){.op = {.index = trial->index++,
                                           .opcode = read ? OP_READ : OP_WRITE,
                                           .length = read ? 0 : length,
                                           .response_length = read ? length : 0,
                                           .wire_bytes = read ? 80 : length,
                                           .urgent = rng_chance(&trial->rng, 1, 4)},
                                    .lane = lane,
                                    .partition = lane};
    trial->jobs[job].order = trial->jobs[job].op.index;
    trial->waits[job] = true;
    dispatcher_add(trial->dispatcher, job);
}

static void trial_return(struct trial *trial) {
    const uint32_t job = job_with(trial->holds, true, &trial->rng);
    if (job == JOB_NONE)
        return;
    trial->holds[job] = false;
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const struct demand *demand = &trial->jobs[job].demand;
        const unsigned lane = class_lane(demand, resource);
        const uint32_t amount = windows_return(&trial->state, demand, resource);
        windows_inform(&trial->state, lane, amount);
        if (amount)
            dispatcher_free(trial->dispatcher, 1u << lane);
    }
    trial->state.in_flight--;
    dispatcher_free(trial->dispatcher, REFUSED_TABLE);
    if (rng_chance(&trial->rng, 1, 8)) { // as one that the target refused: it waits again
        trial->waits[job] = true;
        dispatcher_add(trial->dispatcher, job);
    }
}

// Looks at everybody who waits.
static uint32_t expected(struct trial *trial) {
    uint32_t best = JOB_NONE;
    for (uint32_t i = 0; i < JOBS; i++) {
        struct demand demand;
        if (!trial->waits[i] || trial->state.in_flight >= trial->state.command_limit)
            continue;
        byte_charge(&trial->state, &trial->jobs[i].op, trial->jobs[i].lane, &demand);
        const bool refused = windows_refuse(&trial->state, &trial->jobs[i].op, &demand);
        trial->passed_over += refused;
        if (!refused &&
            (best == JOB_NONE || goes_before(&trial->jobs[i].op, &trial->jobs[best].op)))
            best = i;
    }
    return best;
}

static void trial_dispatch(struct trial *trial) {
    for (;;) {
        const uint32_t right = expected(trial);
        const uint32_t job = dispatcher_take(trial->dispatcher, &byte_policy, &trial->state);
        cr_assert(eq(u32, job, right));
        if (job == JOB_NONE)
            return;
        trial->waits[job] = false;
        trial->holds[job] = true;
        trial->taken++;
        windows_charge(&trial->state, &trial->jobs[job].demand);
        trial->state.in_flight++;
    }
}

// Few lengths: long lines. Many: lines that come and go, more of them than are kept.
static void compare(uint32_t sizes, uint64_t seed) {
    struct trial *trial = calloc(1, sizeof *trial);
    cr_assert(trial != NULL);
    trial->dispatcher = dispatcher_open(trial->jobs, JOBS);
    trial->rng = rng_stream(seed, RNG_TRAFFIC);
    trial->sizes = sizes;
    trial->state.command_limit = 12;
    for (unsigned lane = 0; lane < LANES; lane++)
        trial->state.window[lane] = WINDOW;
    for (unsigned step = 0; step < TRIAL_STEPS; step++) {
        if (rng_chance(&trial->rng, 1, 2))
            trial_add_job(trial);
        else
            trial_return(trial);
        trial_dispatch(trial);
        uint32_t waiting = 0;
        for (unsigned i = 0; i < JOBS; i++)
            waiting += trial->waits[i];
        cr_assert(eq(u32, dispatcher_waiting(trial->dispatcher), waiting));
    }
    cr_expect(gt(u64, trial->taken, TRIAL_STEPS / 8));
    cr_expect(gt(u64, trial->passed_over, TRIAL_STEPS));
    dispatcher_close(trial->dispatcher);
    free(trial);
}

static const struct {
    uint32_t lengths;
    uint64_t seed;
} trials[] = {{2, 1}, {2, 2}, {2, 3}, {4000, 1}, {4000, 2}, {4000, 3}};

EACH(dispatcher, chooses_as_one_who_looks_at_everybody, trials) {
    compare(row->lengths, row->seed);
}

// The n-th head of a line; each line once.
Test(dispatcher, shows_the_head_of_every_line) {
    struct job jobs[3] = {{.op = {.index = 0, .wire_bytes = 4112}, .order = 0},
                          {.op = {.index = 1, .wire_bytes = 80}, .order = 1},
                          {.op = {.index = 2, .wire_bytes = 4112}, .order = 2}};
    struct dispatcher *dispatcher = dispatcher_open(jobs, 3);
    for (uint32_t i = 0; i < 3; i++)
        dispatcher_add(dispatcher, i);
    cr_expect(eq(u32, dispatcher_head(dispatcher, 0), 1));
    cr_expect(eq(u32, dispatcher_head(dispatcher, 1), 0));
    cr_expect(eq(u32, dispatcher_head(dispatcher, 2), JOB_NONE));
    dispatcher_close(dispatcher);
}
