// semacredit_endpoint, Verilated: its ports by clock, and what its block has at its own.
#pragma once

#include "csim/golden/block.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ENDPOINT_STAGES = PATH_HBM + PATH_ATOMIC,
    ENDPOINT_BEAT = 16
}; // most stages; bytes of a beat

// A stage's AXI4 port: what the endpoint shows, what the memory drives.
struct axi_out {
    struct axi_address {
        bool valid;
        uint8_t id, len; // beats less one
        uint32_t address;
    } aw, ar;
    bool w_valid, w_last, b_ready, r_ready;
    uint16_t strobes;
    uint8_t data[ENDPOINT_BEAT];
};
struct axi_in {
    bool aw_ready, ar_ready, w_ready, b_valid, r_valid, r_last;
    uint8_t b_id, r_id, resp;
    uint8_t data[ENDPOINT_BEAT];
};

// A granted operation's beat, and its header.
struct stage_in {
    bool valid;
    uint8_t opcode;
    uint32_t handle, address, length;
    uint8_t data[ENDPOINT_BEAT];
};

struct endpoint_in {
    struct block_in block; // of it: offer as request (11.1), done, epoch, pause, time, bus, reset
    struct stage_in stage[ENDPOINT_STAGES];
    struct axi_in axi[ENDPOINT_STAGES];
    bool link_ready; // of every engine
};

struct endpoint_out {
    bool in_ready, full, stage_ready[ENDPOINT_STAGES], stage_error[ENDPOINT_STAGES];
    uint32_t full_tag, used;
    bool link_valid, link_last; // engine 0
    uint32_t link_handle;
    uint8_t link_data[ENDPOINT_BEAT];
    struct axi_out axi[ENDPOINT_STAGES];
};

// The size of its block; reads have a queue of their own at each partition.
struct path_size endpoint_rtl_size(void);
bool endpoint_rtl_read_channel(void);

// What it shows in this clock; what the block shows.
void endpoint_rtl_show(struct endpoint_out *out, struct block_out *block);
// The inputs of this clock, before its edge; what the block has at its inputs then.
void endpoint_rtl_drive(const struct endpoint_in *in, struct block_in *block);
// The edge.
void endpoint_rtl_clock(void);

// After it: a partition tells a completion, of this handle; it tells another service of it.
bool endpoint_rtl_completes(unsigned partition, uint32_t *handle);
void endpoint_rtl_tell(unsigned partition, uint16_t observed);

#ifdef __cplusplus
}
#endif
