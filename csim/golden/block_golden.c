// ports.md, and the order of a clock.
#include <stdlib.h>

#include "csim/golden/state.h"

enum { EVENT_TO_REST = 14 }; // ports.md, 1.7

// --- open and close ----------------------------------------------------------------------------

static bool in_range(unsigned value, unsigned least, unsigned most) {
    return value >= least && value <= most;
}

// 1.2
bool path_size_is_legal(const struct path_size *size) {
    return in_range(size->hbm, 1, 32) && in_range(size->atomic, 1, 4) &&
           in_range(size->response, 1, 4) && in_range(size->cnt_w, 4, 32) &&
           in_range(size->depth, 8, 1024) && (size->depth & (size->depth - 1)) == 0 &&
           in_range(size->slots, size->hbm + size->atomic + 16u, 80) &&
           in_range(size->tag_w, 4, 64) && in_range(size->gen_w, 1, 8) &&
           in_range(size->age_w, 4, 16) && in_range(size->wire_w, 4, 24);
}

// --- outputs -----------------------------------------------------------------------------------

// 1.7: rests_o.
static bool rests(const struct golden *golden) {
    return golden->now > golden->event + EVENT_TO_REST &&
           (golden->word[R_starvation_bound] == 0 || golden->word[R_waiting] == 0);
}

// 9.5
static bool is_quiet(const struct golden *golden) {
    return rests(golden) && block_bus_rests(golden) && block_windows_rest(golden) &&
           block_messages_rest(golden) && block_status_rests(golden);
}

// What the clock that begins shows; messages and answers of the bus are there. What commits in it
// is in force in it.
static void show_outputs(struct golden *golden) {
    struct block_out *const out = &golden->out;
    const bool up = !was_reset(golden);

    memset(&out->path, 0, sizeof out->path);
    path_commit(golden);
    path_show_op_ready(golden);
    path_show_ready(golden);
    out->quiet = is_quiet(golden);
    out->axi_awready = up && !golden->write.address_full;
    out->axi_wready = up && !golden->write.data_full;
    out->axi_arready = up && !golden->read.under_way;
}

static void show(void *self, struct block_out *out) {
    const struct golden *const golden = self;

    memcpy(out, &golden->out, sizeof *out); // padding, too
}

// --- the clock ---------------------------------------------------------------------------------

// 9.6
static bool is_paused(const struct golden *golden, const struct block_in *in) {
    return in->path.pause || !(golden->word[R_enable] & ENABLE_GRANTS);
}

// 1.1: a clock with rst_ni low leaves this. The pin of pause is no beat: it counts in reset, too.
static void reset(struct golden *golden, const struct block_in *in) {
    const size_t kept = offsetof(struct golden, now);
    const bool paused = in->path.pause;

    memset((char *)golden + kept, 0, sizeof *golden - kept);
    for (unsigned at = 0; at < REGISTERS; at++)
        golden->word[at] = golden->reg[at].reset;
    path_set_limits(golden);
    golden->command_limit = golden->size.depth;
    golden->free_ids = golden->size.depth;
    golden->messages.lanes = ones(golden->lanes); // their windows
    golden->out.message_epoch = in->path.epoch & 0x3;
    golden_at(golden, 0)->pause = paused;
}

// 1.7
static void note_event(struct golden *golden) {
    const struct record *const record = golden_at(golden, golden->now);
    const bool changes = record->pause != golden_at(golden, golden->now - 1)->pause;

    if (changes || record->choice.slot || record->choice.is_write || record->flush.valid)
        golden->event = golden->now;
}

// What each step reads is what is in force in this clock: no step comes after one that changes what
// it reads, but that nothing is chosen of what leaves in this clock. Software is the last to write.
static void step(struct golden *golden, const struct block_in *in) {
    if (in->flip > 0)
        path_flip(golden, (in->flip - 1u) / BLOCK_FLIPS, (in->flip - 1u) % BLOCK_FLIPS);
    golden_at(golden, golden->now)->pause = is_paused(golden, in);
    note_event(golden);
    block_enable(golden);
    block_perform(golden);
    block_read(golden, in);
    block_message(golden, in->message_ready);
    block_telemetry(golden, in);
    block_count(golden, in->now);
    path_wait(golden, &in->path);
    path_choose(golden);
    path_reserve(golden, in);
    block_windows(golden);
    block_write(golden, in);
    path_mend(golden);
    block_settle(golden);
}

static void clock_edge(void *self, const struct block_in *in) {
    struct golden *const golden = self;

    if (in->path.rst_n)
        step(golden, in);
    else
        reset(golden, in);
    golden->now++;
    *golden_at(golden, golden->now + WRITE_TO_COMMIT) = (struct record){0};
    show_outputs(golden);
}

static struct golden *open_block(const struct path_size *size) {
    struct golden *const golden = path_size_is_legal(size) ? calloc(1, sizeof *golden) : NULL;

    if (!golden)
        return NULL;
    golden->size = *size;
    golden->lanes = path_lanes(size);
    golden->done = path_channels(size) - 1;
    golden->id_w = path_id_w(size);
    golden->widest = (uint32_t)ones(size->cnt_w) - 1;
    block_lay_out(size, golden->reg);
    clock_edge(golden, &(struct block_in){.path.rst_n = false});
    return golden;
}

struct block_model block_golden_model(const struct path_size *size) {
    return (struct block_model){open_block(size), show, clock_edge, free, NULL};
}
