// Arrays of what a file of traffic says, which grow by one element at a time.
#ifndef SEMA_ARRAY_H
#define SEMA_ARRAY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// The array with room for one element behind its `count` ones of `size` bytes; `room` is how many
// it has room for. NULL: out of memory; the array is as it was, and its caller's.
static inline void *array_grow(void *array, uint32_t *room, uint32_t count, size_t size) {
    if (count < *room)
        return array;
    const uint32_t more = *room ? 2 * *room : 256;
    void *const larger = realloc(array, more * size);
    if (larger)
        *room = more;
    return larger;
}

#endif
