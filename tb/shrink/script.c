#include "tb/shrink/script.h"

#include <stdlib.h>
#include <string.h>

#include "csim/interface/void_beats.h"
#include "csim/record/state_at_rest.h"

enum { FIRST_DEEDS = 1024 };

void script_free(struct script *script) {
    free(script->deeds);
    free(script->begins);
    *script = (struct script){.depth = script->depth};
}

uint32_t script_offers(const struct script *script) {
    uint32_t offers = 0;
    for (uint32_t place = 0; place < script->count; place++)
        offers += script->deeds[place].kind == DEED_OFFER;
    return offers;
}

uint32_t deeds_keep(struct deed *deeds, uint32_t count, const bool *left_out, uint32_t *moved) {
    uint32_t kept = 0;
    for (uint32_t place = 0; place < count; place++) {
        struct deed deed = deeds[place];
        moved[place] = DEED_NOBODY;
        if (left_out[place] || (deed.of != DEED_NOBODY && moved[deed.of] == DEED_NOBODY))
            continue;
        if (deed.of != DEED_NOBODY)
            deed.of = moved[deed.of];
        moved[place] = kept;
        deeds[kept++] = deed;
    }
    return kept;
}

void script_pin(struct script *script) {
    for (uint32_t place = 0; place < script->count; place++) {
        struct deed *const deed = &script->deeds[place];
        if (!deed_is_tied(deed))
            continue;
        deed->of = DEED_NOBODY;
        deed->clock = deed->at;
    }
}

// ---- offers that wait, by their places in the script

struct waiting {
    unsigned count;
    uint32_t offer[SLOTS + 1];
};

// The offer that a decision lets leave; DEED_NOBODY: none.
static uint32_t leaving(struct waiting *waiting, const struct script *script,
                        const struct edge_out *out) {
    if (out->kind != DECISION_GRANT && out->kind != DECISION_REJECT && out->kind != DECISION_REPEAT)
        return DEED_NOBODY;
    for (unsigned i = 0; i < waiting->count; i++) {
        const uint32_t offer = waiting->offer[i];
        if (script->deeds[offer].tag != out->tag)
            continue;
        memmove(&waiting->offer[i], &waiting->offer[i + 1],
                (--waiting->count - i) * sizeof waiting->offer[0]);
        return offer;
    }
    return DEED_NOBODY;
}

// ---- recording ----------------------------------------------------------------------------------

struct record {
    struct admitter admitter; // first: members of the family embed it
    struct admitter *inner;
    struct script *script;
    struct edge_out last;
    uint64_t clock;
    uint32_t reset, stall[STALL_PORTS], pause; // the deed that goes on, plus one; 0: none
    uint32_t write; // the one of which only an address or only data came, plus one; 0: none
    bool write_has_address;
    struct waiting waiting;
    uint32_t holder[DEPTH_MAX];  // the offer that holds a reservation
    uint64_t granted[DEPTH_MAX]; // and when it was granted
    bool failed;
};

static struct deed *deed_add(struct record *record, enum deed_kind kind) {
    struct script *const script = record->script;
    if (record->failed)
        return NULL;
    if (script->count == script->capacity) {
        const uint32_t capacity = script->capacity ? 2 * script->capacity : FIRST_DEEDS;
        struct deed *const deeds = realloc(script->deeds, capacity * sizeof *deeds);
        if (!deeds) {
            record->failed = true;
            script_free(script);
            return NULL;
        }
        script->deeds = deeds;
        script->capacity = capacity;
    }
    struct deed *const deed = &script->deeds[script->count++];
    *deed = (struct deed){.kind = kind, .clock = record->clock, .of = DEED_NOBODY, .length = 1};
    return deed;
}

// A level that lasts: one deed for all its clocks. It lasts through clocks that are skipped.
static void record_level(struct record *record, enum deed_kind kind, unsigned port, bool on,
                         uint64_t gap, uint32_t *lasting) {
    if (*lasting && !record->failed)
        record->script->deeds[*lasting - 1].length += (uint32_t)gap + on;
    if (!on)
        *lasting = 0;
    else if (*lasting)
        return;
    else if (deed_add(record, kind)) {
        *lasting = record->script->count;
        record->script->deeds[*lasting - 1].port = (uint8_t)port;
    }
}

static void record_offer(struct record *record, const struct edge_in *in) {
    struct deed *const deed = deed_add(record, DEED_OFFER);
    if (!deed)
        return;
    deed->tag = in->tag;
    OFFER_COPY(deed, in);
    if (record->waiting.count < SLOTS)
        record->waiting.offer[record->waiting.count++] = record->script->count - 1;
}

static void record_beat(struct record *record, unsigned port, uint16_t id, uint16_t service) {
    struct deed *const deed = deed_add(record, DEED_BEAT);
    if (!deed)
        return;
    deed->port = (uint8_t)port;
    deed->id = id;
    deed->service = service;
    deed->at = record->clock;
    if (id < DEPTH_MAX && record->holder[id] != DEED_NOBODY) {
        deed->of = record->holder[id];
        deed->clock -= record->granted[id];
    }
}

static void record_beats(struct record *record, const struct edge_in *in) {
    for (unsigned partition = 0; partition < HBM_LANES; partition++)
        if (in->hbm_valid >> partition & record->last.hbm_ready >> partition & 1)
            record_beat(record, partition, in->hbm_id[partition], in->hbm_service[partition]);
    if (in->atomic_valid)
        record_beat(record, PORT_ATOMIC, in->atomic_id, in->atomic_service);
    if (in->response_valid)
        record_beat(record, PORT_RESPONSE, in->response_id, in->response_service);
    if (in->done_valid)
        record_beat(record, PORT_DONE, in->done_id, SERVICE_UNKNOWN);
}

// The deed of a write of which half came now. The other half may have come before.
static struct deed *record_half(struct record *record, bool is_address) {
    if (record->write && record->write_has_address != is_address && !record->failed) {
        struct deed *const deed = &record->script->deeds[record->write - 1];
        const uint32_t after = (uint32_t)(record->clock - deed->clock);
        *(is_address ? &deed->address_after : &deed->data_after) = after;
        record->write = 0;
        return deed;
    }
    struct deed *const deed = deed_add(record, DEED_WRITE);
    record->write = deed ? record->script->count : 0;
    record->write_has_address = is_address;
    return deed;
}

static void record_bus(struct record *record, const struct edge_in *in) {
    struct deed *deed;
    if (in->axi_awvalid && record->last.axi_awready && (deed = record_half(record, true)) != NULL)
        deed->address = in->axi_awaddr;
    if (in->axi_wvalid && record->last.axi_wready && (deed = record_half(record, false)) != NULL) {
        deed->data = in->axi_wdata;
        deed->strobe = in->axi_wstrb;
    }
    if (in->axi_arvalid && record->last.axi_arready && (deed = deed_add(record, DEED_READ)) != NULL)
        deed->address = in->axi_araddr;
}

// The other half of a write, of which one came, comes no more.
static void forget_write(struct record *record) {
    if (record->write && !record->failed) {
        struct deed *const deed = &record->script->deeds[record->write - 1];
        *(record->write_has_address ? &deed->data_after : &deed->address_after) = DEED_NEVER;
    }
    record->write = 0;
}

static void forget(struct record *record) {
    record->waiting.count = 0;
    forget_write(record);
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        record->holder[id] = DEED_NOBODY;
}

// What the block says has become of the operations.
static void record_outcome(struct record *record, const struct edge_out *out) {
    const uint32_t offer =
        record->failed ? DEED_NOBODY : leaving(&record->waiting, record->script, out);
    if (offer != DEED_NOBODY && out->kind == DECISION_GRANT && out->id < DEPTH_MAX) {
        record->holder[out->id] = offer;
        record->granted[out->id] = record->clock;
    }
    for (unsigned resource = 0; resource < CLASSES; resource++)
        if (out->retire >> resource & 1 && out->return_id[resource] < DEPTH_MAX)
            record->holder[out->return_id[resource]] = DEED_NOBODY;
    if (out->done_kind == CHANNEL_COMPLETE && out->done_id < DEPTH_MAX)
        record->holder[out->done_id] = DEED_NOBODY;
}

static void record_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    struct record *const record = (struct record *)self;
    record->clock += in->gap;
    const bool begins = in->reset && !record->reset;
    record_level(record, DEED_RESET, 0, in->reset, in->gap, &record->reset);
    if (begins && in->op_valid && !record->failed)
        record->script->deeds[record->reset - 1].address = void_beats_rng(in).state;
    const bool ready[STALL_PORTS] = {in->grant_ready, in->axi_bready, in->axi_rready};
    for (unsigned port = 0; port < STALL_PORTS; port++)
        record_level(record, DEED_STALL, port, !ready[port], in->gap, &record->stall[port]);
    record_level(record, DEED_PAUSE, 0, in->pause, in->gap, &record->pause);
    if (in->reset) {
        forget(record);
    } else {
        if (in->op_valid && record->last.op_ready)
            record_offer(record, in);
        record_beats(record, in);
        record_bus(record, in);
    }
    admitter_edge(record->inner, in, out);
    if (!in->reset)
        record_outcome(record, out);
    record->last = *out;
    record->clock++;
}

static bool record_begin(struct admitter *self, const struct block_state *state) {
    struct record *const record = (struct record *)self;
    struct script *const script = record->script;
    script->begins = malloc(sizeof *script->begins);
    if (!script->begins || !admitter_begin(record->inner, state))
        return false;
    *script->begins = *state;
    block_state_show(state, &record->last);
    return true;
}

static void record_close(struct admitter *self) {
    forget_write((struct record *)self);
    admitter_close(((struct record *)self)->inner);
    free(self);
}

static const struct admitter_ops record_ops = {
    .name = "script", .edge = record_edge, .begin = record_begin, .close = record_close};

struct admitter *script_record_open(struct admitter *inner, struct script *script) {
    struct record *const record = inner ? malloc(sizeof *record) : NULL;
    if (!record) {
        admitter_close(inner);
        return NULL;
    }
    *record = (struct record){.admitter.ops = &record_ops,
                              .inner = inner,
                              .script = script,
                              .last = admitter_out_of_reset};
    forget(record);
    return &record->admitter;
}

// ---- playing ------------------------------------------------------------------------------------

enum {
    PENDING = 4 * DEPTH_MAX, // beats whose operation was granted and which are not due
    FIRST_CLOCKS = 4,        // of a state that are not skipped
    PATIENCE = 2000,         // clocks after the last deed
    CHANNEL_BEATS = 64,      // that wait; a power of two
};

// Beats that wait for one of the bus's channels: the deeds, and from when on each is shown.
struct channel {
    uint32_t next, count;
    uint32_t deed[CHANNEL_BEATS];
    uint64_t clock[CHANNEL_BEATS];
};

struct play {
    struct stimulus stimulus; // first: members of the family embed it
    const struct script *script;
    const bool *left_out;
    struct completion_queues queues;
    uint64_t clock;
    uint64_t time; // that the block is told in the first clock
    uint64_t idle; // clocks since something was done last
    uint32_t next_offer, next_other;
    struct waiting waiting;
    struct rng void_rng; // of what is offered in reset; 0: nothing is
    uint64_t reset_until, stall_until[STALL_PORTS], pause_until;
    struct channel write_address, write_data, read;
    bool paused; // in the last clock
    unsigned pendings;
    struct {
        uint64_t clock;
        struct port_beat beat;
        uint8_t port;
    } pending[PENDING];
    uint32_t *first; // of the deeds: its first beat, plus one; of a beat: the next one
};

static bool plays(const struct play *play, uint32_t place) {
    return !play->left_out || !play->left_out[place];
}

// The next deed that is played, of offers or of what is tied to a clock.
static uint32_t seek(const struct play *play, uint32_t place, bool offers) {
    const struct script *const script = play->script;
    while (place < script->count && !(plays(play, place) && !deed_is_tied(&script->deeds[place]) &&
                                      (script->deeds[place].kind == DEED_OFFER) == offers))
        place++;
    return place;
}

static void pend(struct play *play, uint64_t clock, uint16_t id, const struct deed *deed) {
    if (play->pendings == PENDING)
        return;
    play->pending[play->pendings].clock = clock;
    play->pending[play->pendings].beat = (struct port_beat){.id = id, .service = deed->service};
    play->pending[play->pendings++].port = deed->port;
}

// The block has decided: what was tied to the grant gets its clock.
static void play_decision(struct play *play, const struct edge_out *last) {
    const uint32_t offer = leaving(&play->waiting, play->script, last);
    if (offer == DEED_NOBODY || last->kind != DECISION_GRANT)
        return;
    for (uint32_t beat = play->first[offer]; beat; beat = play->first[beat - 1])
        if (plays(play, beat - 1))
            pend(play, play->clock - 1 + play->script->deeds[beat - 1].clock, last->id,
                 &play->script->deeds[beat - 1]);
}

static void play_reset(struct play *play) {
    play->waiting.count = 0;
    play->pendings = 0;
    play->write_address.count = play->write_data.count = play->read.count = 0;
    completion_queues_clear(&play->queues);
}

static void channel_add(struct channel *channel, uint32_t deed, uint64_t clock) {
    if (channel->count == CHANNEL_BEATS)
        return;
    const uint32_t place = (channel->next + channel->count++) % CHANNEL_BEATS;
    channel->deed[place] = deed;
    channel->clock[place] = clock;
}

// The deed whose beat the channel shows in this clock; NULL: it shows none.
static const struct deed *channel_show(struct play *play, struct channel *channel, bool ready) {
    if (channel->count == 0 || channel->clock[channel->next] > play->clock)
        return NULL;
    const struct deed *const deed = &play->script->deeds[channel->deed[channel->next]];
    if (ready) {
        channel->next = (channel->next + 1) % CHANNEL_BEATS;
        channel->count--;
        play->idle = 0;
    }
    return deed;
}

static void play_bus(struct play *play, const struct edge_out *last, struct edge_in *in) {
    const struct deed *deed = channel_show(play, &play->write_address, last->axi_awready);
    if (deed) {
        in->axi_awvalid = 1;
        in->axi_awaddr = (uint16_t)deed->address;
    }
    deed = channel_show(play, &play->write_data, last->axi_wready);
    if (deed) {
        in->axi_wvalid = 1;
        in->axi_wdata = deed->data;
        in->axi_wstrb = deed->strobe;
    }
    deed = channel_show(play, &play->read, last->axi_arready);
    if (deed) {
        in->axi_arvalid = 1;
        in->axi_araddr = (uint16_t)deed->address;
    }
}

// Deeds tied to a clock.
static void play_others(struct play *play) {
    const struct script *const script = play->script;
    while (play->next_other < script->count &&
           script->deeds[play->next_other].clock <= play->clock) {
        const struct deed *const deed = &script->deeds[play->next_other];
        switch (deed->kind) {
        case DEED_WRITE:
            if (deed->address_after != DEED_NEVER)
                channel_add(&play->write_address, play->next_other,
                            deed->clock + deed->address_after);
            if (deed->data_after != DEED_NEVER)
                channel_add(&play->write_data, play->next_other, deed->clock + deed->data_after);
            break;
        case DEED_READ:
            channel_add(&play->read, play->next_other, deed->clock);
            break;
        case DEED_BEAT:
            completion_queues_push(&play->queues, deed->port,
                                   (struct port_beat){.id = deed->id, .service = deed->service});
            break;
        case DEED_RESET:
            play->reset_until = play->clock + deed->length;
            play->void_rng.state = deed->address;
            break;
        case DEED_STALL:
            play->stall_until[deed->port % STALL_PORTS] = play->clock + deed->length;
            break;
        case DEED_PAUSE:
            play->pause_until = play->clock + deed->length;
            break;
        default:
            break;
        }
        play->idle = 0;
        play->next_other = seek(play, play->next_other + 1, false);
    }
}

static void play_pending(struct play *play) {
    for (unsigned i = 0; i < play->pendings;) {
        if (play->pending[i].clock > play->clock) {
            i++;
            continue;
        }
        completion_queues_push(&play->queues, play->pending[i].port, play->pending[i].beat);
        play->pending[i] = play->pending[--play->pendings];
        play->idle = 0;
    }
}

static void play_offer(struct play *play, struct edge_in *in) {
    const struct script *const script = play->script;
    if (play->next_offer == script->count || script->deeds[play->next_offer].clock > play->clock ||
        play->waiting.count > SLOTS)
        return;
    const struct deed *const deed = &script->deeds[play->next_offer];
    in->op_valid = 1;
    in->tag = deed->tag;
    OFFER_COPY(in, deed);
}

// Clocks until something is due that is known of.
static uint64_t next_due(const struct play *play) {
    uint64_t due = UINT64_MAX;
    const struct script *const script = play->script;
    if (play->next_offer < script->count)
        due = script->deeds[play->next_offer].clock;
    if (play->next_other < script->count && script->deeds[play->next_other].clock < due)
        due = script->deeds[play->next_other].clock;
    if (play->pause_until > play->clock && play->pause_until < due)
        due = play->pause_until;
    for (unsigned i = 0; i < play->pendings; i++)
        if (play->pending[i].clock < due)
            due = play->pending[i].clock;
    return due;
}

static bool play_next(struct stimulus *self, const struct edge_out *last, struct edge_in *in) {
    struct play *const play = (struct play *)self;
    *in = (struct edge_in){0};
    play_decision(play, last);
    // The end of a pause is a beat, which nothing quiet is skipped over.
    const bool pausing = play->pause_until > play->clock;
    const bool bus = (play->write_address.count | play->write_data.count | play->read.count) != 0;
    if (last->quiet && !play->queues.busy && !bus && play->reset_until <= play->clock &&
        pausing == play->paused) {
        const uint64_t next = next_due(play);
        // A state may show by itself that it fails.
        const bool looks = play->script->begins && play->clock < FIRST_CLOCKS;
        if (next == UINT64_MAX && !looks)
            return false;
        if (next > play->clock && !looks) {
            in->gap = next - play->clock;
            play->clock = next;
        }
    }
    play_others(play);
    const uint64_t due = next_due(play);
    if (play->idle++ > PATIENCE && (due <= play->clock || due == UINT64_MAX))
        return false; // the block takes nothing any more
    in->now = play->time + play->clock;
    in->grant_ready = play->stall_until[STALL_GRANT] <= play->clock;
    in->axi_bready = play->stall_until[STALL_WRITE] <= play->clock;
    in->axi_rready = play->stall_until[STALL_READ] <= play->clock;
    play->paused = play->pause_until > play->clock;
    in->pause = play->paused;
    if (play->reset_until > play->clock) {
        const uint64_t gap = in->gap;
        *in = (struct edge_in){.gap = gap, .now = play->time + play->clock, .reset = 1};
        if (play->void_rng.state)
            void_beats_fill(&play->void_rng, play->script->depth, in);
        play_reset(play);
    } else {
        play_pending(play);
        completion_queues_fill(&play->queues, last, in);
        play_bus(play, last, in);
        play_offer(play, in);
        if (in->op_valid && last->op_ready) {
            play->waiting.offer[play->waiting.count++] = play->next_offer;
            play->next_offer = seek(play, play->next_offer + 1, true);
            play->idle = 0;
        }
    }
    play->clock++;
    return true;
}

static void play_close(struct stimulus *self) {
    free(((struct play *)self)->first);
    free(self);
}

static const struct block_state *play_begins(const struct stimulus *self) {
    return ((const struct play *)self)->script->begins;
}

static const struct stimulus_ops play_ops = {
    .name = "script", .next = play_next, .close = play_close, .begins = play_begins};

struct stimulus *script_play_open(const struct script *script, const bool *left_out) {
    struct play *const play = calloc(1, sizeof *play);
    uint32_t *const first = calloc(script->count + 1, sizeof *first);
    if (!play || !first) {
        free(play);
        free(first);
        return NULL;
    }
    play->stimulus.ops = &play_ops;
    play->script = script;
    play->left_out = left_out;
    play->first = first;
    if (script->begins) {
        play->time = script->begins->now + 1;
        play->paused = script->begins->paused;
    }
    // Beats of an offer in a list, those done first in front.
    for (uint32_t place = script->count; place > 0; place--) {
        const struct deed *const deed = &script->deeds[place - 1];
        if (!deed_is_tied(deed))
            continue;
        first[place - 1] = first[deed->of];
        first[deed->of] = place;
    }
    play->next_offer = seek(play, 0, true);
    play->next_other = seek(play, 0, false);
    return &play->stimulus;
}
