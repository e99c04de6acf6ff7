// SPDX-License-Identifier: Apache-2.0
// The way of an operation: offer, demand, slot, choice, decision, reservation, return.
// rtl/spec says what it promises, and pipeline.md which clock does what.
module sema_path #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    parameter int unsigned Depth = 128,
    parameter int unsigned Slots = 40,
    parameter int unsigned TagW = 32,
    parameter int unsigned GenW = 8,
    parameter int unsigned AgeW = 16,
    parameter int unsigned WireW = 24,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned Channels = NAtomic + NResponse + 2,
    localparam int unsigned IdW = $clog2(Depth),
    localparam int unsigned SlotW = $clog2(Slots),
    localparam int unsigned HandleW = 2 + GenW + IdW
) (
    input  logic                         clk_i,
    input  logic                         rst_ni,
    // offer
    input  logic                         op_valid_i,
    output logic [3*Lanes-1:0]           op_ready_o,
    input  logic [TagW-1:0]              op_tag_i,
    input  logic [3:0]                   op_opcode_i,
    input  logic [4:0]                   op_stage_i,
    input  logic [1:0]                   op_engine_i,
    input  logic [31:0]                  op_length_i,
    input  logic [31:0]                  op_response_length_i,
    input  logic                         op_reply_i,
    input  logic [WireW-1:0]             op_wire_bytes_i,
    input  logic                         op_urgent_i,
    input  logic [7:0]                   op_domain_i,
    input  logic                         op_again_i,
    // answer and decision
    output logic [1:0]                   answer_kind_o,
    output logic [TagW-1:0]              answer_tag_o,
    output logic [HandleW-1:0]           answer_handle_o,
    output logic [1:0]                   decision_kind_o,
    output logic [TagW-1:0]              decision_tag_o,
    output logic [HandleW-1:0]           decision_handle_o,
    output logic [Channels-1:0]          free_valid_o,
    output logic [Channels*HandleW-1:0]  free_handle_o,
    // completions
    input  logic [NHbm-1:0]              hbm_valid_i,
    output logic [NHbm-1:0]              hbm_ready_o,
    input  logic [NHbm*HandleW-1:0]      hbm_handle_i,
    input  logic [NAtomic-1:0]           atomic_valid_i,
    output logic [NAtomic-1:0]           atomic_ready_o,
    input  logic [NAtomic*HandleW-1:0]   atomic_handle_i,
    input  logic [NResponse-1:0]         response_valid_i,
    output logic [NResponse-1:0]         response_ready_o,
    input  logic [NResponse*HandleW-1:0] response_handle_i,
    input  logic                         done_valid_i,
    output logic                         done_ready_o,
    input  logic [HandleW-1:0]           done_handle_i,
    input  logic [16*NHbm-1:0]           hbm_observed_i,
    input  logic [16*NAtomic-1:0]        atomic_observed_i,
    input  logic [16*NResponse-1:0]      response_observed_i,
    input  logic [1:0]                   epoch_i,
    // control
    input  logic                         pause_i,
    input  logic                         write_valid_i,
    input  logic [5:0]                   write_lane_i,
    input  logic [CntW-1:0]              write_value_i,
    input  logic                         send_valid_i,
    input  logic [3:0]                   send_channel_i,
    input  logic [HandleW-1:0]           send_handle_i,
    input  logic                         unpark_valid_i,
    input  logic [4:0]                   unpark_word_i,
    input  logic [31:0]                  unpark_mask_i,
    input  logic                         flush_valid_i,
    input  logic [6:0]                   flush_lane_i,
    input  logic [31:0]                  flush_tag_i,
    input  logic [31:0]                  flush_mask_i,
    input  logic [WireW-1:0]             small_limit_i,
    input  logic [3:0]                   quantum_hbm_i,
    input  logic [3:0]                   quantum_time_i,
    input  logic [8*16-1:0]              atomic_service_i,
    input  logic [15:0]                  response_fixed_i,
    input  logic [15:0]                  response_reciprocal_i,
    input  logic [15:0]                  hold_i,
    input  logic [AgeW-1:0]              bound_i,
    input  logic [3*(IdW+1)-1:0]         holder_limit_i,
    input  logic [IdW:0]                 table_floor_i,
    input  logic                         response_split_i,
    // facts for the parts beside the path
    input  logic                         close_i,
    output logic [6:0]                   taken_o,
    output logic [IdW:0]                 held_o,
    input  logic [5:0]                   debt_lane_i,
    output logic [CntW-1:0]              debt_o,
    output logic [CntW-1:0]              debt_window_o,
    input  logic [2*IdW-1:0]             holder_id_i,
    output logic [1:0]                   holder_held_o,
    output logic [Channels-1:0]          holder_owes_o,
    output logic [Depth-1:0]             parked_o,
    output logic [CntW-1:0]              window_drop_o,    // of the window that commits
    output logic [Lanes-1:0]             window_use_o,     // its lane, one bit
    // for telemetry: lanes of a grant; classes that something lacked two clocks before; groups of
    // what commits, of what an answer removes, of a new slot; what a deny before this one reported
    output logic [Lanes-1:0]             enter_o,
    output logic [3*Lanes-1:0]           lacking_o,
    output logic [2:0]                   group_o,
    output logic [2:0]                   answered_group_o,
    output logic [2:0]                   new_group_o,
    output logic [2:0]                   told_o,
    output logic [Lanes-1:0]             wrong_o,          // lanes whose headroom is wrong
    output logic                         any_taken_o,      // an operation waits
    output logic                         rests_o,
    // trace
    output logic [2:0]                   trace_kind_o,
    output logic [TagW-1:0]              trace_tag_o,
    output logic [HandleW-1:0]           trace_handle_o,
    output logic [Lanes:0]               trace_mask_o,
    output logic [CntW-1:0]              trace_stage_o,
    output logic [CntW-1:0]              trace_response_o,
    output logic [2*Channels-1:0]        trace_return_kind_o,
    output logic [Channels*HandleW-1:0]  trace_return_handle_o,
    output logic [6*Channels-1:0]        trace_return_lane_o,
    output logic [Channels*CntW-1:0]     trace_return_amount_o,
    output logic [16*Channels-1:0]       trace_return_observed_o
);
  localparam int unsigned StageLanes = NHbm + NAtomic;
  localparam int unsigned FreedW = $clog2(NAtomic + NResponse + 3);
  localparam int unsigned SeenW = 16 * (Channels - 1);
  if (Slots < StageLanes + 16) begin : gen_few_slots
    $fatal(1, "Slots is less than NHbm + NAtomic + 16");
  end
  logic [1:0] epoch_q;
  always_ff @(posedge clk_i) if (!rst_ni) epoch_q <= epoch_i;

  // The operation that commits, and how.
  logic               grant, rejects, denied, deny, leave;
  logic               probe_q, req_q, flushes_q, rejects_q, written_q, owes_done_q;
  logic [Slots-1:0]   alone_q;
  logic [SlotW-1:0]   slot_q;
  logic [2:0]         group_q;
  logic [Lanes:0]     use_q, refused;
  logic [CntW-1:0]    stage_q, response_q;
  logic [IdW-1:0]     id;
  logic [GenW-1:0]    generation;
  logic [HandleW-1:0] handle;
  logic [TagW-1:0]    tag;

  // Clock 0: the offer and its classes.
  logic [Slots-1:0]       stays, follows, taken_slots, lacked_stage, lacked_response, rejected, req_alone;
  logic [6:0]             kept_count;
  logic [3*Slots-1:0]     groups;      // slots of each group
  logic [Lanes*Slots-1:0] users;
  logic               taken, queried, responds, reject_1, answered;
  logic [2:0]         group_1, group_2q, group_3q;
  logic [Lanes-1:0]   use_1, use_2q, use_3q;
  logic               reject_2q, reject_3q;
  logic [Lanes-1:0]   calm;            // lanes without latency-sensitive operations
  assign responds = op_opcode_i == 4'd1 || op_reply_i || op_response_length_i != '0;
  sema_path_classes #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .Slots(Slots), .WireW(WireW)
  ) u_classes (
      .clk_i, .rst_ni, .op_ready_o, .calm_o(calm), .lacking_o, .op_valid_i, .op_opcode_i, .op_stage_i, .op_engine_i,
      .op_responds_i(responds), .op_wire_bytes_i, .op_urgent_i, .op_again_i, .small_limit_i, .close_i,
      .taken_o(taken), .queried_o(queried), .group_o(group_1), .reject_o(reject_1), .use_o(use_1),
      .taken_slots_i(taken_slots), .kept_count_i(kept_count), .stays_i(stays),
      .follows_i(follows), .lacked_stage_i(lacked_stage), .lacked_response_i(lacked_response), .req_alone_i(req_alone),
      .groups_i(groups), .users_i(users), .reject_i(rejected),
      .leave_i(leave), .leave_group_i(group_q), .leave_reject_i(rejects),
      .leave_use_i(use_q[Lanes-1:0]), .answered_i(answered), .answered_group_i(group_3q),
      .answered_reject_i(reject_3q), .answered_use_i(use_3q));

  // Clock 1: its slot; what it is beside its demand.
  logic [Slots-1:0] new_slot, opens, open, first, open_before, waits, waits_for_it;
  logic [SlotW-1:0] new_index, new_3_index;
  logic [Slots-1:0] new_3_slot;
  logic [3:0]       opcode_1q;
  always_ff @(posedge clk_i) begin
    opcode_1q   <= op_opcode_i;
    group_2q    <= group_1;
    group_3q    <= group_2q;
    use_2q      <= use_1;
    use_3q      <= use_2q;
    reject_2q   <= reject_1;
    reject_3q   <= reject_2q;
  end
  sema_path_slots #(.Slots(Slots)) u_slots (
      .clk_i, .rst_ni, .taken_i(taken), .op_domain_i, .new_o(new_slot), .new_slot_o(new_index),
      .answered_i(answered), .new_3_o(new_3_slot), .new_3_slot_o(new_3_index), .opens_o(opens),
      .leave_i(leave), .leave_alone_i(alone_q), .leave_slot_i(slot_q), .taken_o(taken_slots),
      .taken_count_o(taken_o), .kept_count_o(kept_count), .any_taken_o, .stays_o(stays), .open_o(open), .first_o(first),
      .follows_o(follows), .open_before_o(open_before),
      .waits_o(waits), .waits_for_it_o(waits_for_it));

  // Clocks 1 to 3: is it a retransmission? What does it demand?
  logic [Slots-1:0]      alike, marked, marked_before;
  logic [Depth-1:0]      held, granted, freed, unparks;
  logic [GenW*Depth-1:0] generations;
  logic [CntW-1:0]       stage_3, response_3;
  logic [SlotW-1:0]      req_slot;
  sema_path_lookup #(.Depth(Depth), .Slots(Slots), .TagW(TagW), .GenW(GenW)) u_lookup (
      .clk_i, .rst_ni, .taken_i(taken), .queried_i(queried), .op_tag_i, .new_i(new_slot),
      .new_slot_i(new_index), .taken_slots_i(taken_slots), .held_i(held),
      .generations_i(generations), .epoch_i(epoch_q), .read_i(req_alone), .tag_o(tag),
      .grant_i(grant), .grant_id_i(id), .flush_i(flush_valid_i), .flush_tag_i, .flush_mask_i,
      .alike_o(alike), .answered_o(answered), .answer_kind_o, .answer_tag_o, .answer_handle_o);
  sema_path_marks #(.Lanes(Lanes), .Slots(Slots)) u_marks (
      .clk_i, .flush_i(flush_valid_i), .lane_i(flush_lane_i), .alike_i(alike),
      .taken_i(taken_slots), .new_i(new_slot), .use_i(use_1), .users_i(users), .marked_o(marked),
      .marked_before_o(marked_before));
  sema_path_demand #(.CntW(CntW)) u_demand (
      .clk_i, .offered_i(op_valid_i), .op_opcode_i, .op_length_i, .op_response_length_i,
      .op_responds_i(responds), .reject_i(reject_1), .atomic_service_i, .response_fixed_i,
      .response_reciprocal_i, .quantum_hbm_i, .quantum_time_i, .stage_o(stage_3),
      .response_o(response_3));

  // Clock 4 and on: every slot is compared.
  logic [Lanes*CntW-1:0]  room;
  logic [Lanes-1:0]       empty, unlimited, blocked, ret;
  logic [NResponse*StageLanes-1:0] spent;
  logic [Lanes-1:0]       closed;
  logic [NResponse-1:0]   over;
  logic                   full;
  logic [Slots-1:0]       lack_stage, lack_response;
  logic [Slots-1:0]       possible, wants, beaten, turn, due;
  logic [CntW-1:0]        chosen_stage, chosen_response;
  logic [Lanes-1:0]       owned;
  logic [Lanes*Slots-1:0] owner;
  logic                   goes;
  sema_path_fit #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW), .Slots(Slots)
  ) u_fit (
      .clk_i, .new_i(new_slot), .reject_i(reject_1), .users_i(users),
      .demand_i(new_3_slot != '0),
      .demand_slot_i(new_3_index), .stage_i(stage_3), .response_i(response_3), .room_i(room),
      .unlimited_i(unlimited), .blocked_i(blocked), .spent_i(spent), .open_i(open), .reject_o(rejected), .lack_stage_o(lack_stage),
      .lack_response_o(lack_response), .possible_i(possible), .read_i(wants), .beaten_i(beaten), .stage_o(chosen_stage),
      .response_o(chosen_response));
  sema_path_spots #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .Slots(Slots), .AgeW(AgeW)
  ) u_spots (
      .clk_i, .rst_ni, .any_taken_i(any_taken_o), .bound_i, .opens_i(opens), .open_i(open_before),
      .waits_i(waits), .waits_for_it_i(waits_for_it), .urgent_i(groups[Slots-1:0]),
      .users_i(users), .lack_stage_i(lacked_stage), .lack_response_i(lacked_response),
      .leave_i(leave), .leave_alone_i(alone_q), .leave_slot_i(slot_q), .grant_i(grant),
      .grant_urgent_i(group_q[0]),
      .grant_use_i(use_q[Lanes-1:0]), .closed_i(closed), .spent_i(spent), .empty_i(empty),
      .ret_i(ret), .calm_i(calm), .owned_o(owned), .owner_o(owner), .turn_o(turn), .due_o(due),
      .goes_o(goes));

  // Window writes take the place of a choice.
  logic            pause_q, write_comes, write, write_3, closes;
  logic [Lanes:0]  write_lane;
  logic [CntW-1:0] write_value;
  logic [CntW:0]   write_delta;
  logic [IdW+1:0]  table_demand;
  logic [Lanes*CntW-1:0] windows;
  logic [CntW-1:0] drop_3q;
  always_ff @(posedge clk_i) begin
    pause_q       <= pause_i;
    drop_3q       <= write_delta[CntW-1:0];
    window_drop_o <= drop_3q;
  end
  sema_path_windows #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW), .IdW(IdW)
  ) u_windows (
      .clk_i, .rst_ni, .write_valid_i, .write_lane_i, .write_value_i, .comes_o(write_comes),
      .write_o(write), .lane_o(write_lane), .value_o(write_value), .delta_o(write_delta),
      .write_3_o(write_3), .closes_o(closes), .table_o(table_demand), .windows_o(windows));

  // Choice, and what is requested in the next clock.
  logic                      req, probe, req_flush, req_reject, owes_done;
  logic [2:0]                req_group;
  logic [Lanes:0]            req_use;
  logic [Lanes*CntW-1:0]     demand;
  logic                      below;
  logic [CntW-1:0]           req_stage, req_response;
  sema_path_choice #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW), .Slots(Slots),
      .WireW(WireW)
  ) u_choice (
      .clk_i, .rst_ni, .go_i(!write_comes), .pause_i(pause_q), .open_i(open), .first_i(first),
      .reject_i(rejected), .marked_i(marked), .marked_before_i(marked_before),
      .lack_stage_i(lack_stage), .lack_response_i(lack_response), .full_i(full), .owned_i(owned),
      .owner_i(owner), .deny_i(deny), .deny_probe_i(probe_q), .deny_alone_i(alone_q), .refused_i(refused),
      .deny_group_i(group_q[1:0]),
      .deny_use_i(use_q[Lanes-1:0]), .new_i(new_slot), .new_slot_i(new_index), .urgent_i(group_1[0]), .large_i(group_1[2]),
      .use_i(use_1), .owes_done_i(hold_i[opcode_1q]), .op_urgent_i, .op_wire_bytes_i,
      .turn_i(turn), .due_i(due), .goes_i(goes),
      .write_i(write), .write_lane_i(write_lane), .write_delta_i(write_delta),
      .write_value_i(write_value), .possible_o(possible), .wants_o(wants), .beaten_o(beaten), .stage_i(chosen_stage),
      .response_i(chosen_response), .lack_stage_o(lacked_stage), .lack_response_o(lacked_response),
      .reported_o(told_o), .users_o(users), .groups_o(groups), .req_o(req),
      .probe_o(probe), .flush_o(req_flush), .reject_o(req_reject), .alone_o(req_alone),
      .slot_o(req_slot), .group_o(req_group), .use_o(req_use), .owes_done_o(owes_done),
      .demand_o(demand), .below_o(below), .stage_o(req_stage), .response_o(req_response));

  // Decision.
  logic [Lanes*CntW-1:0] amount;
  logic [(NAtomic+1)*NResponse-1:0] stage_responds;
  logic [(NAtomic+1)*CntW-1:0] stage_response;
  logic [FreedW-1:0]     freed_count;
  logic [IdW:0]          spared_count, unparked;
  sema_path_lanes #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW), .IdW(IdW)
  ) u_lanes (
      .clk_i, .rst_ni, .req_i(req), .write_i(write_3), .closes_i(closes), .use_i(req_use),
      .demand_i(demand), .below_i(below), .windows_i(windows), .table_i(table_demand),
      .spent_i(spent), .holder_limit_i, .table_floor_i, .ret_i(ret), .amount_i(amount), .freed_i(freed_count),
      .spared_i(spared_count), .wrong_o, .grant_o(grant), .refused_o(refused), .room_o(room),
      .empty_o(empty), .unlimited_o(unlimited), .blocked_o(blocked), .closed_o(closed), .over_o(over), .full_o(full),
      .held_o);
  sema_path_split #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW), .IdW(IdW)
  ) u_split (
      .clk_i, .rst_ni, .take_i(grant), .use_i(use_q[Lanes-1:0]), .demand_i(response_q),
      .ret_i(ret[StageLanes-1:0]), .responds_i(stage_responds),
      .amount_i(stage_response), .room_i(room[Lanes*CntW-1:StageLanes*CntW]),
      .over_i(over), .empty_i(empty[StageLanes-1:0]), .on_i(response_split_i),
      .spent_o(spent));

  // What commits.
  always_ff @(posedge clk_i) begin
    req_q       <= rst_ni && req;
    probe_q     <= rst_ni && probe;
    flushes_q   <= rst_ni && req_flush;
    rejects_q   <= rst_ni && req_reject;
    written_q   <= rst_ni && write_3;
    alone_q     <= req_alone;
    slot_q      <= req_slot;
    group_q     <= req_group;
    use_q       <= req_use;
    owes_done_q <= owes_done;
    stage_q     <= req_stage;
    response_q  <= req_response;
  end
  assign rejects = rejects_q;
  assign denied  = refused != '0;
  assign deny    = req_q && !grant || probe_q && denied;
  assign leave   = grant || flushes_q || rejects;
  assign handle  = grant ? {epoch_q, generation, id} : '0;
  assign decision_kind_o   = grant ? 2'd1 : flushes_q ? 2'd3 : rejects ? 2'd2 : 2'd0;
  assign decision_tag_o    = leave ? tag : '0;
  assign decision_handle_o = handle;
  assign trace_kind_o      = grant ? 3'd1 : deny ? 3'd2 : flushes_q ? 3'd5 : rejects ? 3'd3 :
                               written_q ? 3'd4 : 3'd0;
  assign trace_tag_o       = leave || deny ? tag : '0;
  assign trace_handle_o    = handle;
  assign trace_mask_o      = written_q ? use_q : grant ? {1'b0, use_q[Lanes-1:0]} :
                             deny ? refused : '0;
  assign trace_stage_o     = grant || deny || written_q ? stage_q : '0;
  assign trace_response_o  = grant || deny ? response_q : '0;

  // Completions: at the ports, of partitions through the collector, and sent by software.
  logic                        send_q, collected, up_q;
  logic [Channels-1:0]         send_now, beat;
  logic [NHbm-1:0]             served;
  logic [Channels-1:1]         ready;
  logic [3:0]                  send_channel_q;
  logic [HandleW-1:0]          send_handle_q, collected_handle;
  logic [15:0]                 collected_observed;
  logic [Channels*HandleW-1:0] beat_handle;
  always_ff @(posedge clk_i) begin
    up_q           <= rst_ni;
    send_q         <= rst_ni && send_valid_i;
    send_channel_q <= send_channel_i;
    send_handle_q  <= send_handle_i;
  end
  assign send_now = send_q ? Channels'(1) << send_channel_q : '0;
  assign ready    = ~send_now[Channels-1:1] & {(Channels-1){up_q}};
  assign {done_ready_o, response_ready_o, atomic_ready_o} = ready;
  sema_path_collector #(.NHbm(NHbm), .HandleW(HandleW)) u_collector (
      .clk_i, .rst_ni, .valid_i(hbm_valid_i), .ready_o(hbm_ready_o), .handle_i(hbm_handle_i),
      .observed_i(hbm_observed_i), .hold_i(send_now[0]), .valid_o(collected),
      .served_o(served),
      .handle_o(collected_handle), .observed_o(collected_observed));
  always_comb begin
    beat        = {{done_valid_i, response_valid_i, atomic_valid_i} & ready, collected};
    beat_handle = {done_handle_i, response_handle_i, atomic_handle_i, collected_handle};
    beat       |= send_now;
    if (send_q) begin
      for (int k = 0; k < Channels; k++) begin
        if (send_now[k]) beat_handle[k*HandleW +: HandleW] = send_handle_q;
      end
    end
  end

  // What was observed goes beside each of them, up to its commit; done has nothing.
  logic [SeenW-1:0] seen, seen_1q, seen_2q, seen_3q;
  always_comb begin
    seen = {response_observed_i, atomic_observed_i, collected_observed};
    if (send_q) for (int k = 0; k < Channels - 1; k++) seen[16*k +: 16] |= {16{send_now[k]}};
  end
  always_ff @(posedge clk_i) begin
    seen_1q <= seen;
    seen_2q <= seen_1q;
    seen_3q <= seen_2q;
  end
  always_comb begin
    trace_return_observed_o = '0;
    for (int k = 0; k < Channels - 1; k++) begin
      trace_return_observed_o[16*k +: 16] = seen_3q[16*k +: 16] &
                                          {16{trace_return_kind_o[2*k +: 2] == 2'd1}};
    end
  end

  // Reservations and ids.
  sema_path_table #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW), .Depth(Depth),
      .GenW(GenW)
  ) u_table (
      .clk_i, .rst_ni, .epoch_i(epoch_q), .grant_i(grant), .use_i(use_q[Lanes-1:0]),
      .owes_done_i(owes_done_q), .stage_i(stage_q), .response_i(response_q), .id_i(id),
      .granted_o(granted), .generations_i(generations), .valid_i(beat), .handle_i(beat_handle),
      .sent_i(send_now), .from_i(served | {NHbm{send_now[0]}}),
      .ret_o(ret), .amount_o(amount), .responds_o(stage_responds), .response_o(stage_response),
      .freed_o(freed), .parked_o, .return_kind_o(trace_return_kind_o),
      .return_handle_o(trace_return_handle_o), .return_lane_o(trace_return_lane_o),
      .return_amount_o(trace_return_amount_o), .freed_count_o(freed_count),
      .spared_count_o(spared_count), .unparked_i(unparked), .unparks_i(unparks), .held_o(held),
      .holder_id_i, .holder_held_o, .holder_owes_o, .free_valid_o, .free_handle_o);
  sema_path_ids #(.Depth(Depth), .GenW(GenW)) u_ids (
      .clk_i, .rst_ni, .grant_i(grant), .id_o(id), .generation_o(generation),
      .granted_i(granted), .freed_i(freed), .parked_i(parked_o), .unpark_valid_i, .unpark_word_i,
      .unpark_mask_i, .unparks_o(unparks), .unparked_o(unparked), .generations_o(generations));

  // Facts for the parts beside the path.
  assign window_use_o     = use_q[Lanes-1:0] & {Lanes{written_q}};
  assign enter_o          = use_q[Lanes-1:0] & {Lanes{grant}};
  assign group_o          = group_q;
  assign answered_group_o = group_3q & {3{answered}};
  assign new_group_o      = group_1 & {3{new_slot != '0}};
  sema_path_debts #(.Lanes(Lanes), .CntW(CntW)) u_debts (
      .clk_i, .room_i(room), .windows_i(windows), .lane_i(debt_lane_i), .debt_o,
      .window_o(debt_window_o));

  // Fourteen clocks after the last event nothing is under way any more, except visits.
  logic       event_q, now;
  logic [4*(IdW+1)+AgeW:0] limits, limits_q;
  assign limits  = {holder_limit_i, table_floor_i, response_split_i, bound_i};
  logic [3:0] rest_q;
  assign now     = event_q || req_alone != '0 || write_3;
  assign rests_o = rest_q == '0 && !now && !(bound_i != '0 && any_taken_o);
  always_ff @(posedge clk_i) begin
    limits_q <= limits;
    event_q  <= !rst_ni || op_valid_i || beat != '0 || (hbm_valid_i & hbm_ready_o) != '0 ||
                write_valid_i || send_valid_i || unpark_valid_i || flush_valid_i ||
                pause_i != pause_q || up_q && limits != limits_q;
    rest_q   <= now ? 4'd13 : rest_q - 4'(rest_q != '0);
  end
endmodule
