// What tests of many folders share: workloads, files, texts.
#pragma once

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>

#include "csim/config/config.h"
#include "csim/traffic/traffic.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// Settings, "key=value" each; NULL ends them.
#define SETS(...) ((const char *const[]){__VA_ARGS__, NULL})

// The defaults, a workload's file over them unless it is NULL, and settings over both unless they
// are NULL. The test fails where one is refused.
struct config config_of(const char *workload, const char *const *sets);

// Fails unless `part` is in `text`.
void expect_part(const char *text, const char *part);

// EACH(suite, name, rows) { ... } is a test for each row of a table; its body is given the `row`.
#define EACH(suite, name, rows)                                                                    \
    static void suite##_##name##_row(const __typeof__((rows)[0]) *row);                            \
    ParameterizedTestParameters(suite, name) {                                                     \
        static unsigned row_numbers[COUNT(rows)];                                                  \
        for (unsigned i = 0; i < COUNT(rows); i++)                                                 \
            row_numbers[i] = i;                                                                    \
        return cr_make_param_array(unsigned, row_numbers, COUNT(rows));                            \
    }                                                                                              \
    ParameterizedTest(const unsigned *number, suite, name) {                                       \
        suite##_##name##_row(&(rows)[*number]);                                                    \
    }                                                                                              \
    static void suite##_##name##_row(const __typeof__((rows)[0]) *row)

// A stream into memory: `*text` is whole once it is closed. The caller frees it.
FILE *text_open(char **text);

// A folder for the files of one test, by TestSuite(..., .init = folder_make, .fini =
// folder_remove): its name with a file's behind it, in memory that the fourth next call uses again.
void folder_make(void);
void folder_remove(void);
const char *folder_path(const char *name);

// Whole files. What is read is ended by a zero, and the test fails unless it fits with that.
void file_write(const char *path, const void *bytes, size_t count);
size_t file_read(const char *path, void *bytes, size_t size);
