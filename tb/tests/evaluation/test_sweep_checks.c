// Units of counters, at the edge of what fits; what the studies of initiators and planned faults
// measure, against what it is called. The studies themselves are compared whole, by `make
// determinism`.
#include <math.h>

#include "csim/simulator/initiators.h"
#include "tb/sweep/block_study.h"
#include "tb/sweep/paper_runs.h"
#include "tb/sweep/recovery.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/scenario.h"

Test(sweep_checks, width_decides_the_finest_unit) {
    cr_expect(eq(u32, paper_runs_quantum(64000, 32), 0));
    cr_expect(eq(u32, paper_runs_quantum(64000, 16), 0));
    cr_expect(eq(u32, paper_runs_quantum(65534, 16), 0));
    cr_expect(eq(u32, paper_runs_quantum(65535, 16), 1), "2^16 - 2 is the most");
    cr_expect(eq(u32, paper_runs_quantum(64000, 15), 1));
    cr_expect(eq(u32, paper_runs_quantum(64000, 8), 8));
    cr_expect(eq(u32, paper_runs_quantum(64000, 4), 13));
}

// --- initiators --------------------------------------------------------------------------------

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

// --- the block in its environment ---------------------------------------------------------------

static struct simulate_result block(const char *workload, const char *const *sets) {
    const struct config config = config_of(workload, sets);
    struct simulate_result result;
    struct text_error error = {""};
    const struct simulate_run run = {.config = &config, .policy = &policy_semacredit, .seed = 1};
    cr_assert(block_study_run(&run, admitter_kind_find("lockstep"), &result, &error), "%s: %s",
              workload, error.text);
    return result;
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
    cr_expect(fabs(same.block.lost_ns) < 1000, "%f", same.block.lost_ns);
    cr_expect(small.block.lost_ns > 4000, "%f", small.block.lost_ns);
    cr_expect(small.block.recovery_ns < 10000, "%f", small.block.recovery_ns);
    cr_expect(eq(u64, small.block.voided, 0));
    cr_expect(eq(u64, small.block.left, 0));
    cr_expect(eq(u64, small.operations, small.block.offered));
}

// --- eight receivers ----------------------------------------------------------------------------

#define CLOSED "mode=clocked", "collective_bytes=12000000", "upset_cycle=42000", "hbm_gbps=100"

static struct simulate_result eight(const char *const *sets) {
    struct config config = config_of(NULL, NULL);
    struct text_error error = {""};
    struct simulate_result result;
    cr_assert(config_load(&config, "sim/domains/paper.yaml", &error), "%s", error.text);
    for (; *sets; sets++)
        cr_assert(config_set(&config, *sets, &error), "%s", error.text);
    const struct simulate_run run = {.config = &config, .policy = &policy_semacredit, .seed = 1};
    cr_assert(block_study_run(&run, admitter_kind_find("golden"), &result, &error), "%s",
              error.text);
    cr_expect(eq(u64, result.block.left, 0));
    return result;
}

Test(sweep_checks, a_dead_source_holds_credit_until_that_is_cleared) {
    const struct simulate_result none = eight(SETS(CLOSED, "upset_percent=100", "dead_sources=1")),
                                 soon = eight(SETS(CLOSED, "upset_percent=0", "dead_sources=1",
                                                   "clear_ns=2000")),
                                 late = eight(SETS(CLOSED, "upset_percent=0", "dead_sources=1",
                                                   "clear_ns=40000"));
    cr_expect(none.cleared == 0 && soon.cleared > 100 && late.cleared > 100);
    cr_expect(none.operations > soon.operations);
    cr_expect(soon.block.lasting_ns < 4000 && late.block.lasting_ns > 30000, "%f, %f",
              soon.block.lasting_ns, late.block.lasting_ns);
    cr_expect(late.small.p99_ns > 5 * soon.small.p99_ns);
}

Test(sweep_checks, a_reset_block_may_wait_for_what_it_has_granted_or_not) {
    const struct simulate_result drain = eight(SETS(CLOSED, "upset_percent=0", "upset_receiver=3",
                                                    "hbm_gbps=512")),
                                 once = eight(SETS(CLOSED, "upset_percent=0", "upset_receiver=3",
                                                   "hbm_gbps=512", "upset_drain=0"));
    cr_expect(drain.block.voided > 50 && once.block.voided > 50);
    cr_expect(drain.block.lost_ns > once.block.lost_ns + 1000, "%f, %f", drain.block.lost_ns,
              once.block.lost_ns);
    cr_expect(drain.operations == once.operations && drain.block.strays == 0);
    cr_expect(once.block.strays > once.block.voided, "%lu", (unsigned long)once.block.strays);
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
    cr_expect(epsilon_eq(dbl, recovery_lasting_ns(&recovery), GAP_NS - 400, RECOVERY_BIN_NS));
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
    cr_expect(epsilon_eq(dbl, recovery_lasting_ns(&recovery), looked_at, 1e-9));
}

// Goodput that falls only some time after the disturbance is not back for good before.
Test(sweep_checks, a_late_gap_counts_for_what_lasts) {
    struct recovery recovery;
    recovery_init(&recovery, 100000000, 100000000);
    uint64_t bytes = 0;
    for (uint64_t now = 0; now < 190000; now += 50) {
        recovery_note(&recovery, now * 1000, bytes);
        bytes += now >= 120000 && now < 130000 ? 0 : 64;
    }
    cr_expect(eq(dbl, recovery_ns(&recovery), 0));
    cr_expect(epsilon_eq(dbl, recovery_lasting_ns(&recovery), 30000 - 400, RECOVERY_BIN_NS));
}
