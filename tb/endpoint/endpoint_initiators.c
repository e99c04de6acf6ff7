#include "tb/endpoint/transport.h"

// ---- links --------------------------------------------------------------------------------------

static bool fated(struct transport *transport) {
    return rng_chance(&transport->fate, transport->setup.faults, 1000);
}

static void post(struct transport *transport, uint64_t time, enum event_kind kind,
                 struct transport_message message) {
    const uint32_t place = transport->pool_free[--transport->pool_count];
    transport->pool[place] = message;
    event_post(transport->events, time, kind, place);
}

void initiators_tell(struct transport *transport, uint64_t now, enum event_kind kind,
                     struct transport_message message) {
    const bool fault = fated(transport);
    if (fault && kind == GRANT)
        return;
    post(transport, now + TRANSPORT_FLIGHT * (fault ? 3u : 1u), kind, message);
}

// Up, over its initiator's link: it may be lost, or come twice. A `done` is only late, or twice.
static void up(struct transport *transport, uint64_t now, const struct transport_op *op,
               enum event_kind kind, uint32_t bytes, struct transport_message message) {
    struct transport_initiator *const from = &transport->initiator[op->initiator];
    if (from->dead)
        return;
    from->link = (from->link > now ? from->link : now) +
                 (TRANSPORT_HEADER + bytes + TRANSPORT_LINK - 1) / TRANSPORT_LINK;
    const uint64_t arrives = from->link + TRANSPORT_FLIGHT;
    const bool fault = fated(transport), twice = fated(transport);
    if (!fault || kind == DONE)
        post(transport, arrives + (fault ? 2 * TRANSPORT_FLIGHT : 0), kind, message);
    if (twice)
        post(transport, arrives + rng_below(&transport->fate, 2 * TRANSPORT_FLIGHT), kind, message);
}

// ---- what they do -------------------------------------------------------------------------------

static void send_request(struct transport *transport, uint64_t now, const struct transport_op *op) {
    up(transport, now, op, REQUEST, 0, (struct transport_message){.tag = op->op.tag});
}

static void send_operation(struct transport *transport, uint64_t now,
                           const struct transport_op *op) {
    up(transport, now, op, OPERATION, op->op.opcode == OPCODE_READ ? 0 : op->op.length,
       (struct transport_message){op->op.tag, op->handle});
}

static void set_timer(struct transport *transport, uint64_t now, struct transport_op *op) {
    post(transport, now + op->patience, TIMER, (struct transport_message){.tag = op->op.tag});
    if (op->patience < TRANSPORT_PATIENCE_MOST)
        op->patience *= 2;
}

// False: its place is not free yet.
static bool submit(struct transport *transport, uint64_t now, unsigned initiator, bool urgent,
                   uint64_t since) {
    const struct transport_setup *const setup = &transport->setup;
    const uint32_t tag = transport->submitted + 1;
    struct transport_op *const op = op_of(transport, tag);
    if (transport->submitted == setup->operations ||
        (op->used && (!(op->finished || is_dead(transport, op)) || op->open > 0)))
        return false;
    *op = (struct transport_op){.initiator = (uint8_t)initiator,
                                .used = true,
                                .patience = TRANSPORT_PATIENCE,
                                .submitted = since};
    (urgent ? traffic_urgent : traffic_bulk)(setup->of, &setup->size, &transport->rng, &op->op);
    op->op.tag = tag;
    if (!urgent && !operation_is_atomic(&op->op) && op->op.length > setup->length)
        op->op.length = setup->length;
    if (rng_below(&transport->rng, 20) == 0)
        op->op.domain = (uint8_t)(1 + initiator);
    transport->submitted++;
    send_request(transport, now, op);
    set_timer(transport, now, op);
    return true;
}

static void submit_all(struct transport *transport, uint64_t now) {
    const struct transport_setup *const setup = &transport->setup;
    for (unsigned i = 0; i < setup->initiators; i++) {
        struct transport_initiator *const of = &transport->initiator[i];
        if (of->dead)
            continue;
        if (of->bulk < setup->bulk && submit(transport, now, i, false, now))
            of->bulk++;
        if (setup->urgent_every > 0 && of->urgent <= now &&
            submit(transport, now, i, true, of->urgent))
            of->urgent = now + 1 + rng_exponential(&transport->rng, setup->urgent_every);
    }
    if (transport->from == 0 && transport->finished >= setup->operations / 10) {
        transport->from = now;
        transport->from_bytes = transport->bytes;
    }
    if (transport->until == 0 && transport->submitted == setup->operations) {
        transport->until = now;
        transport->until_bytes = transport->bytes;
    }
}

static void finish(struct transport *transport, uint64_t now, struct transport_op *op) {
    if (op->finished || is_dead(transport, op))
        return;
    op->finished = true;
    transport->finished++;
    transport->bytes += op->op.length;
    if (op->op.tag > transport->setup.operations / 20)
        sample_add(op->op.urgent ? &transport->urgent : &transport->bulk, now - op->submitted);
    if (!op->op.urgent)
        transport->initiator[op->initiator].bulk--;
}

static void receive_grant(struct transport *transport, uint64_t now, struct transport_op *op,
                          uint32_t handle) {
    if (op->granted)
        return;
    op->granted = true;
    op->handle = handle;
    op->patience = TRANSPORT_PATIENCE;
    send_operation(transport, now, op);
    set_timer(transport, now, op);
}

static void timed_out(struct transport *transport, uint64_t now, struct transport_op *op) {
    if (op->finished || is_dead(transport, op))
        return;
    transport->sent_again++;
    if (op->granted)
        send_operation(transport, now, op);
    else
        send_request(transport, now, op);
    set_timer(transport, now, op);
}

// What they have sent still comes.
static void die(struct transport *transport, uint64_t now) {
    const struct transport_setup *const setup = &transport->setup;
    if (transport->died > 0 || setup->dead == 0 ||
        transport->submitted < setup->operations / 100 * setup->dies)
        return;
    for (unsigned i = 1; i <= setup->dead; i++)
        transport->initiator[setup->initiators - i].dead = true;
    transport->died = now;
    for (unsigned i = 0; i < TRANSPORT_OPS; i++) {
        const struct transport_op *const op = &transport->op[i];
        transport->lost += op->used && is_dead(transport, op) && !op->finished;
    }
}

void initiators_receive(struct transport *transport, uint64_t now, enum event_kind kind,
                        const struct transport_message *message) {
    struct transport_op *const op = op_of(transport, message->tag);
    if (!op->used || op->op.tag != message->tag)
        return;
    switch (kind) {
    case GRANT:
        if (!is_dead(transport, op))
            receive_grant(transport, now, op, message->handle);
        break;
    case FULL: // it tries again a little later, as the timer would
        if (!op->granted)
            post(transport, now + 1000 + rng_below(&transport->fate, 1000), REQUEST, *message);
        break;
    case RESPONSE:
        if (is_dead(transport, op))
            break;
        finish(transport, now, op);
        up(transport, now, op, DONE, 0, *message);
        break;
    case FREE:
        finish(transport, now, op);
        break;
    default:
        timed_out(transport, now, op);
    }
}

void initiators_clock(struct transport *transport, uint64_t now) {
    die(transport, now);
    submit_all(transport, now);
}
