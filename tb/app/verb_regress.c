// semacredit regress: many seeds in lockstep, as a plan that many machines can share. Its tables
// and what failed: scripts/regress/regress.py.
#include <ctype.h>

#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/jobs/plan.h"

#define REGRESS_FOLDER  BUILD_FOLDER "/regress"
#define REGRESS_COLUMNS "workload,seed,operations,cycles,hash,mismatches,signature"

struct regression {
    struct selection *selection;
    uint64_t hash[WORKLOADS_MAX]; // of configurations
    uint64_t first, seeds;
};

// ---- the plan: workload by workload, seed by seed

static const struct selected *workload_of(const struct regression *regression, unsigned job) {
    return &regression->selection->of[job / regression->seeds];
}

static uint64_t seed_of(const struct regression *regression, unsigned job) {
    return regression->first + job % regression->seeds;
}

static void key(const void *self, unsigned job, char text[PLAN_KEY_BYTES]) {
    snprintf(text, PLAN_KEY_BYTES, "%s,%" PRIu64, workload_of(self, job)->name, seed_of(self, job));
}

static bool configuration(void *self, unsigned job, uint64_t *hash) {
    const struct regression *regression = self;
    *hash = regression->hash[job / regression->seeds];
    return true;
}

static bool seeds_read(const char *text, struct regression *regression) {
    char first[32];
    const size_t length = strcspn(text, "-");
    const bool range = text[length] == '-';
    const char *last = range ? text + length + 1 : text;
    unsigned long long a, b;
    snprintf(first, sizeof first, "%.*s", length < 31 ? (int)length : 31, text);
    if (!range)
        strcpy(first, "1");
    if (!verb_number("--seeds", first, 0, UINT64_MAX, &a) ||
        !verb_number("--seeds", last, a, UINT64_MAX, &b))
        return false;
    regression->first = a;
    regression->seeds = b - a + 1; // 0: all that there are
    return true;
}

static bool regression_make(struct regression *regression, const struct options *options) {
    static char operations[48]; // settings point to it
    snprintf(operations, sizeof operations, "operations=%llu", options->operations);
    if (!seeds_read(options->seed_range, regression))
        return false;
    struct selection *selection = selection_make(&options->settings, options->workload);
    regression->selection = selection;
    if (!selection || !settings_have_effect_on(&options->settings, selection))
        return false;
    if (regression->seeds - 1 >= PLAN_JOBS_MAX / selection->count)
        return refuse("regress: expected at most %d runs", PLAN_JOBS_MAX);
    for (unsigned i = 0; i < selection->count; i++) {
        if (selection->of[i].random && !selected_change(&selection->of[i], operations))
            return false;
        regression->hash[i] = plan_hash_config(&selection->of[i].config);
    }
    return true;
}

// ---- a run

// A text in quotes, with "#" for every number, so that runs that fail in the same way share it.
static void write_signature(const char *caught, const char *reason, FILE *row) {
    char text[CHECKED_CAUGHT + CHECKED_REASON + 2];
    snprintf(text, sizeof text, "%s: %s", caught, reason);
    fputc('"', row);
    for (const char *at = text; *at;) {
        const bool number = isdigit((unsigned char)*at);
        if (*at == '"')
            fputc('"', row);
        fputc(number ? '#' : *at, row);
        at += !number                     ? 1
              : strncmp(at, "0x", 2) == 0 ? 2 + strspn(at + 2, "0123456789abcdef")
                                          : strspn(at, "0123456789");
    }
    fputc('"', row);
}

static int run(void *self, unsigned job, FILE *row, struct text_error *error) {
    const struct selected *selected = workload_of(self, job);
    const struct checked_run checked = {.workload = selected->name,
                                        .config = &selected->config,
                                        .seed = seed_of(self, job),
                                        .kind = BLOCK_LOCKSTEP,
                                        .hash = true};
    struct checked_outcome outcome;
    if (!checked_run_do(&checked, &outcome, error))
        return STATUS_USAGE;
    error->text[0] = '\0';
    fprintf(row, "%" PRIu64 ",%" PRIu64 ",%016" PRIx64 ",%" PRIu64 ",", outcome.operations,
            outcome.cycles, outcome.hash, outcome.mismatches);
    const char *const empty = checked_run_empty(&outcome);
    if (outcome.failed)
        write_signature(outcome.caught, outcome.reason, row);
    else if (empty)
        write_signature("empty run", empty, row);
    return outcome.failed || empty ? STATUS_FAILED : STATUS_FINE;
}

static void crashed(int signal, FILE *row) {
    fprintf(row, "0,0,%016d,0,\"crash: %s\"", 0, strsignal(signal));
}

// ---- their results

static void write_rows(const void *context, FILE *file) {
    const struct plan_rows *rows = context;
    fprintf(file, REGRESS_COLUMNS "\n");
    for (unsigned job = 0; job < rows->plan->count; job++)
        fprintf(file, "%.*s\n", rows->row[job].length, rows->row[job].text);
}

// What repeats a run of each workload, around its seed.
static void write_replays(const void *context, FILE *file) {
    const struct regression *regression = ((const struct plan_rows *)context)->plan->self;
    for (unsigned i = 0; i < regression->selection->count; i++) {
        const struct selected *selected = &regression->selection->of[i];
        char replay[8000];
        verb_replay_line(replay, sizeof replay, selected->name, "lockstep", 0, &selected->settings);
        fprintf(file, "%s %s\n", selected->name, replay);
    }
}

static int conclude(const struct plan_rows *rows) {
    unsigned failed = 0;
    for (unsigned job = 0; job < rows->plan->count; job++)
        failed += rows->row[job].text[rows->row[job].length - 1] == '"';
    if (!report_file("regress.csv", write_rows, rows) ||
        !whole_file(REGRESS_FOLDER "/replays", write_replays, rows))
        return STATUS_USAGE;
    if (failed)
        printf("FAILED: %u of %u runs\n", failed, rows->plan->count);
    else
        printf("fine: %u runs, none failed\n", rows->plan->count);
    return failed ? STATUS_FAILED : STATUS_FINE;
}

int verb_regress(struct options *options) {
    struct regression regression = {.selection = NULL};
    struct plan plan = {.name = "regress",
                        .unit = "runs",
                        .heading = REGRESS_COLUMNS,
                        .self = &regression,
                        .key = key,
                        .configuration = configuration,
                        .run = run,
                        .crashed = crashed};
    struct plan_share share;
    struct plan_rows rows = {.plan = NULL};
    int status = STATUS_USAGE;
    if (plan_share_read(options->share, &share) && regression_make(&regression, options)) {
        plan.count = (unsigned)(regression.seeds * regression.selection->count);
        if (plan_open(&rows, &plan, REGRESS_FOLDER, &share))
            status = plan_run(&rows, (unsigned)options->jobs);
        if (status == STATUS_FINE && !options->share)
            status = conclude(&rows);
    }
    plan_close(&rows);
    free(regression.selection);
    return status;
}
