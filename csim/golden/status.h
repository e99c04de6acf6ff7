// The golden model's status registers (rtl/spec/registers.md): counts, high-water marks, busy
// time, sticky errors with the first of them.
#ifndef SEMA_STATUS_H
#define SEMA_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/edge.h"

// Open value: all zero is just out of reset.
struct status {
    uint32_t decisions[DECISION_REPEAT + 1]; // by kind; the first counts clocks without one
    uint32_t denials[LANES + 1];
    uint32_t returns[CLASSES];
    uint32_t completes;
    uint32_t calibrations;
    uint32_t messages;
    uint32_t held_max;
    uint32_t debt_max[LANES];
    uint32_t busy[LANES];       // clocks
    uint32_t busy_since[LANES]; // time at which the lane came into debt
    uint32_t first_info;
    uint32_t first_time;
    lane_set indebted; // lanes with debt
    uint8_t errors;
    uint8_t first_error;
};

// What a clock did beside its commits.
struct status_events {
    uint64_t now;     // sampled by its edge
    unsigned held;    // reservations, after it
    lane_set touched; // lanes whose debt may be another after it
    unsigned loaded;  // 1: a grant message
    uint8_t errors;   // of the bus, a bit each
    uint8_t cleared;  // errors that software clears
    uint16_t write_address;
    uint16_t read_address;
};

// The end of a clock that showed `out`, with the debts after it.
void status_clock(struct status *status, const struct edge_out *out, const uint32_t debt[LANES],
                  const struct status_events *events);

// The value of a status register of those that are kept here. False: it is none.
bool status_read(const struct status *status, unsigned word, uint32_t *value);

#endif
