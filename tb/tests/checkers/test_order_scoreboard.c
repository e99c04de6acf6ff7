// The checker's checks on the order of grants and on multipliers, each shown to bite: an honest
// block, and a checker that is told something else than the block, or shown something else than it
// shows.
#include <criterion/criterion.h>

#include "csim/golden/golden.h"
#include "tb/checkers/checker.h"

struct rig {
    struct admitter *block;
    struct checker *checker;
    struct edge_in in;       // what the block is told next,
    struct edge_in shown_in; // and the checker
    struct edge_out out;
    uint64_t clock;
};

static struct rig rig_open(void) {
    struct rig rig = {.block = golden_open(DEPTH),
                      .checker = checker_open(DEPTH),
                      .in = {.grant_ready = 1, .axi_bready = 1},
                      .shown_in = {.grant_ready = 1, .axi_bready = 1},
                      .out = admitter_out_of_reset};
    cr_assert(rig.block && rig.checker);
    return rig;
}

static const char *check_of(const struct rig *rig) {
    const struct checker_finding *const finding = checker_finding(rig->checker);
    return finding->check ? finding->check : "";
}

static void rig_close(struct rig *rig, const char *check) {
    cr_assert_str_eq(check_of(rig), check);
    cr_assert(!*check || checker_finding(rig->checker)->text[0], "a finding says why");
    checker_close(rig->checker);
    admitter_close(rig->block);
}

static void step_block(struct rig *rig) {
    admitter_edge(rig->block, &rig->in, &rig->out);
}

static void step_checker(struct rig *rig) {
    checker_edge(rig->checker, &rig->shown_in, &rig->out, rig->clock++);
    rig->in = rig->shown_in = (struct edge_in){.grant_ready = 1, .axi_bready = 1};
}

static void steps(struct rig *rig, unsigned clocks) {
    while (clocks--) {
        step_block(rig);
        step_checker(rig);
    }
}

// Up to and with the clock of the next decision of a kind.
static void until(struct rig *rig, enum decision_kind kind) {
    for (unsigned clock = 0; clock < 50; clock++) {
        step_block(rig);
        if (rig->out.kind == kind)
            return;
        step_checker(rig);
    }
    cr_assert(false, "no decision of kind %d", kind);
}

// What rank and domain an offer has for the block, and for the checker.
struct standing {
    uint32_t wire_bytes;
    uint8_t domain;
};

static void offer(struct rig *rig, uint32_t tag, uint32_t length, struct standing block,
                  struct standing checker) {
    rig->in.op_valid = 1;
    rig->in.tag = tag;
    rig->in.opcode = OP_WRITE;
    rig->in.length = length;
    rig->shown_in = rig->in;
    rig->in.wire_bytes = block.wire_bytes;
    rig->in.domain = block.domain;
    rig->shown_in.wire_bytes = checker.wire_bytes;
    rig->shown_in.domain = checker.domain;
    steps(rig, 1);
}

// The checker is told of this write, the block of one that changes nothing.
static void write_shown(struct rig *rig, unsigned word, uint32_t data) {
    rig->shown_in.axi_awvalid = rig->shown_in.axi_wvalid = 1;
    rig->shown_in.axi_wstrb = AXI_STROBES;
    rig->in = rig->shown_in;
    rig->in.axi_awaddr = 4 * CONFIG_HBM_RECIPROCAL;
    rig->in.axi_wdata = HBM_RECIPROCAL_RESET;
    rig->shown_in.axi_awaddr = (uint16_t)(4 * word);
    rig->shown_in.axi_wdata = data;
}

static void write_both(struct rig *rig, unsigned address, uint32_t data) {
    write_shown(rig, address, data);
    rig->in = rig->shown_in;
    steps(rig, CONFIG_TO_USE);
}

static void pause(struct rig *rig, unsigned clocks) {
    while (clocks--) {
        rig->in.pause = rig->shown_in.pause = 1;
        steps(rig, 1);
    }
}

static const struct standing plain = {80, 0};

Test(order_scoreboard, decided_waits) {
    struct rig rig = rig_open();
    steps(&rig, 1);
    offer(&rig, 7, 100, plain, plain);
    until(&rig, DECISION_GRANT);
    rig.out.tag = 8;
    step_checker(&rig);
    rig_close(&rig, "decided_waits");

    rig = rig_open(); // an operation leaves once
    steps(&rig, 1);
    offer(&rig, 7, 100, plain, plain);
    until(&rig, DECISION_GRANT);
    const struct edge_out granted = rig.out;
    step_checker(&rig);
    cr_assert_str_eq(check_of(&rig), "");
    rig.out = granted;
    rig.out.debt[granted.lane] += granted.demand[CLASS_HBM]; // and is charged once more
    step_checker(&rig);
    rig_close(&rig, "decided_waits");
}

// Two operations are offered while the block is paused; it takes the second one first. The checker
// is told that this is not right, or that it is.
static void offer_two(struct rig *rig, struct standing first, struct standing second) {
    const struct standing late = {90, 0}, early = {10, 0};
    steps(rig, 1);
    pause(rig, 1);
    rig->in.pause = rig->shown_in.pause = 1;
    offer(rig, 1, 100, late, first);
    rig->in.pause = rig->shown_in.pause = 1;
    offer(rig, 2, 100, early, second);
    steps(rig, 10);
}

Test(order_scoreboard, domain_in_order) {
    struct rig rig = rig_open();
    offer_two(&rig, (struct standing){90, 3}, (struct standing){10, 3});
    rig_close(&rig, "domain_in_order");
    rig = rig_open();
    offer_two(&rig, (struct standing){90, 3}, (struct standing){10, 4});
    rig_close(&rig, "");
}

Test(order_scoreboard, untried_first) {
    struct rig rig = rig_open();
    offer_two(&rig, (struct standing){9, 0}, (struct standing){10, 0});
    rig_close(&rig, "untried_first");
    rig = rig_open();
    offer_two(&rig, (struct standing){10, 0}, (struct standing){10, 0}); // the first is earlier
    rig_close(&rig, "untried_first");
    rig = rig_open();
    offer_two(&rig, (struct standing){90, 0}, (struct standing){10, 0});
    rig_close(&rig, "");
}

// Operation 1 fills a lane, operation 2 is denied. The lane is freed, and only long after that the
// block may choose: operation 3, which has just come. For the checker, 2 has the rank `second`.
static void free_while_paused(struct rig *rig, uint32_t second, unsigned clocks) {
    steps(rig, 1);
    offer(rig, 1, WINDOW_HBM_RESET, plain, plain);
    steps(rig, OFFER_TO_DECISION + 1);
    offer(rig, 2, 100, (struct standing){90, 0}, (struct standing){second, 0});
    steps(rig, 10);
    rig->in.hbm_valid = rig->shown_in.hbm_valid = 1;
    pause(rig, clocks);
    rig->in.pause = rig->shown_in.pause = 1;
    offer(rig, 3, 100, (struct standing){50, 0}, (struct standing){50, 0});
    steps(rig, 10);
}

Test(order_scoreboard, best_first) {
    struct rig rig = rig_open();
    free_while_paused(&rig, 10, 20);
    rig_close(&rig, "best_first");
    rig = rig_open();
    free_while_paused(&rig, 90, 20);
    rig_close(&rig, "");
    // Where credit came back a moment ago, the choice need not know yet.
    rig = rig_open();
    free_while_paused(&rig, 10, HBM_RETURN_TO_USE);
    rig_close(&rig, "");
}

// Small operations pass a large one; `bound` is what the checker believes to be in force.
static void pass_one(struct rig *rig, uint32_t bound) {
    steps(rig, 1);
    write_shown(rig, CONFIG_STARVATION_BOUND, bound);
    steps(rig, 1);
    offer(rig, 1, 100, plain, plain);
    offer(rig, 2, WINDOW_HBM_RESET, plain, plain);
    for (uint32_t tag = 3; tag < 12; tag++) {
        offer(rig, tag, 100, plain, plain);
        steps(rig, 6);
    }
}

Test(order_scoreboard, aged_alone) {
    struct rig rig = rig_open();
    pass_one(&rig, 4);
    rig_close(&rig, "aged_alone");
    rig = rig_open();
    pass_one(&rig, 20);
    rig_close(&rig, "");
    rig = rig_open();
    pass_one(&rig, 0);
    rig_close(&rig, "");
}

Test(order_scoreboard, slots_bounded) {
    struct rig rig = rig_open();
    steps(&rig, 1);
    step_block(&rig);
    rig.out.op_ready = 0; // nobody waits
    step_checker(&rig);
    rig_close(&rig, "slots_bounded");

    rig = rig_open();
    steps(&rig, 1);
    write_both(&rig, CONFIG_COMMAND_LIMIT, 0);
    for (uint32_t tag = 0; tag < SLOTS - 1; tag++)
        offer(&rig, tag, 100, plain, plain);
    rig.in.op_valid = rig.shown_in.op_valid = 1;
    rig.in.tag = rig.shown_in.tag = SLOTS;
    step_block(&rig);
    rig.out.op_ready = 1; // though no slot is free
    step_checker(&rig);
    rig_close(&rig, "slots_bounded");
}

// --- multipliers -------------------------------------------------------------------------------

Test(calibrate_scoreboard, multiplier_as_written) {
    struct rig rig = rig_open();
    steps(&rig, 1);
    write_shown(&rig, CONFIG_MULTIPLIER + 3, 0x8800);
    steps(&rig, CONFIG_TO_USE + 1);
    rig_close(&rig, "multiplier_as_written");

    rig = rig_open();
    steps(&rig, 1);
    write_both(&rig, CONFIG_MULTIPLIER + 3, 0x8800);
    steps(&rig, 5);
    step_block(&rig);
    rig.out.multiplier[3]++; // by itself
    step_checker(&rig);
    rig_close(&rig, "multiplier_as_written");

    rig = rig_open(); // a write prevails
    steps(&rig, 1);
    write_both(&rig, CONFIG_MULTIPLIER + 3, 0x8800);
    step_block(&rig);
    rig.out.calibrate = 1 << 3;
    step_checker(&rig);
    rig_close(&rig, "multiplier_as_written");
}

// An Atomic that took `service`, as the block is told; up to the clock in which its lane's
// multiplier moves.
static void calibrate(struct rig *rig, uint16_t service, uint16_t service_shown) {
    steps(rig, 1);
    write_both(rig, CONFIG_MULTIPLIER + ATOMIC_LANE, MULTIPLIER_ENABLE | MULTIPLIER_ONE);
    rig->in.op_valid = 1;
    rig->in.opcode = OP_FETCH_ADD;
    rig->shown_in = rig->in;
    steps(rig, OFFER_TO_DECISION + 1);
    rig->in.atomic_valid = 1;
    rig->in.atomic_service = service;
    rig->shown_in = rig->in;
    rig->shown_in.atomic_service = service_shown;
    steps(rig, RETURN_TO_USE - 1 + CALIBRATE_CLOCKS);
    step_block(rig);
    cr_assert(rig->out.calibrate == 1 << ATOMIC_LANE);
}

Test(calibrate_scoreboard, calibrated_exactly) {
    enum { TWICE = 2 * ATOMIC_SERVICE_RESET };
    struct rig rig = rig_open();
    calibrate(&rig, TWICE, TWICE);
    cr_assert(rig.out.multiplier[ATOMIC_LANE] ==
              (MULTIPLIER_ENABLE | (MULTIPLIER_ONE + MULTIPLIER_ONE / 16)));
    step_checker(&rig);
    rig_close(&rig, "");

    rig = rig_open();
    calibrate(&rig, TWICE, TWICE + 100); // another service
    step_checker(&rig);
    rig_close(&rig, "calibrated_exactly");

    rig = rig_open();
    calibrate(&rig, TWICE, SERVICE_UNKNOWN); // nothing to learn from
    step_checker(&rig);
    rig_close(&rig, "calibrated_exactly");

    static const uint16_t wrong[] = {0x0001, MULTIPLIER_FREEZE, MULTIPLIER_ENABLE};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        rig = rig_open();
        calibrate(&rig, TWICE, TWICE);
        rig.out.multiplier[ATOMIC_LANE] ^= wrong[i];
        step_checker(&rig);
        rig_close(&rig, "calibrated_exactly");
    }

    rig = rig_open(); // another lane's
    calibrate(&rig, TWICE, TWICE);
    rig.out.calibrate = 1 << RESPONSE_LANE;
    rig.out.multiplier[ATOMIC_LANE] = MULTIPLIER_ENABLE | MULTIPLIER_ONE;
    step_checker(&rig);
    rig_close(&rig, "calibrated_exactly");
}
