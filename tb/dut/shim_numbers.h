// Every number that C and the RTL share, once more: the build stops where two differ.
// DEPTH_OF_BUILD is the number of reservations of the RTL that this shim is compiled against (the
// build's -GDepth=).
#ifndef SEMA_SHIM_NUMBERS_H
#define SEMA_SHIM_NUMBERS_H

#ifndef SHIM_NAMED
#include "Vsemacredit_sema_pkg.h"
#endif
#include "csim/interface/numbers.h"

#ifndef DEPTH_OF_BUILD
#define DEPTH_OF_BUILD DEPTH
#endif

#define SAME(rtl, c)                                                                               \
    static_assert(static_cast<uint64_t>(Vsemacredit_sema_pkg::rtl) == static_cast<uint64_t>(c),    \
                  "rtl/sema_pkg.sv and csim/interface/numbers.h differ in " #c)

SAME(HbmLanes, HBM_LANES);
SAME(AtomicLane, ATOMIC_LANE);
SAME(ResponseLane, RESPONSE_LANE);
SAME(Lanes, LANES);
SAME(MapMasks, MAP_MASKS);
SAME(CounterBits, COUNTER_BITS);
SAME(QuantaPerNs, QUANTA_PER_NS);
SAME(Depth, DEPTH);
SAME(Slots, SLOTS);
SAME(WireBits, WIRE_BITS);
SAME(DomainBits, DOMAIN_BITS);
SAME(ServiceBits, SERVICE_BITS);
SAME(ServiceUnknown, SERVICE_UNKNOWN);
SAME(StarvationBits, STARVATION_BITS);
SAME(OfferToDecision, OFFER_TO_DECISION);
SAME(CompareToChoice, COMPARE_TO_CHOICE);
SAME(ChoiceToDecision, CHOICE_TO_DECISION);
SAME(ReturnToUse, RETURN_TO_USE);
SAME(HbmReturnToUse, HBM_RETURN_TO_USE);
SAME(RetireToCandidate, RETIRE_TO_CANDIDATE);
SAME(ConfigToUse, CONFIG_TO_USE);
SAME(CalibrateClocks, CALIBRATE_CLOCKS);
SAME(ReciprocalFraction, RECIPROCAL_FRACTION);
SAME(MultiplierFraction, MULTIPLIER_FRACTION);
SAME(MultiplierBits, MULTIPLIER_BITS);
SAME(MultiplierOne, MULTIPLIER_ONE);
SAME(MultiplierEnable, MULTIPLIER_ENABLE);
SAME(MultiplierFreeze, MULTIPLIER_FREEZE);
SAME(Opcodes, OPCODES);
SAME(QuantumBits, QUANTUM_BITS);
SAME(RefusedTable, REFUSED_TABLE);
SAME(WindowHbmReset, WINDOW_HBM_RESET);
SAME(WindowAtomicReset, WINDOW_ATOMIC_RESET);
SAME(WindowResponseReset, WINDOW_RESPONSE_RESET);
SAME(AtomicServiceReset, ATOMIC_SERVICE_RESET);
SAME(ResponseFixedReset, RESPONSE_FIXED_RESET);
SAME(ResponseReciprocalReset, RESPONSE_RECIPROCAL_RESET);
SAME(CommandLimitReset, COMMAND_LIMIT_RESET);
SAME(MapShiftReset, MAP_SHIFT_RESET);
SAME(HbmReciprocalReset, HBM_RECIPROCAL_RESET);
SAME(MultiplierMinReset, MULTIPLIER_MIN_RESET);
SAME(MultiplierMaxReset, MULTIPLIER_MAX_RESET);
SAME(CalibrateShift, CALIBRATE_SHIFT);
SAME(GrantIntervalBits, GRANT_INTERVAL_BITS);
SAME(ClockQuantaReset, CLOCK_QUANTA_RESET);
SAME(AxiAddressBits, AXI_ADDRESS_BITS);
SAME(AxiOkay, AXI_OKAY);
SAME(AxiSlverr, AXI_SLVERR);
SAME(Errors, ERRORS);
SAME(TimeBits, TIME_BITS);
SAME(OpWrite, OP_WRITE);
SAME(OpRead, OP_READ);
SAME(OpNotify, OP_NOTIFY);
SAME(OpFetchAdd, OP_FETCH_ADD);
SAME(OpSwap, OP_SWAP);
SAME(OpCompareSwap, OP_COMPARE_SWAP);
SAME(OpFetchAnd, OP_FETCH_AND);
SAME(OpFetchOr, OP_FETCH_OR);
SAME(OpFetchXor, OP_FETCH_XOR);
SAME(OpFetchMin, OP_FETCH_MIN);
SAME(OpFetchMax, OP_FETCH_MAX);
SAME(ClassHbm, CLASS_HBM);
SAME(ClassAtomic, CLASS_ATOMIC);
SAME(ClassResponse, CLASS_RESPONSE);
SAME(Classes, CLASSES);
SAME(DecisionNone, DECISION_NONE);
SAME(DecisionGrant, DECISION_GRANT);
SAME(DecisionDeny, DECISION_DENY);
SAME(DecisionReject, DECISION_REJECT);
SAME(DecisionRepeat, DECISION_REPEAT);
SAME(ChannelNone, CHANNEL_NONE);
SAME(ChannelReturn, CHANNEL_RETURN);
SAME(ChannelStray, CHANNEL_STRAY);
SAME(ChannelComplete, CHANNEL_COMPLETE);

#undef SAME

#endif
