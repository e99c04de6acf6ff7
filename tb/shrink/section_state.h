// Sections that begin in the state that a script has led to: registers as they were, with windows
// smaller by the debt of those that are left out, then those that held reservations and those that
// waited, offered anew in the order of then; and on with what the script did next. What hangs on
// who waits or who holds what, and not on how it came about, fails again with few operations.
#ifndef SEMA_SECTION_STATE_H
#define SEMA_SECTION_STATE_H

#include <stdint.h>

#include "csim/base/rng.h"
#include "tb/shrink/script.h"

struct section_states;

// Plays the script on the golden model, and looks at some clocks ahead of `cycle` and ahead of the
// last resets before it. NULL: out of memory. The caller closes it.
struct section_states *section_states_open(const struct script *script, uint64_t cycle);
void section_states_close(struct section_states *states);

// Makes `section`, which has room for SECTION_DEEDS (section.h), of one of the states, drawn by
// `rng`: with as many holders as `mode` says.
enum section_holders { HOLDERS_NONE, HOLDERS_SOME, HOLDERS_ALL, HOLDERS_MODES };
void section_state_draw(const struct script *script, const struct section_states *states,
                        enum section_holders mode, struct rng *rng, struct script *section);

#endif
