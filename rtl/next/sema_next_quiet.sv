// Quiet: without beats from this clock on nothing changes. It comes when nothing has been under way
// for as long as the status takes to look at every lane.
module sema_next_quiet #(
    parameter int unsigned Lanes = 10
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic rests_i,
    input  logic busy_i,
    output logic quiet_o
);
  localparam int unsigned Clocks = Lanes + 8;
  logic [5:0] left_q;
  assign quiet_o = rests_i && !busy_i && left_q == '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !rests_i || busy_i) left_q <= 6'(Clocks);
    else if (left_q != '0) left_q <= left_q - 1'b1;
  end
endmodule
