#include "tb/block/world.h"

#include <assert.h>
#include <string.h>

// clang-format off
// Chances are out of 1,024.
enum { ONE_OF_1024 = WORLD_ALWAYS / 1024 };
#define OF_1024(n) (uint32_t)((n) * ONE_OF_1024)
#define ROW(name, offer, urgent, writes, reads, notifications, atomics, delay, hot, scale,         \
            domains, tight, tunes, write, again, duplicate, junk, lose, pause, reset, odd)         \
    {name, OF_1024(offer), OF_1024(urgent), {writes, reads, notifications, atomics}, delay, hot,   \
     scale, domains, tight, tunes, OF_1024(write), OF_1024(again), OF_1024(duplicate),             \
     OF_1024(junk), OF_1024(lose), OF_1024(pause), OF_1024(reset), OF_1024(odd), 0, WORLD_CHAIN}
const struct world_profile WORLD_PROFILES[] = {
    // offer, urgent, kinds; delay, hot, scale, domains, tight, tunes;
    // write, again, duplicate, junk, lose, pause, reset, odd
    ROW("busy",   1024, 300, 4, 4, 1, 3,   40, 0,  0, 4, 0, 0,   20,  60,  60,  30, 10, 20, 0,  20),
    ROW("tight",  1024, 300, 4, 4, 1, 3,   30, 3,  0, 2, 1, 0,    4,  20,  20,   0,  0,  0, 0,   0),
    ROW("idle",    200, 300, 4, 4, 1, 3,   10, 0,  0, 1, 0, 0,   10, 100, 100, 100, 40,  0, 0,  60),
    ROW("resets",  900, 300, 4, 4, 1, 3,   30, 0,  0, 3, 0, 0,   20,  60, 200,   0, 40,  0, 3,   0),
    ROW("table",  1024, 200, 6, 1, 1, 1, 4000, 2,  4, 0, 0, 0, 1./8, 100,  30,   0,  2,  0, 0, 100),
    ROW("aged",   1024, 500, 4, 3, 1, 3,   25, 2,  0, 2, 1, 0,    8,  10,   0,   0,  0,  0, 0, 100),
    ROW("stream", 1024,   0, 1, 0, 0, 0,    6, 0,  7, 0, 0, 0,    0,   0,   0,   0,  0,  0, 0,   0),
    ROW("flow",   1024, 300, 4, 4, 1, 2,  120, 0, 13, 3, 0, 0,    0,  30,  30,   0,  0,  2, 0,   0),
    ROW("tuned",  1024, 300, 4, 4, 1, 4,   12, 0,  0, 2, 1, 1,    0,  20,   0,   0,  0,  0, 0,   0),
};
// clang-format on
#undef ROW
#undef OF_1024
const unsigned WORLD_PROFILE_COUNT = sizeof WORLD_PROFILES / sizeof *WORLD_PROFILES;

static bool chance(struct world *world, uint32_t of_always) {
    return of_always != 0 && rng_chance(&world->rng, of_always, WORLD_ALWAYS);
}

static unsigned tag_bits(const struct world *world) {
    return world->size.tag_w < 11 ? world->size.tag_w : 11;
}

// Where the operation of a tag lives: two tags that are one bit apart have two places.
static unsigned place_of(const struct world *world, uint64_t tag) {
    const unsigned bits = tag_bits(world);
    for (uint64_t left = tag >> bits; left; left >>= bits)
        tag ^= left;
    return (unsigned)(tag & (world->limit - 1u));
}

static bool is_free(const struct world *world, uint64_t tag) {
    const struct world_op *op = &world->op[place_of(world, tag)];
    return op->state == WORLD_FREE && op->guard == 0;
}

const struct world_op *world_find(const struct world *world, uint64_t tag) {
    const struct world_op *op = &world->op[place_of(world, tag)];
    return op->state != WORLD_FREE && op->tag == tag ? op : NULL;
}

// --- settings ---------------------------------------------------------------------------------

static void draw_write(struct world *world, struct path_in *in) {
    const unsigned lanes = path_lanes(&world->size);
    in->write_valid = true;
    in->write_lane = (uint8_t)rng_below(&world->rng, lanes + 1);
    in->write_value = rng_scaled(&world->rng, world->profile.tight ? 13 : world->size.cnt_w);
    if (in->write_lane == lanes)
        in->write_value = rng_chance(&world->rng, 1, 8)
                              ? world->size.depth
                              : rng_scaled(&world->rng, path_id_w(&world->size) + 2);
    // What is closed stops the transport's heads, soon all of them: seldom.
    if (in->write_value == 0 && rng_chance(&world->rng, 7, 8))
        in->write_value = UINT32_MAX;
    if (world->source && rng_chance(&world->rng, 1, 2))
        in->write_value =
            in->write_lane == lanes ? world->size.depth : world->window[in->write_lane];
    if (world->calm) {
        in->write_lane = (uint8_t)(world->since_write / 4 % (lanes + 1));
        in->write_value = UINT32_MAX;
    }
    in->write_value &= UINT32_MAX >> (32 - world->size.cnt_w);
}

void world_begin(struct world *world, const struct path_size *size,
                 const struct world_profile *profile, uint64_t seed) {
    memset(world, 0, sizeof *world);
    world->size = *size;
    world->profile = *profile;
    world->rng = rng_stream(seed, RNG_TRAFFIC);
    world->limit = (uint16_t)(1u << tag_bits(world));
    world->in_reset = 3;
    world->hot_from = (uint8_t)rng_below(&world->rng, PATH_LANES);
    world->in.epoch = (uint8_t)rng_below(&world->rng, PATH_EPOCHS);
}

void world_calm(struct world *world) {
    world->calm = true;
    world->since_write = 0;
    world->queued = 0;
    for (unsigned i = 0; i < world->limit; i++)
        if (world->op[i].state == WORLD_QUEUED)
            world->op[i].state = WORLD_FREE;
}

bool world_idle(const struct world *world) {
    for (unsigned i = 0; i < world->limit; i++)
        if (world->op[i].state != WORLD_FREE)
            return false;
    return true;
}

// --- near misses: identities one bit apart, which a comparison of fewer bits confuses ------------

// Of what was queued last, or of a reservation.
static uint64_t near_tag(struct world *world) {
    const uint64_t drawn = rng_next(&world->rng);
    const unsigned holder = world->holder[drawn & (world->size.depth - 1u)];
    const uint64_t tag = holder && drawn >> 63 ? world->op[holder - 1].tag : world->queued_tag;
    return tag ^ UINT64_C(1) << (drawn >> 32) % world->size.tag_w;
}

// Domains in a row become neighbours in a Gray code, whose bits move on as those that are hot do.
static uint8_t near_domain(const struct world *world, uint8_t domain) {
    enum { FOR_CLOCKS = 1024, ODD = 91 };
    const unsigned era = (unsigned)(world->clock / FOR_CLOCKS), by = era % 8;
    const unsigned gray = (domain - 1u) ^ (domain - 1u) >> 1;
    return domain ? (uint8_t)((gray << by | gray >> (8 - by)) ^ era * ODD) : 0;
}

// Of a reservation, at a port at which it owes or owed something.
static uint32_t near_handle(struct world *world, const struct world_op *op, unsigned *port) {
    const unsigned bits = 2u + world->size.gen_w + path_id_w(&world->size);
    const unsigned part = (unsigned)rng_below(&world->rng, 3);
    *port = offered_port(&world->size, &op->is, part == 1 && !op->responds ? 2 : part);
    return op->handle ^ UINT32_C(1) << rng_below(&world->rng, bits);
}

// --- operations -------------------------------------------------------------------------------

// Those that are hot move on: none is so for the whole of a run.
static uint8_t draw_lane(struct world *world, unsigned lanes) {
    enum { FOR_CLOCKS = 1024 };
    const unsigned hot = world->profile.hot;
    if (hot == 0 || hot >= lanes)
        return (uint8_t)rng_below(&world->rng, lanes);
    return (uint8_t)((world->hot_from + world->clock / FOR_CLOCKS + rng_below(&world->rng, hot)) %
                     lanes);
}

// Does it respond, will it be rejected, and which classes must be ready (waiting.md, 2.1)?
static void judge(const struct world *world, struct world_op *op) {
    op->responds = offered_responds(&op->is);
    op->odd = !offered_is_legal(&world->size, &op->is);
    op->class[0] = (uint8_t)(op->odd ? 0 : offered_port(&world->size, &op->is, 0));
    op->class[1] = op->class[0];
    if (op->responds && !op->odd)
        op->class[1] = (uint8_t)offered_port(&world->size, &op->is, 1);
}

static void draw_op(struct world *world, struct world_op *op) {
    static const uint8_t OPCODE[4] = {0, 1, 2, 8};
    const struct world_profile *profile = &world->profile;
    const uint64_t weight[4] = {profile->kind[0], profile->kind[1], profile->kind[2],
                                profile->kind[3]};
    const struct rng_choice choice = rng_choice(weight, 4);
    op->is.opcode = OPCODE[rng_choose(&world->rng, &choice)];
    if (op->is.opcode == 8)
        op->is.opcode = (uint8_t)(8 + rng_below(&world->rng, 8));
    op->is.stage = draw_lane(world, op->is.opcode >= 8 ? world->size.atomic : world->size.hbm);
    op->is.engine = draw_lane(world, world->size.response);
    const unsigned counter = world->size.cnt_w;
    const unsigned width = profile->scale ? profile->scale : counter < 30 ? counter + 2 : 32;
    const unsigned usual = profile->tight && width > 13 ? 13 : width;
    op->is.length = rng_scaled(&world->rng, usual);
    op->is.response_length =
        rng_chance(&world->rng, 1, 2) || op->is.opcode == 1 ? rng_scaled(&world->rng, usual) : 0;
    op->is.reply = rng_chance(&world->rng, 1, 8);
    if (profile->scale)
        op->is.reply = false,
        op->is.response_length = op->is.opcode == 0 ? 0 : op->is.response_length;
    op->is.wire_bytes = rng_chance(&world->rng, 1, 16)
                            ? world->in.small_limit
                            : rng_scaled(&world->rng, world->size.wire_w);
    op->is.urgent = chance(world, profile->urgent);
    op->is.domain = (uint8_t)(profile->domains ? rng_below(&world->rng, profile->domains + 1u) : 0);
    op->is.domain = near_domain(world, op->is.domain);
    if (chance(world, profile->odd)) {
        const unsigned what = (unsigned)rng_below(&world->rng, 3);
        if (what == 0)
            op->is.opcode = (uint8_t)(3 + rng_below(&world->rng, 5));
        else if (what == 1)
            op->is.stage = rng_chance(&world->rng, 1, 2)
                               ? (op->is.opcode >= 8 ? world->size.atomic : world->size.hbm) & 31u
                               : (uint8_t)rng_below(&world->rng, 32);
        else
            op->is.engine = (uint8_t)rng_below(&world->rng, 4);
    }
    judge(world, op);
}

static void queue(struct world *world, unsigned at) {
    struct world_op *op = &world->op[at];
    const unsigned first = offered_group(&op->is, world->in.small_limit) * PATH_LANES;
    op->state = WORLD_QUEUED;
    world->queued_tag = op->tag;
    world->queue[world->queued] = (struct world_head){
        .op = (uint16_t)at,
        .domain = op->is.domain,
        .class = {(uint8_t)(first + op->class[0]), (uint8_t)(first + op->class[1])},
        .behind = op->is.domain && world->heads_of[op->is.domain]++ > 0};
    world->queued++;
}

enum { NEAR = 4 }; // of so many tags one is a near miss

static void fetch(struct world *world) {
    struct world_op *const next = &world->next;
    const struct world_source *const source = world->source;
    if (!world->has_next) {
        if (!source->next(source->self, world->clock, next, &world->over))
            return;
        world->has_next = true;
        next->tag &= UINT64_MAX >> (64 - world->size.tag_w);
        next->is.domain = source->near ? near_domain(world, next->is.domain) : next->is.domain;
    }
    if (source->near && (!is_free(world, next->tag) || rng_chance(&world->rng, 1, NEAR)))
        next->tag = near_tag(world);
    if (!is_free(world, next->tag))
        return;
    const unsigned at = place_of(world, next->tag);
    world->op[at] = *next;
    judge(world, &world->op[at]);
    queue(world, at);
    world->has_next = false;
}

// The transport's queue is filled up.
static void fill_queue(struct world *world) {
    if (world->queued == WORLD_HEADS || world->calm)
        return;
    if (world->source) {
        fetch(world);
        return;
    }
    const bool near = rng_chance(&world->rng, 1, NEAR);
    const uint64_t tag =
        near ? near_tag(world) : rng_next(&world->rng) & UINT64_MAX >> (64 - world->size.tag_w);
    if (!is_free(world, tag))
        return;
    struct world_op *op = &world->op[place_of(world, tag)];
    *op = (struct world_op){.state = WORLD_FREE, .tag = tag};
    draw_op(world, op);
    queue(world, place_of(world, tag));
}

// Its classes are ready, nobody before it is of its domain.
static bool may_go(const struct path_out *out, const struct world_head *head) {
    const bool *const ready = (const bool *)out->op_ready;
    return ready[head->class[0]] & ready[head->class[1]] & !head->behind;
}

static bool ready(const struct world *world, const struct path_out *out,
                  const struct world_op *op) {
    return offered_ready(&world->size, &op->is, world->in.small_limit, out);
}

static void look_up(struct world *world, struct world_op *op, bool taken) {
    op->guard++;
    world->lookup[0] =
        (struct world_lookup){.valid = true, .taken = taken, .op = (uint16_t)(op - world->op)};
}

// A head of that domain has gone: the next one, of those from `at` on, has nobody before it.
static void free_next(struct world *world, unsigned at, unsigned domain) {
    if (domain == 0 || --world->heads_of[domain] == 0)
        return;
    while (world->queue[at].domain != domain)
        at++;
    world->queue[at].behind = false;
}

// The first head that may go. Those that were found stuck stay so while nothing changes in `ready`.
static void offer(struct world *world, const struct path_out *out, struct path_in *in) {
    if (memcmp(world->ready, out->op_ready, sizeof world->ready) != 0) {
        memcpy(world->ready, out->op_ready, sizeof world->ready);
        world->stuck = 0;
    }
    unsigned at = world->stuck;
    while (at < world->queued && !may_go(out, &world->queue[at]))
        at++;
    world->stuck = (uint8_t)at;
    if (at == world->queued)
        return;
    struct world_op *op = &world->op[world->queue[at].op];
    offered_drive(in, &op->is, op->tag, chance(world, world->profile.again));
    op->state = WORLD_TAKEN;
    look_up(world, op, true);
    world->queued--;
    memmove(&world->queue[at], &world->queue[at + 1], (world->queued - at) * sizeof *world->queue);
    free_next(world, at, op->is.domain);
}

// A retransmission of anything that lives; or of what completed last, while it is
// not taken for a new one.
static void repeat(struct world *world, const struct path_out *out, struct path_in *in) {
    unsigned at = (unsigned)rng_below(&world->rng, world->limit);
    struct world_op *const past = &world->op[world->past];
    if (past->state == WORLD_FREE && past->guard == 0 && !ready(world, out, past) &&
        rng_chance(&world->rng, 1, 4)) {
        offered_drive(in, &past->is, past->tag, true);
        look_up(world, past, false);
        return;
    }
    for (unsigned tries = 0; tries < 64 && world->op[at].state == WORLD_FREE; tries++)
        at = (at + 1) & (world->limit - 1u);
    struct world_op *op = &world->op[at];
    if (op->state == WORLD_FREE || op->guard > 200 ||
        (op->state == WORLD_QUEUED && ready(world, out, op)))
        return; // what would be taken is offered in its turn
    offered_drive(in, &op->is, op->tag, true);
    look_up(world, op, ready(world, out, op));
}

// The answer to the offer of three clocks before. A retransmission that was taken and found nothing
// is a new operation: the old one has completed meanwhile.
static void hear_answer(struct world *world, const struct path_out *out) {
    const struct world_lookup *of = &world->lookup[3];
    if (!of->valid)
        return;
    struct world_op *op = &world->op[of->op];
    op->guard--;
    if (of->taken && out->answer_kind == 0) {
        op->state = WORLD_TAKEN;
        op->owes[0] = true;
        op->owes[1] = op->responds;
        op->owes[2] = of->hold >> op->is.opcode & 1;
        memset(op->due_sent, 0, sizeof op->due_sent);
        world->taken++;
    } else if (of->taken) {
        world->repeats++;
    }
}

// --- completions ------------------------------------------------------------------------------

enum { LOST_CLOCKS = 50 }; // after them software sends what was lost

static uint64_t stage_clocks(struct world *world) {
    return world->profile.least + rng_below(&world->rng, world->profile.delay + UINT64_C(1));
}

// When its completions come: in a chain, the first.
static void draw_due(struct world *world, struct world_op *op) {
    const uint64_t first = world->clock + stage_clocks(world);
    for (unsigned what = 0; what < 3; what++)
        op->due[what] = first;
    switch (world->profile.timing) {
    case WORLD_ALIGNED:
        op->due[0] = (first + 15) / 16 * 16;
        break;
    case WORLD_SAME_CLOCK:
        op->due[0] -= op->is.opcode < 8 && first > world->clock;
        break;
    case WORLD_DONE_FIRST:
        op->due[2] = world->clock;
        op->due[1] = world->clock + stage_clocks(world);
        break;
    case WORLD_ANY:
        op->due[1] = world->clock + stage_clocks(world);
        op->due[2] = world->clock + stage_clocks(world);
        break;
    case WORLD_CHAIN:
        break;
    }
}

static uint64_t sooner(uint64_t one, uint64_t other) {
    return one < other ? one : other;
}

// Puts what is granted on the agenda of the first clock, from one on, in which the stages or
// software may do something for it; or of the last one there is. Not if nothing is owed.
static void plan(struct world *world, const struct world_op *op, uint64_t from) {
    const uint32_t id = path_id(&world->size, op->handle);
    uint64_t first = UINT64_MAX;
    for (unsigned what = 0; what < 3; what++)
        first = sooner(first, op->due[what] | (op->owes[what] ? 0 : UINT64_MAX));
    if (first == UINT64_MAX)
        return;
    first = sooner(first < from ? from : first, world->clock + WORLD_AHEAD - 1);
    world->agenda[id / 64][first % WORLD_AHEAD] |= UINT64_C(1) << id % 64;
}

// In a chain, what comes after something that is still owed waits for it.
static bool in_turn(const struct world *world, const struct world_op *op, unsigned what) {
    if (world->profile.timing > WORLD_ALIGNED)
        return true;
    return !((what > 0 && op->owes[0]) || (what == 2 && op->owes[1]));
}

static void hear_decision(struct world *world, const struct path_out *out) {
    if (out->decision_kind == 0)
        return;
    struct world_op *op = (struct world_op *)world_find(world, out->decision_tag);
    if (!op || op->state != WORLD_TAKEN) // a rule says so
        return;
    if (out->decision_kind == 2) {
        op->state = WORLD_FREE;
        world->rejected++;
        return;
    }
    op->state = WORLD_GRANTED;
    op->handle = out->decision_handle;
    draw_due(world, op);
    plan(world, op, world->clock);
    world->holder[path_id(&world->size, op->handle)] = (uint16_t)(op - world->op + 1);
    world->grants[path_id(&world->size, op->handle)]++;
    world->granted++;
}

static void hear_frees(struct world *world, const struct path_out *out) {
    for (unsigned k = 0; k < path_channels(&world->size); k++) {
        const uint32_t id = path_id(&world->size, out->free_handle[k]);
        if (!out->free_valid[k] || !world->holder[id]) // a rule says so
            continue;
        struct world_op *op = &world->op[world->holder[id] - 1];
        op->state = WORLD_FREE;
        world->past = (uint16_t)(op - world->op);
        world->holder[id] = 0;
        world->freed++;
    }
}

static void remember(struct world *world, unsigned channel, unsigned port, uint32_t handle) {
    world->spent[world->spent_count++ % WORLD_SPENT] =
        (struct world_spent){(uint8_t)channel, (uint8_t)port, handle,
                             world->grants[path_id(&world->size, handle)], world->resets};
}

// What software sends in place of a completion that was lost.
static void send_lost(struct world *world, struct world_op *op, unsigned what, struct path_in *in) {
    if (world->since_send < 2 || in->send_valid)
        return;
    const unsigned port = offered_port(&world->size, &op->is, what);
    in->send_valid = true;
    in->send_channel = (uint8_t)port_channel(&world->size, port);
    in->send_handle = op->handle;
    world->since_send = 0;
    op->owes[what] = op->due_sent[what] = false;
    remember(world, in->send_channel, port, op->handle);
}

// The operation of an id, if any, does what is due of it; the next stage begins after it.
static void execute_one(struct world *world, unsigned id, const struct path_out *out,
                        struct path_in *in, struct world_truth *truth, uint64_t *used) {
    const struct path_size *size = &world->size;
    const uint64_t clock = world->clock;
    if (!world->holder[id])
        return;
    struct world_op *op = &world->op[world->holder[id] - 1];
    for (unsigned what = 0; what < 3; what++) {
        if (!op->owes[what] | (clock < op->due[what]))
            continue;
        if (op->due_sent[what]) {
            send_lost(world, op, what, in);
            continue;
        }
        const unsigned port = offered_port(&world->size, &op->is, what);
        if (*used >> port & 1 || !in_turn(world, op, what))
            continue;
        *used |= UINT64_C(1) << port;
        if (world->profile.timing <= WORLD_ALIGNED) {
            if (what < 2)
                op->due[what + 1] = clock + rng_below(&world->rng, world->profile.delay / 4 + 1u);
            if (what == 0)
                op->due[2] = op->due[1];
        }
        if (!world->calm && chance(world, world->profile.lose)) {
            op->due_sent[what] = true; // executed, but nobody hears of it
            op->due[what] = clock + LOST_CLOCKS;
        } else if (port_ready(out, size, port)) {
            port_beat(in, size, port, op->handle);
            op->owes[what] = false;
            remember(world, port_channel(size, port), port, op->handle);
        } else { // later; until then it may be offered
            if (rng_chance(&world->rng, 1, 2))
                port_beat(in, size, port, op->handle);
            break;
        }
        truth->ports |= UINT64_C(1) << port;
        truth->executed[port] = (uint16_t)(world->holder[id] - 1);
        break;
    }
    plan(world, op, clock + 1);
}

// Stages do what is due, one operation a port and clock. Returns the ports that are used.
static uint64_t execute(struct world *world, const struct path_out *out, struct path_in *in,
                        struct world_truth *truth) {
    const unsigned from = (unsigned)rng_below(&world->rng, world->size.depth);
    const unsigned words = (world->size.depth + 63u) / 64;
    uint64_t used = 0;
    for (unsigned n = 0; n <= words; n++) { // where it begins it ends, too
        const unsigned word = (from / 64 + n) & (words - 1);
        uint64_t *const agenda = &world->agenda[word][world->clock % WORLD_AHEAD];
        uint64_t ids = n == 0 ? *agenda & UINT64_MAX << from % 64 : *agenda;
        for (*agenda ^= ids; ids; ids &= ids - 1)
            execute_one(world, 64 * word + (unsigned)__builtin_ctzll(ids), out, in, truth, &used);
    }
    return used;
}

// It is nobody's, and stays so while it waits in a partition's place, for one more grant of its id.
static bool stays_wrong(const struct world *world, unsigned port, uint32_t handle) {
    const struct path_size *size = &world->size;
    const unsigned id_w = path_id_w(size), id = path_id(size, handle);
    const uint16_t holder = world->holder[id];
    const uint64_t ahead = (handle >> id_w) - world->grants[id]; // grants until it is somebody's
    if (handle >> (size->gen_w + id_w) != world->in.epoch)
        return true;
    return !(holder && world->op[holder - 1].handle == handle) &&
           (port >= size->hbm || ahead << (64 - size->gen_w) != 0);
}

// One that was genuine: whether it can be told from one that is now.
static bool is_spent(const struct world *world, const struct world_spent *spent, unsigned port) {
    // One of a partition may wait in its place for one more grant of its id.
    const uint64_t most = (UINT64_C(1) << world->size.gen_w) - (port < world->size.hbm);
    const uint64_t since = world->grants[path_id(&world->size, spent->handle)] - spent->grants;
    return spent->port == port && world->resets - spent->resets < PATH_EPOCHS &&
           (spent->resets != world->resets || since < most);
}

// A completion again, or from nowhere: only what the block can tell from a genuine one.
static void send_wrong(struct world *world, const struct path_out *out, struct path_in *in,
                       uint64_t used) {
    const struct path_size *size = &world->size;
    const unsigned bits = 2u + size->gen_w + path_id_w(size);
    unsigned port = (unsigned)rng_below(&world->rng, path_lanes(size) + 1);
    uint32_t handle;
    if (chance(world, world->profile.duplicate) && world->spent_count > 0) {
        // Half of them of what was sent just now.
        const uint32_t known = world->spent_count < WORLD_SPENT ? world->spent_count : WORLD_SPENT;
        const uint32_t at = rng_chance(&world->rng, 1, 2) ? world->spent_count - 1
                                                          : (uint32_t)rng_below(&world->rng, known);
        const struct world_spent *spent = &world->spent[at % WORLD_SPENT];
        if (!is_spent(world, spent, port))
            return;
        handle = spent->handle;
    } else if (chance(world, world->profile.junk)) {
        handle = (uint32_t)rng_below(&world->rng, UINT64_C(1) << bits);
        // Of many ids few are held: one that is, soon after it.
        uint16_t holder = world->holder[path_id(size, handle)];
        for (unsigned id = path_id(size, handle), left = size->depth / 16u; left > 8 && !holder;
             left--)
            holder = world->holder[++id & (size->depth - 1u)];
        if (holder)
            handle = near_handle(world, &world->op[holder - 1], &port);
        if (!stays_wrong(world, port, handle))
            return;
    } else {
        return;
    }
    // A port that is not ready takes none; in the clock after a reset none is.
    if (!(used >> port & 1) && (port_ready(out, size, port) || rng_chance(&world->rng, 1, 2)))
        port_beat(in, size, port, handle);
}

// --- a clock ----------------------------------------------------------------------------------

// The block is reset; the stages are not: what they send of before is remembered as spent.
static void begin_reset(struct world *world) {
    world->in_reset = (uint8_t)(1 + rng_below(&world->rng, 3));
    world->in.epoch = (uint8_t)((world->in.epoch + 1) % PATH_EPOCHS);
    world->resets++;
    for (unsigned id = 0; id < world->size.depth; id++) {
        world->grants[id] = 0;
        if (world->holder[id]) {
            const struct world_op *op = &world->op[world->holder[id] - 1];
            for (unsigned what = 0; what < 3; what++)
                if (op->owes[what]) {
                    const unsigned port = offered_port(&world->size, &op->is, what);
                    remember(world, port_channel(&world->size, port), port, op->handle);
                    world->spent[(world->spent_count - 1) % WORLD_SPENT].resets--;
                }
        }
        world->holder[id] = 0;
    }
    for (unsigned i = 0; i < world->limit; i++)
        world->op[i] = (struct world_op){.state = WORLD_FREE};
    world->queued = world->stuck = 0;
    memset(world->heads_of, 0, sizeof world->heads_of);
    memset(world->lookup, 0, sizeof world->lookup);
}

void world_drive(struct world *world, const struct path_out *out, struct path_in *in,
                 struct world_truth *truth) {
    truth->ports = 0;
    memmove(&world->lookup[1], &world->lookup[0], 3 * sizeof *world->lookup);
    world->lookup[0] = (struct world_lookup){.valid = false};
    if (world->in_reset == 0) {
        hear_decision(world, out);
        hear_answer(world, out);
        hear_frees(world, out);
    }
    const bool disturbs = !world->calm && !world->closed;
    if (world->in_reset == 0 && disturbs && chance(world, world->profile.reset))
        begin_reset(world);
    *in = world->in;
    in->rst_n = world->in_reset == 0;
    if (in->rst_n)
        in->epoch = (uint8_t)rng_below(&world->rng, PATH_EPOCHS);
    world->since_write++;
    world->since_send++;
    if (!in->rst_n) { // beats in reset are void: some are there
        world->in_reset--;
        in->done_valid = in->op_valid = in->write_valid = in->send_valid =
            rng_chance(&world->rng, 1, 2);
        world->clock++;
        return;
    }
    world->lookup[1].hold = in->hold;
    world->in.pause = disturbs && (world->in.pause ? !chance(world, WORLD_ALWAYS / 10)
                                                   : chance(world, world->profile.pause));
    in->pause = world->in.pause;
    fill_queue(world);
    fill_queue(world);
    if (disturbs) {
        if (chance(world, world->profile.offer))
            offer(world, out, in);
        if (!in->op_valid && chance(world, world->profile.again))
            repeat(world, out, in);
    }
    if (world->since_write >= 4 && !world->closed &&
        (world->calm || chance(world, world->profile.write))) {
        if (!world->calm)
            world->since_write = 0;
        if (!world->calm || world->since_write % 4 == 0)
            draw_write(world, in);
    }
    const uint64_t used = execute(world, out, in, truth);
    if (disturbs)
        send_wrong(world, out, in, used);
    if (disturbs && world->since_send >= 2 && chance(world, world->profile.junk / 4u)) {
        const struct world_spent *last =
            world->spent_count ? &world->spent[(world->spent_count - 1) % WORLD_SPENT] : NULL;
        in->send_channel = (uint8_t)rng_below(&world->rng, 16); // one too many, or of nowhere
        const unsigned epoch_at = world->size.gen_w + path_id_w(&world->size);
        in->send_handle = last ? last->handle : (uint32_t)world->in.epoch << epoch_at;
        in->send_valid = !last || last->channel == in->send_channel;
        // On the bus it may take as long as a grant does, or than two grants of an id: what is
        // nobody's then is of another epoch.
        if (!last || world->size.gen_w == 1)
            in->send_handle ^= 2u << epoch_at;
        world->since_send = in->send_valid ? 0 : world->since_send;
    }
    world->clock++;
}
