// Parallel prefix network (Kogge-Stone): the carries of an addition, all at once.
//
// Position i generates a carry or propagates the one below it. Carry i is the carry out of positions
// 0 to i, after clog2(W) levels of one gate each, with a fan-out of two at every level. Of a network
// of which only some carries are used, synthesis keeps only their trees.
module sema_prefix #(
    parameter int unsigned W = 32
) (
    input  logic [W-1:0] generate_i,
    input  logic [W-1:0] propagate_i,
    output logic [W-1:0] carry_o
);

  // Each level joins the group that ends at a position with the one just below it, and doubles its
  // length. A group that has reached position 0 has nothing below to propagate.
  always_comb begin
    logic [W-1:0] g, p;
    g = generate_i;
    p = propagate_i;
    for (int k = 0; k < $clog2(W); k++) begin
      g = g | p & (g << (1 << k));
      p = p & (p << (1 << k));
    end
    carry_o = g;
  end

endmodule
