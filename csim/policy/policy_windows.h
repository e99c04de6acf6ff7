// Windows and debts: the behaviour that policies share. A lane's debt is what is charged to it and
// not yet returned; its reported debt counts as well what came back and initiators do not know of.
// An operation is refused by a lane whose window its demand would overstep on top of the reported
// debt, so that late news delay and never oversubscribe. With `empty_admits` a lane whose reported
// debt is 0 has room for any demand, unless it is closed by a window of 0: so nothing is too large
// forever, and a debt is above its window by no more than one operation.
#pragma once

#include "csim/policy/policy.h"

// The base window in ns: what is asked for, but no less than the round trip of feedback.
uint64_t window_base_ns(const struct config *config);

// Bytes that a server of `gbps` moves in `ns`.
uint64_t window_bytes(uint64_t ns, uint64_t gbps);

// The window of the link: a part of what its four paths together move in a base window.
uint64_t window_link(const struct config *config);

// Windows of the service vector, and the units of these and of the demands that charge_vector finds
// from then on: HBM in 2^quantum_hbm bytes, Atomic engine (some base windows of it) and response
// engine in 2^quantum_time quanta. As in the admission block windows are rounded down and demands,
// once, up. Policies with other windows (resource_byte, scalar, reactive) are not quantised.
void windows_open_service(struct policy_state *state, const struct config *config);

// Charges the whole service vector, from the estimates in the registers.
void charge_vector(const struct policy_state *state, const struct op *op, unsigned lane,
                   struct demand *demand);

// What that is before multipliers: as the block reckons it, but that any operation may have a
// response.
void estimate_op(const struct policy_state *state, const struct op *op, unsigned lane,
                 struct raw_demand *raw);

// The mask of a demand: its lanes with an amount.
void demand_mask(struct demand *demand);

// Would a lane have room for so much, if nothing were charged to it?
bool windows_may_have_room(const struct policy_state *state, unsigned lane, uint64_t amount);

// Refuses by the windows of the lanes charged.
lane_set windows_refuse(const struct policy_state *state, const struct op *op,
                        const struct demand *demand);

// The lane of a component.
static inline unsigned resource_lane(const struct demand *demand, unsigned resource) {
    return resource == RESOURCE_HBM      ? demand->lane
           : resource == RESOURCE_ATOMIC ? ATOMIC_LANE
           : resource == RESOURCE_LINK   ? LINK_LANE
                                         : RESPONSE_LANE;
}

// All components at once, the link's with LINK_FROM_GRANT only.
void windows_charge(struct policy_state *state, const struct demand *demand, enum policy_link link);
// This one, as the operation leaves its source.
void windows_send(struct policy_state *state, const struct demand *demand);

// One component comes back, and is not reported yet. Returns the amount.
uint32_t windows_return(struct policy_state *state, const struct demand *demand, unsigned resource);

// Initiators learn that so much of a lane's debt has come back.
void windows_inform(struct policy_state *state, unsigned lane, uint64_t amount);
