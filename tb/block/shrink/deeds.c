#include "tb/block/shrink/deeds.h"

#include <stdlib.h>
#include <string.h>

void deeds_free(struct deeds *deeds) {
    free(deeds->deed);
    deeds->deed = NULL;
    deeds->count = deeds->capacity = 0;
}

uint32_t deeds_operations(const struct deeds *deeds) {
    uint32_t operations = 0;
    for (uint32_t i = 0; i < deeds->count; i++)
        operations += deeds->deed[i].kind == DEED_OFFER;
    return operations;
}

bool deed_is_out(const struct deeds *deeds, const bool *left_out, uint32_t at) {
    const uint32_t of = deeds->deed[at].of;
    return left_out[at] || (of != DEED_NOBODY && left_out[of]);
}

void deeds_drop(struct deeds *deeds, bool *left_out) {
    uint32_t *const moved = malloc((deeds->count + 1) * sizeof *moved);
    uint32_t kept = 0;
    if (!moved)
        return; // they stay left out
    for (uint32_t i = 0; i < deeds->count; i++) {
        struct deed deed = deeds->deed[i];
        left_out[i] = deed_is_out(deeds, left_out, i);
        if (left_out[i])
            continue;
        if (deed.of != DEED_NOBODY)
            deed.of = moved[deed.of];
        moved[i] = kept;
        deeds->deed[kept++] = deed;
    }
    for (uint32_t i = 0; i < deeds->count; i++)
        left_out[i] = false;
    deeds->count = kept;
    free(moved);
}

// --- recording ----------------------------------------------------------------------------------

enum { EPOCH_BITS = 2, STROBES = 0xf, CHANNEL_SHIFT = 28, HANDLE_MASK = 0xfffffff };

struct deed_recorder {
    struct deeds *deeds;
    bool began, in_reset;
    unsigned resets; // after the first: epochs begin at 0 when deeds are done again
    uint8_t epoch;   // of the latest reset, which alone samples it
    uint64_t origin, clock, now;
    // Operations that wait or are held.
    struct living {
        uint64_t tag;
        uint32_t deed, handle;
        bool held;
    } living[PATH_SLOTS + PATH_DEPTH];
    unsigned count;
    struct small_limit small_limit;
    struct deed write; // whose halves come
    bool has_address, has_data;
    uint64_t address_clock, data_clock;
    uint32_t lasting[DEED_STALLS + 1]; // stalls and pause under way: 1 + deed
    // Of each handle's latest grant: 1 + deed, and its clock.
    uint32_t *of_handle;
    uint64_t *granted;
};

static unsigned handle_bits(const struct path_size *size) {
    return EPOCH_BITS + size->gen_w + path_id_w(size);
}

static struct deed *add(struct deed_recorder *recorder, enum deed_kind kind) {
    static struct deed none;
    struct deeds *deeds = recorder->deeds;
    if (deeds->count == deeds->capacity) {
        const uint32_t capacity = 2 * deeds->capacity + 1024;
        struct deed *more = realloc(deeds->deed, capacity * sizeof *more);
        deeds->short_of_memory |= !more;
        if (!more)
            return &none;
        deeds->deed = more;
        deeds->capacity = capacity;
    }
    struct deed *deed = &deeds->deed[deeds->count++];
    *deed = (struct deed){.kind = (uint8_t)kind, .of = DEED_NOBODY, .clock = recorder->clock};
    return deed;
}

// --- operations -------------------------------------------------------------------------------

static struct living *find_tag(struct deed_recorder *recorder, uint64_t tag) {
    for (unsigned i = 0; i < recorder->count; i++)
        if (recorder->living[i].tag == tag)
            return &recorder->living[i];
    return NULL;
}

static void hear_decision(struct deed_recorder *recorder, const struct path_out *out) {
    struct living *living = out->decision_kind ? find_tag(recorder, out->decision_tag) : NULL;
    if (!living)
        return;
    if (out->decision_kind == 2) {
        *living = recorder->living[--recorder->count];
        return;
    }
    living->held = true;
    living->handle = out->decision_handle;
    recorder->of_handle[living->handle] = 1 + living->deed;
    recorder->granted[living->handle] = recorder->clock;
}

static void hear_frees(struct deed_recorder *recorder, const struct path_out *out) {
    for (unsigned k = 0; k < path_channels(&recorder->deeds->size); k++)
        for (unsigned i = 0; out->free_valid[k] && i < recorder->count; i++)
            if (recorder->living[i].held && recorder->living[i].handle == out->free_handle[k])
                recorder->living[i] = recorder->living[--recorder->count];
}

// An operation; or, as its tag waits or is held, a retransmission. What is asked (ports.md, 1.3) of
// a tag that nobody holds is not taken. But the block looks it up, and is not quiet meanwhile.
static void hear_offer(struct deed_recorder *recorder, const struct path_out *out,
                       const struct path_in *in) {
    const struct path_size *size = &recorder->deeds->size;
    const struct offered op = offered_of(in);
    const struct living *old = in->op_valid ? find_tag(recorder, in->op_tag) : NULL;
    if (!in->op_valid || recorder->count == PATH_SLOTS + PATH_DEPTH)
        return;
    const bool ready = offered_ready(size, &op, recorder->small_limit.value, out);
    const uint32_t at = recorder->deeds->count;
    struct deed *deed = add(recorder, old                      ? DEED_AGAIN
                                      : in->op_again && !ready ? DEED_ASK
                                                               : DEED_OFFER);
    if (old) {
        deed->of = old->deed;
        return;
    }
    deed->op = op;
    if (deed->kind == DEED_OFFER)
        recorder->living[recorder->count++] = (struct living){.tag = in->op_tag, .deed = at};
}

// --- completions ------------------------------------------------------------------------------

static unsigned part_of(const struct path_size *size, unsigned port) {
    return port == path_lanes(size) ? 2 : port >= (unsigned)size->hbm + size->atomic;
}

// Makes the deed one of the operation whose handle this is, if the port is that of its part.
static bool belongs(const struct deed_recorder *recorder, struct deed *deed, enum deed_kind kind,
                    unsigned port, uint32_t handle) {
    const struct path_size *size = &recorder->deeds->size;
    const unsigned part = part_of(size, port);
    const uint32_t of = handle >> handle_bits(size) ? 0 : recorder->of_handle[handle];
    if (!of || offered_port(size, &recorder->deeds->deed[of - 1].op, part) != port)
        return false;
    deed->kind = (uint8_t)kind;
    deed->of = of - 1;
    deed->part = (uint8_t)part;
    return true;
}

// With the epoch that it will have.
static uint32_t renamed(const struct deed_recorder *recorder, uint32_t handle) {
    const unsigned shift = handle_bits(&recorder->deeds->size) - EPOCH_BITS;
    const unsigned epoch = (handle >> shift) - recorder->epoch + recorder->resets;
    return epoch % PATH_EPOCHS << shift | (handle & ((UINT32_C(1) << shift) - 1));
}

static void hear_beats(struct deed_recorder *recorder, const struct block_out *out,
                       struct block_in in) {
    const struct path_size *size = &recorder->deeds->size;
    for (unsigned port = 0; port <= path_lanes(size); port++) {
        if (!*port_valid(&in.path, size, port) || !port_ready(&out->path, size, port))
            continue;
        struct deed *deed = add(recorder, DEED_BEAT);
        const uint16_t *observed = port_observed(&in, size, port);
        const uint32_t handle = *port_handle(&in.path, size, port);
        deed->observed = observed ? *observed : PATH_UNKNOWN;
        deed->port = (uint8_t)port;
        deed->number = renamed(recorder, handle);
        if (belongs(recorder, deed, DEED_COMPLETE, port, handle))
            deed->clock -= recorder->granted[handle];
    }
}

// --- software ---------------------------------------------------------------------------------

// Both halves have come: the clock of a write is that of the first.
static void end_write(struct deed_recorder *recorder) {
    const struct path_size *size = &recorder->deeds->size;
    struct deed *deed = add(recorder, DEED_WRITE);
    const bool address_first = recorder->address_clock <= recorder->data_clock;
    deed->clock = address_first ? recorder->address_clock : recorder->data_clock;
    deed->later = (int16_t)(recorder->data_clock - recorder->address_clock);
    deed->address = recorder->write.address;
    deed->number = recorder->write.number;
    deed->part = recorder->write.part;
    recorder->has_address = recorder->has_data = false;
    if (deed->address != SEMACREDIT_SEND)
        return;
    const uint32_t handle = deed->number & HANDLE_MASK;
    for (unsigned port = 0; port <= path_lanes(size); port++)
        if (deed->part == STROBES && port_channel(size, port) == deed->number >> CHANNEL_SHIFT &&
            belongs(recorder, deed, DEED_SEND, port, handle))
            return;
    if (handle >> handle_bits(size) == 0)
        deed->number += (uint64_t)renamed(recorder, handle) - handle;
}

static void hear_bus(struct deed_recorder *recorder, const struct block_out *out,
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
        add(recorder, DEED_READ)->address = in->axi_araddr;
}

// What lasts is one deed.
static void last(struct deed_recorder *recorder, unsigned which, bool goes_on) {
    uint32_t *deed = &recorder->lasting[which];
    if (goes_on && *deed == 0) {
        *deed = recorder->deeds->count + 1;
        add(recorder, which == DEED_STALLS ? DEED_PAUSE : DEED_STALL)->port = (uint8_t)which;
    }
    if (goes_on && *deed <= recorder->deeds->count)
        recorder->deeds->deed[*deed - 1].number++;
    if (!goes_on)
        *deed = 0;
}

// --- a clock ----------------------------------------------------------------------------------

static void hear_reset(struct deed_recorder *recorder) {
    if (!recorder->began)
        recorder->origin += recorder->clock;
    else if (!recorder->in_reset) {
        add(recorder, DEED_RESET);
        recorder->resets++;
    }
    if (recorder->began && recorder->deeds->count > 0)
        recorder->deeds->deed[recorder->deeds->count - 1].number++;
    recorder->in_reset = true;
    recorder->has_address = recorder->has_data = false;
    recorder->count = 0;
    small_limit_reset(&recorder->small_limit, &recorder->deeds->size);
    memset(recorder->lasting, 0, sizeof recorder->lasting);
}

static void hear(void *self, uint64_t clock, const struct block_out *out,
                 const struct block_in *in) {
    struct deed_recorder *recorder = self;
    const uint64_t leap = in->now - recorder->now - 1;
    recorder->clock = clock - recorder->origin;
    recorder->now = in->now;
    if (recorder->deeds->short_of_memory)
        return;
    if (!in->path.rst_n) {
        recorder->epoch = in->path.epoch;
        hear_reset(recorder);
        return;
    }
    if (recorder->began && leap > 0)
        add(recorder, DEED_LEAP)->number = leap;
    recorder->in_reset = false;
    recorder->began = true;
    hear_decision(recorder, &out->path);
    hear_frees(recorder, &out->path);
    small_limit_hear(&recorder->small_limit, out);
    hear_offer(recorder, &out->path, &in->path);
    hear_beats(recorder, out, *in);
    hear_bus(recorder, out, in);
    small_limit_see(&recorder->small_limit, out, in);
    last(recorder, STALL_MESSAGE, out->message_valid && !in->message_ready);
    last(recorder, STALL_WRITE, out->axi_bvalid && !in->axi_bready);
    last(recorder, STALL_READ, out->axi_rvalid && !in->axi_rready);
    last(recorder, DEED_STALLS, in->path.pause);
}

struct deed_recorder *deed_recorder_open(struct deeds *deeds) {
    struct deed_recorder *recorder = calloc(1, sizeof *recorder);
    const size_t handles = (size_t)1 << handle_bits(&deeds->size);
    if (!recorder)
        return NULL;
    recorder->deeds = deeds;
    recorder->of_handle = calloc(handles, sizeof *recorder->of_handle);
    recorder->granted = calloc(handles, sizeof *recorder->granted);
    if (recorder->of_handle && recorder->granted)
        return recorder;
    deed_recorder_close(recorder);
    return NULL;
}

struct listener deed_recorder_listener(struct deed_recorder *recorder) {
    return (struct listener){recorder, hear};
}

void deed_recorder_close(struct deed_recorder *recorder) {
    if (recorder) {
        free(recorder->of_handle);
        free(recorder->granted);
    }
    free(recorder);
}
