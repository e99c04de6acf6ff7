// One destination pool. In the paper a byte pool beside the bound on commands; no pool of a
// sensible size ever binds before that bound does, so the bound is all there is. The number of
// commands is the one counter.
#include "csim/policy/policy_windows.h"

const struct policy policy_aggregate = {.name = "aggregate",
                                        .meaning = "one bounded destination pool",
                                        .state_entries = 1,
                                        .returns = RETURNS_AT_END,
                                        .charge = charge_nothing,
                                        .refuse = refuse_never};
