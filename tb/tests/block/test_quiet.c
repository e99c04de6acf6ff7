// Quiet (rtl/spec/state.md): high in exactly the clocks from which nothing happens without
// a beat. The harness skips such clocks: high too soon would lose events, low for too long would
// only be slow, and both are failures here.
#include "tb/tests/block/bench.h"

static void expect_quiet(struct bench *bench, unsigned quiet) {
    EXPECT_OUT(bench, quiet, quiet);
}

// The last of so many steps is the first to show quiet.
static void quiet_after(struct bench *bench, unsigned clocks) {
    while (clocks-- > 1)
        expect_quiet(step(bench), 0);
    expect_quiet(step(bench), 1);
}

// From an offer to quiet: an operation is in flight for one clock after its decision, and another
// id is picked for one that is granted.
enum { DECIDED = DECISION + 1, GRANTED = DECISION + ANOTHER_ID };

// From seeing a grant to quiet where no id is left to be picked: its reservation is set up.
enum { SET_UP = 2 };

// From giving a write to quiet: performed, and the clock in which its answer is taken.
enum { WRITTEN = CONFIG_TO_USE + 1 };

// After a reset: an id a clock is picked, and the last one enters the queue.
static void fill_queue(struct bench *bench) {
    quiet_after(bench, ID_QUEUE);
}

ADMIT(is_quiet_when_nothing_can_happen) {
    fill_queue(bench);
    quiet_after(offer_write(bench, 1, 0, 100), GRANTED);
    quiet_after(give_hbm(bench, 0, 0), HBM_COMMIT); // in the collector, taken up
    quiet_after(give_done(bench, 0), DONE_COMMIT);
    quiet_after(give_atomic(bench, 9), STAGE_COMMIT); // strays too
    quiet_after(configure(bench, CONFIG_WINDOW, 100), WRITTEN);
    quiet_after(configure(bench, CONFIG_QUANTUM_TIME, 0), WRITTEN); // nothing comes of it
    quiet_after(configure(bench, CONFIG_COMMAND_LIMIT, 5), WRITTEN);
    quiet_after(send_read(bench, CONFIG_COMMAND_LIMIT), READ_CLOCKS + 1); // its answer is taken
    bench->in.pause = 1;
    quiet_after(bench, 1);
    quiet_after(bench, 1);
}

ADMIT(is_quiet_while_denied_operations_wait) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    quiet_after(offer_write(bench, 2, 0, 1), DECIDED); // denied, and nothing else was going on
    quiet_after(offer_write(bench, 3, 0, 1), DECIDED);
    quiet_after(give_response(bench, 3), STAGE_COMMIT);
    quiet_after(configure(bench, CONFIG_MULTIPLIER + 4, 0), WRITTEN); // not theirs
    configure(bench, CONFIG_MULTIPLIER, MULTIPLIER_ONE);              // both are tried anew
    quiet_after(bench, CONFIG_TO_USE + 1 + DECIDED - OFFER_TO_DECISION + CHOICE_TO_DECISION);
    configure(bench, CONFIG_COMMAND_LIMIT, 1); // the table refuses, too: two reports
    expect_deny(steps(bench, LIMIT_HEADROOM), 2, 1 | REFUSED_TABLE);
    expect_quiet(bench, 0);
    expect_deny(step(bench), 3, 1 | REFUSED_TABLE);
    quiet_after(bench, 1);
    configure(bench, CONFIG_COMMAND_LIMIT, 3);
    expect_deny(steps(bench, LIMIT_HEADROOM + 1), 3, 1);
    quiet_after(bench, 1);
    give_hbm(bench, 0, 0);
    expect_grant(steps(bench, HBM_COMMIT + CREDIT), 2, 1, 1);
    expect_quiet(bench, 0);
    expect_grant(step(bench), 3, 2, 1);
    quiet_after(bench, ANOTHER_ID);
}

// Pause holds a choice back, and the last value of it counts in clocks that are skipped.
ADMIT(is_quiet_while_paused) {
    fill_queue(bench);
    bench->in.pause = 1;
    step(bench);
    offer_write(bench, 1, 0, 100);
    bench->in.pause = 1;
    expect_quiet(step(bench), 1);
    bench->in.gap = 1000;
    bench->in.pause = 1;
    expect_silence(step(bench));
    expect_quiet(bench, 1);
    expect_quiet(step(bench), 0); // no pause in the next clock
    expect_grant(steps(bench, 1 + CHOICE_TO_DECISION), 1, 0, 1);
}

static void fill_table(struct bench *bench) {
    for (unsigned id = 0; id < DEPTH; id++) {
        step(offer_write(bench, id, 0, 0));
    }
    expect_grant(steps(bench, OFFER_TO_DECISION), DEPTH - 1, DEPTH - 1, 0);
    quiet_after(bench, SET_UP);
}

ADMIT(is_not_quiet_until_a_freed_id_is_the_candidate) {
    fill_table(bench);
    give_done(bench, 3);
    for (unsigned clock = 1; clock < DONE_COMMIT; clock++)
        expect_quiet(step(bench), 0); // taken up
    expect_done(step(bench), CHANNEL_COMPLETE, 3);
    expect_quiet(bench, 0); // free, and no candidate
    quiet_after(bench, PICK_TO_CANDIDATE);
    expect_silence(step(bench));
}

ADMIT(is_not_quiet_while_a_new_candidate_may_let_the_head_go) {
    fill_table(bench);
    expect_deny(decide_write(bench, 1000, 0, 0), 1000, REFUSED_TABLE);
    quiet_after(bench, 1);
    give_done(bench, 3);
    for (unsigned clock = 1; clock < DONE_COMMIT + RETIRE_TO_CANDIDATE - 1 + CREDIT; clock++) {
        expect_no_decision(step(bench));
        expect_quiet(bench, 0);
    }
    expect_grant(step(bench), 1000, 3, 0);
    quiet_after(bench, SET_UP);
}

ADMIT(skipped_clocks_change_nothing) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    quiet_after(bench, ANOTHER_ID);
    bench->in.gap = 1000;
    expect_deny(decide_write(bench, 2, 0, 1), 2, 1);
    quiet_after(bench, 1);
    bench->in.gap = UINT32_MAX;
    expect_silence(step(bench));
    expect_quiet(bench, 1);
    bench->in.gap = 7;
    credit_comes_back(bench, CLASS_HBM, 0);
}

ADMIT(is_not_quiet_while_a_timer_runs_or_a_message_waits) {
    fill_queue(bench);
    set(bench, CONFIG_GRANT_INTERVAL, 5);
    expect_quiet(bench, 1); // nothing to tell
    admit_atomic(bench, 1, 0, 0);
    commit_atomic(bench, 0);
    for (unsigned clock = 0; clock < 5; clock++) {
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
    expect_quiet(commit_atomic(bench, 0), 1);
    bench->in.gap = 1000;
    expect_quiet(step(bench), 1);
    expect_quiet(commit_atomic(bench, 1), 0); // due
    EXPECT_OUT(step(bench), grant_valid, 1);
    expect_quiet(bench, 0);
    expect_quiet(step(bench), 1);
}

// What is in force in the next clock counts: a write that is just taken makes a message due.
ADMIT(is_not_quiet_when_a_write_makes_a_message_due) {
    admit_atomic(bench, 1, 64, 0);
    expect_quiet(commit_atomic(bench, 0), 1); // credit to tell of, and no rule
    configure(bench, CONFIG_GRANT_THRESHOLD_TIME, 1);
    expect_quiet(steps(bench, CONFIG_TO_USE), 0);
    expect_quiet(steps(bench, 2), 1);
    set(bench, CONFIG_GRANT_THRESHOLD_TIME, 0);
    expect_quiet(commit_response(bench, 0), 1);
    expect_quiet(set(bench, CONFIG_GRANT_INTERVAL, 30), 0); // the timer runs
    expect_quiet(set(bench, CONFIG_GRANT_INTERVAL, 0), 1);
}
