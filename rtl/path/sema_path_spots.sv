// SPDX-License-Identifier: Apache-2.0
// Spots: one slot is visited in each clock, in turn. One that is found waiting often enough is due.
// It takes the spot of the lane that it awaits, if that is free, and goes first; so it does if it
// fits. The owner of a spot holds all others back from that lane.
//
// Promise: ages, owners and what goes first are those of waiting.md, 2.5: what the visit of clock w
// changes is in force in clock w + 1. One that leaves in clock x owns nothing from clock x + 1 on;
// its spots stay marked up to the next visit of its slot. A bound of 0 frees all spots. Same clock:
// the visited slot may leave, or be let go in its domain by what leaves; an owner may leave while
// another slot is visited.
module sema_path_spots #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned Slots = 40,
    parameter int unsigned AgeW = 16,
    parameter int unsigned PeriodW = 10,            // log2 of a period's clocks
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned StageLanes = NHbm + NAtomic,
    localparam int unsigned SlotW = $clog2(Slots)
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    input  logic                   any_taken_i,     // a slot is taken
    input  logic [AgeW-1:0]        bound_i,
    // slots: those that open in the next clock; in this clock open, if none leaves; that wait in
    // their domains; of these, for the one that may leave; latency-sensitive; of each lane; what
    // they lacked in the clock before
    input  logic [Slots-1:0]       opens_i,
    input  logic [Slots-1:0]       open_i,
    input  logic [Slots-1:0]       waits_i,
    input  logic [Slots-1:0]       waits_for_it_i,
    input  logic [Slots-1:0]       urgent_i,
    input  logic [Lanes*Slots-1:0] users_i,
    input  logic [Slots-1:0]       lack_stage_i,
    input  logic [Slots-1:0]       lack_response_i,
    // leaves, known late; by a grant
    input  logic                   leave_i,
    input  logic [Slots-1:0]       leave_alone_i,
    input  logic [SlotW-1:0]       leave_slot_i,
    input  logic                   grant_i,
    input  logic                   grant_urgent_i,
    input  logic [Lanes-1:0]       grant_use_i,
    // lanes: closed; engines that leave nothing to stages; where nothing is held; where something
    // returns, which commits in the next clock; where no latency-sensitive operation counts
    input  logic [Lanes-1:0]       closed_i,
    input  logic [NResponse*StageLanes-1:0] spent_i,
    input  logic [Lanes-1:0]       empty_i,
    input  logic [Lanes-1:0]       ret_i,
    input  logic [Lanes-1:0]       calm_i,
    // lanes whose spot is owned, and by whom
    output logic [Lanes-1:0]       owned_o,
    output logic [Lanes*Slots-1:0] owner_o,
    // the slot that is visited in the next clock, alone; the visited one, if it may be due; whether
    // that goes first
    output logic [Slots-1:0]       turn_o,
    output logic [Slots-1:0]       due_o,
    output logic                   goes_o           // known late
);
  // Visits at most, which are more clocks than any bound; clocks of so many.
  localparam int unsigned VisitW = $clog2((2 ** AgeW + Slots - 2) / Slots + 1);
  localparam int unsigned ClocksW = VisitW + $clog2(Slots + 1);
  localparam int unsigned Rest = 8, Bar = 8;        // grants, periods

  // Ages are kept in visits, of Slots clocks each.
  function automatic logic [VisitW-1:0] older(input logic [VisitW-1:0] age);
    older = age == '1 ? age : age + 1'b1;
  endfunction

  // Turns and periods are stalled while nothing can be due.
  logic stalled;
  assign stalled = bound_i == '0 || !any_taken_i;

  // The visit: the clock before reads what is known of the slot: its age, if it grows; its lanes.
  logic [SlotW-1:0] turn_q, next;
  logic [Slots-1:0] visit_q, past, turn;
  logic [SlotW-1:0] spot_q[Lanes];                  // who has it, or had it last
  logic [Lanes-1:0] owned_q, marked_q, uses_q, mine;
  logic [Slots-1:0] young_q;                        // its age is 0, whatever age_q says
  logic [VisitW-1:0] age_q[Slots], age, age_1q;
  logic [ClocksW-1:0] clocks_1q;
  logic             urgent_1q, young, here, aged, may, grows, due;
  assign next  = turn_q == SlotW'(Slots - 1) ? '0 : turn_q + 1'b1;
  assign past  = {visit_q[Slots-2:0], visit_q[Slots-1]};
  assign turn  = stalled ? visit_q : past;
  always_comb begin
    age = '0;
    for (int s = 0; s < Slots; s++) age |= {VisitW{past[s] && !young_q[s]}} & age_q[s];
    // A slot that opens in this clock has age 0: known late, it selects.
    young = (opens_i & past) != '0;
    here = (open_i & visit_q) != '0;
    aged = !stalled && clocks_1q >= ClocksW'(bound_i);
    may  = here && aged;
    // Whether one leaves selects, of what is known for both.
    if (leave_i) grows = (open_i & ~leave_alone_i & (~waits_i | waits_for_it_i) & visit_q) != '0;
    else         grows = (open_i & ~waits_i & visit_q) != '0;
    due = grows && aged;
  end
  always_ff @(posedge clk_i) begin
    turn_q    <= !rst_ni ? '0 : stalled ? turn_q : next;
    visit_q   <= rst_ni ? turn : Slots'(1);
    young_q   <= young_q & ~(stalled ? '0 : visit_q) | opens_i;
    // Whether they are stalled is known late: it selects.
    if (!stalled) begin
      age_1q    <= young ? older('0) : older(age);
      clocks_1q <= young ? ClocksW'(Slots) : ClocksW'(age) * ClocksW'(Slots) + ClocksW'(Slots);
    end else if ((opens_i & visit_q) != '0) begin
      age_1q    <= older('0);
      clocks_1q <= ClocksW'(Slots);
    end
    urgent_1q <= (urgent_i & turn) != '0;
    if (!stalled) age_q[turn_q] <= grows ? age_1q : '0;
    for (int l = 0; l < Lanes; l++) begin
      uses_q[l] <= (users_i[l*Slots +: Slots] & turn) != '0;
    end
  end
  always_comb begin
    mine = '0;
    if (marked_q != '0) for (int l = 0; l < Lanes; l++) mine[l] = spot_q[l] == turn_q;
    mine &= marked_q;
  end

  // What it awaits, and whether it gets that.
  logic [Lanes-1:0] awaits, barred, rests;
  logic             stage, response, spent, shared, good, eager, keeps, takes;
  always_comb begin
    awaits   = '0;
    stage    = 1'b0;
    response = 1'b0;
    spent    = 1'b0;
    shared   = 1'b0;
    eager    = 1'b0;
    if (here) begin
      stage    = (lack_stage_i & visit_q) != '0;
      response = (lack_response_i & visit_q) != '0;
      awaits   = uses_q & {{NResponse{response && !stage}}, {StageLanes{stage}}};
      for (int e = 0; e < NResponse; e++) begin
        spent |= uses_q[StageLanes+e] &&
                 (spent_i[e*StageLanes +: StageLanes] & uses_q[StageLanes-1:0]) != '0;
      end
      shared = (uses_q & owned_q & ~mine) != '0;
      eager  = urgent_1q || (uses_q & rests) == '0;
    end
    good  = (uses_q & closed_i) == '0 && !spent && !shared && (awaits & barred) == '0;
    takes = good && (awaits & ~marked_q) != '0 && eager;
    keeps = good && (awaits & ~(mine & owned_q)) == '0 || takes;
  end
  assign due_o   = may ? visit_q : '0;
  assign turn_o  = turn;
  assign goes_o  = due && keeps;
  assign owned_o = owned_q;
  always_comb begin
    owner_o = '0;
    if (owned_q != '0) begin
      for (int l = 0; l < Lanes; l++) owner_o[l*Slots +: Slots] = Slots'(owned_q[l]) << spot_q[l];
    end
  end

  // Who leaves is no owner any more. Its mark stays up to the next visit.
  logic [Lanes-1:0] left, lost, freed, taking;
  always_comb begin
    left = '0;
    if (leave_i && owned_q != '0) begin
      for (int l = 0; l < Lanes; l++) left[l] = spot_q[l] == leave_slot_i;
      left &= owned_q;
    end
    lost   = stalled || goes_o ? '0 : mine;
    freed  = stalled ? '0 : goes_o ? mine & ~owned_q : mine;
    taking = goes_o && takes ? awaits : '0;
  end
  always_ff @(posedge clk_i) begin
    owned_q  <= rst_ni && bound_i != '0 ? owned_q & ~left & ~lost | taking : '0;
    marked_q <= rst_ni && bound_i != '0 ? marked_q & ~freed | taking : '0;
    if (taking != '0) begin
      for (int l = 0; l < Lanes; l++) if (taking[l]) spot_q[l] <= turn_q;
    end
  end

  // Rest: grants of latency-sensitive operations that are to come yet.
  logic [3:0] rest_q[Lanes], bar_q[Lanes];
  logic       begins;
  assign begins = grant_i && !grant_urgent_i && left != '0;
  always_comb begin
    for (int l = 0; l < Lanes; l++) begin
      rests[l]  = rest_q[l] != '0;
      barred[l] = bar_q[l] != '0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || begins || rests != '0) begin
      for (int l = 0; l < Lanes; l++) begin
        rest_q[l] <= !rst_ni ? '0 : begins && grant_use_i[l] ? 4'(Rest) : calm_i[l] ? '0 :
            rest_q[l] - 4'(rests[l] && grant_i && grant_urgent_i && grant_use_i[l]);
      end
    end
  end

  // Bar: lanes where something returned since the last period, or nothing was held in a clock of
  // this one.
  logic [PeriodW-1:0] period_q;
  logic [Lanes-1:0]   ret_q, seen_q, seen;
  logic               ends;
  assign seen = seen_q | ret_q | (stalled ? '0 : empty_i);
  assign ends = !stalled && period_q == '1;
  always_ff @(posedge clk_i) begin
    ret_q <= rst_ni ? ret_i : '0;
    if (!rst_ni) begin
      period_q <= '0;
      seen_q   <= '0;
    end else begin
      period_q <= period_q + PeriodW'(!stalled);
      seen_q   <= ends ? '0 : seen;
    end
    if (!rst_ni || ends) begin
      for (int l = 0; l < Lanes; l++) begin
        bar_q[l] <= !rst_ni ? '0 : seen[l] ? bar_q[l] - 4'(bar_q[l] != '0) : 4'(Bar);
      end
    end
  end

`ifdef SEMA_CHECKED
  for (genvar l = 0; l < Lanes; l++) begin : gen_checked
    always_ff @(posedge clk_i) if (rst_ni) begin
      ONE_A : assert (owned_q[l] == (owner_o[l*Slots +: Slots] != '0) &&
                      (owner_o[l*Slots +: Slots] & (owner_o[l*Slots +: Slots] - 1'b1)) == '0);
    end
  end
`endif
`ifdef FORMAL
  // One slot and one lane, by the rules of waiting.md, 2.5: how long the slot's operation waits,
  // what it owns, whether it goes first; whose the lane's spot is, whether it rests or is barred.
  (* anyconst *) logic [SlotW-1:0] watch;
  (* anyconst *) logic [5:0]       at;
  logic             up_q, open_q, counts, leaves, its_turn, its_due, its_keeps, its_stage;
  logic             its_response, its_spent, owned_next_q, void_q;
  logic [Lanes-1:0] its_uses, its_awaits, its, theirs, lane;
  logic [Lanes:0]   its_q;
  logic [Slots-1:0] turned_q;
  logic [7:0]       since_q, to_come;
  logic [AgeW+7:0]  waits_q, its_new;
  logic [VisitW-1:0] its_age;
  localparam logic [AgeW+7:0] Most = (AgeW+8)'({AgeW{1'b1}}), Round = (AgeW+8)'(Slots);
  assign lane    = Lanes'(1) << at;
  assign to_come = watch >= turn_q ? 8'(watch) - 8'(turn_q) : 8'(watch) + 8'(Slots) - 8'(turn_q);
  always_comb begin
    for (int l = 0; l < Lanes; l++) begin
      its_uses[l] = users_i[l*Slots + 32'(watch)];
      its[l]      = owned_o[l] && owner_o[l*Slots + 32'(watch)];
      theirs[l]   = owned_o[l] && !owner_o[l*Slots + 32'(watch)];
    end
    leaves       = leave_i && leave_alone_i[watch];
    counts         = open_i[watch] && !leaves &&
                   (!waits_i[watch] || leave_i && waits_for_it_i[watch]);
    its_turn     = visit_q[watch] && bound_i != '0 && any_taken_i;
    its_age      = young_q[watch] ? '0 : age_q[watch];
    its_new      = ((AgeW+8)'(its_age) + 1'b1) * Round;
    its_due      = its_turn && counts && its_new >= (AgeW+8)'(bound_i);
    its_stage    = lack_stage_i[watch];
    its_response = lack_response_i[watch] && !its_stage;
    its_awaits   = its_uses & {{NResponse{its_response}}, {StageLanes{its_stage}}};
    its_spent    = 1'b0;
    for (int e = 0; e < NResponse; e++) begin
      for (int s = 0; s < StageLanes; s++) begin
        its_spent |= its_uses[s] && its_uses[StageLanes+e] && spent_i[e*StageLanes+s];
      end
    end
    its_keeps    = its_due && (its_uses & closed_i) == '0 && (its_uses & theirs) == '0 &&
                   !its_spent && (its_awaits & barred) == '0 &&
                   (its_awaits == '0 || (its_awaits & its) != '0 ||
                    (its_awaits & ~marked_q) != '0 &&
                    (urgent_i[watch] || (its_uses & rests) == '0));
  end

  // The lane: who has its spot, or had it up to the next visit; rest; periods.
  logic [SlotW-1:0]   whose_q;
  logic               had_q, rests_q, owner_leaves, returned_q, silent_q, held_q;
  logic [3:0]         passed_q, barred_q;
  logic [PeriodW-1:0] clock_q;
  always_comb begin
    owner_leaves = 1'b0;
    for (int l = 0; l < Lanes; l++) begin
      owner_leaves |= owned_o[l] && (owner_o[l*Slots +: Slots] & leave_alone_i) != '0;
    end
  end
  always_ff @(posedge clk_i) begin
    up_q         <= rst_ni;
    turned_q     <= turn_o;
    its_q        <= {its_uses, urgent_i[watch]};
    open_q       <= rst_ni && (opens_i[watch] || open_q && !leaves);
    void_q       <= rst_ni && its_turn &&
                    ((its_uses & closed_i) != '0 || its_spent || (its_awaits & barred) != '0);
    since_q      <= !rst_ni || its_turn ? '0 : since_q + 8'(!stalled);
    waits_q      <= !rst_ni || !counts ? '0 :
                    waits_q + (AgeW+8)'(!stalled && waits_q < Most + Round + Round);
    owned_next_q <= rst_ni && bound_i != '0 && !leaves &&
                    (its_turn ? its_keeps && ((its | its_awaits) & lane) != '0 : its[at]);
    if (!rst_ni || bound_i == '0) had_q <= 1'b0;
    else if ((taking & lane) != '0) {had_q, whose_q} <= {1'b1, turn_q};
    else if (!stalled && turn_q == whose_q && !(goes_o && owned_o[at])) had_q <= 1'b0;
    if (!rst_ni) rests_q <= 1'b0;
    else if (grant_i && !grant_urgent_i && owner_leaves && grant_use_i[at]) begin
      rests_q  <= 1'b1;
      passed_q <= '0;
    end else if (calm_i[at]) rests_q <= 1'b0;
    else if (grant_i && grant_urgent_i && grant_use_i[at]) begin
      passed_q <= passed_q + 4'(rests_q);
      if (passed_q == 4'd7) rests_q <= 1'b0;
    end
    returned_q <= rst_ni && ret_i[at];
    if (!rst_ni) begin
      clock_q  <= '0;
      silent_q <= 1'b1;
      held_q   <= 1'b1;
      barred_q <= '0;
    end else begin
      clock_q  <= clock_q + PeriodW'(!stalled);
      silent_q <= !stalled && clock_q == '1 || silent_q && !returned_q;
      held_q   <= stalled ? held_q : clock_q == '1 || held_q && !empty_i[at];
      if (!stalled && clock_q == '1) begin
        barred_q <= silent_q && !returned_q && held_q && !empty_i[at] ? 4'd8 :
                    barred_q - 4'(barred_q != '0);
      end
    end
    WATCHED : assume (32'(watch) < Slots && 32'(at) < Lanes);
    if (rst_ni) begin
      OPEN_M : assert (open_i[watch] == open_q && !(opens_i[watch] && open_q) &&
                       (open_i == '0 || any_taken_i));
      LEAVE_M : assert ((!leave_i || leave_alone_i == Slots'(1) << leave_slot_i &&
                        leave_alone_i != '0 && (leave_alone_i & ~open_i) == '0) &&
                        (!grant_i || leave_i));
      SAME_M : assert (!open_q || {its_uses, urgent_i[watch]} == its_q);
      LACKS_M : assert ((its_awaits & (its_awaits - 1'b1)) == '0 &&
                        (its_awaits != '0) == (its_stage || its_response));
      TURN_A : assert (32'(since_q) < Slots);
      DUE_A : assert (!(its_turn && counts && waits_q >= (AgeW+8)'(bound_i) + Round) ||
                      due_o[watch] && due);
      GOES_A : assert ((goes_o && due_o[watch]) == its_keeps &&
                       (due_o & (due_o - 1'b1)) == '0 && (due_o & ~open_i) == '0 &&
                       (!up_q || (due_o & ~turned_q) == '0));
      OWNS_A : assert (!up_q || its[at] == owned_next_q);
      VOID_A : assert (!void_q || !its[at]);
      FREE_A : assert (marked_q[at] == had_q && (!owned_o[at] || had_q));
      REST_A : assert (rests[at] == rests_q);
      BAR_A : assert (barred[at] == (barred_q != '0));
      MARKS_I : assert ((owned_q & ~marked_q) == '0);
      VISIT_I : assert (32'(turn_q) < Slots && visit_q == Slots'(1) << turn_q);
      SINCE_I : assert (32'(since_q) + 32'(to_come) < Slots);
      READ_I : assert (!(visit_q[watch] && open_q) || uses_q == its_uses &&
                       urgent_1q == urgent_i[watch] &&
                       age_1q == older(its_age) && (AgeW+8)'(clocks_1q) == its_new);
      AGE_I : assert (waits_q == '0 || its_age == '1 ||
                      waits_q <= (AgeW+8)'(its_age) * Round + (AgeW+8)'(since_q));
      WHOSE_I : assert (!had_q || spot_q[at] == whose_q && 32'(whose_q) < Slots);
      REST_I : assert (!rests_q || rest_q[at] == 4'd8 - passed_q && passed_q < 4'd8);
      BAR_I : assert (bar_q[at] == barred_q && barred_q <= 4'd8 && period_q == clock_q &&
                      ret_q[at] == returned_q && seen_q[at] == !(silent_q && held_q));
    end
  end
`endif
endmodule
