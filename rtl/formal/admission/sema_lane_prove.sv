// Proof of sema_lane at its full width: debt changes by grants and returns only, exactly by their
// amounts; a grant never takes it above the window; it never goes below zero and never wraps; what
// the lane says of a demand is so.
//
// Debt is window less headroom, with one bit more than a counter, so that a wrap would show.
module sema_lane_prove #(
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned W = CntW + 1
) (
    input logic            clk_i, rst_ni, used_i,
    input logic [CntW-1:0] demand_i,
    input logic            grant_i, return_i,
    input logic [CntW-1:0] amount_i,
    input logic            window_write_i,
    input logic [CntW-1:0] window_i
);

  (* peek = "u_dut.headroom_q" *) logic [W-1:0] headroom;
  logic            refused_o, over_o;
  logic [CntW-1:0] window_o, room_o, debt_o;

  sema_lane #(.CntW(CntW)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  logic [7:0] sums;
  sema_lane_cases_prove #(.CntW(CntW)) u_cases (
      .headroom_i(headroom),
      .window_i  (window_o),
      .demand_i,
      .amount_i,
      .new_i     (window_i),
      .sums_o    (sums)
  );

  logic [W-1:0] owed;
  logic         granted, returned;
  assign owed     = W'(window_o) - headroom;
  assign granted  = grant_i && used_i;
  assign returned = return_i;

  // What the debt must be after this clock.
  logic [W-1:0] expected_q;
  logic         reset_q;
  always_ff @(posedge clk_i) begin
    reset_q <= !rst_ni;
    case ({returned, granted})
      2'b00: expected_q <= owed;
      2'b01: expected_q <= owed + W'(demand_i);
      2'b10: expected_q <= owed - W'(amount_i);
      2'b11: expected_q <= owed + W'(demand_i) - W'(amount_i);
    endcase
  end

  always_comb begin
    // Arithmetic.
    sums_M : assume (sums == '1);
    // The resource table grants only what no lane refuses.
    grant_M : assume (!grant_i || !refused_o);
    // Only what is held is returned.
    owed_M : assume (!return_i || W'(amount_i) <= owed);
    // No window is all ones.
    window_M : assume (!window_write_i || window_i != '1);

    if (began_o) begin
      exact_A : assert (owed == (reset_q ? '0 : expected_q));
      shown_I : assert (debt_o == owed[CntW-1:0]);
      no_wrap_A : assert (!owed[CntW]);
      within_A : assert (!granted || owed + W'(demand_i) <= W'(window_o));
      refused_A : assert (refused_o == (used_i && (owed > W'(window_o) ||
                                                 demand_i > window_o - owed[CntW-1:0])));
      // Which is refused, too: debt is never negative.
      over_I : assert (over_o == (used_i && demand_i > window_o) && (!over_o || refused_o));
      window_I : assert (window_o != '1);

      exact_C : cover (!reset_q && granted && return_i && window_write_i && owed != '0 &&
                       demand_i != amount_i);
      no_wrap_C : cover (owed > W'(window_o) && granted == 1'b0);
      within_C : cover (granted && owed != '0 && owed + W'(demand_i) == W'(window_o));
      refused_C : cover (refused_o && owed != '0 && demand_i < window_o);
    end
  end

endmodule
