// The comparison as it is written in words, for proofs that rest on it: the proof at_least shows that
// sema_at_least is that.
module sema_at_least #(
    parameter int unsigned W = 32
) (
    input  logic [W-1:0] a_i, b_i,
    input  logic         pass_i, fail_i,
    output logic         yes_o
);

  assign yes_o = pass_i || (!fail_i && a_i >= b_i);

endmodule
