// LiteDRAM controllers, Verilated, each with a memory behind it, in a library of their own that
// scripts/endpoint/litedram.sh makes where it can: one takes a memory's place (memory.h).
#pragma once

#include "tb/endpoint/endpoint_rtl.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LITEDRAM_PAGE = 4096 };

// What the library has under the name `litedram`.
struct litedram {
    // So many, set up and at work.
    void (*open)(unsigned count);
    // What `index` shows beside what the endpoint does; the edge.
    void (*drive)(unsigned index, const struct axi_out *out, struct axi_in *in);
    void (*clock)(unsigned index);
    // A page of its memory, over its port, when the endpoint rests.
    void (*read)(unsigned index, uint32_t address, uint8_t page[LITEDRAM_PAGE]);
};

#ifdef __cplusplus
}
#endif
