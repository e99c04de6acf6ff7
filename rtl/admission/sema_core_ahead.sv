// One lane's arithmetic ahead of the loop: everything that needs no headroom.
//
//   clock 1  demand d of this operation beside that of the one before
//   clock 2  thresholds T0 = d and T1 = d + d before, to compare
//   clock 3  changes e0 = change and e1 = change - d, to select
//
// A demand that is not used is 0 and passes whatever the headroom, which may be negative.
module sema_core_ahead #(
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned W = CntW + 1
) (
    input  logic            clk_i,
    // operation
    input  logic            used_i,
    input  logic [CntW-1:0] demand_i,
    // from returns and window writes
    input  logic [W-1:0]    change_i,    // of clock 2
    // thresholds, clock 2
    output logic            pass_o,
    output logic [CntW-1:0] alone_o,     // T0
    output logic [CntW-1:0] after_o,     // T1
    output logic            beyond_o,    // T1 is above every headroom
    // changes, clock 3
    output logic [W-1:0]    kept_o,      // e0
    output logic [W-1:0]    taken_o      // e1
);

  logic            used_1q;
  logic [CntW-1:0] demand_1q, after;
  logic            beyond;
  sema_add #(.W(CntW)) u_after (
      .a_i    (demand_1q),
      .b_i    (alone_o),
      .carry_i(1'b0),
      .sum_o  (after),
      .carry_o(beyond)
  );

  logic [W-1:0] taken;
  logic         unused_borrow;
  sema_add #(.W(W)) u_taken (
      .a_i    (change_i),
      .b_i    (~{1'b0, alone_o}),
      .carry_i(1'b1),
      .sum_o  (taken),
      .carry_o(unused_borrow)
  );

  always_ff @(posedge clk_i) begin
    used_1q   <= used_i;
    demand_1q <= used_i ? demand_i : '0;
    pass_o    <= !used_1q;
    alone_o   <= demand_1q;
    after_o   <= after;
    beyond_o  <= beyond;
    kept_o    <= change_i;
    taken_o   <= taken;
  end

endmodule
