#include "tb/endpoint/endpoint_rtl.h"

#include <cstring>

#include "Vendpoint.h"
#include "Vendpoint___024root.h"

// A tag of the block has eight bits more than one of the queues.
constexpr unsigned QUEUES_TAGW = TAGW;
#undef TAGW
#define TAGW (QUEUES_TAGW + 8)
#include "tb/block/dut/port_bits.hpp"
#include "tb/queues/queues_rtl.h"

namespace {

constexpr unsigned STAGES = NHBM + NATOMIC, ID = id_bits(DEPTH), LENGTH = 17;
static_assert(STAGES > 1 && STAGES <= ENDPOINT_STAGES && ID <= 8, "2 to 20 stages, Depth to 256");

Vendpoint &model() {
    static Vendpoint top;
    return top;
}

// A beat is four words of a wide port.
template <typename Port> void put_beat(Port &port, unsigned at, const uint8_t *beat) {
    std::memcpy(port.data() + at * 4, beat, ENDPOINT_BEAT);
}

template <typename Port> void get_beat(const Port &port, unsigned at, uint8_t *beat) {
    std::memcpy(beat, port.data() + at * 4, ENDPOINT_BEAT);
}

void drive_requests(Vendpoint &top, const block_in &in) {
    drive_request(top, in.path);
    top.done_valid_i = in.path.done_valid;
    put(top.done_handle_i, 0, BITS_HANDLE, in.path.done_handle);
}

void drive_control(Vendpoint &top, const block_in &in) {
    top.epoch_i = in.path.epoch;
    top.pause_i = in.path.pause;
    put(top.now_i, 0, 48, in.now);
    top.message_ready_i = in.message_ready;
    top.axi_awvalid_i = in.axi_awvalid;
    top.axi_awaddr_i = in.axi_awaddr;
    top.axi_wvalid_i = in.axi_wvalid;
    top.axi_wdata_i = in.axi_wdata;
    top.axi_wstrb_i = in.axi_wstrb;
    top.axi_bready_i = in.axi_bready;
    top.axi_arvalid_i = in.axi_arvalid;
    top.axi_araddr_i = in.axi_araddr;
    top.axi_rready_i = in.axi_rready;
}

void drive_stage(Vendpoint &top, unsigned s, const stage_in &stage, const axi_in &axi) {
    put(top.stage_valid_i, s, 1, stage.valid);
    if (stage.valid) {
        put(top.stage_opcode_i, 4 * s, 4, stage.opcode);
        put(top.stage_handle_i, BITS_HANDLE * s, BITS_HANDLE, stage.handle);
        put(top.stage_address_i, 32 * s, 32, stage.address);
        put(top.stage_length_i, LENGTH * s, LENGTH, stage.length);
        put_beat(top.stage_data_i, s, stage.data);
    }
    put(top.aw_ready_i, s, 1, axi.aw_ready);
    put(top.ar_ready_i, s, 1, axi.ar_ready);
    put(top.w_ready_i, s, 1, axi.w_ready);
    put(top.b_valid_i, s, 1, axi.b_valid);
    put(top.b_id_i, ID * s, ID, axi.b_id);
    put(top.b_resp_i, 2 * s, 2, axi.resp);
    put(top.r_valid_i, s, 1, axi.r_valid);
    if (axi.r_valid) {
        put(top.r_id_i, ID * s, ID, axi.r_id);
        put(top.r_resp_i, 2 * s, 2, axi.resp);
        put(top.r_last_i, s, 1, axi.r_last);
        put_beat(top.r_data_i, s, axi.data);
    }
}

void show_stage(const Vendpoint &top, unsigned s, axi_out *axi) {
#define SHOW(channel)                                                                              \
    axi->channel = {bits(top.channel##_valid_o, s, 1) != 0,                                        \
                    static_cast<uint8_t>(bits(top.channel##_id_o, ID * s, ID)),                    \
                    static_cast<uint8_t>(bits(top.channel##_len_o, 8 * s, 8)),                     \
                    static_cast<uint32_t>(bits(top.channel##_address_o, 32 * s, 32))};
    SHOW(aw)
    SHOW(ar)
#undef SHOW
    axi->w_valid = bits(top.w_valid_o, s, 1);
    axi->b_ready = bits(top.b_ready_o, s, 1);
    axi->r_ready = bits(top.r_ready_o, s, 1);
    if (axi->w_valid) {
        axi->w_last = bits(top.w_last_o, s, 1);
        axi->strobes = static_cast<uint16_t>(bits(top.w_strb_o, 16 * s, 16));
        get_beat(top.w_data_o, s, axi->data);
    }
}

} // namespace

extern "C" path_size endpoint_rtl_size() {
    return SIZE;
}

extern "C" bool endpoint_rtl_read_channel() {
    return READCHANNEL;
}

#define BLOCK(port) top.rootp->semacredit_endpoint__DOT__u_block__DOT__##port

extern "C" void endpoint_rtl_show(endpoint_out *out, block_out *block) {
    const Vendpoint &top = model();
    std::memset(block, 0, sizeof *block);
#define IN_PORT(...)
#define IN_PAYLOAD(...)
#define OUT_PORT(name, member, count, group, width)                                                \
    from_port<count, width>(BLOCK(name##_o), &block->member);
#include "tb/block/dut/ports.h"
#undef IN_PORT
#undef IN_PAYLOAD
#undef OUT_PORT
    out->in_ready = top.in_ready_o;
    out->full = top.full_o;
    out->full_tag = top.full_tag_o;
    out->used = top.used_o;
    out->link_valid = top.link_valid_o & 1;
    out->link_last = top.link_last_o & 1;
    out->link_handle = static_cast<uint32_t>(bits(top.link_handle_o, 0, BITS_HANDLE));
    get_beat(top.link_data_o, 0, out->link_data);
    for (unsigned s = 0; s < STAGES; s++) {
        out->stage_ready[s] = bits(top.stage_ready_o, s, 1);
        out->stage_error[s] = bits(top.stage_error_o, s, 1);
        show_stage(top, s, &out->axi[s]);
    }
}

extern "C" void endpoint_rtl_drive(const endpoint_in *in, block_in *block) {
    Vendpoint &top = model();
    drive_requests(top, in->block);
    drive_control(top, in->block);
    for (unsigned s = 0; s < STAGES; s++)
        drive_stage(top, s, in->stage[s], in->axi[s]);
    put(top.link_ready_i, 0, NRESPONSE, in->link_ready ? ones(NRESPONSE) : 0);
    top.clk_i = 0;
    top.eval();
    std::memset(block, 0, sizeof *block);
    block->path.rst_n = in->block.path.rst_n;
#define IN_PORT(name, member, count, group, width)                                                 \
    from_port<count, width>(BLOCK(name##_i), &block->member);
#define IN_PAYLOAD(valid, name, member, count, group, width)                                       \
    from_port<count, width>(BLOCK(name##_i), &block->member);
#define OUT_PORT(...)
#include "tb/block/dut/ports.h"
#undef IN_PORT
#undef IN_PAYLOAD
#undef OUT_PORT
}

extern "C" void endpoint_rtl_clock() {
    model().clk_i = 1;
    model().eval();
}

// A manager's registers, by partition. Another number of partitions tells what it tells.
#define MANAGER(s, port)                                                                           \
    model().rootp->semacredit_endpoint__DOT__gen_hbm__BRA__##s##__KET____DOT__u_manager__DOT__##port
#define EACH_2(X) X(0) X(1)
#define EACH_4(X) EACH_2(X) X(2) X(3)
#define EACH_8(X) EACH_4(X) X(4) X(5) X(6) X(7)
#if NHBM == 2
#define EACH EACH_2
#elif NHBM == 4
#define EACH EACH_4
#elif NHBM == 8
#define EACH EACH_8
#else
#define EACH(X)
#endif

extern "C" bool endpoint_rtl_completes(unsigned partition, uint32_t *handle) {
#define COMPLETES(s)                                                                               \
    if (partition == s) {                                                                          \
        *handle = MANAGER(s, done_handle_o);                                                       \
        return MANAGER(s, done_valid_o);                                                           \
    }
    EACH(COMPLETES)
    return false;
}

extern "C" void endpoint_rtl_tell(unsigned partition, uint16_t observed) {
#define TELL(s)                                                                                    \
    if (partition == s)                                                                            \
        MANAGER(s, done_observed_o) = observed;
    EACH(TELL)
}
