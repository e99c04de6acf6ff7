// The files of results and reports, each written whole; and what the program that wrote them is
// made of, for --version, too.
#pragma once

#include "csim/base/std.h"

typedef void result_write(const void *context, FILE *file);

// Opens PATH, calls `write` and puts the file into place, its folder, too. False: reason printed.
bool whole_file(const char *path, result_write *write, const void *context);

// The same for build/reports/NAME; and notes in versions.csv there, `report,of`, which program
// wrote it, as its own columns have no room for that.
bool report_file(const char *name, result_write *write, const void *context);

// Standard output of the program: what it says there is there, or its status says that it is not.
// Comes first. Lines appear as they are printed, also in a file or a pipe. A standard stream that
// is closed is kept from becoming the next file that is opened.
void standard_open(void);

// The status to end with: `status`, or STATUS_USAGE instead of STATUS_FINE, with a line on
// standard error, where something of standard output could not be written.
int standard_close(int status);

// One line: the commit, the compiler, the Verilator, the folder of the RTL and its planted bug.
const char *version_line(void);

// Of which RTL, for names of files: "" for rtl/, else "-FOLDER" or "-PLANTED_BUG".
const char *version_suffix(void);
enum { SUFFIX_BYTES = 64 };
void version_suffix_of(char text[SUFFIX_BYTES], const char *folder); // two folders have two

// "~" and eight digits behind the name of a file: of two texts of which it has lost something they
// differ.
enum { MARK_BYTES = 10 };
void name_mark(char mark[MARK_BYTES], const char *of, size_t length);

extern const char *program_path; // as it was called

// "make PROGRAM && PROGRAM": what builds this program in the checkout and then calls it.
enum { CALL_BYTES = 600 };
void version_call(char *text, size_t size);

// The command that plays all scenarios on the same RTL, or those of a file; NULL: of this size
// there is none. `text` is the caller's.
const char *version_scenarios(char text[CALL_BYTES]);
const char *version_scenario(char text[CALL_BYTES], const char *path);
