// Ablation: the whole vector returned as the operation arrives, so that nothing bounds the stages.
#include "csim/policy/policy_windows.h"

const struct policy policy_arrival_return = {.name = "arrival_return",
                                             .meaning = "the service vector, back at arrival",
                                             .state_entries = LANES,
                                             .returns = RETURNS_AT_ARRIVAL,
                                             .open = windows_open_service,
                                             .charge = charge_vector,
                                             .refuse = windows_refuse};
