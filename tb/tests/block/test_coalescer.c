// The grant coalescer (rtl/spec/messages.md): when a message is loaded, what it tells, and that
// credit is told of exactly once however messages are held up, lost or switched off. An initiator
// that was told too much would send into full lanes; one told too little would starve.
#include "tb/tests/block/bench.h"

enum { SERVICE = ATOMIC_SERVICE_RESET };

static void expect_message(struct bench *bench, unsigned valid) {
    EXPECT_OUT(bench, grant_valid, valid);
}

static void expect_sent(struct bench *bench, unsigned lane, uint32_t count) {
    EXPECT_OUT(bench, grant_credit[lane], count);
}

// Clocks in which a message, if `valid`, is shown and not taken.
static void steps_not_ready(struct bench *bench, unsigned clocks, unsigned valid) {
    while (clocks--) {
        bench->in.grant_ready = 0;
        expect_message(step(bench), valid);
    }
}

// Nothing is loaded in any of these clocks.
static void expect_no_message(struct bench *bench, unsigned clocks) {
    while (clocks--)
        expect_message(step(bench), 0);
}

// No message is shown now; the next one is due after so many clocks, and has this count.
static void expect_loaded(struct bench *bench, unsigned clocks, unsigned lane, uint32_t count) {
    expect_message(bench, 0);
    expect_no_message(bench, clocks + DUE_TO_LOAD - 1);
    expect_message(step(bench), 1);
    expect_sent(bench, lane, count);
}

// A reservation that is granted, returned and completed; its return commits in the last clock.
static void free_write(struct bench *bench, unsigned lane, uint32_t length) {
    EXPECT_OUT(decide_write(bench, 1, lane, length), kind, DECISION_GRANT);
    const uint16_t id = bench->out.id;
    step(give_hbm(bench, lane, id));
    give_done(bench, id);
    expect_return(steps(bench, HBM_COMMIT - 1), CLASS_HBM, id, length);
}

static void free_atomic(struct bench *bench) {
    EXPECT_OUT(decide_atomic(bench, 1, 0), kind, DECISION_GRANT);
    const uint16_t id = bench->out.id;
    give_atomic(bench, id);
    give_done(bench, id);
    expect_return(steps(bench, STAGE_COMMIT), CLASS_ATOMIC, id, SERVICE);
}

ADMIT(tells_nothing_out_of_reset) {
    free_write(bench, 0, 5000);
    expect_no_message(bench, 200);
    for (unsigned lane = 0; lane < LANES; lane++)
        expect_sent(bench, lane, 0);
}

// Timer ------------------------------------------------------------------------------------------

ADMIT(the_timer_loads_an_interval_after_the_return) {
    static const unsigned interval[] = {1, 2, 3, 40};
    uint32_t sent = 0;

    for (unsigned i = 0; i < COUNT(interval); i++) {
        set(bench, CONFIG_GRANT_INTERVAL, interval[i]);
        free_atomic(bench);
        expect_sent(bench, ATOMIC_LANE, sent);
        expect_loaded(bench, interval[i], ATOMIC_LANE, sent += SERVICE);
        expect_sent(bench, 0, 0);
        expect_message(step(bench), 0); // taken
        expect_sent(bench, ATOMIC_LANE, sent);
    }
}

ADMIT(one_message_tells_of_all_lanes) {
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        admit_write(bench, lane, lane, 100 + lane, lane);
    admit_atomic(bench, 8, 64, 8);
    set(bench, CONFIG_GRANT_INTERVAL, 20);
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        give_hbm(bench, lane, (uint16_t)lane);
    give_atomic(bench, 8);
    give_response(bench, 8);
    // Atomic and response come back; HBM in the clocks that follow, one a clock.
    expect_return(steps(bench, STAGE_COMMIT), CLASS_ATOMIC, 8, SERVICE);
    expect_loaded(bench, 20, ATOMIC_LANE, SERVICE);
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        expect_sent(bench, lane, 100 + lane);
    expect_sent(bench, RESPONSE_LANE, response_quanta(64));
    expect_no_message(bench, 50); // that was all
}

ADMIT(a_return_in_the_clock_of_loading_is_in_the_next_message) {
    enum { INTERVAL = 6 };
    admit_atomic(bench, 1, 64, 0);
    set(bench, CONFIG_GRANT_INTERVAL, INTERVAL);
    steps(give_atomic(bench, 0), INTERVAL + DUE_TO_LOAD);
    expect_return(commit_response(bench, 0), CLASS_RESPONSE, 0, response_quanta(64));
    expect_message(bench, 1);
    expect_sent(bench, ATOMIC_LANE, SERVICE);
    expect_sent(bench, RESPONSE_LANE, 0);
    expect_no_message(bench, INTERVAL + DUE_TO_LOAD - 1);
    expect_message(step(bench), 1);
    expect_sent(bench, RESPONSE_LANE, response_quanta(64));
}

ADMIT(the_timer_starts_when_it_is_switched_on) {
    free_write(bench, 2, 700);
    steps(bench, 100);
    configure(bench, CONFIG_GRANT_INTERVAL, 5);
    expect_loaded(steps(bench, CONFIG_TO_USE), 5, 2, 700);
}

ADMIT(a_timer_that_is_stopped_starts_anew) {
    configure(bench, CONFIG_GRANT_INTERVAL, 30);
    free_write(bench, 2, 700);
    steps(bench, 20);
    set(bench, CONFIG_GRANT_INTERVAL, 0);
    expect_no_message(bench, 50);
    configure(bench, CONFIG_GRANT_INTERVAL, 30);
    expect_loaded(steps(bench, CONFIG_TO_USE), 30, 2, 700);
}

ADMIT(a_shorter_interval_counts_the_clocks_already_waited) {
    configure(bench, CONFIG_GRANT_INTERVAL, 1000);
    free_write(bench, 2, 700);
    expect_no_message(bench, 50);
    configure(bench, CONFIG_GRANT_INTERVAL, 10);
    expect_loaded(steps(bench, CONFIG_TO_USE), 1, 2, 700); // in force
}

ADMIT(strays_free_nothing) {
    set(bench, CONFIG_GRANT_INTERVAL, 1);
    set(bench, CONFIG_GRANT_THRESHOLD_TIME, 1);
    give_atomic(bench, 5);
    give_response(bench, 6);
    give_hbm(bench, 3, 7);
    expect_no_message(bench, 10);
}

// Thresholds -------------------------------------------------------------------------------------

ADMIT(a_threshold_is_reached_in_the_clock_after_the_return) {
    set(bench, CONFIG_GRANT_THRESHOLD_HBM, 1000);
    for (unsigned lane = 0; lane < HBM_LANES; lane++) {
        free_write(bench, lane, 999);
        expect_no_message(bench, 20);
        free_write(bench, lane, 1);
        expect_loaded(bench, 1, lane, 1000);
        expect_message(step(bench), 0);
    }
}

ADMIT(a_threshold_is_of_one_lane_and_of_its_class) {
    set(bench, CONFIG_GRANT_THRESHOLD_HBM, 1000);
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        free_write(bench, lane, 999); // nearly 8000 in all
    free_atomic(bench);               // 1600, but no bytes
    expect_no_message(bench, 20);
    set(bench, CONFIG_GRANT_THRESHOLD_TIME, SERVICE + 1);
    expect_no_message(bench, 20);
    configure(bench, CONFIG_GRANT_THRESHOLD_TIME, SERVICE);
    expect_loaded(steps(bench, CONFIG_TO_USE), 1, ATOMIC_LANE, SERVICE);
    expect_sent(bench, 7, 999); // it tells of everything
}

ADMIT(the_response_lane_has_the_threshold_of_time) {
    const uint32_t quanta = response_quanta(64);

    set(bench, CONFIG_GRANT_THRESHOLD_TIME, quanta);
    admit_read(bench, 1, 0, 64, 0);
    expect_return(commit_response(bench, 0), CLASS_RESPONSE, 0, quanta);
    expect_loaded(bench, 1, RESPONSE_LANE, quanta);
}

// Handshake --------------------------------------------------------------------------------------

ADMIT(a_message_waits_unchanged_and_the_next_follows) {
    set(bench, CONFIG_GRANT_INTERVAL, 4);
    admit_atomic(bench, 2, 0, 0);
    admit_atomic(bench, 3, 0, 1);
    expect_loaded(commit_atomic(bench, 0), 4, ATOMIC_LANE, SERVICE);
    give_atomic(bench, 1); // while it waits
    for (unsigned clock = 0; clock < 30; clock++) {
        steps_not_ready(bench, 1, 1);
        expect_sent(bench, ATOMIC_LANE, SERVICE);
    }
    expect_message(step(bench), 0); // one is taken, the other is overdue
    expect_loaded(bench, 0, ATOMIC_LANE, 2 * SERVICE);
    expect_message(step(bench), 0);
    expect_sent(bench, ATOMIC_LANE, 2 * SERVICE);
}

ADMIT(ready_may_be_low_while_nothing_is_shown) {
    set(bench, CONFIG_GRANT_INTERVAL, 4);
    free_atomic(bench);
    steps_not_ready(bench, 3 + DUE_TO_LOAD, 0);
    steps_not_ready(bench, 2, 1);
    expect_message(step(bench), 0);
}

ADMIT(a_message_under_way_outlives_its_rule) {
    set(bench, CONFIG_GRANT_INTERVAL, 1);
    free_atomic(bench);
    expect_loaded(bench, 1, ATOMIC_LANE, SERVICE);
    configure(bench, CONFIG_GRANT_INTERVAL, 0);
    steps_not_ready(bench, 10, 1);
    expect_message(step(bench), 0);
}

// The age stops at its largest value: were it to wrap, credit overdue would wait once more.
ADMIT(the_age_does_not_wrap) {
    enum { LONGEST = (1 << GRANT_INTERVAL_BITS) - 1 };
    set(bench, CONFIG_GRANT_INTERVAL, 1);
    free_atomic(bench);
    expect_loaded(bench, 1, ATOMIC_LANE, SERVICE);
    configure(bench, CONFIG_GRANT_INTERVAL, LONGEST);
    steps_not_ready(bench, 1, 1);
    offer_atomic(bench, 2, 0);
    steps_not_ready(bench, DECISION, 1);
    EXPECT_OUT(bench, kind, DECISION_GRANT);
    give_atomic(bench, bench->out.id);
    steps_not_ready(bench, LONGEST + 100, 1);
    expect_message(step(bench), 0); // taken
    expect_loaded(bench, 0, ATOMIC_LANE, 2 * SERVICE);
}

// Counts -----------------------------------------------------------------------------------------

// An initiator that looks at every other message only.
ADMIT(a_lost_message_is_made_good_by_the_next) {
    uint32_t seen = 0, credit = 0;

    set(bench, CONFIG_GRANT_INTERVAL, 3);
    for (unsigned message = 1; message <= 6; message++) {
        free_write(bench, 5, message * 100);
        expect_message(steps(bench, 3 + DUE_TO_LOAD), 1);
        if (message % 2)
            continue; // lost
        credit += bench->out.grant_credit[5] - seen;
        seen = bench->out.grant_credit[5];
    }
    expect(bench, "credit that the initiator knows of", 2100, credit);
}

ADMIT(counts_wrap) {
    const uint32_t most = UINT32_MAX - 1; // the largest window

    set(bench, CONFIG_WINDOW + 4, most);
    set(bench, CONFIG_GRANT_INTERVAL, 1);
    free_write(bench, 4, most);
    expect_loaded(bench, 1, 4, most);
    expect_message(step(bench), 0);
    free_write(bench, 4, 102);
    expect_loaded(bench, 1, 4, 100); // 102 more, modulo 2^32
}

ADMIT(a_threshold_compares_across_the_wrap) {
    set(bench, CONFIG_WINDOW + 4, UINT32_MAX);
    set(bench, CONFIG_GRANT_THRESHOLD_HBM, UINT32_MAX - 9);
    free_write(bench, 4, UINT32_MAX - 9);
    expect_loaded(bench, 1, 4, UINT32_MAX - 9);
    set(bench, CONFIG_GRANT_THRESHOLD_HBM, 20);
    free_write(bench, 4, 19);
    expect_no_message(bench, 10);
    expect_sent(bench, 4, UINT32_MAX - 9);
    free_write(bench, 4, 1);
    expect_loaded(bench, 1, 4, 10);
}

// A lane whose count has gone round whole is told of, and looks as if nothing had come back: an
// initiator takes differences modulo 2^32.
ADMIT(a_whole_turn_is_told_as_no_change) {
    set(bench, CONFIG_WINDOW, UINT32_MAX);
    free_write(bench, 0, 1u << 31);
    free_write(bench, 0, 1u << 31);
    configure(bench, CONFIG_GRANT_INTERVAL, 1);
    expect_loaded(steps(bench, CONFIG_TO_USE), 1, 0, 0);
    expect_no_message(bench, 10);
    free_write(bench, 0, 7);
    expect_loaded(bench, 1, 0, 7);
}

// Reset ------------------------------------------------------------------------------------------

ADMIT(a_reset_voids_messages_and_counts) {
    set(bench, CONFIG_GRANT_INTERVAL, 1);
    admit_atomic(bench, 2, 64, 0);
    give_atomic(bench, 0);
    expect_message(steps(bench, STAGE_COMMIT + 1 + DUE_TO_LOAD), 1);
    give_response(bench, 0); // not told yet when the reset comes
    steps_not_ready(bench, STAGE_COMMIT, 1);
    expect_message(step_reset(bench), 0);
    for (unsigned lane = 0; lane < LANES; lane++)
        expect_sent(bench, lane, 0);
    free_atomic(bench);
    expect_no_message(bench, 20); // no rule either
    configure(bench, CONFIG_GRANT_INTERVAL, 1);
    expect_loaded(steps(bench, CONFIG_TO_USE), 1, ATOMIC_LANE, SERVICE);
    expect_sent(bench, RESPONSE_LANE, 0);
}
