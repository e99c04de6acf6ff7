// Proof of the arithmetic that the proof lane rests on: whatever meets in a clock, window less new
// headroom is the debt, plus what is granted, less what is returned, modulo 2^(CntW+1).
module sema_lane_sums_prove #(
    parameter int unsigned CntW = sema_pkg::CounterBits
) (
    input logic [CntW:0]   headroom_i,
    input logic [CntW-1:0] window_i, demand_i, amount_i, new_i
);

  logic [7:0] sums;
  sema_lane_cases_prove #(.CntW(CntW)) u_cases (
      .headroom_i,
      .window_i,
      .demand_i,
      .amount_i,
      .new_i,
      .sums_o(sums)
  );

  always_comb sums_A : assert (sums == '1);

endmodule
