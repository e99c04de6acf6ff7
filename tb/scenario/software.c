#include "tb/scenario/software.h"

#include <string.h>

bool software_may_write(const struct software *software) {
    return software->out.axi_awready && software->out.axi_wready && !axi_writes(&software->bus);
}

void software_write(struct software *software, unsigned address, uint32_t value) {
    axi_begin_write(&software->bus, (struct axi_write){(uint16_t)address, value, AXI_STROBES}, 0,
                    0);
}

void software_begin(struct software *software, struct axi_write write, uint64_t address_after,
                    uint64_t data_after) {
    axi_begin_write(&software->bus, write, address_after, data_after);
    software->begun = true;
}

void software_leap(struct software *software, uint64_t clocks) {
    software->in.now = block_time(software->in.now + clocks);
}

void software_end(struct software *software) {
    software->in.message_ready = software->hearing != MESSAGES_WAIT;
    software_leap(software, 1);
}

void software_observe(struct software *software) {
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
        memcpy(software->reported, out->message_credit, sizeof software->reported);
}
