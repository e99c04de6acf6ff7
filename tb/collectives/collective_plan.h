// The study of collectives: its points, each of which is all policies and seeds of a domain, a
// collective, a number of GPUs and a size.
#ifndef SEMA_COLLECTIVE_PLAN_H
#define SEMA_COLLECTIVE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/config/config.h"
#include "csim/policy/policy.h"
#include "tb/cli/settings.h"

enum {
    COLLECTIVE_POINTS_MAX = 1024,
    COLLECTIVE_POLICIES = 6,
    COLLECTIVE_SEEDS_LEAST = 5,
    COLLECTIVE_SEEDS_MOST = 20,
    // More than the least seeds while a policy's runs of a point have together fewer operations,
    COLLECTIVE_OPERATIONS = 100000,
};
// and, but for 8 GPUs, no point whose messages of all GPUs have together more bytes.
static const uint64_t COLLECTIVE_BYTES_MAX = UINT64_C(1) << 27;

extern const char *const collective_policies[COLLECTIVE_POLICIES + 1]; // ends with NULL

struct collective_point {
    const char *domain;     // sim/domains/DOMAIN.yaml
    const char *collective; // its name here: all_reduce_atomic is all_reduce_all_pairs by Atomics
    unsigned gpus;
    uint64_t bytes;
};

struct collective_plan {
    struct settings settings;
    unsigned count;
    struct collective_point points[COLLECTIVE_POINTS_MAX];
};

// All points, or a small sample of them.
void collective_plan_make(struct collective_plan *plan, const struct settings *settings,
                          bool quick);

// The configuration of a point. False: the reason has been printed.
bool collective_plan_configure(const struct collective_plan *plan, unsigned number,
                               struct config *config);

#endif
