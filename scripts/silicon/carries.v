// Kogge-Stone carries for techmap, instead of the Brent-Kung ones of Yosys.
(* techmap_celltype = "$lcu" *)
module _80_carries (P, G, CI, CO);
  parameter WIDTH = 2;
  (* force_downto *) input [WIDTH-1:0] P, G; input CI; (* force_downto *) output [WIDTH-1:0] CO;
  wire [1023:0] _TECHMAP_DO_ = "proc; opt -fast";
  integer k; reg [WIDTH-1:0] g, p;
  always @* begin
    g = G; p = P; g[0] = G[0] | (P[0] & CI);
    for (k = 1; k < WIDTH; k = k * 2) begin g = g | (p & (g << k)); p = p & (p << k); end
  end
  assign CO = g;
endmodule
