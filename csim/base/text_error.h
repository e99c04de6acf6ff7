// Why something failed: one line of text, without a newline.
#pragma once

#include "csim/base/std.h"

enum { TEXT_ERROR_SIZE = 3000 };

struct text_error {
    char text[TEXT_ERROR_SIZE];
};

// What does not fit is cut off. Always returns false.
bool text_error_set(struct text_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
