// Admission path: from an offer to its decision, one of each in every clock. The demand
// path, the arbiter, the decision and the look-up, wired up. Clocks: o of an offer, d of a decision.
//
// Promises: those of its parts; a grant takes its id in d + 1, and what is decided is shown in d + 2,
// with all that a reservation keeps.
module sema_admit #(
    parameter bit          Gates = sema_pkg::Gates,
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned Depth = sema_pkg::Depth,
    parameter int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned WordW = sema_pkg::WordBits,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits,
    localparam int unsigned Classes = sema_pkg::Classes
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    // offer
    input  logic                                  op_valid_i,
    output logic                                  op_ready_o,
    input  logic [TagW-1:0]                       op_tag_i,
    input  logic [sema_pkg::WireBits-1:0]         op_wire_bytes_i,
    input  logic                                  op_urgent_i,
    input  logic [sema_pkg::DomainBits-1:0]       op_domain_i,
    input  logic [3:0]                            op_opcode_i,
    input  logic [63:0]                           op_address_i,
    input  logic [sema_pkg::LengthBits-1:0]       op_length_i,
    input  logic [sema_pkg::LengthBits-1:0]       op_response_length_i,
    input  logic                                  pause_i,
    // configuration in force, and whether a multiplier or quantum is written
    input  logic [HbmW*64-1:0]                    map_mask_i,
    input  logic [8*WordW-1:0]                    atomic_service_i,
    input  logic [WordW-1:0]                      response_fixed_i,
    input  logic [WordW-1:0]                      response_reciprocal_i,
    input  logic [WordW-1:0]                      hbm_reciprocal_i,
    input  logic [Lanes*WordW-1:0]                multiplier_i,
    input  logic [sema_pkg::QuantumBits-1:0]      quantum_hbm_i,
    input  logic [sema_pkg::QuantumBits-1:0]      quantum_time_i,
    input  logic                                  change_i,
    input  logic [sema_pkg::StarvationBits-1:0]   starvation_bound_i,
    input  logic [IdW:0]                          limit_i,
    // window to write, six clocks before it commits
    input  logic                                  window_write_i,
    input  logic [LaneW-1:0]                      window_lane_i,
    input  logic [CntW-1:0]                       window_i,
    // returns, four clocks before they commit
    input  logic [Classes-1:0]                    return_i,
    input  logic [LaneW-1:0]                      hbm_lane_i,
    input  logic [Classes*CntW-1:0]               amount_i,
    // reservations: freed in this clock; held; the id of a grant that is shown in this clock
    input  logic [3:0]                            retire_i,
    input  logic [Depth-1:0]                      held_i,
    input  logic [IdW-1:0]                        id_i,
    // grant, d + 1
    output logic                                  grant_o,
    // decision, d + 2
    output logic                                  granted_o,
    output logic                                  rejected_o,
    output logic                                  repeated_o,
    output logic                                  denied_o,
    output logic                                  deny_changed_o,
    output logic [TagW-1:0]                       tag_o,
    output logic [IdW-1:0]                        id_o,            // granted or repeated
    output logic [Lanes:0]                        refused_o,
    output logic [Lanes-1:0]                      over_o,
    output logic [Lanes-1:0]                      used_o,
    output logic [HbmW-1:0]                       lane_o,          // 0 if HBM is not used
    output logic [CntW-1:0]                       hbm_o,
    output logic [CntW-1:0]                       atomic_o,
    output logic [CntW-1:0]                       response_o,
    output logic [ServiceW-1:0]                   hbm_estimate_o,
    output logic [ServiceW-1:0]                   atomic_estimate_o,
    output logic [ServiceW-1:0]                   response_estimate_o,
    output logic [Lanes*CntW-1:0]                 debt_o,
    // quiet
    output logic                                  walking_o,
    output logic                                  chose_o          // one was chosen, c + 1
);

  localparam int unsigned SlotW = sema_pkg::index_width(Slots);
  localparam int unsigned Demands = sema_pkg::copies(Slots / 8);
  localparam int unsigned HbmCopies = sema_pkg::copies(NHbm / 2 + 1);
  localparam int unsigned TimeCopies = sema_pkg::copies(2);
  localparam int unsigned TagCopies = sema_pkg::copies(Depth / 16);

  // Demands.
  logic                          hold, inserted;
  logic [SlotW-1:0]              insert_index, scaled_index, select_index;
  logic [Slots-1:0]              scaled;
  logic [Demands*NHbm-1:0]       scaled_lane;
  logic [Demands*3-1:0]          scaled_used;
  logic [Demands*CntW-1:0]       scaled_hbm, scaled_atomic, scaled_response;
  logic                          select_valid, known;
  logic [3*ServiceW-1:0]         estimates;
  sema_demand #(
      .Gates(Gates), .NHbm(NHbm), .CntW(CntW), .Slots(Slots), .Copies(Demands)
  ) u_demand (
      .clk_i,
      .rst_ni,
      .hold_o             (hold),
      .op_opcode_i,
      .op_address_i,
      .op_length_i,
      .op_response_length_i,
      .inserted_i         (inserted),
      .insert_index_i     (insert_index),
      .map_mask_i,
      .atomic_service_i,
      .response_fixed_i,
      .response_reciprocal_i,
      .hbm_reciprocal_i,
      .multiplier_i,
      .quantum_hbm_i,
      .quantum_time_i,
      .change_i,
      .scaled_o           (scaled),
      .scaled_index_o     (scaled_index),
      .lane_o             (scaled_lane),
      .used_o             (scaled_used),
      .hbm_o              (scaled_hbm),
      .atomic_o           (scaled_atomic),
      .response_o         (scaled_response),
      .read_i             (select_valid),
      .read_index_i       (select_index),
      .known_o            (known),
      .hbm_estimate_o     (estimates[2*ServiceW +: ServiceW]),
      .atomic_estimate_o  (estimates[ServiceW +: ServiceW]),
      .response_estimate_o(estimates[0 +: ServiceW]),
      .walking_o
  );

  // Choice.
  logic                       valid, tried, first, other, deny, full;
  logic                       grant_now;
  logic [3:0]                 last_denied, refused_class;
  logic [NHbm-1:0]            lane;
  logic [1:0]                 used_time;
  logic [HbmCopies*CntW-1:0]  hbm;
  logic [TimeCopies*CntW-1:0] atomic, response;
  logic [TagCopies*TagW-1:0]  tag;
  logic [Lanes*CntW-1:0]      room;
  logic [Lanes-1:0]           under;
  sema_arbiter #(
      .NHbm(NHbm), .CntW(CntW), .Slots(Slots), .TagW(TagW), .Gates(Gates), .Demands(Demands),
      .HbmCopies(HbmCopies), .TimeCopies(TimeCopies), .TagCopies(TagCopies)
  ) u_arbiter (
      .clk_i,
      .rst_ni,
      .op_valid_i,
      .op_ready_o,
      .op_tag_i,
      .op_wire_bytes_i,
      .op_urgent_i,
      .op_domain_i,
      .hold_i        (hold),
      .pause_i,
      .inserted_o    (inserted),
      .insert_index_o(insert_index),
      .scaled_i      (scaled),
      .scaled_index_i(scaled_index),
      .lane_i        (scaled_lane),
      .used_i        (scaled_used),
      .hbm_i         (scaled_hbm),
      .atomic_i      (scaled_atomic),
      .response_i    (scaled_response),
      .room_i        (room),
      .under_i       (under),
      .full_i        (full),
      .starvation_bound_i,
      .select_valid_o(select_valid),
      .select_index_o(select_index),
      .valid_o       (valid),
      .try_o         (tried),
      .first_o       (first),
      .told_o        (last_denied),
      .lane_o        (lane),
      .time_o        (used_time),
      .hbm_o         (hbm),
      .atomic_o      (atomic),
      .response_o    (response),
      .tag_o         (tag),
      .grant_i       (grant_now),
      .other_i       (other),
      .deny_i        (deny),
      .refused_i     (refused_class),
      .chose_o
  );

  // Decision.
  logic           found;
  logic [IdW-1:0] found_id;
  logic [TagW-1:0] granted_tag;
  sema_lookup #(
      .Gates(Gates), .Depth(Depth), .TagW(TagW), .Copies(TagCopies)
  ) u_lookup (
      .clk_i,
      .grant_i   (grant_now),
      .id_i,
      .tag_i     (granted_tag),
      .held_i,
      .look_i    (valid && tried && first),
      .look_tag_i(tag),
      .found_o   (found),
      .id_o      (found_id)
  );

  sema_decide #(
      .Gates(Gates), .NHbm(NHbm), .CntW(CntW), .Depth(Depth), .HbmCopies(HbmCopies),
      .TimeCopies(TimeCopies)
  ) u_decide (
      .clk_i,
      .rst_ni,
      .valid_i        (valid),
      .try_i          (tried),
      .first_i        (first),
      .known_i        (known),
      .last_denied_i  (last_denied),
      .lane_i         (lane),
      .time_i         (used_time),
      .hbm_i          (hbm),
      .atomic_i       (atomic),
      .response_i     (response),
      .found_i        (found),
      .return_i,
      .hbm_lane_i,
      .amount_i,
      .window_write_i,
      .window_lane_i,
      .window_i,
      .retire_i,
      .limit_i,
      .grant_now_o    (grant_now),
      .other_now_o    (other),
      .grant_o        (granted_o),
      .reject_o       (rejected_o),
      .repeat_o       (repeated_o),
      .deny_o         (deny),
      .deny_changed_o,
      .refused_o,
      .refused_class_o(refused_class),
      .over_o,
      .used_o,
      .debt_o,
      .room_o         (room),
      .under_o        (under),
      .full_o         (full)
  );

  // What a reservation keeps goes beside its operation: c + 4 to c + 7, which is d + 1.
  localparam int unsigned WayW = TagW + NHbm + 3 * CntW + 3 * ServiceW;
  localparam int unsigned Way = 4;
  logic [Way*WayW-1:0]          way_q;
  logic [NHbm-1:0]              granted_lane;
  logic [3*(CntW+ServiceW)-1:0] kept;
  logic                         repeated_q;
  logic [IdW-1:0]               granted_id_q, found_id_q;
  assign {granted_tag, granted_lane, kept} = way_q[(Way-1)*WayW +: WayW];
  always_ff @(posedge clk_i) begin
    way_q <= {way_q[(Way-1)*WayW-1:0], tag[TagW-1:0], lane, response[CntW-1:0], atomic[CntW-1:0],
              hbm[CntW-1:0], estimates};
    tag_o  <= granted_tag;
    lane_o <= HbmW'(sema_pkg::index_of(64'(granted_lane)));
    {response_o, atomic_o, hbm_o, hbm_estimate_o, atomic_estimate_o, response_estimate_o} <= kept;
    repeated_q   <= other;
    granted_id_q <= id_i;
    found_id_q   <= found_id;
  end

  assign grant_o  = grant_now;
  assign denied_o = deny;
  assign id_o     = repeated_q ? found_id_q : granted_id_q;

endmodule
