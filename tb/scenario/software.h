// Software on the bus of the block, initiators that hear grant messages, and what completions tell
// of their service. A bus master without stalls: it takes every answer in its clock.
#ifndef SEMA_SCENARIO_SOFTWARE_H
#define SEMA_SCENARIO_SOFTWARE_H

#include "csim/next/block.h"
#include "tb/scenario/scenario_file.h"

struct software {
    struct block_in in;    // of this clock, but for its path
    struct block_out out;  // of this clock
    bool written, refused; // a write is answered in this clock, and how
    bool answered;         // a read is
    uint32_t value;        // that it gave
    enum hearing hearing;
    uint64_t messages; // taken since the last `measure`
    uint32_t told[PATH_LANES];
};

// What is begun in this clock; the port must be ready.
bool software_may_write(const struct software *software);
void software_write(struct software *software, unsigned address, uint32_t value);
void software_read(struct software *software, unsigned address);
void software_observe(struct software *software, const struct path_size *size, unsigned port,
                      uint16_t observed);

// The end of this clock; what the block shows in the next: software->out.
void software_end(struct software *software);
void software_hear(struct software *software);

#endif
