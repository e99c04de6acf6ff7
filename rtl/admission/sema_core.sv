// Decision core: a stream of demand vectors, one in every clock; for each, whether all of it fits.
// Two builds of one thing: high rate (sema_core_high_rate) and low latency (sema_core_low_latency).
//
// Promises, of both builds:
//   - all or none: a grant takes every used demand out of its lane's headroom, a refusal nothing;
//   - each decision sees every decision before it, back to back;
//   - refused_o names exactly the lanes whose demand did not fit;
//   - decisions come in the order of their operations, DecisionClocks after them;
//   - a return is seen by operations that are taken ReturnClocks later, and all after; a window
//     write by those WindowClocks later. Never earlier, never lost.
// "Later" counts from the clock whose edge takes the one to the clock whose edge takes the other.
//
// Headroom is window - debt, signed: a window may shrink below the debt, and then only operations
// that do not use the lane pass. After a reset every window is 0 and nothing fits until windows are
// written. A demand is anything up to 2^CntW - 1, a window up to 2^CntW - 2.
//
// Any lane may be demanded by any operation. Where a caller drives lanes with one demand, as the HBM
// lanes of an operation that has one partition, synthesis keeps one copy of its flops.
module sema_core #(
    parameter bit          HighRate = 1'b1,
    parameter int unsigned Lanes = sema_pkg::Lanes,        // the last two: Atomic, response
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned Classes = sema_pkg::Classes
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    // operation
    input  logic                      valid_i,
    input  logic [Lanes-1:0]          used_i,         // the demand is not zero
    input  logic [Lanes*CntW-1:0]     demand_i,       // ignored where not used
    // returns, bit and field k of class k
    input  logic [Classes-1:0]        return_i,
    input  logic [LaneW-1:0]          hbm_lane_i,
    input  logic [Classes*CntW-1:0]   amount_i,
    // window write
    input  logic                      window_write_i,
    input  logic [LaneW-1:0]          window_lane_i,
    input  logic [CntW-1:0]           window_i,
    // decision
    output logic                      decided_o,
    output logic                      grant_o,        // only with decided_o
    output logic [Lanes-1:0]          refused_o,      // ignored unless decided_o
    output logic [Lanes*(CntW+1)-1:0] headroom_o      // after the decision
);

  logic [Lanes*(CntW+1)-1:0] change;

  sema_core_change #(.Lanes(Lanes), .CntW(CntW)) u_register_update (
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

  if (HighRate) begin : gen_high_rate
    logic       unused_granting;
    logic [8:0] unused_table;
    logic [Lanes*CntW-1:0] unused_room;
    logic [Lanes-1:0]      unused_under;
    sema_core_high_rate #(.Lanes(Lanes), .CntW(CntW)) u_core (
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
  end else begin : gen_low_latency
    sema_core_low_latency #(.Lanes(Lanes), .CntW(CntW)) u_core (
        .clk_i,
        .rst_ni,
        .valid_i,
        .used_i,
        .demand_i,
        .change_i(change),
        .decided_o,
        .grant_o,
        .refused_o,
        .headroom_o
    );
  end

endmodule
