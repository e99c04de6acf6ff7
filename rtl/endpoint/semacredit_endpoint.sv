// SPDX-License-Identifier: Apache-2.0
// A receiver's endpoint around the admission block: requests wait in queues, the block grants them,
// granted operations are executed by HBM partitions and Atomic engines, responses leave over links.
// Wiring only; README.md beside it says what to connect.
//
//   IP, used as it is:        sema_queues, semacredit
//   example, to be replaced:  sema_manager (AXI4), sema_atomic, sema_response
//
// Stages are numbered as lanes are: partitions, then Atomic engines. An integrator's own stage
// takes the place of one instance below; it needs the handle with the operation and returns it
// once, with the time for which it was occupied, or all ones.
//
// Promise: a granted operation whose beats came at its stage completes there once, and at its
// response engine once; each stage executes in the order in which operations came to it.
module semacredit_endpoint #(
    parameter int unsigned NHbm = 4,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    parameter int unsigned Depth = 128,
    parameter int unsigned Slots = 40,
    parameter int unsigned TagW = 24,               // of the queues; the block's has 8 bits more
    parameter int unsigned GenW = 8,
    parameter int unsigned AgeW = 16,
    parameter int unsigned WireW = 24,
    parameter int unsigned EnableAtReset = 3,
    parameter int unsigned Entries = 256,
    parameter int unsigned Streams = 8,
    parameter int unsigned SmallLimit = 512,        // what software writes to `small_limit`
    parameter int unsigned DataW = 128,
    parameter int unsigned AddressW = 32,
    parameter int unsigned LengthW = 17,
    parameter int unsigned WriteBeats = 4096,       // of each partition: its window, if software
    parameter int unsigned ReadBeats = 4096,        //   sets one, and at least the longest operation
    parameter int unsigned Burst = 8,
    parameter int unsigned ReadChannel = 0,         // reads have a queue of their own (README.md)
    parameter int unsigned HeaderClocks = 4,        // of a link, for a response
    parameter int unsigned BeatClocks = 1,          //   and for each of its beats
    parameter int unsigned ClockQuanta = 16,        // of 1/16 ns in a clock
    localparam int unsigned Stages = NHbm + NAtomic,
    localparam int unsigned Lanes = Stages + NResponse,
    localparam int unsigned Channels = NAtomic + NResponse + 2,
    localparam int unsigned IdW = $clog2(Depth),
    localparam int unsigned HandleW = 2 + GenW + IdW,
    localparam int unsigned OpTagW = TagW + 8
) (
    input  logic                         clk_i,
    input  logic                         rst_ni,
    // requests, in order: rtl/spec/queues.md, 11.1
    input  logic                         in_valid_i,
    output logic                         in_ready_o,
    input  logic [TagW-1:0]              in_tag_i,
    input  logic [3:0]                   in_opcode_i,
    input  logic [4:0]                   in_stage_i,
    input  logic [1:0]                   in_engine_i,
    input  logic [31:0]                  in_length_i,
    input  logic [31:0]                  in_response_length_i,
    input  logic [WireW-1:0]             in_wire_bytes_i,
    input  logic                         in_urgent_i,
    input  logic [7:0]                   in_domain_i,
    input  logic                         in_again_i,
    output logic                         full_o,
    output logic [TagW-1:0]              full_tag_o,
    output logic [$clog2(Entries):0]     used_o,
    // grants, answers to retransmissions, what is complete: rtl/spec/ports.md, 1.4; tags are {domain, tag}
    output logic [1:0]                   answer_kind_o,
    output logic [OpTagW-1:0]            answer_tag_o,
    output logic [HandleW-1:0]           answer_handle_o,
    output logic [1:0]                   decision_kind_o,
    output logic [OpTagW-1:0]            decision_tag_o,
    output logic [HandleW-1:0]           decision_handle_o,
    output logic [Channels-1:0]          free_valid_o,
    output logic [Channels*HandleW-1:0]  free_handle_o,
    // granted operations, a port a stage: beats, beside which the header stays
    input  logic [Stages-1:0]            stage_valid_i,
    output logic [Stages-1:0]            stage_ready_o,
    input  logic [Stages*4-1:0]          stage_opcode_i,
    input  logic [Stages*HandleW-1:0]    stage_handle_i,
    input  logic [Stages*2-1:0]          stage_engine_i,
    input  logic [Stages*AddressW-1:0]   stage_address_i,
    input  logic [Stages*LengthW-1:0]    stage_length_i,
    input  logic [Stages*DataW-1:0]      stage_data_i,   // Atomics: {compare, operand}, 64 bits each
    // responses, a link an engine
    output logic [NResponse-1:0]         link_valid_o,
    input  logic [NResponse-1:0]         link_ready_i,
    output logic [NResponse-1:0]         link_last_o,
    output logic [NResponse*HandleW-1:0] link_handle_o,
    output logic [NResponse*DataW-1:0]   link_data_o,
    // completions end to end
    input  logic                         done_valid_i,
    output logic                         done_ready_o,
    input  logic [HandleW-1:0]           done_handle_i,
    // AXI4, a port a stage; cache, protection, lock, quality are the integrator's; bursts increment
    output logic [Stages-1:0]            aw_valid_o,
    input  logic [Stages-1:0]            aw_ready_i,
    output logic [Stages*IdW-1:0]        aw_id_o,
    output logic [Stages*AddressW-1:0]   aw_address_o,
    output logic [Stages*8-1:0]          aw_len_o,
    output logic [Stages-1:0]            ar_valid_o,
    input  logic [Stages-1:0]            ar_ready_i,
    output logic [Stages*IdW-1:0]        ar_id_o,
    output logic [Stages*AddressW-1:0]   ar_address_o,
    output logic [Stages*8-1:0]          ar_len_o,
    output logic [Stages-1:0]            w_valid_o,
    input  logic [Stages-1:0]            w_ready_i,
    output logic [Stages*DataW-1:0]      w_data_o,
    output logic [Stages*DataW/8-1:0]    w_strb_o,
    output logic [Stages-1:0]            w_last_o,
    input  logic [Stages-1:0]            b_valid_i,
    output logic [Stages-1:0]            b_ready_o,
    input  logic [Stages*IdW-1:0]        b_id_i,
    input  logic [Stages*2-1:0]          b_resp_i,
    input  logic [Stages-1:0]            r_valid_i,
    output logic [Stages-1:0]            r_ready_o,
    input  logic [Stages*IdW-1:0]        r_id_i,
    input  logic [Stages*DataW-1:0]      r_data_i,
    input  logic [Stages*2-1:0]          r_resp_i,
    input  logic [Stages-1:0]            r_last_i,
    output logic [Stages-1:0]            stage_error_o,  // since reset: an AXI answer that is wrong
    // the block's control: rtl/spec/ports.md, 1.6, messages.md, registers.md
    input  logic [1:0]                   epoch_i,
    input  logic                         pause_i,
    input  logic [47:0]                  now_i,
    output logic                         irq_o,
    output logic                         quiet_o,
    output logic                         message_valid_o,
    input  logic                         message_ready_i,
    output logic [1:0]                   message_epoch_o,
    output logic [Lanes*CntW-1:0]        message_credit_o,
    input  logic                         axi_awvalid_i,
    output logic                         axi_awready_o,
    input  logic [11:0]                  axi_awaddr_i,
    input  logic                         axi_wvalid_i,
    output logic                         axi_wready_o,
    input  logic [31:0]                  axi_wdata_i,
    input  logic [3:0]                   axi_wstrb_i,
    output logic                         axi_bvalid_o,
    input  logic                         axi_bready_i,
    output logic [1:0]                   axi_bresp_o,
    input  logic                         axi_arvalid_i,
    output logic                         axi_arready_o,
    input  logic [11:0]                  axi_araddr_i,
    output logic                         axi_rvalid_o,
    input  logic                         axi_rready_i,
    output logic [31:0]                  axi_rdata_o,
    output logic [1:0]                   axi_rresp_o,
    // trace: rtl/spec/ports.md, 1.8
    output logic [2:0]                   trace_kind_o,
    output logic [OpTagW-1:0]            trace_tag_o,
    output logic [HandleW-1:0]           trace_handle_o,
    output logic [Lanes:0]               trace_mask_o,
    output logic [CntW-1:0]              trace_stage_o,
    output logic [CntW-1:0]              trace_response_o,
    output logic [2*Channels-1:0]        trace_return_kind_o,
    output logic [Channels*HandleW-1:0]  trace_return_handle_o,
    output logic [6*Channels-1:0]        trace_return_lane_o,
    output logic [Channels*CntW-1:0]     trace_return_amount_o,
    output logic [16*Channels-1:0]       trace_return_observed_o
);
  // Queues and block.
  logic                     op_valid, op_reply, op_urgent, op_again;
  logic [3*Lanes-1:0]       op_ready;
  logic [OpTagW-1:0]        op_tag;
  logic [3:0]               op_opcode;
  logic [4:0]               op_stage;
  logic [1:0]               op_engine;
  logic [31:0]              op_length, op_response_length;
  logic [WireW-1:0]         op_wire_bytes;
  logic [7:0]               op_domain;
  sema_queues #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .TagW(TagW), .WireW(WireW),
      .Entries(Entries), .Streams(Streams)
  ) u_queues (
      .clk_i, .rst_ni, .in_valid_i, .in_ready_o, .in_tag_i, .in_opcode_i, .in_stage_i,
      .in_engine_i, .in_length_i, .in_response_length_i, .in_reply_i(1'b0), .in_wire_bytes_i,
      .in_urgent_i, .in_domain_i, .in_again_i, .small_limit_i(WireW'(SmallLimit)), .full_o,
      .full_tag_o, .op_valid_o(op_valid), .op_ready_i(op_ready), .op_tag_o(op_tag),
      .op_opcode_o(op_opcode), .op_stage_o(op_stage), .op_engine_o(op_engine),
      .op_length_o(op_length), .op_response_length_o(op_response_length), .op_reply_o(op_reply),
      .op_wire_bytes_o(op_wire_bytes), .op_urgent_o(op_urgent), .op_domain_o(op_domain),
      .op_again_o(op_again), .decision_i(decision_kind_o != '0),
      .decision_domain_i(decision_tag_o[TagW +: 8]),
      .answer_i(answer_kind_o == 2'd1 || answer_kind_o == 2'd2),
      .answer_domain_i(answer_tag_o[TagW +: 8]), .used_o);

  logic [Stages-1:0]            ends, ends_ready;
  logic [Lanes-1:0]             idle;
  logic [8*Lanes-1:0]           queued;
  logic [Stages*HandleW-1:0]    ends_handle;
  logic [Stages*16-1:0]         ends_observed;
  logic [NResponse-1:0]         sent, sent_ready;
  logic [NResponse*HandleW-1:0] sent_handle;
  logic [NResponse*16-1:0]      sent_observed;
  semacredit #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW), .Depth(Depth),
      .Slots(Slots), .TagW(OpTagW), .GenW(GenW), .AgeW(AgeW), .WireW(WireW),
      .EnableAtReset(EnableAtReset)
  ) u_block (
      .clk_i, .rst_ni, .op_valid_i(op_valid), .op_ready_o(op_ready), .op_tag_i(op_tag),
      .op_opcode_i(op_opcode), .op_stage_i(op_stage), .op_engine_i(op_engine),
      .op_length_i(op_length), .op_response_length_i(op_response_length), .op_reply_i(op_reply),
      .op_wire_bytes_i(op_wire_bytes), .op_urgent_i(op_urgent), .op_domain_i(op_domain),
      .op_again_i(op_again), .answer_kind_o, .answer_tag_o, .answer_handle_o, .decision_kind_o,
      .decision_tag_o, .decision_handle_o, .free_valid_o, .free_handle_o,
      .hbm_valid_i(ends[NHbm-1:0]), .hbm_ready_o(ends_ready[NHbm-1:0]),
      .hbm_handle_i(ends_handle[NHbm*HandleW-1:0]), .hbm_observed_i(ends_observed[16*NHbm-1:0]),
      .atomic_valid_i(ends[NHbm +: NAtomic]), .atomic_ready_o(ends_ready[NHbm +: NAtomic]),
      .atomic_handle_i(ends_handle[NHbm*HandleW +: NAtomic*HandleW]),
      .atomic_observed_i(ends_observed[16*NHbm +: 16*NAtomic]),
      .response_valid_i(sent), .response_ready_o(sent_ready), .response_handle_i(sent_handle),
      .response_observed_i(sent_observed), .stage_idle_i(idle), .stage_queue_i(queued),
      .done_valid_i, .done_ready_o, .done_handle_i, .epoch_i,
      .pause_i, .now_i, .axi_awvalid_i, .axi_awready_o, .axi_awaddr_i, .axi_wvalid_i,
      .axi_wready_o, .axi_wdata_i, .axi_wstrb_i, .axi_bvalid_o, .axi_bready_i, .axi_bresp_o,
      .axi_arvalid_i, .axi_arready_o, .axi_araddr_i, .axi_rvalid_o, .axi_rready_i, .axi_rdata_o,
      .axi_rresp_o, .message_valid_o, .message_ready_i, .message_epoch_o, .message_credit_o,
      .quiet_o, .irq_o, .trace_kind_o, .trace_tag_o, .trace_handle_o, .trace_mask_o, .trace_stage_o,
      .trace_response_o, .trace_return_kind_o, .trace_return_handle_o, .trace_return_lane_o,
      .trace_return_amount_o, .trace_return_observed_o);

  // Stages, and what each of them responds.
  logic [Stages-1:0]         reply, reply_ready, reply_last;
  logic [Stages*HandleW-1:0] reply_handle;
  logic [Stages*2-1:0]       reply_engine;
  logic [Stages*DataW-1:0]   reply_data;
  for (genvar s = 0; s < NHbm; s++) begin : gen_hbm
    sema_manager #(
        .DataW(DataW), .AddressW(AddressW), .LengthW(LengthW), .HandleW(HandleW), .AxiIdW(IdW),
        .Depth(Depth), .WriteBeats(WriteBeats), .ReadBeats(ReadBeats), .Burst(Burst),
        .ClockQuanta(ClockQuanta), .ReadChannel(ReadChannel)
    ) u_manager (
        .clk_i, .rst_ni, .op_valid_i(stage_valid_i[s]), .op_ready_o(stage_ready_o[s]),
        .op_write_i(stage_opcode_i[4*s +: 4] != 4'd1),
        .op_handle_i(stage_handle_i[s*HandleW +: HandleW]),
        .op_engine_i(stage_engine_i[2*s +: 2]),
        .op_address_i(stage_address_i[s*AddressW +: AddressW]),
        .op_length_i(stage_length_i[s*LengthW +: LengthW]),
        .op_data_i(stage_data_i[s*DataW +: DataW]), .aw_valid_o(aw_valid_o[s]),
        .aw_ready_i(aw_ready_i[s]), .aw_id_o(aw_id_o[s*IdW +: IdW]),
        .aw_address_o(aw_address_o[s*AddressW +: AddressW]), .aw_len_o(aw_len_o[8*s +: 8]),
        .ar_valid_o(ar_valid_o[s]), .ar_ready_i(ar_ready_i[s]), .ar_id_o(ar_id_o[s*IdW +: IdW]),
        .ar_address_o(ar_address_o[s*AddressW +: AddressW]), .ar_len_o(ar_len_o[8*s +: 8]),
        .w_valid_o(w_valid_o[s]), .w_ready_i(w_ready_i[s]),
        .w_data_o(w_data_o[s*DataW +: DataW]), .w_strb_o(w_strb_o[s*DataW/8 +: DataW/8]),
        .w_last_o(w_last_o[s]), .b_valid_i(b_valid_i[s]), .b_ready_o(b_ready_o[s]),
        .b_id_i(b_id_i[s*IdW +: IdW]), .b_resp_i(b_resp_i[2*s +: 2]), .r_valid_i(r_valid_i[s]),
        .r_ready_o(r_ready_o[s]), .r_id_i(r_id_i[s*IdW +: IdW]),
        .r_data_i(r_data_i[s*DataW +: DataW]), .r_resp_i(r_resp_i[2*s +: 2]),
        .r_last_i(r_last_i[s]), .response_valid_o(reply[s]), .response_ready_i(reply_ready[s]),
        .response_last_o(reply_last[s]), .response_handle_o(reply_handle[s*HandleW +: HandleW]),
        .response_engine_o(reply_engine[2*s +: 2]), .response_data_o(reply_data[s*DataW +: DataW]),
        .done_valid_o(ends[s]), .done_ready_i(ends_ready[s]),
        .done_handle_o(ends_handle[s*HandleW +: HandleW]),
        .done_observed_o(ends_observed[16*s +: 16]), .error_o(stage_error_o[s]), .idle_o(idle[s]),
        .queue_o(queued[8*s +: 8]));
  end
  for (genvar s = NHbm; s < Stages; s++) begin : gen_atomic
    sema_atomic #(
        .DataW(DataW), .AddressW(AddressW), .HandleW(HandleW), .AxiIdW(IdW), .Depth(Depth),
        .ClockQuanta(ClockQuanta)
    ) u_atomic (
        .clk_i, .rst_ni, .op_valid_i(stage_valid_i[s]), .op_ready_o(stage_ready_o[s]),
        .op_opcode_i(stage_opcode_i[4*s +: 4]),
        .op_handle_i(stage_handle_i[s*HandleW +: HandleW]),
        .op_engine_i(stage_engine_i[2*s +: 2]),
        .op_address_i(stage_address_i[s*AddressW+3 +: AddressW-3]),
        .op_data_i(stage_data_i[s*DataW +: 128]), .aw_valid_o(aw_valid_o[s]),
        .aw_ready_i(aw_ready_i[s]), .ar_valid_o(ar_valid_o[s]), .ar_ready_i(ar_ready_i[s]),
        .ax_id_o(aw_id_o[s*IdW +: IdW]), .ax_address_o(aw_address_o[s*AddressW +: AddressW]),
        .w_valid_o(w_valid_o[s]), .w_ready_i(w_ready_i[s]), .w_data_o(w_data_o[s*DataW +: DataW]),
        .w_strb_o(w_strb_o[s*DataW/8 +: DataW/8]), .b_valid_i(b_valid_i[s]),
        .b_ready_o(b_ready_o[s]), .b_id_i(b_id_i[s*IdW +: IdW]), .b_resp_i(b_resp_i[2*s +: 2]),
        .r_valid_i(r_valid_i[s]), .r_ready_o(r_ready_o[s]), .r_id_i(r_id_i[s*IdW +: IdW]),
        .r_data_i(r_data_i[s*DataW +: DataW]), .r_resp_i(r_resp_i[2*s +: 2]),
        .response_valid_o(reply[s]), .response_ready_i(reply_ready[s]),
        .response_handle_o(reply_handle[s*HandleW +: HandleW]),
        .response_engine_o(reply_engine[2*s +: 2]), .response_data_o(reply_data[s*DataW +: 64]),
        .done_valid_o(ends[s]), .done_ready_i(ends_ready[s]),
        .done_handle_o(ends_handle[s*HandleW +: HandleW]),
        .done_observed_o(ends_observed[16*s +: 16]), .error_o(stage_error_o[s]), .idle_o(idle[s]),
        .queue_o(queued[8*s +: 8]));
    assign reply_last[s]         = 1'b1;
    assign ar_id_o[s*IdW +: IdW] = aw_id_o[s*IdW +: IdW];
    assign ar_address_o[s*AddressW +: AddressW] = aw_address_o[s*AddressW +: AddressW];
    assign aw_len_o[8*s +: 8]    = '0;
    assign ar_len_o[8*s +: 8]    = '0;
    assign w_last_o[s]           = 1'b1;
    assign reply_data[s*DataW+64 +: DataW-64] = '0;
    logic unused;
    assign unused = &{stage_address_i[s*AddressW +: 3], stage_length_i[s*LengthW +: LengthW], r_last_i[s]};
  end

  // Response engines: each takes what is for it of all stages.
  logic [NResponse*Stages-1:0] taken;
  always_comb begin
    reply_ready = '0;
    for (int e = 0; e < NResponse; e++) reply_ready |= taken[e*Stages +: Stages];
  end
  for (genvar e = 0; e < NResponse; e++) begin : gen_response
    logic [Stages-1:0] mine;
    for (genvar s = 0; s < Stages; s++) begin : gen_mine
      assign mine[s] = reply[s] && 32'(reply_engine[2*s +: 2]) == e;
    end
    sema_response #(
        .Sources(Stages), .DataW(DataW), .HandleW(HandleW), .HeaderClocks(HeaderClocks),
        .BeatClocks(BeatClocks), .ClockQuanta(ClockQuanta)
    ) u_response (
        .clk_i, .rst_ni, .source_valid_i(mine), .source_ready_o(taken[e*Stages +: Stages]),
        .source_last_i(reply_last), .source_handle_i(reply_handle), .source_data_i(reply_data),
        .link_valid_o(link_valid_o[e]), .link_ready_i(link_ready_i[e]),
        .link_last_o(link_last_o[e]), .link_handle_o(link_handle_o[e*HandleW +: HandleW]),
        .link_data_o(link_data_o[e*DataW +: DataW]), .done_valid_o(sent[e]),
        .done_ready_i(sent_ready[e]), .done_handle_o(sent_handle[e*HandleW +: HandleW]),
        .done_observed_o(sent_observed[16*e +: 16]));
    assign idle[Stages+e]            = !sent[e] && !link_valid_o[e] && mine == '0;
    assign queued[8*(Stages+e) +: 8] = '0;           // it has no queue: stages keep what waits
  end
endmodule
