// What nearly every file needs: of C11's library, and memory.
#pragma once

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What malloc and its like gave, which is there: without memory the program ends, with one line.
static inline void *memory_there(void *memory) {
    if (memory)
        return memory;
    fputs("semacredit: out of memory\n", stderr);
    exit(2);
}
