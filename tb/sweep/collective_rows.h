// The results of a point of the study of collectives: all policies and seeds, a column of a plan's
// row (tb/jobs/plan.h), of which scripts/paper makes CSVs. Numbers of a run have blanks between
// them, unrounded: the measures, then the time of each step; ";" ends it.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "csim/base/text_error.h"
#include "csim/config/config.h"

// Names of the measures, with blanks between them.
extern const char collective_measures[];

// Runs a point of this configuration, and writes its column. False, with one line in `error`: a run
// cannot be made, or its tasks were not in order.
bool collective_rows_run(const struct config *config, FILE *row, struct text_error *error);
