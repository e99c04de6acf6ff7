// Registers by name, and their values as people read them. The names are those of
// rtl/registers.txt; a member of a family is named by its lane, class or opcode.
#ifndef SEMA_REGISTER_NAMES_H
#define SEMA_REGISTER_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REGISTER_NAME_BYTES = 64, REGISTER_VALUE_BYTES = 160 };

// These write into `text`, and return it; in capitals, into a buffer of the caller's block.
#define REGISTER_TEXT(write, bytes, ...) write(__VA_ARGS__, (char[bytes]){0}, bytes)

// "multiplier[Atomic]". Where no register has this word: NULL, and "no register".
const char *register_name(unsigned word, char *text, size_t size);
#define REGISTER_NAME(word) REGISTER_TEXT(register_name, REGISTER_NAME_BYTES, word)

// The same for a byte address as on the bus, with the address: "multiplier[Atomic] (0x120)", or
// what is wrong with it.
const char *register_address_name(unsigned address, char *text, size_t size);
#define REGISTER_ADDRESS_NAME(address)                                                             \
    REGISTER_TEXT(register_address_name, REGISTER_NAME_BYTES + 16, address)

// A value of the register with its fields: "0x9000: enabled, 1.0000".
const char *register_value(unsigned word, uint32_t value, char *text, size_t size);
#define REGISTER_VALUE(word, value) REGISTER_TEXT(register_value, REGISTER_VALUE_BYTES, word, value)

// The byte address as C says it with register_map.h: "4 * (REGISTER_MULTIPLIER + ATOMIC_LANE)".
const char *register_expression(unsigned address, char *text, size_t size);

// Lane, class and opcode by name: "HBM 3", "Atomic"; "table or limit" for lane LANES.
const char *lane_name(unsigned lane);
const char *class_name(unsigned class_number);
const char *opcode_name(unsigned opcode); // "unknown" for those that the block does not know

#endif
