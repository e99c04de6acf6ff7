#include "tb/tests/block/bench.h"

#include <inttypes.h>
#include <string.h>

#include "csim/interface/lockstep.h"

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

    cr_assert(finding->check == NULL, "%s, cycle %" PRIu64 ": %s broken by %s: %s", bench->name,
              finding->commit.cycle, finding->check, commit_kind_name[finding->commit.kind],
              finding->text);
    cr_assert(bench->spread.gaps == 0, "%s: gap in the order numbers", bench->name);
    if (strcmp(bench->name, "lockstep") == 0) {
        const struct divergence *const divergence = lockstep_divergence(bench->admitter);
        char field[200] = "";
        if (divergence->found)
            divergence_field(divergence, 0, field, sizeof field);
        cr_assert(not(divergence->found), "lockstep diverges in cycle %" PRIu64 ": %s",
                  divergence->cycle, field);
    }
    checker_close(bench->checker);
    coverage_close(bench->coverage);
    admitter_close(bench->admitter);
}

void bench_in_lockstep(void (*behaviour)(struct bench *bench)) {
    struct bench bench;

    cr_assert(bench_open(&bench, admitter_kind_find("lockstep"), DEPTH));
    step(&bench);
    behaviour(&bench);
    bench_close(&bench);
}

struct bench *offer(struct bench *bench, uint32_t tag, uint8_t opcode, uint64_t address,
                    uint32_t length, uint32_t response_length) {
    struct edge_in *const in = &bench->in;

    cr_assert(not(in->op_valid), "one offer a clock");
    in->op_valid = 1;
    in->tag = tag;
    in->opcode = opcode;
    in->address = address;
    in->length = length;
    in->response_length = response_length;
    return bench;
}

static uint64_t lane_address(unsigned lane) {
    return (uint64_t)lane << MAP_SHIFT_RESET;
}

struct bench *offer_write(struct bench *bench, uint32_t tag, unsigned lane, uint32_t length) {
    return offer(bench, tag, OP_WRITE, lane_address(lane), length, 0);
}

struct bench *offer_read(struct bench *bench, uint32_t tag, unsigned lane, uint32_t bytes) {
    return offer(bench, tag, OP_READ, lane_address(lane), 0, bytes);
}

struct bench *offer_atomic(struct bench *bench, uint32_t tag, uint32_t response_length) {
    return offer(bench, tag, OP_FETCH_ADD, 0, 0, response_length);
}

struct bench *give_hbm(struct bench *bench, unsigned partition, uint16_t id) {
    bench->in.hbm_valid |= (uint8_t)(1 << partition);
    bench->in.hbm_id[partition] = id;
    return bench;
}

struct bench *give_atomic(struct bench *bench, uint16_t id) {
    bench->in.atomic_valid = 1;
    bench->in.atomic_id = id;
    return bench;
}

struct bench *give_response(struct bench *bench, uint16_t id) {
    bench->in.response_valid = 1;
    bench->in.response_id = id;
    return bench;
}

struct bench *give_done(struct bench *bench, uint16_t id) {
    bench->in.done_valid = 1;
    bench->in.done_id = id;
    return bench;
}

struct bench *configure(struct bench *bench, unsigned word, uint32_t data) {
    cr_assert(axi_master_write(&bench->master, (uint16_t)(4 * word), data, AXI_STROBES),
              "too many writes wait");
    return bench;
}

struct bench *send_read(struct bench *bench, unsigned word) {
    cr_assert(axi_master_read(&bench->master, (uint16_t)(4 * word)), "too many reads wait");
    return bench;
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

static void expect_decision(struct bench *bench, enum decision_kind kind, uint32_t tag, unsigned id,
                            unsigned mask) {
    EXPECT_OUT(bench, kind, kind);
    EXPECT_OUT(bench, tag, tag);
    EXPECT_OUT(bench, id, id);
    EXPECT_OUT(bench, mask, mask);
}

void expect_grant(struct bench *bench, uint32_t tag, unsigned id, unsigned mask) {
    expect_decision(bench, DECISION_GRANT, tag, id, mask);
}

void expect_deny(struct bench *bench, uint32_t tag, unsigned mask) {
    expect_decision(bench, DECISION_DENY, tag, 0, mask);
}

void expect_reject(struct bench *bench, uint32_t tag, unsigned mask) {
    expect_decision(bench, DECISION_REJECT, tag, 0, mask);
}

void expect_repeat(struct bench *bench, uint32_t tag, unsigned id) {
    expect_decision(bench, DECISION_REPEAT, tag, id, 0);
    EXPECT_OUT(bench, lane, 0);
    expect_demand(bench, 0, 0, 0);
}

void expect_report(struct bench *bench, uint32_t tag, unsigned mask) {
    for (unsigned clock = 0; clock < REPORT_TO_CHOICE; clock++) {
        expect_no_decision(bench);
        step(bench);
    }
    expect_deny(bench, tag, mask);
}

void expect_demand(struct bench *bench, uint32_t hbm, uint32_t atomic, uint32_t response) {
    EXPECT_OUT(bench, demand[CLASS_HBM], hbm);
    EXPECT_OUT(bench, demand[CLASS_ATOMIC], atomic);
    EXPECT_OUT(bench, demand[CLASS_RESPONSE], response);
}

void expect_no_decision(struct bench *bench) {
    expect_decision(bench, DECISION_NONE, 0, 0, 0);
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

void expect_done(struct bench *bench, enum channel_kind kind, unsigned id) {
    EXPECT_OUT(bench, done_kind, kind);
    EXPECT_OUT(bench, done_id, id);
}

void expect_commits(struct bench *bench, unsigned count) {
    expect(bench, "commits", count, bench->count);
}

void expect_silence(struct bench *bench) {
    expect_commits(bench, 0);
    expect_no_decision(bench);
    for (unsigned resource = 0; resource < CLASSES; resource++)
        expect_event(bench, resource, CHANNEL_NONE, 0, 0);
    EXPECT_OUT(bench, hbm_lane, 0);
    expect_done(bench, CHANNEL_NONE, 0);
    EXPECT_OUT(bench, retire, 0);
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
    return steps(offer_write(bench, tag, lane, length), DECISION);
}

struct bench *decide_read(struct bench *bench, uint32_t tag, unsigned lane, uint32_t bytes) {
    return steps(offer_read(bench, tag, lane, bytes), DECISION);
}

struct bench *decide_atomic(struct bench *bench, uint32_t tag, uint32_t response_length) {
    return steps(offer_atomic(bench, tag, response_length), DECISION);
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
    return steps(give_hbm(bench, partition, id), HBM_COMMIT);
}

struct bench *commit_atomic(struct bench *bench, uint16_t id) {
    return steps(give_atomic(bench, id), STAGE_COMMIT);
}

struct bench *commit_response(struct bench *bench, uint16_t id) {
    return steps(give_response(bench, id), STAGE_COMMIT);
}

struct bench *commit_done(struct bench *bench, uint16_t id) {
    return steps(give_done(bench, id), DONE_COMMIT);
}

struct bench *reconfigure(struct bench *bench, unsigned word, uint32_t data) {
    return steps(configure(bench, word, data),
                 word == CONFIG_COMMAND_LIMIT ? LIMIT_HEADROOM : HEADROOM);
}

static bool starts_walk(unsigned word) {
    return word - CONFIG_MULTIPLIER < LANES || word == CONFIG_QUANTUM_HBM ||
           word == CONFIG_QUANTUM_TIME;
}

struct bench *set(struct bench *bench, unsigned word, uint32_t data) {
    steps(configure(bench, word, data), CONFIG_TO_USE + 1);
    return starts_walk(word) ? steps(bench, WALK) : bench;
}

struct bench *credit_comes_back(struct bench *bench, enum resource_class resource, uint16_t id) {
    if (resource == CLASS_HBM)
        give_hbm(bench, 0, id);
    else if (resource == CLASS_ATOMIC)
        give_atomic(bench, id);
    else
        give_response(bench, id);
    expect_undecided_clocks(bench, resource == CLASS_HBM ? HBM_COMMIT : STAGE_COMMIT);
    EXPECT_OUT(bench, return_kind[resource], CHANNEL_RETURN);
    expect_undecided_clocks(bench, CREDIT - 1);
    EXPECT_OUT(step(bench), kind, DECISION_GRANT);
    return bench;
}
