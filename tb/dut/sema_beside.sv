// What the golden model shows, beside the block in one file of waves (tb/dut/shim.cpp): ports that
// are set in every clock and nothing else. They have the names and widths of the block's outputs
// (rtl/spec/ports.md), ids those of the deepest build. differs_* says that both do not agree.
module sema_beside #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = 256,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned TagW = 32,
    localparam int unsigned OrderW = 48,
    localparam int unsigned WordW = 16
) (
    input logic differs, differs_decision, differs_return, differs_debt, differs_change,
        differs_message, differs_access, differs_ready, op_ready_o,
    input logic [NHbm-1:0] hbm_ready_o,
    input logic quiet_o, grant_valid_o,
    input logic [Lanes*CntW-1:0] grant_credit_o,
    input logic axi_awready_o, axi_wready_o, axi_bvalid_o,
    input logic [1:0] axi_bresp_o,
    input logic axi_arready_o, axi_rvalid_o,
    input logic [31:0] axi_rdata_o,
    input logic [1:0] axi_rresp_o,
    input logic [OrderW-1:0] commit_order_o,
    input logic commit_reset_o, commit_window_o,
    input logic [LaneW-1:0] commit_window_lane_o,
    input logic [CntW-1:0] commit_window_value_o,
    input logic [Lanes-1:0] commit_calibrate_o,
    input logic [Lanes*WordW-1:0] commit_multiplier_o,
    input logic [2:0] commit_kind_o,
    input logic [TagW-1:0] commit_tag_o,
    input logic [IdW-1:0] commit_id_o,
    input logic [Lanes:0] commit_mask_o,
    input logic [LaneW-1:0] commit_lane_o,
    input logic [CntW-1:0] commit_hbm_o, commit_atomic_o, commit_response_o,
    input logic [1:0] commit_hbm_kind_o, commit_atomic_kind_o, commit_response_kind_o,
    input logic [IdW-1:0] commit_hbm_id_o, commit_atomic_id_o, commit_response_id_o,
    input logic [LaneW-1:0] commit_hbm_lane_o,
    input logic [CntW-1:0] commit_hbm_amount_o, commit_atomic_amount_o, commit_response_amount_o,
    input logic [1:0] commit_done_kind_o,
    input logic [IdW-1:0] commit_done_id_o,
    input logic [2:0] commit_retire_o,
    input logic [Lanes*CntW-1:0] commit_debt_o
);

  // Each by itself, to be shown as a curve.
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [CntW-1:0] debt;
    assign debt = commit_debt_o[l*CntW +: CntW];
  end

endmodule
