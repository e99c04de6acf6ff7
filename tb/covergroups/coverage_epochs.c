// Coverage of window autotuning: bits of an epoch's sums without which a window would be another.
#include "tb/covergroups/coverage_state.h"

// A lane at a return.
struct epoch {
    const struct registers *registers;
    unsigned lane;
    bool wanted;
};

// Its window after that, where the epoch has lasted and served so much.
static uint32_t window_after(const struct epoch *epoch, uint32_t elapsed, uint32_t served) {
    const struct registers *const registers = epoch->registers;
    const uint32_t window = registers->window[epoch->lane];
    if (elapsed < registers->autotune_interval)
        return window;
    return autotune_window(registers, (enum resource_class)lane_class(epoch->lane), window, elapsed,
                           served, epoch->wanted);
}

static void see_epoch(struct coverage *coverage, const struct epoch *epoch, uint32_t elapsed,
                      uint64_t sum) {
    const uint32_t served = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
    const uint32_t window = window_after(epoch, elapsed, served);
    uint64_t elapsed_bits = 0, served_bits = 0;
    for (unsigned bit = 0; bit < 32; bit++) {
        const uint32_t flip = UINT32_C(1) << bit;
        elapsed_bits |= (uint64_t)(window_after(epoch, elapsed ^ flip, served) != window) << bit;
        served_bits |= (uint64_t)(window_after(epoch, elapsed, served ^ flip) != window) << bit;
    }
    hit_values(coverage, epoch_elapsed, 32, elapsed, elapsed_bits);
    hit_values(coverage, epoch_served, 32, served, served_bits);
    hit_if(coverage, sum > UINT32_MAX && window_after(epoch, elapsed, (uint32_t)sum) != window,
           served_saturates);
}

void coverage_see_epochs(struct coverage *coverage, const struct edge_in *in,
                         const struct edge_out *out, const uint16_t observed[CLASSES],
                         bool window) {
    struct standing *const at = &coverage->at;
    const struct autotune before = at->epochs;
    const unsigned denied = out->kind == DECISION_DENY ? out->mask : 0;
    if (!before.enabled)
        return;
    const struct tuned tuned = autotune_clock(&at->epochs, &at->registers, out, observed, in->now);
    for (unsigned resource = 0; resource < CLASSES && !window; resource++) {
        const unsigned lane = lane_of_class(resource, out->hbm_lane);
        if (out->return_kind[resource] != CHANNEL_RETURN || !(before.enabled >> lane & 1))
            continue;
        const struct epoch epoch = {.registers = &at->registers,
                                    .lane = lane,
                                    .wanted = (before.wanted | denied) >> lane & 1};
        const unsigned known = observed[resource] == SERVICE_UNKNOWN ? 0 : observed[resource];
        see_epoch(coverage, &epoch, (uint32_t)in->now - before.start[lane],
                  (uint64_t)before.served[lane] + known);
        window = lane == tuned.lane; // which wins over those that follow
    }
}
