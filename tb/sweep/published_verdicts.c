#include "tb/sweep/published_verdicts.h"

#include <string.h>

// ---- the plan: the experiments, then those of neighbour 1, of neighbour 2, ...

static bool listed(const char *const list[], const char *name) {
    while (*list && strcmp(*list, name) != 0)
        list++;
    return *list != NULL;
}

static bool concerns(const struct published *published, const struct experiment *experiment) {
    return strcmp(published->experiment, experiment->name) == 0;
}

static bool has_published(const struct experiment *experiment) {
    const struct published *published = published_numbers;
    while (published->id && !concerns(published, experiment))
        published++;
    return published->id != NULL;
}

static bool names_policy(const struct experiment *experiment, const struct policy *policy) {
    for (const struct published *published = published_numbers; published->id; published++)
        if (concerns(published, experiment) && (listed(published->policies, policy->name) ||
                                                strcmp(published->baseline, policy->name) == 0))
            return true;
    return false;
}

static bool names_value(const struct experiment *experiment, const char *value) {
    for (const struct published *published = published_numbers; published->id; published++)
        if (concerns(published, experiment) && strcmp(published->value, value) == 0)
            return true;
    return false;
}

// Leaves of an experiment what a published number names.
static void narrow(struct experiment *experiment) {
    struct experiment narrowed = *experiment;
    unsigned count = 0;
    memset(narrowed.values, 0, sizeof narrowed.values);
    for (unsigned i = 0; experiment->values[i]; i++)
        if (names_value(experiment, experiment->values[i]))
            narrowed.values[count++] = experiment->values[i];
    experiment_narrow(&narrowed, names_policy);
    *experiment = narrowed;
}

void verdicts_plan(struct sweep_runner *runner, unsigned seeds) {
    for (unsigned neighbour = 0; neighbour <= NEIGHBOURS; neighbour++)
        for (const struct experiment *at = experiments; at->name; at++) {
            if (!has_published(at))
                continue;
            struct experiment planned = *at;
            planned.neighbour = neighbour;
            planned.seeds = neighbour ? PUBLISHED_PAPER_SEEDS : seeds;
            if (neighbour)
                narrow(&planned);
            sweep_runner_add(runner, &planned);
        }
}

// ---- evaluation

static bool evaluate_neighbours(const struct sweep_runner *runner, struct verdict *verdict) {
    const unsigned each = runner->count / (NEIGHBOURS + 1);
    for (unsigned i = 0; i < NEIGHBOURS; i++) {
        if (!published_evaluate(verdict->published, runner->sets + (i + 1) * each, each,
                                PUBLISHED_PAPER_SEEDS, &verdict->near[i]))
            return false;
        verdict->kept += verdict->near[i].holds == verdict->paper.holds;
    }
    return true;
}

static bool evaluate(const struct sweep_runner *runner, unsigned seeds, struct verdict *verdict) {
    const struct published *published = verdict->published;
    const unsigned each = runner->count / (NEIGHBOURS + 1);
    struct published_outcome identical;
    if (!published_evaluate(published, runner->sets, each, PUBLISHED_PAPER_SEEDS,
                            &verdict->paper) ||
        !published_evaluate(published, runner->sets, each, seeds, &verdict->many) ||
        !published_evaluate_identical(published, runner->sets, each, PUBLISHED_PAPER_SEEDS,
                                      &identical))
        return false;
    verdict->identical_holds = identical.holds;
    return evaluate_neighbours(runner, verdict);
}

bool verdicts_evaluate(const struct sweep_runner *runner, unsigned seeds,
                       struct verdicts *verdicts) {
    *verdicts = (struct verdicts){.seeds = seeds};
    for (const struct published *published = published_numbers;
         published->id && verdicts->count < VERDICTS_MAX; published++) {
        struct verdict *verdict = &verdicts->of[verdicts->count++];
        verdict->published = published;
        if (!evaluate(runner, seeds, verdict))
            return refuse("claims: the experiments hold no result for %s", published->id);
    }
    return true;
}
