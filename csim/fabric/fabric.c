#include "csim/fabric/fabric.h"

#include <assert.h>

#include "csim/base/rng.h"

void fabric_init(struct fabric *fabric, const struct config *config, uint64_t seed) {
    *fabric = (struct fabric){.seed = seed,
                              .extra_ps = config->serialise_jitter_ps,
                              .spread_ps = config->serialise_jitter_spread_ps};
    for (unsigned p = 0; p < PATHS; p++)
        fabric->forward[p] = fabric->back[p] = (struct path){
            .gbps = config->path_gbps[p], .propagation_ps = config->path_ns[p] * 1000};
}

static uint64_t paths_send(struct path paths[PATHS], uint64_t now_ps, uint32_t bytes,
                           uint64_t extra_ps) {
    uint64_t least = UINT64_MAX;
    unsigned chosen = 0;
    for (unsigned p = 0; p < PATHS; p++) {
        uint64_t start = paths[p].free_ps > now_ps ? paths[p].free_ps : now_ps;
        uint64_t end = start + bytes_ps(bytes, paths[p].gbps) + extra_ps;
        if (end < least) {
            least = end;
            chosen = p;
        }
    }
    paths[chosen].free_ps = least;
    return least + paths[chosen].propagation_ps;
}

uint64_t fabric_forward(struct fabric *fabric, uint64_t now_ps, uint32_t wire_bytes,
                        uint32_t index) {
    uint64_t extra = 0;
    if (fabric->seed)
        extra = fabric->extra_ps +
                rng_fold(rng_at(fabric->seed, RNG_SERIALISE, index), fabric->spread_ps + 1);
    return paths_send(fabric->forward, now_ps, wire_bytes, extra);
}

uint64_t fabric_back(struct fabric *fabric, uint64_t now_ps, uint32_t bytes) {
    return paths_send(fabric->back, now_ps, bytes, 0);
}

// --- grant messages ---------------------------------------------------------------------------

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
