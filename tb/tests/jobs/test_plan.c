// Plans: shares do each job once, whatever is no whole row of this plan is done again, and a job
// that kills its process is one row.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/workers.h"
#include "tb/cli/settings.h"
#include "tb/jobs/plan.h"
#include "tb/tests/base/fixture.h"

enum { JOBS = 30, CRASHES = 13, FAILS = 5, WRONG = 21 };

static atomic_uint *runs; // of each job
static uint64_t configured;
static bool wrong; // job WRONG cannot be run

static void key(const void *self, unsigned job, char text[PLAN_KEY_BYTES]) {
    (void)self;
    snprintf(text, PLAN_KEY_BYTES, "job,%u", job);
}

static bool configuration(void *self, unsigned job, uint64_t *hash) {
    (void)self;
    *hash = configured + job / 10;
    return true;
}

static int run(void *self, unsigned job, FILE *row, struct text_error *error) {
    (void)self;
    atomic_fetch_add(&runs[job], 1);
    fprintf(row, "%u,", job * job);
    if (job == CRASHES)
        abort();
    if (job == WRONG && wrong) {
        text_error_set(error, "cannot be run");
        return STATUS_USAGE;
    }
    return job == FAILS ? STATUS_FAILED : STATUS_FINE;
}

static void crashed(int signal, FILE *row) {
    fprintf(row, "0,%d", signal);
}

static const struct plan plan = {.name = "test",
                                 .unit = "jobs",
                                 .heading = "what,number,square,signal",
                                 .count = JOBS,
                                 .key = key,
                                 .configuration = configuration,
                                 .run = run,
                                 .crashed = crashed};

static void begin(void) {
    folder_make();
    runs = workers_memory(JOBS * sizeof *runs);
    cr_assert(runs != NULL);
}

TestSuite(plan, .init = begin, .fini = folder_remove);

// Does a share; how many jobs were pending.
static unsigned run_share(struct plan_rows *rows, const char *text, int status) {
    struct plan_share share;
    cr_assert(plan_share_read(text, &share));
    cr_assert(plan_open(rows, &plan, folder_path(""), &share));
    const unsigned pending = rows->pending_count;
    cr_assert(eq(int, plan_run(rows, 2), status));
    return pending;
}

static void expect_rows(const struct plan_rows *rows) {
    for (unsigned job = 0; job < JOBS; job++) {
        char text[64];
        const int crash = job == CRASHES;
        snprintf(text, sizeof text, "job,%u,%u,%s", job, crash ? 0 : job * job, crash ? "6" : "");
        cr_assert(rows->row[job].text != NULL);
        cr_expect(eq(int, rows->row[job].length, (int)strlen(text)));
        cr_expect(strncmp(rows->row[job].text, text, strlen(text)) == 0, "row of job %u", job);
    }
}

Test(plan, shares_do_each_job_once) {
    struct plan_rows rows;
    unsigned pending = 0;
    for (unsigned i = 0; i < 2; i++) {
        pending += run_share(&rows, i ? "3/4" : "1/4", STATUS_FINE);
        plan_close(&rows);
    }
    cr_expect(eq(uint, pending, 15));
    cr_expect(eq(uint, run_share(&rows, NULL, STATUS_FINE), 15));
    expect_rows(&rows);
    plan_close(&rows);
    cr_expect(eq(uint, run_share(&rows, "2/4", STATUS_FINE), 0));
    for (unsigned job = 0; job < JOBS; job++)
        cr_expect(eq(uint, runs[job], 1), "job %u", job);
    plan_close(&rows);
}

Test(plan, what_is_no_row_of_this_plan_is_run_again) {
    struct plan_rows rows;
    char text[4096];
    run_share(&rows, NULL, STATUS_FINE);
    plan_close(&rows);
    // Another's name in one row, a piece of one before another, and the end of the last is gone.
    const size_t size = file_read(folder_path("1-of-1.csv"), text, sizeof text);
    const char *line[JOBS + 1] = {text};
    for (unsigned i = 1; i <= JOBS; i++)
        line[i] = strchr(line[i - 1], '\n') + 1;
    char *const name = text + (line[4] - text) - 2;
    *name = *name == '0' ? '1' : '0';
    memmove(text + (line[7] - text) + 3, line[7], (size_t)(text + size - line[7]));
    file_write(folder_path("1-of-1.csv"), text, size + 3 - 4);
    cr_expect(eq(uint, run_share(&rows, NULL, STATUS_FINE), 3));
    expect_rows(&rows);
    plan_close(&rows);
    // Other configurations.
    configured = 1;
    cr_expect(eq(uint, run_share(&rows, NULL, STATUS_FINE), JOBS));
    expect_rows(&rows);
    plan_close(&rows);
}

Test(plan, a_job_that_cannot_be_run_has_no_row) {
    struct plan_rows rows;
    wrong = true;
    run_share(&rows, NULL, STATUS_USAGE);
    cr_expect(rows.row[WRONG].text == NULL);
    cr_expect(rows.pending_count > 0);
    plan_close(&rows);
    wrong = false;
    run_share(&rows, NULL, STATUS_FINE);
    expect_rows(&rows);
    plan_close(&rows);
}
