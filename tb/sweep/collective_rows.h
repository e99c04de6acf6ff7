// What comes of a point of the study: rows of three CSVs. In the plan's row (tb/jobs/plan.h) they
// are one column, each with the name of its CSV before it and ";" behind it.
#ifndef SEMA_COLLECTIVE_ROWS_H
#define SEMA_COLLECTIVE_ROWS_H

#include <stdbool.h>
#include <stdio.h>

#include "csim/base/text_error.h"
#include "csim/config/config.h"

#define COLLECTIVE_KEY "domain,collective,gpus,bytes"
enum { COLLECTIVE_FILES = 3 };

// "runs": a row a run; "points": a row a policy of a point, means over the seeds with half the
// width of their 95 % intervals, and what semacredit changes against that policy, seed by seed;
// "steps": a row a step of those, means over the seeds.
extern const char *const collective_file[COLLECTIVE_FILES + 1];
extern const char *const collective_heading[COLLECTIVE_FILES];

// Runs a point of this configuration, and writes its column. False, with one line in `error`: a run
// cannot be made, or its tasks were not in order.
bool collective_rows_run(const struct config *config, FILE *row, struct text_error *error);

// Writes those rows of a column that are of one CSV.
void collective_rows_write(const char *key, const char *text, size_t length, unsigned file,
                           FILE *to);

#endif
