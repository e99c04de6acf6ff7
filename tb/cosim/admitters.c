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

static struct admitter *open_none(unsigned depth) {
    (void)depth;
    return NULL;
}

const struct admitter_kind admitter_kinds[] = {{.name = "golden", .open = golden_open},
                                               {.name = "rtl", .open = rtl_open},
                                               {"lockstep", open_lockstep, .lockstep = true},
                                               {"next", open_none, .path = true},
                                               {.name = NULL}};

const struct admitter_kind *admitter_kind_find(const char *name) {
    for (const struct admitter_kind *kind = admitter_kinds; kind->name; kind++)
        if (strcmp(kind->name, name) == 0)
            return kind;
    return NULL;
}
