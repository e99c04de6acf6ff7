// Of proof blocked: the list in sema_blocked of the slots in use with one value, a tag or a domain,
// and one slot in it. Rows of earlier_i say who was offered before a slot.
module sema_blocked_list_prove #(
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned ValueW = sema_pkg::TagBits,
    parameter bit ZeroIsNone = 0,  // who has the value 0 waits for nobody
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input  logic [ValueW-1:0]       of_i,
    input  logic [SlotW-1:0]        slot_i,
    // slots
    input  logic [Slots-1:0]        taken_i,
    input  logic [Slots*ValueW-1:0] value_i,
    input  logic [Slots*Slots-1:0]  earlier_i,
    // the lists as they are
    input  logic [Slots*SlotW-1:0]  next_i,
    input  logic [Slots-1:0]        last_i, waits_i,
    // what they should be
    output logic                    list_right_o,
    output logic                    slot_right_o,  // or not in this list
    output logic                    member_o,      // the slot is in the list
    output logic                    must_wait_o    // and somebody was before it
);

  function automatic logic [Slots-1:0] row(input logic [SlotW-1:0] slot);
    row = '0;
    for (int s = 0; s < Slots; s++) begin
      row |= slot == SlotW'(s) ? earlier_i[s*Slots +: Slots] : '0;
    end
  endfunction

  logic             none;
  logic [Slots-1:0] equals, list, last, earlier, behind;
  logic [SlotW-1:0] next;

  always_comb begin
    none = ZeroIsNone && of_i == '0;
    next = '0;
    for (int s = 0; s < Slots; s++) begin
      equals[s] = taken_i[s] && value_i[s*ValueW +: ValueW] == of_i;
      next |= slot_i == SlotW'(s) ? next_i[s*SlotW +: SlotW] : '0;
    end
    list   = none ? '0 : equals;
    last   = list & last_i;
    earlier = list & row(slot_i);
    behind = list & ~row(slot_i) & ~(Slots'(1) << slot_i);
  end

  assign member_o    = equals[slot_i];
  assign must_wait_o = member_o && earlier != '0;

  // One is the last.
  assign list_right_o = list == '0 || (last != '0 && (last & (last - 1'b1)) == '0);

  // A slot waits if anybody is before it. It is the last if nobody is behind it; else the next one
  // is behind it, and nobody between.
  assign slot_right_o = !member_o ||
                        (waits_i[slot_i] == must_wait_o && last_i[slot_i] == (behind == '0) &&
                         (behind == '0 || (behind[next] && (behind & row(next)) == '0)));

endmodule
