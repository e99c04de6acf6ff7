// Recovery under load: an initiator is dead, its reservations owe `done` and hold most of the
// table. Software releases them while the others go on (rtl/spec/reservation.md, 4.6, 4.7); what
// the dead one sent comes up to 100,000 clocks late. No living operation is completed by it, no
// window is exceeded, nothing is an error. RECOVERY_SEEDS=N: so many runs of full length, each
// another one.

#include "csim/base/rng.h"
#include "csim/driver/semacredit_driver.h"
#include "tb/tests/block/block_bench.h"

enum {
    IDS = SEMACREDIT_DEPTH,
    STUCK = 120,
    LIVING = 8,
    LENGTH = 256,
    WINDOW = 2 * LENGTH,
    LIVING_TAG = 1000,
    LONG = 100000,
    BRIEF = 4000,
    NEVER = INT32_MAX,
};

enum life { ABSENT, OFFERED, EXECUTES, DONE_IS_DUE, DONE_SENT };

// An operation, as those see it who execute it: not as the block does.
struct op {
    enum life life;
    unsigned lane;
    uint32_t tag, handle;
    int at; // the clock of its next event
};

struct world {
    struct block_bench *bench;
    struct rng rng;
    bool dies;                // what is offered is the dead one's
    struct op living[LIVING]; // one of each partition
    unsigned stuck;           // of the dead one; their tags are below
    struct op dead[IDS];      // DONE_IS_DUE at a clock, or never
    uint32_t tag;             // of the next one
    unsigned grants, wrong, over, late, executing[LIVING];
};

static void sends(struct world *world, struct op *op, bool *stage, uint32_t *stage_handle) {
    struct path_in *const in = &world->bench->in.path;
    if (op->at > world->bench->clock)
        return;
    if (op->life == EXECUTES && world->bench->out.path.hbm_ready[op->lane] && !*stage) {
        *stage = true;
        *stage_handle = op->handle;
        world->executing[op->lane]--;
        op->life = DONE_IS_DUE;
        op->at = world->bench->clock + 1 + (int)rng_below(&world->rng, 3);
    } else if (op->life == DONE_IS_DUE && world->bench->out.path.done_ready && !in->done_valid) {
        in->done_valid = true;
        in->done_handle = op->handle;
        op->life = DONE_SENT;
    }
}

static void offers(struct world *world, struct op *op, unsigned lane) {
    enum { SMALL = 1 };
    struct path_in *const in = &world->bench->in.path;
    if (op->life != ABSENT || in->op_valid || !world->bench->out.path.op_ready[SMALL][lane])
        return;
    *op = (struct op){.life = OFFERED, .lane = lane, .tag = world->tag++};
    block_offer(world->bench, op->tag, 0, lane)->op_length = LENGTH;
    in->op_wire_bytes = LENGTH;
}

static struct op *of_tag(struct world *world, uint64_t tag) {
    if (tag < world->stuck)
        return &world->dead[tag];
    for (unsigned i = 0; i < LIVING; i++)
        if (world->living[i].tag == tag)
            return &world->living[i];
    return NULL;
}

// What the block shows: a grant, and what it takes for completed.
static void hears(struct world *world) {
    const struct path_out *const out = &world->bench->out.path;
    struct op *const op = out->decision_kind == 1 ? of_tag(world, out->decision_tag) : NULL;
    if (op) {
        op->life = EXECUTES;
        op->handle = out->decision_handle;
        op->at = world->bench->clock + 1 + (int)rng_below(&world->rng, 4);
        world->grants++;
        world->over += ++world->executing[op->lane] * LENGTH > WINDOW;
    }
    for (unsigned channel = 0; channel < SEMACREDIT_CHANNELS; channel++)
        for (unsigned i = 0; out->free_valid[channel] && i < LIVING; i++)
            if (world->living[i].handle == out->free_handle[channel] &&
                world->living[i].life > OFFERED) {
                world->wrong += world->living[i].life != DONE_SENT;
                world->living[i].life = ABSENT;
            }
}

// A clock of the world, beside whatever the driver's bus does in it.
static void go_on(void *context) {
    struct world *const world = context;
    bool *const valid = world->bench->in.path.hbm_valid;
    uint32_t *const handle = world->bench->in.path.hbm_handle;
    hears(world);
    for (unsigned i = 0, turn = (unsigned)world->bench->clock % LIVING; i < LIVING; i++) {
        const unsigned lane = (i + turn) % LIVING;
        if (world->dies && world->tag < world->stuck)
            offers(world, &world->dead[world->tag], lane);
        else if (!world->dies)
            offers(world, &world->living[lane], lane);
        sends(world, &world->living[lane], &valid[lane], &handle[lane]);
    }
    for (unsigned i = 0; i < world->stuck; i++) {
        struct op *const op = &world->dead[i];
        const enum life before = op->life;
        sends(world, op, &valid[op->lane], &handle[op->lane]);
        if (before == EXECUTES && op->life == DONE_IS_DUE)
            op->at = NEVER;
        world->late += before == DONE_IS_DUE && op->life == DONE_SENT;
    }
}

static struct semacredit_bus open_world(struct world *world, struct block_bench *bench,
                                        const struct path_size *size, unsigned stuck,
                                        uint64_t seed) {
    block_bench_open(bench, size);
    *world = (struct world){.bench = bench, .stuck = stuck, .rng = rng_stream(seed, RNG_AXI)};
    bench->beside = go_on;
    bench->context = world;
    return block_bus(bench);
}

// --- a dead initiator ----------------------------------------------------------------------------

#define EXPECT_OK(call) cr_assert_eq((int)(call), SEMACREDIT_OK, "%d", (int)(call))

// Windows of two operations, `done` for writes, the whole table for everybody; then the dead
// initiator's operations, until all are executed.
static void die(struct world *world, const struct semacredit_bus *bus) {
    struct semacredit_setup setup;
    world->dies = true;
    world->tag = world->stuck; // nothing is offered yet
    EXPECT_OK(semacredit_setup_read(bus, &setup));
    for (unsigned lane = 0; lane < LIVING; lane++)
        setup.window[lane] = WINDOW;
    setup.hold = 1;
    setup.table_floor = 0;
    EXPECT_OK(semacredit_init(bus, &setup));
    world->tag = 0;
    for (int i = 0; i < LONG && world->bench->granted[world->stuck - 1] < 0; i++)
        block_step(world->bench);
    block_run(world->bench, 40);
    world->dies = false;
    world->tag = LIVING_TAG;
    cr_assert_eq(world->grants, world->stuck);
}

// What of the dead one is held is released. What it had sent arrives from 2,000 clocks on.
static void release(struct world *world, const struct semacredit_bus *bus, int latest) {
    for (unsigned id = 0; id < SEMACREDIT_DEPTH; id++) {
        struct semacredit_holder holder;
        EXPECT_OK(semacredit_holder_read(bus, id, &holder));
        if (!holder.held || holder.tag >= world->stuck)
            continue;
        EXPECT_OK(semacredit_release(bus, holder.handle, 1 << (SEMACREDIT_CHANNELS - 1)));
        if (rng_chance(&world->rng, 3, 4))
            world->dead[holder.tag].at =
                world->bench->clock + 2000 + (int)rng_below(&world->rng, (uint64_t)latest - 2000);
    }
}

static unsigned parked(const struct semacredit_bus *bus, bool unpark) {
    unsigned count = 0;
    for (unsigned word = 0; word < SEMACREDIT_DEPTH / 32; word++) {
        uint32_t ids;
        EXPECT_OK(semacredit_parked_read(bus, word, &ids));
        count += (unsigned)__builtin_popcount(ids);
        if (unpark)
            EXPECT_OK(semacredit_unpark(bus, word, ids));
    }
    return count;
}

static void expect_clean(struct world *world, const struct semacredit_bus *bus) {
    struct semacredit_status status;
    struct semacredit_errors errors;
    EXPECT_OK(semacredit_status_read(bus, &status));
    EXPECT_OK(semacredit_errors_take(bus, &errors));
    cr_assert_eq(world->wrong, 0, "%u living operations were completed", world->wrong);
    cr_assert_eq(world->over, 0, "%u grants over a window", world->over);
    cr_assert_eq(errors.bits, 0, "errors %#x", errors.bits);
    cr_assert_eq(status.strays, 0);
    cr_assert_eq(status.lates, world->late);
}

static void recover(const struct path_size *size, uint64_t seed, int latest) {
    struct block_bench bench;
    struct world world;
    const struct semacredit_bus bus = open_world(&world, &bench, size, STUCK, seed);
    die(&world, &bus);
    block_run(&bench, 200);
    const unsigned before = world.grants;
    const int began = bench.clock;
    release(&world, &bus, latest);
    cr_assert_eq(parked(&bus, false), STUCK);
    block_run(&bench, latest + 100);
    const unsigned rate = 100 * (world.grants - before) / (unsigned)(bench.clock - began);
    cr_assert_geq(rate, 30, "%u grants in 100 clocks beside it", rate);
    cr_assert_gt(world.late, STUCK / 2);
    expect_clean(&world, &bus);
    cr_assert_eq(parked(&bus, true), STUCK);
    block_run(&bench, 1000);
    cr_assert_eq(parked(&bus, false), 0);
    expect_clean(&world, &bus);
    block_bench_close(&bench);
}

// With one bit of generation an id that was not parked would meet what is late at once.
static const struct path_size narrow = {8, 1, 1, 32, 128, 40, 32, 1, 16, 24};

Test(recovery, a_dead_initiator_harms_nobody) {
    const char *const seeds = getenv("RECOVERY_SEEDS");
    const unsigned many = seeds ? (unsigned)strtoul(seeds, NULL, 10) : 2;
    for (unsigned seed = 1; seed <= many; seed++)
        recover(seed % 2 ? &narrow : &block_default, seed, seeds ? LONG : BRIEF);
}

// All 128 ids are a dead one's: nothing is granted until they are unparked, and error 6 says so.
Test(recovery, all_parked_is_an_error_until_one_is_not) {
    struct block_bench bench;
    struct semacredit_errors errors;
    struct world world;
    const struct semacredit_bus bus = open_world(&world, &bench, &block_default, IDS, 1);
    die(&world, &bus);
    release(&world, &bus, BRIEF);
    cr_assert_eq(parked(&bus, false), IDS);
    block_run(&bench, 1000);
    EXPECT_OK(semacredit_errors_take(&bus, &errors));
    cr_assert_eq(errors.bits, SEMACREDIT_ERROR_PARKED);
    cr_assert_eq(world.grants, IDS);
    EXPECT_OK(semacredit_unpark(&bus, 0, 1));
    EXPECT_OK(semacredit_errors_take(&bus, &errors));
    block_run(&bench, 1000);
    EXPECT_OK(semacredit_errors_take(&bus, &errors));
    cr_assert_eq(errors.bits, 0);
    cr_assert_gt(world.grants, IDS + 10);
    block_bench_close(&bench);
}
