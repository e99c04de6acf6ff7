#include "scripted.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "shrink.h"

void scripted_agree(const struct deed *deeds, uint32_t count, unsigned depth) {
    struct script script = {.count = count, .capacity = count, .depth = depth};
    script.deeds = malloc(count * sizeof *deeds);
    cr_assert(script.deeds != NULL);
    memcpy(script.deeds, deeds, count * sizeof *deeds);
    char caught[CAUGHT_SIZE] = "";
    uint64_t cycle = 0;
    const bool fails = script_fails(&script, NULL, caught, &cycle);
    script_free(&script);
    cr_assert(!fails, "%s in clock %" PRIu64, caught, cycle);
}
