// The checkers' registers beside those of the golden model, two readings of rtl/spec/registers.md:
// after a reset, after any writes, and taken over from a state at rest they hold the same.
#include <criterion/criterion.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/golden/registers.h"
#include "tb/checkers/register_image.h"

static const unsigned depths[] = {4, 128, 256};
enum { DEPTHS = sizeof depths / sizeof *depths, WRITES = 4000 };

static void expect_same(const struct register_image *image, const struct registers *registers) {
    for (unsigned word = 0; word < IMAGE_WORDS; word++) {
        uint32_t value = 0; // where is no register
        registers_read(registers, word, &value);
        cr_assert(image->word[word] == value, "word 0x%03x: %x, expected %x", word,
                  image->word[word], value);
    }
}

Test(register_image, equals_the_golden_registers) {
    for (unsigned i = 0; i < DEPTHS; i++) {
        struct register_image image, taken;
        struct registers registers;
        struct rng rng = rng_stream(i, RNG_STATE);

        register_image_reset(&image, depths[i]);
        registers_reset(&registers, depths[i]);
        expect_same(&image, &registers);
        for (unsigned n = 0; n < WRITES; n++) {
            const unsigned word = (unsigned)rng_below(&rng, IMAGE_WORDS);
            const uint32_t data =
                rng_below(&rng, 8) ? (uint32_t)rng_below(&rng, UINT64_C(1) << 32) : UINT32_MAX;
            register_image_write(&image, word, data);
            registers_write(&registers, depths[i], word, data);
        }
        expect_same(&image, &registers);
        register_image_begin(&taken, depths[i], &registers);
        expect_same(&taken, &registers);
    }
}

Test(register_image, writes_of_no_register_change_nothing) {
    struct register_image image, before;

    register_image_reset(&image, DEPTH);
    before = image;
    register_image_write(&image, REGISTER_ATOMIC_SERVICE - 1, UINT32_MAX);
    register_image_write(&image, REGISTER_GRANTS, UINT32_MAX);
    register_image_write(&image, REGISTER_WORDS - 1, UINT32_MAX);
    cr_assert(memcmp(&image, &before, sizeof image) == 0);
}
