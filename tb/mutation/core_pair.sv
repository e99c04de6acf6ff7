// Both builds of the decision core in one design, so that what they share is mutated once. The
// mutated builds are taken out by the names of their instances (scripts/mutation/mutants.sh).
module core_pair #(
    localparam int unsigned Lanes = sema_pkg::Lanes,
    localparam int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned Classes = sema_pkg::Classes
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic                      valid_i,
    input  logic [Lanes-1:0]          used_i,
    input  logic [Lanes*CntW-1:0]     demand_i,
    input  logic [Classes-1:0]        return_i,
    input  logic [LaneW-1:0]          hbm_lane_i,
    input  logic [Classes*CntW-1:0]   amount_i,
    input  logic                      window_write_i,
    input  logic [LaneW-1:0]          window_lane_i,
    input  logic [CntW-1:0]           window_i,
    output logic [1:0]                decided_o,
    output logic [1:0]                grant_o,
    output logic [2*Lanes-1:0]        refused_o,
    output logic [2*Lanes*(CntW+1)-1:0] headroom_o
);

  sema_core #(.HighRate(1'b1)) core_high (
      .clk_i,
      .rst_ni,
      .valid_i,
      .used_i,
      .demand_i,
      .return_i,
      .hbm_lane_i,
      .amount_i,
      .window_write_i,
      .window_lane_i,
      .window_i,
      .decided_o (decided_o[0]),
      .grant_o   (grant_o[0]),
      .refused_o (refused_o[0+:Lanes]),
      .headroom_o(headroom_o[0+:Lanes*(CntW+1)])
  );

  sema_core #(.HighRate(1'b0)) core_low (
      .clk_i,
      .rst_ni,
      .valid_i,
      .used_i,
      .demand_i,
      .return_i,
      .hbm_lane_i,
      .amount_i,
      .window_write_i,
      .window_lane_i,
      .window_i,
      .decided_o (decided_o[1]),
      .grant_o   (grant_o[1]),
      .refused_o (refused_o[Lanes+:Lanes]),
      .headroom_o(headroom_o[Lanes*(CntW+1)+:Lanes*(CntW+1)])
  );

endmodule
