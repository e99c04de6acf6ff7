// Which name was probably meant.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

#include "csim/base/nearest.h"

static const char *meant(const char *name) {
    static const char *const names[] = {"run",   "cosim",       "replay",          "regress",
                                        "moe",   "hbm_hotspot", "first_operation", "operations",
                                        "scalar"};
    struct nearest nearest = nearest_start(name, strlen(name));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        nearest_try(&nearest, names[i]);
    return nearest.best ? nearest.best : "nothing";
}

Test(nearest, is_a_slip_away) {
    cr_expect(eq(str, (char *)meant("rnu"), "run"));
    cr_expect(eq(str, (char *)meant("cosmi"), "cosim"));
    cr_expect(eq(str, (char *)meant("cosin"), "cosim"));
    cr_expect(eq(str, (char *)meant("repaly"), "replay"));
    cr_expect(eq(str, (char *)meant("operatons"), "operations"));
    cr_expect(eq(str, (char *)meant("scaler"), "scalar"));
}

Test(nearest, may_be_what_a_part_was_given_of) {
    cr_expect(eq(str, (char *)meant("hotspot"), "hbm_hotspot"));
    cr_expect(eq(str, (char *)meant("first_op"), "first_operation"));
}

Test(nearest, is_not_any_short_name) {
    cr_expect(eq(str, (char *)meant("foo"), "nothing"));
    cr_expect(eq(str, (char *)meant("r"), "nothing"));
    cr_expect(eq(str, (char *)meant(""), "nothing"));
    cr_expect(eq(str, (char *)meant("juggle"), "nothing"));
    char longest[200];
    memset(longest, 'o', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    cr_expect(eq(str, (char *)meant(longest), "nothing"));
}
