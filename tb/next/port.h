// Ports of completions by number: partitions, Atomic engines, response engines, done.
#ifndef SEMA_NEXT_PORT_H
#define SEMA_NEXT_PORT_H

#include <stddef.h>

#include "csim/next/block.h"

// The channel of a port (rtl/next/spec/ports.md, 1.2).
static inline unsigned port_channel(const struct path_size *size, unsigned port) {
    return port < size->hbm ? 0 : port - size->hbm + 1;
}

// Its element of a field that partitions, Atomic engines, response engines and done have.
#define PORT_ELEMENT(size, port, hbm_field, atomic_field, response_field, done_field)              \
    ((port) < (size)->hbm                    ? &(hbm_field)[port]                                  \
     : (port) < (size)->hbm + (size)->atomic ? &(atomic_field)[(port) - (size)->hbm]               \
     : (port) < path_lanes(size) ? &(response_field)[(port) - (size)->hbm - (size)->atomic]        \
                                 : (done_field))

static inline bool *port_valid(struct path_in *in, const struct path_size *size, unsigned port) {
    return PORT_ELEMENT(size, port, in->hbm_valid, in->atomic_valid, in->response_valid,
                        &in->done_valid);
}

static inline uint32_t *port_handle(struct path_in *in, const struct path_size *size,
                                    unsigned port) {
    return PORT_ELEMENT(size, port, in->hbm_handle, in->atomic_handle, in->response_handle,
                        &in->done_handle);
}

// NULL: done has none.
static inline uint16_t *port_observed(struct block_in *in, const struct path_size *size,
                                      unsigned port) {
    return PORT_ELEMENT(size, port, in->hbm_observed, in->atomic_observed, in->response_observed,
                        NULL);
}

static inline bool port_ready(const struct path_out *out, const struct path_size *size,
                              unsigned port) {
    return *PORT_ELEMENT(size, port, out->hbm_ready, out->atomic_ready, out->response_ready,
                         &out->done_ready);
}

// A completion of that handle is offered at the port in this clock.
static inline void port_beat(struct path_in *in, const struct path_size *size, unsigned port,
                             uint32_t handle) {
    *port_valid(in, size, port) = true;
    *port_handle(in, size, port) = handle;
}

#endif
