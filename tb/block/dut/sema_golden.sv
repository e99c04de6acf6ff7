// Stands beside the block in its file of waves: what the golden model shows in the same clock, the
// block's own returns and credits each by itself, and debts and windows by the commits of either.
// tb/block/dut/block_rtl.cpp sets what nothing here drives; nothing of the block reads it.
`verilator_config
public_flat_rw -module "sema_golden" -var "*"
`verilog
module sema_golden #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    parameter int unsigned HandleW = 13,
    parameter int unsigned TagW = 32,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned Channels = NAtomic + NResponse + 2
);
  logic [5:0]                  differs;  // 0: nothing; else 1 + enum field_group, the first
  logic [3*Lanes-1:0]          op_ready;
  logic [NHbm-1:0]             hbm_ready;
  logic [NAtomic-1:0]          atomic_ready;
  logic [NResponse-1:0]        response_ready;
  logic                        done_ready, quiet, irq;
  logic [1:0]                  answer_kind, decision_kind;
  logic [TagW-1:0]             answer_tag, decision_tag, trace_tag;
  logic [HandleW-1:0]          answer_handle, decision_handle, trace_handle;
  logic [Channels-1:0]         free_valid;
  logic [2:0]                  trace_kind;
  logic [Lanes:0]              trace_mask;
  logic [CntW-1:0]             trace_stage, trace_response;
  logic [Channels*HandleW-1:0] free_handle, trace_return_handle;
  logic [2*Channels-1:0]       trace_return_kind;
  logic [6*Channels-1:0]       trace_return_lane;
  logic [Channels*CntW-1:0]    trace_return_amount;
  logic                        message_valid;
  logic                        axi_awready, axi_wready, axi_bvalid, axi_arready, axi_rvalid;
  logic [1:0]                  message_epoch, axi_bresp, axi_rresp;
  logic [31:0]                 axi_rdata;
  logic [Lanes*CntW-1:0]       message_credit, debt, window, dut_debt, dut_window;
endmodule

module sema_beside #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    parameter int unsigned HandleW = 13,
    parameter int unsigned TagW = 32,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned Channels = NAtomic + NResponse + 2
) (   input logic [2*Channels-1:0]       dut_return_kind,
    input logic [Channels*HandleW-1:0] dut_return_handle,
    input logic [6*Channels-1:0]       dut_return_lane,
    input logic [Channels*CntW-1:0]    dut_return_amount,
    input logic [Channels*HandleW-1:0] dut_free_handle,
    input logic [Lanes*CntW-1:0]       dut_message_credit
);
  sema_golden #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW), .HandleW(HandleW),
    .TagW(TagW)
  ) golden ();

  for (genvar k = 0; k < Channels; k++) begin : gen_channel
    logic [1:0]         dut_kind, kind;
    logic [HandleW-1:0] dut_handle, handle, dut_free, free;
    logic [5:0]         dut_lane, lane;
    logic [CntW-1:0]    dut_amount, amount;
    assign dut_kind   = dut_return_kind[2*k +: 2];
    assign kind       = golden.trace_return_kind[2*k +: 2];
    assign dut_handle = dut_return_handle[k*HandleW +: HandleW];
    assign handle     = golden.trace_return_handle[k*HandleW +: HandleW];
    assign dut_lane   = dut_return_lane[6*k +: 6];
    assign lane       = golden.trace_return_lane[6*k +: 6];
    assign dut_amount = dut_return_amount[k*CntW +: CntW];
    assign amount     = golden.trace_return_amount[k*CntW +: CntW];
    assign dut_free   = dut_free_handle[k*HandleW +: HandleW];
    assign free       = golden.free_handle[k*HandleW +: HandleW];
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [CntW-1:0] dut_debt, debt, dut_window, window, dut_credit, credit;
    logic [CntW:0]   dut_room;
    assign dut_room   = {1'b0, dut_window} - {1'b0, dut_debt};
    assign dut_debt   = golden.dut_debt[l*CntW +: CntW];
    assign debt       = golden.debt[l*CntW +: CntW];
    assign dut_window = golden.dut_window[l*CntW +: CntW];
    assign window     = golden.window[l*CntW +: CntW];
    assign dut_credit   = dut_message_credit[l*CntW +: CntW];
    assign credit       = golden.message_credit[l*CntW +: CntW];
  end
endmodule

bind semacredit sema_beside #(
    .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW), .HandleW(HandleW),
    .TagW(TagW)
) beside (
    .dut_return_kind(trace_return_kind_o), .dut_return_handle(trace_return_handle_o),
    .dut_return_lane(trace_return_lane_o), .dut_return_amount(trace_return_amount_o),
    .dut_free_handle(free_handle_o), .dut_message_credit(message_credit_o));
