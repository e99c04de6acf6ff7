#include "tb/cosim/admitters.h"

#include <string.h>

#include "csim/golden/golden.h"
#include "csim/interface/lockstep.h"
#include "tb/dut/rtl.h"

static struct admitter *open_lockstep(unsigned depth) {
    return lockstep_open(rtl_open(depth), golden_open(depth), false);
}

struct admitter *admitter_open_led_by_golden(unsigned depth) {
    return lockstep_open_led_by_ref(rtl_open(depth), golden_open(depth));
}

const struct admitter_kind admitter_kinds[] = {{"golden", golden_open, false},
                                               {"rtl", rtl_open, false},
                                               {"lockstep", open_lockstep, true},
                                               {NULL, NULL, false}};

const struct admitter_kind *admitter_kind_find(const char *name) {
    for (const struct admitter_kind *kind = admitter_kinds; kind->name; kind++)
        if (strcmp(kind->name, name) == 0)
            return kind;
    return NULL;
}
