// Proof of sema_age_list, 32 slots: the oldest is the slot in use before which none was offered that is still
// there; there is one as long as any is in use, and it stays the oldest until it leaves; it is aged exactly
// when so many grants were made since its offer.
//
// Who was offered before a slot is plain: whoever held one at its offer. One step by hand: in some clock the
// list is right at all slots, or there is a reset; then it is right in the next clock at a slot that is free
// and so stands for all. Of the clock before only those slots are looked at that the step needs.
module sema_age_list_prove #(
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned CountW = sema_pkg::StarvationBits
) (
    input logic              clk_i, rst_ni, insert_i,
    input logic [SlotW-1:0]  slot_i,
    input logic              leave_i,
    input logic [SlotW-1:0]  leave_slot_i,
    input logic              grant_i,
    input logic [CountW-1:0] bound_i
);

  logic [Slots-1:0] taken_q, oldest_o;
  logic             aged_o;
  (* peek = "u_dut.formal_next" *) logic [Slots*SlotW-1:0] next;
  (* peek = "u_dut.formal_previous" *) logic [Slots*SlotW-1:0] previous;
  (* peek = "u_dut.formal_stamp" *) logic [Slots*CountW-1:0] stamps;
  (* peek = "u_dut.head_q" *) logic [SlotW-1:0] head;
  (* peek = "u_dut.tail_q" *) logic [SlotW-1:0] tail;
  (* peek = "u_dut.grants_q" *) logic [CountW-1:0] grants;

  sema_age_list #(.Slots(Slots)) u_dut (.taken_i(taken_q), .*);

  // Slots in use, and who was offered before each of them and is still there.
  logic [Slots*Slots-1:0] earlier_q;
  logic [Slots-1:0]       left;
  assign left = Slots'(leave_i) << leave_slot_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) taken_q <= '0;
    else taken_q <= (taken_q | (Slots'(insert_i) << slot_i)) & ~left;
    for (int s = 0; s < Slots; s++) begin
      earlier_q[s*Slots +: Slots] <=
          (insert_i && slot_i == SlotW'(s) ? taken_q : earlier_q[s*Slots +: Slots]) & ~left;
    end
  end

  // The slot that is free; the one that leaves; those beside each; and both ends.
  localparam int unsigned Looked = 8;
  (* anyconst *) logic [SlotW-1:0] one;
  logic [Looked*SlotW-1:0] slots;
  logic [Looked-1:0]       right, eldest;
  assign slots = {head, tail, previous[leave_slot_i*SlotW +: SlotW], next[leave_slot_i*SlotW +: SlotW],
                  leave_slot_i, previous[one*SlotW +: SlotW], next[one*SlotW +: SlotW], one};
  for (genvar k = 0; k < Looked; k++) begin : gen_slot
    sema_age_list_slot_prove #(.Slots(Slots)) u_slot (
        .slot_i    (slots[k*SlotW +: SlotW]),
        .taken_i   (taken_q),
        .earlier_i (earlier_q),
        .next_i    (next),
        .previous_i(previous),
        .head_i    (head),
        .tail_i    (tail),
        .right_o   (right[k]),
        .eldest_o  (eldest[k])
    );
  end

  // Both ends are in use, where anything is. Grants since the offer in that slot.
  logic              ends, timed, oldest_q, insert_q, leave_q;
  logic [CountW-1:0] passed_q;
  assign ends  = taken_q == '0 || (taken_q[head] && taken_q[tail]);
  assign timed = !taken_q[one] || CountW'(stamps[one*CountW +: CountW] + passed_q) == grants;

  logic [1:0] step_q;
  initial step_q = 2'd0;
  always_ff @(posedge clk_i) begin
    step_q   <= {step_q != 2'd0, step_q == 2'd0};
    passed_q <= insert_i && slot_i == one ? '0 : passed_q + CountW'(grant_i);
    oldest_q <= rst_ni && oldest_o[one] && !left[one];
    insert_q <= insert_i;
    leave_q  <= rst_ni && leave_i;
  end

  always_comb begin
    // A free slot is taken, and a taken one left.
    insert_M : assume (!insert_i || !taken_q[slot_i]);
    leave_M : assume (!leave_i || taken_q[leave_slot_i]);
    // The step by hand.
    all_M : assume (step_q != 2'd0 || !rst_ni || (&right && ends && timed));

    if (step_q == 2'd1) begin
      list_A : assert (right[0]);
      ends_I : assert (ends);
      timed_I : assert (timed);
      oldest_A : assert (oldest_o[one] == eldest[0]);
      some_A : assert ((oldest_o & ~taken_q) == '0 && (oldest_o & (oldest_o - 1'b1)) == '0 &&
                       (taken_q == '0) == (oldest_o == '0));
      stays_A : assert (!oldest_q || oldest_o[one]);
      aged_A : assert (taken_q == '0 ? !aged_o :
                       head != one || aged_o == (bound_i != '0 && passed_q >= bound_i));

      list_C : cover (taken_q[one] && head != one && tail != one && insert_q && leave_q);
      oldest_C : cover (oldest_o[one] && !oldest_q && insert_q && leave_q && $countones(taken_q) == 3);
      some_C : cover (oldest_o != '0 && $countones(taken_q) == 3 && leave_q);
      stays_C : cover (oldest_q && insert_q && leave_q);
      aged_C : cover (aged_o && oldest_o[one] && passed_q == bound_i && leave_q);
    end
  end

endmodule
