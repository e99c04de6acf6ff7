// Proof of sema_blocked, 32 slots, as a memory of tags: a tag that is read is the one with which
// the slot was inserted last, and it stands until the next read. Who is blocked, blocked is about.
module sema_blocked_read_prove #(
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned TagW = sema_pkg::TagBits,
    parameter int unsigned DomainW = sema_pkg::DomainBits,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input logic               clk_i, rst_ni, insert_i,
    input logic [SlotW-1:0]   slot_i,
    input logic [TagW-1:0]    tag_i,
    input logic [DomainW-1:0] domain_i,
    input logic [Slots-1:0]   taken_i,
    input logic               leave_i,
    input logic [SlotW-1:0]   leave_slot_i,
    input logic               read_i,
    input logic [SlotW-1:0]   read_slot_i
);

  logic [TagW-1:0] tag_o;
  sema_blocked #(.Slots(Slots), .TagW(TagW), .DomainW(DomainW)) u_dut (.blocked_o(), .*);

  // The slot that is looked at, whichever.
  (* anyconst *) logic [SlotW-1:0] slot;
  (* poke = "u_dut.watch" *) logic [SlotW-1:0] watch;
  (* peek = "u_dut.watched" *) logic [TagW-1:0] tag_kept;
  assign watch = slot;

  logic            known_q, read_q, stands_q, shown_q;
  logic [TagW-1:0] last_q, expected_q, before_q;
  initial {known_q, read_q, stands_q, shown_q} = '0;
  always_ff @(posedge clk_i) begin
    if (insert_i && slot_i == slot) begin
      known_q <= 1'b1;
      last_q  <= tag_i;
    end
    read_q     <= read_i && read_slot_i == slot && known_q;
    expected_q <= last_q;
    stands_q   <= !read_i;
    shown_q    <= read_q;
    before_q   <= tag_o;
  end

  always_comb begin
    tag_I : assert (!known_q || tag_kept == last_q);
    tag_A : assert (!read_q || tag_o == expected_q);
    stands_A : assert (!stands_q || tag_o == before_q);

    tag_C : cover (read_q && insert_i && slot_i == slot && tag_o != last_q);
    stands_C : cover (stands_q && shown_q && tag_o == TagW'(5) && tag_kept == TagW'(6));
  end

endmodule
