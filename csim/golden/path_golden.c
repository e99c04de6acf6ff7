// ports.md, and the order of a clock.
#include "csim/golden/path_golden.h"

#include <stdlib.h>
#include <string.h>

#include "csim/golden/path_state.h"

// --- open and close ----------------------------------------------------------------------------

static bool in_range(unsigned value, unsigned least, unsigned most) {
    return value >= least && value <= most;
}

// 1.2
bool path_size_is_legal(const struct path_size *size) {
    return in_range(size->hbm, 1, 32) && in_range(size->atomic, 1, 4) &&
           in_range(size->response, 1, 4) && in_range(size->cnt_w, 4, 32) &&
           in_range(size->depth, 8, 1024) && (size->depth & (size->depth - 1)) == 0 &&
           in_range(size->slots, 10, 80) && in_range(size->tag_w, 4, 64) &&
           in_range(size->gen_w, 1, 8) && in_range(size->age_w, 4, 16) &&
           in_range(size->wire_w, 4, 24);
}

// 1.1: a clock with rst_ni low leaves this. `pause` is no beat: it counts in reset, too.
static void reset(struct path_golden *golden, uint8_t epoch, bool pause) {
    const struct path_size size = golden->size;

    *golden = (struct path_golden){
        .size = size,
        .lanes = path_lanes(&size),
        .channels = path_channels(&size),
        .id_w = path_id_w(&size),
        .epoch = epoch & 0x3,
    };
    path_open_windows(golden);
    path_free_all(golden);
    path_at(golden, golden->now)->reset = true;
    path_at(golden, golden->now)->pause = pause;
    golden->now++;
}

struct path_golden *path_golden_open(const struct path_size *size) {
    struct path_golden *const golden = path_size_is_legal(size) ? calloc(1, sizeof *golden) : NULL;

    if (golden) {
        golden->size = *size;
        reset(golden, 0, false);
    }
    return golden;
}

void path_golden_close(struct path_golden *golden) {
    free(golden);
}

// --- outputs -----------------------------------------------------------------------------------

// 1.4 and 1.8: an operation that commits has its slot in that clock.
static void show_operation(const struct path_golden *golden, const struct commit *commit,
                           struct path_out *out) {
    const struct slot *const slot = &golden->slot[commit->slot];

    out->trace_tag = slot->tag;
    out->trace_stage = slot->stage_demand;
    out->trace_response = slot->response_demand;
    if (commit->kind == PATH_DENY) {
        out->trace_mask = path_lanes_of(golden, slot, commit->lacks);
        return;
    }
    if (commit->kind == PATH_GRANT) {
        out->trace_mask = slot->stage_lane | slot->response_lane;
        out->trace_handle = path_granted_handle(golden);
    }
    out->decision_kind = commit->kind == PATH_GRANT ? 1 : 2;
    out->decision_tag = slot->tag;
    out->decision_handle = out->trace_handle;
}

// 1.4 and 1.8: what commits in this clock.
static void show_commits(const struct path_golden *golden, struct path_out *out) {
    const struct commit *const commit = &path_seen(golden, golden->now)->commit;
    const struct completion *const returns =
        path_seen(golden, golden->now - BEAT_TO_COMMIT)->taken_up;
    const struct completion *const frees = path_seen(golden, golden->now - BEAT_TO_FREE)->taken_up;

    out->trace_kind = (uint8_t)commit->kind;
    if (commit->kind == PATH_WINDOW) {
        out->trace_mask = UINT64_C(1) << commit->lane;
        out->trace_stage = commit->value;
    } else if (commit->kind != PATH_NONE) {
        show_operation(golden, commit, out);
    }
    for (unsigned channel = 0; channel < golden->channels; channel++) {
        out->return_kind[channel] = (uint8_t)returns[channel].kind;
        out->return_handle[channel] = returns[channel].handle;
        out->return_lane[channel] = returns[channel].lane;
        out->return_amount[channel] = returns[channel].amount;
        out->free_valid[channel] = frees[channel].completes;
        if (frees[channel].completes)
            out->free_handle[channel] = frees[channel].handle;
    }
}

void path_golden_show(const struct path_golden *golden, struct path_out *out) {
    const struct record *const record = path_seen(golden, golden->now);

    memset(out, 0, sizeof *out); // padding, too
    path_show_op_ready(golden, out);
    path_show_ready(golden, out);
    out->answer_kind = (uint8_t)record->answer.kind;
    out->answer_tag = record->answer.tag;
    out->answer_handle = record->answer.handle;
    show_commits(golden, out);
}

// --- the clock ---------------------------------------------------------------------------------

// What each step reads is what is in force in this clock: no step comes after one that changes what
// it reads.
void path_golden_clock(struct path_golden *golden, const struct path_in *in) {
    if (!in->rst_n) {
        reset(golden, in->epoch, in->pause);
        return;
    }
    path_at(golden, golden->now)->pause = in->pause;
    path_sample_facts(golden, in);
    path_look(golden);
    path_sample_write(golden, in);
    path_sample_send(golden, in);

    path_compare(golden);
    path_precede(golden);
    path_choose(golden);
    path_decide(golden);
    path_age(golden, in);

    path_look_up(golden);
    path_estimate(golden, in);
    path_offer(golden, in);

    path_check(golden);
    path_reserve(golden);
    path_take_up(golden, in);
    path_leave(golden);
    path_note_event(golden, in);

    golden->now++;
    *path_at(golden, golden->now + 2) = (struct record){0};
    path_count(golden);
    path_commit(golden);
}
