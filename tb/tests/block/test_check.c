// Every rule of tb/block/check is shown to bite: each LIE is a run of the golden model that is true
// but for one clock, in which the view hears something wrong. The rule finds it, and no rule has
// found anything before.
#include <stdlib.h>
#include <string.h>

#include "tb/block/check/check.h"
#include "tb/block/coverage/coverage.h"
#include "tb/block/view/map.h"
#include "tb/block/view/parts.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/block/drawn.h"

// Clocks: before settings, before a lie, in all, up to its finding.
enum { SET_UP = 20, BEGIN = 400, CLOCKS = 60000, LATE = 40 };

enum settings { PLAIN, TOLD, TUNED, CALIBRATED };

struct lie {
    const char *rule, *name, *profile;
    enum settings settings;
    bool early; // told before the view has entered the clock
    // If the situation is there, it changes what `out` shows.
    bool (*tell)(const struct view *view, struct block_out *out);
};

enum { LIES_MOST = 64 };
static struct lie lies[LIES_MOST];
static unsigned lie_count;

// LIE(rule, profile, settings, name, when, what): where `when` holds, `what` is done. ALSO: the
// same lie once more.
#define LIE_OF(early, rule, profile, settings, name, when, ...)                                    \
    static bool name(const struct view *view, struct block_out *out) {                             \
        __attribute__((unused)) struct path_out *const path = &out->path;                          \
        (void)view;                                                                                \
        if (!(when))                                                                               \
            return false;                                                                          \
        __VA_ARGS__;                                                                               \
        return true;                                                                               \
    }                                                                                              \
    ALSO_OF(early, rule, profile, settings, name)
#define ALSO_OF(early, rule, profile, settings, name)                                              \
    __attribute__((constructor)) static void lie_##rule##_##profile##_##settings##_##name(void) {  \
        lies[lie_count++] = (struct lie){#rule, #name, #profile, settings, early, name};           \
    }
#define LIE(...)   LIE_OF(false, __VA_ARGS__)
#define EARLY(...) LIE_OF(true, __VA_ARGS__)
#define ALSO(...)  ALSO_OF(false, __VA_ARGS__)

#define IS(kind) (view->seen_reset && path->trace_kind == PATH_##kind)

static void say_nothing(struct block_out *out) {
    struct path_out *path = &out->path;
    path->trace_kind = path->decision_kind = 0;
    path->trace_tag = path->decision_tag = path->trace_mask = 0;
    path->trace_handle = path->decision_handle = path->trace_stage = path->trace_response = 0;
}

static void say(struct block_out *out, enum path_kind kind, const struct view_op *op,
                uint64_t mask) {
    struct path_out *path = &out->path;
    path->trace_kind = (uint8_t)kind;
    path->trace_tag = op->tag;
    path->trace_mask = mask;
    path->trace_stage = op->demand[0];
    path->trace_response = op->demand[1];
}

static void say_grant(const struct view *view, struct block_out *out, const struct view_op *op) {
    unsigned id = 0;
    while (id + 1u < view->size.depth && view->held[id].held)
        id++;
    say(out, PATH_GRANT, op, op->lanes);
    out->path.decision_kind = 1;
    out->path.decision_tag = op->tag;
    out->path.trace_handle = out->path.decision_handle =
        ((uint32_t)view->epoch << view->size.gen_w | view->generation[id])
            << path_id_w(&view->size) |
        id;
}

// --- decisions ----------------------------------------------------------------------------------

static const struct view_op *denied(const struct view *view, const struct block_out *out) {
    const struct view_op *op = view_waiting(view, out->path.trace_tag);
    return op && op->lacks ? op : NULL;
}
LIE(admission, tight, PLAIN, grant_without_room, IS(DENY) && denied(view, out),
    say_grant(view, out, denied(view, out)))
LIE(admission, tight, PLAIN, deny_of_other_lanes, IS(DENY), path->trace_mask ^= 6)
LIE(admission, busy, PLAIN, deny_of_what_fits, IS(GRANT), path->trace_kind = PATH_DENY;
    path->decision_kind = 0)
LIE(admission, busy, PLAIN, grant_of_nobody, IS(GRANT), path->trace_tag ^= 1 << 20)
LIE(admission, busy, PLAIN, reject_of_what_is_legal, IS(GRANT), path->trace_kind = PATH_REJECT)
LIE(demand, busy, PLAIN, charged_more, IS(GRANT), path->trace_stage++)
LIE(demand, busy, PLAIN, response_charged_less, IS(GRANT) && path->trace_response,
    path->trace_response--)
LIE(decision, busy, PLAIN, no_decision, IS(GRANT), path->decision_kind = 0)
LIE(work, stream, PLAIN, nothing_decided, IS(GRANT), say_nothing(out))

// Grants somebody else who fits and of whom that is said.
static bool grant_one(const struct view *view, struct block_out *out, enum view_why why) {
    for (unsigned i = 0; i < view->size.slots; i++) {
        const struct view_op *op = &view->op[i];
        if (op->taken && !op->rejects && op->lacks == 0 && op->clock + 2 < view->clock &&
            view->why[i] == why && op != view_waiting(view, out->path.trace_tag)) {
            say_grant(view, out, op);
            return true;
        }
    }
    return false;
}
LIE(order, flow, PLAIN, the_worse_first, IS(GRANT) && grant_one(view, out, VIEW_CANDIDATE), )
LIE(choice, flow, PLAIN, before_it_is_compared, IS(NONE) && grant_one(view, out, VIEW_STANDS_NOT), )
LIE(refusal, flow, PLAIN, behind_a_refusal, IS(NONE) && grant_one(view, out, VIEW_REFUSAL), )
LIE(starvation, aged, PLAIN, behind_the_aged, IS(NONE) && grant_one(view, out, VIEW_AGED), )
LIE(pause, busy, PLAIN, in_a_pause, IS(NONE) && grant_one(view, out, VIEW_PAUSED), )

static bool refuse_again(const struct view *view, struct block_out *out) {
    for (unsigned i = 0; i < view->size.slots; i++) {
        const struct view_op *op = &view->op[i];
        if (op->taken && op->refused + 1 == view->clock && op->lacks) {
            say(out, PATH_DENY, op, op->lacks);
            return true;
        }
    }
    return false;
}
LIE(choice, aged, PLAIN, refused_twice, IS(NONE) && refuse_again(view, out), )

static bool grant_behind(const struct view *view, struct block_out *out) {
    for (unsigned i = 0; i < view->size.slots; i++)
        for (unsigned j = 0; view->op[i].taken && view->op[i].domain && j < view->size.slots; j++)
            if (view->op[j].taken && view->op[j].domain == view->op[i].domain &&
                view->op[j].order < view->op[i].order && !view->op[i].rejects) {
                say_grant(view, out, &view->op[i]);
                return true;
            }
    return false;
}
LIE(domain, busy, PLAIN, out_of_its_domain, IS(NONE) && grant_behind(view, out), )

// --- what is held -------------------------------------------------------------------------------

// One held for more than so many clocks that owes one of these stages; 0: whatever it owes.
static const struct view_held *holder(const struct view *view, unsigned clocks, unsigned owes) {
    for (unsigned id = 0; id < view->size.depth; id++)
        if (view->held[id].held && view->held[id].clock + clocks < view->clock &&
            (!owes || view->held[id].owes & owes))
            return &view->held[id];
    return NULL;
}
LIE(handle, busy, PLAIN, another_generation, IS(GRANT), path->trace_handle ^= view->size.depth)
LIE(handle, busy, PLAIN, an_id_that_is_held, IS(GRANT) && holder(view, 0, 0),
    path->trace_handle = path->decision_handle = holder(view, 0, 0)->handle)

static int channel_with(const struct view *view, const struct block_out *out, unsigned kind) {
    int k = (int)path_channels(&view->size) - 1;
    while (k >= 0 && out->path.return_kind[k] != kind)
        k--;
    return k;
}
#define CHANNEL(kind) channel_with(view, out, RETURN_##kind)

static void say_return(struct block_out *out, int k, const struct view_held *held) {
    out->path.return_kind[k] = held ? RETURN_BACK : 0;
    out->path.return_handle[k] = held ? held->handle : 0;
    out->path.return_lane[k] = held ? held->lane[0] : 0;
    out->path.return_amount[k] = held ? held->amount[0] : 0;
}
LIE(completion, busy, PLAIN, a_return_is_lost, CHANNEL(BACK) >= 0,
    say_return(out, CHANNEL(BACK), NULL))
LIE(completion, busy, PLAIN, a_return_from_nowhere, path->return_kind[0] == 0 && holder(view, 3, 1),
    say_return(out, 0, holder(view, 3, 1)))
LIE(return, busy, PLAIN, a_return_is_called_stray, CHANNEL(BACK) >= 0,
          path->return_kind[CHANNEL(BACK)] = RETURN_STRAY)
LIE(return, idle, PLAIN, a_stray_returns, CHANNEL(STRAY) >= 0,
          path->return_kind[CHANNEL(STRAY)] = RETURN_BACK)
LIE(return, idle, PLAIN, a_late_is_called_stray, CHANNEL(LATE) >= 0,
          path->return_kind[CHANNEL(LATE)] = RETURN_STRAY)
LIE(return, busy, PLAIN, returned_to_another_lane,
          view->seen_reset && path->return_kind[0] == RETURN_BACK, path->return_lane[0] ^= 1)
LIE(return, busy, PLAIN, returned_less, view->seen_reset && path->return_amount[0] > 0,
          path->return_amount[0]--)
LIE(free, busy, PLAIN, not_freed, path->free_valid[0], path->free_valid[0] = false;
    path->free_handle[0] = 0)
LIE(free, busy, PLAIN, freed_too_early, holder(view, 0, ~0u) && !path->free_valid[0],
    path->free_valid[0] = true;
    path->free_handle[0] = holder(view, 0, ~0u)->handle)

// --- ports --------------------------------------------------------------------------------------

static int full_group(const struct view *view) {
    int g = PATH_GROUPS - 1;
    while (g >= 0 && view->in_group[g] != view_share(view, (unsigned)g))
        g--;
    return g;
}
static bool idle_lane(const struct view *view) {
    unsigned count[PATH_GROUPS][PATH_LANES];
    view_classes(view, count);
    return count[1][2] == 0;
}
static int full_place(const struct view *view) {
    int p = (int)view->size.hbm - 1;
    while (p >= 0 && view->places[p] != 2)
        p--;
    return p;
}
LIE(reset, resets, PLAIN, an_answer_out_of_reset, view->after_reset,
    path->answer_kind = ANSWER_WAITS)
LIE(class, busy, PLAIN, ready_of_a_full_group, full_group(view) >= 0,
    path->op_ready[full_group(view)][0] = true)
LIE(class, busy, PLAIN, an_idle_lane_is_shut, path->op_ready[1][2] && idle_lane(view),
    path->op_ready[1][2] = false)
LIE(port, stream, PLAIN, a_full_place_is_ready, full_place(view) >= 0,
    path->hbm_ready[full_place(view)] = true)
LIE(port, busy, PLAIN, done_is_refused, !view->after_reset, path->done_ready = false)
LIE(answer, table, PLAIN, no_answer, view->seen_reset && path->answer_kind, path->answer_kind = 0)
LIE(answer, table, PLAIN, held_is_told_to_wait,
    view->seen_reset && path->answer_kind == ANSWER_HELD, path->answer_kind = ANSWER_WAITS)

static bool stays_quiet(const struct view *view, const struct block_out *out) {
    const struct block_in *before = view->in_before;
    return out->quiet && view->out_before->quiet && !before->path.op_valid &&
           !before->axi_awvalid && !before->axi_wvalid && !before->axi_arvalid;
}
LIE(quiet, idle, PLAIN, a_quiet_block_moves, stays_quiet(view, out), out->message_epoch ^= 1)
LIE(quiet, busy, PLAIN, quiet_in_a_write, view->bus.address_full, out->quiet = true)

// --- windows and messages -----------------------------------------------------------------------

static bool moved_by_nobody(const struct view *view) {
    return view->tuned == 0 && view->calibrated == 0;
}
static void say_window(struct block_out *out) {
    out->path.trace_kind = PATH_WINDOW;
    out->path.trace_mask = 1;
    out->path.trace_stage = 5;
}
LIE(window, tight, PLAIN, another_window,
    IS(WINDOW) && moved_by_nobody(view) && path->trace_stage > 0, path->trace_stage--)
ALSO(window, busy, PLAIN, another_window)
LIE(window, idle, PLAIN, a_window_by_itself, IS(NONE) && moved_by_nobody(view), say_window(out))
LIE(clock, busy, PLAIN, no_window, IS(WINDOW), say_nothing(out))
LIE(spacing, busy, PLAIN, windows_in_a_row, IS(NONE) && view->window_clock + 2 == view->clock,
    say_window(out))
LIE(tuning, stream, TUNED, a_jump, IS(WINDOW) && !view->bus.performed, path->trace_stage *= 8)
ALSO(calibration, stream, CALIBRATED, a_jump)

static bool new_message(const struct view *view, const struct block_out *out) {
    return out->message_valid &&
           (!view->out_before->message_valid || view->in_before->message_ready);
}
LIE(credit, stream, TOLD, credit_too_much, new_message(view, out), out->message_credit[0]++)
LIE(credit, stream, TOLD, a_message_of_another_epoch, new_message(view, out),
    out->message_epoch ^= 1)
LIE(waits, stream, TOLD, a_message_changes, out->message_valid && !new_message(view, out),
    out->message_credit[1]++)
EARLY(interval, stream, TOLD, a_message_too_soon,
      view->message_clock && !out->message_valid && !view->bus.performed &&
          view->clock - view->message_clock < 10,
      memcpy(out->message_credit, view->credit_before, sizeof out->message_credit);
      out->message_valid = true)
LIE(told, stream, TOLD, quiet_before_it_is_told, view_untold(view), out->quiet = true)

// --- the bus ------------------------------------------------------------------------------------

static bool read_now(const struct view *view, const struct block_out *out) {
    return out->axi_rvalid && !view->out_before->axi_rvalid && view->bus.reading;
}
LIE(handshake, busy, PLAIN, no_place_for_an_address, !view->after_reset && out->axi_awready,
    out->axi_awready = false)
LIE(handshake, busy, PLAIN, an_answer_is_withdrawn,
    view->out_before->axi_bvalid && !view->in_before->axi_bready, out->axi_bvalid = false)
LIE(handshake, busy, PLAIN, read_data_changes, out->axi_rvalid && view->out_before->axi_rvalid,
    out->axi_rdata ^= 1)
LIE(slverr, busy, PLAIN, refused_for_nothing,
    view->bus.answered && out->axi_bresp == 0 && view->bus.address < 0x830, out->axi_bresp = 2)
LIE(slverr, busy, PLAIN, bad_value_is_taken, view->bus.answered && out->axi_bresp != 0,
    out->axi_bresp = 0)
EARLY(clock, busy, PLAIN, no_answer_to_a_write,
      view->bus.performed && out->axi_bvalid && view->bus.address > 0x82c, out->axi_bvalid = false)
EARLY(clock, busy, PLAIN, answered_before_its_window,
      view->bus.performed && !out->axi_bvalid && view->bus.address < 0x100 &&
          view->bus.performed_at + 2 <= view->clock,
      out->axi_bvalid = true)
LIE(read, busy, PLAIN, a_count_too_many,
    read_now(view, out) && view->bus.read_known && out->axi_rresp == 0, out->axi_rdata++)
LIE(read, busy, PLAIN, a_register_from_nowhere, read_now(view, out) && out->axi_rresp != 0,
    out->axi_rresp = 0)

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

static void set_up(struct drawn *drawn, enum settings settings) {
    static const uint32_t writes[][4][2] = {
        [TOLD] = {{SEMACREDIT_MESSAGE_INTERVAL, 40}},
        [TUNED] = {{SEMACREDIT_WINDOW + 4, 200000},
                   {SEMACREDIT_CLOCK_QUANTA, 512},
                   {SEMACREDIT_TUNE_INTERVAL, 128},
                   {SEMACREDIT_TUNE_ENABLE, 2}},
        [CALIBRATED] = {{SEMACREDIT_CALIBRATE_ENABLE, 1}},
    };
    for (unsigned i = 0; settings >= TOLD && i < 4 && writes[settings][i][0]; i++)
        bus_want(&drawn->bus, writes[settings][i][0], writes[settings][i][1]);
}

static unsigned rule_of(const char *name) {
    unsigned rule = 0;
    while (rule < CHECK_RULE_COUNT && strcmp(CHECK_RULE[rule].name, name) != 0)
        rule++;
    cr_assert(rule < CHECK_RULE_COUNT, "%s", name);
    return rule;
}

// False: with this seed there was nothing to lie about, or the lie was as good as the truth.
static bool try_lie(const struct lie *lie, uint64_t seed) {
    static struct drawn drawn;
    static struct check check;
    const unsigned rule = rule_of(lie->rule);
    struct liar liar = {.lie = lie, .drawn = &drawn};
    drawn_open(&drawn, &block_default, lie->profile, seed);
    drawn.before = lie_early;
    drawn.self = &liar;
    check_begin(&check, NULL);
    view_add(&drawn.view, (struct view_reader){&liar, lie_late});
    view_add(&drawn.view, check_reader(&check));
    for (unsigned i = 0; i < CLOCKS && !check.found[rule]; i++) {
        if (i == SET_UP)
            set_up(&drawn, lie->settings);
        drawn_clock(&drawn);
        cr_assert(liar.told || !check.findings, "%s, before its lie: %s", lie->name, check.first);
        if (liar.told && drawn.world.clock > liar.told + LATE)
            break;
    }
    drawn_close(&drawn);
    return check.found[rule] > 0;
}

Test(check, lies_are_found) {
    enum { SEEDS = 10 };
    for (unsigned i = 0; i < lie_count; i++) {
        uint64_t seed = 1;
        while (seed <= SEEDS && !try_lie(&lies[i], seed))
            seed++;
        cr_expect(seed <= SEEDS, "%s, %s is not found", lies[i].rule, lies[i].name);
    }
}

Test(check, every_rule_has_a_lie) {
    for (unsigned rule = 0; rule + 1 < CHECK_RULE_COUNT; rule++) {
        unsigned i = 0;
        while (i < lie_count && strcmp(lies[i].rule, CHECK_RULE[rule].name) != 0)
            i++;
        cr_expect(i < lie_count, "%s", CHECK_RULE[rule].name);
    }
}

// The last rule is asked at the end: it bites while something is held.
Test(check, what_is_held_is_not_drained) {
    static struct drawn drawn;
    static struct check check;
    drawn_open(&drawn, &block_default, "busy", 2);
    check_begin(&check, NULL);
    view_add(&drawn.view, check_reader(&check));
    while (drawn.world.clock < BEGIN || drawn.view.held_count == 0)
        drawn_clock(&drawn);
    cr_expect(eq(u64, check.findings, 0), "%s", check.first);
    check_end(&check, &drawn.view);
    cr_expect(check.found[rule_of("drained")] > 0);
    drawn_close(&drawn);
}

Test(coverage, has_a_line_for_each_kind) {
    static struct coverage coverage = {.hits = {7, 1}};
    char *text;
    FILE *file = text_open(&text);
    coverage_print(&coverage, file);
    coverage_missed(&coverage, file);
    fclose(file);
    cr_expect(strncmp(text, "kind,covered,total,percent\noffer,2,20,10.0\nclass,0,7,0.0\n", 57) ==
                  0,
              "%s", text);
    expect_part(text, "\nall,2,");
    expect_part(text, "\noffer: notification\n");
    free(text);
}
