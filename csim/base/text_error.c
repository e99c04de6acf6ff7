#include "csim/base/text_error.h"

#include <stdarg.h>

bool text_error_set(struct text_error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}
