#include "tb/tests/shrink/scripted.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/record/block_text.h"
#include "tb/shrink/shrink.h"

static struct block_state *state_of(const char *const *lines, unsigned depth) {
    struct block_state *const state = lines ? malloc(sizeof *state) : NULL;
    struct text_error error;
    if (!state)
        return NULL;
    block_state_reset(state, depth);
    for (; *lines; lines++)
        cr_assert(block_text_read(state, *lines, &error), "%s", error.text);
    const char *const wrong = block_state_check(state, depth);
    cr_assert(wrong == NULL, "%s", wrong);
    return state;
}

void scripted_agree_from(const char *const *begins, const struct deed *deeds, uint32_t count,
                         unsigned depth) {
    struct script script = {.count = count, .capacity = count, .depth = depth};
    script.deeds = malloc(count * sizeof *deeds);
    cr_assert(script.deeds != NULL);
    memcpy(script.deeds, deeds, count * sizeof *deeds);
    script.begins = state_of(begins, depth);
    char caught[CAUGHT_SIZE] = "";
    uint64_t cycle = 0;
    const bool fails = script_fails(&script, NULL, caught, &cycle);
    script_free(&script);
    cr_assert(!fails, "%s in clock %" PRIu64, caught, cycle);
}

void scripted_agree(const struct deed *deeds, uint32_t count, unsigned depth) {
    scripted_agree_from(NULL, deeds, count, depth);
}
