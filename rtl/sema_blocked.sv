// Blocked: who must wait for whom. An operation waits for every one that was offered before it with
// the same tag, or with the same ordering domain other than 0, and still holds its slot.
//
// Promises: blocked_o says so for every slot in use; operations of one domain leave in the order of
// their offers, and a second copy of an operation waits for the first.
// Same clock: who leaves in this clock blocks nobody from the next clock on, nor one that is
// inserted in this clock.
//
// Whom it must wait for is settled when an operation is inserted; after that they only leave.
module sema_blocked #(
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned DomainW = sema_pkg::DomainBits
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // insertion
    input  logic                insert_i,
    input  logic [SlotW-1:0]    slot_i,
    input  logic [TagW-1:0]     tag_i,
    input  logic [DomainW-1:0]  domain_i,
    // slots in use, and the one of them that leaves in this clock
    input  logic [Slots-1:0]    taken_i,
    input  logic [Slots-1:0]    leave_i,
    output logic [Slots-1:0]    blocked_o,
    // tag of a slot, in the next clock
    input  logic                read_i,
    input  logic [SlotW-1:0]    read_slot_i,
    output logic [TagW-1:0]     tag_o
);

  logic [TagW-1:0]        tag_q   [Slots];
  logic [DomainW-1:0]     domain_q[Slots];
  logic [Slots*Slots-1:0] behind_q;   // whom slot s waits for, in row s
  logic [Slots-1:0]       blocked_q;  // row s is not empty

  // Functions, so that a simulator compares only when an operation is inserted.
  function automatic logic [Slots-1:0] same_tag(input logic [TagW-1:0] tag);
    for (int s = 0; s < Slots; s++) same_tag[s] = tag_q[s] == tag;
  endfunction

  function automatic logic [Slots-1:0] same_domain(input logic [DomainW-1:0] domain);
    same_domain = '0;
    if (domain != '0) begin
      for (int s = 0; s < Slots; s++) same_domain[s] = domain_q[s] == domain;
    end
  endfunction

  always_ff @(posedge clk_i) begin
    if (insert_i) begin
      tag_q[slot_i]    <= tag_i;
      domain_q[slot_i] <= domain_i;
    end
    if (read_i) tag_o <= tag_q[read_slot_i];
  end

  // Rows of slots that are not blocked may hold anything.
  always_ff @(posedge clk_i) begin
    if (leave_i != '0 && blocked_q != '0) begin
      for (int s = 0; s < Slots; s++) begin
        behind_q[s*Slots +: Slots] <= behind_q[s*Slots +: Slots] & ~leave_i;
        blocked_q[s] <= blocked_q[s] && (behind_q[s*Slots +: Slots] & ~leave_i) != '0;
      end
    end
    if (insert_i) begin
      behind_q[slot_i*Slots +: Slots] <=
          (same_tag(tag_i) | same_domain(domain_i)) & taken_i & ~leave_i;
      blocked_q[slot_i] <=
          ((same_tag(tag_i) | same_domain(domain_i)) & taken_i & ~leave_i) != '0;
    end
    if (!rst_ni) blocked_q <= '0;
  end

  assign blocked_o = blocked_q;

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The same reckoned the plain way: by number of the offer.
  logic [63:0] offered_q[Slots];
  logic [63:0] offers_q = '0;
  always_ff @(posedge clk_i) begin
    if (insert_i) begin
      offered_q[slot_i] <= offers_q;
      offers_q          <= offers_q + 64'd1;
    end
  end

  logic [Slots-1:0] waits;
  always_comb begin
    waits = '0;
    for (int s = 0; s < Slots; s++) begin
      for (int t = 0; t < Slots; t++) begin
        waits[s] |= taken_i[t] && offered_q[t] < offered_q[s] &&
                    (tag_q[t] == tag_q[s] || (domain_q[t] == domain_q[s] && domain_q[s] != '0));
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      Blocked_A : assert ((blocked_q & taken_i) == (waits & taken_i));
      // Nobody passes those it waits for.
      Leave_M : assert ((leave_i & (blocked_q | ~taken_i)) == '0 && $onehot0(leave_i));
    end
  end

  /* verilator tracing_on */
`endif

endmodule
