// SPDX-License-Identifier: Apache-2.0
// Whose turn it is of the lanes that wait: the first at or above the one after that taken last,
// wrapping. One that waits in clock c can be next in clock c + 1; what is next in the clock after a
// take means nothing, except where all wait.
module sema_queue #(
    parameter int unsigned Lanes = 10
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic [Lanes-1:0] waits_i,
    input  logic             all_i,     // all wait, since the clock before
    input  logic             take_i,
    output logic [Lanes-1:0] next_o,    // alone, or none
    output logic             valid_o    // one waits; without all_i
);
  logic [Lanes-1:0] after_q, after, from, next_q;
  assign after  = waits_i & after_q;
  assign from   = after != '0 ? after : waits_i;
  assign next_o = !all_i ? next_q : after_q == '0 ? Lanes'(1) : after_q & ~(after_q << 1);
  always_ff @(posedge clk_i) begin
    next_q  <= rst_ni ? from & (~from + 1'b1) : '0;
    valid_o <= rst_ni && waits_i != '0;
    if (!rst_ni) after_q <= '1;
    else if (take_i) after_q <= ~(next_o | (next_o - 1'b1));
  end
`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    ONE_IS_NEXT_A : assert ($onehot0(next_o));
  end
`endif
`ifdef FORMAL
  // One lane: whether it waited in the clock before, and how many others have been taken meanwhile.
  (* anyconst *) logic [5:0] watch;
  logic [Lanes-1:0] waited_q;
  logic       waits, taken_1q;
  logic [5:0] turn_q, number, passed_q, to_come;
  assign waits   = waited_q[watch] || all_i;
  assign to_come = watch >= turn_q ? watch - turn_q : watch + 6'(Lanes) - turn_q;
  always_comb begin
    number = '0;
    for (int l = 0; l < Lanes; l++) number |= 6'(l) & {6{next_o[l]}};
  end
  always_ff @(posedge clk_i) begin
    taken_1q <= rst_ni && take_i;
    waited_q <= rst_ni ? waits_i : '0;
    turn_q   <= !rst_ni ? '0 : take_i ? number + 1'b1 : turn_q;
    passed_q <= !rst_ni || !waits_i[watch] || !waits || take_i && next_o[watch] ? '0 :
                passed_q + 6'(take_i);
    WATCHED : assume (watch < 6'(Lanes));
    if (rst_ni) begin
      TAKE_M : assert (!take_i || all_i || valid_o && !taken_1q);
      NEXT_A : assert (taken_1q && !all_i ||
                       (valid_o || all_i) == (next_o != '0) && (all_i || (next_o & ~waited_q) == '0) &&
                       (next_o & (next_o - 1'b1)) == '0 && (!waits || valid_o || all_i));
      TURN_A : assert (passed_q < 6'(Lanes));
      POINTER_I : assert (turn_q <= 6'(Lanes) && after_q == {Lanes{1'b1}} << turn_q);
      TO_COME_I : assert (!waits || 7'(passed_q) + 7'(to_come) < 7'(Lanes));
      PASSED_I : assert (waits || passed_q == '0);
      LOWEST_I : assert (taken_1q && !all_i || !waits || next_o[watch] ||
                         (6'(number - turn_q) < to_come || number < turn_q && 6'(number + 6'(Lanes) - turn_q) < to_come));
    end
  end
`endif
endmodule
