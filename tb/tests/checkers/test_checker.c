// Every check is shown to bite: a short stream that is right, doctored in one place,
// and exactly one check named. And none of them bites where nothing is wrong.
#include <criterion/criterion.h>
#include <string.h>

#include "tb/tests/block/bench.h"
#include "tb/tests/block/mask.h"

enum { STREAM_MAX = 64 };

// A stream being written, with the debts that an honest block would show.
struct stream {
    struct commit commits[STREAM_MAX];
    unsigned count;
    uint64_t cycle;
    uint32_t window[LANES];
    uint32_t debt[LANES];
};

static struct commit *add(struct stream *stream, enum commit_kind kind, uint32_t op, uint16_t id,
                          unsigned mask) {
    struct commit *const commit = &stream->commits[stream->count];

    cr_assert(stream->count < STREAM_MAX);
    *commit = (struct commit){.order = stream->count,
                              .cycle = stream->cycle,
                              .time_ps = stream->cycle * 1000,
                              .op = op,
                              .reservation = id,
                              .mask = (uint16_t)mask,
                              .kind = kind};
    memcpy(commit->debt, stream->debt, sizeof commit->debt);
    stream->count++;
    return commit;
}

static struct commit *add_window(struct stream *stream, unsigned lane, uint32_t value) {
    struct commit *const commit = add(stream, COMMIT_WINDOW, 0, 0, 0);

    stream->window[lane] = value;
    memcpy(commit->d, stream->window, sizeof commit->d);
    return commit;
}

// A read of the first HBM lane: HBM and response components. With zero: an empty vector.
static struct commit *add_grant(struct stream *stream, uint32_t op, uint16_t id, uint32_t hbm,
                                uint32_t response) {
    struct commit *const commit =
        add(stream, COMMIT_GRANT, op, id, (hbm ? 1u : 0) | (response ? RESPONSE_BIT : 0u));

    commit->d[0] = hbm;
    commit->d[RESPONSE_LANE] = response;
    for (unsigned lane = 0; lane < LANES; lane++)
        commit->debt[lane] = stream->debt[lane] += commit->d[lane];
    return commit;
}

static struct commit *add_return(struct stream *stream, uint32_t op, uint16_t id, unsigned lane,
                                 uint32_t amount) {
    struct commit *const commit = add(stream, COMMIT_RETURN, op, id, 1u << lane);

    commit->d[lane] = amount;
    commit->debt[lane] = stream->debt[lane] -= amount;
    return commit;
}

static struct commit *add_refusal(struct stream *stream, enum commit_kind kind, uint32_t op,
                                  uint32_t hbm, uint32_t response, unsigned mask) {
    struct commit *const commit = add(stream, kind, op, 0, mask);

    commit->d[0] = hbm;
    commit->d[RESPONSE_LANE] = response;
    return commit;
}

// Windows of 100; operation 10 holds reservation 3 with 60 on HBM lane 0 and 50 on the response
// lane, since cycle 5. It is now cycle 20.
static struct stream honest(void) {
    struct stream stream = {.cycle = 0};

    for (unsigned lane = 0; lane < LANES; lane++)
        stream.window[lane] = 100;
    add_window(&stream, 0, 100);
    stream.cycle = 5;
    add_grant(&stream, 10, 3, 60, 50);
    stream.cycle = 20;
    return stream;
}

// The check that the stream breaks, or "". It must break with its last commit.
static const char *broken(const struct stream *stream) {
    static char name[64];
    struct checker *const checker = checker_open(4);

    cr_assert(checker != NULL);
    name[0] = '\0';
    for (unsigned i = 0; i < stream->count; i++) {
        const bool fine = checker_commit(checker, &stream->commits[i]);
        const struct checker_finding *const finding = checker_finding(checker);
        cr_assert(fine == (finding->check == NULL));
        if (fine)
            continue;
        cr_assert(finding->commit.order == stream->commits[i].order, "the finding's commit");
        cr_assert(finding->text[0] != '\0', "a finding says why");
        snprintf(name, sizeof name, "%s%s", finding->check,
                 i + 1 == stream->count ? "" : ", too early");
        break;
    }
    checker_close(checker);
    return name;
}

static void expect_check(const struct stream *stream, const char *check) {
    cr_assert_str_eq(broken(stream), check);
}

Test(checker, accepts_an_honest_stream) {
    struct stream stream = honest();

    add_refusal(&stream, COMMIT_DENY, 11, 50, 60, 1 | RESPONSE_BIT);
    stream.cycle++;
    add_refusal(&stream, COMMIT_DENY, 11, 30, 60, RESPONSE_BIT);
    stream.cycle++;
    add_window(&stream, RESPONSE_LANE, 110);
    add_grant(&stream, 11, 0, 30, 60);
    add_return(&stream, 10, 3, 0, 60);
    add_return(&stream, 10, 3, RESPONSE_LANE, 50);
    add(&stream, COMMIT_COMPLETE, 10, 3, 0);
    add(&stream, COMMIT_STRAY, 0, 3, 0);
    stream.cycle++;
    add_refusal(&stream, COMMIT_REJECT, 12, 101, 0, 1);
    add(&stream, COMMIT_STRAY, 11, 0, 1);           // taken up in the clock of the grant
    add(&stream, COMMIT_STRAY, 0, 3, RESPONSE_BIT); // not held any more
    add(&stream, COMMIT_STRAY, 11, 0, 0);
    stream.cycle++;
    add(&stream, COMMIT_STRAY, 11, 0, ATOMIC_BIT); // not used
    expect_check(&stream, "");
}

Test(checker, order_gap_free) {
    struct stream stream = honest();

    add_grant(&stream, 11, 0, 1, 0)->order++;
    expect_check(&stream, "order_gap_free");
    stream = honest();
    add_grant(&stream, 11, 0, 1, 0)->order--;
    expect_check(&stream, "order_gap_free");
    stream = (struct stream){.cycle = 0};
    add_window(&stream, 0, 100)->order = 1; // a run starts with 0
    expect_check(&stream, "order_gap_free");
}

Test(checker, commits_in_order) {
    static const struct {
        enum commit_kind kind;
        unsigned mask;
    } wrong[][2] = {
        {{COMMIT_RETURN, 1}, {COMMIT_WINDOW, 0}},
        {{COMMIT_RETURN, 1}, {COMMIT_DENY, 1}},
        {{COMMIT_DENY, 1}, {COMMIT_DENY, 1}},
        {{COMMIT_DENY, 1}, {COMMIT_CALIBRATE, 0}},
        {{COMMIT_WINDOW, 0}, {COMMIT_WINDOW, 0}},
        {{COMMIT_STRAY, 1}, {COMMIT_STRAY, 2}},
        {{COMMIT_STRAY, ATOMIC_BIT}, {COMMIT_STRAY, 1}},
        {{COMMIT_STRAY, RESPONSE_BIT}, {COMMIT_STRAY, ATOMIC_BIT}},
        {{COMMIT_STRAY, 0}, {COMMIT_STRAY, RESPONSE_BIT}},
        {{COMMIT_STRAY, 0}, {COMMIT_STRAY, 0}},
        {{COMMIT_STRAY, 0}, {COMMIT_RESET, 0}},
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct stream stream = honest();
        for (unsigned n = 0; n < 2; n++) {
            if (wrong[i][n].kind == COMMIT_RETURN)
                add_return(&stream, 10, 3, 0, 60);
            else if (wrong[i][n].kind == COMMIT_WINDOW)
                add_window(&stream, 1, 100);
            else if (wrong[i][n].kind == COMMIT_DENY)
                add_refusal(&stream, COMMIT_DENY, 11 + n, 41, 0, 1);
            else
                add(&stream, wrong[i][n].kind, 0, wrong[i][n].mask ? 1 : 0, wrong[i][n].mask);
        }
        expect_check(&stream, "commits_in_order");
    }
    struct stream stream = honest();
    stream.cycle = 4;
    add_window(&stream, 1, 100);
    expect_check(&stream, "commits_in_order");
    stream = honest();
    add_window(&stream, 1, 100)->time_ps = 4999;
    expect_check(&stream, "commits_in_order");
}

Test(checker, windows_first) {
    struct stream stream = {.cycle = 0};

    add_grant(&stream, 11, 0, 1, 0);
    expect_check(&stream, "windows_first");
    stream = honest();
    memset(stream.debt, 0, sizeof stream.debt);
    add(&stream, COMMIT_RESET, 0, 0, 0);
    add(&stream, COMMIT_STRAY, 0, 0, 0);
    expect_check(&stream, "windows_first");
    stream = honest();
    memset(stream.debt, 0, sizeof stream.debt);
    add(&stream, COMMIT_RESET, 0, 0, 0);
    stream.cycle++;
    add_window(&stream, 0, 100);
    expect_check(&stream, "windows_first");
}

Test(checker, well_formed) {
    struct stream stream = honest();
    add_grant(&stream, 11, 4, 1, 0); // of four
    expect_check(&stream, "well_formed");
    stream = honest();
    add(&stream, COMMIT_STRAY, 0, 65535, 0);
    expect_check(&stream, "well_formed");
    stream = honest();
    add_grant(&stream, 11, 0, 1, 0)->mask |= REFUSED_TABLE;
    expect_check(&stream, "well_formed");
    stream = honest();
    add_window(&stream, 0, 100)->mask = 1;
    expect_check(&stream, "well_formed");
    stream = honest();
    add_return(&stream, 10, 3, 0, 60)->mask |= RESPONSE_BIT;
    expect_check(&stream, "well_formed");
    stream = honest();
    add_return(&stream, 10, 3, 0, 60)->d[1] = 1;
    expect_check(&stream, "well_formed");
    stream = honest();
    add(&stream, COMMIT_STRAY, 0, 0, 3);
    expect_check(&stream, "well_formed");
    stream = honest();
    add(&stream, COMMIT_STRAY, 0, 0, 0)->d[0] = 1;
    expect_check(&stream, "well_formed");
}

Test(checker, freed_by_last_return) {
    struct stream stream = honest();

    add(&stream, COMMIT_STRAY, 10, 3, 0); // a second done: the first one is remembered
    stream.cycle++;
    add_return(&stream, 10, 3, 0, 60);
    stream.cycle++;
    add_return(&stream, 10, 3, RESPONSE_LANE, 50);
    struct stream right = stream;
    add(&right, COMMIT_COMPLETE, 10, 3, 0);
    right.cycle++;
    add_window(&right, 0, 100);
    expect_check(&right, "");
    stream.cycle++;
    add_window(&stream, 0, 100);
    expect_check(&stream, "freed_by_last_return");
}

Test(checker, reset_voids) {
    struct stream stream = honest();

    add(&stream, COMMIT_RESET, 0, 0, 0); // still shows the debt
    expect_check(&stream, "reset_voids");
    stream = honest();
    memset(stream.debt, 0, sizeof stream.debt);
    add(&stream, COMMIT_RESET, 0, 0, 0);
    add_window(&stream, 0, 100);
    stream.cycle += 10;
    add_grant(&stream, 11, 3, 100, 0); // its reservation is free, and the whole window
    expect_check(&stream, "");
}

Test(checker, reservation_unique) {
    struct stream stream = honest();

    add_grant(&stream, 11, 3, 1, 0);
    expect_check(&stream, "reservation_unique");
}

Test(checker, all_or_none) {
    struct stream stream = honest();
    add_grant(&stream, 11, 0, 10, 20)->debt[RESPONSE_LANE] -= 20; // one component not added
    expect_check(&stream, "all_or_none");
    stream = honest();
    add_grant(&stream, 11, 0, 10, 20)->debt[1] += 1; // another lane's debt
    expect_check(&stream, "all_or_none");
    stream = honest();
    add_grant(&stream, 11, 0, 10, 20)->mask = 1;
    expect_check(&stream, "all_or_none");
    stream = honest();
    add_grant(&stream, 11, 0, 10, 0)->mask |= 2;
    expect_check(&stream, "all_or_none");
}

Test(checker, within_window) {
    struct stream stream = honest();
    add_grant(&stream, 11, 0, 40, 50); // exact
    expect_check(&stream, "");
    stream = honest();
    add_grant(&stream, 11, 0, 41, 0);
    expect_check(&stream, "within_window");
    stream = honest();
    add_window(&stream, 0, 1); // below the debt of a lane that the grant does not use
    add_grant(&stream, 11, 0, 0, 50);
    expect_check(&stream, "");
}

Test(checker, reject_never_fits) {
    struct stream stream = honest();
    add_refusal(&stream, COMMIT_REJECT, 11, 101, 101, 1 | RESPONSE_BIT);
    expect_check(&stream, "");
    stream = honest();
    add_refusal(&stream, COMMIT_REJECT, 11, 101, 101, 1);
    expect_check(&stream, "reject_never_fits");
    stream = honest();
    add_refusal(&stream, COMMIT_REJECT, 11, 100, 0, 1);
    expect_check(&stream, "reject_never_fits");
    stream = honest();
    add_refusal(&stream, COMMIT_REJECT, 11, 100, 0, 0);
    expect_check(&stream, "reject_never_fits");
    stream = honest();
    add_refusal(&stream, COMMIT_REJECT, 11, 0, 0, 0); // unknown opcode
    expect_check(&stream, "");
}

Test(checker, deny_is_justified) {
    struct stream stream = honest();
    add_refusal(&stream, COMMIT_DENY, 11, 40, 51, RESPONSE_BIT | REFUSED_TABLE);
    expect_check(&stream, "");
    stream = honest();
    add_refusal(&stream, COMMIT_DENY, 11, 40, 51, 1 | RESPONSE_BIT); // 100 of 100 fits
    expect_check(&stream, "deny_is_justified");
    stream = honest();
    add_refusal(&stream, COMMIT_DENY, 11, 41, 51, RESPONSE_BIT);
    expect_check(&stream, "deny_is_justified");
    stream = honest();
    add_refusal(&stream, COMMIT_DENY, 11, 40, 50, 0);
    expect_check(&stream, "deny_is_justified");
    stream = honest();
    for (uint16_t id = 0; id < 3; id++) {
        add_grant(&stream, 20u + id, id, 0, 0);
        stream.cycle++;
    }
    add_refusal(&stream, COMMIT_DENY, 11, 41, 0, 1); // four of four are held
    expect_check(&stream, "deny_is_justified");
}

Test(checker, first_decision) {
    struct stream stream = honest();
    add_refusal(&stream, COMMIT_DENY, 11, 101, 0, 1);
    expect_check(&stream, "first_decision");
    stream = honest();
    add_refusal(&stream, COMMIT_DENY, 11, 41, 0, 1);
    stream.cycle++;
    struct stream shrinks = stream;
    add_refusal(&stream, COMMIT_DENY, 11, 41, 0, 1);
    expect_check(&stream, "first_decision");
    add_window(&shrinks, 0, 40);
    add_refusal(&shrinks, COMMIT_DENY, 11, 41, 0, 1 | REFUSED_TABLE);
    expect_check(&shrinks, "");
    shrinks.cycle++;
    add_refusal(&shrinks, COMMIT_REJECT, 11, 41, 0, 1);
    expect_check(&shrinks, "first_decision");
}

// Operations that wait are told apart.
Test(checker, first_decision_of_each_of_many) {
    struct stream stream = honest();
    for (uint32_t op = 0; op < SLOTS; op++, stream.cycle++)
        add_refusal(&stream, COMMIT_DENY, 100 + op, 41, 0, 1);
    struct stream again = stream, over = stream;
    add_return(&stream, 10, 3, 0, 60);
    stream.cycle++;
    add_grant(&stream, 105, 0, 41, 0); // leaves room for another
    stream.cycle++;
    add_refusal(&stream, COMMIT_DENY, 99, 60, 0, 1);
    expect_check(&stream, "");
    add_refusal(&again, COMMIT_DENY, 101, 41, 0, 1);
    expect_check(&again, "first_decision");
    add_refusal(&over, COMMIT_DENY, 99, 41, 0, 1); // one more than there are slots
    expect_check(&over, "first_decision");
}

// Operation 10 is through in cycle 21: a look-up may still find it in the clock after.
static struct stream honest_until_freed(unsigned later) {
    struct stream stream = honest();
    add_return(&stream, 10, 3, 0, 60);
    stream.cycle++;
    add_return(&stream, 10, 3, RESPONSE_LANE, 50);
    add(&stream, COMMIT_COMPLETE, 10, 3, 0);
    stream.cycle += later;
    return stream;
}

Test(checker, granted_once) {
    struct stream stream = honest();
    add_grant(&stream, 10, 0, 1, 0);
    expect_check(&stream, "granted_once");
    stream = honest_until_freed(1);
    add_grant(&stream, 10, 0, 1, 0);
    expect_check(&stream, "granted_once");
    stream = honest_until_freed(2);
    add_grant(&stream, 10, 0, 1, 0);
    expect_check(&stream, "");
}

Test(checker, repeat_is_held) {
    struct stream stream = honest();
    add(&stream, COMMIT_REPEAT, 10, 3, 0);
    expect_check(&stream, "");
    stream = honest();
    add(&stream, COMMIT_REPEAT, 10, 2, 0); // another reservation
    expect_check(&stream, "repeat_is_held");
    stream = honest();
    add(&stream, COMMIT_REPEAT, 11, 3, 0); // another operation
    expect_check(&stream, "repeat_is_held");
    stream = honest_until_freed(1);
    add(&stream, COMMIT_REPEAT, 10, 3, 0);
    expect_check(&stream, "");
    stream = honest_until_freed(2);
    add(&stream, COMMIT_REPEAT, 10, 3, 0);
    expect_check(&stream, "repeat_is_held");
}

Test(checker, exact_return) {
    struct stream stream = honest();
    add_return(&stream, 10, 3, 0, 59);
    expect_check(&stream, "exact_return");
    stream = honest();
    add_return(&stream, 10, 3, 1, 60); // another HBM lane
    expect_check(&stream, "exact_return");
    stream = honest();
    add_return(&stream, 10, 3, ATOMIC_LANE, 0); // not used
    expect_check(&stream, "exact_return");
    stream = honest();
    add_return(&stream, 0, 2, 0, 0); // not held
    expect_check(&stream, "exact_return");
    stream = honest();
    add_return(&stream, 11, 3, 0, 60); // another operation
    expect_check(&stream, "exact_return");
    stream = honest();
    add_return(&stream, 10, 3, 0, 60);
    stream.cycle++;
    add_return(&stream, 10, 3, 0, 60); // twice
    expect_check(&stream, "exact_return");
    for (unsigned later = 0; later < 3; later++) { // judged before it was held
        stream = honest();
        add_grant(&stream, 11, 0, 5, 0);
        stream.cycle += later;
        add_return(&stream, 11, 0, 0, 5);
        expect_check(&stream, later < 2 ? "exact_return" : "");
    }
}

Test(checker, strays_are_stray) {
    struct stream stream = honest();
    add(&stream, COMMIT_STRAY, 10, 3, 1);
    expect_check(&stream, "strays_are_stray");
    stream = honest();
    add(&stream, COMMIT_STRAY, 10, 3, 1 << 5); // from another partition: not a stray
    expect_check(&stream, "strays_are_stray");
    stream = honest();
    add_return(&stream, 10, 3, 0, 60);
    stream.cycle++;
    add(&stream, COMMIT_STRAY, 10, 3, 1);
    expect_check(&stream, "");
    add_return(&stream, 10, 3, RESPONSE_LANE, 50);
    stream.cycle++;
    add(&stream, COMMIT_STRAY, 10, 3, 0); // all is returned: only done is awaited
    expect_check(&stream, "strays_are_stray");
}

Test(checker, complete_when_returned) {
    struct stream stream = honest();
    add(&stream, COMMIT_COMPLETE, 10, 3, 0);
    expect_check(&stream, "complete_when_returned");
    stream = honest();
    add(&stream, COMMIT_COMPLETE, 0, 1, 0); // not held
    expect_check(&stream, "complete_when_returned");
    stream = honest();
    add_return(&stream, 10, 3, 0, 60);
    add_return(&stream, 10, 3, RESPONSE_LANE, 50);
    struct stream twice = stream;
    add(&stream, COMMIT_COMPLETE, 11, 3, 0); // another operation
    expect_check(&stream, "complete_when_returned");
    add(&twice, COMMIT_COMPLETE, 10, 3, 0);
    expect_check(&twice, "");
    add(&twice, COMMIT_COMPLETE, 10, 3, 0);
    expect_check(&twice, "complete_when_returned");
}

Test(checker, others_inert) {
    static const enum commit_kind kinds[] = {COMMIT_WINDOW, COMMIT_DENY,     COMMIT_REJECT,
                                             COMMIT_STRAY,  COMMIT_COMPLETE, COMMIT_CALIBRATE,
                                             COMMIT_REPEAT};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct stream stream = honest();
        struct commit *commit;
        switch (kinds[i]) {
        case COMMIT_WINDOW:
            commit = add_window(&stream, 0, 100);
            break;
        case COMMIT_DENY:
            commit = add_refusal(&stream, COMMIT_DENY, 11, 41, 0, 1);
            break;
        case COMMIT_REPEAT:
            commit = add(&stream, COMMIT_REPEAT, 10, 3, 0);
            break;
        case COMMIT_COMPLETE:
            add_grant(&stream, 11, 0, 0, 0);
            stream.cycle += 10;
            commit = add(&stream, COMMIT_COMPLETE, 11, 0, 0);
            break;
        default:
            commit = add(&stream, kinds[i], 0, 0, 0);
            break;
        }
        expect_check(&stream, "");
        commit->debt[4] = 1;
        expect_check(&stream, "others_inert");
    }
    struct stream stream = {.debt = {1}}; // a run starts without debt
    add_window(&stream, 0, 100);
    expect_check(&stream, "others_inert");
}

Test(checker, no_wrap) {
    struct stream stream = honest();
    add_window(&stream, 0, UINT32_MAX); // would admit a saturated demand
    expect_check(&stream, "no_wrap");
    stream = honest();
    add_window(&stream, 0, UINT32_MAX - 1);
    stream.cycle++;
    add_grant(&stream, 11, 0, UINT32_MAX - 50, 0); // 60 more than there is, and wrapped
    expect_check(&stream, "no_wrap");
    stream = honest();
    add_return(&stream, 10, 3, 0, 60)->debt[0] = UINT32_MAX;
    expect_check(&stream, "no_wrap");
}

Test(checker, conservation) {
    struct stream stream = honest();
    add_return(&stream, 10, 3, 0, 60)->debt[0] = 1; // said 60, took 59
    expect_check(&stream, "conservation");
    stream = honest();
    add_return(&stream, 10, 3, 0, 60)->debt[RESPONSE_LANE] -= 1; // took from another lane too
    expect_check(&stream, "conservation");
}

Test(checker, drained) {
    struct stream stream = honest();
    struct checker *checker = checker_open(4);

    for (unsigned i = 0; i < stream.count; i++)
        cr_assert(checker_commit(checker, &stream.commits[i]));
    cr_assert(!checker_drained(checker));
    cr_assert_str_eq(checker_finding(checker)->check, "drained");
    checker_close(checker);

    add_return(&stream, 10, 3, 0, 60);
    add_return(&stream, 10, 3, RESPONSE_LANE, 50);
    checker = checker_open(4);
    for (unsigned i = 0; i < stream.count; i++)
        cr_assert(checker_commit(checker, &stream.commits[i]));
    cr_assert(!checker_drained(checker)); // no debt, but held
    checker_close(checker);

    add(&stream, COMMIT_COMPLETE, 10, 3, 0);
    checker = checker_open(4);
    for (unsigned i = 0; i < stream.count; i++)
        cr_assert(checker_commit(checker, &stream.commits[i]));
    cr_assert(checker_drained(checker));
    cr_assert(checker_finding(checker)->check == NULL);
    checker_close(checker);
}

Test(checker, keeps_the_first_finding) {
    struct stream stream = honest();
    struct checker *const checker = checker_open(4);

    add_grant(&stream, 11, 3, 1, 0);
    add(&stream, COMMIT_STRAY, 0, 65535, 0);
    for (unsigned i = 0; i < stream.count; i++)
        cr_assert(checker_commit(checker, &stream.commits[i]) == (i < 2));
    cr_assert(!checker_drained(checker));
    cr_assert_str_eq(checker_finding(checker)->check, "reservation_unique");
    checker_close(checker);
}

// Grant messages: what a block shows, clock by clock, beside the commits. An interval of 3 is in
// force; in clock 10, 60 have come back on HBM lane 0. An honest block has it told in clock 13, and
// it is clock 13 now.
struct shown {
    struct checker *checker;
    struct edge_in in; // of the next clock
    struct edge_out out;
    uint64_t cycle; // of the next clock
};

// The check that the next clock breaks, or "".
static const char *show(struct shown *shown) {
    const bool fine = checker_edge(shown->checker, &shown->in, &shown->out, shown->cycle);
    const bool written = shown->in.axi_awvalid;
    const struct checker_finding *const finding = checker_finding(shown->checker);

    cr_assert(fine == (finding->check == NULL));
    if (!fine) {
        cr_assert(finding->commit.cycle == shown->cycle, "the clock of the finding");
        cr_assert(finding->text[0] != '\0', "a finding says why");
    }
    shown->cycle++;
    shown->in = (struct edge_in){.grant_ready = 1, .axi_bready = 1};
    shown->out.axi_bvalid = written; // the answer to what was given in this clock
    return fine ? "" : finding->check;
}

static void configure_interval(struct shown *shown, uint32_t interval) {
    shown->in.axi_awvalid = shown->in.axi_wvalid = 1;
    shown->in.axi_awaddr = 4 * CONFIG_GRANT_INTERVAL;
    shown->in.axi_wdata = interval;
    shown->in.axi_wstrb = AXI_STROBES;
}

static void show_return(struct shown *shown, struct stream *stream, unsigned lane,
                        uint32_t amount) {
    cr_assert_str_eq(show(shown), "");
    cr_assert(checker_commit(shown->checker, add_return(stream, 10, 3, lane, amount)));
}

static struct shown honest_until_due(struct stream *stream) {
    struct shown shown = {
        .checker = checker_open(4), .in = {.grant_ready = 1}, .out = admitter_out_of_reset};

    cr_assert(shown.checker != NULL);
    *stream = honest();
    for (unsigned i = 0; i < stream->count; i++)
        cr_assert(checker_commit(shown.checker, &stream->commits[i]));
    configure_interval(&shown, 3);
    while (shown.cycle < 10)
        cr_assert_str_eq(show(&shown), "");
    show_return(&shown, stream, 0, 60);
    while (shown.cycle < 13)
        cr_assert_str_eq(show(&shown), "");
    return shown;
}

static void load(struct shown *shown, uint32_t hbm, uint32_t response) {
    shown->out.grant_valid = 1;
    shown->out.grant_credit[0] = hbm;
    shown->out.grant_credit[RESPONSE_LANE] = response;
}

Test(checker, message_held) {
    struct stream stream;
    struct shown shown = honest_until_due(&stream);

    load(&shown, 60, 0);
    cr_assert_str_eq(show(&shown), "");
    shown.in.grant_ready = 0;
    cr_assert_str_eq(show(&shown), "");
    shown.in.grant_ready = 0;
    shown.out.grant_valid = 0;
    cr_assert_str_eq(show(&shown), "message_held");
    checker_close(shown.checker);

    shown = honest_until_due(&stream);
    load(&shown, 60, 0);
    cr_assert_str_eq(show(&shown), "");
    shown.in.grant_ready = 0;
    show_return(&shown, &stream, RESPONSE_LANE, 50);
    shown.out.grant_credit[RESPONSE_LANE] = 50;
    shown.in.grant_ready = 0; // a newer message may not take this one's place
    cr_assert_str_eq(show(&shown), "message_held");
    checker_close(shown.checker);

    shown = honest_until_due(&stream);
    shown.out.grant_credit[0] = 60; // told, but no message
    cr_assert_str_eq(show(&shown), "message_held");
    checker_close(shown.checker);
}

Test(checker, message_has_credit) {
    struct stream stream;
    struct shown shown = honest_until_due(&stream);

    load(&shown, 60, 0);
    cr_assert_str_eq(show(&shown), "");
    cr_assert_str_eq(show(&shown), "message_has_credit"); // taken, and again
    checker_close(shown.checker);
}

Test(checker, message_exact) {
    static const uint32_t wrong[][2] = {{59, 0}, {61, 0}, {0, 0}, {60, 50}};
    struct stream stream;

    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct shown shown = honest_until_due(&stream);
        load(&shown, wrong[i][0], wrong[i][1]);
        cr_assert_str_eq(show(&shown), "message_exact");
        checker_close(shown.checker);
    }
    // A return of the clock of loading is not in it.
    struct shown shown = honest_until_due(&stream);
    load(&shown, 60, 0);
    show_return(&shown, &stream, RESPONSE_LANE, 50);
    shown.out.grant_valid = 0;
    for (unsigned clock = 0; clock < 2; clock++)
        cr_assert_str_eq(show(&shown), "");
    load(&shown, 60, 50);
    cr_assert_str_eq(show(&shown), "");
    checker_close(shown.checker);
}

Test(checker, message_in_time) {
    struct stream stream;
    struct shown shown = honest_until_due(&stream);

    cr_assert_str_eq(show(&shown), "message_in_time");
    checker_close(shown.checker);

    shown = honest_until_due(&stream);
    load(&shown, 60, 0);
    show_return(&shown, &stream, RESPONSE_LANE, 50);
    for (unsigned clock = 0; clock < 10; clock++) { // held up
        shown.in.grant_ready = 0;
        cr_assert_str_eq(show(&shown), "");
    }
    shown.out.grant_valid = 0;
    for (unsigned clock = 0; clock < 2; clock++)
        cr_assert_str_eq(show(&shown), "");
    cr_assert_str_eq(show(&shown), "message_in_time");
    checker_close(shown.checker);

    shown = honest_until_due(&stream);
    load(&shown, 60, 0);
    show_return(&shown, &stream, RESPONSE_LANE, 50);
    shown.out.grant_valid = 0;
    shown.in.gap = 2; // skipped clocks are clocks
    cr_assert_str_eq(show(&shown), "message_in_time");
    checker_close(shown.checker);

    shown = honest_until_due(&stream);
    load(&shown, 60, 0);
    show_return(&shown, &stream, RESPONSE_LANE, 50);
    shown.out.grant_valid = 0;
    configure_interval(&shown, 0); // none, from the next clock on
    cr_assert_str_eq(show(&shown), "");
    for (unsigned clock = 0; clock < 50; clock++)
        cr_assert_str_eq(show(&shown), "");
    checker_close(shown.checker);
}

Test(checker, messages_start_anew_after_a_reset) {
    struct stream stream;
    struct shown shown = honest_until_due(&stream);

    load(&shown, 60, 0);
    cr_assert_str_eq(show(&shown), "");
    shown.in = (struct edge_in){.reset = 1};
    shown.out = admitter_out_of_reset;
    for (unsigned clock = 0; clock < 20; clock++)
        cr_assert_str_eq(show(&shown), "");
    load(&shown, 60, 0); // of before the reset
    cr_assert_str_eq(show(&shown), "message_has_credit");
    checker_close(shown.checker);

    shown = honest_until_due(&stream);
    load(&shown, 60, 0);
    cr_assert_str_eq(show(&shown), "");
    shown.in.reset = 1; // and shown.out still has the message
    cr_assert_str_eq(show(&shown), "message_has_credit");
    checker_close(shown.checker);
}

static struct shown shown_first(void) {
    return (struct shown){
        .checker = checker_open(4), .in = {.grant_ready = 1}, .out = admitter_out_of_reset};
}

// A return that is committed and not made, in a clock with a denial: the finding names the return.
Test(checker, debt_as_committed) {
    struct shown shown = shown_first();
    shown.out.kind = DECISION_DENY;
    shown.out.return_kind[CLASS_HBM] = CHANNEL_RETURN;
    shown.out.return_id[CLASS_HBM] = 3;
    shown.out.hbm_lane = 2;
    shown.out.amount[CLASS_HBM] = 60;
    cr_assert_str_eq(show(&shown), "debt_as_committed");
    cr_assert(strstr(checker_finding(shown.checker)->text, "the return of reservation 3 is lost"));
    checker_close(shown.checker);

    shown = shown_first();
    shown.out.kind = DECISION_GRANT;
    shown.out.tag = 9;
    shown.out.demand[CLASS_ATOMIC] = 7;
    cr_assert_str_eq(show(&shown), "debt_as_committed");
    cr_assert(
        strstr(checker_finding(shown.checker)->text, "the grant of operation 9 is not charged"));
    checker_close(shown.checker);

    shown = shown_first();
    shown.out.debt[RESPONSE_LANE] = 1;
    cr_assert_str_eq(show(&shown), "debt_as_committed");
    checker_close(shown.checker);
}

// The list of this file's tests is the list of checks.
Test(checker, every_check_has_its_test) {
    static const char *const tested[] = {"order_gap_free",
                                         "commits_in_order",
                                         "windows_first",
                                         "well_formed",
                                         "freed_by_last_return",
                                         "reset_voids",
                                         "reservation_unique",
                                         "granted_once",
                                         "repeat_is_held",
                                         "all_or_none",
                                         "within_window",
                                         "reject_never_fits",
                                         "deny_is_justified",
                                         "first_decision",
                                         "exact_return",
                                         "strays_are_stray",
                                         "complete_when_returned",
                                         "others_inert",
                                         "no_wrap",
                                         "conservation",
                                         "drained",
                                         "debt_as_committed",
                                         "message_held",
                                         "message_has_credit",
                                         "message_exact",
                                         "message_in_time",
                                         "decided_waits",
                                         "domain_in_order",
                                         "untried_first",
                                         "best_first",
                                         "aged_alone",
                                         "slots_bounded",
                                         "multiplier_as_written",
                                         "calibrated_exactly",
                                         "response_held",
                                         "write_answered",
                                         "read_answered",
                                         "tuned_in_turn",
                                         "read_exact"};

    cr_assert(checker_checks == sizeof tested / sizeof *tested, "%u checks", checker_checks);
    for (unsigned i = 0; i < checker_checks; i++)
        cr_assert_str_eq(checker_check_name[i], tested[i]);
}
