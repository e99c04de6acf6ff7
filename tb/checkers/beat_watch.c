#include "tb/checkers/beat_watch.h"

#include <string.h>

enum { COLLECTOR_CLOCKS = 2 }; // least from an HBM beat to its return

// The service that the HBM event of `clock` carries: that of the first partition in turn whose beat
// could have come so far.
static uint16_t take(struct beat_watch *watch, uint64_t clock) {
    for (unsigned i = 0; i < HBM_LANES; i++) {
        const unsigned partition = (watch->turn + i) % HBM_LANES;
        struct collected *const collected = &watch->collected[partition];
        if (collected->count == 0 || collected->beat[0].clock + COLLECTOR_CLOCKS > clock)
            continue;
        const uint16_t service = collected->beat[0].service;
        collected->count--;
        memmove(&collected->beat[0], &collected->beat[1],
                collected->count * sizeof collected->beat[0]);
        watch->turn = (uint8_t)((partition + 1) % HBM_LANES);
        return service;
    }
    return SERVICE_UNKNOWN;
}

void beat_watch_edge(struct beat_watch *watch, const struct edge_in *in, const struct edge_out *out,
                     uint64_t clock, uint16_t observed[CLASSES]) {
    memcpy(observed, watch->service, sizeof watch->service);
    if (out->return_kind[CLASS_HBM] != CHANNEL_NONE)
        observed[CLASS_HBM] = take(watch, clock);
    for (unsigned left = in->hbm_valid & watch->hbm_ready; left; left &= left - 1) {
        const unsigned partition = (unsigned)__builtin_ctz(left);
        struct collected *const collected = &watch->collected[partition];
        if (collected->count == COLLECTED)
            continue; // of a broken block
        collected->beat[collected->count].clock = clock;
        collected->beat[collected->count++].service = in->hbm_service[partition];
    }
    watch->service[CLASS_ATOMIC] = in->atomic_service;
    watch->service[CLASS_RESPONSE] = in->response_service;
    watch->hbm_ready = out->hbm_ready;
}
