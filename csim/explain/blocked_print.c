// The tables of csim/explain/blocked.h.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/explain/blocked.h"

enum { ROWS_MAX = 16, NAME_BYTES = 16, COLUMNS = 100 };

struct row {
    const struct blocked_waits *waits;
    unsigned lane, class;
};

static double ns(uint64_t ps) {
    return (double)ps / 1000;
}

static double per(uint64_t sum, uint64_t count) {
    return count > 0 ? (double)sum / (double)count : 0;
}

static const char *lane_name(unsigned lane, bool one_window, char name[NAME_BYTES]) {
    if (lane < HBM_LANES)
        snprintf(name, NAME_BYTES, one_window ? "one window" : "HBM %u", lane);
    else
        snprintf(name, NAME_BYTES, "%s",
                 lane == ATOMIC_LANE     ? "Atomic"
                 : lane == RESPONSE_LANE ? "response"
                                         : "table/limit");
    return name;
}

// The longest sums first; of equal ones the first lane, the first class.
static int compare(const void *left, const void *right) {
    const struct row *a = left, *b = right;
    if (a->waits->refused_ps != b->waits->refused_ps)
        return a->waits->refused_ps > b->waits->refused_ps ? -1 : 1;
    return a->lane != b->lane ? (a->lane < b->lane ? -1 : 1) : a->class < b->class ? -1 : 1;
}

// Whose the debt was while these waited, in per cent of it.
static void print_holding(const struct blocked_waits *waits, FILE *file) {
    uint64_t held_ps = 0;
    for (unsigned class = 0; class < BLOCKED_CLASSES; class ++)
        held_ps += waits->held_ps[class];
    int column = fprintf(file, "  %-11s held by", "");
    if (held_ps == 0)
        fputs(" nobody", file);
    const char *comma = "";
    for (unsigned class = 0; class < BLOCKED_CLASSES; class ++) {
        char text[40];
        const double percent = 100 * per(waits->held_ps[class], held_ps);
        if (percent < 0.05)
            continue;
        snprintf(text, sizeof text, " %s %.1f %%", blocked_class_name[class], percent);
        fputs(comma, file);
        if (column + (int)strlen(text) + 2 > COLUMNS)
            column = fprintf(file, "\n  %-11s        ", "") - 1;
        column += fprintf(file, "%s", text) + 1;
        comma = ",";
    }
    fputc('\n', file);
}

static void print_row(const struct row *row, bool one_window, FILE *file) {
    const struct blocked_waits *waits = row->waits;
    char name[NAME_BYTES];
    fprintf(file, "  %-11s %-13s %6" PRIu64 " %8" PRIu64 " %10.1f %9.1f %9.1f %9.1f %7.1f %9.1f\n",
            lane_name(row->lane, one_window, name), blocked_class_name[row->class],
            waits->operations, waits->refusals, ns(waits->refused_ps) / 1000,
            per(waits->refused_ps, waits->refusals) / 1000, ns(waits->greatest_ps),
            per(waits->short_by, waits->refusals), per(waits->holders, waits->refusals),
            per(waits->passed_by, waits->refusals));
    print_holding(waits, file);
}

static void print_holders(const struct blocked *blocked, bool one_window, FILE *file) {
    if (!blocked_holder(blocked, 0))
        return;
    fprintf(file, "\n  %-11s %-13s %8s %9s %12s %10s %9s %15s\n", "who held it", "most", "op",
            "amount", "from ns", "for ns", "waiting", "its share");
    const struct blocked_holder *holder;
    char name[NAME_BYTES];
    for (unsigned n = 0; (holder = blocked_holder(blocked, n)); n++) {
        const uint64_t ps = holder->to_ps - holder->from_ps;
        fprintf(file, "  %-11s %-13s %8" PRIu32 " %9" PRIu32 " %12.1f %10.1f %9.1f %12.1f us\n",
                lane_name(holder->lane, one_window, name), blocked_class_name[holder->class],
                holder->op, holder->amount, ns(holder->from_ps), ns(ps), per(holder->waited_ps, ps),
                ns(holder->share_ps) / 1000);
    }
}

void blocked_print(const struct blocked *blocked, bool one_window, FILE *file) {
    struct row rows[BLOCKED_LANES * BLOCKED_CLASSES];
    unsigned count = 0;
    for (unsigned lane = 0; lane < BLOCKED_LANES; lane++)
        for (unsigned class = 0; class < BLOCKED_CLASSES; class ++)
            if (blocked_waits(blocked, lane, class)->refusals > 0)
                rows[count++] = (struct row){
                    .waits = blocked_waits(blocked, lane, class), .lane = lane, .class = class};
    if (count == 0) {
        fprintf(file, "\n  nothing was refused\n");
        return;
    }
    qsort(rows, count, sizeof *rows, compare);
    fprintf(file, "\n  %-11s %-13s %6s %8s %10s %9s %9s %9s %7s %9s\n", "refused by", "who waited",
            "ops", "refusals", "sum us", "mean ns", "longest", "short by", "holders", "passed by");
    for (unsigned i = 0; i < count && i < ROWS_MAX; i++)
        print_row(&rows[i], one_window, file);
    if (count > ROWS_MAX)
        fprintf(file, "  and %u more, each with less refused time\n", count - ROWS_MAX);
    print_holders(blocked, one_window, file);
    fputs("\n  short by, amount: in the lane's units; passed by: grants of who came later, or is "
          "bulk, not "
          "urgent\n",
          file);
    if (blocked_astray(blocked) > 0)
        fprintf(file, "\n  %" PRIu64 " commits did not fit these books\n", blocked_astray(blocked));
}
