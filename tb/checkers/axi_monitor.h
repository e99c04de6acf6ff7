// Who looks on at the AXI4-Lite port (rtl/spec/registers.md): which clock performs which write,
// and which takes an address to read, from what crosses the boundary alone.
#ifndef SEMA_AXI_MONITOR_H
#define SEMA_AXI_MONITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/edge.h"

// A write that a clock performs.
struct register_write {
    bool valid;   // performed, and not refused
    bool refused; // performed, and answered with an error
    uint16_t address;
    uint16_t word;
    uint8_t strobe;
    uint32_t data;
};

// Open value: all zero is just out of reset.
struct axi_monitor {
    uint32_t data;
    uint16_t address;
    uint8_t strobe;
    bool has_address;
    bool has_data;
};

// Takes in one clock.
static inline struct register_write
axi_monitor_edge(struct axi_monitor *watch, const struct edge_in *in, const struct edge_out *out) {
    struct register_write write = {.valid = false};
    if (in->reset) {
        *watch = (struct axi_monitor){.has_data = false};
        return write;
    }
    if (!(in->axi_awvalid | in->axi_wvalid | watch->has_address | watch->has_data))
        return write;
    // A place that was full and is empty: so is the other.
    if (watch->has_address && watch->has_data && out->axi_awready && out->axi_wready) {
        write = (struct register_write){.valid = out->axi_bresp == AXI_OKAY,
                                        .refused = out->axi_bresp != AXI_OKAY,
                                        .address = watch->address,
                                        .word = watch->address / 4,
                                        .strobe = watch->strobe,
                                        .data = watch->data};
        watch->has_address = watch->has_data = false;
        return write; // the places were full: they took nothing in this clock
    }
    if (in->axi_awvalid && !watch->has_address) {
        watch->address = in->axi_awaddr;
        watch->has_address = true;
    }
    if (in->axi_wvalid && !watch->has_data) {
        watch->data = in->axi_wdata;
        watch->strobe = in->axi_wstrb;
        watch->has_data = true;
    }
    return write;
}

#endif
