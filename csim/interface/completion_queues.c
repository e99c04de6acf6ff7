#include "csim/interface/completion_queues.h"

bool completion_queues_push(struct completion_queues *queues, unsigned port,
                            struct port_beat beat) {
    struct port_queue *queue = &queues->queue[port];
    if (queue->count == PORT_BEATS)
        return false;
    queue->beat[(queue->head + queue->count++) % PORT_BEATS] = beat;
    queues->busy |= UINT64_C(1) << port;
    return true;
}

static struct port_beat beat_take(struct completion_queues *queues, unsigned port) {
    struct port_queue *queue = &queues->queue[port];
    const struct port_beat beat = queue->beat[queue->head];
    queue->head = (uint16_t)((queue->head + 1) % PORT_BEATS);
    if (--queue->count == 0) {
        queue->head = 0; // short queues stay in few cache lines
        queues->busy &= ~(UINT64_C(1) << port);
    }
    queues->recent[queues->recent_next].port = (uint8_t)port;
    queues->recent[queues->recent_next].beat = beat;
    queues->recent_next = (queues->recent_next + 1) % RECENT_BEATS;
    return beat;
}

void completion_queues_fill(struct completion_queues *queues, const struct edge_out *last,
                            struct edge_in *in) {
    for (uint64_t left = queues->busy; left; left &= left - 1) {
        const unsigned port = (unsigned)__builtin_ctzll(left);
        if (port < HBM_LANES) {
            // Held with a stable id until the collector's slot is free.
            const struct port_queue *queue = &queues->queue[port];
            const struct port_beat *beat = &queue->beat[queue->head];
            in->hbm_valid |= LANE_BIT(port);
            in->hbm_id[port] = beat->id;
            in->hbm_service[port] = beat->service;
            if (last->hbm_ready >> port & 1)
                beat_take(queues, port);
        } else if (port == PORT_ATOMIC) {
            in->atomic_valid = 1;
            const struct port_beat beat = beat_take(queues, port);
            in->atomic_id = beat.id;
            in->atomic_service = beat.service;
        } else if (port == PORT_RESPONSE) {
            in->response_valid = 1;
            const struct port_beat beat = beat_take(queues, port);
            in->response_id = beat.id;
            in->response_service = beat.service;
        } else {
            in->done_valid = 1;
            in->done_id = beat_take(queues, port).id;
        }
    }
}

void completion_queues_clear(struct completion_queues *queues) {
    for (unsigned port = 0; port < PORTS; port++)
        queues->queue[port].count = 0;
    queues->busy = 0;
}
