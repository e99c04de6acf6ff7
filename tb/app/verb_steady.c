// semacredit steady: the shapes of the paper's workloads in steady state, and which of the paper's
// conclusions hold there.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "csim/base/progress.h"
#include "csim/evaluation/steady.h"
#include "csim/traffic/bottleneck.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/sweep/sweep_runner.h"

// ---- the plan

static struct experiment lengthened(const struct experiment *experiment,
                                    const struct options *options,
                                    struct sweep_runner_lengths *lengths) {
    struct experiment longer = *experiment;
    sweep_runner_lengthen(&longer, options->operations, lengths);
    longer.seeds = (unsigned)options->replications;
    return longer;
}

// ---- telling

static const struct {
    bool open;
    const char *value;
} conditions[] = {{true, "50"},  {true, "80"},   {true, "90"},  {true, "100"},
                  {true, "120"}, {false, "128"}, {false, "512"}};
enum { CONDITIONS = sizeof conditions / sizeof *conditions, OPEN_CONDITIONS = 5, PRINTED_FROM = 1 };

static const struct experiment_results *results_at(const struct steady *steady, unsigned i) {
    return conditions[i].open ? steady->open : steady->closed;
}

// Returns the utilisation.
static double print_p99(const struct experiment_results *results, const char *workload,
                        const char *policy, const char *value) {
    const struct metric_point point = {workload, policy, value};
    const double utilisation = metric_mean(METRIC_UTILISATION, results, &point);
    char text[32];
    snprintf(text, sizeof text, "%.0f%s", metric_mean(METRIC_P99, results, &point),
             steady_saturated(results, value, utilisation) ? "*" : "");
    printf(" %8s", text);
    return utilisation;
}

static void print_workload(const struct steady *steady, const char *workload,
                           const char *bottleneck) {
    const unsigned number = experiment_workload(&steady_open, workload);
    printf("\n%s: a mean operation keeps its bottleneck (%s) busy for %.1f ns\n", workload,
           bottleneck, steady->open->full_ns[number]);
    for (unsigned i = 0; steady_open.policies[i]; i++) {
        const char *policy = steady_open.policies[i];
        printf("  %-15s", policy);
        for (unsigned at = 0; at < CONDITIONS; at++) {
            const double utilisation =
                print_p99(results_at(steady, at), workload, policy, conditions[at].value);
            if (at + 1 >= OPEN_CONDITIONS)
                printf(at + 1 == OPEN_CONDITIONS ? " %6.1f |" : " %6.1f", utilisation);
        }
        printf("\n");
    }
}

static void print_points(const struct steady *steady, const unsigned *servers) {
    printf("P99 of latency-sensitive operations in ns; %%: utilisation of the bottleneck; *: "
           "saturated, bulk waits without end\n");
    printf("%-17s", "");
    for (unsigned at = 0; at < CONDITIONS; at++)
        if (conditions[at].open)
            printf(" %7s%%%s", conditions[at].value, at + 1 == OPEN_CONDITIONS ? " at 120 |" : "");
        else
            printf(" %8s %6s", conditions[at].value, "%");
    printf("\n%-17s %-50s  | %s", "", "open loop: load offered", "closed loop: outstanding");
    printf("\n");
    for (unsigned i = 0; steady_open.workloads[i]; i++)
        print_workload(steady, steady_open.workloads[i], bottleneck_name(servers[i]));
}

static void write_publisheds(const void *context, FILE *file) {
    const struct steady *steady = context;
    fprintf(file, "id,what,paper,loop,value,ours,interval95,verdict\n");
    for (const struct published *published = published_numbers; published->id; published++)
        for (unsigned i = 0; steady_has_published(published) && i < CONDITIONS; i++) {
            struct published_outcome outcome;
            enum survival survival;
            char what[PUBLISHED_TEXT_BYTES];
            if (!steady_published(published, results_at(steady, i), conditions[i].value, &outcome,
                                  &survival))
                continue;
            published_describe(published, what, sizeof what);
            fprintf(file, "%s,%s,%s,%s,%s,%.4f,%.4f,%s\n", published->id, what,
                    published->paper_text, conditions[i].open ? "open" : "closed",
                    conditions[i].value, outcome.ours, outcome.interval, survival_name[survival]);
        }
}

// Three digits or more and a mark: 0.832y, -28.9n, +2218y, +691ky.
static void print_survival(const struct published *published,
                           const struct published_outcome *outcome, enum survival survival) {
    static const char mark[] = {
        [SURVIVES] = 'y', [NO_DIFFERENCE] = '=', [REVERSED] = 'n', [DIFFERS] = '!'};
    static const char *const colour[] = {[SURVIVES] = "\033[32m",
                                         [NO_DIFFERENCE] = "",
                                         [REVERSED] = "\033[1;31m",
                                         [DIFFERS] = "\033[1;31m"};
    const bool colours = terminal_colours() && *colour[survival];
    const double size = fabs(outcome->ours);
    const int decimals = published_neutral(published) > 0 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0;
    const bool change = metrics[published->metric].form == FORM_CHANGE;
    const bool thousands = size >= 99999.5;
    const double shown = size < 0.005 ? 0 // not "-0.00"
                         : thousands  ? outcome->ours / 1000
                                      : outcome->ours;
    char text[32];
    snprintf(text, sizeof text, change ? "%+.*f%s" : "%.*f%s", decimals, shown,
             thousands ? "k" : "");
    printf(" %s%6s%c%s", colours ? colour[survival] : "", text, mark[survival],
           colours ? "\033[0m" : "");
}

static void print_published(const struct steady *steady, const struct published *published) {
    char what[PUBLISHED_TEXT_BYTES];
    published_print_subject(published, what, sizeof what);
    printf("%-3s %-41.41s %6s", published->id, what, published->paper_text);
    for (unsigned i = PRINTED_FROM; i < CONDITIONS; i++) {
        struct published_outcome outcome;
        enum survival survival;
        if (steady_published(published, results_at(steady, i), conditions[i].value, &outcome,
                             &survival))
            print_survival(published, &outcome, survival);
    }
    printf("\n");
}

static bool is_about(const struct published *published, const char *workload) {
    return workload ? !published->workloads[1] && strcmp(published->workloads[0], workload) == 0
                    : published->workloads[1] != NULL;
}

// A group for each workload; NULL: the published numbers about several.
static void print_group(const struct steady *steady, const char *workload) {
    printf("%s\n", workload ? workload : "each of the three microbenchmarks, the worst");
    for (const struct published *published = published_numbers; published->id; published++)
        if (steady_has_published(published) && is_about(published, workload))
            print_published(steady, published);
}

static void print_publisheds(const struct steady *steady) {
    printf(
        "\nThe paper's conclusions there. y: survives, in its direction, or still no difference; "
        "=: no difference to\nspeak of; n: reversed; !: a difference where the paper has none\n");
    printf("%-52s", "");
    for (unsigned i = PRINTED_FROM; i < CONDITIONS; i++)
        printf(" %6s%s", conditions[i].value, conditions[i].open ? "%" : " ");
    printf("\n%-45s %6s %30s | %s\n", "", "paper", "open loop: load offered", "outstanding");
    for (unsigned i = 0; steady_open.workloads[i]; i++)
        print_group(steady, steady_open.workloads[i]);
    print_group(steady, NULL);
}

static void write_points(const void *context, FILE *file) {
    steady_write(context, file);
}

int verb_steady(struct options *options) {
    struct sweep_runner runner = {.name = "steady"};
    struct sweep_runner_lengths lengths;
    const struct experiment open = lengthened(&steady_open, options, &lengths);
    const struct experiment closed = lengthened(&steady_closed, options, &lengths);
    sweep_runner_add(&runner, &open);
    sweep_runner_add(&runner, &closed);
    const struct steady steady = {.open = &runner.sets[0], .closed = &runner.sets[1]};
    if (!sweep_runner_bottlenecks(&runner, &options->settings))
        return STATUS_USAGE;
    int status = sweep_runner_run(&runner, options);
    if (status == STATUS_FINE && (!result_file("steady.csv", write_points, &steady) ||
                                  !result_file("steady_claims.csv", write_publisheds, &steady)))
        status = STATUS_USAGE;
    if (status == STATUS_FINE) {
        print_points(&steady, runner.servers);
        print_publisheds(&steady);
        printf("\n%u points of %llu operations each, in %llu replications: %.0f s, %llu "
               "processes\n",
               runner.runs / (unsigned)options->replications,
               options->operations * options->replications, options->replications, runner.seconds,
               options->jobs);
    }
    sweep_runner_close(&runner);
    return status;
}
