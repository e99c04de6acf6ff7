// The fabric between initiators and target: four serialisation queues there, four back (paper,
// table 2). Integer picoseconds; serialisation times are rounded up.
#pragma once

#include "csim/config/config.h"
#include "csim/interface/numbers.h"

struct path {
    uint64_t free_ps;        // when the last bit accepted so far has left
    uint64_t gbps;           // rate; Gb/s are bits per nanosecond
    uint64_t propagation_ps; // one way
};

struct fabric {
    struct path forward[PATHS];
    struct path back[PATHS];
    uint64_t seed;      // 0: nothing is perturbed
    uint64_t extra_ps;  // perturbed: added to each forward serialisation, at least this,
    uint64_t spread_ps; // at most this more
};

void fabric_init(struct fabric *fabric, const struct config *config, uint64_t seed);

// Sends `wire_bytes` of operation `index` to the target at `now_ps`, over the path that is through
// with them first (ties: the lowest; propagation does not take part): when it arrives. `now_ps`
// never decreases from call to call. The perturbation depends on the seed and the operation only.
uint64_t fabric_forward(struct fabric *fabric, uint64_t now_ps, uint32_t wire_bytes,
                        uint32_t index);

// The same for the response on its way back; never perturbed.
uint64_t fabric_back(struct fabric *fabric, uint64_t now_ps, uint32_t bytes);

// Time that `bytes` take at `gbps`, rounded up.
static inline uint64_t bytes_ps(uint64_t bytes, uint64_t gbps) {
    return (bytes * 8000 + gbps - 1) / gbps;
}

// --- grant messages ---------------------------------------------------------------------------
//
// How initiators learn of credit that came back at the receiver (paper, section 6: the receiver may
// coalesce newly available debt into the next grant). What comes back is gathered for each lane and
// reported in one message, a fixed time after the first return that it reports. Admission goes by
// what was reported, so that messages which are late or under way delay operations and never
// oversubscribe a lane. The endpoint's bound on commands is not gathered: a command leaves it with
// its own completion.

// Our choice, as the paper has no format: a header, and a word for each lane that it reports.
enum { CREDIT_MESSAGE_HEADER_BYTES = 8, CREDIT_MESSAGE_LANE_BYTES = 4 };

// Messages that may be under way at a time. While there are so many, the next one waits, gathering.
enum { CREDIT_MESSAGES_UNDER_WAY = 256 };

struct credit_message {
    uint64_t arrive_ps;
    uint64_t credit[ALL_LANES]; // in the policy's units
    unsigned lanes;             // with credit
};

// Open value.
struct credit_messages {
    uint64_t interval_ps, delay_ps;
    struct credit_message gathered; // the next message,
    bool waiting;                   // where it has credit,
    uint64_t due_ps;                // and when it leaves at the latest
    bool timing;                    // the caller's: a timer runs that ends no later than that
    struct credit_message *ring;    // of CREDIT_MESSAGES_UNDER_WAY; NULL: all are reported at once
    unsigned first, under_way;
};

static inline uint64_t credit_message_bytes(unsigned lanes) {
    return CREDIT_MESSAGE_HEADER_BYTES + (uint64_t)lanes * CREDIT_MESSAGE_LANE_BYTES;
}

void credit_messages_open(struct credit_messages *messages, const struct config *config);

// Is each return reported at once, in a message of its own that takes no time? Then the other
// functions have nothing to do.
static inline bool credit_messages_direct(const struct credit_messages *messages) {
    return (messages->interval_ps | messages->delay_ps) == 0;
}

// Credit of a lane has come back.
void credit_messages_gather(struct credit_messages *messages, uint64_t now_ps, unsigned lane,
                            uint64_t amount);

// Is there a message that can and should leave?
bool credit_messages_ready(const struct credit_messages *messages, uint64_t now_ps);

// It leaves. Valid until the next call.
const struct credit_message *credit_messages_send(struct credit_messages *messages,
                                                  uint64_t now_ps);

// The first of those under way, of which there is one; and the same, which has arrived.
const struct credit_message *credit_messages_first(const struct credit_messages *messages);
struct credit_message credit_messages_take(struct credit_messages *messages);
