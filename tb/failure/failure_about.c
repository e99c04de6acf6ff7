#include "tb/failure/failure_about.h"

#include <inttypes.h>

#include "csim/interface/completion_queues.h"
#include "csim/interface/edge_fields.h"
#include "csim/interface/register_names.h"
#include "tb/failure/failure_sides.h"

// ---- the decision

// Did it leave after the operation was offered, and not long ago?
static bool has_just_left(const struct witness *witness, const struct witness_left *left) {
    return left->clock && ago(witness, left->clock) <= WITNESS_LEFT;
}

// Who waits, in the order in which they are to be granted.
static void write_waiting(const struct sides *sides) {
    const struct witness *const witness = sides->witness;
    bool written[SLOTS + 1] = {false};
    if (witness->waitings == 0)
        return;
    fprintf(sides->file, "  who waits, the first in order first%s:\n",
            witness->registers.starvation_bound ? " (starvation_bound is set)" : "");
    for (unsigned n = 0; n < witness->waitings; n++) {
        unsigned best = SLOTS + 1;
        for (unsigned i = 0; i < witness->waitings; i++)
            if (!written[i] &&
                (best > SLOTS || witness_ranks(&witness->waiting[i], &witness->waiting[best])))
                best = i;
        const struct witness_offer *const offer = &witness->waiting[best];
        const struct witness_offer *const blocker = witness_blocker(witness, offer);
        written[best] = true;
        fprintf(sides->file,
                "    operation %-10" PRIu32 " %s%" PRIu32 " wire bytes, domain 0x%02x, "
                "offered in clock %" PRIu64,
                offer->in.tag, offer->in.urgent ? "urgent, " : "", offer->in.wire_bytes,
                offer->in.domain, offer->clock);
        if (offer->has_denied)
            fprintf(sides->file, ", denied in clock %" PRIu64 " by %s", offer->denied,
                    EDGE_LANES_NAME(offer->refused));
        if (blocker)
            fprintf(sides->file, "; waits for operation %" PRIu32 " of the same %s",
                    blocker->in.tag, blocker->in.tag == offer->in.tag ? "tag" : "domain");
        fputc('\n', sides->file);
    }
}

// Who waited until a few clocks ago, and may have been in somebody's way.
static void write_left(const struct sides *sides) {
    static const char *const kinds[] = {"?", "granted", "denied", "rejected", "answered"};
    const struct witness *const witness = sides->witness;
    for (unsigned i = 0; i < WITNESS_LEFT; i++) {
        const struct witness_left *const left = &witness->left[i];
        if (has_just_left(witness, left))
            fprintf(sides->file,
                    "    operation %-10" PRIu32 " %s in clock %" PRIu64 ", %" PRIu32
                    " wire bytes, domain 0x%02x\n",
                    left->offer.in.tag, kinds[left->kind <= DECISION_REPEAT ? left->kind : 0],
                    left->clock, left->offer.in.wire_bytes, left->offer.in.domain);
    }
}

// The reservation that a repeat speaks of, and its tag.
static void write_repeat(const struct sides *sides, const char *who, const struct edge_out *out) {
    if (out->kind != DECISION_REPEAT)
        return;
    const struct witness_hold *const hold = &sides->witness->hold[out->id % DEPTH_MAX];
    fprintf(sides->file, "  %s, repeat: ", who);
    if (!hold->ever)
        fprintf(sides->file, "reservation %u was never granted\n", out->id);
    else
        fprintf(sides->file,
                "reservation %u is of tag 0x%08" PRIx32 "%s, the operation's is 0x%08" PRIx32
                "%s\n",
                out->id, hold->offer.in.tag, hold->freed ? " (and freed)" : "", out->tag,
                hold->offer.in.tag == out->tag ? "" : ": another one");
}

// A reservation that the operation holds already.
static void write_holder(const struct sides *sides, uint32_t tag) {
    for (unsigned id = 0; id < DEPTH_MAX; id++) {
        const struct witness_hold *const hold = &sides->witness->hold[id];
        if (hold->ever && !hold->freed && hold->offer.in.tag == tag)
            fprintf(sides->file, "  its tag holds reservation %u, granted in clock %" PRIu64 "\n",
                    id, hold->granted);
    }
}

static void write_operation(const struct sides *sides, uint32_t tag) {
    const struct witness_offer *const offer = witness_waiting(sides->witness, tag);
    if (!offer)
        return;
    const struct edge_out *const dut = sides->dut, *const ref = sides->ref;
    const bool dut_decides = dut->kind && dut->kind != DECISION_REPEAT && dut->tag == tag;
    const bool ref_decides = ref->kind && ref->kind != DECISION_REPEAT && ref->tag == tag;
    demand_write_offer(offer, sides->file);
    if (dut_decides || ref_decides)
        demand_write(sides->witness, offer, dut_decides ? dut : NULL, ref_decides ? ref : NULL,
                     sides->file);
    write_holder(sides, tag);
}

static void write_decision_part(const struct sides *sides) {
    const struct edge_out *const dut = sides->dut, *const ref = sides->ref;
    const struct witness *const witness = sides->witness;
    if (dut->kind)
        write_operation(sides, dut->tag);
    if (ref->kind && (!dut->kind || ref->tag != dut->tag))
        write_operation(sides, ref->tag);
    write_repeat(sides, "dut", dut);
    write_repeat(sides, "ref", ref);
    fprintf(sides->file, "  held: %u reservations; command_limit %u\n", witness->held,
            witness->registers.command_limit);
    if (dut->kind == DECISION_GRANT && ref->kind == DECISION_GRANT && dut->id != ref->id)
        about_write_reservation(witness, ref->id, sides->file);
    if (dut->kind == DECISION_GRANT && witness->hold[dut->id % DEPTH_MAX].ever &&
        dut->id != ref->id)
        about_write_reservation(witness, dut->id, sides->file);
    if (dut->kind && ref->kind && dut->tag == ref->tag)
        return;
    write_waiting(sides);
    fprintf(sides->file, "  who left in the last %d clocks:\n", WITNESS_LEFT);
    write_left(sides);
}

// ---- returns and retires

static void write_beat(const struct witness *witness, unsigned port, const char *name, unsigned id,
                       FILE *file) {
    const struct witness_beat *const beat = witness_beat(witness, port, id);
    if (!beat)
        return;
    fprintf(file, "    last completion at %s in clock %" PRIu64, name, beat->clock);
    if (port < HBM_LANES)
        fprintf(file, ", from partition %u", beat->port);
    if (port != PORT_DONE && beat->service == SERVICE_UNKNOWN)
        fprintf(file, ", service unknown");
    else if (port != PORT_DONE)
        fprintf(file, ", service %u quanta", beat->service);
    fputc('\n', file);
}

void about_write_reservation(const struct witness *witness, unsigned id, FILE *file) {
    const struct witness_hold *const hold = &witness->hold[id % DEPTH_MAX];
    if (!hold->ever) {
        fprintf(file, "  reservation %u was never granted since the last reset\n", id);
        return;
    }
    fprintf(file, "  reservation %u: operation %" PRIu32 ", granted in clock %" PRIu64, id,
            hold->offer.in.tag, hold->granted);
    if (hold->freed)
        fprintf(file, ", freed in clock %" PRIu64, hold->freed);
    fputc('\n', file);
    for (unsigned k = 0; k < CLASSES; k++) {
        if (!hold->amount[k])
            continue;
        fprintf(file, "    froze %" PRIu32 " on %s", hold->amount[k],
                lane_name(lane_of_class(k, hold->lane)));
        if (hold->returned[k])
            fprintf(file, ", returned in clock %" PRIu64 "\n", hold->returned[k]);
        else
            fprintf(file, ", not returned yet\n");
    }
    write_beat(witness, 0, "HBM", id, file);
    write_beat(witness, PORT_ATOMIC, "Atomic", id, file);
    write_beat(witness, PORT_RESPONSE, "response", id, file);
    write_beat(witness, PORT_DONE, "done", id, file);
}

static void write_return_side(const char *who, const struct edge_out *out, unsigned k, FILE *file) {
    static const char *const kinds[] = {"nothing", "return", "stray", "?"};
    const unsigned kind = out->return_kind[k];
    fprintf(file, "    %s: %s", who, kinds[kind <= CHANNEL_STRAY ? kind : CHANNEL_STRAY + 1]);
    if (kind)
        fprintf(file, " of reservation %u", out->return_id[k]);
    if (kind && k == CLASS_HBM)
        fprintf(file, ", lane %s", lane_name(out->hbm_lane));
    if (kind)
        fprintf(file, ", amount %" PRIu32 "%s", out->amount[k],
                out->retire >> k & 1 ? ", and frees it" : "");
    fputc('\n', file);
}

static void write_done_side(const char *who, const struct edge_out *out, FILE *file) {
    static const char *const kinds[] = {"nothing", "complete", "stray", "?"};
    const unsigned kind = out->done_kind;
    fprintf(file, "    %s: %s", who, kinds[kind <= CHANNEL_STRAY ? kind : CHANNEL_STRAY + 1]);
    if (kind)
        fprintf(file, " of reservation %u", out->done_id);
    fputc('\n', file);
}

static bool return_differs(const struct edge_out *dut, const struct edge_out *ref, unsigned k) {
    return dut->return_kind[k] != ref->return_kind[k] || dut->return_id[k] != ref->return_id[k] ||
           dut->amount[k] != ref->amount[k] || ((dut->retire ^ ref->retire) >> k & 1) ||
           (k == CLASS_HBM && dut->hbm_lane != ref->hbm_lane);
}

static void write_returns_part(const struct sides *sides) {
    const struct edge_out *const dut = sides->dut, *const ref = sides->ref;
    for (unsigned k = 0; k < CLASSES; k++) {
        if (!return_differs(dut, ref, k))
            continue;
        fprintf(sides->file, "  the %s return:\n", class_name(k));
        write_return_side("dut", dut, k, sides->file);
        write_return_side("ref", ref, k, sides->file);
        if (ref->return_kind[k])
            about_write_reservation(sides->witness, ref->return_id[k], sides->file);
        if (dut->return_kind[k] && (!ref->return_kind[k] || dut->return_id[k] != ref->return_id[k]))
            about_write_reservation(sides->witness, dut->return_id[k], sides->file);
    }
    if (dut->done_kind == ref->done_kind && dut->done_id == ref->done_id)
        return;
    fprintf(sides->file, "  the end-to-end completion:\n");
    write_done_side("dut", dut, sides->file);
    write_done_side("ref", ref, sides->file);
    about_write_reservation(sides->witness, ref->done_kind ? ref->done_id : dut->done_id,
                            sides->file);
}

// ---- the debt

// What a block's own commits of the clock make of a lane's debt.
struct debt_reckoned {
    uint32_t granted, returned, after;
};

static struct debt_reckoned reckon_debt(const struct sides *sides, const struct edge_out *out,
                                        unsigned lane) {
    const unsigned k = lane_class(lane);
    struct debt_reckoned debt = {.after = sides->witness->last.debt[lane]};
    if (out->kind == DECISION_GRANT && (k != CLASS_HBM || out->lane == lane))
        debt.granted = out->demand[k];
    if (out->return_kind[k] == CHANNEL_RETURN && lane_of_class(k, out->hbm_lane % LANES) == lane)
        debt.returned = out->amount[k];
    debt.after += debt.granted - debt.returned;
    return debt;
}

static void write_debt_side(const struct sides *sides, const char *who, const struct edge_out *out,
                            unsigned lane) {
    FILE *const file = sides->file;
    const struct debt_reckoned debt = reckon_debt(sides, out, lane);
    const unsigned id = out->return_id[lane_class(lane)];
    fprintf(file, "    %s: %" PRIu32 " before", who, sides->witness->last.debt[lane]);
    if (debt.granted)
        fprintf(file, ", %" PRIu32 " more by the grant of operation %" PRIu32, debt.granted,
                out->tag);
    if (debt.returned)
        fprintf(file, ", %" PRIu32 " less by the return of reservation %u", debt.returned, id);
    fprintf(file, ": %" PRIu32, debt.after);
    if (out->debt[lane] == debt.after)
        fprintf(file, ", as it shows");
    else
        fprintf(file, "; it shows %" PRIu32, out->debt[lane]);
    fputc('\n', file);
}

// Where a decision or a return differs the debts follow from that, unless a side's own commits do
// not make what it shows.
static void write_debt_part(const struct sides *sides) {
    for (unsigned lane = 0; lane < LANES; lane++) {
        const struct edge_out *const dut = sides->dut, *const ref = sides->ref;
        if (dut->debt[lane] == ref->debt[lane] ||
            (reckon_debt(sides, dut, lane).after == dut->debt[lane] &&
             reckon_debt(sides, ref, lane).after == ref->debt[lane]))
            continue;
        fprintf(sides->file, "  the debt of %s:\n", lane_name(lane));
        write_debt_side(sides, "dut", dut, lane);
        write_debt_side(sides, "ref", ref, lane);
    }
}

// ---- windows, multipliers, reset

static void write_window_side(const struct sides *sides, const char *who,
                              const struct edge_out *out) {
    const struct witness *const witness = sides->witness;
    if (out->reset)
        fprintf(sides->file, "    %s: reset, and all windows\n", who);
    else if (!out->window)
        fprintf(sides->file, "    %s: no window comes into force\n", who);
    else
        fprintf(sides->file, "    %s: window[%s] from %" PRIu32 " to %" PRIu32 "\n", who,
                lane_name(out->window_lane), witness->before.window[out->window_lane % LANES],
                out->window_value);
}

// What autotuning goes by.
static void write_epoch(const struct sides *sides, unsigned lane) {
    const struct witness *const witness = sides->witness;
    const struct registers *const registers = &witness->before;
    const unsigned k = lane_class(lane);
    fprintf(sides->file,
            "  autotuning of %s: autotune_enable %d, autotune_interval %" PRIu32
            ", clock_quanta %.4f, window_floor[%s] %" PRIu32 ", window_ceiling[%s] %" PRIu32 "\n",
            lane_name(lane), (int)(registers->autotune_enable >> lane & 1),
            registers->autotune_interval, registers->clock_quanta / 16., class_name(k),
            registers->window_floor[k], class_name(k), registers->window_ceiling[k]);
    const struct witness_epoch *const over = &witness->over[lane];
    if (over->ended)
        fprintf(sides->file,
                "    its epoch that ended with clock %" PRIu64 " lasted %" PRIu32
                " clocks, served %" PRIu32 " quanta; %s\n",
                over->ended, over->epoch.elapsed, over->epoch.served,
                over->epoch.wanted ? "a deny named the lane" : "no deny named the lane");
    if (over->ended && over->epoch.wanted)
        fprintf(sides->file, "    the last deny that named it is of clock %" PRIu64 "%s\n",
                over->denied, over->denied == over->ended ? ", the one with which it ended" : "");
}

static void write_change_part(const struct sides *sides) {
    fprintf(sides->file, "  windows that come into force with this clock:\n");
    write_window_side(sides, "dut", sides->dut);
    write_window_side(sides, "ref", sides->ref);
    if (sides->dut->window && !sides->dut->reset)
        write_epoch(sides, sides->dut->window_lane % LANES);
    if (sides->ref->window && !sides->ref->reset &&
        (!sides->dut->window || sides->dut->window_lane != sides->ref->window_lane))
        write_epoch(sides, sides->ref->window_lane % LANES);
}

// The sample that a calibration of this clock must come from.
static void write_sample(const struct sides *sides, unsigned lane) {
    const struct witness *const witness = sides->witness;
    const unsigned k = lane_class(lane);
    const struct registers *const registers = &witness->before;
    for (unsigned id = 0; id < DEPTH_MAX; id++) {
        const struct witness_hold *const hold = &witness->hold[id];
        if (!hold->ever || hold->returned[k] + CALIBRATE_CLOCKS != witness->clock ||
            (k == CLASS_HBM && hold->lane != lane))
            continue;
        fprintf(sides->file,
                "    sample: the return of reservation %u in clock %" PRIu64
                ", estimate %u quanta; multiplier_min %u, multiplier_max %u\n",
                id, hold->returned[k],
                demand_service(&hold->offer.registers, &hold->offer.raw, (enum resource_class)k),
                registers->multiplier_min, registers->multiplier_max);
        write_beat(witness, lane_of_class(k, 0), class_name(k), id, sides->file);
        return;
    }
    fprintf(sides->file, "    no return of the lane committed %d clocks ago\n", CALIBRATE_CLOCKS);
}

static void write_multiplier_part(const struct sides *sides) {
    const struct edge_out *const dut = sides->dut, *const ref = sides->ref;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const unsigned word = REGISTER_MULTIPLIER + lane;
        if (dut->multiplier[lane] == ref->multiplier[lane] &&
            !((dut->calibrate ^ ref->calibrate) >> lane & 1))
            continue;
        fprintf(sides->file, "  %s, before: %s\n    dut: %s%s\n    ref: %s%s\n",
                REGISTER_NAME(word), REGISTER_VALUE(word, sides->witness->last.multiplier[lane]),
                REGISTER_VALUE(word, dut->multiplier[lane]),
                dut->calibrate >> lane & 1 ? ", calibrated" : "",
                REGISTER_VALUE(word, ref->multiplier[lane]),
                ref->calibrate >> lane & 1 ? ", calibrated" : "");
        if ((dut->calibrate | ref->calibrate) >> lane & 1)
            write_sample(sides, lane);
    }
}

// ---- messages

static void write_message_part(const struct sides *sides) {
    const struct witness *const witness = sides->witness;
    const struct grant_rule *const rule = &witness->registers.grant;
    const char *const shown[] = {"none", "shown"};
    fprintf(sides->file,
            "  the grant message: dut %s, ref %s; in the clock before %s\n"
            "    grant_interval %" PRIu32 ", grant_threshold_hbm %" PRIu32
            ", grant_threshold_time %" PRIu32 "\n",
            shown[sides->dut->grant_valid != 0], shown[sides->ref->grant_valid != 0],
            shown[witness->last.grant_valid != 0], rule->interval, rule->threshold_hbm,
            rule->threshold_time);
    if (witness->loaded)
        fprintf(sides->file,
                "    the last one was loaded in clock %" PRIu64 ", %" PRIu64 " clocks before\n",
                witness->loaded, ago(witness, witness->loaded));
    if (witness->pending_since)
        fprintf(sides->file,
                "    credit is pending since clock %" PRIu64 ", for %" PRIu64 " clocks\n",
                witness->pending_since, ago(witness, witness->pending_since));
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t dut = sides->dut->grant_credit[lane], ref = sides->ref->grant_credit[lane];
        const uint32_t pending = (witness->returned[lane] - witness->sent[lane]) & COUNTER_MAX;
        if (dut != ref || pending)
            fprintf(sides->file,
                    "    %s: told %" PRIu32 ", returned since %" PRIu32 ": %" PRIu32
                    " in all; dut %" PRIu32 ", ref %" PRIu32 "\n",
                    lane_name(lane), witness->sent[lane], pending, witness->returned[lane], dut,
                    ref);
    }
}

// ---- what is ready, and quiet

static void write_ready_part(const struct sides *sides) {
    const struct witness *const witness = sides->witness;
    if (sides->dut->hbm_ready != sides->ref->hbm_ready) {
        fprintf(sides->file,
                "  the collector: ready for partitions dut 0x%02" PRIxLANES ", ref 0x%02" PRIxLANES
                "; the last "
                "HBM completions:",
                sides->dut->hbm_ready, sides->ref->hbm_ready);
        for (uint64_t i = witness->beat_count; i > 0 && i + HBM_LANES > witness->beat_count; i--) {
            const struct witness_beat *const beat = &witness->beats[(i - 1) % WITNESS_BEATS];
            if (beat->port < HBM_LANES)
                fprintf(sides->file, " partition %u in clock %" PRIu64, beat->port, beat->clock);
        }
        fputc('\n', sides->file);
    }
    if (sides->dut->quiet != sides->ref->quiet || sides->dut->op_ready != sides->ref->op_ready)
        fprintf(
            sides->file,
            "  waiting: %u operations; held: %u reservations; command_limit %u; credit pending: "
            "%s; grant_interval %" PRIu32 "\n",
            witness->waitings, witness->held, witness->registers.command_limit,
            witness->pending_since ? "yes" : "no", witness->registers.grant.interval);
    const unsigned freed = (unsigned)__builtin_popcount(sides->ref->retire) +
                           (sides->ref->done_kind == CHANNEL_COMPLETE);
    if (freed)
        fprintf(sides->file, "  of those held this clock frees %u\n", freed);
    if (sides->dut->quiet != sides->ref->quiet)
        write_waiting(sides);
}

// ---- all of it

static const struct {
    enum edge_subject subject;
    const char *what;
    void (*write)(const struct sides *sides);
} parts[] = {
    {EDGE_DECISION, "the decision", write_decision_part},
    {EDGE_RETURN, "returns", write_returns_part},
    {EDGE_DEBT, "the debt", write_debt_part},
    {EDGE_WINDOW, "windows", write_change_part},
    {EDGE_MULTIPLIER, "multipliers", write_multiplier_part},
    {EDGE_MESSAGE, "the grant message", write_message_part},
    {EDGE_ACCESS, "a register access", write_access_part},
    {EDGE_READY, "ready, quiet, or the order number", write_ready_part},
};
enum { PARTS = sizeof parts / sizeof *parts };

const char *about_what(const struct divergence *divergence) {
    for (unsigned i = 0; i < PARTS; i++)
        if (edge_out_differs(&divergence->dut, &divergence->ref, parts[i].subject))
            return parts[i].what;
    return "nothing";
}

bool about_decision(const struct divergence *divergence) {
    return edge_out_differs(&divergence->dut, &divergence->ref, EDGE_DECISION);
}

// What the dut still, or again, shows as before the last reset, which may be this clock's.
static void write_before_reset(const struct sides *sides) {
    const struct witness *const witness = sides->witness;
    const bool now = sides->in->reset;
    const struct edge_out *const before = now ? &witness->last : &witness->before_reset;
    if (now)
        fprintf(sides->file, "  the block is in reset in this clock\n");
    for (const struct edge_field *field = edge_out_fields; (now || witness->resets) && field->name;
         field++)
        for (unsigned e = 0; field->sticky && e < field->count; e++) {
            const uint64_t dut = edge_field_get(sides->dut, field, e);
            if (dut == edge_field_get(sides->ref, field, e) || dut <= 1 ||
                dut != edge_field_get(before, field, e))
                continue;
            fprintf(sides->file, "  %s: the dut's %s is that of before the reset\n",
                    EDGE_FIELD_NAME(field, e), EDGE_FIELD_VALUE(field, dut));
        }
}

void about_write(const struct divergence *divergence, const struct witness *witness, FILE *file) {
    const struct sides sides = {.in = &divergence->in,
                                .dut = &divergence->dut,
                                .ref = &divergence->ref,
                                .witness = witness,
                                .file = file};
    write_before_reset(&sides);
    for (unsigned i = 0; i < PARTS; i++)
        if (edge_out_differs(sides.dut, sides.ref, parts[i].subject))
            parts[i].write(&sides);
}
