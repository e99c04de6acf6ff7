// What figures show: arithmetic that a doctored result set cannot fool, the paper's values from the
// published numbers and nowhere else, and files that hold every point.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csim/evaluation/summary.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/evaluation/lab.h"

enum { SEEDS = 5 };

static struct summary_point evaluate(struct summary_view view, const char *workload,
                                     const char *policy, const char *value) {
    struct experiment_results results = lab_open(experiment_find(view.experiment));
    struct summary_point point = {0};
    cr_assert(summary_evaluate(&view, &results, workload, policy, value, &point), "%s", policy);
    lab_close(&results);
    return point;
}

Test(summary, is_the_mean_and_range_of_each_seeds_own_ratio) {
    static const double policy[SEEDS] = {100, 100, 100, 100, 4000};
    static const double base[SEEDS] = {100, 200, 400, 1000, 8000};
    // (1 + 0.5 + 0.25 + 0.1 + 0.5) / 5; the ratio of the means would be 0.454
    static const struct {
        struct summary_view view;
        double mean, low, high;
    } cases[] = {
        {{"micro", METRIC_P99, NULL}, 880, 100, 4000},
        {{"micro", METRIC_P99_RATIO, "aggregate"}, 0.47, 0.1, 1},
        {{"micro", METRIC_P99_REDUCTION, "aggregate"}, 53, 0, 90},
        {{"micro", METRIC_GOODPUT_CHANGE, "aggregate"}, -53, -90, 0},
    };
    struct experiment_results results = lab_open(experiment_find("micro"));
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        struct simulate_result *p = &lab_runs(&results, "atomic", "primary", "")[seed];
        struct simulate_result *b = &lab_runs(&results, "atomic", "aggregate", "")[seed];
        p->small.p99_ns = p->goodput_gbps = policy[seed];
        b->small.p99_ns = b->goodput_gbps = base[seed];
    }
    for (unsigned i = 0; i < COUNT(cases); i++) {
        struct summary_point point = {0};
        cr_assert(summary_evaluate(&cases[i].view, &results, "atomic", "primary", "", &point));
        cr_expect(eq(uint, point.seeds, SEEDS));
        cr_expect(epsilon_eq(dbl, point.mean, cases[i].mean, 1e-9), "case %u", i);
        cr_expect(epsilon_eq(dbl, point.low, cases[i].low, 1e-9), "case %u", i);
        cr_expect(epsilon_eq(dbl, point.high, cases[i].high, 1e-9), "case %u", i);
    }
    lab_close(&results);
}

Test(summary, one_seed_has_no_range) {
    const struct summary_point point =
        evaluate((struct summary_view){"bias", METRIC_P99, NULL}, "response", "adaptive", "2");
    cr_expect(eq(uint, point.seeds, 1));
    cr_expect(eq(dbl, point.low, 1000));
    cr_expect(eq(dbl, point.high, 1000));
}

Test(summary, refuses_runs_that_are_not_there) {
    struct experiment_results results = lab_open(experiment_find("bias"));
    const struct summary_view view = {"bias", METRIC_P99_RATIO, "resource_byte"};
    const struct summary_view baseless = {"bias", METRIC_P99_RATIO, "aggregate"};
    struct summary_point point = {0};
    cr_expect(summary_evaluate(&view, &results, "response", "adaptive", "2", &point));
    cr_expect(not(summary_evaluate(&view, &results, "atomic", "adaptive", "2", &point)));
    cr_expect(not(summary_evaluate(&view, &results, "response", "oracle", "2", &point)));
    cr_expect(not(summary_evaluate(&view, &results, "response", "adaptive", "3", &point)));
    cr_expect(not(summary_evaluate(&baseless, &results, "response", "adaptive", "2", &point)));
    lab_close(&results);
}

// The paper's values, whatever way round it publishes them.
static const struct {
    struct summary_view view;
    const char *workload, *policy, *value;
    const char *published_numbers; // "": not published
    double paper;
} papers[] = {
    {{"micro", METRIC_P99_RATIO, "aggregate"}, "atomic", "semacredit", "", "M8", 0.48},
    {{"micro", METRIC_P99_REDUCTION, "aggregate"}, "atomic", "semacredit", "", "M8", 52},
    {{"micro", METRIC_GOODPUT_CHANGE, "resource_byte"}, "hbm_hotspot", "semacredit", "", "M5", 3.5},
    {{"scalar_sweep", METRIC_P99_RATIO, "semacredit"}, "hbm_hotspot", "scalar", "4", "V2", 1.37},
    {{"scalar_sweep", METRIC_GOODPUT_CHANGE, "semacredit"}, "atomic", "scalar", "4", "V4", 0},
    {{"return_ablation", METRIC_P99_RATIO, "semacredit"}, "atomic", "end_return", "", "V18", 1},
    // The other way round: semacredit is 72.1 % below reactive.
    {{"reactive", METRIC_P99_RATIO, "semacredit"}, "response", "reactive", "", "V10", 1 / 0.279},
    // Over a third policy: 14.5 % below resource_byte, 83.3 % below aggregate.
    {{"applications", METRIC_P99_RATIO, "aggregate"},
     "remote_read",
     "resource_byte",
     "",
     "A9*A8",
     0.167 / 0.855},
    {{"applications", METRIC_P99_RATIO, "aggregate"},
     "allreduce",
     "primary",
     "",
     "A3*A1*A2",
     0.423},
    // Nothing: no published number, a published number at another value, a published number
    // without a number, the policy itself, a quantity without a baseline, and none of the sweeps.
    {{"micro", METRIC_P99_RATIO, "aggregate"}, "atomic", "oracle", "", "", 0},
    {{"scalar_sweep", METRIC_P99_RATIO, "semacredit"}, "hbm_hotspot", "scalar", "8", "", 0},
    {{"scalar_sweep", METRIC_P99_RATIO, "semacredit"}, "atomic", "scalar", "2", "", 0},
    {{"micro", METRIC_P99_RATIO, "aggregate"}, "atomic", "aggregate", "", "", 0},
    {{"micro", METRIC_P99, NULL}, "atomic", "semacredit", "", "", 0},
    {{"window", METRIC_P99_REDUCTION, "resource_byte"}, "atomic", "semacredit", "1000", "", 0},
};

EACH(summary, shows_what_the_paper_publishes, papers) {
    const struct summary_point point = evaluate(row->view, row->workload, row->policy, row->value);
    cr_expect(eq(int, point.published, *row->published_numbers != '\0'));
    if (!point.published)
        return;
    cr_expect(eq(str, (char *)point.published_numbers, (char *)row->published_numbers));
    cr_expect(epsilon_eq(dbl, point.paper, row->paper, 1e-9));
}

Test(summary, without_a_baseline_is_no_number) {
    struct experiment_results results = lab_open(experiment_find("micro"));
    const struct summary_view view = {"micro", METRIC_P99_RATIO, "aggregate"};
    struct summary_point point = {0};
    lab_runs(&results, "atomic", "aggregate", "")[3].small.p99_ns = 0;
    cr_assert(summary_evaluate(&view, &results, "atomic", "primary", "", &point));
    cr_expect(isnan(point.mean) && isnan(point.low) && isnan(point.high));
    lab_close(&results);
}

static char *written(const struct figure *figure, const struct experiment_results *sets,
                     size_t count) {
    char *text;
    FILE *file = text_open(&text);
    figure_write(figure, sets, count, file);
    fclose(file);
    return text;
}

Test(figure, is_complete_with_all_its_experiments) {
    const struct figure *robustness = figures;
    while (strcmp(robustness->name, "robustness") != 0)
        robustness++;
    struct experiment_results sets[] = {lab_open(experiment_find("bias")),
                                        lab_open(experiment_find("variability"))};
    cr_expect(figure_complete(robustness, sets, 2));
    cr_expect(not(figure_complete(robustness, sets, 1)));
    cr_expect(not(figure_complete(robustness, sets + 1, 1)));
    lab_close(&sets[0]);
    lab_close(&sets[1]);
}

Test(figure, writes_a_row_for_each_point_and_nothing_for_no_number) {
    static const struct figure figure = {"some", {{"bias", METRIC_P99_RATIO, "resource_byte"}}};
    struct experiment_results results = lab_open(experiment_find("bias"));
    lab_runs(&results, "response", "adaptive", "0.5")->small.p99_ns = 1250;
    lab_runs(&results, "response", "resource_byte", "2")->small.p99_ns = 0;
    char *text = written(&figure, &results, 1);
    static const char expected[] =
        "experiment,workload,policy,parameter,value,measure,baseline,claims,paper,seeds,mean,low,"
        "high\n"
        "bias,response,resource_byte,bias,0.5,p99_ratio,resource_byte,,,1,1.0000,1.0000,1.0000\n"
        "bias,response,semacredit,bias,0.5,p99_ratio,resource_byte,R1,1.0920,1,1.0000,1.0000,1."
        "0000\n"
        "bias,response,adaptive,bias,0.5,p99_ratio,resource_byte,R2,0.9390,1,1.2500,1.2500,1.2500\n"
        "bias,response,resource_byte,bias,1,p99_ratio,resource_byte,,,1,1.0000,1.0000,1.0000\n"
        "bias,response,semacredit,bias,1,p99_ratio,resource_byte,R3a,0.8590,1,1.0000,1.0000,1."
        "0000\n"
        "bias,response,adaptive,bias,1,p99_ratio,resource_byte,R3b,0.8590,1,1.0000,1.0000,1.0000\n"
        "bias,response,resource_byte,bias,2,p99_ratio,resource_byte,,,1,,,\n"
        "bias,response,semacredit,bias,2,p99_ratio,resource_byte,R5,0.7730,1,,,\n"
        "bias,response,adaptive,bias,2,p99_ratio,resource_byte,R8,0.8380,1,,,\n";
    cr_expect(strcmp(text, expected) == 0, "written:\n%s", text);
    free(text);
    lab_close(&results);
}

// Every figure of the table can be written, and every experiment is in one.
Test(figure, shows_every_experiment) {
    for (const struct experiment *at = experiments; at->name; at++) {
        bool found = false;
        for (const struct figure *figure = figures; figure->name; figure++)
            for (const struct summary_view *view = figure->views; view->experiment; view++)
                found |= strcmp(view->experiment, at->name) == 0;
        cr_expect(found, "%s is in no figure", at->name);
    }
    struct experiment_results sets[LABS_MAX];
    const unsigned count = labs_open(sets);
    const struct experiment_results *micro = sets;
    while (strcmp(micro->experiment.name, "micro") != 0)
        micro++;
    // A difference that rounds to none.
    lab_runs(micro, "atomic", "primary", "")->goodput_gbps = 99.9999999;
    for (const struct figure *figure = figures; figure->name; figure++) {
        cr_assert(figure_complete(figure, sets, count), "%s", figure->name);
        unsigned points = 0, rows = 0;
        for (const struct summary_view *view = figure->views; view->experiment; view++) {
            const struct experiment *experiment = experiment_find(view->experiment);
            points += experiment_runs(experiment) / experiment->seeds;
        }
        char *text = written(figure, sets, count);
        for (const char *at = text; (at = strchr(at, '\n')); at++)
            rows++;
        cr_expect(eq(uint, rows, points + 1), "%s", figure->name);
        cr_expect(strstr(text, ",-0.0000") == NULL, "%s", figure->name);
        free(text);
    }
    labs_close(sets, count);
}
