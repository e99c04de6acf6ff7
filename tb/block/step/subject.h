// What a program of this room runs: the admission path, or the whole block.
#ifndef SEMA_BLOCK_SUBJECT_H
#define SEMA_BLOCK_SUBJECT_H

#include "csim/golden/path_model.h"
#include "tb/block/bus.h"
#include "tb/block/world.h"

extern const bool subject_has_bus;

// RTL of this build, and golden model of that size. `self` is NULL if memory is short.
struct block_model subject_rtl(struct path_size *size);
struct block_model subject_golden(const struct path_size *size);

// block_rtl.h; of the path alone there are neither.
bool subject_waves(const struct block_model *rtl, const char *path, uint64_t from, uint64_t to);
const char *subject_finding(const struct block_model *rtl);

// In a clock of reset: what is static, and what the surroundings must know of, is drawn, and
// written before anything is offered (surroundings.md, 10.4). The path alone has it at its ports.
void subject_bring_up(struct world *world, struct bus *bus);

#endif
