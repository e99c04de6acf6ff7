// Zero time: the arbiter is paused while credit comes back and slots are filled, and then chooses
// until nobody is admissible, all of it in one instant of simulated time.
#include "csim/simulator/admission_seat.h"

#include <limits.h>

// More clocks than any instant takes: the block has lost its way.
enum { CLOCKS_MAX = 1 << 16 };

static void tick(struct simulation *sim, bool pause, unsigned *clocks) {
    uint32_t job;
    seated_clock(sim, pause, 0);
    seated_decide(sim, &job);
    ++*clocks;
}

static void pause(struct simulation *sim, unsigned *clocks) {
    do {
        tick(sim, true, clocks);
    } while (*clocks < CLOCKS_MAX && !seat_error(sim->seat) &&
             (seat_has_beats(sim->seat) || !seat_out(sim->seat)->quiet));
}

// Chooses at most `budget` times. False: not for want of somebody to choose.
static bool choose(struct simulation *sim, unsigned budget, unsigned *clocks) {
    for (unsigned i = 0; i < budget && *clocks < CLOCKS_MAX && !seat_error(sim->seat); i++) {
        tick(sim, false, clocks);
        if (seat_out(sim->seat)->quiet)
            return true;
    }
    return false;
}

static void settle(struct simulation *sim) {
    unsigned clocks = 0;
    if (!seat_has_beats(sim->seat))
        return;
    do {
        pause(sim, &clocks);
        if (seat_is_exposed(sim->seat))
            seat_fail(sim->seat, "more kinds of operations wait than the block has slots");
    } while (!choose(sim, seat_budget(sim->seat), &clocks) && clocks < CLOCKS_MAX &&
             !seat_error(sim->seat));
    if (clocks >= CLOCKS_MAX)
        seat_fail(sim->seat, "the block does not come to rest");
}

static void offer(struct simulation *sim, uint32_t job) {
    seated_offer(sim, job);
    settle(sim); // the only one that could be admissible
}

const struct admission admission_zero = {
    .offer = offer, .stage_done = seated_stage_done, .through = seated_through, .settle = settle};
