// SPDX-License-Identifier: Apache-2.0
// Time since a grant, in units of 1,024 clocks; it is known a clock after both times. Its top bit
// is 1 if it is 65,536 or more.
module sema_age (
    input  logic        clk_i,
    input  logic [47:0] now_i,
    input  logic [47:0] start_i,
    output logic [16:0] age_o
);
  logic [14:0] low_q;      // bits 10 to 23, and a borrow on top
  logic [23:0] high_q, high;
  always_ff @(posedge clk_i) begin
    low_q  <= 15'(({1'b0, now_i[23:0]} - {1'b0, start_i[23:0]}) >> 10);
    high_q <= now_i[47:24] - start_i[47:24];
  end
  assign high  = high_q - 24'(low_q[14]);
  assign age_o = {high[23:2] != '0, high[1:0], low_q[13:0]};
endmodule
