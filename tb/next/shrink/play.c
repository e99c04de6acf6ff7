#include "tb/next/shrink/play.h"

#include <stdlib.h>
#include <string.h>

#include "tb/next/port.h"

enum { STROBES = 0xf };

static const struct deed *deed_at(const struct play *play, uint32_t at) {
    return &play->deeds->deed[at];
}

static bool is_out(const struct play *play, uint32_t at) {
    const struct deed *deed = deed_at(play, at);
    return play->left_out[at] || (deed_is_of(deed) && play->left_out[deed->of]);
}

static void did(struct play *play, uint32_t at) {
    play->played[at].done = play->clock;
}

// From `at` on, the next deed that a queue of these kinds has.
static void to_next(const struct play *play, uint32_t *at, unsigned kinds) {
    while (*at < play->deeds->count &&
           (!(kinds >> deed_at(play, *at)->kind & 1) || is_out(play, *at)))
        ++*at;
}

// The head of a queue, if its clock has come.
static const struct deed *head(const struct play *play, uint32_t *at, unsigned kinds) {
    to_next(play, at, kinds);
    const struct deed *deed = *at < play->deeds->count ? deed_at(play, *at) : NULL;
    return deed && deed->clock <= play->clock ? deed : NULL;
}

enum {
    OFFERS = 1 << DEED_OFFER | 1 << DEED_AGAIN,
    WRITES = 1 << DEED_WRITE | 1 << DEED_SEND,
    READS = 1 << DEED_READ,
    OTHERS = 1 << DEED_PAUSE | 1 << DEED_STALL | 1 << DEED_RESET | 1 << DEED_BEAT |
             1 << DEED_LEAP,
};

bool play_open(struct play *play, const struct deeds *deeds, const bool *left_out, uint64_t until) {
    const uint32_t room = deeds->count + 1;
    *play = (struct play){.deeds = deeds,
                          .left_out = left_out,
                          .until = until,
                          .epoch = PATH_EPOCHS - 1,
                          .small_limit = deed_small_limit(&deeds->size)};
    play->played = calloc(room, sizeof *play->played);
    play->of_tag = calloc(room, sizeof *play->of_tag);
    play->due = calloc(room, sizeof *play->due);
    if (!play->played || !play->of_tag || !play->due) {
        play_close(play);
        return false;
    }
    for (uint32_t at = deeds->count; at-- > 0;) {
        struct played *played = &play->played[at];
        const struct deed *deed = &deeds->deed[at];
        played->done = played->granted = DEED_NEVER;
        if (deed->kind == DEED_COMPLETE && !is_out(play, at)) {
            played->next = play->played[deed->of].next;
            play->played[deed->of].next = at + 1;
        }
    }
    return true;
}

void play_close(struct play *play) {
    free(play->played);
    free(play->of_tag);
    free(play->due);
    play->played = NULL;
    play->of_tag = play->due = NULL;
}

// --- operations -------------------------------------------------------------------------------

// Completions begin to count with the first grant, and go by the handle of the latest.
static void hear_grant(struct play *play, const struct path_out *out) {
    if (out->decision_kind != 1 || out->decision_tag >= play->tags)
        return;
    struct played *played = &play->played[play->of_tag[out->decision_tag] - 1];
    const bool first = played->granted == DEED_NEVER;
    played->granted = play->clock;
    played->handle = out->decision_handle;
    for (uint32_t next = first ? played->next : 0; next; next = play->played[next - 1].next)
        play->due[play->due_count++] = next - 1;
}

// Tags are numbers in the order of the offers, as in scenarios.
static void name(struct play *play, uint32_t at) {
    const uint32_t of = deed_at(play, at)->of;
    const bool shared = of != DEED_NOBODY && play->played[of].done != DEED_NEVER;
    play->played[at].tag = shared ? play->played[of].tag : play->tags++;
    play->of_tag[play->played[at].tag] = at + 1;
}

static void offer(struct play *play, const struct path_out *out, struct path_in *in) {
    const struct deed *deed = head(play, &play->offer, OFFERS);
    if (!deed)
        return;
    const uint32_t at = play->offer;
    const bool again = deed->kind == DEED_AGAIN;
    const struct deed *shape = again ? deed_at(play, deed->of) : deed;
    if (!again && !deed_ready(&play->deeds->size, shape, play->small_limit, out))
        return;
    play->offer++;
    if (again && play->played[deed->of].done == DEED_NEVER)
        return; // it was skipped
    if (!again)
        name(play, at);
    did(play, at);
    in->op_valid = true;
    in->op_again = again;
    in->op_tag = play->played[again ? deed->of : at].tag;
    in->op_opcode = shape->opcode;
    in->op_stage = shape->stage;
    in->op_engine = shape->engine;
    in->op_domain = shape->domain;
    in->op_urgent = shape->urgent;
    in->op_reply = shape->reply;
    in->op_length = shape->length;
    in->op_response_length = shape->response_length;
    in->op_wire_bytes = shape->wire_bytes;
}

// --- completions ------------------------------------------------------------------------------

static bool port_ready(const struct path_out *out, const struct path_size *size, unsigned port) {
    const unsigned engines = (unsigned)size->hbm + size->atomic;
    if (port < size->hbm)
        return out->hbm_ready[port];
    if (port < engines)
        return out->atomic_ready[port - size->hbm];
    return port < path_lanes(size) ? out->response_ready[port - engines] : out->done_ready;
}

static bool beat(const struct play *play, const struct path_out *out, struct block_in *in,
                 unsigned port, uint32_t handle, uint16_t observed) {
    const struct path_size *size = &play->deeds->size;
    const unsigned engines = (unsigned)size->hbm + size->atomic;
    bool *const valid = port < size->hbm           ? &in->path.hbm_valid[port]
                        : port < engines           ? &in->path.atomic_valid[port - size->hbm]
                        : port < path_lanes(size) ? &in->path.response_valid[port - engines]
                                                   : &in->path.done_valid;
    if (*valid || !port_ready(out, size, port))
        return false;
    port_beat(&in->path, size, port, handle);
    if (port < size->hbm)
        in->hbm_observed[port] = observed;
    else if (port < engines)
        in->atomic_observed[port - size->hbm] = observed;
    else if (port < path_lanes(size))
        in->response_observed[port - engines] = observed;
    return true;
}

static void complete(struct play *play, const struct path_out *out, struct block_in *in) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < play->due_count; i++) {
        const uint32_t at = play->due[i];
        const struct deed *deed = deed_at(play, at);
        const struct played *owner = &play->played[deed->of];
        const unsigned port = deed_port(&play->deeds->size, deed_at(play, deed->of), deed->part);
        if (owner->granted + deed->clock <= play->clock &&
            beat(play, out, in, port, owner->handle, deed->observed))
            did(play, at);
        else
            play->due[left++] = at;
    }
    play->due_count = left;
}

// --- software ---------------------------------------------------------------------------------

// The data of the write at the head, if it can be told by now.
static bool written(const struct play *play, const struct deed *deed, uint32_t *data) {
    *data = (uint32_t)deed->number;
    if (deed->kind != DEED_SEND)
        return true;
    const struct path_size *size = &play->deeds->size;
    const struct played *owner = &play->played[deed->of];
    const unsigned port = deed_port(size, deed_at(play, deed->of), deed->part);
    *data = port_channel(size, port) << 28 | owner->handle;
    return owner->granted != DEED_NEVER;
}

static void hear_answer(struct play *play, const struct block_out *out) {
    if (out->axi_bvalid && !play->answered && play->answer_count > 0) {
        const struct deed *deed = deed_at(play, play->answers[0]);
        if (deed->address == BLOCK_SMALL_LIMIT && out->axi_bresp == 0)
            play->small_limit = (uint32_t)deed->number;
        play->answers[0] = play->answers[1];
        play->answer_count--;
    }
    play->answered = out->axi_bvalid;
}

static bool begin_write(struct play *play, const struct deed *deed) {
    uint32_t data;
    if (!written(play, deed, &data))
        return false;
    did(play, play->bus);
    play->address_from = play->clock + deed->address_after;
    play->data_from = play->clock + deed->data_after;
    if (play->answer_count < 2)
        play->answers[play->answer_count++] = play->bus;
    return play->writing = true;
}

static void drive_write(struct play *play, const struct block_out *out, struct block_in *in) {
    hear_answer(play, out);
    in->axi_bready = play->stall_until[STALL_WRITE] <= play->clock;
    const struct deed *deed = head(play, &play->bus, WRITES);
    if (!play->writing && deed && out->axi_awready && out->axi_wready && !begin_write(play, deed))
        play->bus++; // its operation was not granted
    if (!play->writing)
        return;
    written(play, deed, &in->axi_wdata);
    in->axi_awaddr = deed->kind == DEED_SEND ? BLOCK_SEND : deed->address;
    in->axi_wstrb = deed->kind == DEED_SEND ? STROBES : deed->part;
    in->axi_awvalid = play->address_from <= play->clock;
    in->axi_wvalid = play->data_from <= play->clock;
    if (in->axi_awvalid && out->axi_awready)
        play->address_from = DEED_NEVER;
    if (in->axi_wvalid && out->axi_wready)
        play->data_from = DEED_NEVER;
    play->writing = play->address_from != DEED_NEVER || play->data_from != DEED_NEVER;
    play->bus += !play->writing;
}

static void drive_read(struct play *play, const struct block_out *out, struct block_in *in) {
    in->axi_rready = play->stall_until[STALL_READ] <= play->clock;
    if (play->reading && out->axi_rvalid && in->axi_rready)
        play->reading = false;
    const struct deed *deed = play->reading ? NULL : head(play, &play->read, READS);
    if (!deed)
        return;
    in->axi_arvalid = true;
    in->axi_araddr = deed->address;
    if (!out->axi_arready)
        return;
    did(play, play->read++);
    play->reading = true;
}

// --- the rest ---------------------------------------------------------------------------------

// What was to be done before the reset is not done any more.
static void begin_reset(struct play *play, uint64_t clocks, uint32_t at) {
    play->reset_until = play->clock + clocks;
    play->epoch = (uint8_t)((play->epoch + 1) % PATH_EPOCHS);
    play->small_limit = deed_small_limit(&play->deeds->size);
    play->writing = play->reading = false;
    play->answer_count = 0;
    play->offer = play->offer < at ? at : play->offer;
    play->bus = play->bus < at ? at : play->bus;
    play->read = play->read < at ? at : play->read;
}

static void do_others(struct play *play, const struct path_out *out, struct block_in *in) {
    const struct deed *deed;
    while ((deed = head(play, &play->other, OTHERS))) {
        const uint64_t end = play->clock + deed->number;
        if (deed->kind == DEED_BEAT) {
            if (!beat(play, out, in, deed->port, (uint32_t)deed->number, deed->observed))
                return;
        } else if (deed->kind == DEED_PAUSE) {
            play->pause_until = end;
        } else if (deed->kind == DEED_LEAP) {
            play->leaps += deed->number;
        } else if (deed->kind == DEED_STALL) {
            play->stall_until[deed->port] = end;
        } else {
            begin_reset(play, deed->number, play->other);
        }
        did(play, play->other++);
        if (play->reset_until > play->clock)
            return;
    }
}

bool play_drive(struct play *play, const struct block_out *out, struct block_in *in) {
    memset(in, 0, sizeof *in);
    if (play->clock == 0)
        begin_reset(play, 1, 0);
    const bool was_reset = play->reset_until > play->clock;
    if (!was_reset) {
        hear_grant(play, &out->path);
        do_others(play, &out->path, in);
    }
    in->now = play->clock + play->leaps;
    in->path.rst_n = play->reset_until <= play->clock;
    in->path.epoch = play->epoch;
    in->path.pause = play->pause_until > play->clock;
    in->message_ready = play->stall_until[STALL_MESSAGE] <= play->clock;
    if (in->path.rst_n) {
        offer(play, &out->path, &in->path);
        complete(play, &out->path, in);
        drive_write(play, out, in);
        drive_read(play, out, in);
    }
    return play->clock++ <= play->until;
}
