#include "tb/tests/env/checked.h"

const char *const checked_kinds[CHECKED_KINDS] = {"golden", "rtl", "lockstep"};

struct checked_outcome checked_run(struct checked_run check, const char *kind) {
    struct checked_outcome outcome;
    struct text_error error;
    check.kind = admitter_kind_find(kind);
    check.skip = true;
    cr_assert(checked_run_do(&check, &outcome, &error), "%s", error.text);
    return outcome;
}
