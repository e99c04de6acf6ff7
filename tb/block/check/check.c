#include "tb/block/check/check.h"

#include "tb/block/check/rules.h"

#define NUMBER(name, when, loss) RULE_##name,
enum { RULE_LIST(NUMBER) };
#define ROW(name, when, loss) {#name, loss},
const struct check_rule CHECK_RULE[] = {RULE_LIST(ROW)};
const unsigned CHECK_RULE_COUNT = sizeof CHECK_RULE / sizeof *CHECK_RULE;
_Static_assert(sizeof CHECK_RULE / sizeof *CHECK_RULE <= CHECK_RULES, "counted by rule");

void check_lost(struct check *check, const struct ref_state *ref, const char *loss,
                const char *format, ...) {
    char text[sizeof check->first];
    va_list arguments;
    va_start(arguments, format);
    const int head = snprintf(text, sizeof text, "clock %" PRIu64 ": %s: ", ref->clock,
                              CHECK_RULE[check->rule].name);
    vsnprintf(text + head, sizeof text - (size_t)head, format, arguments);
    va_end(arguments);
    if (check->findings == 0) {
        memcpy(check->first, text, sizeof text);
        check->first_loss = loss ? loss : CHECK_RULE[check->rule].loss;
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

// Names of `when`, as they are in this clock.
static void judge(void *self, const struct ref_state *ref) {
    struct check *check = self;
    const unsigned kind = ref->out->path.trace_kind;
    const bool always = true, is_over = false, names = ref->named, resets = ref->after_reset;
    const bool rests = kind == PATH_NONE, grants = kind == PATH_GRANT, moves = kind == PATH_WINDOW;
    const bool decides = !rests && !moves, loads = ref_loads(ref);
    const bool answers = ref->bus.answered, performs = ref->bus.performed;
    unsigned asked = 0;
#define JUDGE(name, when, loss)                                                                    \
    if (when) {                                                                                    \
        check->rule = RULE_##name;                                                                 \
        asked++;                                                                                   \
        rule_##name(check, ref);                                                                   \
    }
    RULE_LIST(JUDGE)
    check->asked += asked;
}

struct ref_reader check_reader(struct check *check) {
    return (struct ref_reader){check, judge};
}

void check_end(struct check *check, const struct ref_state *ref) {
    check->rule = RULE_drained;
    rule_drained(check, ref);
}
