// Which keys a run reads: a setting without effect is a mistake, and is refused.
#pragma once

#include "csim/policy/policy.h"
#include "tb/cli/settings.h"

// What a run is, beside its configuration.
struct run_kind {
    const struct config *config;
    const struct policy *policy; // of the event simulator; NULL: a block in its own environment
    bool block;                  // in the policy's place,
    bool clocked;                // by its clock
    bool environment;            // in its own environment
    const char *path;            // of a file of operations; NULL: they are generated
    uint64_t seed;
};

// What the run lacks for a setting, "KEY=VALUE", to have an effect: one term of its key's `when`
// (csim/config/config.h), in words. False: it lacks nothing.
bool setting_lacks(const char *setting, const struct run_kind *run, struct text_error *lacks);

// Has every setting of --set an effect on one of these runs? False: the reason has been printed.
bool settings_have_effect(const struct settings *settings, const struct run_kind *runs,
                          unsigned count);

// The same for a block's runs of several workloads.
bool settings_have_effect_on(const struct settings *settings, const struct selection *selection);
