// Lost answers: an operation whose answer does not arrive is offered once more with the same tag,
// some time after the last offer: while it waits, while its reservation is held, or after it is
// complete (paper, section 3.6; rtl/spec/decision.md).
#ifndef SEMA_RETRIES_H
#define SEMA_RETRIES_H

#include <stdint.h>

#include "csim/base/rng.h"

enum { RETRIES_MAX = 64 }; // that can be due at a time; answers beyond that arrive

struct retry {
    uint64_t cycle; // in which it is due
    uint32_t op;
};

// Open value.
struct retries {
    struct rng rng;
    unsigned percent; // of offers, whose answer is lost
    unsigned count;
    struct retry retry[RETRIES_MAX]; // latest first
};

// Nothing is due; `percent` is below 100.
void retries_init(struct retries *retries, uint64_t seed, unsigned percent);

// The block has taken an offer of operation `op` in clock `cycle`: draws whether its answer is
// lost.
void retries_offered(struct retries *retries, uint32_t op, uint64_t cycle);

// The clock of the next one; UINT64_MAX: none.
uint64_t retries_next(const struct retries *retries);

// The next one's operation, of which there is one; and the same, which is then no longer due.
uint32_t retries_first(const struct retries *retries);
void retries_drop(struct retries *retries);

#endif
