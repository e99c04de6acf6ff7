// Comparator of unsigned numbers, a >= b: the carry out of a - b. pass_i makes it true whatever the
// numbers, else fail_i makes it false: both join at the top bit's leaf and lengthen nothing. The
// other form, for simulation, compares.
module sema_at_least #(
    parameter bit          Gates = sema_pkg::Gates,
    parameter int unsigned W = 32
) (
    input  logic [W-1:0] a_i,
    input  logic [W-1:0] b_i,
    input  logic         pass_i,
    input  logic         fail_i,
    output logic         yes_o
);

  if (Gates) begin : gen_gates
    logic [W-1:0] generated, propagated, carry;

    always_comb begin
      generated  = a_i & ~b_i;
      propagated = a_i | ~b_i;
      // The carry in, of the two's complement of b.
      generated[0] = propagated[0];
      generated[W-1]  = pass_i | generated[W-1] & ~fail_i;
      propagated[W-1] = propagated[W-1] & ~fail_i;
    end

    sema_prefix #(.W(W)) u_prefix (
        .generate_i (generated),
        .propagate_i(propagated),
        .carry_o    (carry)
    );

    assign yes_o = carry[W-1];

    logic unused_carry;
    assign unused_carry = ^carry[W-2:0];
  end else begin : gen_words
    assign yes_o = pass_i || (!fail_i && a_i >= b_i);
  end

endmodule
