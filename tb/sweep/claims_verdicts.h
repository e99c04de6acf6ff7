// The verdicts of `semacredit claims`: each published number over the paper's seeds, over many, at
// the neighbours of its workloads, and with two identical policies.
#ifndef SEMA_CLAIMS_VERDICTS_H
#define SEMA_CLAIMS_VERDICTS_H

#include <stdbool.h>

#include "csim/evaluation/claim.h"
#include "csim/evaluation/neighbour.h"
#include "tb/sweep/study.h"

enum { VERDICTS_MAX = 64 };

struct verdict {
    const struct claim *claim;
    struct claim_outcome paper;            // over the paper's seeds
    struct claim_outcome many;             // over as many as asked for
    struct claim_outcome near[NEIGHBOURS]; // over the paper's seeds, neighbours 1 to NEIGHBOURS
    unsigned kept;                         // of those the ones with the verdict of `paper`
    bool identical_holds;                  // two identical policies would pass as well
};

struct verdicts {
    unsigned count, seeds;
    struct verdict of[VERDICTS_MAX];
};

// Puts into the plan what verdicts over `seeds` seeds need: the experiments that claims are about,
// and of each neighbour their runs that claims name, over the paper's seeds.
void verdicts_plan(struct study *study, unsigned seeds);

// The verdicts of that plan once it has run. False: the reason has been printed.
bool verdicts_evaluate(const struct study *study, unsigned seeds, struct verdicts *verdicts);

#endif
