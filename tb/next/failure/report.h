// The text of a report.
#ifndef SEMA_NEXT_REPORT_H
#define SEMA_NEXT_REPORT_H

#include "tb/next/failure/failure.h"
#include "tb/next/failure/story.h"

void failure_report_write(const struct failure_case *failure, const struct scene *scene,
                          const struct story *story, FILE *file);

#endif
