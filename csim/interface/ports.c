#include "csim/interface/ports.h"

bool ports_queue(struct ports *ports, unsigned port, struct port_beat beat) {
    struct port_queue *queue = &ports->queue[port];
    if (queue->count == PORT_BEATS)
        return false;
    queue->beat[(queue->head + queue->count++) % PORT_BEATS] = beat;
    ports->busy |= 1u << port;
    return true;
}

static struct port_beat beat_take(struct ports *ports, unsigned port) {
    struct port_queue *queue = &ports->queue[port];
    const struct port_beat beat = queue->beat[queue->head];
    queue->head = (uint16_t)((queue->head + 1) % PORT_BEATS);
    if (--queue->count == 0) {
        queue->head = 0; // short queues stay in few cache lines
        ports->busy &= ~(1u << port);
    }
    ports->recent[ports->recent_next].port = (uint8_t)port;
    ports->recent[ports->recent_next].beat = beat;
    ports->recent_next = (ports->recent_next + 1) % RECENT_BEATS;
    return beat;
}

void ports_fill(struct ports *ports, const struct edge_out *last, struct edge_in *in) {
    for (uint32_t left = ports->busy; left; left &= left - 1) {
        const unsigned port = (unsigned)__builtin_ctz(left);
        if (port < HBM_LANES) {
            // Held with a stable id until the collector's slot is free.
            const struct port_queue *queue = &ports->queue[port];
            const struct port_beat *beat = &queue->beat[queue->head];
            in->hbm_valid |= (uint8_t)(1u << port);
            in->hbm_id[port] = beat->id;
            in->hbm_service[port] = beat->service;
            if (last->hbm_ready >> port & 1)
                beat_take(ports, port);
        } else if (port == PORT_ATOMIC) {
            in->atomic_valid = 1;
            const struct port_beat beat = beat_take(ports, port);
            in->atomic_id = beat.id;
            in->atomic_service = beat.service;
        } else if (port == PORT_RESPONSE) {
            in->response_valid = 1;
            const struct port_beat beat = beat_take(ports, port);
            in->response_id = beat.id;
            in->response_service = beat.service;
        } else {
            in->done_valid = 1;
            in->done_id = beat_take(ports, port).id;
        }
    }
}

void ports_clear(struct ports *ports) {
    for (unsigned port = 0; port < PORTS; port++)
        ports->queue[port].count = 0;
    ports->busy = 0;
}
