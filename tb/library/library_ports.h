// The ports as the rest of the library sees them: the two values that cross the block's boundary.
#ifndef SEMA_LIBRARY_PORTS_H
#define SEMA_LIBRARY_PORTS_H

#include "csim/interface/edge.h"
#include "tb/library/semacredit.h"

struct semacredit_ports {
    struct edge_in in;
    struct edge_out out;
    unsigned depth;
};

#endif
