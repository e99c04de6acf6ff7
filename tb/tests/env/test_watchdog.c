// The watchdog: time in which nothing is expected of the block is no fault of it; a block that does
// nothing where something is expected ends the run soon, whatever happens around it.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/base/text_reader.h"
#include "csim/golden/golden.h"
#include "tb/env/env.h"
#include "tb/tests/env/checked.h"

TestSuite(watchdog, .init = folder_make, .fini = folder_remove);

// Runs it on everything that decides: nothing fails, and so many operations complete, UINT64_MAX:
// any number.
static void expect_fine(struct checked_run check, const char *what, uint64_t completed) {
    check.seed = 1;
    for (unsigned k = 0; k < CHECKED_KINDS; k++) {
        const struct checked_outcome outcome = checked_run(check, checked_kinds[k]);
        cr_expect(not(outcome.failed), "%s, %s: %s: %s", what, checked_kinds[k], outcome.caught,
                  outcome.reason);
        cr_expect(completed == UINT64_MAX || outcome.result.commits[COMMIT_COMPLETE] == completed,
                  "%s", what);
    }
}

// --- idle time --------------------------------------------------------------------------------

// Runs a file of operations, as `text` has them, on everything that decides.
static void run_file(const char *name, const char *text, uint64_t operations) {
    const char *const path = folder_path(name);
    file_write(path, text, strlen(text));
    struct config config = config_of(NULL, NULL);
    char note[TRAFFIC_NOTE_SIZE];
    struct text_error error;
    cr_assert(traffic_file_settings(path, &config, &error), "%s", error.text);
    cr_assert(traffic_file_survey(path, &config, note, &error), "%s", error.text);
    expect_fine((struct checked_run){.workload = "idle", .path = path, .config = &config}, text,
                operations);
}

Test(watchdog, idle_time_between_operations_is_no_fault) {
    static const uint64_t gaps_us[] = {99, 101, 1000000};
    for (unsigned g = 0; g < 3; g++) {
        char text[200];
        snprintf(text, sizeof text,
                 "semacredit trace 1\n0 write 0 0x0 64 0 bulk 0\n"
                 "%" PRIu64 " write 0 0x0 64 0 bulk 7\n%" PRIu64 " read 0 0x0 0 64 bulk 7\n",
                 gaps_us[g] * 1000000, 2 * gaps_us[g] * 1000000);
        run_file("idle.trace", text, 3);
    }
}

Test(watchdog, idle_time_between_flows_is_no_fault) {
    run_file("idle.cm",
             "Nodes 4\nConnections 2\n1->0 id 1 start 0 size 1000\n"
             "2->0 id 2 start 2000000000 size 1000\n",
             2);
}

Test(watchdog, idle_time_of_configurations_is_no_fault) {
    static const struct {
        const char *workload, *sets[5];
        uint64_t operations;
    } cases[] = {
        {"atomic", {"spacing_ps=150000000", "operations=20"}, 20},
        {"random", {"delay_spread_ps=1000000000", "operations=1", "loss_percent=0"}, 1},
        {"remote_read", {"spacing_ps=99000000", "operations=20", "loss_percent=50"}, UINT64_MAX},
    };
    for (unsigned c = 0; c < 3; c++) {
        const struct config config = config_of(cases[c].workload, cases[c].sets);
        expect_fine((struct checked_run){.workload = cases[c].workload, .config = &config},
                    cases[c].workload, cases[c].operations);
    }
}

// The longest timer that a run may end with, beside the least patience that can be asked for.
Test(watchdog, waits_for_the_last_grant_message) {
    const struct config config =
        config_of("atomic", SETS("grant_interval=65535", "stall_clocks=1000", "operations=20"));
    expect_fine((struct checked_run){.workload = "atomic", .config = &config}, "grant_interval",
                20);
}

// --- dead blocks ------------------------------------------------------------------------------

// A golden model whose ports go dead in a clock; what it does of itself goes on.
enum dead { TAKES_NOTHING, DECIDES_NOTHING, RETURNS_NOTHING, COMPLETES_NOTHING };

struct dying {
    struct admitter *golden;
    enum dead dead;
    uint64_t from, cycle;
};

static void dying_edge(struct dying *dying, const struct edge_in *in, struct edge_out *out) {
    struct edge_in heard = *in;
    dying->cycle += in->gap;
    const bool dead = dying->cycle >= dying->from;
    if (dead && dying->dead == TAKES_NOTHING)
        heard.op_valid = 0;
    if (dead && dying->dead == DECIDES_NOTHING)
        heard.pause = 1;
    if (dead && dying->dead == RETURNS_NOTHING)
        heard.hbm_valid = heard.atomic_valid = heard.response_valid = 0;
    if (dead && dying->dead == COMPLETES_NOTHING)
        heard.done_valid = 0;
    admitter_edge(dying->golden, &heard, out);
    if (dead && dying->dead == TAKES_NOTHING)
        out->op_ready = 0;
    dying->cycle++;
}

// How long after its death the run ends with the watchdog's word; 0: it does not.
static uint64_t clocks_to_notice(const struct config *config, enum dead dead, uint64_t from,
                                 struct text_error *why) {
    struct dying dying = {.golden = golden_open((unsigned)config->depth), .dead = dead};
    struct stimulus *const env = env_open(config, 1, true, why);
    cr_assert(dying.golden && env);
    dying.from = from;
    struct edge_out out = admitter_out_of_reset;
    struct edge_in in;
    while (dying.cycle < 50000000 && stimulus_next(env, &out, &in))
        dying_edge(&dying, &in, &out);
    const char *const error = env_error(env);
    text_error_set(why, "%s", error ? error : "it ends");
    const uint64_t end = env_stats(env)->cycles;
    stimulus_close(env);
    admitter_close(dying.golden);
    return error && strncmp(why->text, "nothing decided", 15) == 0 && end > from ? end - from : 0;
}

// With and without resets, disturbances and idle time around it.
Test(watchdog, a_dead_block_is_noticed_soon) {
    enum { STALL = 5000, SOON = 2 * STALL };
    static const char *const around[][6] = {
        {"chaos_reset=0", "stall_clocks=5000"},
        {"chaos_reset=0", "stall_clocks=5000", "chaos_duplicate=0", "loss_percent=0",
         "chaos_window=0"},
        {"chaos_reset=1000", "stall_clocks=5000"},
        {"chaos_reset=10000", "stall_clocks=5000", "chaos_duplicate=100000", "chaos_bus=100000"},
    };
    // A reset makes good for what is lost: decisions go on.
    static const enum dead last[] = {COMPLETES_NOTHING, COMPLETES_NOTHING, DECIDES_NOTHING,
                                     DECIDES_NOTHING};
    for (unsigned a = 0; a < 4; a++)
        for (enum dead dead = TAKES_NOTHING; dead <= last[a]; dead++)
            for (uint64_t from = 1; from <= 20001; from += 20000) {
                struct text_error why;
                const struct config config = config_of("random", around[a]);
                const uint64_t clocks = clocks_to_notice(&config, dead, from, &why);
                cr_expect(clocks > 0 && clocks < SOON,
                          "surroundings %u, death %u in clock %" PRIu64 ": %" PRIu64 " clocks: %s",
                          a, (unsigned)dead, from, clocks, why.text);
            }
}

// A reset in every clock: no operation ever gets through, and the run says so.
Test(watchdog, resets_do_not_feed_it) {
    const struct config config = config_of("atomic", SETS("chaos_reset=1000000"));
    const struct checked_run check = {.workload = "atomic", .config = &config, .seed = 1};
    for (unsigned k = 0; k < CHECKED_KINDS; k++) {
        const struct checked_outcome outcome = checked_run(check, checked_kinds[k]);
        cr_expect(outcome.failed && strcmp(outcome.caught, "environment: stall") == 0);
        cr_expect(outcome.result.cycles < 110000);
        cr_expect(strstr(outcome.reason, " resets, and operations wait to be offered") != NULL,
                  "%s", outcome.reason);
    }
}
