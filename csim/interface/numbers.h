// Numbers that the C side and the RTL share, in tables SHARED_*: the shim asserts at compile time
// that each equals its twin in rtl/sema_pkg.sv; rtl/spec says what they mean.
#ifndef SEMA_NUMBERS_H
#define SEMA_NUMBERS_H

#include <inttypes.h>
#include <stdint.h>

// Sizes of this build, as make was told: HBM partitions, bits of a counter, reservations, waiting
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
#define BUILD_FOLDER "build"
#else
#define BUILD_FOLDER                                                                               \
    "build/size/" BUILD_NUMBER(BUILD_HBM) "-" BUILD_NUMBER(BUILD_DEPTH) "-" BUILD_NUMBER(          \
        BUILD_SLOTS) "-" BUILD_NUMBER(BUILD_WIDTH)
#endif

// A row X(NUMBER, its twin, value) as an enumerator.
#define SHARED_NUMBER(number, twin, value) number = (value),

// Those that follow from the sizes of the build.
#define SHARED_SIZES(X)                                                                            \
    /* Lanes (rtl/spec/ports.md): HBM lanes count bytes, the others quanta of 1/16 ns. */          \
    X(HBM_LANES, HbmLanes, BUILD_HBM)                                                              \
    X(ATOMIC_LANE, AtomicLane, HBM_LANES)                                                          \
    X(RESPONSE_LANE, ResponseLane, HBM_LANES + 1)                                                  \
    X(LANES, Lanes, HBM_LANES + 2)                                                                 \
    /* One address mask for each bit of the partition: log2 of HBM_LANES, rounded up. */           \
    X(MAP_MASKS, MapMasks, 32 - __builtin_clz(HBM_LANES - 1))                                      \
    X(COUNTER_BITS, CounterBits, BUILD_WIDTH)                                                      \
    X(DEPTH, Depth, BUILD_DEPTH) /* reservations of the default build */                           \
    X(SLOTS, Slots, BUILD_SLOTS) /* waiting operations */

#define SHARED_NUMBERS(X)                                                                          \
    X(QUANTA_PER_NS, QuantaPerNs, 16)                                                              \
    X(WIRE_BITS, WireBits, 24)                                                                     \
    X(DOMAIN_BITS, DomainBits, 8)                                                                  \
    X(SERVICE_BITS, ServiceBits, 16)                                                               \
    /* observed service or estimate that says nothing */                                           \
    X(SERVICE_UNKNOWN, ServiceUnknown, (1 << SERVICE_BITS) - 1)                                    \
    X(STARVATION_BITS, StarvationBits, 16)                                                         \
    /* Latencies in clocks (rtl/spec/pipeline.md). */                                              \
    X(OFFER_TO_CONFIG, OfferToConfig, 1)                                                           \
    X(OFFER_TO_SCALE, OfferToScale, 4)                                                             \
    X(SCALE_TO_SLOT, ScaleToSlot, 7)                                                               \
    X(WALK_CLOCKS, WalkClocks, 4)                                                                  \
    X(OFFER_TO_AGE, OfferToAge, 2)                                                                 \
    X(OFFER_TO_CHOICE, OfferToChoice, 10)                                                          \
    X(CHOICE_TO_DECISION, ChoiceToDecision, 8)                                                     \
    X(OFFER_TO_DECISION, OfferToDecision, OFFER_TO_CHOICE + CHOICE_TO_DECISION)                    \
    X(CHOICE_TO_CHOICE, ChoiceToChoice, 10)                                                        \
    X(COMPARE_TO_CHOICE, CompareToChoice, 2)                                                       \
    X(COMMIT_TO_COMPARE, CommitToCompare, 0)                                                       \
    X(COMMIT_TO_DECISION, CommitToDecision, 2)                                                     \
    X(WINDOW_TO_DECISION, WindowToDecision, 9)                                                     \
    X(RETIRE_TO_USE, RetireToUse, 4)                                                               \
    X(LIMIT_TO_DECISION, LimitToDecision, 7)                                                       \
    X(LEAVE_TO_CHOICE, LeaveToChoice, 2)                                                           \
    X(LEAVE_TO_OFFER, LeaveToOffer, 1)                                                             \
    X(AGE_TO_CHOICE, AgeToChoice, 8)                                                               \
    X(BOUND_TO_CHOICE, BoundToChoice, 3)                                                           \
    X(PAUSE_TO_CHOICE, PauseToChoice, 2)                                                           \
    X(REPORT_TO_CHOICE, ReportToChoice, 1)                                                         \
    X(LOOK_TO_DECISION, LookToDecision, 3)                                                         \
    X(DEMAND_TO_DECISION, DemandToDecision, 7)                                                     \
    X(BEAT_TO_COMMIT, BeatToCommit, 9)                                                             \
    X(RETURN_TO_USE, ReturnToUse, BEAT_TO_COMMIT + COMMIT_TO_DECISION)                             \
    X(HBM_RETURN_TO_USE, HbmReturnToUse, RETURN_TO_USE + 2)                                        \
    X(PICK_TO_CANDIDATE, PickToCandidate, 2)                                                       \
    X(RETIRE_TO_CANDIDATE, RetireToCandidate, 1 + PICK_TO_CANDIDATE)                               \
    X(CONFIG_TO_USE, ConfigToUse, 3)                                                               \
    X(QUIET_CLOCKS, QuietClocks, 16)                                                               \
    X(READ_TO_VALUE, ReadToValue, 2)                                                               \
    X(READ_CLOCKS, ReadClocks, 5)                                                                  \
    X(CALIBRATE_CLOCKS, CalibrateClocks, 38)                                                       \
    X(TUNE_CLOCKS, TuneClocks, 32)                                                                 \
    X(LOOK_TO_EPOCH, LookToEpoch, 3)                                                               \
    X(DUE_TO_LOAD, DueToLoad, 2)                                                                   \
    /* Places: of HBM completions for each partition, and of picked ids. */                        \
    X(COLLECTOR_PLACES, CollectorPlaces, 2)                                                        \
    X(ID_QUEUE, IdQueue, 4)                                                                        \
    /* Fixed-point formats: fraction bits of the reciprocal and of the multiplier. */              \
    X(RECIPROCAL_FRACTION, ReciprocalFraction, 12)                                                 \
    X(MULTIPLIER_FRACTION, MultiplierFraction, 12)                                                 \
    X(MULTIPLIER_BITS, MultiplierBits, 14)                                                         \
    X(MULTIPLIER_ONE, MultiplierOne, 1 << MULTIPLIER_FRACTION)                                     \
    X(MULTIPLIER_ENABLE, MultiplierEnable, 1 << 15)                                                \
    X(MULTIPLIER_FREEZE, MultiplierFreeze, 1 << 14)                                                \
    X(OPCODES, Opcodes, 16)                                                                        \
    X(QUANTUM_BITS, QuantumBits, 4)                                                                \
    /* Reset values (the paper's Table 2; window: base 1 us at 64 B/ns, Atomic four times). */     \
    X(WINDOW_HBM_RESET, WindowHbmReset, 64000)                                                     \
    X(WINDOW_ATOMIC_RESET, WindowAtomicReset, 64000)                                               \
    X(WINDOW_RESPONSE_RESET, WindowResponseReset, 16000)                                           \
    X(ATOMIC_SERVICE_RESET, AtomicServiceReset, 1600)                                              \
    X(RESPONSE_FIXED_RESET, ResponseFixedReset, 320)                                               \
    X(RESPONSE_RECIPROCAL_RESET, ResponseReciprocalReset, 1024)                                    \
    X(COMMAND_LIMIT_RESET, CommandLimitReset, 128)                                                 \
    X(MAP_SHIFT_RESET, MapShiftReset, 12)                                                          \
    X(HBM_RECIPROCAL_RESET, HbmReciprocalReset, 1024)                                              \
    X(MULTIPLIER_MIN_RESET, MultiplierMinReset, 1)                                                 \
    X(MULTIPLIER_MAX_RESET, MultiplierMaxReset, (1 << MULTIPLIER_BITS) - 1)                        \
    /* The calibrator moves a multiplier by 2^-CALIBRATE_SHIFT of the way (9.1 of                  \
       rtl/spec/calibration.md). */                                                                \
    X(CALIBRATE_SHIFT, CalibrateShift, 4)                                                          \
    /* The grant coalescer's timer (rtl/spec/messages.md). */                                      \
    X(GRANT_INTERVAL_BITS, GrantIntervalBits, 16)                                                  \
    /* Registers on AXI4-Lite (rtl/spec/registers.md). */                                          \
    X(AXI_ADDRESS_BITS, AxiAddressBits, 12)                                                        \
    X(TIME_BITS, TimeBits, 48)                                                                     \
    X(CLOCK_QUANTA_RESET, ClockQuantaReset, QUANTA_PER_NS << 4)

enum {
    DEPTH_MAX = BUILD_DEPTH < 256 ? 256 : BUILD_DEPTH, // of the largest build in the program
    LANE_BITS = 32 - __builtin_clz(BUILD_HBM + 1),     // of a lane's number
    AXI_STROBES = 0xf,                                 // all bytes of a word
    AUTOTUNE_INTERVAL_BITS = 24,
    SHARED_SIZES(SHARED_NUMBER) SHARED_NUMBERS(SHARED_NUMBER)
};

#define COUNTER_MAX ((uint32_t)((UINT64_C(1) << COUNTER_BITS) - 1))

// A set of lanes: bit l is lane l. Among lanes that refuse, bit LANES stands for "no free
// reservation, or command limit reached".
#if BUILD_HBM + 2 < 32
typedef uint32_t lane_set;
#define PRIxLANES PRIx32
#else
typedef uint64_t lane_set;
#define PRIxLANES PRIx64
#endif
#define LANE_BIT(lane) ((lane_set)1 << (lane))
#define ALL_LANES      (LANE_BIT(LANES) - 1)
#define HBM_SET        (LANE_BIT(HBM_LANES) - 1)
#define REFUSED_TABLE  LANE_BIT(LANES)

// The lowest lane of a set that is not empty.
static inline unsigned lane_first(lane_set lanes) {
    return (unsigned)__builtin_ctzll(lanes);
}

#define SHARED_RESPONSES(X) X(AXI_OKAY, AxiOkay, 0) X(AXI_SLVERR, AxiSlverr, 2)
enum axi_response { SHARED_RESPONSES(SHARED_NUMBER) };

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

#define SHARED_OPCODES(X)                                                                          \
    X(OP_WRITE, OpWrite, 0)                                                                        \
    X(OP_READ, OpRead, 1)                                                                          \
    X(OP_NOTIFY, OpNotify, 2)                                                                      \
    X(OP_FETCH_ADD, OpFetchAdd, 8)                                                                 \
    X(OP_SWAP, OpSwap, 9)                                                                          \
    X(OP_COMPARE_SWAP, OpCompareSwap, 10)                                                          \
    X(OP_FETCH_AND, OpFetchAnd, 11)                                                                \
    X(OP_FETCH_OR, OpFetchOr, 12)                                                                  \
    X(OP_FETCH_XOR, OpFetchXor, 13)                                                                \
    X(OP_FETCH_MIN, OpFetchMin, 14)                                                                \
    X(OP_FETCH_MAX, OpFetchMax, 15)
enum opcode { SHARED_OPCODES(SHARED_NUMBER) };

// The three resource classes, in the order in which returns commit.
#define SHARED_CLASSES(X)                                                                          \
    X(CLASS_HBM, ClassHbm, 0)                                                                      \
    X(CLASS_ATOMIC, ClassAtomic, 1)                                                                \
    X(CLASS_RESPONSE, ClassResponse, 2)                                                            \
    X(CLASSES, Classes, 3)
enum resource_class { SHARED_CLASSES(SHARED_NUMBER) };

// That of a lane.
static inline unsigned lane_class(unsigned lane) {
    if (lane < HBM_LANES)
        return CLASS_HBM;
    return lane - HBM_LANES + CLASS_ATOMIC;
}

// The lane of a class; of CLASS_HBM it is `hbm_lane`.
static inline unsigned lane_of_class(unsigned resource, unsigned hbm_lane) {
    return resource == CLASS_HBM ? hbm_lane : HBM_LANES + resource - CLASS_ATOMIC;
}

// Kinds on the commit port: of the decision, and of a return or done channel.
#define SHARED_DECISIONS(X)                                                                        \
    X(DECISION_NONE, DecisionNone, 0)                                                              \
    X(DECISION_GRANT, DecisionGrant, 1)                                                            \
    X(DECISION_DENY, DecisionDeny, 2)                                                              \
    X(DECISION_REJECT, DecisionReject, 3)                                                          \
    X(DECISION_REPEAT, DecisionRepeat, 4)
enum decision_kind { SHARED_DECISIONS(SHARED_NUMBER) };
#define SHARED_CHANNELS(X)                                                                         \
    X(CHANNEL_NONE, ChannelNone, 0)                                                                \
    X(CHANNEL_RETURN, ChannelReturn, 1)                                                            \
    X(CHANNEL_STRAY, ChannelStray, 2)                                                              \
    X(CHANNEL_COMPLETE, ChannelComplete, CHANNEL_RETURN)
enum channel_kind { SHARED_CHANNELS(SHARED_NUMBER) };

#endif
