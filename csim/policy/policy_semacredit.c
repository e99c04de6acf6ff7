// The paper's policy: the whole service vector, each component returned by its own stage.
#include "csim/policy/policy_windows.h"

const struct policy policy_semacredit = {
    .name = "semacredit",
    .meaning = "the service vector, each component back from its stage",
    .state_entries = LANES,
    .returns = RETURNS_BY_STAGE,
    .open = windows_open_service,
    .charge = charge_vector,
    .refuse = windows_refuse};
