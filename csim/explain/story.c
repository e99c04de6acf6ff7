#include "csim/explain/explain.h"

#include <limits.h>

#include "csim/interface/numbers.h"

enum { BESIDE_MAX = 64, SHOWN = 8, REFUSED_LANES = ALL_LANES };

// Why an operation was granted while another one waited.
enum reason {
    URGENT,  // latency-sensitive, as the other one is not
    SHORTER, // of as much urgency, fewer wire bytes
    EARLIER, // of as much of both, submitted before
    FITS,    // goes after it, and fits while the other one is refused
    LATER,   // goes after it, and was chosen before the other one was decided on
    UNKNOWN, // it is not known what it was
    REASONS
};

// Others: how many, and the first of them.
struct others {
    uint32_t count;
    uint32_t first[SHOWN];
};

struct story {
    struct lives lives;
    bool clocked, one_window;
    uint32_t op;
    uint64_t from; // clock
    bool seen;     // the traffic came to it
    bool waits;    // offered, or submitted, and not decided
    bool held;     // granted
    bool refused;  // by a lane, at its last decision
    struct op own;
    uint32_t beside[BESIDE_MAX]; // operations in the block's slots
    unsigned beside_count;
    uint64_t began_ps; // taken, or submitted
    uint64_t granted_ps;
    struct { // others were granted while it waited: a row that the next one ends
        bool reported;
        uint64_t cycle, time_ps, last_cycle, last_ps;
        struct others others[REASONS];
    } passed;
    struct commit last_refusal; // of others
    FILE *file;                 // of the rows, in
    char *text;
    size_t size;
};

struct story *story_open(uint32_t op, uint64_t operations, bool clocked, bool one_window) {
    struct story *story = memory_there(calloc(1, sizeof *story));
    story->op = op;
    story->clocked = clocked;
    story->one_window = one_window;
    story->began_ps = UINT64_MAX;
    story->file = memory_there(open_memstream(&story->text, &story->size));
    lives_open(&story->lives, operations);
    return story;
}

void story_from(struct story *story, uint64_t cycle) {
    story->from = cycle;
}

void story_close(struct story *story) {
    if (!story)
        return;
    lives_close(&story->lives);
    fclose(story->file);
    free(story->text);
    free(story);
}

const struct op *story_of(const struct story *story) {
    return story->seen ? &story->own : NULL;
}

// ---- rows

static const char *lane_text(const struct story *story, unsigned lane) {
    return story->one_window ? "one window" : lane_name(lane);
}

static void print_ns(const struct story *story, uint64_t ps) {
    fprintf(story->file, "%" PRIu64 ".%03" PRIu64 " ns", ps / 1000, ps % 1000);
}

static void others_add(struct others *others, uint32_t op) {
    if (others->count < SHOWN)
        others->first[others->count] = op;
    others->count++;
}

static void print_others(const struct story *story, const struct others *others) {
    for (uint32_t i = 0; i < others->count && i < SHOWN; i++)
        fprintf(story->file, "%s%" PRIu32, i ? " " : "", others->first[i]);
    if (others->count > SHOWN)
        fprintf(story->file, " and %" PRIu32 " more", others->count - SHOWN);
}

// A row that goes on in the next line.
static void print_more(const struct story *story) {
    fprintf(story->file, "\n%*s", story->clocked ? 27 : 18, "");
}

static void print_time(const struct story *story, uint64_t time_ps) {
    fprintf(story->file, "%10" PRIu64 ".%03" PRIu64 "  ", time_ps / 1000, time_ps % 1000);
}

static void print_clock(const struct story *story, uint64_t cycle, uint64_t time_ps) {
    if (story->clocked)
        fprintf(story->file, "%9" PRIu64, cycle);
    print_time(story, time_ps);
}

static void passed_end(struct story *story) {
    static const char *const reason[REASONS] = {
        [URGENT] = "latency-sensitive",
        [SHORTER] = "of fewer wire bytes",
        [EARLIER] = "submitted earlier",
        [FITS] = "that go after it, and fit while it is refused",
        [LATER] = "that go after it, chosen before it was decided on",
        [UNKNOWN] = "of which no more is known"};
    const struct others *others = story->passed.others;
    uint32_t count = 0;
    if (!story->passed.reported)
        return;
    for (unsigned r = 0; r < REASONS; r++)
        count += others[r].count;
    print_clock(story, story->passed.cycle, story->passed.time_ps);
    fprintf(story->file, "passed by %" PRIu32 ", until ", count);
    if (story->clocked)
        fprintf(story->file, "clock %" PRIu64, story->passed.last_cycle);
    else
        print_ns(story, story->passed.last_ps);
    for (unsigned r = 0; r < REASONS; r++) {
        if (others[r].count == 0)
            continue;
        print_more(story);
        fprintf(story->file, "  %" PRIu32 " %s: ", others[r].count, reason[r]);
        print_others(story, &others[r]);
    }
    fputc('\n', story->file);
    memset(&story->passed, 0, sizeof story->passed);
}

static void commit_begin(struct story *story, const struct commit *commit) {
    passed_end(story);
    print_clock(story, commit->cycle, commit->time_ps);
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
    struct others waiting = {.count = 0};
    for (unsigned i = 0; i < story->beside_count; i++)
        others_add(&waiting, story->beside[i]);
    passed_end(story);
    print_clock(story, cycle, time_ps);
    fprintf(story->file, "taken into a slot, compared with %" PRIu32 " that wait%s", waiting.count,
            waiting.count ? ": " : "");
    print_others(story, &waiting);
    fputc('\n', story->file);
    story->began_ps = time_ps;
    story->waits = true;
}

// Of what no traffic knows.
static void meet(struct story *story, const struct path_in *in) {
    const struct life *life = lives_find(&story->lives, (uint32_t)in->op_tag);
    if (life && !life->seen)
        story_op(story, &(struct op){.index = (uint32_t)in->op_tag,
                                     .opcode = in->op_opcode,
                                     .wire_bytes = in->op_wire_bytes,
                                     .urgent = in->op_urgent});
}

void story_clock(struct story *story, const struct path_out *out, const struct path_in *in,
                 uint64_t cycle, uint32_t clock_ps) {
    if (out->decision_kind != 0)
        beside_remove(story, (uint32_t)out->decision_tag);
    if (!in->op_valid || !in->rst_n || in->op_again)
        return;
    meet(story, in);
    if (in->op_tag == story->op)
        offer(story, cycle, cycle * clock_ps);
    beside_add(story, (uint32_t)in->op_tag);
}

// ---- steps of the event simulator

void story_step(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state) {
    static const char *const steps[STEPS] = {
        [STEP_SUBMIT] = "submitted",
        [STEP_ARRIVE] = "arrives at the target",
        [STEP_REFUSE] = "refused by the target, where a backlog has crossed its window",
        [STEP_RETRY] = "back at its source, waits again",
        [STEP_HBM_DONE] = "HBM is done with it",
        [STEP_ATOMIC_DONE] = "the Atomic engine is done with it",
        [STEP_RESP_DONE] = "the response engine is done with it",
        [STEP_COMPLETE] = "complete, end to end"};
    struct story *story = context;
    (void)partition;
    (void)state;
    if (op->index != story->op || step == STEP_DISPATCH) // the grant
        return;
    passed_end(story);
    if (story->clocked)
        fprintf(story->file, "%9s", "");
    print_time(story, now_ps);
    fprintf(story->file, "%s\n", steps[step] ? steps[step] : "?");
    if (step == STEP_SUBMIT && story->began_ps == UINT64_MAX)
        story->began_ps = now_ps;
    story->waits = story->waits || step == STEP_SUBMIT || step == STEP_RETRY;
}

// ---- commits

static enum reason reason_of(const struct story *story, uint32_t other) {
    const enum reason later = story->refused ? FITS : LATER;
    const struct op *const own = &story->own;
    const struct life *const it = lives_find(&story->lives, other);
    if (!it || !it->seen)
        return UNKNOWN;
    if (it->urgent != own->urgent)
        return it->urgent ? URGENT : later;
    if (it->wire_bytes != own->wire_bytes)
        return it->wire_bytes < own->wire_bytes ? SHORTER : later;
    return other < story->op ? EARLIER : later;
}

static void passed(struct story *story, const struct commit *commit) {
    if (!story->passed.reported) {
        story->passed.reported = true;
        story->passed.cycle = commit->cycle;
        story->passed.time_ps = commit->time_ps;
    }
    story->passed.last_cycle = commit->cycle;
    story->passed.last_ps = commit->time_ps;
    others_add(&story->passed.others[reason_of(story, commit->op)], commit->op);
}

static void print_refusal(const struct story *story, const struct commit *commit, unsigned lane) {
    const int64_t over =
        (int64_t)commit->debt[lane] + commit->d[lane] - (int64_t)story->lives.window[lane];
    fprintf(story->file, "refused by %s: debt %" PRIu32 " + demand %" PRIu32 ", window %" PRIu32,
            lane_text(story, lane), commit->debt[lane], commit->d[lane], story->lives.window[lane]);
    if (over > 0)
        fprintf(story->file, ": %" PRId64 " too much", over);
    else
        fprintf(story->file, ", though it fits");
}

static void print_deny(const struct story *story, const struct commit *commit) {
    for (unsigned lane = 0; lane < REFUSED_LANES; lane++) {
        if (!(commit->mask >> lane & 1u))
            continue;
        if (commit->mask & ((1u << lane) - 1))
            print_more(story);
        if (lane != LANES)
            print_refusal(story, commit, lane);
        else
            fprintf(story->file, "refused by the table or the limit of commands: %" PRIu32 " held",
                    story->lives.held);
    }
    if (commit->mask == 0)
        fprintf(story->file, "refused no longer by any lane");
}

static void print_amounts(const struct story *story, const struct commit *commit) {
    for (unsigned lane = 0; lane < ALL_LANES; lane++)
        if (commit->d[lane] != 0)
            fprintf(story->file, ", %s %" PRIu32 " -> debt %" PRIu32, lane_text(story, lane),
                    commit->d[lane], commit->debt[lane]);
}

static void print_span(const struct story *story, uint64_t from_ps, uint64_t to_ps,
                       const char *since) {
    if (story->op == STORY_ALL)
        return;
    fputs(", ", story->file);
    print_ns(story, to_ps - from_ps);
    fprintf(story->file, " after %s", since);
}

static void print_reject(const struct story *story, const struct commit *commit) {
    fprintf(story->file, "rejected forever");
    for (unsigned lane = 0; lane < ALL_LANES; lane++)
        if (commit->mask >> lane & 1u)
            fprintf(story->file, ", %s: demand %" PRIu32 " above the window %" PRIu32,
                    lane_text(story, lane), commit->d[lane], story->lives.window[lane]);
    if (commit->mask == 0)
        fprintf(story->file, ": unknown opcode");
}

static void print_commit(struct story *story, const struct commit *commit) {
    switch (commit->kind) {
    case COMMIT_DENY:
        print_deny(story, commit);
        return;
    case COMMIT_GRANT:
        fprintf(story->file, "granted, reservation %u", commit->reservation);
        print_amounts(story, commit);
        print_span(story, story->began_ps, commit->time_ps,
                   story->clocked ? "it was taken" : "its submission");
        story->granted_ps = commit->time_ps;
        return;
    case COMMIT_RETURN:
        fprintf(story->file, "returned");
        print_amounts(story, commit);
        print_span(story, story->granted_ps, commit->time_ps, "the grant");
        return;
    case COMMIT_COMPLETE:
        fprintf(story->file, "done, reservation %u is free", commit->reservation);
        print_span(story, story->granted_ps, commit->time_ps, "the grant");
        return;
    case COMMIT_REJECT:
        print_reject(story, commit);
        return;
    case COMMIT_FLUSH:
        fprintf(story->file, "flushed by software");
        return;
    case COMMIT_REPEAT:
        fprintf(story->file, "offered again, answered with reservation %u, which it holds",
                commit->reservation);
        return;
    default:
        fprintf(story->file, "%s", commit_kind_name[commit->kind]);
        return;
    }
}

static void own_commit(struct story *story, const struct commit *commit) {
    commit_begin(story, commit);
    if (story->op == STORY_ALL)
        fprintf(story->file, "operation %" PRIu32 ": ", commit->op);
    print_commit(story, commit);
    fputc('\n', story->file);
    story->refused = commit->kind == COMMIT_DENY && commit->mask != 0;
    switch (commit->kind) {
    case COMMIT_GRANT:
        story->held = true;
        story->waits = false;
        break;
    case COMMIT_REJECT:
    case COMMIT_FLUSH:
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

static void windows_open(struct story *story, const struct commit *commit) {
    commit_begin(story, commit);
    fprintf(story->file, "windows now");
    for (unsigned lane = 0; lane < LANES; lane++)
        fprintf(story->file, "%s%s %" PRIu32, lane ? ", " : " ", lane_text(story, lane),
                commit->d[lane]);
    if (commit->link)
        fprintf(story->file, ", %s %" PRIu32, lane_text(story, LINK_LANE), commit->d[LINK_LANE]);
    fputc('\n', story->file);
}

static void all_cancelled(struct story *story, const struct commit *commit) {
    if (story->waits || story->held || story->op == STORY_ALL) {
        commit_begin(story, commit);
        fprintf(story->file, "cancelled: the block was reset\n");
    }
    story->waits = story->held = false;
    story->beside_count = 0;
}

void story_commit(void *context, const struct commit *commit) {
    struct story *story = context;
    const bool names_op = commit->kind != COMMIT_WINDOW && commit->kind != COMMIT_CALIBRATE &&
                          commit->kind != COMMIT_STRAY && commit->kind != COMMIT_RESET;
    const bool all = story->op == STORY_ALL;
    const bool opens = commit->kind == COMMIT_WINDOW &&
                       memcmp(story->lives.window, commit->d, sizeof story->lives.window) != 0;
    lives_commit(&story->lives, commit);
    if (commit->cycle < story->from)
        return;
    if (commit->kind == COMMIT_WINDOW) {
        if ((story->waits || all) && opens)
            windows_open(story, commit);
    } else if (commit->kind == COMMIT_RESET) {
        all_cancelled(story, commit);
    } else if (all || (names_op && commit->op == story->op)) {
        own_commit(story, commit);
    } else if (commit->kind == COMMIT_DENY) {
        story->last_refusal = *commit;
    } else if (commit->kind == COMMIT_GRANT && story->waits) {
        passed(story, commit);
    }
}

// ---- all of it

static void print_op(const struct op *op, FILE *file) {
    if (op->opcode == OP_FENCE) {
        fprintf(file, "  a fence of domain %" PRIu32 ": it is passed at its source\n", op->domain);
        return;
    }
    fprintf(file,
            "  %s%s, address 0x%016" PRIx64 " (partition %u), length %" PRIu32 ", response %" PRIu32
            ", %" PRIu32 " wire bytes, domain %" PRIu32 "\n",
            op->urgent ? "latency-sensitive " : "", opcode_name(op->opcode), op->address,
            address_partition(op->address), op->length, op->response_length, op->wire_bytes,
            op->domain);
}

const char *story_last(const char *text, size_t size, unsigned rows) {
    const char *from = text + size;
    while (from > text && (from[-1] != '\n' || rows-- > 0))
        from--;
    return from;
}

// Of an operation to which nothing happened: why.
static void print_nothing(struct story *story) {
    const struct commit *last = &story->last_refusal;
    if (last->kind != COMMIT_DENY)
        return;
    print_clock(story, last->cycle, last->time_ps);
    fprintf(story->file, "never taken into a slot; the last decision on another, %" PRIu32 ":",
            last->op);
    print_more(story);
    print_deny(story, last);
    fputc('\n', story->file);
}

void story_print_last(struct story *story, unsigned rows, FILE *file) {
    passed_end(story);
    fflush(story->file);
    if (story->size == 0)
        print_nothing(story);
    fflush(story->file);
    if (story->clocked)
        fprintf(file, "%9s", "clock");
    fprintf(file, "%14s  what\n%s", "ns", story_last(story->text, story->size, rows));
}

void story_print(struct story *story, FILE *file) {
    print_op(&story->own, file);
    story_print_last(story, UINT_MAX, file);
}
