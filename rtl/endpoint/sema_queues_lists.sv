// SPDX-License-Identifier: Apache-2.0
// The queues: for each the first and the last of its places, and how many there are; every place
// has the next one of its queue in a memory.
//
// Promise: what is offered is the first of its queue, each operation until it is taken once, in the
// order in which they were placed. A queue may be chosen in every clock.
// Same clock: one is placed, one chosen, one read, one offered and taken, of the same queue or not.
module sema_queues_lists #(
    parameter int unsigned Queues = 62,
    parameter int unsigned Streams = 8,    // of them, the last
    parameter int unsigned Entries = 256,
    localparam int unsigned EntryW = $clog2(Entries)
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // clock a + 1: the queue of what arrived, alone or none; how many are in it; is it placed?
    input  logic [Queues-1:0] queue_i,
    output logic [EntryW:0]   count_o,
    input  logic              place_i,
    input  logic [EntryW-1:0] entry_i,
    output logic [Streams-1:0] alone_o,    // it is the only one of its stream, then
    // clock c: queues with more than are on the way, and without any there; the chosen one
    output logic [Queues-1:0] waiting_o,
    output logic [Queues-1:0] calm_o,
    input  logic [Queues-1:0] choose_i,
    // clock c + 1: it is read
    output logic [Queues-1:0] read_o,
    output logic              reads_o,     // and will be offered
    output logic [EntryW-1:0] read_entry_o,
    // clock c + 2: it is offered
    output logic [Queues-1:0] offer_o,
    output logic              offers_o,
    output logic [EntryW-1:0] offer_entry_o,
    input  logic              taken_i,
    // the one behind what is taken, if there was any before this clock
    output logic [EntryW-1:0] next_o,
    output logic              follows_o
);
  logic [Queues-1:0]        read_q, offer_q, alone, empty, placed, leaves, only;
  logic [Queues*EntryW-1:0] head_q, tail_q;
  logic [Queues*(EntryW+1)-1:0] count_q;
  logic [EntryW-1:0]        offer_entry_q, placed_1q, head, tail, link;
  logic                     same, linked_1q, links;
  assign placed = queue_i & {Queues{place_i}};
  assign leaves = offer_q & {Queues{taken_i}};
  always_comb begin
    head    = '0;
    tail    = '0;
    count_o = '0;
    for (int q = 0; q < Queues; q++) begin
      head    |= head_q[q*EntryW +: EntryW] & {EntryW{read_q[q]}};
      tail    |= tail_q[q*EntryW +: EntryW] & {EntryW{queue_i[q]}};
      count_o |= count_q[q*(EntryW+1) +: EntryW+1] & {(EntryW+1){queue_i[q]}};
      empty[q] = count_q[q*(EntryW+1) +: EntryW+1] == '0;
      alone[q] = count_q[q*(EntryW+1) +: EntryW+1] == (EntryW+1)'(1);
      // The queue has more than are on the way, of which there are two at most.
      waiting_o[q] = count_q[q*(EntryW+1)+2 +: EntryW-1] != '0 ||
                     (read_q[q] && offer_q[q] ? count_q[q*(EntryW+1) +: 2] == 2'd3 :
                      read_q[q] || offer_q[q] ? count_q[q*(EntryW+1)+1] :
                                                count_q[q*(EntryW+1) +: 2] != '0);
    end
  end

  // The memory reads old data: a link that is written while it is read comes around it.
  assign next_o       = linked_1q ? placed_1q : link;
  assign same         = (read_q & offer_q) != '0;
  assign read_entry_o = same ? next_o : head;
  assign links        = place_i && count_o != '0;
  sema_memory #(
      .Width(EntryW), .Depth(Entries)
  ) u_links (
      .clk_i,
      .write_i(links), .write_address_i(tail), .write_data_i(entry_i),
      .read_i(reads_o), .read_address_i(read_entry_o), .read_data_o(link));

  assign calm_o        = ~(read_q | offer_q);
  assign only          = placed & (empty | alone & leaves);
  assign alone_o       = only[Queues-1 -: Streams];
  assign read_o        = read_q;
  assign reads_o       = read_q != '0 && !(same && !taken_i);
  assign offer_o       = offer_q;
  assign offers_o      = offer_q != '0;
  assign offer_entry_o = offer_entry_q;
  assign follows_o     = taken_i && (offer_q & alone) == '0;
  for (genvar q = 0; q < Queues; q++) begin : gen_queues
    localparam int unsigned At = q * EntryW;
    localparam int unsigned CountAt = q * (EntryW + 1);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) count_q[CountAt +: EntryW+1] <= '0;
      else if (placed[q] != leaves[q]) begin
        count_q[CountAt +: EntryW+1] <= count_q[CountAt +: EntryW+1] + {{EntryW{leaves[q]}}, 1'b1};
      end
      if (placed[q]) tail_q[At +: EntryW] <= entry_i;
      if (only[q]) head_q[At +: EntryW] <= entry_i;
      else if (leaves[q]) head_q[At +: EntryW] <= next_o;
    end
  end
  always_ff @(posedge clk_i) begin
    read_q  <= rst_ni ? choose_i : '0;
    offer_q <= rst_ni && reads_o ? read_q : '0;
    if (reads_o) offer_entry_q <= read_entry_o;
    linked_1q <= links && tail == read_entry_o;
    placed_1q <= entry_i;
  end
`ifdef FORMAL
  // Every place: whether it is held, of which queue, and how many are before it there.
  logic [Entries-1:0]            held_q;
  logic [Entries*Queues-1:0]     of_q;
  logic [Entries*(EntryW+1)-1:0] at_q;
  logic [Entries*EntryW-1:0]     link_q;
  logic [EntryW-1:0]             link_1q, after;
  logic [EntryW:0]               number, its;
  logic                          begun_q = 1'b0, counts_ok, ends_ok, links_ok, apart_ok, flight_ok;
  function automatic logic is_at(input logic [EntryW-1:0] entry, input logic [Queues-1:0] queue,
                                 input logic [EntryW:0] place);
    is_at = held_q[entry] && of_q[entry*Queues +: Queues] == queue &&
            at_q[entry*(EntryW+1) +: EntryW+1] == place;
  endfunction
  always_comb begin
    after     = '0;
    number    = '0;
    its       = '0;
    counts_ok = 1'b1;
    ends_ok   = 1'b1;
    links_ok  = 1'b1;
    apart_ok  = 1'b1;
    flight_ok = 1'b1;
    for (int q = 0; q < Queues; q++) begin
      number = '0;
      its = count_q[q*(EntryW+1) +: EntryW+1];
      for (int e = 0; e < Entries; e++) begin
        if (held_q[e] && of_q[e*Queues+q]) begin
          number += 1'b1;
          after = link_q[e*EntryW +: EntryW];
          if (at_q[e*(EntryW+1) +: EntryW+1] >= its) apart_ok = 1'b0;
          if (at_q[e*(EntryW+1) +: EntryW+1] + 1'b1 < its &&
              !is_at(after, Queues'(1) << q, at_q[e*(EntryW+1) +: EntryW+1] + 1'b1))
            links_ok = 1'b0;
          for (int f = 0; f < e; f++) begin
            if (held_q[f] && of_q[f*Queues+q] && at_q[f*(EntryW+1) +: EntryW+1] ==
                at_q[e*(EntryW+1) +: EntryW+1]) apart_ok = 1'b0;
          end
        end
      end
      if (number != its) counts_ok = 1'b0;
      if (its != '0 && !(is_at(head_q[q*EntryW +: EntryW], Queues'(1) << q, '0) &&
                         is_at(tail_q[q*EntryW +: EntryW], Queues'(1) << q, its - 1'b1)))
        ends_ok = 1'b0;
      if (its < (EntryW+1)'(read_q[q]) + (EntryW+1)'(offer_q[q])) flight_ok = 1'b0;
    end
    for (int e = 0; e < Entries; e++) begin
      if (held_q[e] && (of_q[e*Queues +: Queues] == '0 || (of_q[e*Queues +: Queues] &
          (of_q[e*Queues +: Queues] - 1'b1)) != '0)) apart_ok = 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    begun_q <= 1'b1;
    if (reads_o) link_1q <= link_q[read_entry_o*EntryW +: EntryW];
    for (int e = 0; e < Entries; e++) begin
      if (links && tail == EntryW'(e)) link_q[e*EntryW +: EntryW] <= entry_i;
      if (!rst_ni) held_q[e] <= 1'b0;
      else if (place_i && entry_i == EntryW'(e)) begin
        held_q[e] <= 1'b1;
        of_q[e*Queues +: Queues] <= queue_i;
        at_q[e*(EntryW+1) +: EntryW+1] <= count_o - (EntryW+1)'((leaves & queue_i) != '0);
      end else if (held_q[e] && (of_q[e*Queues +: Queues] & leaves) != '0) begin
        held_q[e] <= at_q[e*(EntryW+1) +: EntryW+1] != '0;
        at_q[e*(EntryW+1) +: EntryW+1] <= at_q[e*(EntryW+1) +: EntryW+1] - 1'b1;
      end
    end
    if (rst_ni && begun_q) begin
      LINK_M : assert (link == link_1q);
      PLACE_M : assert ((queue_i & (queue_i - 1'b1)) == '0 &&
                        (!place_i || queue_i != '0 && !held_q[entry_i]));
      CHOOSE_M : assert ((choose_i & (choose_i - 1'b1)) == '0 && (choose_i & ~waiting_o) == '0);
      TAKEN_M : assert (!taken_i || offers_o);
      FIRST_A : assert (!offers_o || is_at(offer_entry_q, offer_q, '0));
      READ_A : assert (!reads_o || is_at(read_entry_o, read_q, (EntryW+1)'(same)));
      COUNT_A : assert (counts_ok);
      ALONE_I : assert ((read_q & (read_q - 1'b1)) == '0 && (offer_q & (offer_q - 1'b1)) == '0);
      APART_I : assert (apart_ok && flight_ok);
      ENDS_I : assert (ends_ok);
      LINKS_I : assert (links_ok);
      NEXT_I : assert (!offers_o || (offer_q & alone) != '0 ||
                       is_at(next_o, offer_q, (EntryW+1)'(1)));
    end
  end
`endif
endmodule
