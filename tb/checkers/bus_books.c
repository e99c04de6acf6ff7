#include "tb/checkers/bus_books.h"

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

static uint32_t *status(struct bus_books *books, unsigned word) {
    return &books->status[word - STATUS_FIRST];
}

// What autotuning goes by in the next clock.
static void take_tuning(struct bus_books *books) {
    books->tuned = (uint16_t)register_image_tuned(&books->image);
    memcpy(books->floor, &books->image.word[REGISTER_WINDOW_FLOOR], sizeof books->floor);
    memcpy(books->ceiling, &books->image.word[REGISTER_WINDOW_CEILING], sizeof books->ceiling);
}

void bus_books_reset(struct bus_books *books, unsigned depth) {
    *books = (struct bus_books){.depth = depth};
    register_image_reset(&books->image, depth);
    books->last.axi_awready = books->last.axi_wready = books->last.axi_arready = 1;
    take_tuning(books);
}

static void begin_status(struct bus_books *books, const struct block_state *state,
                         const struct block_books *at_rest) {
    *status(books, REGISTER_GRANTS) = state->count_grants;
    *status(books, REGISTER_REJECTS) = state->count_rejects;
    *status(books, REGISTER_REPEATS) = state->count_repeats;
    *status(books, REGISTER_COMPLETES) = state->count_completes;
    *status(books, REGISTER_CALIBRATIONS) = state->count_calibrations;
    *status(books, REGISTER_MESSAGES) = state->count_messages;
    *status(books, REGISTER_HELD) = at_rest->held;
    *status(books, REGISTER_HELD_MAX) = state->held_max;
    *status(books, REGISTER_ERRORS) = state->errors;
    *status(books, REGISTER_FIRST_ERROR) = state->first_error;
    *status(books, REGISTER_FIRST_ERROR_INFO) = state->first_info;
    *status(books, REGISTER_FIRST_ERROR_TIME) = state->first_time;
    memcpy(status(books, REGISTER_RETURNS), state->count_returns, sizeof state->count_returns);
    memcpy(status(books, REGISTER_DENIALS), state->count_denials, sizeof state->count_denials);
    memcpy(status(books, REGISTER_DEBT_MAX), state->debt_max, sizeof state->debt_max);
    memcpy(status(books, REGISTER_BUSY), state->busy, sizeof state->busy);
    memcpy(books->busy_since, state->busy_since, sizeof books->busy_since);
}

void bus_books_begin(struct bus_books *books, unsigned depth, const struct block_state *state) {
    struct block_books at_rest;

    block_books_of(state, &at_rest);
    bus_books_reset(books, depth);
    register_image_begin(&books->image, depth, &state->registers);
    books->wanted = state->epoch_wanted;
    take_tuning(books);
    begin_status(books, state, &at_rest);
    block_state_show(state, &books->last);
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

// --- what is claimed ---------------------------------------------------------------------------

static bool response_held(const struct bus_books *books, const struct edge_in *in,
                          const struct edge_out *out, char *text, size_t size) {
    const struct edge_out *const last = &books->last;
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

static bool write_answered(const struct bus_books *books, const struct edge_in *in,
                           const struct edge_out *out, const struct register_write *write,
                           char *text, size_t size) {
    const bool waits = books->last.axi_bvalid && !in->axi_bready;
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

static bool read_answered(const struct bus_books *books, const struct edge_in *in,
                          const struct edge_out *out, char *text, size_t size) {
    const bool waits = books->last.axi_rvalid && !in->axi_rready;
    const bool taken = in->axi_arvalid && books->last.axi_arready;

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

// What a register must show in this clock. False: these books do not know.
static bool expected(const struct bus_books *books, const struct edge_out *out, unsigned word,
                     uint32_t *value) {
    if (word - REGISTER_MULTIPLIER < LANES) {
        *value = out->multiplier[word - REGISTER_MULTIPLIER]; // calibrated ones, too
        return true;
    }
    if (word < IMAGE_WORDS) {
        *value = books->image.word[word];
        return true;
    }
    if (word == REGISTER_WAITING)
        return false;
    if (word - REGISTER_DEBT < LANES)
        *value = books->last.debt[word - REGISTER_DEBT];
    else
        *value = books->status[word - STATUS_FIRST];
    return true;
}

static bool read_exact(const struct bus_books *books, const struct edge_in *in,
                       const struct edge_out *out, char *text, size_t size) {
    uint32_t value;

    if (!in->axi_arvalid || !books->last.axi_arready || !exists(in->axi_araddr, false) ||
        !expected(books, out, in->axi_araddr / 4u, &value) || value == out->axi_rdata)
        return true;
    snprintf(text, size, "word 0x%03x: %" PRIu32 " expected, %" PRIu32 " read", in->axi_araddr / 4u,
             value, out->axi_rdata);
    return false;
}

static bool tuned_in_turn(const struct bus_books *books, const struct edge_out *out, char *text,
                          size_t size) {
    const struct register_write *const written = &books->written;
    const unsigned lane = out->window_lane;

    if (!out->window || out->reset || (written->valid && written->word - REGISTER_WINDOW < LANES))
        return true;
    if (lane >= LANES || !(books->tuned >> lane & 1)) {
        snprintf(text, size, "lane %u is not tuned", lane);
        return false;
    }
    const unsigned class = lane_class(lane);
    const uint32_t most = UINT32_MAX - 1, before = register_image_window(&books->image, lane),
                   after = out->window_value;
    const uint32_t floor = books->floor[class] < most ? books->floor[class] : most;
    const uint32_t ceiling = books->ceiling[class] < most ? books->ceiling[class] : most;
    const bool grows = after > before && after <= ceiling && books->wanted >> lane & 1;
    const bool shrinks = after < before && after >= floor;
    const bool is_cut = after < before && after == ceiling && books->wanted >> lane & 1;
    if (grows || shrinks || is_cut || (after != before && after == floor))
        return true;
    snprintf(text, size,
             "lane %u: window from %" PRIu32 " to %" PRIu32 ", limits %" PRIu32 " and %" PRIu32
             "%s",
             lane, before, after, floor, ceiling,
             books->wanted >> lane & 1 ? "" : ", and nothing was denied");
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
    for (unsigned class = 0; class < CLASSES; class ++)
        errors |= (unsigned)(out->return_kind[class] == CHANNEL_STRAY) << class;
    errors |= (unsigned)(out->done_kind == CHANNEL_STRAY) << ERROR_STRAY_DONE;
    errors |= (unsigned)(out->kind == DECISION_REJECT && !out->mask) << ERROR_UNKNOWN_OPCODE;
    errors |= (unsigned)(out->kind == DECISION_REJECT && out->mask) << ERROR_ABOVE_WINDOW;
    return errors;
}

static void enter_errors(struct bus_books *books, const struct edge_in *in,
                         const struct edge_out *out, const struct register_write *write,
                         bool read) {
    const unsigned set = errors_in(out, write, in, read);
    const uint32_t info[ERRORS] = {out->return_id[0], out->return_id[1], out->return_id[2],
                                   out->done_id,      out->tag,          out->tag,
                                   write->address,    in->axi_araddr};
    uint32_t *const errors = status(books, REGISTER_ERRORS);

    if (set && *errors == 0) {
        const unsigned first = (unsigned)__builtin_ctz(set);
        *status(books, REGISTER_FIRST_ERROR) = first + 1;
        *status(books, REGISTER_FIRST_ERROR_INFO) = info[first];
        *status(books, REGISTER_FIRST_ERROR_TIME) = (uint32_t)in->now;
    }
    if (write->valid && write->word == REGISTER_ERRORS)
        *errors &= ~write->data;
    *errors |= set;
    if (*errors == 0)
        *status(books, REGISTER_FIRST_ERROR) = 0;
}

static void enter_counts(struct bus_books *books, const struct edge_in *in,
                         const struct edge_out *out) {
    const unsigned retires =
        (unsigned)__builtin_popcount(out->retire) + (out->done_kind == CHANNEL_COMPLETE);
    const bool loaded = out->grant_valid && (!books->last.grant_valid || in->grant_ready);

    *status(books, REGISTER_GRANTS) += out->kind == DECISION_GRANT;
    *status(books, REGISTER_REJECTS) += out->kind == DECISION_REJECT;
    *status(books, REGISTER_REPEATS) += out->kind == DECISION_REPEAT;
    *status(books, REGISTER_COMPLETES) += retires;
    *status(books, REGISTER_CALIBRATIONS) += out->calibrate != 0;
    *status(books, REGISTER_MESSAGES) += loaded;
    *status(books, REGISTER_HELD) += (out->kind == DECISION_GRANT) - retires;
    most(status(books, REGISTER_HELD_MAX), *status(books, REGISTER_HELD));
    for (unsigned class = 0; class < CLASSES; class ++)
        *status(books, REGISTER_RETURNS + class) += out->return_kind[class] == CHANNEL_RETURN;
    for (unsigned lane = 0; lane <= LANES && out->kind == DECISION_DENY; lane++)
        *status(books, REGISTER_DENIALS + lane) += out->mask >> lane & 1;
}

static void enter_debts(struct bus_books *books, const struct edge_in *in,
                        const struct edge_out *out) {
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t before = books->last.debt[lane], after = out->debt[lane];
        most(status(books, REGISTER_DEBT_MAX + lane), after);
        if (!before && after)
            books->busy_since[lane] = (uint32_t)in->now;
        if (before && !after)
            *status(books, REGISTER_BUSY + lane) += (uint32_t)in->now - books->busy_since[lane];
    }
}

static void enter_tuning(struct bus_books *books, const struct edge_out *out) {
    if (out->kind == DECISION_DENY)
        books->wanted |= out->mask & ((1u << LANES) - 1);
    take_tuning(books);
}

static void enter(struct bus_books *books, const struct edge_in *in, const struct edge_out *out,
                  const struct register_write *write) {
    enter_counts(books, in, out);
    enter_debts(books, in, out);
    enter_errors(books, in, out, write, in->axi_arvalid && books->last.axi_arready);
    enter_tuning(books, out);
    if (write->valid)
        register_image_write(&books->image, write->word, write->data);
    books->written = *write;
    books->last = *out;
}

const char *bus_books_edge(struct bus_books *books, const struct edge_in *in,
                           const struct edge_out *out, const struct register_write *write,
                           char *text, size_t size) {
    if (in->reset) {
        bus_books_reset(books, books->depth);
        return NULL;
    }
    if (!response_held(books, in, out, text, size))
        return "response_held";
    if (!write_answered(books, in, out, write, text, size))
        return "write_answered";
    if (!read_answered(books, in, out, text, size))
        return "read_answered";
    if (!tuned_in_turn(books, out, text, size))
        return "tuned_in_turn";
    if (out->window && !out->reset && out->window_lane < LANES) {
        books->image.word[REGISTER_WINDOW + out->window_lane] = out->window_value;
        // A tuning ends what was wanted; so may other ends of epochs, which do not show.
        if (!(books->written.valid && books->written.word - REGISTER_WINDOW < LANES))
            books->wanted &= (uint16_t) ~(1u << out->window_lane);
    }
    if (!read_exact(books, in, out, text, size))
        return "read_exact";
    enter(books, in, out, write);
    return NULL;
}
