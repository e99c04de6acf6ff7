// The workloads that there are: the configurations of a folder, NAME.yaml or NAME.yml each. A new
// file is a new workload.
#pragma once

#include "csim/config/config.h"

enum { WORKLOADS_MAX = 64, WORKLOAD_NAME_SIZE = 40, WORKLOAD_PATH_SIZE = 4096 };

// Sorted by name.
struct workloads {
    unsigned count;
    char name[WORKLOADS_MAX][WORKLOAD_NAME_SIZE];
};

// Functions that take `error` return false on failure and leave one line there.

// Lists a folder. False where it cannot be read or holds more than WORKLOADS_MAX. Of files whose
// names are none for a workload `left_out` is called, unless it is NULL.
bool workloads_list(struct workloads *workloads, const char *directory,
                    void (*left_out)(const char *directory, const char *file),
                    struct text_error *error);

#define WORKLOAD_NAME_RULE "letters, digits, _, - and, but first, ."

// Of these, fewer than WORKLOAD_NAME_SIZE.
bool workload_name_fits(const char *name);

// The file of a workload that is there; false: there is none, and which there are.
bool workload_path(const char *directory, const char *name, char path[WORKLOAD_PATH_SIZE],
                   struct text_error *error);

// Where a workload stands in tables: the number of its line in DIRECTORY/order.txt, which has a
// name a line, comments by '#'; UINT_MAX: it is not named there, or there is no such file.
unsigned workload_place(const char *directory, const char *name);

// Is it the name of a configuration's file, and not that of a workload? It ends in ".yaml" or
// ".yml".
bool workload_is_yaml(const char *text);

// Without that ending.
int workload_stem(const char *text);
