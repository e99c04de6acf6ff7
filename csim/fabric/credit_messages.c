#include "csim/fabric/credit_messages.h"

#include <assert.h>

void credit_messages_init(struct credit_messages *messages, const struct config *config,
                          const uint64_t window[LANES]) {
    const uint64_t percent = config->grant_threshold_percent;
    messages->interval_ps = config->grant_interval_ns * 1000;
    messages->delay_ps = config->grant_delay_ns * 1000;
    messages->gathered = (struct credit_message){.lanes = 0};
    messages->waiting = messages->timing = false;
    messages->first = messages->under_way = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        messages->enough[lane] = percent ? (window[lane] * percent + 99) / 100 : UINT64_MAX;
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
    if (*credit >= messages->enough[lane])
        messages->due_ps = now_ps;
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
