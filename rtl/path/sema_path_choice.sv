// SPDX-License-Identifier: Apache-2.0
// Choice takes the best of those that fit, are first of their domains and are not held back; else a
// slot to probe; or a window write instead of both. What is marked counts as one that fits and is
// not held back; it is flushed, and never probed.
//
// What is known in clock k is eligible in clock k + 1, and is requested of the lanes in clock
// k + 2.
module sema_path_choice #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    parameter int unsigned Slots = 40,
    parameter int unsigned WireW = 24,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned StageLanes = NHbm + NAtomic,
    localparam int unsigned SlotW = $clog2(Slots)
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    // clock k
    input  logic                      go_i,            // nothing is written
    input  logic                      pause_i,         // for all except what is marked
    input  logic [Slots-1:0]          open_i,
    input  logic [Slots-1:0]          first_i,         // it is the first of its domain
    input  logic [Slots-1:0]          reject_i,
    input  logic [Slots-1:0]          marked_i,
    input  logic [Slots-1:0]          marked_before_i, // in the clock before
    input  logic [Slots-1:0]          lack_stage_i,
    input  logic [Slots-1:0]          lack_response_i,
    input  logic                      full_i,
    // lanes whose spot is owned, and by whom
    input  logic [Lanes-1:0]          owned_i,
    input  logic [Lanes*Slots-1:0]    owner_i,
    // what committed in clock k: a deny, of a choice or a probe
    input  logic                      deny_i,
    input  logic                      deny_probe_i,
    input  logic [Slots-1:0]          deny_alone_i,
    input  logic [Lanes:0]            refused_i,
    input  logic [1:0]                deny_group_i,
    input  logic [Lanes-1:0]          deny_use_i,
    // a new one, clock 1 of its offer
    input  logic [Slots-1:0]          new_i,
    input  logic [SlotW-1:0]          new_slot_i,
    input  logic                      urgent_i,
    input  logic                      large_i,
    input  logic [Lanes-1:0]          use_i,
    input  logic                      owes_done_i,
    // its order, clock 0
    input  logic                      op_urgent_i,
    input  logic [WireW-1:0]          op_wire_bytes_i,
    // one that may begin to go first in the next clock; in this one, alone or none; whether it does
    // is known late
    input  logic [Slots-1:0]          turn_i,
    input  logic [Slots-1:0]          due_i,
    input  logic                      goes_i,
    // a write, in the clock of its choice
    input  logic                      write_i,
    input  logic [Lanes:0]            write_lane_i,
    input  logic [CntW:0]             write_delta_i,   // signed
    input  logic [CntW-1:0]           write_value_i,
    // the chosen slot, and its demands
    output logic [Slots-1:0]          possible_o,
    output logic [Slots-1:0]          wants_o,         // one that is not beaten is chosen
    output logic [Slots-1:0]          beaten_o,
    output logic [Lanes*Slots-1:0]    users_o,         // slots of each lane
    output logic [3*Slots-1:0]        groups_o,        // slots of each group
    input  logic [CntW-1:0]           stage_i,
    input  logic [CntW-1:0]           response_i,
    // of the one that is denied was reported before: it lacks its stage, response engine, the table
    output logic [2:0]                reported_o,
    // lacks of the clock before
    output logic [Slots-1:0]          lack_stage_o,
    output logic [Slots-1:0]          lack_response_o,
    // what is requested in the next clock
    output logic                      req_o,           // to be granted
    output logic                      probe_o,
    output logic                      flush_o,
    output logic                      reject_o,        // it will be rejected, unless it is flushed
    output logic [Slots-1:0]          alone_o,
    output logic [SlotW-1:0]          slot_o,
    output logic [2:0]                group_o,
    output logic [Lanes:0]            use_o,
    output logic                      owes_done_o,
    output logic [Lanes*CntW-1:0]     demand_o,        // of lanes that are used
    output logic                      below_o,         // the demand is 2^CntW less than that
    output logic [CntW-1:0]           stage_o,
    output logic [CntW-1:0]           response_o
);
  // What slots use and are.
  logic [Slots-1:0] user_q[Lanes], urgent_q, large_q, done_q;
  always_ff @(posedge clk_i) if (new_i != '0) begin
    for (int l = 0; l < Lanes; l++) user_q[l] <= user_q[l] & ~new_i | new_i & {Slots{use_i[l]}};
    urgent_q <= urgent_q & ~new_i | new_i & {Slots{urgent_i}};
    large_q  <= large_q & ~new_i | new_i & {Slots{large_i}};
    done_q   <= done_q & ~new_i | new_i & {Slots{owes_done_i}};
  end
  always_comb for (int l = 0; l < Lanes; l++) users_o[l*Slots +: Slots] = user_q[l];
  assign groups_o = {large_q, ~(urgent_q | large_q), urgent_q};

  // Clock k: who is held back, after a refused choice in the choices of k + 1 and k + 2, and by the
  // owners of spots.
  logic [Slots-1:0] same_lane, not_before, refused, refused_q, held;
  always_comb begin
    same_lane  = refused_i[Lanes] ? ~reject_i : '0;
    not_before = deny_group_i[0] ? '1 : deny_group_i[1] ? ~urgent_q : large_q;
    refused    = '0;
    if (deny_i && !deny_probe_i) begin
      for (int l = 0; l < Lanes; l++) same_lane |= user_q[l] & {Slots{deny_use_i[l]}};
      refused = same_lane & not_before;
    end
    held = '0;
    if (owned_i != '0) begin
      for (int l = 0; l < Lanes; l++) begin
        held |= user_q[l] & ~owner_i[l*Slots +: Slots] & {Slots{owned_i[l]}};
      end
    end
  end

  // Clock k: what may be chosen, what may be probed. What lacks is known late: it selects.
  // A probe keeps nothing from being chosen, and what is marked is always before one.
  logic [Slots-1:0] may_q, probes_q, first, first_1q, chosen, chosen_1q, base, may, probes;
  logic [Slots-1:0] reported_stage, reported_response, reported_table, reported_full;
  logic [Slots-1:0] probes_none, probes_stage, probes_response, probes_both;   // if it lacks these
  assign base = open_i & first_i & ~first & ~first_1q & {Slots{go_i && rst_ni}};
  assign may  = base & (marked_i | ~refused & ~refused_q & ~held & {Slots{!pause_i}});
  assign probes          = base & ~reject_i & ~chosen & ~chosen_1q & {Slots{!pause_i}};
  assign probes_none     = probes & {Slots{full_i}} & (reported_stage | reported_response | ~reported_table);
  assign probes_stage    = probes & (~reported_stage | reported_response | reported_full);
  assign probes_response = probes & (reported_stage | ~reported_response | reported_full);
  assign probes_both     = probes & (~reported_stage | ~reported_response | reported_full);
  always_ff @(posedge clk_i) begin
    refused_q       <= refused;
    may_q           <= may & (reject_i | marked_i) |
                       may & {Slots{!full_i}} & ~lack_stage_i & ~lack_response_i;
    probes_q        <= ~lack_stage_i & ~lack_response_i & probes_none |
                       lack_stage_i & ~lack_response_i & probes_stage |
                       ~lack_stage_i & lack_response_i & probes_response |
                       lack_stage_i & lack_response_i & probes_both;
    lack_stage_o    <= lack_stage_i;
    lack_response_o <= lack_response_i;
  end

  // What denies have reported to each that it lacks.
  logic [Slots-1:0] reported_stage_q, reported_response_q, reported_table_q, reported, deny_alone;
  assign deny_alone        = deny_i ? deny_alone_i : '0;
  assign reported          = new_i | deny_alone;
  assign reported_stage    = reported_stage_q & ~reported |
                             deny_alone & {Slots{refused_i[StageLanes-1:0] != '0}};
  assign reported_response = reported_response_q & ~reported |
                             deny_alone & {Slots{refused_i[Lanes-1:StageLanes] != '0}};
  assign reported_table    = reported_table_q & ~reported | deny_alone & {Slots{refused_i[Lanes]}};
  assign reported_full     = reported_table ^ {Slots{full_i}};       // the table is not as was reported
  assign reported_o        = {(reported_table_q & deny_alone_i) != '0, (reported_response_q & deny_alone_i) != '0,
                              (reported_stage_q & deny_alone_i) != '0};
  always_ff @(posedge clk_i) begin
    reported_stage_q    <= reported_stage;
    reported_response_q <= reported_response;
    reported_table_q    <= reported_table;
  end

  // Clock k + 1: the first of those that may be chosen; else the lowest that lacks something else
  // than was reported.
  logic [Slots-1:0] probe, beaten;
  logic             any_may;
  // Who is beaten is known last.
  assign any_may    = may_q != '0;
  assign probe      = any_may ? '0 : probes_q & (~probes_q + 1'b1);
  assign wants_o    = may_q | probe;
  assign beaten_o   = beaten;
  assign first      = may_q & ~beaten;
  assign chosen     = wants_o & ~beaten;
  assign possible_o = may_q | probes_q;
  sema_path_order #(.Slots(Slots), .WireW(WireW)) u_order (
      .clk_i, .op_urgent_i, .op_wire_bytes_i, .new_i, .new_slot_i, .turn_i, .due_i, .goes_i,
      .urgent_i(urgent_q), .want_i(may_q), .beaten_o(beaten));

  logic [Lanes-1:0] uses;
  always_comb for (int l = 0; l < Lanes; l++) uses[l] = (user_q[l] & chosen) != '0;
  always_ff @(posedge clk_i) begin
    req_o       <= rst_ni && (first & ~reject_i & ~marked_before_i) != '0;
    flush_o     <= rst_ni && (first & marked_before_i) != '0;
    reject_o    <= rst_ni && (first & reject_i) != '0;
    probe_o     <= rst_ni && !any_may && probes_q != '0;
    chosen_1q   <= rst_ni ? chosen : '0;
    use_o       <= write_i ? write_lane_i : {1'b1, uses};
    stage_o     <= stage_i | (write_i ? write_value_i : '0);
    response_o  <= response_i;
    below_o     <= write_i && write_delta_i[CntW];
  end
  assign first_1q = probe_o ? '0 : chosen_1q;
  // Each lane has its own copy of the demand, if what may be chosen uses it: who is chosen is known
  // late.
  for (genvar l = 0; l < Lanes; l++) begin : gen_demand
    logic may_use;
    assign may_use = (user_q[l] & possible_o) != '0;
    always_ff @(posedge clk_i) begin
      demand_o[l*CntW +: CntW] <= (l < StageLanes ? stage_i : response_i) & {CntW{may_use}} |
                                  write_delta_i[CntW-1:0] & {CntW{write_i && write_lane_i[l]}};
    end
  end
  assign alone_o     = chosen_1q;
  assign slot_o      = SlotW'(sema_path_pkg::index_128(128'(chosen_1q)));
  assign owes_done_o = (done_q & chosen_1q) != '0;
  always_comb for (int g = 0; g < 3; g++) group_o[g] = (groups_o[g*Slots +: Slots] & chosen_1q) != '0;

`ifdef FORMAL
  // One slot, by the rules of waiting.md, 2.4 and 2.5; and one lane. Who is first of those that may
  // be chosen is left to sema_path_order.
  (* anyconst *) logic [SlotW-1:0] watch;
  (* anyconst *) logic [5:0]       at;
  logic [Lanes-1:0] lanes_q, its_lanes, owns;
  logic [2:0]       its_group_q;
  logic             done_its_q, below_x, blocked, blocked_1q, chosen_2q, chosen_1, eligible_q, go_q, req_q, rejected_q;
  logic [Slots-1:0] marks_q;
  logic             its_mark_2q, fit, probe_q, write_q, two_q, refuses, up_q, known_q = 1'b0;
  logic [CntW-1:0]  stage_seen_q, response_seen_q;
  logic [CntW:0]    delta_q;
  logic [Lanes:0]   write_lane_q;
  logic [Slots-1:0] rivals, new_1q, new_2q;
  logic [1:0]       passed_q;
  logic [2:0]       since_q;       // clocks since it was chosen, up to 5
  assign fit     = reject_i[watch] || !lack_stage_i[watch] && !lack_response_i[watch] && !full_i;
  assign below_x = deny_group_i[0] || deny_group_i[1] && !its_group_q[0] ||
                   deny_group_i == '0 && its_group_q[2];
  assign blocked = deny_i && !deny_probe_i && below_x &&
                   ((lanes_q & deny_use_i) != '0 || refused_i[Lanes] && !reject_i[watch]);
  // Others of its group or later ones on its lanes, except what is flushed.
  always_comb begin
    for (int l = 0; l < Lanes; l++) its_lanes[l] = user_q[l][watch];
    rivals = '0;
    for (int l = 0; l < Lanes; l++) rivals |= user_q[l] & {Slots{lanes_q[l]}};
    rivals &= its_group_q[0] ? '1 : its_group_q[1] ? ~urgent_q : large_q;
    rivals &= ~marked_before_i;
    rivals[watch] = 1'b0;
    for (int l = 0; l < Lanes; l++) owns[l] = owner_i[l*Slots + 32'(watch)];
  end
  assign refuses = deny_i && !deny_probe_i && deny_alone_i[watch];
  always_ff @(posedge clk_i) begin
    if (new_i[watch]) {lanes_q, its_group_q, done_its_q} <= {use_i, large_i, !large_i && !urgent_i, urgent_i, owes_done_i};
    blocked_1q <= blocked;
    chosen_1   <= rst_ni && first[watch];
    eligible_q <= go_i && open_i[watch] && first_i[watch] && !first[watch] && !chosen_1 &&
                  (marked_i[watch] || !pause_i && fit && !blocked && !blocked_1q &&
                   (lanes_q & owned_i & ~owns) == '0);
    marks_q     <= marked_i;
    its_mark_2q <= marks_q[watch];
    go_q       <= rst_ni && go_i;
    req_q      <= first[watch];
    probe_q    <= probe[watch];
    rejected_q <= reject_i[watch];
    {stage_seen_q, response_seen_q} <= {stage_i, response_i};
    {write_q, write_lane_q, delta_q} <= {write_i, write_lane_i, write_delta_i};
    since_q    <= !rst_ni ? 3'd5 : first[watch] ? 3'd1 : since_q + 3'(since_q != 3'd5);
    passed_q   <= !rst_ni || first[watch] ? '0 :
                  passed_q + 2'((first & rivals) != '0 && (since_q <= 3'd2 || two_q) && passed_q != 2'd3);
    two_q      <= rst_ni && !first[watch] && (refuses || two_q && since_q == 3'd3);
    up_q       <= rst_ni;
    WATCHED : assume (32'(watch) < Slots && 32'(at) < Lanes);
    known_q <= known_q || new_i[watch];
    OPEN_M : assert (!open_i[watch] || known_q);
    BEFORE_M : assert (marked_before_i == marks_q);
    {new_2q, new_1q} <= {new_1q, new_i};
    NEW_M : assert (new_i == '0 || new_i == Slots'(1) << new_slot_i && (new_i & chosen) == '0);
    SLOW_M : assert ((open_i & (new_i | new_1q | new_2q)) == '0);
    GROUP_M : assert (!(urgent_i && large_i));
    FIRST_M : assert ((first & (first - 1'b1)) == '0 && (may_q == '0) == (first == '0) && (may_q != '0 || beaten == '0));
    USES_I : assert (!known_q || its_group_q == {large_q[watch], groups_o[Slots+32'(watch)], urgent_q[watch]} &&
                     (its_group_q & (its_group_q - 1'b1)) == '0 && its_group_q != '0 && done_q[watch] == done_its_q);
    LANES_I : assert (!known_q || its_lanes == lanes_q);
    if (rst_ni) begin
      WRITE_M : assert (!write_i || !go_q);
      READ_M : assert (chosen != '0 || response_i == '0);
      DENY_M : assert (!refuses || since_q == 3'd2 && deny_use_i == lanes_q && deny_group_i == its_group_q[1:0]);
      LEFT_M : assert (!new_i[watch] || since_q >= 3'd3 && !refuses && !two_q);
      CANDIDATE_A : assert (!up_q || !known_q || may_q[watch] == eligible_q);
      HELD_A : assert (!known_q || held[watch] == ((lanes_q & owned_i & ~owns) != '0));
      ONE_A : assert ((chosen & (chosen - 1'b1)) == '0 && (chosen & ~possible_o) == '0);
      LOOKS_A : assert (!probe[watch] || may_q == '0 && probes_q[watch] &&
                        (probes_q & (Slots'(1) << watch) - 1'b1) == '0);
      ASKS_A : assert (!up_q || !known_q || !(req_q || probe_q) ||
                       alone_o == Slots'(1) << watch && slot_o == watch && group_o == its_group_q &&
                       (write_q || use_o == {1'b1, lanes_q}) && owes_done_o == done_its_q &&
                       (!req_q || req_o == !(rejected_q || its_mark_2q) &&
                        reject_o == rejected_q) &&
                       (!probe_q || probe_o && !req_o && !reject_o));
      FLUSH_A : assert (!up_q || !known_q || !req_q && !probe_q ||
                        flush_o == (req_q && its_mark_2q) && !(flush_o && (req_o || probe_o)));
      UNPROBED_A : assert (!up_q || !known_q || !marks_q[watch] || !probe[watch]);
      DEMAND_A : assert (!up_q || !known_q || write_q || !(req_q || probe_q) || !below_o &&
                         response_o == response_seen_q && (!lanes_q[at] || demand_o[at*CntW +: CntW] ==
                         (at < 6'(StageLanes) ? stage_seen_q : response_seen_q)));
      WRITES_A : assert (!up_q || !write_q || {req_o, flush_o, reject_o, probe_o} == '0 && use_o == write_lane_q &&
                         below_o == delta_q[CntW] && response_o == '0 && (!write_lane_q[at] ||
                         demand_o[at*CntW +: CntW] == delta_q[CntW-1:0]));
      BACK_A : assert (!two_q || (first & rivals) == '0);
      TWO_A : assert (passed_q <= 2'd2);
      PASSED_I : assert (since_q != '0 && since_q <= 3'd5 && (since_q > 3'd2 || 3'(passed_q) < since_q) &&
                         (!two_q || since_q == 3'd3 || since_q == 3'd4));
    end
  end
`endif
endmodule
