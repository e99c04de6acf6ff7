#include "tb/block/agents.h"

// clang-format off
// Chances are out of 1,024; those of a lane to ail and of a release are out of 4,096.
enum { ONE_OF_1024 = AGENTS_ALWAYS / 1024 };
#define OF_1024(n) (uint32_t)((n) * ONE_OF_1024)
#define P(name, offer, urgent, writes, reads, notifications, atomics, delay, hot, scale, domains,  \
          tight, write, again, duplicate, junk, lose, pause, reset, odd, ails, release)            \
    {name, OF_1024(offer), OF_1024(urgent), {writes, reads, notifications, atomics}, delay, hot,   \
     scale, domains, (tight) > 0, (tight) == 2, (tight) == 3, OF_1024(write), OF_1024(again), OF_1024(duplicate), \
     OF_1024(junk), OF_1024(lose), OF_1024(pause), OF_1024(reset), OF_1024(release) / 4,           \
     (release) >= HOARDS, OF_1024(odd), OF_1024(ails) / 4, 0, AGENTS_CHAIN}
enum { HOARDS = 50 }; // where software releases so often
const struct agents_profile AGENTS_PROFILES[] = {
    // offer, urgent, kinds; delay, hot, scale, domains, tight (2: and calibrated, 3: headrooms flip);
    // write, again, duplicate, junk, lose, pause, reset, odd; ails, release
    P("busy",   1024, 300, 4, 4, 1, 3,   40, 0,  0, 4, 0,  20,  60,  60,  30, 10, 20, 0,  20, 0, 8),
    P("tight",  1024, 300, 4, 4, 1, 3,   30, 3,  0, 2, 1,   4,  20,  20,   0,  0,  0, 0,   0, 1, 4),
    P("idle",    200, 300, 4, 4, 1, 3,   10, 0,  0, 1, 0,  10, 100, 100, 100, 40,  0, 0,  60, 0, 8),
    P("paused",   24, 300, 4, 4, 1, 3,   10, 0,  0, 1, 0,  10, 100, 100, 100, 40, 10, 0,  60, 0, 4),
    P("resets",  900, 300, 4, 4, 1, 3,   30, 0,  0, 3, 0,  20,  60, 200,   0, 40,  0, 3,   0, 0, 8),
    P("table",  1024, 200, 6, 1, 1, 1, 4000, 2,  4, 0, 0, .13, 100,  30,   0,  2,  0, 0, 100, 1, 1),
    P("aged",   1024, 500, 4, 3, 1, 3,   25, 2,  0, 2, 1,   8,  10,   0,   0,  0,  0, 0, 100, 1, 1),
    P("stream", 1024,   0, 1, 0, 0, 0,    6, 0,  7, 0, 0,   0,   0,   0,   0,  0,  0, 0,   0, 0, 0),
    P("flow",   1024, 300, 4, 4, 1, 2,  120, 0, 13,200, 0,  0,  30,  30,   0,  0,  2, 0,   0, 0, 0),
    P("learns", 1024, 300, 4, 4, 1, 4,   12, 0,  0, 2, 2,   0,  20,   0,   0,  0,  0, 0,   0, 0, 0),
    P("ailing", 1024, 200, 4, 5, 1, 3,   30, 0, 12, 2, 0, .25,  10,   0,   0,  0,  0, 0,  10, 4, 4),
    P("flips",  1024, 300, 4, 4, 1, 3,   30, 2,  0, 2, 3,   4,  20,  20,   5,  2,  2, .5, 10, 0, 4),
    P("parked", 1024, 300, 4, 4, 1, 3,   60, 0, 10, 2, 0,   1,  20,  20,  10,  0,  0, 0,  0, 0, 99),
};
// clang-format on
#undef P
#undef OF_1024
const unsigned AGENTS_PROFILE_COUNT = sizeof AGENTS_PROFILES / sizeof *AGENTS_PROFILES;

static bool chance(struct agents *agents, uint32_t of_always) {
    return of_always != 0 && rng_chance(&agents->rng, of_always, AGENTS_ALWAYS);
}

static unsigned tag_bits(const struct agents *agents) {
    return agents->size.tag_w < 11 ? agents->size.tag_w : 11;
}

// Where the operation of a tag lives: two tags that are one bit apart have two places.
static unsigned place_of(const struct agents *agents, uint64_t tag) {
    const unsigned bits = tag_bits(agents);
    for (uint64_t left = tag >> bits; left; left >>= bits)
        tag ^= left;
    return (unsigned)(tag & (agents->limit - 1u));
}

static bool is_free(const struct agents *agents, uint64_t tag) {
    const struct agents_op *op = &agents->op[place_of(agents, tag)];
    return op->state == AGENTS_FREE && op->guard == 0;
}

const struct agents_op *agents_find(const struct agents *agents, uint64_t tag) {
    const struct agents_op *op = &agents->op[place_of(agents, tag)];
    return op->state != AGENTS_FREE && op->tag == tag ? op : NULL;
}

// --- settings ---------------------------------------------------------------------------------

static void draw_write(struct agents *agents, struct path_in *in) {
    const unsigned lanes = path_lanes(&agents->size);
    in->write_valid = true;
    in->write_lane = (uint8_t)rng_below(&agents->rng, lanes + 1);
    in->write_value = rng_scaled(&agents->rng, agents->profile.tight ? 13 : agents->size.cnt_w);
    if (in->write_lane == lanes)
        in->write_value = rng_chance(&agents->rng, 1, 8)
                              ? agents->size.depth
                              : rng_scaled(&agents->rng, path_id_w(&agents->size) + 2);
    // What is closed stops the transport's heads, soon all of them: seldom.
    if (in->write_value == 0 && rng_chance(&agents->rng, 7, 8))
        in->write_value = UINT32_MAX;
    if (agents->source && rng_chance(&agents->rng, 1, 2))
        in->write_value =
            in->write_lane == lanes ? agents->size.depth : agents->window[in->write_lane];
    if (agents->calm) {
        in->write_lane = (uint8_t)(agents->since_write / 4 % (lanes + 1));
        in->write_value = UINT32_MAX;
    }
    in->write_value &= UINT32_MAX >> (32 - agents->size.cnt_w);
}

void agents_begin(struct agents *agents, const struct path_size *size,
                  const struct agents_profile *profile, uint64_t seed) {
    memset(agents, 0, sizeof *agents);
    agents->size = *size;
    agents->profile = *profile;
    agents->rng = rng_stream(seed, RNG_TRAFFIC);
    agents->limit = (uint16_t)(1u << tag_bits(agents));
    agents->in_reset = 3;
    agents->hot_from = (uint8_t)rng_below(&agents->rng, PATH_LANES);
    agents->in.epoch = (uint8_t)rng_below(&agents->rng, PATH_EPOCHS);
}

void agents_calm(struct agents *agents) {
    agents->calm = true;
    agents->since_write = 0;
    agents->queued = 0;
    for (unsigned i = 0; i < agents->limit; i++)
        if (agents->op[i].state == AGENTS_QUEUED)
            agents->op[i].state = AGENTS_FREE;
}

bool agents_idle(const struct agents *agents) {
    for (unsigned i = 0; i < agents->limit; i++)
        if (agents->op[i].state != AGENTS_FREE)
            return false;
    return true;
}

// --- near misses: identities one bit apart, which a comparison of fewer bits confuses ------------

// Of what was queued last, or of a reservation.
static uint64_t near_tag(struct agents *agents) {
    const uint64_t random = rng_next(&agents->rng);
    const unsigned holder = agents->holder[random & (agents->size.depth - 1u)];
    const uint64_t tag = holder && random >> 63 ? agents->op[holder - 1].tag : agents->queued_tag;
    return tag ^ UINT64_C(1) << (random >> 32) % agents->size.tag_w;
}

// Domains in a row become neighbours in a Gray code, whose bits move on as those that are hot do.
static uint8_t near_domain(const struct agents *agents, uint8_t domain) {
    enum { FOR_CLOCKS = 1024, ODD = 91 };
    const unsigned era = (unsigned)(agents->clock / FOR_CLOCKS), by = era % 8;
    const unsigned gray = (domain - 1u) ^ (domain - 1u) >> 1;
    return domain ? (uint8_t)((gray << by | gray >> (8 - by)) ^ era * ODD) : 0;
}

// Of a reservation, at a port at which it owes or owed something.
static uint32_t near_handle(struct agents *agents, const struct agents_op *op, unsigned *port) {
    const unsigned bits = 2u + agents->size.gen_w + path_id_w(&agents->size);
    const unsigned part = (unsigned)rng_below(&agents->rng, 3);
    *port = offered_port(&agents->size, &op->is, part == 1 && !op->responds ? 2 : part);
    return op->handle ^ UINT32_C(1) << rng_below(&agents->rng, bits);
}

// --- operations -------------------------------------------------------------------------------

// Those that are hot move on: none is so for the whole of a run.
static uint8_t draw_lane(struct agents *agents, unsigned lanes) {
    enum { FOR_CLOCKS = 1024 };
    const unsigned hot = agents->profile.hot;
    if (hot == 0 || hot >= lanes)
        return (uint8_t)rng_below(&agents->rng, lanes);
    return (
        uint8_t)((agents->hot_from + agents->clock / FOR_CLOCKS + rng_below(&agents->rng, hot)) %
                 lanes);
}

// Does it respond, will it be rejected, and which classes must be ready (waiting.md, 2.1)?
static void judge(const struct agents *agents, struct agents_op *op) {
    op->responds = offered_responds(&op->is);
    op->odd = !offered_is_legal(&agents->size, &op->is);
    op->class[0] = (uint8_t)(op->odd ? 0 : offered_port(&agents->size, &op->is, 0));
    op->class[1] = op->class[0];
    if (op->responds && !op->odd)
        op->class[1] = (uint8_t)offered_port(&agents->size, &op->is, 1);
}

static void draw_op(struct agents *agents, struct agents_op *op) {
    static const uint8_t OPCODE[4] = {0, 1, 2, 8};
    const struct agents_profile *profile = &agents->profile;
    const uint64_t weight[4] = {profile->kind[0], profile->kind[1], profile->kind[2],
                                profile->kind[3]};
    const struct rng_choice choice = rng_choice(weight, 4);
    op->is.opcode = OPCODE[rng_choose(&agents->rng, &choice)];
    if (op->is.opcode == 8)
        op->is.opcode = (uint8_t)(8 + rng_below(&agents->rng, 8));
    op->is.stage = draw_lane(agents, op->is.opcode >= 8 ? agents->size.atomic : agents->size.hbm);
    op->is.engine = draw_lane(agents, agents->size.response);
    const unsigned counter = agents->size.cnt_w;
    const unsigned width = profile->scale ? profile->scale : counter < 30 ? counter + 2 : 32;
    const unsigned usual = profile->tight && width > 13 ? 13 : width;
    op->is.length = rng_scaled(&agents->rng, usual);
    op->is.response_length =
        rng_chance(&agents->rng, 1, 2) || op->is.opcode == 1 ? rng_scaled(&agents->rng, usual) : 0;
    op->is.reply = rng_chance(&agents->rng, 1, 8);
    if (profile->scale)
        op->is.reply = false,
        op->is.response_length = op->is.opcode == 0 ? 0 : op->is.response_length;
    op->is.wire_bytes = rng_chance(&agents->rng, 1, 16)
                            ? agents->in.small_limit
                            : rng_scaled(&agents->rng, agents->size.wire_w);
    op->is.urgent = chance(agents, profile->urgent);
    op->is.domain =
        (uint8_t)(profile->domains ? rng_below(&agents->rng, profile->domains + 1u) : 0);
    op->is.domain = near_domain(agents, op->is.domain);
    if (chance(agents, profile->odd)) {
        const unsigned what = (unsigned)rng_below(&agents->rng, 3);
        if (what == 0)
            op->is.opcode = (uint8_t)(3 + rng_below(&agents->rng, 5));
        else if (what == 1)
            op->is.stage = rng_chance(&agents->rng, 1, 2)
                               ? (op->is.opcode >= 8 ? agents->size.atomic : agents->size.hbm) & 31u
                               : (uint8_t)rng_below(&agents->rng, 32);
        else
            op->is.engine = (uint8_t)rng_below(&agents->rng, 4);
    }
    judge(agents, op);
}

static void queue(struct agents *agents, unsigned at) {
    struct agents_op *op = &agents->op[at];
    const unsigned first = offered_group(&op->is, agents->in.small_limit) * PATH_LANES;
    op->state = AGENTS_QUEUED;
    agents->queued_tag = op->tag;
    agents->queue[agents->queued] = (struct agents_head){
        .op = (uint16_t)at,
        .domain = op->is.domain,
        .urgent = op->is.urgent,
        .class = {(uint8_t)(first + op->class[0]), (uint8_t)(first + op->class[1])},
        .behind = op->is.domain && agents->heads_of[op->is.domain]++ > 0};
    agents->queued++;
}

enum { NEAR = 4 }; // of so many tags one is a near miss

static void fetch(struct agents *agents) {
    struct agents_op *const next = &agents->next;
    const struct agents_source *const source = agents->source;
    if (!agents->has_next) {
        if (!source->next(source->self, agents->clock, next, &agents->over))
            return;
        agents->has_next = true;
        next->tag &= UINT64_MAX >> (64 - agents->size.tag_w);
        next->is.domain = source->near ? near_domain(agents, next->is.domain) : next->is.domain;
    }
    if (source->near && (!is_free(agents, next->tag) || rng_chance(&agents->rng, 1, NEAR)))
        next->tag = near_tag(agents);
    if (!is_free(agents, next->tag))
        return;
    const unsigned at = place_of(agents, next->tag);
    agents->op[at] = *next;
    judge(agents, &agents->op[at]);
    queue(agents, at);
    agents->has_next = false;
}

// The transport's queue is filled up.
static void fill_queue(struct agents *agents) {
    if (agents->queued == AGENTS_HEADS || agents->calm)
        return;
    if (agents->source) {
        fetch(agents);
        return;
    }
    const bool near = rng_chance(&agents->rng, 1, NEAR);
    const uint64_t tag =
        near ? near_tag(agents) : rng_next(&agents->rng) & UINT64_MAX >> (64 - agents->size.tag_w);
    if (!is_free(agents, tag))
        return;
    struct agents_op *op = &agents->op[place_of(agents, tag)];
    *op = (struct agents_op){.state = AGENTS_FREE, .tag = tag};
    draw_op(agents, op);
    queue(agents, place_of(agents, tag));
}

// Its classes are ready, none before it is of its domain.
static bool may_go(const struct path_out *out, const struct agents_head *head) {
    const bool *const ready = (const bool *)out->op_ready;
    return ready[head->class[0]] & ready[head->class[1]] & !head->behind;
}

// Of those that are in the block, or leave it.
static void count_domain(struct agents *agents, const struct agents_op *op, int by) {
    uint16_t *const of = &agents->in_domain[op->is.domain];
    if (op->is.domain == 0)
        return;
    *of = (uint16_t)(*of + by);
    if (*of > (by < 0 ? 0 : 1))
        agents->followers += (unsigned)by;
}

// environment.md, 10.1.
static bool domain_may_go(const struct agents *agents, unsigned domain) {
    enum { WAITS = 3, FOLLOWERS = 8 };
    const unsigned waits = agents->in_domain[domain];
    return domain == 0 || waits == 0 || (waits < WAITS && agents->followers < FOLLOWERS);
}

static bool ready(const struct agents *agents, const struct path_out *out,
                  const struct agents_op *op) {
    return offered_ready(&agents->size, &op->is, agents->in.small_limit, out);
}

static void look_up(struct agents *agents, struct agents_op *op, bool taken) {
    op->guard++;
    agents->lookup[0] =
        (struct agents_lookup){.valid = true, .taken = taken, .op = (uint16_t)(op - agents->op)};
}

// A head of that domain has gone: the next one, of those from `at` on, has none before it.
static void free_next(struct agents *agents, unsigned at, unsigned domain) {
    if (domain == 0 || --agents->heads_of[domain] == 0)
        return;
    while (agents->queue[at].domain != domain)
        at++;
    agents->queue[at].behind = false;
}

// The head that is offered: of those from `at` on, of which this one has ready classes, the first
// that is latency-sensitive, but for each eighth clock, else the first.
static unsigned goes_first(const struct agents *agents, const struct path_out *out, unsigned at) {
    enum { IN_TURN = 8 };
    unsigned best = agents->queued;
    for (; at < agents->queued; at++) {
        const struct agents_head *const head = &agents->queue[at];
        if (!may_go(out, head) || !domain_may_go(agents, head->domain))
            continue;
        if (head->urgent || agents->clock % IN_TURN == 0)
            return at;
        best = best < at ? best : at;
    }
    return best;
}

// Those whose classes were found not ready stay so while nothing changes in `ready`.
static void offer(struct agents *agents, const struct path_out *out, struct path_in *in) {
    if (memcmp(agents->ready, out->op_ready, sizeof agents->ready) != 0) {
        memcpy(agents->ready, out->op_ready, sizeof agents->ready);
        agents->stuck = 0;
    }
    unsigned at = agents->stuck;
    while (at < agents->queued && !may_go(out, &agents->queue[at]))
        at++;
    agents->stuck = (uint8_t)at;
    at = goes_first(agents, out, at);
    if (at == agents->queued)
        return;
    struct agents_op *op = &agents->op[agents->queue[at].op];
    offered_drive(in, &op->is, op->tag, chance(agents, agents->profile.again));
    op->state = AGENTS_TAKEN;
    count_domain(agents, op, 1);
    look_up(agents, op, true);
    agents->queued--;
    memmove(&agents->queue[at], &agents->queue[at + 1],
            (agents->queued - at) * sizeof *agents->queue);
    free_next(agents, at, op->is.domain);
}

// A retransmission of anything that lives; or of what completed last, while it is
// not taken for a new one.
static void repeat(struct agents *agents, const struct path_out *out, struct path_in *in) {
    unsigned at = (unsigned)rng_below(&agents->rng, agents->limit);
    struct agents_op *const past = &agents->op[agents->past];
    if (past->state == AGENTS_FREE && past->guard == 0 && !ready(agents, out, past) &&
        rng_chance(&agents->rng, 1, 4)) {
        offered_drive(in, &past->is, past->tag, true);
        look_up(agents, past, false);
        return;
    }
    for (unsigned tries = 0; tries < 64 && agents->op[at].state == AGENTS_FREE; tries++)
        at = (at + 1) & (agents->limit - 1u);
    struct agents_op *op = &agents->op[at];
    if (op->state == AGENTS_FREE || op->guard > 200 ||
        (op->state == AGENTS_QUEUED && ready(agents, out, op)))
        return; // what would be taken is offered in its turn
    offered_drive(in, &op->is, op->tag, true);
    look_up(agents, op, ready(agents, out, op));
}

// The answer to the offer of three clocks before. A retransmission that was taken and found nothing
// is a new operation: the old one has completed meanwhile.
static void observe_answer(struct agents *agents, const struct path_out *out) {
    const struct agents_lookup *of = &agents->lookup[3];
    if (!of->valid)
        return;
    struct agents_op *op = &agents->op[of->op];
    op->guard--;
    if (of->taken && out->answer_kind == 0) {
        if (op->state != AGENTS_TAKEN)
            count_domain(agents, op, 1);
        op->state = AGENTS_TAKEN;
        op->owes[0] = true;
        op->owes[1] = op->responds;
        op->owes[2] = of->hold >> op->is.opcode & 1;
        memset(op->due_sent, 0, sizeof op->due_sent);
        agents->taken++;
    } else if (of->taken) {
        agents->repeats++;
    }
}

// --- completions ------------------------------------------------------------------------------

enum { LOST_CLOCKS = 50 }; // after them software sends what was lost

// --- lanes that ail: one at a time does nothing for some thousand clocks, or is much slower ------

enum { AILS_LEAST = 1024, AILS_SPREAD = 8192, SLOWER = 100 };

static void fall_ill(struct agents *agents) {
    struct agents_ill *ill = &agents->ill;
    if (agents->clock < ill->until || !chance(agents, agents->profile.ails))
        return;
    ill->port = (uint8_t)rng_below(&agents->rng, path_lanes(&agents->size));
    ill->until = agents->clock + AILS_LEAST + rng_below(&agents->rng, AILS_SPREAD);
    ill->slow = rng_chance(&agents->rng, 1, 2);
    ill->next = ill->slow ? agents->clock : ill->until;
}

// The clock in which a port may do something: what is due before waits.
static uint64_t well_at(const struct agents *agents, unsigned port) {
    const struct agents_ill *ill = &agents->ill;
    return ill->port == port && agents->clock < ill->until && !agents->calm ? ill->next : 0;
}

static uint64_t stage_clocks(struct agents *agents) {
    return agents->profile.least + rng_below(&agents->rng, agents->profile.delay + UINT64_C(1));
}

// When its completions come: in a chain, the first.
static void draw_due(struct agents *agents, struct agents_op *op) {
    const uint64_t first = agents->clock + stage_clocks(agents);
    for (unsigned what = 0; what < 3; what++)
        op->due[what] = first;
    switch (agents->profile.timing) {
    case AGENTS_ALIGNED:
        op->due[0] = (first + 15) / 16 * 16;
        break;
    case AGENTS_SAME_CLOCK:
        op->due[0] -= op->is.opcode < 8 && first > agents->clock;
        break;
    case AGENTS_DONE_FIRST:
        op->due[2] = agents->clock;
        op->due[1] = agents->clock + stage_clocks(agents);
        break;
    case AGENTS_ANY:
        op->due[1] = agents->clock + stage_clocks(agents);
        op->due[2] = agents->clock + stage_clocks(agents);
        break;
    case AGENTS_CHAIN:
        break;
    }
}

static uint64_t sooner(uint64_t one, uint64_t other) {
    return one < other ? one : other;
}

// Puts what is granted on the agenda of the first clock, from one on, in which the stages or
// software may do something for it; or of the last one there is. Not if nothing is owed.
static void plan(struct agents *agents, const struct agents_op *op, uint64_t from) {
    const uint32_t id = path_id(&agents->size, op->handle);
    uint64_t first = UINT64_MAX;
    for (unsigned what = 0; what < 3; what++)
        first = sooner(first, op->due[what] | (op->owes[what] ? 0 : UINT64_MAX));
    if (first == UINT64_MAX)
        return;
    first = sooner(first < from ? from : first, agents->clock + AGENTS_AHEAD - 1);
    agents->agenda[id / 64][first % AGENTS_AHEAD] |= UINT64_C(1) << id % 64;
}

// In a chain, what comes after something that is still owed waits for it.
static bool in_turn(const struct agents *agents, const struct agents_op *op, unsigned what) {
    if (agents->profile.timing > AGENTS_ALIGNED)
        return true;
    return !((what > 0 && op->owes[0]) || (what == 2 && op->owes[1]));
}

static void note_parked(struct agents *agents, unsigned id, bool parked) {
    const uint32_t bit = UINT32_C(1) << id % 32;
    uint32_t *const word = &agents->parked[id / 32];
    agents->parked_count += (unsigned)parked - (*word / bit & 1);
    *word = parked ? *word | bit : *word & ~bit;
}

static void observe_decision(struct agents *agents, const struct path_out *out) {
    if (out->decision_kind == 0)
        return;
    struct agents_op *op = (struct agents_op *)agents_find(agents, out->decision_tag);
    if (!op || op->state != AGENTS_TAKEN) // a rule says so
        return;
    count_domain(agents, op, -1);
    if (out->decision_kind > 1) {
        op->state = AGENTS_FREE;
        agents->rejected += out->decision_kind == 2;
        return;
    }
    op->state = AGENTS_GRANTED;
    op->handle = out->decision_handle;
    op->touched = false;
    note_parked(agents, path_id(&agents->size, op->handle), false);
    draw_due(agents, op);
    plan(agents, op, agents->clock);
    agents->holder[path_id(&agents->size, op->handle)] = (uint16_t)(op - agents->op + 1);
    agents->grants[path_id(&agents->size, op->handle)]++;
    agents->granted++;
}

static void observe_frees(struct agents *agents, const struct path_out *out) {
    for (unsigned k = 0; k < path_channels(&agents->size); k++) {
        const uint32_t id = path_id(&agents->size, out->free_handle[k]);
        if (!out->free_valid[k] || !agents->holder[id]) // a rule says so
            continue;
        struct agents_op *op = &agents->op[agents->holder[id] - 1];
        op->state = AGENTS_FREE;
        if (op->touched)
            note_parked(agents, id, true);
        agents->past = (uint16_t)(op - agents->op);
        agents->holder[id] = 0;
        agents->freed++;
    }
}

static void remember(struct agents *agents, unsigned channel, unsigned port, uint32_t handle) {
    agents->spent[agents->spent_count++ % AGENTS_SPENT] =
        (struct agents_spent){(uint8_t)channel, (uint8_t)port, handle,
                              agents->grants[path_id(&agents->size, handle)], agents->resets};
}

// What software sends returns something, perhaps.
static void touch(struct agents *agents, uint32_t handle) {
    const uint16_t holder = agents->holder[path_id(&agents->size, handle)];
    if (holder && agents->op[holder - 1].handle == handle)
        agents->op[holder - 1].touched = true;
}

// What software sends instead of a completion that was lost, or that it does not wait for.
static void send_for(struct agents *agents, struct agents_op *op, unsigned what,
                     struct path_in *in) {
    if (agents->since_send < 2 || in->send_valid)
        return;
    const unsigned port = offered_port(&agents->size, &op->is, what);
    in->send_valid = true;
    in->send_channel = (uint8_t)port_channel(&agents->size, port);
    in->send_handle = op->handle;
    agents->since_send = 0;
    op->touched = true;
    op->owes[what] = op->due_sent[what] = false;
    remember(agents, in->send_channel, port, op->handle);
}

// The operation of an id, if any, does what is due of it; the next stage begins after it.
static void execute_one(struct agents *agents, unsigned id, const struct path_out *out,
                        struct path_in *in, struct agents_executed *executed, uint64_t *used) {
    const struct path_size *size = &agents->size;
    const uint64_t clock = agents->clock;
    if (!agents->holder[id])
        return;
    struct agents_op *op = &agents->op[agents->holder[id] - 1];
    for (unsigned what = 0; what < 3; what++) {
        if (!op->owes[what] | (clock < op->due[what]))
            continue;
        if (op->due_sent[what]) {
            send_for(agents, op, what, in);
            continue;
        }
        const unsigned port = offered_port(&agents->size, &op->is, what);
        if (*used >> port & 1 || !in_turn(agents, op, what))
            continue;
        if (clock < well_at(agents, port)) {
            op->due[what] = agents->ill.next;
            continue;
        }
        *used |= UINT64_C(1) << port;
        if (agents->ill.slow && agents->ill.port == port)
            agents->ill.next = clock + SLOWER * (1 + rng_below(&agents->rng, 4));
        if (agents->profile.timing <= AGENTS_ALIGNED) {
            if (what < 2)
                op->due[what + 1] = clock + rng_below(&agents->rng, agents->profile.delay / 4 + 1u);
            if (what == 0)
                op->due[2] = op->due[1];
        }
        if (!agents->calm && chance(agents, agents->profile.lose)) {
            op->due_sent[what] = true; // executed, but its completion is lost
            op->due[what] = clock + LOST_CLOCKS;
        } else if (port_ready(out, size, port)) {
            port_beat(in, size, port, op->handle);
            op->owes[what] = false;
            remember(agents, port_channel(size, port), port, op->handle);
        } else { // later; until then it may be offered
            if (rng_chance(&agents->rng, 1, 2))
                port_beat(in, size, port, op->handle);
            break;
        }
        executed->ports |= UINT64_C(1) << port;
        executed->op[port] = (uint16_t)(agents->holder[id] - 1);
        break;
    }
    plan(agents, op, clock + 1);
}

// Stages do what is due, one operation a port and clock. Returns the ports that are used.
static uint64_t execute(struct agents *agents, const struct path_out *out, struct path_in *in,
                        struct agents_executed *executed) {
    const unsigned from = (unsigned)rng_below(&agents->rng, agents->size.depth);
    const unsigned words = (agents->size.depth + 63u) / 64;
    uint64_t used = 0;
    for (unsigned n = 0; n <= words; n++) { // where it begins it ends, too
        const unsigned word = (from / 64 + n) & (words - 1);
        uint64_t *const agenda = &agents->agenda[word][agents->clock % AGENTS_AHEAD];
        uint64_t ids = n == 0 ? *agenda & UINT64_MAX << from % 64 : *agenda;
        for (*agenda ^= ids; ids; ids &= ids - 1)
            execute_one(agents, 64 * word + (unsigned)__builtin_ctzll(ids), out, in, executed,
                        &used);
    }
    return used;
}

// It has no owner, and gets none while it waits in a partition's place, for one more grant of its
// id.
static bool stays_wrong(const struct agents *agents, unsigned port, uint32_t handle) {
    const struct path_size *size = &agents->size;
    const unsigned id_w = path_id_w(size), id = path_id(size, handle);
    const uint16_t holder = agents->holder[id];
    const uint64_t ahead = (handle >> id_w) - agents->grants[id]; // grants until it has an owner
    if (handle >> (size->gen_w + id_w) != agents->in.epoch)
        return true;
    return !(holder && agents->op[holder - 1].handle == handle) &&
           (port >= size->hbm || ahead << (64 - size->gen_w) != 0);
}

// One that was genuine: whether it differs from one that is now.
static bool is_spent(const struct agents *agents, const struct agents_spent *spent, unsigned port) {
    // One of a partition may wait in its place for one more grant of its id.
    const uint64_t most = (UINT64_C(1) << agents->size.gen_w) - (port < agents->size.hbm);
    const uint64_t since = agents->grants[path_id(&agents->size, spent->handle)] - spent->grants;
    return spent->port == port && agents->resets - spent->resets < PATH_EPOCHS &&
           (spent->resets != agents->resets || since < most);
}

// --- what software releases: it takes an initiator for dead, or has reset a stage ----------------

// Of a bus that is slow, what is sent comes before a completion that would let the id go, and
// before two grants of an id that has few generations.
enum { SEND_CLOCKS = 256, RELEASE_CLOCKS = 24, MANY_GENERATIONS = 6 };

// The completion of what was sent last comes all the same: soon, or much later.
static void expect_belated(struct agents *agents) {
    static const uint16_t LATEST[] = {64, 64, 4096, 60000};
    if (agents->belated_count == AGENTS_BELATED)
        return; // this one never
    struct agents_belated *const belated = &agents->belated[agents->belated_count++];
    const uint32_t latest = LATEST[rng_below(&agents->rng, 4)];
    belated->is = agents->spent[(agents->spent_count - 1) % AGENTS_SPENT];
    belated->due = agents->clock + 1 + rng_below(&agents->rng, latest) +
                   (agents->size.gen_w < MANY_GENERATIONS ? SEND_CLOCKS : 0);
    agents->belated_next = sooner(agents->belated_next, belated->due);
}

// The stage is reset, and so is ready for others: it has executed the operation, as it were.
static void release(struct agents *agents, struct path_in *in, struct agents_executed *executed,
                    uint64_t *used) {
    if (agents->since_send < RELEASE_CLOCKS || !chance(agents, agents->profile.release))
        return;
    unsigned id = (unsigned)rng_below(&agents->rng, agents->size.depth), tries = 64;
    while (!agents->holder[id] && --tries > 0)
        id = (id + 1) & (agents->size.depth - 1u);
    if (!agents->holder[id])
        return;
    struct agents_op *const op = &agents->op[agents->holder[id] - 1];
    const unsigned what = op->owes[2] ? 2 : (unsigned)rng_below(&agents->rng, 2);
    const unsigned port = offered_port(&agents->size, &op->is, what);
    if (!op->owes[what] || op->due_sent[what] || *used >> port & 1 || in->send_valid)
        return;
    *used |= UINT64_C(1) << port;
    executed->ports |= UINT64_C(1) << port;
    executed->op[port] = (uint16_t)(op - agents->op);
    send_for(agents, op, what, in);
    expect_belated(agents);
}

static void send_belated(struct agents *agents, const struct path_out *out, struct path_in *in,
                         uint64_t *used) {
    unsigned left = 0;
    if (agents->belated_count == 0 || agents->clock < agents->belated_next)
        return;
    agents->belated_next = UINT64_MAX;
    for (unsigned i = 0; i < agents->belated_count; i++) {
        struct agents_belated *const belated = &agents->belated[i];
        const unsigned port = belated->is.port;
        if (!is_spent(agents, &belated->is, port))
            continue;
        if (belated->due <= agents->clock && !(*used >> port & 1) &&
            port_ready(out, &agents->size, port)) {
            port_beat(in, &agents->size, port, belated->is.handle);
            *used |= UINT64_C(1) << port;
            continue;
        }
        if (belated->due <= agents->clock)
            belated->due = agents->clock + 1;
        agents->belated_next = sooner(agents->belated_next, belated->due);
        agents->belated[left++] = *belated;
    }
    agents->belated_count = left;
}

// Some ids of a word, when many are parked, or all; or seldom.
static void unpark(struct agents *agents) {
    const unsigned count = agents->parked_count, depth = agents->size.depth;
    const bool many =
        agents->calm || count == depth || (!agents->profile.hoards && 4 * count > depth);
    if (count == 0 || agents->unpark.mask != 0 || (!many && agents->profile.hoards) ||
        !chance(agents, AGENTS_ALWAYS / (many ? 64u : 2048u)))
        return;
    const unsigned words = (depth + 31) / 32, bits = depth < 32 ? depth : 32;
    const uint64_t draw = rng_next(&agents->rng);
    unsigned word = (unsigned)(draw >> 32) % words;
    while (agents->parked[word] == 0)
        word = (word + 1) % words;
    const uint32_t mask = draw >> 62 ? (uint32_t)draw : UINT32_MAX; // others are not changed
    agents->unpark = (struct agents_unpark){mask & UINT32_MAX >> (32 - bits), (uint8_t)word};
    for (unsigned i = 0; i < bits; i++)
        if (agents->unpark.mask >> i & 1)
            note_parked(agents, 32 * word + i, false);
}

// A partition reports what another one holds: the id stays that of its operation meanwhile.
static bool foreign(struct agents *agents, unsigned *port, uint32_t *handle) {
    const struct path_size *size = &agents->size;
    const uint16_t holder = agents->holder[rng_below(&agents->rng, size->depth)];
    const struct agents_op *op = holder ? &agents->op[holder - 1] : NULL;
    if (!op || op->is.opcode >= 8 || size->hbm < 2 || size->gen_w < 2)
        return false;
    *port = (op->is.stage + 1 + (unsigned)rng_below(&agents->rng, size->hbm - 1u)) % size->hbm;
    *handle = op->handle;
    return true;
}

// A completion again, or from nowhere: only what the block can know from a genuine one.
static void send_wrong(struct agents *agents, const struct path_out *out, struct path_in *in,
                       uint64_t used) {
    const struct path_size *size = &agents->size;
    const unsigned bits = 2u + size->gen_w + path_id_w(size);
    unsigned port = (unsigned)rng_below(&agents->rng, path_lanes(size) + 1);
    uint32_t handle;
    if (chance(agents, agents->profile.duplicate) && agents->spent_count > 0) {
        // Half of them of what was sent just now.
        const uint32_t known =
            agents->spent_count < AGENTS_SPENT ? agents->spent_count : AGENTS_SPENT;
        const uint32_t at = rng_chance(&agents->rng, 1, 2)
                                ? agents->spent_count - 1
                                : (uint32_t)rng_below(&agents->rng, known);
        const struct agents_spent *spent = &agents->spent[at % AGENTS_SPENT];
        if (!is_spent(agents, spent, port))
            return;
        handle = spent->handle;
    } else if (chance(agents, agents->profile.junk)) {
        handle = (uint32_t)rng_below(&agents->rng, UINT64_C(1) << bits);
        // Of many ids few are held: one that is, soon after it.
        uint16_t holder = agents->holder[path_id(size, handle)];
        for (unsigned id = path_id(size, handle), left = size->depth / 16u; left > 8 && !holder;
             left--)
            holder = agents->holder[++id & (size->depth - 1u)];
        if (holder)
            handle = near_handle(agents, &agents->op[holder - 1], &port);
        if (!stays_wrong(agents, port, handle))
            return;
    } else if (!chance(agents, agents->profile.junk / 8) || !foreign(agents, &port, &handle)) {
        return;
    }
    // A port that is not ready takes none; in the clock after a reset none is.
    if (!(used >> port & 1) && (port_ready(out, size, port) || rng_chance(&agents->rng, 1, 2)))
        port_beat(in, size, port, handle);
}

// --- a clock ----------------------------------------------------------------------------------

// The block is reset; the stages are not: what they send of before is remembered as spent.
static void begin_reset(struct agents *agents) {
    agents->in_reset = (uint8_t)(1 + rng_below(&agents->rng, 3));
    agents->in.epoch = (uint8_t)((agents->in.epoch + 1) % PATH_EPOCHS);
    agents->resets++;
    for (unsigned id = 0; id < agents->size.depth; id++) {
        agents->grants[id] = 0;
        if (agents->holder[id]) {
            const struct agents_op *op = &agents->op[agents->holder[id] - 1];
            for (unsigned what = 0; what < 3; what++)
                if (op->owes[what]) {
                    const unsigned port = offered_port(&agents->size, &op->is, what);
                    remember(agents, port_channel(&agents->size, port), port, op->handle);
                    agents->spent[(agents->spent_count - 1) % AGENTS_SPENT].resets--;
                }
        }
        agents->holder[id] = 0;
    }
    for (unsigned i = 0; i < agents->limit; i++)
        agents->op[i] = (struct agents_op){.state = AGENTS_FREE};
    memset(agents->parked, 0, sizeof agents->parked);
    agents->parked_count = agents->unpark.mask = 0;
    agents->queued = agents->stuck = 0;
    memset(agents->heads_of, 0, sizeof agents->heads_of);
    memset(agents->in_domain, 0, sizeof agents->in_domain);
    agents->followers = 0;
    memset(agents->lookup, 0, sizeof agents->lookup);
}

void agents_drive(struct agents *agents, const struct path_out *out, struct path_in *in,
                  struct agents_executed *executed) {
    executed->ports = 0;
    memmove(&agents->lookup[1], &agents->lookup[0], 3 * sizeof *agents->lookup);
    agents->lookup[0] = (struct agents_lookup){.valid = false};
    if (agents->in_reset == 0) {
        observe_decision(agents, out);
        observe_answer(agents, out);
        observe_frees(agents, out);
    }
    const bool disturbs = !agents->calm && !agents->closed;
    if (agents->in_reset == 0 && disturbs && chance(agents, agents->profile.reset))
        begin_reset(agents);
    *in = agents->in;
    in->rst_n = agents->in_reset == 0;
    if (in->rst_n)
        in->epoch = (uint8_t)rng_below(&agents->rng, PATH_EPOCHS);
    agents->since_write++;
    agents->since_send++;
    if (!in->rst_n) { // beats in reset are ignored: some are there
        agents->in_reset--;
        in->done_valid = in->op_valid = in->write_valid = in->send_valid =
            rng_chance(&agents->rng, 1, 2);
        agents->clock++;
        return;
    }
    agents->lookup[1].hold = in->hold;
    agents->in.pause = disturbs && (agents->in.pause ? !chance(agents, AGENTS_ALWAYS / 10)
                                                     : chance(agents, agents->profile.pause));
    in->pause = agents->in.pause;
    fill_queue(agents);
    fill_queue(agents);
    if (disturbs) {
        if (chance(agents, agents->profile.offer))
            offer(agents, out, in);
        if (!in->op_valid && chance(agents, agents->profile.again))
            repeat(agents, out, in);
    }
    if (agents->since_write >= 4 && !agents->closed &&
        (agents->calm || chance(agents, agents->profile.write))) {
        if (!agents->calm)
            agents->since_write = 0;
        if (!agents->calm || agents->since_write % 4 == 0)
            draw_write(agents, in);
    }
    fall_ill(agents);
    uint64_t used = execute(agents, out, in, executed);
    if (disturbs)
        release(agents, in, executed, &used);
    send_belated(agents, out, in, &used);
    if (disturbs)
        send_wrong(agents, out, in, used);
    unpark(agents);
    if (disturbs && agents->since_send >= 2 && chance(agents, agents->profile.junk / 4u)) {
        const struct agents_spent *last =
            agents->spent_count ? &agents->spent[(agents->spent_count - 1) % AGENTS_SPENT] : NULL;
        in->send_channel = (uint8_t)rng_below(&agents->rng, 16); // one too many, or of nowhere
        const unsigned epoch_at = agents->size.gen_w + path_id_w(&agents->size);
        in->send_handle = last ? last->handle : (uint32_t)agents->in.epoch << epoch_at;
        in->send_valid = !last || last->channel == in->send_channel;
        // On the bus it may take as long as a grant does, or than two grants of an id: what is
        // one without an owner then is of another epoch.
        if (!last || agents->size.gen_w == 1)
            in->send_handle ^= 2u << epoch_at;
        if (in->send_valid) {
            agents->since_send = 0;
            touch(agents, in->send_handle);
        }
    }
    agents->clock++;
}
