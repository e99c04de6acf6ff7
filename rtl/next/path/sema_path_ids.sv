// Ids: a free one is queued in each clock, in turn; a grant takes the first of the queue. Each has
// a generation, one more with each grant of it.
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
  // In clock k one free id is picked: the lowest at or above the pointer, else the lowest. It
  // counts as queued from the next clock on, in which it gets its number; its generation comes in
  // the one after that. No grant takes it before clock k + 3, as the table counts it until then.
  // The pointer is a word, words above it, and bits of that word at or above it.
  logic [Depth-1:0] free_q, picked;
  logic [WordW-1:0] word_above_q, all, up, lowest, past, picked_1q, picked_word;
  logic [Words-1:0] at_q, above_q, some, some_up, first, first_1q;
  logic             picks, picks_1q, picks_2q, wraps;
  logic [9:0]       number;
  logic [2:0]       count_q;
  logic [1:0]       put_q, get_q, last_q;
  logic [IdW-1:0]   id_q[4];
  logic [GenW-1:0]  of_id_q[4], generation, generation_2q;
  logic [Depth-1:0] generation_q[GenW];
  assign picks = !count_q[2] && free_q != '0;
  assign wraps = some_up == '0;
  assign first = wraps ? some & (~some + 1'b1) : some_up & (~some_up + 1'b1);
  always_comb begin
    some    = '0;
    some_up = '0;
    for (int w = 0; w < Words; w++) begin
      some[w]    = free_q[w*WordW +: WordW] != '0;
      some_up[w] = above_q[w] && some[w] || at_q[w] && (free_q[w*WordW +: WordW] & word_above_q) != '0;
    end
  end
  always_comb begin
    picked      = '0;
    past        = '0;       // what is above the picked one, of its word
    picked_word = '0;
    all         = '0;
    up          = '0;
    lowest      = '0;
    if (picks) begin
      for (int w = 0; w < Words; w++) begin
        all    = free_q[w*WordW +: WordW];
        up     = at_q[w] ? all & word_above_q : all;
        lowest = wraps ? all & (~all + 1'b1) : up & (~up + 1'b1);
        lowest &= {WordW{first[w]}};
        picked_word |= lowest;
        picked[w*WordW +: WordW] = lowest;
        past |= (wraps ? all ^ (~all + 1'b1) : up ^ (~up + 1'b1)) & {WordW{first[w]}};
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      free_q       <= '1;
      at_q         <= '0;
      above_q      <= '1;
    end else begin
      free_q <= free_q & ~picked | freed_i;
      if (picks) begin
        at_q    <= first;
        above_q <= ~(first | first - 1'b1);
      end
    end
    if (picks) word_above_q <= past;
    picks_1q  <= rst_ni && picks;
    picks_2q  <= rst_ni && picks_1q;
    picked_1q <= picked_word;
    first_1q  <= first;
  end

  always_comb begin
    number = 10'(sema_path_pkg::index_32(32'(picked_1q)));
    for (int w = 0; w < Words; w++) number |= 10'(w * WordW) & {10{first_1q[w]}};
  end
  assign id_o         = id_q[get_q];
  assign generation_o = of_id_q[get_q];
  always_comb begin
    generation = '0;
    if (picks_1q) begin
      for (int g = 0; g < GenW; g++) begin
        for (int w = 0; w < Words; w++) begin
          generation[g] |= first_1q[w] && (generation_q[g][w*WordW +: WordW] & picked_1q) != '0;
        end
      end
    end
  end
  for (genvar g = 0; g < GenW; g++) begin : gen_generations
    assign generations_o[g*Depth +: Depth] = generation_q[g];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      count_q <= '0;
      put_q   <= '0;
      get_q   <= '0;
    end else begin
      count_q <= count_q + 3'(picks) - 3'(grant_i);
      if (picks_1q) put_q <= put_q + 1'b1;
      if (grant_i) get_q <= get_q + 1'b1;
    end
    if (picks_1q) id_q[put_q] <= IdW'(number);
    last_q          <= put_q;
    generation_2q   <= generation;
    if (picks_2q) of_id_q[last_q] <= generation_2q + 1'b1;
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
