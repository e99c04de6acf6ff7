// The study of collectives: its points, and the manifest that engines go by.
//
//   semacredit collectives 1
//   program 0x8c5e1a...                            hash of the program's own file
//   settings sim 1 large_bytes=64                  folder; smaller plan or not; what is changed
//   chunk paper all_to_all_pairwise 8 4096         a point: all policies and seeds of it
//
// Whoever reads a manifest makes the same plan, and is held to it: where the texts differ, because
// the program does, it is refused.
#ifndef SEMA_COLLECTIVE_PLAN_H
#define SEMA_COLLECTIVE_PLAN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

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
    bool quick;
    uint64_t program; // hash of its file
    unsigned count;
    struct collective_point points[COLLECTIVE_POINTS_MAX];
    char text[4096]; // what the settings point to, where a manifest was read
};

// Both print the reason where they return false.
bool collective_plan_make(struct collective_plan *plan, const struct settings *settings,
                          bool quick);
bool collective_plan_read(struct collective_plan *plan, const char *path);
void collective_plan_write(const struct collective_plan *plan, FILE *file);

// The configuration of a point. False: the reason has been printed.
bool collective_plan_configure(const struct collective_plan *plan, unsigned number,
                               struct config *config);

// What a point's results are results of: program and configuration, in one number.
bool collective_plan_key(const struct collective_plan *plan, unsigned point, uint64_t *key);

#endif
