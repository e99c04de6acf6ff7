#include "tb/block/shrink/stimulus.h"

void stimulus_free(struct stimulus *stimulus) {
    free(stimulus->txn);
    stimulus->txn = NULL;
    stimulus->count = stimulus->capacity = 0;
}

uint32_t stimulus_operations(const struct stimulus *stimulus) {
    uint32_t operations = 0;
    for (uint32_t i = 0; i < stimulus->count; i++)
        operations += stimulus->txn[i].kind == TXN_OFFER;
    return operations;
}

bool txn_is_out(const struct stimulus *stimulus, const bool *left_out, uint32_t at) {
    const uint32_t of = stimulus->txn[at].of;
    return left_out[at] || (of != TXN_NONE && left_out[of]);
}

void stimulus_drop(struct stimulus *stimulus, bool *left_out) {
    uint32_t *const moved = memory_there(malloc((stimulus->count + 1) * sizeof *moved));
    uint32_t kept = 0;
    for (uint32_t i = 0; i < stimulus->count; i++) {
        struct txn txn = stimulus->txn[i];
        left_out[i] = txn_is_out(stimulus, left_out, i);
        if (left_out[i])
            continue;
        if (txn.of != TXN_NONE)
            txn.of = moved[txn.of];
        moved[i] = kept;
        stimulus->txn[kept++] = txn;
    }
    for (uint32_t i = 0; i < stimulus->count; i++)
        left_out[i] = false;
    stimulus->count = kept;
    free(moved);
}

// --- recording ----------------------------------------------------------------------------------

enum { EPOCH_BITS = 2, STROBES = 0xf, CHANNEL_SHIFT = 28, HANDLE_MASK = 0xfffffff };

struct stimulus_recorder {
    struct stimulus *stimulus;
    bool began, in_reset;
    unsigned resets; // after the first: epochs begin at 0 when transactions are done again
    uint8_t epoch;   // of the latest reset, which alone samples it
    uint64_t origin, clock, now;
    // Operations that wait or are held.
    struct living {
        uint64_t tag;
        uint32_t txn, handle;
        bool held;
    } living[PATH_SLOTS + PATH_DEPTH];
    unsigned count;
    struct small_limit small_limit;
    struct txn write; // whose halves come
    bool has_address, has_data;
    uint64_t address_clock, data_clock;
    uint32_t lasting[TXN_STALLS + 1]; // stalls and pause under way: 1 + transaction
    // Of each handle's latest grant: 1 + transaction, and its clock.
    uint32_t *of_handle;
    uint64_t *granted;
};

static unsigned handle_bits(const struct path_size *size) {
    return EPOCH_BITS + size->gen_w + path_id_w(size);
}

static struct txn *add(struct stimulus_recorder *recorder, enum txn_kind kind) {
    struct stimulus *stimulus = recorder->stimulus;
    if (stimulus->count == stimulus->capacity) {
        stimulus->capacity = 2 * stimulus->capacity + 1024;
        stimulus->txn =
            memory_there(realloc(stimulus->txn, stimulus->capacity * sizeof *stimulus->txn));
    }
    struct txn *txn = &stimulus->txn[stimulus->count++];
    *txn = (struct txn){.kind = (uint8_t)kind, .of = TXN_NONE, .clock = recorder->clock};
    return txn;
}

// --- operations -------------------------------------------------------------------------------

static struct living *find_tag(struct stimulus_recorder *recorder, uint64_t tag) {
    for (unsigned i = 0; i < recorder->count; i++)
        if (recorder->living[i].tag == tag)
            return &recorder->living[i];
    return NULL;
}

static void observe_decision(struct stimulus_recorder *recorder, const struct path_out *out) {
    struct living *living = out->decision_kind ? find_tag(recorder, out->decision_tag) : NULL;
    if (!living)
        return;
    if (out->decision_kind > 1) {
        *living = recorder->living[--recorder->count];
        return;
    }
    living->held = true;
    living->handle = out->decision_handle;
    recorder->of_handle[living->handle] = 1 + living->txn;
    recorder->granted[living->handle] = recorder->clock;
}

static void observe_frees(struct stimulus_recorder *recorder, const struct path_out *out) {
    for (unsigned k = 0; k < path_channels(&recorder->stimulus->size); k++)
        for (unsigned i = 0; out->free_valid[k] && i < recorder->count; i++)
            if (recorder->living[i].held && recorder->living[i].handle == out->free_handle[k])
                recorder->living[i] = recorder->living[--recorder->count];
}

// An operation; or, as its tag waits or is held, a retransmission. What is asked (ports.md, 1.3) of
// a tag that is not held is not taken. But the block looks it up, and is not quiet meanwhile.
static void observe_offer(struct stimulus_recorder *recorder, const struct path_out *out,
                          const struct path_in *in) {
    const struct path_size *size = &recorder->stimulus->size;
    const struct offered op = offered_of(in);
    const struct living *old = in->op_valid ? find_tag(recorder, in->op_tag) : NULL;
    if (!in->op_valid || recorder->count == PATH_SLOTS + PATH_DEPTH)
        return;
    const bool ready = offered_ready(size, &op, recorder->small_limit.value, out);
    const uint32_t at = recorder->stimulus->count;
    struct txn *txn = add(recorder, old ? TXN_AGAIN : in->op_again && !ready ? TXN_ASK : TXN_OFFER);
    if (old) {
        txn->of = old->txn;
        return;
    }
    txn->op = op;
    if (txn->kind == TXN_OFFER)
        recorder->living[recorder->count++] = (struct living){.tag = in->op_tag, .txn = at};
}

// --- completions ------------------------------------------------------------------------------

static unsigned part_of(const struct path_size *size, unsigned port) {
    return port == path_lanes(size) ? 2 : port >= path_stages(size);
}

// Makes the transaction one of the operation whose handle this is, if the port is that of its part.
static bool belongs(const struct stimulus_recorder *recorder, struct txn *txn, enum txn_kind kind,
                    unsigned port, uint32_t handle) {
    const struct path_size *size = &recorder->stimulus->size;
    const unsigned part = part_of(size, port);
    const uint32_t of = handle >> handle_bits(size) ? 0 : recorder->of_handle[handle];
    if (!of || offered_port(size, &recorder->stimulus->txn[of - 1].op, part) != port)
        return false;
    txn->kind = (uint8_t)kind;
    txn->of = of - 1;
    txn->part = (uint8_t)part;
    return true;
}

// With the epoch that it will have.
static uint32_t renamed(const struct stimulus_recorder *recorder, uint32_t handle) {
    const unsigned shift = handle_bits(&recorder->stimulus->size) - EPOCH_BITS;
    const unsigned epoch = (handle >> shift) - recorder->epoch + recorder->resets;
    return epoch % PATH_EPOCHS << shift | (handle & ((UINT32_C(1) << shift) - 1));
}

static void observe_beats(struct stimulus_recorder *recorder, const struct block_out *out,
                          struct block_in in) {
    const struct path_size *size = &recorder->stimulus->size;
    for (unsigned port = 0; port <= path_lanes(size); port++) {
        if (!*port_valid(&in.path, size, port) || !port_ready(&out->path, size, port))
            continue;
        struct txn *txn = add(recorder, TXN_BEAT);
        const uint16_t *observed = port_observed(&in, size, port);
        const uint32_t handle = *port_handle(&in.path, size, port);
        txn->observed = observed ? *observed : PATH_UNKNOWN;
        txn->port = (uint8_t)port;
        txn->number = renamed(recorder, handle);
        if (belongs(recorder, txn, TXN_COMPLETE, port, handle))
            txn->clock -= recorder->granted[handle];
    }
}

// --- software ---------------------------------------------------------------------------------

// Both halves have come: the clock of a write is that of the first.
static void end_write(struct stimulus_recorder *recorder) {
    const struct path_size *size = &recorder->stimulus->size;
    struct txn *txn = add(recorder, TXN_WRITE);
    const bool address_first = recorder->address_clock <= recorder->data_clock;
    txn->clock = address_first ? recorder->address_clock : recorder->data_clock;
    txn->later = (int16_t)(recorder->data_clock - recorder->address_clock);
    txn->address = recorder->write.address;
    txn->number = recorder->write.number;
    txn->part = recorder->write.part;
    recorder->has_address = recorder->has_data = false;
    if (txn->address != SEMACREDIT_SEND)
        return;
    const uint32_t handle = txn->number & HANDLE_MASK;
    for (unsigned port = 0; port <= path_lanes(size); port++)
        if (txn->part == STROBES && port_channel(size, port) == txn->number >> CHANNEL_SHIFT &&
            belongs(recorder, txn, TXN_SEND, port, handle))
            return;
    if (handle >> handle_bits(size) == 0)
        txn->number += (uint64_t)renamed(recorder, handle) - handle;
}

static void observe_bus(struct stimulus_recorder *recorder, const struct block_out *out,
                        const struct block_in *in) {
    if (in->axi_awvalid && out->axi_awready) {
        recorder->has_address = true;
        recorder->address_clock = recorder->clock;
        recorder->write.address = in->axi_awaddr;
    }
    if (in->axi_wvalid && out->axi_wready) {
        recorder->has_data = true;
        recorder->data_clock = recorder->clock;
        recorder->write.number = in->axi_wdata;
        recorder->write.part = in->axi_wstrb;
    }
    if (recorder->has_address && recorder->has_data)
        end_write(recorder);
    if (in->axi_arvalid && out->axi_arready)
        add(recorder, TXN_READ)->address = in->axi_araddr;
}

// What lasts is one transaction.
static void last(struct stimulus_recorder *recorder, unsigned which, bool goes_on) {
    uint32_t *txn = &recorder->lasting[which];
    if (goes_on && *txn == 0) {
        *txn = recorder->stimulus->count + 1;
        add(recorder, which == TXN_STALLS ? TXN_PAUSE : TXN_STALL)->port = (uint8_t)which;
    }
    if (goes_on && *txn <= recorder->stimulus->count)
        recorder->stimulus->txn[*txn - 1].number++;
    if (!goes_on)
        *txn = 0;
}

// --- a clock ----------------------------------------------------------------------------------

static void observe_reset(struct stimulus_recorder *recorder) {
    if (!recorder->began)
        recorder->origin += recorder->clock;
    else if (!recorder->in_reset) {
        add(recorder, TXN_RESET);
        recorder->resets++;
    }
    if (recorder->began && recorder->stimulus->count > 0)
        recorder->stimulus->txn[recorder->stimulus->count - 1].number++;
    recorder->in_reset = true;
    recorder->has_address = recorder->has_data = false;
    recorder->count = 0;
    small_limit_reset(&recorder->small_limit, &recorder->stimulus->size);
    memset(recorder->lasting, 0, sizeof recorder->lasting);
}

static void observe(void *self, uint64_t clock, const struct block_out *out,
                    const struct block_in *in) {
    struct stimulus_recorder *recorder = self;
    // Before the first clock only time that wraps soon counts.
    const uint64_t leap = block_time(in->now - recorder->now - 1);
    const uint64_t begin = block_time(in->now - clock + recorder->origin);
    recorder->clock = clock - recorder->origin;
    recorder->now = in->now;
    if (!in->path.rst_n) {
        recorder->epoch = in->path.epoch;
        observe_reset(recorder);
        return;
    }
    if (recorder->began ? leap > 0 : begin > TXN_TIME / 2)
        add(recorder, TXN_LEAP)->number = recorder->began ? leap : begin;
    recorder->in_reset = false;
    recorder->began = true;
    observe_decision(recorder, &out->path);
    observe_frees(recorder, &out->path);
    small_limit_observe(&recorder->small_limit, out);
    observe_offer(recorder, &out->path, &in->path);
    observe_beats(recorder, out, *in);
    observe_bus(recorder, out, in);
    small_limit_see(&recorder->small_limit, out, in);
    last(recorder, STALL_MESSAGE, out->message_valid && !in->message_ready);
    last(recorder, STALL_WRITE, out->axi_bvalid && !in->axi_bready);
    last(recorder, STALL_READ, out->axi_rvalid && !in->axi_rready);
    last(recorder, TXN_STALLS, in->path.pause);
}

struct stimulus_recorder *stimulus_recorder_open(struct stimulus *stimulus) {
    struct stimulus_recorder *recorder = memory_there(calloc(1, sizeof *recorder));
    const size_t handles = (size_t)1 << handle_bits(&stimulus->size);
    recorder->stimulus = stimulus;
    recorder->of_handle = memory_there(calloc(handles, sizeof *recorder->of_handle));
    recorder->granted = memory_there(calloc(handles, sizeof *recorder->granted));
    return recorder;
}

struct observer stimulus_recorder_observer(struct stimulus_recorder *recorder) {
    return (struct observer){recorder, observe};
}

void stimulus_recorder_close(struct stimulus_recorder *recorder) {
    free(recorder->of_handle);
    free(recorder->granted);
    free(recorder);
}
