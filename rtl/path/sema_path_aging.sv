// SPDX-License-Identifier: Apache-2.0
// Aging: each grant visits a slot, in turn. One that is visited often enough while it could be
// chosen is due. Of those that are due one after the other, in turn, is the aged one until it leaves,
// and holds others back from its lanes.
//
// A grant that commits in clock x visits in clock x + 1; its age is in force, and it is due, from
// clock x + 3 on. The lanes that the aged one of clock y holds are in force in clock y + 1.
module sema_path_aging #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned Slots = 40,
    parameter int unsigned AgeW = 16,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned SlotW = $clog2(Slots)
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    input  logic                   grant_i,
    input  logic                   leave_i,         // known late
    input  logic [Slots-1:0]       leave_alone_i,
    input  logic [AgeW-1:0]        bound_i,
    // slots: those that open in the next clock; in this clock open, if none leaves; that wait in
    // their domains; of these, for the one that may leave
    input  logic [Slots-1:0]       opens_i,
    input  logic [Slots-1:0]       open_i,
    input  logic [Slots-1:0]       waits_i,
    input  logic [Slots-1:0]       waits_for_it_i,
    // lanes that the aged one uses; what slots lacked in the clock before
    output logic [Slots-1:0]       aged_o,         // alone, or none
    input  logic [Lanes-1:0]       uses_i,
    input  logic [Slots-1:0]       reject_i,
    input  logic [Slots-1:0]       lack_stage_i,
    input  logic [Slots-1:0]       lack_response_i,
    input  logic [Lanes:0]         closed_i,
    // held back, the aged one excepted: what uses these lanes, or anything that uses the table
    output logic [Lanes-1:0]       hold_o,
    output logic                   hold_all_o,
    output logic [Slots-1:0]       but_o
);
  localparam int unsigned SumW = AgeW > 7 ? AgeW + 1 : 9;

  // The visit: clock x + 1 reads the age, clock x + 2 knows whether it grows.
  logic             visit_1q, visit_2q, young_2q, grows, old;
  logic [SlotW-1:0] turn_q, turn_2q;
  logic [AgeW-1:0]  age_q[Slots], age_2q, age;
  logic [Slots-1:0] young_q, visited;              // young: its age is 0, whatever age_q says
  logic [Slots-1:0] due_q, due, above_q, next, aged_q, leaves, visible, visible_if;
  // The lowest at or above a pointer, else the lowest.
  function automatic logic [Slots-1:0] first_of(input logic [Slots-1:0] of,
                                                input logic [Slots-1:0] above);
    first_of = (of & above) != '0 ? of & above & (~(of & above) + 1'b1) : of & (~of + 1'b1);
  endfunction
  logic [SumW-1:0]  sum;
  always_comb begin
    visited = Slots'(visit_2q) << turn_2q;
    // Whether one leaves selects, of what is known for both.
    visible    = open_i & ~waits_i;
    visible_if = open_i & ~leave_alone_i & (~waits_i | waits_for_it_i);
    grows   = leave_i ? (visible_if & visited) != '0 : (visible & visited) != '0;
    sum     = (young_2q ? '0 : SumW'(age_2q)) + SumW'(Slots);
    age     = (sum >> AgeW) != '0 ? '1 : AgeW'(sum);
    old     = grows && sum >= SumW'(bound_i);
    leaves  = leave_i ? leave_alone_i : '0;
    due     = due_q & ~leaves;
    next    = '0;
    if (due_q != '0 && aged_q == '0 && bound_i != '0) begin
      next = leave_i ? first_of(due_q & ~leave_alone_i, above_q) : first_of(due_q, above_q);
    end
  end
  always_ff @(posedge clk_i) begin
    visit_1q <= rst_ni && grant_i;
    visit_2q <= rst_ni && visit_1q;
    turn_2q  <= turn_q;
    age_2q   <= age_q[turn_q];
    young_2q <= young_q[turn_q] || opens_i[turn_q];
    young_q  <= young_q & ~(grows ? visited : '0) | (grows ? '0 : visited) | opens_i;
    if (visit_2q) age_q[turn_2q] <= age;
    if (!rst_ni) begin
      turn_q  <= '0;
      due_q   <= '0;
      aged_q  <= '0;
      above_q <= '1;
    end else begin
      if (visit_1q) turn_q <= turn_q == SlotW'(Slots - 1) ? '0 : turn_q + 1'b1;
      if (bound_i == '0) due_q <= '0;
      else due_q <= due & ~visited | (old ? visited : '0);
      aged_q <= bound_i == '0 ? '0 : aged_q & ~leaves | next;
      if (aged_q != '0) above_q <= ~(aged_q | aged_q - 1'b1);
    end
  end

  assign aged_o = aged_q;

  // Its lanes, one after the other: what it lacked once, it keeps. None if one of them is closed.
  logic             lacks_stage, lacks_response, closed, stage, response, stage_q, response_q;
  always_comb begin
    lacks_stage    = (lack_stage_i & aged_q) != '0;
    lacks_response = (lack_response_i & aged_q) != '0;
    stage          = stage_q || lacks_stage;
    response       = response_q || lacks_response && !lacks_stage;
    closed         = (uses_i & closed_i[Lanes-1:0]) != '0 ||
                     closed_i[Lanes] && (reject_i & aged_q) == '0;
  end
  always_ff @(posedge clk_i) begin
    stage_q    <= rst_ni && aged_q != '0 && stage;
    response_q <= rst_ni && aged_q != '0 && response;
    hold_o     <= closed ? '0 : uses_i & {{NResponse{response}}, {(NHbm + NAtomic){stage}}};
    hold_all_o <= rst_ni && aged_q != '0 && !closed && !lacks_stage && !lacks_response;
    but_o      <= aged_q;
  end
`ifdef FORMAL
  // One slot: how many grants were visits since it could be chosen; how many others were the aged
  // one since it is due; whether it lacked its stage since it is the aged one. The bound stands.
  (* anyconst *) logic [SlotW-1:0] watch;
  (* anyconst *) logic [AgeW-1:0]  bound;
  logic             open_q, aged_1q, leaves_1q, due_1q, none_1q, closed_1q, lacked_q, up_q, was_first_q;
  logic [AgeW+7:0]  visits_q, its_age;
  logic [7:0]       passed_q, aged_turn_q, to_come, left, turn_2, place;
  logic             seen;      // open, and first of its domain
  assign seen    = leave_i ? visible_if[watch] : visible[watch];
  assign its_age = young_q[watch] ? '0 : (AgeW+8)'(age_q[watch]);
  assign turn_2  = visit_2q ? 8'(turn_2q) : 8'(turn_q);
  assign left    = 8'(watch) >= turn_2 ? 8'(watch) - turn_2 : 8'(watch) + 8'(Slots) - turn_2;
  assign to_come = 8'(watch) >= aged_turn_q ? 8'(watch) - aged_turn_q : 8'(watch) + 8'(Slots) - aged_turn_q;
  always_comb begin
    place = '0;
    for (int s = 0; s < Slots; s++) place |= 8'(s) & {8{next[s]}};
  end
  always_ff @(posedge clk_i) begin
    up_q      <= rst_ni;
    open_q    <= rst_ni && (opens_i[watch] || open_q && !leaves[watch]);
    was_first_q <= rst_ni && !opens_i[watch] && (was_first_q || seen) && !leaves[watch];
    aged_1q   <= rst_ni && aged_q[watch];
    leaves_1q <= leaves[watch];
    due_1q    <= rst_ni && due != '0;
    none_1q   <= aged_q == '0;
    closed_1q <= closed;
    visits_q  <= !rst_ni || !(seen) ? '0 :
                 visits_q + (AgeW+8)'(visit_2q && visits_q < (AgeW+8)'(bound) + (AgeW+8)'(Slots));
    aged_turn_q <= !rst_ni ? '0 : next != '0 ? place + 1'b1 : aged_turn_q;
    passed_q  <= !rst_ni || !due[watch] || next[watch] || aged_q[watch] ? '0 : passed_q + 8'(next != '0);
    lacked_q  <= rst_ni && aged_q[watch] && (lacked_q || lack_stage_i[watch]);
    WATCHED : assume (32'(watch) < Slots && bound != '0);
    if (rst_ni) begin
      BOUND_M : assume (bound_i == bound);
      OPEN_M : assert (open_i[watch] == open_q && !(opens_i[watch] && open_q));
      FIRST_M : assert (!(was_first_q && open_i[watch] && !leaves[watch]) || seen);
      ONE_A : assert ((aged_q & (aged_q - 1'b1)) == '0);
      STAYS_A : assert (!(aged_1q && !leaves_1q) || aged_q[watch]);
      SOME_A : assert (!up_q || !(due_1q && none_1q) || aged_q != '0);
      DUE_A : assert (visits_q < (AgeW+8)'(bound) + (AgeW+8)'(Slots) || due_q[watch]);
      TURN_A : assert (32'(passed_q) < Slots);
      CLOSED_A : assert (!up_q || !closed_1q || hold_o == '0 && !hold_all_o);
      KEEPS_A : assert (stage_q == lacked_q || !aged_1q);
      TURNS_I : assert (32'(turn_q) < Slots && (!visit_2q || 8'(turn_q) ==
                        (32'(turn_2q) == Slots - 1 ? '0 : 8'(turn_2q) + 8'd1)));
      AGE_I : assert (visits_q == '0 || visits_q <= (AgeW+8)'(bound) + (AgeW+8)'(Slots) && open_q && (visits_q + (AgeW+8)'(left) <
                      its_age + (AgeW+8)'(Slots) || its_age == (AgeW+8)'({AgeW{1'b1}})));
      READ_I : assert (!(visit_2q && 32'(turn_2q) == 32'(watch)) ||
                       (young_2q ? '0 : (AgeW+8)'(age_2q)) == its_age);
      DUE_I : assert (open_q ? due_q[watch] == (its_age != '0 && its_age >= (AgeW+8)'(bound)) : !due_q[watch]);
      AGED_I : assert ((!aged_q[watch] || due_q[watch]) && (!due_q[watch] || was_first_q && open_q));
      POINTER_I : assert (32'(aged_turn_q) <= Slots && (aged_q == '0 ?
                          above_q == {Slots{1'b1}} << aged_turn_q :
                          aged_turn_q != '0 && aged_q == Slots'(1) << (aged_turn_q - 1'b1)));
      TO_COME_I : assert (!due_q[watch] || aged_q[watch] || 32'(passed_q) + 32'(to_come) < Slots);
    end
  end
`endif
endmodule
