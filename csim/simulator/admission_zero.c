// Zero time: the arbiter is paused while credit comes back and slots are filled, and then chooses
// until nobody is admissible, all of it in one instant of simulated time.
#include "csim/simulator/simulation.h"

// More clocks than any instant takes: the block has lost its way.
enum { CLOCKS_MAX = 1 << 16 };

// Returns whether an operation was decided on.
static bool tick(struct simulation *sim, bool pause, unsigned *clocks) {
    uint32_t job;
    block_admission_clock(sim, pause, 0);
    ++*clocks;
    return block_admission_decide(sim, &job) != DECISION_NONE;
}

static bool goes_on(const struct simulation *sim, const unsigned *clocks) {
    return *clocks < CLOCKS_MAX && !sim->driver->failed;
}

// Until nothing is under way any more. Returns whether an operation was decided on.
static bool pause(struct simulation *sim, unsigned *clocks) {
    bool decided = false;
    do
        decided |= tick(sim, true, clocks);
    while (goes_on(sim, clocks) &&
           (block_driver_has_beats(sim->driver) || !sim->driver->out.quiet));
    return decided;
}

// Has the arbiter choose at most `budget` times. Returns whether an operation was decided on: at
// rest, whoever is chosen first is granted, or gets a decision that is shown.
static bool choose(struct simulation *sim, unsigned budget, unsigned *clocks) {
    bool decided = false;
    for (unsigned i = 0; i < budget && goes_on(sim, clocks); i++) {
        decided |= tick(sim, false, clocks);
        if (sim->driver->out.quiet)
            return decided;
    }
    return pause(sim, clocks) || decided;
}

static void settle(struct simulation *sim) {
    unsigned clocks = 0;
    if (!block_driver_has_beats(sim->driver))
        return;
    do {
        pause(sim, &clocks);
        if (block_driver_is_exposed(sim->driver))
            block_driver_fail(sim->driver,
                              "more kinds of operations wait than the block has slots");
    } while (choose(sim, block_driver_budget(sim->driver), &clocks) && goes_on(sim, &clocks));
    if (clocks >= CLOCKS_MAX)
        block_driver_fail(sim->driver, "the block does not come to rest");
}

static void offer(struct simulation *sim, uint32_t job) {
    block_admission_offer(sim, job);
    settle(sim); // the only one that could be admissible
}

const struct admission admission_zero = {.offer = offer,
                                         .stage_done = block_admission_stage_done,
                                         .completed = block_admission_completed,
                                         .settle = settle};
