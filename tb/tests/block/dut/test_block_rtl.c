// The Verilated block: both models are the golden model's equal, planted bugs and assertions are
// found, waves are files.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/block/dut/block_rtl.h"
#include "tb/block/pair.h"

enum { CLOCKS = 50, RESET = 3 };

// Reads the window of partition 0 (a register) all the time, and offers a write in clock 20: where
// `broken`, in every clock, until its class is not ready.
static void drive(struct block_in *in, unsigned clock, bool broken) {
    in->path.rst_n = clock >= RESET;
    in->now = clock;
    in->axi_arvalid = in->axi_rready = in->message_ready = true;
    in->path.op_valid = broken || clock == 20;
    in->path.op_tag = clock;
    in->path.op_length = 60000;
}

static void run(struct pair *pair, struct block_model rtl, bool broken) {
    struct path_size size;
    struct block_model other = block_rtl_fast(&size);
    struct block_model model = pair_model(pair, block_golden_model(&size), rtl);
    struct block_in in = {.now = 0};
    struct block_out out;
    bool granted = false;
    other.close(other.self);
    for (unsigned clock = 0; clock < CLOCKS; clock++) {
        model.show(model.self, &out);
        granted |= out.path.decision_kind == 1;
        drive(&in, clock, broken);
        model.clock(model.self, &in);
    }
    cr_assert(granted);
}

static void close_pair(struct pair *pair) {
    pair->golden.close(pair->golden.self);
    pair->dut.close(pair->dut.self);
}

Test(block_rtl, both_models_are_as_the_golden_model) {
    struct path_size size;
    struct pair pair;
    setenv("SEMA_CHECKED", "1", 1);
    setenv("SEMA_INITIAL_STATE", "7", 1);
    unsetenv("PLANTED_BUG");
    for (unsigned i = 0; i < 2; i++) {
        run(&pair, i ? block_rtl_checked(&size) : block_rtl_fast(&size), false);
        cr_assert(!pair.differs, "clock %u", (unsigned)pair.differs_clock);
        cr_assert(!block_rtl_finding(&pair.dut), "%s", block_rtl_finding(&pair.dut));
        close_pair(&pair);
    }
}

Test(block_rtl, a_planted_bug) {
    struct path_size size;
    struct pair pair;
    setenv("PLANTED_BUG", "reads_zero", 1);
    run(&pair, block_rtl_open(&size), false);
    cr_assert(pair.differs && pair.golden_out.axi_rdata == 64000 && pair.dut_out.axi_rdata == 0);
    close_pair(&pair);
}

// The model goes on; without SEMA_CHECKED nothing is checked.
Test(block_rtl, a_failed_assertion_is_a_finding) {
    struct path_size size;
    struct pair pair;
    unsetenv("PLANTED_BUG");
    setenv("SEMA_CHECKED", "1", 1);
    run(&pair, block_rtl_open(&size), true);
    const char *const finding = block_rtl_finding(&pair.dut);
    cr_assert(finding && strncmp(finding, "clock ", 6) == 0, "%s", finding ? finding : "none");
    cr_assert(strstr(finding, ": sema_path_classes.sv:") && strstr(finding, "OFFER_READY_M"));
    cr_assert(pair.clock == CLOCKS);
    close_pair(&pair);
    unsetenv("SEMA_CHECKED");
    run(&pair, block_rtl_checked(&size), true);
    cr_assert(!block_rtl_finding(&pair.dut));
    close_pair(&pair);
}

static long waves(uint64_t from, uint64_t to) {
    struct path_size size;
    struct pair pair;
    char path[] = "/tmp/waves-XXXXXX";
    const int file = mkstemp(path);
    cr_assert(file >= 0);
    struct block_model rtl = block_rtl_checked(&size);
    cr_assert(block_rtl_waves(&rtl, path, from, to));
    run(&pair, rtl, false);
    close_pair(&pair);
    struct stat written; // the model makes a file of its own in this one's place
    cr_assert(stat(path, &written) == 0);
    close(file);
    unlink(path);
    return (long)written.st_size;
}

Test(block_rtl, waves_of_some_clocks) {
    struct path_size size;
    const long none = waves(CLOCKS, CLOCKS), some = waves(10, 30), all = waves(0, UINT64_MAX);
    cr_assert(none > 0 && some > none && all > some, "%ld %ld %ld", none, some, all);
    struct block_model fast = block_rtl_fast(&size), checked = block_rtl_checked(&size);
    cr_assert(!block_rtl_waves(&fast, "/tmp/waves-none", 0, 1));
    cr_assert(!block_rtl_waves(&checked, "/no/folder/waves", 0, 1));
    fast.close(fast.self);
    checked.close(checked.self);
    cr_assert(block_rtl_verilator()[0] > '0');
    cr_assert(strcmp(block_rtl_folder(), "rtl") == 0);
}
