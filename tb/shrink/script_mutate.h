// Mutation: where nothing single can be left out of a failing script any more, random small changes
// that keep it failing lead on to places from where something can. Values, clocks and order change,
// operations merge into one, credit comes back sooner, windows become smaller; what still fails
// with no more operations is kept, whatever else it is.
#ifndef SEMA_SCRIPT_MUTATE_H
#define SEMA_SCRIPT_MUTATE_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/rng.h"
#include "tb/shrink/script.h"

// A script longer than this is played too slowly for blind trials. Deeds other than operations may
// become so many more on the way.
enum { MUTATE_DEEDS = 1500, MUTATE_SPARE = 12 };

struct script_mutate {
    bool (*fails)(void *context, const struct script *script); // in the way it should
    bool (*time_left)(void *context);
    void *context;
    uint32_t enough; // operations: fewer are not looked for
    uint64_t trials; // at most
};

// Mutates `script`, which it owns as the caller does; always with the same numbers. Returns whether
// fewer operations are left.
bool script_mutate(struct script *script, const struct script_mutate *how);

// Makes up to so many random changes to a script of at most MUTATE_DEEDS deeds, which has room for
// MUTATE_SPARE more.
void script_mutate_random(struct script *script, struct rng *rng, unsigned changes);

// Operations of a script.
uint32_t script_offers(const struct script *script);

#endif
