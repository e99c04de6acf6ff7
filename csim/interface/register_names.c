#include "csim/interface/register_names.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "csim/interface/numbers.h"
#include "register_map.h"

// What the members of a family are.
enum family { SINGLE, BY_LANE, BY_CLASS, BY_OPCODE, BY_HALF, BY_MASK };

static const struct {
    const char *name;
    const char *constant; // in register_map.h
    uint16_t first, count;
} table[] = {
#define ENTRY(name, word, count, bits, access, reset, meaning) {#name, #word, word, count},
    REGISTER_TABLE(ENTRY)
#undef ENTRY
};
enum { ENTRIES = sizeof table / sizeof *table };

const char *lane_name(unsigned lane) {
    static const char *const hbm[] = {"HBM 0",  "HBM 1",  "HBM 2",  "HBM 3",  "HBM 4",  "HBM 5",
                                      "HBM 6",  "HBM 7",  "HBM 8",  "HBM 9",  "HBM 10", "HBM 11",
                                      "HBM 12", "HBM 13", "HBM 14", "HBM 15", "HBM 16", "HBM 17",
                                      "HBM 18", "HBM 19", "HBM 20", "HBM 21", "HBM 22", "HBM 23",
                                      "HBM 24", "HBM 25", "HBM 26", "HBM 27", "HBM 28", "HBM 29"};
    static const char *const others[] = {"Atomic", "response", "table or limit"};
    _Static_assert(HBM_LANES <= sizeof hbm / sizeof *hbm, "a name for each HBM lane");
    if (lane < HBM_LANES)
        return hbm[lane];
    return lane <= LANES ? others[lane - HBM_LANES] : "no lane";
}

const char *class_name(unsigned class_number) {
    static const char *const names[CLASSES] = {"HBM", "Atomic", "response"};
    return class_number < CLASSES ? names[class_number] : "no class";
}

const char *opcode_name(unsigned opcode) {
    static const char *const names[OPCODES] = {
        [OP_WRITE] = "write",         [OP_READ] = "read",
        [OP_NOTIFY] = "notification", [OP_FETCH_ADD] = "fetch-add",
        [OP_SWAP] = "swap",           [OP_COMPARE_SWAP] = "compare-swap",
        [OP_FETCH_AND] = "fetch-and", [OP_FETCH_OR] = "fetch-or",
        [OP_FETCH_XOR] = "fetch-xor", [OP_FETCH_MIN] = "fetch-min",
        [OP_FETCH_MAX] = "fetch-max",
    };
    return opcode < OPCODES && names[opcode] ? names[opcode] : "unknown";
}

static enum family family_of(unsigned first, unsigned count) {
    if (count == 1)
        return SINGLE;
    if (count >= LANES)
        return BY_LANE;
    if (first == REGISTER_ATOMIC_SERVICE)
        return BY_OPCODE;
    if (first == REGISTER_MAP_MASK)
        return BY_MASK;
    return count == CLASSES ? BY_CLASS : BY_HALF;
}

// The table's entry of a word; ENTRIES: none.
static unsigned entry_of(unsigned word) {
    unsigned entry = 0;
    while (entry < ENTRIES && word - table[entry].first >= table[entry].count) // wraps below
        entry++;
    return entry;
}

const char *register_name(unsigned word, char *text, size_t size) {
    const unsigned entry = entry_of(word);
    if (entry == ENTRIES) {
        snprintf(text, size, "no register");
        return NULL;
    }
    const char *const name = table[entry].name;
    const unsigned member = word - table[entry].first;
    switch (family_of(table[entry].first, table[entry].count)) {
    case SINGLE:
        snprintf(text, size, "%s", name);
        break;
    case BY_LANE:
        snprintf(text, size, "%s[%s]", name, lane_name(member));
        break;
    case BY_CLASS:
        snprintf(text, size, "%s[%s]", name, class_name(member));
        break;
    case BY_OPCODE:
        snprintf(text, size, "%s[%s]", name, opcode_name(OP_FETCH_ADD + member));
        break;
    case BY_HALF:
        snprintf(text, size, "%s[%s half]", name, member ? "high" : "low");
        break;
    case BY_MASK:
        snprintf(text, size, "%s[bit %u, %s half]", name, member / 2, member % 2 ? "high" : "low");
        break;
    }
    return text;
}

const char *register_address_name(unsigned address, char *text, size_t size) {
    char name[REGISTER_NAME_BYTES];
    if (address % 4)
        snprintf(text, size, "address 0x%03x, no multiple of 4", address);
    else if (register_name(address / 4, name, sizeof name))
        snprintf(text, size, "%s (0x%03x)", name, address);
    else
        snprintf(text, size, "address 0x%03x, where no register is", address);
    return text;
}

// ---- values

__attribute__((format(printf, 3, 4))) static void add(char *text, size_t size, const char *format,
                                                      ...) {
    const size_t at = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + at, size - at, format, arguments);
    va_end(arguments);
}

static double fraction(uint32_t value, unsigned bits) {
    return value / (double)(1u << bits);
}

// Bits that are set, each by its name.
static void add_bits(char *text, size_t size, uint32_t value, unsigned first) {
    const char *before = "";
    for (unsigned bit = 0; bit < 32; bit++)
        if (value >> bit & 1) {
            add(text, size, "%s%u", before, first + bit);
            before = ", ";
        }
    if (!value)
        add(text, size, "none");
}

static void add_lanes(char *text, size_t size, uint32_t value, unsigned first) {
    const char *before = "";
    for (unsigned bit = 0; bit < 32; bit++)
        if (value >> bit & 1 && first + bit < LANES) {
            add(text, size, "%s%s", before, lane_name(first + bit));
            before = ", ";
        }
    if (!*before)
        add(text, size, "no lane");
}

static void add_errors(char *text, size_t size, uint32_t value) {
    static const char *const names[ERRORS] = {
        "stray HBM",      "stray Atomic",          "stray response", "stray done",
        "unknown opcode", "demand above a window", "AXI write",      "AXI read"};
    const char *before = "";
    for (unsigned bit = 0; bit < ERRORS; bit++)
        if (value >> bit & 1) {
            add(text, size, "%s%s", before, names[bit]);
            before = ", ";
        }
    if (!*before)
        add(text, size, "none");
}

const char *register_value(unsigned word, uint32_t value, char *text, size_t size) {
    const unsigned entry = entry_of(word);
    const unsigned first = entry < ENTRIES ? table[entry].first : word;
    const unsigned member = word - first;
    const uint32_t m = value & ((1u << MULTIPLIER_BITS) - 1);
    switch (first) {
    case REGISTER_MULTIPLIER:
        snprintf(text, size, "0x%04" PRIx32 ": %s%s, %.4f", value & UINT16_MAX,
                 value & MULTIPLIER_ENABLE ? "enabled" : "not enabled",
                 value & MULTIPLIER_FREEZE ? ", frozen" : "", fraction(m, MULTIPLIER_FRACTION));
        break;
    case REGISTER_MULTIPLIER_MIN:
    case REGISTER_MULTIPLIER_MAX:
        snprintf(text, size, "%" PRIu32 ": %.4f", value, fraction(m, MULTIPLIER_FRACTION));
        break;
    case REGISTER_RESPONSE_RECIPROCAL:
    case REGISTER_HBM_RECIPROCAL:
        snprintf(text, size, "%" PRIu32 ": %.4f quanta a byte", value,
                 fraction(value, RECIPROCAL_FRACTION));
        break;
    case REGISTER_ATOMIC_SERVICE:
    case REGISTER_RESPONSE_FIXED:
        snprintf(text, size, "%" PRIu32 " quanta", value);
        break;
    case REGISTER_CLOCK_QUANTA:
        snprintf(text, size, "%" PRIu32 ": %.4f quanta a clock", value, fraction(value, 4));
        break;
    case REGISTER_QUANTUM_HBM:
    case REGISTER_QUANTUM_TIME:
        snprintf(text, size, "%" PRIu32 ": units of %u %s", value, 1u << (value & 15),
                 first == REGISTER_QUANTUM_HBM ? "bytes" : "quanta");
        break;
    case REGISTER_MAP_MASK:
        snprintf(text, size, "0x%08" PRIx32 ": address bits ", value);
        add_bits(text, size, value, member % 2 ? 32 : 0);
        break;
    case REGISTER_AUTOTUNE_ENABLE:
        snprintf(text, size, "0x%" PRIx32 ": ", value);
        add_lanes(text, size, value, member ? 32 : 0);
        break;
    case REGISTER_ERRORS:
        snprintf(text, size, "0x%02" PRIx32 ": ", value);
        add_errors(text, size, value);
        break;
    default:
        snprintf(text, size, "%" PRIu32, value);
        break;
    }
    return text;
}

// ---- in C

// A member's number by its constant.
static void member_expression(enum family family, unsigned member, char *text, size_t size) {
    if (family == BY_LANE && member >= ATOMIC_LANE)
        snprintf(text, size, "%s",
                 member == ATOMIC_LANE     ? "ATOMIC_LANE"
                 : member == RESPONSE_LANE ? "RESPONSE_LANE"
                                           : "LANES");
    else if (family == BY_CLASS)
        snprintf(text, size, "%s",
                 member == CLASS_HBM      ? "CLASS_HBM"
                 : member == CLASS_ATOMIC ? "CLASS_ATOMIC"
                                          : "CLASS_RESPONSE");
    else
        snprintf(text, size, "%u", member);
}

const char *register_expression(unsigned address, char *text, size_t size) {
    const unsigned entry = entry_of(address / 4);
    if (address % 4 || entry == ENTRIES) {
        snprintf(text, size, "0x%03x", address);
        return text;
    }
    const unsigned member = address / 4 - table[entry].first;
    const enum family family = family_of(table[entry].first, table[entry].count);
    char number[24];
    member_expression(family, member, number, sizeof number);
    if (family == SINGLE)
        snprintf(text, size, "4 * %s", table[entry].constant);
    else
        snprintf(text, size, "4 * (%s + %s)", table[entry].constant, number);
    return text;
}
