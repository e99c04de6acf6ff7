// What neither scenarios nor lockstep show of the golden model: sizes that there are not.
#include "tb/tests/base/fixture.h"
#include "tb/tests/block/block_bench.h"

Test(block_golden, refuses_sizes_out_of_range) {
    static const struct path_size wrong[] = {
        {0, 1, 1, 32, 128, 40, 32, 4, 16, 24},  {33, 1, 1, 32, 128, 40, 32, 4, 16, 24},
        {8, 0, 1, 32, 128, 40, 32, 4, 16, 24},  {8, 1, 5, 32, 128, 40, 32, 4, 16, 24},
        {8, 1, 1, 3, 128, 40, 32, 4, 16, 24},   {8, 1, 1, 33, 128, 40, 32, 4, 16, 24},
        {8, 1, 1, 32, 4, 40, 32, 4, 16, 24},    {8, 1, 1, 32, 96, 40, 32, 4, 16, 24},
        {8, 1, 1, 32, 2048, 40, 32, 4, 16, 24}, {8, 1, 1, 32, 128, 9, 32, 4, 16, 24},
        {8, 1, 1, 32, 128, 81, 32, 4, 16, 24},  {8, 1, 1, 32, 128, 40, 65, 4, 16, 24},
        {8, 1, 1, 32, 128, 40, 32, 0, 16, 24},  {8, 1, 1, 32, 128, 40, 32, 9, 16, 24},
        {8, 1, 1, 32, 128, 40, 32, 4, 17, 24},  {8, 1, 1, 32, 128, 40, 32, 4, 16, 25},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_assert(block_golden_model(&wrong[i]).self == NULL, "row %zu", i);
}
