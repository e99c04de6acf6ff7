// The service vector without its response component: what the first stage costs, and no more.
#include "csim/policy/policy_windows.h"

static void primary_charge(const struct policy_state *state, const struct op *op, unsigned lane,
                           struct demand *demand) {
    charge_vector(state, op, lane, demand);
    demand->amount[CLASS_RESPONSE] = 0;
    demand_mask(demand);
}

const struct policy policy_primary = {.name = "primary",
                                      .meaning = "HBM and Atomic service, no response",
                                      .state_entries = LANES - 1,
                                      .returns = RETURNS_BY_STAGE,
                                      .open = windows_open_service,
                                      .charge = primary_charge,
                                      .refuse = windows_refuse};
