// Coverage of one clock: takes it apart, in the order in which things happen.
#include <string.h>

#include "csim/record/state_at_rest.h"
#include "register_map.h"
#include "tb/covergroups/coverage_state.h"

static void see_offer(struct coverage *coverage, const struct edge_in *in) {
    if (!coverage->at.op_ready) {
        hit(coverage, offer_held_back);
        return;
    }
    struct waiting_op *const op =
        slot_scoreboard_offer(&coverage->at.waiting, in, coverage->at.clock);
    if (op && coverage->at.begun)
        coverage_see_estimate(coverage, in, &op->raw);
    if (in->opcode < OPCODES)
        hit(coverage, offer_taken + in->opcode);
    hit_if(coverage, in->opcode == OP_WRITE && in->length == 0, zero_length);
    hit_if(coverage, in->opcode == OP_READ && in->response_length == 0, zero_length + 1);
    hit_if(coverage, in->opcode == OP_NOTIFY && in->length == 0, zero_length + 2);
    hit_if(coverage, in->opcode >= OP_FETCH_ADD && in->response_length == 0, zero_length + 3);
}

static void see_hbm_beats(struct coverage *coverage, const struct edge_in *in) {
    hit(coverage, collector_valid + bits_set(in->hbm_valid) - 1);
    hit_bits(coverage, in->hbm_valid & ~coverage->at.beats.hbm_ready, collector_held_back);
    for (lane_set left = in->hbm_valid & coverage->at.beats.hbm_ready; left; left &= left - 1) {
        const unsigned partition = lane_first(left);
        coverage->at.from[in->hbm_id[partition] % DEPTH_MAX] = (uint8_t)partition;
    }
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

static void see_reset(struct coverage *coverage, const struct edge_in *in) {
    const struct standing *const at = &coverage->at;
    bool debt = false;
    for (unsigned lane = 0; lane < LANES; lane++)
        debt |= at->debt[lane] != 0;
    hit_if(coverage, debt, reset_mid_run);
    hit_if(coverage, at->waiting.denied != 0, reset_mid_run + 1);
    hit_if(coverage, at->beats.hbm_ready != HBM_SET, reset_mid_run + 2);
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
    uint16_t observed[CLASSES];
    at->clock += in->gap + 1;
    if (in->gap)
        hit(coverage, gap_skipped + stillness(at));
    if (in->hbm_valid)
        see_hbm_beats(coverage, in);
    beat_watch_edge(&at->beats, in, out, at->clock, observed);
    if (at->message | out->grant_valid)
        coverage_see_messages(coverage, in, out);
    if (out->window)
        coverage_see_window(coverage, out);
    if (out->calibrate)
        coverage_see_calibrate(coverage, out);
    if (at->paused)
        see_pause(coverage, in, out);
    memcpy(at->registers.multiplier, out->multiplier, sizeof at->registers.multiplier);
    if (at->begun) {
        coverage_see_wide(coverage, in, out);
        if (out->kind)
            coverage_see_wide_decision(coverage, out);
        if (in->op_valid && at->op_ready)
            coverage_see_wide_offer(coverage, in);
    }
    if (out->kind)
        coverage_see_decision(coverage, out);
    if (out->return_kind[CLASS_HBM] | out->return_kind[CLASS_ATOMIC] |
        out->return_kind[CLASS_RESPONSE] | out->done_kind)
        coverage_see_returns(coverage, out, observed);
    if (in->op_valid)
        see_offer(coverage, in);
    const struct axi_monitor before = at->watch;
    const struct register_read read = axi_monitor_read(&at->watch, in, out);
    const struct register_write write = axi_monitor_edge(&at->watch, in, out);
    if (in->axi_awvalid | in->axi_wvalid | at->bvalid | at->rvalid | read.answered)
        coverage_see_bus(coverage, in, out, &before, &read);
    coverage_see_errors(coverage, out, &write, &read);
    if (at->begun && read.answered && out->axi_rresp == AXI_OKAY)
        coverage_see_wide_read(coverage, read.address / 4u, out->axi_rdata);
    at->window_written = write.valid && write.word - REGISTER_WINDOW < LANES;
    if (at->begun)
        coverage_see_epochs(coverage, in, out, observed, at->window_written);
    if (write.refused)
        coverage_see_refused(coverage, &write);
    if (write.valid)
        coverage_see_write(coverage, &write);
    at->bvalid = out->axi_bvalid;
    at->rvalid = out->axi_rvalid;
    at->pauses = at->pauses << 1 | in->pause;
    at->paused = at->pauses >> (PAUSE_TO_CHOICE - 1) & 1;
    if (out->quiet && !at->quiet) {
        hit(coverage, quiet_reached + stillness(at));
        hit_if(coverage,
               (at->registers.grant.threshold_hbm | at->registers.grant.threshold_time) &&
                   memcmp(at->sent, at->returned, sizeof at->sent) != 0,
               quiet_below_threshold);
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        at->debt[lane] = out->debt[lane];
    at->quiet = out->quiet;
    at->op_ready = out->op_ready;
}

void coverage_restart(struct coverage *coverage) {
    struct standing *const at = &coverage->at;
    *at = (struct standing){
        .op_ready = true,
        .beats = {.hbm_ready = HBM_SET},
    };
    registers_reset(&at->registers, coverage->depth);
}

void coverage_begin(struct coverage *coverage, const struct block_state *state) {
    enum { LONG_AGO = 64 };
    struct standing *const at = &coverage->at;
    struct block_derived scoreboard;
    struct edge_out shown;
    block_derive(state, &scoreboard);
    block_state_show(state, &shown);
    coverage_restart(coverage);
    at->clock = LONG_AGO;
    at->held = scoreboard.held;
    at->registers = state->registers;
    at->beats.turn = state->pointer;
    autotune_begin(&at->epochs, state);
    for (unsigned lane = 0; lane < LANES; lane++)
        at->served[lane] = state->epoch_served[lane];
    at->paused = state->paused;
    at->pauses = -(unsigned)state->paused;
    at->quiet = shown.quiet;
    at->op_ready = shown.op_ready;
    at->message = state->grant_valid;
    at->errors = state->errors;
    at->begun = true;
    at->now = state->now;
    at->starvation_grants = state->grants;
    at->age = state->age;
    at->counter[0] = state->count_grants;
    at->counter[REGISTER_REJECTS - REGISTER_GRANTS] = state->count_rejects;
    at->counter[REGISTER_REPEATS - REGISTER_GRANTS] = state->count_repeats;
    at->counter[REGISTER_COMPLETES - REGISTER_GRANTS] = state->count_completes;
    at->counter[REGISTER_CALIBRATIONS - REGISTER_GRANTS] = state->count_calibrations;
    memcpy(&at->counter[REGISTER_RETURNS - REGISTER_GRANTS], state->count_returns,
           sizeof state->count_returns);
    memcpy(&at->counter[REGISTER_DENIALS - REGISTER_GRANTS], state->count_denials,
           sizeof state->count_denials);
    for (unsigned id = 0; id < DEPTH_MAX; id++) {
        at->is_held[id] = state->reservation[id].held;
        at->holder[id] = state->reservation[id].op.tag;
    }
    slot_scoreboard_begin(&at->waiting, state);
    memcpy(at->debt, scoreboard.debt, sizeof at->debt);
    memcpy(at->sent, state->sent, sizeof at->sent);
    memcpy(at->returned, state->freed, sizeof at->returned);
}
