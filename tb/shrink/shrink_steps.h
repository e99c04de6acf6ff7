// Steps of the search (shrink.h) in files of their own: shorter sections of a script, simpler
// states to begin in.
#ifndef SEMA_SHRINK_STEPS_H
#define SEMA_SHRINK_STEPS_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/rng.h"
#include "tb/shrink/script.h"

// ---- sections (section.c)
//
// What hangs on a rare meeting of clocks is lost from a long run with the first operation left out.
// It may show again in a short run of its own: some operations from the middle of the long one,
// with the registers as they were by then or when it failed, and with its last writes and reads.

enum { SECTION_OFFERS = 48, SECTION_DEEDS = 1500 /* at most */ };

// Where a script's writes are, found once for all sections of it. NULL: out of memory. The caller
// closes it.
struct section_writes *section_writes_open(const struct script *script);
void section_writes_close(struct section_writes *writes);

// Makes `section`, which has room for SECTION_DEEDS, one of `script`, whose `writes` these are,
// drawn by `rng`.
void section_draw(const struct script *script, const struct section_writes *writes, struct rng *rng,
                  struct script *section);

// ---- the state that a script begins in (shrink_state.c)

// Makes script->begins as simple as it gets (none at all, fewer operations that wait, fewer
// reservations, values as after a reset) while `fails`, which is asked for each change and may say
// no once time is over, says yes. The state stays one that a block can be in.
void shrink_state(struct script *script, bool (*fails)(void *context), void *context);

#endif
