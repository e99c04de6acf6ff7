#include "tb/sweep/recovery.h"

#include <stdbool.h>

enum { BIN_PS = RECOVERY_BIN_NS * 1000 };

void recovery_init(struct recovery *recovery, uint64_t begin_ps, uint64_t end_ps) {
    *recovery = (struct recovery){.start_ps = begin_ps - (uint64_t)RECOVERY_BEFORE_BINS * BIN_PS,
                                  .end_ps = end_ps};
}

void recovery_note(struct recovery *recovery, uint64_t now_ps, uint64_t bytes) {
    const uint64_t bin = now_ps < recovery->start_ps ? 0 : (now_ps - recovery->start_ps) / BIN_PS;
    while (recovery->at < bin && recovery->at < RECOVERY_BINS - 1) {
        const unsigned next = recovery->at + 1;
        recovery->bytes[next] = recovery->bytes[recovery->at];
        recovery->at = next;
    }
    if (bin < RECOVERY_BINS)
        recovery->bytes[recovery->at] = bytes;
}

// Bytes in the bins from `from` to `to`, exclusive, of which the first is not the very first.
static double bytes_in(const struct recovery *recovery, unsigned from, unsigned to) {
    return (double)(recovery->bytes[to - 1] - recovery->bytes[from - 1]);
}

static double bytes_before(const struct recovery *recovery) {
    return bytes_in(recovery, 1, RECOVERY_BEFORE_BINS) / (RECOVERY_BEFORE_BINS - 1);
}

static unsigned first_bin(const struct recovery *recovery) {
    return (unsigned)((recovery->end_ps - recovery->start_ps) / BIN_PS);
}

// Is goodput of the bins from `at` on as of before?
static bool is_back(const struct recovery *recovery, unsigned at) {
    return bytes_in(recovery, at, at + RECOVERY_MEAN_BINS) >=
           bytes_before(recovery) * (double)RECOVERY_MEAN_BINS * (100 - RECOVERY_PERCENT) / 100;
}

double recovery_ns(const struct recovery *recovery) {
    const unsigned first = first_bin(recovery);
    unsigned at = first;
    while (at + RECOVERY_MEAN_BINS <= RECOVERY_BINS && !is_back(recovery, at))
        at++;
    return (double)((at - first) * RECOVERY_BIN_NS);
}

double recovery_lasting_ns(const struct recovery *recovery) {
    const unsigned first = first_bin(recovery);
    unsigned at = RECOVERY_BINS - RECOVERY_MEAN_BINS + 1;
    while (at > first && is_back(recovery, at - 1))
        at--;
    return (double)((at - first) * RECOVERY_BIN_NS);
}

double recovery_lost_ns(const struct recovery *recovery) {
    const double before = bytes_before(recovery);
    const double after = bytes_in(recovery, RECOVERY_BEFORE_BINS, RECOVERY_BINS);
    return ((double)RECOVERY_AFTER_BINS - after / before) * (double)RECOVERY_BIN_NS;
}
