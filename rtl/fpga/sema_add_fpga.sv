// The adder of rtl/prim/sema_add.sv for an FPGA: a carry chain, which is faster there than gates of any shape.
module sema_add #(
    parameter bit          Gates = 1'b1,
    parameter int unsigned W = 32
) (
    input  logic [W-1:0] a_i,
    input  logic [W-1:0] b_i,
    input  logic         carry_i,
    output logic [W-1:0] sum_o,
    output logic         carry_o
);

  // The carry in is a position of its own, so that there is one chain, not two.
  logic unused_sum;
  assign {carry_o, sum_o, unused_sum} = {1'b0, a_i, carry_i} + {1'b0, b_i, carry_i};

endmodule
