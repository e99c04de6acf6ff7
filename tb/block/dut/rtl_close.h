// The writer of waves is compiled with this header included: it does not look whether its files
// could be written, so that their end does.
#ifndef SEMA_BLOCK_RTL_CLOSE_H
#define SEMA_BLOCK_RTL_CLOSE_H

#include <cstdio>

extern "C" int rtl_close(FILE *file); // as fclose
#define fclose rtl_close

#endif
