// Proof of sema_lane at its full width: debt changes by grants and returns only, exactly by their
// amounts; a grant never takes it above the window; it never goes below zero and never wraps; what
// the lane says of a demand is so.
//
// Debt is window less headroom, with one bit more than a counter, so that a wrap would show.
module sema_lane_prove #(
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned W = CntW + 1
) (
    input logic            clk_i,
    input logic            rst_ni,
    input logic            used_i,
    input logic [CntW-1:0] demand_i,
    input logic            grant_i,
    input logic            return_i,
    input logic [CntW-1:0] amount_i,
    input logic            window_write_i,
    input logic [CntW-1:0] window_i
);

  (* peek = "u_dut.headroom_q" *) logic [W-1:0] headroom;
  logic            refused, over;
  logic [CntW-1:0] window, room, debt;

  sema_lane #(.CntW(CntW)) u_dut (
      .clk_i,
      .rst_ni,
      .used_i,
      .demand_i,
      .refused_o(refused),
      .over_o   (over),
      .grant_i,
      .return_i,
      .amount_i,
      .window_write_i,
      .window_i,
      .window_o (window),
      .room_o   (room),
      .debt_o   (debt)
  );

  logic [7:0] sums;
  sema_lane_cases_prove #(.CntW(CntW)) u_cases (
      .headroom_i(headroom),
      .window_i  (window),
      .demand_i,
      .amount_i,
      .new_i     (window_i),
      .sums_o    (sums)
  );

  logic [W-1:0] owed;
  logic         granted, returned;
  assign owed     = W'(window) - headroom;
  assign granted  = grant_i && used_i;
  assign returned = return_i;

  // What the debt must be after this clock.
  logic [W-1:0] expected_q;
  logic         began_q, reset_q;
  initial began_q = 1'b0;
  always_ff @(posedge clk_i) begin
    began_q <= 1'b1;
    reset_q <= !rst_ni;
    case ({returned, granted})
      2'b00: expected_q <= owed;
      2'b01: expected_q <= owed + W'(demand_i);
      2'b10: expected_q <= owed - W'(amount_i);
      2'b11: expected_q <= owed + W'(demand_i) - W'(amount_i);
    endcase
  end

  always_comb begin
    // A block begins with a reset.
    reset_M : assume (began_q || !rst_ni);
    // Arithmetic.
    sums_M : assume (sums == '1);
    // The resource table grants only what no lane refuses.
    grant_M : assume (!grant_i || !refused);
    // Only what is held is returned.
    owed_M : assume (!return_i || W'(amount_i) <= owed);
    // No window is all ones.
    window_M : assume (!window_write_i || window_i != '1);

    if (began_q) begin
      exact_A : assert (owed == (reset_q ? '0 : expected_q));
      shown_I : assert (debt == owed[CntW-1:0]);
      no_wrap_A : assert (!owed[CntW]);
      within_A : assert (!granted || owed + W'(demand_i) <= W'(window));
      refused_A : assert (refused == (used_i && (owed > W'(window) ||
                                                 demand_i > window - owed[CntW-1:0])));
      // Which is refused, too: debt is never negative.
      over_I : assert (over == (used_i && demand_i > window) && (!over || refused));
      window_I : assert (window != '1);

      exact_C : cover (!reset_q && granted && return_i && window_write_i && owed != '0 &&
                       demand_i != amount_i);
      no_wrap_C : cover (owed > W'(window) && granted == 1'b0);
      within_C : cover (granted && owed != '0 && owed + W'(demand_i) == W'(window));
      refused_C : cover (refused && owed != '0 && demand_i < window);
    end
  end

endmodule
