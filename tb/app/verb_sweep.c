// semacredit sweep: the runs of a plan (tb/sweep/paper_runs.h), a row each. And the verbs whose
// runs Python plans, by this one, and of whose rows it makes results.
#include <errno.h>
#include <unistd.h>

#include "csim/base/atomic_file.h"
#include "csim/base/interrupt.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/jobs/plan.h"
#include "tb/sweep/collective_rows.h"

#define SCRIPT      "scripts/paper/paper.py"
#define NAMED(name) #name ","

int verb_script(char **words) {
    static char path[PLACE_BYTES], program[PLACE_BYTES], depth[16];
    const char *line[200] = {"python3", "-B", path, program, depth, POLICY_LIST_EVERY(NAMED)};
    enum { BEFORE = 6, MOST = sizeof line / sizeof *line - 1 - BEFORE };
    if (words[1] && strcmp(words[1], "--version") == 0)
        return printf("%s\n", version_line()) < 0;
    if (!program_place(SCRIPT, path))
        return verb_refuse("%s: " SCRIPT ": not found beside the program", words[0]);
    if (readlink("/proc/self/exe", program, sizeof program - 1) < 0)
        return verb_refuse("%s: /proc/self/exe: %s", words[0], strerror(errno));
    snprintf(depth, sizeof depth, "%u", (unsigned)DEPTH);
    unsigned count = 0;
    for (; words[count] && count < MOST; count++)
        line[BEFORE + count] = words[count];
    if (words[count])
        return verb_refuse("%s: expected at most %d words", words[0], MOST);
    sigset_t every;
    sigfillset(&every); // until the script can tell of a signal
    sigprocmask(SIG_BLOCK, &every, NULL);
    execvp(line[0], (char *const *)line);
    return errno == ENOENT
               ? verb_refuse("%s: python3: not found ('make setup' installs it)", words[0])
               : verb_refuse("%s: cannot start python3: %s", words[0], strerror(errno));
}

// ---- rows that are kept, for a plan that goes on where it was killed and that machines can share

static void row_key(const void *self, unsigned job, char key[PLAN_KEY_BYTES]) {
    snprintf(key, PLAN_KEY_BYTES, "%s", ((const struct paper_runs *)self)->plan[job].row);
}

static bool row_configuration(void *self, unsigned job, uint64_t *hash) {
    *hash = plan_hash_config(&((const struct paper_runs *)self)->plan[job].config);
    return true;
}

static int point_run(void *self, unsigned job, FILE *row, struct text_error *error) {
    const struct config *config = &((const struct paper_runs *)self)->plan[job].config;
    return collective_rows_run(config, row, error) ? STATUS_FINE : STATUS_FAILED;
}

static void write_points(const struct plan_rows *rows, FILE *file) {
    fprintf(file, "%s\n", collective_measures);
    for (unsigned job = 0; job < rows->plan->count; job++)
        fprintf(file, "%.*s\n", rows->row[job].length, rows->row[job].text);
}

static int run_points(struct paper_runs *runs, const struct options *options, FILE *file) {
    struct plan_share share;
    struct plan_rows rows = {.plan = NULL};
    const struct plan plan = {.name = runs->name,
                              .unit = "points",
                              .heading = PAPER_COLUMNS ",runs",
                              .count = runs->count,
                              .self = runs,
                              .key = row_key,
                              .configuration = row_configuration,
                              .run = point_run};
    const bool opened =
        plan_share_read(options->share, &share) && plan_open(&rows, &plan, options->points, &share);
    int status = opened ? plan_run(&rows, (unsigned)options->jobs) : STATUS_USAGE;
    if (status == STATUS_FINE && !options->share)
        write_points(&rows, file);
    plan_close(&rows);
    return status;
}

// ---- the verb

static int run_rows(struct paper_runs *runs, const struct options *options, FILE *file) {
    const int status = paper_runs_run(runs, options);
    if (status == STATUS_FINE)
        paper_runs_write(runs, file);
    return status;
}

static bool go_together(const struct options *options) {
    if (options->share && !options->points)
        return refuse("--share: expected --points beside it");
    return !options->agreement || !options->points ||
           refuse("--agreement: expected no --points beside it");
}

// The plan of a user, not of a verb that Python plans.
static bool is_users(const struct options *options) {
    return strcmp(options->name, options->verb) == 0;
}

// Has every run what the options ask for, and of a user's plan each key an effect?
static bool have_all(const struct paper_runs *runs, const struct options *options) {
    for (unsigned i = 0; i < runs->count; i++) {
        const struct paper_run *run = &runs->plan[i];
        if (options->agreement && !run->kind)
            return refuse("--agreement: expected admission=golden, rtl or lockstep of '%s'",
                          run->row);
        if (options->points && !run->config.receivers)
            return refuse("--points: expected a workload of several receivers of '%s'", run->row);
    }
    return !is_users(options) || paper_runs_own_have_effect(runs);
}

// The file of rows is opened first, so that hours are not spent for one that cannot be written.
static int run_all(struct paper_runs *runs, const struct options *options) {
    struct atomic_file rows;
    struct text_error error;
    if (options->agreement)
        return agreement_run(runs, options);
    if (!atomic_file_open(&rows, options->csv, &error))
        return verb_refuse("%s", error.text);
    const int status =
        options->points ? run_points(runs, options, rows.file) : run_rows(runs, options, rows.file);
    if (status != STATUS_FINE || options->share) {
        atomic_file_discard(&rows);
        return status;
    }
    if (!atomic_file_finish(&rows, &error))
        return verb_refuse("%s", error.text);
    if (strcmp(options->csv, STANDARD_OUTPUT) != 0 && is_users(options))
        printf("%u runs in %.1f s; rows in %s\n", runs->count, runs->seconds, options->csv);
    return STATUS_FINE;
}

int verb_sweep(struct options *options) {
    struct paper_runs runs = {.name = options->name};
    const char *const path = options->argument ? options->argument : "-";
    if (!go_together(options))
        return STATUS_USAGE;
    if (!options->argument && isatty(STDIN_FILENO))
        return verb_refuse("sweep: expected PLAN, or a plan on standard input (see 'semacredit "
                           "sweep --help')");
    const bool read = paper_runs_read(&runs, path, &options->settings);
    if (!read && interrupted()) // readers of configurations end
        printf("%s: interrupted after 0 of its runs; nothing is written\n", runs.name);
    const int status = read && have_all(&runs, options) ? run_all(&runs, options) : STATUS_USAGE;
    paper_runs_close(&runs);
    return status;
}
