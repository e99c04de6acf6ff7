// Proof of sema_arbiter, its slots: what is chosen was offered and waits, is in flight once, and leaves once; it
// may be granted by its domain and the starvation bound. The order in which operations leave is proof turns'.
//
// What rank promises is taken for granted here; what blocked, age_list and compare say may be anything, as may the
// demands that the estimator keeps. The properties follow two slots: which ones is free, so that they stand for
// all.
//
// cut: sema_arbiter/u_rank sema_arbiter/u_blocked sema_arbiter/u_age_list sema_arbiter/u_compare
// cut: sema_arbiter/u_estimator
module sema_arbiter_prove
`include "rtl/formal/arbiter/sema_arbiter_slots.svh"
  sema_begin_prove u_begin (.*);

  always_comb begin
    // What is decided is granted, rejected or repeated and leaves, or is denied and stays; only what
    // is tried leaves.
    Leave_M : assume (leave_i ? decide_o && try_o && !deny_i : !grant_i);
    // An Atomic's demand has 18 bits.
    scaled_M : assume (scaled_atomic_i >> 18 == '0);
    // Of what is wanted, one is chosen at most.
    Chosen_M : assume ((chosen & ~want) == '0 && (chosen & (chosen - 1'b1)) == '0);

    if (began_o) begin
      // In its slot from the offer to the decision with which it leaves; in flight once.
      waits_A : assert (taken_o[a] == waits_a_q && taken_o[b] == waits_b_q && (!offered_a || !waits_a_q));
      flight_A : assert ((!(scaling[a] || deciding[a]) || waits_a_q) &&
                         2'(scaling[a]) + 2'(deciding[a]) + 2'(comparing[a]) < 2'd2);
      // One is chosen if any may be, one only, that waits and is not in flight; tried is only who is
      // not blocked, and may fit, and is the oldest where that is aged.
      choice_A : assert ((!want[a] || waits_a_q) && (!chosen[a] || (!pause && waits_a_q && !scaling[a] && !deciding[a] &&
                                        !comparing[a] && (a == b || !chosen[b]))));
      try_A : assert (!(chosen[a] && try_set != '0) ||
                      (!blocked[a] && (!fresh[a] || fits[a]) && (!aged || oldest[a])));
      // As it was scaled, when it is decided.
      atomic_bits_I : assert (!decide_o || atomic_o >> 18 == '0);

      waits_C : cover (rst_ni && left_a && offered_b && taken_o != '0);
      flight_C : cover (rst_ni && scaling[a] && deciding[b] && comparing != '0);
      choice_C : cover (rst_ni && chosen[a] && waits_b_q && a != b);
      try_C : cover (rst_ni && chosen[a] && aged && waits_b_q && a != b && try_set != '0);
    end
  end

endmodule
