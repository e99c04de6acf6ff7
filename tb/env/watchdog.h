// How long a block that something is expected of may do nothing. Time in which nothing is expected
// of it does not count; nor does anything but decisions and returns end the wait: a reset does not.
#ifndef SEMA_WATCHDOG_H
#define SEMA_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

// Open value: all zero expects nothing.
struct watchdog {
    bool expects;   // something is expected of the block;
    uint64_t since; // from this clock on, in which that began, or in which it last did such a thing
    uint64_t resets; // that the run had seen by then
};

// What is expected from clock `cycle` on: something, or nothing. A run with `resets` resets so far.
static inline void watchdog_expect(struct watchdog *watchdog, bool expects, uint64_t cycle,
                                   uint64_t resets) {
    if (expects && !watchdog->expects) {
        watchdog->since = cycle;
        watchdog->resets = resets;
    }
    watchdog->expects = expects;
}

// The block has decided on an operation, or returned credit, in clock `cycle`.
static inline void watchdog_feed(struct watchdog *watchdog, uint64_t cycle, uint64_t resets) {
    watchdog->since = cycle;
    watchdog->resets = resets;
}

// The clock in which the patience of `clocks` is at an end; UINT64_MAX: nothing is expected.
static inline uint64_t watchdog_cycle(const struct watchdog *watchdog, uint64_t clocks) {
    return watchdog->expects ? watchdog->since + clocks + 1 : UINT64_MAX;
}

#endif
