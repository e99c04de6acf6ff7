#include "tb/sweep/claims_verdicts.h"

#include <string.h>

// ---- the plan: the experiments, then those of neighbour 1, of neighbour 2, ...

static bool listed(const char *const list[], const char *name) {
    while (*list && strcmp(*list, name) != 0)
        list++;
    return *list != NULL;
}

static bool concerns(const struct claim *claim, const struct experiment *experiment) {
    return strcmp(claim->experiment, experiment->name) == 0;
}

static bool has_claim(const struct experiment *experiment) {
    const struct claim *claim = claims;
    while (claim->id && !concerns(claim, experiment))
        claim++;
    return claim->id != NULL;
}

static bool names_policy(const struct experiment *experiment, const char *policy) {
    for (const struct claim *claim = claims; claim->id; claim++)
        if (concerns(claim, experiment) &&
            (listed(claim->policies, policy) || strcmp(claim->baseline, policy) == 0))
            return true;
    return false;
}

static bool names_value(const struct experiment *experiment, const char *value) {
    for (const struct claim *claim = claims; claim->id; claim++)
        if (concerns(claim, experiment) && strcmp(claim->value, value) == 0)
            return true;
    return false;
}

// Leaves of an experiment what a claim names.
static void narrow(struct experiment *experiment) {
    struct experiment narrowed = *experiment;
    memset(narrowed.policies, 0, sizeof narrowed.policies);
    memset(narrowed.values, 0, sizeof narrowed.values);
    unsigned count = 0;
    for (unsigned i = 0; policies[i]; i++)
        if (names_policy(experiment, policies[i]->name))
            narrowed.policies[count++] = policies[i]->name;
    count = 0;
    for (unsigned i = 0; experiment->values[i]; i++)
        if (names_value(experiment, experiment->values[i]))
            narrowed.values[count++] = experiment->values[i];
    *experiment = narrowed;
}

void verdicts_plan(struct study *study, unsigned seeds) {
    for (unsigned neighbour = 0; neighbour <= NEIGHBOURS; neighbour++)
        for (const struct experiment *at = experiments; at->name; at++) {
            if (!has_claim(at))
                continue;
            struct experiment planned = *at;
            planned.neighbour = neighbour;
            planned.seeds = neighbour ? CLAIM_PAPER_SEEDS : seeds;
            if (neighbour)
                narrow(&planned);
            study_add(study, &planned);
        }
}

// ---- evaluation

static bool evaluate_neighbours(const struct study *study, struct verdict *verdict) {
    const unsigned each = study->count / (NEIGHBOURS + 1);
    for (unsigned i = 0; i < NEIGHBOURS; i++) {
        if (!claim_evaluate(verdict->claim, study->sets + (i + 1) * each, each, CLAIM_PAPER_SEEDS,
                            &verdict->near[i]))
            return false;
        verdict->kept += verdict->near[i].holds == verdict->paper.holds;
    }
    return true;
}

static bool evaluate(const struct study *study, unsigned seeds, struct verdict *verdict) {
    const struct claim *claim = verdict->claim;
    const unsigned each = study->count / (NEIGHBOURS + 1);
    struct claim_outcome identical;
    if (!claim_evaluate(claim, study->sets, each, CLAIM_PAPER_SEEDS, &verdict->paper) ||
        !claim_evaluate(claim, study->sets, each, seeds, &verdict->many) ||
        !claim_evaluate_identical(claim, study->sets, each, CLAIM_PAPER_SEEDS, &identical))
        return false;
    verdict->identical_holds = identical.holds;
    return evaluate_neighbours(study, verdict);
}

bool verdicts_evaluate(const struct study *study, unsigned seeds, struct verdicts *verdicts) {
    *verdicts = (struct verdicts){.seeds = seeds};
    for (const struct claim *claim = claims; claim->id && verdicts->count < VERDICTS_MAX; claim++) {
        struct verdict *verdict = &verdicts->of[verdicts->count++];
        verdict->claim = claim;
        if (!evaluate(study, seeds, verdict))
            return refuse("claims: the experiments hold no result for %s", claim->id);
    }
    return true;
}
