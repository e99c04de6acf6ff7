// The whole block: how its parts are connected, and the order of a clock.
#include "csim/next/block_golden.h"

#include <stdlib.h>
#include <string.h>

#include "csim/next/block_state.h"
#include "csim/next/path_golden.h"

// --- open and close ----------------------------------------------------------------------------

// 1.1: a clock with rst_ni low leaves this.
static void reset(struct block_golden *golden, uint8_t epoch) {
    struct block_state *const state = &golden->state;

    *state = (struct block_state){
        .now = state->now + 1,
        .was_reset = true,
        .epoch = epoch & 0x3,
        .unit.bus_commits = BLOCK_NEVER,
    };
    memset(golden->note, 0, sizeof golden->note);
    block_reset_settings(golden, &state->settings);
    for (unsigned lane = 0; lane < golden->lanes; lane++)
        state->status.in_force[lane] = state->settings.window[lane];
}

struct block_golden *block_golden_open(const struct path_size *size) {
    struct block_golden *const golden = calloc(1, sizeof *golden);

    if (!golden)
        return NULL;
    golden->path = path_golden_open(size);
    if (!golden->path) {
        free(golden);
        return NULL;
    }
    golden->size = *size;
    golden->lanes = path_lanes(size);
    golden->channels = path_channels(size);
    golden->id_w = path_id_w(size);
    reset(golden, 0);
    return golden;
}

void block_golden_close(struct block_golden *golden) {
    if (golden)
        path_golden_close(golden->path);
    free(golden);
}

// --- outputs -----------------------------------------------------------------------------------

// Without beats from this clock on nothing changes.
static bool is_quiet(const struct block_golden *golden, const struct path_facts *facts) {
    const struct block_state *const is = &golden->state;

    return facts->rests && block_axi_rests(is) && block_unit_rests(is) &&
           block_calibrator_rests(is) && block_tuner_rests(is) && block_messages_rest(golden, is) &&
           block_status_rests(is, facts);
}

void block_golden_show(const struct block_golden *golden, struct block_out *out) {
    const struct block_state *const is = &golden->state;
    struct path_facts facts;

    memset(out, 0, sizeof *out); // padding, too
    path_golden_show(golden->path, &out->path);
    path_golden_facts(golden->path, &facts);
    out->quiet = is_quiet(golden, &facts);
    out->message_valid = is->messages.shown;
    out->message_epoch = is->epoch;
    for (unsigned lane = 0; lane < golden->lanes; lane++)
        out->message_credit[lane] = is->messages.told[lane];
    out->axi_awready = !is->was_reset && !is->write.address_full;
    out->axi_wready = !is->was_reset && !is->write.data_full;
    out->axi_bvalid = is->write.valid;
    out->axi_bresp = is->write.answer;
    out->axi_arready = !is->was_reset && !is->read.under_way;
    out->axi_rvalid = is->read.valid;
    out->axi_rresp = is->read.answer;
    out->axi_rdata = is->read.shown;
}

// --- the clock ---------------------------------------------------------------------------------

// 1.8: a lane has one channel; `done` gives nothing back.
struct came_back block_came_back(const struct block_clock *c, unsigned lane) {
    const unsigned hbm = c->golden->size.hbm;
    const unsigned channel = lane < hbm ? 0 : 1 + lane - hbm;

    if (c->path.return_kind[channel] != RETURN_BACK || c->path.return_lane[channel] != lane)
        return (struct came_back){0};
    return (struct came_back){true, c->path.return_amount[channel],
                              c->facts.return_observed[channel]};
}

// 1.6: what the path takes from the registers.
static void give_settings(const struct settings *settings, struct path_in *path) {
    path->quantum_hbm = (uint8_t)settings->quantum_hbm;
    path->quantum_time = (uint8_t)settings->quantum_time;
    path->small_limit = settings->small_limit;
    for (unsigned i = 0; i < 8; i++)
        path->atomic_service[i] = (uint16_t)settings->atomic_service[i];
    path->response_fixed = (uint16_t)settings->response_fixed;
    path->response_reciprocal = (uint16_t)settings->response_reciprocal;
    path->hold = (uint16_t)settings->hold;
    path->bound = (uint16_t)settings->starvation_bound;
}

// 9.3: a read looks at the holder that is in force in the next clock.
static uint32_t holder_next(const struct block_golden *golden, const struct block_state *is) {
    return block_performs(golden, is).name == R_holder ? is->write.data : is->settings.holder;
}

// The inputs of the path in this clock.
static void give(const struct block_golden *golden, const struct block_in *in,
                 struct path_in *path) {
    const struct block_state *const is = &golden->state;

    *path = in->path;
    memcpy(path->hbm_observed, in->hbm_observed, sizeof path->hbm_observed);
    memcpy(path->atomic_observed, in->atomic_observed, sizeof path->atomic_observed);
    memcpy(path->response_observed, in->response_observed, sizeof path->response_observed);
    give_settings(&is->settings, path);
    path->close = block_closes(golden, is);
    path->write_valid = block_unit_writes(is);
    path->write_lane = (uint8_t)is->unit.lane;
    path->write_value = is->unit.value;
    path->send_valid = block_sends(is);
    path->send_channel = (uint8_t)(is->write.data >> 28);
    path->send_handle = is->write.data;
    path->debt_lane = (uint8_t)block_place(golden, is->read.address).i;
    path->holder_id = (uint16_t)holder_next(golden, is);
}

// 9.4: what commits is in the tables from the next clock on.
static void note(struct block_golden *golden, const struct path_out *path, uint64_t now) {
    const uint32_t id = golden->size.depth - 1u; // its bits

    for (unsigned channel = 0; channel < golden->channels; channel++)
        if (path->free_valid[channel])
            golden->note[path->free_handle[channel] & id].held = false;
    if (path->trace_kind == PATH_GRANT)
        golden->note[path->trace_handle & id] =
            (struct grant_note){true, path->trace_handle, (uint32_t)path->trace_tag, now};
}

// Every part but the path.
static void step(const struct block_clock *c, struct block_state *next) {
    next->now++;
    next->was_reset = false;
    block_unit(c, next);
    block_calibrate(c, next);
    block_tune(c, next);
    block_message(c, next);
    block_count(c, next);
    block_read(c, next);
    block_write(c, next);
    block_settle(c, next);
}

void block_golden_clock(struct block_golden *golden, const struct block_in *in) {
    const struct block_state is = golden->state;
    struct block_clock c = {.golden = golden, .is = &is, .in = in};
    struct path_in path;

    give(golden, in, &path);
    path_golden_show(golden->path, &c.path);
    path_golden_facts(golden->path, &c.facts);
    path_golden_clock(golden->path, &path);
    if (!in->path.rst_n) {
        reset(golden, in->path.epoch);
        return;
    }
    c.performs = block_performs(golden, &is);
    c.quiet = is_quiet(golden, &c.facts);
    step(&c, &golden->state);
    note(golden, &c.path, in->now);
}
