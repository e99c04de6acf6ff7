// The verdicts of `semacredit claims`: each published number over the paper's seeds, over many, at
// the neighbours of its workloads, and with two identical policies.
#ifndef SEMA_PUBLISHED_VERDICTS_H
#define SEMA_PUBLISHED_VERDICTS_H

#include <stdbool.h>

#include "csim/evaluation/neighbour.h"
#include "csim/evaluation/published.h"
#include "tb/sweep/sweep_runner.h"

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
    struct verdict of[VERDICTS_MAX];
};

// Puts into the plan what verdicts over `seeds` seeds need: the experiments that published numbers
// are about, and of each neighbour their runs that published numbers name, over the paper's seeds.
void verdicts_plan(struct sweep_runner *runner, unsigned seeds);

// The verdicts of that plan once it has run. False: the reason has been printed.
bool verdicts_evaluate(const struct sweep_runner *runner, unsigned seeds,
                       struct verdicts *verdicts);

#endif
