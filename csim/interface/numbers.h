// Numbers that the C side shares: sizes of this build, units, opcodes, kinds of
// resources. rtl/spec says what they mean.
#pragma once

#include <inttypes.h>
#include <stdint.h>

// Values after reset of registers, such as WINDOW_RESET (the paper's Table 2; window: base 1 us at
// 64 B/ns, Atomic four times).
#include "register_table.h"

// Sizes of this build, as given to make: HBM partitions, bits of a counter, reservations, waiting
// operations.
#ifndef BUILD_HBM
#define BUILD_HBM   8
#define BUILD_WIDTH 32
#define BUILD_DEPTH 128
#define BUILD_SLOTS 40
#endif

#define BUILD_IS_DEFAULT                                                                           \
    (BUILD_HBM == 8 && BUILD_WIDTH == 32 && BUILD_DEPTH == 128 && BUILD_SLOTS == 40)

// What a build of another size calls itself, and where its reports are.
#define BUILD_TEXT(number)   #number
#define BUILD_NUMBER(number) BUILD_TEXT(number)
#define BUILD_SIZE                                                                                 \
    "HBM=" BUILD_NUMBER(BUILD_HBM) " DEPTH=" BUILD_NUMBER(BUILD_DEPTH) " SLOTS=" BUILD_NUMBER(     \
        BUILD_SLOTS) " WIDTH=" BUILD_NUMBER(BUILD_WIDTH)
#if BUILD_IS_DEFAULT
#define BUILD_WORDS  "" // behind a target of make
#define BUILD_FOLDER "build"
#else
#define BUILD_WORDS " " BUILD_SIZE
#define BUILD_FOLDER                                                                               \
    "build/size/" BUILD_NUMBER(BUILD_HBM) "-" BUILD_NUMBER(BUILD_DEPTH) "-" BUILD_NUMBER(          \
        BUILD_SLOTS) "-" BUILD_NUMBER(BUILD_WIDTH)
#endif

enum {
    DEPTH_MAX = BUILD_DEPTH < 256 ? 256 : BUILD_DEPTH, // of the largest build in the program
    // Lanes (rtl/spec/ports.md): HBM lanes count bytes, the others quanta of 1/16 ns.
    HBM_LANES = BUILD_HBM,
    ATOMIC_LANE = HBM_LANES,
    RESPONSE_LANE = HBM_LANES + 1,
    LANES = HBM_LANES + 2,
    COUNTER_BITS = BUILD_WIDTH,
    DEPTH = BUILD_DEPTH, // reservations
    SLOTS = BUILD_SLOTS, // waiting operations
    // An address's partition: one mask for each of its bits, log2 of HBM_LANES, rounded up.
    MAP_MASKS = 32 - __builtin_clz(HBM_LANES - 1),
    MAP_SHIFT_RESET = 12,
    QUANTA_PER_NS = 16,
    WIRE_BITS = 24,
    SERVICE_UNKNOWN = 0xffff, // observed service or estimate that says nothing
    // Fixed-point formats: fraction bits of the reciprocal and of the multiplier.
    RECIPROCAL_FRACTION = 12,
    MULTIPLIER_FRACTION = 12,
    MULTIPLIER_BITS = 14,
    MULTIPLIER_MAX = (1 << MULTIPLIER_BITS) - 1,
    MULTIPLIER_ONE = 1 << MULTIPLIER_FRACTION,
    MULTIPLIER_ENABLE = 1 << 15,
    OPCODES = 16
};

#define COUNTER_MAX ((uint32_t)((UINT64_C(1) << COUNTER_BITS) - 1))

// A set of lanes: bit l is lane l. Among lanes that refuse, bit LANES stands for "no free
// reservation, or command limit reached".
#if BUILD_HBM + 3 < 32
typedef uint32_t lane_set;
#else
typedef uint64_t lane_set;
#endif
#define LANE_BIT(lane) ((lane_set)1 << (lane))
#define HBM_SET        (LANE_BIT(HBM_LANES) - 1)
#define REFUSED_TABLE  LANE_BIT(LANES)

// A policy may count the link, too: request bytes on the four paths together. Its number is behind
// the bit of the table, so that arrays of all lanes have a place that is empty.
enum { LINK_LANE = LANES + 1, ALL_LANES };

enum opcode {
    OP_WRITE,
    OP_READ,
    OP_NOTIFY,
    OP_FETCH_ADD = 8,
    OP_SWAP,
    OP_COMPARE_SWAP,
    OP_FETCH_AND,
    OP_FETCH_OR,
    OP_FETCH_XOR,
    OP_FETCH_MIN,
    OP_FETCH_MAX
};

// The three resources, in the order in which returns commit.
enum resource { RESOURCE_HBM, RESOURCE_ATOMIC, RESOURCE_RESPONSE, RESOURCES };

// That of a lane.
static inline unsigned lane_resource(unsigned lane) {
    if (lane < HBM_LANES)
        return RESOURCE_HBM;
    return lane - HBM_LANES + RESOURCE_ATOMIC;
}

// "HBM 3", "Atomic"; "table or limit" for lane LANES.
const char *lane_name(unsigned lane);
const char *opcode_name(unsigned opcode); // "unknown" for those that the block does not know
