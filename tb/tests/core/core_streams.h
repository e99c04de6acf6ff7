// Streams of operations, returns and window writes for the decision core: random ones, and ones
// that sit on the edge between fitting and not. In each, every clock of a build is compared with
// its golden model.
#ifndef SEMA_CORE_STREAMS_H
#define SEMA_CORE_STREAMS_H

#include "tb/dut/core.h"

enum { CORE_STREAMS = 6, CORE_TEXT_BYTES = 160 };

struct core_outcome {
    bool failed; // the rest says how
    uint64_t clock;
    char text[CORE_TEXT_BYTES]; // one line
};

// 0 to CORE_STREAMS - 1.
const char *core_stream_name(unsigned stream);

// Runs stream `number` on a new model of `build`, at most `most` clocks of it (0: all). A stream
// that grants or refuses hardly anything fails too: it would show little.
void core_stream_run(enum core_build build, unsigned number, uint64_t seed, uint64_t most,
                     struct core_outcome *outcome);

#endif
