#include "tb/tests/env/checked.h"

const char *const checked_kinds[CHECKED_KINDS] = {"golden", "rtl", "lockstep"};

struct check_outcome checked_run(struct check check, const char *kind) {
    struct check_outcome outcome;
    struct text_error error;
    check.kind = admitter_kind_find(kind);
    check.skip = true;
    cr_assert(check_run(&check, &outcome, &error), "%s", error.text);
    return outcome;
}
