// The whole block: how its parts are connected, and the order of a clock.
#include <stdlib.h>
#include <string.h>

#include "csim/golden/block_state.h"
#include "csim/golden/path_golden.h"

// --- open and close ----------------------------------------------------------------------------

// 1.1: a clock with rst_ni low leaves this.
static void reset(struct block_golden *golden, uint8_t epoch) {
    struct block_state *const state = &golden->state;

    *state = (struct block_state){
        .now = state->now + 1,
        .was_reset = true,
        .epoch = epoch & 0x3,
    };
    for (unsigned at = 0; at < REGISTERS; at++)
        state->word[at] = golden->reg[at].reset;
    memset(golden->note, 0, sizeof golden->note);
}

// What the path shows in the clock that begins.
static void show_path(struct block_golden *golden) {
    path_golden_show(golden->path, &golden->shown);
    path_golden_facts(golden->path, &golden->facts);
}

static struct block_golden *open_block(const struct path_size *size) {
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
    golden->widest = block_ones(size->cnt_w) - 1;
    block_lay_out(golden);
    reset(golden, 0);
    show_path(golden);
    return golden;
}

static void close_block(void *self) {
    struct block_golden *const golden = self;

    path_golden_close(golden->path);
    free(golden);
}

// --- outputs -----------------------------------------------------------------------------------

// 9.5: no lane is tuned, and no look is under way.
static bool tuner_rests(const struct block_state *is) {
    return !is->tuner.works && is->word[R_tune_enable] == 0 && is->word[R_tune_enable + 1] == 0;
}

// 9.5
static bool is_quiet(const struct block_golden *golden, const struct block_state *is,
                     const struct path_facts *facts) {
    return facts->rests && block_axi_rests(is) && block_unit_rests(is) && !is->calibrator.works &&
           tuner_rests(is) && block_messages_rest(golden, is) && block_status_rests(is, facts);
}

static void show(void *self, struct block_out *out) {
    const struct block_golden *const golden = self;
    const struct block_state *const is = &golden->state;

    memset(out, 0, sizeof *out); // padding, too
    memcpy(&out->path, &golden->shown, sizeof out->path);
    out->quiet = is_quiet(golden, is, &golden->facts);
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

    if (c->path->return_kind[channel] != RETURN_BACK || c->path->return_lane[channel] != lane)
        return (struct came_back){0};
    return (struct came_back){true, c->path->return_amount[channel],
                              c->facts->return_observed[channel]};
}

// 1.6: what the path takes from the registers.
static void give_settings(const uint32_t *word, struct path_in *path) {
    path->quantum_hbm = (uint8_t)word[R_quantum_hbm];
    path->quantum_time = (uint8_t)word[R_quantum_time];
    path->small_limit = word[R_small_limit];
    for (unsigned i = 0; i < 8; i++)
        path->atomic_service[i] = (uint16_t)word[R_atomic_service + i];
    path->response_fixed = (uint16_t)word[R_response_fixed];
    path->response_reciprocal = (uint16_t)word[R_response_reciprocal];
    path->hold = (uint16_t)word[R_hold];
    path->bound = (uint16_t)word[R_starvation_bound];
}

// 1.7: what a read looks at is sampled in the clock before; `holder` as it will be then.
static void give_looks(const struct block_clock *c, struct path_in *path) {
    const struct block_state *const is = c->is;

    path->debt_lane = (uint8_t)((is->read.address / 4u - R_debt) % PATH_LANES);
    path->holder_id = (uint16_t)(c->performs == R_holder ? is->write.data : is->word[R_holder]);
}

// The inputs of the path in this clock.
static void give(const struct block_clock *c, struct path_in *path) {
    const struct block_state *const is = c->is;

    *path = c->in->path;
    memcpy(path->hbm_observed, c->in->hbm_observed, sizeof path->hbm_observed);
    memcpy(path->atomic_observed, c->in->atomic_observed, sizeof path->atomic_observed);
    memcpy(path->response_observed, c->in->response_observed, sizeof path->response_observed);
    give_settings(is->word, path);
    give_looks(c, path);
    path->close = block_closes(c->golden, is);
    path->write_valid = block_unit_writes(is);
    path->write_lane = (uint8_t)is->unit.lane;
    path->write_value = is->unit.value;
    path->send_valid = is->write.waits == WAITS_SEND; // the clock after it is performed
    path->send_channel = (uint8_t)(is->write.data >> 28);
    path->send_handle = is->write.data;
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

static void clock_edge(void *self, const struct block_in *in) {
    struct block_golden *const golden = self;
    struct block_state is;
    struct block_clock c = {
        .golden = golden, .is = &is, .in = in, .path = &golden->shown, .facts = &golden->facts};
    struct path_in path;

    block_show_status(&c, &golden->state);
    is = golden->state;
    c.performs = block_performs(golden, &is);
    c.quiet = is_quiet(golden, &is, c.facts);
    give(&c, &path);
    path_golden_clock(golden->path, &path);
    if (in->path.rst_n) {
        step(&c, &golden->state);
        note(golden, c.path, in->now);
    } else {
        reset(golden, in->path.epoch);
    }
    show_path(golden);
}

struct block_model block_golden_model(const struct path_size *size) {
    return (struct block_model){open_block(size), show, clock_edge, close_block};
}
