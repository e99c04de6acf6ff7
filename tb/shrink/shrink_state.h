// Shrinking the state that a script begins in: none at all, fewer operations that wait, fewer
// reservations, values as after a reset.
#ifndef SEMA_SHRINK_STATE_H
#define SEMA_SHRINK_STATE_H

#include <stdbool.h>

#include "tb/shrink/script.h"

// Makes script->begins as simple as it gets while `fails`, which is asked for each change and may
// say no once time is over, says yes. The state stays one that a block can be in.
void shrink_state(struct script *script, bool (*fails)(void *context), void *context);

#endif
