// semacredit claims: what the paper publishes beside what the experiments measure.
#include <stdio.h>
#include <string.h>

#include "csim/base/progress.h"
#include "csim/evaluation/neighbour.h"
#include "csim/evaluation/published.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/sweep/sweep_runner.h"

// The verdicts: each published number over the paper's seeds, over many, at the neighbours of its
// workloads, and with two identical policies.
enum { VERDICTS_MAX = 64 };

struct verdict {
    const struct published *published;
    struct published_outcome paper;            // over the paper's seeds
    struct published_outcome many;             // over as many as asked for
    struct published_outcome near[NEIGHBOURS]; // over the paper's seeds, neighbours 1 to NEIGHBOURS
    unsigned kept;                             // of those the ones with the verdict of `paper`
    bool identical_holds;                      // two identical policies would pass as well
};

struct verdicts {
    unsigned count, seeds;
    struct verdict of[VERDICTS_MAX]; // the last without a published number
};

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

// What verdicts over `seeds` seeds need: the experiments that published numbers are about, and of
// each neighbour their runs that published numbers name, over the paper's seeds.
static void plan_make(struct sweep_runner *runner, unsigned seeds) {
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

// ---- telling

static const char *verdict_word(bool holds) {
    return holds ? "ok" : "miss";
}

// A qualitative published number's value as the paper would say it.
static void print_ours(const struct published *published, const struct published_outcome *outcome,
                       char *text, size_t size) {
    if (published->tolerance == TOLERANCE_LOWER)
        snprintf(text, size, "%s", outcome->holds ? "lower" : "not lower");
    else
        published_print_value(published, outcome->ours, text, size);
}

// On which side of "no difference" ours lies, seen from the paper's.
static const char *sign_word(const struct published *published,
                             const struct published_outcome *outcome) {
    const double none = published_neutral(published);
    if (published->tolerance == TOLERANCE_LOWER || published->paper == none ||
        outcome->ours == none)
        return "none";
    return outcome->sign_wrong ? "other" : "same";
}

static void write_paper(const void *context, FILE *file) {
    const struct verdicts *verdicts = context;
    fprintf(file, "id,what,paper,ours,tolerance,verdict,sign,identical_policies,neighbours,"
                  "neighbours_kept\n");
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        const struct published *published = verdict->published;
        char what[PUBLISHED_TEXT_BYTES], ours[PUBLISHED_TEXT_BYTES],
            tolerance[PUBLISHED_TEXT_BYTES];
        published_describe(published, what, sizeof what);
        print_ours(published, &verdict->paper, ours, sizeof ours);
        published_print_tolerance(published, tolerance, sizeof tolerance);
        fprintf(file, "%s,%s,%s,%s,%s,%s,%s,%s,%d,%u\n", published->id, what, published->paper_text,
                ours, tolerance, verdict_word(verdict->paper.holds),
                sign_word(published, &verdict->paper), verdict_word(verdict->identical_holds),
                NEIGHBOURS, verdict->kept);
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
    fprintf(file, "id,seeds,mean,interval95_low,interval95_high,least,greatest,verdict\n");
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        const struct published_outcome *many = &verdict->many;
        fprintf(file, "%s,%u,%.4f,%.4f,%.4f,%.4f,%.4f,%s\n", verdict->published->id,
                verdicts->seeds, many->ours, many->ours - many->interval,
                many->ours + many->interval, many->low, many->high, verdict_word(many->holds));
    }
}

// Cuts a text where a word begins.
static void cut(char *text, const char *word) {
    char *at = strstr(text, word);
    if (at)
        *at = '\0';
}

// One line; a sign or a per cent says "change", and points those of per cents.
static void print_verdict(const struct verdict *verdict) {
    const struct published *published = verdict->published;
    const struct published_outcome *paper = &verdict->paper;
    const bool ratio = strcmp(published->unit, "x") == 0;
    char subject[PUBLISHED_TEXT_BYTES], ours[PUBLISHED_TEXT_BYTES], many[PUBLISHED_TEXT_BYTES];
    char tolerance[PUBLISHED_TEXT_BYTES];
    published_print_subject(published, subject, sizeof subject);
    cut(subject, " ratio");
    cut(subject, " change");
    char what[PUBLISHED_TEXT_BYTES + 4];
    snprintf(what, sizeof what, "%s%s", subject, strcmp(published->unit, "%") == 0 ? ", %" : "");
    published_print_value(published, paper->ours, ours, sizeof ours);
    published_print_value(published, verdict->many.ours, many, sizeof many);
    published_print_tolerance(published, tolerance, sizeof tolerance);
    cut(tolerance, " point");
    const bool colours = terminal_colours();
    const char *colour = paper->holds ? "\033[32m" : "\033[1;31m";
    printf("%-3s %-11s %-43s %6s %-5s %6s %6s +-%-5.*f %s%-4s%s %2u%s%s\n", published->id,
           published->workloads[1] ? "each" : published->workloads[0], what, published->paper_text,
           tolerance, ours, many, ratio ? 3 : 2, verdict->many.interval, colours ? colour : "",
           verdict_word(paper->holds), colours ? "\033[0m" : "", verdict->kept,
           verdict->identical_holds ? " =" : "", paper->sign_wrong ? " sign" : "");
}

// Words in lines of at most 100 columns, the first after `id`, the others below its first word.
static void print_sentence(const char *id, const char *text) {
    enum { INDENT = 5, COLUMNS = 100 };
    printf("%-*s", INDENT - 1, id);
    for (int at = INDENT - 1; *text;) {
        const int length = (int)strcspn(text, " ");
        if (at + 1 + length > COLUMNS) {
            printf("\n%*s", INDENT - 1, "");
            at = INDENT - 1;
        }
        printf(" %.*s", length, text);
        at += 1 + length;
        text += length;
        text += strspn(text, " ");
    }
    printf("\n");
}

// What is to be said of the misses.
static void print_reasons(const struct verdicts *verdicts) {
    bool any = false;
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        if (verdict->paper.holds || !verdict->published->why)
            continue;
        printf("%s", any ? "" : "\nWhy the misses miss:\n");
        char low[PUBLISHED_TEXT_BYTES], high[PUBLISHED_TEXT_BYTES], sentence[512];
        published_print_value(verdict->published, verdict->paper.low, low, sizeof low);
        published_print_value(verdict->published, verdict->paper.high, high, sizeof high);
        snprintf(sentence, sizeof sentence, "%s (single seeds: %s to %s)", verdict->published->why,
                 low, high);
        print_sentence(verdict->published->id, sentence);
        any = true;
    }
}

static void print_signs(const struct verdicts *verdicts) {
    printf("sign: the other one than the paper's:");
    bool any = false;
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        char ours[PUBLISHED_TEXT_BYTES];
        if (!verdict->paper.sign_wrong)
            continue;
        published_print_value(verdict->published, verdict->paper.ours, ours, sizeof ours);
        printf("%s %s (%s, the paper has %s)", any ? "," : "", verdict->published->id, ours,
               verdict->published->paper_text);
        any = true;
    }
    printf("%s.\n", any ? "" : " none");
}

// What the marks mean, and how much is left of the headline without those that say little.
static void print_weight(const struct verdicts *verdicts) {
    unsigned identical = 0, others = 0, all = 0, few = 0;
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        identical += verdict->identical_holds;
        others += !verdict->identical_holds && verdict->paper.holds;
        all += verdict->kept == NEIGHBOURS;
        few += verdict->kept < NEIGHBOURS / 2;
    }
    printf("=: two identical policies would pass as well: %u; of the other %u, %u are within "
           "tolerance.\n",
           identical, verdicts->count - identical, others);
    printf("near: neighbouring settings with the same verdict, of %d (operations and spacing +-5 "
           "and +-10 %%,\nperiod and phase +-1): all for %u published numbers, fewer than half "
           "for %u.\n",
           NEIGHBOURS, all, few);
}

static void print_all(const struct verdicts *verdicts) {
    unsigned paper = 0, many = 0;
    char more[32];
    snprintf(more, sizeof more, "%u seeds", verdicts->seeds);
    printf("%-3s %-11s %-43s %6s %-5s %6s %14s %9s\n", "id", "workload", "what", "paper", "+-",
           "ours", more, "near");
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        print_verdict(verdict);
        paper += verdict->paper.holds;
        many += verdict->many.holds;
    }
    print_reasons(verdicts);
    printf("\n%u of %u published numbers within tolerance (+-), %u miss. With %u seeds: %u within "
           "tolerance.\n",
           paper, verdicts->count, verdicts->count - paper, verdicts->seeds, many);
    print_weight(verdicts);
    print_signs(verdicts);
    printf("P99: of the latency-sensitive operations. Ours: the mean of each seed's own ratio or "
           "percentage,\nseeds 1 to %d as in the paper; then the mean of seeds 1 to %u with its "
           "95 %% interval.\n",
           PUBLISHED_PAPER_SEEDS, verdicts->seeds);
}

int verb_claims(struct options *options) {
    struct sweep_runner runner = {.name = "claims"};
    plan_make(&runner, (unsigned)options->seeds);
    int status = sweep_runner_run(&runner, options);
    struct verdicts verdicts;
    if (status == STATUS_FINE &&
        (!evaluate_all(&runner, (unsigned)options->seeds, &verdicts) ||
         !result_file("claims.csv", write_paper, &verdicts) ||
         !result_file("claims_seeds.csv", write_many, &verdicts) ||
         !result_file("claims_neighbours.csv", write_neighbours, &verdicts)))
        status = STATUS_USAGE;
    if (status == STATUS_FINE)
        print_all(&verdicts);
    sweep_runner_close(&runner);
    return status;
}
