// Arbiter: the waiting operations, and which of them is decided next.
//
// Promises: no operation is lost or made up; one is chosen in every clock in which one may fit, in
// the paper's order; what is chosen in clock c is scaled in c + 1 and decided in c + 2, and is not
// chosen again before c + 4; operations of one domain leave in the order of their offers; once the
// oldest is aged, none that is chosen passes it.
// Same clock: an operation may be offered, another chosen, a third scaled and a fourth decided. A
// slot that is left can be offered to from the next clock on.
//
// What is not fresh is tried as if it fitted, so that the order never depends on an old demand.
// What is known to fit may not fit any more when it is decided: the lanes refuse it then, and it is
// known better from then on. An operation whose refusal has changed is chosen only to be told so,
// when there is nothing to try.
module sema_arbiter #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
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
    // estimator's configuration
    input  logic [HbmW*64-1:0]                    map_mask_i,
    input  logic [8*sema_pkg::WordBits-1:0]       atomic_service_i,
    input  logic [sema_pkg::WordBits-1:0]         response_fixed_i,
    input  logic [sema_pkg::WordBits-1:0]         response_reciprocal_i,
    input  logic [sema_pkg::WordBits-1:0]         hbm_reciprocal_i,
    // scaler, there and back
    output logic [HbmW-1:0]                       raw_lane_o,
    output logic [sema_pkg::LengthBits-1:0]       raw_hbm_o,
    output logic [sema_pkg::WordBits-1:0]         raw_atomic_o,
    output logic [sema_pkg::RawResponseBits-1:0]  raw_response_o,
    input  logic [CntW-1:0]                       scaled_hbm_i,
    input  logic [CntW-1:0]                       scaled_atomic_i,
    input  logic [CntW-1:0]                       scaled_response_i,
    input  logic [Lanes-1:0]                      scaled_used_i,
    // look-up of the tag of the one that is scaled; the result in the next clock
    output logic                                  look_o,
    output logic [TagW-1:0]                       look_tag_o,
    // in force
    input  logic [Lanes*CntW-1:0]                 room_i,
    input  logic                                  id_ready_i,
    input  logic [sema_pkg::StarvationBits-1:0]   starvation_bound_i,
    // in force from the next clock on
    input  logic [Lanes-1:0]                      multiplier_write_i,
    input  logic                                  quantum_hbm_write_i,
    input  logic                                  quantum_time_write_i,
    // decision
    output logic                                  decide_o,   // an operation is to be decided
    output logic                                  try_o,      // and granted if it fits
    output logic                                  first_o,    // it was not decided before
    output logic                                  known_o,
    output logic [TagW-1:0]                       tag_o,
    output logic [HbmW-1:0]                       lane_o,
    output logic [CntW-1:0]                       hbm_o,
    output logic [CntW-1:0]                       atomic_o,
    output logic [CntW-1:0]                       response_o,
    output logic [Lanes-1:0]                      used_o,
    output logic [ServiceW-1:0]                   hbm_estimate_o,
    output logic [ServiceW-1:0]                   atomic_estimate_o,
    output logic [ServiceW-1:0]                   response_estimate_o,
    input  logic                                  grant_i,
    input  logic                                  deny_i,
    input  logic                                  leave_i,    // granted, rejected or repeated
    input  logic [Lanes:0]                        refused_i,
    output logic                                  deny_changed_o, // other than at the last denial
    // slots in use
    output logic [Slots-1:0]                      taken_o,
    // quiet
    output logic                                  busy_o      // something is in flight or to choose
);

  logic [Slots-1:0] taken_q;
  logic [Slots-1:0] blocked, fresh, fits, changed, oldest;
  logic             aged, steady, pause_q;

  // Offer: to the lowest free slot.
  logic             insert;
  logic [SlotW-1:0] free;
  assign op_ready_o = !(&taken_q);
  assign insert     = op_valid_i && op_ready_o;
  assign free       = SlotW'(sema_pkg::first_zero(64'(taken_q)));

  // Choice. In flight, by what happens now to what was chosen: scaled, decided, and its refusal
  // compared.
  logic [Slots-1:0] chosen, scaling_q, deciding_q, comparing_q;
  logic [Slots-1:0] open, try_set, report_set, want;
  logic [SlotW-1:0] slot, scaling_slot_q, deciding_slot_q;
  logic             scale_q, scale_try_q, decide_q, decide_try_q;

  assign open       = taken_q & ~(scaling_q | deciding_q | comparing_q);
  assign try_set    = open & ~blocked & (~fresh | fits) & (aged ? oldest : '1);
  assign report_set = open & fresh & changed;
  assign want       = pause_q ? '0 : try_set != '0 ? try_set : report_set;
  assign slot       = SlotW'(sema_pkg::index_of(64'(chosen)));

  sema_rank #(.Slots(Slots)) u_rank (
      .clk_i,
      .insert_i    (insert),
      .slot_i      (free),
      .urgent_i    (op_urgent_i),
      .wire_bytes_i(op_wire_bytes_i),
      .want_i      (want),
      .first_o     (chosen)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pause_q     <= 1'b0;
      scaling_q   <= '0;
      deciding_q  <= '0;
      comparing_q <= '0;
      scale_q     <= 1'b0;
      decide_q    <= 1'b0;
    end else begin
      pause_q     <= pause_i;
      scaling_q   <= chosen;
      deciding_q  <= scaling_q;
      comparing_q <= deciding_q;
      scale_q     <= want != '0;
      decide_q    <= scale_q;
    end
    scale_try_q     <= try_set != '0;
    decide_try_q    <= scale_try_q;
    scaling_slot_q  <= slot;
    deciding_slot_q <= scaling_slot_q;
  end

  // Slots in use.
  logic [Slots-1:0] inserted, left;
  assign inserted = Slots'(insert) << free;
  assign left     = leave_i ? deciding_q : '0;

  assign taken_o  = taken_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) taken_q <= '0;
    else taken_q <= (taken_q | inserted) & ~left;
  end

  sema_blocked #(.Slots(Slots), .TagW(TagW)) u_blocked (
      .clk_i,
      .rst_ni,
      .insert_i    (insert),
      .slot_i      (free),
      .tag_i       (op_tag_i),
      .domain_i    (op_domain_i),
      .taken_i     (taken_q),
      .leave_i,
      .leave_slot_i(deciding_slot_q),
      .blocked_o   (blocked),
      .read_i      (want != '0),
      .read_slot_i (slot),
      .tag_o       (look_tag_o)
  );

  sema_age_list #(.Slots(Slots)) u_age_list (
      .clk_i,
      .rst_ni,
      .insert_i    (insert),
      .slot_i      (free),
      .taken_i     (taken_q),
      .leave_i,
      .leave_slot_i(deciding_slot_q),
      .grant_i,
      .bound_i     (starvation_bound_i),
      .oldest_o    (oldest),
      .aged_o      (aged)
  );

  // Scaling: what was asked for, on its way through the scaler.
  logic                raw_known, first;
  logic [3:0]          last_denied;
  logic [ServiceW-1:0] hbm_estimate, response_estimate;

  sema_estimator #(.NHbm(NHbm), .Slots(Slots)) u_estimator (
      .clk_i,
      .write_i              (insert),
      .write_slot_i         (free),
      .opcode_i             (op_opcode_i),
      .address_i            (op_address_i),
      .length_i             (op_length_i),
      .response_length_i    (op_response_length_i),
      .read_i               (want != '0),
      .read_slot_i          (slot),
      .known_o              (raw_known),
      .lane_o               (raw_lane_o),
      .hbm_o                (raw_hbm_o),
      .atomic_o             (raw_atomic_o),
      .response_o           (raw_response_o),
      .hbm_estimate_o       (hbm_estimate),
      .response_estimate_o  (response_estimate),
      .map_mask_i,
      .atomic_service_i,
      .response_fixed_i,
      .response_reciprocal_i,
      .hbm_reciprocal_i
  );

  // A tag that was looked up at the first decision need not be looked up again: a reservation under
  // it could only come from another operation with that tag, which waits for this one.
  assign look_o = scale_q && scale_try_q && first;

  // Decision.
  logic [3:0] last_denied_q, refused;
  always_ff @(posedge clk_i) begin
    if (scale_q) begin
      first_o             <= first;
      last_denied_q       <= last_denied;
      known_o             <= raw_known;
      tag_o               <= look_tag_o;
      lane_o              <= raw_lane_o;
      hbm_o               <= scaled_hbm_i;
      atomic_o            <= scaled_atomic_i;
      response_o          <= scaled_response_i;
      used_o              <= scaled_used_i;
      hbm_estimate_o      <= hbm_estimate;
      atomic_estimate_o   <= raw_atomic_o;
      response_estimate_o <= response_estimate;
    end
  end

  assign decide_o = decide_q;
  assign try_o    = decide_try_q;
  assign refused  = {refused_i[Lanes:NHbm], refused_i[NHbm-1:0] != '0};
  assign deny_changed_o = first_o || refused != last_denied_q;

  sema_compare #(.NHbm(NHbm), .CntW(CntW), .Slots(Slots)) u_compare (
      .clk_i,
      .rst_ni,
      .taken_i        (taken_q),
      .insert_i       (insert),
      .slot_i         (free),
      .scaled_i       (scale_q),
      .scaled_slot_i  (scaling_slot_q),
      .lane_i         (raw_lane_o),
      .uses_hbm_i     (raw_hbm_o != '0),
      .uses_atomic_i  (raw_atomic_o != '0),
      .uses_response_i(raw_response_o != '0),
      .hbm_i          (scaled_hbm_i),
      .atomic_i       (scaled_atomic_i),
      .response_i     (scaled_response_i),
      .deny_i,
      .deny_slot_i    (deciding_slot_q),
      .refused_i      (refused),
      .multiplier_write_i,
      .quantum_hbm_write_i,
      .quantum_time_write_i,
      .room_i,
      .id_ready_i,
      .fresh_o        (fresh),
      .fits_o         (fits),
      .changed_o      (changed),
      .steady_o       (steady),
      .read_i         (want != '0),
      .read_slot_i    (slot),
      .first_o        (first),
      .last_denied_o  (last_denied)
  );

  assign busy_o = (scaling_q | deciding_q | comparing_q) != '0 || !steady || want != '0;

`ifndef SYNTHESIS
  initial Slots_P : assert (Slots >= 4 && Slots <= 64 && Slots == 2 ** SlotW);

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // What is in flight waits in a slot until it is decided, and is there once.
      Flight_A : assert (((scaling_q | deciding_q) & ~taken_q) == '0 &&
                         (scaling_q & (deciding_q | comparing_q)) == '0 &&
                         (deciding_q & comparing_q) == '0);
      // Indices say what the vectors say.
      Index_A : assert (scaling_q == Slots'(scale_q) << scaling_slot_q &&
                        deciding_q == Slots'(decide_q) << deciding_slot_q);
      // One decision in every clock, as long as operations wait that may fit.
      Choice_A : assert (pause_q || ((try_set | report_set) == '0) == (chosen == '0));
      // Nobody passes an operation it must wait for, nor the oldest when that is aged.
      Try_A : assert ((chosen & ~open) == '0 &&
                      (try_set == '0 || (chosen & (blocked | (aged ? ~oldest : '0))) == '0));
      // Reported is only what was decided before.
      Report_A : assert (!(decide_q && !decide_try_q) || !first_o);
      // Only what is decided leaves, or stays with a denial.
      Leave_M : assert (!(leave_i || deny_i) || (decide_q && !(leave_i && deny_i)));
    end
  end
`endif

endmodule
