// A point of the study: its runs, and the file of what came of them, FOLDER/POINT.rows. Its first
// line has the key of the point (collective_plan.h); a file with another key counts as not there.
// The others are those of three CSVs, each with the name of its CSV before it. Nothing in it
// depends on the host, the time or who wrote it.
#ifndef SEMA_COLLECTIVE_CHUNK_H
#define SEMA_COLLECTIVE_CHUNK_H

#include <stdbool.h>

#include "tb/collectives/collective_plan.h"

enum { COLLECTIVE_FILES = 3 };

// "runs": a row a run; "points": a row a policy of a point, means over the seeds with half the
// width of their 95 % intervals, and what semacredit changes against that policy, seed by seed;
// "steps": a row a step of those, means over the seeds.
extern const char *const collective_file[COLLECTIVE_FILES + 1];
extern const char *const collective_heading[COLLECTIVE_FILES];

// Makes sure that the point's file is there: a status (tb/cli/settings.h), the reason printed.
int collective_chunk_run(const struct collective_plan *plan, unsigned number, const char *folder);

// Is the file there? Where `files` is not NULL, its rows are added to them.
bool collective_chunk_read(const struct collective_plan *plan, unsigned point, const char *folder,
                           FILE *const *files);

#endif
