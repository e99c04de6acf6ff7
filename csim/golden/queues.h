// Queues in front of the block's port, clock by clock: rtl/spec/queues.md. The golden model of
// sema_queues.
#pragma once

#include "csim/golden/path.h"

enum {
    QUEUES_ENTRIES = 1024,
    QUEUES_STREAMS = 64,
    QUEUES_MOST = 3 * (PATH_HBM + PATH_ATOMIC) * (1 + PATH_RESPONSE) + QUEUES_STREAMS,
};

// Parameters of 11.1; `entries` and `streams` are powers of two.
struct queues_size {
    struct path_size block;
    uint16_t entries, streams;
};

// What the inputs carry in a clock: reset, an operation that arrives, `small_limit`; and what the
// block shows in this clock.
struct queues_in {
    struct path_in op;
    bool ready[PATH_GROUPS][PATH_LANES];
    bool decision, answer;
    uint8_t decision_domain, answer_domain;
};

struct queues_out {
    bool in_ready, full;
    uint64_t full_tag;    // means nothing without `full`
    struct path_in offer; // its op_ fields; without op_valid the others mean nothing
    uint16_t used;
};

// An operation that waits, and what decides its turn.
struct queued {
    struct path_in op;
    uint16_t queue;
    uint8_t group, stage, response; // lanes; without a response engine `response` is its stage
};

// Plain value; private to queues.c but for its size.
struct queues {
    struct queues_size size;
    uint32_t now, left, waits;             // clocks since reset; free places; operations that wait
    struct queued waiting[QUEUES_ENTRIES]; // in the order in which they were placed
    uint16_t count[QUEUES_MOST];           // of each queue
    uint16_t order[QUEUES_MOST];           // queues, the one served longest ago first
    struct queued arrived, offered;
    bool up, arrives, offers, frees;
    int read; // a queue, -1: none
    bool ready_before[PATH_GROUPS][PATH_LANES], few_before;
    uint32_t known_from[QUEUES_STREAMS];
    uint8_t in_block[QUEUES_STREAMS];
};

// As after a reset; the first clock is one with rst_n low.
void queues_init(struct queues *queues, const struct queues_size *size);

// One clock: what the outputs show in it.
void queues_step(struct queues *queues, const struct queues_in *in, struct queues_out *out);

// Of 11.2, in the order of 11.3. `small_limit` is that of op.
struct queued queues_place(const struct queues_size *size, const struct path_in *op);
