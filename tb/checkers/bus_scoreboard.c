#include "tb/checkers/bus_scoreboard.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/record/state_at_rest.h"

// Families of registers as the description has them. Widths are not looked at here.
static const struct {
    uint16_t first;
    uint16_t count;
    uint8_t access; // enum register_access
} families[] = {
#define FAMILY(name, word, count, bits, access, reset, meaning) {word, count, access},
    REGISTER_TABLE(FAMILY)
#undef FAMILY
};

static uint32_t *status(struct bus_scoreboard *scoreboard, unsigned word) {
    return &scoreboard->status[word - STATUS_FIRST];
}

// What autotuning goes by in the next clock.
static void take_tuning(struct bus_scoreboard *scoreboard) {
    scoreboard->tuned = (uint16_t)register_image_tuned(&scoreboard->image);
    memcpy(scoreboard->floor, &scoreboard->image.word[REGISTER_WINDOW_FLOOR],
           sizeof scoreboard->floor);
    memcpy(scoreboard->ceiling, &scoreboard->image.word[REGISTER_WINDOW_CEILING],
           sizeof scoreboard->ceiling);
}

void bus_scoreboard_reset(struct bus_scoreboard *scoreboard, unsigned depth) {
    *scoreboard = (struct bus_scoreboard){.depth = depth};
    register_image_reset(&scoreboard->image, depth);
    scoreboard->last.axi_awready = scoreboard->last.axi_wready = scoreboard->last.axi_arready = 1;
    take_tuning(scoreboard);
}

static void begin_status(struct bus_scoreboard *scoreboard, const struct block_state *state,
                         const struct block_derived *at_rest) {
    *status(scoreboard, REGISTER_GRANTS) = state->count_grants;
    *status(scoreboard, REGISTER_REJECTS) = state->count_rejects;
    *status(scoreboard, REGISTER_REPEATS) = state->count_repeats;
    *status(scoreboard, REGISTER_COMPLETES) = state->count_completes;
    *status(scoreboard, REGISTER_CALIBRATIONS) = state->count_calibrations;
    *status(scoreboard, REGISTER_MESSAGES) = state->count_messages;
    *status(scoreboard, REGISTER_HELD) = at_rest->held;
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
}

void bus_scoreboard_begin(struct bus_scoreboard *scoreboard, unsigned depth,
                          const struct block_state *state) {
    struct block_derived at_rest;

    block_derive(state, &at_rest);
    bus_scoreboard_reset(scoreboard, depth);
    register_image_begin(&scoreboard->image, depth, &state->registers);
    scoreboard->wanted = state->epoch_wanted;
    take_tuning(scoreboard);
    begin_status(scoreboard, state, &at_rest);
    block_state_show(state, &scoreboard->last);
}

// Is there a register at an address, to be written or read?
static bool exists(unsigned address, bool to_write) {
    if (address % 4)
        return false;
    for (unsigned i = 0; i < sizeof families / sizeof *families; i++)
        if (address / 4 - families[i].first < families[i].count) // wraps below the first
            return !to_write || families[i].access != REGISTER_RO;
    return false;
}

// --- the checks ---------------------------------------------------------------------------

static bool response_held(const struct bus_scoreboard *scoreboard, const struct edge_in *in,
                          const struct edge_out *out, char *text, size_t size) {
    const struct edge_out *const last = &scoreboard->last;
    const bool write_waits = last->axi_bvalid && !in->axi_bready;
    const bool read_waits = last->axi_rvalid && !in->axi_rready;

    if ((!write_waits || (out->axi_bvalid && out->axi_bresp == last->axi_bresp)) &&
        (!read_waits || (out->axi_rvalid && out->axi_rresp == last->axi_rresp &&
                         out->axi_rdata == last->axi_rdata)))
        return true;
    snprintf(text, size, "the response to a %s did not wait for ready",
             write_waits && !out->axi_bvalid ? "write" : "read or write");
    return false;
}

static bool write_answered(const struct bus_scoreboard *scoreboard, const struct edge_in *in,
                           const struct edge_out *out, const struct register_write *write,
                           char *text, size_t size) {
    const bool waits = scoreboard->last.axi_bvalid && !in->axi_bready;
    const bool performed = write->valid || write->refused;

    if (out->axi_bvalid != (waits || performed)) {
        snprintf(text, size,
                 out->axi_bvalid ? "an answer without a write" : "no answer to a write");
        return false;
    }
    if (!performed)
        return true;
    const bool fine = write->strobe == AXI_STROBES && exists(write->address, true);
    if (out->axi_bresp == (fine ? AXI_OKAY : AXI_SLVERR))
        return true;
    snprintf(text, size, "address 0x%03x, strobes 0x%x: response %u", write->address, write->strobe,
             out->axi_bresp);
    return false;
}

static bool read_answered(const struct bus_scoreboard *scoreboard, const struct edge_in *in,
                          const struct edge_out *out, char *text, size_t size) {
    const bool waits = scoreboard->last.axi_rvalid && !in->axi_rready;
    const bool taken = in->axi_arvalid && scoreboard->last.axi_arready;

    if (out->axi_rvalid != (waits || taken)) {
        snprintf(text, size, out->axi_rvalid ? "an answer without a read" : "no answer to a read");
        return false;
    }
    if (!taken)
        return true;
    const bool fine = exists(in->axi_araddr, false);
    if (out->axi_rresp == (fine ? AXI_OKAY : AXI_SLVERR) && (fine || out->axi_rdata == 0))
        return true;
    snprintf(text, size, "address 0x%03x: response %u, data 0x%" PRIx32, in->axi_araddr,
             out->axi_rresp, out->axi_rdata);
    return false;
}

// What a register must show in this clock. False: the scoreboard does not know.
static bool expected(const struct bus_scoreboard *scoreboard, const struct edge_out *out,
                     unsigned word, uint32_t *value) {
    if (word - REGISTER_MULTIPLIER < LANES) {
        *value = out->multiplier[word - REGISTER_MULTIPLIER]; // calibrated ones, too
        return true;
    }
    if (word < IMAGE_WORDS) {
        *value = scoreboard->image.word[word];
        return true;
    }
    if (word == REGISTER_WAITING)
        return false;
    if (word - REGISTER_DEBT < LANES)
        *value = scoreboard->last.debt[word - REGISTER_DEBT];
    else
        *value = scoreboard->status[word - STATUS_FIRST];
    return true;
}

static bool read_exact(const struct bus_scoreboard *scoreboard, const struct edge_in *in,
                       const struct edge_out *out, char *text, size_t size) {
    uint32_t value;

    if (!in->axi_arvalid || !scoreboard->last.axi_arready || !exists(in->axi_araddr, false) ||
        !expected(scoreboard, out, in->axi_araddr / 4u, &value) || value == out->axi_rdata)
        return true;
    snprintf(text, size, "word 0x%03x: %" PRIu32 " expected, %" PRIu32 " read", in->axi_araddr / 4u,
             value, out->axi_rdata);
    return false;
}

static bool tuned_in_turn(const struct bus_scoreboard *scoreboard, const struct edge_out *out,
                          char *text, size_t size) {
    const struct register_write *const written = &scoreboard->written;
    const unsigned lane = out->window_lane;

    if (!out->window || out->reset || (written->valid && written->word - REGISTER_WINDOW < LANES))
        return true;
    if (lane >= LANES || !(scoreboard->tuned >> lane & 1)) {
        snprintf(text, size, "lane %u is not tuned", lane);
        return false;
    }
    const unsigned resource = lane_class(lane);
    const uint32_t most = UINT32_MAX - 1, before = register_image_window(&scoreboard->image, lane),
                   after = out->window_value;
    const uint32_t floor = scoreboard->floor[resource] < most ? scoreboard->floor[resource] : most;
    const uint32_t ceiling =
        scoreboard->ceiling[resource] < most ? scoreboard->ceiling[resource] : most;
    const bool grows = after > before && after <= ceiling && scoreboard->wanted >> lane & 1;
    const bool shrinks = after < before && after >= floor;
    const bool is_cut = after < before && after == ceiling && scoreboard->wanted >> lane & 1;
    if (grows || shrinks || is_cut || (after != before && after == floor))
        return true;
    snprintf(text, size,
             "lane %u: window from %" PRIu32 " to %" PRIu32 ", limits %" PRIu32 " and %" PRIu32
             "%s",
             lane, before, after, floor, ceiling,
             scoreboard->wanted >> lane & 1 ? "" : ", and nothing was denied");
    return false;
}

// --- what is kept ------------------------------------------------------------------------------

static void most(uint32_t *value, uint32_t candidate) {
    if (candidate > *value)
        *value = candidate;
}

static unsigned errors_in(const struct edge_out *out, const struct register_write *write,
                          const struct edge_in *in, bool read) {
    unsigned errors = (unsigned)write->refused << ERROR_AXI_WRITE;

    errors |= (unsigned)(read && !exists(in->axi_araddr, false)) << ERROR_AXI_READ;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        errors |= (unsigned)(out->return_kind[resource] == CHANNEL_STRAY) << resource;
    errors |= (unsigned)(out->done_kind == CHANNEL_STRAY) << ERROR_STRAY_DONE;
    errors |= (unsigned)(out->kind == DECISION_REJECT && !out->mask) << ERROR_UNKNOWN_OPCODE;
    errors |= (unsigned)(out->kind == DECISION_REJECT && out->mask) << ERROR_ABOVE_WINDOW;
    return errors;
}

static void enter_errors(struct bus_scoreboard *scoreboard, const struct edge_in *in,
                         const struct edge_out *out, const struct register_write *write,
                         bool read) {
    const unsigned set = errors_in(out, write, in, read);
    const uint32_t info[ERRORS] = {out->return_id[0], out->return_id[1], out->return_id[2],
                                   out->done_id,      out->tag,          out->tag,
                                   write->address,    in->axi_araddr};
    uint32_t *const errors = status(scoreboard, REGISTER_ERRORS);

    if (set && *errors == 0) {
        const unsigned first = (unsigned)__builtin_ctz(set);
        *status(scoreboard, REGISTER_FIRST_ERROR) = first + 1;
        *status(scoreboard, REGISTER_FIRST_ERROR_INFO) = info[first];
        *status(scoreboard, REGISTER_FIRST_ERROR_TIME) = (uint32_t)in->now;
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

static void enter_tuning(struct bus_scoreboard *scoreboard, const struct edge_out *out) {
    if (out->kind == DECISION_DENY)
        scoreboard->wanted |= out->mask & ((1u << LANES) - 1);
    take_tuning(scoreboard);
}

static void enter(struct bus_scoreboard *scoreboard, const struct edge_in *in,
                  const struct edge_out *out, const struct register_write *write) {
    enter_counts(scoreboard, in, out);
    enter_debts(scoreboard, in, out);
    enter_errors(scoreboard, in, out, write, in->axi_arvalid && scoreboard->last.axi_arready);
    enter_tuning(scoreboard, out);
    if (write->valid)
        register_image_write(&scoreboard->image, write->word, write->data);
    scoreboard->written = *write;
    scoreboard->last = *out;
}

const char *bus_scoreboard_edge(struct bus_scoreboard *scoreboard, const struct edge_in *in,
                                const struct edge_out *out, const struct register_write *write,
                                char *text, size_t size) {
    if (in->reset) {
        bus_scoreboard_reset(scoreboard, scoreboard->depth);
        return NULL;
    }
    if (!response_held(scoreboard, in, out, text, size))
        return "response_held";
    if (!write_answered(scoreboard, in, out, write, text, size))
        return "write_answered";
    if (!read_answered(scoreboard, in, out, text, size))
        return "read_answered";
    if (!tuned_in_turn(scoreboard, out, text, size))
        return "tuned_in_turn";
    if (out->window && !out->reset && out->window_lane < LANES) {
        scoreboard->image.word[REGISTER_WINDOW + out->window_lane] = out->window_value;
        // A tuning ends what was wanted; so may other ends of epochs, which do not show.
        if (!(scoreboard->written.valid && scoreboard->written.word - REGISTER_WINDOW < LANES))
            scoreboard->wanted &= (uint16_t) ~(1u << out->window_lane);
    }
    if (!read_exact(scoreboard, in, out, text, size))
        return "read_exact";
    enter(scoreboard, in, out, write);
    return NULL;
}
