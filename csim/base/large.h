// Memory of many megabytes that is gone through in no order: in large pages where the system has
// them, or finding an address takes longer than what is there. From LARGE_LEAST on it begins at
// one; less is as malloc gives it. The caller frees it.
#pragma once

#include "csim/base/std.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

enum { LARGE_PAGE = 1 << 21, LARGE_LEAST = 4 * LARGE_PAGE };

static inline void *large_open(size_t size) {
    if (size < LARGE_LEAST)
        return memory_there(malloc(size));
    const size_t whole = (size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    void *const memory = memory_there(aligned_alloc(LARGE_PAGE, whole));
#ifdef __linux__
    madvise(memory, whole, MADV_HUGEPAGE); // if not, it is only slower
#endif
    return memory;
}

// The same, all zero.
static inline void *large_zero(size_t size) {
    return memset(large_open(size), 0, size);
}
