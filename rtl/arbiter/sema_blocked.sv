// Blocked: who must wait for whom. An operation waits for every one that was offered before it with
// the same tag, or with the same ordering domain other than 0, and still holds its slot.
//
// Promises: blocked_o says so for every slot in use; operations of one domain leave in the order of
// their offers, and a second copy of an operation waits for the first.
// Same clock: who leaves in this clock blocks nobody from the next clock on, nor one that is
// inserted in this clock.
//
// Two lists, of a tag's operations and of a domain's. An operation waits for the one before it
// only, which cannot leave before those that it waits for itself; and who leaves is the first of
// its lists, so that one operation at most of each list has waited for it.
module sema_blocked #(
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned TagW = sema_pkg::TagBits,
    parameter int unsigned DomainW = sema_pkg::DomainBits,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
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
    input  logic                leave_i,
    input  logic [SlotW-1:0]    leave_slot_i,
    output logic [Slots-1:0]    blocked_o,
    // tag of a slot, in the next clock
    input  logic                read_i,
    input  logic [SlotW-1:0]    read_slot_i,
    output logic [TagW-1:0]     tag_o
);

  logic [TagW-1:0]    tag_q   [Slots];
  logic [DomainW-1:0] domain_q[Slots];

  // Of both lists: who comes after a slot, whether nobody does, and whether the slot waits for the
  // one before it.
  logic [SlotW-1:0] tag_next_q[Slots], domain_next_q[Slots];
  logic [Slots-1:0] tag_last_q, domain_last_q, tag_waits_q, domain_waits_q;

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

  logic [Slots-1:0] inserted, stays;
  assign inserted = Slots'(insert_i) << slot_i;
  assign stays    = taken_i & ~(Slots'(leave_i) << leave_slot_i);

  always_ff @(posedge clk_i) begin : lists
    // The last one of the list that is joined, if there is any, and its slot.
    logic [Slots-1:0] tag_before, domain_before;
    logic [SlotW-1:0] tag_end, domain_end;
    if (leave_i) begin
      if (!tag_last_q[leave_slot_i]) tag_waits_q[tag_next_q[leave_slot_i]] <= 1'b0;
      if (!domain_last_q[leave_slot_i]) domain_waits_q[domain_next_q[leave_slot_i]] <= 1'b0;
    end
    if (insert_i) begin
      tag_before    = same_tag(tag_i) & stays & tag_last_q;
      domain_before = same_domain(domain_i) & stays & domain_last_q;
      tag_end       = SlotW'(sema_pkg::index_of(64'(tag_before)));
      domain_end    = SlotW'(sema_pkg::index_of(64'(domain_before)));
      if (tag_before != '0) tag_next_q[tag_end] <= slot_i;
      if (domain_before != '0) domain_next_q[domain_end] <= slot_i;
      tag_last_q             <= tag_last_q & ~tag_before | inserted;
      domain_last_q          <= domain_last_q & ~domain_before | inserted;
      tag_waits_q[slot_i]    <= tag_before != '0;
      domain_waits_q[slot_i] <= domain_before != '0;
      tag_q[slot_i]          <= tag_i;
      domain_q[slot_i]       <= domain_i;
    end
    if (read_i) tag_o <= tag_q[read_slot_i];
  end

`ifdef FORMAL
  // The lists in vectors, of which a proof speaks.
  logic [Slots*SlotW-1:0] formal_tag_next, formal_domain_next;
  for (genvar s = 0; s < Slots; s++) begin : gen_formal
    assign formal_tag_next[s*SlotW +: SlotW]    = tag_next_q[s];
    assign formal_domain_next[s*SlotW +: SlotW] = domain_next_q[s];
  end

  // And the tag of a slot that a proof looks at.
  (* keep *) logic [SlotW-1:0] watch;
  (* keep *) logic [TagW-1:0] watched;
  assign watched = tag_q[watch];
`endif

  assign blocked_o = tag_waits_q | domain_waits_q;

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
      Blocked_A : assert ((blocked_o & taken_i) == (waits & taken_i));
      // Nobody passes those it waits for.
      Leave_M : assert (!leave_i || (taken_i[leave_slot_i] && !blocked_o[leave_slot_i]));
    end
  end

  /* verilator tracing_on */
`endif

endmodule
