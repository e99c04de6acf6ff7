#include "coverage.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "demand.h"

#define LANE_NAMES      "hbm0 hbm1 hbm2 hbm3 hbm4 hbm5 hbm6 hbm7 atomic response"
#define PARTITION_NAMES "hbm0 hbm1 hbm2 hbm3 hbm4 hbm5 hbm6 hbm7"
#define CLASS_NAMES     "hbm atomic response"
#define CHANNEL_NAMES   CLASS_NAMES " done"

// Every point: name, number of bins, names of the bins in order. Where a point is about a clock it
// means one clock; debt and windows are those that the decision saw.
#define POINTS(X)                                                                                  \
    X(offer_taken, 16,                                                                             \
      "write read notify 3 4 5 6 7 fetch_add swap compare_swap fetch_and "                         \
      "fetch_or fetch_xor fetch_min fetch_max")                                                    \
    X(offer_held_back, 1, "queue_full")                                                            \
    X(zero_length, 4, "write read notify atomic_without_response")                                 \
    X(decision, 3, "grant deny reject")                                                            \
    X(grant_lane, 10, LANE_NAMES)                                                                  \
    X(grant_uses, 6, "nothing hbm atomic response hbm+response atomic+response")                   \
    X(grant_exact_fit, 10, LANE_NAMES)                                                             \
    X(grant_back_to_back, 3, CLASS_NAMES)                                                          \
    X(grant_after_deny, 1, "granted")                                                              \
    X(deny_one_above, 10, LANE_NAMES)                                                              \
    X(deny_lane, 10, LANE_NAMES)                                                                   \
    X(deny_table, 2, "full command_limit")                                                         \
    X(deny_lanes_together, 3, "one two lanes+table")                                               \
    X(deny_above_window, 3, CLASS_NAMES)                                                           \
    X(deny_mask_changes, 2, "more fewer_or_other")                                                 \
    X(reject_lane, 10, LANE_NAMES)                                                                 \
    X(reject_lanes_together, 2, "one two")                                                         \
    X(reject_unknown, 1, "opcode")                                                                 \
    X(reject_saturated, 2, "hbm response")                                                         \
    X(return_lane, 10, LANE_NAMES)                                                                 \
    X(return_from_other_partition, 1, "seen")                                                      \
    X(return_with_grant, 10, LANE_NAMES)                                                           \
    X(returns_together, 4, "one two three three+grant")                                            \
    X(retire_channel, 4, CHANNEL_NAMES)                                                            \
    X(retires_together, 4, "one two three four")                                                   \
    X(one_id_on_channels, 7,                                                                       \
      "hbm+response atomic+response hbm+done atomic+done response+done "                           \
      "hbm+response+done atomic+response+done")                                                    \
    X(stray_not_held, 4, CHANNEL_NAMES)                                                            \
    X(stray_held, 4, CHANNEL_NAMES)                                                                \
    X(stray_in_grant_clock, 4, CHANNEL_NAMES)                                                      \
    X(held_at_grant, 4, "first second half full")                                                  \
    X(id_reuse, 2, "later soonest")                                                                \
    X(collector_valid, 8, "1 2 3 4 5 6 7 8")                                                       \
    X(collector_held_back, 8, PARTITION_NAMES)                                                     \
    X(window_written, 10, LANE_NAMES)                                                              \
    X(window_below_debt, 3, CLASS_NAMES)                                                           \
    X(window_with_grant, 1, "seen")                                                                \
    X(window_largest, 1, "clamped")                                                                \
    X(refresh_of_waiting_head, 4, "hbm atomic response quantum")                                   \
    X(multiplier_written, 3, CLASS_NAMES)                                                          \
    X(register_written, 10,                                                                        \
      "atomic_service response_fixed response_reciprocal command_limit "                           \
      "quantum_hbm quantum_time grant_interval grant_threshold_hbm grant_threshold_time map_mask") \
    X(register_missing, 1, "written")                                                              \
    X(message_due_by, 4, "timer " CLASS_NAMES)                                                     \
    X(message_lanes, 2, "one more")                                                                \
    X(message_with_return, 3, CLASS_NAMES)                                                         \
    X(message_right_after, 1, "another")                                                           \
    X(message_held, 2, "not_ready with_return")                                                    \
    X(count_wraps, 2, "hbm response")                                                              \
    X(quiet_reached, 2, "empty waiting")                                                           \
    X(quiet_below_threshold, 1, "credit_pending")                                                  \
    X(gap_skipped, 2, "empty waiting")                                                             \
    X(reset_mid_run, 5, "with_debt with_head_waiting with_collector_full with_offer with_message")

// A point's first bin in the flat array of hits.
enum {
#define FIRST(name, bins, names) name, name##_last = name + (bins)-1,
    POINTS(FIRST) BINS
#undef FIRST
};

static const struct {
    const char *name;
    const char *names;
    unsigned bins;
} points[] = {
#define POINT(name, bins, names) {#name, names, bins},
    POINTS(POINT)
#undef POINT
};

enum { CHANNEL_DONE = CLASSES, CHANNELS };

struct coverage {
    uint64_t hits[BINS];
    unsigned depth;
    // Where the run stands; what follows is forgotten by coverage_restart.
    struct standing {
        uint64_t clock;
        uint64_t granted[DEPTH_MAX]; // clock of an id's last grant
        uint64_t freed[DEPTH_MAX];   // clock of its last retire
        bool is_held[DEPTH_MAX];
        bool was_freed[DEPTH_MAX];
        uint8_t from[DEPTH_MAX]; // partition of its last HBM beat
        uint32_t window[LANES];
        uint32_t debt[LANES]; // as last shown
        unsigned held;
        unsigned command_limit;
        uint64_t last_grant;      // clock
        uint16_t last_grant_mask; // its lanes
        uint16_t denied_mask;     // while `denied`
        bool denied;              // an operation waits that was denied
        bool quiet, op_ready;     // as last shown
        uint8_t hbm_ready;
        bool message;             // one was shown
        uint32_t told[LANES];     // as last shown
        uint32_t returned[LANES]; // up to the last clock
        struct grant_rule rule;   // in force in the next clock
    } at;
};

static void hit(struct coverage *coverage, unsigned bin) {
    coverage->hits[bin]++;
}

static void hit_if(struct coverage *coverage, bool condition, unsigned bin) {
    coverage->hits[bin] += condition;
}

// One bin for each bit.
static void hit_bits(struct coverage *coverage, unsigned mask, unsigned first) {
    for (; mask; mask &= mask - 1)
        hit(coverage, first + (unsigned)__builtin_ctz(mask));
}

// How many bits are set in a mask of up to eight. (A call of the library's where the processor is
// not known to count by itself.)
static unsigned bits_set(unsigned mask) {
    static const uint8_t set[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    return set[mask & 15] + (unsigned)set[mask >> 4 & 15];
}

static unsigned lane_class(unsigned lane) {
    return lane < HBM_LANES ? CLASS_HBM : lane - HBM_LANES + CLASS_ATOMIC;
}

// Lanes to classes, a bit each.
static unsigned classes_of(unsigned lanes) {
    return (unsigned)((lanes & ((1u << HBM_LANES) - 1)) != 0) << CLASS_HBM |
           lanes >> ATOMIC_LANE << CLASS_ATOMIC;
}

static unsigned at_most(unsigned value, unsigned most) {
    return value < most ? value : most;
}

static void see_offer(struct coverage *coverage, const struct edge_in *in) {
    if (!coverage->at.op_ready) {
        hit(coverage, offer_held_back);
        return;
    }
    if (in->opcode < OPCODES)
        hit(coverage, offer_taken + in->opcode);
    hit_if(coverage, in->opcode == OP_WRITE && in->length == 0, zero_length);
    hit_if(coverage, in->opcode == OP_READ && in->response_length == 0, zero_length + 1);
    hit_if(coverage, in->opcode == OP_NOTIFY && in->length == 0, zero_length + 2);
    hit_if(coverage, in->opcode >= OP_FETCH_ADD && in->response_length == 0, zero_length + 3);
}

static void see_hbm_beats(struct coverage *coverage, const struct edge_in *in) {
    hit(coverage, collector_valid + bits_set(in->hbm_valid) - 1);
    hit_bits(coverage, in->hbm_valid & (unsigned)~coverage->at.hbm_ready, collector_held_back);
    for (unsigned left = in->hbm_valid & coverage->at.hbm_ready; left; left &= left - 1) {
        const unsigned partition = (unsigned)__builtin_ctz(left);
        coverage->at.from[in->hbm_id[partition] % DEPTH_MAX] = (uint8_t)partition;
    }
}

// A write that is taken, after this clock's decision.
static void see_write(struct coverage *coverage, const struct edge_in *in) {
    const unsigned address = in->config_address;
    const bool waits = coverage->at.denied;

    if (address < CONFIG_WINDOW + LANES)
        return; // commits
    if (address >= CONFIG_MULTIPLIER && address < CONFIG_MULTIPLIER + LANES) {
        hit_if(coverage, waits, refresh_of_waiting_head + lane_class(address - CONFIG_MULTIPLIER));
        hit(coverage, multiplier_written + lane_class(address - CONFIG_MULTIPLIER));
    } else if (address >= CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD &&
               address <= CONFIG_ATOMIC_SERVICE + OP_FETCH_MAX) {
        hit(coverage, register_written);
    } else if (address >= CONFIG_RESPONSE_FIXED && address <= CONFIG_GRANT_THRESHOLD_TIME) {
        hit(coverage, register_written + 1 + address - CONFIG_RESPONSE_FIXED);
        hit_if(coverage, waits && (address == CONFIG_QUANTUM_HBM || address == CONFIG_QUANTUM_TIME),
               refresh_of_waiting_head + CLASSES);
        grant_rule_write(&coverage->at.rule, in->config_address, in->config_data);
        if (address == CONFIG_COMMAND_LIMIT)
            coverage->at.command_limit = in->config_data & (2 * coverage->depth - 1);
    } else if (address >= CONFIG_MAP_MASK && address < CONFIG_MAP_MASK + 2 * MAP_MASKS) {
        hit(coverage, register_written_last);
    } else {
        hit(coverage, register_missing);
    }
}

static void see_window(struct coverage *coverage, const struct edge_out *out) {
    const unsigned lane = out->window_lane;

    if (out->reset || lane >= LANES)
        return;
    coverage->at.window[lane] = out->window_value;
    hit(coverage, window_written + lane);
    hit_if(coverage, out->window_value < coverage->at.debt[lane],
           window_below_debt + lane_class(lane));
    hit_if(coverage, out->kind == DECISION_GRANT, window_with_grant);
    hit_if(coverage, out->window_value == UINT32_MAX - 1, window_largest);
}

// What the operation that is decided on demands of a lane.
static uint32_t lane_demand(const struct edge_out *out, unsigned lane) {
    if (lane >= HBM_LANES)
        return out->demand[lane - HBM_LANES + CLASS_ATOMIC];
    return lane == (out->lane < HBM_LANES ? out->lane : 0) ? out->demand[CLASS_HBM] : 0;
}

static void see_grant(struct coverage *coverage, const struct edge_out *out) {
    struct standing *const at = &coverage->at;
    static const uint8_t use_bin[1 << CLASSES] = {0, 1, 2, 0, 3, 4, 5, 0};
    const unsigned id = out->id % DEPTH_MAX;
    const unsigned lanes = out->mask & ((1u << LANES) - 1);

    hit(coverage, grant_uses + use_bin[classes_of(lanes)]);
    for (unsigned left = lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t sum = (uint64_t)at->debt[lane] + lane_demand(out, lane);
        hit(coverage, grant_lane + lane);
        hit_if(coverage, sum == at->window[lane], grant_exact_fit + lane);
    }
    if (at->last_grant + 1 == at->clock)
        hit_bits(coverage, classes_of(lanes & at->last_grant_mask), grant_back_to_back);
    hit_if(coverage, at->denied, grant_after_deny);
    hit_if(coverage, at->held == 0, held_at_grant);
    hit_if(coverage, at->held == 1, held_at_grant + 1);
    hit_if(coverage, at->held == coverage->depth / 2, held_at_grant + 2);
    hit_if(coverage, at->held == coverage->depth - 1, held_at_grant + 3);
    if (at->was_freed[id])
        hit(coverage, id_reuse + (at->clock == at->freed[id] + RETIRE_TO_CANDIDATE));
    at->last_grant = at->clock;
    at->last_grant_mask = out->mask;
    at->granted[id] = at->clock;
    at->is_held[id] = true;
    at->held++;
    at->denied = false;
}

static void see_deny(struct coverage *coverage, const struct edge_out *out) {
    struct standing *const at = &coverage->at;
    const unsigned lanes = out->mask & ((1u << LANES) - 1);
    const unsigned count = (unsigned)__builtin_popcount(lanes);

    for (unsigned left = lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint32_t d = lane_demand(out, lane);
        const uint64_t sum = (uint64_t)at->debt[lane] + d;
        hit(coverage, deny_lane + lane);
        hit_if(coverage, sum == (uint64_t)at->window[lane] + 1, deny_one_above + lane);
        hit_if(coverage, d > at->window[lane], deny_above_window + lane_class(lane));
    }
    if (count)
        hit(coverage, deny_lanes_together + at_most(count, 2) - 1);
    if (out->mask & REFUSED_TABLE) {
        hit_if(coverage, count != 0, deny_lanes_together + 2);
        hit_if(coverage, at->held >= coverage->depth, deny_table);
        hit_if(coverage, at->held >= at->command_limit && at->held < coverage->depth,
               deny_table + 1);
    }
    if (at->denied)
        hit(coverage, deny_mask_changes + ((at->denied_mask & ~out->mask) != 0));
    at->denied = true;
    at->denied_mask = out->mask;
}

static void see_reject(struct coverage *coverage, const struct edge_out *out) {
    hit_bits(coverage, out->mask, reject_lane);
    hit_if(coverage, out->mask == 0, reject_unknown);
    if (out->mask)
        hit(coverage,
            reject_lanes_together + at_most((unsigned)__builtin_popcount(out->mask), 2) - 1);
    hit_if(coverage, out->demand[CLASS_HBM] == UINT32_MAX, reject_saturated);
    hit_if(coverage, out->demand[CLASS_RESPONSE] == UINT32_MAX, reject_saturated + 1);
}

static void see_decision(struct coverage *coverage, const struct edge_out *out) {
    hit(coverage, decision + out->kind - 1u);
    if (out->kind == DECISION_GRANT)
        see_grant(coverage, out);
    else if (out->kind == DECISION_DENY)
        see_deny(coverage, out);
    else
        see_reject(coverage, out);
}

// Strays are told apart by what was held when they were taken up, one clock ago.
static void see_stray(struct coverage *coverage, unsigned channel, unsigned id) {
    const struct standing *const at = &coverage->at;

    id %= DEPTH_MAX;
    if (!at->is_held[id] || at->granted[id] >= at->clock)
        hit(coverage, stray_not_held + channel);
    else if (at->granted[id] + 1 == at->clock)
        hit(coverage, stray_in_grant_clock + channel);
    else
        hit(coverage, stray_held + channel);
}

// Two or more effective channels with one id.
static void see_one_id(struct coverage *coverage, const unsigned id[CHANNELS], unsigned effective) {
    static const int8_t bin[1 << CHANNELS] = {[1 | 4] = 1, [2 | 4] = 2, [1 | 8] = 3, [2 | 8] = 4,
                                              [4 | 8] = 5, [13] = 6,    [14] = 7};

    for (unsigned left = effective; left; left &= left - 1) {
        const unsigned first = (unsigned)__builtin_ctz(left);
        unsigned same = 0;
        for (unsigned channel = first; channel < CHANNELS; channel++)
            same |= (unsigned)(left >> channel & 1 && id[channel] == id[first]) << channel;
        if (bin[same]) {
            hit(coverage, one_id_on_channels + (unsigned)bin[same] - 1);
            return;
        }
    }
}

static void see_events(struct coverage *coverage, const struct edge_out *out) {
    static const uint8_t class_lane[CLASSES] = {0, ATOMIC_LANE, RESPONSE_LANE};
    struct standing *const at = &coverage->at;
    unsigned id[CHANNELS] = {0};
    unsigned effective = 0, lanes = 0;

    for (unsigned class = 0; class < CLASSES; class ++) {
        id[class] = out->return_id[class] % DEPTH_MAX;
        if (out->return_kind[class] == CHANNEL_STRAY)
            see_stray(coverage, class, id[class]);
        if (out->return_kind[class] != CHANNEL_RETURN)
            continue;
        effective |= 1u << class;
        const unsigned lane = class == CLASS_HBM ? out->hbm_lane % LANES : class_lane[class];
        lanes |= 1u << lane;
        at->returned[lane] += out->amount[class];
    }
    id[CHANNEL_DONE] = out->done_id % DEPTH_MAX;
    if (out->done_kind == CHANNEL_STRAY)
        see_stray(coverage, CHANNEL_DONE, id[CHANNEL_DONE]);
    const unsigned done = (unsigned)(out->done_kind == CHANNEL_COMPLETE) << CHANNEL_DONE;

    const unsigned returns = bits_set(effective);
    if (returns) {
        hit_bits(coverage, lanes, return_lane);
        hit(coverage, returns_together + returns - 1);
        if (effective & 1 << CLASS_HBM)
            hit_if(coverage, at->from[id[CLASS_HBM]] != out->hbm_lane, return_from_other_partition);
    }
    if (returns && out->kind == DECISION_GRANT) {
        hit_bits(coverage, lanes & out->mask, return_with_grant);
        hit_if(coverage, returns == CLASSES, returns_together + CLASSES);
    }
    const unsigned retires = out->retire | done;
    hit_bits(coverage, retires % (1 << CHANNELS), retire_channel);
    if (retires)
        hit(coverage, retires_together + bits_set(retires) - 1);
    if ((effective | done) & ((effective | done) - 1))
        see_one_id(coverage, id, effective | done);
    for (unsigned left = retires % (1 << CHANNELS); left; left &= left - 1) {
        const unsigned freed_id = id[__builtin_ctz(left)];
        at->is_held[freed_id] = false;
        at->was_freed[freed_id] = true;
        at->freed[freed_id] = at->clock;
        at->held--;
    }
}

// Classes with a lane on which the message tells of as much as makes it due.
static unsigned classes_due(const struct standing *at, const struct edge_out *out) {
    const struct grant_rule *const rule = &at->rule;
    unsigned due = 0;

    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t threshold = lane < HBM_LANES ? rule->threshold_hbm : rule->threshold_time;
        const uint32_t news = out->grant_credit[lane] - at->told[lane];
        due |= (unsigned)(threshold && news >= threshold) << lane_class(lane);
    }
    return due;
}

static void see_message(struct coverage *coverage, const struct edge_out *out) {
    const struct standing *const at = &coverage->at;
    const unsigned due = classes_due(at, out);
    unsigned lanes = 0;

    for (unsigned lane = 0; lane < LANES; lane++) {
        lanes += out->grant_credit[lane] != at->told[lane];
        if (lane != ATOMIC_LANE) // would take millions of operations
            hit_if(coverage, out->grant_credit[lane] < at->told[lane],
                   count_wraps + (lane == RESPONSE_LANE));
    }
    hit_if(coverage, due == 0, message_due_by);
    hit_bits(coverage, due, message_due_by + 1);
    hit(coverage, message_lanes + at_most(lanes, 2) - (lanes != 0));
    for (unsigned class = 0; class < CLASSES; class ++)
        hit_if(coverage, out->return_kind[class] == CHANNEL_RETURN, message_with_return + class);
    hit_if(coverage, at->message, message_right_after);
}

// The grant message port, before the returns of this clock are counted.
static void see_messages(struct coverage *coverage, const struct edge_in *in,
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
        memcpy(at->told, out->grant_credit, sizeof at->told);
    }
    at->message = out->grant_valid;
}

static void see_reset(struct coverage *coverage, const struct edge_in *in) {
    const struct standing *const at = &coverage->at;
    bool debt = false;

    for (unsigned lane = 0; lane < LANES; lane++)
        debt |= at->debt[lane] != 0;
    hit_if(coverage, debt, reset_mid_run);
    hit_if(coverage, at->denied, reset_mid_run + 1);
    hit_if(coverage, at->hbm_ready != (1 << HBM_LANES) - 1, reset_mid_run + 2);
    hit_if(coverage, in->op_valid && at->clock != 0, reset_mid_run + 3);
    hit_if(coverage, at->message, reset_mid_run + 4);
    coverage_restart(coverage);
}

void coverage_edge(struct coverage *coverage, const struct edge_in *in,
                   const struct edge_out *out) {
    struct standing *const at = &coverage->at;

    if (in->reset) {
        see_reset(coverage, in);
        return;
    }
    at->clock += in->gap + 1;
    if (in->gap)
        hit(coverage, gap_skipped + at->denied);
    if (in->op_valid)
        see_offer(coverage, in);
    if (in->hbm_valid)
        see_hbm_beats(coverage, in);
    if (at->message | out->grant_valid)
        see_messages(coverage, in, out);
    if (out->window)
        see_window(coverage, out);
    if (out->kind)
        see_decision(coverage, out);
    if (out->return_kind[CLASS_HBM] | out->return_kind[CLASS_ATOMIC] |
        out->return_kind[CLASS_RESPONSE] | out->done_kind)
        see_events(coverage, out);
    if (in->config_valid)
        see_write(coverage, in);
    if (out->quiet && !at->quiet) {
        hit(coverage, quiet_reached + at->denied);
        hit_if(coverage,
               (at->rule.threshold_hbm | at->rule.threshold_time) &&
                   memcmp(at->told, at->returned, sizeof at->told) != 0,
               quiet_below_threshold);
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        at->debt[lane] = out->debt[lane];
    at->quiet = out->quiet;
    at->op_ready = out->op_ready;
    at->hbm_ready = out->hbm_ready;
}

void coverage_restart(struct coverage *coverage) {
    struct standing *const at = &coverage->at;

    *at = (struct standing){
        .command_limit =
            coverage->depth < COMMAND_LIMIT_RESET ? coverage->depth : COMMAND_LIMIT_RESET,
        .op_ready = true,
        .hbm_ready = (1 << HBM_LANES) - 1,
    };
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        at->window[lane] = WINDOW_HBM_RESET;
    at->window[ATOMIC_LANE] = WINDOW_ATOMIC_RESET;
    at->window[RESPONSE_LANE] = WINDOW_RESPONSE_RESET;
}

void coverage_merge(struct coverage *into, const struct coverage *from) {
    coverage_add(into, from->hits);
}

void coverage_add(struct coverage *into, const uint64_t *hits) {
    for (unsigned bin = 0; bin < BINS; bin++)
        into->hits[bin] += hits[bin];
}

const uint64_t *coverage_hits(const struct coverage *coverage) {
    return coverage->hits;
}

void coverage_count(const struct coverage *coverage, unsigned *covered, unsigned *total) {
    *covered = 0;
    *total = BINS;
    for (unsigned bin = 0; bin < BINS; bin++)
        *covered += coverage->hits[bin] != 0;
}

void coverage_each(const struct coverage *coverage, void *context,
                   void (*bin)(void *context, const char *point, const char *name, uint64_t hits)) {
    const uint64_t *hits = coverage->hits;

    for (unsigned i = 0; i < sizeof points / sizeof *points; i++) {
        const char *names = points[i].names;
        for (unsigned n = 0; n < points[i].bins; n++) {
            char name[40];
            const size_t length = strcspn(names, " ");
            snprintf(name, sizeof name, "%.*s", (int)length, names);
            names += length + (names[length] == ' ');
            bin(context, points[i].name, name, *hits++);
        }
    }
}

struct coverage *coverage_open(unsigned depth) {
    struct coverage *const coverage = calloc(1, sizeof *coverage);

    if (!coverage)
        return NULL;
    coverage->depth = depth;
    coverage_restart(coverage);
    return coverage;
}

void coverage_close(struct coverage *coverage) {
    free(coverage);
}
