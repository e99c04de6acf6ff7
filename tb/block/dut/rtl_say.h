// Verilator's messages. Its run time is compiled with this header included and these two in place
// of its own: printf, and the end of the program at a failed assertion.
#pragma once

#define VL_USER_STOP
#define VL_PRINTF rtl_say

int rtl_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Its writer of waves does not look whether its files could be written: their end does. As fclose.
#include <cstdio>
extern "C" int rtl_close(FILE *file);
#ifdef RTL_CLOSE
#define fclose rtl_close
#endif
