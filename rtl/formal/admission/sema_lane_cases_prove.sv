// What becomes of a lane's headroom and debt in one clock, written out for each of the eight ways in
// which a grant, a return and a window write may meet: shared by the proofs lane and lane_sums.
//
// A window less a sum of headroom and changes is the debt with the same changes: that is arithmetic,
// and no matter for a SAT solver, to which a sum in another order is another sum. So each way's sum
// is made here without a condition in it; lane_sums proves the arithmetic in words, and lane, which
// takes it as given, that the circuit is one of these sums.
module sema_lane_cases_prove #(
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned W = CntW + 1,
    localparam int unsigned Cases = 8
) (
    input  logic [W-1:0]     headroom_i,
    input  logic [CntW-1:0]  window_i, demand_i, amount_i, new_i,
    output logic [Cases-1:0] sums_o       // the arithmetic is right
);

  for (genvar c = 0; c < Cases; c++) begin : gen_case
    localparam bit Grant = c % 2 == 1;
    localparam bit Return = c / 2 % 2 == 1;
    localparam bit Write = c / 4 == 1;
    logic [W-1:0] debt, window, kept, taken, moved, owed;
    assign debt   = W'(window_i) - headroom_i;
    assign window = Write ? W'(new_i) : W'(window_i);
    assign kept   = Return ? headroom_i + W'(amount_i) : headroom_i;
    assign taken  = Grant ? kept - W'(demand_i) : kept;
    assign moved  = Write ? taken + (W'(new_i) - W'(window_i)) : taken;
    assign owed   = Grant && Return ? debt + W'(demand_i) - W'(amount_i) :
                    Return ? debt - W'(amount_i) : Grant ? debt + W'(demand_i) : debt;
    assign sums_o[c] = window - moved == owed;
  end

endmodule
