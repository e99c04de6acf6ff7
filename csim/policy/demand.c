#include "csim/policy/demand.h"

static uint32_t saturate(uint64_t value, uint64_t most) {
    return (uint32_t)(value < most ? value : most);
}

// What an opcode uses; none of it: unknown.
enum { HBM_LENGTH = 1, HBM_RESPONSE = 2, ATOMIC = 4, RESPONSE = 8, RESPONSE_IF_ANY = 16 };
#define ATOMIC_USES (ATOMIC | RESPONSE_IF_ANY)
static const uint8_t opcode_uses[OPCODES] = {
    [OP_WRITE] = HBM_LENGTH,      [OP_READ] = HBM_RESPONSE | RESPONSE,
    [OP_NOTIFY] = HBM_LENGTH,     [OP_FETCH_ADD] = ATOMIC_USES,
    [OP_SWAP] = ATOMIC_USES,      [OP_COMPARE_SWAP] = ATOMIC_USES,
    [OP_FETCH_AND] = ATOMIC_USES, [OP_FETCH_OR] = ATOMIC_USES,
    [OP_FETCH_XOR] = ATOMIC_USES, [OP_FETCH_MIN] = ATOMIC_USES,
    [OP_FETCH_MAX] = ATOMIC_USES,
};

void demand_estimate(const struct estimates *estimates, uint8_t opcode, unsigned lane,
                     uint32_t length, uint32_t response_length, struct raw_demand *raw) {
    const unsigned uses = opcode < OPCODES ? opcode_uses[opcode] : 0;
    const unsigned if_any = response_length > 0 ? RESPONSE | RESPONSE_IF_ANY : RESPONSE;
    const bool responds = (uses & if_any) != 0;
    const uint64_t response = demand_response(estimates, response_length);

    raw->response = response & -(uint64_t)responds;
    raw->hbm = (uses & HBM_LENGTH ? length : 0) | (uses & HBM_RESPONSE ? response_length : 0);
    raw->atomic = uses & ATOMIC ? estimates->atomic_service[opcode] : 0;
    raw->lane = lane;
}

uint16_t demand_service(const struct estimates *estimates, const struct raw_demand *raw,
                        enum resource resource) {
    const uint64_t half = UINT64_C(1) << (RECIPROCAL_FRACTION - 1);
    const uint64_t service =
        resource == RESOURCE_HBM
            ? ((uint64_t)raw->hbm * estimates->hbm_reciprocal + half) >> RECIPROCAL_FRACTION
        : resource == RESOURCE_ATOMIC ? raw->atomic
                                      : (raw->response + half) >> RECIPROCAL_FRACTION;
    return (uint16_t)saturate(service, SERVICE_UNKNOWN);
}

// The one rounding point: ceil(product / 2^shift), saturated. The widest product, of the response,
// has 49 + 14 bits, so nothing is lost before it.
static uint32_t round_up(uint64_t product, unsigned shift) {
    const uint64_t part = product & ((UINT64_C(1) << shift) - 1);

    return saturate((product >> shift) + (part != 0), COUNTER_MAX);
}

// Nothing to scale by, as after reset: only the response has fraction bits to round.
static bool is_unscaled(const struct estimates *estimates, unsigned lane) {
    const uint16_t *const word = estimates->multiplier;
    const unsigned enabled =
        (word[lane] | word[ATOMIC_LANE] | word[RESPONSE_LANE]) & MULTIPLIER_ENABLE;

    return (enabled | estimates->quantum_hbm | estimates->quantum_time) == 0;
}

void demand_scale(const struct estimates *estimates, const struct raw_demand *raw,
                  struct demand *demand) {
    const uint16_t *const word = estimates->multiplier;
    uint32_t hbm = saturate(raw->hbm, COUNTER_MAX), atomic = raw->atomic, response;

    if (is_unscaled(estimates, raw->lane)) {
        response = round_up(raw->response, RECIPROCAL_FRACTION);
    } else {
        const unsigned time_shift = MULTIPLIER_FRACTION + estimates->quantum_time;
        hbm = round_up(raw->hbm * multiplier_value(word[raw->lane]),
                       MULTIPLIER_FRACTION + estimates->quantum_hbm);
        atomic = round_up(atomic * multiplier_value(word[ATOMIC_LANE]), time_shift);
        response = round_up(raw->response * multiplier_value(word[RESPONSE_LANE]),
                            time_shift + RECIPROCAL_FRACTION);
    }
    demand->amount[RESOURCE_HBM] = hbm;
    demand->amount[RESOURCE_ATOMIC] = atomic;
    demand->amount[RESOURCE_RESPONSE] = response;
    demand->amount[RESOURCE_LINK] = 0;
    demand->lane = hbm ? raw->lane : 0;
    demand->mask = (lane_set)(hbm != 0) << demand->lane | (lane_set)(atomic != 0) << ATOMIC_LANE |
                   (lane_set)(response != 0) << RESPONSE_LANE;
}
