// What neither scenarios nor lockstep show of the golden model: a clock that is not given, and
// sizes that there are not.
#include <string.h>

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

static bool shows_the_same(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct block_out)) == 0;
}

// registers.md, 9.5.
BLOCK_TEST_OF(block_golden, &block_default, a_clock_that_stops_while_quiet_changes_nothing) {
    const struct block_model gated = block_golden_model(&b->size);
    int stopped = 0;

    b->in.message_ready = true;
    b->in.path.rst_n = false;
    for (int i = 0; i < 30000; i++) {
        struct block_out out;
        gated.show(gated.self, &out);
        cr_assert(i == 0 || shows_the_same(&out, &b->out), "clock %d", i);
        const int at = i % 1000;
        b->in.axi_awvalid = b->in.axi_wvalid = i < 3000 && at == 20;
        b->in.axi_awaddr = (uint16_t)(i < 1000   ? SEMACREDIT_CALIBRATE_ENABLE
                                      : i < 2000 ? SEMACREDIT_MESSAGE_INTERVAL
                                                 : SEMACREDIT_AGE_LIMIT);
        b->in.axi_wdata = i < 1000 ? 0x3ff : i < 2000 ? 70 : 0;
        b->in.axi_arvalid = at == 900;
        b->in.axi_araddr =
            (uint16_t)lane(i / 1000 % 2 ? SEMACREDIT_DEBT : SEMACREDIT_MULTIPLIER, 3);
        for (unsigned k = 0; k < 6; k++)
            if (at == 300 + 40 * (int)k)
                block_offer(b, k, 0, 1 + k / 2)->op_length = 3000;
        for (unsigned k = 0; k < 6; k++)
            if (at == 350 + 70 * (int)k && b->granted[k] >= 0)
                block_complete(b, 1 + k / 2, k, 300);
        const bool beat = i < 20 || b->in.path.op_valid || b->in.axi_awvalid || b->in.axi_arvalid ||
                          b->in.path.hbm_valid[1] || b->in.path.hbm_valid[2] ||
                          b->in.path.hbm_valid[3];
        b->in.now = 1000 + (uint64_t)b->clock + 8;
        if (out.quiet && !beat)
            stopped++;
        else
            gated.clock(gated.self, &b->in);
        block_step(b);
        b->in.path.rst_n = true;
    }
    cr_assert(stopped > 1000 && block_get(b, SEMACREDIT_CALIBRATIONS) > 3);
    gated.close(gated.self);
}
