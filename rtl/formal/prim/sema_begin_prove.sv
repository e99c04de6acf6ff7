// Of every proof that takes it for granted: a block begins with a reset. Nothing is said of time
// before it.
module sema_begin_prove (
    input  logic clk_i, rst_ni,
    output logic began_o  // there was a clock before
);

  initial began_o = 1'b0;
  always_ff @(posedge clk_i) began_o <= 1'b1;
  always_comb reset_M : assume (began_o || !rst_ni);

endmodule
