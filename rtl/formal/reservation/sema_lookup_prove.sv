// Proof of sema_lookup, 128 entries: a tag that holds a reservation is found, with the lowest id that
// has it; one that holds none is not found. Looked at is one reservation, whichever.
module sema_lookup_prove #(
    parameter int unsigned Depth = sema_pkg::Depth,
    parameter int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned Copies = Depth / 16,
    localparam int unsigned IdW = sema_pkg::index_width(Depth)
) (
    input logic             clk_i, rst_ni, grant_i,
    input logic [IdW-1:0]   id_i,
    input logic [TagW-1:0]  tag_i, look_tag_i,
    input logic [Depth-1:0] held_i,
    input logic             look_i
);

  logic           found_o;
  logic [IdW-1:0] id_o;

  sema_lookup #(.Gates(1'b1), .Depth(Depth), .TagW(TagW), .Copies(Copies)) u_dut (
      .look_tag_i({Copies{look_tag_i}}), .*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* anyconst *) logic [IdW-1:0] one;
  (* peek = "u_dut.gen_gates.formal_tags" *) logic [Depth*TagW-1:0] tags;
  (* peek = "u_dut.gen_gates.write_q" *) logic [Depth-1:0] writes;
  (* peek = "u_dut.match_2q" *) logic [Depth-1:0] match;

  // Its tag, once it was granted, from the second clock after the grant on; and whether it was the one
  // looked for, so many clocks ago.
  logic            granted_q, known_q, hit_1q, hit_2q, hit_3q, hit_4q, found_1q, found_2q;
  logic [TagW-1:0] granted_tag_q, tag_q;
  logic [2:0]      since_q;
  initial since_q = '0;
  always_ff @(posedge clk_i) begin
    since_q       <= since_q + 3'(since_q != '1);
    granted_q     <= grant_i && id_i == one;
    granted_tag_q <= tag_i;
    known_q       <= rst_ni && (known_q || granted_q);
    if (granted_q) tag_q <= granted_tag_q;
    hit_1q   <= held_i[one] && !granted_q && tags[one*TagW +: TagW] == look_tag_i;
    {hit_2q, hit_3q, hit_4q} <= {hit_1q, hit_2q, hit_3q};
    {found_1q, found_2q}     <= {found_o, found_1q};
  end

  always_comb begin
    if (began_o) begin
      write_I : assert (writes[one] == granted_q);
      match_I : assert (since_q < 3'd2 || match[one] == hit_1q);
      kept_A : assert (!known_q || tags[one*TagW +: TagW] == tag_q);
    end
    if (since_q >= 3'd5) begin
      found_A : assert ((!hit_2q || found_o) && (!hit_4q || id_o <= one));
      real_A : assert (!found_2q || id_o != one || hit_4q);
    end

    kept_C : cover (since_q >= 3'd5 && known_q && granted_q);
    found_C : cover (since_q >= 3'd5 && hit_4q && id_o < one);
    real_C : cover (since_q >= 3'd5 && found_2q && id_o == one && one == IdW'(Depth - 1));
  end

endmodule
