// Ablation: the whole vector held to the end, so that stages already left stay charged.
#include "csim/policy/policy_windows.h"

const struct policy policy_end_return = {.name = "end_return",
                                         .meaning = "the service vector, back at the end",
                                         .state_entries = LANES,
                                         .returns = RETURNS_AT_END,
                                         .open = windows_open_service,
                                         .charge = charge_vector,
                                         .refuse = windows_refuse};
