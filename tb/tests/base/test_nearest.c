// Which name was probably meant.
#include <string.h>

#include "csim/base/nearest.h"
#include "tb/tests/base/fixture.h"

static const struct {
    const char *name, *meant;
} slips[] = {
    {"rnu", "run"},
    {"cosmi", "cosim"},
    {"cosin", "cosim"},
    {"repaly", "replay"},
    {"operatons", "operations"},
    {"scaler", "scalar"},
    // A part of a name.
    {"hotspot", "hbm_hotspot"},
    {"first_op", "first_operation"},
    // Not any short name.
    {"foo", "nothing"},
    {"r", "nothing"},
    {"", "nothing"},
    {"juggle", "nothing"},
    {"oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo", "nothing"},
};

EACH(nearest, name_is_a_slip_away, slips) {
    static const char *const names[] = {"run",   "cosim",       "replay",          "regress",
                                        "moe",   "hbm_hotspot", "first_operation", "operations",
                                        "scalar"};
    struct nearest nearest = nearest_start(row->name, strlen(row->name));
    for (unsigned i = 0; i < COUNT(names); i++)
        nearest_try(&nearest, names[i]);
    cr_expect(eq(str, (char *)(nearest.best ? nearest.best : "nothing"), (char *)row->meant));
}
