// semacredit claims: what the paper publishes beside what the experiments measure.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "csim/evaluation/recorded.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/sweep/sweep_runner.h"
#include "tb/verdicts/verdicts.h"

// ---- the plan: the experiments, then those of neighbour 1, of neighbour 2, ...

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
        if (concerns(published, experiment) &&
            (experiment_lists(published->policies, policy->name) ||
             strcmp(published->baseline, policy->name) == 0))
            return true;
    return false;
}

static bool names_value(const struct experiment *experiment, const char *value) {
    for (const struct published *published = published_numbers; published->id; published++)
        if (concerns(published, experiment) &&
            (strcmp(published->value, value) == 0 ||
             (published->base_value && strcmp(published->base_value, value) == 0)))
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

// What verdicts over `seeds` seeds need: the experiments that published numbers are about, and of
// each neighbour their runs that published numbers name, over the paper's seeds.
static void plan_make(struct sweep_runner *runner, unsigned seeds) {
    for (unsigned neighbour = 0; neighbour <= NEIGHBOURS; neighbour++)
        for (const struct experiment *at = experiments; at->name; at++) {
            if (!has_published(at))
                continue;
            struct experiment planned = *at;
            planned.neighbour = neighbour;
            planned.seeds = neighbour ? at->seeds : seeds;
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
                                published_seeds(verdict->published), &verdict->near[i]))
            return false;
        verdict->kept += verdict->near[i].holds == verdict->paper.holds;
    }
    return true;
}

static bool evaluate_stated(const struct settings *settings, struct verdicts *verdicts) {
    for (unsigned i = 0; i < STATED_MAX && stated_numbers[i].what; i++)
        if (!stated_differs(settings, &stated_numbers[i], &verdicts->stated_differs[i]))
            return false;
    return true;
}

// What came of the prediction, which took as many seeds as the paper.
static bool evaluate_blind(const struct recorded *predicted, struct verdict *verdict) {
    return !published_was_predicted(verdict->published) ||
           published_evaluate(verdict->published, predicted->sets, predicted->count,
                              published_seeds(verdict->published), &verdict->blind);
}

static bool evaluate(const struct sweep_runner *runner, unsigned seeds, struct verdict *verdict) {
    const struct published *published = verdict->published;
    const unsigned each = runner->count / (NEIGHBOURS + 1);
    const unsigned paper = published_seeds(published);
    struct published_outcome identical;
    if (!published_evaluate(published, runner->sets, each, paper, &verdict->paper) ||
        !published_evaluate(published, runner->sets, each, seeds, &verdict->many) ||
        !published_evaluate_identical(published, runner->sets, each, paper, &identical))
        return false;
    verdict->identical_holds = identical.holds;
    return evaluate_neighbours(runner, verdict);
}

static bool evaluate_all(const struct sweep_runner *runner, const struct recorded *predicted,
                         unsigned seeds, struct verdicts *verdicts) {
    *verdicts = (struct verdicts){.seeds = seeds};
    for (const struct published *published = published_numbers;
         published->id && verdicts->count + 1 < VERDICTS_MAX; published++) {
        struct verdict *verdict = &verdicts->of[verdicts->count++];
        verdict->published = published;
        if (!evaluate(runner, seeds, verdict) || !evaluate_blind(predicted, verdict))
            return refuse("claims: the experiments hold no result for %s", published->id);
    }
    return true;
}

// ---- files

// A qualitative published number's value as the paper would say it.
static void print_ours(const struct published *published, const struct published_outcome *outcome,
                       char *text, size_t size) {
    if (published_has_value(published))
        published_print_value(published, outcome->ours, text, size);
    else
        snprintf(text, size, "%s%s", outcome->holds ? "" : "not ", published->paper_text);
}

// On which side of "no difference" ours lies, seen from the paper's.
static const char *sign_word(const struct published *published,
                             const struct published_outcome *outcome) {
    const double none = published_neutral(published);
    if (!published_has_value(published) || published->paper == none || outcome->ours == none)
        return "none";
    return outcome->sign_wrong ? "other" : "same";
}

static void write_paper(const void *context, FILE *file) {
    const struct verdicts *verdicts = context;
    fprintf(file, "id,what,paper,ours,tolerance,verdict,sign,identical_policies,neighbours,"
                  "neighbours_kept,blind,blind_verdict\n");
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        const struct published *published = verdict->published;
        char what[PUBLISHED_TEXT_BYTES], ours[PUBLISHED_TEXT_BYTES],
            tolerance[PUBLISHED_TEXT_BYTES], blind[PUBLISHED_TEXT_BYTES] = "";
        const bool predicted = published_was_predicted(published);
        published_describe(published, what, sizeof what);
        print_ours(published, &verdict->paper, ours, sizeof ours);
        published_print_tolerance(published, tolerance, sizeof tolerance);
        if (predicted)
            print_ours(published, &verdict->blind, blind, sizeof blind);
        fprintf(file, "%s,%s,%s,%s,%s,%s,%s,%s,%d,%u,%s,%s\n", published->id, what,
                published->paper_text, ours, tolerance, verdict_word(verdict->paper.holds),
                sign_word(published, &verdict->paper), verdict_word(verdict->identical_holds),
                NEIGHBOURS, verdict->kept, blind,
                predicted ? verdict_word(verdict->blind.holds) : "");
    }
}

static void write_neighbours(const void *context, FILE *file) {
    const struct verdicts *verdicts = context;
    fprintf(file, "id,neighbour,ours,verdict\n");
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        for (unsigned at = 0; at < NEIGHBOURS; at++) {
            const struct published_outcome *near = &verdict->near[at];
            char ours[PUBLISHED_TEXT_BYTES];
            print_ours(verdict->published, near, ours, sizeof ours);
            fprintf(file, "%s,%s,%s,%s\n", verdict->published->id, neighbour_name(at + 1), ours,
                    verdict_word(near->holds));
        }
    }
}

static void write_many(const void *context, FILE *file) {
    const struct verdicts *verdicts = context;
    fprintf(file, "id,seeds,mean,interval95_low,interval95_high,least,greatest,verdict,"
                  "interval95_verdict\n");
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        const struct published_outcome *many = &verdict->many;
        fprintf(file, "%s,%u,%.4f,%.4f,%.4f,%.4f,%.4f,%s,%s\n", verdict->published->id,
                verdicts->seeds, many->ours, many->ours - many->interval,
                many->ours + many->interval, many->low, many->high, verdict_word(many->holds),
                published_carried(verdict->published, many));
    }
}

// The sweeps as they were predicted, beside the workloads. False: the reason has been printed.
static bool read_predicted(const struct settings *settings, struct recorded *predicted) {
    char path[512];
    struct text_error error;
    snprintf(path, sizeof path, "%s/predicted/sweeps.csv", settings_directory(settings));
    FILE *file = fopen(path, "r");
    if (!file)
        return refuse("%s: %s", path, strerror(errno));
    const bool whole = recorded_read(file, predicted, &error);
    fclose(file);
    return whole || refuse("%s: %s", path, error.text);
}

int verb_claims(struct options *options) {
    struct sweep_runner runner = {.name = "claims"};
    struct recorded predicted = {0};
    if (!read_predicted(&options->settings, &predicted)) {
        recorded_close(&predicted);
        return STATUS_USAGE;
    }
    plan_make(&runner, (unsigned)options->seeds);
    int status = sweep_runner_run(&runner, options);
    struct verdicts verdicts;
    if (status == STATUS_FINE &&
        (!evaluate_all(&runner, &predicted, (unsigned)options->seeds, &verdicts) ||
         !evaluate_stated(&options->settings, &verdicts) ||
         !result_file("claims.csv", write_paper, &verdicts) ||
         !result_file("claims_seeds.csv", write_many, &verdicts) ||
         !result_file("claims_neighbours.csv", write_neighbours, &verdicts) ||
         !result_file("claims.md", verdicts_write_document, &verdicts)))
        status = STATUS_USAGE;
    if (status == STATUS_FINE)
        verdicts_print(&verdicts);
    sweep_runner_close(&runner);
    recorded_close(&predicted);
    return status;
}
