// Arbiter at rate: the waiting operations, and which of them is decided next. An offer, a scaled
// demand, a choice and a decision in every clock.
//
// Promises: no operation is lost or made up; in every clock in which one may be tried one is
// chosen, in the paper's order; operations of one domain leave in the order of their offers; while
// the oldest is aged, none that is chosen passes it. The word of the operation chosen in clock c is
// there in c + 3; its decision, of clock d = c + 6, comes back as grant_i or other_i in d + 1, as
// deny_i with refused_i in d + 2.
// Same clock: everything may happen at once, each to another slot. What counts from when is in
// rtl/spec/arbiter.md.
//
// An operation that was not denied yet is tried without having been compared. One that was known to
// fit may not fit any more when it is decided: the lanes refuse it then, and it is known better
// from then on. One whose refusal has changed is chosen only to be told so, when there is nothing
// to try.
module sema_arbiter #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned TagW = sema_pkg::TagBits,
    parameter bit Gates = sema_pkg::Gates,
    // copies: of the scaled demand, and of the words for the decision
    parameter int unsigned Demands = sema_pkg::copies(Slots / 8),
    parameter int unsigned HbmCopies = sema_pkg::copies(NHbm / 2 + 1),
    parameter int unsigned TimeCopies = sema_pkg::copies(2),
    parameter int unsigned TagCopies = sema_pkg::copies(16),
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    // offer, clock o
    input  logic                                  op_valid_i,
    output logic                                  op_ready_o,
    input  logic [TagW-1:0]                       op_tag_i,
    input  logic [sema_pkg::WireBits-1:0]         op_wire_bytes_i,
    input  logic                                  op_urgent_i,
    input  logic [sema_pkg::DomainBits-1:0]       op_domain_i,
    input  logic                                  hold_i,          // no offer in this clock
    input  logic                                  pause_i,
    // the slot of an offer that was taken, o + 2
    output logic                                  inserted_o,
    output logic [SlotW-1:0]                      insert_index_o,
    // a demand, scaled: the slot alone, or none
    input  logic [Slots-1:0]                      scaled_i,
    input  logic [SlotW-1:0]                      scaled_index_i,
    input  logic [Demands*NHbm-1:0]               lane_i,
    input  logic [Demands*3-1:0]                  used_i,
    input  logic [Demands*CntW-1:0]               hbm_i,
    input  logic [Demands*CntW-1:0]               atomic_i,
    input  logic [Demands*CntW-1:0]               response_i,
    // headroom in force; full_i one clock later
    input  logic [Lanes*CntW-1:0]                 room_i,
    input  logic [Lanes-1:0]                      under_i,
    input  logic                                  full_i,
    input  logic [sema_pkg::StarvationBits-1:0]   starvation_bound_i,
    // the slot of the operation chosen, c + 2
    output logic                                  select_valid_o,
    output logic [SlotW-1:0]                      select_index_o,
    // the operation chosen, c + 3
    output logic                                  valid_o,
    output logic                                  try_o,           // and granted if it fits
    output logic                                  first_o,         // it was not denied before
    output logic [3:0]                            told_o,          // its last deny
    output logic [NHbm-1:0]                       lane_o,          // alone; none if HBM is not used
    output logic [1:0]                            time_o,          // Atomic, response are used
    output logic [HbmCopies*CntW-1:0]             hbm_o,
    output logic [TimeCopies*CntW-1:0]            atomic_o,
    output logic [TimeCopies*CntW-1:0]            response_o,
    output logic [TagCopies*TagW-1:0]             tag_o,
    // decision, d + 1 and d + 2
    input  logic                                  grant_i,
    input  logic                                  other_i,         // rejected or repeated
    input  logic                                  deny_i,
    input  logic [3:0]                            refused_i,
    // quiet
    output logic                                  chose_o          // one was chosen, c + 1
);

  localparam int unsigned Leaves = Gates && Slots >= 8 ? Slots / 8 : 1;

  // Offer.
  logic [Leaves*Slots-1:0]         leave_q;
  logic [Slots-1:0]                insert, leave, open, taken;
  logic [TagW-1:0]                 tag_q;
  logic [sema_pkg::WireBits-1:0]   wire_bytes_q;
  logic                            urgent_q, pause_1q, pause_2q;
  logic [sema_pkg::DomainBits-1:0] domain_q;
  assign leave = leave_q[Slots-1:0];

  always_ff @(posedge clk_i) begin
    tag_q        <= op_tag_i;
    wire_bytes_q <= op_wire_bytes_i;
    urgent_q     <= op_urgent_i;
    domain_q     <= op_domain_i;
    pause_1q     <= rst_ni && pause_i;
    pause_2q     <= rst_ni && pause_1q;
  end

  sema_slots #(.Slots(Slots), .Gates(Gates)) u_slots (
      .clk_i,
      .rst_ni,
      .op_valid_i,
      .op_ready_o,
      .hold_i,
      .leave_i       (leave),
      .insert_o      (insert),
      .inserted_o,
      .insert_index_o,
      .taken_o       (taken),
      .open_o        (open)
  );

  // Choice.
  logic [Slots-1:0] blocked, allow, denied, fits, changed, try_set, report_set;
  logic [Slots-1:0] chosen, chosen_1q, slot_8q;
  logic             some_1q, tried_1q;
  assign try_set    = pause_1q ? '0 : open & ~blocked & allow & (~denied | fits);
  assign report_set = open & changed;

  sema_choice #(.Slots(Slots), .Gates(Gates)) u_choice (
      .clk_i,
      .rst_ni,
      .insert_i    (insert),
      .urgent_i    (urgent_q),
      .wire_bytes_i(wire_bytes_q),
      .try_i       (try_set),
      .report_i    (report_set),
      .pause_i     (pause_2q),
      .landed_i    (slot_8q),
      .chosen_o    (chosen),
      .chosen_qo   (chosen_1q),
      .some_o      (some_1q),
      .tried_o     (tried_1q)
  );

  // The slot, on its way beside the operation: its index in c + 2 to c + 6, alone again in c + 7.
  logic [5*(SlotW+1)-1:0] way_q;
  logic [SlotW-1:0]       index, arrival;
  logic                   arrives, try_2q;
  logic [Slots-1:0]       slot_7q, left;
  assign index              = SlotW'(sema_pkg::index_of(64'(chosen_1q)));
  assign {arrives, arrival} = way_q[4*(SlotW+1) +: SlotW+1];
  assign {select_valid_o, select_index_o} = way_q[SlotW:0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      way_q    <= '0;
      slot_7q  <= '0;
      slot_8q  <= '0;
      valid_o  <= 1'b0;
    end else begin
      way_q    <= {way_q[4*(SlotW+1)-1:0], some_1q, index};
      slot_7q  <= Slots'(arrives) << arrival;
      slot_8q  <= slot_7q;
      valid_o  <= select_valid_o;
    end
    try_2q <= tried_1q;
    try_o  <= try_2q;
  end

  assign left = rst_ni && (grant_i || other_i) ? slot_7q : '0;
  sema_dup_flops #(.W(Slots), .Copies(Leaves)) u_leave (.clk_i, .d_i(left), .q_o(leave_q));

  sema_dependency #(
      .Slots(Slots), .TagW(TagW), .Gates(Gates), .Leaves(Leaves), .TagCopies(TagCopies)
  ) u_dependency (
      .clk_i,
      .rst_ni,
      .insert_i (insert),
      .tag_i    (tag_q),
      .domain_i (domain_q),
      .taken_i  (taken),
      .leave_i  (leave_q),
      .blocked_o(blocked),
      .select_i (chosen),
      .select_qi(chosen_1q),
      .tag_o
  );

  sema_aging #(.Slots(Slots), .Gates(Gates)) u_aging (
      .clk_i,
      .rst_ni,
      .insert_i(insert),
      .grant_i,
      .leave_i (leave),
      .bound_i (starvation_bound_i),
      .allow_o (allow)
  );

  sema_fit #(
      .NHbm(NHbm), .CntW(CntW), .Slots(Slots), .Gates(Gates), .Demands(Demands),
      .HbmCopies(HbmCopies), .Copies(TimeCopies)
  ) u_fit (
      .clk_i,
      .rst_ni,
      .insert_i      (insert),
      .scaled_i,
      .scaled_index_i,
      .lane_i,
      .used_i,
      .hbm_i,
      .atomic_i,
      .response_i,
      .deny_i        (deny_i ? slot_8q : '0),
      .refused_i,
      .room_i,
      .under_i,
      .full_i,
      .denied_o      (denied),
      .fits_o        (fits),
      .changed_o     (changed),
      .select_i      (chosen),
      .select_qi     (chosen_1q),
      .first_o,
      .told_o,
      .lane_o,
      .time_o,
      .hbm_o,
      .atomic_o,
      .response_o
  );

  assign chose_o = some_1q;

endmodule
