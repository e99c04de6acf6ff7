// semacredit collectives: the study of collectives, point by point, as a plan that many machines
// can share.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/interface/numbers.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/jobs/plan.h"
#include "tb/sweep/collective_rows.h"

enum { ALL_SIZES = 6, ALL_GPUS = 4, POINTS_MAX = 1024 };

// ---- the points: each is all policies and seeds of a collective

struct point {
    const char *domain;     // sim/domains/DOMAIN.yaml
    const char *collective; // its name here: all_reduce_atomic is all_reduce_all_pairs by Atomics
    unsigned gpus;
    uint64_t bytes;
};

struct study {
    struct settings settings;
    unsigned count;
    struct point points[POINTS_MAX];
};

static const char *const collectives[] = {"all_to_all_pairwise",
                                          "all_to_all_two_step",
                                          "all_to_all_at_once",
                                          "all_reduce_ring",
                                          "all_reduce_tree",
                                          "all_reduce_all_pairs",
                                          "all_reduce_atomic",
                                          "all_gather_ring",
                                          "moe",
                                          NULL};

static const unsigned gpus[ALL_GPUS] = {8, 16, 32, 72};
static const uint64_t sizes[ALL_SIZES] = {4096, 65536, 1048576, 4194304, 16777216, 67108864};

// Bits: which of them.
static const struct {
    const char *domain;
    unsigned gpus, sizes;
    bool quick;
} domains[] = {{"paper", 15, 63, false}, {"port400", 9, 6, false},   {"port800", 9, 6, false},
               {"nvlink4", 9, 6, false}, {"nvlink5", 15, 63, false}, {"paper", 1, 5, true},
               {"nvlink5", 1, 5, true}};
// But for 8 GPUs, no point has messages of all GPUs with together more bytes.
static const uint64_t BYTES_MAX = UINT64_C(1) << 27;
// Messages that are reduced by Atomics for 8 bytes each: of a GPU, and of all together.
static const uint64_t ATOMIC_BYTES_MAX = 65536, ATOMIC_BYTES_ALL = 1 << 20;

static bool is_atomic(const char *collective) {
    return strcmp(collective, "all_reduce_atomic") == 0;
}

static void domain_add(struct study *study, unsigned domain) {
    for (const char *const *collective = collectives; *collective; collective++)
        for (unsigned g = 0; g < ALL_GPUS; g++)
            for (unsigned s = 0; s < ALL_SIZES; s++)
                if (domains[domain].gpus >> g & 1 && domains[domain].sizes >> s & 1 &&
                    (g == 0 || sizes[s] * gpus[g] <= BYTES_MAX) &&
                    (!is_atomic(*collective) ||
                     (sizes[s] <= ATOMIC_BYTES_MAX && sizes[s] * gpus[g] <= ATOMIC_BYTES_ALL)))
                    study->points[study->count++] =
                        (struct point){domains[domain].domain, *collective, gpus[g], sizes[s]};
}

static void study_make(struct study *study, const struct settings *settings, bool quick) {
    *study = (struct study){.settings = *settings};
    study->settings.directory = settings_directory(settings);
    for (unsigned i = 0; i < sizeof domains / sizeof *domains; i++)
        if (domains[i].quick == quick)
            domain_add(study, i);
}

static bool configure(const struct study *study, unsigned number, struct config *config) {
    const struct point *point = &study->points[number];
    const bool atomic = is_atomic(point->collective);
    char path[600], text[3][64];
    struct text_error error;
    snprintf(path, sizeof path, "%s/domains/%s.yaml", study->settings.directory, point->domain);
    snprintf(text[0], sizeof text[0], "collective=%s",
             atomic ? "all_reduce_all_pairs" : point->collective);
    snprintf(text[1], sizeof text[1], "receivers=%u", point->gpus);
    snprintf(text[2], sizeof text[2], "collective_bytes=%" PRIu64, point->bytes);
    if (!settings_load(&study->settings, path, config))
        return false;
    for (unsigned i = 0; i < 3; i++)
        if (!config_set(config, text[i], &error))
            return refuse("%s", error.text);
    if (atomic)
        config->atomic_bytes = ATOMIC_BYTES_MAX;
    // As many hot experts as in a domain of 8: an eighth of the GPUs.
    config->expert_hot = point->gpus / 8;
    return true;
}

// ---- the plan

static void key(const void *self, unsigned job, char text[PLAN_KEY_BYTES]) {
    const struct point *point = &((const struct study *)self)->points[job];
    snprintf(text, PLAN_KEY_BYTES, "%s,%s,%u,%" PRIu64, point->domain, point->collective,
             point->gpus, point->bytes);
}

static bool configuration(void *self, unsigned job, uint64_t *hash) {
    struct config config;
    if (!configure(self, job, &config))
        return false;
    *hash = plan_hash_config(&config);
    return true;
}

static int run(void *self, unsigned job, FILE *row, struct text_error *error) {
    struct config config;
    return configure(self, job, &config) && collective_rows_run(&config, row, error)
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
    static struct study study;
    struct plan_share share;
    struct plan_rows rows;
    if (!plan_share_read(options->share, &share))
        return STATUS_USAGE;
    study_make(&study, &options->settings, options->quick);
    const struct plan plan = {.name = "collectives",
                              .unit = "points",
                              .heading = COLLECTIVE_KEY ",rows",
                              .count = study.count,
                              .self = &study,
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
