// The ports of one clock, for the other files of the library.
#ifndef SEMA_LIBRARY_PORTS_H
#define SEMA_LIBRARY_PORTS_H

#include <stddef.h>

#include "csim/golden/block.h"
#include "tb/library/semacredit.h"

enum { DIFFERENCE_BYTES = 400 };

struct semacredit_ports {
    struct path_size size;
    struct block_in in;
    struct block_out out;
    char difference[DIFFERENCE_BYTES];
};

// False: no size.
bool library_size(const char *text, struct path_size *size);

// The first difference in words; false: there is none.
bool library_differ(const struct path_size *size, const struct block_out *dut,
                    const struct block_out *ref, char *text, size_t bytes);

#endif
