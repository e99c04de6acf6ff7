// Ids: a free one is queued in each clock, in turn; a grant takes the first of the queue. Each has a
// generation, one more with each grant of it.
//
// Same clock: one id may be queued, one granted, and one a channel be free again.
module sema_path_ids #(
    parameter int unsigned Depth = 128,
    parameter int unsigned GenW = 4,
    localparam int unsigned IdW = $clog2(Depth)
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  grant_i,
    output logic [IdW-1:0]        id_o,
    output logic [GenW-1:0]       generation_o,
    input  logic [Depth-1:0]      granted_i,       // id_o alone, or none
    input  logic [Depth-1:0]      freed_i,         // free from the next clock on
    output logic [GenW*Depth-1:0] generations_o    // bit by bit of all ids: of the last grant
);
  localparam int unsigned WordW = Depth < 32 ? Depth : 32;
  localparam int unsigned Words = Depth / WordW;
  logic [Depth-1:0] free_q, above_q, above, from, alone, past;
  logic [WordW-1:0] word;
  logic [9:0]       pick;
  logic             picks, found;
  logic [2:0]       count_q;
  logic [1:0]       put_q, get_q, last_q;
  logic [IdW-1:0]   id_q[4], last;
  logic [GenW-1:0]  of_id_q[4], generation;
  logic [Depth-1:0] generation_q[GenW];

  // The lowest free id at or above the pointer, else the lowest; past: those above it.
  assign picks = !count_q[2] && free_q != '0;
  assign above = free_q & above_q;
  assign from  = above != '0 ? above : free_q;
  always_comb begin
    alone = '0;
    past  = '0;
    pick  = '0;
    word  = '0;
    found = 1'b0;
    if (picks) begin
      for (int w = 0; w < Words; w++) begin
        word = from[w*WordW +: WordW];
        past[w*WordW +: WordW]  = found ? '1 : word == '0 ? '0 : ~(word ^ (word - 1'b1));
        word = found ? '0 : word & (~word + 1'b1);
        alone[w*WordW +: WordW] = word;
        if (word != '0) pick |= 10'(w * WordW) | 10'(sema_path_pkg::index_32(32'(word)));
        found |= word != '0;
      end
    end
  end

  // The queue. The generation of an id comes a clock after it.
  assign last         = id_q[last_q];
  assign id_o         = id_q[get_q];
  assign generation_o = of_id_q[get_q];
  always_comb begin
    for (int g = 0; g < GenW; g++) generation[g] = generation_q[g][last];
  end
  for (genvar g = 0; g < GenW; g++) begin : gen_generations
    assign generations_o[g*Depth +: Depth] = generation_q[g];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      free_q  <= '1;
      above_q <= '1;
      count_q <= '0;
      put_q   <= '0;
      get_q   <= '0;
    end else begin
      free_q  <= free_q & ~alone | freed_i;
      if (picks) above_q <= past;
      count_q <= count_q + 3'(picks) - 3'(grant_i);
      if (picks) put_q <= put_q + 1'b1;
      if (grant_i) get_q <= get_q + 1'b1;
    end
    if (picks) id_q[put_q] <= IdW'(pick);
    last_q          <= put_q;
    of_id_q[last_q] <= generation + 1'b1;
    for (int g = 0; g < GenW; g++) begin
      if (!rst_ni || grant_i) begin
        generation_q[g] <= {Depth{!rst_ni}} | generation_q[g] & ~granted_i |
                           granted_i & {Depth{generation_o[g]}};
      end
    end
  end

`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    GRANT_ID_M : assert (!grant_i || count_q != '0);
    FREED_ONCE_M : assert ((freed_i & free_q) == '0);
  end
`endif
endmodule
