// SPDX-License-Identifier: Apache-2.0
// What a ledger may send to one lane: the credit that was reported less what was sent.
//
// Promise: left_q is that difference by the table of messages.md, the ledger, two clocks after what
// was received, and one after what was sent.
// Same clock: a message and a decision are received, an operation of before is judged and sent. The
// message counts first; both orders lead to the same sums.
module sema_ledger_lane #(
    parameter int unsigned CntW = 32
) (
    input  logic            clk_i,
    input  logic            clear_i,        // the ledger begins
    input  logic            restart_i,      //   after a restart of initiators alone
    input  logic [CntW-1:0] window_i,
    // received
    input  logic            message_i,
    input  logic            baseline_i,     // it is the first one after a restart
    input  logic [CntW-1:0] credit_i,
    input  logic            anew_i,         // the block was reset since: a message reports it
    input  logic            follow_i,       //   or a grant does, which gives nothing back
    input  logic [CntW-1:0] amount_i,       // of what is decided
    input  logic            returned_i,     // which is given back: nothing returns for it later
    // an operation: may it be sent, and is it?
    input  logic [CntW-1:0] demand_i,
    output logic            fits_o,
    input  logic            takes_i
);
  logic [CntW-1:0] credit_q, left_q, change_q, drop_q;
  logic [CntW-1:0] owed_q;               // minus the sum of what was sent and is not decided
  logic [CntW-1:0] reported, credit, known, gives, half, from, kept, less, waits, more;
  logic            follow_q, anew_q, enough, alone;
  assign reported = credit_i & {CntW{message_i && !baseline_i}};
  // That a grant reports a reset comes late. Sums begin then with what the message of its clock
  // added: any one does, for the next message counts from there.
  assign credit = follow_q ? change_q : credit_q;
  assign known = credit & {CntW{message_i && !baseline_i && !anew_i}};
  assign gives = amount_i & {CntW{returned_i}};
  assign half  = reported ^ ~known;       // whether it gives comes last
  // What is left is signed, and negative if its top bit is 1.
  assign enough = !left_q[CntW-1] && left_q >= demand_i;
  assign alone  = demand_i > window_i && left_q == window_i;
  assign fits_o = enough || alone;
  // Whether it is sent comes last: both sums are there by then.
  assign from   = anew_q ? owed_q : left_q;
  assign kept   = from + change_q;
  assign less   = (from ^ change_q ^ ~demand_i) +
                  CntW'({from & change_q | (from ^ change_q) & ~demand_i, 1'b1});
  assign waits  = owed_q + drop_q;
  assign more   = (owed_q ^ drop_q ^ ~demand_i) +
                  CntW'({owed_q & drop_q | (owed_q ^ drop_q) & ~demand_i, 1'b1});
  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      credit_q    <= '0;
      left_q      <= window_i & {CntW{restart_i}};
      owed_q      <= '0;
      change_q    <= '0;
      drop_q      <= '0;
      follow_q    <= 1'b0;
      anew_q      <= 1'b0;
    end else begin
      // Three rows become two, so that no carry runs twice.
      change_q    <= (half ^ gives) + CntW'({reported & ~known | half & gives, 1'b1});
      drop_q      <= amount_i;
      follow_q    <= follow_i;
      anew_q      <= anew_i || follow_i;
      credit_q    <= message_i ? credit_i : credit;
      left_q      <= takes_i ? less : kept;
      owed_q      <= takes_i ? more : waits;
    end
  end
`ifdef FORMAL
  // The same sums as software keeps them (csim/driver/semacredit_ledger.h), when they count.
  logic [CntW-1:0] counted, sent, ungranted, credit_1q, amount_1q, mine, added;
  logic            message_1q, baseline_1q, returned_1q, anew_1q, first_q, begun_q = 1'b0;
  logic [CntW-1:0] takes;
  assign takes = demand_i & {CntW{takes_i}};
  assign mine = anew_q ? ungranted : sent;
  assign added = message_1q && !baseline_1q ? credit_1q - (anew_1q ? '0 : counted) : '0;
  always_ff @(posedge clk_i) begin
    message_1q  <= message_i && !clear_i;
    baseline_1q <= baseline_i;
    credit_1q   <= credit_i;
    amount_1q   <= clear_i ? '0 : amount_i;
    returned_1q <= returned_i;
    anew_1q     <= anew_i && !clear_i;
    begun_q     <= begun_q || clear_i;
    first_q     <= clear_i || first_q && !message_i;
    if (clear_i) begin
      counted   <= '0;
      sent      <= restart_i ? -window_i : '0;
      ungranted <= '0;
    end else begin
      sent      <= mine + takes + (message_1q && baseline_1q && !follow_q ? credit_1q : '0) -
                   (returned_1q ? amount_1q : '0);
      ungranted <= ungranted + takes - amount_1q;
      if (follow_q) counted <= added;       // as good as any: nothing is sent before a message
      else if (message_1q) counted <= credit_1q;
    end
    if (begun_q && !clear_i) begin
      BASELINE_M : assert (!(message_i && baseline_i) || first_q);
      FIRST_I : assert (!(first_q || message_1q && baseline_1q) || counted == '0 && !(first_q && message_1q));
      MAY_A : assert (fits_o == ((CntW'(counted - sent) < CntW'(1) << (CntW-1) &&
                                  CntW'(counted - sent) >= demand_i) ||
                                 (demand_i > window_i && CntW'(counted - sent) == window_i)));
      UNGRANTED_A : assert (owed_q == -ungranted);
      LEFT_I : assert (left_q == CntW'(counted - sent) && drop_q == amount_1q);
      FOLLOW_M : assert (!(follow_i && returned_i) && (message_i || !anew_i));
      CHANGE_I : assert (!(follow_q && returned_1q) &&
                         anew_q == (anew_1q || follow_q) && (message_1q || !anew_1q) &&
                         change_q == added + (returned_1q ? amount_1q : '0));
      CREDIT_I : assert (credit == (follow_q ? added : message_1q ? credit_1q : counted));
    end
  end
`endif
endmodule
