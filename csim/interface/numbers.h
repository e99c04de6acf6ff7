// Numbers that the C side and the RTL share. The shim asserts at compile time that each equals
// its twin in rtl/sema_pkg.sv; rtl/spec says what they mean.
#ifndef SEMA_NUMBERS_H
#define SEMA_NUMBERS_H

enum {
    // Lanes (rtl/spec/ports.md): HBM lanes count bytes, the others quanta of 1/16 ns.
    HBM_LANES = 8,
    ATOMIC_LANE = HBM_LANES,
    RESPONSE_LANE = HBM_LANES + 1,
    LANES = HBM_LANES + 2,
    // One address mask for each bit of the partition: log2 of HBM_LANES, rounded up.
    MAP_MASKS = 32 - __builtin_clz(HBM_LANES - 1),

    COUNTER_BITS = 32,
    QUANTA_PER_NS = 16,

    DEPTH = 128,     // reservations of the default build
    DEPTH_MAX = 256, // of the largest build that the harness drives
    SLOTS = 32,      // waiting operations
    WIRE_BITS = 24,
    DOMAIN_BITS = 8,
    SERVICE_BITS = 16,
    SERVICE_UNKNOWN = (1 << SERVICE_BITS) - 1, // observed service or estimate that says nothing
    STARVATION_BITS = 16,

    // Latencies in clocks (rtl/spec/pipeline.md).
    OFFER_TO_DECISION = 3,
    COMPARE_TO_CHOICE = 1,
    CHOICE_TO_DECISION = 2,
    RETURN_TO_USE = 2,
    HBM_RETURN_TO_USE = 3,
    RETIRE_TO_CANDIDATE = 2,
    CONFIG_TO_USE = 2,
    CALIBRATE_CLOCKS = 17,

    // Fixed-point formats: fraction bits of the reciprocal and of the multiplier.
    RECIPROCAL_FRACTION = 12,
    MULTIPLIER_FRACTION = 12,
    MULTIPLIER_BITS = 14,
    MULTIPLIER_ONE = 1 << MULTIPLIER_FRACTION,
    MULTIPLIER_ENABLE = 1 << 15,
    MULTIPLIER_FREEZE = 1 << 14,
    OPCODES = 16,
    QUANTUM_BITS = 4,

    // Bit of a refusal mask for "no free reservation, or command limit reached".
    REFUSED_TABLE = 1 << LANES,

    // Reset values (the paper's Table 2; window: base 1 us at 64 B/ns, Atomic four times).
    WINDOW_HBM_RESET = 64000,
    WINDOW_ATOMIC_RESET = 64000,
    WINDOW_RESPONSE_RESET = 16000,
    ATOMIC_SERVICE_RESET = 1600,
    RESPONSE_FIXED_RESET = 320,
    RESPONSE_RECIPROCAL_RESET = 1024,
    COMMAND_LIMIT_RESET = 128,
    MAP_SHIFT_RESET = 12,
    HBM_RECIPROCAL_RESET = 1024,
    MULTIPLIER_MIN_RESET = 1,
    MULTIPLIER_MAX_RESET = (1 << MULTIPLIER_BITS) - 1,

    // The calibrator moves a multiplier by 2^-CALIBRATE_SHIFT of the way (9.1 of
    // rtl/spec/calibration.md).
    CALIBRATE_SHIFT = 4,

    // The grant coalescer's timer (rtl/spec/messages.md).
    GRANT_INTERVAL_BITS = 16,

    // Registers on AXI4-Lite (rtl/spec/registers.md).
    AXI_ADDRESS_BITS = 12,
    AXI_STROBES = 0xf, // all bytes of a word
    TIME_BITS = 48,

    AUTOTUNE_INTERVAL_BITS = 24,
    CLOCK_QUANTA_RESET = QUANTA_PER_NS << 4,
};

enum axi_response { AXI_OKAY = 0, AXI_SLVERR = 2 };

// Bits of the register `errors`.
enum error_bit {
    ERROR_STRAY_HBM,
    ERROR_STRAY_ATOMIC,
    ERROR_STRAY_RESPONSE,
    ERROR_STRAY_DONE,
    ERROR_UNKNOWN_OPCODE,
    ERROR_ABOVE_WINDOW,
    ERROR_AXI_WRITE,
    ERROR_AXI_READ,
    ERRORS
};

// Words of the configuration registers (rtl/spec/registers.md).
enum config_address {
    CONFIG_WINDOW = 0x00,
    CONFIG_MULTIPLIER = 0x40,
    CONFIG_ATOMIC_SERVICE = 0x80,
    CONFIG_RESPONSE_FIXED = 0x90,
    CONFIG_RESPONSE_RECIPROCAL = 0x91,
    CONFIG_COMMAND_LIMIT = 0x92,
    CONFIG_QUANTUM_HBM = 0x93,
    CONFIG_QUANTUM_TIME = 0x94,
    CONFIG_GRANT_INTERVAL = 0x95,
    CONFIG_GRANT_THRESHOLD_HBM = 0x96,
    CONFIG_GRANT_THRESHOLD_TIME = 0x97,
    CONFIG_STARVATION_BOUND = 0x98,
    CONFIG_HBM_RECIPROCAL = 0x99,
    CONFIG_MULTIPLIER_MIN = 0x9a,
    CONFIG_MULTIPLIER_MAX = 0x9b,
    CONFIG_MAP_MASK = 0xa0,
    CONFIG_AUTOTUNE_ENABLE = 0xc0,
    CONFIG_AUTOTUNE_INTERVAL = 0xc2,
    CONFIG_CLOCK_QUANTA = 0xc3,
    CONFIG_WINDOW_FLOOR = 0xc4,
    CONFIG_WINDOW_CEILING = 0xc8,
};

enum opcode {
    OP_WRITE = 0,
    OP_READ = 1,
    OP_NOTIFY = 2,
    OP_FETCH_ADD = 8,
    OP_SWAP = 9,
    OP_COMPARE_SWAP = 10,
    OP_FETCH_AND = 11,
    OP_FETCH_OR = 12,
    OP_FETCH_XOR = 13,
    OP_FETCH_MIN = 14,
    OP_FETCH_MAX = 15,
};

// The three resource classes, in the order in which returns commit.
enum resource_class { CLASS_HBM, CLASS_ATOMIC, CLASS_RESPONSE, CLASSES };

// That of a lane.
static inline unsigned lane_class(unsigned lane) {
    if (lane < HBM_LANES)
        return CLASS_HBM;
    return lane - HBM_LANES + CLASS_ATOMIC;
}

// Kinds on the commit port: of the decision, and of a return or done channel.
enum decision_kind {
    DECISION_NONE,
    DECISION_GRANT,
    DECISION_DENY,
    DECISION_REJECT,
    DECISION_REPEAT
};
enum channel_kind {
    CHANNEL_NONE,
    CHANNEL_RETURN,
    CHANNEL_STRAY,
    CHANNEL_COMPLETE = CHANNEL_RETURN
};

#endif
