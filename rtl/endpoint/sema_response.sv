// SPDX-License-Identifier: Apache-2.0
// A response engine: sends whole responses of several stages over one link, one after the other, a
// header and then its beats, at the rate of the link. Example: an integrator puts its own here.
//
// Promise: a response that a stage shows is sent once, without others between its beats. Of several
// stages the one is next that has had the link for the fewest clocks: short responses do not wait for
// a long one of every other stage. A stage that had nothing to send gains nothing by it. Its
// completion is reported after its last beat, with the clocks for which it had the link.
// Same clock: one beat leaves, one completion is reported.
module sema_response #(
    parameter int unsigned Sources = 5,
    parameter int unsigned DataW = 128,
    parameter int unsigned HandleW = 17,
    parameter int unsigned HeaderClocks = 4,        // at least 1
    parameter int unsigned BeatClocks = 1,          // of the link for a beat
    parameter int unsigned ClockQuanta = 16         // of 1/16 ns in a clock
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    input  logic [Sources-1:0]         source_valid_i,
    output logic [Sources-1:0]         source_ready_o,
    input  logic [Sources-1:0]         source_last_i,
    input  logic [Sources*HandleW-1:0] source_handle_i,
    input  logic [Sources*DataW-1:0]   source_data_i,
    output logic                       link_valid_o,
    input  logic                       link_ready_i,
    output logic                       link_last_o,
    output logic [HandleW-1:0]         link_handle_o,
    output logic [DataW-1:0]           link_data_o,
    output logic                       done_valid_o,
    input  logic                       done_ready_i,
    output logic [HandleW-1:0]         done_handle_o,
    output logic [15:0]                done_observed_o
);
  // Whose turn it is: ahead_q are clocks of the link beyond those of the one that was served last.
  logic [Sources-1:0] turn_q, from;
  logic               busy_q, sends, ends;
  logic [7:0]         wait_q;
  logic [12:0]        clocks_q, least, ahead_q[Sources];
  assign link_valid_o   = busy_q && wait_q == '0 && (!done_valid_o || done_ready_i);
  assign sends          = link_valid_o && link_ready_i;
  assign ends           = sends && link_last_o;
  assign source_ready_o = turn_q & {Sources{sends}};
  always_comb begin
    link_last_o   = 1'b0;
    link_handle_o = '0;
    link_data_o   = '0;
    least         = '0;
    from          = source_valid_i;
    for (int s = 0; s < Sources; s++) begin
      link_last_o   |= turn_q[s] && source_last_i[s];
      link_handle_o |= source_handle_i[s*HandleW +: HandleW] & {HandleW{turn_q[s]}};
      link_data_o   |= source_data_i[s*DataW +: DataW] & {DataW{turn_q[s]}};
      least         |= ahead_q[s] & {13{turn_q[s]}};
      for (int t = 0; t < Sources; t++) begin
        if (source_valid_i[t] && (ahead_q[t] < ahead_q[s] || t < s && ahead_q[t] == ahead_q[s]))
          from[s] = 1'b0;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    busy_q <= rst_ni && (busy_q ? !ends : source_valid_i != '0);
    for (int s = 0; s < Sources; s++) begin
      ahead_q[s] <= !rst_ni ? '0 : ends && turn_q[s] ? clocks_q :
                    !(busy_q && clocks_q == 13'd1) ? ahead_q[s] :
                    ahead_q[s] > least ? ahead_q[s] - least : '0;
    end
    if (!busy_q) turn_q <= from;
    wait_q       <= !busy_q ? 8'(HeaderClocks - 1) : sends ? 8'(BeatClocks - 1) :
                    wait_q - 8'(wait_q != '0);
    clocks_q     <= !busy_q ? 13'd1 : clocks_q + 13'(!clocks_q[12]);
    done_valid_o <= rst_ni && (ends || done_valid_o && !done_ready_i);
    if (ends) begin
      done_handle_o   <= link_handle_o;
      done_observed_o <= 32'(clocks_q) * ClockQuanta < 32'h1_0000 - 1 ?
                         16'(32'(clocks_q) * ClockQuanta) : '1;
    end
  end
`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    WHOLE_M : assert (!busy_q || (turn_q & ~source_valid_i) == '0);
    ONE_A : assert (!busy_q || turn_q != '0 && (turn_q & (turn_q - 1'b1)) == '0);
  end
`endif
endmodule
