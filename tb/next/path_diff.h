// The fields of struct path_out by name: where two of them differ.
#ifndef SEMA_NEXT_PATH_DIFF_H
#define SEMA_NEXT_PATH_DIFF_H

#include <stdio.h>

#include "csim/next/block.h"

// Prints a line for each field that differs, indented: name, golden model's value, RTL's.
void path_diff_print(FILE *file, const struct path_out *golden, const struct path_out *rtl);

// The same of the block's other outputs.
void block_diff_print(FILE *file, const struct block_out *golden, const struct block_out *rtl);

#endif
