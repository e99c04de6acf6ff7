// Of proof age_list: whether the list in sema_age_list is right at one slot. Rows of earlier_i say who was offered
// before a slot and is still there.
module sema_age_list_slot_prove #(
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input  logic [SlotW-1:0]       slot_i,
    input  logic [Slots-1:0]       taken_i,
    input  logic [Slots*Slots-1:0] earlier_i,
    input  logic [Slots*SlotW-1:0] next_i, previous_i,
    input  logic [SlotW-1:0]       head_i, tail_i,
    output logic                   right_o,    // or not in use
    output logic                   eldest_o    // it is in use, and nobody was offered before it
);

  logic [SlotW-1:0] next, previous, back, forth;
  logic [Slots-1:0] alone, earlier, ahead;
  logic             first, last;
  assign next     = next_i[slot_i*SlotW +: SlotW];
  assign previous = previous_i[slot_i*SlotW +: SlotW];
  assign back     = previous_i[next*SlotW +: SlotW];
  assign forth    = next_i[previous*SlotW +: SlotW];
  assign earlier  = earlier_i[slot_i*Slots +: Slots];
  assign ahead    = earlier_i[previous*Slots +: Slots];
  assign alone    = Slots'(1) << slot_i;

  // The first one has nobody before it; any other has, besides the previous one, who was before that. The last
  // one and who was before it are all. Who is next knows it.
  assign first = slot_i == head_i ? earlier == '0 :
                 taken_i[previous] && !ahead[previous] && forth == slot_i && previous != tail_i &&
                 earlier == (ahead | Slots'(1) << previous);
  assign last  = slot_i == tail_i ? (earlier | alone) == taken_i :
                 taken_i[next] && back == slot_i && next != head_i;

  assign right_o  = !taken_i[slot_i] || ((earlier & ~(taken_i & ~alone)) == '0 && first && last);
  assign eldest_o = taken_i[slot_i] && earlier == '0;

endmodule
