// The register map of rtl/spec/registers.md, 9.1.
#ifndef SEMA_BLOCK_VIEW_MAP_H
#define SEMA_BLOCK_VIEW_MAP_H

#include "tb/block/view.h"

enum map_access { MAP_READ, MAP_WRITE, MAP_BOTH, MAP_CLEAR };
enum map_kind { MAP_PLAIN, MAP_UNIT, MAP_STATIC };

enum {
    MAP_WINDOW = 0x000,
    MAP_MULTIPLIER = 0x100,
    MAP_IN_FORCE = 0x200,
    MAP_DEBT = 0x300,
    MAP_DENIALS = 0x600,
    MAP_ATOMIC_SERVICE = 0x800,
    MAP_RESPONSE_FIXED = 0x820,
    MAP_RESPONSE_RECIPROCAL = 0x824,
    MAP_HBM_RECIPROCAL = 0x828,
    MAP_COMMAND_LIMIT = 0x82c,
    MAP_QUANTUM_HBM = 0x830,
    MAP_QUANTUM_TIME = 0x834,
    MAP_SMALL_LIMIT = 0x838,
    MAP_HOLD = 0x83c,
    MAP_BOUND = 0x840,
    MAP_INTERVAL = 0x844,
    MAP_THRESHOLD = 0x848,
    MAP_REPEAT = 0x854,
    MAP_CALIBRATE = 0x858,
    MAP_MULTIPLIER_MIN = 0x860,
    MAP_MULTIPLIER_MAX = 0x864,
    MAP_TUNE = 0x868,
    MAP_TUNE_INTERVAL = 0x870,
    MAP_CLOCK_QUANTA = 0x874,
    MAP_FLOOR = 0x880,
    MAP_CEILING = 0x890,
    MAP_AGE_LIMIT = 0x8a0,
    MAP_HOLDER = 0x8a4,
    MAP_HOLDER_STATE = 0x8a8,
    MAP_HOLDER_TAG = 0x8ac,
    MAP_HOLDER_AGE = 0x8b0,
    MAP_SEND = 0x8b4,
    MAP_GRANTS = 0x900,
    MAP_REJECTS = 0x904,
    MAP_REPEATS = 0x908,
    MAP_FREES = 0x90c,
    MAP_RETURNS = 0x910,
    MAP_STRAYS = 0x91c,
    MAP_LATES = 0x920,
    MAP_MESSAGES = 0x924,
    MAP_CALIBRATIONS = 0x928,
    MAP_HELD = 0x92c,
    MAP_HELD_MAX = 0x930,
    MAP_WAITING = 0x934,
    MAP_ERRORS = 0x940,
    MAP_FIRST_ERROR = 0x944,
    MAP_FIRST_ERROR_INFO = 0x948,
};

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
