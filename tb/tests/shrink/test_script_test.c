// Tests that failure reports leave behind compile in this tree, with the options of its own.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdio.h>

#include "tb/shrink/script_failure.h"

Test(script_test, compiles) {
    struct deed deeds[] = {
        {.kind = DEED_OFFER, .clock = 0, .of = DEED_NOBODY, .tag = 7},
        {.kind = DEED_PAUSE, .clock = 3, .of = DEED_NOBODY},
    };
    const struct script script = {.deeds = deeds, .count = 2, .capacity = 2, .depth = DEPTH};
    FILE *const compiler = popen("gcc -std=c11 -Wall -Werror -fsyntax-only -I. -Ibuild/generated "
                                 "-x c -",
                                 "w");

    cr_assert(compiler);
    script_test_print(&script, "example", "nothing", compiler);
    cr_assert(pclose(compiler) == 0);
}
