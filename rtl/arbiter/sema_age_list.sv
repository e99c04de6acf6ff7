// Elder: the slots in use in the order of their offers, and whether the oldest has waited too long.
//
// Promises: oldest_o is the slot in use whose operation was offered first; aged_o says that since
// its offer at least bound_i grants were made, up to the clock before. The bound 0 means none.
// Same clock: a slot may leave, wherever it stands, while another is inserted. A grant of the
// clock of the offer does not count.
//
// A doubly linked list through the slots: one joins at the tail, and one leaves from anywhere.
module sema_age_list #(
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned CountW = sema_pkg::StarvationBits
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    // insertion
    input  logic               insert_i,
    input  logic [SlotW-1:0]   slot_i,
    // slots in use, and the one of them that leaves in this clock
    input  logic [Slots-1:0]   taken_i,
    input  logic               leave_i,
    input  logic [SlotW-1:0]   leave_slot_i,
    input  logic               grant_i,
    // configuration
    input  logic [CountW-1:0]  bound_i,
    // the oldest
    output logic [Slots-1:0]   oldest_o,
    output logic               aged_o
);

  logic [SlotW-1:0]  next_q    [Slots];  // of the tail: anything
  logic [SlotW-1:0]  previous_q[Slots];  // of the head: anything
  logic [SlotW-1:0]  head_q, tail_q;     // of the empty list: anything
  logic [CountW-1:0] stamp_q[Slots];     // grants before the operation could be granted
  logic [CountW-1:0] grants_q;

  logic [SlotW-1:0] next, previous, last;
  logic             some, from_head, from_tail, remain;
  assign some      = taken_i != '0;
  assign next      = next_q[leave_slot_i];
  assign previous  = previous_q[leave_slot_i];
  assign from_head = leave_i && leave_slot_i == head_q;
  assign from_tail = leave_i && leave_slot_i == tail_q;
  assign remain    = some && !(from_head && from_tail);
  assign last      = from_tail ? previous : tail_q;  // whom an operation joins, if any remain

  always_ff @(posedge clk_i) begin
    if (leave_i && !from_head) next_q[previous] <= next;
    if (leave_i && !from_tail) previous_q[next] <= previous;
    if (insert_i) begin
      if (remain) next_q[last] <= slot_i;
      previous_q[slot_i] <= last;
      stamp_q[slot_i]    <= grants_q + CountW'(grant_i);
      tail_q             <= slot_i;
    end else if (from_tail) begin
      tail_q <= previous;
    end
    if (insert_i && !remain) head_q <= slot_i;
    else if (from_head) head_q <= next;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) grants_q <= '0;
    else grants_q <= grants_q + CountW'(grant_i);
  end

`ifdef FORMAL
  // The list and the stamps in vectors, of which a proof speaks.
  logic [Slots*SlotW-1:0]  formal_next, formal_previous;
  logic [Slots*CountW-1:0] formal_stamp;
  for (genvar s = 0; s < Slots; s++) begin : gen_formal
    assign formal_next[s*SlotW +: SlotW]     = next_q[s];
    assign formal_previous[s*SlotW +: SlotW] = previous_q[s];
    assign formal_stamp[s*CountW +: CountW]  = stamp_q[s];
  end
`endif

  assign oldest_o = Slots'(some) << head_q;
  assign aged_o   = bound_i != '0 && some && grants_q - stamp_q[head_q] >= bound_i;

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The same reckoned the plain way: by number of the offer, with grants counted one by one.
  logic [63:0] offered_q[Slots];
  logic [15:0] passed_q [Slots];
  logic [63:0] offers_q = '0;
  always_ff @(posedge clk_i) begin
    for (int s = 0; s < Slots; s++) passed_q[s] <= passed_q[s] + 16'(grant_i);
    if (insert_i) begin
      offered_q[slot_i] <= offers_q;
      passed_q[slot_i]  <= '0;
      offers_q          <= offers_q + 64'd1;
    end
  end

  logic [SlotW-1:0] eldest;
  always_comb begin
    eldest = '0;
    for (int s = 0; s < Slots; s++) begin
      if (taken_i[s] && (!taken_i[eldest] || offered_q[s] < offered_q[eldest])) eldest = SlotW'(s);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      Oldest_A : assert (!some || head_q == eldest);
      Aged_A : assert (aged_o == (some && bound_i != '0 && passed_q[eldest] >= bound_i));
      Leave_M : assert (!leave_i || taken_i[leave_slot_i]);
      Insert_M : assert (!insert_i || !taken_i[slot_i]);
    end
  end

  /* verilator tracing_on */
`endif

endmodule
