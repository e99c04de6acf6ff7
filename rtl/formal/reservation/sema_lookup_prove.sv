// Proof of sema_lookup: a tag that holds a reservation is found, with the lowest id that has it;
// one that holds none is not found.
//
// The properties follow one reservation: which one is free, so that it stands for all.
module sema_lookup_prove #(
    parameter int unsigned Depth = sema_pkg::Depth,
    parameter int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned IdW = sema_pkg::index_width(Depth)
) (
    input logic              clk_i, rst_ni, grant_i,
    input logic [IdW-1:0]    id_i,
    input logic [TagW-1:0]   tag_i,
    input logic [Depth-1:0]  held_i,
    input logic              look_i,
    input logic [TagW-1:0]   look_tag_i
);

  logic           found_o;
  logic [IdW-1:0] id_o;

  sema_lookup #(.Depth(Depth), .TagW(TagW)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* anyconst *) logic [IdW-1:0] one;

  // Tags of the reservations as they were granted, in the places where sema_lookup keeps them, so
  // that the solver sees them once; and whether the clock before looked up that one's.
  logic [TagW-1:0] tag_q[Depth], tag;
  logic [IdW-1:0]  place, place_one;
  assign place     = IdW'(sema_pkg::place_of(32'(id_i), Depth));
  assign place_one = IdW'(sema_pkg::place_of(32'(one), Depth));
  assign tag       = tag_q[place_one];
  logic            looked_q, hit_q;
  always_ff @(posedge clk_i) begin
    looked_q <= rst_ni && look_i;
    hit_q    <= rst_ni && look_i && held_i[one] && tag == look_tag_i;
    if (grant_i) tag_q[place] <= tag_i;
  end

  always_comb begin
    if (began_o) begin
      found_A : assert (!hit_q || (found_o && id_o <= one));
      real_A : assert (!found_o || id_o != one || hit_q);
      requested_I : assert (!found_o || looked_q);

      found_C : cover (hit_q && id_o < one);
      real_C : cover (found_o && id_o == one && one == IdW'(Depth - 1));
    end
  end

endmodule
