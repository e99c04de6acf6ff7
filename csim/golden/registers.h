// The registers of the block, of the table of registers.md, 9.1 (scripts/ip/registers.py): golden
// model and checkers share it. What a write refuses and does, and when, each reads by itself.
#pragma once

#include "csim/golden/path.h"
#include "register_table.h"

// The register of element 0, as the number of its word, of those that 12 bits address.
#define BLOCK_WORD(name, address, ...) R_##name = (address) / 4,
enum { BLOCK_REGISTERS(BLOCK_WORD) REGISTERS = 1024, NO_REGISTER = REGISTERS };
#undef BLOCK_WORD

enum access { NO_ACCESS, READ_ONLY, READ_WRITE, WRITE_ONLY, UNIT, STATIC, CLEARED };

// An element of a register.
struct reg {
    const char *name; // of the register,
    unsigned first;   // its element 0,
    unsigned elements;
    enum access access;
    uint32_t bits, reset; // that it has
};

// Those of a block of that size, by word; words between registers have no access.
void block_lay_out(const struct path_size *size, struct reg reg[REGISTERS]);

// The word at a byte address; NO_REGISTER: behind all of them, or between two words.
static inline unsigned block_register(unsigned address) {
    return address % 4 == 0 && address / 4 < REGISTERS ? address / 4 : NO_REGISTER;
}
