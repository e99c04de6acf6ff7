#include "csim/evaluation/recorded.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// A row's fields as experiment_fields writes them, which end what comes before the next comma.
enum { EXPERIMENT, WORKLOAD, POLICY, PARAMETER, VALUE, SEED, P99, P50, P99_BULK, GOODPUT, FIELDS };

static bool split(char *line, char *fields[FIELDS]) {
    unsigned count = 0;
    for (char *at = line; at && count < FIELDS; count++) {
        fields[count] = at;
        at = strchr(at, ',');
        if (at)
            *at++ = '\0';
    }
    return count == FIELDS;
}

// Opens the experiment of this name as the next set, without results. NULL: there is none.
static struct experiment_results *open_set(struct recorded *recorded, const char *name) {
    const struct experiment *experiment = experiment_find(name);
    if (!experiment || recorded->count == RECORDED_MAX ||
        experiment_results_of(name, recorded->sets, recorded->count))
        return NULL;
    struct simulate_result *runs = calloc(experiment_runs(experiment), sizeof *runs);
    if (!runs)
        return NULL;
    struct experiment_results *set = &recorded->sets[recorded->count++];
    *set = (struct experiment_results){.experiment = *experiment, .runs = runs};
    return set;
}

// Rows come in the order of the runs' numbers: is this one run number `index`?
static bool is_run(const struct experiment *experiment, unsigned index, char *const *fields) {
    const struct experiment_run run = experiment_run(experiment, index);
    return strcmp(fields[EXPERIMENT], experiment->name) == 0 &&
           strcmp(fields[WORKLOAD], run.workload) == 0 &&
           strcmp(fields[POLICY], run.policy->name) == 0 &&
           strcmp(fields[PARAMETER], experiment->parameter) == 0 &&
           strcmp(fields[VALUE], run.value) == 0 && strtoull(fields[SEED], NULL, 10) == run.seed;
}

bool recorded_read(FILE *file, struct recorded *recorded, struct text_error *error) {
    char line[1024];
    unsigned row = 0, at = 0; // of the file, and the run that is next in the last set
    struct experiment_results *set = NULL;
    *recorded = (struct recorded){0};
    while (fgets(line, sizeof line, file)) {
        char *fields[FIELDS];
        if (row++ == 0)
            continue;
        const bool whole = split(line, fields);
        if (whole && (!set || at == experiment_runs(&set->experiment))) {
            set = open_set(recorded, fields[EXPERIMENT]);
            at = 0;
        }
        if (!whole || !set || !is_run(&set->experiment, at, fields))
            return text_error_set(error, "row %u is not the run that is next", row);
        struct simulate_result *run = (struct simulate_result *)&set->runs[at++];
        run->small.p99_ns = strtod(fields[P99], NULL);
        run->goodput_gbps = strtod(fields[GOODPUT], NULL);
    }
    if (!set || at < experiment_runs(&set->experiment))
        return text_error_set(error, "rows are missing after row %u", row);
    return true;
}

void recorded_close(struct recorded *recorded) {
    for (unsigned i = 0; i < recorded->count; i++)
        free((void *)recorded->sets[i].runs);
    *recorded = (struct recorded){0};
}
