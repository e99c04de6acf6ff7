// Copies of a flop side by side, for one group of loads each (sema_dup_flop). Promise: each copy
// holds what d_i was in the clock before.
module sema_dup_flops #(
    parameter int unsigned W = 1,
    parameter int unsigned Copies = 1
) (
    input  logic                clk_i,
    input  logic [W-1:0]        d_i,
    output logic [Copies*W-1:0] q_o
);

  for (genvar k = 0; k < Copies; k++) begin : gen_copy
    sema_dup_flop #(.W(W)) u_copy (.clk_i, .d_i, .q_o(q_o[k*W +: W]));
  end

endmodule
