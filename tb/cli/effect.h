// Which keys a run reads: a setting without effect is a mistake, and is refused.
#ifndef SEMA_EFFECT_H
#define SEMA_EFFECT_H

#include <stdbool.h>

#include "tb/cli/selection.h"
#include "tb/cli/settings.h"

// What a run consists of; bits.
enum effect {
    EFFECT_POLICY = 1, // a policy of the event simulator, alone or with a block in its place
    EFFECT_BLOCK = 2,  // a block in a policy's place
    EFFECT_ENV = 4,    // a block in its own environment
    EFFECT_BURST = 8,
    EFFECT_RANDOM = 16,
    EFFECT_ADVERSARIAL = 32,
    EFFECT_MATRIX = 64,
    EFFECT_TRAFFIC = EFFECT_BURST | EFFECT_RANDOM | EFFECT_ADVERSARIAL | EFFECT_MATRIX,
    EFFECT_COLLECTIVE = 128,
    EFFECT_FAULTS = 256 // clocked blocks in a domain
};

// Has every setting of --set an effect on such a run? False: the reason has been printed.
bool settings_have_effect(const struct settings *settings, unsigned run);

// What the traffic of a configuration is; of a file of operations everything, as a recording may be
// given the settings of its run.
unsigned effect_of_traffic(const struct config *config, const char *path);

// The same for a block's runs of several workloads: false where it has none on any of them.
bool settings_have_effect_on(const struct settings *settings, const struct selection *selection);

#endif
