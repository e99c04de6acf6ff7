// Look-up, one in every clock: is an operation's tag that of a reservation? Then it is a
// retransmission. d is the clock of the operation's decision.
//
// Promise: of a tag that is given in clock d - 3, found_o says in clock d - 1 whether a reservation
// that is held in clock d - 3 has it, and id_o in clock d + 1 is the lowest such id.
// A grant's tag counts from the second clock after grant_i on, and its id has none before. That is
// early enough, as of two operations with the same tag the second waits until the first has left.
//
// Ids are found in groups of eight: first in each, then the first group.
module sema_lookup #(
    parameter bit          Gates = sema_pkg::Gates,
    parameter int unsigned Depth = sema_pkg::Depth,
    parameter int unsigned TagW = sema_pkg::TagBits,
    parameter int unsigned Copies = sema_pkg::copies(Depth / 16),   // of tags
    localparam int unsigned IdW = sema_pkg::index_width(Depth)
) (
    input  logic                   clk_i,
    // reservations
    input  logic                   grant_i,
    input  logic [IdW-1:0]         id_i,
    input  logic [TagW-1:0]        tag_i,
    input  logic [Depth-1:0]       held_i,
    // look-up, clock d - 3
    input  logic                   look_i,
    input  logic [Copies*TagW-1:0] look_tag_i,
    // clock d - 1
    output logic                   found_o,
    // clock d + 1
    output logic [IdW-1:0]         id_o
);

  localparam int unsigned Member = 8;
  localparam int unsigned Groups = Depth / Member;
  localparam int unsigned MemberW = 3;

  logic [Depth-1:0] match, match_2q;

  if (Gates) begin : gen_gates
    logic [Depth-1:0]       write_q;
    logic [Copies*TagW-1:0] write_tag_q;
    sema_dup_flops #(.W(TagW), .Copies(Copies)) u_tag (.clk_i, .d_i(tag_i), .q_o(write_tag_q));
    always_ff @(posedge clk_i) write_q <= grant_i ? Depth'(1) << id_i : '0;
`ifdef FORMAL
    logic [Depth*TagW-1:0]  formal_tags;  // in a vector, of which a proof speaks
`endif
    for (genvar i = 0; i < Depth; i++) begin : gen_entry
      localparam int unsigned Copy = i * Copies / Depth;
      logic [TagW-1:0] tag_q;
`ifdef FORMAL
      assign formal_tags[i*TagW +: TagW] = tag_q;
`endif
      always_ff @(posedge clk_i) if (write_q[i]) tag_q <= write_tag_q[Copy*TagW +: TagW];
      assign match[i] = held_i[i] && !write_q[i] && tag_q == look_tag_i[Copy*TagW +: TagW];
    end

    logic unused_look;
    assign unused_look = look_i;
  end else begin : gen_words
    logic            grant_q;
    logic [IdW-1:0]  place, place_q, id_q;
    logic [TagW-1:0] write_tag_q;
    logic [TagW-1:0] tag_q[Depth];  // in places, as sema_pkg says
    assign place = IdW'(sema_pkg::place_of(32'(id_i), Depth));
    always_ff @(posedge clk_i) begin
      grant_q     <= grant_i;
      place_q     <= place;
      id_q        <= id_i;
      write_tag_q <= tag_i;
      if (grant_q) tag_q[place_q] <= write_tag_q;
    end
    always_comb begin
      match = '0;
      if (look_i) begin
        for (int b = 0; b < Depth / 4; b++) begin
          for (int w = 0; w < 4; w++) match[w*Depth/4+b] = tag_q[4*b+w] == look_tag_i[TagW-1:0];
        end
        match &= held_i;
        if (grant_q) match[id_q] = 1'b0;
      end
    end
  end

  // Groups with a match, and the first in each.
  logic [Groups-1:0]         some, some_1q, lowest, lowest_q;
  logic [Groups*MemberW-1:0] first, first_1q, first_0q;
  for (genvar g = 0; g < Groups; g++) begin : gen_group
    logic [Member-1:0] m;
    assign m       = match_2q[g*Member +: Member];
    assign some[g] = m != '0;
    assign first[g*MemberW +: MemberW] = {
        m[3:0] == '0,
        m[3:0] != '0 ? m[1:0] == '0 : m[5:4] == '0,
        m[1:0] != '0 ? !m[0] : m[3:2] != '0 ? !m[2] : m[5:4] != '0 ? !m[4] : !m[6]
    };
    if (g == 0) begin : gen_first
      assign lowest[g] = some_1q[g];
    end else begin : gen_behind
      assign lowest[g] = some_1q[g] && some_1q[g-1:0] == '0;
    end
  end

  logic [IdW-1:0]     id;
  logic [MemberW-1:0] member;
  logic [6:0]         group;
  always_comb begin
    member = '0;
    for (int g = 0; g < Groups; g++) begin
      member |= {MemberW{lowest_q[g]}} & first_0q[g*MemberW +: MemberW];
    end
  end
  if (Groups > 64) begin : gen_many
    assign group = {lowest_q[Groups-1:64] != '0,
                    sema_pkg::index_of(lowest_q[63:0] | 64'(lowest_q[Groups-1:64]))};
  end else begin : gen_few
    assign group = 7'(sema_pkg::index_of(64'(lowest_q)));
  end
  assign id    = IdW'({group, member});

  assign found_o = some_1q != '0;

  always_ff @(posedge clk_i) begin
    match_2q <= match;
    some_1q  <= some;
    first_1q <= first;
    lowest_q <= lowest;
    first_0q <= first_1q;
    id_o     <= id;
  end

`ifndef SYNTHESIS
  initial Depth_P : assert (Depth % 16 == 0 && Depth <= 1024);
`endif

endmodule
