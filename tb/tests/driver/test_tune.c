// Windows that firmware tunes (csim/driver/semacredit_tune.h) on stages with a queue, a service
// time and a way there and back.
#include "csim/driver/semacredit_tune.h"
#include "tb/tests/block/block_bench.h"

enum { LENGTH = 4096, WAY = 218, CALL = 8000, CALLS = 20, OPS = 128, SMALL_GROUP = 1, STAGES = 2 };

struct op {
    bool used;
    unsigned lane;
    int at; // when it is at its stage; served; told
    bool served;
};

struct world {
    struct block_bench *bench;
    struct op op[OPS]; // by tag
    unsigned queue[STAGES][OPS], first[STAGES], queued[STAGES];
    int service[STAGES], ends[STAGES]; // of what is served; -1: nothing
    unsigned told;
};

static unsigned free_tag(const struct world *world) {
    unsigned tag = 0;
    while (tag < OPS && world->op[tag].used)
        tag++;
    return tag;
}

static void offers(struct world *world, unsigned lane) {
    struct block_bench *const bench = world->bench;
    const unsigned tag = free_tag(world);
    if (tag == OPS || !bench->out.path.op_ready[SMALL_GROUP][lane])
        return;
    world->op[tag] = (struct op){.used = true, .lane = lane, .at = -1};
    block_offer(bench, tag, 0, lane)->op_length = LENGTH;
    bench->in.path.op_wire_bytes = 64;
}

static void serves(struct world *world, unsigned lane) {
    struct block_bench *const bench = world->bench;
    const int now = bench->clock;
    const unsigned tag = world->queue[lane][world->first[lane]];
    if (world->ends[lane] == now) {
        world->op[tag].served = true;
        world->op[tag].at = now + WAY;
        world->first[lane] = (world->first[lane] + 1) % OPS;
        world->queued[lane]--;
        world->ends[lane] = -1;
    }
    if (world->ends[lane] < 0 && world->queued[lane] > 0)
        world->ends[lane] = now + world->service[lane];
    block_tell_stage(&bench->in, lane, world->queued[lane]);
}

static void travels(struct world *world, unsigned tag) {
    struct op *const op = &world->op[tag];
    struct path_in *const in = &world->bench->in.path;
    const int now = world->bench->clock;
    if (op->at < 0 && world->bench->granted[tag] >= 0 && world->bench->granted[tag] + WAY == now) {
        op->at = now;
        world->queue[op->lane][(world->first[op->lane] + world->queued[op->lane]++) % OPS] = tag;
    }
    if (op->served && op->at <= now && !in->hbm_valid[op->lane] &&
        world->bench->out.path.hbm_ready[op->lane]) {
        in->hbm_valid[op->lane] = true;
        in->hbm_handle[op->lane] = world->bench->handle[tag];
        op->used = false;
        world->bench->granted[tag] = -1;
        world->told++;
    }
}

static void go_on(void *context) {
    struct world *const world = context;
    for (unsigned tag = 0; tag < OPS; tag++)
        if (world->op[tag].used)
            travels(world, tag);
    for (unsigned lane = 0; lane < STAGES; lane++)
        serves(world, lane);
    offers(world, (unsigned)world->bench->clock % STAGES);
}

// Rate times delay, and half as much again.
static uint32_t wanted(int service) {
    const int need = LENGTH * (2 * WAY + service + 8) / service;
    return (uint32_t)(need + need / 2);
}

static void calls(struct world *world, const struct semacredit_bus *bus,
                  struct semacredit_tune *tune) {
    for (unsigned i = 0; i < CALLS; i++) {
        block_run(world->bench, CALL);
        const enum semacredit_result result = semacredit_tune(bus, tune);
        cr_assert_eq((int)result, SEMACREDIT_OK, "%d", (int)result);
    }
}

static void expect_near(const struct semacredit_bus *bus, unsigned lane, uint32_t want) {
    struct semacredit_lane_status status;
    cr_assert_eq((int)semacredit_lane_read(bus, lane, &status), SEMACREDIT_OK);
    cr_assert(status.window > want - want / 7 && status.window < want + want / 7,
              "a window of %u, wanted %u", status.window, want);
}

static struct semacredit_bus open_world(struct world *world, struct block_bench *bench,
                                        uint32_t window) {
    block_bench_open(bench, &block_default);
    *world = (struct world){.bench = bench, .service = {64, 128}, .ends = {-1, -1}};
    bench->beside = go_on;
    bench->context = world;
    const struct semacredit_bus bus = block_bus(bench);
    for (unsigned lane = 0; lane < STAGES; lane++)
        cr_assert_eq((int)semacredit_window_write(&bus, lane, window), SEMACREDIT_OK);
    return bus;
}

static void expect_found(uint32_t window) {
    struct block_bench bench;
    struct world world;
    struct semacredit_tune tune = {0};
    const struct semacredit_bus bus = open_world(&world, &bench, window);
    calls(&world, &bus, &tune);
    calls(&world, &bus, &tune);
    expect_near(&bus, 0, wanted(64));
    expect_near(&bus, 1, wanted(128));
    const unsigned before = world.told;
    block_run(&bench, CALL);
    cr_assert_geq(world.told - before, (unsigned)(CALL / 64 + CALL / 128) * 98 / 100);
    block_bench_close(&bench);
}

Test(tune, a_window_that_is_too_small_grows) {
    expect_found(8192);
}

Test(tune, a_window_that_is_too_large_shrinks) {
    expect_found(160000);
}

Test(tune, a_service_that_changes_fourfold_is_followed_both_ways) {
    struct block_bench bench;
    struct world world;
    struct semacredit_tune tune = {0};
    const struct semacredit_bus bus = open_world(&world, &bench, 64000);
    calls(&world, &bus, &tune);
    world.service[0] = 4 * 64;
    calls(&world, &bus, &tune);
    expect_near(&bus, 0, wanted(4 * 64));
    world.service[0] = 64;
    calls(&world, &bus, &tune);
    expect_near(&bus, 0, wanted(64));
    block_bench_close(&bench);
}

// As calibration does it: between two reads of one lane.
struct mover {
    struct semacredit_bus bus;
    bool moves;
};

static bool read_moving(void *context, uint32_t address, uint32_t *value) {
    struct mover *const mover = context;
    const bool now = mover->moves && address == SEMACREDIT_CREDIT;
    mover->moves = mover->moves && !now;
    return (!now || semacredit_window_write(&mover->bus, 0, 60000) == SEMACREDIT_OK) &&
           mover->bus.read(mover->bus.context, address, value);
}

static bool write_moving(void *context, uint32_t address, uint32_t value) {
    const struct mover *const mover = context;
    return mover->bus.write(mover->bus.context, address, value);
}

Test(tune, a_window_that_moves_while_it_is_read_misleads_nobody) {
    enum { BRIEF = 300 };
    struct block_bench bench;
    struct world world;
    struct semacredit_tune tune = {0};
    struct semacredit_lane_status status;
    struct mover mover = {.bus = open_world(&world, &bench, 8192)};
    const struct semacredit_bus bus = {read_moving, write_moving, &mover};
    for (unsigned i = 0; i < 4; i++) {
        block_run(&bench, BRIEF);
        mover.moves = i == 2;
        cr_assert_eq((int)semacredit_tune(&bus, &tune), SEMACREDIT_OK);
    }
    cr_assert_eq((int)semacredit_lane_read(&bus, 0, &status), SEMACREDIT_OK);
    cr_assert_eq(status.window, 60000);
    block_bench_close(&bench);
}

// A closed lane stays closed, one without traffic stays as it is, and no window passes 16 of the
// first.
Test(tune, others_stay) {
    struct block_bench bench;
    struct world world;
    struct semacredit_tune tune = {0};
    struct semacredit_lane_status status;
    const struct semacredit_bus bus = open_world(&world, &bench, 1000);
    cr_assert_eq((int)semacredit_window_write(&bus, 5, 0), SEMACREDIT_OK);
    calls(&world, &bus, &tune);
    calls(&world, &bus, &tune);
    cr_assert_eq((int)semacredit_lane_read(&bus, 0, &status), SEMACREDIT_OK);
    cr_assert_eq(status.window, 16000);
    cr_assert_eq((int)semacredit_lane_read(&bus, 5, &status), SEMACREDIT_OK);
    cr_assert_eq(status.window, 0);
    cr_assert_eq((int)semacredit_lane_read(&bus, 7, &status), SEMACREDIT_OK);
    cr_assert_eq(status.window, 64000);
    block_bench_close(&bench);
}
