// Why something failed: one line of text, without a newline.
#pragma once

#include <stdarg.h>

#include "csim/base/std.h"

enum { TEXT_ERROR_SIZE = 3000 };

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
