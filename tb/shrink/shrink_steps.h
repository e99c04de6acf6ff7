// Steps of the search (shrink.h) in files of their own: shorter sections of a script, simpler
// states to begin in, random changes.
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

// Adds a deed, in another clock; NULL: there is no room for it.
struct deed *section_add(struct script *section, const struct deed *deed, uint64_t clock);

// ---- sections that begin in the state that a script has led to (section_state.c)
//
// Registers as they were, with windows smaller by the debt of those that are left out, then those
// that held reservations and those that waited, offered anew in the order of then; and on with what
// the script did next. What hangs on who waits or who holds what, and not on how it came about,
// fails again with few operations.

struct section_states;

// Plays the script on the golden model, and looks at some clocks ahead of `cycle` and ahead of the
// last resets before it. NULL: out of memory. The caller closes it.
struct section_states *section_states_open(const struct script *script, uint64_t cycle);
void section_states_close(struct section_states *states);

// Makes `section`, which has room for SECTION_DEEDS, of one of the states, drawn by `rng`: with as
// many holders as `mode` says.
enum section_holders { HOLDERS_NONE, HOLDERS_SOME, HOLDERS_ALL, HOLDERS_MODES };
void section_state_draw(const struct script *script, const struct section_states *states,
                        enum section_holders mode, struct rng *rng, struct script *section);

// ---- the state that a script begins in (shrink_state.c)

// Makes script->begins as simple as it gets (none at all, fewer operations that wait, fewer
// reservations, values as after a reset) while `fails`, which is asked for each change and may say
// no once time is over, says yes. The state stays one that a block can be in.
void shrink_state(struct script *script, bool (*fails)(void *context), void *context);

// ---- random changes (script_mutate.c)
//
// Where nothing single can be left out of a failing script any more, small changes that keep it
// failing lead on to places from where something can. Values, clocks and order change, operations
// merge into one, credit comes back sooner, windows become smaller; what still fails with no more
// operations is kept, whatever else it is.

// A script longer than this is played too slowly for blind trials. Deeds other than operations may
// become so many more on the way.
enum { MUTATE_DEEDS = 1500, MUTATE_SPARE = 12 };

struct script_mutate {
    bool (*fails)(void *context, const struct script *script); // in the way it should
    bool (*time_left)(const void *context);
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

#endif
