// Slots: which are taken, which are open, and whom an operation waits for in its ordering domain.
//
// An offer taken in clock 0 has its slot from clock 1 on. In clock 3 it is answered and leaves, or
// is placed behind the last earlier operation of its domain; its slot is open from clock 4 on. Same
// clock: one operation may be placed, one leave by its decision and one by an answer.
module sema_path_slots #(
    parameter int unsigned Slots = 40,
    localparam int unsigned SlotW = $clog2(Slots)
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // clock 0
    input  logic             taken_i,
    input  logic [7:0]       op_domain_i,
    // clock 1, clock 3: its slot, alone or none
    output logic [Slots-1:0] new_o,
    output logic [SlotW-1:0] new_slot_o,
    input  logic             answered_i,      // clock 3
    output logic [Slots-1:0] new_3_o,
    output logic [SlotW-1:0] new_3_slot_o,
    output logic [Slots-1:0] opens_o,
    // leaves in this clock
    input  logic             leave_i,
    input  logic [Slots-1:0] leave_alone_i,
    input  logic [SlotW-1:0] leave_slot_i,
    // in this clock
    output logic [Slots-1:0] taken_o,
    output logic [Slots-1:0] stays_o,         // taken from the clock before to the next
    output logic [Slots-1:0] open_o,          // and does not leave
    output logic [Slots-1:0] first_o,         // of its domain
    // without what leaves: open; that wait; of these, for the slot that may leave
    output logic [Slots-1:0] open_before_o,
    output logic [Slots-1:0] waits_o,
    output logic [Slots-1:0] waits_for_it_o
);
  logic [Slots-1:0] taken_q, open_q, waits_q, tail_q, free, lowest, lowest_1q, leave;
  logic             taken_1q;
  assign free    = ~taken_o;
  assign lowest  = free & (~free + 1'b1);
  assign leave   = leave_alone_i & {Slots{leave_i}};
  assign new_o   = lowest_1q & {Slots{taken_1q}};
  assign taken_o = taken_q | new_o;
  assign stays_o = taken_q & ~leave & ~(answered_i ? new_3_o : '0);
  assign open_o  = open_q & ~leave;

  // Domains, bit by bit of all slots. In clock 2 a new one is compared with all.
  logic [Slots-1:0] domain_q[8], alike, alike_3q, prior, place, new_2q;
  logic [SlotW-1:0] new_2_slot_q;
  logic [7:0]       domain_1q, domain_2q;
  logic             known_3q;
  always_comb begin
    alike = '1;
    for (int b = 0; b < 8; b++) alike &= ~(domain_q[b] ^ {Slots{domain_2q[b]}});
  end
  always_ff @(posedge clk_i) begin
    taken_1q     <= taken_i;
    lowest_1q    <= lowest;
    new_slot_o   <= SlotW'(sema_path_pkg::index_128(128'(lowest)));
    new_2q       <= rst_ni ? new_o : '0;
    new_3_o      <= rst_ni ? new_2q : '0;
    new_2_slot_q <= new_slot_o;
    new_3_slot_o <= new_2_slot_q;
    domain_1q    <= op_domain_i;
    domain_2q    <= domain_1q;
    alike_3q     <= alike;
    known_3q     <= domain_2q != '0;
    for (int b = 0; b < 8; b++) begin
      domain_q[b] <= domain_q[b] & ~new_o | new_o & {Slots{domain_1q[b]}};
    end
  end

  // The last of each domain is its tail: the one that a new operation waits for. Slots that wait
  // for it are known by its index, bit by bit of all slots.
  logic [Slots-1:0] for_q[SlotW], let_go;
  logic [SlotW-1:0] prior_slot;
  assign prior      = alike_3q & tail_q & ~leave & {Slots{known_3q}};
  assign prior_slot = SlotW'(sema_path_pkg::index_128(128'(prior)));
  assign place      = answered_i ? '0 : new_3_o;
  assign opens_o    = place;
  always_comb begin
    waits_for_it_o = '1;
    for (int b = 0; b < SlotW; b++) waits_for_it_o &= ~(for_q[b] ^ {Slots{leave_slot_i[b]}});
    let_go = waits_for_it_o & {Slots{leave_i}};
  end
  assign open_before_o = open_q;
  assign waits_o       = waits_q;
  assign first_o = ~waits_q | let_go;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      taken_q <= '0;
      open_q  <= '0;
      waits_q <= '0;
      tail_q  <= '0;
    end else begin
      taken_q <= stays_o | new_o;
      open_q  <= open_q & ~leave | place;
      waits_q <= waits_q & ~let_go & ~place | (prior != '0 ? place : '0);
      if (place != '0) tail_q <= tail_q & ~leave & ~prior | place;
      else             tail_q <= tail_q & ~leave;
    end
    for (int b = 0; b < SlotW; b++) begin
      for_q[b] <= for_q[b] & ~place | place & {Slots{prior_slot[b]}};
    end
  end

`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    OPEN_TAKEN_A : assert ((open_q & ~taken_q) == '0);
    LEAVE_TAKEN_M : assert ((leave & ~taken_q) == '0);
    TAIL_ONE_A : assert (place == '0 || (prior & (prior - 1'b1)) == '0);
  end
`endif
endmodule
