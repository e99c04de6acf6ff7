// The rules, by what they are about.
#ifndef SEMA_BLOCK_RULES_H
#define SEMA_BLOCK_RULES_H

#include <inttypes.h>

#include "tb/block/check/check.h"
#include "tb/block/fields.h"
#include "tb/block/view/words.h"

typedef void check_judge(struct check *check, const struct view *view);

// Says that the rule that judges is broken.
void check_wrong(struct check *check, const struct view *view, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

// decisions.c
check_judge rule_admission, rule_demand, rule_decision, rule_order, rule_work, rule_choice,
    rule_refusal, rule_starvation, rule_pause, rule_domain;
// returns.c
check_judge rule_handle, rule_completion, rule_return, rule_free, rule_drained;
// ready.c
check_judge rule_reset, rule_class, rule_port, rule_answer, rule_quiet;
// windows.c
check_judge rule_window, rule_spacing, rule_tuning, rule_calibration;
// messages.c
check_judge rule_credit, rule_waits, rule_interval, rule_told;
// software.c
check_judge rule_handshake, rule_slverr, rule_clock, rule_read;

#endif
