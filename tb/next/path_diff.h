// The fields of struct path_out by name: where two of them differ.
#ifndef SEMA_NEXT_PATH_DIFF_H
#define SEMA_NEXT_PATH_DIFF_H

#include <stdio.h>

#include "csim/next/path.h"

// Prints a line for each field that differs, indented: name, golden model's value, RTL's.
void path_diff_print(FILE *file, const struct path_out *golden, const struct path_out *rtl);

#endif
