// The text of a report.
#ifndef SEMA_BLOCK_REPORT_H
#define SEMA_BLOCK_REPORT_H

#include "tb/block/failure/failure.h"
#include "tb/block/failure/failure_story.h"

void failure_report_write(const struct failure_case *failure, const struct scene *scene,
                          const struct story *story, FILE *file);

#endif
