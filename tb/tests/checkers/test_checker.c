// Every check is shown to bite: a short stream that is right, doctored in one place,
// and exactly one check named. And none of them bites where nothing is wrong.
#include <string.h>

#include "tb/tests/block/bench.h"

enum { STREAM_MAX = 64 };

// The stream being written, with the debts that an honest block would show.
static struct stream {
    struct commit commits[STREAM_MAX];
    unsigned count;
    uint64_t cycle;
    uint32_t window[LANES];
    uint32_t debt[LANES];
} stream;

static struct commit *add(enum commit_kind kind, uint32_t op, uint16_t id, unsigned mask) {
    struct commit *const commit = &stream.commits[stream.count];

    cr_assert(stream.count < STREAM_MAX);
    *commit = (struct commit){.order = stream.count,
                              .cycle = stream.cycle,
                              .time_ps = stream.cycle * 1000,
                              .op = op,
                              .reservation = id,
                              .mask = (uint16_t)mask,
                              .kind = kind};
    memcpy(commit->debt, stream.debt, sizeof commit->debt);
    stream.count++;
    return commit;
}

static struct commit *add_window(unsigned lane, uint32_t value) {
    struct commit *const commit = add(COMMIT_WINDOW, 0, 0, 0);

    stream.window[lane] = value;
    memcpy(commit->d, stream.window, sizeof commit->d);
    return commit;
}

// A read of the first HBM lane: HBM and response components. With zero: an empty vector.
static struct commit *add_grant(uint32_t op, uint16_t id, uint32_t hbm, uint32_t response) {
    struct commit *const commit =
        add(COMMIT_GRANT, op, id, (hbm ? 1u : 0) | (response ? RESPONSE_BIT : 0u));

    commit->d[0] = hbm;
    commit->d[RESPONSE_LANE] = response;
    for (unsigned lane = 0; lane < LANES; lane++)
        commit->debt[lane] = stream.debt[lane] += commit->d[lane];
    return commit;
}

static struct commit *add_return(uint32_t op, uint16_t id, unsigned lane, uint32_t amount) {
    struct commit *const commit = add(COMMIT_RETURN, op, id, 1u << lane);

    commit->d[lane] = amount;
    commit->debt[lane] = stream.debt[lane] -= amount;
    return commit;
}

static struct commit *add_refusal(enum commit_kind kind, uint32_t op, uint32_t hbm,
                                  uint32_t response, unsigned mask) {
    struct commit *const commit = add(kind, op, 0, mask);

    commit->d[0] = hbm;
    commit->d[RESPONSE_LANE] = response;
    return commit;
}

// Windows of 100; operation 10 holds reservation 3 with 60 on HBM lane 0 and 50 on the response
// lane, since cycle 5. It is now cycle 20.
static void begin_honest(void) {
    stream = (struct stream){.cycle = 0};
    for (unsigned lane = 0; lane < LANES; lane++)
        stream.window[lane] = 100;
    add_window(0, 100);
    stream.cycle = 5;
    add_grant(10, 3, 60, 50);
    stream.cycle = 20;
}

// The last commit of the stream, and no other, breaks this check; or none does and `check` is "".
// The stream then begins anew.
static void expect_check(const char *check) {
    struct checker *const checker = checker_open(4);

    cr_assert(checker != NULL);
    for (unsigned i = 0; i < stream.count; i++) {
        const bool fine = checker_commit(checker, &stream.commits[i]);
        const struct checker_finding *const finding = checker_finding(checker);
        cr_assert(fine == (finding->check == NULL));
        cr_assert_str_eq(fine ? "" : finding->check, i + 1 == stream.count ? check : "",
                         "commit %u of %u", i + 1, stream.count);
        if (fine)
            continue;
        cr_assert(finding->commit.order == stream.commits[i].order, "the finding's commit");
        cr_assert(finding->text[0] != '\0', "a finding says why");
    }
    checker_close(checker);
    begin_honest();
}

// The same of a stream to which `last` was added.
static void expect_broken(const struct commit *last, const char *check) {
    cr_assert(last == &stream.commits[stream.count - 1]);
    expect_check(check);
}

static void close_shown(void);
TestSuite(checker, .init = begin_honest, .fini = close_shown);

Test(checker, accepts_an_honest_stream) {
    add_refusal(COMMIT_DENY, 11, 50, 60, 1 | RESPONSE_BIT);
    stream.cycle++;
    add_refusal(COMMIT_DENY, 11, 30, 60, RESPONSE_BIT);
    stream.cycle++;
    add_window(RESPONSE_LANE, 110);
    stream.cycle += WINDOW_TO_DECISION; // until decisions know of it
    add_grant(11, 0, 30, 60);
    add_return(10, 3, 0, 60);
    add_return(10, 3, RESPONSE_LANE, 50);
    add(COMMIT_COMPLETE, 10, 3, 0);
    add(COMMIT_STRAY, 0, 3, 0);
    stream.cycle++;
    add_refusal(COMMIT_REJECT, 12, 101, 0, 1);
    add(COMMIT_STRAY, 11, 0, 1);           // taken up in the clock of the grant
    add(COMMIT_STRAY, 0, 3, RESPONSE_BIT); // not held any more
    add(COMMIT_STRAY, 11, 0, 0);
    stream.cycle++;
    expect_broken(add(COMMIT_STRAY, 11, 0, ATOMIC_BIT), ""); // not used
}

// BITE(check) { ... } doctors the honest stream, so that its last commit breaks this check.
#define BITE(check)                                                                                \
    static void doctor_##check(void);                                                              \
    Test(checker, check) {                                                                         \
        doctor_##check();                                                                          \
        expect_check(#check);                                                                      \
    }                                                                                              \
    static void doctor_##check(void)

BITE(order_gap_free) {
    add_grant(11, 0, 1, 0)->order++;
}
BITE(commits_in_order) {
    add_return(10, 3, 0, 60);
    add_window(1, 100);
}
BITE(windows_first) {
    stream = (struct stream){.cycle = 0};
    add_grant(11, 0, 1, 0);
}
BITE(well_formed) {
    add_grant(11, 4, 1, 0); // of four
}
BITE(freed_by_last_return) {
    add(COMMIT_STRAY, 10, 3, 0); // a second done: the first one is remembered
    stream.cycle++;
    add_return(10, 3, 0, 60);
    stream.cycle++;
    add_return(10, 3, RESPONSE_LANE, 50);
    stream.cycle++;
    add_window(0, 100);
}
BITE(reset_voids) {
    add(COMMIT_RESET, 0, 0, 0); // still shows the debt
}
BITE(reservation_unique) {
    add_grant(11, 3, 1, 0);
}
BITE(all_or_none) {
    add_grant(11, 0, 10, 20)->debt[RESPONSE_LANE] -= 20; // one component not added
}
BITE(within_window) {
    add_grant(11, 0, 41, 0);
}
BITE(reject_never_fits) {
    add_refusal(COMMIT_REJECT, 11, 100, 0, 1);
}
BITE(deny_is_justified) {
    add_refusal(COMMIT_DENY, 11, 40, 51, 1 | RESPONSE_BIT); // 100 of 100 fits
}
BITE(first_decision) {
    add_refusal(COMMIT_DENY, 11, 101, 0, 1);
}
BITE(granted_once) {
    add_grant(10, 0, 1, 0);
}
BITE(repeat_is_held) {
    add(COMMIT_REPEAT, 10, 2, 0); // another reservation
}
BITE(exact_return) {
    add_return(10, 3, 0, 59);
}
BITE(strays_are_stray) {
    add(COMMIT_STRAY, 10, 3, 1);
}
BITE(complete_when_returned) {
    add(COMMIT_COMPLETE, 10, 3, 0);
}
BITE(others_inert) {
    add_window(0, 100)->debt[4] = 1;
}
BITE(no_wrap) {
    add_window(0, UINT32_MAX); // would admit a saturated demand
}
BITE(conservation) {
    add_return(10, 3, 0, 60)->debt[0] = 1; // said 60, took 59
}

// A decision knows a window WINDOW_TO_DECISION clocks after it commits, and a return
// COMMIT_TO_DECISION after.
Test(checker, within_window_as_known) {
    for (unsigned known = 0; known < 2; known++) {
        add_window(0, 101);
        stream.cycle += WINDOW_TO_DECISION - 1 + known;
        expect_broken(add_grant(11, 0, 41, 0), known ? "" : "within_window");
        add_return(10, 3, 0, 60);
        stream.cycle += COMMIT_TO_DECISION - 1 + known;
        expect_broken(add_grant(11, 0, 41, 0), known ? "" : "within_window");
    }
}

// A checker that has seen the stream, of which so many commits are fine, at the end of the run.
static void expect_end(unsigned fine, const char *check) {
    struct checker *const checker = checker_open(4);
    const struct checker_finding *const finding = checker_finding(checker);

    for (unsigned i = 0; i < stream.count; i++)
        cr_assert(checker_commit(checker, &stream.commits[i]) == (i < fine));
    cr_assert(checker_drained(checker) == (*check == '\0'));
    cr_assert_str_eq(finding->check ? finding->check : "", check);
    checker_close(checker);
}

Test(checker, drained) {
    expect_end(stream.count, "drained");
    add_return(10, 3, 0, 60);
    add_return(10, 3, RESPONSE_LANE, 50);
    expect_end(stream.count, "drained"); // no debt, but held
    add(COMMIT_COMPLETE, 10, 3, 0);
    expect_end(stream.count, "");
}

// Grant messages: what a block shows, clock by clock, beside the commits.
static struct shown {
    struct checker *checker;
    struct edge_in in; // of the next clock
    struct edge_out out;
    uint64_t cycle; // of the next clock
} shown;

static void close_shown(void) {
    checker_close(shown.checker);
}

static void open_shown(void) {
    close_shown();
    shown = (struct shown){
        .checker = checker_open(4), .in = {.grant_ready = 1}, .out = admitter_out_of_reset};
    cr_assert(shown.checker != NULL);
}

// The next clock breaks this check; or none and `check` is "".
static void show(const char *check) {
    const bool fine = checker_edge(shown.checker, &shown.in, &shown.out, shown.cycle);
    const bool written = shown.in.axi_awvalid;
    const struct checker_finding *const finding = checker_finding(shown.checker);

    cr_assert(fine == (finding->check == NULL));
    cr_assert_str_eq(fine ? "" : finding->check, check);
    if (!fine) {
        cr_assert(finding->commit.cycle == shown.cycle, "the clock of the finding");
        cr_assert(finding->text[0] != '\0', "a finding says why");
    }
    shown.cycle++;
    shown.in = (struct edge_in){.grant_ready = 1, .axi_bready = 1};
    shown.out.axi_bvalid = written; // the answer to what was given in this clock
}

static void show_clocks(unsigned clocks) {
    while (clocks--)
        show("");
}

static void show_not_ready(const char *check) {
    shown.in.grant_ready = 0;
    show(check);
}

static void configure_interval(uint32_t interval) {
    shown.in.axi_awvalid = shown.in.axi_wvalid = 1;
    shown.in.axi_awaddr = 4 * CONFIG_GRANT_INTERVAL;
    shown.in.axi_wdata = interval;
    shown.in.axi_wstrb = AXI_STROBES;
}

static void show_return(unsigned lane, uint32_t amount) {
    show("");
    cr_assert(checker_commit(shown.checker, add_return(10, 3, lane, amount)));
}

// An interval of 3 is in force; in clock 10, 60 have come back on HBM lane 0. An honest block has
// it told in clock 13 + DUE_TO_LOAD, and it is that clock now.
static void honest_until_due(void) {
    open_shown();
    begin_honest();
    for (unsigned i = 0; i < stream.count; i++)
        cr_assert(checker_commit(shown.checker, &stream.commits[i]));
    configure_interval(3);
    show_clocks(10);
    show_return(0, 60);
    show_clocks(2 + DUE_TO_LOAD);
}

static void load(uint32_t hbm, uint32_t response) {
    shown.out.grant_valid = 1;
    shown.out.grant_credit[0] = hbm;
    shown.out.grant_credit[RESPONSE_LANE] = response;
}

static void honest_until_loaded(void) {
    honest_until_due();
    load(60, 0);
}

// In the clock of the message something else comes back, which is to be told next.
static void honest_with_a_return(void) {
    honest_until_loaded();
    show_return(RESPONSE_LANE, 50);
}

Test(checker, message_held) {
    honest_until_loaded();
    show("");
    show_not_ready("");
    shown.out.grant_valid = 0;
    show_not_ready("message_held");

    honest_until_loaded();
    show("");
    shown.in.grant_ready = 0;
    show_return(RESPONSE_LANE, 50);
    shown.out.grant_credit[RESPONSE_LANE] = 50;
    show_not_ready("message_held"); // a newer message may not take this one's place

    honest_until_due();
    shown.out.grant_credit[0] = 60; // told, but no message
    show("message_held");
}

Test(checker, message_has_credit) {
    honest_until_loaded();
    show("");
    show("message_has_credit"); // taken, and again
}

Test(checker, message_exact) {
    static const uint32_t wrong[][2] = {{59, 0}, {61, 0}, {0, 0}, {60, 50}};

    for (unsigned i = 0; i < COUNT(wrong); i++) {
        honest_until_due();
        load(wrong[i][0], wrong[i][1]);
        show("message_exact");
    }
    honest_with_a_return(); // which is not in it
    shown.out.grant_valid = 0;
    show_clocks(2);
    load(60, 50);
    show("");
}

Test(checker, message_in_time) {
    honest_until_due();
    show("message_in_time");

    honest_with_a_return();
    for (unsigned clock = 0; clock < 10; clock++)
        show_not_ready("");
    shown.out.grant_valid = 0;
    show_clocks(2 + DUE_TO_LOAD);
    show("message_in_time");

    honest_with_a_return();
    shown.out.grant_valid = 0;
    shown.in.gap = 2 + DUE_TO_LOAD; // skipped clocks are clocks
    show("message_in_time");

    honest_with_a_return();
    shown.out.grant_valid = 0;
    configure_interval(0); // none, from the next clock on
    show_clocks(51);
}

// A return that is committed and not made, in a clock with a denial: the finding names the return.
Test(checker, debt_as_committed) {
    open_shown();
    shown.out.kind = DECISION_DENY;
    shown.out.return_kind[CLASS_HBM] = CHANNEL_RETURN;
    shown.out.return_id[CLASS_HBM] = 3;
    shown.out.hbm_lane = 2;
    shown.out.amount[CLASS_HBM] = 60;
    show("debt_as_committed");
    cr_assert(strstr(checker_finding(shown.checker)->text, "the return of reservation 3 is lost") !=
              NULL);

    open_shown();
    shown.out.kind = DECISION_GRANT;
    shown.out.tag = 9;
    shown.out.demand[CLASS_ATOMIC] = 7;
    show("debt_as_committed");
    cr_assert(strstr(checker_finding(shown.checker)->text,
                     "the grant of operation 9 is not charged") != NULL);

    open_shown();
    shown.out.debt[RESPONSE_LANE] = 1;
    show("debt_as_committed");
}

// The list of the tests of this file and of test_scoreboards.c is the list of checks.
Test(checker, every_check_has_its_test) {
    char names[1000];
    size_t length = 0;

    for (unsigned i = 0; i < checker_checks; i++)
        length +=
            (size_t)snprintf(names + length, sizeof names - length, "%s ", checker_check_name[i]);
    cr_assert_str_eq(
        names,
        "order_gap_free commits_in_order windows_first well_formed freed_by_last_return "
        "reset_voids reservation_unique granted_once repeat_is_held all_or_none within_window "
        "reject_never_fits deny_is_justified first_decision exact_return strays_are_stray "
        "complete_when_returned others_inert no_wrap conservation drained debt_as_committed "
        "message_held message_has_credit message_exact message_in_time decided_waits "
        "domain_in_order untried_first best_first aged_alone slots_bounded multiplier_as_written "
        "calibrated_exactly response_held write_answered read_answered tuned_in_turn read_exact ");
}
