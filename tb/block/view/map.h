// The register map of rtl/spec/registers.md, 9.1.
#ifndef SEMA_BLOCK_VIEW_MAP_H
#define SEMA_BLOCK_VIEW_MAP_H

#include "tb/block/view.h"

enum map_access { MAP_READ, MAP_WRITE, MAP_BOTH, MAP_CLEAR };
enum map_kind { MAP_PLAIN, MAP_UNIT, MAP_STATIC };

struct map_register {
    const char *name;
    uint16_t address; // of element 0
    uint8_t count, bits, access, kind;
};

// The register at a byte address, and which element of it; NULL if there is none.
const struct map_register *map_find(const struct path_size *size, unsigned address,
                                    unsigned *element);

// That of a name; elements that it has in a block of that size.
const struct map_register *map_named(const char *name);
unsigned map_count(const struct path_size *size, const struct map_register *reg);

// "window HBM 3", "starvation_bound"; "0xabc (no register)" otherwise. Writes into `text`.
enum { MAP_TEXT = 64 };
const char *map_name(const struct path_size *size, unsigned address, char text[MAP_TEXT]);

// Its bits, as a set.
uint32_t map_bits(const struct path_size *size, const struct map_register *reg, unsigned element);

// The window of a lane after reset (3.4).
uint32_t map_window(const struct path_size *size, unsigned lane);

// Registers after reset; what the path reads of them.
void map_reset(struct view *view);
void map_settle(struct view *view);

#endif
