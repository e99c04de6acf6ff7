// The Verilated block: waves are files. That both models are the golden model's equal is of
// `make determinism`; that planted bugs are in, of `make bugs`; that an assertion is reported, of
// test_shrink.c.
#include <sys/stat.h>

#include "tb/block/dut/block_rtl.h"
#include "tb/tests/base/fixture.h"

enum { CLOCKS = 50, RESET = 3 };

// Offers a write.
static void run(const struct block_model *rtl) {
    bool granted = false;
    for (unsigned clock = 0; clock < CLOCKS; clock++) {
        struct block_out out;
        struct block_in in = {.now = clock, .message_ready = true};
        rtl->show(rtl->self, &out);
        granted |= out.path.decision_kind == 1;
        in.path.rst_n = clock >= RESET;
        in.path.op_valid = clock == 20;
        in.path.op_tag = clock;
        in.path.op_length = 60000;
        rtl->clock(rtl->self, &in);
    }
    cr_assert(granted);
}

static long waves(uint64_t from, uint64_t to) {
    struct path_size size;
    struct block_model rtl = block_rtl_checked(&size);
    struct stat written;
    cr_assert(block_rtl_waves(&rtl, folder_path("waves"), from, to));
    run(&rtl);
    rtl.close(rtl.self);
    cr_assert(stat(folder_path("waves"), &written) == 0);
    return (long)written.st_size;
}

Test(block_rtl, waves_of_some_clocks, .init = folder_make, .fini = folder_remove) {
    struct path_size size;
    const long none = waves(CLOCKS, CLOCKS), some = waves(10, 30), all = waves(0, UINT64_MAX);
    cr_expect(none > 0 && some > none && all > some, "%ld %ld %ld", none, some, all);
    struct block_model fast = block_rtl_fast(&size), checked = block_rtl_checked(&size);
    cr_expect(not(block_rtl_waves(&fast, folder_path("none"), 0, 1)));
    cr_expect(not(block_rtl_waves(&checked, folder_path("no/folder"), 0, 1)));
    fast.close(fast.self);
    checked.close(checked.self);
    cr_expect(block_rtl_verilator()[0] > '0');
    cr_expect(strcmp(block_rtl_folder(), "rtl") == 0);
}
