// What the proofs of sema_arbiter begin with: they see the same, and follow two slots.
#(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input logic                clk_i, rst_ni, op_valid_i,
    input logic [TagW-1:0]     op_tag_i,
    input logic [sema_pkg::WireBits-1:0] op_wire_bytes_i,
    input logic                op_urgent_i,
    input logic [sema_pkg::DomainBits-1:0] op_domain_i,
    input logic                pause_i,
    input logic [CntW-1:0]     scaled_hbm_i, scaled_atomic_i, scaled_response_i,
    input logic [Lanes-1:0]    scaled_used_i,
    input logic [Lanes*CntW-1:0] room_i,
    input logic                id_ready_i,
    input logic [sema_pkg::StarvationBits-1:0] starvation_bound_i,
    input logic [Lanes-1:0]    multiplier_write_i,
    input logic                quantum_hbm_write_i, quantum_time_write_i, grant_i, deny_i, leave_i,
    input logic [Lanes:0]      refused_i
);

  logic             op_ready_o, decide_o, try_o, began_o;
  logic [CntW-1:0]  atomic_o;
  logic [Slots-1:0] taken_o;
  (* peek = "u_dut.free" *) logic [SlotW-1:0] free;
  (* peek = "u_dut.want" *) logic [Slots-1:0] want;
  (* peek = "u_dut.chosen" *) logic [Slots-1:0] chosen;
  (* peek = "u_dut.fresh" *) logic [Slots-1:0] fresh;
  (* peek = "u_dut.fits" *) logic [Slots-1:0] fits;
  (* peek = "u_dut.blocked" *) logic [Slots-1:0] blocked;
  (* peek = "u_dut.oldest" *) logic [Slots-1:0] oldest;
  (* peek = "u_dut.aged" *) logic aged;
  (* peek = "u_dut.try_set" *) logic [Slots-1:0] try_set;
  (* peek = "u_dut.pause_q" *) logic pause;
  (* peek = "u_dut.scaling_q" *) logic [Slots-1:0] scaling;
  (* peek = "u_dut.scale_try_q" *) logic scale_try;
  (* peek = "u_dut.scale_q" *) logic scale;
  (* peek = "u_dut.deciding_q" *) logic [Slots-1:0] deciding;
  (* peek = "u_dut.comparing_q" *) logic [Slots-1:0] comparing;
  (* peek = "u_dut.scaling_slot_q" *) logic [SlotW-1:0] scaling_slot;
  (* peek = "u_dut.deciding_slot_q" *) logic [SlotW-1:0] deciding_slot;

  sema_arbiter #(.NHbm(NHbm), .CntW(CntW), .Slots(Slots), .TagW(TagW)) u_dut (
      .op_opcode_i('0), .op_address_i('0), .op_length_i('0), .op_response_length_i('0),
      .map_mask_i('0), .atomic_service_i('0), .response_fixed_i('0), .response_reciprocal_i('0),
      .hbm_reciprocal_i('0), .raw_lane_o(), .raw_hbm_o(), .raw_atomic_o(), .raw_response_o(),
      .look_o(), .look_tag_o(), .first_o(), .known_o(), .tag_o(), .lane_o(), .hbm_o(),
      .response_o(), .used_o(), .hbm_estimate_o(), .atomic_estimate_o(), .response_estimate_o(),
      .deny_changed_o(), .busy_o(), .*);

  // Two slots, which ones is free: whether an operation waits there, by offers and departures alone.
  (* anyconst *) logic [SlotW-1:0] a, b;
  logic offered_a, offered_b, left_a, left_b, waits_a_q, waits_b_q;
  assign offered_a = op_valid_i && op_ready_o && free == a;
  assign offered_b = op_valid_i && op_ready_o && free == b;
  assign left_a    = leave_i && deciding[a];
  assign left_b    = leave_i && deciding[b];
  always_ff @(posedge clk_i) begin
    waits_a_q <= rst_ni && (waits_a_q || offered_a) && !left_a;
    waits_b_q <= rst_ni && (waits_b_q || offered_b) && !left_b;
  end
