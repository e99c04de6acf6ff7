// SPDX-License-Identifier: Apache-2.0
// The lanes that wait for the window unit, of one source: each once, in the order of lanes from the
// one after the last that was taken. One that asks in clock c can be next in clock c + 1; what is next
// in the clock after a take means nothing.
module sema_queue #(
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
`ifdef FORMAL
  // One lane: whether it waits, and how many others have been taken meanwhile.
  (* anyconst *) logic [5:0] watch;
  logic       waits_q, taken_1q, once_q;
  logic [5:0] turn_q, number, passed_q, to_come;
  assign to_come = watch >= turn_q ? watch - turn_q : watch + 6'(Lanes) - turn_q;
  always_comb begin
    number = '0;
    for (int l = 0; l < Lanes; l++) number |= 6'(l) & {6{next_o[l]}};
  end
  always_ff @(posedge clk_i) begin
    taken_1q <= rst_ni && take_i;
    waits_q  <= rst_ni && (ask_i[watch] || waits_q && !(take_i && next_o[watch]));
    turn_q   <= !rst_ni ? '0 : take_i ? number + 1'b1 : turn_q;
    passed_q <= !rst_ni || !waits_q || take_i && next_o[watch] ? '0 : passed_q + 6'(take_i);
    WATCHED : assume (watch < 6'(Lanes));
    if (rst_ni) begin
      TAKE_M : assert (!take_i || some_o && !taken_1q);
      KEPT_A : assert (waits_q == wait_q[watch]);
      NEXT_A : assert (taken_1q || some_o == (next_o != '0) && (next_o & ~wait_q) == '0 &&
                       (next_o & (next_o - 1'b1)) == '0 && (!waits_q || some_o));
      TURN_A : assert (passed_q < 6'(Lanes));
      POINTER_I : assert (turn_q <= 6'(Lanes) && after_q == {Lanes{1'b1}} << turn_q);
      TO_COME_I : assert (!waits_q || 7'(passed_q) + 7'(to_come) < 7'(Lanes));
      LOWEST_I : assert (taken_1q || !waits_q || next_o[watch] ||
                         (6'(number - turn_q) < to_come || number < turn_q && 6'(number + 6'(Lanes) - turn_q) < to_come));
    end
  end
`endif
endmodule
