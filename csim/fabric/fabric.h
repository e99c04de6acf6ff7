// The fabric between initiators and target: four serialisation queues there, four back (paper,
// table 2). Integer picoseconds; serialisation times are rounded up.
#pragma once

#include "csim/config/config.h"

struct path {
    uint64_t free_ps;        // when the last bit accepted so far has left
    uint64_t gbps;           // rate; Gb/s are bits per nanosecond
    uint64_t propagation_ps; // one way
};

struct fabric {
    struct path forward[PATHS];
    struct path back[PATHS];
    uint64_t seed;      // 0: nothing is perturbed
    uint64_t extra_ps;  // perturbed: added to each forward serialisation, at least this,
    uint64_t spread_ps; // at most this more
};

void fabric_init(struct fabric *fabric, const struct config *config, uint64_t seed);

// Sends `wire_bytes` of operation `index` to the target at `now_ps`, over the path that is through
// with them first (ties: the lowest; propagation does not take part): when it arrives. `now_ps`
// never decreases from call to call. The perturbation depends on the seed and the operation only.
uint64_t fabric_forward(struct fabric *fabric, uint64_t now_ps, uint32_t wire_bytes,
                        uint32_t index);

// The same for the response on its way back; never perturbed.
uint64_t fabric_back(struct fabric *fabric, uint64_t now_ps, uint32_t bytes);

// Time that `bytes` take at `gbps`, rounded up.
static inline uint64_t bytes_ps(uint64_t bytes, uint64_t gbps) {
    return (bytes * 8000 + gbps - 1) / gbps;
}
