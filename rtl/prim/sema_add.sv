// Adder with a carry in, on a parallel prefix network. A carry that is constant costs nothing: it
// is one more way to generate at position 0. The other form, for simulation, adds.
module sema_add #(
    parameter bit          Gates = sema_pkg::Gates,
    parameter int unsigned W = 32
) (
    input  logic [W-1:0] a_i,
    input  logic [W-1:0] b_i,
    input  logic         carry_i,
    output logic [W-1:0] sum_o,
    output logic         carry_o
);

  if (Gates) begin : gen_gates
    // The half sum is made of what the carries need anyway: each operand bit drives two gates, not
    // four.
    logic [W-1:0] both, either, carry;
    assign both   = a_i & b_i;
    assign either = a_i | b_i;

    sema_prefix #(.W(W)) u_prefix (
        .generate_i (both | W'(carry_i && either[0])),
        .propagate_i(either),
        .carry_o    (carry)
    );

    assign sum_o   = either & ~both ^ {carry[W-2:0], carry_i};
    assign carry_o = carry[W-1];
  end else begin : gen_words
    // The carry by a comparison: Verilator 5.006 adds wrongly where an operand gets wider on its way.
    logic [W-1:0] sum;
    assign sum     = a_i + b_i + W'(carry_i);
    assign sum_o   = sum;
    assign carry_o = carry_i ? sum <= a_i : sum < a_i;
  end

endmodule
