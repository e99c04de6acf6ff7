#include "tb/checkers/checker.h"

#include <stdlib.h>
#include <string.h>

#include "csim/interface/block_state.h"
#include "csim/interface/register_names.h"
#include "tb/checkers/scoreboards.h"

struct checker {
    struct commit_scoreboard commits;
    uint32_t shown[LANES]; // debts of the last clock
    struct axi_monitor watch;
    struct register_image image; // in force in the next clock
    struct bus_scoreboard bus;
    struct message_scoreboard messages;
    struct order_scoreboard order;
    struct calibrate_scoreboard calibrate;
    struct checker_finding finding;
};

#define COMMIT_NAME(check, kinds) #check,
#define NAME(check)               #check,
const char *const checker_check_name[] = {COMMIT_CHECKS(COMMIT_NAME) "debt_as_committed",
                                          MESSAGE_CHECKS(NAME) ORDER_CHECKS(NAME)
                                              CALIBRATE_CHECKS(NAME) BUS_CHECKS(NAME)};
const unsigned checker_checks = sizeof checker_check_name / sizeof *checker_check_name;

// Always returns false.
static bool find(struct checker *checker, const char *check, const struct commit *commit) {
    if (checker->finding.check) // only the first is kept
        return false;
    checker->finding.check = check;
    checker->finding.commit = *commit;
    return false;
}

bool checker_commit(struct checker *checker, const struct commit *commit) {
    if (checker->finding.check) // the scoreboards are worth nothing any more
        return false;
    const char *const check = commit_scoreboard_commit(&checker->commits, commit);
    if (check)
        return find(checker, check, commit);
    if (commit->kind == COMMIT_RETURN)
        message_scoreboard_return(&checker->messages, commit);
    return true;
}

// Debts of a clock are those of the clock before, with what its own commits say. Debts between the
// commits of one clock are reckoned back from the last one, so that only here it is known which of
// them a debt has missed.
static bool debt_as_committed(struct checker *checker, const struct checked_clock *clock) {
    const struct edge_out *const out = clock->out;
    uint32_t expected[LANES], any = 0;
    memcpy(expected, checker->shown, sizeof expected);
    memcpy(checker->shown, out->debt, sizeof checker->shown);
    if (clock->in->reset)
        memset(expected, 0, sizeof expected);
    const unsigned lane_of[CLASSES] = {out->hbm_lane, ATOMIC_LANE, RESPONSE_LANE};
    if (out->kind == DECISION_GRANT)
        for (unsigned k = 0; k < CLASSES; k++)
            expected[k == CLASS_HBM ? out->lane % LANES : lane_of[k]] += out->demand[k];
    for (unsigned k = 0; k < CLASSES; k++)
        expected[lane_of[k] % LANES] -= out->amount[k];
    for (unsigned lane = 0; lane < LANES; lane++)
        any |= expected[lane] ^ out->debt[lane];
    if (!any)
        return true;
    unsigned lane = 0;
    while (expected[lane] == out->debt[lane])
        lane++;
    const unsigned k = lane_class(lane);
    const uint32_t more = out->debt[lane] - expected[lane];
    if (out->amount[k] && more == out->amount[k] && lane == lane_of[k])
        return broken(clock->finding,
                      "%s: debt %u expected, %u seen: the return of reservation %u is lost",
                      lane_name(lane), expected[lane], out->debt[lane], out->return_id[k]);
    if (out->kind == DECISION_GRANT && out->demand[k] && more == -out->demand[k])
        return broken(clock->finding,
                      "%s: debt %u expected, %u seen: the grant of operation %u is not charged",
                      lane_name(lane), expected[lane], out->debt[lane], out->tag);
    return broken(clock->finding, "%s: debt %u expected, %u seen: by no commit of the clock",
                  lane_name(lane), expected[lane], out->debt[lane]);
}

static void reset_scoreboards(struct checker *checker, unsigned depth) {
    register_image_reset(&checker->image, depth);
    order_scoreboard_reset(&checker->order, &checker->image);
    calibrate_scoreboard_reset(&checker->calibrate, &checker->image);
    bus_scoreboard_reset(&checker->bus, &checker->image);
}

// The name of the first check that a clock breaks, NULL if it breaks none.
static const char *edge_breaks(struct checker *checker, const struct checked_clock *clock) {
    const struct edge_out *const out = clock->out;
    const struct waiting_op *const granted =
        out->kind == DECISION_GRANT ? slot_scoreboard_find(&checker->order.waiting, out->tag)
                                    : NULL;
    const char *check = debt_as_committed(checker, clock) ? NULL : "debt_as_committed";

    if (!check)
        check = message_scoreboard_edge(&checker->messages, clock);
    if (clock->in->reset) {
        reset_scoreboards(checker, checker->image.depth);
        return check;
    }
    if (!check)
        check = calibrate_scoreboard_edge(&checker->calibrate, granted, clock);
    if (!check)
        check = bus_scoreboard_edge(&checker->bus, clock);
    if (!check)
        check = order_scoreboard_edge(&checker->order, clock);
    struct waiting_op *const estimated =
        slot_scoreboard_offered(&checker->order.waiting, clock->cycle - OFFER_TO_CONFIG);
    if (!check && estimated)
        memcpy(estimated->estimate, checker->calibrate.estimate, sizeof estimated->estimate);
    if (clock->write.valid)
        register_image_write(&checker->image, clock->write.word, clock->write.data);
    return check;
}

bool checker_edge(struct checker *checker, const struct edge_in *in, const struct edge_out *out,
                  uint64_t cycle) {
    if (checker->finding.check)
        return false;
    const struct register_read read = axi_monitor_read(&checker->watch, in, out);
    const struct checked_clock clock = {.in = in,
                                        .out = out,
                                        .read = read,
                                        .write = axi_monitor_edge(&checker->watch, in, out),
                                        .cycle = cycle,
                                        .image = &checker->image,
                                        .finding = checker->finding.text};
    const char *const check = edge_breaks(checker, &clock);
    if (!check)
        return true;
    struct commit at = checker->commits.last;
    at.cycle = cycle;
    return find(checker, check, &at);
}

bool checker_drained(struct checker *checker) {
    if (checker->finding.check)
        return false;
    return commit_scoreboard_drained(&checker->commits) ||
           find(checker, "drained", &checker->commits.last);
}

const struct checker_finding *checker_finding(const struct checker *checker) {
    return &checker->finding;
}

struct checker *checker_open(unsigned depth) {
    struct checker *const checker = calloc(1, sizeof *checker);

    if (!checker)
        return NULL;
    depth = depth < DEPTH_MAX ? depth : DEPTH_MAX;
    checker->commits = (struct commit_scoreboard){.depth = depth, .finding = checker->finding.text};
    reset_scoreboards(checker, depth);
    return checker;
}

void checker_begin(struct checker *checker, const struct block_state *state) {
    commit_scoreboard_begin(&checker->commits, state);
    memcpy(checker->shown, checker->commits.owed, sizeof checker->shown);
    message_scoreboard_begin(&checker->messages, state);
    register_image_begin(&checker->image, checker->image.depth, &state->registers);
    order_scoreboard_begin(&checker->order, &checker->image, state);
    calibrate_scoreboard_begin(&checker->calibrate, &checker->image, state);
    bus_scoreboard_begin(&checker->bus, &checker->image, state);
}

void checker_close(struct checker *checker) {
    free(checker);
}
