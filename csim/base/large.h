// Memory of many megabytes that is gone through in no order: in large pages where the system has
// them, or finding an address takes longer than what is there.
#ifndef SEMA_LARGE_H
#define SEMA_LARGE_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LARGE_LINE = 64, LARGE_PAGE = 1 << 21 };

// So many bytes from the start of a cache line, not cleared; NULL when out of memory. The caller
// frees them.
static inline void *large_open(size_t size) {
    const size_t aligned = size < 4 * LARGE_PAGE ? LARGE_LINE : LARGE_PAGE;
    void *const memory = aligned_alloc(aligned, (size + aligned - 1) / aligned * aligned);
#ifdef MADV_HUGEPAGE
    if (memory && aligned == LARGE_PAGE)
        madvise(memory, size, MADV_HUGEPAGE);
#endif
    return memory;
}

// The same, all zero.
static inline void *large_zero(size_t size) {
    void *const memory = large_open(size);
    return memory ? memset(memory, 0, size) : NULL;
}

#endif
