// Slots: which are taken, where an offer goes, and which operations may be chosen yet.
//
// Promises: op_ready_o is high while a slot is free, and not in a clock of hold_i; an offer goes to
// the lowest free slot; insert_o names it in the clock after the offer, insert_index_o one later; a
// slot is taken from the clock after the offer up to that of its leave_i; open_o has a slot from
// OpenClocks after its offer on, as long as it is taken.
// Same clock: a slot may be left while an offer takes another. What is left is free in the next.
module sema_slots #(
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter bit Gates = sema_pkg::Gates,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // offer, clock 0
    input  logic              op_valid_i,
    output logic              op_ready_o,
    input  logic              hold_i,
    // a slot is left: the slot alone, or none
    input  logic [Slots-1:0]  leave_i,
    // the slot that was taken
    output logic [Slots-1:0]  insert_o,        // clock 1; alone, or none
    output logic              inserted_o,      // clock 2
    output logic [SlotW-1:0]  insert_index_o,  // clock 2
    // states
    output logic [Slots-1:0]  taken_o,
    output logic [Slots-1:0]  open_o
);

  // Clocks from an offer to the slot's open_o.
  localparam int unsigned OpenClocks = 9;

  // Free slots, a copy for each group of slots that looks below itself.
  localparam int unsigned Groups = Gates && Slots >= 16 ? Slots / 8 : 1;
  localparam int unsigned Share = Slots / Groups;
  logic [Groups*Slots-1:0] free_q;
  logic [Slots-1:0]        free, lowest, insert;
  logic                    run;

  assign run        = op_valid_i && !hold_i && rst_ni;
  assign op_ready_o = free_q[Slots-1:0] != '0 && !hold_i;
  assign insert     = run ? lowest : '0;
  assign free       = free_q[Slots-1:0] & ~insert | leave_i | {Slots{!rst_ni}};
  assign taken_o    = ~free_q[Slots-1:0];

  if (Gates) begin : gen_gates
    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      localparam logic [Slots-1:0] Below = Slots'((64'd1 << s) - 64'd1);
      assign lowest[s] = free_q[s/Share*Slots+s] &&
                         (free_q[s/Share*Slots +: Slots] & Below) == '0;
    end
  end else begin : gen_words
    assign lowest = free_q[Slots-1:0] & (~free_q[Slots-1:0] + Slots'(1));
  end

  sema_dup_flops #(.W(Slots), .Copies(Groups)) u_free (.clk_i, .d_i(free), .q_o(free_q));

  // Index of the slot, on its way to be opened.
  localparam int unsigned Way = OpenClocks - 3;
  logic [SlotW:0]           entry_q;
  logic [(Way-1)*(SlotW+1)-1:0] way_q;
  logic                     arrives, inserted;
  logic [SlotW-1:0]         arrival, index;
  logic [Slots-1:0]         arrived_q, open_q;

  assign inserted = insert_o != '0;
  assign index    = SlotW'(sema_pkg::index_of(64'(insert_o)));
  assign {inserted_o, insert_index_o} = entry_q;
  assign {arrives, arrival} = way_q[(Way-2)*(SlotW+1) +: SlotW+1];

  always_ff @(posedge clk_i) begin
    insert_o <= insert;
    if (!rst_ni) begin
      entry_q   <= '0;
      way_q     <= '0;
      arrived_q <= '0;
      open_q    <= '0;
    end else begin
      entry_q   <= {inserted, index};
      way_q     <= {way_q[(Way-2)*(SlotW+1)-1:0], entry_q};
      arrived_q <= Slots'(arrives) << arrival;
      open_q    <= (open_q | arrived_q) & ~leave_i;
    end
  end

  assign open_o = open_q;

`ifndef SYNTHESIS
  initial Slots_P : assert (Slots >= 4 && Slots <= 64 && Slots == 2 ** SlotW);

  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The same reckoned the plain way: clocks since the offer, up to a hundred.
  logic [Slots-1:0] plain_q, taken_before_q;
  logic [6:0]       clocks_q[Slots];
  logic             offered_q;
  logic [SlotW-1:0] slot;
  always_comb begin
    slot = '0;
    for (int s = Slots - 1; s >= 0; s--) if (!plain_q[s]) slot = SlotW'(s);
  end
  always_ff @(posedge clk_i) begin
    offered_q      <= op_valid_i && op_ready_o && rst_ni;
    taken_before_q <= plain_q;
    for (int s = 0; s < Slots; s++) begin
      if (clocks_q[s] < 7'd100) clocks_q[s] <= clocks_q[s] + 7'd1;
      if (leave_i[s]) plain_q[s] <= 1'b0;
    end
    if (op_valid_i && op_ready_o) begin
      plain_q[slot]  <= 1'b1;
      clocks_q[slot] <= 7'd1;
    end
    if (!rst_ni) plain_q <= '0;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      Taken_A : assert (taken_o == plain_q);
      Ready_A : assert (op_ready_o == (!(&plain_q) && !hold_i));
      Lowest_A : assert (insert_o == (offered_q ? ~taken_before_q & (taken_before_q + 1'b1) : '0));
      for (int s = 0; s < Slots; s++) begin
        Open_A : assert (open_o[s] == (plain_q[s] && clocks_q[s] >= 7'(OpenClocks)));
      end
      // Only what may have been chosen and decided leaves.
      Leave_M : assert ($onehot0(leave_i) && (leave_i & ~open_o) == '0);
    end
  end

  /* verilator tracing_on */
`endif

endmodule
