// Plans: a job that cannot be run has no row, and is run again. Shares, rows that are none of this
// plan, and crashes: scripts/regress/regress_check.sh.
#include "tb/cli/result_file.h"
#include "tb/cli/settings.h"
#include "tb/jobs/plan.h"
#include "tb/tests/base/fixture.h"

enum { JOBS = 6, FAILS = 1, WRONG = 3 };

static bool wrong; // job WRONG cannot be run

static void key(const void *self, unsigned job, char text[PLAN_KEY_BYTES]) {
    (void)self;
    snprintf(text, PLAN_KEY_BYTES, "job,%u", job);
}

static bool configuration(void *self, unsigned job, uint64_t *hash) {
    (void)self;
    *hash = job;
    return true;
}

static int run(void *self, unsigned job, FILE *row, struct text_error *error) {
    (void)self;
    fprintf(row, "%u", job * job);
    if (job == WRONG && wrong) {
        text_error_set(error, "cannot be run");
        return STATUS_USAGE;
    }
    return job == FAILS ? STATUS_FAILED : STATUS_FINE;
}

static const struct plan plan = {.name = "test",
                                 .unit = "jobs",
                                 .heading = "what,number,square",
                                 .count = JOBS,
                                 .key = key,
                                 .configuration = configuration,
                                 .run = run};

TestSuite(plan, .init = folder_make, .fini = folder_remove);

Test(plan, a_job_that_cannot_be_run_has_no_row) {
    for (unsigned i = 0; i < 2; i++) {
        struct plan_rows rows;
        wrong = i == 0;
        cr_assert(plan_open(&rows, &plan, folder_path(""), &(struct plan_share){1, 1}));
        cr_assert(eq(int, plan_run(&rows, 2), wrong ? STATUS_USAGE : STATUS_FINE));
        cr_expect(eq(int, rows.row[WRONG].text == NULL, wrong));
        cr_expect(eq(int, rows.pending_count > 0, wrong));
        for (unsigned job = 0; !wrong && job < JOBS; job++) {
            char text[64];
            snprintf(text, sizeof text, "job,%u,%u", job, job * job);
            cr_expect(strncmp(rows.row[job].text, text, (size_t)rows.row[job].length) == 0, "%u",
                      job);
        }
        plan_close(&rows);
    }
}

// Of which RTL the files of a run are.

#define LONG "long/long/long/long/long/long/long/long/long/long/long/"

Test(result_file, a_folder_of_rtl_has_a_name_of_its_own) {
    static const char *const folders[] = {
        "build/mine", "mine", "../mine",   "/mine",          "a/b",           "a_b",
        "a-b",        "a.b/", LONG "mine", "x/" LONG "mine", "y/" LONG "mine"};
    enum { FOLDERS = sizeof folders / sizeof *folders };
    char names[FOLDERS][SUFFIX_BYTES];
    for (unsigned i = 0; i < FOLDERS; i++) {
        version_suffix_of(names[i], folders[i]);
        cr_assert(names[i][0] == '-' &&
                  strspn(names[i], "-_~abcdefghijklmnopqrstuvwxyz0123456789") == strlen(names[i]));
        for (unsigned j = 0; j < i; j++)
            cr_assert_str_neq(names[i], names[j], "%s, %s", folders[i], folders[j]);
    }
    cr_assert_str_eq(names[0], "-build_mine");
}
