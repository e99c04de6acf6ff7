// Arithmetic of conservation at full size: what an entry holds on a lane, and so what comes back to it, is at
// most the lane's debt, of any number of entries. The proof lane relies on that.
//
// A sum over all entries is no matter for a solver. So there is a running sum: for each k the sum of what the first
// k entries hold. What is granted or comes back changes every sum behind its entry. Two things hold of it: the
// difference of two neighbours is what the entry between them holds, and no sum is above a later one. The
// first sum is zero, and the last is the debt, which changes alike (proof lane, exact).
//
// One step by hand: before a grant or a return both hold of all sums; then they hold after it of two that are
// free, and so of all. A clock that has both makes two steps, the return first.
module sema_lane_owed_prove #(
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned W = CntW + 1
) (
    // The sums before and behind the entry that is granted or comes back, two that are free, the first of
    // which is not the later one, and the last; and whether those two are behind that entry.
    input logic [W-1:0]    at_i, behind_i, low_i, high_i, debt_i,
    input logic            low_behind_i, high_behind_i,
    input logic            grant_i,     // it is granted, else comes back
    input logic [CntW-1:0] amount_i,    // what the entry holds then, or held
    input logic [W-1:0]    held_i       // what another one holds
);

  // What is before and behind the entry is on its side of its sums. Who is granted holds nothing. A lane's debt
  // has a bit to spare: a grant does not take it above the window (proof lane, within).
  logic         given;
  logic [W-1:0] change, low, high, debt;
  assign given = behind_i == at_i + (grant_i ? '0 : W'(amount_i)) && at_i <= behind_i &&
                 behind_i <= debt_i && low_i <= high_i && high_i <= debt_i &&
                 (low_behind_i ? high_behind_i && behind_i <= low_i : low_i <= at_i) &&
                 (high_behind_i ? behind_i <= high_i : high_i <= at_i) &&
                 !debt_i[W-1] && (!grant_i || debt_i[CntW-1:0] <= ~amount_i);

  // After it.
  assign change = grant_i ? W'(amount_i) : '0 - W'(amount_i);
  assign low    = low_behind_i ? low_i + change : low_i;
  assign high   = high_behind_i ? high_i + change : high_i;
  assign debt   = debt_i + change;

  always_comb begin
    // What is between two sums is no more than the last.
    owed_A : assert (!given || grant_i || W'(amount_i) <= debt_i);
    order_A : assert (!given || (low <= high && high <= debt && !debt[W-1]));
    // Two neighbours that are both behind the entry keep their difference; those beside it get its own.
    held_A : assert (low_i + held_i + change == low_i + change + held_i &&
                     (at_i + W'(amount_i)) - W'(amount_i) == at_i);
  end

endmodule
