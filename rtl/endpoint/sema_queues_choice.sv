// SPDX-License-Identifier: Apache-2.0
// Choice among queues: of those of the lowest number of queues.md, 11.3, the queue that was served
// longest ago.
//
// Promise: while there are candidates, one is chosen in every clock; one that keeps that number is
// passed by each other one at most once after it is served.
// The queues of the latency-sensitive come first, then those of the others, then streams, which may
// be either: those of different kinds are never compared.
module sema_queues_choice #(
    parameter int unsigned Urgent = 18,
    parameter int unsigned Others = 36,
    parameter int unsigned Streams = 8,
    localparam int unsigned Queues = Urgent + Others + Streams
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic [Queues-1:0] candidate_i,
    input  logic [Queues-1:0] urgent_i,
    input  logic [Queues-1:0] calm_i,      // none of it is on the way
    output logic [Queues-1:0] choose_o,    // alone, or none
    input  logic [Queues-1:0] served_i     // alone, or none: last from the next clock on
);
  logic [2:0]        clock_q;
  logic              eighth_q, any_rank, any_calm;
  logic [Queues-1:0] rank, row, beaten;
  assign rank      = urgent_i ^ {Queues{eighth_q}};
  assign any_rank  = (candidate_i & rank) != '0;
  assign any_calm  = any_rank ? (candidate_i & rank & calm_i) != '0 : (candidate_i & calm_i) != '0;
  assign row       = candidate_i & (rank | {Queues{!any_rank}}) & (calm_i | {Queues{!any_calm}});
  assign choose_o = row & ~beaten;
  always_ff @(posedge clk_i) begin
    clock_q  <= rst_ni ? clock_q + 1'b1 : '0;
    eighth_q <= rst_ni && clock_q == 3'd6;
  end

  // Row i of the order: of the queues below i that i may be compared with, those before it.
  logic [Queues*Queues-1:0] before_q;
  function automatic logic [Queues-1:0] below(input int unsigned i);
    below = ~({Queues{1'b1}} << i);
    if (i >= Urgent && i < Urgent + Others) below &= {Queues{1'b1}} << Urgent;
  endfunction
  always_comb begin
    beaten = '0;
    for (int i = 0; i < Queues; i++) begin
      if ((row & before_q[i*Queues +: Queues]) != '0) beaten[i] = 1'b1;
      if (row[i]) beaten |= below(i) & ~before_q[i*Queues +: Queues];
    end
  end
  always_ff @(posedge clk_i) begin
    for (int i = 0; i < Queues; i++) begin
      before_q[i*Queues +: Queues] <= below(i) & (!rst_ni || served_i[i] ? '1 :
                                                  before_q[i*Queues +: Queues] & ~served_i);
    end
  end
`ifdef FORMAL
  // Row i: queues that it may be compared with, and those of them that are before it.
  logic [Queues*Queues-1:0] others, before;
  logic [Queues-1:0]        served_1q, last, low;
  logic                     ordered, begun_q = 1'b0;
  always_comb begin
    others  = '0;
    before  = '0;
    ordered = 1'b1;
    last    = '0;
    low     = '0;
    for (int i = 0; i < Queues; i++) begin
      low = below(i);
      others[i*Queues +: Queues] |= low;
      before[i*Queues +: Queues] |= before_q[i*Queues +: Queues];
      for (int j = 0; j < i; j++) begin
        others[j*Queues+i] = low[j];
        before[j*Queues+i] = low[j] && !before_q[i*Queues+j];
      end
    end
    for (int i = 0; i < Queues; i++) begin
      last[i] = before[i*Queues +: Queues] == others[i*Queues +: Queues];
      for (int j = 0; j < Queues; j++) begin
        if (before[i*Queues+j] && (before[j*Queues +: Queues] & others[i*Queues +: Queues] &
                                   ~before[i*Queues +: Queues]) != '0) ordered = 1'b0;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    begun_q   <= 1'b1;
    served_1q <= rst_ni ? served_i : '0;
    if (rst_ni && begun_q) begin
      SERVED_M : assert ((served_i & (served_i - 1'b1)) == '0);
      URGENT_M : assert (&urgent_i[Urgent-1:0] && urgent_i[Urgent +: Others] == '0);
      CHOSEN_A : assert ((choose_o & ~candidate_i) == '0 && (choose_o & (choose_o - 1'b1)) == '0 &&
                         (candidate_i == '0 || choose_o != '0));
      RANK_A : assert ((choose_o & rank) != '0 || (candidate_i & rank) == '0);
      CALM_A : assert ((choose_o & calm_i) != '0 || (candidate_i & calm_i &
                       (any_rank ? rank : {Queues{1'b1}})) == '0);
      LAST_A : assert ((served_1q & ~last) == '0);
      ORDER_I : assert (ordered);
    end
  end
`endif
endmodule
