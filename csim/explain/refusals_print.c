// The tables of csim/explain/refusals.h.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/explain/refusals.h"

enum { ROWS_MAX = 16, COLUMNS = 100 };

struct row {
    const struct refusals_waits *waits;
    unsigned lane, op_class;
};

static double ns(uint64_t ps) {
    return (double)ps / 1000;
}

static double per(uint64_t sum, uint64_t count) {
    return count > 0 ? (double)sum / (double)count : 0;
}

static const char *lane_text(unsigned lane, bool one_window) {
    return lane == LANES ? "table/limit" : refusals_lane_name(lane, one_window);
}

// The longest sums first; of equal ones the first lane, the first class.
static int compare(const void *left, const void *right) {
    const struct row *a = left, *b = right;
    if (a->waits->refused_ps != b->waits->refused_ps)
        return a->waits->refused_ps > b->waits->refused_ps ? -1 : 1;
    return a->lane != b->lane ? (a->lane < b->lane ? -1 : 1) : a->op_class < b->op_class ? -1 : 1;
}

// Whose the debt was while these waited, in per cent of it.
static void print_holding(const struct refusals_waits *waits, FILE *file) {
    uint64_t held_ps = 0;
    for (unsigned op_class = 0; op_class < LIVES_CLASSES; op_class++)
        held_ps += waits->held_ps[op_class];
    int column = fprintf(file, "  %-11s held by", "");
    if (held_ps == 0)
        fputs(" nobody", file);
    const char *comma = "";
    for (unsigned op_class = 0; op_class < LIVES_CLASSES; op_class++) {
        char text[40];
        const double percent = 100 * per(waits->held_ps[op_class], held_ps);
        if (percent < 0.05)
            continue;
        snprintf(text, sizeof text, " %s %.1f %%", lives_class_name[op_class], percent);
        fputs(comma, file);
        if (column + (int)strlen(text) + 2 > COLUMNS)
            column = fprintf(file, "\n  %-11s        ", "") - 1;
        column += fprintf(file, "%s", text) + 1;
        comma = ",";
    }
    fputc('\n', file);
}

static void print_row(const struct row *row, bool one_window, FILE *file) {
    const struct refusals_waits *waits = row->waits;
    fprintf(file, "  %-11s %-13s %6" PRIu64 " %8" PRIu64 " %10.1f %9.1f %9.1f %9.1f %7.1f\n",
            lane_text(row->lane, one_window), lives_class_name[row->op_class], waits->operations,
            waits->refusals, ns(waits->refused_ps) / 1000,
            per(waits->refused_ps, waits->refusals) / 1000, ns(waits->greatest_ps),
            per(waits->short_by, waits->refusals), per(waits->holders, waits->refusals));
    print_holding(waits, file);
}

static void print_holders(const struct refusals *refusals, bool one_window, FILE *file) {
    if (!refusals_holder(refusals, 0))
        return;
    fprintf(file, "\n  %-11s %-13s %8s %9s %12s %10s %9s %15s\n", "who held it", "most", "op",
            "amount", "from ns", "for ns", "waiting", "its share");
    const struct refusals_holder *holder;
    for (unsigned n = 0; (holder = refusals_holder(refusals, n)); n++) {
        const uint64_t ps = holder->to_ps - holder->from_ps;
        fprintf(file, "  %-11s %-13s %8" PRIu32 " %9" PRIu32 " %12.1f %10.1f %9.1f %12.1f us\n",
                lane_text(holder->lane, one_window), lives_class_name[holder->op_class], holder->op,
                holder->amount, ns(holder->from_ps), ns(ps), per(holder->waited_ps, ps),
                ns(holder->share_ps) / 1000);
    }
}

void refusals_print(const struct refusals *refusals, bool one_window, FILE *file) {
    struct row rows[REFUSALS_LANES * LIVES_CLASSES];
    unsigned count = 0;
    for (unsigned lane = 0; lane < REFUSALS_LANES; lane++)
        for (unsigned op_class = 0; op_class < LIVES_CLASSES; op_class++)
            if (refusals_waits(refusals, lane, op_class)->refusals > 0)
                rows[count++] = (struct row){.waits = refusals_waits(refusals, lane, op_class),
                                             .lane = lane,
                                             .op_class = op_class};
    if (count == 0) {
        fprintf(file, "\n  nothing was refused\n");
        return;
    }
    qsort(rows, count, sizeof *rows, compare);
    fprintf(file, "\n  %-11s %-13s %6s %8s %10s %9s %9s %9s %7s\n", "refused by", "who waited",
            "ops", "refusals", "sum us", "mean ns", "longest", "short by", "holders");
    for (unsigned i = 0; i < count && i < ROWS_MAX; i++)
        print_row(&rows[i], one_window, file);
    if (count > ROWS_MAX)
        fprintf(file, "  and %u more, each with less refused time\n", count - ROWS_MAX);
    print_holders(refusals, one_window, file);
    fputs("\n  short by, amount: in the lane's units\n", file);
    if (refusals_astray(refusals) > 0)
        fprintf(file, "\n  %" PRIu64 " commits did not fit these records\n",
                refusals_astray(refusals));
}
