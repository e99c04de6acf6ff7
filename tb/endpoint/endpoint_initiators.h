// Initiators with their links: what they submit, receive and send again; some die.
#pragma once

#include "tb/endpoint/transport.h"

// What comes over a link: to the receiver, to the initiator; and its timers.
enum event_kind { REQUEST, OPERATION, DONE, GRANT, FULL, RESPONSE, FREE, TIMER };

static inline struct transport_op *op_of(struct transport *transport, uint32_t tag) {
    return &transport->op[tag % TRANSPORT_OPS];
}

static inline bool is_dead(const struct transport *transport, const struct transport_op *op) {
    return transport->initiator[op->initiator].dead;
}

// The receiver tells, over the link down: nothing is lost but grants; what the link repairs comes
// later.
void initiators_tell(struct transport *transport, uint64_t now, enum event_kind kind,
                     struct transport_message message);

// It has come: a grant, a refusal, a response, a write's end, or a timer.
void initiators_receive(struct transport *transport, uint64_t now, enum event_kind kind,
                        const struct transport_message *message);

// A clock: one dies, all submit.
void initiators_clock(struct transport *transport, uint64_t now);
