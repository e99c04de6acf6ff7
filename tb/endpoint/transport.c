#include "tb/endpoint/transport.h"

// ---- opening ------------------------------------------------------------------------------------

void transport_open(struct transport *transport, const struct transport_setup *setup) {
    memset(transport, 0, sizeof *transport);
    transport->setup = *setup;
    transport->rng = rng_stream(setup->seed, RNG_TRAFFIC);
    transport->fate = rng_stream(setup->seed, RNG_LOSS);
    for (uint32_t i = 0; i < TRANSPORT_POOL; i++)
        transport->pool_free[transport->pool_count++] = i;
    transport->events = event_queue_open(TRANSPORT_POOL, 1);
    sample_open(&transport->urgent, setup->operations + 1);
    sample_open(&transport->bulk, setup->operations + 1);
}

void transport_close(struct transport *transport) {
    event_queue_close(transport->events);
    sample_close(&transport->urgent);
    sample_close(&transport->bulk);
}

// ---- small things -------------------------------------------------------------------------------

static void wrong(struct transport *transport, uint64_t now, uint32_t tag, const char *what) {
    if (transport->wrong[0])
        return;
    transport->wrong_clock = now;
    transport->wrong_tag = tag;
    snprintf(transport->wrong, sizeof transport->wrong, "%s", what);
}

static void ring_put(struct transport_ring *ring, uint32_t word) {
    ring->word[(ring->first + ring->count++) % TRANSPORT_OPS] = word;
}

static uint32_t ring_first(const struct transport_ring *ring) {
    return ring->word[ring->first];
}

static void ring_pop(struct transport_ring *ring) {
    ring->first = (ring->first + 1) % TRANSPORT_OPS;
    ring->count--;
}

static struct transport_held *held_of(struct transport *transport, uint32_t handle) {
    return &transport->held[path_id(&transport->setup.size, handle)];
}

static uint32_t tag_of(const struct transport *transport, uint64_t tag) {
    return (uint32_t)(tag & ((UINT64_C(1) << (transport->setup.size.tag_w - 8)) - 1));
}

// ---- the receiver's transport -------------------------------------------------------------------

// Of a reservation that was granted: once, whatever comes twice.
static void enter(struct transport *transport, uint32_t handle, bool null) {
    struct transport_held *const held = held_of(transport, handle);
    if (!held->held || held->handle != handle || held->entered)
        return;
    const struct transport_op *const op = op_of(transport, held->tag);
    const unsigned stage = operation_stage(&transport->setup.size, &op->op);
    held->entered = true;
    held->null = null;
    ring_put(&transport->stage[stage], handle);
    if (++transport->queued[stage] > transport->longest)
        transport->longest = transport->queued[stage];
}

// A copy that was queued behind its original, and is granted when that is complete, is executed as
// nothing; so is what was granted to the dead.
static void granted(struct transport *transport, uint64_t now, uint32_t tag, uint32_t handle,
                    bool again) {
    struct transport_op *const op = op_of(transport, tag);
    struct transport_held *const held = held_of(transport, handle);
    if (!again) {
        if (held->held)
            wrong(transport, now, tag, "is granted with the handle of another one");
        *held = (struct transport_held){.handle = handle, .tag = tag, .held = true, .granted = now};
        op->open++;
        op->holds = true;
        op->granted_as = handle;
    }
    if (op->complete || is_dead(transport, op))
        enter(transport, handle, true);
    else
        initiators_tell(transport, now, GRANT, (struct transport_message){tag, handle});
}

static void freed(struct transport *transport, uint64_t now, uint32_t handle) {
    struct transport_held *const held = held_of(transport, handle);
    struct transport_op *const op = op_of(transport, held->tag);
    if (!held->held || held->handle != handle) {
        wrong(transport, now, held->tag, "is complete, and was not held");
        return;
    }
    held->held = op->holds = false;
    op->open--;
    op->complete |= !held->null;
    if (op->op.opcode == OPCODE_WRITE && !held->null)
        initiators_tell(transport, now, FREE, (struct transport_message){held->tag, handle});
}

static void returned(struct transport *transport, uint64_t now, const struct path_out *out) {
    const struct path_size *const size = &transport->setup.size;
    CHANNELS_EACH (k, path_channel_set(out->return_kind)) {
        struct transport_held *const held = held_of(transport, out->return_handle[k]);
        const unsigned kind = k == 0 ? 0 : k <= size->atomic ? 1 : 2;
        if (out->return_kind[k] != RETURN_BACK || k + 1 == path_channels(size) || !held->held)
            continue;
        transport->trip[kind] += now - held->granted;
        transport->trips[kind]++;
        if (kind < 2)
            transport->queued[operation_stage(size, &op_of(transport, held->tag)->op)]--;
    }
}

static void observe_block(struct transport *transport, uint64_t now, const struct endpoint_out *out,
                          const struct path_out *block) {
    const uint32_t decided = tag_of(transport, block->decision_tag);
    const uint32_t answered = tag_of(transport, block->answer_tag);
    returned(transport, now, block);
    if (block->decision_kind)
        op_of(transport, decided)->open--;
    if (block->decision_kind == 1)
        granted(transport, now, decided, block->decision_handle, false);
    if (block->decision_kind == 2)
        wrong(transport, now, decided, "is rejected");
    if (block->answer_kind == ANSWER_HELD || block->answer_kind == ANSWER_WAITS) {
        transport->copies++;
        op_of(transport, answered)->open--;
    }
    if (block->answer_kind == ANSWER_HELD)
        granted(transport, now, answered, block->answer_handle, true);
    CHANNELS_EACH (k, path_channel_set(block->free_valid)) {
        freed(transport, now, block->free_handle[k]);
    }
    if (out->full) {
        struct transport_op *const op = op_of(transport, out->full_tag);
        transport->refused++;
        op->seen = --op->open > 0;
        initiators_tell(transport, now, FULL, (struct transport_message){.tag = out->full_tag});
    }
}

static bool fated_copy(struct transport *transport) {
    return rng_chance(&transport->fate, 1, 8);
}

static void drive_request(struct transport *transport, uint64_t now, const struct endpoint_out *out,
                          struct path_in *in) {
    struct transport_ring *const ring = &transport->requests;
    if (ring->count == 0 || !out->in_ready)
        return;
    struct transport_op *const op = op_of(transport, ring_first(ring));
    const uint32_t length = op->op.length;
    ring_pop(ring);
    // Of copies the transport knows by itself which operation is complete, or granted as what: the
    // block's queues would keep a copy back while its original holds the window, whose grant is
    // lost. So the block sees few of them.
    if (op->holds)
        initiators_tell(transport, now, GRANT,
                        (struct transport_message){op->op.tag, op->granted_as});
    if (op->complete || (op->seen && op->open > 0 && !fated_copy(transport)))
        return;
    const bool brings = op->op.opcode == OPCODE_WRITE;
    in->op_valid = true;
    in->op_again = op->seen;
    in->op_tag = op->op.tag;
    in->op_opcode = op->op.opcode;
    in->op_stage = op->op.stage;
    in->op_length = brings ? length : 0;
    in->op_response_length = brings ? 0 : length;
    in->op_wire_bytes = TRANSPORT_HEADER + (brings ? length : 0);
    in->op_urgent = op->op.urgent;
    in->op_domain = op->op.domain;
    op->seen = true;
    op->open++;
}

// ---- stages and what they must answer -----------------------------------------------------------

static uint64_t word_at(const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

// What the operation does to the memory, and what it must return, once its last beat has entered.
static void execute(struct transport *transport, unsigned stage, struct transport_held *held) {
    const struct operation *const op = &op_of(transport, held->tag)->op;
    uint8_t *const at = transport->shadow[stage] + op->address;
    if (operation_is_atomic(op)) {
        const uint64_t was = word_at(at);
        const uint64_t add = held->null ? 0 : op->operand;
        const bool swaps =
            op->opcode == OPCODE_SWAP || (op->opcode == OPCODE_COMPARE && was == op->compare);
        const uint64_t becomes = op->opcode == OPCODE_ADD || held->null ? was + add
                                 : swaps                                ? op->operand
                                                                        : was;
        memset(held->expected, 0, ENDPOINT_BEAT);
        memcpy(held->expected, &was, sizeof was);
        memcpy(at, &becomes, sizeof becomes);
        held->length = ENDPOINT_BEAT;
    } else if (op->opcode == OPCODE_READ) {
        const uint32_t length = held->null ? TRAFFIC_NULL_READ : op->length;
        held->length = (length + ENDPOINT_BEAT - 1) / ENDPOINT_BEAT * ENDPOINT_BEAT;
        memcpy(held->expected, at, held->length);
    } else {
        uint8_t data[ENDPOINT_BEAT];
        for (uint32_t i = 0; !held->null && i < op->length; i += ENDPOINT_BEAT) {
            const uint32_t left = op->length - i;
            traffic_data(op, i, data);
            memcpy(at + i, data, left < ENDPOINT_BEAT ? left : ENDPOINT_BEAT);
        }
    }
}

static void drive_stage(struct transport *transport, uint64_t now, unsigned stage, bool ready,
                        struct stage_in *in) {
    struct transport_ring *const ring = &transport->stage[stage];
    uint32_t *const beat = &transport->beat[stage];
    if (ring->count == 0)
        return;
    struct transport_held *const held = held_of(transport, ring_first(ring));
    const struct operation *const op = &op_of(transport, held->tag)->op;
    const bool atomic = operation_is_atomic(op), reads = op->opcode == OPCODE_READ;
    in->valid = true;
    in->handle = held->handle;
    in->address = op->address;
    in->opcode = op->opcode;
    in->length = held->null ? (reads ? TRAFFIC_NULL_READ : 0) : op->length;
    if (atomic) {
        const uint64_t zero = 0;
        in->opcode = held->null ? OPCODE_ADD : op->opcode;
        memcpy(in->data, held->null ? &zero : &op->operand, 8);
        memcpy(in->data + 8, &op->compare, 8);
    } else if (!reads) {
        traffic_data(op, *beat * ENDPOINT_BEAT, in->data);
    }
    if (!ready)
        return;
    ++*beat;
    if (!atomic && !reads && *beat * ENDPOINT_BEAT < in->length)
        return;
    *beat = 0;
    held->came = now;
    execute(transport, stage, held);
    ring_pop(ring);
}

// A beat of a response leaves.
static void observe_link(struct transport *transport, uint64_t now,
                         const struct endpoint_out *out) {
    struct transport_held *const held = held_of(transport, out->link_handle);
    if (!held->held || held->handle != out->link_handle || held->read >= held->length) {
        wrong(transport, now, held->tag, "gets a beat of a response that is not due");
        return;
    }
    const uint64_t before = transport->wrong_bytes;
    for (unsigned i = 0; i < ENDPOINT_BEAT; i++)
        transport->wrong_bytes += out->link_data[i] != held->expected[held->read + i];
    if (transport->wrong_bytes != before)
        wrong(transport, now, held->tag, "returns other bytes than were written");
    held->read += ENDPOINT_BEAT;
    if (out->link_last != (held->read == held->length))
        wrong(transport, now, held->tag, "gets a response of another length");
    if (transport->linked && transport->link != out->link_handle)
        wrong(transport, now, held->tag, "gets a beat between those of another response");
    transport->link = out->link_handle;
    transport->linked = !out->link_last;
    if (!out->link_last)
        return;
    if (!held->null)
        initiators_tell(transport, now, RESPONSE,
                        (struct transport_message){held->tag, held->handle});
    else if (!is_dead(transport, op_of(transport, held->tag)))
        ring_put(&transport->dones, held->handle);
}

// ---- a clock ------------------------------------------------------------------------------------

static void happen(struct transport *transport, uint64_t now, enum event_kind kind,
                   const struct transport_message *message) {
    const struct transport_op *const op = op_of(transport, message->tag);
    switch (kind) {
    case REQUEST:
        if (op->used && op->op.tag == message->tag)
            ring_put(&transport->requests, message->tag);
        break;
    case OPERATION:
        enter(transport, message->handle, false);
        break;
    case DONE:
        ring_put(&transport->dones, message->handle);
        break;
    default:
        initiators_receive(transport, now, kind, message);
    }
}

// Granted to the dead, and it never comes: the transport executes nothing instead.
static void bury(struct transport *transport, uint64_t now) {
    if (transport->died == 0 || now != transport->died + 4 * TRANSPORT_FLIGHT + TRANSPORT_LONGEST)
        return;
    for (unsigned i = 0; i < PATH_DEPTH; i++) {
        const struct transport_held *const held = &transport->held[i];
        if (held->held && is_dead(transport, op_of(transport, held->tag)))
            enter(transport, held->handle, true);
    }
}

void transport_clock(struct transport *transport, uint64_t now, const struct endpoint_out *out,
                     const struct block_out *block, struct endpoint_in *in) {
    const unsigned stages = path_stages(&transport->setup.size);
    struct event event;
    observe_block(transport, now, out, &block->path);
    while (event_next_ps(transport->events) <= now && event_take(transport->events, &event)) {
        const struct transport_message message = transport->pool[event.subject];
        transport->pool_free[transport->pool_count++] = event.subject;
        happen(transport, now, (enum event_kind)event.kind, &message);
    }
    initiators_clock(transport, now);
    bury(transport, now);
    drive_request(transport, now, out, &in->block.path);
    for (unsigned s = 0; s < stages; s++)
        drive_stage(transport, now, s, out->stage_ready[s], &in->stage[s]);
    in->link_ready = true;
    if (out->link_valid)
        observe_link(transport, now, out);
    if (transport->dones.count > 0) {
        in->block.path.done_valid = true;
        in->block.path.done_handle = ring_first(&transport->dones);
        if (block->path.done_ready)
            ring_pop(&transport->dones);
    }
}

bool transport_is_over(const struct transport *transport) {
    const struct transport_setup *const setup = &transport->setup;
    const bool submits = setup->dead < setup->initiators || transport->died == 0;
    if (transport->finished + transport->lost <
        (submits ? setup->operations : transport->submitted))
        return false;
    for (unsigned i = 0; i < TRANSPORT_OPS; i++)
        if (transport->op[i].open > 0)
            return false;
    return transport->dones.count == 0;
}

bool transport_is_dead(const struct transport *transport, uint32_t handle) {
    const struct transport_held *const held =
        &transport->held[path_id(&transport->setup.size, handle)];
    return held->held && held->handle == handle && held->entered &&
           transport->initiator[transport->op[held->tag % TRANSPORT_OPS].initiator].dead;
}

uint64_t transport_tag(const struct transport *transport, uint32_t tag) {
    return (uint64_t)transport->op[tag % TRANSPORT_OPS].op.domain
               << (transport->setup.size.tag_w - 8) |
           tag;
}

uint64_t transport_oldest(const struct transport *transport) {
    const struct transport_op *oldest = NULL;
    for (const struct transport_op *op = transport->op; op < transport->op + TRANSPORT_OPS; op++)
        if (op->used && !op->finished && !transport->initiator[op->initiator].dead &&
            (!oldest || op->submitted < oldest->submitted))
            oldest = op;
    return oldest ? transport_tag(transport, oldest->op.tag) : 0;
}

uint64_t transport_since(const struct transport *transport, uint64_t now, uint32_t handle) {
    return now - transport->held[path_id(&transport->setup.size, handle)].came;
}

uint32_t transport_length(const struct transport *transport, uint32_t handle) {
    const uint32_t tag = transport->held[path_id(&transport->setup.size, handle)].tag;
    return transport->op[tag % TRANSPORT_OPS].op.length;
}
