// Every rule of tb/block/check is shown to bite: each row of the table is a run of the golden model
// that is true but for one clock, in which the view hears something wrong. The rule finds it, and
// no rule has found anything before. Runs without a lie have no finding.
#include <criterion/criterion.h>
#include <string.h>

#include "tb/block/check/check.h"
#include "tb/block/coverage/coverage.h"
#include "tb/block/view/map.h"
#include "tb/block/view/parts.h"
#include "tb/tests/block/drawn.h"

static const struct path_size USUAL = {8, 1, 1, 32, 128, 40, 32, 4, 16, 24};
static const struct path_size NARROW = {8, 2, 2, 8, 16, 20, 8, 2, 6, 6};

// Clocks: before settings, before a lie, in all, up to its finding.
enum { SET_UP = 20, BEGIN = 400, CLOCKS = 60000, LATE = 40 };

enum { PLAIN, ALONE, TOLD, TUNED, CALIBRATED }; // the whole block, the path alone, settings

struct lie {
    const char *rule, *profile;
    unsigned settings;
    bool early; // told before the view has entered the clock
    // If the situation is there, it changes what `out` shows.
    bool (*tell)(const struct view *view, struct block_out *out);
};

// --- what is told -------------------------------------------------------------------------------

#define LIE(name) static bool name(const struct view *view, struct block_out *out)

static bool is(const struct view *view, const struct block_out *out, enum path_kind kind) {
    return view->seen_reset && out->path.trace_kind == kind;
}

static void say_nothing(struct block_out *out) {
    struct path_out *path = &out->path;
    path->trace_kind = path->decision_kind = 0;
    path->trace_tag = path->decision_tag = path->trace_mask = 0;
    path->trace_handle = path->decision_handle = path->trace_stage = path->trace_response = 0;
}

static void say_grant(const struct view *view, struct block_out *out, const struct view_op *op) {
    struct path_out *path = &out->path;
    unsigned id = 0;
    while (id + 1u < view->size.depth && view->held[id].held)
        id++;
    path->trace_kind = PATH_GRANT;
    path->decision_kind = 1;
    path->trace_tag = path->decision_tag = op->tag;
    path->trace_mask = op->lanes;
    path->trace_stage = op->demand[0];
    path->trace_response = op->demand[1];
    path->trace_handle = path->decision_handle =
        ((uint32_t)view->epoch << view->size.gen_w | view->generation[id])
            << path_id_w(&view->size) |
        id;
}

// Grants, in a clock without a commit, somebody who fits and is no candidate for that reason.
static bool grant_one(const struct view *view, struct block_out *out, enum view_why why) {
    for (unsigned i = 0; is(view, out, PATH_NONE) && i < view->size.slots; i++)
        if (view->op[i].taken && !view->op[i].rejects && view->op[i].lacks == 0 &&
            view->op[i].clock + 2 < view->clock && view->why[i] == why) {
            say_grant(view, out, &view->op[i]);
            return true;
        }
    return false;
}

LIE(grant_without_room) {
    const struct view_op *op = view_waiting(view, out->path.trace_tag);
    if (is(view, out, PATH_DENY) && op)
        say_grant(view, out, op);
    return is(view, out, PATH_GRANT) && op && op->lacks;
}

LIE(deny_of_other_lanes) {
    out->path.trace_mask ^= is(view, out, PATH_DENY) ? 6 : 0;
    return is(view, out, PATH_DENY);
}

LIE(deny_of_what_fits) {
    if (!is(view, out, PATH_GRANT))
        return false;
    out->path.trace_kind = PATH_DENY;
    out->path.decision_kind = 0;
    return true;
}

LIE(grant_of_nobody) {
    out->path.trace_tag ^= is(view, out, PATH_GRANT) ? 1 << 20 : 0;
    return is(view, out, PATH_GRANT);
}

LIE(reject_of_what_is_legal) {
    if (!is(view, out, PATH_GRANT))
        return false;
    out->path.trace_kind = PATH_REJECT;
    return true;
}

LIE(charged_more) {
    out->path.trace_stage += is(view, out, PATH_GRANT);
    return is(view, out, PATH_GRANT);
}

LIE(response_charged_less) {
    const bool here = is(view, out, PATH_GRANT) && out->path.trace_response;
    out->path.trace_response -= here;
    return here;
}

LIE(no_decision) {
    out->path.decision_kind = 0;
    return is(view, out, PATH_GRANT);
}

LIE(the_worse_first) {
    const struct view_op *best = view_waiting(view, out->path.trace_tag);
    for (unsigned i = 0; is(view, out, PATH_GRANT) && best && i < view->size.slots; i++)
        if (&view->op[i] != best && view->why[i] == VIEW_CANDIDATE && !view->op[i].rejects &&
            view->op[i].lacks == 0) {
            say_grant(view, out, &view->op[i]);
            return true;
        }
    return false;
}

LIE(nothing_decided) {
    const bool here = is(view, out, PATH_GRANT);
    if (here)
        say_nothing(out);
    return here;
}

LIE(before_it_was_compared) {
    return grant_one(view, out, VIEW_STANDS_NOT);
}
LIE(refused_twice) {
    for (unsigned i = 0; is(view, out, PATH_NONE) && i < view->size.slots; i++) {
        const struct view_op *op = &view->op[i];
        if (!op->taken || op->refused + 1 != view->clock || !op->lacks)
            continue;
        out->path.trace_kind = PATH_DENY;
        out->path.trace_tag = op->tag;
        out->path.trace_mask = op->lacks;
        out->path.trace_stage = op->demand[0];
        out->path.trace_response = op->demand[1];
        return true;
    }
    return false;
}
LIE(behind_a_refusal) {
    return grant_one(view, out, VIEW_REFUSAL);
}
LIE(behind_the_aged) {
    return grant_one(view, out, VIEW_AGED);
}
LIE(in_a_pause) {
    return grant_one(view, out, VIEW_PAUSED);
}

LIE(out_of_its_domain) {
    for (unsigned i = 0; is(view, out, PATH_NONE) && i < view->size.slots; i++)
        for (unsigned j = 0; view->op[i].taken && view->op[i].domain && j < view->size.slots; j++)
            if (view->op[j].taken && view->op[j].domain == view->op[i].domain &&
                view->op[j].order < view->op[i].order && !view->op[i].rejects) {
                say_grant(view, out, &view->op[i]);
                return true;
            }
    return false;
}

LIE(another_generation) {
    out->path.trace_handle ^= is(view, out, PATH_GRANT) ? view->size.depth : 0;
    return is(view, out, PATH_GRANT);
}

LIE(an_id_that_is_held) {
    for (unsigned id = 0; is(view, out, PATH_GRANT) && id < view->size.depth; id++)
        if (view->held[id].held) {
            out->path.trace_handle = out->path.decision_handle = view->held[id].handle;
            return true;
        }
    return false;
}

static int channel_with(const struct view *view, const struct block_out *out, unsigned kind) {
    for (unsigned k = 0; k < path_channels(&view->size); k++)
        if (out->path.return_kind[k] == kind)
            return (int)k;
    return -1;
}

LIE(a_return_is_lost) {
    const int k = channel_with(view, out, RETURN_BACK);
    if (k < 0)
        return false;
    out->path.return_kind[k] = out->path.return_lane[k] = 0;
    out->path.return_handle[k] = out->path.return_amount[k] = 0;
    return true;
}

LIE(a_return_from_nowhere) {
    for (unsigned id = 0; out->path.return_kind[0] == 0 && id < view->size.depth; id++)
        if (view->held[id].held && view->held[id].owes & 1 &&
            view->held[id].clock + 3 < view->clock) {
            out->path.return_kind[0] = RETURN_BACK;
            out->path.return_handle[0] = view->held[id].handle;
            out->path.return_lane[0] = view->held[id].lane[0];
            out->path.return_amount[0] = view->held[id].amount[0];
            return true;
        }
    return false;
}

LIE(a_return_is_called_stray) {
    const int k = channel_with(view, out, RETURN_BACK);
    if (k >= 0)
        out->path.return_kind[k] = RETURN_STRAY;
    return k >= 0;
}

LIE(a_stray_returns) {
    const int k = channel_with(view, out, RETURN_STRAY);
    if (k >= 0)
        out->path.return_kind[k] = RETURN_BACK;
    return k >= 0;
}

LIE(a_late_is_called_stray) {
    const int k = channel_with(view, out, RETURN_LATE);
    if (k >= 0)
        out->path.return_kind[k] = RETURN_STRAY;
    return k >= 0;
}

LIE(returned_to_another_lane) {
    out->path.return_lane[0] ^= out->path.return_kind[0] == RETURN_BACK;
    return view->seen_reset && out->path.return_kind[0] == RETURN_BACK;
}

LIE(returned_less) {
    const bool here = view->seen_reset && out->path.return_amount[0] > 0;
    out->path.return_amount[0] -= here;
    return here;
}

LIE(not_freed) {
    for (unsigned k = 0; k < path_channels(&view->size); k++)
        if (out->path.free_valid[k]) {
            out->path.free_valid[k] = false;
            out->path.free_handle[k] = 0;
            return true;
        }
    return false;
}

LIE(freed_too_early) {
    for (unsigned id = 0; id < view->size.depth; id++)
        if (view->held[id].held && view->held[id].owes && !out->path.free_valid[0]) {
            out->path.free_valid[0] = true;
            out->path.free_handle[0] = view->held[id].handle;
            return true;
        }
    return false;
}

LIE(an_answer_out_of_reset) {
    out->path.answer_kind = view->after_reset ? ANSWER_WAITS : out->path.answer_kind;
    return view->after_reset;
}

LIE(ready_of_a_full_group) {
    for (unsigned g = 0; g < PATH_GROUPS; g++)
        if (view->in_group[g] == view_share(view, g)) {
            out->path.op_ready[g][0] = true;
            return true;
        }
    return false;
}

LIE(an_idle_lane_is_shut) {
    unsigned count[PATH_GROUPS][PATH_LANES];
    view_classes(view, count);
    const bool here = out->path.op_ready[1][2] && count[1][2] == 0;
    out->path.op_ready[1][2] = out->path.op_ready[1][2] && !here;
    return here;
}

LIE(a_full_place_is_ready) {
    for (unsigned p = 0; p < view->size.hbm; p++)
        if (view->places[p] == 2) {
            out->path.hbm_ready[p] = true;
            return true;
        }
    return false;
}

LIE(done_is_refused) {
    out->path.done_ready = view->after_reset && out->path.done_ready;
    return !view->after_reset;
}

LIE(no_answer) {
    const bool here = view->seen_reset && out->path.answer_kind;
    out->path.answer_kind = 0;
    return here;
}

LIE(held_is_told_to_wait) {
    if (!view->seen_reset || out->path.answer_kind != ANSWER_HELD)
        return false;
    out->path.answer_kind = ANSWER_WAITS;
    return true;
}

LIE(a_quiet_block_moves) {
    const bool here = out->quiet && view->out_before->quiet && !view->in_before->path.op_valid &&
                      !view->in_before->axi_awvalid && !view->in_before->axi_wvalid &&
                      !view->in_before->axi_arvalid;
    out->message_epoch ^= here;
    return here;
}

LIE(quiet_in_a_write) {
    out->quiet = out->quiet || view->bus.address_full;
    return view->bus.address_full;
}

LIE(another_window) {
    const bool here = is(view, out, PATH_WINDOW) && view->tuned == 0 && view->calibrated == 0 &&
                      out->path.trace_stage > 0;
    out->path.trace_stage -= here;
    return here;
}

static bool say_window(struct block_out *out) {
    out->path.trace_kind = PATH_WINDOW;
    out->path.trace_mask = 1;
    out->path.trace_stage = 5;
    return true;
}

LIE(a_window_by_itself) {
    return is(view, out, PATH_NONE) && view->tuned == 0 && view->calibrated == 0 && say_window(out);
}

LIE(no_window) {
    const bool here = is(view, out, PATH_WINDOW);
    if (here)
        say_nothing(out);
    return here;
}

LIE(windows_in_a_row) {
    return is(view, out, PATH_NONE) && view->window_clock + 2 == view->clock && say_window(out);
}

LIE(a_jump) {
    const bool here = is(view, out, PATH_WINDOW) && !view->bus.performed;
    out->path.trace_stage *= here ? 8 : 1;
    return here;
}

static bool new_message(const struct view *view, const struct block_out *out) {
    return out->message_valid &&
           (!view->out_before->message_valid || view->in_before->message_ready);
}

LIE(credit_too_much) {
    const bool here = new_message(view, out);
    out->message_credit[0] += here;
    return here;
}

LIE(a_message_of_another_epoch) {
    const bool here = new_message(view, out);
    out->message_epoch ^= here;
    return here;
}

LIE(a_message_changes) {
    const bool here = out->message_valid && !new_message(view, out);
    out->message_credit[1] += here;
    return here;
}

LIE(a_message_too_soon) {
    const bool here = view->message_clock && !out->message_valid && !view->bus.performed &&
                      view->clock - view->message_clock < 10;
    if (here)
        memcpy(out->message_credit, view->credit_before, sizeof out->message_credit);
    out->message_valid = out->message_valid || here;
    return here;
}

LIE(quiet_before_it_is_told) {
    out->quiet = out->quiet || view_untold(view);
    return view_untold(view);
}

LIE(no_place_for_an_address) {
    const bool here = !view->after_reset && out->axi_awready;
    out->axi_awready = false;
    return here;
}

LIE(an_answer_is_withdrawn) {
    const bool here = view->out_before->axi_bvalid && !view->in_before->axi_bready;
    out->axi_bvalid = out->axi_bvalid && !here;
    return here;
}

LIE(read_data_changes) {
    const bool here = out->axi_rvalid && view->out_before->axi_rvalid;
    out->axi_rdata ^= here;
    return here;
}

LIE(refused_for_nothing) {
    const bool here = view->bus.answered && out->axi_bresp == 0 && view->bus.address < 0x830;
    out->axi_bresp = here ? 2 : out->axi_bresp;
    return here;
}

LIE(bad_value_is_taken) {
    const bool here = view->bus.answered && out->axi_bresp != 0;
    out->axi_bresp = here ? 0 : out->axi_bresp;
    return here;
}

LIE(no_answer_to_a_write) {
    const bool here = view->bus.performed && out->axi_bvalid && view->bus.address > 0x82c;
    out->axi_bvalid = out->axi_bvalid && !here;
    return here;
}

LIE(answered_before_its_window) {
    const bool here = view->bus.performed && !out->axi_bvalid && view->bus.address < 0x100 &&
                      view->bus.performed_at + 2 <= view->clock;
    out->axi_bvalid = out->axi_bvalid || here;
    return here;
}

static bool read_now(const struct view *view, const struct block_out *out) {
    return out->axi_rvalid && !view->out_before->axi_rvalid && view->bus.reading;
}

LIE(a_count_too_many) {
    const bool here = read_now(view, out) && view->bus.read_known && out->axi_rresp == 0;
    out->axi_rdata += here;
    return here;
}

LIE(a_register_from_nowhere) {
    const bool here = read_now(view, out) && out->axi_rresp != 0;
    out->axi_rresp = here ? 0 : out->axi_rresp;
    return here;
}

static const struct lie LIES[] = {
    {"admission", "tight", PLAIN, false, grant_without_room},
    {"admission", "tight", PLAIN, false, deny_of_other_lanes},
    {"admission", "busy", PLAIN, false, deny_of_what_fits},
    {"admission", "busy", PLAIN, false, grant_of_nobody},
    {"admission", "busy", PLAIN, false, reject_of_what_is_legal},
    {"demand", "busy", PLAIN, false, charged_more},
    {"demand", "busy", ALONE, false, response_charged_less},
    {"decision", "busy", PLAIN, false, no_decision},
    {"order", "flow", PLAIN, false, the_worse_first},
    {"work", "stream", PLAIN, false, nothing_decided},
    {"choice", "flow", PLAIN, false, before_it_was_compared},
    {"choice", "tight", ALONE, false, refused_twice},
    {"refusal", "flow", PLAIN, false, behind_a_refusal},
    {"starvation", "aged", ALONE, false, behind_the_aged},
    {"pause", "busy", ALONE, false, in_a_pause},
    {"domain", "busy", PLAIN, false, out_of_its_domain},
    {"handle", "busy", PLAIN, false, another_generation},
    {"handle", "busy", PLAIN, false, an_id_that_is_held},
    {"completion", "busy", PLAIN, false, a_return_is_lost},
    {"completion", "busy", PLAIN, false, a_return_from_nowhere},
    {"return", "busy", PLAIN, false, a_return_is_called_stray},
    {"return", "idle", PLAIN, false, a_stray_returns},
    {"return", "idle", PLAIN, false, a_late_is_called_stray},
    {"return", "busy", PLAIN, false, returned_to_another_lane},
    {"return", "busy", PLAIN, false, returned_less},
    {"free", "busy", PLAIN, false, not_freed},
    {"free", "busy", PLAIN, false, freed_too_early},
    {"reset", "resets", PLAIN, false, an_answer_out_of_reset},
    {"class", "busy", PLAIN, false, ready_of_a_full_group},
    {"class", "busy", PLAIN, false, an_idle_lane_is_shut},
    {"port", "stream", ALONE, false, a_full_place_is_ready},
    {"port", "busy", PLAIN, false, done_is_refused},
    {"answer", "table", PLAIN, false, no_answer},
    {"answer", "table", PLAIN, false, held_is_told_to_wait},
    {"quiet", "idle", PLAIN, false, a_quiet_block_moves},
    {"quiet", "busy", PLAIN, false, quiet_in_a_write},
    {"window", "tight", PLAIN, false, another_window},
    {"window", "idle", PLAIN, false, a_window_by_itself},
    {"window", "busy", ALONE, false, no_window},
    {"window", "busy", ALONE, false, another_window},
    {"spacing", "busy", PLAIN, false, windows_in_a_row},
    {"tuning", "stream", TUNED, false, a_jump},
    {"calibration", "stream", CALIBRATED, false, a_jump},
    {"credit", "stream", TOLD, false, credit_too_much},
    {"credit", "stream", TOLD, false, a_message_of_another_epoch},
    {"waits", "stream", TOLD, false, a_message_changes},
    {"interval", "stream", TOLD, true, a_message_too_soon},
    {"told", "stream", TOLD, false, quiet_before_it_is_told},
    {"handshake", "busy", PLAIN, false, no_place_for_an_address},
    {"handshake", "busy", PLAIN, false, an_answer_is_withdrawn},
    {"handshake", "busy", PLAIN, false, read_data_changes},
    {"slverr", "busy", PLAIN, false, refused_for_nothing},
    {"slverr", "busy", PLAIN, false, bad_value_is_taken},
    {"clock", "busy", PLAIN, true, no_answer_to_a_write},
    {"clock", "busy", PLAIN, true, answered_before_its_window},
    {"read", "busy", PLAIN, false, a_count_too_many},
    {"read", "busy", PLAIN, false, a_register_from_nowhere},
};

// --- the run ------------------------------------------------------------------------------------

struct liar {
    const struct lie *lie;
    struct drawn *drawn;
    uint64_t told; // the clock of the lie; 0: not yet
};

static void lie_now(struct liar *liar, uint64_t clock) {
    struct drawn *drawn = liar->drawn;
    if (!liar->told && clock >= BEGIN && liar->lie->tell(&drawn->view, &drawn->out))
        liar->told = clock;
}

static void lie_late(void *self, const struct view *view) {
    struct liar *liar = self;
    if (liar->lie->early)
        return;
    lie_now(liar, view->clock);
    view_waits_look(&liar->drawn->view); // at what is decided now
}

static void lie_early(struct drawn *drawn, void *self) {
    struct liar *liar = self;
    if (liar->lie->early && drawn->view.seen_reset)
        lie_now(liar, drawn->world.clock);
}

static void set_up(struct drawn *drawn, unsigned settings) {
    static const uint32_t WRITES[][4][2] = {
        [TOLD] = {{MAP_INTERVAL, 40}},
        [TUNED] = {{MAP_WINDOW + 4, 200000},
                   {MAP_CLOCK_QUANTA, 512},
                   {MAP_TUNE_INTERVAL, 128},
                   {MAP_TUNE, 2}},
        [CALIBRATED] = {{MAP_CALIBRATE, 1}},
    };
    for (unsigned i = 0; settings >= TOLD && i < 4 && WRITES[settings][i][0]; i++)
        bus_want(&drawn->bus, WRITES[settings][i][0], WRITES[settings][i][1]);
}

static unsigned rule_of(const char *name) {
    unsigned rule = 0;
    while (rule < CHECK_RULE_COUNT && strcmp(CHECK_RULE[rule].name, name) != 0)
        rule++;
    cr_assert(rule < CHECK_RULE_COUNT, "%s", name);
    return rule;
}

// False: with this seed there was nothing to lie about, or the lie was as good as the truth.
static bool try_lie(const struct lie *lie, unsigned row, uint64_t seed) {
    static struct drawn drawn;
    static struct check check;
    const unsigned rule = rule_of(lie->rule);
    struct liar liar = {.lie = lie, .drawn = &drawn};
    drawn_open(&drawn, &USUAL, lie->settings != ALONE, lie->profile, seed);
    drawn.before = lie_early;
    drawn.self = &liar;
    check_begin(&check, NULL);
    view_add(&drawn.view, (struct view_reader){&liar, lie_late});
    view_add(&drawn.view, check_reader(&check));
    for (unsigned i = 0; i < CLOCKS && !check.found[rule]; i++) {
        if (i == SET_UP)
            set_up(&drawn, lie->settings);
        drawn_clock(&drawn);
        cr_assert(liar.told || !check.findings, "row %u, before its lie: %s", row, check.first);
        if (liar.told && drawn.world.clock > liar.told + LATE)
            break;
    }
    drawn_close(&drawn);
    return check.found[rule] > 0;
}

Test(next_check, lies_are_found) {
    enum { SEEDS = 10 };
    for (unsigned row = 0; row < sizeof LIES / sizeof *LIES; row++) {
        uint64_t seed = 1;
        while (seed <= SEEDS && !try_lie(&LIES[row], row, seed))
            seed++;
        cr_expect(seed <= SEEDS, "row %u, %s is not found", row, LIES[row].rule);
    }
}

Test(next_check, every_rule_has_a_lie) {
    for (unsigned rule = 0; rule + 1 < CHECK_RULE_COUNT; rule++) {
        bool there = false;
        for (unsigned row = 0; row < sizeof LIES / sizeof *LIES; row++)
            there = there || strcmp(LIES[row].rule, CHECK_RULE[rule].name) == 0;
        cr_expect(there, "%s", CHECK_RULE[rule].name);
    }
}

// Without a lie there is no finding, and `drained` bites while something is held.
static void be_true(const struct path_size *size, bool has_bus, unsigned settings,
                    struct coverage *coverage) {
    for (unsigned i = 0; i < WORLD_PROFILE_COUNT; i++) {
        static struct drawn drawn;
        static struct check check;
        drawn_open(&drawn, size, has_bus, WORLD_PROFILES[i].name, 2);
        check_begin(&check, NULL);
        view_add(&drawn.view, check_reader(&check));
        view_add(&drawn.view, coverage_reader(coverage));
        for (unsigned clock = 0; clock < 4000 || drawn.view.held_count == 0; clock++) {
            if (clock == SET_UP)
                set_up(&drawn, settings);
            drawn_clock(&drawn);
        }
        cr_expect(check.findings == 0, "%s: %s", WORLD_PROFILES[i].name, check.first);
        check_end(&check, &drawn.view);
        cr_expect(check.found[rule_of("drained")] > 0);
        drawn_close(&drawn);
    }
}

Test(next_check, the_block_is_true) {
    static struct coverage coverage;
    for (unsigned settings = TOLD; settings <= CALIBRATED; settings++)
        be_true(&USUAL, true, settings, &coverage);
    be_true(&NARROW, true, PLAIN, &coverage);
    unsigned met = 0;
    for (unsigned i = 0; i < COVERAGE_POINT_COUNT; i++)
        met += coverage.hits[i] > 0;
    cr_expect(met > COVERAGE_POINT_COUNT * 8 / 10, "%u of %u points", met, COVERAGE_POINT_COUNT);
}

Test(next_check, the_path_is_true) {
    static struct coverage coverage;
    be_true(&USUAL, false, ALONE, &coverage);
    be_true(&NARROW, false, ALONE, &coverage);
    for (unsigned i = 0; i < COVERAGE_POINT_COUNT; i++)
        cr_expect(!COVERAGE_POINT[i].bus || coverage.hits[i] == 0, "%s", COVERAGE_POINT[i].name);
}

static void read_back(FILE *file, char *text, size_t size) {
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

Test(next_coverage, a_line_for_each_kind) {
    static struct coverage coverage;
    char text[2000] = "";
    coverage.hits[0] = 7;
    coverage.hits[1] = 1;
    FILE *file = tmpfile();
    cr_assert(file);
    coverage_print(&coverage, true, file);
    read_back(file, text, sizeof text);
    cr_expect(strncmp(text, "kind,covered,total,percent\noffer,2,20,10.0\nclass,0,7,0.0\n", 57) ==
                  0,
              "%s", text);
    cr_expect(strstr(text, "\nall,2,"), "%s", text);
    file = tmpfile();
    cr_assert(file);
    coverage_missed(&coverage, true, file);
    read_back(file, text, sizeof text);
    cr_expect(strncmp(text, "offer: notification\n", 20) == 0, "%s", text);
}
