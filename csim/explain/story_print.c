#include <inttypes.h>
#include <string.h>

#include "csim/explain/story.h"
#include "csim/interface/edge_fields.h"
#include "csim/interface/op.h"
#include "csim/interface/register_names.h"

// How rows are told.
struct telling {
    bool clocked, one_window;
    uint64_t began_ps; // taken, or submitted
    uint64_t granted_ps;
    FILE *file;
};

static void print_lane(const struct telling *telling, unsigned lane) {
    char name[128];
    edge_lanes_name(1u << lane, name, sizeof name);
    fputs(telling->one_window ? "one window" : name, telling->file);
}

static void print_time(const struct telling *telling, const struct story_row *row) {
    const uint64_t time_ps = row->time_ps;
    if (telling->clocked && row->what == STORY_STEP)
        fprintf(telling->file, "%9s", "");
    else if (telling->clocked)
        fprintf(telling->file, "%9" PRIu64, row->cycle);
    fprintf(telling->file, "%10" PRIu64 ".%03" PRIu64 "  ", time_ps / 1000, time_ps % 1000);
}

// A row that goes on in the next line.
static void print_more(const struct telling *telling) {
    fprintf(telling->file, "\n%*s", telling->clocked ? 27 : 18, "");
}

static void print_others(const struct story_others *others, FILE *file) {
    for (uint32_t i = 0; i < others->count && i < STORY_SHOWN; i++)
        fprintf(file, "%s%" PRIu32, i ? " " : "", others->first[i]);
    if (others->count > STORY_SHOWN)
        fprintf(file, " and %" PRIu32 " more", others->count - STORY_SHOWN);
}

static void print_passed(const struct story_row *row, const struct telling *telling) {
    static const char *const reason[STORY_REASONS] = {
        [STORY_URGENT] = "latency-sensitive",
        [STORY_SHORTER] = "of fewer wire bytes",
        [STORY_EARLIER] = "submitted earlier",
        [STORY_FITS] = "that go after it, and fit while it is refused",
        [STORY_LATER] = "that go after it, chosen before it was decided on",
        [STORY_UNTOLD] = "of which no more is known"};
    uint32_t count = 0;
    for (unsigned r = 0; r < STORY_REASONS; r++)
        count += row->others[r].count;
    fprintf(telling->file, "passed by %" PRIu32 ", until ", count);
    if (telling->clocked)
        fprintf(telling->file, "clock %" PRIu64, row->commit.cycle);
    else
        fprintf(telling->file, "%" PRIu64 ".%03" PRIu64 " ns", row->until_ps / 1000,
                row->until_ps % 1000);
    for (unsigned r = 0; r < STORY_REASONS; r++) {
        if (row->others[r].count == 0)
            continue;
        print_more(telling);
        fprintf(telling->file, "  %" PRIu32 " %s: ", row->others[r].count, reason[r]);
        print_others(&row->others[r], telling->file);
    }
}

static void print_refusal(const struct story_row *row, unsigned lane,
                          const struct telling *telling) {
    const struct commit *commit = &row->commit;
    const int64_t over = (int64_t)commit->debt[lane] + commit->d[lane] - (int64_t)row->window[lane];
    fprintf(telling->file, "refused by ");
    print_lane(telling, lane);
    fprintf(telling->file, ": debt %" PRIu32 " + demand %" PRIu32 ", window %" PRIu32,
            commit->debt[lane], commit->d[lane], row->window[lane]);
    if (over > 0)
        fprintf(telling->file, ": %" PRId64 " too much", over);
    else
        fprintf(telling->file, ": closed, though it fits");
}

static void print_deny(const struct story_row *row, const struct telling *telling) {
    bool first = true;
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (!(row->commit.mask >> lane & 1u))
            continue;
        if (!first)
            print_more(telling);
        print_refusal(row, lane, telling);
        first = false;
    }
    if (row->commit.mask >> LANES & 1u) {
        if (!first)
            print_more(telling);
        fprintf(telling->file, "refused by the table or the limit of commands: %" PRIu32 " held",
                row->held);
        first = false;
    }
    if (first)
        fprintf(telling->file, "refused no longer by any lane");
}

static void print_amounts(const struct story_row *row, const struct telling *telling) {
    const struct commit *commit = &row->commit;
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (commit->d[lane] == 0)
            continue;
        fprintf(telling->file, ", ");
        print_lane(telling, lane);
        fprintf(telling->file, " %" PRIu32 " -> debt %" PRIu32, commit->d[lane],
                commit->debt[lane]);
    }
}

static void print_span(const struct telling *telling, uint64_t from_ps, uint64_t to_ps,
                       const char *since) {
    fprintf(telling->file, ", %" PRIu64 ".%03" PRIu64 " ns after %s", (to_ps - from_ps) / 1000,
            (to_ps - from_ps) % 1000, since);
}

static void print_reject(const struct story_row *row, const struct telling *telling) {
    fprintf(telling->file, "rejected for ever");
    for (unsigned lane = 0; lane < LANES; lane++)
        if (row->commit.mask >> lane & 1u) {
            fprintf(telling->file, ", ");
            print_lane(telling, lane);
            fprintf(telling->file, ": demand %" PRIu32 " above the window %" PRIu32,
                    row->commit.d[lane], row->window[lane]);
        }
    if (row->commit.mask == 0)
        fprintf(telling->file, ": unknown opcode");
}

static void print_commit(const struct story_row *row, struct telling *telling) {
    const struct commit *commit = &row->commit;
    switch (commit->kind) {
    case COMMIT_DENY:
        print_deny(row, telling);
        return;
    case COMMIT_GRANT:
        fprintf(telling->file, "granted, reservation %u", commit->reservation);
        print_amounts(row, telling);
        print_span(telling, telling->began_ps, row->time_ps,
                   telling->clocked ? "it was taken" : "its submission");
        telling->granted_ps = row->time_ps;
        return;
    case COMMIT_RETURN:
        fprintf(telling->file, "returned");
        print_amounts(row, telling);
        print_span(telling, telling->granted_ps, row->time_ps, "the grant");
        return;
    case COMMIT_COMPLETE:
        fprintf(telling->file, "done, reservation %u is free", commit->reservation);
        print_span(telling, telling->granted_ps, row->time_ps, "the grant");
        return;
    case COMMIT_REJECT:
        print_reject(row, telling);
        return;
    case COMMIT_REPEAT:
        fprintf(telling->file, "offered again, answered with reservation %u, which it holds",
                commit->reservation);
        return;
    default:
        fprintf(telling->file, "%s", commit_kind_name[commit->kind]);
        return;
    }
}

static void print_windows(const struct story_row *row, const struct telling *telling) {
    fprintf(telling->file, "windows now");
    for (unsigned lane = 0; lane < LANES; lane++) {
        fprintf(telling->file, "%s", lane ? ", " : " ");
        print_lane(telling, lane);
        fprintf(telling->file, " %" PRIu32, row->commit.d[lane]);
    }
}

static void print_row(const struct story_row *row, struct telling *telling) {
    static const char *const step[STEPS] = {
        [STEP_SUBMIT] = "submitted",
        [STEP_ARRIVE] = "arrives at the target",
        [STEP_REFUSE] = "refused by the target, where a backlog has crossed its window",
        [STEP_RETRY] = "back at its source, waits again",
        [STEP_HBM_DONE] = "HBM is done with it",
        [STEP_ATOMIC_DONE] = "the Atomic engine is done with it",
        [STEP_RESP_DONE] = "the response engine is done with it",
        [STEP_COMPLETE] = "complete, end to end"};
    print_time(telling, row);
    switch (row->what) {
    case STORY_STEP:
        if (row->step == STEP_SUBMIT && telling->began_ps == UINT64_MAX)
            telling->began_ps = row->time_ps;
        fprintf(telling->file, "%s", step[row->step] ? step[row->step] : "?");
        break;
    case STORY_OFFERED:
        fprintf(telling->file, "offered; no slot is free");
        break;
    case STORY_TAKEN:
        telling->began_ps = row->time_ps;
        fprintf(telling->file, "taken into a slot, compared with %" PRIu32 " that wait",
                row->waiting.count);
        if (row->waiting.count)
            fprintf(telling->file, ": ");
        print_others(&row->waiting, telling->file);
        break;
    case STORY_PASSED:
        print_passed(row, telling);
        break;
    case STORY_COMMIT:
        print_commit(row, telling);
        break;
    case STORY_WINDOWS:
        print_windows(row, telling);
        break;
    case STORY_RESET:
        fprintf(telling->file, "void: the block was reset");
        break;
    }
    fprintf(telling->file, "\n");
}

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

void story_print(const struct story *story, bool clocked, bool one_window, FILE *file) {
    struct telling telling = {
        .clocked = clocked, .one_window = one_window, .began_ps = UINT64_MAX, .file = file};
    unsigned count;
    uint64_t lost;
    const struct story_row *rows = story_rows(story, &count, &lost);
    print_op(story_of(story), file);
    if (clocked)
        fprintf(file, "%9s", "clock");
    fprintf(file, "%14s  what\n", "ns");
    for (unsigned i = 0; i < count; i++)
        print_row(&rows[i], &telling);
    if (lost)
        fprintf(file, "  and %" PRIu64 " rows for which there was no room\n", lost);
}
