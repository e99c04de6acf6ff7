#include "tb/block/shrink/stimulus.h"

enum { CHANNEL_SHIFT = 28 };

static const struct txn *txn_at(const struct replay *play, uint32_t at) {
    return &play->stimulus->txn[at];
}

static void did(struct replay *play, uint32_t at) {
    play->played[at].done = play->clock;
}

// Kinds that wait for each other.
enum {
    OFFERS = 1 << TXN_OFFER | 1 << TXN_AGAIN | 1 << TXN_ASK,
    WRITES = 1 << TXN_WRITE | 1 << TXN_SEND,
    READS = 1 << TXN_READ,
    OTHERS = 1 << TXN_PAUSE | 1 << TXN_STALL | 1 << TXN_RESET | 1 << TXN_BEAT | 1 << TXN_LEAP,
};

// The head of a queue, from *at on, if its clock has come.
static const struct txn *head(const struct replay *play, uint32_t *at, unsigned kinds) {
    while (*at < play->stimulus->count && (!(kinds >> txn_at(play, *at)->kind & 1) ||
                                           txn_is_out(play->stimulus, play->left_out, *at)))
        ++*at;
    const struct txn *txn = *at < play->stimulus->count ? txn_at(play, *at) : NULL;
    return txn && txn->clock <= play->clock ? txn : NULL;
}

void replay_open(struct replay *play, const struct stimulus *stimulus, const bool *left_out,
                 uint64_t until) {
    const uint32_t room = stimulus->count + 1;
    *play = (struct replay){
        .stimulus = stimulus, .left_out = left_out, .until = until, .epoch = PATH_EPOCHS - 1};
    play->played = memory_there(calloc(room, sizeof *play->played));
    play->of_tag = memory_there(calloc(room, sizeof *play->of_tag));
    play->due = memory_there(calloc(room, sizeof *play->due));
    for (uint32_t at = stimulus->count; at-- > 0;) {
        struct redone *played = &play->played[at];
        const struct txn *txn = txn_at(play, at);
        played->done = played->granted = TXN_NEVER;
        if (txn->kind == TXN_COMPLETE && !txn_is_out(stimulus, left_out, at)) {
            played->first = play->played[txn->of].first;
            play->played[txn->of].first = at + 1;
        }
    }
}

void replay_close(struct replay *play) {
    free(play->played);
    free(play->of_tag);
    free(play->due);
}

// --- operations -------------------------------------------------------------------------------

// Completions count from the first grant on, and go by the handle of the latest.
static void observe_grant(struct replay *play, const struct path_out *out) {
    if (out->decision_kind != 1 || out->decision_tag >= play->tags)
        return;
    struct redone *played = &play->played[play->of_tag[out->decision_tag]];
    for (uint32_t next = played->granted == TXN_NEVER ? played->first : 0; next;
         next = play->played[next - 1].first)
        play->due[play->due_count++] = next - 1;
    played->granted = play->clock;
    played->handle = out->decision_handle;
}

// Tags are numbers in the order of the offers, as in scenarios.
static void offer(struct replay *play, const struct path_out *out, struct path_in *in) {
    const struct txn *txn = head(play, &play->offer, OFFERS);
    if (!txn)
        return;
    const bool again = txn->kind == TXN_AGAIN;
    const uint32_t of = again ? txn->of : play->offer;
    const struct offered *op = &txn_at(play, of)->op;
    const bool ready = offered_ready(&play->stimulus->size, op, play->small_limit.value, out);
    if (txn->kind == TXN_OFFER && !ready)
        return;
    // A reset came before it; what is asked would be taken.
    if ((again && play->played[of].done == TXN_NEVER) || (txn->kind == TXN_ASK && ready)) {
        play->offer++;
        return;
    }
    if (!again) {
        play->of_tag[play->tags] = of;
        play->played[of].tag = play->tags++;
    }
    did(play, play->offer++);
    offered_drive(in, op, play->played[of].tag, txn->kind != TXN_OFFER);
}

// --- completions ------------------------------------------------------------------------------

static bool beat(const struct replay *play, const struct path_out *out, struct block_in *in,
                 unsigned port, uint32_t handle, uint16_t observed) {
    const struct path_size *size = &play->stimulus->size;
    if (*port_valid(&in->path, size, port) || !port_ready(out, size, port))
        return false;
    port_beat(&in->path, size, port, handle);
    if (port < path_lanes(size))
        *port_observed(in, size, port) = observed;
    return true;
}

static unsigned port_of(const struct replay *play, const struct txn *txn) {
    return offered_port(&play->stimulus->size, &txn_at(play, txn->of)->op, txn->part);
}

static void complete(struct replay *play, const struct path_out *out, struct block_in *in) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < play->due_count; i++) {
        const uint32_t at = play->due[i];
        const struct txn *txn = txn_at(play, at);
        const struct redone *owner = &play->played[txn->of];
        if (owner->granted + txn->clock <= play->clock &&
            beat(play, out, in, port_of(play, txn), owner->handle, txn->observed))
            did(play, at);
        else
            play->due[left++] = at;
    }
    play->due_count = left;
}

// --- software ---------------------------------------------------------------------------------

static uint32_t data_of(const struct replay *play, const struct txn *txn) {
    if (txn->kind != TXN_SEND)
        return (uint32_t)txn->number;
    return port_channel(&play->stimulus->size, port_of(play, txn)) << CHANNEL_SHIFT |
           play->played[txn->of].handle;
}

// A write begins when the places are empty, whether or not the one before is answered.
static void begin_write(struct replay *play, const struct txn *txn) {
    const bool sends = txn->kind == TXN_SEND;
    if (!sends || play->played[txn->of].granted != TXN_NEVER) {
        did(play, play->bus);
        axi_begin_write(&play->master,
                        (struct axi_write){sends ? SEMACREDIT_SEND : txn->address,
                                           data_of(play, txn), sends ? AXI_STROBES : txn->part},
                        txn->later < 0 ? (uint64_t)-txn->later : 0,
                        txn->later > 0 ? (uint64_t)txn->later : 0);
    }
    play->bus++;
}

static void drive_bus(struct replay *play, const struct block_out *out, struct block_in *in) {
    struct axi_master *master = &play->master;
    const struct txn *txn = head(play, &play->bus, WRITES);
    if (txn && !axi_writes(master) && out->axi_awready && out->axi_wready)
        begin_write(play, txn);
    master->stalls_writes = play->stall_until[STALL_WRITE] > play->clock;
    master->stalls_reads = play->stall_until[STALL_READ] > play->clock;
    const bool waits = master->awaited && !(out->axi_rvalid && !master->stalls_reads);
    txn = waits || master->read_left ? NULL : head(play, &play->read, READS);
    if (txn) {
        axi_begin_read(master, txn->address);
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
    small_limit_reset(&play->small_limit, &play->stimulus->size);
    axi_reset(&play->master);
    not_before(&play->offer, at);
    not_before(&play->bus, at);
    not_before(&play->read, at);
}

static void do_others(struct replay *play, const struct path_out *out, struct block_in *in) {
    const struct txn *txn;
    while (play->reset_until <= play->clock && (txn = head(play, &play->other, OTHERS))) {
        const uint64_t end = play->clock + txn->number;
        if (txn->kind == TXN_BEAT) {
            if (!beat(play, out, in, txn->port, (uint32_t)txn->number, txn->observed))
                return;
        } else if (txn->kind == TXN_PAUSE) {
            play->pause_until = end;
        } else if (txn->kind == TXN_STALL) {
            play->stall_until[txn->port] = end;
        } else if (txn->kind == TXN_LEAP) {
            play->leaps += txn->number;
        } else {
            begin_reset(play, txn->number, play->other);
        }
        did(play, play->other++);
    }
}

bool replay_drive(struct replay *play, const struct block_out *out, struct block_in *in) {
    memset(in, 0, sizeof *in);
    if (play->clock == 0)
        begin_reset(play, 1, 0);
    if (play->reset_until <= play->clock) {
        observe_grant(play, &out->path);
        do_others(play, &out->path, in);
    }
    in->now = block_time(play->clock + play->leaps);
    in->path.rst_n = play->reset_until <= play->clock;
    in->path.epoch = play->epoch;
    in->path.pause = play->pause_until > play->clock;
    in->message_ready = play->stall_until[STALL_MESSAGE] <= play->clock;
    if (in->path.rst_n) {
        small_limit_observe(&play->small_limit, out);
        offer(play, &out->path, &in->path);
        complete(play, &out->path, in);
        drive_bus(play, out, in);
        small_limit_see(&play->small_limit, out, in);
    }
    return play->clock++ <= play->until;
}
