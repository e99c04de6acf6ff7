// What this program is made of, for --version and for reports.
#ifndef SEMA_VERSION_H
#define SEMA_VERSION_H

#include <stdbool.h>
#include <stddef.h>

#include "csim/base/text_error.h"

// One line: the commit, the compiler, the Verilator and the folder of the RTL.
const char *version_line(void);

extern const char *program_path; // as it was called

// "make PROGRAM && PROGRAM": what builds this program in the checkout and then calls it.
enum { CALL_BYTES = 600 };
void version_call(char *text, size_t size);

// Notes in FOLDER/versions.csv, `report,of`, that this program wrote the report FOLDER/NAME, whose
// own columns have no room for it. False: one line in `error`.
bool version_note(const char *report, struct text_error *error);

#endif
