// The verdicts on the paper's published numbers: what `claims` found, and how it is shown.
#ifndef SEMA_VERDICTS_H
#define SEMA_VERDICTS_H

#include "csim/evaluation/neighbour.h"
#include "csim/evaluation/published.h"

// The verdicts: each published number over the paper's seeds, over many, at the neighbours of its
// workloads, and with two identical policies.
enum { VERDICTS_MAX = 96 };

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

// "ok" or "miss".
const char *verdict_word(bool holds);

// A table on the terminal, what is to be said of the misses, and how much the verdicts weigh.
void verdicts_print(const struct verdicts *verdicts);

#endif
