// Who looks on at the stages' completions: the service that each return carries, from what crosses
// the boundary alone.
#ifndef SEMA_BEAT_WATCH_H
#define SEMA_BEAT_WATCH_H

#include "csim/interface/edge.h"

enum { COLLECTED = 16 }; // more than can be between an HBM beat and its return; a power of two

// HBM stage completions of one partition that were taken and have not come out yet: a ring.
struct collected {
    struct collected_beat {
        uint64_t clock;
        uint16_t service;
    } beat[COLLECTED];
    uint8_t first, count;
};

// Open value: all zero, but all partitions ready, is just out of reset.
struct beat_watch {
    struct collected collected[HBM_LANES];
    uint16_t service[BEAT_TO_COMMIT][CLASSES]; // of the last clocks' beats, a ring; not HBM's
    uint8_t turn;                              // partition at which the collector begins to look
    lane_set hbm_ready;                        // as last shown
};

// Takes in one clock without reset: the service, in quanta, that the event of each class carries is
// in `observed`, where there is an event. Clocks that were skipped count in `clock`.
void beat_watch_edge(struct beat_watch *watch, const struct edge_in *in, const struct edge_out *out,
                     uint64_t clock, uint16_t observed[CLASSES]);

#endif
