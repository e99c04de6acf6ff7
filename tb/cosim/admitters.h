// The registry of admitters: every member of the family by name.
#ifndef SEMA_ADMITTERS_H
#define SEMA_ADMITTERS_H

#include "csim/interface/admitter.h"

struct admitter_kind {
    const char *name; // "golden", "rtl", "lockstep", "next"
    // Opens one with `depth` reservations; NULL where this build has no such block (an RTL of
    // another depth) or when out of memory.
    struct admitter *(*open)(unsigned depth);
    bool lockstep; // what it opens compares: lockstep_divergence may be asked
    bool path;     // the golden model of rtl/next: no admitter, stands in a policy's place only
};

// Ends with a NULL name.
extern const struct admitter_kind admitter_kinds[];

// NULL if the name is unknown.
const struct admitter_kind *admitter_kind_find(const char *name);

// Lockstep of which the golden model leads (csim/interface/lockstep.h).
struct admitter *admitter_open_led_by_golden(unsigned depth);

#endif
