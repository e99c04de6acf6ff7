// SPDX-License-Identifier: Apache-2.0
// The admission block: the path, and beside it registers, windows, messages and status. Wiring only;
// rtl/spec is its specification.
module semacredit #(
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
    parameter int unsigned EnableAtReset = 3,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned Channels = NAtomic + NResponse + 2,
    localparam int unsigned IdW = $clog2(Depth),
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
    input  logic                         pause_i,
    // stages of lanes: nothing to do, and nothing waits; how many wait
    input  logic [Lanes-1:0]             stage_idle_i,
    input  logic [8*Lanes-1:0]           stage_queue_i,
    // the system's time in clocks
    input  logic [47:0]                  now_i,
    // registers, AXI4-Lite
    input  logic                         axi_awvalid_i,
    output logic                         axi_awready_o,
    input  logic [11:0]                  axi_awaddr_i,
    input  logic                         axi_wvalid_i,
    output logic                         axi_wready_o,
    input  logic [31:0]                  axi_wdata_i,
    input  logic [3:0]                   axi_wstrb_i,
    output logic                         axi_bvalid_o,
    input  logic                         axi_bready_i,
    output logic [1:0]                   axi_bresp_o,
    input  logic                         axi_arvalid_i,
    output logic                         axi_arready_o,
    input  logic [11:0]                  axi_araddr_i,
    output logic                         axi_rvalid_o,
    input  logic                         axi_rready_i,
    output logic [31:0]                  axi_rdata_o,
    output logic [1:0]                   axi_rresp_o,
    // grant messages
    output logic                         message_valid_o,
    input  logic                         message_ready_i,
    output logic [1:0]                   message_epoch_o,
    output logic [Lanes*CntW-1:0]        message_credit_o,
    // without beats from this clock on nothing changes
    output logic                         quiet_o,
    // an error came that error_mask names
    output logic                         irq_o,
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
  localparam int unsigned Stages = Channels - 1;
  if (Slots < NHbm + NAtomic + 16) begin : gen_few_slots
    $fatal(1, "Slots is less than NHbm + NAtomic + 16");
  end
  localparam int unsigned NameW = TagW < 32 ? TagW : 32;
  logic [1:0] epoch_q;
  always_ff @(posedge clk_i) if (!rst_ni) epoch_q <= epoch_i;
  assign message_epoch_o = epoch_q;

  // The bus and what it sets.
  logic        write, later, done, refused, reads, answers, known, bus_busy;
  logic [11:0] write_address, read_address;
  logic [31:0] write_data, data;
  logic [3:0]  write_strobe;
  sema_axi u_axi (
      .clk_i, .rst_ni, .axi_awvalid_i, .axi_awready_o, .axi_awaddr_i, .axi_wvalid_i, .axi_wready_o,
      .axi_wdata_i, .axi_wstrb_i, .axi_bvalid_o, .axi_bready_i, .axi_bresp_o, .axi_arvalid_i,
      .axi_arready_o, .axi_araddr_i, .axi_rvalid_o, .axi_rready_i, .axi_rdata_o, .axi_rresp_o,
      .write_o(write), .write_address_o(write_address), .write_data_o(write_data),
      .write_strobe_o(write_strobe), .later_i(later), .done_i(done), .refused_i(refused),
      .read_o(reads), .read_address_o(read_address), .answers_o(answers), .known_i(known),
      .data_i(data), .busy_o(bus_busy));

  logic                       put_window, put_multiplier, put_limit, put_bounds, commits, send, unpark;
  logic                       flush, message_now, capture, captured;
  logic [5:0]                 put_lane;
  logic [Lanes-1:0]           restart;
  logic [7:0]                 clear;
  logic [32*sema_map::SettingWords-1:0] settings;
  logic [IdW-1:0]             holder;
  logic [6:0]                 taken;
  logic                       any_taken;
  logic [IdW:0]               held;
  assign put_lane = write_address[11] ? 6'(Lanes) : write_address[7:2];      // the command limit
  sema_settings #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW), .Depth(Depth),
      .AgeW(AgeW), .WireW(WireW), .HandleW(HandleW), .EnableAtReset(EnableAtReset)
  ) u_settings (
      .clk_i, .rst_ni, .take_i(axi_awvalid_i && axi_awready_o), .address_i(axi_awaddr_i),
      .write_i(write), .data_i(write_data), .strobe_i(write_strobe),
      .later_o(later), .done_o(done), .refused_o(refused),
      .window_o(put_window), .multiplier_o(put_multiplier), .limit_o(put_limit),
      .bounds_o(put_bounds), .restart_o(restart), .clear_o(clear),
      .commits_i(commits), .captured_i(captured), .empty_i(!any_taken && held == '0), .send_o(send),
      .unpark_o(unpark), .flush_o(flush), .message_o(message_now), .capture_o(capture),
      .settings_o(settings), .holder_o(holder));

  // Windows.
  logic [Lanes*14-1:0]   multipliers;
  logic [Lanes-1:0]      calibrate, calibrated_q, limited;
  logic [CntW-1:0]       window, unit_window, bus_window;
  logic [13:0]           multiplier;
  logic                  window_write, unit_busy;
  logic [5:0]            window_lane, unit_lane;
  sema_bases #(.NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW)) u_bases (
      .clk_i, .rst_ni, .window_i(put_window), .multiplier_i(put_multiplier), .lane_i(put_lane),
      .value_i(write_data[CntW-1:0]), .factor_i(write_data[13:0]),
      .calibrate_i(calibrate), .calibrate_factor_i(multiplier),
      .multipliers_o(multipliers), .unit_lane_i(unit_lane), .unit_window_o(unit_window),
      .bus_lane_i(read_address[7:2]), .bus_window_o(bus_window));
  always_ff @(posedge clk_i) calibrated_q <= rst_ni ? calibrate : '0;
  sema_unit #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW), .IdW(IdW)
  ) u_unit (
      .clk_i, .rst_ni, .req_i(put_window || put_multiplier || put_limit), .lane_i(put_lane),
      .req_all_i(put_bounds), .calibrate_i(calibrated_q), .lane_o(unit_lane),
      .window_i(unit_window), .multipliers_i(multipliers), .limit_i(settings[32*sema_map::CommandLimit +: IdW+1]),
      .multiplier_min_i(settings[32*sema_map::MultiplierMin +: 14]),
      .multiplier_max_i(settings[32*sema_map::MultiplierMax +: 14]),
      .coarse_hbm_i(settings[32*sema_map::QuantumHbm +: 4] != '0),
      .coarse_time_i(settings[32*sema_map::QuantumTime +: 4] != '0),
      .write_o(window_write), .write_lane_o(window_lane), .write_value_o(window),
      .commits_o(commits), .limited_o(limited), .busy_o(unit_busy));

  // The path.
  logic [CntW-1:0]     debt, in_force, window_drop;
  logic [IdW-1:0]      scan_id;
  logic [1:0]          holder_held;
  logic [Channels-1:0] holder_owes;
  logic [Depth-1:0]    parked;
  logic                rests;
  logic [Lanes-1:0]    wrong, window_use, enter;
  logic [3*Lanes-1:0]  lacking;
  logic [2:0]          group, answered_group, new_group, reported;
  logic [8*16-1:0] atomic_service;
  logic [3*(IdW+1)-1:0] holder_limits;
  for (genvar i = 0; i < 8; i++) begin : gen_service
    assign atomic_service[16*i +: 16] = settings[32*(sema_map::AtomicService+i) +: 16];
  end
  for (genvar k = 0; k < 3; k++) begin : gen_limit
    assign holder_limits[k*(IdW+1) +: IdW+1] = settings[32*(sema_map::HolderLimit+k) +: IdW+1];
  end
  sema_path #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW), .Depth(Depth),
      .Slots(Slots), .TagW(TagW), .GenW(GenW), .AgeW(AgeW), .WireW(WireW)
  ) u_path (
      .clk_i, .rst_ni, .op_valid_i, .op_ready_o, .op_tag_i, .op_opcode_i, .op_stage_i, .op_engine_i,
      .op_length_i, .op_response_length_i, .op_reply_i, .op_wire_bytes_i, .op_urgent_i,
      .op_domain_i, .op_again_i, .answer_kind_o, .answer_tag_o, .answer_handle_o, .decision_kind_o,
      .decision_tag_o, .decision_handle_o, .free_valid_o, .free_handle_o, .hbm_valid_i,
      .hbm_ready_o, .hbm_handle_i, .atomic_valid_i, .atomic_ready_o, .atomic_handle_i,
      .response_valid_i, .response_ready_o, .response_handle_i, .done_valid_i, .done_ready_o,
      .done_handle_i, .hbm_observed_i, .atomic_observed_i, .response_observed_i, .epoch_i,
      .pause_i(pause_i || rst_ni && !settings[32*sema_map::Enable+1]),
      .write_valid_i(window_write), .write_lane_i(window_lane), .write_value_i(window),
      .send_valid_i(send), .send_channel_i(write_data[31:28]),
      .send_handle_i(write_data[HandleW-1:0]), .unpark_valid_i(unpark),
      .unpark_word_i(write_address[6:2]), .unpark_mask_i(write_data),
      .flush_valid_i(flush), .flush_lane_i(write_data[6:0]),
      .flush_tag_i(settings[32*sema_map::FlushTag +: 32]),
      .flush_mask_i(settings[32*sema_map::FlushMask +: 32]),
      .small_limit_i(settings[32*sema_map::SmallLimit +: WireW]),
      .quantum_hbm_i(settings[32*sema_map::QuantumHbm +: 4]),
      .quantum_time_i(settings[32*sema_map::QuantumTime +: 4]),
      .atomic_service_i(atomic_service),
      .response_fixed_i(settings[32*sema_map::ResponseFixed +: 16]),
      .response_reciprocal_i(settings[32*sema_map::ResponseReciprocal +: 16]),
      .hold_i(settings[32*sema_map::Hold +: 16]),
      .bound_i(settings[32*sema_map::StarvationBound +: AgeW]),
      .holder_limit_i(holder_limits),
      .table_floor_i(settings[32*sema_map::TableFloor +: IdW+1]),
      .response_split_i(settings[32*sema_map::ResponseSplit]),
      .close_i(!settings[32*sema_map::Enable]), .taken_o(taken), .held_o(held),
      .debt_lane_i(read_address[7:2]), .debt_o(debt), .debt_window_o(in_force),
      .holder_id_i({scan_id, holder}), .holder_held_o(holder_held),
      .holder_owes_o(holder_owes), .window_drop_o(window_drop), .window_use_o(window_use),
      .parked_o(parked), .enter_o(enter), .lacking_o(lacking), .group_o(group),
      .answered_group_o(answered_group), .new_group_o(new_group), .told_o(reported), .wrong_o(wrong),
      .any_taken_o(any_taken), .rests_o(rests),
      .trace_kind_o, .trace_tag_o, .trace_handle_o,
      .trace_mask_o, .trace_stage_o, .trace_response_o, .trace_return_kind_o,
      .trace_return_handle_o, .trace_return_lane_o, .trace_return_amount_o,
      .trace_return_observed_o);
  logic [3*CntW-1:0] thresholds;
  logic [3*19-1:0]   works;
  for (genvar k = 0; k < 3; k++) begin : gen_class
    assign thresholds[k*CntW +: CntW] = settings[32*(sema_map::MessageThreshold+k) +: CntW];
    assign works[k*19 +: 19]          = settings[32*(sema_map::CalibrateWork+k) +: 19];
  end

  // Lanes on which something returns.
  logic [Lanes-1:0] ret;
  assign ret[NHbm-1:0] = NHbm'(trace_return_kind_o[1:0] == 2'd1) << trace_return_lane_o[5:0];
  for (genvar l = NHbm; l < Lanes; l++) begin : gen_ret
    assign ret[l] = trace_return_kind_o[2*(l-NHbm+1) +: 2] == 2'd1;
  end

  logic calibrator_busy, messages_busy, loads, unread;
  logic [Lanes*CntW-1:0] unreported;
  sema_calibrator #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW)
  ) u_calibrator (
      .clk_i, .rst_ni, .ret_i(ret), .amount_i(trace_return_amount_o[Stages*CntW-1:0]),
      .observed_i(trace_return_observed_o[16*Stages-1:0]),
      .enable_i(settings[32*sema_map::CalibrateEnable +: Lanes]), .work_i(works),
      .fixed_i(settings[32*sema_map::CalibrateFixed +: 16]),
      .step_i(settings[32*sema_map::CalibrateStep +: 3]),
      .quantum_hbm_i(settings[32*sema_map::QuantumHbm +: 4]),
      .quantum_time_i(settings[32*sema_map::QuantumTime +: 4]),
      .hbm_reciprocal_i(settings[32*sema_map::HbmReciprocal +: 16]), .multipliers_i(multipliers),
      .clear_i(restart), .move_o(calibrate), .multiplier_o(multiplier), .busy_o(calibrator_busy));
  sema_messages #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW)
  ) u_messages (
      .clk_i, .rst_ni, .ret_i(ret), .amount_i(trace_return_amount_o[Stages*CntW-1:0]),
      .write_i(window_use), .drop_i(window_drop),
      .interval_i(settings[32*sema_map::MessageInterval +: 16]), .threshold_i(thresholds),
      .repeat_i(settings[32*sema_map::MessageRepeat +: 4]), .req_i(message_now),
      .quiet_i(quiet_o), .valid_o(message_valid_o), .ready_i(message_ready_i),
      .credit_o(message_credit_o), .unreported_o(unreported),
      .load_o(loads), .unread_o(unread), .busy_o(messages_busy));

  // Status.
  logic [32*sema_map::Flushed-1:0] words;
  localparam int unsigned  AddW = $clog2(Channels + 1);
  logic [4*AddW-1:0]       adds;
  logic                    granted;
  logic [Lanes:0]          denied;
  logic [31:0]             count, captured_word;
  logic [7:0]              errors;
  logic [32*8-1:0]         infos;
  localparam logic [31:0]  Sizes = 32'(NHbm + 256 * NAtomic + 4096 * NResponse + 65536 * CntW +
                                       16777216 * IdW);
  localparam logic [31:0]  MoreSizes = 32'(Slots + 256 * TagW + 65536 * GenW + 1048576 * AgeW +
                                           33554432 * WireW);
  localparam int unsigned  Between = sema_map::Identity - sema_map::SettingWords;
  logic                    reads_q, scans, old;
  logic [HandleW-1:0]      old_handle, holder_handle;
  logic [NameW-1:0]        holder_tag;
  logic [15:0]             holder_age, age_limit;
  always_ff @(posedge clk_i) reads_q <= rst_ni && reads;
  sema_status #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .IdW(IdW)
  ) u_status (
      .clk_i, .rst_ni, .kind_i(trace_kind_o), .mask_i(trace_mask_o), .answer_i(answer_kind_o),
      .return_kind_i(trace_return_kind_o), .free_i(free_valid_o), .message_i(loads),
      .calibration_i(calibrate != '0), .held_i(held), .anew_i(capture && write_data[1]), .waiting_i(taken),
      .read_address_i(read_address[11:2]), .count_o(count), .words_o(words), .add_o(adds),
      .granted_o(granted), .denied_o(denied));
  sema_telemetry #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .Depth(Depth), .Slots(Slots)
  ) u_telemetry (
      .clk_i, .rst_ni, .quiet_i(quiet_o),
      .enter_i(enter), .stage_queue_i, .stage_idle_i, .lacking_i(lacking),
      .return_kind_i(trace_return_kind_o), .return_lane_i(trace_return_lane_o),
      .grant_i(decision_kind_o == 2'd1), .leave_i(decision_kind_o != '0),
      .leave_group_i(group), .answered_i(answered_group), .new_i(new_group), .reported_i(reported),
      .denied_i(denied), .granted_i(granted), .add_i(adds), .capture_i(capture),
      .captured_o(captured), .read_address_i(read_address[11:2]), .read_data_o(captured_word));
  sema_holders #(.Depth(Depth), .TagW(TagW), .GenW(GenW)) u_holders (
      .clk_i, .rst_ni, .now_i, .epoch_i(epoch_q), .grant_i(decision_kind_o == 2'd1),
      .handle_i(decision_handle_o[GenW+IdW-1:0]),
      .tag_i(decision_tag_o[NameW-1:0]), .read_i(reads_q),
      .id_i(settings[32*sema_map::Holder +: IdW]), .handle_o(holder_handle), .tag_o(holder_tag),
      .age_o(holder_age), .age_limit_i(age_limit), .any_held_i(held != '0), .scan_o(scan_id),
      .held_i(holder_held[1]), .old_o(old), .old_handle_o(old_handle),
      .busy_o(scans));
  sema_errors #(
      .Lanes(Lanes), .Channels(Channels), .HandleW(HandleW), .NameW(NameW), .Depth(Depth)
  ) u_errors (
      .clk_i, .rst_ni, .return_kind_i(trace_return_kind_o),
      .return_handle_i(trace_return_handle_o), .reject_i(decision_kind_o == 2'd2),
      .tag_i(decision_tag_o[NameW-1:0]), .old_i(old), .old_handle_i(old_handle),
      .write_i(done && refused), .write_address_i(write_address), .read_i(answers && !known),
      .read_address_i(read_address), .unread_i(unread), .parked_i(parked), .wrong_i(wrong), .clear_i(clear),
      .mask_i(settings[32*sema_map::ErrorMask +: 8]), .errors_o(errors), .infos_o(infos), .irq_o);
  sema_read #(
      .Lanes(Lanes), .CntW(CntW), .Channels(Channels), .NameW(NameW), .Depth(Depth)
  ) u_read (
      .clk_i, .address_i(read_address),
      .settings_i({MoreSizes, Sizes, sema_map::IdentityWord, {Between{32'd0}}, settings} |
                  (32*sema_map::MoreSizes+32)'(limited) << 32 * sema_map::MultiplierLimited),
      .window_i(bus_window), .multipliers_i(multipliers), .parked_i(parked), .reported_i(message_credit_o),
      .unreported_i(unreported),
      .status_i({infos, 96'd0, 32'(errors), 64'd0, words}), .count_i(count),
      .captured_i(captured_word), .debt_i(debt), .in_force_i(in_force),
      .held_i(holder_held[0]), .owes_i(holder_owes), .handle_i(20'(holder_handle)),
      .tag_i(holder_tag), .age_i(holder_age), .known_o(known), .data_o(data));
  assign age_limit = settings[32*sema_map::AgeLimit +: 16];
  assign quiet_o   = rests && !bus_busy && !unit_busy && !calibrator_busy && !messages_busy && !scans;
`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    QUIET_A : assert (!quiet_o || trace_kind_o == '0 && trace_return_kind_o == '0 &&
                      answer_kind_o == '0 && free_valid_o == '0 && !window_write && !loads &&
                      axi_arready_o);
  end
`endif
endmodule
