// Ports of completions by number: partitions, Atomic engines, response engines, done.
#ifndef SEMA_NEXT_PORT_H
#define SEMA_NEXT_PORT_H

#include "csim/next/path.h"

// The channel of a port (rtl/next/spec/ports.md, 1.2).
static inline unsigned port_channel(const struct path_size *size, unsigned port) {
    return port < size->hbm ? 0 : port - size->hbm + 1;
}

// A completion of that handle is offered at the port in this clock.
static inline void port_beat(struct path_in *in, const struct path_size *size, unsigned port,
                             uint32_t handle) {
    if (port < size->hbm) {
        in->hbm_valid[port] = true;
        in->hbm_handle[port] = handle;
    } else if (port < (unsigned)size->hbm + size->atomic) {
        in->atomic_valid[port - size->hbm] = true;
        in->atomic_handle[port - size->hbm] = handle;
    } else if (port < path_lanes(size)) {
        in->response_valid[port - size->hbm - size->atomic] = true;
        in->response_handle[port - size->hbm - size->atomic] = handle;
    } else {
        in->done_valid = true;
        in->done_handle = handle;
    }
}

#endif
