// Verilator's FST writer is compiled with this in front (-include): it ignores what fails of its
// files, those beside the FST file too, which are read as zeros then. One that has failed says so
// until it is closed.
#ifndef SEMA_FST_CLOSE_H
#define SEMA_FST_CLOSE_H

#ifdef __cplusplus
#include <cstdio> // takes a macro of this name back, once
extern "C" int fst_close(FILE *file);
#define fclose fst_close
#else
#include <stdio.h>
// As fclose(); fst_is_whole() knows of what failed.
int fst_close(FILE *file);
#endif

#endif
