#include "csim/interface/void_beats.h"

#include "register_map.h"

void void_beats_fill(struct rng *rng, uint32_t depth, struct edge_in *in) {
    in->tag = (uint32_t)rng->state;
    in->response_length = (uint32_t)(rng->state >> 32);
    in->op_valid = 1;
    in->opcode = (uint8_t)rng_below(rng, OPCODES);
    in->address = rng_next(rng);
    in->length = (uint32_t)rng_below(rng, UINT16_MAX);
    in->urgent = (uint8_t)rng_below(rng, 2);
    in->domain = (uint8_t)rng_below(rng, 1u << DOMAIN_BITS);
    in->pause = (uint8_t)rng_below(rng, 2);
    in->hbm_valid = (lane_set)rng_below(rng, 1u << HBM_LANES);
    for (unsigned partition = 0; partition < HBM_LANES; partition++)
        in->hbm_id[partition] = (uint16_t)rng_below(rng, depth);
    in->atomic_valid = in->response_valid = in->done_valid = 1;
    in->atomic_id = (uint16_t)rng_below(rng, depth);
    in->response_id = (uint16_t)rng_below(rng, depth);
    in->done_id = (uint16_t)rng_below(rng, depth);
    in->grant_ready = (uint8_t)rng_below(rng, 2);
    in->axi_awvalid = in->axi_wvalid = in->axi_arvalid = 1;
    in->axi_awaddr = (uint16_t)(4 * rng_below(rng, CONFIG_MAP_MASK + 2 * MAP_MASKS));
    in->axi_araddr = (uint16_t)rng_below(rng, 1u << AXI_ADDRESS_BITS);
    in->axi_wdata = (uint32_t)rng_next(rng);
    in->axi_wstrb = AXI_STROBES;
    in->axi_bready = in->axi_rready = (uint8_t)rng_below(rng, 2);
}

struct rng void_beats_rng(const struct edge_in *in) {
    return (struct rng){(uint64_t)in->response_length << 32 | in->tag};
}
