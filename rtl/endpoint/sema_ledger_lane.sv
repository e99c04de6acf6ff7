// SPDX-License-Identifier: Apache-2.0
// What a ledger may send to one lane: the credit that was told less what was sent.
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
    input  logic            follow_i,       // the block was reset since
    input  logic [CntW-1:0] amount_i,       // of what is decided
    input  logic            back_i,         // nothing returns for it
    // an operation: may it be sent, and is it?
    input  logic [CntW-1:0] demand_i,
    output logic            fits_o,
    input  logic            takes_i
);
  logic [CntW-1:0] credit_q, left_q, change_q, drop_q;
  logic [CntW-1:0] owed_q;               // less than nothing by what was sent and is not decided
  logic [CntW-1:0] told, known, change, gives, from, sum, carry, kept, half, less, waits, more;
  logic            told_q, back_q, follow_q, enough, alone;
  assign told  = credit_i & {CntW{message_i && !baseline_i}};
  assign known = credit_q & {CntW{message_i && !baseline_i}};
  // Above half of all it is negative.
  assign enough = !left_q[CntW-1] && left_q >= demand_i;
  assign alone  = demand_i > window_i && left_q == window_i;
  assign fits_o = enough || alone;
  // Whether it is sent comes last: both sums are there by then. After a reset of the block sums are
  // new: what was told is the whole credit.
  assign from   = follow_q ? owed_q : left_q;
  assign change = follow_q ? credit_q & {CntW{told_q}} : change_q;
  assign gives  = drop_q & {CntW{back_q}};
  assign sum    = from ^ change ^ gives;
  assign carry  = CntW'({from & change | (from ^ change) & gives, 1'b0});
  assign kept   = sum + carry;
  assign half   = sum ^ carry;
  assign less   = (half ^ ~demand_i) + CntW'({sum & carry | half & ~demand_i, 1'b1});
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
      told_q      <= 1'b0;
      back_q      <= 1'b0;
      follow_q    <= 1'b0;
    end else begin
      // Epochs come last, and only into flops.
      change_q    <= told - known;
      drop_q      <= amount_i;
      told_q      <= message_i && !baseline_i;
      back_q      <= back_i;
      follow_q    <= follow_i;
      credit_q    <= message_i ? credit_i : credit_q & {CntW{!follow_i}};
      left_q      <= takes_i ? less : kept;
      owed_q      <= takes_i ? more : waits;
    end
  end
`ifdef FORMAL
  // The same sums as software keeps them (csim/driver/semacredit_ledger.h), when they count.
  logic [CntW-1:0] credit, sent, ungranted, credit_1q, amount_1q, mine;
  logic            message_1q, baseline_1q, back_1q, first_q, begun_q = 1'b0;
  logic [CntW-1:0] takes;
  assign takes = demand_i & {CntW{takes_i}};
  assign mine = follow_q ? ungranted : sent;
  always_ff @(posedge clk_i) begin
    message_1q  <= message_i && !clear_i;
    baseline_1q <= baseline_i;
    credit_1q   <= credit_i;
    amount_1q   <= clear_i ? '0 : amount_i;
    back_1q     <= back_i;
    begun_q     <= begun_q || clear_i;
    first_q     <= clear_i || first_q && !message_i;
    if (clear_i) begin
      credit    <= '0;
      sent      <= restart_i ? -window_i : '0;
      ungranted <= '0;
    end else begin
      sent      <= mine + takes + (message_1q && baseline_1q ? credit_1q : '0) -
                   (back_1q ? amount_1q : '0);
      ungranted <= ungranted + takes - amount_1q;
      if (message_1q) credit <= credit_1q;
      else if (follow_q) credit <= '0;      // as good as any: nothing is sent before a message
    end
    if (begun_q && !clear_i) begin
      BASELINE_M : assert (!(message_i && baseline_i) || first_q);
      FIRST_I : assert (!(first_q || message_1q && baseline_1q) || credit == '0 && !(first_q && message_1q));
      MAY_A : assert (fits_o == ((CntW'(credit - sent) < CntW'(1) << (CntW-1) &&
                                  CntW'(credit - sent) >= demand_i) ||
                                 (demand_i > window_i && CntW'(credit - sent) == window_i)));
      UNGRANTED_A : assert (owed_q == -ungranted);
      LEFT_I : assert (left_q == CntW'(credit - sent) && drop_q == amount_1q);
      CHANGE_I : assert (told_q == (message_1q && !baseline_1q) &&
                         change_q == (told_q ? credit_1q - credit : '0) && gives == (back_1q ? amount_1q : '0));
      CREDIT_I : assert (credit_q == (message_1q ? credit_1q : follow_q ? '0 : credit));
    end
  end
`endif
endmodule
