// SPDX-License-Identifier: Apache-2.0
// Status: counts of what commits, and the most that was held. What commits in clock c is shown from
// clock c + 2 on: reads wait for it.
module sema_status #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned IdW = 7,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned Channels = NAtomic + NResponse + 2
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
    output logic [32*sema_map::Flushed+31:0] words_o,
    output logic [32*(Lanes+1)-1:0]   denials_o,
    output logic [Lanes:0]            denied_o     // what a deny named in the clock before
);

  // Counts: what is added in this clock, and the sums; the last one stands apart in the map.
  localparam int unsigned Counts = sema_map::Counts + 1;
  logic [4*Counts-1:0]  add, add_q;
  logic [32*Counts-1:0] count_q;
  logic [Lanes:0]       denied_q;
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
  for (genvar n = 0; n < Counts; n++) begin : gen_count
    always_ff @(posedge clk_i) begin
      count_q[32*n +: 32] <= rst_ni ? count_q[32*n +: 32] + 32'(add_q[4*n +: 4]) : '0;
    end
  end
  for (genvar l = 0; l <= Lanes; l++) begin : gen_denials
    always_ff @(posedge clk_i) begin
      denials_o[32*l +: 32] <= rst_ni ? denials_o[32*l +: 32] + 32'(denied_q[l]) : '0;
    end
  end

  // The most that was held.
  logic [IdW:0] held_q, held_max_q, most;
  logic         anew_q;
  logic [6:0]   waiting_q;
  assign denied_o = denied_q;
  assign most    = anew_q ? held_q : held_max_q;
  assign words_o = {count_q[32*(Counts-1) +: 32], 32'(waiting_q), 32'(held_max_q), 32'(held_q),
                    count_q[32*(Counts-1)-1:0]};
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
  logic [7:0]                          event_0[Counts], event_1q[Counts], event_2q[Counts];
  logic [32*Counts-1:0]                count_0, count_1q;
  logic [32*(Lanes+1)-1:0]             denials_1q;
  logic [Lanes:0]                      denied_1q, denied_2q;
  logic [IdW:0]                        held_1q, most_1q;
  logic [6:0]                          waiting_1q;
  logic                                up_q, anew_2q;
  logic [IdW:0]                        held_2q;
  always_comb begin
    count_0 = {words_o[32*sema_map::Flushed +: 32], words_o[32*sema_map::Counts-1:0]};
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
    for (int n = 0; n < Counts; n++) begin
      event_1q[n] <= rst_ni ? event_0[n] : '0;
      event_2q[n] <= rst_ni ? event_1q[n] : '0;
    end
    count_1q   <= rst_ni ? count_0 : '0;
    denied_1q  <= rst_ni && !kind_i[2] && kind_i[1:0] == 2'd2 ? mask_i : '0;
    denied_2q  <= rst_ni ? denied_1q : '0;
    denials_1q <= rst_ni ? denials_o : '0;
    held_1q    <= held_i;
    held_2q    <= held_1q;
    anew_2q    <= anew_q;
    waiting_1q <= waiting_i;
    most_1q    <= words_o[32*(sema_map::Counts+1) +: IdW+1];
    up_q       <= rst_ni;
    if (rst_ni) begin
      for (int n = 0; n < Counts; n++) begin
        COUNTS_A : assert (count_0[32*n +: 32] == count_1q[32*n +: 32] + 32'(event_2q[n]));
        COUNTS_I : assert (8'(add_q[4*n +: 4]) == event_1q[n]);
        ONCE_I : assert (n == 3 || n >= 5 && n <= 8 || event_1q[n] <= 8'd1);
      end
      for (int l = 0; l <= Lanes; l++) begin
        DENIALS_A : assert (denials_o[32*l +: 32] == denials_1q[32*l +: 32] + 32'(denied_2q[l]));
      end
      DENIED_I : assert (denied_q == denied_1q);
      NOW_A : assert (words_o[32*sema_map::Counts +: 32] == 32'(held_1q) &&
                      words_o[32*sema_map::Waiting +: 32] == 32'(waiting_1q));
      MOST_A : assert (words_o[32*(sema_map::Counts+1) +: 32] ==
                       32'(!up_q ? '0 : anew_2q && held_2q > held_1q ? held_2q :
                           anew_2q || held_1q > most_1q ? held_1q : most_1q));
    end
  end
`endif
endmodule
