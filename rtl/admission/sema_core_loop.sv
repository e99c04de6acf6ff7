// One lane's part of the loop: two comparisons, two sums, one select.
//
// H is kept three times, for the comparators and for each adder: what one reads does not load another.
// With Apart it is kept once more, for who reads headroom_o.
module sema_core_loop #(
    parameter bit          Gates = sema_pkg::Gates,
    parameter bit          Apart = 1'b0,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned W = CntW + 1
) (
    input  logic            clk_i,
    // thresholds of the next operation
    input  logic            pass_i,        // passes whatever the headroom
    input  logic [CntW-1:0] alone_i,
    input  logic [CntW-1:0] after_i,
    input  logic            beyond_i,      // after_i is above every headroom
    output logic            fits_alone_o,
    output logic            fits_after_o,
    // changes by this operation
    input  logic [W-1:0]    kept_i,
    input  logic [W-1:0]    taken_i,
    input  logic            grant_i,
    input  logic            keep_i,        // neither of the two: headroom is cleared
    output logic [W-1:0]    headroom_o     // signed
);

  logic [W-1:0] headroom_q, compared, added, kept, taken, headroom;

  sema_at_least #(.W(CntW)) u_alone (
      .a_i   (compared[CntW-1:0]),
      .b_i   (alone_i),
      .pass_i,
      .fail_i(compared[CntW]),
      .yes_o (fits_alone_o)
  );
  sema_at_least #(.W(CntW)) u_after (
      .a_i   (compared[CntW-1:0]),
      .b_i   (after_i),
      .pass_i,
      .fail_i(compared[CntW] || beyond_i),
      .yes_o (fits_after_o)
  );

  logic [1:0] unused_carries;
  sema_add #(.W(W)) u_kept (
      .a_i    (headroom_q),
      .b_i    (kept_i),
      .carry_i(1'b0),
      .sum_o  (kept),
      .carry_o(unused_carries[0])
  );
  sema_add #(.W(W)) u_taken (
      .a_i    (added),
      .b_i    (taken_i),
      .carry_i(1'b0),
      .sum_o  (taken),
      .carry_o(unused_carries[1])
  );

  assign headroom = {W{grant_i}} & taken | {W{keep_i}} & kept;

  sema_dup_flop #(.W(W)) u_headroom (.clk_i, .d_i(headroom), .q_o(headroom_q));
  if (Gates) begin : gen_gates
    sema_dup_flop #(.W(W)) u_compared (.clk_i, .d_i(headroom), .q_o(compared));
    sema_dup_flop #(.W(W)) u_added (.clk_i, .d_i(headroom), .q_o(added));
  end else begin : gen_words
    assign compared = headroom_q;
    assign added    = headroom_q;
  end
  if (Gates && Apart) begin : gen_apart
    sema_dup_flop #(.W(W)) u_shown (.clk_i, .d_i(headroom), .q_o(headroom_o));
  end else begin : gen_same
    assign headroom_o = headroom_q;
  end

endmodule
