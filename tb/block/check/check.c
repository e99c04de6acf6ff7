#include "tb/block/check/check.h"

#include <stdarg.h>
#include <string.h>

#include "tb/block/check/rules.h"

const struct check_rule CHECK_RULE[] = {
    {"admission", "windows: more is outstanding than they allow, or less than fits",
     rule_admission},
    {"demand", "credit: operations are charged what they do not use", rule_demand},
    {"decision", "the grant or reject that the transport waits for", rule_decision},
    {"order", "latency: the less urgent goes first", rule_order},
    {"work", "bandwidth: lanes idle while somebody fits", rule_work},
    {"choice", "order: somebody is granted before it may be", rule_choice},
    {"refusal", "latency: what was refused is passed by its like for ever", rule_refusal},
    {"starvation", "the bound: the aged operation is passed on its lanes", rule_starvation},
    {"pause", "quiescence: grants follow a pause that nobody expects", rule_pause},
    {"domain", "data: operations of one ordering domain overtake each other", rule_domain},
    {"handle", "identity: a completion is taken for another operation's", rule_handle},
    {"completion", "credit: completions are lost or made up", rule_completion},
    {"return", "credit: it comes back twice, never, or to another lane", rule_return},
    {"free", "tags: they are used again too early, or never", rule_free},
    {"reset", "a defined start", rule_reset},
    {"class", "bandwidth: lanes without load are shut out by busy ones", rule_class},
    {"port", "completions: they are refused, or lost in a full place", rule_port},
    {"answer", "retransmissions: they run twice, or are never answered", rule_answer},
    {"quiet", "state, where the clock is stopped in a quiet block", rule_quiet},
    {"window", "control: the window in force is not the one that was set", rule_window},
    {"spacing", "timing: a window moves before its lane is compared with it", rule_spacing},
    {"tuning", "limits: a window leaves them, or jumps", rule_tuning},
    {"calibration", "limits: a window is scaled beyond them", rule_calibration},
    {"credit", "initiators: they send into credit that is not there", rule_credit},
    {"waits", "messages: one changes under its reader", rule_waits},
    {"interval", "bandwidth: messages come more often than was set", rule_interval},
    {"told", "initiators: they wait for credit that they are never told of", rule_told},
    {"handshake", "the bus: it hangs, or answers nobody", rule_handshake},
    {"slverr", "software: a bad value is taken, or a good one refused", rule_slverr},
    {"clock", "software: an answer comes before its effect, or never", rule_clock},
    {"read", "the truth: registers tell something else than happened", rule_read},
    {"drained", "progress: something waits or is held for ever", rule_drained},
};
const unsigned CHECK_RULE_COUNT = sizeof CHECK_RULE / sizeof *CHECK_RULE;
_Static_assert(sizeof CHECK_RULE / sizeof *CHECK_RULE <= CHECK_RULES, "counted by rule");

void check_wrong(struct check *check, const struct view *view, const char *format, ...) {
    char text[sizeof check->first];
    va_list arguments;
    va_start(arguments, format);
    const int head = snprintf(text, sizeof text, "clock %" PRIu64 ": %s: ", view->clock,
                              CHECK_RULE[check->rule].name);
    vsnprintf(text + head, sizeof text - (size_t)head, format, arguments);
    va_end(arguments);
    if (check->findings == 0) {
        memcpy(check->first, text, sizeof text);
        check->first_rule = check->rule;
        check->first_what = (unsigned)head;
    }
    if (check->file && check->findings < CHECK_SHOWN)
        fprintf(check->file, "%s\n", text);
    check->findings++;
    check->found[check->rule]++;
}

void check_begin(struct check *check, FILE *file) {
    memset(check, 0, sizeof *check);
    check->file = file;
}

static void judge(void *self, const struct view *view) {
    struct check *check = self;
    for (unsigned rule = 0; CHECK_RULE[rule].judge != rule_drained; rule++) {
        check->rule = rule;
        CHECK_RULE[rule].judge(check, view);
    }
}

struct view_reader check_reader(struct check *check) {
    return (struct view_reader){check, judge};
}

void check_end(struct check *check, const struct view *view) {
    check->rule = CHECK_RULE_COUNT - 1;
    rule_drained(check, view);
}
