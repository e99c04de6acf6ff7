// What a scenario expects, asked of its surroundings.
#ifndef SEMA_SCENARIO_EXPECTATION_H
#define SEMA_SCENARIO_EXPECTATION_H

#include "tb/scenario/scene.h"

enum { SEEN_BYTES = 200 };

// Does it hold in this clock? `seen`: what is there in its place.
bool expectation_holds(const struct scene *scene, const struct statement *statement,
                       char seen[SEEN_BYTES]);

// The clock that `at +N` counts from; NEVER: it has not come about.
uint64_t expectation_origin(const struct scene *scene, const struct statement *statement);

#endif
