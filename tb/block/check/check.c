#include "tb/block/check/check.h"

#include <stdarg.h>
#include <string.h>

#include "tb/block/check/rules.h"

// When a rule judges: what the trace tells, any of it, or what else happens.
enum {
    RESTS = 1 << PATH_NONE,
    GRANTS = 1 << PATH_GRANT,
    DECIDES = GRANTS | 1 << PATH_DENY | 1 << PATH_REJECT,
    MOVES = 1 << PATH_WINDOW,
    ALWAYS = 255,
    NAMES = 256,
    RESET = 512,
    LOADS = 1024,
    ANSWERS = 2048,
    PERFORMS = 4096
};

const struct check_rule CHECK_RULE[] = {
    {"admission", "windows: more is outstanding than they allow, or less than fits", rule_admission,
     DECIDES},
    {"demand", "credit: operations are charged what they do not use", rule_demand, NAMES},
    {"decision", "the grant or reject that the transport waits for", rule_decision, ALWAYS},
    {"order", "latency: the less urgent goes first", rule_order, NAMES},
    {"work", "bandwidth: lanes idle while somebody fits", rule_work, RESTS},
    {"choice", "order: somebody is granted before it may be", rule_choice, NAMES},
    {"refusal", "latency: what was refused is passed by its like for ever", rule_refusal, NAMES},
    {"starvation", "the bound: the aged operation is passed on its lanes", rule_starvation, NAMES},
    {"pause", "quiescence: grants follow a pause that nobody expects", rule_pause, NAMES},
    {"domain", "data: operations of one ordering domain overtake each other", rule_domain, NAMES},
    {"handle", "identity: a completion is taken for another operation's", rule_handle, GRANTS},
    {"completion", "credit: completions are lost or made up", rule_completion, ALWAYS},
    {"return", "credit: it comes back twice, never, or to another lane", rule_return, ALWAYS},
    {"free", "tags: they are used again too early, or never", rule_free, ALWAYS},
    {"reset", "a defined start", rule_reset, RESET},
    {"class", "bandwidth: lanes without load are shut out by busy ones", rule_class, ALWAYS},
    {"port", "completions: they are refused, or lost in a full place", rule_port, ALWAYS},
    {"answer", "retransmissions: they run twice, or are never answered", rule_answer, ALWAYS},
    {"quiet", "state, where the clock is stopped in a quiet block", rule_quiet, ALWAYS},
    {"window", "control: the window in force is not the one that was set", rule_window, MOVES},
    {"spacing", "timing: a window moves before its lane is compared with it", rule_spacing, MOVES},
    {"tuning", "limits: a window leaves them, or jumps", rule_tuning, MOVES},
    {"calibration", "limits: a window is scaled beyond them", rule_calibration, MOVES},
    {"credit", "initiators: they send into credit that is not there", rule_credit, ALWAYS},
    {"waits", "messages: one changes under its reader", rule_waits, ALWAYS},
    {"interval", "bandwidth: messages come more often than was set", rule_interval, LOADS},
    {"told", "initiators: they wait for credit that they are never told of", rule_told, ALWAYS},
    {"handshake", "the bus: it hangs, or answers nobody", rule_handshake, ALWAYS},
    {"slverr", "software: a bad value is taken, or a good one refused", rule_slverr, ANSWERS},
    {"clock", "software: an answer comes before its effect, or never", rule_clock, PERFORMS},
    {"read", "the truth: registers tell something else than happened", rule_read, ALWAYS},
    {"drained", "progress: something waits or is held for ever", rule_drained, 0},
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
    const unsigned now = 1u << view->out->path.trace_kind % 8 | (view->named ? NAMES : 0) |
                         (view->after_reset ? RESET : 0) | (view_loads(view) ? LOADS : 0) |
                         (view->bus.answered ? ANSWERS : 0) | (view->bus.performed ? PERFORMS : 0);
    for (unsigned rule = 0; rule < CHECK_RULE_COUNT; rule++)
        if (CHECK_RULE[rule].when & now) {
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
