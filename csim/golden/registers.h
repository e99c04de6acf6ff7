// The registers of the block (registers.md, 9.1) as the golden model reads the table: ip-check
// holds them against it. Checkers take numbers of words from here; bits and values after reset they
// have of their own (tb/block/view/map.c).
#ifndef SEMA_GOLDEN_REGISTERS_H
#define SEMA_GOLDEN_REGISTERS_H

#include "csim/golden/path.h"

// registers.md, 9.1: name, address, elements, bits, access, value of element i after reset. Names
// are those of block_lay_out.
#define BLOCK_REGISTERS(REGISTER)                                                                  \
    REGISTER(window, 0x000, lanes, width, UNIT, window_of(class_of(size, i), 1, widest))           \
    REGISTER(multiplier, 0x100, lanes, 14, UNIT, 4096)                                             \
    REGISTER(in_force, 0x200, lanes, width, READ_ONLY, window_of(class_of(size, i), 1, widest))    \
    REGISTER(debt, 0x300, lanes, width, READ_ONLY, 0)                                              \
    REGISTER(denials, 0x600, lanes + 1, 32, READ_ONLY, 0)                                          \
    REGISTER(atomic_service, 0x800, 8, 16, READ_WRITE, 1600)                                       \
    REGISTER(response_fixed, 0x820, 1, 16, READ_WRITE, 320)                                        \
    REGISTER(response_reciprocal, 0x824, 1, 16, READ_WRITE, 1024)                                  \
    REGISTER(hbm_reciprocal, 0x828, 1, 16, READ_WRITE, 164)                                        \
    REGISTER(command_limit, 0x82c, 1, id_w + 1, UNIT, size->depth)                                 \
    REGISTER(quantum_hbm, 0x830, 1, 4, STATIC, 0)                                                  \
    REGISTER(quantum_time, 0x834, 1, 4, STATIC, 0)                                                 \
    REGISTER(small_limit, 0x838, 1, size->wire_w, STATIC, smaller(512, small))                     \
    REGISTER(hold, 0x83c, 1, 16, READ_WRITE, 0)                                                    \
    REGISTER(starvation_bound, 0x840, 1, size->age_w, READ_WRITE, smaller(1024, bound))            \
    REGISTER(message_interval, 0x844, 1, 16, READ_WRITE, 0)                                        \
    REGISTER(message_threshold, 0x848, 3, width, READ_WRITE, 0)                                    \
    REGISTER(message_repeat, 0x854, 1, 4, READ_WRITE, 3)                                           \
    REGISTER(calibrate_enable, 0x858, 2, lanes_of(lanes, i), READ_WRITE, 0)                        \
    REGISTER(multiplier_min, 0x860, 1, 14, READ_WRITE, 1024)                                       \
    REGISTER(multiplier_max, 0x864, 1, 14, READ_WRITE, 16383)                                      \
    REGISTER(tune_enable, 0x868, 2, lanes_of(lanes, i), READ_WRITE, 0)                             \
    REGISTER(tune_interval, 0x870, 1, 24, READ_WRITE, 65536)                                       \
    REGISTER(clock_quanta, 0x874, 1, 16, READ_WRITE, 0)                                            \
    REGISTER(floor, 0x880, 3, width, READ_WRITE, window_of(i, 1, widest))                          \
    REGISTER(ceiling, 0x890, 3, width, READ_WRITE, window_of(i, 4, widest))                        \
    REGISTER(age_limit, 0x8a0, 1, 16, READ_WRITE, 0)                                               \
    REGISTER(holder, 0x8a4, 1, id_w, READ_WRITE, 0)                                                \
    REGISTER(holder_state, 0x8a8, 1, 32, READ_ONLY, 0)                                             \
    REGISTER(holder_tag, 0x8ac, 1, 32, READ_ONLY, 0)                                               \
    REGISTER(holder_age, 0x8b0, 1, 16, READ_ONLY, 0)                                               \
    REGISTER(send, 0x8b4, 1, 2u + size->gen_w + id_w, WRITE_ONLY, 0)                               \
    REGISTER(grants, 0x900, 1, 32, READ_ONLY, 0)                                                   \
    REGISTER(rejects, 0x904, 1, 32, READ_ONLY, 0)                                                  \
    REGISTER(repeats, 0x908, 1, 32, READ_ONLY, 0)                                                  \
    REGISTER(frees, 0x90c, 1, 32, READ_ONLY, 0)                                                    \
    REGISTER(returns, 0x910, 3, 32, READ_ONLY, 0)                                                  \
    REGISTER(strays, 0x91c, 1, 32, READ_ONLY, 0)                                                   \
    REGISTER(lates, 0x920, 1, 32, READ_ONLY, 0)                                                    \
    REGISTER(messages, 0x924, 1, 32, READ_ONLY, 0)                                                 \
    REGISTER(calibrations, 0x928, 1, 32, READ_ONLY, 0)                                             \
    REGISTER(held, 0x92c, 1, id_w + 1, READ_ONLY, 0)                                               \
    REGISTER(held_max, 0x930, 1, id_w + 1, READ_ONLY, 0)                                           \
    REGISTER(waiting, 0x934, 1, 7, READ_ONLY, 0)                                                   \
    REGISTER(errors, 0x940, 1, 6, CLEARED, 0)                                                      \
    REGISTER(first_error, 0x944, 1, 3, READ_ONLY, 0)                                               \
    REGISTER(first_error_info, 0x948, 1, 32, READ_ONLY, 0)

// The register of element 0, as the number of its word.
#define BLOCK_WORD(name, address, ...) R_##name = (address) / 4,
enum { BLOCK_REGISTERS(BLOCK_WORD) REGISTERS, NO_REGISTER = REGISTERS };
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

#endif
