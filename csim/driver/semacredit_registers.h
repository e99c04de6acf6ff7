// SPDX-License-Identifier: Apache-2.0
// The registers of semacredit 1.0.0. Made of rtl/spec/registers.md.
#ifndef SEMACREDIT_REGISTERS_H
#define SEMACREDIT_REGISTERS_H

// The default size. A block says its own: identity, sizes, more_sizes.
enum semacredit_size {
    SEMACREDIT_HBM_LANES = 8,
    SEMACREDIT_ATOMIC_LANES = 1,
    SEMACREDIT_RESPONSE_LANES = 1,
    SEMACREDIT_DEPTH = 128,
    SEMACREDIT_HANDLE_BITS = 17,
};

// Byte addresses; those of a family are its first member's, the others follow it.
enum semacredit_register {
    // rw unit: base window of lane l; all ones is stored as one less
    SEMACREDIT_WINDOW = 0x000,
    // rw unit: what calibration has learned of lane l, 12 fraction bits
    SEMACREDIT_MULTIPLIER = 0x100,
    // ro: window in force at lane l (7.1)
    SEMACREDIT_IN_FORCE = 0x200,
    // ro: debt of lane l
    SEMACREDIT_DEBT = 0x300,
    // ro: captured: components returned to lane l
    SEMACREDIT_LANE_RETURNS = 0x400,
    // ro: credit of lane l (chapter 8)
    SEMACREDIT_CREDIT = 0x500,
    // ro: denies that named lane l; lane Lanes is the table
    SEMACREDIT_DENIALS = 0x600,
    // w1c: ids 32i to 32i + 31 that are parked (4.7); a 1 unparks
    SEMACREDIT_PARKED = 0x700,
    // rw: service of opcode 8 + i, quanta
    SEMACREDIT_ATOMIC_SERVICE = 0x800,
    // rw: fixed part of a response's service, quanta
    SEMACREDIT_RESPONSE_FIXED = 0x820,
    // rw: quanta for a byte of response, 12 fraction bits
    SEMACREDIT_RESPONSE_RECIPROCAL = 0x824,
    // rw: quanta for a byte at HBM, 12 fraction bits
    SEMACREDIT_HBM_RECIPROCAL = 0x828,
    // rw unit: reservations held at most
    SEMACREDIT_COMMAND_LIMIT = 0x82c,
    // rw static: log2 of the unit of HBM lanes, bytes
    SEMACREDIT_QUANTUM_HBM = 0x830,
    // rw static: log2 of the unit of other lanes, quanta
    SEMACREDIT_QUANTUM_TIME = 0x834,
    // rw static: wire bytes of a small operation, at most
    SEMACREDIT_SMALL_LIMIT = 0x838,
    // rw: opcodes whose reservations owe a done
    SEMACREDIT_HOLD = 0x83c,
    // rw: clocks after which an operation that waits is due (2.5); 0: never
    SEMACREDIT_STARVATION_BOUND = 0x840,
    // rw: clocks between two messages; 0: no messages
    SEMACREDIT_MESSAGE_INTERVAL = 0x844,
    // rw: unreported credit of a lane of resource k that is reported at once; 0: none
    SEMACREDIT_MESSAGE_THRESHOLD = 0x848,
    // rw: times that the last message is repeated; 15: forever
    SEMACREDIT_MESSAGE_REPEAT = 0x854,
    // rw: lanes 32i to 32i + 31 that are calibrated
    SEMACREDIT_CALIBRATE_ENABLE = 0x858,
    // rw: limits of the multiplier that is in force (7.1)
    SEMACREDIT_MULTIPLIER_MIN = 0x860,
    // rw: limits of the multiplier that is in force (7.1)
    SEMACREDIT_MULTIPLIER_MAX = 0x864,
    // ro: lanes 32i to 32i + 31 whose multiplier stands at a limit (7.1)
    SEMACREDIT_MULTIPLIER_LIMITED = 0x868,
    // rw: reservations kept for lanes on which nothing is held, and as many for those on which
    // little is (3.3)
    SEMACREDIT_TABLE_FLOOR = 0x878,
    // rw: 1: what waits for a stage holds no more of a response engine than it leaves to others
    // (3.3)
    SEMACREDIT_RESPONSE_SPLIT = 0x87c,
    // rw: expected work of a lane of resource k after which its multiplier moves, in its unit
    SEMACREDIT_CALIBRATE_WORK = 0x880,
    // rw: expected of each operation of a partition besides its bytes, in the unit of HBM
    SEMACREDIT_CALIBRATE_FIXED = 0x890,
    // rw: log2 of the part of the way that a multiplier moves: a quarter
    SEMACREDIT_CALIBRATE_STEP = 0x894,
    // rw: units of 1,024 clocks for which a reservation may be held; 0: forever
    SEMACREDIT_AGE_LIMIT = 0x8a0,
    // rw: the reservation that the next three describe
    SEMACREDIT_HOLDER = 0x8a4,
    // ro: bit 31 held, bits 29 to 20 channels owed, bits 19 to 0 its handle
    SEMACREDIT_HOLDER_STATE = 0x8a8,
    // ro: its tag, low bits
    SEMACREDIT_HOLDER_TAG = 0x8ac,
    // ro: units of 1,024 clocks since its grant, saturating
    SEMACREDIT_HOLDER_AGE = 0x8b0,
    // wo: sends a completion: bits 31 to 28 the channel, low bits the handle (4.6); the bits
    // between do not exist
    SEMACREDIT_SEND = 0x8b4,
    // rw: reservations that a lane of resource k holds at most (3.3)
    SEMACREDIT_HOLDER_LIMIT = 0x8b8,
    // rw: bit 0: offers are taken; bit 1: operations are granted (9.6)
    SEMACREDIT_ENABLE = 0x8c4,
    // rw: bits of errors that raise irq_o
    SEMACREDIT_ERROR_MASK = 0x8c8,
    // wo: 1: a message is loaded as soon as none is shown (8)
    SEMACREDIT_MESSAGE_NOW = 0x8cc,
    // wo: removes what waits: a lane (below Lanes), or 64: the tags of the next two (2.7)
    SEMACREDIT_FLUSH = 0x8d0,
    // rw: the tag that flush 64 compares, low bits
    SEMACREDIT_FLUSH_TAG = 0x8d4,
    // rw: bits of it that are compared
    SEMACREDIT_FLUSH_MASK = 0x8d8,
    // wo: 1, 3: copies what is counted (9.7); 3 also sets held_max to held
    SEMACREDIT_CAPTURE = 0x8dc,
    // ro: what this is: 5ec0a0 and the version of this map, 1
    SEMACREDIT_IDENTITY = 0x8f0,
    // ro: bits 5 to 0 NHbm, 10 to 8 NAtomic, 14 to 12 NResponse, 21 to 16 CntW, 27 to 24 IdW
    SEMACREDIT_SIZES = 0x8f4,
    // ro: bits 6 to 0 Slots, 14 to 8 TagW, 19 to 16 GenW, 24 to 20 AgeW, 29 to 25 WireW
    SEMACREDIT_MORE_SIZES = 0x8f8,
    // ro: this and all counts are modulo 2^32
    SEMACREDIT_GRANTS = 0x900,
    // ro: rejects
    SEMACREDIT_REJECTS = 0x904,
    // ro: answers 1 and 2
    SEMACREDIT_REPEATS = 0x908,
    // ro: reservations completed
    SEMACREDIT_FREES = 0x90c,
    // ro: components of resource k returned
    SEMACREDIT_RETURNS = 0x910,
    // ro: strays
    SEMACREDIT_STRAYS = 0x91c,
    // ro: completions that matched nothing: dones, and what software sent
    SEMACREDIT_LATES = 0x920,
    // ro: messages loaded
    SEMACREDIT_MESSAGES = 0x924,
    // ro: multipliers that calibration changed
    SEMACREDIT_CALIBRATIONS = 0x928,
    // ro: reservations held
    SEMACREDIT_HELD = 0x92c,
    // ro: the most that were held
    SEMACREDIT_HELD_MAX = 0x930,
    // ro: slots taken
    SEMACREDIT_WAITING = 0x934,
    // ro: operations flushed
    SEMACREDIT_FLUSHED = 0x938,
    // w1c: bit 0 stray, 1 unknown opcode or lane, 2 a reservation older than age_limit, 3 write
    // refused, 4 read refused, 5 message unread for 65,535 clocks, 6 all ids are parked, 7 a
    // headroom was wrong (3.6)
    SEMACREDIT_ERRORS = 0x940,
    // ro: of bit b of errors: channel in bits 31 to 28 and handle (0), handle (2), tag (1), byte
    // address (3, 4), lane (7); else 0
    SEMACREDIT_ERROR_INFO = 0x950,
    // ro: captured: sum over clocks of the reservations that hold a component on lane l
    SEMACREDIT_HOLDER_CLOCKS = 0xa00,
    // ro: captured: sum over clocks of stage_queue_i of lane l
    SEMACREDIT_QUEUE_CLOCKS = 0xb00,
    // ro: captured: clocks in which the stage of lane l was idle, and an operation waited for room
    // at l
    SEMACREDIT_STARVED_CLOCKS = 0xc00,
    // ro: captured: clocks in which the stage of lane l was idle
    SEMACREDIT_IDLE_CLOCKS = 0xd00,
    // ro: captured: waits that began at lane l; lane Lanes is the table
    SEMACREDIT_DENIED = 0xe00,
    // ro: captured: operations of group g that were granted
    SEMACREDIT_GROUP_GRANTS = 0xf00,
    // ro: captured: sum over clocks of the operations of group g that have a slot
    SEMACREDIT_GROUP_WAITS = 0xf10,
    // ro: captured: clocks that count
    SEMACREDIT_CLOCKS = 0xf20,
    // ro: captured: grants
    SEMACREDIT_CAPTURED_GRANTS = 0xf24,
    // ro: captured: frees
    SEMACREDIT_CAPTURED_FREES = 0xf28,
    // ro: captured: returns of resource k
    SEMACREDIT_CAPTURED_RETURNS = 0xf2c,
};

// Members of families.
enum semacredit_members {
    SEMACREDIT_WINDOW_MEMBERS = 10,
    SEMACREDIT_MULTIPLIER_MEMBERS = 10,
    SEMACREDIT_IN_FORCE_MEMBERS = 10,
    SEMACREDIT_DEBT_MEMBERS = 10,
    SEMACREDIT_LANE_RETURNS_MEMBERS = 10,
    SEMACREDIT_CREDIT_MEMBERS = 10,
    SEMACREDIT_DENIALS_MEMBERS = 11,
    SEMACREDIT_PARKED_MEMBERS = 4,
    SEMACREDIT_ATOMIC_SERVICE_MEMBERS = 8,
    SEMACREDIT_MESSAGE_THRESHOLD_MEMBERS = 3,
    SEMACREDIT_CALIBRATE_ENABLE_MEMBERS = 1,
    SEMACREDIT_MULTIPLIER_LIMITED_MEMBERS = 1,
    SEMACREDIT_CALIBRATE_WORK_MEMBERS = 3,
    SEMACREDIT_HOLDER_LIMIT_MEMBERS = 3,
    SEMACREDIT_RETURNS_MEMBERS = 3,
    SEMACREDIT_ERROR_INFO_MEMBERS = 8,
    SEMACREDIT_HOLDER_CLOCKS_MEMBERS = 10,
    SEMACREDIT_QUEUE_CLOCKS_MEMBERS = 10,
    SEMACREDIT_STARVED_CLOCKS_MEMBERS = 10,
    SEMACREDIT_IDLE_CLOCKS_MEMBERS = 10,
    SEMACREDIT_DENIED_MEMBERS = 11,
    SEMACREDIT_GROUP_GRANTS_MEMBERS = 3,
    SEMACREDIT_GROUP_WAITS_MEMBERS = 3,
    SEMACREDIT_CAPTURED_RETURNS_MEMBERS = 3,
};

// Lowest bit and width of what a register has besides others; bits of errors.
enum semacredit_field {
    SEMACREDIT_HOLDER_STATE_HANDLE_LOW = 0,
    SEMACREDIT_HOLDER_STATE_HANDLE_BITS = 20,
    SEMACREDIT_HOLDER_STATE_OWED_LOW = 20,
    SEMACREDIT_HOLDER_STATE_OWED_BITS = 10,
    SEMACREDIT_HOLDER_STATE_HELD_LOW = 31,
    SEMACREDIT_HOLDER_STATE_HELD_BITS = 1,
    SEMACREDIT_SEND_HANDLE_LOW = 0,
    SEMACREDIT_SEND_HANDLE_BITS = 17,
    SEMACREDIT_SEND_CHANNEL_LOW = 28,
    SEMACREDIT_SEND_CHANNEL_BITS = 4,
    SEMACREDIT_SIZES_HBM_LOW = 0,
    SEMACREDIT_SIZES_HBM_BITS = 6,
    SEMACREDIT_SIZES_ATOMIC_LOW = 8,
    SEMACREDIT_SIZES_ATOMIC_BITS = 3,
    SEMACREDIT_SIZES_RESPONSE_LOW = 12,
    SEMACREDIT_SIZES_RESPONSE_BITS = 3,
    SEMACREDIT_SIZES_COUNTER_LOW = 16,
    SEMACREDIT_SIZES_COUNTER_BITS = 6,
    SEMACREDIT_SIZES_ID_LOW = 24,
    SEMACREDIT_SIZES_ID_BITS = 4,
    SEMACREDIT_MORE_SIZES_SLOTS_LOW = 0,
    SEMACREDIT_MORE_SIZES_SLOTS_BITS = 7,
    SEMACREDIT_MORE_SIZES_TAG_LOW = 8,
    SEMACREDIT_MORE_SIZES_TAG_BITS = 7,
    SEMACREDIT_MORE_SIZES_GENERATION_LOW = 16,
    SEMACREDIT_MORE_SIZES_GENERATION_BITS = 4,
    SEMACREDIT_MORE_SIZES_AGE_LOW = 20,
    SEMACREDIT_MORE_SIZES_AGE_BITS = 5,
    SEMACREDIT_MORE_SIZES_WIRE_LOW = 25,
    SEMACREDIT_MORE_SIZES_WIRE_BITS = 5,
    SEMACREDIT_ERROR_STRAY = 1 << 0,
    SEMACREDIT_ERROR_UNKNOWN = 1 << 1,
    SEMACREDIT_ERROR_OLD = 1 << 2,
    SEMACREDIT_ERROR_WRITE = 1 << 3,
    SEMACREDIT_ERROR_READ = 1 << 4,
    SEMACREDIT_ERROR_UNREAD = 1 << 5,
    SEMACREDIT_ERROR_PARKED = 1 << 6,
    SEMACREDIT_ERROR_HEADROOM = 1 << 7,
};

#endif
