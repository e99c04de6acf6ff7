// What fuzzing found (tb/fuzz/fuzz_block.c), shrunk; and how scripts become bytes for it.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

#include "rng.h"
#include "script_bytes.h"
#include "scripted.h"

// The audit kept reservations by their tag modulo 4096, and lost one whose place another took.
Test(fuzz, tags_that_share_a_place_in_the_books) {
    static const struct deed deeds[] = {
        {.kind = DEED_OFFER, .clock = 0, .of = DEED_NOBODY, .tag = 49152},
        {.kind = DEED_OFFER, .clock = 0, .of = DEED_NOBODY, .tag = 40960},
        {.kind = DEED_OFFER, .clock = 0, .of = DEED_NOBODY, .tag = 49152},
    };
    scripted_agree(deeds, sizeof deeds / sizeof deeds[0], 128);
}

// Any bytes are a script; written and read again it is the same one.
Test(fuzz, bytes_are_scripts) {
    enum { DEEDS = 200 };
    static uint8_t bytes[DEEDS * SCRIPT_RECORD], again[sizeof bytes];
    static struct deed first[DEEDS], second[DEEDS];
    unsigned kinds = 0, owned = 0;
    struct rng rng = {7};
    for (unsigned trial = 0; trial < 50; trial++) {
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)rng_next(&rng);
        struct script script = {.deeds = first, .capacity = DEEDS, .depth = DEPTH};
        script.count = script_from_bytes(bytes, sizeof bytes - 1, first, DEEDS);
        cr_assert(eq(u32, script.count, DEEDS - 1));
        cr_assert(eq(sz, script_to_bytes(&script, again, sizeof again),
                     (size_t)script.count * SCRIPT_RECORD));
        cr_assert(
            eq(u32, script_from_bytes(again, sizeof again, second, script.count), script.count));
        for (uint32_t i = 0; i < script.count; i++) {
            cr_assert(memcmp(&first[i], &second[i], sizeof first[i]) == 0, "deed %u of kind %d",
                      (unsigned)i, (int)first[i].kind);
            kinds |= 1u << first[i].kind;
            owned += first[i].of != DEED_NOBODY;
            cr_assert(first[i].of == DEED_NOBODY || first[first[i].of].kind == DEED_OFFER);
        }
    }
    cr_assert(eq(u32, kinds, (1u << DEED_KINDS) - 1));
    cr_assert(gt(u32, owned, 0));
}
