// Registers of a block whose clocks the caller makes: the bus that software has
// (csim/driver/semacredit_driver.h), over a master that is stepped until it is idle.
#pragma once

#include "csim/driver/semacredit_driver.h"
#include "csim/golden/axi_master.h"

// Stays while the bus is used.
struct axi_bus {
    struct axi_master *master;
    void (*step)(void *context); // a clock, in which the master is driven
    void *context;
    unsigned patience; // clocks of an access, at most
};

// What the master shows is over, and was not refused.
static inline bool axi_bus_settle(const struct axi_bus *bus) {
    for (unsigned i = 0; i < bus->patience && !axi_is_idle(bus->master); i++)
        bus->step(bus->context);
    return axi_is_idle(bus->master) && !bus->master->refused;
}

static inline bool axi_bus_write(void *context, uint32_t address, uint32_t value) {
    const struct axi_bus *const bus = (const struct axi_bus *)context;
    const struct axi_write write = {(uint16_t)address, value, AXI_STROBES};
    axi_begin_write(bus->master, write, 0, 0);
    return axi_bus_settle(bus);
}

static inline bool axi_bus_read(void *context, uint32_t address, uint32_t *value) {
    const struct axi_bus *const bus = (const struct axi_bus *)context;
    axi_begin_read(bus->master, address);
    const bool done = axi_bus_settle(bus);
    *value = bus->master->value;
    return done;
}

static inline struct semacredit_bus axi_bus_software(struct axi_bus *bus) {
    const struct semacredit_bus software = {axi_bus_read, axi_bus_write, bus};
    return software;
}
