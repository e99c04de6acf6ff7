// The golden model of the admission path of rtl under random traffic: what it shows is a
// history in which every decision follows from what was shown before it (rtl/spec,
// promises.md).
#include "csim/base/rng.h"
#include "tb/tests/block/path_bench.h"

enum { TAGS = 200, CLOCKS = 20000, DRAIN = 20000, NO_LANE = 63 };

enum state { UNUSED, WAITS, HELD };

struct operation {
    enum state state;
    bool legal, responds;
    unsigned stage, response, domain;
    unsigned number; // in the order of taking
    int granted;     // clock of its grant
    bool owes[PATH_CHANNELS];
    uint32_t amount[2]; // as granted
};

// What a reader of the history knows.
struct reader {
    struct path_bench bench;
    struct rng rng;
    struct operation operation[TAGS];
    uint64_t window[PATH_LANES], debt[PATH_LANES];
    unsigned holders[PATH_LANES], held, limit;
    unsigned numbers;
    struct {
        enum answer_kind kind;
        unsigned tag;
    } answer[4]; // expected in clock modulo 4
    unsigned seen[8];
};

static unsigned draw(struct reader *r, unsigned values) {
    return (unsigned)(rng_next(&r->rng) >> 33) % values;
}

static unsigned channel_of(const struct reader *r, unsigned lane) {
    return lane < r->bench.size.hbm ? 0 : 1 + lane - r->bench.size.hbm;
}

static struct operation *holder(struct reader *r, uint32_t handle) {
    for (unsigned tag = 0; tag < TAGS; tag++)
        if (r->operation[tag].state == HELD && r->bench.handle[tag] == handle)
            return &r->operation[tag];
    return NULL;
}

// --- what is shown -----------------------------------------------------------------------------

static uint64_t lacking(const struct reader *r, const struct operation *op, uint32_t stage,
                        uint32_t response) {
    const unsigned lanes[] = {op->stage, op->response};
    const uint32_t demand[] = {stage, response};
    uint64_t mask = r->held < r->limit ? 0 : UINT64_C(1) << path_lanes(&r->bench.size);

    for (unsigned i = 0; i < (op->responds ? 2 : 1); i++) {
        const unsigned lane = lanes[i];
        if (r->window[lane] == 0 ||
            (r->debt[lane] + demand[i] > r->window[lane] && r->holders[lane] > 0))
            mask |= UINT64_C(1) << lane;
    }
    return mask;
}

static void leaves(struct reader *r, struct operation *op) {
    for (unsigned tag = 0; tag < TAGS; tag++) {
        const struct operation *const other = &r->operation[tag];
        cr_assert(op->domain == 0 || other->state != WAITS || other->domain != op->domain ||
                  other->number >= op->number);
    }
}

static void granted(struct reader *r, struct operation *op) {
    const struct path_out *const out = &r->bench.out;
    const unsigned lanes[] = {op->stage, op->response};

    leaves(r, op);
    op->state = HELD;
    op->granted = r->bench.clock;
    op->amount[0] = out->trace_stage;
    op->amount[1] = out->trace_response;
    for (unsigned i = 0; i < (op->responds ? 2 : 1); i++) {
        r->debt[lanes[i]] += op->amount[i];
        r->holders[lanes[i]]++;
        op->owes[channel_of(r, lanes[i])] = true;
    }
    op->owes[path_channels(&r->bench.size) - 1] = r->bench.in.hold & 1;
    r->held++;
    cr_assert(r->held <= r->bench.size.depth);
}

static void decided(struct reader *r) {
    const struct path_out *const out = &r->bench.out;
    struct operation *const op = &r->operation[out->trace_tag % TAGS];
    const unsigned lanes = path_lanes(&r->bench.size);

    r->seen[out->trace_kind]++;
    if (out->trace_kind == PATH_WINDOW) {
        if (out->trace_mask >> lanes)
            r->limit = out->trace_stage;
        for (unsigned lane = 0; lane < lanes; lane++)
            if (out->trace_mask >> lane & 1)
                r->window[lane] = out->trace_stage;
    }
    if (out->trace_kind == PATH_NONE || out->trace_kind == PATH_WINDOW)
        return;
    cr_assert(op->state == WAITS && op->legal == (out->trace_kind != PATH_REJECT));
    if (out->trace_kind == PATH_REJECT) {
        leaves(r, op);
        op->state = UNUSED;
        return;
    }
    const uint64_t mask = lacking(r, op, out->trace_stage, out->trace_response);
    cr_assert((mask != 0) == (out->trace_kind == PATH_DENY), "tag %u", (unsigned)out->trace_tag);
    if (mask != 0)
        cr_assert(mask == out->trace_mask);
    else
        granted(r, op);
}

static void returned(struct reader *r, unsigned channel) {
    const struct path_out *const out = &r->bench.out;
    const bool done = channel + 1 == path_channels(&r->bench.size);
    struct operation *const op = holder(r, out->return_handle[channel]);

    if (out->return_kind[channel] == RETURN_NONE)
        return;
    r->seen[5 + (out->return_kind[channel] != RETURN_BACK)]++;
    if (out->return_kind[channel] != RETURN_BACK) {
        cr_assert(out->return_kind[channel] == (done ? RETURN_LATE : RETURN_STRAY));
        // It was looked at two clocks ago, when this handle may not have been granted yet.
        cr_assert(!op || !op->owes[channel] || op->granted >= r->bench.clock - 2);
        return;
    }
    cr_assert(op && op->owes[channel]);
    op->owes[channel] = false;
    if (done)
        return;
    const unsigned part = channel == channel_of(r, op->stage) ? 0 : 1;
    const unsigned lane = part == 0 ? op->stage : op->response;
    cr_assert(out->return_lane[channel] == lane);
    cr_assert(out->return_amount[channel] == op->amount[part]);
    cr_assert(r->debt[lane] >= op->amount[part] && r->holders[lane] > 0);
    r->debt[lane] -= op->amount[part];
    r->holders[lane]--;
}

static void read_clock(struct reader *r) {
    const struct path_out *const out = &r->bench.out;
    const unsigned slot = (unsigned)r->bench.clock % 4;

    decided(r);
    for (unsigned channel = 0; channel < path_channels(&r->bench.size); channel++)
        returned(r, channel);
    for (unsigned channel = 0; channel < path_channels(&r->bench.size); channel++) {
        if (!out->free_valid[channel])
            continue;
        struct operation *const op = holder(r, out->free_handle[channel]);
        cr_assert(op);
        for (unsigned i = 0; i < PATH_CHANNELS; i++)
            cr_assert(!op->owes[i]);
        op->state = UNUSED;
        r->held--;
    }
    cr_assert(out->answer_kind == r->answer[slot].kind, "clock %d: answer %u, not %u",
              r->bench.clock, out->answer_kind, r->answer[slot].kind);
    if (out->answer_kind != ANSWER_NONE)
        cr_assert(out->answer_tag == r->answer[slot].tag);
    r->seen[7] += out->answer_kind != ANSWER_NONE;
    r->answer[slot].kind = ANSWER_NONE;
}

// --- what is offered ---------------------------------------------------------------------------

// The operation that the bench offers, as the reader sees it.
static struct operation describe(const struct reader *r) {
    const struct path_size *const size = &r->bench.size;
    const struct path_in *const in = &r->bench.in;
    struct operation op = {.state = WAITS, .domain = in->op_domain, .number = r->numbers};

    op.responds = in->op_opcode == READ || in->op_reply || in->op_response_length > 0;
    op.legal = in->op_stage < (in->op_opcode >= ATOMIC ? size->atomic : size->hbm) &&
               (in->op_opcode <= NOTIFICATION || in->op_opcode >= ATOMIC) &&
               (!op.responds || in->op_engine < size->response);
    op.stage = in->op_stage + (in->op_opcode >= ATOMIC ? size->hbm : 0u);
    op.response = op.responds ? (unsigned)size->hbm + size->atomic + in->op_engine : NO_LANE;
    return op;
}

static void draw_offer(struct reader *r) {
    static const unsigned opcodes[] = {WRITE, WRITE, READ, READ, NOTIFICATION, ATOMIC, 15, 5};
    struct path_in *const in = &r->bench.in;
    const unsigned tag = draw(r, TAGS), opcode = opcodes[draw(r, 10) ? draw(r, 7) : 7];
    struct operation *const op_of_tag = &r->operation[tag];

    op(&r->bench, tag, opcode,
       draw(r, opcode >= ATOMIC ? r->bench.size.atomic : r->bench.size.hbm));
    in->op_engine = (uint8_t)(draw(r, 64) ? draw(r, r->bench.size.response) : 3);
    in->op_length = draw(r, 1u << draw(r, 16));
    in->op_response_length = draw(r, 2) ? draw(r, 1u << draw(r, 16)) : 0;
    in->op_wire_bytes = draw(r, 1u << draw(r, 12));
    in->op_reply = draw(r, 8) == 0;
    in->op_urgent = draw(r, 4) == 0;
    in->op_domain = (uint8_t)(draw(r, 2) ? draw(r, 4) : 0);
    in->op_again = true;
    const struct operation seen = describe(r);
    const uint32_t wire = 1u << r->bench.size.wire_w;
    const bool small = in->op_wire_bytes % wire <= in->small_limit % wire;
    const bool *const ready = r->bench.out.op_ready[in->op_urgent ? 0 : small ? 1 : 2];
    const bool taken =
        seen.legal ? ready[seen.stage] && (!seen.responds || ready[seen.response]) : ready[0];
    const enum answer_kind found[] = {taken ? ANSWER_NONE : ANSWER_UNKNOWN, ANSWER_WAITS,
                                      ANSWER_HELD};

    r->answer[(r->bench.clock + 3) % 4].kind = found[op_of_tag->state];
    r->answer[(r->bench.clock + 3) % 4].tag = tag;
    if (taken && op_of_tag->state == UNUSED) {
        *op_of_tag = seen;
        r->numbers++;
    }
}

// A completion of an operation that is held, owed or not.
static void draw_completions(struct reader *r) {
    const struct path_size *const size = &r->bench.size;
    struct path_in *const in = &r->bench.in;

    for (unsigned i = 0; i < 6; i++) {
        const unsigned tag = draw(r, TAGS), channel = draw(r, path_channels(size));
        const struct operation *const op = &r->operation[tag];
        if (!r->bench.granted[tag] || (!op->owes[channel] && draw(r, 100)))
            continue;
        const uint32_t handle = r->bench.handle[tag];
        if (channel == 0) {
            const unsigned p = op->stage < size->hbm ? op->stage : 0;
            in->hbm_valid[p] = true;
            in->hbm_handle[p] = handle;
        } else if (channel <= size->atomic) {
            in->atomic_valid[channel - 1] = true;
            in->atomic_handle[channel - 1] = handle;
        } else if (channel <= (unsigned)size->atomic + size->response) {
            in->response_valid[channel - size->atomic - 1] = true;
            in->response_handle[channel - size->atomic - 1] = handle;
        } else {
            done(&r->bench, tag);
        }
        if (draw(r, 50) == 0 && r->bench.clock % 2)
            software_sends(&r->bench, channel, handle);
    }
}

static void draw_window(struct reader *r, bool open) {
    const unsigned lanes = path_lanes(&r->bench.size);
    const unsigned lane = open ? (unsigned)r->bench.clock / 4 % (lanes + 1) : draw(r, lanes + 1);

    if (lane == lanes)
        window(&r->bench, lane, open || draw(r, 2) ? r->bench.size.depth : draw(r, 20));
    else
        window(&r->bench, lane, (open ? 1 : 0) + draw(r, 1u << draw(r, 17)));
}

static void random_history(const struct path_size *size, uint64_t seed) {
    struct reader reader = {.rng = {seed}}, *const r = &reader;

    path_bench_open(&r->bench, size);
    r->limit = size->depth;
    for (unsigned lane = 0; lane < path_lanes(size); lane++) {
        const uint64_t widest = (UINT64_C(1) << size->cnt_w) - 2;
        const uint64_t fresh = lane < (unsigned)size->hbm + size->atomic ? 64000 : 16000;
        r->window[lane] = fresh < widest ? fresh : widest;
    }
    r->bench.in.hold = (uint16_t)(seed % 2 ? 0xffff : 0);
    r->bench.in.bound = (uint16_t)(seed % 3 ? 10 : 0);
    r->bench.in.quantum_hbm = seed % 4;
    for (int i = 0; i < CLOCKS + DRAIN; i++) {
        const bool open = i >= CLOCKS - 1000;
        r->bench.in.pause = !open && i % 1000 >= 980;
        if (i < CLOCKS && draw(r, 10))
            draw_offer(r);
        draw_completions(r);
        if (i % 4 == 0 && draw(r, 8) == 0)
            draw_window(r, open);
        tick(&r->bench);
        r->bench.log[0] = '\0';
        read_clock(r);
    }
    for (unsigned lane = 0; lane < path_lanes(size); lane++)
        cr_assert(r->debt[lane] == 0 && r->holders[lane] == 0, "lane %u", lane);
    for (unsigned tag = 0; tag < TAGS; tag++)
        cr_assert(r->operation[tag].state == UNUSED, "tag %u", tag);
    for (unsigned kind = PATH_GRANT; kind < 8; kind++)
        cr_assert(r->seen[kind] > 10, "%u of kind %u", r->seen[kind], kind);
    path_bench_close(&r->bench);
}

Test(path_history, default_size) {
    for (uint64_t seed = 1; seed <= 6; seed++)
        random_history(&path_default, seed);
}

Test(path_history, smallest_size) {
    const struct path_size size = {1, 1, 1, 4, 8, 10, 8, 1, 4, 4};

    for (uint64_t seed = 1; seed <= 6; seed++)
        random_history(&size, seed);
}

Test(path_history, largest_size) {
    const struct path_size size = {32, 4, 4, 32, 1024, 80, 64, 8, 16, 24};

    for (uint64_t seed = 1; seed <= 3; seed++)
        random_history(&size, seed);
}

Test(path_history, odd_sizes) {
    const struct path_size size = {5, 3, 2, 12, 16, 23, 20, 3, 7, 9};

    for (uint64_t seed = 1; seed <= 6; seed++)
        random_history(&size, seed);
}
