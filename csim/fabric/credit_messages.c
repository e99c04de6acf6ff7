#include "csim/fabric/credit_messages.h"

#include <assert.h>
#include <stdlib.h>

void credit_messages_open(struct credit_messages *messages, const struct config *config) {
    *messages = (struct credit_messages){.interval_ps = config->grant_interval_ns * 1000,
                                         .delay_ps = config->grant_delay_ns * 1000};
    if (!credit_messages_direct(messages))
        messages->ring = memory_there(malloc(CREDIT_MESSAGES_UNDER_WAY * sizeof *messages->ring));
}

void credit_messages_gather(struct credit_messages *messages, uint64_t now_ps, unsigned lane,
                            uint64_t amount) {
    uint64_t *const credit = &messages->gathered.credit[lane];
    if (!messages->waiting) {
        messages->waiting = true;
        messages->due_ps = now_ps + messages->interval_ps;
    }
    messages->gathered.lanes += *credit == 0;
    *credit += amount;
}

bool credit_messages_ready(const struct credit_messages *messages, uint64_t now_ps) {
    return messages->waiting && messages->due_ps <= now_ps &&
           messages->under_way < CREDIT_MESSAGES_UNDER_WAY;
}

const struct credit_message *credit_messages_send(struct credit_messages *messages,
                                                  uint64_t now_ps) {
    assert(credit_messages_ready(messages, now_ps));
    struct credit_message *message =
        &messages->ring[(messages->first + messages->under_way++) % CREDIT_MESSAGES_UNDER_WAY];
    *message = messages->gathered;
    message->arrive_ps = now_ps + messages->delay_ps;
    messages->gathered = (struct credit_message){.lanes = 0};
    messages->waiting = false;
    return message;
}

const struct credit_message *credit_messages_first(const struct credit_messages *messages) {
    assert(messages->under_way > 0);
    return &messages->ring[messages->first];
}

struct credit_message credit_messages_take(struct credit_messages *messages) {
    const struct credit_message message = *credit_messages_first(messages);
    messages->first = (messages->first + 1) % CREDIT_MESSAGES_UNDER_WAY;
    messages->under_way--;
    return message;
}
