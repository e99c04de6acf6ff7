#include "tb/scenario/software.h"

#include <string.h>

bool software_may_write(const struct software *software) {
    return software->out.axi_awready && software->out.axi_wready;
}

void software_write(struct software *software, unsigned address, uint32_t value) {
    struct block_in *in = &software->in;
    in->axi_awvalid = in->axi_wvalid = true;
    in->axi_awaddr = (uint16_t)address;
    in->axi_wdata = value;
    in->axi_wstrb = 15;
}

void software_read(struct software *software, unsigned address) {
    software->in.axi_arvalid = true;
    software->in.axi_araddr = (uint16_t)address;
}

void software_observe(struct software *software, const struct path_size *size, unsigned port,
                      uint16_t observed) {
    if (port < size->hbm)
        software->in.hbm_observed[port] = observed;
    else if (port < (unsigned)size->hbm + size->atomic)
        software->in.atomic_observed[port - size->hbm] = observed;
    else if (port < path_lanes(size))
        software->in.response_observed[port - size->hbm - size->atomic] = observed;
}

void software_end(struct software *software) {
    struct block_in *in = &software->in;
    in->axi_awvalid = in->axi_wvalid = in->axi_arvalid = false;
    in->axi_bready = in->axi_rready = true;
    in->message_ready = software->hearing != MESSAGES_WAIT;
    in->now++;
}

void software_hear(struct software *software) {
    const struct block_out *out = &software->out;
    software->written = out->axi_bvalid;
    software->refused = out->axi_bresp != 0;
    software->answered = out->axi_rvalid;
    if (out->axi_rvalid)
        software->value = out->axi_rdata;
    if (!out->message_valid || !software->in.message_ready)
        return;
    software->messages++;
    if (software->hearing == MESSAGES_HEARD)
        memcpy(software->told, out->message_credit, sizeof software->told);
}
