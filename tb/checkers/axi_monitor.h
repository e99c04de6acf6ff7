// Who looks on at the AXI4-Lite port (rtl/spec/registers.md): which clock performs which write,
// and which is read, from what crosses the boundary alone.
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

// A read that is under way, if any.
struct register_read {
    bool told;     // what it tells is in force in this clock
    bool answered; // its response is there from the next clock on
    uint16_t address;
};

// Open value: all zero is just out of reset.
struct axi_monitor {
    uint32_t data;
    uint16_t address;
    uint16_t read_address;
    uint8_t strobe;
    uint8_t read_age; // clocks since the one whose edge took the address; 0: no read is under way
    bool has_address;
    bool has_data;
    bool read_waits; // the port was not ready for another address
};

// Takes in one clock of reads; comes before axi_monitor_edge.
static inline struct register_read
axi_monitor_read(struct axi_monitor *watch, const struct edge_in *in, const struct edge_out *out) {
    struct register_read read = {.address = watch->read_address};
    if (watch->read_age) {
        read.told = watch->read_age == READ_TO_VALUE;
        read.answered = watch->read_age == READ_CLOCKS - 1;
        watch->read_age = read.answered ? 0 : (uint8_t)(watch->read_age + 1);
    } else if (in->axi_arvalid && !watch->read_waits) {
        watch->read_address = in->axi_araddr;
        watch->read_age = 1;
    }
    watch->read_waits = !out->axi_arready;
    return read;
}

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
