// Drift: where nothing single can be left out of a failing script any more, random small changes
// that keep it failing lead on to places from where something can. Values, clocks and order change,
// operations merge into one, credit comes back sooner, windows become smaller; what still fails
// with no more operations is kept, whatever else it is.
#ifndef SEMA_DRIFT_H
#define SEMA_DRIFT_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/rng.h"
#include "tb/shrink/script.h"

// A script longer than this is played too slowly for blind trials. Deeds other than operations may
// become so many more on the way.
enum { DRIFT_DEEDS = 1500, DRIFT_SPARE = 12 };

struct drift {
    bool (*fails)(void *context, const struct script *script); // in the way it should
    bool (*time_left)(void *context);
    void *context;
    uint32_t enough; // operations: fewer are not looked for
    uint64_t trials; // at most
};

// Drifts `script`, which it owns as the caller does; always with the same numbers. Returns whether
// fewer operations are left.
bool drift(struct script *script, const struct drift *how);

// Makes up to so many random changes to a script of at most DRIFT_DEEDS deeds, which has room for
// DRIFT_SPARE more.
void drift_shake(struct script *script, struct rng *rng, unsigned changes);

// Operations of a script.
uint32_t script_offers(const struct script *script);

#endif
