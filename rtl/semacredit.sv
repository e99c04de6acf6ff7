// The admission block: wiring only. README.md in this folder is its specification.
module semacredit #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = sema_pkg::Depth,
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned OrderW = sema_pkg::OrderBits,
    localparam int unsigned WordW = sema_pkg::WordBits,
    localparam int unsigned WireW = sema_pkg::WireBits,
    localparam int unsigned DomainW = sema_pkg::DomainBits,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    // offer
    input  logic                        op_valid_i,
    output logic                        op_ready_o,
    input  logic [TagW-1:0]             op_tag_i,
    input  logic [3:0]                  op_opcode_i,
    input  logic [63:0]                 op_address_i,
    input  logic [31:0]                 op_length_i,
    input  logic [31:0]                 op_response_length_i,
    input  logic [WireW-1:0]            op_wire_bytes_i,
    input  logic                        op_urgent_i,
    input  logic [DomainW-1:0]          op_domain_i,
    // arbiter
    input  logic                        pause_i,
    // stage completions
    input  logic [NHbm-1:0]             hbm_valid_i,
    output logic [NHbm-1:0]             hbm_ready_o,
    input  logic [NHbm*IdW-1:0]         hbm_id_i,
    input  logic [NHbm*ServiceW-1:0]    hbm_service_i,
    input  logic                        atomic_valid_i,
    input  logic [IdW-1:0]              atomic_id_i,
    input  logic [ServiceW-1:0]         atomic_service_i,
    input  logic                        response_valid_i,
    input  logic [IdW-1:0]              response_id_i,
    input  logic [ServiceW-1:0]         response_service_i,
    // end-to-end completion
    input  logic                        done_valid_i,
    input  logic [IdW-1:0]              done_id_i,
    // configuration
    input  logic                        config_valid_i,
    input  logic [7:0]                  config_address_i,
    input  logic [31:0]                 config_data_i,
    // grant message
    output logic                        grant_valid_o,
    input  logic                        grant_ready_i,
    output logic [Lanes*CntW-1:0]       grant_credit_o,
    // status
    output logic                        quiet_o,
    // commit
    output logic [OrderW-1:0]           commit_order_o,
    output logic                        commit_reset_o,
    output logic                        commit_window_o,
    output logic [LaneW-1:0]            commit_window_lane_o,
    output logic [CntW-1:0]             commit_window_value_o,
    output logic [Lanes-1:0]            commit_calibrate_o,
    output logic [Lanes*WordW-1:0]      commit_multiplier_o,
    output logic [2:0]                  commit_kind_o,
    output logic [TagW-1:0]             commit_tag_o,
    output logic [IdW-1:0]              commit_id_o,
    output logic [Lanes:0]              commit_mask_o,
    output logic [LaneW-1:0]            commit_lane_o,
    output logic [CntW-1:0]             commit_hbm_o,
    output logic [CntW-1:0]             commit_atomic_o,
    output logic [CntW-1:0]             commit_response_o,
    output logic [1:0]                  commit_hbm_kind_o,
    output logic [1:0]                  commit_atomic_kind_o,
    output logic [1:0]                  commit_response_kind_o,
    output logic [IdW-1:0]              commit_hbm_id_o,
    output logic [IdW-1:0]              commit_atomic_id_o,
    output logic [IdW-1:0]              commit_response_id_o,
    output logic [LaneW-1:0]            commit_hbm_lane_o,
    output logic [CntW-1:0]             commit_hbm_amount_o,
    output logic [CntW-1:0]             commit_atomic_amount_o,
    output logic [CntW-1:0]             commit_response_amount_o,
    output logic [1:0]                  commit_done_kind_o,
    output logic [IdW-1:0]              commit_done_id_o,
    output logic [2:0]                  commit_retire_o,
    output logic [Lanes*CntW-1:0]       commit_debt_o
);

  localparam int unsigned LengthW = sema_pkg::LengthBits;
  localparam int unsigned MultiplierW = sema_pkg::MultiplierBits;
  localparam int unsigned StarvationW = sema_pkg::StarvationBits;
  localparam int unsigned RawW = sema_pkg::RawResponseBits;
  localparam int unsigned IntervalW = sema_pkg::GrantIntervalBits;

  // Configuration.
  logic                             window_write, into_force;
  logic [LaneW-1:0]                 window_lane, into_force_lane;
  logic [CntW-1:0]                  window, into_force_window;
  logic [Lanes*WordW-1:0]           multiplier;
  logic [Lanes-1:0]                 multiplier_write, calibrated;
  logic                             quantum_hbm_write, quantum_time_write;
  logic                             hbm_move, atomic_move, response_move;
  logic [HbmW-1:0]                  hbm_move_lane;
  logic [MultiplierW-1:0]           hbm_multiplier, atomic_multiplier, response_multiplier;
  logic [MultiplierW-1:0]           multiplier_min, multiplier_max;
  logic [8*WordW-1:0]               atomic_service;
  logic [WordW-1:0]                 response_fixed, response_reciprocal;
  logic [WordW-1:0]                 hbm_reciprocal;
  logic [StarvationW-1:0]           starvation_bound;
  logic [IdW:0]                     command_limit;
  logic [sema_pkg::QuantumBits-1:0] quantum_hbm, quantum_time;
  logic [HbmW*64-1:0]               map_mask;
  logic [IntervalW-1:0]             grant_interval;
  logic [CntW-1:0]                  grant_threshold_hbm, grant_threshold_time;

  sema_registers #(.NHbm(NHbm), .CntW(CntW), .Depth(Depth)) u_registers (
      .clk_i,
      .rst_ni,
      .valid_i               (config_valid_i),
      .address_i             (config_address_i),
      .data_i                (config_data_i),
      .hbm_move_i            (hbm_move),
      .hbm_lane_i            (hbm_move_lane),
      .hbm_multiplier_i      (hbm_multiplier),
      .atomic_move_i         (atomic_move),
      .atomic_multiplier_i   (atomic_multiplier),
      .response_move_i       (response_move),
      .response_multiplier_i (response_multiplier),
      .window_write_o        (window_write),
      .window_lane_o         (window_lane),
      .window_o              (window),
      .multiplier_write_o    (multiplier_write),
      .quantum_hbm_write_o   (quantum_hbm_write),
      .quantum_time_write_o  (quantum_time_write),
      .multiplier_o          (multiplier),
      .atomic_service_o      (atomic_service),
      .response_fixed_o      (response_fixed),
      .response_reciprocal_o (response_reciprocal),
      .command_limit_o       (command_limit),
      .quantum_hbm_o         (quantum_hbm),
      .quantum_time_o        (quantum_time),
      .map_mask_o            (map_mask),
      .grant_interval_o      (grant_interval),
      .grant_threshold_hbm_o (grant_threshold_hbm),
      .grant_threshold_time_o(grant_threshold_time),
      .starvation_bound_o    (starvation_bound),
      .hbm_reciprocal_o      (hbm_reciprocal),
      .multiplier_min_o      (multiplier_min),
      .multiplier_max_o      (multiplier_max),
      .calibrated_o          (calibrated),
      .into_force_o          (into_force),
      .into_force_lane_o     (into_force_lane),
      .into_force_window_o   (into_force_window)
  );

  // Offer to decision.
  logic                offered_known;
  logic [HbmW-1:0]     offered_lane;
  logic [LengthW-1:0]  offered_hbm;
  logic [WordW-1:0]    offered_atomic;
  logic [RawW-1:0]     offered_response;
  logic [ServiceW-1:0] offered_hbm_estimate, offered_response_estimate;

  sema_estimator #(.NHbm(NHbm)) u_estimator (
      .opcode_i             (op_opcode_i),
      .address_i            (op_address_i),
      .length_i             (op_length_i),
      .response_length_i    (op_response_length_i),
      .known_o              (offered_known),
      .lane_o               (offered_lane),
      .hbm_o                (offered_hbm),
      .atomic_o             (offered_atomic),
      .response_o           (offered_response),
      .hbm_estimate_o       (offered_hbm_estimate),
      .response_estimate_o  (offered_response_estimate),
      .map_mask_i           (map_mask),
      .atomic_service_i     (atomic_service),
      .response_fixed_i     (response_fixed),
      .response_reciprocal_i(response_reciprocal),
      .hbm_reciprocal_i     (hbm_reciprocal)
  );

  logic [HbmW-1:0]       raw_lane, lane;
  logic [LengthW-1:0]    raw_hbm;
  logic [WordW-1:0]      raw_atomic;
  logic [RawW-1:0]       raw_response;
  logic [CntW-1:0]       scaled_hbm, scaled_atomic, scaled_response, hbm, atomic, response;
  logic [Lanes-1:0]      scaled_used, used;
  logic [ServiceW-1:0]   hbm_estimate, atomic_estimate, response_estimate;
  logic [TagW-1:0]       look_tag, tag;
  logic                  look, decide, attempt, first, known, news;
  logic                  grant, deny, reject, repeated, leave;
  logic [Lanes:0]        refused;
  logic [Lanes*CntW-1:0] room;
  logic                  id_ready, arbitrating;
  assign leave = grant || reject || repeated;

  sema_arbiter #(.NHbm(NHbm), .CntW(CntW), .Slots(Slots), .TagW(TagW)) u_arbiter (
      .clk_i,
      .rst_ni,
      .op_valid_i,
      .op_ready_o,
      .op_tag_i,
      .op_wire_bytes_i,
      .op_urgent_i,
      .op_domain_i,
      .pause_i,
      .known_i             (offered_known),
      .lane_i              (offered_lane),
      .hbm_i               (offered_hbm),
      .atomic_i            (offered_atomic),
      .response_i          (offered_response),
      .hbm_estimate_i      (offered_hbm_estimate),
      .response_estimate_i (offered_response_estimate),
      .raw_lane_o          (raw_lane),
      .raw_hbm_o           (raw_hbm),
      .raw_atomic_o        (raw_atomic),
      .raw_response_o      (raw_response),
      .scaled_hbm_i        (scaled_hbm),
      .scaled_atomic_i     (scaled_atomic),
      .scaled_response_i   (scaled_response),
      .scaled_used_i       (scaled_used),
      .look_o              (look),
      .look_tag_o          (look_tag),
      .room_i              (room),
      .id_ready_i          (id_ready),
      .starvation_bound_i  (starvation_bound),
      .multiplier_write_i  (multiplier_write),
      .quantum_hbm_write_i (quantum_hbm_write),
      .quantum_time_write_i(quantum_time_write),
      .decide_o            (decide),
      .try_o               (attempt),
      .first_o             (first),
      .known_o             (known),
      .tag_o               (tag),
      .lane_o              (lane),
      .hbm_o               (hbm),
      .atomic_o            (atomic),
      .response_o          (response),
      .used_o              (used),
      .hbm_estimate_o      (hbm_estimate),
      .atomic_estimate_o   (atomic_estimate),
      .response_estimate_o (response_estimate),
      .grant_i             (grant),
      .deny_i              (deny),
      .leave_i             (leave),
      .refused_i           (refused),
      .news_o              (news),
      .busy_o              (arbitrating)
  );

  sema_scaler #(.NHbm(NHbm), .CntW(CntW)) u_scaler (
      .lane_i        (raw_lane),
      .hbm_i         (raw_hbm),
      .atomic_i      (raw_atomic),
      .response_i    (raw_response),
      .hbm_o         (scaled_hbm),
      .atomic_o      (scaled_atomic),
      .response_o    (scaled_response),
      .used_o        (scaled_used),
      .multiplier_i  (multiplier),
      .quantum_hbm_i (quantum_hbm),
      .quantum_time_i(quantum_time)
  );

  // Decision.
  logic                pool_steady, found;
  logic [Depth-1:0]    held;
  logic [IdW-1:0]      id, repeat_id;
  logic [Lanes-1:0]    over;
  logic                hbm_return, hbm_stray, hbm_retire;
  logic                atomic_return, atomic_stray, atomic_retire;
  logic                response_return, response_stray, response_retire;
  logic                done_retire, done_stray;
  logic [IdW-1:0]      hbm_id, atomic_id, response_id, done_id;
  logic [HbmW-1:0]     hbm_lane;
  logic [CntW-1:0]     hbm_amount, atomic_amount, response_amount;
  logic [ServiceW-1:0] hbm_estimated, atomic_estimated, response_estimated;
  logic [ServiceW-1:0] hbm_observed, atomic_observed, response_observed;
  logic                returning;

  sema_resource_table #(.NHbm(NHbm), .CntW(CntW)) u_resource_table (
      .clk_i,
      .rst_ni,
      .decide_i         (decide),
      .try_i            (attempt),
      .repeat_i         (found),
      .first_i          (first),
      .known_i          (known),
      .used_i           (used),
      .hbm_i            (hbm),
      .atomic_i         (atomic),
      .response_i       (response),
      .id_ready_i       (id_ready),
      .grant_o          (grant),
      .deny_o           (deny),
      .reject_o         (reject),
      .repeat_o         (repeated),
      .refused_o        (refused),
      .over_o           (over),
      .hbm_return_i     (hbm_return),
      .hbm_lane_i       (hbm_lane),
      .hbm_amount_i     (hbm_amount),
      .atomic_return_i  (atomic_return),
      .atomic_amount_i  (atomic_amount),
      .response_return_i(response_return),
      .response_amount_i(response_amount),
      .window_write_i   (window_write),
      .window_lane_i    (window_lane),
      .window_i         (window),
      .room_o           (room),
      .debt_o           (commit_debt_o)
  );

  sema_id_pool #(.Depth(Depth)) u_id_pool (
      .clk_i,
      .rst_ni,
      .ready_o          (id_ready),
      .id_o             (id),
      .grant_i          (grant),
      .hbm_retire_i     (hbm_retire),
      .hbm_id_i         (hbm_id),
      .atomic_retire_i  (atomic_retire),
      .atomic_id_i      (atomic_id),
      .response_retire_i(response_retire),
      .response_id_i    (response_id),
      .done_retire_i    (done_retire),
      .done_id_i        (done_id),
      .command_limit_i  (command_limit),
      .held_o           (held),
      .steady_o         (pool_steady)
  );

  sema_lookup #(.Depth(Depth), .TagW(TagW)) u_lookup (
      .clk_i,
      .rst_ni,
      .grant_i   (grant),
      .id_i      (id),
      .tag_i     (tag),
      .held_i    (held),
      .look_i    (look),
      .look_tag_i(look_tag),
      .found_o   (found),
      .id_o      (repeat_id)
  );

  // Returns.
  logic                collected;
  logic [HbmW-1:0]     collected_partition;
  logic [IdW-1:0]      collected_id;
  logic [ServiceW-1:0] collected_service;

  sema_collector #(.NHbm(NHbm), .Depth(Depth)) u_collector (
      .clk_i,
      .rst_ni,
      .valid_i    (hbm_valid_i),
      .ready_o    (hbm_ready_o),
      .id_i       (hbm_id_i),
      .service_i  (hbm_service_i),
      .valid_o    (collected),
      .partition_o(collected_partition),
      .id_o       (collected_id),
      .service_o  (collected_service)
  );

  sema_reservation_table #(.NHbm(NHbm), .CntW(CntW), .Depth(Depth)) u_reservation_table (
      .clk_i,
      .rst_ni,
      .grant_i            (grant),
      .id_i               (id),
      .used_i             (used),
      .lane_i             (lane),
      .hbm_i              (hbm),
      .atomic_i           (atomic),
      .response_i         (response),
      .hbm_estimate_i     (hbm_estimate),
      .atomic_estimate_i  (atomic_estimate),
      .response_estimate_i(response_estimate),
      .hbm_valid_i        (collected),
      .hbm_partition_i    (collected_partition),
      .hbm_id_i           (collected_id),
      .hbm_service_i      (collected_service),
      .atomic_valid_i,
      .atomic_id_i,
      .atomic_service_i,
      .response_valid_i,
      .response_id_i,
      .response_service_i,
      .done_valid_i,
      .done_id_i,
      .hbm_return_o       (hbm_return),
      .hbm_stray_o        (hbm_stray),
      .hbm_retire_o       (hbm_retire),
      .hbm_id_o           (hbm_id),
      .hbm_lane_o         (hbm_lane),
      .hbm_amount_o       (hbm_amount),
      .hbm_estimate_o     (hbm_estimated),
      .hbm_service_o      (hbm_observed),
      .atomic_return_o    (atomic_return),
      .atomic_stray_o     (atomic_stray),
      .atomic_retire_o    (atomic_retire),
      .atomic_id_o        (atomic_id),
      .atomic_amount_o    (atomic_amount),
      .atomic_estimate_o  (atomic_estimated),
      .atomic_service_o   (atomic_observed),
      .response_return_o  (response_return),
      .response_stray_o   (response_stray),
      .response_retire_o  (response_retire),
      .response_id_o      (response_id),
      .response_amount_o  (response_amount),
      .response_estimate_o(response_estimated),
      .response_service_o (response_observed),
      .done_retire_o      (done_retire),
      .done_stray_o       (done_stray),
      .done_id_o          (done_id),
      .busy_o             (returning)
  );

  // Calibration. The calibrators of Atomic and response have one lane each.
  logic hbm_calibrating, atomic_calibrating, response_calibrating;

  sema_calibrator #(.LaneW(HbmW)) u_hbm_calibrator (
      .clk_i,
      .rst_ni,
      .return_i    (hbm_return),
      .lane_i      (hbm_lane),
      .estimate_i  (hbm_estimated),
      .observed_i  (hbm_observed),
      .lane_o      (hbm_move_lane),
      .word_i      (multiplier[hbm_move_lane*WordW +: WordW]),
      .min_i       (multiplier_min),
      .max_i       (multiplier_max),
      .move_o      (hbm_move),
      .multiplier_o(hbm_multiplier),
      .busy_o      (hbm_calibrating)
  );

  /* verilator lint_off PINCONNECTEMPTY */
  sema_calibrator u_atomic_calibrator (
      .clk_i,
      .rst_ni,
      .return_i    (atomic_return),
      .lane_i      (1'b0),
      .estimate_i  (atomic_estimated),
      .observed_i  (atomic_observed),
      .lane_o      (),
      .word_i      (multiplier[NHbm*WordW +: WordW]),
      .min_i       (multiplier_min),
      .max_i       (multiplier_max),
      .move_o      (atomic_move),
      .multiplier_o(atomic_multiplier),
      .busy_o      (atomic_calibrating)
  );

  sema_calibrator u_response_calibrator (
      .clk_i,
      .rst_ni,
      .return_i    (response_return),
      .lane_i      (1'b0),
      .estimate_i  (response_estimated),
      .observed_i  (response_observed),
      .lane_o      (),
      .word_i      (multiplier[(NHbm+1)*WordW +: WordW]),
      .min_i       (multiplier_min),
      .max_i       (multiplier_max),
      .move_o      (response_move),
      .multiplier_o(response_multiplier),
      .busy_o      (response_calibrating)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // Grant messages.
  logic telling;

  sema_coalescer #(.NHbm(NHbm), .CntW(CntW)) u_coalescer (
      .clk_i,
      .rst_ni,
      .hbm_lane_i       (hbm_lane),
      .hbm_amount_i     (hbm_amount),
      .atomic_amount_i  (atomic_amount),
      .response_amount_i(response_amount),
      .valid_o          (grant_valid_o),
      .ready_i          (grant_ready_i),
      .credit_o         (grant_credit_o),
      .interval_i       (grant_interval),
      .threshold_hbm_i  (grant_threshold_hbm),
      .threshold_time_i (grant_threshold_time),
      .busy_o           (telling)
  );

  // Commit and status.
  logic commit_due;

  sema_commit #(.NHbm(NHbm), .CntW(CntW), .Depth(Depth), .TagW(TagW)) u_commit (
      .clk_i,
      .rst_ni,
      .window_i         (into_force),
      .window_lane_i    (into_force_lane),
      .window_value_i   (into_force_window),
      .calibrated_i     (calibrated),
      .multiplier_i     (multiplier),
      .grant_i          (grant),
      .deny_i           (deny),
      .reject_i         (reject),
      .repeat_i         (repeated),
      .news_i           (news),
      .tag_i            (tag),
      .id_i             (id),
      .repeat_id_i      (repeat_id),
      .used_i           (used),
      .refused_i        (refused),
      .over_i           (over),
      .lane_i           (lane),
      .hbm_i            (hbm),
      .atomic_i         (atomic),
      .response_i       (response),
      .hbm_return_i     (hbm_return),
      .hbm_stray_i      (hbm_stray),
      .hbm_retire_i     (hbm_retire),
      .hbm_id_i         (hbm_id),
      .hbm_lane_i       (hbm_lane),
      .hbm_amount_i     (hbm_amount),
      .atomic_return_i  (atomic_return),
      .atomic_stray_i   (atomic_stray),
      .atomic_retire_i  (atomic_retire),
      .atomic_id_i      (atomic_id),
      .atomic_amount_i  (atomic_amount),
      .response_return_i(response_return),
      .response_stray_i (response_stray),
      .response_retire_i(response_retire),
      .response_id_i    (response_id),
      .response_amount_i(response_amount),
      .done_retire_i    (done_retire),
      .done_stray_i     (done_stray),
      .done_id_i        (done_id),
      .order_o          (commit_order_o),
      .reset_o          (commit_reset_o),
      .window_o         (commit_window_o),
      .window_lane_o    (commit_window_lane_o),
      .window_value_o   (commit_window_value_o),
      .calibrate_o      (commit_calibrate_o),
      .multiplier_o     (commit_multiplier_o),
      .kind_o           (commit_kind_o),
      .tag_o            (commit_tag_o),
      .id_o             (commit_id_o),
      .mask_o           (commit_mask_o),
      .lane_o           (commit_lane_o),
      .hbm_o            (commit_hbm_o),
      .atomic_o         (commit_atomic_o),
      .response_o       (commit_response_o),
      .hbm_kind_o       (commit_hbm_kind_o),
      .atomic_kind_o    (commit_atomic_kind_o),
      .response_kind_o  (commit_response_kind_o),
      .hbm_id_o         (commit_hbm_id_o),
      .atomic_id_o      (commit_atomic_id_o),
      .response_id_o    (commit_response_id_o),
      .hbm_lane_o       (commit_hbm_lane_o),
      .hbm_amount_o     (commit_hbm_amount_o),
      .atomic_amount_o  (commit_atomic_amount_o),
      .response_amount_o(commit_response_amount_o),
      .done_kind_o      (commit_done_kind_o),
      .done_id_o        (commit_done_id_o),
      .retire_o         (commit_retire_o),
      .due_o            (commit_due)
  );

  sema_quiet u_quiet (
      .collecting_i (collected),
      .returning_i  (returning),
      .due_i        (commit_due),
      .calibrating_i(hbm_calibrating || atomic_calibrating || response_calibrating),
      .telling_i    (telling),
      .pool_steady_i(pool_steady),
      .arbitrating_i(arbitrating),
      .quiet_o
  );

endmodule
