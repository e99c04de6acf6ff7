// Memory of many megabytes that is gone through in no order: in large pages where the system has
// them, or finding an address takes longer than what is there.
#ifndef SEMA_LARGE_H
#define SEMA_LARGE_H

#include <stddef.h>

// From this size on it begins at a large page; less is as malloc gives it.
enum { LARGE_LEAST = 1 << 23 };

// So many bytes; all zero. NULL when out of memory. The caller frees them.
void *large_open(size_t size);
void *large_zero(size_t size);

#endif
