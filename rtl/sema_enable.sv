// SPDX-License-Identifier: Apache-2.0
// Enable: whether offers are taken (bit 0) and operations granted (bit 1), and whether bit 0 was 0 in
// this clock and the eight before it: whatever was taken before is in its slot, held or gone.
module sema_enable #(
    parameter int unsigned AtReset = 3
) (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       write_i,
    input  logic [1:0] value_i,
    output logic [1:0] enable_o,
    output logic       still_o
);
  logic [3:0] clocks_q;      // before this one, up to eight
  assign still_o = clocks_q[3] && !enable_o[0];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) enable_o <= 2'(AtReset);
    else if (write_i) enable_o <= value_i;
    clocks_q <= !rst_ni || enable_o[0] ? '0 : clocks_q + 4'(!clocks_q[3]);
  end
`ifdef FORMAL
  logic       up_q, write_q;
  logic [1:0] value_q, enable_q;
  logic [7:0] off_q;      // clocks before this one
  logic [8:0] offs;
  assign offs = {1'b0, off_q};
  always_ff @(posedge clk_i) begin
    up_q     <= rst_ni;
    write_q  <= write_i;
    value_q  <= value_i;
    enable_q <= enable_o;
    off_q    <= rst_ni ? {off_q[6:0], !enable_o[0]} : '0;
    if (rst_ni) begin
      STARTS_A : assert (up_q || enable_o == 2'(AtReset));
      KEPT_A : assert (!up_q || enable_o == (write_q ? value_q : enable_q));
      STILL_A : assert (still_o == (off_q == '1 && !enable_o[0]));
      CLOCKS_I : assert (clocks_q <= 4'd8 && (off_q | 8'hff << clocks_q) == '1 &&
                         !offs[clocks_q]);
    end
  end
`endif
endmodule
