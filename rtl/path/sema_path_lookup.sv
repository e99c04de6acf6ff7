// SPDX-License-Identifier: Apache-2.0
// Look-up of tags: is an offer a retransmission of what is held or waits? Offer in clock 0,
// compared with all in clock 1, answer in clock 3.
//
// Promise: the answer is that of clock 1: held, with its handle; else in another slot; else
// unknown, if it is only a query. A reservation is compared from the clock after its grant commits
// up to the one that shows that it is free: so an offer before that is answered, and one from then
// on is new.
module sema_path_lookup #(
    parameter int unsigned Depth = 128,
    parameter int unsigned Slots = 40,
    parameter int unsigned TagW = 32,
    parameter int unsigned GenW = 8,
    localparam int unsigned IdW = $clog2(Depth),
    localparam int unsigned SlotW = $clog2(Slots),
    localparam int unsigned HandleW = 2 + GenW + IdW
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    // offer, clock 0
    input  logic                  taken_i,
    input  logic                  queried_i,       // looked up, not taken
    input  logic [TagW-1:0]       op_tag_i,
    // clock 1: its slot, those taken, reservations held
    input  logic [Slots-1:0]      new_i,
    input  logic [SlotW-1:0]      new_slot_i,
    input  logic [Slots-1:0]      taken_slots_i,
    input  logic [Depth-1:0]      held_i,
    // clock 2: generations, bit by bit of all ids
    input  logic [GenW*Depth-1:0] generations_i,
    input  logic [1:0]            epoch_i,
    // the tag of a slot in the next clock; a grant of it puts it beside its id
    input  logic [Slots-1:0]      read_i,
    output logic [TagW-1:0]       tag_o,
    input  logic                  grant_i,
    input  logic [IdW-1:0]        grant_id_i,
    // slots whose tags are alike where the mask has a 1, in a clock with a flush
    input  logic                  flush_i,
    input  logic [31:0]           flush_tag_i,
    input  logic [31:0]           flush_mask_i,
    output logic [Slots-1:0]      alike_o,
    // clock 3
    output logic                  answered_o,      // an offer that was taken
    output logic [1:0]            answer_kind_o,
    output logic [TagW-1:0]       answer_tag_o,
    output logic [HandleW-1:0]    answer_handle_o
);
  localparam int unsigned WordW = Depth < 32 ? Depth : 32;
  logic [TagW-1:0]    waits_q[Slots], holds_q[Depth], tag_1q, tag_2q, tag;
  logic               taken_1q, taken_2q, queried_1q, queried_2q, held, waits;
  logic [Slots-1:0]   slot_hit, slot_hit_q;
  logic [Depth-1:0]   held_hit, held_hit_q;
  logic [WordW-1:0]   word, found_word;
  logic [HandleW-1:0] handle;

  // Clock 1.
  always_comb begin
    slot_hit = '0;
    held_hit = '0;
    word     = '0;
    if (taken_1q || queried_1q) begin
      for (int s = 0; s < Slots; s++) slot_hit |= Slots'(waits_q[s] == tag_1q) << s;
      for (int w = 0; w < Depth / WordW; w++) begin
        word = '0;
        for (int i = 0; i < WordW; i++) word |= WordW'(holds_q[w*WordW+i] == tag_1q) << i;
        held_hit[w*WordW +: WordW] = word;
      end
    end
  end

  always_comb begin
    tag = '0;
    if (read_i != '0) for (int s = 0; s < Slots; s++) tag |= waits_q[s] & {TagW{read_i[s]}};
  end

  // The tag of a new one is in its slot a clock later.
  always_comb begin
    alike_o = '0;
    if (flush_i) begin
      for (int s = 0; s < Slots; s++) begin
        alike_o |= Slots'(((32'(waits_q[s]) ^ flush_tag_i) & flush_mask_i) == '0) << s;
      end
      alike_o = alike_o & ~new_i |
                new_i & {Slots{((32'(tag_1q) ^ flush_tag_i) & flush_mask_i) == '0}};
    end
  end

  // Clock 2: one reservation at most.
  assign held  = held_hit_q != '0;
  assign waits = slot_hit_q != '0;
  always_comb begin
    logic [9:0]      id;
    logic [GenW-1:0] generation;
    id         = '0;
    generation = '0;
    found_word = '0;
    if (held) begin
      for (int w = 0; w < Depth / WordW; w++) begin
        found_word |= held_hit_q[w*WordW +: WordW];
        if (held_hit_q[w*WordW +: WordW] != '0) id |= 10'(w * WordW);
      end
      id |= 10'(sema_path_pkg::index_32(32'(found_word)));
      for (int g = 0; g < GenW; g++) begin
        generation[g] = (held_hit_q & generations_i[g*Depth +: Depth]) != '0;
      end
    end
    handle = held ? {epoch_i, generation, IdW'(id)} : '0;
  end

  always_ff @(posedge clk_i) begin
    taken_1q   <= taken_i;
    queried_1q <= queried_i;
    taken_2q   <= rst_ni && taken_1q;
    queried_2q <= rst_ni && queried_1q;
    tag_1q     <= op_tag_i;
    tag_2q     <= tag_1q;
    slot_hit_q <= slot_hit & taken_slots_i & ~new_i;
    held_hit_q <= rst_ni ? held_hit & held_i : '0;
    answered_o      <= rst_ni && taken_2q && (held || waits);
    answer_kind_o   <= !(rst_ni && (taken_2q || queried_2q)) ? 2'd0 : held ? 2'd1 : waits ? 2'd2 :
                       queried_2q ? 2'd3 : 2'd0;
    answer_tag_o    <= rst_ni && (queried_2q || taken_2q && (held || waits)) ? tag_2q : '0;
    answer_handle_o <= rst_ni ? handle : '0;
    if (taken_1q) waits_q[new_slot_i] <= tag_1q;
    if (grant_i) holds_q[grant_id_i] <= tag_o;
    tag_o <= tag;
  end

`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    ONE_HOLDS_M : assert ((held_hit_q & (held_hit_q - 1'b1)) == '0);
  end
`endif
`ifdef FORMAL
  // One reservation and one slot, their tags, and whether what was offered is a repeat of them.
  (* anyconst *) logic [IdW-1:0]   watch;
  (* anyconst *) logic [SlotW-1:0] place;
  logic [TagW-1:0]    held_tag_q, slot_tag_q, tag_3q, offered_q, its_tag;
  logic               hit_1, hit_2q, hit_3q, waits_1, waits_2q, waits_3q, queried_3q, takes_3q, slot_known_q, granted_q;
  logic               any_1, any_2q, any_3q;     // in any slot
  logic [GenW-1:0]    generation_2;
  logic [HandleW-1:0] handle_3q;
  assign hit_1   = (taken_1q || queried_1q) && tag_1q == held_tag_q && held_i[watch];
  assign waits_1 = (taken_1q || queried_1q) && tag_1q == slot_tag_q && taken_slots_i[place] && !new_i[place];
  always_comb begin
    any_1 = 1'b0;
    for (int s = 0; s < Slots; s++) any_1 |= tag_1q == waits_q[s] && taken_slots_i[s] && !new_i[s];
  end
  assign its_tag = new_i[place] ? offered_q : slot_tag_q;
  always_comb for (int g = 0; g < GenW; g++) generation_2[g] = generations_i[g*Depth + 32'(watch)];
  always_ff @(posedge clk_i) begin
    if (grant_i && grant_id_i == watch) held_tag_q <= tag_o;
    if (taken_1q && new_slot_i == place) slot_tag_q <= tag_1q;
    {hit_3q, hit_2q}       <= rst_ni ? {hit_2q, hit_1} : '0;
    {waits_3q, waits_2q}   <= rst_ni ? {waits_2q, waits_1} : '0;
    {any_3q, any_2q}       <= {any_2q, any_1};
    {queried_3q, takes_3q} <= rst_ni ? {queried_2q, taken_2q} : '0;
    tag_3q    <= tag_2q;
    offered_q <= op_tag_i;
    handle_3q <= {epoch_i, generation_2, watch};
    granted_q <= rst_ni && (granted_q || grant_i && grant_id_i == watch);
    slot_known_q <= rst_ni && (slot_known_q || taken_1q && new_slot_i == place);
    WATCHED : assume (32'(place) < Slots);
    TURN_M : assert (!(taken_i && queried_i));
    if (rst_ni) begin
      HELD_M : assert (!held_i[watch] || granted_q);
      TAKEN_M : assert (!(taken_slots_i[place] && !new_i[place]) || slot_known_q);
      ALIKE_A : assert (!(slot_known_q || new_i[place]) || alike_o[place] ==
                        (flush_i && ((32'(its_tag) ^ flush_tag_i) & flush_mask_i) == '0));
      OFFERED_I : assert (tag_1q == offered_q);
      REPEAT_A : assert (!hit_3q || answer_kind_o == 2'd1 && answer_handle_o == handle_3q);
      HELD_A : assert (!(answer_kind_o == 2'd1 && answer_handle_o[IdW-1:0] == watch) || hit_3q);
      WAITS_A : assert ((!waits_3q || answer_kind_o == 2'd1 || answer_kind_o == 2'd2) &&
                        (answer_kind_o != 2'd2 || any_3q));
      UNKNOWN_A : assert (answer_kind_o != 2'd3 || queried_3q && !hit_3q && !waits_3q && answer_handle_o == '0);
      ANSWERED_A : assert (answered_o == (takes_3q && answer_kind_o != '0) &&
                           (answer_kind_o == '0 ? answer_tag_o == '0 : answer_tag_o == tag_3q) &&
                           (!queried_3q || answer_kind_o != '0));
      TAGS_I : assert ((!granted_q || holds_q[watch] == held_tag_q) &&
                       (!slot_known_q || waits_q[place] == slot_tag_q));
      HITS_I : assert (held_hit_q[watch] == hit_2q && !(taken_1q && queried_1q) && !(taken_2q && queried_2q) &&
                       (!(taken_2q || queried_2q) || slot_hit_q[place] == waits_2q && (slot_hit_q == '0 || any_2q)) &&
                       (taken_2q || queried_2q || !hit_2q && !waits_2q));
    end
  end
`endif
endmodule
