// Proof of sema_add, 33 bits, in gates: sum and carry out are those of the plain sum.
module sema_add_prove #(
    parameter int unsigned W = 33
) (
    input logic [W-1:0] a_i, b_i,
    input logic         carry_i
);

  logic [W-1:0] sum;
  logic         carry;
  sema_add #(.Gates(1'b1), .W(W)) u_dut (.a_i, .b_i, .carry_i, .sum_o(sum), .carry_o(carry));

  always_comb begin
    sum_A : assert ({carry, sum} == (W+1)'(a_i) + (W+1)'(b_i) + (W+1)'(carry_i));
    sum_C : cover (carry && carry_i && sum == W'(3) && a_i > b_i);
  end

endmodule
