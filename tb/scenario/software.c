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

bool software_may_begin(const struct software *software) {
    return software_may_write(software) && !software->in.axi_awvalid && !software->in.axi_wvalid &&
           software->address_after == 0 && software->data_after == 0;
}

void software_begin(struct software *software, unsigned address, uint32_t value, uint8_t strobes,
                    uint64_t address_after, uint64_t data_after) {
    struct block_in *in = &software->in;
    software_write(software, address, value);
    in->axi_wstrb = strobes;
    in->axi_awvalid = address_after == 0;
    in->axi_wvalid = data_after == 0;
    software->address_after = address_after;
    software->data_after = data_after;
    software->begun = true;
    software->address = (uint16_t)address;
    software->data = value;
}

void software_read(struct software *software, unsigned address) {
    software->in.axi_arvalid = true;
    software->in.axi_araddr = (uint16_t)address;
}

void software_end(struct software *software) {
    struct block_in *in = &software->in;
    in->axi_arvalid = false;
    in->axi_awvalid = software->address_after == 1;
    in->axi_wvalid = software->data_after == 1;
    software->address_after -= software->address_after > 0;
    software->data_after -= software->data_after > 0;
    in->axi_bready = !software->stalls_writes;
    in->axi_rready = !software->stalls_reads;
    in->message_ready = software->hearing != MESSAGES_WAIT;
    in->now++;
}

void software_hear(struct software *software) {
    const struct block_out *out = &software->out;
    const bool answered = software->begun && out->axi_bvalid && !software->written;
    software->accepted = answered && out->axi_bresp == 0;
    software->begun = software->begun && !answered;
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
