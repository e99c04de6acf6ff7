// Goodput before and after a disturbance: how long until it was back, and what was lost. Told the
// bytes of goodput so far, which the caller counts, as time goes on.
#pragma once

#include <stdint.h>

enum {
    RECOVERY_BIN_NS = 250,
    RECOVERY_BEFORE_BINS = 160, // whose mean is the goodput of before: 40 us
    RECOVERY_AFTER_BINS = 320,  // that are looked at, from the disturbance on: 80 us
    RECOVERY_BINS = RECOVERY_BEFORE_BINS + RECOVERY_AFTER_BINS,
    RECOVERY_MEAN_BINS = 32, // goodput is a mean over as many: 8 us
    RECOVERY_PERCENT = 5,    // within which it is back
};

// Open value.
struct recovery {
    uint64_t start_ps; // of the first bin
    uint64_t end_ps;   // of the disturbance; it began RECOVERY_BEFORE_BINS after the start
    uint64_t bytes[RECOVERY_BINS]; // of goodput, up to the end of each bin
    unsigned at;                   // the last bin with bytes
};

// The disturbance begins and ends at these times, so that the bins before are after time zero.
void recovery_init(struct recovery *recovery, uint64_t begin_ps, uint64_t end_ps);

// Times never decrease.
void recovery_note(struct recovery *recovery, uint64_t now_ps, uint64_t bytes);

// From the end of the disturbance on, the time until goodput, over the RECOVERY_MEAN_BINS that
// follow, was first within RECOVERY_PERCENT of that of before, or above; in steps of a bin. Where
// that never was: the time that was looked at.
double recovery_ns(const struct recovery *recovery);

// The same until goodput was within that from then on, as far as is looked at.
double recovery_lasting_ns(const struct recovery *recovery);

// Goodput missing from the beginning on, as time at the goodput of before; below zero where there
// was more.
double recovery_lost_ns(const struct recovery *recovery);
