// SPDX-License-Identifier: Apache-2.0
// Ids: a free one is queued in each clock, in turn; a grant takes the first of the queue. Each has
// a generation, one more with each grant of it. A parked one is free when software says so.
//
// Same clock: one id may be queued, one granted, one a channel be free again or parked, and those
// of a word be unparked.
module sema_path_ids #(
    parameter int unsigned Depth = 128,
    parameter int unsigned GenW = 8,
    localparam int unsigned IdW = $clog2(Depth)
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  grant_i,
    output logic [IdW-1:0]        id_o,
    output logic [GenW-1:0]       generation_o,
    input  logic [Depth-1:0]      granted_i,       // id_o alone, or none
    input  logic [Depth-1:0]      freed_i,         // free from the next clock on
    input  logic [Depth-1:0]      parked_i,        // in this clock
    // clock w: of a word those of the mask that are parked; they are free from the next one on
    input  logic                  unpark_valid_i,
    input  logic [4:0]            unpark_word_i,
    input  logic [31:0]           unpark_mask_i,
    output logic [Depth-1:0]      unparks_o,
    output logic [IdW:0]          unparked_o,      // clock w + 4: how many
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
  logic [Words-1:0] at_q, above_q, any_free, any_up, first, first_1q;
  logic             picks, picks_1q, picks_2q, wraps;
  logic [9:0]       number;
  logic [2:0]       count_q;
  logic [1:0]       put_q, get_q, last_q;
  logic [IdW-1:0]   id_q[4];
  logic [GenW-1:0]  of_id_q[4], generation, generation_2q;
  logic [Depth-1:0] generation_q[GenW];
  assign picks = !count_q[2] && free_q != '0;
  assign wraps = any_up == '0;
  assign first = wraps ? any_free & (~any_free + 1'b1) : any_up & (~any_up + 1'b1);
  always_comb begin
    any_free = '0;
    any_up   = '0;
    for (int w = 0; w < Words; w++) begin
      any_free[w] = free_q[w*WordW +: WordW] != '0;
      any_up[w]   = above_q[w] && any_free[w] || at_q[w] && (free_q[w*WordW +: WordW] & word_above_q) != '0;
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
      free_q <= free_q & ~picked | freed_i | unparks_o;
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

  // What is unparked, and how many: of 4, of 16, of the word.
  localparam int unsigned Fours = WordW / 4;
  localparam int unsigned CountW = $clog2(WordW + 1);
  logic [WordW-1:0]   word, word_1q;
  logic [3*Fours-1:0] of_four, of_four_2q;
  logic [CountW-1:0]  low, high, low_3q, high_3q;
  always_comb begin
    unparks_o = '0;
    word      = '0;
    if (unpark_valid_i) begin
      for (int w = 0; w < Words; w++) begin
        unparks_o[w*WordW +: WordW] = parked_i[w*WordW +: WordW] & unpark_mask_i[WordW-1:0] &
                                      {WordW{unpark_word_i == 5'(w)}};
        word |= unparks_o[w*WordW +: WordW];
      end
    end
    of_four = '0;
    low     = '0;
    high    = '0;
    if (word_1q != '0) begin
      for (int i = 0; i < WordW; i++) of_four[i/4*3 +: 3] += 3'(word_1q[i]);
    end
    if (of_four_2q != '0) begin
      for (int f = 0; f < Fours; f++) begin
        if (f % 2 == 0) low += CountW'(of_four_2q[f*3 +: 3]);
        else high += CountW'(of_four_2q[f*3 +: 3]);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    word_1q            <= rst_ni ? word : '0;
    of_four_2q         <= rst_ni ? of_four : '0;
    {high_3q, low_3q}  <= rst_ni ? {high, low} : '0;
    unparked_o         <= rst_ni ? (IdW+1)'(high_3q) + (IdW+1)'(low_3q) : '0;
  end

`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    GRANT_ID_M : assert (!grant_i || count_q != '0);
    FREED_ONCE_M : assert ((freed_i & (free_q | parked_i)) == '0);
  end
`endif
`ifdef FORMAL
  // One id: free, on its way to the queue, in it or held; its generation; how often another one was
  // picked since it is free, and how long it is.
  (* anyconst *) logic [IdW-1:0] watch;
  logic            out_q, out, stays_q, grants, up_q, generation_ok;
  logic            count_ok;
  logic [IdW:0]    sum_1, sum_2, count, count_1q, count_2q, count_3q, count_4q;
  logic [2:0]      queued, known, since_q, places;
  logic [3:0]      valid, mine;
  logic [GenW-1:0] its_q, its;
  logic [IdW:0]    turn_q, place, passed_q, to_come;
  assign grants  = grant_i && id_o == watch;
  assign out     = out_q && !parked_i[watch];
  assign queued  = count_q - 3'(picks_1q);
  assign known   = queued - 3'(picks_2q);
  assign to_come = (IdW+1)'(watch) >= turn_q ? (IdW+1)'(watch) - turn_q :
                   (IdW+1)'(watch) + (IdW+1)'(Depth) - turn_q;
  logic [Depth-1:0] above;      // ids at or above the pointer
  always_comb begin
    for (int w = 0; w < Words; w++) begin
      above[w*WordW +: WordW] = {WordW{above_q[w]}} | word_above_q & {WordW{at_q[w]}};
    end
    place = '0;
    for (int i = 0; i < Depth; i++) place |= (IdW+1)'(i) & {(IdW+1){picked[i]}};
    sum_1 = '0;
    for (int i = 0; i < WordW; i++) sum_1 += (IdW+1)'(word_1q[i]);
    sum_2 = '0;
    for (int f = 0; f < Fours; f++) sum_2 += (IdW+1)'(of_four_2q[f*3 +: 3]);
    count_ok = count_1q == sum_1 && count_2q == sum_2;
    count = '0;
    for (int i = 0; i < Depth; i++) count += (IdW+1)'(unparks_o[i]);
    generation_ok = 1'b1;
    for (int g = 0; g < GenW; g++) its[g] = generation_q[g][watch];
    for (int j = 0; j < 4; j++) begin
      valid[j] = 3'(2'(2'(j) - get_q)) < queued;
      mine[j]  = valid[j] && id_q[j] == watch;
      if (mine[j] && !(picks_2q && last_q == 2'(j))) generation_ok &= of_id_q[j] == its_q + 1'b1 && since_q >= 3'd4;
    end
    places = 3'(free_q[watch]) + 3'(picks_1q && IdW'(number) == watch) + 3'(mine[0]) + 3'(mine[1]) +
             3'(mine[2]) + 3'(mine[3]) + 3'(out) + 3'(parked_i[watch]);
  end
  always_ff @(posedge clk_i) begin
    out_q    <= rst_ni && (grants || out && !freed_i[watch]);
    up_q     <= rst_ni;
    since_q  <= !rst_ni || freed_i[watch] || unparks_o[watch] ? 3'd1 : since_q + 3'(since_q != 3'd4);
    its_q    <= !rst_ni ? '1 : grants ? its_q + 1'b1 : its_q;
    stays_q  <= rst_ni && parked_i[watch] && !unparks_o[watch];
    {count_4q, count_3q, count_2q, count_1q} <= rst_ni ? {count_3q, count_2q, count_1q, count} : '0;
    turn_q   <= !rst_ni ? '0 : picks ? place + 1'b1 : turn_q;
    passed_q <= !rst_ni || !free_q[watch] || picked[watch] ? '0 : passed_q + (IdW+1)'(picks);
    if (rst_ni) begin
      GRANT_M : assert (!grant_i || known != '0);
      GRANTED_M : assert (granted_i == (grant_i ? Depth'(1) << id_o : '0));
      FREED_M : assert (!freed_i[watch] || out);
      STAYS_M : assert ((!stays_q || parked_i[watch]) && (!parked_i[watch] || stays_q || out_q));
      NEVER_HELD_A : assert (!grants || !out);
      NEVER_PARKED_A : assert (!grants || !parked_i[watch]);
      PARKED_A : assert (unparks_o[watch] == (parked_i[watch] && unpark_valid_i &&
                         unpark_word_i == 5'(32'(watch) / WordW) && unpark_mask_i[32'(watch) % WordW]));
      UNPARKED_A : assert (unparked_o == count_4q);
      LATER_A : assert (!grants || since_q == 3'd4);
      GENERATION_A : assert (!grants || generation_o == its_q + 1'b1);
      OF_HANDLE_A : assert (its == its_q);
      TURN_A : assert (32'(passed_q) < Depth);
      PLACES_I : assert (places == 3'd1);
      QUEUE_I : assert (count_q <= 3'd4 && 3'(picks_1q) <= count_q && 3'(picks_2q) <= queued &&
                        put_q == 2'(get_q + queued[1:0]) && (!picks_2q || last_q == put_q - 1'b1) &&
                        (!up_q || picks_2q || last_q == put_q));
      KNOWN_I : assert (generation_ok);
      COUNT_I : assert (count_ok && count_3q == (IdW+1)'(high_3q) + (IdW+1)'(low_3q));
      SINCE_I : assert (since_q != '0 && since_q <= 3'd4 && (out || since_q >= 3'd1) &&
                        (!(picks_1q && IdW'(number) == watch) || since_q >= 3'd2) &&
                        (mine == '0 || since_q >= 3'd3));
      POINTER_I : assert (32'(turn_q) <= Depth && above == {Depth{1'b1}} << turn_q &&
                           (at_q & (at_q - 1'b1)) == '0 &&
                           above_q == (at_q == '0 ? {Words{1'b1}} : ~(at_q | at_q - 1'b1)));
      READ_I : assert (!(picks_2q && id_q[last_q] == watch) || generation_2q == its_q);
      TO_COME_I : assert (!free_q[watch] || 32'(passed_q) + 32'(to_come) < Depth);
      PICKED_I : assert (!picks_1q || (picked_1q & (picked_1q - 1'b1)) == '0 && picked_1q != '0 &&
                         (first_1q & (first_1q - 1'b1)) == '0 && first_1q != '0);
    end
  end

  // All ids of a small pool, and as many as the table takes for held or parked, which one that was
  // freed leaves four clocks later; one that was unparked does even later.
  if (Depth == 8) begin : gen_enough
    logic [2:0]       since_reset_q;     // the queue fills
    logic [Depth-1:0] outs_q;
    logic [IdW:0] outs, free_now, freed_now, freed_1q, freed_2q, freed_3q, taken_q, all_out;
    always_comb begin
      free_now  = '0;
      outs      = '0;
      freed_now = '0;
      for (int i = 0; i < Depth; i++) begin
        free_now  += (IdW+1)'(free_q[i]);
        outs      += (IdW+1)'(outs_q[i]);
        freed_now += (IdW+1)'(freed_i[i] || unparks_o[i]);
      end
    end
    assign all_out = taken_q - freed_1q - freed_2q - freed_3q;
    always_ff @(posedge clk_i) begin
      {freed_3q, freed_2q, freed_1q} <= rst_ni ? {freed_2q, freed_1q, freed_now} : '0;
      outs_q <= rst_ni ? (outs_q | granted_i) & ~freed_i & ~unparks_o : '0;
      since_reset_q <= !rst_ni ? 3'd1 : since_reset_q + 3'(since_reset_q != 3'd4);
      taken_q <= !rst_ni ? '0 : taken_q + (IdW+1)'(grant_i) - freed_3q;
      if (rst_ni) begin
        LIMIT_M : assume (!grant_i || 32'(taken_q) < Depth && since_reset_q == 3'd4);
        ALL_M : assume (((freed_i | parked_i) & ~outs_q) == '0 && (parked_i & free_q) == '0 &&
                        (freed_i & parked_i) == '0 && (granted_i & outs_q) == '0);
        OUTS_I : assert (outs == all_out);
        NUMBER_I : assert (32'(all_out) + 32'(count_q) + 32'(free_now) == Depth);
        ENOUGH_A : assert (32'(taken_q) == Depth || known != '0 || since_reset_q != 3'd4);
        SINCE_RESET_I : assert (since_reset_q <= 3'd4 && since_reset_q != '0);
      end
    end
  end
`endif
endmodule
