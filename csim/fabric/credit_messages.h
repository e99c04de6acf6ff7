// Grant messages: how initiators learn of credit that came back at the receiver (paper, section 6:
// the receiver may coalesce newly available debt into the next grant). What comes back is gathered
// for each lane and reported in one message, a fixed time after the first return that it reports.
// Admission goes by what was reported, so that messages which are late or under way delay
// operations and never oversubscribe a lane. The endpoint's bound on commands is not gathered: a
// command leaves it with its own completion.
#pragma once

#include "csim/config/config.h"
#include "csim/interface/numbers.h"

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
