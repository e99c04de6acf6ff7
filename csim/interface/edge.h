// What crosses the admission block's boundary in one clock, as two plain values. Both structs have
// no padding bytes, so that two of them can be compared as memory. C++ reads this file too (shim).
#ifndef SEMA_EDGE_H
#define SEMA_EDGE_H

#include <stdint.h>

#include "csim/interface/numbers.h"

// Bytes that fill each to a multiple of eight.
enum {
    EDGE_IN_BYTES = 74 + sizeof(lane_set) + 4 * HBM_LANES,
    EDGE_IN_ZEROS = 8 - EDGE_IN_BYTES % 8,
    EDGE_OUT_BYTES = 75 + 3 * sizeof(lane_set) + 10 * LANES,
    EDGE_OUT_ZEROS = 8 - EDGE_OUT_BYTES % 8
};

// The beats of one clock. Ids of invalid beats and an invalid offer's fields are ignored.
struct edge_in {
    uint64_t gap;       // idle clocks before this one; nonzero only while the last out said quiet
    uint64_t address;   // offer: first byte's address
    uint64_t now;       // TIME_BITS: the driver's count of clocks at this clock, gaps included
    lane_set hbm_valid; // one bit for each partition
    uint32_t tag;       // offer: index of the operation
    uint32_t length;    // offer: request bytes at HBM
    uint32_t response_length; // offer: bytes of the response
    uint32_t wire_bytes;      // offer: of the request, WIRE_BITS of them, for the order of grants
    uint32_t axi_wdata;
    uint16_t hbm_id[HBM_LANES]; // reservation ids of stage completions, one for each partition
    uint16_t atomic_id;
    uint16_t response_id;
    uint16_t done_id;                // reservation that has completed end to end
    uint16_t hbm_service[HBM_LANES]; // observed service in quanta; SERVICE_UNKNOWN: not known
    uint16_t atomic_service;
    uint16_t response_service;
    uint16_t axi_awaddr; // bytes, AXI_ADDRESS_BITS of them
    uint16_t axi_araddr;
    uint8_t opcode; // offer
    uint8_t urgent; // offer: 1: latency-sensitive
    uint8_t domain; // offer: ordering domain; 0: none
    uint8_t pause;  // 1: the arbiter chooses nothing in the next clock
    uint8_t reset;  // 1: reset is asserted in this clock and all beats are void
    uint8_t op_valid;
    uint8_t atomic_valid;
    uint8_t response_valid;
    uint8_t done_valid;
    uint8_t grant_ready; // the message that the last out showed, if it did, is taken
    uint8_t axi_wstrb;   // one bit for each byte of axi_wdata
    uint8_t axi_awvalid;
    uint8_t axi_wvalid;
    uint8_t axi_bready;
    uint8_t axi_arvalid;
    uint8_t axi_rready;
    uint8_t zero[EDGE_IN_ZEROS];
};

// Copies what is offered of an operation, but for what names it, between structs that have the same
// members for it: edge_in, op, block_op, deed.
#define OFFER_COPY(to, from)                                                                       \
    do {                                                                                           \
        (to)->address = (from)->address;                                                           \
        (to)->length = (from)->length;                                                             \
        (to)->response_length = (from)->response_length;                                           \
        (to)->wire_bytes = (from)->wire_bytes;                                                     \
        (to)->opcode = (from)->opcode;                                                             \
        (to)->urgent = (from)->urgent;                                                             \
        (to)->domain = (from)->domain;                                                             \
    } while (0)

// What the block shows after the edge: the commits of this clock, and the readys that the next edge
// will honour. Fields as in rtl/spec/ports.md; those of an idle channel are zero.
struct edge_out {
    uint64_t order;     // order number of the first commit shown
    lane_set mask;      // decision: the lanes that it names
    lane_set calibrate; // lanes whose multiplier a calibration changed
    lane_set hbm_ready; // one bit for each partition
    uint32_t tag;       // decision: its operation
    uint32_t demand[CLASSES];
    uint32_t window_value;
    uint32_t amount[CLASSES];     // amounts returned
    uint32_t debt[LANES];         // after this clock
    uint32_t grant_credit[LANES]; // of the last message loaded: credit freed since reset
    uint32_t axi_rdata;           // of the last read
    uint16_t multiplier[LANES];   // words in force in this clock
    uint16_t id;                  // grant, repeat: the reservation
    uint16_t return_id[CLASSES];
    uint16_t done_id;
    uint8_t op_ready;
    uint8_t quiet;
    uint8_t grant_valid; // a grant message is shown; the next edge takes it if ready
    uint8_t reset;
    uint8_t window;
    uint8_t window_lane;
    uint8_t kind;                 // enum decision_kind
    uint8_t lane;                 // decision: HBM lane
    uint8_t return_kind[CLASSES]; // enum channel_kind
    uint8_t hbm_lane;             // lane returned to, or a stray's partition
    uint8_t retire;               // bit k: the return of class k freed its reservation
    uint8_t done_kind;            // enum channel_kind
    uint8_t axi_awready;
    uint8_t axi_wready;
    uint8_t axi_bvalid;
    uint8_t axi_bresp; // enum axi_response; of the last write
    uint8_t axi_arready;
    uint8_t axi_rvalid;
    uint8_t axi_rresp; // enum axi_response; of the last read
    uint8_t zero[EDGE_OUT_ZEROS];
};

#ifdef __cplusplus
#define SEMA_STATIC_ASSERT static_assert
#else
#define SEMA_STATIC_ASSERT _Static_assert
#endif
SEMA_STATIC_ASSERT(sizeof(struct edge_in) == EDGE_IN_BYTES + EDGE_IN_ZEROS, "edge_in has padding");
SEMA_STATIC_ASSERT(sizeof(struct edge_out) == EDGE_OUT_BYTES + EDGE_OUT_ZEROS,
                   "edge_out has padding");

#endif
