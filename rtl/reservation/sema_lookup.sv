// Look-up: is an operation's tag that of a reservation? Then it is a retransmission.
//
// Promise: in the clock after look_i, found_o says whether a reservation held then had that tag,
// and id_o is the lowest such id. Same clock: who retires still counts as held.
//
// An operation that is granted in the clock of a look-up has another tag, because of two with the
// same tag the second waits until the first has left; so a look-up never has to see a grant of its
// own clock. Ids are grouped as in the id pool: first the group is found, then the id inside it.
module sema_lookup #(
    parameter int unsigned Depth = sema_pkg::Depth,
    parameter int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned IdW = sema_pkg::index_width(Depth)
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // reservations
    input  logic              grant_i,
    input  logic [IdW-1:0]    id_i,
    input  logic [TagW-1:0]   tag_i,
    input  logic [Depth-1:0]  held_i,
    // look-up
    input  logic              look_i,
    input  logic [TagW-1:0]   look_tag_i,
    output logic              found_o,
    output logic [IdW-1:0]    id_o
);

  localparam int unsigned GroupW = (IdW + 1) / 2;
  localparam int unsigned Group = 2 ** GroupW;
  localparam int unsigned Groups = Depth / Group;

  logic [TagW-1:0] tag_q[Depth];  // in places, as sema_pkg says
  logic [IdW-1:0]  place;
  assign place = IdW'(sema_pkg::place_of(32'(id_i), Depth));
  always_ff @(posedge clk_i) begin
    if (grant_i) tag_q[place] <= tag_i;
  end

  logic [Depth-1:0]      match;
  logic [Groups-1:0]     empty;
  logic [Group-1:0]      members;
  logic [IdW-GroupW-1:0] group;
  logic [GroupW-1:0]     member;

  always_comb begin
    match = '0;
    if (look_i) begin
      for (int b = 0; b < Depth / 4; b++) begin
        for (int w = 0; w < 4; w++) match[w*Depth/4+b] = tag_q[4*b+w] == look_tag_i;
      end
      match &= held_i;
    end
  end

  for (genvar g = 0; g < Groups; g++) begin : gen_empty
    assign empty[g] = match[g*Group +: Group] == '0;
  end
  assign group   = (IdW - GroupW)'(sema_pkg::first_zero({{64-Groups{1'b1}}, empty}));
  assign members = match[group*Group +: Group];
  assign member  = GroupW'(sema_pkg::first_zero({{64-Group{1'b1}}, ~members}));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) found_o <= 1'b0;
    else found_o <= !(&empty);
    id_o <= {group, member};
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // Nobody is granted under the tag that is looked up.
      Grant_M : assert (!(look_i && grant_i) || tag_i != look_tag_i);
    end
  end
`endif

endmodule
