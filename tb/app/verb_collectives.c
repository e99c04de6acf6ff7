// semacredit collectives: the study of collectives, point by point, as a plan that many machines
// can share.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/interface/numbers.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/collectives/collective_plan.h"
#include "tb/collectives/collective_rows.h"
#include "tb/jobs/plan.h"

// ---- the plan

static void key(const void *self, unsigned job, char text[PLAN_KEY_BYTES]) {
    const struct collective_point *point = &((const struct collective_plan *)self)->points[job];
    snprintf(text, PLAN_KEY_BYTES, "%s,%s,%u,%" PRIu64, point->domain, point->collective,
             point->gpus, point->bytes);
}

static bool configuration(void *self, unsigned job, uint64_t *hash) {
    struct config config;
    if (!collective_plan_configure(self, job, &config))
        return false;
    *hash = plan_hash_config(&config);
    return true;
}

static int run(void *self, unsigned job, FILE *row, struct text_error *error) {
    struct config config;
    return collective_plan_configure(self, job, &config) && collective_rows_run(&config, row, error)
               ? STATUS_FINE
               : STATUS_FAILED;
}

// ---- the report

struct report {
    const struct plan_rows *rows;
    unsigned file;
};

static void write_file(const void *context, FILE *file) {
    const struct report *report = context;
    const struct plan *plan = report->rows->plan;
    fprintf(file, "%s\n", collective_heading[report->file]);
    for (unsigned job = 0; job < plan->count; job++) {
        char text[PLAN_KEY_BYTES];
        plan->key(plan->self, job, text);
        const size_t length = strlen(text) + 1;
        const struct plan_row *row = &report->rows->row[job];
        collective_rows_write(text, row->text + length, (size_t)row->length - length, report->file,
                              file);
    }
}

static int conclude(const struct plan_rows *rows) {
    for (unsigned i = 0; i < COLLECTIVE_FILES; i++) {
        char name[80];
        snprintf(name, sizeof name, "collectives.%s.csv", collective_file[i]);
        if (!result_file(name, write_file, &(struct report){rows, i}))
            return STATUS_USAGE;
    }
    printf("fine: %u points\n", rows->plan->count);
    return STATUS_FINE;
}

int verb_collectives(struct options *options) {
    static struct collective_plan points;
    struct plan_share share;
    struct plan_rows rows;
    if (!plan_share_read(options->share, &share))
        return STATUS_USAGE;
    collective_plan_make(&points, &options->settings, options->quick);
    const struct plan plan = {.name = "collectives",
                              .unit = "points",
                              .heading = COLLECTIVE_KEY ",rows",
                              .count = points.count,
                              .self = &points,
                              .key = key,
                              .configuration = configuration,
                              .run = run};
    int status = STATUS_USAGE;
    if (plan_open(&rows, &plan, BUILD_FOLDER "/collectives", &share))
        status = plan_run(&rows, (unsigned)options->jobs);
    if (status == STATUS_FINE && !options->share)
        status = conclude(&rows);
    plan_close(&rows);
    return status;
}
