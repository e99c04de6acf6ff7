// What nearly every file needs: of C11's library; memory; why something failed.
#pragma once

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What malloc and its like gave, which is there: without memory the program ends, with one line.
static inline void *memory_there(void *memory) {
    if (memory)
        return memory;
    fputs("semacredit: out of memory\n", stderr);
    exit(2);
}

enum { TEXT_ERROR_SIZE = 3000 };

// Why something failed: one line, without a newline.
struct text_error {
    char text[TEXT_ERROR_SIZE];
};

// What does not fit is cut off. Always returns false.
__attribute__((format(printf, 2, 3))) static inline bool text_error_set(struct text_error *error,
                                                                        const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}
