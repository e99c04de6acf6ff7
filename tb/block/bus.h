// Software: a master on the block's bus that writes and reads what it draws, with stalls; and what
// agents.h has not: watchers, time, initiators that take messages.
#pragma once

#include "csim/base/rng.h"
#include "csim/golden/axi_master.h"

enum { BUS_WANTED = 256, BUS_WORDS = 1024, BUS_FAMILIES = 21 };

struct bus {
    struct path_size size;
    struct rng rng, seldom; // seldom: of what an operator asks for, and what stages tell
    struct axi_master master;
    struct axi_write wanted[BUS_WANTED]; // that others want written, first in first out
    unsigned first, count;
    uint32_t waits; // clocks until the next of them
    uint32_t shut;  // clocks until `enable` is 3 again; 0: it is
    bool hammers;   // windows and multipliers, more than all else
    unsigned swept; // registers that bus_sweep has read, or all
    uint64_t idle;  // stages that are
    uint8_t queue;  // at those that are not
    uint32_t rate;  // of AGENTS_ALWAYS clocks without a write (agents.h): one begins
    uint64_t messages;
    uint64_t now;       // time at the block, which wraps
    uint64_t granted;   // of the last grant
    uint32_t age_limit; // as it was written last
    // It leaps ahead now and then, mostly while the block is quiet; and for long no message is
    // taken.
    bool wild;
    uint32_t deaf;             // none is until one has been shown for so many clocks
    uint32_t shown;            // clocks for which it has been
    unsigned not_observed;     // percent of the others in which none is
    bool learns;               // it calibrates, in courses (bus.c); not much else is written then
    uint32_t course_left;      // clocks of this course
    uint8_t scale[PATH_LANES]; // bits of the services that each stage reports in it
    bool known[BUS_WORDS]; // what the register should hold is known: half of the writes restore it
    uint32_t image[BUS_WORDS];
};

void bus_begin(struct bus *bus, const struct path_size *size, uint64_t seed, unsigned rate);

// To be written; dropped where too much waits.
void bus_want(struct bus *bus, unsigned address, uint32_t data);

// What is wanted after it waits for so many clocks, from the answer on of what was wanted before.
void bus_wait(struct bus *bus, uint32_t clocks);

// It is so, and should stay so: where random writes end it, half of them restore it.
void bus_know(struct bus *bus, unsigned address, uint32_t data);
// It is wanted, and should stay so.
void bus_keep(struct bus *bus, unsigned address, uint32_t data);

// Everything that should stay so is written again.
void bus_mend(struct bus *bus);

// From now on every register is read once, in order, calm or not; what a run has left behind in
// counters shows. Done when bus_has_swept.
void bus_sweep(struct bus *bus);

// A family (bus.c) is read as so many registers: one for each lane, or more.
static inline unsigned bus_words(const struct bus *bus) {
    const unsigned least = 17, lanes = path_lanes(&bus->size) + 1;
    return lanes > least ? lanes : least;
}
static inline unsigned bus_registers(const struct bus *bus) {
    return BUS_FAMILIES * bus_words(bus);
}

static inline bool bus_has_swept(const struct bus *bus) {
    return bus->swept == bus_registers(bus) && !bus->master.read_left && !bus->master.awaited;
}

// Nothing waits to be written, nor for an answer.
static inline bool bus_is_idle(const struct bus *bus) {
    return bus->count == 0 && bus->waits == 0 && !axi_writes(&bus->master) &&
           bus->master.unanswered == 0;
}

// All of a clock that is not in->path, which is driven: what it wants written or sent goes by the
// bus. What was wanted up to a clock of reset is forgotten. `calm`: nothing is random, and messages
// are taken.
void bus_drive(struct bus *bus, const struct block_out *out, struct block_in *in, bool calm);
