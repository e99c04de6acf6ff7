// Initiators that share the ledger of one block (rtl/spec/messages.md), on the golden model:
// messages get lost, the block is reset under traffic, flights take their time. What they believe
// is never more than is true, so that no more than a window is ever on its way; and none stops
// for good. LEDGER_SEEDS=N: so many runs of each number of initiators.

#include "csim/base/rng.h"
#include "csim/driver/semacredit_ledger.h"
#include "tb/tests/block/block_bench.h"

enum {
    MOST = 8, // initiators, and partitions
    OPS = 64, // of each, at a time
    WINDOW = 2048,
    CLOCKS = 20000,
    HUNGRY = 6000, // clocks without a grant of an initiator
};

enum life { UNSENT, FLIES, QUEUED, OFFERED, EXECUTES };

struct op {
    enum life life;
    unsigned lane;
    uint32_t demand, handle, tag;
    int at; // the clock of its next event
};

struct world {
    struct block_bench bench;
    struct rng rng;
    struct semacredit_ledger ledger;
    unsigned initiators;
    struct op op[MOST][OPS];
    int served[MOST]; // the clock of the last grant
    uint32_t tag;
    uint32_t held[MOST]; // granted since the last reset and not returned, of each partition
    unsigned over, resets;
};

static int later(struct world *world, unsigned clocks) {
    return world->bench.clock + 1 + (int)rng_below(&world->rng, clocks);
}

// One is sent, if the ledger has credit: its flight begins.
static void send(struct world *world, unsigned initiator) {
    struct op *op = world->op[initiator];
    while (op < world->op[initiator] + OPS && op->life != UNSENT)
        op++;
    if (op == world->op[initiator] + OPS)
        return;
    if (op->demand == 0) {
        op->demand = 64 + (uint32_t)rng_below(&world->rng, 448);
        op->lane = (unsigned)rng_below(&world->rng, MOST);
    }
    if (!semacredit_ledger_may_send(&world->ledger, op->lane, op->demand, WINDOW))
        return;
    semacredit_ledger_sent(&world->ledger, op->lane, op->demand);
    op->life = FLIES;
    op->tag = world->tag++;
    op->at = later(world, 80);
}

// What has arrived is offered; what executes completes.
static void move(struct world *world, struct op *op) {
    enum { GROUP = 1 };
    struct path_in *const in = &world->bench.in.path;
    const struct path_out *const out = &world->bench.out.path;
    if (op->at > world->bench.clock)
        return;
    if (op->life == FLIES)
        op->life = QUEUED;
    if (op->life == QUEUED && !in->op_valid && out->op_ready[GROUP][op->lane]) {
        block_offer(&world->bench, op->tag, 0, op->lane)->op_length = op->demand;
        in->op_wire_bytes = op->demand;
        op->life = OFFERED;
    } else if (op->life == EXECUTES && !in->hbm_valid[op->lane] && out->hbm_ready[op->lane]) {
        in->hbm_valid[op->lane] = true;
        in->hbm_handle[op->lane] = op->handle;
        *op = (struct op){.life = UNSENT};
    }
}

// Grants, returns, messages.
static void receive(struct world *world) {
    enum { GENERATION = 8, ID = 7 };
    const struct block_out *const out = &world->bench.out;
    for (unsigned i = 0; i < world->initiators && out->path.decision_kind == 1; i++)
        for (struct op *op = world->op[i]; op < world->op[i] + OPS; op++)
            if (op->life == OFFERED && op->tag == out->path.decision_tag) {
                op->life = EXECUTES;
                op->handle = out->path.decision_handle;
                op->at = later(world, 40);
                world->held[op->lane] += op->demand;
                world->served[i] = world->bench.clock;
                semacredit_ledger_granted(&world->ledger, op->lane, op->demand,
                                          (uint8_t)(op->handle >> (GENERATION + ID)));
            }
    if (out->path.return_kind[0] == RETURN_BACK)
        world->held[out->path.return_lane[0]] -= out->path.return_amount[0];
    if (out->message_valid && rng_chance(&world->rng, 1, 2)) // else it is lost
        semacredit_ledger_receive(&world->ledger, out->message_epoch, out->message_credit);
}

// What is on its way to a partition, or held there.
static void judge(struct world *world) {
    uint32_t sum[MOST];
    for (unsigned lane = 0; lane < MOST; lane++)
        sum[lane] = world->held[lane];
    for (unsigned i = 0; i < world->initiators; i++) {
        for (unsigned n = 0; n < OPS; n++)
            if (world->op[i][n].life > UNSENT && world->op[i][n].life < EXECUTES)
                sum[world->op[i][n].lane] += world->op[i][n].demand;
        cr_assert_lt(world->bench.clock - world->served[i], HUNGRY, "initiator %u of %u stops", i,
                     world->initiators);
    }
    for (unsigned lane = 0; lane < MOST; lane++)
        world->over += sum[lane] > WINDOW;
}

// The block forgets all: the transport offers again what was offered and is not granted.
static void reset(struct world *world) {
    world->resets++;
    world->bench.in.path.epoch = (uint8_t)(world->resets % 4);
    world->bench.in.path.rst_n = false;
    for (unsigned i = 0; i < world->initiators; i++)
        for (unsigned n = 0; n < OPS; n++)
            if (world->op[i][n].life == OFFERED)
                world->op[i][n].life = QUEUED;
    for (unsigned lane = 0; lane < MOST; lane++)
        world->held[lane] = 0;
}

static void bring_up(struct world *world) {
    block_run(&world->bench, 2);
    for (unsigned l = 0; l < MOST; l++)
        block_set_register(&world->bench, lane(SEMACREDIT_WINDOW, l), WINDOW);
    block_set_register(&world->bench, SEMACREDIT_MESSAGE_INTERVAL, 64);
    block_set_register(&world->bench, SEMACREDIT_MESSAGE_REPEAT, 15);
}

static void clock(struct world *world, bool may_reset) {
    world->bench.in.message_ready = true;
    const bool resets = may_reset && rng_chance(&world->rng, 1, 2000);
    for (unsigned i = 0; i < world->initiators; i++) {
        send(world, (i + world->tag) % world->initiators);
        for (unsigned n = 0; n < OPS && !resets; n++)
            move(world, &world->op[i][n]);
    }
    if (resets)
        reset(world);
    block_step(&world->bench);
    world->bench.in.path.rst_n = true;
    if (resets)
        bring_up(world);
    else
        receive(world);
    judge(world);
}

// How often the block was reset.
static unsigned share(unsigned initiators, uint64_t seed) {
    struct world *const world = calloc(1, sizeof *world);
    block_bench_open(&world->bench, &block_default);
    world->rng = rng_stream(seed, RNG_AXI);
    world->initiators = initiators;
    semacredit_ledger_begin(&world->ledger, block_default.cnt_w, NULL);
    bring_up(world);
    for (int i = 0; i < CLOCKS; i++)
        clock(world, i > 1000);
    cr_assert_eq(world->over, 0, "%u initiators, seed %u: %u clocks over a window", initiators,
                 (unsigned)seed, world->over);
    const unsigned resets = world->resets;
    block_bench_close(&world->bench);
    free(world);
    return resets;
}

Test(ledger_world, initiators_share_a_window) {
    const char *const seeds = getenv("LEDGER_SEEDS");
    unsigned runs = 0, resets = 0;
    for (unsigned initiators = 1; initiators <= MOST; initiators *= 2)
        for (unsigned seed = 1; seed <= (seeds ? (unsigned)strtoul(seeds, NULL, 10) : 1);
             seed++, runs++)
            resets += share(initiators, seed);
    cr_assert_gt(resets, 2 * runs);
}
