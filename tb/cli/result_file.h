// The files of results and reports, each written whole.
#ifndef SEMA_RESULT_FILE_H
#define SEMA_RESULT_FILE_H

#include <stdbool.h>
#include <stdio.h>

typedef void result_write(const void *context, FILE *file);

// Opens PATH, calls `write` and puts the file into place, its folder, too. False: reason printed.
bool whole_file(const char *path, result_write *write, const void *context);

// The same for build/results/NAME.
bool result_file(const char *name, result_write *write, const void *context);

// The same for build/reports/NAME, and notes which program wrote it (tb/cli/version.h).
bool report_file(const char *name, result_write *write, const void *context);

#endif
