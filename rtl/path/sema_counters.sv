// SPDX-License-Identifier: Apache-2.0
// Counts of 32 bits (registers.md, 9.4): of each a word of a table, and a part of few bits that counts
// since the word's last turn. A clock is the turn of one word: its part is emptied, and added to the
// word in the next clock. After a reset the table has no word before its first turn.
module sema_counters #(
    parameter int unsigned Words = 3,        // at least 2
    parameter int unsigned Most = 1,         // that is added to one in a clock
    localparam int unsigned AddW = $clog2(Most + 1),
    localparam int unsigned WordW = $clog2(Words),
    localparam int unsigned PartW = $clog2(Words * Most + 1)
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic [Words*AddW-1:0] add_i,
    input  logic [WordW-1:0]      word_i,
    output logic [31:0]           count_o    // of that word in the next clock: with what this one adds
);
  // Whose turn it is, whose it was in the clock before, and whether those are of the first turns.
  localparam logic [WordW-1:0] Last = WordW'(Words - 1);
  logic [WordW-1:0] turn_q, turn_1q;
  logic             first_q, first_1q;
  always_ff @(posedge clk_i) begin
    turn_q   <= !rst_ni || turn_q == Last ? '0 : turn_q + 1'b1;
    first_q  <= !rst_ni || first_q && turn_q != Last;
    turn_1q  <= rst_ni ? turn_q : '0;
    first_1q <= !rst_ni || first_q;
  end

  // Parts: of the word whose turn it is; of the one that is read, with what is on the way.
  logic [PartW-1:0] part_q[Words];
  logic [PartW-1:0] turned, turned_q, part;
  logic [AddW-1:0]  add;
  logic [PartW+1:0] low_q;
  always_comb begin
    turned = '0;
    part   = '0;
    add    = '0;
    for (int w = 0; w < Words; w++) begin
      turned |= part_q[w] & {PartW{turn_q == WordW'(w)}};
      part   |= part_q[w] & {PartW{word_i == WordW'(w)}};
      add    |= add_i[w*AddW +: AddW] & {AddW{word_i == WordW'(w)}};
    end
  end
  for (genvar w = 0; w < Words; w++) begin : gen_part
    always_ff @(posedge clk_i) begin
      part_q[w] <= !rst_ni ? '0 : (turn_q == WordW'(w) ? '0 : part_q[w]) +
                                  PartW'(add_i[w*AddW +: AddW]);
    end
  end

  // Words.
  logic [31:0] old, kept, sum;
  logic        puts, bare_q;
  assign sum     = (first_1q ? '0 : old) + 32'(turned_q);
  assign puts    = first_1q || turned_q != '0;
  assign count_o = (bare_q ? '0 : kept) + 32'(low_q);
  always_ff @(posedge clk_i) begin
    turned_q <= rst_ni ? turned : '0;
    low_q    <= (PartW+2)'(part) + (PartW+2)'(add) +
                (word_i == turn_1q ? (PartW+2)'(turned_q) : '0);
    bare_q   <= first_1q && word_i >= turn_1q;
  end
  sema_memory #(.Width(32), .Depth(Words)) u_sums (
      .clk_i, .write_i(puts), .write_address_i(turn_1q), .write_data_i(sum), .read_i(1'b1),
      .read_address_i(turn_q), .read_data_o(old));
  sema_memory #(.Width(32), .Depth(Words)) u_kept (
      .clk_i, .write_i(puts), .write_address_i(turn_1q), .write_data_i(sum), .read_i(1'b1),
      .read_address_i(word_i), .read_data_o(kept));
`ifdef FORMAL
  // One word: its count, what was written of it, and how many clocks ago its turn was.
  (* anyconst *) logic [WordW-1:0] watch;
  logic [31:0]      total_q, written_q, written_1q, adds, clocks;
  logic             up_q, read_q;
  assign adds   = 32'(add_i[watch*AddW +: AddW]);
  assign clocks = 32'(turn_q) + (turn_q > watch ? 0 : Words) - 32'(watch);
  always_ff @(posedge clk_i) begin
    up_q       <= rst_ni;
    read_q     <= word_i == watch;
    total_q    <= rst_ni ? total_q + adds : '0;
    written_1q <= written_q;
    if (puts && turn_1q == watch) written_q <= sum;
    WATCHED : assume (32'(watch) < Words);
    if (rst_ni) begin
      MOST_M : assert (adds <= Most);
      SUMS_M : assert (turn_1q != watch || first_1q || old == written_q);
      KEPT_M : assert (!read_q || bare_q || kept == written_1q);
      COUNT_A : assert (!up_q || !read_q || count_o == total_q);
      TURNS_I : assert (32'(turn_q) < Words && 32'(turn_1q) < Words && (up_q ?
                        turn_q == (turn_1q == Last ? '0 : turn_1q + 1'b1) &&
                        first_q == (first_1q && turn_1q != Last) :
                        turn_q == '0 && turn_1q == '0 && first_q && first_1q && turned_q == '0));
      PART_I : assert (32'(part_q[watch]) <= Most * clocks);
      WHOLE_I : assert (total_q == (first_1q && watch >= turn_1q ? '0 : written_q) +
                        32'(part_q[watch]) + (turn_1q == watch ? 32'(turned_q) : '0));
    end
  end
`endif
endmodule
