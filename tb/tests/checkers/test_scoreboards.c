// The checker's checks on the order of grants, on multipliers and on the register bus, each shown
// to bite: an honest block, and a checker that is told something else than the block, or shown
// something else than it shows.
#include <criterion/criterion.h>

#include "csim/golden/golden.h"
#include "register_map.h"
#include "tb/checkers/checker.h"

struct rig {
    struct admitter *block;
    struct checker *checker;
    struct edge_in in;       // what the block is told next,
    struct edge_in shown_in; // and the checker
    struct edge_out out;
    uint64_t clock;
};

static const struct edge_in no_beats = {.grant_ready = 1, .axi_bready = 1, .axi_rready = 1};

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
    rig->in.now = rig->shown_in.now = rig->clock;
    admitter_edge(rig->block, &rig->in, &rig->out);
}

static void step_checker(struct rig *rig) {
    checker_edge(rig->checker, &rig->shown_in, &rig->out, rig->clock++);
    rig->in = rig->shown_in = no_beats;
}

// The checker sees the clock as it is now, and says `check`.
static void judge(struct rig *rig, const char *check) {
    step_checker(rig);
    rig_close(rig, check);
}

static void steps(struct rig *rig, unsigned clocks) {
    while (clocks--) {
        step_block(rig);
        step_checker(rig);
    }
}

// In the second clock after reset.
static struct rig rig_open(void) {
    struct rig rig = {.block = golden_open(DEPTH),
                      .checker = checker_open(DEPTH),
                      .in = no_beats,
                      .shown_in = no_beats,
                      .out = admitter_out_of_reset};
    cr_assert(rig.block && rig.checker);
    steps(&rig, 1);
    return rig;
}

// Up to and with the clock of the next grant.
static void until_grant(struct rig *rig) {
    for (unsigned clock = 0; clock < 50; clock++) {
        step_block(rig);
        if (rig->out.kind == DECISION_GRANT)
            return;
        step_checker(rig);
    }
    cr_assert(false, "no grant");
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
    rig->in.pause = rig->shown_in.pause;
    rig->shown_in = rig->in;
    rig->in.wire_bytes = block.wire_bytes;
    rig->in.domain = block.domain;
    rig->shown_in.wire_bytes = checker.wire_bytes;
    rig->shown_in.domain = checker.domain;
    steps(rig, 1);
}

static void offer_plain(struct rig *rig, uint32_t tag, uint32_t length) {
    const struct standing plain = {80, 0};
    offer(rig, tag, length, plain, plain);
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

static void write_both(struct rig *rig, unsigned word, uint32_t data) {
    write_shown(rig, word, data);
    rig->in = rig->shown_in;
}

static void pause(struct rig *rig, unsigned clocks) {
    while (clocks--) {
        rig->in.pause = rig->shown_in.pause = 1;
        steps(rig, 1);
    }
}

// --- the order of grants ------------------------------------------------------------------------

Test(order_scoreboard, decided_waits) {
    struct rig rig = rig_open();
    offer_plain(&rig, 7, 100);
    until_grant(&rig);
    rig.out.tag = 8;
    judge(&rig, "decided_waits");

    rig = rig_open(); // an operation leaves once
    offer_plain(&rig, 7, 100);
    until_grant(&rig);
    const struct edge_out granted = rig.out;
    step_checker(&rig);
    cr_assert_str_eq(check_of(&rig), "");
    rig.out = granted;
    rig.out.debt[granted.lane] += granted.demand[CLASS_HBM]; // and is charged once more
    judge(&rig, "decided_waits");
}

// The block is paused until the last offer may be chosen, and then decides.
static void until_decided(struct rig *rig) {
    pause(rig, OFFER_TO_CHOICE);
    steps(rig, PAUSE_TO_CHOICE + OFFER_TO_DECISION);
}

// Two operations are offered while the block is paused; it takes the second one first. The checker
// is told that this is not right, or that it is.
static void expect_of_two(struct standing first, struct standing second, const char *check) {
    const struct standing late = {90, 0}, early = {10, 0};
    struct rig rig = rig_open();
    pause(&rig, 1);
    rig.shown_in.pause = 1;
    offer(&rig, 1, 100, late, first);
    rig.shown_in.pause = 1;
    offer(&rig, 2, 100, early, second);
    until_decided(&rig);
    rig_close(&rig, check);
}

Test(order_scoreboard, domain_in_order) {
    expect_of_two((struct standing){90, 3}, (struct standing){10, 3}, "domain_in_order");
    expect_of_two((struct standing){90, 3}, (struct standing){10, 4}, "");
}

Test(order_scoreboard, untried_first) {
    expect_of_two((struct standing){9, 0}, (struct standing){10, 0}, "untried_first");
    // The first is earlier.
    expect_of_two((struct standing){10, 0}, (struct standing){10, 0}, "untried_first");
    expect_of_two((struct standing){90, 0}, (struct standing){10, 0}, "");
}

// Operation 1 fills a lane, operation 2 is denied. The lane is freed, and only long after that the
// block may choose: operation 3, which has just come. For the checker, 2 has the rank `second`.
static void free_while_paused(uint32_t second, unsigned clocks, const char *check) {
    struct rig rig = rig_open();
    offer_plain(&rig, 1, WINDOW_HBM_RESET);
    steps(&rig, OFFER_TO_DECISION + 1);
    offer(&rig, 2, 100, (struct standing){90, 0}, (struct standing){second, 0});
    steps(&rig, OFFER_TO_DECISION);
    rig.in.hbm_valid = rig.shown_in.hbm_valid = 1;
    pause(&rig, clocks);
    rig.shown_in.pause = 1;
    offer(&rig, 3, 100, (struct standing){50, 0}, (struct standing){50, 0});
    until_decided(&rig);
    rig_close(&rig, check);
}

Test(order_scoreboard, best_first) {
    enum {
        // From the offer of operation 3 to the decision on it.
        DECIDED = 1 + OFFER_TO_CHOICE + PAUSE_TO_CHOICE + CHOICE_TO_DECISION,
        // From credit that is usable to the first decision whose choice must know: what was in
        // flight meanwhile has landed and was compared.
        KNOWN = CHOICE_TO_CHOICE + COMPARE_TO_CHOICE + COMMIT_TO_COMPARE + CHOICE_TO_DECISION - 2,
        LONG = HBM_RETURN_TO_USE + KNOWN - DECIDED,
    };

    free_while_paused(10, LONG, "best_first");
    free_while_paused(90, LONG, "");
    free_while_paused(10, LONG - 1, ""); // the choice need not know yet
}

// Small operations pass a large one; `bound` is what the checker believes to be in force.
static void pass_one(uint32_t bound, const char *check) {
    struct rig rig = rig_open();
    write_shown(&rig, CONFIG_STARVATION_BOUND, bound);
    steps(&rig, 1);
    offer_plain(&rig, 1, 100);
    offer_plain(&rig, 2, WINDOW_HBM_RESET);
    for (uint32_t tag = 3; tag < 12; tag++) {
        offer_plain(&rig, tag, 100);
        steps(&rig, 6);
    }
    rig_close(&rig, check);
}

Test(order_scoreboard, aged_alone) {
    pass_one(4, "aged_alone");
    pass_one(20, "");
    pass_one(0, "");
}

Test(order_scoreboard, slots_bounded) {
    struct rig rig = rig_open();
    step_block(&rig);
    rig.out.op_ready = 0; // nobody waits
    judge(&rig, "slots_bounded");

    rig = rig_open();
    write_both(&rig, CONFIG_COMMAND_LIMIT, 0);
    steps(&rig, CONFIG_TO_USE);
    for (uint32_t tag = 0; tag < SLOTS - 1; tag++)
        offer_plain(&rig, tag, 100);
    rig.in.op_valid = rig.shown_in.op_valid = 1;
    rig.in.tag = rig.shown_in.tag = SLOTS;
    step_block(&rig);
    rig.out.op_ready = 1; // though no slot is free
    judge(&rig, "slots_bounded");

    rig = rig_open();
    write_both(&rig, CONFIG_MULTIPLIER + 3, MULTIPLIER_ONE);
    steps(&rig, CONFIG_TO_USE + WALK_CLOCKS - 1);
    step_block(&rig);
    cr_assert(!rig.out.op_ready);
    rig.out.op_ready = 1; // in a step of the walk
    judge(&rig, "slots_bounded");
}

// --- multipliers --------------------------------------------------------------------------------

Test(calibrate_scoreboard, multiplier_as_written) {
    struct rig rig = rig_open();
    write_shown(&rig, CONFIG_MULTIPLIER + 3, 0x8800);
    steps(&rig, CONFIG_TO_USE + 1);
    rig_close(&rig, "multiplier_as_written");

    for (unsigned by_itself = 0; by_itself < 2; by_itself++) {
        rig = rig_open();
        write_both(&rig, CONFIG_MULTIPLIER + 3, 0x8800);
        steps(&rig, CONFIG_TO_USE + 5 * by_itself);
        step_block(&rig);
        rig.out.multiplier[3] += by_itself;
        rig.out.calibrate = by_itself ? 0 : 1 << 3; // in the clock of the write, which prevails
        judge(&rig, "multiplier_as_written");
    }
}

enum { TWICE = 2 * ATOMIC_SERVICE_RESET };

// An Atomic that took twice its service, or so the block is told; in the clock in which its lane's
// multiplier moves.
static struct rig calibrated(uint16_t service_shown) {
    struct rig rig = rig_open();
    write_both(&rig, CONFIG_MULTIPLIER + ATOMIC_LANE, MULTIPLIER_ENABLE | MULTIPLIER_ONE);
    steps(&rig, CONFIG_TO_USE);
    rig.in.op_valid = 1;
    rig.in.opcode = OP_FETCH_ADD;
    rig.shown_in = rig.in;
    steps(&rig, OFFER_TO_DECISION + 1);
    rig.in.atomic_valid = 1;
    rig.in.atomic_service = TWICE;
    rig.shown_in = rig.in;
    rig.shown_in.atomic_service = service_shown;
    steps(&rig, BEAT_TO_COMMIT + CALIBRATE_CLOCKS);
    step_block(&rig);
    cr_assert(rig.out.calibrate == 1 << ATOMIC_LANE);
    return rig;
}

Test(calibrate_scoreboard, calibrated_exactly) {
    struct rig rig = calibrated(TWICE);
    cr_assert(rig.out.multiplier[ATOMIC_LANE] ==
              (MULTIPLIER_ENABLE | (MULTIPLIER_ONE + MULTIPLIER_ONE / 16)));
    judge(&rig, "");

    rig = calibrated(TWICE + 100); // another service
    judge(&rig, "calibrated_exactly");

    rig = calibrated(SERVICE_UNKNOWN); // nothing to learn from
    judge(&rig, "calibrated_exactly");

    static const uint16_t wrong[] = {0x0001, MULTIPLIER_FREEZE, MULTIPLIER_ENABLE};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        rig = calibrated(TWICE);
        rig.out.multiplier[ATOMIC_LANE] ^= wrong[i];
        judge(&rig, "calibrated_exactly");
    }

    rig = calibrated(TWICE); // another lane's
    rig.out.calibrate = 1 << RESPONSE_LANE;
    rig.out.multiplier[ATOMIC_LANE] = MULTIPLIER_ENABLE | MULTIPLIER_ONE;
    judge(&rig, "calibrated_exactly");
}

// --- the register bus ---------------------------------------------------------------------------

// Up to the clock in which it is answered.
static void read_both(struct rig *rig, unsigned word) {
    rig->in.axi_arvalid = 1;
    rig->in.axi_araddr = (uint16_t)(4 * word);
    rig->shown_in = rig->in;
    steps(rig, READ_CLOCKS - 1);
}

Test(bus_scoreboard, response_held) {
    struct rig rig = rig_open();
    read_both(&rig, REGISTER_HELD);
    steps(&rig, 1);
    rig.in.axi_rready = rig.shown_in.axi_rready = 0;
    step_block(&rig);
    rig.out.axi_rvalid = 0;
    judge(&rig, "response_held");
}

Test(bus_scoreboard, write_answered) {
    for (unsigned wrong = 0; wrong < 4; wrong++) {
        struct rig rig = rig_open();
        write_both(&rig, wrong == 3 ? REGISTER_GRANTS : REGISTER_COMMAND_LIMIT, 5);
        steps(&rig, CONFIG_TO_USE - 1);
        step_block(&rig);
        if (wrong == 1)
            rig.out.axi_bvalid = 0;
        if (wrong == 2)
            rig.out.axi_bresp = AXI_SLVERR;
        if (wrong == 3)
            rig.out.axi_bresp = AXI_OKAY;
        judge(&rig, wrong ? "write_answered" : "");
    }
}

Test(bus_scoreboard, read_answered) {
    for (unsigned wrong = 0; wrong < 4; wrong++) {
        struct rig rig = rig_open();
        read_both(&rig, wrong == 3 ? REGISTER_BUSY + LANES : REGISTER_COMMAND_LIMIT);
        step_block(&rig);
        if (wrong == 1)
            rig.out.axi_rvalid = 0;
        if (wrong == 2)
            rig.out.axi_rresp = AXI_SLVERR;
        if (wrong == 3)
            rig.out.axi_rdata = 1;
        judge(&rig, wrong ? "read_answered" : "");
    }
}

Test(bus_scoreboard, read_exact) {
    static const unsigned words[] = {REGISTER_GRANTS, REGISTER_HELD_MAX, REGISTER_ERRORS,
                                     REGISTER_DEBT_MAX + 3, REGISTER_WINDOW + 9};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        struct rig rig = rig_open();
        read_both(&rig, words[i]);
        step_block(&rig);
        rig.out.axi_rdata++;
        judge(&rig, "read_exact");
    }
}

// What is shown is not by the golden model, which tunes nothing here: a thirty-second less, in
// time.
Test(bus_scoreboard, tuned_in_turn) {
    enum { FINE, LANE, UNWANTED, UNRULY, EARLY, WRITTEN, DISABLED, WRONGS };
    enum { LAST_WRITE = CONFIG_TO_USE + 2 }; // clocks from its edge to the window
    static const uint32_t shown[WRONGS] = {
        [UNWANTED] = WINDOW_HBM_RESET * 17 / 16, [UNRULY] = WINDOW_HBM_RESET - 1999};
    for (unsigned wrong = FINE; wrong < WRONGS; wrong++) {
        struct rig rig = rig_open();
        write_both(&rig, REGISTER_AUTOTUNE_ENABLE, 1 << (wrong == LANE ? 1 : 0));
        steps(&rig, 2 * TUNE_CLOCKS - (wrong == EARLY) + CONFIG_TO_USE - LAST_WRITE);
        if (wrong == WRITTEN)
            write_both(&rig, REGISTER_WINDOW + 1, 5000);
        if (wrong == DISABLED)
            write_both(&rig, REGISTER_AUTOTUNE_ENABLE, 0);
        steps(&rig, LAST_WRITE);
        step_block(&rig);
        rig.out.window = 1;
        rig.out.window_lane = 0;
        rig.out.window_value = shown[wrong] ? shown[wrong] : WINDOW_HBM_RESET - 2000;
        judge(&rig, wrong ? "tuned_in_turn" : "");
    }
}
