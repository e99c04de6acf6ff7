// SPDX-License-Identifier: Apache-2.0
// Status: counts of what commits, and the most that was held. What commits in clock c is shown from
// clock c + 2 on: reads wait for it. A count is read by its address, which is that of the clock before.
module sema_status #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned IdW = 7,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned Channels = NAtomic + NResponse + 2,
    localparam int unsigned AddW = $clog2(Channels + 1)
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    // in this clock
    input  logic [2:0]                kind_i,
    input  logic [Lanes:0]            mask_i,
    input  logic [1:0]                answer_i,
    input  logic [2*Channels-1:0]     return_kind_i,
    input  logic [Channels-1:0]       free_i,
    input  logic                      message_i,
    input  logic                      calibration_i,
    input  logic [IdW:0]              held_i,
    input  logic                      anew_i,      // the most is that of this clock and later
    input  logic [6:0]                waiting_i,
    input  logic [11:2]               read_address_i,
    output logic [31:0]               count_o,
    output logic [32*sema_map::Flushed-1:0] words_o,     // words that are no counts
    // of the clock before: frees, returns of each kind; a grant; what a deny named
    output logic [4*AddW-1:0]         add_o,
    output logic                      granted_o,
    output logic [Lanes:0]            denied_o
);

  // What is added in this clock: to the counts of the map, the last of which stands apart there, and to
  // the denials.
  localparam int unsigned Counts = sema_map::Counts + 1, Words = Counts + Lanes + 1;
  localparam int unsigned WordW = $clog2(Words);
  logic [4*Counts-1:0]   add, add_q;
  logic [Lanes:0]        denied_q;
  logic [Words*AddW-1:0] adds;
  logic [WordW-1:0]      word;
  always_comb begin
    add = '0;
    add[4*0 +: 4] = 4'(kind_i == 3'd1);
    add[4*1 +: 4] = 4'(kind_i == 3'd3);
    add[4*2 +: 4] = 4'(answer_i == 2'd1 || answer_i == 2'd2);
    for (int k = 0; k < Channels; k++) begin
      add[4*3 +: 4] = add[4*3 +: 4] + 4'(free_i[k]);
      add[4*7 +: 4] = add[4*7 +: 4] + 4'(return_kind_i[2*k +: 2] == 2'd2);
      add[4*8 +: 4] = add[4*8 +: 4] + 4'(return_kind_i[2*k +: 2] == 2'd3);
    end
    add[4*4 +: 4] = 4'(return_kind_i[1:0] == 2'd1);
    for (int k = 1; k <= NAtomic; k++) begin
      add[4*5 +: 4] = add[4*5 +: 4] + 4'(return_kind_i[2*k +: 2] == 2'd1);
    end
    for (int k = NAtomic + 1; k < Channels - 1; k++) begin
      add[4*6 +: 4] = add[4*6 +: 4] + 4'(return_kind_i[2*k +: 2] == 2'd1);
    end
    add[4*9 +: 4]  = 4'(message_i);
    add[4*10 +: 4] = 4'(calibration_i);
    add[4*11 +: 4] = 4'(kind_i == 3'd5);
  end
  always_comb begin
    for (int n = 0; n < Counts; n++) adds[n*AddW +: AddW] = add_q[4*n +: AddW];
    for (int l = 0; l <= Lanes; l++) adds[(Counts+l)*AddW +: AddW] = AddW'(denied_q[l]);
    word = WordW'(read_address_i[5:2]);
    if (read_address_i[11:8] == sema_map::Denials) word = WordW'(Counts) + WordW'(read_address_i[7:2]);
    else if (read_address_i[5:2] == 4'(sema_map::Flushed)) word = WordW'(sema_map::Counts);
  end
  sema_counters #(.Words(Words), .Most(Channels)) u_counts (
      .clk_i, .rst_ni, .add_i(adds), .word_i(word), .count_o);

  // The most that was held.
  logic [IdW:0] held_q, held_max_q, most;
  logic         anew_q;
  logic [6:0]   waiting_q;
  assign denied_o = denied_q;
  assign most    = anew_q ? held_q : held_max_q;
  assign granted_o = add_q[0];
  assign add_o     = adds[AddW*sema_map::Frees +: 4*AddW];
  assign words_o = {32'(waiting_q), 32'(held_max_q), 32'(held_q), (32*sema_map::Counts)'(0)};
  always_ff @(posedge clk_i) begin
    add_q      <= rst_ni ? add : '0;
    denied_q   <= rst_ni && kind_i == 3'd2 ? mask_i : '0;
    held_q     <= held_i;
    waiting_q  <= waiting_i;
    anew_q     <= anew_i;
    held_max_q <= !rst_ni ? '0 : held_i > most ? held_i : most;
  end
`ifdef FORMAL
  // registers.md, 9.1: what each count counts, from 0x900 on.
  logic [7:0]            event_0[Counts], event_1q[Counts];
  logic [Lanes:0]        denied_1q;
  logic [IdW:0]          held_1q, held_2q, most_1q;
  logic [6:0]            waiting_1q;
  logic                  up_q, anew_2q;
  always_comb begin
    for (int n = 0; n < Counts; n++) event_0[n] = '0;
    if (kind_i == 3'd1) event_0[0] = 8'd1;                          // grants
    if (kind_i == 3'd3) event_0[1] = 8'd1;                          // rejects
    if (answer_i != 2'd0 && answer_i != 2'd3) event_0[2] = 8'd1;    // repeats
    for (int k = 0; k < Channels; k++) begin
      if (free_i[k]) event_0[3]++;                                  // frees
      if (return_kind_i[2*k +: 2] == 2'd2) event_0[7]++;            // strays
      if (return_kind_i[2*k +: 2] == 2'd1 && k < Channels - 1) begin
        if (k == 0) event_0[4]++;                                   // returns
        else if (k <= NAtomic) event_0[5]++;
        else event_0[6]++;
      end
      if (return_kind_i[2*k +: 2] == 2'd3) event_0[8]++;            // lates
    end
    event_0[9]  = 8'(message_i);
    event_0[10] = 8'(calibration_i);
    event_0[11] = 8'(kind_i == 3'd5);                               // flushed
  end
  always_ff @(posedge clk_i) begin
    for (int n = 0; n < Counts; n++) event_1q[n] <= rst_ni ? event_0[n] : '0;
    denied_1q  <= rst_ni && !kind_i[2] && kind_i[1:0] == 2'd2 ? mask_i : '0;
    held_1q    <= held_i;
    held_2q    <= held_1q;
    anew_2q    <= anew_q;
    waiting_1q <= waiting_i;
    most_1q    <= words_o[32*(sema_map::Counts+1) +: IdW+1];
    up_q       <= rst_ni;
    if (rst_ni) begin
      for (int n = 0; n < Counts; n++) begin
        COUNTS_A : assert (8'(adds[n*AddW +: AddW]) == event_1q[n] &&
                           (read_address_i != 10'(n == Counts - 1 ? 32'h24e : 32'h240 + n) || 32'(word) == n));
        ONCE_I : assert (n == 3 || n >= 5 && n <= 8 || event_1q[n] <= 8'd1);
      end
      for (int l = 0; l <= Lanes; l++) begin
        DENIALS_A : assert (adds[(Counts+l)*AddW +: AddW] == AddW'(denied_1q[l]) &&
                            (read_address_i != 10'(32'h180 + l) || 32'(word) == Counts + l));
      end
      for (int k = 0; k < 4; k++) begin
        TOLD_A : assert (8'(add_o[k*AddW +: AddW]) == event_1q[3+k]);
      end
      GRANTED_A : assert (granted_o == event_1q[0][0] && denied_o == denied_1q);
      NOW_A : assert (words_o[32*sema_map::Counts +: 32] == 32'(held_1q) &&
                      words_o[32*sema_map::Waiting +: 32] == 32'(waiting_1q));
      MOST_A : assert (words_o[32*(sema_map::Counts+1) +: 32] ==
                       32'(!up_q ? '0 : anew_2q && held_2q > held_1q ? held_2q :
                           anew_2q || held_1q > most_1q ? held_1q : most_1q));
    end
  end
`endif
endmodule
