// SPDX-License-Identifier: Apache-2.0
// What a register reads as. The address of clock c + 1 picks it; the answer is there in clock c + 4,
// with what is in force in clock c + 2: parts that show it later come in later.
module sema_read #(
    parameter int unsigned Lanes = 10,
    parameter int unsigned CntW = 32,
    parameter int unsigned Channels = 4,
    parameter int unsigned NameW = 32,
    parameter int unsigned Depth = 128,
    localparam int unsigned Parked = 32      // words
) (
    input  logic                  clk_i,
    input  logic [11:0]           address_i,      // from clock c + 1 on
    // clock c + 2
    input  logic [32*sema_map::MoreSizes+31:0] settings_i,  // settings, and what the block is
    input  logic [Lanes*14-1:0]   multipliers_i,
    input  logic [Depth-1:0]      parked_i,
    input  logic [Lanes*CntW-1:0] reported_i,     // credit that was reported, and that was not
    input  logic [Lanes*CntW-1:0] unreported_i,
    // clock c + 3
    input  logic [32*sema_map::StatusWords-1:0] status_i,    // status, except counts
    input  logic [31:0]           count_i,        // of the register of clock c + 1
    input  logic [31:0]           captured_i,     // of that, too
    input  logic [CntW-1:0]       window_i,       // of the lane of clock c + 1
    input  logic [CntW-1:0]       debt_i,
    input  logic [CntW-1:0]       in_force_i,
    input  logic                  held_i,         // the holder
    input  logic [Channels-1:0]   owes_i,
    input  logic [19:0]           handle_i,
    input  logic [NameW-1:0]      tag_i,
    // clock c + 4
    input  logic [15:0]           age_i,
    output logic                  known_o,
    output logic [31:0]           data_o
);

  // Clock c + 1: what it picks, and which word of that.
  localparam logic [63:0] Kept = (sema_map::Writable | 64'd3 << sema_map::MultiplierLimited |
                                   64'd7 << sema_map::Identity) & sema_map::Readable;
  localparam logic [63:0] Shown = sema_map::Shown, Counted = sema_map::Counted;
  logic [3:0] page;
  logic [5:0] word, word_q;
  logic [32*Parked-1:0] parked;
  logic       aligned, lane, counts, window_q, multiplier_q, parked_q, in_force_q, debt_q, credit_q, credit_2q, count_q, captured_q,
              setting_q, state_q, tag_q, age_q, status_q, known_q, known_2q, held_q;
  assign page    = address_i[11:8];
  assign word    = address_i[7:2];
  assign parked  = (32*Parked)'(parked_i);
  assign aligned = address_i[1:0] == '0;
  assign lane    = aligned && 32'(word) < Lanes;
  assign counts  = 32'(word) < sema_map::Counts || 32'(word) == sema_map::Flushed;
  always_ff @(posedge clk_i) begin
    word_q       <= word;
    window_q     <= lane && page == sema_map::Window;
    multiplier_q <= lane && page == sema_map::Multiplier;
    parked_q     <= aligned && 32'(word) < Parked && page == sema_map::Parked;
    in_force_q   <= lane && page == sema_map::InForce;
    debt_q       <= lane && page == sema_map::Debt;
    credit_q     <= lane && page == sema_map::Credit;
    count_q      <= aligned && 32'(word) <= Lanes && page == sema_map::Denials ||
                    aligned && counts && page == sema_map::Status;
    captured_q   <= lane && page == sema_map::LaneReturns ||
                    lane && page >= sema_map::HolderClocks && page <= sema_map::IdleClocks ||
                    aligned && 32'(word) <= Lanes && page == sema_map::Denied ||
                    aligned && Counted[word] && page == sema_map::Captured;
    setting_q    <= aligned && Kept[word] && page == sema_map::Settings;
    state_q      <= aligned && 32'(word) == sema_map::HolderState && page == sema_map::Settings;
    tag_q        <= aligned && 32'(word) == sema_map::HolderTag && page == sema_map::Settings;
    age_q        <= aligned && 32'(word) == sema_map::HolderAge && page == sema_map::Settings;
    status_q     <= aligned && Shown[word] && !counts && page == sema_map::Status;
  end

  // The word.
  logic [31:0] first, first_q, second, second_q;
  logic [CntW-1:0] rest_q, credit;
  assign credit = first_q[CntW-1:0] + rest_q;
  always_comb begin
    // clock c + 2
    first = '0;
    if (multiplier_q) first = 32'(multipliers_i[14*word_q +: 14]);
    if (parked_q) first = parked[32*word_q +: 32];
    if (setting_q) first = settings_i[32*word_q +: 32];
    if (credit_q) first = 32'(reported_i[CntW*word_q +: CntW]);
    // clock c + 3
    second = first_q;
    if (credit_2q) second = 32'(credit);
    if (window_q) second = 32'(window_i);
    if (in_force_q) second = 32'(in_force_i);
    if (debt_q) second = 32'(debt_i);
    if (count_q) second = count_i;
    if (status_q) second = status_i[32*word_q +: 32];
    if (captured_q) second = captured_i;
    if (held_i) begin
      if (state_q) second = {2'b10, 10'(owes_i), handle_i};
      if (tag_q) second = 32'(tag_i);
    end
    // clock c + 4
    data_o = second_q;
    if (held_q && age_q) data_o = 32'(age_i);
  end
  assign known_o = known_2q;
  always_ff @(posedge clk_i) begin
    first_q  <= first;
    rest_q   <= unreported_i[CntW*word_q +: CntW];
    credit_2q <= credit_q;
    second_q <= second;
    held_q   <= held_i;
    known_q  <= window_q || multiplier_q || parked_q || in_force_q || debt_q || credit_q || count_q || captured_q || setting_q ||
                state_q || tag_q || age_q || status_q;
    known_2q <= known_q;
  end
`ifdef FORMAL
  // registers.md, 9.1, row by row: whether an address is one of so many words from a first one on.
  function automatic logic among(input logic [11:0] address, input int unsigned first,
                                 input int unsigned words);
    among = 32'(address) >= first && 32'(address) < first + 4 * words && address[1:0] == '0;
  endfunction
  function automatic logic captured(input logic [11:0] at);
    captured = among(at, 32'h400, Lanes) || among(at, 32'ha00, Lanes) ||
               among(at, 32'hb00, Lanes) || among(at, 32'hc00, Lanes) ||
               among(at, 32'hd00, Lanes) || among(at, 32'he00, Lanes + 1) || among(at, 32'hf00, 3) ||
               among(at, 32'hf10, 3) || among(at, 32'hf20, 6);
  endfunction
  logic [11:0] at_2q, at_3q, at_4q;
  logic [CntW-1:0] credit_3q;
  logic [31:0] read_2, read_3q, read_3, read_4q, read_4;
  logic        there_2, there_3q, there_4q, held_4q;
  logic [2:0]  clocks_q;
  initial clocks_q = '0;
  logic [5:0]  word_2, word_3;
  assign word_2 = at_2q[7:2];
  assign word_3 = at_3q[7:2];
  always_comb begin
    there_2 = among(at_2q, 32'h000, Lanes) || among(at_2q, 32'h100, Lanes) ||
              among(at_2q, 32'h200, Lanes) || among(at_2q, 32'h300, Lanes) ||
              among(at_2q, 32'h500, Lanes) ||
              among(at_2q, 32'h600, Lanes + 1) || among(at_2q, 32'h800, 28) ||
              among(at_2q, 32'h878, 5) || among(at_2q, 32'h890, 2) || among(at_2q, 32'h8a0, 5) ||
              among(at_2q, 32'h700, Parked) || among(at_2q, 32'h8b8, 5) ||
              among(at_2q, 32'h8d4, 2) ||
              among(at_2q, 32'h8f0, 3) || among(at_2q, 32'h900, 15) || among(at_2q, 32'h940, 1) ||
              among(at_2q, 32'h950, 8) || captured(at_2q);
    read_2 = '0;
    if (among(at_2q, 32'h100, Lanes)) read_2 = 32'(multipliers_i[14*word_2 +: 14]);
    if (among(at_2q, 32'h800, 28) || among(at_2q, 32'h878, 5) || among(at_2q, 32'h890, 2) ||
        among(at_2q, 32'h8a0, 2) || among(at_2q, 32'h8b8, 5) || among(at_2q, 32'h8d4, 2) ||
        among(at_2q, 32'h8f0, 3)) begin
      read_2 = settings_i[32*word_2 +: 32];
    end
    if (among(at_2q, 32'h700, Parked)) read_2 = parked[32*word_2 +: 32];
    read_3 = read_3q;
    if (among(at_3q, 32'h000, Lanes)) read_3 = 32'(window_i);
    if (among(at_3q, 32'h200, Lanes)) read_3 = 32'(in_force_i);
    if (among(at_3q, 32'h300, Lanes)) read_3 = 32'(debt_i);
    if (among(at_3q, 32'h500, Lanes)) read_3 = 32'(credit_3q);
    if (among(at_3q, 32'h92c, 3) || among(at_3q, 32'h940, 1) || among(at_3q, 32'h950, 8)) begin
      read_3 = status_i[32*word_3 +: 32];
    end
    if (among(at_3q, 32'h600, Lanes + 1) || among(at_3q, 32'h900, 11) || at_3q == 12'h938) read_3 = count_i;
    if (captured(at_3q)) read_3 = captured_i;
    if (at_3q == 12'h8a8 && held_i) read_3 = 32'h8000_0000 | 32'(owes_i) << 20 | 32'(handle_i);
    if (at_3q == 12'h8ac && held_i) read_3 = 32'(tag_i);
    read_4 = at_4q == 12'h8b0 && held_4q ? 32'(age_i) : read_4q;
  end
  always_ff @(posedge clk_i) begin
    at_2q    <= address_i;
    at_3q    <= at_2q;
    at_4q    <= at_3q;
    read_3q  <= read_2;
    credit_3q <= reported_i[CntW*word_2 +: CntW] + unreported_i[CntW*word_2 +: CntW];
    read_4q  <= read_3;
    there_3q <= there_2;
    there_4q <= there_3q;
    held_4q  <= held_i;
    clocks_q <= clocks_q == 3'd3 ? 3'd3 : clocks_q + 1'b1;
    if (clocks_q == 3'd3) begin
      READS_A : assert (at_2q != at_3q || at_3q != at_4q || data_o == read_4);
      KNOWN_A : assert (known_o == there_4q);
    end
  end
`endif
endmodule
