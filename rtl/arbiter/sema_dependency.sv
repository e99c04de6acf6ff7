// Dependencies: which operations wait for an earlier one of their tag or domain. One
// insertion, one leave and one read in every clock.
//
// Promise: from the fifth clock of an operation in its slot on (insert_i in the first) blocked_o
// says whether an earlier operation of the same tag, or of the same domain other than 0, is there;
// leave_i counts from the next clock on. tag_o is the tag of the slot that select_i named three
// clocks ago (void where it named none).
// Same clock: an operation may leave while another comes that would wait for it: it does not.
//
// A matrix: each slot has the set of those it waits for. An insertion is kept (clock 1), compared
// with all slots (2), and its set written (3). What leaves is taken out of every set, also of those
// on their way.
module sema_dependency #(
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned TagW = sema_pkg::TagBits,
    parameter bit Gates = sema_pkg::Gates,
    parameter int unsigned Leaves = 1,     // copies of leave_i
    parameter int unsigned TagCopies = 1,  // of tag_o
    localparam int unsigned DomainW = sema_pkg::DomainBits,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    // insertion, clock 1: the slot alone, or none
    input  logic [Slots-1:0]           insert_i,
    input  logic [TagW-1:0]            tag_i,
    input  logic [DomainW-1:0]         domain_i,
    input  logic [Slots-1:0]           taken_i,   // the one that is inserted among them
    // leave: the slot alone, or none
    input  logic [Leaves*Slots-1:0]    leave_i,
    // result
    output logic [Slots-1:0]           blocked_o,
    // read
    input  logic [Slots-1:0]           select_i,  // the slot alone, or none
    input  logic [Slots-1:0]           select_qi, // the same in the next clock
    output logic [TagCopies*TagW-1:0]  tag_o
);

  logic [Slots-1:0] leave, insert_2q, insert_3q, older_2q;
  assign leave = leave_i[Slots-1:0];

  always_ff @(posedge clk_i) begin
    insert_2q <= rst_ni ? insert_i : '0;
    insert_3q <= rst_ni ? insert_2q : '0;
    older_2q  <= taken_i & ~insert_i & ~leave;
  end

  if (Gates) begin : gen_gates
    localparam int unsigned Groups = Slots >= 8 ? Slots / 8 : 1;
    localparam int unsigned W = TagW + DomainW + 1;
    logic [Groups*W-1:0]     key_2q;
    logic [Groups*Slots-1:0] row_3q;
    logic [Slots-1:0]        match;
    logic [Slots*TagW-1:0]   tags;
    logic                    unused_select;

`ifdef FORMAL
    // Tags, domains and sets in vectors, of which a proof speaks.
    logic [Slots*(W-1)-1:0]  formal_keys;
    logic [Slots*Slots-1:0]  formal_waits;
`endif

    sema_dup_flops #(.W(W), .Copies(Groups)) u_key (
        .clk_i, .d_i({domain_i != '0, domain_i, tag_i}), .q_o(key_2q));
    sema_dup_flops #(.W(Slots), .Copies(Groups)) u_row (
        .clk_i, .d_i(match & older_2q & ~leave), .q_o(row_3q));

    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      localparam int unsigned G = s * Groups / Slots;
      localparam int unsigned L = s * Leaves / Slots;
      logic [TagW-1:0]    tag_q;
      logic [DomainW-1:0] domain_q;
      logic [Slots-1:0]   waits_q, stays;
      logic               blocked_q;
      assign stays = ~leave_i[L*Slots +: Slots];
      assign match[s] = tag_q == key_2q[G*W +: TagW] ||
                        (key_2q[G*W+W-1] && domain_q == key_2q[G*W+TagW +: DomainW]);
      always_ff @(posedge clk_i) begin
        if (insert_i[s]) {domain_q, tag_q} <= {domain_i, tag_i};
        waits_q   <= (insert_3q[s] ? row_3q[G*Slots +: Slots] : waits_q) & stays;
        blocked_q <= (waits_q & stays) != '0;
      end
      assign tags[s*TagW +: TagW] = tag_q;
`ifdef FORMAL
      assign formal_keys[s*(W-1) +: W-1]    = {domain_q, tag_q};
      assign formal_waits[s*Slots +: Slots] = waits_q;
`endif
      assign blocked_o[s] = blocked_q;
    end

    sema_slot_read #(.Slots(Slots), .W(TagW), .Copies(TagCopies)) u_read (
        .clk_i, .select_i, .words_i(tags), .word_o(tag_o));
    assign unused_select = ^select_qi;
  end else begin : gen_words
    // Sets are kept in places, as sema_pkg says; only those of live_q are not empty.
    localparam int unsigned Quarter = Slots / 4;
    logic [TagW-1:0]        tag_q   [Slots];
    logic [DomainW-1:0]     domain_q[Slots];
    logic [TagW-1:0]        tag_2q, tag_r1q, tag_r2q;
    logic [DomainW-1:0]     domain_2q;
    logic [Slots-1:0]       row_3q;
    logic [SlotW-1:0]       slot, place, read;
    logic [Slots*Slots-1:0] waits_q;

    // Functions, so that a simulator compares only what is inserted.
    function automatic logic [Slots-1:0] same_tag(input logic [TagW-1:0] tag);
      for (int s = 0; s < Slots; s++) same_tag[s] = tag_q[s] == tag;
    endfunction
    function automatic logic [Slots-1:0] same_domain(input logic [DomainW-1:0] domain);
      for (int s = 0; s < Slots; s++) same_domain[s] = domain_q[s] == domain;
    endfunction

    assign slot  = SlotW'(sema_pkg::index_of(64'(insert_i)));
    assign place = SlotW'(sema_pkg::place_of(32'(sema_pkg::index_of(64'(insert_3q))), Slots));
    assign read  = SlotW'(sema_pkg::index_of(64'(select_qi)));

    logic [127:0]     some;
    logic [Slots-1:0] live, live_q, blocked_q, unused_select;
    always_comb begin
      some = '0;
      if (live_q != '0) begin
        for (int b = 0; b < Quarter; b++) begin
          for (int w = 0; w < 4; w++) begin
            some[w*32+b] = (waits_q[(4*b+w)*Slots +: Slots] & ~leave) != '0;
          end
        end
      end
    end
    assign live          = live_q & Slots'(sema_pkg::of_places(some, Slots));
    always_ff @(posedge clk_i) begin
      tag_2q    <= tag_i;
      domain_2q <= domain_i;
      if (insert_i != '0) begin
        tag_q[slot]    <= tag_i;
        domain_q[slot] <= domain_i;
      end
      if (insert_2q != '0) begin
        row_3q <= (same_tag(tag_2q) | (domain_2q != '0 ? same_domain(domain_2q) : '0)) &
                  older_2q & ~leave;
      end
      if (live_q != '0 && leave != '0) begin
        for (int s = 0; s < Slots; s++) begin
          waits_q[s*Slots +: Slots] <= waits_q[s*Slots +: Slots] & ~leave;
        end
      end
      if (insert_3q != '0) waits_q[place*Slots +: Slots] <= row_3q & ~leave;
      blocked_q <= live;
      live_q    <= live & ~insert_3q | ((row_3q & ~leave) != '0 ? insert_3q : '0);
      tag_r1q <= tag_q[read];
      tag_r2q <= tag_r1q;
    end

    assign blocked_o     = blocked_q;
    assign tag_o         = {TagCopies{tag_r2q}};
    assign unused_select = select_i;
  end

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The same reckoned the plain way: by number of the offer.
  localparam int unsigned SettleClocks = 4;
  logic [Slots-1:0]   there, there_q, waits, waits_1q, settled_q;
  logic [TagW-1:0]    plain_tag_q[Slots];
  logic [DomainW-1:0] plain_domain_q[Slots];
  logic [63:0]        offered_q[Slots];
  logic [63:0]        offers_q = '0;
  logic [2:0]         since_q[Slots];
  assign there = there_q & ~leave;
  always_ff @(posedge clk_i) begin
    there_q <= rst_ni ? there | insert_i : '0;
    if (insert_i != '0) offers_q <= offers_q + 64'd1;
    for (int s = 0; s < Slots; s++) begin
      since_q[s] <= insert_i[s] ? 3'd1 : since_q[s] + 3'(since_q[s] != 3'd7);
      if (insert_i[s]) begin
        offered_q[s]      <= offers_q;
        plain_tag_q[s]    <= tag_i;
        plain_domain_q[s] <= domain_i;
      end
      settled_q[s] <= there[s] && since_q[s] >= 3'(SettleClocks - 1);
    end
    waits_1q <= waits;
  end
  always_comb begin
    waits = '0;
    for (int s = 0; s < Slots; s++) begin
      if (there[s]) begin
        for (int t = 0; t < Slots; t++) begin
          if (there[t]) begin
            waits[s] |= offered_q[t] < offered_q[s] &&
                        (plain_tag_q[t] == plain_tag_q[s] ||
                         (plain_domain_q[t] == plain_domain_q[s] && plain_domain_q[s] != '0));
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      Blocked_A : assert ((blocked_o & settled_q) == (waits_1q & settled_q));
      Insert_M : assert ($onehot0(insert_i) && (insert_i & ~taken_i) == '0);
      Taken_M : assert ((taken_i & ~insert_i) == there_q);
      Leave_M : assert ($onehot0(leave) && (leave & ~there_q) == '0 && leave_i == {Leaves{leave}});
    end
  end

  /* verilator tracing_on */
`endif

endmodule
