// Memory of many megabytes that is gone through in no order: in large pages where the system has
// them, or finding an address takes longer than what is there. From LARGE_LEAST on it begins at
// one; less is as malloc gives it. NULL when out of memory; the caller frees it.
#pragma once

#include "csim/base/std.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

enum { LARGE_PAGE = 1 << 21, LARGE_LEAST = 4 * LARGE_PAGE };

static inline void *large_open(size_t size) {
    if (size < LARGE_LEAST)
        return malloc(size);
    const size_t whole = (size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    void *const memory = aligned_alloc(LARGE_PAGE, whole);
#ifdef __linux__
    if (memory)
        madvise(memory, whole, MADV_HUGEPAGE); // if not, it is only slower
#endif
    return memory;
}

// The same, all zero.
static inline void *large_zero(size_t size) {
    void *const memory = large_open(size);
    return memory ? memset(memory, 0, size) : NULL;
}
