// sema_queues in lockstep with its golden model, with constrained-random traffic in front of it and
// a block behind it whose lanes stop for long. Usage:
//   queuestep [--clocks N] [--seed N] [--profile NAME]
// A line for each profile; status 1 at the first difference or broken promise.

#include "csim/base/rng.h"
#include "tb/block/step_options.h"
#include "tb/queues/queues_rtl.h"

// ---- the scoreboard --------------------------------------------------------------------------
//
// What sema_queues promises to both sides, judged at its ports alone, in words of
// rtl/spec/queues.md but without its clocks:
//   - every operation that arrived is refused in the next clock, or taken once, as it arrived;
//   - in order: of a class without a domain, of a domain;
//   - it is offered only while its classes are ready;
//   - what finds its queue empty and is no copy is refused only if no place is free;
//   - at most three of a stream are in the block;
//   - the first of a class that is ready in every clock is taken in so many clocks: 64 if it is
//     latency-sensitive, 1,024 else;
//   - in the end nothing is left, and all places are free.

enum { SCOREBOARD_TAGS = 1 << 16, SCOREBOARD_KEYS = 1024 };

struct scoreboard {
    struct queues_size size;
    bool lone; // one queue only, which is never empty: an operation is taken in every clock
    struct scoreboard_op {
        struct path_in op;
        uint64_t number; // among those placed of its key
        bool waits;
    } op[SCOREBOARD_TAGS]; // by tag
    uint64_t placed[SCOREBOARD_KEYS], taken[SCOREBOARD_KEYS];
    uint32_t first_for[SCOREBOARD_KEYS]; // clocks for which the first could have been taken
    unsigned in_queue[SCOREBOARD_KEYS];
    unsigned in_block[QUEUES_STREAMS];
    struct path_in arrived;
    bool arrives;
    uint32_t waits;
    uint32_t longest, behind; // clocks from arrival to offer of what is urgent, first and ready;
                              // how many waited then, at most
};

enum { DOMAIN_KEYS = 768, URGENT_WAIT = 64, LONGEST_WAIT = 1024, STREAM_MOST = 3, PIPELINE = 4 };

enum { OPCODE_READ = 1, OPCODE_NOTIFY = 2, OPCODE_ATOMIC = 8 };

// The classes of an operation: its lanes, of one without a response its stage twice. One that will
// be rejected has those of lane 0. And the queue, or the domain, in whose order it is.
struct classes {
    unsigned group, stage, response, key;
};

static struct classes classes_of(const struct queues_size *size, const struct path_in *op) {
    const unsigned hbm = size->block.hbm, stages = path_stages(&size->block);
    struct classes classes = {.group = op->op_wire_bytes > op->small_limit ? 2 : 1};
    bool exists = op->op_opcode <= OPCODE_NOTIFY && op->op_stage < hbm;
    unsigned way = 0;
    if (op->op_opcode >= OPCODE_ATOMIC)
        exists = op->op_stage < stages - hbm;
    if (op->op_opcode == OPCODE_READ || op->op_reply || op->op_response_length)
        way = 1u + op->op_engine;
    if (op->op_urgent)
        classes.group = 0;
    if (!exists || way > size->block.response)
        way = 0;
    else
        classes.stage = op->op_stage + (op->op_opcode >= OPCODE_ATOMIC ? hbm : 0);
    classes.response = way ? stages + way - 1 : classes.stage;
    classes.key = op->op_domain ? (unsigned)DOMAIN_KEYS + op->op_domain
                                : (classes.group * 36u + classes.stage) * 5 + way;
    return classes;
}

static void scoreboard_init(struct scoreboard *board, const struct queues_size *size, bool lone) {
    *board = (struct scoreboard){.size = *size, .lone = lone};
}

static struct scoreboard_op *op_of(struct scoreboard *board, uint64_t tag) {
    return &board->op[tag % SCOREBOARD_TAGS];
}

static const char *place(struct scoreboard *board, const struct queues_out *out) {
    const unsigned key = classes_of(&board->size, &board->arrived).key;
    struct scoreboard_op *const own = op_of(board, board->arrived.op_tag);
    if (out->full && out->full_tag != board->arrived.op_tag)
        return "operation refused that did not arrive";
    if (out->full)
        return key < DOMAIN_KEYS && !board->arrived.op_again && !board->in_queue[key] &&
                       out->used < board->size.entries
                   ? "operation refused whose queue is empty, though a place is free"
                   : NULL;
    if (own->waits)
        return "operation waits longer than tags last";
    *own = (struct scoreboard_op){board->arrived, board->placed[key]++, true};
    board->in_queue[key]++;
    board->waits++;
    return NULL;
}

static bool same_payload(const struct path_in *a, const struct path_in *b) {
    return a->op_opcode == b->op_opcode && a->op_stage == b->op_stage &&
           a->op_engine == b->op_engine && a->op_length == b->op_length &&
           a->op_response_length == b->op_response_length && a->op_reply == b->op_reply &&
           a->op_wire_bytes == b->op_wire_bytes && a->op_urgent == b->op_urgent &&
           a->op_domain == b->op_domain && a->op_again == b->op_again;
}

static const char *offered(struct scoreboard *board, const struct queues_in *in,
                           const struct path_in *offer) {
    const uint64_t tag = offer->op_tag & ((UINT64_C(1) << board->size.block.tag_w) - 1);
    struct scoreboard_op *const own = op_of(board, tag);
    const struct classes op = classes_of(&board->size, &own->op);
    const unsigned key = op.key, stream = own->op.op_domain % board->size.streams;
    if (!own->waits || own->op.op_tag != tag)
        return "operation offered that was taken or refused before, or never came";
    if (!same_payload(offer, &own->op) ||
        offer->op_tag >> board->size.block.tag_w != offer->op_domain)
        return "operation offered not as it arrived";
    if (own->number != board->taken[key]++)
        return "operation overtakes another one of its class or domain";
    if (!in->ready[op.group][op.stage] || !in->ready[op.group][op.response])
        return "operation offered whose classes are not ready";
    if (own->op.op_domain && ++board->in_block[stream] > STREAM_MOST)
        return "operation is the fourth of its stream in the block";
    if (key < DOMAIN_KEYS && !op.group && board->first_for[key] + 1 > board->longest) {
        board->longest = board->first_for[key] + 1;
        board->behind = board->waits;
    }
    own->waits = false;
    board->in_queue[key]--;
    board->waits--;
    board->first_for[key] = 0;
    return NULL;
}

// How long the first of each class could have gone.
static const char *wait(struct scoreboard *board, const struct queues_in *in, bool takes) {
    for (unsigned key = 0; key < DOMAIN_KEYS; key++) {
        const unsigned group = key / 180, stage = key / 5 % 36, way = key % 5;
        const unsigned lane = way ? path_stages(&board->size.block) + way - 1 : stage;
        if (!board->in_queue[key] || !in->ready[group][stage] || !in->ready[group][lane])
            board->first_for[key] = 0;
        else if (board->first_for[key]++ > (group ? LONGEST_WAIT : URGENT_WAIT))
            return "operation is not taken, the first of a class that is ready";
        else if (board->lone && board->in_queue[key] >= PIPELINE && !takes)
            return "operation of a lone queue is not offered in every clock";
    }
    return NULL;
}

static void leave(struct scoreboard *board, bool leaves, uint8_t domain) {
    if (leaves && domain)
        board->in_block[domain % board->size.streams]--;
}

// What is wrong in a clock; NULL: nothing.
static const char *scoreboard_step(struct scoreboard *board, const struct queues_in *in,
                                   const struct queues_out *out) {
    const char *wrong = NULL;
    if (!in->op.rst_n) {
        const struct queues_size size = board->size;
        scoreboard_init(board, &size, board->lone);
        return NULL;
    }
    if (board->arrives)
        wrong = place(board, out);
    else if (out->full)
        wrong = "operation refused that did not arrive";
    if (!wrong && out->offer.op_valid)
        wrong = offered(board, in, &out->offer);
    if (!wrong)
        wrong = wait(board, in, out->offer.op_valid);
    leave(board, in->decision, in->decision_domain);
    leave(board, in->answer, in->answer_domain);
    board->arrives = in->op.op_valid && out->in_ready;
    board->arrived = in->op;
    return wrong;
}

// What is wrong in the end.
static const char *scoreboard_end(const struct queues_out *last, const struct scoreboard *board) {
    return board->waits ? "operation lost: it was never offered"
           : last->used ? "operation left, and its place is not free"
                        : NULL;
}

// ---- stimulus and block ----------------------------------------------------------------------

// Per cent: clocks with an arrival, what is urgent, has a domain, is a copy, goes to one stage;
// lanes that stop; clocks in which the block decides. `places`: of a class in the block.
// `least`: per cent of the clocks in which something is taken. Lone: all are of one queue. Dead:
// lane 1 is, and no other stops.
static const struct profile {
    const char *name;
    unsigned arrive, urgent, domain, again, hot, stops, decide, places, least;
    bool lone, dead;
} PROFILES[] = {
    {"mixed", 70, 20, 20, 5, 10, 20, 90, 6, 0, false, false},
    {"full", 100, 10, 10, 10, 20, 30, 90, 3, 0, false, false},
    {"streams", 60, 20, 90, 5, 10, 5, 80, 6, 0, false, false},
    {"short", 90, 10, 5, 2, 30, 10, 60, 1, 0, false, false},
    {"urgent", 100, 90, 10, 0, 10, 0, 100, 8, 99, false, false},
    {"lone", 100, 0, 0, 0, 100, 0, 100, 40, 99, true, false},
    {"behind", 100, 2, 0, 0, 0, 0, 50, 1, 20, false, false},
    {"blocked", 100, 0, 0, 0, 50, 100, 100, 8, 20, false, true},
};
enum { PROFILES_COUNT = sizeof PROFILES / sizeof *PROFILES, HELD = 40, STOP = 3000, ANSWERS = 4 };

// The block: what it took, in order, and which lanes stop.
struct block {
    struct queued held[HELD];
    unsigned count;
    bool stopped[PATH_LANES];
    struct {
        bool valid;
        uint8_t domain;
    } answer[ANSWERS]; // of clocks now + 1 and up
};

struct run {
    const struct profile *profile;
    struct rng rng;
    struct queues_size size;
    struct block block;
    struct queues golden;
    struct scoreboard board;
    uint64_t clocks, seed, taken, refused, resets, tag;
};

static bool percent(struct run *run, unsigned of) {
    return rng_below(&run->rng, 100) < of;
}

static unsigned below(struct run *run, unsigned bound) {
    return (unsigned)rng_below(&run->rng, bound);
}

// An operation, or what looks like one: payload is arbitrary where none arrives.
static struct path_in arrival(struct run *run, bool draining) {
    const struct profile *const profile = run->profile;
    const bool lone = profile->lone, hot = percent(run, profile->hot);
    static const uint8_t OPCODES[] = {0, 0, 1, 1, 2, 8, 15, 3};
    struct path_in op = {.rst_n = true, .small_limit = 100};
    op.op_opcode = lone ? 0 : hot ? OPCODES[below(run, 3)] : OPCODES[below(run, 8)];
    op.op_stage = (uint8_t)(hot ? 1 : below(run, op.op_opcode > 2 ? 2 : run->size.block.hbm + 1u));
    op.op_engine = (uint8_t)(percent(run, 95) ? below(run, run->size.block.response) : 3);
    op.op_length = (uint32_t)rng_next(&run->rng);
    op.op_response_length = lone || percent(run, 80) ? 0 : below(run, 1000);
    op.op_reply = !lone && percent(run, 20);
    op.op_wire_bytes = lone ? 64 : below(run, 200);
    op.op_urgent = percent(run, profile->urgent);
    op.op_domain = (uint8_t)(percent(run, profile->domain) ? 1 + below(run, 255) % 20 : 0);
    op.op_again = percent(run, profile->again);
    op.op_tag = run->tag & ((UINT64_C(1) << run->size.block.tag_w) - 1);
    op.op_valid = !draining && percent(run, profile->arrive);
    return op;
}

// Waiting.md, 2.1: what waits for its stage counts there only.
static bool counts_at(const struct block *block, const struct queued *op, unsigned group,
                      unsigned lane) {
    return op->group == group &&
           (op->stage == lane || (op->response == lane && !block->stopped[op->stage]));
}

static void show_ready(const struct run *run, struct queues_in *in) {
    const struct block *const block = &run->block;
    for (unsigned group = 0; group < PATH_GROUPS; group++)
        for (unsigned lane = 0; lane < path_lanes(&run->size.block); lane++) {
            unsigned count = 0;
            for (unsigned i = 0; i < block->count; i++)
                count += counts_at(block, &block->held[i], group, lane);
            in->ready[group][lane] = block->count < HELD && count < run->profile->places;
        }
}

// The first that may leave: its lanes go, and nothing of its domain is before it.
static unsigned leaver(const struct block *block) {
    bool waits[256] = {false};
    for (unsigned i = 0; i < block->count; i++) {
        const struct queued *const op = &block->held[i];
        if (!block->stopped[op->stage] && !block->stopped[op->response] && !waits[op->op.op_domain])
            return i;
        waits[op->op.op_domain] = op->op.op_domain != 0;
    }
    return HELD;
}

static void remove_held(struct block *block, unsigned index) {
    block->count--;
    for (unsigned i = index; i < block->count; i++)
        block->held[i] = block->held[i + 1];
}

static void decide(struct run *run, struct queues_in *in, bool draining) {
    struct block *const block = &run->block;
    const unsigned index = leaver(block);
    in->answer = block->answer[0].valid;
    in->answer_domain = block->answer[0].domain;
    for (unsigned i = 0; i + 1 < ANSWERS; i++)
        block->answer[i] = block->answer[i + 1];
    block->answer[ANSWERS - 1].valid = false;
    in->decision = index < HELD && (draining || percent(run, run->profile->decide));
    if (!in->decision)
        return;
    in->decision_domain = block->held[index].op.op_domain;
    remove_held(block, index);
}

// Half of the copies are found.
static void take(struct run *run, const struct path_in *offer) {
    struct path_in op = *offer;
    op.small_limit = 100;
    run->taken++;
    if (op.op_again && percent(run, 50)) {
        run->block.answer[2].valid = true;
        run->block.answer[2].domain = op.op_domain;
    } else {
        run->block.held[run->block.count++] = queues_place(&run->size, &op);
    }
}

static bool same(const struct queues_size *size, const struct queues_out *golden,
                 const struct queues_out *rtl) {
    const struct path_in *const a = &golden->offer, *const b = &rtl->offer;
    const uint64_t tag = a->op_tag | (uint64_t)a->op_domain << size->block.tag_w;
    const bool offers = a->op_valid == b->op_valid &&
                        (!a->op_valid || (b->op_tag == tag && b->op_length == a->op_length));
    return offers && golden->in_ready == rtl->in_ready && golden->full == rtl->full &&
           (!rtl->full || golden->full_tag == rtl->full_tag) && golden->used == rtl->used;
}

static void stop_lanes(struct run *run, bool draining) {
    for (unsigned lane = 0; lane < path_lanes(&run->size.block); lane++) {
        if (run->profile->dead)
            run->block.stopped[lane] = lane == 1;
        else if (below(run, STOP) == 0)
            run->block.stopped[lane] = percent(run, run->profile->stops);
        run->block.stopped[lane] &= !draining;
    }
}

static int failed(const struct run *run, uint64_t clock, const char *what) {
    printf("clock %" PRIu64 ": %s\n%s seed %" PRIu64 ": FAILED\n", clock, what, run->profile->name,
           run->seed);
    return 1;
}

static int play(struct run *run) {
    const uint64_t drain = run->clocks + 20000;
    struct queues_out rtl = {.used = 0};
    queues_init(&run->golden, &run->size);
    for (uint64_t clock = 0; clock < drain; clock++) {
        const bool draining = clock >= run->clocks;
        const bool reset = clock < 2 || (!draining && below(run, 20000) == 0);
        struct queues_out golden;
        stop_lanes(run, draining);
        struct queues_in in = {.op = arrival(run, draining)};
        show_ready(run, &in);
        decide(run, &in, draining);
        in.op.rst_n = !reset;
        queues_step(&run->golden, &in, &golden);
        queues_rtl_step(&in, &rtl);
        if (clock > 0 && !same(&run->size, &golden, &rtl))
            return failed(run, clock, "golden model and RTL differ\n  port");
        if (reset) {
            run->resets++;
            memset(&run->block, 0, sizeof run->block);
        }
        const char *const wrong = clock > 0 ? scoreboard_step(&run->board, &in, &rtl) : NULL;
        if (wrong)
            return failed(run, clock, wrong);
        run->refused += rtl.full;
        run->tag += in.op.op_valid;
        if (rtl.offer.op_valid && !reset)
            take(run, &rtl.offer);
    }
    const char *const left = scoreboard_end(&rtl, &run->board);
    if (left)
        return failed(run, drain, left);
    if (run->taken < run->clocks * run->profile->least / 100)
        return failed(run, drain, "operation after operation waits: too few are offered");
    printf("%s seed %" PRIu64 ": %" PRIu64 " clocks, %" PRIu64 " taken, %" PRIu64
           " refused, %" PRIu64 " resets, urgent after %" PRIu32 " with %" PRIu32
           " waiting: 0 differences\n",
           run->profile->name, run->seed, run->clocks, run->taken, run->refused, run->resets,
           run->board.longest, run->board.behind);
    return 0;
}

int main(int argc, char **argv) {
    static struct run run;
    const struct step_program program = {"queuestep",
                                         "The queues and their golden model in lockstep",
                                         "",
                                         PROFILES,
                                         sizeof *PROFILES,
                                         PROFILES_COUNT};
    struct step_options options = {.clocks = 20000, .seed = 1};
    int status = step_options_read(&options, &program, argc, argv);
    for (unsigned i = 0; i < PROFILES_COUNT && status == 0; i++) {
        if (!step_plays(&options, PROFILES[i].name))
            continue;
        run = (struct run){.profile = &PROFILES[i],
                           .rng = rng_stream(options.seed, RNG_TRAFFIC),
                           .size = queues_rtl_size(),
                           .clocks = options.clocks,
                           .seed = options.seed};
        scoreboard_init(&run.board, &run.size, PROFILES[i].lone);
        status = play(&run);
    }
    return step_end(program.name, status);
}
