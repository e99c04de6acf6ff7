#include "tb/tests/interface/random_beats.h"

#include "csim/record/block_draw.h"

struct edge_in random_beats(struct rng *rng, const struct edge_out *last) {
    // One draw a statement: their order is then the same from every compiler.
    struct edge_in in = {.axi_bready = 1, .axi_rready = 1, .axi_wstrb = AXI_STROBES};
    in.op_valid = rng_chance(rng, 1, 2);
    in.tag = (uint32_t)rng_next(rng);
    in.opcode = (uint8_t)rng_below(rng, OPCODES);
    in.address = rng_next(rng);
    in.length = (uint32_t)draw_wide(rng, 32);
    in.response_length = (uint32_t)draw_wide(rng, 32);
    in.wire_bytes = (uint32_t)draw_wide(rng, WIRE_BITS);
    in.urgent = rng_chance(rng, 1, 2);
    in.domain = (uint8_t)rng_below(rng, 4);
    in.pause = rng_chance(rng, 1, 16);
    in.hbm_valid = (uint8_t)rng_next(rng) & last->hbm_ready;
    in.hbm_valid &= (uint8_t)rng_next(rng);
    for (unsigned i = 0; i < HBM_LANES; i++) {
        in.hbm_id[i] = (uint16_t)rng_below(rng, DEPTH);
        in.hbm_service[i] = (uint16_t)draw_wide(rng, 16);
    }
    in.atomic_valid = rng_chance(rng, 1, 4);
    in.atomic_id = (uint16_t)rng_below(rng, DEPTH);
    in.atomic_service = (uint16_t)draw_wide(rng, 16);
    in.response_valid = rng_chance(rng, 1, 4);
    in.response_id = (uint16_t)rng_below(rng, DEPTH);
    in.response_service = (uint16_t)draw_wide(rng, 16);
    in.done_valid = rng_chance(rng, 1, 4);
    in.done_id = (uint16_t)rng_below(rng, DEPTH);
    in.grant_ready = rng_chance(rng, 1, 8);
    in.axi_arvalid = rng_chance(rng, 3, 4);
    in.axi_araddr = (uint16_t)(rng_below(rng, 0x240) * 4);
    in.axi_awvalid = in.axi_wvalid = rng_chance(rng, 1, 32);
    in.axi_awaddr = (uint16_t)(rng_below(rng, LANES) * 4);
    in.axi_wdata = (uint32_t)draw_wide(rng, 32);
    in.reset = rng_chance(rng, 1, 512);
    in.gap = last->quiet ? rng_below(rng, 16) : 0;
    return in;
}
