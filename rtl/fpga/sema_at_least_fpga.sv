// The comparator of rtl/prim/sema_at_least.sv for an FPGA: the carry chain of a - b.
//
// pass_i and fail_i are one more position of the chain, at its end, so that no gate follows it:
// there a carry is made (1, 1), stopped (0, 0) or let through (0, 1).
module sema_at_least #(
    parameter bit          Gates = 1'b1,
    parameter int unsigned W = 32
) (
    input  logic [W-1:0] a_i,
    input  logic [W-1:0] b_i,
    input  logic         pass_i,
    input  logic         fail_i,
    output logic         yes_o
);

  logic [W+2:0] sum;
  assign sum   = {1'b0, pass_i, a_i, 1'b1} + {1'b0, pass_i | ~fail_i, ~b_i, 1'b1};
  assign yes_o = sum[W+2];

  logic unused_sum;
  assign unused_sum = ^sum[W+1:0];

endmodule
