// The register map of rtl/spec/registers.md, 9.1, in a block of a size.
#pragma once

#include "csim/golden/registers.h"
#include "tb/block/ref_state.h"

// The register at a byte address, NULL if there is none; element 0 of that of a name.
const struct reg *map_find(const struct path_size *size, unsigned address);
const struct reg *map_named(const struct path_size *size, const char *name);

// It keeps what software writes.
static inline bool map_stays(const struct reg *reg) {
    return reg->access == READ_WRITE || reg->access == UNIT || reg->access == STATIC;
}

// Its elements are lanes, and perhaps the table.
static inline bool map_of_lanes(const struct reg *reg) {
    return reg->first < R_parked || (reg->first >= R_holder_clocks && reg->first <= R_denied);
}

// "window HBM 3", "starvation_bound"; "0xabc (no register)" otherwise. Writes into `text`.
enum { MAP_TEXT = 64 };
const char *map_name(const struct path_size *size, unsigned address, char text[MAP_TEXT]);

// The window of a lane after reset (3.4).
uint32_t map_window(const struct path_size *size, unsigned lane);

// Registers after reset; what the path reads of them.
void map_reset(struct ref_state *ref);
void map_settle(struct ref_state *ref);
