// semacredit claims: what the paper publishes beside what the experiments measure.
#include <stdio.h>
#include <string.h>

#include "csim/evaluation/experiment.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/sweep/sweep_runner.h"
#include "tb/verdicts/verdicts.h"

// ---- the plan

static bool concerns(const struct published *published, const struct experiment *experiment) {
    return strcmp(published->experiment, experiment->name) == 0;
}

static bool has_published(const struct experiment *experiment) {
    const struct published *published = published_numbers;
    while (published->id && !concerns(published, experiment))
        published++;
    return published->id != NULL;
}

// What verdicts over `seeds` seeds need: the experiments that published numbers are about.
static void plan_make(struct sweep_runner *runner, unsigned seeds) {
    for (const struct experiment *at = experiments; at->name; at++) {
        struct experiment planned = *at;
        planned.seeds = seeds;
        if (has_published(at))
            sweep_runner_add(runner, &planned);
    }
}

// ---- evaluation

static bool evaluate_stated(const struct settings *settings, struct verdicts *verdicts) {
    for (unsigned i = 0; i < STATED_MAX && stated_numbers[i].what; i++)
        if (!stated_differs(settings, &stated_numbers[i], &verdicts->stated_differs[i]))
            return false;
    return true;
}

static bool evaluate(const struct sweep_runner *runner, unsigned seeds, struct verdict *verdict) {
    const struct published *published = verdict->published;
    const unsigned paper = published_seeds(published);
    struct published_outcome identical;
    if (!published_evaluate(published, runner->sets, runner->count, paper, &verdict->paper) ||
        !published_evaluate(published, runner->sets, runner->count, seeds, &verdict->many) ||
        !published_evaluate_identical(published, runner->sets, runner->count, paper, &identical))
        return false;
    verdict->identical_holds = identical.holds;
    return true;
}

static bool evaluate_all(const struct sweep_runner *runner, unsigned seeds,
                         struct verdicts *verdicts) {
    *verdicts = (struct verdicts){.seeds = seeds};
    for (const struct published *published = published_numbers;
         published->id && verdicts->count + 1 < VERDICTS_MAX; published++) {
        struct verdict *verdict = &verdicts->of[verdicts->count++];
        verdict->published = published;
        if (!evaluate(runner, seeds, verdict))
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
    fprintf(file, "id,what,paper,ours,tolerance,verdict,sign,identical_policies\n");
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        const struct published *published = verdict->published;
        char what[PUBLISHED_TEXT_BYTES], ours[PUBLISHED_TEXT_BYTES],
            tolerance[PUBLISHED_TEXT_BYTES];
        published_describe(published, what, sizeof what);
        print_ours(published, &verdict->paper, ours, sizeof ours);
        published_print_tolerance(published, tolerance, sizeof tolerance);
        fprintf(file, "%s,%s,%s,%s,%s,%s,%s,%s\n", published->id, what, published->paper_text, ours,
                tolerance, verdict_word(verdict->paper.holds),
                sign_word(published, &verdict->paper), verdict_word(verdict->identical_holds));
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

int verb_claims(struct options *options) {
    struct sweep_runner runner = {.name = "claims"};
    plan_make(&runner, (unsigned)options->seeds);
    int status = sweep_runner_run(&runner, options);
    struct verdicts verdicts;
    if (status == STATUS_FINE && (!evaluate_all(&runner, (unsigned)options->seeds, &verdicts) ||
                                  !evaluate_stated(&options->settings, &verdicts) ||
                                  !result_file("claims.csv", write_paper, &verdicts) ||
                                  !result_file("claims_seeds.csv", write_many, &verdicts) ||
                                  !result_file("claims.md", verdicts_write_document, &verdicts)))
        status = STATUS_USAGE;
    if (status == STATUS_FINE)
        verdicts_print(&verdicts);
    sweep_runner_close(&runner);
    return status;
}
