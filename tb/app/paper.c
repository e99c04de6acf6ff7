#define _POSIX_C_SOURCE 200809L // popen, setenv
#include "tb/app/verbs.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "csim/base/interrupt.h"
#include "csim/interface/numbers.h"
#include "csim/policy/policy.h"
#include "tb/jobs/plan.h"
#include "tb/sweep/collective_rows.h"

#define SCRIPT      "scripts/paper/paper.py"
#define NAMED(name) #name ","

static bool is_ready(const char *verb) {
    char path[PLACE_BYTES];
    if (!program_place(SCRIPT, path))
        return refuse("%s: " SCRIPT ": not found beside the program", verb);
    if (system("command -v python3 >/dev/null") != 0)
        return refuse("%s: python3: not found ('make setup' installs it)", verb);
    return setenv("SEMACREDIT_PAPER", path, 1) == 0;
}

// Options that may be any text.
static bool set_texts(const struct options *options) {
    return setenv("SEMACREDIT_CLOCK", options->clock ? options->clock : "", 1) == 0 &&
           setenv("SEMACREDIT_ONLY", options->only ? options->only : "", 1) == 0 &&
           setenv("SEMACREDIT_FILES", options->workload ? options->workload : "", 1) == 0;
}

static FILE *start(const char *step, const struct paper_runs *runs, const struct options *options,
                   const char *mode) {
    char command[1024];
    snprintf(command, sizeof command,
             "exec python3 -B \"$SEMACREDIT_PAPER\" %s %s seconds=%.17g jobs=%llu operations=%llu "
             "replications=%llu seeds=%llu admission=%s clock=\"$SEMACREDIT_CLOCK\" "
             "only=\"$SEMACREDIT_ONLY\" files=\"$SEMACREDIT_FILES\" depth=%u quick=%d "
             "policies=" POLICY_LIST_EVERY(NAMED),
             step, runs->name, runs->seconds, options->jobs, options->operations,
             options->replications, options->seeds, options->admission ? options->admission : "",
             (unsigned)DEPTH, options->quick);
    fflush(NULL);
    FILE *script = popen(command, mode);
    if (!script)
        refuse("%s: cannot start python3: %s", runs->name, strerror(errno));
    return script;
}

static int end(FILE *script) {
    const int status = pclose(script);
    return WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_USAGE;
}

int paper_plan(struct paper_runs *runs, const struct options *options) {
    FILE *script =
        is_ready(runs->name) && set_texts(options) ? start("plan", runs, options, "r") : NULL;
    if (!script)
        return STATUS_USAGE;
    const bool fine = paper_runs_read(runs, script, &options->settings);
    const int status = end(script);
    if (!fine && interrupted()) // readers of configurations end
        printf("%s: interrupted after 0 of its runs; nothing is written\n", runs->name);
    return fine ? status : STATUS_USAGE;
}

// Is it the first run of the plan with its workload?
static bool is_first(const struct paper_runs *runs, unsigned number) {
    unsigned first = 0;
    while (strcmp(runs->plan[first].workload, runs->plan[number].workload) != 0)
        first++;
    return first == number;
}

// What the workloads set, for the numbers that the paper states.
static bool write_settings(const struct paper_runs *runs, const struct options *options,
                           FILE *script) {
    for (unsigned i = 0; i < runs->count; i++) {
        struct config config;
        if (!is_first(runs, i))
            continue;
        if (!settings_load(&options->settings, runs->plan[i].workload, &config))
            return false;
        fprintf(script, "\n%s\n", runs->plan[i].workload);
        config_list(&config, NULL, script);
    }
    return true;
}

static int tell(const struct paper_runs *runs, const struct options *options) {
    FILE *script = start("tell", runs, options, "w");
    if (!script)
        return STATUS_USAGE;
    signal(SIGPIPE, SIG_IGN); // its status says why it does not read on
    paper_runs_write(runs, script);
    const bool fine = strcmp(runs->name, "claims") != 0 || write_settings(runs, options, script);
    const int status = end(script);
    return fine ? status : STATUS_USAGE;
}

int verb_paper(struct options *options) {
    struct paper_runs runs = {.name = options->verb};
    int status = paper_plan(&runs, options);
    if (status == STATUS_FINE)
        status = paper_runs_run(&runs, options);
    if (status == STATUS_FINE)
        status = tell(&runs, options);
    paper_runs_close(&runs);
    return status;
}

// ---- collectives: points as a plan that many machines can share

static void point_key(const void *self, unsigned job, char key[PLAN_KEY_BYTES]) {
    snprintf(key, PLAN_KEY_BYTES, "%s", ((const struct paper_runs *)self)->plan[job].row);
}

static bool point_configuration(void *self, unsigned job, uint64_t *hash) {
    *hash = plan_hash_config(&((const struct paper_runs *)self)->plan[job].config);
    return true;
}

static int point_run(void *self, unsigned job, FILE *row, struct text_error *error) {
    const struct config *config = &((const struct paper_runs *)self)->plan[job].config;
    return collective_rows_run(config, row, error) ? STATUS_FINE : STATUS_FAILED;
}

static int tell_points(const struct plan_rows *rows, const struct options *options) {
    FILE *script = start("tell", rows->plan->self, options, "w");
    if (!script)
        return STATUS_USAGE;
    signal(SIGPIPE, SIG_IGN);
    fprintf(script, "%s\n", collective_measures);
    for (unsigned job = 0; job < rows->plan->count; job++)
        fprintf(script, "%.*s\n", rows->row[job].length, rows->row[job].text);
    return end(script);
}

int verb_collectives(struct options *options) {
    struct paper_runs runs = {.name = "collectives"};
    struct plan_share share;
    struct plan_rows rows = {.plan = NULL};
    int status =
        plan_share_read(options->share, &share) ? paper_plan(&runs, options) : STATUS_USAGE;
    const struct plan plan = {.name = runs.name,
                              .unit = "points",
                              .heading = PAPER_COLUMNS ",runs",
                              .count = runs.count,
                              .self = &runs,
                              .key = point_key,
                              .configuration = point_configuration,
                              .run = point_run};
    if (status == STATUS_FINE)
        status = plan_open(&rows, &plan, BUILD_FOLDER "/collectives", &share)
                     ? plan_run(&rows, (unsigned)options->jobs)
                     : STATUS_USAGE;
    if (status == STATUS_FINE && !options->share)
        status = tell_points(&rows, options);
    plan_close(&rows);
    paper_runs_close(&runs);
    return status;
}
