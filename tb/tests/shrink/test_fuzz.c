// What fuzzing found (tb/fuzz/fuzz_block.c), shrunk; and how scripts become bytes for it.
#include <string.h>

#include "csim/base/rng.h"
#include "tb/shrink/script_bytes.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/shrink/scripted.h"

// The checker kept reservations by their tag modulo 4096, and lost one whose place another took.
Test(fuzz, tags_that_share_a_place_in_the_scoreboard) {
    static const struct deed deeds[] = {
        {.kind = DEED_OFFER, .clock = 0, .of = DEED_NOBODY, .tag = 49152},
        {.kind = DEED_OFFER, .clock = 0, .of = DEED_NOBODY, .tag = 40960},
        {.kind = DEED_OFFER, .clock = 0, .of = DEED_NOBODY, .tag = 49152},
    };
    scripted_agree(deeds, COUNT(deeds), 128);
}

// Any bytes are a script; written and read again it is the same one.
Test(fuzz, bytes_are_scripts) {
    enum { DEEDS = 200, RANDOM = DEEDS * SCRIPT_RECORD };
    static uint8_t bytes[RANDOM], once[RANDOM], twice[RANDOM];
    static struct deed deeds[DEEDS];
    struct script script = {.deeds = deeds, .capacity = DEEDS, .depth = DEPTH};
    unsigned kinds = 0, owned = 0;
    struct rng rng = {7};
    for (unsigned trial = 0; trial < 50; trial++) {
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)rng_next(&rng);
        script.count = script_from_bytes(bytes, sizeof bytes - 1, deeds, DEEDS);
        cr_assert(eq(u32, script.count, DEEDS - 1));
        for (uint32_t i = 0; i < script.count; i++) {
            kinds |= 1u << deeds[i].kind;
            owned += deeds[i].of != DEED_NOBODY;
            cr_assert(deeds[i].of == DEED_NOBODY || deeds[deeds[i].of].kind == DEED_OFFER);
        }
        const size_t size = script_to_bytes(&script, once, sizeof once);
        cr_assert(eq(sz, size, (size_t)script.count * SCRIPT_RECORD));
        script.count = script_from_bytes(once, size, deeds, DEEDS);
        cr_assert(eq(sz, script_to_bytes(&script, twice, sizeof twice), size));
        cr_assert(memcmp(once, twice, size) == 0);
    }
    cr_assert(eq(u32, kinds, (1u << DEED_KINDS) - 1));
    cr_assert(gt(u32, owned, 0));
}
