#include "tb/block/shrink/deeds.h"

#include <stdlib.h>
#include <string.h>

#include "tb/block/port.h"

enum { CHANNEL_SHIFT = 28 };

static const struct deed *deed_at(const struct replay *play, uint32_t at) {
    return &play->deeds->deed[at];
}

static void did(struct replay *play, uint32_t at) {
    play->played[at].done = play->clock;
}

// Kinds that wait for each other.
enum {
    OFFERS = 1 << DEED_OFFER | 1 << DEED_AGAIN | 1 << DEED_ASK,
    WRITES = 1 << DEED_WRITE | 1 << DEED_SEND,
    READS = 1 << DEED_READ,
    OTHERS = 1 << DEED_PAUSE | 1 << DEED_STALL | 1 << DEED_RESET | 1 << DEED_BEAT | 1 << DEED_LEAP,
};

// The head of a queue, from *at on, if its clock has come.
static const struct deed *head(const struct replay *play, uint32_t *at, unsigned kinds) {
    while (*at < play->deeds->count && (!(kinds >> deed_at(play, *at)->kind & 1) ||
                                        deed_is_out(play->deeds, play->left_out, *at)))
        ++*at;
    const struct deed *deed = *at < play->deeds->count ? deed_at(play, *at) : NULL;
    return deed && deed->clock <= play->clock ? deed : NULL;
}

bool replay_open(struct replay *play, const struct deeds *deeds, const bool *left_out,
                 uint64_t until) {
    const uint32_t room = deeds->count + 1;
    *play = (struct replay){
        .deeds = deeds, .left_out = left_out, .until = until, .epoch = PATH_EPOCHS - 1};
    play->played = calloc(room, sizeof *play->played);
    play->of_tag = calloc(room, sizeof *play->of_tag);
    play->due = calloc(room, sizeof *play->due);
    if (!play->played || !play->of_tag || !play->due) {
        replay_close(play);
        return false;
    }
    for (uint32_t at = deeds->count; at-- > 0;) {
        struct redone *played = &play->played[at];
        const struct deed *deed = deed_at(play, at);
        played->done = played->granted = DEED_NEVER;
        if (deed->kind == DEED_COMPLETE && !deed_is_out(deeds, left_out, at)) {
            played->first = play->played[deed->of].first;
            play->played[deed->of].first = at + 1;
        }
    }
    return true;
}

void replay_close(struct replay *play) {
    free(play->played);
    free(play->of_tag);
    free(play->due);
    play->played = NULL;
    play->of_tag = play->due = NULL;
}

// --- operations -------------------------------------------------------------------------------

// Completions count from the first grant on, and go by the handle of the latest.
static void hear_grant(struct replay *play, const struct path_out *out) {
    if (out->decision_kind != 1 || out->decision_tag >= play->tags)
        return;
    struct redone *played = &play->played[play->of_tag[out->decision_tag]];
    for (uint32_t next = played->granted == DEED_NEVER ? played->first : 0; next;
         next = play->played[next - 1].first)
        play->due[play->due_count++] = next - 1;
    played->granted = play->clock;
    played->handle = out->decision_handle;
}

// Tags are numbers in the order of the offers, as in scenarios.
static void offer(struct replay *play, const struct path_out *out, struct path_in *in) {
    const struct deed *deed = head(play, &play->offer, OFFERS);
    if (!deed)
        return;
    const bool again = deed->kind == DEED_AGAIN;
    const uint32_t of = again ? deed->of : play->offer;
    const struct offered *op = &deed_at(play, of)->op;
    const bool ready = offered_ready(&play->deeds->size, op, play->small_limit.value, out);
    if (deed->kind == DEED_OFFER && !ready)
        return;
    // A reset came before it; what is asked would be taken.
    if ((again && play->played[of].done == DEED_NEVER) || (deed->kind == DEED_ASK && ready)) {
        play->offer++;
        return;
    }
    if (!again) {
        play->of_tag[play->tags] = of;
        play->played[of].tag = play->tags++;
    }
    did(play, play->offer++);
    offered_drive(in, op, play->played[of].tag, deed->kind != DEED_OFFER);
}

// --- completions ------------------------------------------------------------------------------

static bool beat(const struct replay *play, const struct path_out *out, struct block_in *in,
                 unsigned port, uint32_t handle, uint16_t observed) {
    const struct path_size *size = &play->deeds->size;
    if (*port_valid(&in->path, size, port) || !port_ready(out, size, port))
        return false;
    port_beat(&in->path, size, port, handle);
    if (port < path_lanes(size))
        *port_observed(in, size, port) = observed;
    return true;
}

static unsigned port_of(const struct replay *play, const struct deed *deed) {
    return offered_port(&play->deeds->size, &deed_at(play, deed->of)->op, deed->part);
}

static void complete(struct replay *play, const struct path_out *out, struct block_in *in) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < play->due_count; i++) {
        const uint32_t at = play->due[i];
        const struct deed *deed = deed_at(play, at);
        const struct redone *owner = &play->played[deed->of];
        if (owner->granted + deed->clock <= play->clock &&
            beat(play, out, in, port_of(play, deed), owner->handle, deed->observed))
            did(play, at);
        else
            play->due[left++] = at;
    }
    play->due_count = left;
}

// --- software ---------------------------------------------------------------------------------

static uint32_t data_of(const struct replay *play, const struct deed *deed) {
    if (deed->kind != DEED_SEND)
        return (uint32_t)deed->number;
    return port_channel(&play->deeds->size, port_of(play, deed)) << CHANNEL_SHIFT |
           play->played[deed->of].handle;
}

// A write begins when the places are empty, whether or not the one before is answered.
static void begin_write(struct replay *play, const struct deed *deed) {
    const bool sends = deed->kind == DEED_SEND;
    if (!sends || play->played[deed->of].granted != DEED_NEVER) {
        did(play, play->bus);
        axi_begin_write(&play->master,
                        (struct axi_write){sends ? SEMACREDIT_SEND : deed->address,
                                           data_of(play, deed), sends ? AXI_STROBES : deed->part},
                        deed->later < 0 ? (uint64_t)-deed->later : 0,
                        deed->later > 0 ? (uint64_t)deed->later : 0);
    }
    play->bus++;
}

static void drive_bus(struct replay *play, const struct block_out *out, struct block_in *in) {
    struct axi_master *master = &play->master;
    const struct deed *deed = head(play, &play->bus, WRITES);
    if (deed && !axi_writes(master) && out->axi_awready && out->axi_wready)
        begin_write(play, deed);
    master->stalls_writes = play->stall_until[STALL_WRITE] > play->clock;
    master->stalls_reads = play->stall_until[STALL_READ] > play->clock;
    const bool waits = master->awaited && !(out->axi_rvalid && !master->stalls_reads);
    deed = waits || master->read_left ? NULL : head(play, &play->read, READS);
    if (deed) {
        axi_begin_read(master, deed->address);
        did(play, play->read++);
    }
    axi_drive(master, out, in);
}

// --- the rest ---------------------------------------------------------------------------------

static void not_before(uint32_t *queue, uint32_t at) {
    *queue = *queue < at ? at : *queue;
}

// What was to be done before the reset is not done any more.
static void begin_reset(struct replay *play, uint64_t clocks, uint32_t at) {
    play->reset_until = play->clock + clocks;
    play->epoch = (uint8_t)((play->epoch + 1) % PATH_EPOCHS);
    small_limit_reset(&play->small_limit, &play->deeds->size);
    axi_reset(&play->master);
    not_before(&play->offer, at);
    not_before(&play->bus, at);
    not_before(&play->read, at);
}

static void do_others(struct replay *play, const struct path_out *out, struct block_in *in) {
    const struct deed *deed;
    while (play->reset_until <= play->clock && (deed = head(play, &play->other, OTHERS))) {
        const uint64_t end = play->clock + deed->number;
        if (deed->kind == DEED_BEAT) {
            if (!beat(play, out, in, deed->port, (uint32_t)deed->number, deed->observed))
                return;
        } else if (deed->kind == DEED_PAUSE) {
            play->pause_until = end;
        } else if (deed->kind == DEED_STALL) {
            play->stall_until[deed->port] = end;
        } else if (deed->kind == DEED_LEAP) {
            play->leaps += deed->number;
        } else {
            begin_reset(play, deed->number, play->other);
        }
        did(play, play->other++);
    }
}

bool replay_drive(struct replay *play, const struct block_out *out, struct block_in *in) {
    memset(in, 0, sizeof *in);
    if (play->clock == 0)
        begin_reset(play, 1, 0);
    if (play->reset_until <= play->clock) {
        hear_grant(play, &out->path);
        do_others(play, &out->path, in);
    }
    in->now = play->clock + play->leaps;
    in->path.rst_n = play->reset_until <= play->clock;
    in->path.epoch = play->epoch;
    in->path.pause = play->pause_until > play->clock;
    in->message_ready = play->stall_until[STALL_MESSAGE] <= play->clock;
    if (in->path.rst_n) {
        small_limit_hear(&play->small_limit, out);
        offer(play, &out->path, &in->path);
        complete(play, &out->path, in);
        drive_bus(play, out, in);
        small_limit_see(&play->small_limit, out, in);
    }
    return play->clock++ <= play->until;
}
