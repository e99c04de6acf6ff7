#define _DEFAULT_SOURCE // madvise
#include "csim/base/large.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { PAGE = 1 << 21 };

void *large_open(size_t size) {
    if (size < LARGE_LEAST)
        return malloc(size);
    const size_t whole = (size + PAGE - 1) / PAGE * PAGE;
    void *const memory = aligned_alloc(PAGE, whole);
#ifdef MADV_HUGEPAGE
    if (memory)
        madvise(memory, whole, MADV_HUGEPAGE); // if not, it is only slower
#endif
    return memory;
}

void *large_zero(size_t size) {
    void *const memory = large_open(size);
    return memory ? memset(memory, 0, size) : NULL;
}
