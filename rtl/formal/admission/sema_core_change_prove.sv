// Proof of sema_core_change, ten lanes of 32 bits: what is added to a lane's headroom is what was
// returned to it, and the difference that a window write makes, three clocks after the one and five
// after the other; nothing is lost where both meet, and a lane that neither is for gets nothing, but for
// its reset window behind a reset.
module sema_core_change_prove #(
    parameter int unsigned Lanes = sema_pkg::Lanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned W = CntW + 1,
    localparam int unsigned Classes = sema_pkg::Classes
) (
    input logic                    clk_i,
    input logic                    rst_ni,
    input logic [Classes-1:0]      return_i,
    input logic [LaneW-1:0]        hbm_lane_i,
    input logic [Classes*CntW-1:0] amount_i,
    input logic                    window_write_i,
    input logic [LaneW-1:0]        window_lane_i,
    input logic [CntW-1:0]         window_i
);

  // As in sema_decide.
  function automatic logic [Lanes*CntW-1:0] window_resets();
    for (int unsigned l = 0; l < Lanes; l++) begin
      window_resets[l*CntW +: CntW] = CntW'(sema_pkg::window_reset_of(l, Lanes - 2, CntW));
    end
  endfunction
  localparam logic [Lanes*CntW-1:0] Reset = window_resets();

  logic [Lanes*W-1:0] change;
  (* peek = "u_dut.old_2q" *) logic [CntW-1:0] old;

  (* peek = "u_dut.window_q" *) logic [Lanes*CntW-1:0] window_kept;
  (* peek = "u_dut.write_1q" *) logic [Lanes-1:0] write_kept1;
  (* peek = "u_dut.write_2q" *) logic [Lanes-1:0] write_kept2;
  (* peek = "u_dut.write_3q" *) logic [Lanes-1:0] write_kept3;
  (* peek = "u_dut.return_3q" *) logic [Lanes-1:0] return_kept3;
  (* peek = "u_dut.return_4q" *) logic [Lanes-1:0] return_kept4;
  (* peek = "u_dut.write_4q" *) logic [Lanes-1:0] write_kept4;
  (* peek = "u_dut.both_4q" *) logic [Lanes-1:0] both_kept4;

  sema_core_change #(.Lanes(Lanes), .CntW(CntW), .WindowReset(Reset)) u_dut (
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

  // A window write on its way: the new window less the old one. Sums are made by sema_add (proof add).
  logic [CntW-1:0]         new_1q, new_2q;
  logic [Classes:0]        unused_carries;
  logic [W-1:0]            delta, delta_3q, delta_4q;
  logic [Classes*CntW-1:0] amount_3q, amount_4q;
  logic [Classes*W-1:0]    sum, sum_4q;
  sema_add #(.W(W)) u_delta (
      .a_i({1'b0, new_2q}), .b_i(~{1'b0, old}), .carry_i(1'b1), .sum_o(delta),
      .carry_o(unused_carries[Classes]));
  for (genvar k = 0; k < Classes; k++) begin : gen_class
    sema_add #(.W(W)) u_sum (
        .a_i({1'b0, amount_3q[k*CntW +: CntW]}), .b_i(delta_3q), .carry_i(1'b0), .sum_o(sum[k*W +: W]),
        .carry_o(unused_carries[k]));
    always_ff @(posedge clk_i) sum_4q[k*W +: W] <= sum[k*W +: W];
  end
  always_ff @(posedge clk_i) begin
    new_1q    <= window_i;
    new_2q    <= new_1q;
    delta_3q  <= delta;
    delta_4q  <= delta_3q;
    amount_3q <= amount_i;
    amount_4q <= amount_3q;
  end

  // Of each lane: whether something is for it, its window, and what it must get.
  logic             began, run_q;
  logic [Lanes-1:0] old_right, kept_right, returned, written, right;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam int unsigned Class = l < Lanes - 2 ? sema_pkg::ClassHbm :
                                    l == Lanes - 2 ? sema_pkg::ClassAtomic : sema_pkg::ClassResponse;
    logic            is_its, write_1q, write_2q, write_3q, write_4q, write_5q, return_3q, return_4q, return_5q;
    logic [CntW-1:0] window_q, old_2q;
    logic [W-1:0]    expected_q;
    assign is_its = return_i[Class] && (Class != sema_pkg::ClassHbm || hbm_lane_i == LaneW'(l));
    always_ff @(posedge clk_i) begin
      write_1q  <= rst_ni && window_write_i && window_lane_i == LaneW'(l);
      write_2q  <= rst_ni && write_1q;
      write_3q  <= rst_ni && write_2q;
      write_4q  <= rst_ni && write_3q;
      write_5q  <= write_4q;
      return_3q <= rst_ni && is_its;
      return_4q <= rst_ni && return_3q;
      return_5q <= return_4q;
      old_2q    <= window_q;
      if (!rst_ni) window_q <= Reset[l*CntW +: CntW];
      else if (write_1q) window_q <= new_1q;
      case ({return_4q, write_4q})
        2'b00: expected_q <= run_q ? '0 : {1'b0, Reset[l*CntW +: CntW]};
        2'b10: expected_q <= {1'b0, amount_4q[Class*CntW +: CntW]};
        2'b01: expected_q <= delta_4q;
        2'b11: expected_q <= sum_4q[Class*W +: W];
      endcase
    end
    assign old_right[l] = !write_2q || old == old_2q;
    assign kept_right[l] = window_kept[l*CntW +: CntW] == window_q && write_kept1[l] == write_1q &&
                           write_kept2[l] == write_2q && write_kept3[l] == write_3q &&
                           return_kept3[l] == return_3q && both_kept4[l] == (return_4q && write_4q) &&
                           return_kept4[l] == (return_4q && !write_4q) &&
                           write_kept4[l] == (write_4q && !return_4q);
    assign returned[l]  = return_5q;
    assign written[l]   = write_5q;
    assign right[l]     = change[l*W +: W] == expected_q;
  end

  // Clocks since the reset that a block begins with.
  logic [2:0] since_q;
  initial since_q = '0;
  assign began = since_q != '0;
  always_ff @(posedge clk_i) begin
    since_q <= since_q + 3'(since_q != '1);
    run_q   <= rst_ni;
  end

  always_comb begin
    // A block begins with a reset.
    reset_M : assume (began || !rst_ni);
    // The lanes exist; the last two have classes of their own.
    lane_M : assume (32'(hbm_lane_i) < Lanes - 2 && 32'(window_lane_i) < Lanes);

    if (since_q >= 3'd2) begin
      returned_A : assert ((~written & ~right) == '0);
      written_A : assert ((written & ~right) == '0);
    end
    old_A : assert (!began || old_right == '1);
    kept_I : assert (!began || (kept_right == '1 && $onehot0(write_kept1)));

    returned_C : cover (since_q >= 3'd5 && $countones(returned) == 3 && change[W-1:0] == W'(7));
    written_C : cover (since_q >= 3'd5 && returned[1] && written[1] && change[2*W-1]);
    old_C : cover (since_q >= 3'd4 && old == CntW'(9) && new_2q == CntW'(5));
  end

endmodule
