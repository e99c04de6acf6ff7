// What becomes of each lane's headroom without a decision: returns and window writes, as one signed
// number for each lane and clock.
//
// Headroom is window - debt, so a return adds its amount and a window write adds new - old. Late
// credit is only late, so all of it is taken in stages, outside the loop:
//   1  take return and window write from the ports
//   2  pick the window that is overwritten          (window writes only)
//   3  new - old                                    (window writes only)
//   4  return and window write of one class added, in case both go to one lane
//   5  each lane takes the sum, one of the two, or nothing
// Returns join at stage 3, so that a window write is two clocks later than a return.
//
// The window's reset value is added in the clock after a reset, in time for the first headroom.
//
// A class has one return a clock: all HBM lanes share one adder, and only stage 5 is a lane's own.
module sema_core_change #(
    parameter int unsigned Lanes = sema_pkg::Lanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter logic [Lanes*CntW-1:0] WindowReset = '0,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned W = CntW + 1,
    localparam int unsigned Classes = sema_pkg::Classes
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    // returns, bit and field k of class k
    input  logic [Classes-1:0]      return_i,
    input  logic [LaneW-1:0]        hbm_lane_i,
    input  logic [Classes*CntW-1:0] amount_i,
    // window write
    input  logic                    window_write_i,
    input  logic [LaneW-1:0]        window_lane_i,
    input  logic [CntW-1:0]         window_i,
    // lanes
    output logic [Lanes*W-1:0]      change_o   // signed, modulo 2^(CntW+1)
);

  // Stages 1 to 3 of a window write.
  logic [Lanes-1:0]      write_1q, write_2q, write_3q;
  logic [CntW-1:0]       new_1q, new_2q, old_2q, old;
  logic [Lanes*CntW-1:0] window_q;
  logic [W-1:0]          delta;

  always_comb begin
    old = '0;
    for (int l = 0; l < Lanes; l++) old |= {CntW{write_1q[l]}} & window_q[l*CntW +: CntW];
  end

  logic unused_borrow;
  sema_add #(.W(W)) u_delta (
      .a_i     ({1'b0, new_2q}),
      .b_i     (~{1'b0, old_2q}),
      .carry_i (1'b1),
      .sum_o   (delta),
      .carry_o (unused_borrow)
  );

  always_ff @(posedge clk_i) begin
    write_1q <= window_write_i && rst_ni ? Lanes'(1) << window_lane_i : '0;
    new_1q   <= window_i;
    write_2q <= rst_ni ? write_1q : '0;
    new_2q   <= new_1q;
    old_2q   <= old;
    write_3q <= rst_ni ? write_2q : '0;
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_window
    always_ff @(posedge clk_i) begin
      if (!rst_ni) window_q[l*CntW +: CntW] <= WindowReset[l*CntW +: CntW];
      else if (write_1q[l]) window_q[l*CntW +: CntW] <= new_1q;
    end
  end

  // Stage 1 of a return, in the clock of stage 3 of a window write.
  logic [Lanes-1:0]        return_3q;
  logic [Classes*CntW-1:0] amount_3q;
  always_ff @(posedge clk_i) begin
    amount_3q <= amount_i;
    return_3q <= '0;
    if (rst_ni) begin
      return_3q <= return_i[sema_pkg::ClassHbm] ? Lanes'(1) << hbm_lane_i : '0;
      return_3q[Lanes-2] <= return_i[sema_pkg::ClassAtomic];
      return_3q[Lanes-1] <= return_i[sema_pkg::ClassResponse];
    end
  end

  // Stage 4: what a lane of each class may get, and which of it each lane gets.
  logic [Classes*W-1:0] sum_4q;
  logic [Classes*CntW-1:0] amount_4q;
  logic [W-1:0]         delta_4q;
  logic [Lanes-1:0]     both_4q, return_4q, write_4q;
  for (genvar k = 0; k < Classes; k++) begin : gen_class
    logic [W-1:0] delta_3q, sum;
    logic         unused_carry;
    sema_dup_flop #(.W(W)) u_delta (.clk_i, .d_i(delta), .q_o(delta_3q));
    sema_add #(.W(W)) u_sum (
        .a_i     ({1'b0, amount_3q[k*CntW +: CntW]}),
        .b_i     (delta_3q),
        .carry_i (1'b0),
        .sum_o   (sum),
        .carry_o (unused_carry)
    );
    always_ff @(posedge clk_i) begin
      sum_4q[k*W +: W] <= sum;
      if (k == 0) delta_4q <= delta_3q;
    end
  end
  always_ff @(posedge clk_i) begin
    amount_4q <= amount_3q;
    both_4q   <= rst_ni ? return_3q & write_3q : '0;
    return_4q <= rst_ni ? return_3q & ~write_3q : '0;
    write_4q  <= rst_ni ? write_3q & ~return_3q : '0;
  end

  // Stage 5.
  logic run_q;
  always_ff @(posedge clk_i) run_q <= rst_ni;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam int unsigned Class = l < Lanes - 2 ? sema_pkg::ClassHbm :
                                    l == Lanes - 2 ? sema_pkg::ClassAtomic : sema_pkg::ClassResponse;
    always_ff @(posedge clk_i) begin
      change_o[l*W +: W] <= {W{both_4q[l]}} & sum_4q[Class*W +: W] |
                            {W{return_4q[l]}} & {1'b0, amount_4q[Class*CntW +: CntW]} |
                            {W{write_4q[l]}} & delta_4q |
                            {W{!run_q}} & {1'b0, WindowReset[l*CntW +: CntW]};
    end
  end

endmodule
