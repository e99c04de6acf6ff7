// Commits by hand, on lane 0 and on the response lane.
#ifndef SEMA_TEST_COMMITS_H
#define SEMA_TEST_COMMITS_H

#include "csim/record/commit.h"

enum { HBM = 1, RESPONSE = 1 << RESPONSE_LANE };

static inline struct commit commit_at(uint64_t time_ps, enum commit_kind kind, uint32_t op,
                                      unsigned mask, uint32_t hbm, uint32_t response) {
    return (struct commit){.time_ps = time_ps,
                           .kind = kind,
                           .op = op,
                           .mask = (uint16_t)mask,
                           .d = {[0] = hbm, [RESPONSE_LANE] = response}};
}

#endif
