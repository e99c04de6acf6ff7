// The decision core of the block, with the ports of core_untuned: sema_core_change and
// sema_core (rtl/spec/core.md). A decision comes four clocks after its operation.
module core #(
    parameter int unsigned Lanes = sema_pkg::Lanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned W = CntW + 1
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  valid_i,
    input  logic [Lanes-1:0]      used_i,
    input  logic [Lanes*CntW-1:0] demand_i,
    input  logic [2:0]            return_i,
    input  logic [LaneW-1:0]      hbm_lane_i,
    input  logic [3*CntW-1:0]     amount_i,
    input  logic                  window_write_i,
    input  logic [LaneW-1:0]      window_lane_i,
    input  logic [CntW-1:0]       window_i,
    output logic                  decided_o,
    output logic                  grant_o,
    output logic [Lanes-1:0]      refused_o,
    output logic [Lanes*W-1:0]    headroom_o
);

  logic [Lanes*W-1:0] change;
  sema_core_change #(.Lanes(Lanes), .CntW(CntW)) u_change (
      .clk_i,
      .rst_ni,
      .return_i,
      .hbm_lane_i,
      .amount_i,
      .window_write_i,
      .window_lane_i,
      .window_i,
      .change_o(change)
  );

  logic                  unused_granting;
  logic [8:0]            unused_table;
  logic [Lanes*CntW-1:0] unused_room;
  logic [Lanes-1:0]      unused_under;
  sema_core #(.Lanes(Lanes), .CntW(CntW)) u_core (
      .clk_i,
      .rst_ni,
      .valid_i,
      .enable_i        (1'b1),
      .used_i,
      .demand_i,
      .change_i        (change),
      .table_change_i  ('0),
      .granting_o      (unused_granting),
      .decided_o,
      .grant_o,
      .refused_o,
      .headroom_o,
      .room_o          (unused_room),
      .under_o         (unused_under),
      .table_headroom_o(unused_table)
  );

endmodule
