// The admission block: wiring only. README.md in this folder is its specification.
module semacredit #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = sema_pkg::Depth,
    parameter int unsigned QueueDepth = sema_pkg::QueueDepth,
    parameter int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned OrderW = sema_pkg::OrderBits
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    // offer
    input  logic                   op_valid_i,
    output logic                   op_ready_o,
    input  logic [TagW-1:0]        op_tag_i,
    input  logic [3:0]             op_opcode_i,
    input  logic [63:0]            op_address_i,
    input  logic [31:0]            op_length_i,
    input  logic [31:0]            op_response_length_i,
    // stage completions
    input  logic [NHbm-1:0]        hbm_valid_i,
    output logic [NHbm-1:0]        hbm_ready_o,
    input  logic [NHbm*IdW-1:0]    hbm_id_i,
    input  logic                   atomic_valid_i,
    input  logic [IdW-1:0]         atomic_id_i,
    input  logic                   response_valid_i,
    input  logic [IdW-1:0]         response_id_i,
    // end-to-end completion
    input  logic                   done_valid_i,
    input  logic [IdW-1:0]         done_id_i,
    // configuration
    input  logic                   config_valid_i,
    input  logic [7:0]             config_address_i,
    input  logic [31:0]            config_data_i,
    // grant message
    output logic                   grant_valid_o,
    input  logic                   grant_ready_i,
    output logic [Lanes*CntW-1:0]  grant_credit_o,
    // status
    output logic                   quiet_o,
    // commit
    output logic [OrderW-1:0]      commit_order_o,
    output logic                   commit_reset_o,
    output logic                   commit_window_o,
    output logic [LaneW-1:0]       commit_window_lane_o,
    output logic [CntW-1:0]        commit_window_value_o,
    output logic [1:0]             commit_kind_o,
    output logic [TagW-1:0]        commit_tag_o,
    output logic [IdW-1:0]         commit_id_o,
    output logic [Lanes:0]         commit_mask_o,
    output logic [LaneW-1:0]       commit_lane_o,
    output logic [CntW-1:0]        commit_hbm_o,
    output logic [CntW-1:0]        commit_atomic_o,
    output logic [CntW-1:0]        commit_response_o,
    output logic [1:0]             commit_hbm_kind_o,
    output logic [1:0]             commit_atomic_kind_o,
    output logic [1:0]             commit_response_kind_o,
    output logic [IdW-1:0]         commit_hbm_id_o,
    output logic [IdW-1:0]         commit_atomic_id_o,
    output logic [IdW-1:0]         commit_response_id_o,
    output logic [LaneW-1:0]       commit_hbm_lane_o,
    output logic [CntW-1:0]        commit_hbm_amount_o,
    output logic [CntW-1:0]        commit_atomic_amount_o,
    output logic [CntW-1:0]        commit_response_amount_o,
    output logic [1:0]             commit_done_kind_o,
    output logic [IdW-1:0]         commit_done_id_o,
    output logic [2:0]             commit_retire_o,
    output logic [Lanes*CntW-1:0]  commit_debt_o
);

  localparam int unsigned LengthW = sema_pkg::LengthBits;
  localparam int unsigned WordW = sema_pkg::WordBits;
  localparam int unsigned RawW = sema_pkg::RawResponseBits;
  localparam int unsigned IntervalW = sema_pkg::GrantIntervalBits;

  // Configuration.
  logic                             window_write, into_force, refresh;
  logic [LaneW-1:0]                 window_lane, into_force_lane;
  logic [CntW-1:0]                  window, into_force_window;
  logic [Lanes*WordW-1:0]           multiplier;
  logic [8*WordW-1:0]               atomic_service;
  logic [WordW-1:0]                 response_fixed, response_reciprocal;
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
      .window_write_o        (window_write),
      .window_lane_o         (window_lane),
      .window_o              (window),
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
      .refresh_o             (refresh),
      .into_force_o          (into_force),
      .into_force_lane_o     (into_force_lane),
      .into_force_window_o   (into_force_window)
  );

  // Offer to head.
  logic               estimate_known;
  logic [HbmW-1:0]    estimate_lane;
  logic [LengthW-1:0] estimate_hbm;
  logic [WordW-1:0]   estimate_atomic;
  logic [RawW-1:0]    estimate_response;

  sema_estimator #(.NHbm(NHbm)) u_estimator (
      .opcode_i             (op_opcode_i),
      .address_i            (op_address_i),
      .length_i             (op_length_i),
      .response_length_i    (op_response_length_i),
      .known_o              (estimate_known),
      .lane_o               (estimate_lane),
      .hbm_o                (estimate_hbm),
      .atomic_o             (estimate_atomic),
      .response_o           (estimate_response),
      .map_mask_i           (map_mask),
      .atomic_service_i     (atomic_service),
      .response_fixed_i     (response_fixed),
      .response_reciprocal_i(response_reciprocal)
  );

  logic [HbmW-1:0]    raw_lane, lane;
  logic [LengthW-1:0] raw_hbm;
  logic [WordW-1:0]   raw_atomic;
  logic [RawW-1:0]    raw_response;
  logic [CntW-1:0]    scaled_hbm, scaled_atomic, scaled_response, hbm, atomic, response;
  logic [Lanes-1:0]   scaled_used, used;
  logic [TagW-1:0]    tag;
  logic               decide, first, known, empty;
  logic               grant, deny, reject;

  sema_waiting #(.NHbm(NHbm), .CntW(CntW), .QueueDepth(QueueDepth), .TagW(TagW)) u_waiting (
      .clk_i,
      .rst_ni,
      .op_valid_i,
      .op_ready_o,
      .op_tag_i,
      .known_i          (estimate_known),
      .lane_i           (estimate_lane),
      .hbm_i            (estimate_hbm),
      .atomic_i         (estimate_atomic),
      .response_i       (estimate_response),
      .raw_lane_o       (raw_lane),
      .raw_hbm_o        (raw_hbm),
      .raw_atomic_o     (raw_atomic),
      .raw_response_o   (raw_response),
      .scaled_hbm_i     (scaled_hbm),
      .scaled_atomic_i  (scaled_atomic),
      .scaled_response_i(scaled_response),
      .scaled_used_i    (scaled_used),
      .refresh_i        (refresh),
      .decide_o         (decide),
      .first_o          (first),
      .known_o          (known),
      .tag_o            (tag),
      .lane_o           (lane),
      .hbm_o            (hbm),
      .atomic_o         (atomic),
      .response_o       (response),
      .used_o           (used),
      .leave_i          (grant || reject),
      .empty_o          (empty)
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
  logic             id_ready, pool_load, pool_steady;
  logic [IdW-1:0]   id;
  logic [Lanes:0]   refused;
  logic [Lanes-1:0] over;
  logic             hbm_return, hbm_stray, hbm_retire;
  logic             atomic_return, atomic_stray, atomic_retire;
  logic             response_return, response_stray, response_retire;
  logic             done_retire, done_stray;
  logic [IdW-1:0]   hbm_id, atomic_id, response_id, done_id;
  logic [HbmW-1:0]  hbm_lane;
  logic [CntW-1:0]  hbm_amount, atomic_amount, response_amount;
  logic             returning;

  sema_resource_table #(.NHbm(NHbm), .CntW(CntW)) u_resource_table (
      .clk_i,
      .rst_ni,
      .decide_i         (decide),
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
      .load_o           (pool_load),
      .steady_o         (pool_steady)
  );

  // Returns.
  logic            collected;
  logic [HbmW-1:0] collected_partition;
  logic [IdW-1:0]  collected_id;

  sema_collector #(.NHbm(NHbm), .Depth(Depth)) u_collector (
      .clk_i,
      .rst_ni,
      .valid_i    (hbm_valid_i),
      .ready_o    (hbm_ready_o),
      .id_i       (hbm_id_i),
      .valid_o    (collected),
      .partition_o(collected_partition),
      .id_o       (collected_id)
  );

  sema_reservation_table #(.NHbm(NHbm), .CntW(CntW), .Depth(Depth)) u_reservation_table (
      .clk_i,
      .rst_ni,
      .grant_i          (grant),
      .id_i             (id),
      .used_i           (used),
      .lane_i           (lane),
      .hbm_i            (hbm),
      .atomic_i         (atomic),
      .response_i       (response),
      .hbm_valid_i      (collected),
      .hbm_partition_i  (collected_partition),
      .hbm_id_i         (collected_id),
      .atomic_valid_i,
      .atomic_id_i,
      .response_valid_i,
      .response_id_i,
      .done_valid_i,
      .done_id_i,
      .hbm_return_o     (hbm_return),
      .hbm_stray_o      (hbm_stray),
      .hbm_retire_o     (hbm_retire),
      .hbm_id_o         (hbm_id),
      .hbm_lane_o       (hbm_lane),
      .hbm_amount_o     (hbm_amount),
      .atomic_return_o  (atomic_return),
      .atomic_stray_o   (atomic_stray),
      .atomic_retire_o  (atomic_retire),
      .atomic_id_o      (atomic_id),
      .atomic_amount_o  (atomic_amount),
      .response_return_o(response_return),
      .response_stray_o (response_stray),
      .response_retire_o(response_retire),
      .response_id_o    (response_id),
      .response_amount_o(response_amount),
      .done_retire_o    (done_retire),
      .done_stray_o     (done_stray),
      .done_id_o        (done_id),
      .busy_o           (returning)
  );

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
      .grant_i          (grant),
      .deny_i           (deny),
      .reject_i         (reject),
      .first_i          (first),
      .tag_i            (tag),
      .id_i             (id),
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
      .clk_i,
      .rst_ni,
      .collecting_i  (collected),
      .returning_i   (returning),
      .due_i         (commit_due),
      .refresh_i     (refresh),
      .telling_i     (telling),
      .pool_steady_i (pool_steady),
      .pool_load_i   (pool_load),
      .empty_i       (empty),
      .deny_i        (deny),
      .config_valid_i,
      .quiet_o
  );

endmodule
