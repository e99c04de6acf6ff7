#include "csim/explain/story.h"

#include <stdlib.h>
#include <string.h>

enum { BESIDE_MAX = 64 };

struct story {
    struct lives lives;
    uint32_t op;
    bool seen;    // the traffic came to it
    bool waits;   // offered, or submitted, and not decided
    bool held;    // granted
    bool refused; // by a lane, at its last decision
    struct op own;
    uint32_t beside[BESIDE_MAX]; // operations in the block's slots
    unsigned beside_count;
    unsigned rows;
    uint64_t lost;
    struct story_row row[STORY_ROWS];
};

struct story *story_open(uint32_t op, uint64_t operations) {
    struct story *story = calloc(1, sizeof *story);
    if (!story || !lives_open(&story->lives, operations)) {
        free(story);
        return NULL;
    }
    story->op = op;
    return story;
}

void story_close(struct story *story) {
    if (story)
        lives_close(&story->lives);
    free(story);
}

const struct op *story_of(const struct story *story) {
    return story->seen ? &story->own : NULL;
}

const struct story_row *story_rows(const struct story *story, unsigned *count, uint64_t *lost) {
    *count = story->rows;
    *lost = story->lost;
    return story->row;
}

// Room for one more row; the last one is used over and over where there is none.
static struct story_row *row_add(struct story *story, enum story_what what, uint64_t time_ps) {
    if (story->rows == STORY_ROWS) {
        story->rows--;
        story->lost++;
    }
    struct story_row *row = &story->row[story->rows++];
    *row = (struct story_row){
        .what = what, .time_ps = time_ps, .until_ps = time_ps, .held = story->lives.held};
    memcpy(row->window, story->lives.window, sizeof row->window);
    return row;
}

static void others_add(struct story_others *others, uint32_t op) {
    if (others->count < STORY_SHOWN)
        others->first[others->count] = op;
    others->count++;
}

void story_op(void *context, const struct op *op) {
    struct story *story = context;
    lives_op(&story->lives, op);
    if (op->index == story->op && !story->seen) {
        story->own = *op;
        story->seen = true;
    }
}

// ---- a block's clocks

static void beside_remove(struct story *story, uint32_t op) {
    unsigned left = 0;
    for (unsigned i = 0; i < story->beside_count; i++)
        if (story->beside[i] != op)
            story->beside[left++] = story->beside[i];
    story->beside_count = left;
}

static void beside_add(struct story *story, uint32_t op) {
    beside_remove(story, op);
    if (story->beside_count < BESIDE_MAX)
        story->beside[story->beside_count++] = op;
}

static void offer(struct story *story, uint64_t cycle, uint64_t time_ps) {
    struct story_row *row = row_add(story, STORY_TAKEN, time_ps);
    row->cycle = cycle;
    for (unsigned i = 0; i < story->beside_count; i++)
        others_add(&row->waiting, story->beside[i]);
    story->waits = true;
}

void story_clock(struct story *story, const struct path_out *out, const struct path_in *in,
                 uint64_t cycle, uint32_t clock_ps) {
    if (out->decision_kind != 0)
        beside_remove(story, (uint32_t)out->decision_tag);
    if (!in->op_valid || !in->rst_n || in->op_again)
        return;
    if (in->op_tag == story->op)
        offer(story, cycle, cycle * clock_ps);
    beside_add(story, (uint32_t)in->op_tag);
}

// ---- steps of the event simulator

void story_step(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state) {
    struct story *story = context;
    (void)partition;
    (void)state;
    if (op->index != story->op || step == STEP_DISPATCH) // the grant
        return;
    row_add(story, STORY_STEP, now_ps)->step = step;
    story->waits = story->waits || step == STEP_SUBMIT || step == STEP_RETRY;
}

// ---- commits

static enum story_reason reason_of(const struct story *story, uint32_t other) {
    const enum story_reason later = story->refused ? STORY_FITS : STORY_LATER;
    const struct op *const own = &story->own;
    const struct life *const it = lives_find(&story->lives, other);
    if (!it || !it->seen)
        return STORY_UNTOLD;
    if (it->urgent != own->urgent)
        return it->urgent ? STORY_URGENT : later;
    if (it->wire_bytes != own->wire_bytes)
        return it->wire_bytes < own->wire_bytes ? STORY_SHORTER : later;
    return other < story->op ? STORY_EARLIER : later;
}

static struct story_row *commit_row(struct story *story, enum story_what what,
                                    const struct commit *commit) {
    struct story_row *row = row_add(story, what, commit->time_ps);
    row->cycle = commit->cycle;
    row->commit = *commit;
    return row;
}

static void passed(struct story *story, const struct commit *commit) {
    struct story_row *last = story->rows ? &story->row[story->rows - 1] : NULL;
    if (!last || last->what != STORY_PASSED)
        last = commit_row(story, STORY_PASSED, commit);
    last->commit = *commit;
    last->until_ps = commit->time_ps;
    others_add(&last->others[reason_of(story, commit->op)], commit->op);
}

static void own_commit(struct story *story, const struct commit *commit) {
    commit_row(story, STORY_COMMIT, commit);
    story->refused = commit->kind == COMMIT_DENY && commit->mask != 0;
    switch (commit->kind) {
    case COMMIT_GRANT:
        story->held = true;
        story->waits = false;
        break;
    case COMMIT_REJECT:
    case COMMIT_REPEAT:
        story->waits = false;
        break;
    case COMMIT_COMPLETE:
        story->held = false;
        break;
    default:
        break;
    }
}

static void all_void(struct story *story, const struct commit *commit) {
    if (story->waits || story->held)
        commit_row(story, STORY_RESET, commit);
    story->waits = story->held = false;
    story->beside_count = 0;
}

void story_commit(void *context, const struct commit *commit) {
    struct story *story = context;
    const bool names_op = commit->kind != COMMIT_WINDOW && commit->kind != COMMIT_CALIBRATE &&
                          commit->kind != COMMIT_STRAY && commit->kind != COMMIT_RESET;
    const bool opens = commit->kind == COMMIT_WINDOW &&
                       memcmp(story->lives.window, commit->d, sizeof story->lives.window) != 0;
    lives_commit(&story->lives, commit);
    if (commit->kind == COMMIT_WINDOW) {
        if (story->waits && opens)
            commit_row(story, STORY_WINDOWS, commit);
    } else if (commit->kind == COMMIT_RESET) {
        all_void(story, commit);
    } else if (names_op && commit->op == story->op) {
        own_commit(story, commit);
    } else if (commit->kind == COMMIT_GRANT && story->waits) {
        passed(story, commit);
    }
}
