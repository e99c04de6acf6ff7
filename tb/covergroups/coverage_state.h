// A coverage from inside: shared by the files that make it up, and by nobody else. coverage_edge
// takes a clock apart; what belongs to one port or one kind of commit is seen by one function.
// Their order matters: what a clock's decision saw is where the clock before left off.
#ifndef SEMA_COVERAGE_STATE_H
#define SEMA_COVERAGE_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/golden/autotune.h"
#include "csim/golden/demand.h"
#include "csim/golden/registers.h"
#include "csim/interface/register_values.h"
#include "register_map.h"
#include "tb/checkers/axi_monitor.h"
#include "tb/checkers/beat_watch.h"
#include "tb/checkers/late_facts.h"
#include "tb/checkers/slot_scoreboard.h"
#include "tb/covergroups/coverage.h"
#include "tb/covergroups/coverage_points.h"

enum { CHANNEL_DONE = CLASSES, CHANNELS, TAGS = 256, MULTIPLIER_MOST = (1 << MULTIPLIER_BITS) - 1 };

// A look at a lane, from the clock on with which its epoch may end.
struct looked {
    struct registers registers; // in force in that clock
    uint64_t sum;               // of services, without an end
    uint32_t elapsed;
    unsigned lane;
    bool wanted, open;
};

struct coverage {
    uint64_t hits[BINS];
    unsigned depth;
    // Where the run stands; what follows is forgotten by coverage_restart.
    struct standing {
        uint64_t clock;
        uint64_t granted[DEPTH_MAX]; // clock of an id's last grant
        uint64_t freed[DEPTH_MAX];   // clock of its last retire
        bool is_held[DEPTH_MAX];
        bool was_freed[DEPTH_MAX];
        uint8_t from[DEPTH_MAX]; // partition of its last HBM beat
        uint32_t debt[LANES];    // as last shown
        unsigned held;
        uint64_t last_grant;      // clock
        lane_set last_grant_mask; // its lanes
        struct slot_scoreboard waiting;
        uint32_t holder[DEPTH_MAX]; // tag to which an id was granted last
        uint32_t complete[TAGS];    // the last tag, of those that share a place, that was freed,
        bool any_complete[TAGS];    // where there is one
        struct registers registers; // in force in the next clock
        struct beat_watch beats;
        uint64_t sample[CLASSES]; // clock of the last return that a calibrator may have taken
        uint8_t sample_lane[CLASSES];
        bool paused;              // in the next clock
        unsigned pauses;          // bit k: as sampled k clocks ago, the last one 0
        struct late_facts late;   // what decisions do not know yet
        bool quiet, op_ready;     // as last shown
        bool message;             // one was shown
        uint32_t sent[LANES];     // as last shown
        uint32_t returned[LANES]; // up to the last clock
        struct axi_monitor watch;
        bool window_written; // by the last clock
        bool bvalid, rvalid; // as last shown
        uint8_t errors;      // in force in the next clock
        // Of a run that began in a state at rest: status counters, time, grants modulo 2^16, the
        // clocks for which a message has been waiting, and epochs.
        bool begun;
        uint32_t counter[REGISTER_BUSY - REGISTER_GRANTS];
        uint64_t now;
        uint16_t starvation_grants, age;
        struct autotune epochs;
        struct looked looked;
        uint64_t served[LANES];
    } at;
};

static inline void hit(struct coverage *coverage, unsigned bin) {
    coverage->hits[bin]++;
}

static inline void hit_if(struct coverage *coverage, bool condition, unsigned bin) {
    coverage->hits[bin] += condition;
}

// One bin for each bit.
static inline void hit_bits(struct coverage *coverage, uint64_t mask, unsigned first) {
    for (; mask; mask &= mask - 1)
        hit(coverage, first + (unsigned)__builtin_ctzll(mask));
}

// A bin of the bits that are 0 or of those that are 1 in `value`, for each bit of a mask.
static inline void hit_values(struct coverage *coverage, unsigned first, unsigned width,
                              uint64_t value, uint64_t mask) {
    for (; mask; mask &= mask - 1) {
        const unsigned bit = (unsigned)__builtin_ctzll(mask);
        hit(coverage, first + width * (unsigned)(value >> bit & 1) + bit);
    }
}

// How many bits are set in a mask, of mostly up to eight. (A call of the library's where the
// processor is not known to count by itself.)
static inline unsigned bits_set(lane_set mask) {
    static const uint8_t set[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    unsigned count = set[mask & 15] + (unsigned)set[mask >> 4 & 15];
    if (HBM_LANES > 8)
        for (mask >>= 8; mask; mask &= mask - 1)
            count++;
    return count;
}

// Lanes to classes, a bit each.
static inline unsigned classes_of(lane_set lanes) {
    return (unsigned)((lanes & HBM_SET) != 0) << CLASS_HBM | (unsigned)(lanes >> ATOMIC_LANE)
                                                                 << CLASS_ATOMIC;
}

static inline unsigned at_most(unsigned value, unsigned most) {
    return value < most ? value : most;
}

// A window commit: written, or tuned.
void coverage_see_window(struct coverage *coverage, const struct edge_out *out);

// A calibrate commit. Comes before the clock's words are noted.
void coverage_see_calibrate(struct coverage *coverage, const struct edge_out *out);

// A decision. Comes before the clock's returns and offer.
void coverage_see_decision(struct coverage *coverage, const struct edge_out *out);

// Returns, with the service observed of each class, completions and strays.
void coverage_see_returns(struct coverage *coverage, const struct edge_out *out,
                          const uint16_t observed[CLASSES]);

// The grant message port. Comes before the clock's returns are counted.
void coverage_see_messages(struct coverage *coverage, const struct edge_in *in,
                           const struct edge_out *out);

// The register bus, which was `before` this clock. Comes before the clock's write is entered.
void coverage_see_bus(struct coverage *coverage, const struct edge_in *in,
                      const struct edge_out *out, const struct axi_monitor *before,
                      const struct register_read *read);

// The errors of a clock, and their clearing.
void coverage_see_errors(struct coverage *coverage, const struct edge_out *out,
                         const struct register_write *write, const struct register_read *read);

// The wide parts of a decision, of an offer that is taken, of a value that is read, and of a clock;
// of runs that began in a state at rest. Come before the clock is entered.
void coverage_see_wide_decision(struct coverage *coverage, const struct edge_out *out);
void coverage_see_wide_offer(struct coverage *coverage, const struct edge_in *in);
void coverage_see_estimate(struct coverage *coverage, const struct edge_in *in,
                           struct raw_demand *raw);
void coverage_see_wide_read(struct coverage *coverage, unsigned word, uint32_t value);
void coverage_see_wide(struct coverage *coverage, const struct edge_in *in,
                       const struct edge_out *out);

// A clock that counts in epochs, and may end one; of runs that began in a state at rest. `window`
// says that the clock performs a write of a window, which wins over what is tuned.
void coverage_see_epochs(struct coverage *coverage, const struct edge_in *in,
                         const struct edge_out *out, const uint16_t observed[CLASSES], bool window);

// A write that is performed, after this clock's decision.
void coverage_see_write(struct coverage *coverage, const struct register_write *write);

// A write that is not.
void coverage_see_refused(struct coverage *coverage, const struct register_write *write);

#endif
