// Proof of sema_arbiter, the order in which operations leave: one that leaves leaves behind no earlier one of
// its domain or tag; once the oldest is aged, at most two others are granted before it, and it is tried
// whenever it may fit.
//
// What rank, blocked and age_list promise is taken for granted here; what compare says of a demand is only a
// hint, and may be anything, as may the demands that the estimator keeps. The properties follow two slots:
// which ones is free, so that they stand for all.
//
// cut: sema_arbiter/u_rank sema_arbiter/u_blocked sema_arbiter/u_age_list sema_arbiter/u_compare
// cut: sema_arbiter/u_estimator
module sema_arbiter_turns_prove
`include "rtl/formal/arbiter/sema_arbiter_slots.svh"
  sema_begin_prove u_begin (.*);

  // Whether the one in slot b was offered first, and what both are.
  logic            b_earlier_q, behind;  // behind: a must not pass b
  logic [TagW-1:0] tag_a_q, tag_b_q;
  logic [sema_pkg::DomainBits-1:0] domain_a_q, domain_b_q;
  assign behind    = a != b && waits_a_q && waits_b_q && b_earlier_q &&
                     (tag_a_q == tag_b_q || (domain_a_q == domain_b_q && domain_a_q != '0));

  always_ff @(posedge clk_i) begin
    if (offered_a) {tag_a_q, domain_a_q, b_earlier_q} <= {op_tag_i, op_domain_i, 1'b1};
    if (offered_b) {tag_b_q, domain_b_q, b_earlier_q} <= {op_tag_i, op_domain_i, 1'b0};
  end

  // The oldest, in slot a and aged: how many others were granted since, and how many of those that
  // may be granted are in flight; and how long it might have been tried and was not.
  logic       first, due, tried;
  logic [2:0] passed_q, flying, due_q;
  assign first  = oldest[a] && aged;
  assign flying = passed_q + 3'((scaling & ~(Slots'(1) << a)) != '0 && scale_try) +
                  3'((deciding & ~(Slots'(1) << a)) != '0 && try_o);
  assign tried  = deciding[a] && try_o;
  assign due    = first && !pause && (!fresh[a] || fits[a]) && !tried;

  logic first_q, oldest_q;
  always_ff @(posedge clk_i) begin
    first_q  <= rst_ni && first && !left_a;
    oldest_q <= rst_ni && oldest[a] && !left_a;
    if (!rst_ni || !first) passed_q <= '0;
    else passed_q <= passed_q + 3'(grant_i && !deciding[a]);
    if (!rst_ni || !due) due_q <= '0;
    else due_q <= due_q + 3'd1;
  end

  always_comb begin
    // What is decided is granted, rejected or repeated and leaves, or is denied and stays; only what
    // is tried leaves.
    Leave_M : assume (leave_i ? decide_o && try_o && !deny_i : !grant_i);
    // Of what is wanted, one is chosen.
    Chosen_M : assume ((chosen & ~want) == '0 && (chosen & (chosen - 1'b1)) == '0 &&
                       (want == '0 || chosen != '0));
    // The oldest of those that wait; it stays that until it leaves.
    Oldest_M : assume ((oldest & ~taken_o) == '0 && (oldest & (oldest - 1'b1)) == '0 &&
                       (taken_o == '0 || oldest != '0) && (!oldest_q || oldest[a]));
    // Blocked is who must wait for another, which the oldest must not.
    Blocked_M : assume ((!behind || blocked[a]) && (blocked & oldest) == '0);

    if (began_o) begin
      waits_I : assert (taken_o[a] == waits_a_q && taken_o[b] == waits_b_q);
      flight_I : assert ((!(scaling[a] || deciding[a]) || waits_a_q) &&
                         2'(scaling[a]) + 2'(deciding[a]) + 2'(comparing[a]) < 2'd2);
      // What is decided is what was chosen two clocks ago.
      index_I : assert (scaling == Slots'(scale) << scaling_slot &&
                        deciding == Slots'(decide_o) << deciding_slot);
      // Nobody leaves before one that it must not pass.
      pass_A : assert (!behind || !((scaling[a] && scale_try) || (deciding[a] && try_o)));
      // At most two others are granted once the oldest is aged.
      starve_A : assert (!first_q || flying < 3'd3);
      // It is tried five clocks after it might have been, at the latest.
      turn_A : assert (due_q <= 3'd5 && (due_q < 3'd1 || !scaling[a] || scale_try) &&
                       (due_q < 3'd2 || !deciding[a] || try_o) && (due_q < 3'd3 || !comparing[a]) &&
                       (due_q < 3'd4 || scaling[a] || deciding[a]) && (due_q < 3'd5 || deciding[a]));

      pass_C : cover (rst_ni && behind && left_b && tag_a_q != tag_b_q);
      starve_C : cover (rst_ni && first_q && passed_q == 3'd2 && chosen[a]);
      turn_C : cover (rst_ni && due_q == 3'd4);
    end
  end

endmodule
