#include "tb/tests/block/path_bench.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// hbm, atomic, response, cnt_w, depth, slots, tag_w, gen_w, age_w, wire_w
const struct path_size path_default = {8, 1, 1, 32, 128, 40, 32, 4, 16, 24};
const struct path_size path_eight = {8, 1, 1, 32, 8, 40, 32, 4, 16, 24};
const struct path_size path_narrow = {1, 1, 1, 4, 8, 10, 8, 1, 4, 4};

enum { IDLE = 8 }; // clocks after reset before clock 0

// --- what is shown -----------------------------------------------------------------------------

__attribute__((format(printf, 2, 3))) static void note(struct path_bench *bench, const char *format,
                                                       ...) {
    const size_t used = strlen(bench->log);
    const size_t left = sizeof bench->log - used;
    va_list list;

    const int prefix = snprintf(bench->log + used, left, "%s%d ", used ? ", " : "", bench->clock);
    va_start(list, format);
    if ((size_t)prefix < left)
        vsnprintf(bench->log + used + prefix, left - (size_t)prefix, format, list);
    va_end(list);
}

static const char *lanes_text(const struct path_bench *bench, uint64_t mask,
                              char text[static 100]) {
    const unsigned lanes = path_lanes(&bench->size);
    size_t used = 0;

    text[0] = '\0';
    for (unsigned lane = 0; lane <= lanes; lane++) {
        if (!(mask >> lane & 1))
            continue;
        const char *const plus = used ? "+" : "";
        const int length = lane == lanes ? snprintf(text + used, 100 - used, "%sT", plus)
                                         : snprintf(text + used, 100 - used, "%s%u", plus, lane);
        used += (size_t)length;
    }
    return text;
}

static void note_decision(struct path_bench *bench) {
    const struct path_out *const out = &bench->out;
    const bool leaves = out->trace_kind == PATH_GRANT || out->trace_kind == PATH_REJECT;
    char text[100];

    cr_assert(out->decision_kind == (leaves ? (out->trace_kind == PATH_GRANT ? 1 : 2) : 0));
    cr_assert(out->decision_tag == (leaves ? out->trace_tag : 0));
    cr_assert(out->decision_handle == out->trace_handle);
    switch (out->trace_kind) {
    case PATH_GRANT:
        note(bench, "grant %" PRIu64, out->trace_tag);
        bench->handle[out->trace_tag % BENCH_TAGS] = out->trace_handle;
        bench->granted[out->trace_tag % BENCH_TAGS] = true;
        break;
    case PATH_DENY:
        note(bench, "deny %" PRIu64 " on %s", out->trace_tag,
             lanes_text(bench, out->trace_mask, text));
        break;
    case PATH_REJECT:
        cr_assert(out->trace_mask == 0 && out->trace_stage == 0 && out->trace_response == 0);
        note(bench, "reject %" PRIu64, out->trace_tag);
        break;
    case PATH_WINDOW:
        note(bench, "window %s is %" PRIu32, lanes_text(bench, out->trace_mask, text),
             out->trace_stage);
        break;
    default:
        cr_assert(out->trace_kind == PATH_NONE && out->trace_tag == 0 && out->trace_mask == 0);
    }
}

static void note_return(struct path_bench *bench, unsigned channel) {
    const struct path_out *const out = &bench->out;
    const uint32_t handle = out->return_handle[channel];

    if (out->return_kind[channel] == RETURN_STRAY)
        note(bench, "stray %" PRIu32, handle);
    else if (out->return_kind[channel] == RETURN_LATE)
        note(bench, "late %" PRIu32, handle);
    else if (out->return_kind[channel] == RETURN_BACK && channel + 1 == path_channels(&bench->size))
        note(bench, "done %" PRIu32, handle);
    else if (out->return_kind[channel] == RETURN_BACK)
        note(bench, "return %" PRIu32 " to %u of %" PRIu32, handle, out->return_lane[channel],
             out->return_amount[channel]);
}

static void note_all(struct path_bench *bench) {
    static const char *const answers[] = {"", "held", "waits", "unknown"};
    const struct path_out *const out = &bench->out;

    note_decision(bench);
    for (unsigned channel = 0; channel < path_channels(&bench->size); channel++)
        note_return(bench, channel);
    for (unsigned channel = 0; channel < path_channels(&bench->size); channel++)
        if (out->free_valid[channel])
            note(bench, "free %" PRIu32, out->free_handle[channel]);
    if (out->answer_kind != ANSWER_NONE)
        note(bench, "%s %" PRIu64, answers[out->answer_kind], out->answer_tag);
    if (out->answer_kind == ANSWER_HELD)
        cr_assert(out->answer_handle == bench->handle[out->answer_tag % BENCH_TAGS]);
}

void expect_log(struct path_bench *bench, const char *log) {
    cr_assert(strcmp(bench->log, log) == 0, "\n  seen     %s\n  expected %s", bench->log, log);
    bench->log[0] = '\0';
}

// --- clocks ------------------------------------------------------------------------------------

static void end_beats(struct path_in *in) {
    in->op_valid = false;
    in->op_again = false;
    memset(in->hbm_valid, 0, sizeof in->hbm_valid);
    memset(in->atomic_valid, 0, sizeof in->atomic_valid);
    memset(in->response_valid, 0, sizeof in->response_valid);
    in->done_valid = false;
    in->write_valid = false;
    in->send_valid = false;
}

// ports.md, 1.3: what is not a retransmission is offered only where its classes are ready.
static bool is_legal(const struct path_bench *bench) {
    const struct path_in *const in = &bench->in;
    const struct path_size *const size = &bench->size;
    const bool is_atomic = in->op_opcode >= ATOMIC;
    const bool responds = in->op_opcode == READ || in->op_reply || in->op_response_length > 0;
    const bool exists = in->op_stage < (is_atomic ? size->atomic : size->hbm) &&
                        (!responds || in->op_engine < size->response);
    const bool known = is_atomic || in->op_opcode <= NOTIFICATION;
    const unsigned stage = in->op_stage + (is_atomic ? size->hbm : 0u);
    const unsigned response = (unsigned)size->hbm + size->atomic + in->op_engine;
    const uint32_t wire = 1u << size->wire_w;
    const bool small = in->op_wire_bytes % wire <= in->small_limit % wire;
    const bool *const ready = bench->out.op_ready[in->op_urgent ? 0 : small ? 1 : 2];

    if (!in->op_valid || in->op_again || !in->rst_n)
        return true;
    return known && exists ? ready[stage] && (!responds || ready[response]) : ready[0];
}

void tick(struct path_bench *bench) {
    cr_assert(is_legal(bench), "clock %d: offer of a class that is not ready", bench->clock);
    path_golden_clock(bench->golden, &bench->in);
    end_beats(&bench->in);
    path_golden_show(bench->golden, &bench->out);
    bench->clock++;
    note_all(bench);
}

void go_to(struct path_bench *bench, int clock) {
    cr_assert(bench->clock <= clock);
    while (bench->clock < clock)
        tick(bench);
}

void run(struct path_bench *bench, int clocks) {
    go_to(bench, bench->clock + clocks);
}

void path_bench_reset(struct path_bench *bench, uint8_t epoch) {
    bench->in.rst_n = false;
    bench->in.epoch = epoch;
    tick(bench);
    bench->in.rst_n = true;
    run(bench, IDLE);
    bench->clock = 0;
    expect_log(bench, "");
}

void path_bench_open(struct path_bench *bench, const struct path_size *size) {
    *bench = (struct path_bench){.size = *size, .golden = path_golden_open(size)};
    cr_assert(bench->golden);
    bench->in = (struct path_in){
        .response_fixed = 10, .response_reciprocal = 256, .small_limit = 256, .rst_n = true};
    for (unsigned i = 0; i < 8; i++)
        bench->in.atomic_service[i] = 100;
    path_bench_reset(bench, 0);
}

void path_bench_close(struct path_bench *bench) {
    path_golden_close(bench->golden);
}

// --- beats -------------------------------------------------------------------------------------

struct path_in *op(struct path_bench *bench, uint64_t tag, unsigned opcode, unsigned stage) {
    struct path_in *const in = &bench->in;

    cr_assert(!in->op_valid, "one offer a clock");
    in->op_valid = true;
    in->op_tag = tag;
    in->op_opcode = (uint8_t)opcode;
    in->op_stage = (uint8_t)stage;
    in->op_reply = in->op_urgent = in->op_again = false;
    in->op_engine = in->op_domain = 0;
    in->op_length = in->op_response_length = in->op_wire_bytes = 0;
    return in;
}

void op_write(struct path_bench *bench, uint64_t tag, unsigned lane, uint32_t length) {
    op(bench, tag, WRITE, lane)->op_length = length;
}

static uint32_t handle_of(const struct path_bench *bench, unsigned tag) {
    cr_assert(bench->granted[tag], "tag %u was granted", tag);
    return bench->handle[tag];
}

void hbm(struct path_bench *bench, unsigned partition, unsigned tag) {
    bench->in.hbm_valid[partition] = true;
    bench->in.hbm_handle[partition] = handle_of(bench, tag);
}

void atomic(struct path_bench *bench, unsigned tag) {
    bench->in.atomic_valid[0] = true;
    bench->in.atomic_handle[0] = handle_of(bench, tag);
}

void response(struct path_bench *bench, unsigned tag) {
    bench->in.response_valid[0] = true;
    bench->in.response_handle[0] = handle_of(bench, tag);
}

void done(struct path_bench *bench, unsigned tag) {
    bench->in.done_valid = true;
    bench->in.done_handle = handle_of(bench, tag);
}

void window(struct path_bench *bench, unsigned lane, uint32_t value) {
    bench->in.write_valid = true;
    bench->in.write_lane = (uint8_t)lane;
    bench->in.write_value = value;
}

void software_sends(struct path_bench *bench, unsigned channel, uint32_t handle) {
    bench->in.send_valid = true;
    bench->in.send_channel = (uint8_t)channel;
    bench->in.send_handle = handle;
}
