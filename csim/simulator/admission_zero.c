// Zero time: the arbiter is paused while credit comes back and slots are filled, and then chooses
// until nobody is admissible, all of it in one instant of simulated time.
#include "csim/simulator/simulation.h"

// More clocks than any instant takes: the block has lost its way.
enum { CLOCKS_MAX = 1 << 16 };

static void tick(struct simulation *sim, bool pause, unsigned *clocks) {
    uint32_t job;
    block_admission_clock(sim, pause, 0);
    block_admission_decide(sim, &job);
    ++*clocks;
}

static void pause(struct simulation *sim, unsigned *clocks) {
    do {
        tick(sim, true, clocks);
    } while (*clocks < CLOCKS_MAX && !sim->driver->failed &&
             (block_driver_has_beats(sim->driver) || !sim->driver->out.quiet));
}

// Chooses at most `budget` times. False: not for want of somebody to choose.
static bool choose(struct simulation *sim, unsigned budget, unsigned *clocks) {
    for (unsigned i = 0; i < budget && *clocks < CLOCKS_MAX && !sim->driver->failed; i++) {
        tick(sim, false, clocks);
        if (sim->driver->out.quiet)
            return true;
    }
    return false;
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
    } while (!choose(sim, block_driver_budget(sim->driver), &clocks) && clocks < CLOCKS_MAX &&
             !sim->driver->failed);
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
