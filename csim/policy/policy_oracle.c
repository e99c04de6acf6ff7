// semacredit with perfect mapping from addresses to partitions.
#include "csim/policy/policy_windows.h"

const struct policy policy_oracle = {.name = "oracle",
                                     .meaning = "semacredit that always knows the partition",
                                     .state_entries = LANES,
                                     .returns = RETURNS_BY_STAGE,
                                     .knows_mapping = true,
                                     .open = windows_open_service,
                                     .charge = charge_vector,
                                     .refuse = windows_refuse};
