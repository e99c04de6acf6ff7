// The lanes that wait for the window unit, of one source: each once, in the order of lanes from the
// one after the last that was taken. One that asks in clock c can be next in clock c + 1; what is next
// in the clock after a take means nothing.
module sema_next_queue #(
    parameter int unsigned Lanes = 10
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic [Lanes-1:0] ask_i,
    input  logic             take_i,
    output logic [Lanes-1:0] next_o,    // alone, or none
    output logic             some_o
);
  logic [Lanes-1:0] wait_q, after_q, waits, after, from;
  assign waits = wait_q | ask_i;
  assign after = waits & after_q;
  assign from  = after != '0 ? after : waits;
  always_ff @(posedge clk_i) begin
    next_o <= rst_ni ? from & (~from + 1'b1) : '0;
    some_o <= rst_ni && waits != '0;
    wait_q <= rst_ni ? wait_q & ~(take_i ? next_o : '0) | ask_i : '0;
    if (!rst_ni) after_q <= '1;
    else if (take_i) after_q <= ~(next_o | (next_o - 1'b1));
  end
`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    ONE_IS_NEXT_A : assert ($onehot0(next_o));
  end
`endif
endmodule
