// Finds the registers of the block by its bus alone, for scripts/ip: reads every address after
// reset, then writes every bit of each.
// usage: register_probe [SIZE]     the RTL, or the golden model of that size
// Prints "ADDRESS ACCESS MASK RESET", addresses going up; MASK: the bits that can be written.
#include <stdio.h>

#include "csim/golden/block.h"
#include "tb/block/dut/block_rtl.h"
#include "tb/block/fields.h"

enum { WORDS = 1024, PATIENCE = 1000, AT_ONCE = 1, STATIC = 9 }; // clocks to an answer (9.2, 9.3)

struct probe {
    struct block_model model;
    struct block_in in;
    struct block_out out;
};

static void step(struct probe *probe) {
    probe->in.now++;
    probe->model.clock(probe->model.self, &probe->in);
    probe->model.show(probe->model.self, &probe->out);
}

static void reset_block(struct probe *probe) {
    probe->in.path.rst_n = false;
    step(probe);
    probe->in.path.rst_n = true;
    step(probe);
}

// Clocks from the one in which it is performed to its answer; 0: refused.
static unsigned write_word(struct probe *probe, unsigned word, uint32_t data) {
    unsigned clocks = 0;
    probe->in.axi_awvalid = probe->in.axi_wvalid = true;
    probe->in.axi_awaddr = (uint16_t)(4 * word);
    probe->in.axi_wdata = data;
    step(probe);
    probe->in.axi_awvalid = probe->in.axi_wvalid = false;
    for (; clocks < PATIENCE && !probe->out.axi_bvalid; clocks++)
        step(probe);
    const bool okay = probe->out.axi_bvalid && probe->out.axi_bresp == 0;
    step(probe);
    return okay ? clocks : 0;
}

static bool read_word(struct probe *probe, unsigned word, uint32_t *data) {
    probe->in.axi_arvalid = true;
    probe->in.axi_araddr = (uint16_t)(4 * word);
    step(probe);
    probe->in.axi_arvalid = false;
    for (unsigned i = 0; i < PATIENCE && !probe->out.axi_rvalid; i++)
        step(probe);
    const bool okay = probe->out.axi_rvalid && probe->out.axi_rresp == 0;
    *data = probe->out.axi_rdata;
    step(probe);
    return okay;
}

// What makes every bit of every register one that may be set alone (9.2).
static void prepare(struct probe *probe, const struct path_size *size) {
    write_word(probe, SEMACREDIT_MESSAGE_INTERVAL / 4, 1);
    write_word(probe, SEMACREDIT_CLOCK_QUANTA / 4, 1);
    write_word(probe, SEMACREDIT_MULTIPLIER_MIN / 4, 1);
    for (unsigned k = 0; k < 3; k++) {
        write_word(probe, SEMACREDIT_CEILING / 4 + k, (uint32_t)((UINT64_C(1) << size->cnt_w) - 1));
        write_word(probe, SEMACREDIT_FLOOR / 4 + k, 0);
    }
}

static void print_word(struct probe *probe, unsigned word, bool readable, uint32_t reset) {
    uint32_t mask = 0, before = 0, after = 0;
    unsigned clocks = 0;
    bool kept = true;
    read_word(probe, word, &before);
    for (unsigned bit = 0; bit < 32; bit++) {
        const unsigned answered = write_word(probe, word, UINT32_C(1) << bit);
        if (answered == 0)
            continue;
        clocks = answered;
        mask |= UINT32_C(1) << bit;
        kept = readable && read_word(probe, word, &after) && after >> bit & 1 && kept;
    }
    const char *access = "rw unit";
    if (mask == 0)
        access = "ro";
    else if (!readable)
        access = "wo";
    else if (!kept)
        access = "w1c";
    else if (clocks == AT_ONCE || clocks == STATIC)
        access = clocks == STATIC ? "rw static" : "rw";
    if (readable || mask != 0)
        printf("%u %s 0x%x %u\n", 4 * word, access, mask, reset);
    if (mask != 0 && kept)
        write_word(probe, word, before);
}

int main(int argc, char **argv) {
    struct path_size size;
    struct probe probe = {.model = block_rtl_open(&size)};
    static uint32_t reset[WORDS];
    static bool readable[WORDS];

    if (argc == 2) {
        probe.model.close(probe.model.self);
        if (!size_read(argv[1], &size))
            return 2;
        probe.model = block_golden_model(&size);
    }
    probe.in = (struct block_in){.axi_bready = true, .axi_rready = true, .axi_wstrb = 0xf};
    for (unsigned word = 0; word < WORDS; word++) {
        reset_block(&probe); // a refused read is an error
        readable[word] = read_word(&probe, word, &reset[word]);
    }
    prepare(&probe, &size);
    for (unsigned word = 0; word < WORDS; word++)
        print_word(&probe, word, readable[word], reset[word]);
    probe.model.close(probe.model.self);
    return ferror(stdout) || fflush(stdout);
}
