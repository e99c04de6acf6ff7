#include "csim/fabric/fabric.h"

#include "csim/base/rng.h"

void fabric_init(struct fabric *fabric, const struct config *config, uint64_t seed) {
    *fabric = (struct fabric){.seed = seed,
                              .extra_ps = config->serialise_jitter_ps,
                              .spread_ps = config->serialise_jitter_spread_ps};
    for (unsigned p = 0; p < PATHS; p++)
        fabric->forward[p] = fabric->back[p] = (struct path){
            .gbps = config->path_gbps[p], .propagation_ps = config->path_ns[p] * 1000};
}

static uint64_t paths_send(struct path paths[PATHS], uint64_t now_ps, uint32_t bytes,
                           uint64_t extra_ps) {
    uint64_t least = UINT64_MAX;
    unsigned chosen = 0;
    for (unsigned p = 0; p < PATHS; p++) {
        uint64_t start = paths[p].free_ps > now_ps ? paths[p].free_ps : now_ps;
        uint64_t end = start + bytes_ps(bytes, paths[p].gbps) + extra_ps;
        if (end < least) {
            least = end;
            chosen = p;
        }
    }
    paths[chosen].free_ps = least;
    return least + paths[chosen].propagation_ps;
}

uint64_t fabric_forward(struct fabric *fabric, uint64_t now_ps, uint32_t wire_bytes,
                        uint32_t index) {
    uint64_t extra = 0;
    if (fabric->seed)
        extra = fabric->extra_ps +
                rng_fold(rng_at(fabric->seed, RNG_SERIALISE, index), fabric->spread_ps + 1);
    return paths_send(fabric->forward, now_ps, wire_bytes, extra);
}

uint64_t fabric_back(struct fabric *fabric, uint64_t now_ps, uint32_t bytes) {
    return paths_send(fabric->back, now_ps, bytes, 0);
}
