// Coverage of grant messages.
#include <string.h>

#include "tb/covergroups/coverage_state.h"

// Classes with a lane on which the message tells of as much as makes it due.
static unsigned classes_due(const struct standing *at, const struct edge_out *out) {
    const struct grant_rule *const rule = &at->registers.grant;
    unsigned due = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t threshold = lane < HBM_LANES ? rule->threshold_hbm : rule->threshold_time;
        const uint32_t changed = (out->grant_credit[lane] - at->sent[lane]) & COUNTER_MAX;
        due |= (unsigned)(threshold && changed >= threshold) << lane_class(lane);
    }
    return due;
}

static void see_message(struct coverage *coverage, const struct edge_out *out) {
    const struct standing *const at = &coverage->at;
    const unsigned due = classes_due(at, out);
    unsigned lanes = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        lanes += out->grant_credit[lane] != at->sent[lane];
        if (lane != ATOMIC_LANE) // would take millions of operations
            hit_if(coverage, out->grant_credit[lane] < at->sent[lane],
                   count_wraps + (lane == RESPONSE_LANE));
    }
    hit_if(coverage, due == 0, message_due_by);
    hit_bits(coverage, due, message_due_by + 1);
    hit(coverage, message_lanes + at_most(lanes, 2) - (lanes != 0));
    for (unsigned resource = 0; resource < CLASSES; resource++)
        hit_if(coverage, out->return_kind[resource] == CHANNEL_RETURN,
               message_with_return + resource);
}

void coverage_see_messages(struct coverage *coverage, const struct edge_in *in,
                           const struct edge_out *out) {
    struct standing *const at = &coverage->at;
    const bool held = at->message && !in->grant_ready;
    if (held) {
        hit(coverage, message_held);
        hit_if(coverage,
               (out->return_kind[CLASS_HBM] == CHANNEL_RETURN) |
                   (out->return_kind[CLASS_ATOMIC] == CHANNEL_RETURN) |
                   (out->return_kind[CLASS_RESPONSE] == CHANNEL_RETURN),
               message_held + 1);
    } else if (out->grant_valid) {
        see_message(coverage, out);
        memcpy(at->sent, out->grant_credit, sizeof at->sent);
    }
    at->message = out->grant_valid;
}
