// Software on the bus of the block, initiators that hear grant messages, and what completions tell
// of their service. A bus master without stalls: it takes every answer in its clock.
#ifndef SEMA_SCENARIO_SOFTWARE_H
#define SEMA_SCENARIO_SOFTWARE_H

#include "csim/golden/block.h"
#include "tb/scenario/scenario_file.h"

struct software {
    struct block_in in;    // of this clock, but for its path
    struct block_out out;  // of this clock
    bool written, refused; // a write is answered in this clock, and how
    bool answered;         // a read is
    uint32_t value;        // that it gave
    enum hearing hearing;
    uint64_t messages; // taken since the last `measure`
    // The write that nobody waits for: halves that are to come, and what it is until its answer.
    uint64_t address_after, data_after; // clocks; 0: it has come
    bool begun, accepted;               // not answered yet; answered OKAY in this clock
    uint16_t address;
    uint32_t data;
    bool stalls_writes, stalls_reads; // answers are not taken
    uint32_t told[PATH_LANES];
};

// What is begun in this clock; the port must be ready.
bool software_may_write(const struct software *software);
void software_write(struct software *software, unsigned address, uint32_t value);
// Its address and its data so many clocks later, one of them 0; the answer is nobody's.
void software_begin(struct software *software, unsigned address, uint32_t value, uint8_t strobes,
                    uint64_t address_after, uint64_t data_after);
bool software_may_begin(const struct software *software);
void software_read(struct software *software, unsigned address);

// The end of this clock; what the block shows in the next: software->out.
void software_end(struct software *software);
void software_hear(struct software *software);

#endif
