#include "tb/tests/block/bench.h"

#include <inttypes.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/interface/lockstep.h"
#include "register_map.h"

bool bench_open(struct bench *bench, const struct admitter_kind *kind, unsigned depth) {
    *bench =
        (struct bench){.name = kind->name, .in = {.grant_ready = 1}, .out = admitter_out_of_reset};
    bench->admitter = kind->open(depth);
    if (!bench->admitter)
        return false;
    bench->checker = checker_open(depth);
    bench->coverage = coverage_open(depth);
    cr_assert(bench->checker && bench->coverage, "out of memory");
    axi_master_init(&bench->master, 0, 0);
    commit_spread_init(&bench->spread);
    return true;
}

void bench_close(struct bench *bench) {
    const struct checker_finding *const finding = checker_finding(bench->checker);

    cr_assert(!finding->check, "%s, cycle %" PRIu64 ": %s broken by %s: %s", bench->name,
              finding->commit.cycle, finding->check, commit_kind_name[finding->commit.kind],
              finding->text);
    cr_assert(bench->spread.gaps == 0, "%s: gap in the order numbers", bench->name);
    if (strcmp(bench->name, "lockstep") == 0) {
        const struct divergence *const divergence = lockstep_divergence(bench->admitter);
        char field[200] = "";
        if (divergence->found)
            divergence_field(divergence, 0, field, sizeof field);
        cr_assert(!divergence->found, "lockstep diverges in cycle %" PRIu64 ": %s",
                  divergence->cycle, field);
    }
    checker_close(bench->checker);
    coverage_close(bench->coverage);
    admitter_close(bench->admitter);
}

void bench_each(void (*behaviour)(struct bench *bench)) {
    unsigned opened = 0;

    for (const struct admitter_kind *kind = admitter_kinds; kind->name; kind++) {
        struct bench bench;
        if (!bench_open(&bench, kind, DEPTH))
            continue;
        opened++;
        step(&bench);
        behaviour(&bench);
        bench_close(&bench);
    }
    cr_assert(opened > 0, "no admitter in this build");
}

void offer(struct bench *bench, uint32_t tag, uint8_t opcode, uint64_t address, uint32_t length,
           uint32_t response_length) {
    struct edge_in *const in = &bench->in;

    cr_assert(!in->op_valid, "one offer a clock");
    in->op_valid = 1;
    in->tag = tag;
    in->opcode = opcode;
    in->address = address;
    in->length = length;
    in->response_length = response_length;
}

static uint64_t lane_address(unsigned lane) {
    return (uint64_t)lane << MAP_SHIFT_RESET;
}

void offer_write(struct bench *bench, uint32_t tag, unsigned lane, uint32_t length) {
    offer(bench, tag, OP_WRITE, lane_address(lane), length, 0);
}

void offer_read(struct bench *bench, uint32_t tag, unsigned lane, uint32_t bytes) {
    offer(bench, tag, OP_READ, lane_address(lane), 0, bytes);
}

void offer_atomic(struct bench *bench, uint32_t tag, uint32_t response_length) {
    offer(bench, tag, OP_FETCH_ADD, 0, 0, response_length);
}

void give_hbm(struct bench *bench, unsigned partition, uint16_t id) {
    bench->in.hbm_valid |= (uint8_t)(1 << partition);
    bench->in.hbm_id[partition] = id;
}

void give_atomic(struct bench *bench, uint16_t id) {
    bench->in.atomic_valid = 1;
    bench->in.atomic_id = id;
}

void give_response(struct bench *bench, uint16_t id) {
    bench->in.response_valid = 1;
    bench->in.response_id = id;
}

void give_done(struct bench *bench, uint16_t id) {
    bench->in.done_valid = 1;
    bench->in.done_id = id;
}

void configure(struct bench *bench, unsigned word, uint32_t data) {
    cr_assert(axi_master_write(&bench->master, (uint16_t)(4 * word), data, AXI_STROBES),
              "too many writes wait");
}

void send_read(struct bench *bench, unsigned word) {
    cr_assert(axi_master_read(&bench->master, (uint16_t)(4 * word)), "too many reads wait");
}

// The bus in the next clock. Reset makes void what is under way.
static void fill_bus(struct bench *bench) {
    if (bench->in.reset)
        axi_master_reset(&bench->master);
    else if (!axi_master_is_idle(&bench->master))
        axi_master_fill(&bench->master, &bench->out, &bench->in);
}

struct bench *step(struct bench *bench) {
    fill_bus(bench);
    bench->in.now = bench->clock + bench->in.gap;
    admitter_edge(bench->admitter, &bench->in, &bench->out);
    bench->clock += bench->in.gap;
    bench->count = commit_spread(&bench->spread, &bench->out, bench->clock, bench->clock * 1000,
                                 bench->commits);
    checker_edge(bench->checker, &bench->in, &bench->out, bench->clock);
    for (unsigned i = 0; i < bench->count; i++)
        checker_commit(bench->checker, &bench->commits[i]);
    coverage_edge(bench->coverage, &bench->in, &bench->out);
    bench->clock++;
    bench->in = (struct edge_in){.grant_ready = 1};
    return bench;
}

struct bench *steps(struct bench *bench, unsigned clocks) {
    while (clocks--)
        step(bench);
    return bench;
}

struct bench *step_reset(struct bench *bench) {
    bench->in.reset = 1;
    return step(bench);
}

void expect(struct bench *bench, const char *what, uint64_t expected, uint64_t seen) {
    cr_assert(expected == seen,
              "%s, %" PRIu64 " clocks in: %s: %" PRIu64 " (0x%" PRIx64 ") expected, %" PRIu64
              " (0x%" PRIx64 ") seen",
              bench->name, bench->clock, what, expected, expected, seen, seen);
}

static void expect_decision(struct bench *bench, enum decision_kind kind, uint32_t tag,
                            unsigned mask) {
    EXPECT_OUT(bench, kind, kind);
    EXPECT_OUT(bench, tag, tag);
    EXPECT_OUT(bench, mask, mask);
}

void expect_grant(struct bench *bench, uint32_t tag, unsigned id, unsigned mask) {
    expect_decision(bench, DECISION_GRANT, tag, mask);
    EXPECT_OUT(bench, id, id);
}

void expect_deny(struct bench *bench, uint32_t tag, unsigned mask) {
    expect_decision(bench, DECISION_DENY, tag, mask);
    EXPECT_OUT(bench, id, 0);
}

void expect_reject(struct bench *bench, uint32_t tag, unsigned mask) {
    expect_decision(bench, DECISION_REJECT, tag, mask);
    EXPECT_OUT(bench, id, 0);
}

void expect_repeat(struct bench *bench, uint32_t tag, unsigned id) {
    expect_decision(bench, DECISION_REPEAT, tag, 0);
    EXPECT_OUT(bench, id, id);
    EXPECT_OUT(bench, lane, 0);
    expect_demand(bench, 0, 0, 0);
}

void expect_demand(struct bench *bench, uint32_t hbm, uint32_t atomic, uint32_t response) {
    EXPECT_OUT(bench, demand[CLASS_HBM], hbm);
    EXPECT_OUT(bench, demand[CLASS_ATOMIC], atomic);
    EXPECT_OUT(bench, demand[CLASS_RESPONSE], response);
}

void expect_no_decision(struct bench *bench) {
    expect_decision(bench, DECISION_NONE, 0, 0);
    EXPECT_OUT(bench, id, 0);
    EXPECT_OUT(bench, lane, 0);
    expect_demand(bench, 0, 0, 0);
}

static void expect_event(struct bench *bench, enum resource_class resource, enum channel_kind kind,
                         unsigned id, uint32_t amount) {
    EXPECT_OUT(bench, return_kind[resource], kind);
    EXPECT_OUT(bench, return_id[resource], id);
    EXPECT_OUT(bench, amount[resource], amount);
}

void expect_return(struct bench *bench, enum resource_class resource, unsigned id,
                   uint32_t amount) {
    expect_event(bench, resource, CHANNEL_RETURN, id, amount);
}

void expect_stray(struct bench *bench, enum resource_class resource, unsigned id) {
    expect_event(bench, resource, CHANNEL_STRAY, id, 0);
}

void expect_no_event(struct bench *bench, enum resource_class resource) {
    expect_event(bench, resource, CHANNEL_NONE, 0, 0);
}

void expect_done(struct bench *bench, enum channel_kind kind, unsigned id) {
    EXPECT_OUT(bench, done_kind, kind);
    EXPECT_OUT(bench, done_id, id);
}

void expect_retire(struct bench *bench, unsigned channels) {
    EXPECT_OUT(bench, retire, channels);
}

void expect_debt(struct bench *bench, unsigned lane, uint32_t debt) {
    EXPECT_OUT(bench, debt[lane], debt);
}

void expect_commits(struct bench *bench, unsigned count) {
    expect(bench, "commits", count, bench->count);
}

void expect_silence(struct bench *bench) {
    expect_commits(bench, 0);
    expect_no_decision(bench);
    for (unsigned resource = 0; resource < CLASSES; resource++)
        expect_no_event(bench, resource);
    EXPECT_OUT(bench, hbm_lane, 0);
    expect_done(bench, CHANNEL_NONE, 0);
    expect_retire(bench, 0);
    EXPECT_OUT(bench, reset, 0);
    EXPECT_OUT(bench, window, 0);
    EXPECT_OUT(bench, window_lane, 0);
    EXPECT_OUT(bench, window_value, 0);
    EXPECT_OUT(bench, calibrate, 0);
}

void expect_silent_clocks(struct bench *bench, unsigned clocks) {
    while (clocks--)
        expect_silence(step(bench));
}

void expect_undecided_clocks(struct bench *bench, unsigned clocks) {
    while (clocks--)
        expect_no_decision(step(bench));
}

uint32_t response_quanta(uint32_t bytes) {
    return RESPONSE_FIXED_RESET + (bytes + 3) / 4;
}

struct bench *decide_write(struct bench *bench, uint32_t tag, unsigned lane, uint32_t length) {
    offer_write(bench, tag, lane, length);
    return steps(bench, DECISION);
}

struct bench *decide_read(struct bench *bench, uint32_t tag, unsigned lane, uint32_t bytes) {
    offer_read(bench, tag, lane, bytes);
    return steps(bench, DECISION);
}

struct bench *decide_atomic(struct bench *bench, uint32_t tag, uint32_t response_length) {
    offer_atomic(bench, tag, response_length);
    return steps(bench, DECISION);
}

void admit_write(struct bench *bench, uint32_t tag, unsigned lane, uint32_t length, unsigned id) {
    expect_grant(decide_write(bench, tag, lane, length), tag, id, length ? 1u << lane : 0);
}

void admit_read(struct bench *bench, uint32_t tag, unsigned lane, uint32_t bytes, unsigned id) {
    expect_grant(decide_read(bench, tag, lane, bytes), tag, id, 1u << lane | RESPONSE_BIT);
}

void admit_atomic(struct bench *bench, uint32_t tag, uint32_t response_length, unsigned id) {
    expect_grant(decide_atomic(bench, tag, response_length), tag, id,
                 ATOMIC_BIT | (response_length ? RESPONSE_BIT : 0u));
}

struct bench *commit_hbm(struct bench *bench, unsigned partition, uint16_t id) {
    give_hbm(bench, partition, id);
    return steps(bench, HBM_COMMIT);
}

struct bench *commit_atomic(struct bench *bench, uint16_t id) {
    give_atomic(bench, id);
    return steps(bench, STAGE_COMMIT);
}

struct bench *commit_response(struct bench *bench, uint16_t id) {
    give_response(bench, id);
    return steps(bench, STAGE_COMMIT);
}

struct bench *commit_done(struct bench *bench, uint16_t id) {
    give_done(bench, id);
    return steps(bench, DONE_COMMIT);
}

struct bench *reconfigure(struct bench *bench, unsigned word, uint32_t data) {
    configure(bench, word, data);
    return steps(bench, HEADROOM);
}

void set(struct bench *bench, unsigned word, uint32_t data) {
    configure(bench, word, data);
    steps(bench, CONFIG_TO_USE + 1);
}

struct bench *credit_comes_back(struct bench *bench, enum resource_class resource) {
    expect_undecided_clocks(bench, resource == CLASS_HBM ? HBM_RETURN_TO_USE : RETURN_TO_USE);
    EXPECT_OUT(bench, return_kind[resource], CHANNEL_RETURN);
    expect_undecided_clocks(bench, CREDIT - 1);
    EXPECT_OUT(step(bench), kind, DECISION_GRANT);
    return bench;
}

// Rude traffic.

struct rude {
    struct bench *bench;
    const struct rudeness *rudeness;
    struct rng rng;
    uint8_t owes[DEPTH_MAX]; // what a granted id is yet to be given: a bit each class, 8: done
    uint8_t partition[DEPTH_MAX];
    uint16_t ids[DEPTH_MAX];
    unsigned count;
    uint32_t tag;
};

enum { FEW = 4 }; // accesses that wait

static uint32_t draw(struct rude *rude) {
    return (uint32_t)rng_next(&rude->rng);
}

static unsigned draw_below(struct rude *rude, unsigned bound) {
    return (unsigned)rng_below(&rude->rng, bound);
}

static bool chance(struct rude *rude, unsigned of_256) {
    return rng_chance(&rude->rng, of_256, 256);
}

static uint32_t draw_length(struct rude *rude) {
    static const uint32_t lengths[] = {0, 1, 64, 80, 272, 4112, 4112, 16000, 64000, 64001};

    return chance(rude, 4) ? draw(rude) : lengths[draw_below(rude, 10)];
}

// Tags of operations not long ago come again: retransmissions, of what is held, waits or is gone.
static uint32_t draw_tag(struct rude *rude) {
    if (chance(rude, 16))
        return rude->tag - draw_below(rude, rude->tag < 64 ? 1 : 64);
    return ++rude->tag;
}

static void draw_offer(struct rude *rude) {
    static const uint8_t likely[] = {OP_WRITE, OP_READ, OP_NOTIFY, OP_FETCH_ADD};
    struct edge_in *const in = &rude->bench->in;
    const uint8_t opcode =
        chance(rude, 32) ? (uint8_t)draw_below(rude, OPCODES) : likely[draw_below(rude, 4)];

    // One draw a statement: their order is then the same from every compiler.
    const uint32_t tag = draw_tag(rude);
    const uint64_t address = rng_next(&rude->rng);
    const uint32_t length = draw_length(rude);
    const uint32_t response_length = draw_length(rude);
    const unsigned wire_bits = draw_below(rude, 24);

    offer(rude->bench, tag, opcode, address, length, response_length);
    in->wire_bytes = chance(rude, 128) ? 80 : draw(rude) >> wire_bits >> 8;
    in->urgent = chance(rude, 64);
    in->domain = (uint8_t)(chance(rude, 64) ? 1 + draw_below(rude, 4) : 0);
}

// Observed service: mostly near what is expected.
static uint16_t draw_service(struct rude *rude) {
    if (chance(rude, 32))
        return SERVICE_UNKNOWN;
    const uint32_t any = draw(rude);
    return (uint16_t)(any >> 16 >> draw_below(rude, 16));
}

// An id that is owed an event on the channel, or now and then any id.
static bool pick(struct rude *rude, unsigned channel, uint16_t *id) {
    const uint8_t bit = (uint8_t)(1 << channel);

    if (chance(rude, rude->rudeness->strays)) {
        *id = (uint16_t)draw_below(rude, DEPTH);
        rude->owes[*id] ^= bit;
        return true;
    }
    if (rude->count == 0 || !chance(rude, rude->rudeness->returns))
        return false;
    for (unsigned tries = 0; tries < 4; tries++) {
        *id = rude->ids[draw_below(rude, rude->count)];
        if (rude->owes[*id] & bit) {
            rude->owes[*id] ^= bit;
            return true;
        }
    }
    return false;
}

static void rude_beats(struct rude *rude) {
    struct bench *const bench = rude->bench;
    if (!bench->in.op_valid && chance(rude, rude->rudeness->offers))
        draw_offer(rude);
    const unsigned bursts = chance(rude, 16) ? HBM_LANES : 1;
    uint16_t id;

    for (unsigned i = 0; i < bursts; i++) {
        const unsigned partition = bursts > 1 ? i : draw_below(rude, HBM_LANES);
        if (bench->in.hbm_valid >> partition & 1)
            continue;
        if (!pick(rude, CLASS_HBM, &id)) {
            if (bursts == 1 || rude->rudeness->strays == 0)
                continue;
            id = (uint16_t)draw_below(rude, DEPTH);
            rude->owes[id] &= (uint8_t) ~(1 << CLASS_HBM);
        }
        const unsigned home = rude->partition[id];
        const bool at_home = !(bench->in.hbm_valid >> home & 1) && !chance(rude, 16);
        give_hbm(bench, at_home ? home : partition, id);
        bench->in.hbm_service[at_home ? home : partition] = draw_service(rude);
    }
    bench->in.atomic_service = draw_service(rude);
    bench->in.response_service = draw_service(rude);
    if (pick(rude, CLASS_ATOMIC, &id))
        give_atomic(bench, id);
    if (pick(rude, CLASS_RESPONSE, &id))
        give_response(bench, id);
    if (chance(rude, 8) && bench->in.response_valid && (rude->owes[bench->in.response_id] & 8)) {
        rude->owes[bench->in.response_id] ^= 8; // everything about one reservation at once
        give_done(bench, bench->in.response_id);
    } else if (pick(rude, CLASSES, &id)) {
        give_done(bench, id);
    }
}

// Reads, and writes that are refused or clear errors.
static void rude_access(struct rude *rude) {
    struct axi_master *const master = &rude->bench->master;
    const uint16_t address = (uint16_t)draw_below(rude, 1u << AXI_ADDRESS_BITS);
    const uint32_t any = draw(rude);

    if (axi_master_writing(master) > FEW)
        return;
    switch (draw_below(rude, 8)) {
    case 0:
        axi_master_write(master, 4 * REGISTER_ERRORS, chance(rude, 128) ? UINT32_MAX : any,
                         AXI_STROBES);
        break;
    case 1:
        axi_master_write(master, address, any, (uint8_t)draw_below(rude, AXI_STROBES));
        break;
    case 2:
        axi_master_read(master, address);
        break;
    case 3:
        axi_master_write(master, (uint16_t)(4 * (REGISTER_GRANTS + draw_below(rude, 0x120))), 0,
                         AXI_STROBES);
        break;
    default:
        axi_master_read(master, (uint16_t)(4 * (REGISTER_GRANTS + draw_below(rude, 0x120))));
        break;
    }
}

static void rude_write(struct rude *rude) {
    static const uint32_t windows[] = {0, 1600, 3199, 4112, 8223, 16000, 64000, 64000, UINT32_MAX};
    static const uint32_t intervals[] = {0, 0, 1, 2, 17, 4112, 16000, UINT32_MAX}; // or thresholds

    if (chance(rude, rude->rudeness->writes / 4))
        rude_access(rude);
    if (!chance(rude, rude->rudeness->writes) || axi_master_writing(&rude->bench->master) > FEW)
        return;
    const uint32_t any = draw(rude);
    const unsigned one_of_ten = draw_below(rude, 10);
    switch (draw_below(rude, 13)) {
    case 0:
        configure(rude->bench, draw_below(rude, 256), any);
        break;
    case 1:
    case 2:
        configure(rude->bench, CONFIG_MULTIPLIER + draw_below(rude, LANES),
                  any & (one_of_ten < 5 ? 0xffff : 0x8fff));
        break;
    case 3:
        configure(rude->bench, CONFIG_COMMAND_LIMIT, draw_below(rude, 2 * DEPTH));
        break;
    case 4:
        configure(rude->bench, CONFIG_STARVATION_BOUND, one_of_ten < 5 ? draw_below(rude, 200) : 0);
        break;
    case 5:
        configure(rude->bench, CONFIG_HBM_RECIPROCAL + draw_below(rude, 3), any);
        break;
    case 6:
        configure(rude->bench, CONFIG_GRANT_INTERVAL + any % 3, intervals[draw_below(rude, 8)]);
        break;
    case 11:
        configure(rude->bench, CONFIG_AUTOTUNE_ENABLE, any);
        break;
    case 12:
        configure(rude->bench, CONFIG_AUTOTUNE_INTERVAL + one_of_ten, any >> draw_below(rude, 32));
        break;
    default:
        configure(rude->bench, CONFIG_WINDOW + any % LANES, windows[draw_below(rude, 9)]);
        break;
    }
}

static void rude_step(struct rude *rude) {
    struct bench *const bench = rude->bench;
    const struct edge_out *const out = &bench->out;
    struct edge_in held = bench->in; // offer and HBM beats that are not taken

    held.op_valid &= !out->op_ready;
    held.hbm_valid &= (uint8_t)~out->hbm_ready;
    held.atomic_valid = held.response_valid = held.done_valid = held.pause = held.reset = 0;
    held.gap = 0;
    held.grant_ready = 1;
    step(bench);
    if (out->reset)
        rude->count = 0;
    else
        bench->in = held;
    if (out->kind == DECISION_GRANT) {
        rude->ids[rude->count++] = out->id;
        rude->owes[out->id] = 8;
        for (unsigned resource = 0; resource < CLASSES; resource++)
            rude->owes[out->id] |= (uint8_t)((out->demand[resource] != 0) << resource);
        rude->partition[out->id] = out->lane;
    }
    for (unsigned i = 0; i < bench->count; i++) {
        if (bench->commits[i].kind != COMMIT_COMPLETE)
            continue;
        for (unsigned at = 0; at < rude->count; at++)
            if (rude->ids[at] == bench->commits[i].reservation)
                rude->ids[at] = rude->ids[--rude->count];
    }
}

static void rude_drain(struct rude *rude) {
    static const struct rudeness gentle = {.returns = 255};

    rude->rudeness = &gentle;
    rude->bench->master.stall_percent = 0;
    configure(rude->bench, CONFIG_AUTOTUNE_ENABLE, 0);
    configure(rude->bench, CONFIG_COMMAND_LIMIT, DEPTH);
    rude_step(rude);
    for (unsigned lane = 0; lane < LANES; lane++) {
        configure(rude->bench, CONFIG_WINDOW + lane, UINT32_MAX);
        rude_step(rude);
    }
    for (unsigned clocks = 0; clocks < 64 * DEPTH; clocks++) {
        rude_beats(rude);
        rude_step(rude);
    }
    expect(rude->bench, "reservations left", 0, rude->count);
    cr_assert(checker_drained(rude->bench->checker), "%s: %s", rude->bench->name,
              checker_finding(rude->bench->checker)->text);
}

void bench_rude(struct bench *bench, const struct rudeness *rudeness) {
    struct rude rude = {.bench = bench, .rudeness = rudeness, .rng = {rudeness->seed}};

    axi_master_init(&bench->master, rudeness->seed, 20);

    for (uint32_t clocks = 0; clocks < rudeness->clocks; clocks++) {
        rude_beats(&rude);
        rude_write(&rude);
        bench->in.grant_ready = !chance(&rude, 128);
        bench->in.pause = chance(&rude, rudeness->pauses);
        if (bench->out.quiet && chance(&rude, 64))
            bench->in.gap = 1 + draw_below(&rude, 1000);
        bench->in.reset = draw_below(&rude, 65536) < rudeness->resets;
        rude_step(&rude);
    }
    rude_drain(&rude);
}
