#include "tb/tests/block/block_bench.h"

#include "csim/base/std.h"

const struct path_size block_default = {8, 1, 1, 32, 128, 40, 32, 8, 16, 24};

enum { IDLE = 8, PATIENCE = 1000 };

static void end_beats(struct block_in *in) {
    in->path.op_valid = in->path.op_again = in->path.done_valid = false;
    memset(in->path.hbm_valid, 0, sizeof in->path.hbm_valid);
    memset(in->path.atomic_valid, 0, sizeof in->path.atomic_valid);
    memset(in->path.response_valid, 0, sizeof in->path.response_valid);
}

void block_step(struct block_bench *bench) {
    const struct path_out *const path = &bench->out.path;
    if (bench->beside)
        bench->beside(bench->context);
    bench->in.now = 1000 + (uint64_t)(bench->clock + IDLE);
    bench->golden.clock(bench->golden.self, &bench->in);
    end_beats(&bench->in);
    bench->golden.show(bench->golden.self, &bench->out);
    bench->clock++;
    if (path->trace_kind == PATH_GRANT) {
        bench->handle[path->trace_tag % BLOCK_TAGS] = path->trace_handle;
        bench->granted[path->trace_tag % BLOCK_TAGS] = bench->clock;
    }
}

void block_run(struct block_bench *bench, int clocks) {
    while (clocks-- > 0)
        block_step(bench);
}

void block_bench_open(struct block_bench *bench, const struct path_size *size) {
    *bench =
        (struct block_bench){.size = *size, .golden = block_golden_model(size), .clock = -IDLE};
    cr_assert(bench->golden.self);
    bench->in = (struct block_in){.axi_bready = true, .axi_rready = true};
    block_step(bench); // of the reset
    bench->in.path.rst_n = true;
    block_run(bench, IDLE - 1);
    for (unsigned tag = 0; tag < BLOCK_TAGS; tag++)
        bench->granted[tag] = -1;
}

void block_bench_close(struct block_bench *bench) {
    bench->golden.close(bench->golden.self);
}

// --- bus ---------------------------------------------------------------------------------------

static void clock_bus(void *context) {
    struct block_bench *bench = context;
    axi_drive(&bench->master, &bench->out, &bench->in);
    block_step(bench);
}

static unsigned take_answer(struct block_bench *bench) {
    const struct axi_bus bus = {&bench->master, clock_bus, bench, PATIENCE};
    const bool fine = axi_bus_settle(&bus);
    cr_assert(axi_is_idle(bus.master), "0x%03x, 0x%03x: no answer", bus.master->write.address,
              bus.master->read);
    return fine ? OKAY : SLVERR;
}

unsigned block_try_write(struct block_bench *bench, unsigned address, uint32_t data,
                         unsigned strobes) {
    cr_assert(bench->out.axi_awready && bench->out.axi_wready);
    bench->master = (struct axi_master){0};
    axi_begin_write(&bench->master, (struct axi_write){(uint16_t)address, data, (uint8_t)strobes},
                    0, 0);
    return take_answer(bench);
}

void block_set_register(struct block_bench *bench, unsigned address, uint32_t data) {
    cr_assert(block_try_write(bench, address, data, 0xf) == OKAY, "0x%03x", address);
}

unsigned block_try_read(struct block_bench *bench, unsigned address, uint32_t *data) {
    cr_assert(bench->out.axi_arready);
    bench->master = (struct axi_master){0};
    axi_begin_read(&bench->master, address);
    const unsigned answer = take_answer(bench);
    *data = bench->master.value;
    return answer;
}

uint32_t block_get(struct block_bench *bench, unsigned address) {
    uint32_t data;

    cr_assert(block_try_read(bench, address, &data) == OKAY, "0x%03x", address);
    return data;
}

static bool bus_read(void *context, uint32_t address, uint32_t *value) {
    return block_try_read(context, address, value) == OKAY;
}

static bool bus_write(void *context, uint32_t address, uint32_t value) {
    return block_try_write(context, address, value, AXI_STROBES) == OKAY;
}

struct semacredit_bus block_bus(struct block_bench *bench) {
    return (struct semacredit_bus){bus_read, bus_write, bench};
}

// --- operations --------------------------------------------------------------------------------

struct path_in *block_offer(struct block_bench *bench, uint64_t tag, unsigned opcode,
                            unsigned stage) {
    struct path_in *const path = &bench->in.path;

    path->op_valid = true;
    path->op_tag = tag;
    path->op_opcode = (uint8_t)opcode;
    path->op_stage = (uint8_t)stage;
    path->op_reply = false;
    path->op_length = path->op_response_length = 0;
    return path;
}

void block_grant(struct block_bench *bench, uint64_t tag, unsigned lane, uint32_t length) {
    block_offer(bench, tag, 0, lane)->op_length = length;
    block_run(bench, 8);
    cr_assert(bench->granted[tag % BLOCK_TAGS] == bench->clock - 1);
}

void block_complete(struct block_bench *bench, unsigned partition, unsigned tag,
                    uint16_t observed) {
    cr_assert(bench->granted[tag] >= 0 && bench->out.path.hbm_ready[partition]);
    bench->in.path.hbm_valid[partition] = true;
    bench->in.path.hbm_handle[partition] = bench->handle[tag];
    bench->in.hbm_observed[partition] = observed;
}
