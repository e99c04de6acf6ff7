// Proof of sema_at_least, 32 bits, in gates: a >= b, unless it is told to pass or to fail.
module sema_at_least_prove #(
    parameter int unsigned W = 32
) (
    input logic [W-1:0] a_i, b_i,
    input logic         pass_i, fail_i
);

  logic yes;
  sema_at_least #(.Gates(1'b1), .W(W)) u_dut (.a_i, .b_i, .pass_i, .fail_i, .yes_o(yes));

  always_comb begin
    at_least_A : assert (yes == (pass_i || (!fail_i && a_i >= b_i)));
    at_least_C : cover (yes && !pass_i && a_i == b_i && a_i > W'(5));
  end

endmodule
