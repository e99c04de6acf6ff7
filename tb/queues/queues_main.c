// sema_queues in lockstep with its golden model, with constrained-random traffic in front of it and
// a block behind it whose lanes stop for long. Usage:
//   queuestep [--clocks N] [--seed N] [--profile NAME]
// A line for each profile; status 1 at the first difference or broken promise of
// tb/queues/queues_scoreboard.h.

#include "csim/base/rng.h"
#include "tb/block/step_options.h"
#include "tb/queues/queues_rtl.h"
#include "tb/queues/queues_scoreboard.h"

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
