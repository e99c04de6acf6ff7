// The ports through which beats of the target reach the block: one for the stage completions of
// each HBM partition, one each for the Atomic stage, the response stage and done. Beats wait for
// their port, first in, first out; one that the block does not take is held, unchanged.
#ifndef SEMA_COMPLETION_QUEUES_H
#define SEMA_COMPLETION_QUEUES_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/edge.h"

// Ports 0 .. HBM_LANES-1 are the partitions'.
enum port { PORT_ATOMIC = HBM_LANES, PORT_RESPONSE, PORT_DONE, PORTS };

enum {
    PORT_BEATS = 8 * DEPTH_MAX, // that can wait at one port; a power of two
    RECENT_BEATS = 16,          // that can be sent again
};

struct port_queue {
    uint16_t head;
    uint16_t count;
    struct port_beat {
        uint16_t id;
        uint16_t service; // observed, in quanta; of no meaning at PORT_DONE
    } beat[PORT_BEATS];
};

// Open value: all zero is a block's ports with nothing waiting and nothing sent.
struct completion_queues {
    uint64_t busy; // one bit for each port at which beats wait
    struct port_queue queue[PORTS];
    struct {
        uint8_t port;
        struct port_beat beat;
    } recent[RECENT_BEATS];
    unsigned recent_next;
};

// A beat waits at a port from now on. Returns false, and forgets it, if too many do.
bool completion_queues_push(struct completion_queues *queues, unsigned port, struct port_beat beat);

// Puts into the beats of a clock one of each port at which some wait. `last` is what the block
// showed after the clock before: only a port that was ready then is through with its beat.
void completion_queues_fill(struct completion_queues *queues, const struct edge_out *last,
                            struct edge_in *in);

// Forgets every beat that waits.
void completion_queues_clear(struct completion_queues *queues);

#endif
