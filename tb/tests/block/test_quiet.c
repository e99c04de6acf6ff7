// Quiet (rtl/spec/state.md): low for QUIET_CLOCKS behind every event and while something goes on,
// high in all other clocks. The harness skips clocks in which it is high: high too soon would lose
// events, low for longer would only be slow, and both are failures here.
#include "tb/tests/block/bench.h"

static void expect_quiet(struct bench *bench, unsigned quiet) {
    EXPECT_OUT(bench, quiet, quiet);
}

// The last of so many steps is the first to show quiet; pause is as given.
static void quiet_after_paused(struct bench *bench, unsigned clocks, uint8_t pause) {
    while (clocks--) {
        bench->in.pause = pause;
        expect_quiet(step(bench), clocks == 0);
    }
}

static void quiet_after(struct bench *bench, unsigned clocks) {
    quiet_after_paused(bench, clocks, 0);
}

// Steps to quiet, from what disturbs it.
enum {
    RESTED = 1 + QUIET_CLOCKS,                        // a beat that is taken up at once
    CHOSEN = OFFER_TO_CHOICE + RESTED,                // an offer
    WRITTEN = CONFIG_TO_USE - 1 + RESTED,             // a register write: it is performed
    WALKED = CONFIG_TO_USE + (unsigned)WALK + RESTED, // of a multiplier or quantum
};

// The bench has made one step since reset.
static void rest(struct bench *bench) {
    quiet_after(bench, QUIET_CLOCKS - 1);
}

ADMIT(is_quiet_when_nothing_can_happen) {
    rest(bench);
    quiet_after(offer_write(bench, 1, 0, 100), CHOSEN);
    quiet_after(give_hbm(bench, 0, 0), HBM_EARLIER + RESTED); // from the collector
    quiet_after(give_done(bench, 0), RESTED);
    quiet_after(give_atomic(bench, 9), RESTED); // strays too
    quiet_after(configure(bench, CONFIG_WINDOW, 100), WRITTEN);
    quiet_after(configure(bench, CONFIG_QUANTUM_TIME, 0), WALKED); // nothing comes of it
    quiet_after(configure(bench, CONFIG_COMMAND_LIMIT, 5), WRITTEN);
    quiet_after(send_read(bench, CONFIG_COMMAND_LIMIT), READ_CLOCKS + 1); // its answer is taken
    bench->in.pause = 1;
    expect_quiet(step(bench), 0);
    quiet_after(bench, RESTED); // it ends
}

ADMIT(is_quiet_while_denied_operations_wait) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    quiet_after(offer_write(bench, 2, 0, 1), CHOSEN); // denied
    quiet_after(offer_write(bench, 3, 0, 1), CHOSEN);
    quiet_after(give_response(bench, 3), RESTED);
    quiet_after(configure(bench, CONFIG_MULTIPLIER + 4, 0), WALKED); // not theirs
    quiet_after(configure(bench, CONFIG_MULTIPLIER, MULTIPLIER_ONE), WALKED);
    configure(bench, CONFIG_COMMAND_LIMIT, 1); // the table refuses, too: two reports
    expect_report(steps(bench, LIMIT_HEADROOM), 2, 1 | REFUSED_TABLE);
    expect_quiet(bench, 0);
    expect_deny(steps(bench, 1 + REPORT_TO_CHOICE), 3, 1 | REFUSED_TABLE);
    quiet_after(bench, SETTLED);
    configure(bench, CONFIG_COMMAND_LIMIT, 3);
    expect_report(steps(bench, LIMIT_HEADROOM + 1 + REPORT_TO_CHOICE), 3, 1);
    quiet_after(bench, SETTLED);
    give_hbm(bench, 0, 0);
    expect_grant(steps(bench, HBM_COMMIT + CREDIT), 2, 1, 1);
    expect_quiet(bench, 0);
    expect_grant(step(bench), 3, 2, 1);
    quiet_after(bench, SETTLED);
}

// The last step of a walk makes a demand fit.
ADMIT(is_not_quiet_until_a_walk_has_had_its_effect) {
    admit_write(bench, 1, 0, 40000, 0);
    expect_deny(decide_write(bench, 2, 0, 40000), 2, 1);
    configure(bench, CONFIG_MULTIPLIER, MULTIPLIER_ONE);
    steps(bench, CONFIG_TO_USE + WALK_CLOCKS);
    set(bench, CONFIG_MULTIPLIER,
        MULTIPLIER_ONE); // one step was made: the next walk begins at slot 1
    configure(bench, CONFIG_MULTIPLIER, MULTIPLIER_ENABLE | MULTIPLIER_ONE / 2);
    while (bench->out.kind == DECISION_NONE)
        expect_quiet(step(bench), 0);
    expect_grant(bench, 2, 1, 1);
    quiet_after(bench, SETTLED);
}

// Pause holds a choice back, and the last value of it counts in clocks that are skipped.
ADMIT(is_quiet_while_paused) {
    rest(bench);
    quiet_after_paused(bench, RESTED, 1);
    quiet_after_paused(offer_write(bench, 1, 0, 100), RESTED, 1);
    bench->in.gap = 1000;
    bench->in.pause = 1;
    expect_silence(step(bench));
    expect_quiet(bench, 1);
    expect_quiet(step(bench), 0); // no pause in the next clock
    expect_silent_clocks(bench, PAUSE_TO_CHOICE + CHOICE_TO_DECISION - 1);
    expect_grant(step(bench), 1, 0, 1);
    quiet_after(bench, SETTLED);
}

static void fill_table(struct bench *bench) {
    for (unsigned id = 0; id < DEPTH; id++) {
        step(offer_write(bench, id, 0, 0));
    }
    expect_grant(steps(bench, OFFER_TO_DECISION), DEPTH - 1, DEPTH - 1, 0);
    quiet_after(bench, SETTLED);
}

ADMIT(is_not_quiet_until_a_freed_id_is_the_candidate) {
    fill_table(bench);
    quiet_after(give_done(bench, 3), RESTED);
    bench->in.gap = 1000;
    expect_silence(step(bench));
    expect_grant(decide_write(bench, 1000, 0, 0), 1000, 3, 0);
}

ADMIT(is_not_quiet_while_a_new_candidate_may_let_the_head_go) {
    fill_table(bench);
    expect_deny(decide_write(bench, 1000, 0, 0), 1000, REFUSED_TABLE);
    quiet_after(bench, SETTLED);
    give_done(bench, 3);
    for (unsigned clock = 1; clock < DONE_COMMIT + RETIRED; clock++) {
        expect_no_decision(step(bench));
        expect_quiet(bench, 0);
    }
    expect_grant(step(bench), 1000, 3, 0);
    quiet_after(bench, SETTLED);
}

ADMIT(skipped_clocks_change_nothing) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    quiet_after(bench, SETTLED);
    bench->in.gap = 1000;
    expect_deny(decide_write(bench, 2, 0, 1), 2, 1);
    quiet_after(bench, SETTLED);
    bench->in.gap = UINT32_MAX;
    expect_silence(step(bench));
    expect_quiet(bench, 1);
    bench->in.gap = 7;
    credit_comes_back(bench, CLASS_HBM, 0);
}

ADMIT(is_not_quiet_while_a_timer_runs_or_a_message_waits) {
    enum { INTERVAL = 3 * QUIET_CLOCKS };

    rest(bench);
    quiet_after(configure(bench, CONFIG_GRANT_INTERVAL, INTERVAL), WRITTEN); // nothing to tell
    admit_atomic(bench, 1, 0, 0);
    commit_atomic(bench, 0);
    for (unsigned clock = 0; clock < INTERVAL + DUE_TO_LOAD; clock++) {
        expect_quiet(bench, 0); // told when the interval is over
        step(bench);
    }
    EXPECT_OUT(bench, grant_valid, 1);
    for (unsigned clock = 0; clock < 5; clock++) {
        expect_quiet(bench, 0);
        bench->in.grant_ready = 0;
        step(bench);
    }
    expect_quiet(step(bench), 1);
}

ADMIT(is_quiet_while_credit_waits_below_its_threshold) {
    set(bench, CONFIG_GRANT_THRESHOLD_TIME, 2 * ATOMIC_SERVICE_RESET);
    admit_atomic(bench, 1, 0, 0);
    admit_atomic(bench, 2, 0, 1);
    quiet_after(give_atomic(bench, 0), RESTED);
    bench->in.gap = 1000;
    expect_quiet(step(bench), 1);
    steps(commit_atomic(bench, 1), DUE_TO_LOAD);
    for (unsigned clock = 0; clock < 2 * QUIET_CLOCKS; clock++) {
        bench->in.grant_ready = 0;
        EXPECT_OUT(step(bench), grant_valid, 1);
        expect_quiet(bench, 0);
    }
    expect_quiet(step(bench), 1);
}

// What is in force counts: a write makes a message due.
ADMIT(is_not_quiet_when_a_write_makes_a_message_due) {
    admit_atomic(bench, 1, 64, 0);
    quiet_after(give_atomic(bench, 0), RESTED); // credit to tell of, and no rule
    configure(bench, CONFIG_GRANT_THRESHOLD_TIME, 1);
    steps(bench, CONFIG_TO_USE + DUE_TO_LOAD);
    for (unsigned clock = 0; clock < 2 * QUIET_CLOCKS; clock++) {
        bench->in.grant_ready = 0;
        EXPECT_OUT(step(bench), grant_valid, 1);
        expect_quiet(bench, 0);
    }
    expect_quiet(step(bench), 1);
    quiet_after(configure(bench, CONFIG_GRANT_THRESHOLD_TIME, 0), WRITTEN);
    quiet_after(give_response(bench, 0), RESTED);
    set(bench, CONFIG_GRANT_INTERVAL, 4 * QUIET_CLOCKS);
    expect_quiet(steps(bench, 2 * QUIET_CLOCKS), 0); // the timer runs
    quiet_after(configure(bench, CONFIG_GRANT_INTERVAL, 0), WRITTEN);
}
