// A flop beside others that hold the same: synthesis, which would merge them, leaves this module
// whole. Copies divide a fan-out that would otherwise cost a clock its buffers.
(* keep_hierarchy *)
module sema_dup_flop #(
    parameter int unsigned W = 1
) (
    input  logic         clk_i,
    input  logic [W-1:0] d_i,
    output logic [W-1:0] q_o
);

  always_ff @(posedge clk_i) q_o <= d_i;

endmodule
