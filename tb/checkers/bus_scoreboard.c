#include "tb/checkers/scoreboards.h"

#include <inttypes.h>
#include <string.h>

#include "csim/record/state_at_rest.h"

static uint32_t *status(struct bus_scoreboard *scoreboard, unsigned word) {
    return &scoreboard->status[word - STATUS_FIRST];
}

void bus_scoreboard_reset(struct bus_scoreboard *scoreboard, const struct register_image *image) {
    *scoreboard =
        (struct bus_scoreboard){.last = {.axi_awready = 1, .axi_wready = 1, .axi_arready = 1}};
    tune_watch_reset(&scoreboard->tuning, image);
}

void bus_scoreboard_begin(struct bus_scoreboard *scoreboard, const struct register_image *image,
                          const struct block_state *state) {
    struct block_derived at_rest;
    block_derive(state, &at_rest);
    bus_scoreboard_reset(scoreboard, image);
    tune_watch_begin(&scoreboard->tuning, image, state->epoch_wanted);
    *status(scoreboard, REGISTER_GRANTS) = state->count_grants;
    *status(scoreboard, REGISTER_REJECTS) = state->count_rejects;
    *status(scoreboard, REGISTER_REPEATS) = state->count_repeats;
    *status(scoreboard, REGISTER_COMPLETES) = state->count_completes;
    *status(scoreboard, REGISTER_CALIBRATIONS) = state->count_calibrations;
    *status(scoreboard, REGISTER_MESSAGES) = state->count_messages;
    *status(scoreboard, REGISTER_HELD) = at_rest.held;
    *status(scoreboard, REGISTER_HELD_MAX) = state->held_max;
    *status(scoreboard, REGISTER_ERRORS) = state->errors;
    *status(scoreboard, REGISTER_FIRST_ERROR) = state->first_error;
    *status(scoreboard, REGISTER_FIRST_ERROR_INFO) = state->first_info;
    *status(scoreboard, REGISTER_FIRST_ERROR_TIME) = state->first_time;
    memcpy(status(scoreboard, REGISTER_RETURNS), state->count_returns, sizeof state->count_returns);
    memcpy(status(scoreboard, REGISTER_DENIALS), state->count_denials, sizeof state->count_denials);
    memcpy(status(scoreboard, REGISTER_DEBT_MAX), state->debt_max, sizeof state->debt_max);
    memcpy(status(scoreboard, REGISTER_BUSY), state->busy, sizeof state->busy);
    memcpy(scoreboard->busy_since, state->busy_since, sizeof scoreboard->busy_since);
    block_state_show(state, &scoreboard->last);
}

// Is there a register at an address, to be written or read?
static bool exists(unsigned address, bool to_write) {
    const struct register_row *const row = register_row(address / 4);
    return address % 4 == 0 && row && (!to_write || row->access != REGISTER_RO);
}

// --- the checks ---------------------------------------------------------------------------

static bool write_waits(const struct bus_scoreboard *scoreboard, const struct edge_in *in) {
    return scoreboard->last.axi_bvalid && !in->axi_bready;
}

static bool read_waits(const struct bus_scoreboard *scoreboard, const struct edge_in *in) {
    return scoreboard->last.axi_rvalid && !in->axi_rready;
}

static bool response_held(const struct bus_scoreboard *scoreboard,
                          const struct checked_clock *clock) {
    const struct edge_out *const last = &scoreboard->last, *const out = clock->out;
    const bool write = write_waits(scoreboard, clock->in);
    if ((!write || (out->axi_bvalid && out->axi_bresp == last->axi_bresp)) &&
        (!read_waits(scoreboard, clock->in) ||
         (out->axi_rvalid && out->axi_rresp == last->axi_rresp &&
          out->axi_rdata == last->axi_rdata)))
        return true;
    return broken(clock->finding, "the response to a %s did not wait for ready",
                  write && !out->axi_bvalid ? "write" : "read or write");
}

static bool write_answered(const struct bus_scoreboard *scoreboard,
                           const struct checked_clock *clock) {
    const struct edge_out *const out = clock->out;
    const struct register_write *const write = &clock->write;
    const bool performed = write->valid || write->refused;
    if (out->axi_bvalid != (write_waits(scoreboard, clock->in) || performed))
        return broken(clock->finding,
                      out->axi_bvalid ? "an answer without a write" : "no answer to a write");
    const bool fine = write->strobe == AXI_STROBES && exists(write->address, true);
    return !performed || out->axi_bresp == (fine ? AXI_OKAY : AXI_SLVERR) ||
           broken(clock->finding, "address 0x%03x, strobes 0x%x: response %u", write->address,
                  write->strobe, out->axi_bresp);
}

static bool read_answered(const struct bus_scoreboard *scoreboard,
                          const struct checked_clock *clock) {
    const struct register_read *const read = &clock->read;
    const struct edge_out *const out = clock->out;
    if (out->axi_rvalid != (read_waits(scoreboard, clock->in) || read->answered))
        return broken(clock->finding,
                      out->axi_rvalid ? "an answer without a read" : "no answer to a read");
    if (!read->answered)
        return true;
    const bool fine = exists(read->address, false);
    if (out->axi_rresp == (fine ? AXI_OKAY : AXI_SLVERR) && (fine || out->axi_rdata == 0))
        return true;
    return broken(clock->finding, "address 0x%03x: response %u, data 0x%" PRIx32, read->address,
                  out->axi_rresp, out->axi_rdata);
}

// What a register must show in this clock. False: the scoreboard does not know.
static bool expected(const struct bus_scoreboard *scoreboard, const struct checked_clock *clock,
                     unsigned word, uint32_t *value) {
    if (word - REGISTER_MULTIPLIER < LANES)
        *value = clock->out->multiplier[word - REGISTER_MULTIPLIER]; // calibrated ones, too
    else if (word < IMAGE_WORDS)
        *value = clock->image->word[word];
    else if (word - REGISTER_DEBT < LANES)
        *value = scoreboard->last.debt[word - REGISTER_DEBT];
    else if (word != REGISTER_WAITING)
        *value = scoreboard->status[word - STATUS_FIRST];
    return word != REGISTER_WAITING;
}

static bool read_exact(const struct bus_scoreboard *scoreboard, const struct checked_clock *clock) {
    const struct register_read *const read = &clock->read;
    return !read->answered || !scoreboard->is_expected ||
           scoreboard->expected == clock->out->axi_rdata ||
           broken(clock->finding, "word 0x%03x: %" PRIu32 " expected, %" PRIu32 " read",
                  read->address / 4u, scoreboard->expected, clock->out->axi_rdata);
}

static bool writes_window(const struct register_write *write) {
    return write->valid && write->word - REGISTER_WINDOW < LANES;
}

static bool tuned_in_turn(struct bus_scoreboard *scoreboard, const struct checked_clock *clock) {
    const struct edge_out *const out = clock->out;
    if (!out->window || out->reset || writes_window(&scoreboard->written))
        return true;
    const uint32_t before =
        out->window_lane < LANES ? register_image_window(clock->image, out->window_lane) : 0;
    const char *const wrong = tune_watch_window(&scoreboard->tuning, clock->cycle, out->window_lane,
                                                before, out->window_value);
    return !wrong || broken(clock->finding, "lane %u: window from %" PRIu32 " to %" PRIu32 ": %s",
                            out->window_lane, before, out->window_value, wrong);
}

// --- what is kept ------------------------------------------------------------------------------

static void most(uint32_t *value, uint32_t candidate) {
    if (candidate > *value)
        *value = candidate;
}

static unsigned errors_in(const struct checked_clock *clock) {
    const struct edge_out *const out = clock->out;
    const bool read = clock->read.answered && !exists(clock->read.address, false);
    unsigned errors = (unsigned)clock->write.refused << ERROR_AXI_WRITE | (unsigned)read
                                                                              << ERROR_AXI_READ;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        errors |= (unsigned)(out->return_kind[resource] == CHANNEL_STRAY) << resource;
    errors |= (unsigned)(out->done_kind == CHANNEL_STRAY) << ERROR_STRAY_DONE;
    errors |= (unsigned)(out->kind == DECISION_REJECT && !out->mask) << ERROR_UNKNOWN_OPCODE;
    errors |= (unsigned)(out->kind == DECISION_REJECT && out->mask) << ERROR_ABOVE_WINDOW;
    return errors;
}

static void enter_errors(struct bus_scoreboard *scoreboard, const struct checked_clock *clock) {
    const struct edge_out *const out = clock->out;
    const struct register_write *const write = &clock->write;
    const unsigned set = errors_in(clock);
    const uint32_t info[ERRORS] = {out->return_id[0], out->return_id[1],  out->return_id[2],
                                   out->done_id,      out->tag,           out->tag,
                                   write->address,    clock->read.address};
    uint32_t *const errors = status(scoreboard, REGISTER_ERRORS);
    if (set && *errors == 0) {
        const unsigned first = (unsigned)__builtin_ctz(set);
        *status(scoreboard, REGISTER_FIRST_ERROR) = first + 1;
        *status(scoreboard, REGISTER_FIRST_ERROR_INFO) = info[first];
        *status(scoreboard, REGISTER_FIRST_ERROR_TIME) = (uint32_t)clock->in->now;
    }
    if (write->valid && write->word == REGISTER_ERRORS)
        *errors &= ~write->data;
    *errors |= set;
    if (*errors == 0)
        *status(scoreboard, REGISTER_FIRST_ERROR) = 0;
}

static void enter_counts(struct bus_scoreboard *scoreboard, const struct edge_in *in,
                         const struct edge_out *out) {
    const unsigned retires =
        (unsigned)__builtin_popcount(out->retire) + (out->done_kind == CHANNEL_COMPLETE);
    const bool loaded = out->grant_valid && (!scoreboard->last.grant_valid || in->grant_ready);
    *status(scoreboard, REGISTER_GRANTS) += out->kind == DECISION_GRANT;
    *status(scoreboard, REGISTER_REJECTS) += out->kind == DECISION_REJECT;
    *status(scoreboard, REGISTER_REPEATS) += out->kind == DECISION_REPEAT;
    *status(scoreboard, REGISTER_COMPLETES) += retires;
    *status(scoreboard, REGISTER_CALIBRATIONS) += out->calibrate != 0;
    *status(scoreboard, REGISTER_MESSAGES) += loaded;
    *status(scoreboard, REGISTER_HELD) += (out->kind == DECISION_GRANT) - retires;
    most(status(scoreboard, REGISTER_HELD_MAX), *status(scoreboard, REGISTER_HELD));
    for (unsigned resource = 0; resource < CLASSES; resource++)
        *status(scoreboard, REGISTER_RETURNS + resource) +=
            out->return_kind[resource] == CHANNEL_RETURN;
    for (unsigned lane = 0; lane <= LANES && out->kind == DECISION_DENY; lane++)
        *status(scoreboard, REGISTER_DENIALS + lane) += out->mask >> lane & 1;
}

static void enter_debts(struct bus_scoreboard *scoreboard, const struct edge_in *in,
                        const struct edge_out *out) {
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t before = scoreboard->last.debt[lane], after = out->debt[lane];
        most(status(scoreboard, REGISTER_DEBT_MAX + lane), after);
        if (!before && after)
            scoreboard->busy_since[lane] = (uint32_t)in->now;
        if (before && !after)
            *status(scoreboard, REGISTER_BUSY + lane) +=
                (uint32_t)in->now - scoreboard->busy_since[lane];
    }
}

static void enter(struct bus_scoreboard *scoreboard, const struct checked_clock *clock) {
    const struct edge_out *const out = clock->out;
    enter_counts(scoreboard, clock->in, out);
    enter_debts(scoreboard, clock->in, out);
    enter_errors(scoreboard, clock);
    tune_watch_edge(&scoreboard->tuning, out, clock->image, clock->cycle,
                    writes_window(&clock->write));
    scoreboard->written = clock->write;
    scoreboard->last = *out;
}

// A window that comes into force, checked.
static void enter_window(const struct checked_clock *clock) {
    const struct edge_out *const out = clock->out;
    if (!out->window || out->reset || out->window_lane >= LANES)
        return;
    clock->image->word[REGISTER_WINDOW + out->window_lane] = out->window_value;
}

const char *bus_scoreboard_edge(struct bus_scoreboard *scoreboard,
                                const struct checked_clock *clock) {
    if (!response_held(scoreboard, clock))
        return "response_held";
    if (!write_answered(scoreboard, clock))
        return "write_answered";
    if (!read_answered(scoreboard, clock))
        return "read_answered";
    if (!tuned_in_turn(scoreboard, clock))
        return "tuned_in_turn";
    enter_window(clock);
    if (clock->read.told)
        scoreboard->is_expected =
            exists(clock->read.address, false) &&
            expected(scoreboard, clock, clock->read.address / 4u, &scoreboard->expected);
    if (!read_exact(scoreboard, clock))
        return "read_exact";
    enter(scoreboard, clock);
    return NULL;
}
