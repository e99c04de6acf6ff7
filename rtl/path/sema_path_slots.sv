// SPDX-License-Identifier: Apache-2.0
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
    output logic [6:0]       taken_count_o,
    output logic [6:0]       kept_count_o,    // except a new one
    output logic             any_taken_o,
    output logic [Slots-1:0] stays_o,         // taken from the clock before to the next
    output logic [Slots-1:0] open_o,          // it is open, and does not leave
    output logic [Slots-1:0] first_o,         // it is the first of its domain
    output logic [Slots-1:0] follows_o,       // it was open in the clock before, and not the first
    // as they are before one leaves in this clock: open; those that wait in their domain; of these,
    // those that wait for the slot that may leave
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

  // How many are taken.
  logic [6:0] count_q;
  assign taken_count_o = count_q + 7'(taken_1q);
  assign kept_count_o  = count_q;
  assign any_taken_o   = count_q != '0 || taken_1q;
  always_ff @(posedge clk_i) begin
    count_q <= rst_ni ? count_q + 7'(taken_1q) - 7'(leave_i) - 7'(answered_i) : '0;
  end

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
    if (new_o != '0) begin
      for (int b = 0; b < 8; b++) begin
        domain_q[b] <= domain_q[b] & ~new_o | new_o & {Slots{domain_1q[b]}};
      end
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
  always_ff @(posedge clk_i) follows_o <= open_o & ~first_o;
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
    if (place != '0) begin
      for (int b = 0; b < SlotW; b++) begin
        for_q[b] <= for_q[b] & ~place | place & {Slots{prior_slot[b]}};
      end
    end
  end

`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    OPEN_TAKEN_A : assert ((open_q & ~taken_q) == '0);
    LEAVE_TAKEN_M : assert ((leave & ~taken_q) == '0);
    TAIL_ONE_A : assert (place == '0 || (prior & (prior - 1'b1)) == '0);
  end
`endif
`ifdef FORMAL
  // One slot; whom its operation is followed by in its domain, while it is open.
  (* anyconst *) logic [SlotW-1:0] watch;
  logic             opens_q, opened_q, held_q, ordered, alike_ok, tails_ok, bits_ok;
  logic [7:0]       its_q, domain_3q, domain[Slots];
  logic [Slots-1:0] after_q, after_1q, same, group, its;
  logic             behind_q, up_q;
  logic [SlotW-1:0] for_slot[Slots];
  logic [2:0]       age_q;             // clocks since its slot was given, up to 4
  logic [6:0]       number;
  assign its   = Slots'(1) << watch;
  assign group = after_q | its;
  always_comb begin
    alike_ok = 1'b1;
    tails_ok = 1'b1;
    ordered  = 1'b1;
    bits_ok  = 1'b1;
    number   = '0;
    for (int s = 0; s < Slots; s++) number += 7'(taken_o[s]);
    for (int s = 0; s < Slots; s++) begin
      for (int b = 0; b < 8; b++) domain[s][b] = domain_q[b][s];
      for (int b = 0; b < SlotW; b++) for_slot[s][b] = for_q[b][s];
      same[s] = domain[s] == its_q;
    end
    for (int s = 0; s < Slots; s++) begin
      if (new_3_o != '0 && open_q[s]) alike_ok &= alike_3q[s] == (domain[s] == domain_3q);
      alike_ok &= (!new_3_o[s] || domain[s] == domain_3q) && (!new_2q[s] || domain[s] == domain_2q);
      for (int t = 0; t < s; t++) begin
        if (tail_q[s] && tail_q[t]) tails_ok &= domain[s] != domain[t] || domain[s] == '0;
      end
      if (after_q[s]) ordered &= waits_q[s] && same[s] && group[for_slot[s]] && for_slot[s] != SlotW'(s);
      if (open_q[s] && waits_q[s]) begin
        bits_ok &= 32'(for_slot[s]) < Slots && open_q[for_slot[s]] && for_slot[s] != SlotW'(s);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    domain_3q <= domain_2q;
    if (new_o[watch]) its_q <= domain_1q;
    age_q   <= !rst_ni ? '0 : new_o[watch] ? 3'd1 : age_q + 3'(age_q != '0 && age_q != 3'd4);
    held_q  <= rst_ni && taken_o[watch] && !leave[watch] && !(answered_i && new_3_o[watch]);
    opens_q <= rst_ni && opens_o[watch];
    opened_q <= rst_ni && (opens_o[watch] || opened_q && !leave[watch]);
    after_q <= !rst_ni || !opened_q || leave[watch] ? '0 :
               (after_q | (place & {Slots{domain_3q == its_q && its_q != '0}})) & ~leave;
    after_1q <= opened_q && !leave[watch] ? after_q : '0;
    behind_q <= open_o[for_slot[watch]];
    up_q     <= rst_ni;
    WATCHED : assume (32'(watch) < Slots);
    TAKEN_M : assert (!taken_i || rst_ni && free != '0);
    if (rst_ni) begin
      LEAVE_M : assert (!leave_i || leave_alone_i == Slots'(1) << leave_slot_i &&
                        (leave & ~(open_q & ~waits_q)) == '0 && leave != '0);
      ANSWERED_M : assert (!answered_i || new_3_o != '0);
      FREE_A : assert (taken_1q == (new_o != '0) && (new_o & taken_q) == '0 &&
                       (new_o & (new_o - 1'b1)) == '0 && (new_o == '0 || new_o == Slots'(1) << new_slot_o));
      COUNT_A : assert (taken_count_o == number && any_taken_o == (number != '0));
      KEPT_A : assert (!held_q || taken_o[watch]);
      OPENS_A : assert ((!opens_q || open_q[watch]) && open_q[watch] == opened_q &&
                        opens_o[watch] == (age_q == 3'd2 && taken_q[watch] && !answered_i && !opened_q));
      ORDER_A : assert (!(opened_q && !leave[watch]) || (first_o & after_q) == '0);
      RELEASED_A : assert (bits_ok);
      FOLLOWS_A : assert (!up_q || (after_1q & ~follows_o) == '0 &&
                          (!follows_o[watch] || behind_q));
      PIPE_I : assert ((new_2q & (new_2q - 1'b1)) == '0 && (new_3_o & (new_3_o - 1'b1)) == '0 &&
                       ((new_2q | new_3_o) & ~taken_q) == '0 && (new_2q & new_3_o) == '0 &&
                       (open_q & (new_2q | new_3_o)) == '0 && (open_q & ~taken_q) == '0 &&
                       (new_2q == '0 || new_2q == Slots'(1) << new_2_slot_q) &&
                       (new_3_o == '0 || new_3_o == Slots'(1) << new_3_slot_o));
      AGE_I : assert (new_2q[watch] == (age_q == 3'd1) && new_3_o[watch] == (age_q == 3'd2));
      TAILS_I : assert (tails_ok && (tail_q & ~open_q) == '0 && alike_ok && known_3q == (domain_3q != '0));
      AFTER_I : assert (after_q == '0 || opened_q && !after_q[watch] && (after_q & ~open_q) == '0 && its_q != '0);
      DOMAIN_I : assert (!taken_q[watch] || same[watch]);
      ORDERED_I : assert (ordered);
      TAIL_I : assert (!opened_q || its_q == '0 || (tail_q & same & ~group) == '0 && (tail_q & group) != '0);
    end
  end
`endif
endmodule
