#include "tb/checkers/beat_watch.h"

#include <string.h>

// Least from an HBM beat to its return: served in the next clock, and taken up in the one after.
enum { COLLECTOR_CLOCKS = 1 + 1 + BEAT_TO_COMMIT };
_Static_assert(COLLECTED > COLLECTOR_PLACES + (int)COLLECTOR_CLOCKS,
               "a partition is served once a clock at most");

// The service that the HBM event of `clock` carries: that of the first partition in turn whose beat
// could have come so far.
static uint16_t take(struct beat_watch *watch, uint64_t clock) {
    for (unsigned i = 0; i < HBM_LANES; i++) {
        const unsigned partition = (watch->turn + i) % HBM_LANES;
        struct collected *const collected = &watch->collected[partition];
        const struct collected_beat *const beat = &collected->beat[collected->first];
        if (collected->count == 0 || beat->clock + COLLECTOR_CLOCKS > clock)
            continue;
        collected->first = (uint8_t)((collected->first + 1) % COLLECTED);
        collected->count--;
        watch->turn = (uint8_t)((partition + 1) % HBM_LANES);
        return beat->service;
    }
    return SERVICE_UNKNOWN;
}

static void collect(struct collected *collected, uint64_t clock, uint16_t service) {
    if (collected->count == COLLECTED)
        return; // of a broken block
    collected->beat[(collected->first + collected->count) % COLLECTED] =
        (struct collected_beat){.clock = clock, .service = service};
    collected->count++;
}

void beat_watch_edge(struct beat_watch *watch, const struct edge_in *in, const struct edge_out *out,
                     uint64_t clock, uint16_t observed[CLASSES]) {
    uint16_t *const service = watch->service[clock % BEAT_TO_COMMIT];
    memcpy(observed, service, sizeof watch->service[0]);
    if (out->return_kind[CLASS_HBM] != CHANNEL_NONE)
        observed[CLASS_HBM] = take(watch, clock);
    for (lane_set left = in->hbm_valid & watch->hbm_ready; left; left &= left - 1) {
        const unsigned partition = lane_first(left);
        collect(&watch->collected[partition], clock, in->hbm_service[partition]);
    }
    service[CLASS_ATOMIC] = in->atomic_service;
    service[CLASS_RESPONSE] = in->response_service;
    watch->hbm_ready = out->hbm_ready;
}
