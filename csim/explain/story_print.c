#include <inttypes.h>
#include <string.h>

#include "csim/explain/story.h"
#include "csim/interface/names.h"
#include "csim/interface/op.h"

enum { REFUSED_LANES = LANES + 1 };

// How rows are told.
struct printer {
    bool clocked, one_window;
    uint64_t began_ps; // taken, or submitted
    uint64_t granted_ps;
    FILE *file;
};

static const char *lane_text(const struct printer *printer, unsigned lane) {
    return printer->one_window ? "one window" : lane_name(lane);
}

static void print_time(const struct printer *printer, const struct story_row *row) {
    const uint64_t time_ps = row->time_ps;
    if (printer->clocked && row->what == STORY_STEP)
        fprintf(printer->file, "%9s", "");
    else if (printer->clocked)
        fprintf(printer->file, "%9" PRIu64, row->cycle);
    fprintf(printer->file, "%10" PRIu64 ".%03" PRIu64 "  ", time_ps / 1000, time_ps % 1000);
}

// A row that goes on in the next line.
static void print_more(const struct printer *printer) {
    fprintf(printer->file, "\n%*s", printer->clocked ? 27 : 18, "");
}

static void print_others(const struct story_others *others, FILE *file) {
    for (uint32_t i = 0; i < others->count && i < STORY_SHOWN; i++)
        fprintf(file, "%s%" PRIu32, i ? " " : "", others->first[i]);
    if (others->count > STORY_SHOWN)
        fprintf(file, " and %" PRIu32 " more", others->count - STORY_SHOWN);
}

static void print_passed(const struct story_row *row, const struct printer *printer) {
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
    fprintf(printer->file, "passed by %" PRIu32 ", until ", count);
    if (printer->clocked)
        fprintf(printer->file, "clock %" PRIu64, row->commit.cycle);
    else
        fprintf(printer->file, "%" PRIu64 ".%03" PRIu64 " ns", row->until_ps / 1000,
                row->until_ps % 1000);
    for (unsigned r = 0; r < STORY_REASONS; r++) {
        if (row->others[r].count == 0)
            continue;
        print_more(printer);
        fprintf(printer->file, "  %" PRIu32 " %s: ", row->others[r].count, reason[r]);
        print_others(&row->others[r], printer->file);
    }
}

static void print_refusal(const struct story_row *row, unsigned lane,
                          const struct printer *printer) {
    const struct commit *commit = &row->commit;
    const int64_t over = (int64_t)commit->debt[lane] + commit->d[lane] - (int64_t)row->window[lane];
    fprintf(printer->file, "refused by %s: debt %" PRIu32 " + demand %" PRIu32 ", window %" PRIu32,
            lane_text(printer, lane), commit->debt[lane], commit->d[lane], row->window[lane]);
    if (over > 0)
        fprintf(printer->file, ": %" PRId64 " too much", over);
    else
        fprintf(printer->file, ": closed, though it fits");
}

static void print_deny(const struct story_row *row, const struct printer *printer) {
    for (unsigned lane = 0; lane < REFUSED_LANES; lane++) {
        if (!(row->commit.mask >> lane & 1u))
            continue;
        if (row->commit.mask & ((1u << lane) - 1))
            print_more(printer);
        if (lane < LANES)
            print_refusal(row, lane, printer);
        else
            fprintf(printer->file,
                    "refused by the table or the limit of commands: %" PRIu32 " held", row->held);
    }
    if (row->commit.mask == 0)
        fprintf(printer->file, "refused no longer by any lane");
}

static void print_amounts(const struct story_row *row, const struct printer *printer) {
    const struct commit *commit = &row->commit;
    for (unsigned lane = 0; lane < LANES; lane++)
        if (commit->d[lane] != 0)
            fprintf(printer->file, ", %s %" PRIu32 " -> debt %" PRIu32, lane_text(printer, lane),
                    commit->d[lane], commit->debt[lane]);
}

static void print_span(const struct printer *printer, uint64_t from_ps, uint64_t to_ps,
                       const char *since) {
    fprintf(printer->file, ", %" PRIu64 ".%03" PRIu64 " ns after %s", (to_ps - from_ps) / 1000,
            (to_ps - from_ps) % 1000, since);
}

static void print_reject(const struct story_row *row, const struct printer *printer) {
    fprintf(printer->file, "rejected for ever");
    for (unsigned lane = 0; lane < LANES; lane++)
        if (row->commit.mask >> lane & 1u)
            fprintf(printer->file, ", %s: demand %" PRIu32 " above the window %" PRIu32,
                    lane_text(printer, lane), row->commit.d[lane], row->window[lane]);
    if (row->commit.mask == 0)
        fprintf(printer->file, ": unknown opcode");
}

static void print_commit(const struct story_row *row, struct printer *printer) {
    const struct commit *commit = &row->commit;
    switch (commit->kind) {
    case COMMIT_DENY:
        print_deny(row, printer);
        return;
    case COMMIT_GRANT:
        fprintf(printer->file, "granted, reservation %u", commit->reservation);
        print_amounts(row, printer);
        print_span(printer, printer->began_ps, row->time_ps,
                   printer->clocked ? "it was taken" : "its submission");
        printer->granted_ps = row->time_ps;
        return;
    case COMMIT_RETURN:
        fprintf(printer->file, "returned");
        print_amounts(row, printer);
        print_span(printer, printer->granted_ps, row->time_ps, "the grant");
        return;
    case COMMIT_COMPLETE:
        fprintf(printer->file, "done, reservation %u is free", commit->reservation);
        print_span(printer, printer->granted_ps, row->time_ps, "the grant");
        return;
    case COMMIT_REJECT:
        print_reject(row, printer);
        return;
    case COMMIT_REPEAT:
        fprintf(printer->file, "offered again, answered with reservation %u, which it holds",
                commit->reservation);
        return;
    default:
        fprintf(printer->file, "%s", commit_kind_name[commit->kind]);
        return;
    }
}

static void print_windows(const struct story_row *row, const struct printer *printer) {
    fprintf(printer->file, "windows now");
    for (unsigned lane = 0; lane < LANES; lane++)
        fprintf(printer->file, "%s%s %" PRIu32, lane ? ", " : " ", lane_text(printer, lane),
                row->commit.d[lane]);
}

static void print_row(const struct story_row *row, struct printer *printer) {
    static const char *const step[STEPS] = {
        [STEP_SUBMIT] = "submitted",
        [STEP_ARRIVE] = "arrives at the target",
        [STEP_REFUSE] = "refused by the target, where a backlog has crossed its window",
        [STEP_RETRY] = "back at its source, waits again",
        [STEP_HBM_DONE] = "HBM is done with it",
        [STEP_ATOMIC_DONE] = "the Atomic engine is done with it",
        [STEP_RESP_DONE] = "the response engine is done with it",
        [STEP_COMPLETE] = "complete, end to end"};
    print_time(printer, row);
    switch (row->what) {
    case STORY_STEP:
        if (row->step == STEP_SUBMIT && printer->began_ps == UINT64_MAX)
            printer->began_ps = row->time_ps;
        fprintf(printer->file, "%s", step[row->step] ? step[row->step] : "?");
        break;
    case STORY_TAKEN:
        printer->began_ps = row->time_ps;
        fprintf(printer->file, "taken into a slot, compared with %" PRIu32 " that wait",
                row->waiting.count);
        if (row->waiting.count)
            fprintf(printer->file, ": ");
        print_others(&row->waiting, printer->file);
        break;
    case STORY_PASSED:
        print_passed(row, printer);
        break;
    case STORY_COMMIT:
        print_commit(row, printer);
        break;
    case STORY_WINDOWS:
        print_windows(row, printer);
        break;
    case STORY_RESET:
        fprintf(printer->file, "void: the block was reset");
        break;
    }
    fprintf(printer->file, "\n");
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
    struct printer printer = {
        .clocked = clocked, .one_window = one_window, .began_ps = UINT64_MAX, .file = file};
    unsigned count;
    uint64_t lost;
    const struct story_row *rows = story_rows(story, &count, &lost);
    print_op(story_of(story), file);
    if (clocked)
        fprintf(file, "%9s", "clock");
    fprintf(file, "%14s  what\n", "ns");
    for (unsigned i = 0; i < count; i++)
        print_row(&rows[i], &printer);
    if (lost)
        fprintf(file, "  and %" PRIu64 " rows for which there was no room\n", lost);
}
