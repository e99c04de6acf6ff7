// Proof of sema_blocked: an operation is blocked exactly while one that was offered before it with
// the same tag, or with the same ordering domain other than 0, still holds its slot.
//
// Who was offered before a slot is plain: whoever held one at its offer. With that, blocked_list
// says when a list is right. One step by hand: in some clock all lists are right, or there is a
// reset; then a list is right in the next clock, in a slot that is free and so stands for all. That
// the list itself was right, and those that are left and joined, is all that the step needs: with
// it the solver need not look at all lists.
//
// Of a tag counts only whether it equals another, and in a step three play a part, of these lists.
// So tags of two bits do, which hold three and any other, and tag 0 stands for all; and domains of
// three bits, which hold none as well, and domain 1 for all others.
module sema_blocked_prove #(
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned TagW = sema_pkg::TagBits,
    parameter int unsigned DomainW = sema_pkg::DomainBits,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input logic               clk_i, rst_ni, insert_i,
    input logic [SlotW-1:0]   slot_i,
    input logic [TagW-1:0]    tag_i,
    input logic [DomainW-1:0] domain_i,
    input logic               leave_i,
    input logic [SlotW-1:0]   leave_slot_i
);

  logic [Slots-1:0] taken_q, blocked_o;
  (* peek = "u_dut.formal_tag_next" *) logic [Slots*SlotW-1:0] tag_next;
  (* peek = "u_dut.tag_last_q" *) logic [Slots-1:0] tag_last;
  (* peek = "u_dut.tag_waits_q" *) logic [Slots-1:0] tag_waits;
  (* peek = "u_dut.formal_domain_next" *) logic [Slots*SlotW-1:0] domain_next;
  (* peek = "u_dut.domain_last_q" *) logic [Slots-1:0] domain_last;
  (* peek = "u_dut.domain_waits_q" *) logic [Slots-1:0] domain_waits;

  sema_blocked #(.Slots(Slots), .TagW(TagW), .DomainW(DomainW)) u_dut (
      .taken_i(taken_q), .read_i(1'b0), .read_slot_i('0), .tag_o(), .*);

  // Slots in use, what is in them, and who was offered before each of them and is still there.
  logic [TagW-1:0]          tag_q   [Slots];
  logic [DomainW-1:0]       domain_q[Slots];
  logic [Slots*TagW-1:0]    tags;
  logic [Slots*DomainW-1:0] domains;
  logic [Slots*Slots-1:0]   earlier_q;
  logic [Slots-1:0]         left;
  assign left = Slots'(leave_i) << leave_slot_i;
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign tags[s*TagW +: TagW]          = tag_q[s];
    assign domains[s*DomainW +: DomainW] = domain_q[s];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) taken_q <= '0;
    else taken_q <= (taken_q | (Slots'(insert_i) << slot_i)) & ~left;
    if (insert_i) begin
      tag_q[slot_i]    <= tag_i;
      domain_q[slot_i] <= domain_i;
    end
    for (int s = 0; s < Slots; s++) begin
      earlier_q[s*Slots +: Slots] <=
          (insert_i && slot_i == SlotW'(s) ? taken_q : earlier_q[s*Slots +: Slots]) & ~left;
    end
  end

  // Of two slots in use, one was offered earlier.
  logic [Slots*Slots-1:0] ordered;
  always_comb begin
    for (int s = 0; s < Slots; s++) begin
      for (int t = 0; t < Slots; t++) begin
        ordered[s*Slots + t] = !taken_q[s] || earlier_q[s*Slots + t] ==
                               (taken_q[t] && s != t && !earlier_q[t*Slots + s]);
      end
    end
  end

  // Lists: the one that is free, the one that is left, and the one that is joined.
  (* anyconst *) logic [SlotW-1:0] one, other;
  (* anyconst *) logic some_domain;
  logic [3*SlotW-1:0]   slots;
  logic [3*TagW-1:0]    tag_of;
  logic [3*DomainW-1:0] domain_of;
  assign slots     = {slot_i, leave_slot_i, one};
  assign tag_of    = {tag_i, tag_q[leave_slot_i], TagW'(0)};
  assign domain_of = {domain_i, domain_q[leave_slot_i], DomainW'(some_domain)};

  logic [2:0] tag_list, tag_slot, tag_member, tag_must;
  logic [2:0] domain_list, domain_slot, domain_member, domain_must;
  for (genvar k = 0; k < 3; k++) begin : gen_list
    sema_blocked_list_prove #(.Slots(Slots), .ValueW(TagW)) u_tag (
        .of_i        (tag_of[k*TagW +: TagW]),
        .slot_i      (slots[k*SlotW +: SlotW]),
        .taken_i     (taken_q),
        .value_i     (tags),
        .earlier_i   (earlier_q),
        .next_i      (tag_next),
        .last_i      (tag_last),
        .waits_i     (tag_waits),
        .list_right_o(tag_list[k]),
        .slot_right_o(tag_slot[k]),
        .member_o    (tag_member[k]),
        .must_wait_o (tag_must[k])
    );

    sema_blocked_list_prove #(.Slots(Slots), .ValueW(DomainW), .ZeroIsNone(1)) u_domain (
        .of_i        (domain_of[k*DomainW +: DomainW]),
        .slot_i      (slots[k*SlotW +: SlotW]),
        .taken_i     (taken_q),
        .value_i     (domains),
        .earlier_i   (earlier_q),
        .next_i      (domain_next),
        .last_i      (domain_last),
        .waits_i     (domain_waits),
        .list_right_o(domain_list[k]),
        .slot_right_o(domain_slot[k]),
        .member_o    (domain_member[k]),
        .must_wait_o (domain_must[k])
    );
  end

  // The slot that is free, with its tag and its domain.
  logic member, must_wait;
  assign member    = tag_member[0] && domain_member[0];
  assign must_wait = tag_must[0] || domain_must[0];

  logic [1:0] step_q;
  initial step_q = 2'd0;
  always_ff @(posedge clk_i) step_q <= {step_q != 2'd0, step_q == 2'd0};

  always_comb begin
    // A free slot is taken, and a taken one left, that waits for nobody (proof arbiter).
    Insert_M : assume (!insert_i || !taken_q[slot_i]);
    Leave_M : assume (!leave_i || (taken_q[leave_slot_i] && !blocked_o[leave_slot_i]));
    // The step by hand.
    All_M : assume (step_q != 2'd0 || !rst_ni ||
                    (&ordered && &tag_list && &tag_slot && &domain_list && &domain_slot));

    if (step_q == 2'd1) begin
      order_I : assert (ordered[{one, other}]);
      tag_A : assert (tag_list[0] && tag_slot[0]);
      domain_A : assert (domain_list[0] && domain_slot[0]);
      waits_A : assert (!(member && must_wait) || blocked_o[one]);
      only_A : assert (!(member && blocked_o[one]) || must_wait);

      tag_C : cover (tag_must[0] && !tag_last[one] && taken_q[other] && !blocked_o[other]);
      domain_C : cover (domain_must[0] && !domain_last[one] && taken_q[other] && !blocked_o[other]);
      waits_C : cover (tag_must[0] && domain_must[0] && !tag_last[one]);
      only_C : cover (member && !blocked_o[one] && taken_q[other] && blocked_o[other]);
    end
  end

endmodule
