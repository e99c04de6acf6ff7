#include <stdlib.h>
#include <string.h>

#include "tb/next/port.h"
#include "tb/next/shrink/deeds.h"

enum { LOOKUPS = 3, EPOCH_BITS = 2 };

// One bus write, as its halves come.
struct half_written {
    bool has_address, has_data;
    uint64_t address_clock, data_clock;
    uint16_t address;
    uint32_t data;
    uint8_t strobes;
};

struct deed_recorder {
    struct deeds *deeds;
    bool began, in_reset;
    uint64_t origin, clock, now;
    uint32_t small_limit;
    // Operations that wait or are held.
    struct living {
        uint64_t tag;
        uint32_t deed, handle;
        bool held;
    } living[PATH_SLOTS + PATH_DEPTH];
    unsigned count;
    struct lookup {
        bool valid;
        uint32_t deed;
        uint64_t tag;
    } lookup[LOOKUPS]; // retransmissions that were taken: of the last three clocks
    struct half_written write;
    bool answered; // bvalid of the clock before
    struct written {
        uint16_t address;
        uint32_t data;
    } written[2]; // and not answered
    unsigned writes;
    uint32_t lasting[1 + DEED_STALLS]; // pause and stalls under way: 1 + deed
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

static void forget(struct deed_recorder *recorder, struct living *living) {
    *living = recorder->living[--recorder->count];
}

static void live(struct deed_recorder *recorder, uint64_t tag, uint32_t deed) {
    if (recorder->count < sizeof recorder->living / sizeof *recorder->living)
        recorder->living[recorder->count++] = (struct living){.tag = tag, .deed = deed};
}

// An operation with a tag of its own; or a retransmission, as it seems until its answer is known.
static void hear_offer(struct deed_recorder *recorder, const struct path_out *out,
                       const struct path_in *in) {
    const struct path_size *size = &recorder->deeds->size;
    memmove(&recorder->lookup[1], &recorder->lookup[0], (LOOKUPS - 1) * sizeof(struct lookup));
    recorder->lookup[0] = (struct lookup){.valid = false};
    if (!in->op_valid)
        return;
    const struct deed shape = {.opcode = in->op_opcode,
                               .stage = in->op_stage,
                               .engine = in->op_engine,
                               .domain = in->op_domain,
                               .urgent = in->op_urgent,
                               .reply = in->op_reply,
                               .length = in->op_length,
                               .response_length = in->op_response_length,
                               .wire_bytes = in->op_wire_bytes,
                               .of = DEED_NOBODY,
                               .clock = recorder->clock};
    const struct living *old = find_tag(recorder, in->op_tag);
    const bool taken = deed_ready(size, &shape, recorder->small_limit, out);
    if (!old && !taken)
        return; // asked, and unknown
    const uint32_t at = recorder->deeds->count;
    struct deed *deed = add(recorder, DEED_OFFER);
    *deed = shape;
    if (!old) {
        live(recorder, in->op_tag, at);
        return;
    }
    deed->kind = DEED_AGAIN;
    deed->of = old->deed;
    recorder->lookup[0] = (struct lookup){taken, at, in->op_tag};
}

// Taken and not answered: its tag's operation had completed meanwhile, and this is a new one.
static void hear_answer(struct deed_recorder *recorder, const struct path_out *out) {
    const struct lookup *lookup = &recorder->lookup[LOOKUPS - 1];
    if (!lookup->valid || out->answer_kind != ANSWER_NONE)
        return;
    recorder->deeds->deed[lookup->deed].kind = DEED_OFFER;
    struct living *old = find_tag(recorder, lookup->tag);
    if (old)
        forget(recorder, old);
    live(recorder, lookup->tag, lookup->deed);
}

static void hear_decision(struct deed_recorder *recorder, const struct path_out *out) {
    struct living *living = out->decision_kind ? find_tag(recorder, out->decision_tag) : NULL;
    if (!living)
        return;
    if (out->decision_kind == 2) {
        forget(recorder, living);
        return;
    }
    living->held = true;
    living->handle = out->decision_handle;
    recorder->of_handle[living->handle] = 1 + living->deed;
    recorder->granted[living->handle] = recorder->clock;
}

static void hear_frees(struct deed_recorder *recorder, const struct path_out *out) {
    for (unsigned k = 0; k < path_channels(&recorder->deeds->size); k++)
        for (unsigned i = 0; out->free_valid[k] && i < recorder->count; i++) {
            struct living *living = &recorder->living[i];
            if (!living->held || living->handle != out->free_handle[k])
                continue;
            forget(recorder, living);
            break;
        }
}

// --- completions ------------------------------------------------------------------------------

static unsigned part_of(const struct path_size *size, unsigned port) {
    return port == path_lanes(size) ? 2 : port >= (unsigned)size->hbm + size->atomic;
}

// 1 + the offer whose handle this is, if the port is that of its part.
static uint32_t owner(const struct deed_recorder *recorder, unsigned port, uint32_t handle) {
    const struct path_size *size = &recorder->deeds->size;
    const uint32_t of = handle >> handle_bits(size) ? 0 : recorder->of_handle[handle];
    const struct deed *offer = of ? &recorder->deeds->deed[of - 1] : NULL;
    return offer && deed_port(size, offer, part_of(size, port)) == port ? of : 0;
}

static void hear_beat(struct deed_recorder *recorder, unsigned port, uint32_t handle,
                      uint16_t observed) {
    const uint32_t of = owner(recorder, port, handle);
    struct deed *deed = add(recorder, of ? DEED_COMPLETE : DEED_BEAT);
    deed->observed = observed;
    deed->port = (uint8_t)port;
    deed->number = handle;
    if (!of)
        return;
    deed->of = of - 1;
    deed->part = (uint8_t)part_of(&recorder->deeds->size, port);
    deed->clock -= recorder->granted[handle];
}

static void hear_beats(struct deed_recorder *recorder, const struct block_out *out,
                       const struct block_in *in) {
    const struct path_size *size = &recorder->deeds->size;
    const unsigned engines = (unsigned)size->hbm + size->atomic;
    for (unsigned i = 0; i < size->hbm; i++)
        if (in->path.hbm_valid[i] && out->path.hbm_ready[i])
            hear_beat(recorder, i, in->path.hbm_handle[i], in->hbm_observed[i]);
    for (unsigned i = 0; i < size->atomic; i++)
        if (in->path.atomic_valid[i] && out->path.atomic_ready[i])
            hear_beat(recorder, size->hbm + i, in->path.atomic_handle[i], in->atomic_observed[i]);
    for (unsigned i = 0; i < size->response; i++)
        if (in->path.response_valid[i] && out->path.response_ready[i])
            hear_beat(recorder, engines + i, in->path.response_handle[i], in->response_observed[i]);
    if (in->path.done_valid && out->path.done_ready)
        hear_beat(recorder, path_lanes(size), in->path.done_handle, PATH_UNKNOWN);
}

// --- software ---------------------------------------------------------------------------------

// Its clock is that of the half that came first.
static void add_write(struct deed_recorder *recorder) {
    const struct half_written *write = &recorder->write;
    const struct path_size *size = &recorder->deeds->size;
    const unsigned channel = write->data >> 28;
    const uint32_t handle = write->data & 0xfffffff;
    const bool sends = write->address == BLOCK_SEND && write->strobes == 0xf;
    uint32_t of = 0;
    for (unsigned port = 0; sends && of == 0 && port <= path_lanes(size); port++)
        if (port_channel(size, port) == channel)
            of = owner(recorder, port, handle);
    struct deed *deed = add(recorder, of ? DEED_SEND : DEED_WRITE);
    if (recorder->writes < 2)
        recorder->written[recorder->writes++] = (struct written){write->address, write->data};
    deed->clock = write->data_clock;
    if (write->address_clock <= deed->clock) {
        deed->data_after = (uint16_t)(deed->clock - write->address_clock);
        deed->clock = write->address_clock;
    } else {
        deed->address_after = (uint16_t)(write->address_clock - deed->clock);
    }
    deed->address = write->address;
    deed->number = write->data;
    deed->part = write->strobes;
    if (!of)
        return;
    deed->of = of - 1;
    deed->part = (uint8_t)(channel + 1 == path_channels(size) ? 2 : channel > size->atomic);
}

static void hear_bus(struct deed_recorder *recorder, const struct block_out *out,
                     const struct block_in *in) {
    struct half_written *write = &recorder->write;
    if (out->axi_bvalid && !recorder->answered && recorder->writes > 0) {
        if (recorder->written[0].address == BLOCK_SMALL_LIMIT && out->axi_bresp == 0)
            recorder->small_limit = recorder->written[0].data;
        recorder->written[0] = recorder->written[1];
        recorder->writes--;
    }
    recorder->answered = out->axi_bvalid;
    if (in->axi_awvalid && out->axi_awready) {
        write->has_address = true;
        write->address = in->axi_awaddr;
        write->address_clock = recorder->clock;
    }
    if (in->axi_wvalid && out->axi_wready) {
        write->has_data = true;
        write->data = in->axi_wdata;
        write->strobes = in->axi_wstrb;
        write->data_clock = recorder->clock;
    }
    if (write->has_address && write->has_data) {
        add_write(recorder);
        *write = (struct half_written){.has_address = false};
    }
    if (in->axi_arvalid && out->axi_arready)
        add(recorder, DEED_READ)->address = in->axi_araddr;
}

// What lasts is one deed.
static void last(struct deed_recorder *recorder, unsigned which, bool goes_on, enum deed_kind kind,
                 unsigned port) {
    uint32_t *deed = &recorder->lasting[which];
    if (goes_on && *deed == 0) {
        *deed = recorder->deeds->count + 1;
        add(recorder, kind)->port = (uint8_t)port;
    }
    if (goes_on && *deed <= recorder->deeds->count)
        recorder->deeds->deed[*deed - 1].number++;
    if (!goes_on)
        *deed = 0;
}

static void hear_lasting(struct deed_recorder *recorder, const struct block_out *out,
                         const struct block_in *in) {
    const bool stalled[DEED_STALLS] = {
        [STALL_MESSAGE] = out->message_valid && !in->message_ready,
        [STALL_WRITE] = out->axi_bvalid && !in->axi_bready,
        [STALL_READ] = out->axi_rvalid && !in->axi_rready,
    };
    last(recorder, DEED_STALLS, in->path.pause, DEED_PAUSE, 0);
    for (unsigned i = 0; i < DEED_STALLS; i++)
        last(recorder, i, stalled[i], DEED_STALL, i);
}

// --- a clock ----------------------------------------------------------------------------------

static void hear_reset(struct deed_recorder *recorder) {
    if (!recorder->began) {
        recorder->origin += recorder->clock;
    } else {
        if (!recorder->in_reset)
            add(recorder, DEED_RESET);
        recorder->deeds->deed[recorder->deeds->count - 1].number++;
    }
    recorder->in_reset = true;
    recorder->count = 0;
    recorder->small_limit = deed_small_limit(&recorder->deeds->size);
    memset(recorder->lookup, 0, sizeof recorder->lookup);
    memset(recorder->lasting, 0, sizeof recorder->lasting);
    recorder->write = (struct half_written){.has_address = false};
    recorder->writes = 0;
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
        hear_reset(recorder);
        return;
    }
    if (leap > 0 && recorder->began)
        add(recorder, DEED_LEAP)->number = leap;
    recorder->in_reset = false;
    recorder->began = true;
    hear_decision(recorder, &out->path);
    hear_answer(recorder, &out->path);
    hear_frees(recorder, &out->path);
    hear_offer(recorder, &out->path, &in->path);
    hear_beats(recorder, out, in);
    hear_bus(recorder, out, in);
    hear_lasting(recorder, out, in);
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
