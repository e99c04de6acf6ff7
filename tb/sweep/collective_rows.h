// The results of a point of the study of collectives: all policies and seeds, a column of a plan's
// row (tb/jobs/plan.h), of which scripts/paper makes CSVs. Numbers of a run have blanks between
// them, unrounded: the measures, then the time of each step; ";" ends it.
#pragma once

#include "csim/config/config.h"
#include "csim/policy/policy.h"
#include "csim/simulator/simulate.h"
#include "csim/tasks/task_graph.h"

// Names of the measures, with blanks between them.
extern const char collective_measures[];

// Runs a point of this configuration, and writes its column. False, with one line in `error`: a run
// cannot be made, or its tasks were not in order.
bool collective_rows_run(const struct config *config, FILE *row, struct text_error *error);

// --- one run: a policy, a seed, the scoreboard of tasks beside it ------------------------------

struct collective_outcome {
    struct simulate_result result;
    uint64_t operations;
    double completion_ns; // from the first task of a step to the last one's completion
    double spread_ns;     // from the first GPU that has received all to the last
    double link_percent;  // bytes of the steps' tasks over what the links carry in that time
    // What waited for what: from the last task back, by the last of what each waited for. The
    // receiver whose tasks take most of that time, and its share of it.
    uint32_t waited_for;
    double waited_percent;
    // Operations in an ns of the steps, at the receiver with most of them. Above 1 a block with a
    // clock of 1 ns, which decides one a clock, would be the limit.
    double decisions_per_ns;
    uint32_t steps;
    double *step_ns; // each step's completion after that of the steps before it; the caller's
};

// Runs the tasks of a collective; `outcome->step_ns` has room for all steps, of which there are
// collective_steps. False, with one line in `error`: it cannot be run, or not to its end, or its
// tasks are not in order.
bool collective_run(const struct config *config, const struct policy *policy, uint64_t seed,
                    const struct task_graph *graph, struct collective_outcome *outcome,
                    struct text_error *error);
uint32_t collective_steps(const struct task_graph *graph);
