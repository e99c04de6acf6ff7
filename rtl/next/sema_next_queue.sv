// The lanes that wait for the window unit, of one source: each once, in the order of lanes from the
// one after the last that was taken.
module sema_next_queue #(
    parameter int unsigned Lanes = 10
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic [Lanes-1:0] ask_i,
    input  logic             take_i,
    output logic [Lanes-1:0] next_o     // alone, or none
);
  logic [Lanes-1:0] wait_q, after_q, after, from;
  assign after  = wait_q & after_q;
  assign from   = after != '0 ? after : wait_q;
  assign next_o = from & (~from + 1'b1);
  always_ff @(posedge clk_i) begin
    wait_q <= rst_ni ? wait_q & ~(take_i ? next_o : '0) | ask_i : '0;
    if (!rst_ni) after_q <= '1;
    else if (take_i) after_q <= ~(next_o | (next_o - 1'b1));
  end
endmodule
