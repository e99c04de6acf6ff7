// The admission block: wiring only. spec/ in this folder is its specification.
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
    localparam int unsigned ServiceW = sema_pkg::ServiceBits,
    localparam int unsigned AddressW = sema_pkg::AxiAddressBits,
    localparam int unsigned TimeW = sema_pkg::TimeBits
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
    // registers, AXI4-Lite
    input  logic                        axi_awvalid_i,
    output logic                        axi_awready_o,
    input  logic [AddressW-1:0]         axi_awaddr_i,
    input  logic                        axi_wvalid_i,
    output logic                        axi_wready_o,
    input  logic [31:0]                 axi_wdata_i,
    input  logic [3:0]                  axi_wstrb_i,
    output logic                        axi_bvalid_o,
    input  logic                        axi_bready_i,
    output logic [1:0]                  axi_bresp_o,
    input  logic                        axi_arvalid_i,
    output logic                        axi_arready_o,
    input  logic [AddressW-1:0]         axi_araddr_i,
    output logic                        axi_rvalid_o,
    input  logic                        axi_rready_i,
    output logic [31:0]                 axi_rdata_o,
    output logic [1:0]                  axi_rresp_o,
    // the system's time in clocks
    input  logic [TimeW-1:0]            now_i,
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

  localparam int unsigned MultiplierW = sema_pkg::MultiplierBits;
  localparam int unsigned StarvationW = sema_pkg::StarvationBits;
  localparam int unsigned IntervalW = sema_pkg::GrantIntervalBits;
  localparam int unsigned Errors = sema_pkg::Errors;
  localparam int unsigned SlotW = $clog2(Slots + 1);

  // Registers.
  logic                             register_write, write_known, write_performed, write_error;
  logic                             register_read, told, read_known, read_error, accessed;
  logic [AddressW-1:0]              write_address, read_address;
  logic [31:0]                      write_data, read_data;
  logic [Lanes-1:0]                 window_written, multiplier_written, multiplier_move;
  logic [Lanes*WordW-1:0]           multiplier, moved_multiplier;
  logic [MultiplierW-1:0]           multiplier_min, multiplier_max;
  logic                             quantum_hbm_write, quantum_time_write;
  logic [8*WordW-1:0]               atomic_service;
  logic [WordW-1:0]                 response_fixed, response_reciprocal;
  logic [WordW-1:0]                 hbm_reciprocal;
  logic [StarvationW-1:0]           starvation_bound;
  logic [IdW:0]                     command_limit;
  logic [sema_pkg::QuantumBits-1:0] quantum_hbm, quantum_time;
  logic [HbmW*64-1:0]               map_mask;
  logic [IntervalW-1:0]             grant_interval;
  logic [CntW-1:0]                  grant_threshold_hbm, grant_threshold_time;
  logic [63:0]                      autotune_enable;
  logic [23:0]                      autotune_interval;
  logic [WordW-1:0]                 clock_quanta;
  logic [3*CntW-1:0]                window_floor, window_ceiling;
  logic [Lanes*CntW-1:0]            windows;
  logic [31:0]                      grants, rejects, repeats, completes, calibrations, messages;
  logic [3*32-1:0]                  returns;
  logic [IdW:0]                     reservations, held_late, reservations_max;
  logic [SlotW-1:0]                 waiting;
  logic [Errors-1:0]                errors, errors_set;
  logic [3:0]                       first_error;
  logic [31:0]                      first_error_info, first_error_time;
  logic [(Lanes+1)*32-1:0]          denials;
  logic [Lanes*CntW-1:0]            debt_max;
  logic [Lanes*32-1:0]              busy;

  sema_axi u_axi (
      .clk_i,
      .rst_ni,
      .axi_awvalid_i,
      .axi_awready_o,
      .axi_awaddr_i,
      .axi_wvalid_i,
      .axi_wready_o,
      .axi_wdata_i,
      .axi_wstrb_i,
      .axi_bvalid_o,
      .axi_bready_i,
      .axi_bresp_o,
      .axi_arvalid_i,
      .axi_arready_o,
      .axi_araddr_i,
      .axi_rvalid_o,
      .axi_rready_i,
      .axi_rdata_o,
      .axi_rresp_o,
      .write_o        (register_write),
      .write_address_o(write_address),
      .write_data_o   (write_data),
      .write_known_i  (write_known),
      .performed_o    (write_performed),
      .read_o         (register_read),
      .told_i         (told),
      .read_known_i   (read_known),
      .read_data_i    (read_data),
      .write_error_o  (write_error),
      .read_error_o   (read_error),
      .read_address_o (read_address),
      .busy_o         (accessed)
  );

  sema_registers #(.NHbm(NHbm), .CntW(CntW), .Depth(Depth), .Slots(Slots)) u_registers (
      .clk_i,
      .rst_ni,
      .write_i               (register_write),
      .write_address_i       (write_address),
      .write_data_i          (write_data),
      .write_known_o         (write_known),
      .read_i                (register_read),
      .read_address_i        (read_address),
      .told_o                (told),
      .read_data_o           (read_data),
      .read_known_o          (read_known),
      .window_i              (windows),
      .window_write_o        (window_written),
      .multiplier_we_i       (multiplier_move),
      .multiplier_i          (moved_multiplier),
      .multiplier_o          (multiplier),
      .multiplier_write_o    (multiplier_written),
      .atomic_service_o      (atomic_service),
      .response_fixed_o      (response_fixed),
      .response_reciprocal_o (response_reciprocal),
      .command_limit_o       (command_limit),
      .quantum_hbm_o         (quantum_hbm),
      .quantum_hbm_write_o   (quantum_hbm_write),
      .quantum_time_o        (quantum_time),
      .quantum_time_write_o  (quantum_time_write),
      .grant_interval_o      (grant_interval),
      .grant_threshold_hbm_o (grant_threshold_hbm),
      .grant_threshold_time_o(grant_threshold_time),
      .starvation_bound_o    (starvation_bound),
      .hbm_reciprocal_o      (hbm_reciprocal),
      .multiplier_min_o      (multiplier_min),
      .multiplier_max_o      (multiplier_max),
      .map_mask_o            (map_mask),
      .autotune_enable_o     (autotune_enable),
      .autotune_interval_o   (autotune_interval),
      .clock_quanta_o        (clock_quanta),
      .window_floor_o        (window_floor),
      .window_ceiling_o      (window_ceiling),
      .grants_i              (grants),
      .rejects_i             (rejects),
      .repeats_i             (repeats),
      .completes_i           (completes),
      .returns_i             (returns),
      .calibrations_i        (calibrations),
      .messages_i            (messages),
      .held_i                (held_late),
      .held_max_i            (reservations_max),
      .waiting_i             (waiting),
      .errors_set_i          (errors_set),
      .errors_o              (errors),
      .first_error_i         (first_error),
      .first_error_info_i    (first_error_info),
      .first_error_time_i    (first_error_time),
      .denials_i             (denials),
      .debt_i                (commit_debt_o),
      .debt_max_i            (debt_max),
      .busy_i                (busy)
  );

  // Changes of windows and multipliers.
  logic                   window_write, into_force, tune;
  logic [LaneW-1:0]       window_lane, into_force_lane, tune_lane;
  logic [CntW-1:0]        window, into_force_window, tune_window;
  logic [Lanes-1:0]       multiplier_write, calibrated;
  logic                   hbm_move, atomic_move, response_move;
  logic [HbmW-1:0]        hbm_move_lane;
  logic [MultiplierW-1:0] hbm_multiplier, atomic_multiplier, response_multiplier;

  sema_register_update #(.NHbm(NHbm), .CntW(CntW)) u_register_update (
      .clk_i,
      .rst_ni,
      .window_write_i       (window_written),
      .multiplier_write_i   (multiplier_written),
      .lane_i               (write_address[2 +: LaneW]),
      .window_i             (write_data[CntW-1:0]),
      .hbm_move_i           (hbm_move),
      .hbm_lane_i           (hbm_move_lane),
      .hbm_multiplier_i     (hbm_multiplier),
      .atomic_move_i        (atomic_move),
      .atomic_multiplier_i  (atomic_multiplier),
      .response_move_i      (response_move),
      .response_multiplier_i(response_multiplier),
      .multiplier_i         (multiplier),
      .tune_i               (tune),
      .tune_lane_i          (tune_lane),
      .tune_window_i        (tune_window),
      .window_write_o       (window_write),
      .window_lane_o        (window_lane),
      .window_o             (window),
      .move_o               (multiplier_move),
      .word_o               (moved_multiplier),
      .multiplier_write_o   (multiplier_write),
      .calibrated_o         (calibrated),
      .into_force_o         (into_force),
      .into_force_lane_o    (into_force_lane),
      .into_force_window_o  (into_force_window),
      .windows_o            (windows)
  );

  // Offer to decision.
  logic [TagW-1:0]      tag;
  logic                 chose, walking, grant_now, grant, deny, reject, repeated, deny_changed;
  logic [Lanes:0]       refused;
  logic [Lanes-1:0]     over, used;
  logic [HbmW-1:0]      lane;
  logic [CntW-1:0]      hbm, atomic, response;
  logic [ServiceW-1:0]  hbm_estimate, atomic_estimate, response_estimate;
  logic [Lanes*CntW-1:0] debt;
  logic [Depth-1:0]     held;
  logic [IdW-1:0]       candidate, id;
  logic [2:0]           credit;      // commits six clocks later
  logic [HbmW-1:0]      credit_lane;
  logic [3*CntW-1:0]    credit_amount;
  logic [3:0]           retire;      // commits two clocks later
  logic [4*IdW-1:0]     retire_id;

  sema_admit #(.NHbm(NHbm), .CntW(CntW), .Slots(Slots), .Depth(Depth), .TagW(TagW)) u_admit (
      .clk_i,
      .rst_ni,
      .op_valid_i,
      .op_ready_o,
      .op_tag_i,
      .op_wire_bytes_i,
      .op_urgent_i,
      .op_domain_i,
      .op_opcode_i,
      .op_address_i,
      .op_length_i,
      .op_response_length_i,
      .pause_i,
      .map_mask_i           (map_mask),
      .atomic_service_i     (atomic_service),
      .response_fixed_i     (response_fixed),
      .response_reciprocal_i(response_reciprocal),
      .hbm_reciprocal_i     (hbm_reciprocal),
      .multiplier_i         (multiplier),
      .quantum_hbm_i        (quantum_hbm),
      .quantum_time_i       (quantum_time),
      .change_i             (multiplier_write != '0 || quantum_hbm_write || quantum_time_write),
      .starvation_bound_i   (starvation_bound),
      .limit_i              (command_limit),
      .window_write_i       (window_write),
      .window_lane_i        (window_lane),
      .window_i             (window),
      .return_i             (credit),
      .hbm_lane_i           (LaneW'(credit_lane)),
      .amount_i             (credit_amount),
      .retire_i             (retire),
      .held_i               (held),
      .id_i                 (candidate),
      .grant_o              (grant_now),
      .granted_o            (grant),
      .rejected_o           (reject),
      .repeated_o           (repeated),
      .denied_o             (deny),
      .deny_changed_o       (deny_changed),
      .tag_o                (tag),
      .id_o                 (id),
      .refused_o            (refused),
      .over_o               (over),
      .used_o               (used),
      .lane_o               (lane),
      .hbm_o                (hbm),
      .atomic_o             (atomic),
      .response_o           (response),
      .hbm_estimate_o       (hbm_estimate),
      .atomic_estimate_o    (atomic_estimate),
      .response_estimate_o  (response_estimate),
      .debt_o               (debt),
      .walking_o            (walking),
      .chose_o              (chose)
  );

  // Ids are counted a clock before their grants commit.
  logic unused_ready;
  sema_id_pool #(.Depth(Depth)) u_id_pool (
      .clk_i,
      .rst_ni,
      .ready_o    (unused_ready),
      .id_o       (candidate),
      .grant_i    (grant_now),
      .retire_i   (retire),
      .retire_id_i(retire_id),
      .held_o     (held),
      .count_o    (reservations)
  );
  // Returns.
  logic                hbm_return, hbm_stray, hbm_retire;
  logic                atomic_return, atomic_stray, atomic_retire;
  logic                response_return, response_stray, response_retire;
  logic                done_retire, done_stray;
  logic [IdW-1:0]      hbm_id, atomic_id, response_id, done_id;
  logic [HbmW-1:0]     hbm_lane, hbm_lane_next;
  logic [CntW-1:0]     hbm_amount, atomic_amount, response_amount;
  logic [ServiceW-1:0] hbm_estimated, atomic_estimated, response_estimated;
  logic [ServiceW-1:0] hbm_observed, atomic_observed, response_observed;
  logic                collected, collecting;
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
      .service_o  (collected_service),
      .busy_o     (collecting)
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
      .credit_o           (credit),
      .credit_lane_o      (credit_lane),
      .credit_amount_o    (credit_amount),
      .retire_o           (retire),
      .retire_id_o        (retire_id),
      .hbm_return_o       (hbm_return),
      .hbm_stray_o        (hbm_stray),
      .hbm_retire_o       (hbm_retire),
      .hbm_id_o           (hbm_id),
      .hbm_lane_o         (hbm_lane),
      .hbm_lane_next_o    (hbm_lane_next),
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
      .done_id_o          (done_id)
  );

  // Calibration. The calibrators of Atomic and response have one lane each.
  logic hbm_calibrating, atomic_calibrating, response_calibrating;

  sema_calibrator #(.Lanes(NHbm)) u_hbm_calibrator (
      .clk_i,
      .rst_ni,
      .return_i    (hbm_return),
      .lane_i      (hbm_lane),
      .estimate_i  (hbm_estimated),
      .observed_i  (hbm_observed),
      .word_i      (multiplier[NHbm*WordW-1:0]),
      .written_i   (multiplier_written[NHbm-1:0]),
      .min_i       (multiplier_min),
      .max_i       (multiplier_max),
      .move_o      (hbm_move),
      .lane_o      (hbm_move_lane),
      .multiplier_o(hbm_multiplier),
      .busy_o      (hbm_calibrating)
  );

  /* verilator lint_off PINCONNECTEMPTY */
  sema_calibrator #(.Lanes(1)) u_atomic_calibrator (
      .clk_i,
      .rst_ni,
      .return_i    (atomic_return),
      .lane_i      (1'b0),
      .estimate_i  (atomic_estimated),
      .observed_i  (atomic_observed),
      .word_i      (multiplier[NHbm*WordW +: WordW]),
      .written_i   (multiplier_written[NHbm]),
      .min_i       (multiplier_min),
      .max_i       (multiplier_max),
      .move_o      (atomic_move),
      .lane_o      (),
      .multiplier_o(atomic_multiplier),
      .busy_o      (atomic_calibrating)
  );

  sema_calibrator #(.Lanes(1)) u_response_calibrator (
      .clk_i,
      .rst_ni,
      .return_i    (response_return),
      .lane_i      (1'b0),
      .estimate_i  (response_estimated),
      .observed_i  (response_observed),
      .word_i      (multiplier[(NHbm+1)*WordW +: WordW]),
      .written_i   (multiplier_written[NHbm+1]),
      .min_i       (multiplier_min),
      .max_i       (multiplier_max),
      .move_o      (response_move),
      .lane_o      (),
      .multiplier_o(response_multiplier),
      .busy_o      (response_calibrating)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // Window autotuning.
  logic tuning;

  sema_autotune #(.NHbm(NHbm), .CntW(CntW)) u_autotune (
      .clk_i,
      .rst_ni,
      .now_i         (now_i[31:0]),
      .return_i      ({response_return, atomic_return, hbm_return}),
      .hbm_lane_i    (hbm_lane),
      .service_i     ({response_observed, atomic_observed, hbm_observed}),
      .deny_i        (deny && deny_changed),
      .refused_i     (refused[Lanes-1:0]),
      .window_i      (windows),
      .written_i     (window_written != '0),
      .enable_i      (autotune_enable[Lanes-1:0]),
      .interval_i    (autotune_interval),
      .clock_quanta_i(clock_quanta),
      .floor_i       (window_floor),
      .ceiling_i     (window_ceiling),
      .tune_o        (tune),
      .lane_o        (tune_lane),
      .window_o      (tune_window),
      .busy_o        (tuning)
  );

  // Grant messages.
  logic message_busy, message_load;

  sema_coalescer #(.NHbm(NHbm), .CntW(CntW)) u_coalescer (
      .clk_i,
      .rst_ni,
      .return_i         ({response_return, atomic_return, hbm_return}),
      .hbm_amount_i     (hbm_amount),
      .atomic_amount_i  (atomic_amount),
      .response_amount_i(response_amount),
      .hbm_lane_next_i  (hbm_lane_next),
      .valid_o          (grant_valid_o),
      .ready_i          (grant_ready_i),
      .credit_o         (grant_credit_o),
      .load_o           (message_load),
      .interval_i       (grant_interval),
      .threshold_hbm_i  (grant_threshold_hbm),
      .threshold_time_i (grant_threshold_time),
      .busy_o           (message_busy)
  );

  // Status.
  sema_status #(.NHbm(NHbm), .CntW(CntW), .Depth(Depth), .Slots(Slots), .TagW(TagW)) u_status (
      .clk_i,
      .rst_ni,
      .now_i             (now_i[31:0]),
      .offer_i           (op_valid_i && op_ready_o),
      .calibrate_i       (calibrated != '0),
      .grant_i           (grant),
      .reject_i          (reject),
      .repeat_i          (repeated),
      .deny_i            (deny && deny_changed),
      .refused_i         (refused),
      .known_i           (over != '0),
      .over_i            (over != '0),
      .return_i          ({response_return, atomic_return, hbm_return}),
      .stray_i           ({done_stray, response_stray, atomic_stray, hbm_stray}),
      .retire_i          ({done_retire, response_retire, atomic_retire, hbm_retire}),
      .tag_i             (commit_tag_o),
      .hbm_id_i          (commit_hbm_id_o),
      .atomic_id_i       (commit_atomic_id_o),
      .response_id_i     (commit_response_id_o),
      .done_id_i         (commit_done_id_o),
      .message_i         (message_load),
      .write_error_i     (write_error),
      .write_address_i   (write_address),
      .read_error_i      (read_error),
      .read_address_i    (read_address),
      .debt_i            (commit_debt_o),
      .held_i            (reservations),
      .errors_i          (errors),
      .grants_o          (grants),
      .rejects_o         (rejects),
      .repeats_o         (repeats),
      .completes_o       (completes),
      .returns_o         (returns),
      .calibrations_o    (calibrations),
      .messages_o        (messages),
      .held_o            (held_late),
      .held_max_o        (reservations_max),
      .waiting_o         (waiting),
      .errors_set_o      (errors_set),
      .first_error_o     (first_error),
      .first_error_info_o(first_error_info),
      .first_error_time_o(first_error_time),
      .denials_o         (denials),
      .debt_max_o        (debt_max),
      .busy_o            (busy)
  );

  // Commit and quiet.
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
      .deny_changed_i   (deny_changed),
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
      .debt_i           (debt),
      .debt_o           (commit_debt_o)
  );

  // For waveforms.
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    /* verilator lint_off UNUSEDSIGNAL */
    logic [CntW-1:0] lane_window, lane_debt;
    /* verilator lint_on UNUSEDSIGNAL */
    assign lane_window = windows[l*CntW +: CntW];
    assign lane_debt   = commit_debt_o[l*CntW +: CntW];
  end

  logic pause_q, eventful;
  always_ff @(posedge clk_i) pause_q <= rst_ni && pause_i;
  assign eventful = (op_valid_i && op_ready_o) || collected || atomic_valid_i || response_valid_i ||
                    done_valid_i || write_performed || tune || multiplier_move != '0 || walking ||
                    pause_i != pause_q;

  sema_quiet u_quiet (
      .clk_i,
      .rst_ni,
      .event_i       (eventful),
      .chose_i       (chose),
      .collecting_i  (collecting),
      .calibrating_i (hbm_calibrating || atomic_calibrating || response_calibrating),
      .tuning_i      (tuning),
      .message_busy_i(message_busy),
      .accessed_i    (accessed),
      .quiet_o
  );

endmodule
