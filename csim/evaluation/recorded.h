// Results kept from an earlier time, read back from the tidy CSV that experiment_write wrote: P99
// of the latency-sensitive operations and goodput, as printed; nothing else.
#ifndef SEMA_RECORDED_H
#define SEMA_RECORDED_H

#include <stdio.h>

#include "csim/evaluation/experiment.h"

enum { RECORDED_MAX = 16 };

struct recorded {
    unsigned count;
    struct experiment_results sets[RECORDED_MAX];
};

// Reads the rows of whole experiments, one after another below one heading. False, with one line in
// `error`: a row is none of them, or one is missing. Free by recorded_close, also after failure.
bool recorded_read(FILE *file, struct recorded *recorded, struct text_error *error);
void recorded_close(struct recorded *recorded);

#endif
