#include "coverage.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "axi_watch.h"
#include "demand.h"
#include "register_map.h"
#include "waiting_list.h"

#define LANE_NAMES      "hbm0 hbm1 hbm2 hbm3 hbm4 hbm5 hbm6 hbm7 atomic response"
#define PARTITION_NAMES "hbm0 hbm1 hbm2 hbm3 hbm4 hbm5 hbm6 hbm7"
#define ERROR_NAMES                                                                                \
    "stray_hbm stray_atomic stray_response stray_done unknown_opcode above_window axi_write "      \
    "axi_read"
#define CLASS_NAMES   "hbm atomic response"
#define CHANNEL_NAMES CLASS_NAMES " done"

// Every point: name, number of bins, names of the bins in order. Where a point is about a clock it
// means one clock; debt and windows are those that the decision saw.
#define POINTS(X)                                                                                  \
    X(offer_taken, 16,                                                                             \
      "write read notify 3 4 5 6 7 fetch_add swap compare_swap fetch_and "                         \
      "fetch_or fetch_xor fetch_min fetch_max")                                                    \
    X(offer_held_back, 1, "slots_full")                                                            \
    X(zero_length, 4, "write read notify atomic_without_response")                                 \
    X(decision, 4, "grant deny reject repeat")                                                     \
    X(slots_taken, 4, "1 2-8 9-31 32")                                                             \
    X(grant_order, 4, "oldest urgent_first fewer_bytes_first past_refused")                        \
    X(held_by_order, 2, "tag domain")                                                              \
    X(aged, 3, "granted others_held_back others_chosen_before")                                    \
    X(repeat, 4, "copy_waited copy_of_held soonest freed_meanwhile")                               \
    X(granted_anew, 1, "after_complete")                                                           \
    X(paused, 4, "waiting offer return decision")                                                  \
    X(calibrate_up, 3, CLASS_NAMES)                                                                \
    X(calibrate_down, 3, CLASS_NAMES)                                                              \
    X(calibrate_limit, 2, "min max")                                                               \
    X(calibrate_together, 2, "two three")                                                          \
    X(calibrate_stale, 3, CLASS_NAMES)                                                             \
    X(calibrate_not, 5, "off frozen unknown busy written")                                         \
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
    X(refresh_of_waiting, 4, "hbm atomic response quantum")                                        \
    X(multiplier_written, 3, CLASS_NAMES)                                                          \
    X(register_written, 14,                                                                        \
      "atomic_service response_fixed response_reciprocal command_limit "                           \
      "quantum_hbm quantum_time grant_interval grant_threshold_hbm grant_threshold_time "          \
      "starvation_bound hbm_reciprocal multiplier_min multiplier_max map_mask")                    \
    X(write_refused, 4, "missing read_only misaligned strobes")                                    \
    X(read_refused, 2, "missing misaligned")                                                       \
    X(write_places, 4, "together address_first data_first answer_held")                            \
    X(read_held, 1, "answer")                                                                      \
    X(status_read, 18,                                                                             \
      "grants rejects repeats completes returns calibrations messages held held_max waiting "      \
      "errors first_error first_error_info first_error_time denials debt debt_max busy")           \
    X(error_set, 8, ERROR_NAMES)                                                                   \
    X(error_first, 8, ERROR_NAMES)                                                                 \
    X(errors_cleared, 3, "all some while_set")                                                     \
    X(tuned_up, 3, CLASS_NAMES)                                                                    \
    X(tuned_down, 3, CLASS_NAMES)                                                                  \
    X(tuned_limit, 2, "floor ceiling")                                                             \
    X(message_due_by, 4, "timer " CLASS_NAMES)                                                     \
    X(message_lanes, 2, "one more")                                                                \
    X(message_with_return, 3, CLASS_NAMES)                                                         \
    X(message_right_after, 1, "another")                                                           \
    X(message_held, 2, "not_ready with_return")                                                    \
    X(count_wraps, 2, "hbm response")                                                              \
    X(quiet_reached, 3, "empty waiting paused")                                                    \
    X(quiet_below_threshold, 1, "credit_pending")                                                  \
    X(gap_skipped, 3, "empty waiting paused")                                                      \
    X(reset_mid_run, 6,                                                                            \
      "with_debt with_denied with_collector_full with_offer with_message with_pause")

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

enum { CHANNEL_DONE = CLASSES, CHANNELS, TAGS = 256, MULTIPLIER_MOST = (1 << MULTIPLIER_BITS) - 1 };

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
        struct waiting_list waiting;
        uint32_t holder[DEPTH_MAX]; // tag to which an id was granted last
        uint32_t complete[TAGS];    // the last tag, of those that share a place, that was freed,
        bool any_complete[TAGS];    // where there is one
        uint16_t starvation_bound, multiplier_min, multiplier_max; // in force in the next clock
        uint16_t word[LANES];                                      // as last shown
        uint16_t service[CLASSES];                                 // of the last clock's beats
        uint64_t sample[CLASSES]; // clock of the last return that a calibrator may have taken
        uint8_t sample_lane[CLASSES];
        bool paused;          // in the next clock
        bool quiet, op_ready; // as last shown
        uint8_t hbm_ready;
        bool message;             // one was shown
        uint32_t told[LANES];     // as last shown
        uint32_t returned[LANES]; // up to the last clock
        struct grant_rule rule;   // in force in the next clock
        struct axi_watch watch;
        bool window_written;          // by the last clock
        bool bvalid, rvalid, arready; // as last shown
        uint8_t errors;               // in force in the next clock
        uint32_t floor[CLASSES], ceiling[CLASSES];
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

static bool any_denied(const struct coverage *coverage) {
    const struct waiting_list *const waiting = &coverage->at.waiting;
    bool any = false;

    for (unsigned i = 0; i < waiting->count; i++)
        any |= waiting->op[i].has_denied;
    return any;
}

static void see_offer(struct coverage *coverage, const struct edge_in *in) {
    if (!coverage->at.op_ready) {
        hit(coverage, offer_held_back);
        return;
    }
    waiting_list_offer(&coverage->at.waiting, in, coverage->at.clock);
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

// A write that is performed, after this clock's decision.
static void see_write(struct coverage *coverage, const struct register_write *write) {
    const unsigned word = write->word;
    const bool waits = any_denied(coverage);

    if (word < CONFIG_WINDOW + LANES)
        return; // commits
    if (word >= CONFIG_MULTIPLIER && word < CONFIG_MULTIPLIER + LANES) {
        const unsigned class = lane_class(word - CONFIG_MULTIPLIER);
        hit_if(coverage,
               coverage->at.sample_lane[class] == word - CONFIG_MULTIPLIER &&
                   coverage->at.sample[class] + CALIBRATE_CLOCKS - 1 == coverage->at.clock,
               calibrate_not + 4);
        hit_if(coverage, waits, refresh_of_waiting + lane_class(word - CONFIG_MULTIPLIER));
        hit(coverage, multiplier_written + lane_class(word - CONFIG_MULTIPLIER));
    } else if (word >= CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD &&
               word <= CONFIG_ATOMIC_SERVICE + OP_FETCH_MAX) {
        hit(coverage, register_written);
    } else if (word >= CONFIG_RESPONSE_FIXED && word <= CONFIG_MULTIPLIER_MAX) {
        hit(coverage, register_written + 1 + word - CONFIG_RESPONSE_FIXED);
        hit_if(coverage, waits && (word == CONFIG_QUANTUM_HBM || word == CONFIG_QUANTUM_TIME),
               refresh_of_waiting + CLASSES);
        grant_rule_write(&coverage->at.rule, word, write->data);
        if (word == CONFIG_STARVATION_BOUND)
            coverage->at.starvation_bound = (uint16_t)write->data;
        if (word == CONFIG_MULTIPLIER_MIN)
            coverage->at.multiplier_min = write->data & MULTIPLIER_MOST;
        if (word == CONFIG_MULTIPLIER_MAX)
            coverage->at.multiplier_max = write->data & MULTIPLIER_MOST;
        if (word == CONFIG_COMMAND_LIMIT)
            coverage->at.command_limit = write->data & (2 * coverage->depth - 1);
    } else if (word >= CONFIG_MAP_MASK && word < CONFIG_MAP_MASK + 2 * MAP_MASKS) {
        hit(coverage, register_written_last);
    } else if (word - REGISTER_WINDOW_FLOOR < CLASSES) {
        coverage->at.floor[word - REGISTER_WINDOW_FLOOR] = write->data;
    } else if (word - REGISTER_WINDOW_CEILING < CLASSES) {
        coverage->at.ceiling[word - REGISTER_WINDOW_CEILING] = write->data;
    }
}

// Registers that the block writes, in the order of their bins.
static const struct {
    uint16_t first, count;
} status_families[] = {
    {REGISTER_GRANTS, 1},           {REGISTER_REJECTS, 1},
    {REGISTER_REPEATS, 1},          {REGISTER_COMPLETES, 1},
    {REGISTER_RETURNS, CLASSES},    {REGISTER_CALIBRATIONS, 1},
    {REGISTER_MESSAGES, 1},         {REGISTER_HELD, 1},
    {REGISTER_HELD_MAX, 1},         {REGISTER_WAITING, 1},
    {REGISTER_ERRORS, 1},           {REGISTER_FIRST_ERROR, 1},
    {REGISTER_FIRST_ERROR_INFO, 1}, {REGISTER_FIRST_ERROR_TIME, 1},
    {REGISTER_DENIALS, LANES + 1},  {REGISTER_DEBT, LANES},
    {REGISTER_DEBT_MAX, LANES},     {REGISTER_BUSY, LANES},
};
enum { FAMILIES = sizeof status_families / sizeof *status_families };
_Static_assert(FAMILIES == status_read_last - status_read + 1, "a bin each");

// The family of a word; FAMILIES: none.
static unsigned status_family(unsigned word) {
    unsigned family = 0;

    while (family < FAMILIES &&
           word - status_families[family].first >= status_families[family].count)
        family++;
    return family;
}

static void see_refused(struct coverage *coverage, const struct register_write *write) {
    if (write->address % 4)
        hit(coverage, write_refused + 2);
    else if (write->strobe != AXI_STROBES)
        hit(coverage, write_refused + 3);
    else
        hit(coverage, write_refused + (status_family(write->word) < FAMILIES));
}

// The register bus. Comes before the clock's write is entered.
static void see_bus(struct coverage *coverage, const struct edge_in *in, const struct edge_out *out,
                    const struct axi_watch *before) {
    const struct axi_watch *const after = &coverage->at.watch;
    const struct standing *const at = &coverage->at;

    if (after->has_address && after->has_data && !(before->has_address && before->has_data))
        hit(coverage, write_places + (before->has_address ? 1 : before->has_data ? 2 : 0));
    hit_if(coverage, at->bvalid && !in->axi_bready, write_places + 3);
    hit_if(coverage, at->rvalid && !in->axi_rready, read_held);
    if (!in->axi_arvalid || !at->arready)
        return;
    const unsigned family = status_family(in->axi_araddr / 4u);
    if (in->axi_araddr % 4)
        hit(coverage, read_refused + 1);
    else if (out->axi_rresp != AXI_OKAY)
        hit(coverage, read_refused);
    else
        hit_if(coverage, family < FAMILIES, status_read + (family < FAMILIES ? family : 0));
}

// The errors of a clock, and their clearing.
static void see_errors(struct coverage *coverage, const struct edge_in *in,
                       const struct edge_out *out, const struct register_write *write) {
    struct standing *const at = &coverage->at;
    const bool read = in->axi_arvalid && at->arready && out->axi_rresp != AXI_OKAY;
    unsigned set = (unsigned)write->refused << ERROR_AXI_WRITE | (unsigned)read << ERROR_AXI_READ |
                   (unsigned)(out->done_kind == CHANNEL_STRAY) << ERROR_STRAY_DONE;

    for (unsigned class = 0; class < CLASSES; class ++)
        set |= (unsigned)(out->return_kind[class] == CHANNEL_STRAY) << class;
    if (out->kind == DECISION_REJECT)
        set |= 1u << (out->mask ? ERROR_ABOVE_WINDOW : ERROR_UNKNOWN_OPCODE);
    hit_bits(coverage, set, error_set);
    if (set && !at->errors)
        hit(coverage, error_first + (unsigned)__builtin_ctz(set));
    if (write->valid && write->word == REGISTER_ERRORS && at->errors & write->data) {
        hit(coverage, errors_cleared + ((at->errors & ~write->data) != 0));
        hit_if(coverage, set & write->data, errors_cleared + 2);
        at->errors = (uint8_t)(at->errors & ~write->data);
    }
    at->errors = (uint8_t)(at->errors | set);
}

static void see_tuned(struct coverage *coverage, unsigned lane, uint32_t before, uint32_t after) {
    const unsigned class = lane_class(lane);

    hit(coverage, (after > before ? tuned_up : tuned_down) + class);
    hit_if(coverage, after == coverage->at.floor[class], tuned_limit);
    hit_if(coverage, after == coverage->at.ceiling[class], tuned_limit + 1);
}

static void see_window(struct coverage *coverage, const struct edge_out *out) {
    const unsigned lane = out->window_lane;

    if (out->reset || lane >= LANES)
        return;
    if (!coverage->at.window_written)
        see_tuned(coverage, lane, coverage->at.window[lane], out->window_value);
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

// Whom the choice passed over, for the operation that is decided.
static void see_order(struct coverage *coverage, const struct waiting_op *op) {
    const struct waiting_list *const waiting = &coverage->at.waiting;

    for (const struct waiting_op *other = waiting->op; other < waiting->op + waiting->count;
         other++) {
        const struct waiting_op *const blocker =
            other->rank < op->rank ? waiting_list_blocker(waiting, other) : NULL;
        if (blocker)
            hit(coverage, held_by_order + (blocker->tag != other->tag));
    }
}

// Is an operation waiting that ranks above?
static bool better_waits(const struct waiting_list *waiting, const struct waiting_op *op,
                         bool denied) {
    bool any = false;

    for (unsigned i = 0; i < waiting->count; i++)
        any |= waiting->op[i].rank < op->rank && waiting->op[i].has_denied == denied;
    return any;
}

static void see_grant_order(struct coverage *coverage, const struct waiting_op *op) {
    const struct standing *const at = &coverage->at;
    const struct waiting_op *const oldest = at->waiting.op;
    const uint64_t grants = at->waiting.grants - oldest->grants;

    hit_if(coverage, op == oldest, grant_order);
    hit_if(coverage, op->urgent && !oldest->urgent, grant_order + 1);
    hit_if(coverage, op != oldest && op->urgent == oldest->urgent && op->rank < oldest->rank,
           grant_order + 2);
    hit_if(coverage, better_waits(&at->waiting, op, true), grant_order + 3);
    if (at->starvation_bound == 0 || grants < at->starvation_bound)
        return;
    hit_if(coverage, op == oldest, aged);
    hit_if(coverage, op == oldest && better_waits(&at->waiting, op, false), aged + 1);
    hit_if(coverage, op != oldest, aged + 2);
}

static void see_repeat(struct coverage *coverage, const struct waiting_op *op,
                       const struct edge_out *out) {
    const struct standing *const at = &coverage->at;
    const unsigned id = out->id % DEPTH_MAX;

    hit(coverage, repeat + (op->offered > at->granted[id]));
    hit_if(coverage, at->granted[id] + CHOICE_TO_DECISION + 1 == at->clock, repeat + 2);
    hit_if(coverage, !at->is_held[id], repeat + 3);
}

static void see_grant(struct coverage *coverage, const struct waiting_op *op,
                      const struct edge_out *out) {
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
    hit_if(coverage, op->has_denied, grant_after_deny);
    hit_if(coverage, at->any_complete[op->tag % TAGS] && at->complete[op->tag % TAGS] == op->tag,
           granted_anew);
    see_grant_order(coverage, op);
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
    at->holder[id] = op->tag;
}

static void see_deny(struct coverage *coverage, const struct waiting_op *op,
                     const struct edge_out *out) {
    const struct standing *const at = &coverage->at;
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
    if (op->has_denied)
        hit(coverage, deny_mask_changes + ((op->refused & ~out->mask) != 0));
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

static unsigned slots_bin(unsigned count) {
    return count == SLOTS ? 3 : count > 8 ? 2 : count > 1;
}

static void see_decision(struct coverage *coverage, const struct edge_out *out) {
    struct waiting_list *const waiting = &coverage->at.waiting;
    struct waiting_op *const op = waiting_list_find(waiting, out->tag);

    if (!op)
        return; // of a broken block
    hit(coverage, decision + out->kind - 1u);
    hit(coverage, slots_taken + slots_bin(waiting->count));
    see_order(coverage, op);
    if (out->kind == DECISION_GRANT)
        see_grant(coverage, op, out);
    else if (out->kind == DECISION_DENY)
        see_deny(coverage, op, out);
    else if (out->kind == DECISION_REJECT)
        see_reject(coverage, out);
    else
        see_repeat(coverage, op, out);
    waiting_list_decide(waiting, op, out, coverage->at.clock);
}

// A return that may be a sample: what keeps a calibrator from taking it?
static void see_sample(struct coverage *coverage, unsigned class, unsigned lane) {
    struct standing *const at = &coverage->at;
    const uint16_t word = at->word[lane];

    if (!(word & MULTIPLIER_ENABLE)) {
        hit(coverage, calibrate_not);
    } else if (word & MULTIPLIER_FREEZE) {
        hit(coverage, calibrate_not + 1);
    } else if (class != CLASS_HBM && at->service[class] == SERVICE_UNKNOWN) {
        hit(coverage, calibrate_not + 2);
    } else if (at->sample[class] && at->sample[class] + CALIBRATE_CLOCKS > at->clock) {
        hit(coverage, calibrate_not + 3);
    } else {
        at->sample[class] = at->clock;
        at->sample_lane[class] = (uint8_t)lane;
    }
}

// Does an operation wait whose demand was known, and counts on one of these lanes?
static bool waits_on(const struct waiting_list *waiting, unsigned lanes, unsigned class) {
    bool any = false;

    for (unsigned i = 0; i < waiting->count; i++) {
        const struct waiting_op *const op = &waiting->op[i];
        const unsigned lane = class == CLASS_HBM ? op->lane : HBM_LANES + class - CLASS_ATOMIC;
        any |= op->has_denied && op->demand[class] && (lanes >> lane & 1);
    }
    return any;
}

static void see_calibrate(struct coverage *coverage, const struct edge_out *out) {
    const struct standing *const at = &coverage->at;
    const unsigned lanes = out->calibrate & ((1u << LANES) - 1);
    const unsigned count = (unsigned)__builtin_popcount(lanes);

    for (unsigned left = lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left), class = lane_class(lane);
        const unsigned m = out->multiplier[lane] & MULTIPLIER_MOST;
        hit(coverage,
            (m > (at->word[lane] & MULTIPLIER_MOST) ? calibrate_up : calibrate_down) + class);
        hit_if(coverage, m == at->multiplier_min, calibrate_limit);
        hit_if(coverage, m == at->multiplier_max, calibrate_limit + 1);
        hit_if(coverage, waits_on(&at->waiting, lanes, class), calibrate_stale + class);
    }
    hit_if(coverage, count > 1, calibrate_together + (count > 2));
}

static void see_pause(struct coverage *coverage, const struct edge_in *in,
                      const struct edge_out *out) {
    const struct standing *const at = &coverage->at;

    hit_if(coverage, at->waiting.count > 0, paused);
    hit_if(coverage, in->op_valid, paused + 1);
    hit_if(coverage, out->return_kind[CLASS_ATOMIC] == CHANNEL_RETURN, paused + 2);
    hit_if(coverage, out->kind, paused + 3);
}

// Waiting in vain, because nothing fits or because of a pause.
static unsigned stillness(const struct standing *at) {
    return at->waiting.count == 0 ? 0 : at->paused ? 2 : 1;
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
        see_sample(coverage, class, lane);
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
        at->complete[at->holder[freed_id] % TAGS] = at->holder[freed_id];
        at->any_complete[at->holder[freed_id] % TAGS] = true;
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
    hit_if(coverage, any_denied(coverage), reset_mid_run + 1);
    hit_if(coverage, at->hbm_ready != (1 << HBM_LANES) - 1, reset_mid_run + 2);
    hit_if(coverage, in->op_valid && at->clock != 0, reset_mid_run + 3);
    hit_if(coverage, at->message, reset_mid_run + 4);
    hit_if(coverage, at->paused, reset_mid_run + 5);
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
        hit(coverage, gap_skipped + stillness(at));
    if (in->hbm_valid)
        see_hbm_beats(coverage, in);
    if (at->message | out->grant_valid)
        see_messages(coverage, in, out);
    if (out->window)
        see_window(coverage, out);
    if (out->calibrate)
        see_calibrate(coverage, out);
    if (at->paused)
        see_pause(coverage, in, out);
    memcpy(at->word, out->multiplier, sizeof at->word);
    if (out->kind)
        see_decision(coverage, out);
    if (out->return_kind[CLASS_HBM] | out->return_kind[CLASS_ATOMIC] |
        out->return_kind[CLASS_RESPONSE] | out->done_kind)
        see_events(coverage, out);
    if (in->op_valid)
        see_offer(coverage, in);
    const struct axi_watch before = at->watch;
    const struct register_write write = axi_watch_edge(&at->watch, in, out);
    if (in->axi_arvalid | in->axi_awvalid | in->axi_wvalid | at->bvalid | at->rvalid)
        see_bus(coverage, in, out, &before);
    see_errors(coverage, in, out, &write);
    if (write.refused)
        see_refused(coverage, &write);
    if (write.valid)
        see_write(coverage, &write);
    at->window_written = write.valid && write.word - REGISTER_WINDOW < LANES;
    at->bvalid = out->axi_bvalid;
    at->rvalid = out->axi_rvalid;
    at->arready = out->axi_arready;
    at->paused = in->pause;
    if (out->quiet && !at->quiet) {
        hit(coverage, quiet_reached + stillness(at));
        hit_if(coverage,
               (at->rule.threshold_hbm | at->rule.threshold_time) &&
                   memcmp(at->told, at->returned, sizeof at->told) != 0,
               quiet_below_threshold);
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        at->debt[lane] = out->debt[lane];
    at->service[CLASS_ATOMIC] = in->atomic_service;
    at->service[CLASS_RESPONSE] = in->response_service;
    at->quiet = out->quiet;
    at->op_ready = out->op_ready;
    at->hbm_ready = out->hbm_ready;
}

void coverage_restart(struct coverage *coverage) {
    struct standing *const at = &coverage->at;

    *at = (struct standing){
        .command_limit =
            coverage->depth < COMMAND_LIMIT_RESET ? coverage->depth : COMMAND_LIMIT_RESET,
        .multiplier_min = MULTIPLIER_MIN_RESET,
        .multiplier_max = MULTIPLIER_MAX_RESET,
        .op_ready = true,
        .arready = true,
        .floor = {1, 1, 1},
        .ceiling = {UINT32_MAX - 1, UINT32_MAX - 1, UINT32_MAX - 1},
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
