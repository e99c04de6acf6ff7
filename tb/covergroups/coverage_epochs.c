// Coverage of window autotuning: bits of an epoch's sums without which a window would be another.
#include "tb/covergroups/coverage_state.h"

// The window after a look at a lane whose epoch has lasted and served so much.
static uint32_t window_after(const struct looked *looked, uint32_t elapsed, uint32_t served) {
    const struct registers *const registers = &looked->registers;
    const uint32_t window = registers->window[looked->lane];
    const struct epoch epoch = {.elapsed = elapsed, .served = served, .wanted = looked->wanted};
    if (elapsed < registers->autotune_interval)
        return window;
    return autotune_window(registers, (enum resource_class)lane_class(looked->lane), window,
                           &epoch);
}

static void see_epoch(struct coverage *coverage, const struct looked *looked) {
    const uint32_t elapsed = looked->elapsed;
    const uint32_t served = looked->sum < UINT32_MAX ? (uint32_t)looked->sum : UINT32_MAX;
    const uint32_t window = window_after(looked, elapsed, served);
    uint64_t elapsed_bits = 0, served_bits = 0;
    for (unsigned bit = 0; bit < 32; bit++) {
        const uint32_t flip = UINT32_C(1) << bit;
        elapsed_bits |= (uint64_t)(window_after(looked, elapsed ^ flip, served) != window) << bit;
        served_bits |= (uint64_t)(window_after(looked, elapsed, served ^ flip) != window) << bit;
    }
    hit_values(coverage, epoch_elapsed, 32, elapsed, elapsed_bits);
    hit_values(coverage, epoch_served, 32, served, served_bits);
    hit_if(coverage,
           looked->sum > UINT32_MAX &&
               window_after(looked, elapsed, (uint32_t)looked->sum) != window,
           served_saturates);
}

// Sums without an end, of lanes that have an epoch.
static void add_returns(struct standing *at, const struct edge_out *out,
                        const uint16_t observed[CLASSES]) {
    for (unsigned resource = 0; resource < CLASSES; resource++)
        if (out->return_kind[resource] == CHANNEL_RETURN && observed[resource] != SERVICE_UNKNOWN)
            at->served[lane_of_class(resource, out->hbm_lane)] += observed[resource];
}

void coverage_see_epochs(struct coverage *coverage, const struct edge_in *in,
                         const struct edge_out *out, const uint16_t observed[CLASSES],
                         bool window) {
    struct standing *const at = &coverage->at;
    struct autotune *const epochs = &at->epochs;
    const struct look *const look = &epochs->look;
    const unsigned lane = epochs->turn;
    if (autotune_is_off(epochs, &at->registers))
        return;
    const lane_set open = epochs->open;
    autotune_clock(epochs, &at->registers, out, observed, in->now);
    if (window)
        autotune_overtake(epochs);
    add_returns(at, out, observed);
    if (look->clocks == LOOK_TO_EPOCH + 1) {
        at->looked = (struct looked){.registers = at->registers,
                                     .lane = lane,
                                     .elapsed = look->epoch.elapsed,
                                     .sum = at->served[lane],
                                     .wanted = look->epoch.wanted,
                                     .open = open >> lane & 1};
        if (look->ends || !at->looked.open)
            at->served[lane] = 0;
    }
    if (lane != epochs->turn && at->looked.open && !look->overtaken)
        see_epoch(coverage, &at->looked);
    if (lane != epochs->turn)
        at->looked.open = false;
}
