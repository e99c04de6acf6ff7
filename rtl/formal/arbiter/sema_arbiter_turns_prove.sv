// Proof of sema_arbiter, the order in which operations leave: one that leaves leaves behind no earlier one of
// its domain or tag; once the oldest is aged, at most two others are granted before it, and it is tried
// whenever it may fit.
//
// What rank, blocked and age_list promise is taken for granted here; what compare says of a demand is only a
// hint, and may be anything, as may the demands that the estimator keeps. The properties follow two slots:
// which ones is free, so that they stand for all.
//
// cut: sema_arbiter/u_rank sema_arbiter/u_blocked sema_arbiter/u_age_list sema_arbiter/u_compare
// cut: sema_arbiter/u_estimator
module sema_arbiter_turns_prove #(
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

  logic             op_ready_o, decide_o, try_o;
  logic [Slots-1:0] taken_o;
  (* peek = "u_dut.free" *) logic [SlotW-1:0] free;
  (* peek = "u_dut.want" *) logic [Slots-1:0] want;
  (* peek = "u_dut.chosen" *) logic [Slots-1:0] chosen;
  (* peek = "u_dut.fresh" *) logic [Slots-1:0] fresh;
  (* peek = "u_dut.fits" *) logic [Slots-1:0] fits;
  (* peek = "u_dut.blocked" *) logic [Slots-1:0] blocked;
  (* peek = "u_dut.oldest" *) logic [Slots-1:0] oldest;
  (* peek = "u_dut.aged" *) logic aged;
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
      .look_o(), .look_tag_o(), .first_o(), .known_o(), .tag_o(), .lane_o(), .hbm_o(), .atomic_o(),
      .response_o(), .used_o(), .hbm_estimate_o(), .atomic_estimate_o(), .response_estimate_o(),
      .deny_changed_o(), .busy_o(), .*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* anyconst *) logic [SlotW-1:0] a, b;

  // Whether an operation waits in slot a, and in slot b, by offers and departures alone; whether
  // the one in b was offered first; and what they are.
  logic            offered_a, offered_b, left_a, left_b, waits_a_q, waits_b_q, b_earlier_q;
  logic [TagW-1:0] tag_a_q, tag_b_q;
  logic [sema_pkg::DomainBits-1:0] domain_a_q, domain_b_q;
  logic            behind;  // a must not pass b
  assign offered_a = op_valid_i && op_ready_o && free == a;
  assign offered_b = op_valid_i && op_ready_o && free == b;
  assign left_a    = leave_i && deciding[a];
  assign left_b    = leave_i && deciding[b];
  assign behind    = a != b && waits_a_q && waits_b_q && b_earlier_q &&
                     (tag_a_q == tag_b_q || (domain_a_q == domain_b_q && domain_a_q != '0));

  always_ff @(posedge clk_i) begin
    if (offered_a) {tag_a_q, domain_a_q, b_earlier_q} <= {op_tag_i, op_domain_i, 1'b1};
    if (offered_b) {tag_b_q, domain_b_q, b_earlier_q} <= {op_tag_i, op_domain_i, 1'b0};
    if (!rst_ni) begin
      waits_a_q <= 1'b0;
      waits_b_q <= 1'b0;
    end else begin
      waits_a_q <= (waits_a_q || offered_a) && !left_a;
      waits_b_q <= (waits_b_q || offered_b) && !left_b;
    end
  end

  // The oldest, in slot a and aged: how many others were granted since, and how many of those that
  // may be granted are in flight; and how long it might have been tried and was not.
  logic       first, due, tried;
  logic [2:0] passed_q, flying, due_q;
  assign first  = oldest[a] && aged;
  assign flying = passed_q + 3'((scaling & ~(Slots'(1) << a)) != '0 && scale_try) +
                  3'((deciding & ~(Slots'(1) << a)) != '0 && try_o);
  assign tried  = deciding[a] && try_o;
  assign due    = first && !pause && (!fresh[a] || fits[a]) && !tried;

  logic first_q, oldest_q, stays_q;
  always_ff @(posedge clk_i) begin
    first_q  <= rst_ni && first && !left_a;
    oldest_q <= rst_ni && oldest[a] && !left_a;
    if (!rst_ni || !first) passed_q <= '0;
    else passed_q <= passed_q + 3'(grant_i && !deciding[a]);
    if (!rst_ni || !due) due_q <= '0;
    else due_q <= due_q + 3'd1;
  end

  always_comb begin
    // What is decided is granted, rejected or repeated and leaves, or is denied and stays; only what
    // is tried leaves.
    Leave_M : assume (leave_i ? decide_o && try_o && !deny_i : !grant_i);
    // Of what is wanted, one is chosen.
    Chosen_M : assume ((chosen & ~want) == '0 && (chosen & (chosen - 1'b1)) == '0 &&
                       (want == '0 || chosen != '0));
    // The oldest of those that wait; it stays that until it leaves.
    Oldest_M : assume ((oldest & ~taken_o) == '0 && (oldest & (oldest - 1'b1)) == '0 &&
                       (taken_o == '0 || oldest != '0) && (!oldest_q || oldest[a]));
    // Blocked is who must wait for another, which the oldest must not.
    Blocked_M : assume ((!behind || blocked[a]) && (blocked & oldest) == '0);

    if (began_o) begin
      waits_I : assert (taken_o[a] == waits_a_q && taken_o[b] == waits_b_q);
      flight_I : assert ((!(scaling[a] || deciding[a]) || waits_a_q) &&
                         2'(scaling[a]) + 2'(deciding[a]) + 2'(comparing[a]) < 2'd2);
      // What is decided is what was chosen two clocks ago.
      index_I : assert (scaling == Slots'(scale) << scaling_slot &&
                        deciding == Slots'(decide_o) << deciding_slot);
      // Nobody leaves before one that it must not pass.
      pass_A : assert (!behind || !((scaling[a] && scale_try) || (deciding[a] && try_o)));
      // At most two others are granted once the oldest is aged.
      starve_A : assert (!first_q || flying < 3'd3);
      // It is tried five clocks after it might have been, at the latest.
      turn_A : assert (due_q <= 3'd5 && (due_q < 3'd1 || !scaling[a] || scale_try) &&
                       (due_q < 3'd2 || !deciding[a] || try_o) && (due_q < 3'd3 || !comparing[a]) &&
                       (due_q < 3'd4 || scaling[a] || deciding[a]) && (due_q < 3'd5 || deciding[a]));

      pass_C : cover (rst_ni && behind && left_b && tag_a_q != tag_b_q);
      starve_C : cover (rst_ni && first_q && passed_q == 3'd2 && chosen[a]);
      turn_C : cover (rst_ni && due_q == 3'd4);
    end
  end

endmodule
