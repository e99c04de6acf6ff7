// What the studies of initiators, slots, loss and planned faults say, on small runs: published
// numbers that hold in every one of them, and that what they measure is what it is called.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csim/simulator/initiators.h"
#include "tb/sweep/cosim_run.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/scenario.h"

// --- initiators --------------------------------------------------------------------------------

#define CLOSED "operations=2400", "warmup_operations=400", "outstanding=256"
#define TIGHT  "feedback_rtt_ns=600", "window_request_ns=600", "atomic_window_multiple=1"

static struct simulate_result policy_run(const char *workload, const char *const *sets,
                                         const struct simulate_watcher *watcher) {
    const struct config config = config_of(workload, sets);
    return config_run(&config, &policy_semacredit, 1, watcher);
}

// The most of a window in debt, over all steps.
WATCH(see_debt) {
    uint64_t *most_permyriad = context;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint64_t debt = state->debt[lane] * 10000 / state->window[lane];
        *most_permyriad = debt > *most_permyriad ? debt : *most_permyriad;
    }
}

Test(sweep_checks, credit_shared_by_initiators_is_never_spent_twice) {
    static const char *const workloads[] = {"hbm_hotspot", "atomic", "response", "allreduce"};
    static const char *const initiators[] = {"initiators=2", "initiators=7", "initiators=64"};
    for (unsigned w = 0; w < 4; w++)
        for (unsigned n = 0; n < 3; n++) {
            uint64_t most_permyriad = 0;
            const struct simulate_watcher watcher = {.saw = see_debt, .context = &most_permyriad};
            const struct simulate_result result =
                policy_run(workloads[w],
                           SETS(CLOSED, TIGHT, initiators[n], "initiator_spread_percent=50",
                                "initiator_late_ns=5000"),
                           &watcher);
            const struct initiators_result *seen = &result.initiators;
            cr_expect(most_permyriad > 9000, "the windows bind");
            cr_expect(most_permyriad <= 10000);
            cr_expect(epsilon_eq(dbl, seen->debt_percent, (double)most_permyriad / 100, 1e-9),
                      "%s, %s: it reports the debt there was", workloads[w], initiators[n]);
            cr_expect(seen->known_percent <= seen->debt_percent);
            cr_expect(seen->fairness > 0.9 && seen->fairness <= 1 + 1e-9);
            cr_expect(seen->p99_ratio >= 1);
            cr_expect(seen->settled_ns > 0, "who is late has nothing at first");
            cr_expect(eq(u64, result.operations, 2400));
            expect_all_time_explained(&result, workloads[w]);
        }
}

Test(sweep_checks, one_initiator_told_at_once_is_the_closed_loop) {
    static const char *const workloads[] = {"hbm_hotspot", "allreduce", "moe"};
    for (unsigned w = 0; w < 3; w++) {
        const struct simulate_result none = policy_run(workloads[w], SETS(CLOSED), NULL);
        const struct simulate_result one =
            policy_run(workloads[w], SETS(CLOSED, "initiators=1", "initiator_delay_ns=0"), NULL);
        const struct simulate_result delayed =
            policy_run(workloads[w], SETS(CLOSED, "initiators=1"), NULL);
        cr_expect(results_equal(&none, &one), "%s", workloads[w]);
        cr_expect(not(results_equal(&none, &delayed)), "%s", workloads[w]);
        cr_expect(eq(dbl, one.initiators.fairness, 1));
        cr_expect(eq(dbl, one.initiators.p99_ratio, 1));
    }
}

Test(sweep_checks, a_request_takes_two_flights) {
    const struct simulate_result result =
        policy_run("atomic", SETS(CLOSED, "initiators=4", "initiator_delay_ns=300"), NULL);
    cr_expect(epsilon_eq(dbl, result.bulk.part_ns[PART_REQUEST], 600, 1e-6));
    cr_expect(epsilon_eq(dbl, result.small.part_ns[PART_REQUEST], 600, 1e-6));
}

Test(sweep_checks, initiators_need_a_closed_loop_and_grants) {
    struct config config = config_of("atomic", SETS("initiators=4"));
    struct text_error error = {""};
    struct simulate_result result;
    cr_expect(not(simulate(&config, &policy_semacredit, 1, NULL, &result, &error)));
    expect_part(error.text, "outstanding");
    config.outstanding = 16;
    cr_expect(simulate(&config, &policy_semacredit, 1, NULL, &result, &error));
    cr_expect(not(simulate(&config, &policy_reactive, 1, NULL, &result, &error)));
    config.grant_delay_ns = 10;
    cr_expect(not(simulate(&config, &policy_semacredit, 1, NULL, &result, &error)));
}

// Two initiators, the second one 1 us late; `op` of initiator 0 or 1 completes.
static void complete(struct initiators *seen, unsigned initiator, uint64_t now_ns, uint32_t bytes) {
    const struct op op = {.index = 100,
                          .opcode = OP_WRITE,
                          .source = (uint16_t)initiator,
                          .wire_bytes = bytes,
                          .urgent = true,
                          .submit_ps = now_ns * 1000 - (initiator ? 3000 : 1000)};
    initiators_complete(seen, &op, now_ns * 1000);
}

Test(sweep_checks, fairness_and_convergence_are_what_they_say) {
    const struct config config =
        config_of("atomic", SETS("initiators=2", "outstanding=4", "initiator_late_ns=1000"));
    struct initiators seen;
    struct initiators_result result;
    cr_assert(initiators_open(&seen, &config));
    complete(&seen, 0, 900, 1000); // before the late one's start: does not count
    complete(&seen, 0, 1100, 1000);
    complete(&seen, 0, 1200, 1000); // 2 of 2
    complete(&seen, 1, 1300, 1000);
    complete(&seen, 1, 1400, 1000);  // 2 of 4: equal
    for (unsigned i = 0; i < 4; i++) // 3 of 5, 3 of 6, 4 of 7, 4 of 8
        complete(&seen, i % 2, 1500 + 100 * i, 500);
    initiators_summarise(&seen, &result);
    cr_expect(epsilon_eq(dbl, result.settled_ns, 200, 1e-9), "equal from 1400 ns on");
    cr_expect(eq(dbl, result.settled_operations, 1));
    // 4000 and 3000 bytes: 7000^2 / (2 (4000^2 + 3000^2)).
    cr_expect(epsilon_eq(dbl, result.fairness, 0.98, 1e-9));
    cr_expect(epsilon_eq(dbl, result.p99_ratio, 3, 1e-9));
    initiators_close(&seen);
}

// --- slots -------------------------------------------------------------------------------------

enum { ORDER_MAX = 4096 };

struct order {
    uint64_t slots;
    bool left[ORDER_MAX]; // operations that were dispatched
    unsigned submitted;
    unsigned passed; // dispatches past an operation that waits
    unsigned unseen; // of operations that the arbiter cannot see
};

WATCH(see_order) {
    struct order *order = context;
    order->submitted += step == STEP_SUBMIT;
    if (step != STEP_DISPATCH)
        return;
    unsigned ahead = 0;
    for (uint32_t i = 0; i < op->index; i++)
        ahead += !order->left[i];
    order->left[op->index] = true;
    order->passed += ahead > 0;
    order->unseen += ahead >= order->slots;
}

Test(sweep_checks, the_arbiter_sees_its_slots_and_no_more) {
    static const char *const workloads[] = {"hbm_hotspot", "response", "moe"};
    static const unsigned slots[] = {1, 4, 32};
    for (unsigned w = 0; w < 3; w++)
        for (unsigned i = 0; i < 3; i++) {
            struct order *order = calloc(1, sizeof *order);
            struct config config = config_of(workloads[w], NULL);
            config.arbiter_slots = order->slots = slots[i];
            const struct simulate_watcher watcher = {.saw = see_order, .context = order};
            const struct simulate_result result =
                config_run(&config, &policy_semacredit, 1, &watcher);
            cr_expect(eq(u32, order->unseen, 0), "%s, %u", workloads[w], slots[i]);
            cr_expect(eq(u32, order->passed > 0, slots[i] > 1), "%s, %u", workloads[w], slots[i]);
            cr_expect(result.small.part_ns[PART_FOR_SLOT] > 0);
            expect_all_time_explained(&result, workloads[w]);
            free(order);
        }
}

Test(sweep_checks, slots_for_all_are_no_bound) {
    static const char *const workloads[] = {"hbm_hotspot", "response", "remote_read"};
    for (unsigned w = 0; w < 3; w++) {
        const struct simulate_result all = policy_run(workloads[w], NULL, NULL);
        const struct simulate_result many =
            policy_run(workloads[w], SETS("arbiter_slots=5000"), NULL);
        const struct simulate_result few = policy_run(workloads[w], SETS("arbiter_slots=32"), NULL);
        cr_expect(results_equal(&all, &many), "%s", workloads[w]);
        cr_expect(few.small.p99_ns > all.small.p99_ns, "%s", workloads[w]);
    }
}

// --- the block in its environment ---------------------------------------------------------------

static struct simulate_result block(const char *workload, const char *const *sets) {
    const struct config config = config_of(workload, sets);
    struct simulate_result result;
    struct text_error error = {""};
    cr_assert(cosim_run(admitter_kind_find("lockstep"), &config, 1, &result, &error), "%s: %s",
              workload, error.text);
    return result;
}

Test(sweep_checks, lost_answers_leave_one_reservation_and_nothing_behind) {
    static const char *const workloads[] = {"hbm_hotspot", "allreduce", "remote_read"};
    for (unsigned w = 0; w < 3; w++) {
        const struct simulate_result none =
            block(workloads[w], SETS("operations=800", "load_percent=80"));
        const struct simulate_result lossy =
            block(workloads[w], SETS("operations=800", "load_percent=80", "loss_percent=10"));
        cr_expect(eq(u64, none.block.again, 0));
        cr_expect(eq(u64, none.block.granted, 800));
        cr_expect(lossy.block.again > 40 && lossy.block.repeated > 0);
        cr_expect(eq(u64, lossy.block.offered, 800));
        cr_expect(eq(u64, lossy.operations, 800), "each is through once");
        cr_expect(eq(u64, lossy.block.left, 0));
        // A further offer finds the reservation, or is executed once more.
        cr_expect(eq(u64, lossy.block.granted - 800, lossy.block.again - lossy.block.repeated));
    }
}

#define PLANNED_FAULT                                                                              \
    "operations=100000", "load_percent=200", "cycles=130000", "upset_cycle=50000",                 \
        "upset_clocks=20000"

Test(sweep_checks, a_reset_makes_void_what_it_meets_and_goodput_comes_back) {
    const struct simulate_result result = block("moe", SETS(PLANNED_FAULT, "upset_percent=0"));
    cr_expect(result.block.voided > 32);
    cr_expect(eq(u64, result.block.left, 0));
    cr_expect(eq(u64, result.operations + result.block.voided, result.block.offered));
    cr_expect(result.block.recovery_ns < 20000);
    cr_expect(result.block.lost_ns > 500);
}

Test(sweep_checks, smaller_windows_cost_goodput_and_no_operation) {
    const struct simulate_result same = block("moe", SETS(PLANNED_FAULT, "upset_percent=100"));
    const struct simulate_result small = block("moe", SETS(PLANNED_FAULT, "upset_percent=10"));
    cr_expect(fabs(same.block.lost_ns) < 1000);
    cr_expect(small.block.lost_ns > 5000);
    cr_expect(small.block.recovery_ns < 10000);
    cr_expect(eq(u64, small.block.voided, 0));
    cr_expect(eq(u64, small.block.left, 0));
    cr_expect(eq(u64, small.operations, small.block.offered));
}

// --- recovery ----------------------------------------------------------------------------------

Test(sweep_checks, recovery_finds_the_gap) {
    enum { BEGIN_NS = 100000, GAP_NS = 12000, STEP_NS = 50, END_NS = BEGIN_NS + 90000 };
    struct recovery recovery;
    recovery_init(&recovery, BEGIN_NS * 1000ull, BEGIN_NS * 1000ull);
    uint64_t bytes = 0;
    for (uint64_t now = 0; now < END_NS; now += STEP_NS) {
        recovery_note(&recovery, now * 1000, bytes);
        bytes += now >= BEGIN_NS && now < BEGIN_NS + GAP_NS ? 0 : 64;
    }
    cr_expect(epsilon_eq(dbl, recovery_lost_ns(&recovery), GAP_NS, 2 * RECOVERY_BIN_NS));
    // 95 % of 8 us are back when at most 0.4 us of the gap are left.
    cr_expect(epsilon_eq(dbl, recovery_ns(&recovery), GAP_NS - 400, RECOVERY_BIN_NS));
}

Test(sweep_checks, recovery_that_never_comes_is_all_the_time_there_is) {
    struct recovery recovery;
    recovery_init(&recovery, 100000000, 110000000);
    for (uint64_t now = 0; now < 190000; now += 50)
        recovery_note(&recovery, now * 1000, now < 100000 ? now : 100000);
    const double looked_at =
        (RECOVERY_AFTER_BINS - RECOVERY_MEAN_BINS + 1) * RECOVERY_BIN_NS - 10000;
    cr_expect(epsilon_eq(dbl, recovery_ns(&recovery), looked_at, 1e-9));
}
