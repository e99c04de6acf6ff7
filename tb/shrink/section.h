// Sections: what hangs on a rare meeting of clocks is lost from a long run with the first operation
// left out. It may show again in a short run of its own: some operations from the middle of the
// long one, with the registers as they were by then or when it failed, and with its last writes and
// reads.
#ifndef SEMA_SECTION_H
#define SEMA_SECTION_H

#include "csim/base/rng.h"
#include "tb/shrink/script.h"

enum { SECTION_OFFERS = 48, SECTION_DEEDS = 1500 /* at most */ };

// Makes `section`, which has room for SECTION_DEEDS, one of `script`, drawn by `rng`.
void section_draw(const struct script *script, struct rng *rng, struct script *section);

#endif
