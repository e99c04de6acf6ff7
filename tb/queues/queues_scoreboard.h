// What sema_queues promises to both sides, judged at its ports alone, in words of
// rtl/spec/queues.md but without its clocks:
//   - every operation that arrived is refused in the next clock, or taken once, as it arrived;
//   - in order: of a class without a domain, of a domain;
//   - it is offered only while its classes are ready;
//   - what finds its queue empty and is no copy is refused only if no place is free;
//   - at most three of a stream are in the block;
//   - the first of a class that is ready in every clock is taken in so many clocks: 64 if it is
//     latency-sensitive, 1,024 else;
//   - in the end nothing is left, and all places are free.
#pragma once

#include "csim/golden/queues.h"

enum { SCOREBOARD_TAGS = 1 << 16, SCOREBOARD_KEYS = 1024 };

struct scoreboard {
    struct queues_size size;
    bool lone; // one queue only, which is never empty: an operation is taken in every clock
    struct scoreboard_op {
        struct path_in op;
        uint64_t number; // among those placed of its key
        bool waits;
    } op[SCOREBOARD_TAGS]; // by tag
    uint64_t placed[SCOREBOARD_KEYS], taken[SCOREBOARD_KEYS];
    uint32_t first_for[SCOREBOARD_KEYS]; // clocks for which the first could have been taken
    unsigned in_queue[SCOREBOARD_KEYS];
    unsigned in_block[QUEUES_STREAMS];
    struct path_in arrived;
    bool arrives;
    uint32_t waits;
    uint32_t longest, behind; // clocks from arrival to offer of what is urgent, first and ready;
                              // how many waited then, at most
};

void scoreboard_init(struct scoreboard *board, const struct queues_size *size, bool lone);

// What is wrong in a clock; NULL: nothing.
const char *scoreboard_step(struct scoreboard *board, const struct queues_in *in,
                            const struct queues_out *out);

// What is wrong in the end.
const char *scoreboard_end(const struct queues_out *last, const struct scoreboard *board);
