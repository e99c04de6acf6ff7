// SPDX-License-Identifier: Apache-2.0
// Streams: the classes of the head of each, and how many of it are in the block.
//
// Promise: what is a candidate keeps to three of a stream in the block; a head is known from the
// clock on that queues.md, 11.5, gives.
// Same clock: one is placed, one is read from the memory, one taken, two leave.
module sema_queues_streams #(
    parameter int unsigned Streams = 8,
    parameter int unsigned Lanes = 10,
    parameter int unsigned Entries = 256,
    localparam int unsigned EntryW = $clog2(Entries),
    localparam int unsigned StreamW = $clog2(Streams),
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HeadW = 2 + 2 * LaneW
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // what is placed: its stream if it is the only one there, its group and lanes
    input  logic                place_i,
    input  logic [EntryW-1:0]   entry_i,
    input  logic [HeadW-1:0]    classes_i,      // {group, lane of the response or stage, stage}
    input  logic [Streams-1:0]  alone_i,
    // what is taken, and the one behind it, if there is any
    input  logic [Streams-1:0]  taken_i,
    input  logic                follows_i,
    input  logic [EntryW-1:0]   next_i,
    // what leaves the block
    input  logic                decision_i,
    input  logic [7:0]          decision_domain_i,
    input  logic                answer_i,
    input  logic [7:0]          answer_domain_i,
    // classes that were ready in the clock before; heads that are known, may follow and are ready
    input  logic [3*Lanes-1:0]  ready_i,
    output logic [Streams-1:0]  able_o,
    output logic [Streams-1:0]  urgent_o,
    // classes of one of them
    input  logic [Streams-1:0]  read_i,
    output logic [3*Lanes-1:0]  classes_o
);
  localparam int unsigned SumW = $clog2(2 * Streams + 1);
  logic [HeadW-1:0]         read;
  logic [3*Lanes-1:0]       head_q[Streams];             // its classes
  logic [Streams-1:0]       known_q, fetch_q, decided, answered;
  logic [1:0]               inside_q[Streams];
  logic [SumW-1:0]          followers;
  logic                     few_q;
  sema_memory #(
      .Width(HeadW), .Depth(Entries)
  ) u_heads (
      .clk_i,
      .write_i(place_i), .write_address_i(entry_i), .write_data_i(classes_i),
      .read_i(follows_i), .read_address_i(next_i), .read_data_o(read));

  function automatic logic [3*Lanes-1:0] mask(input logic [HeadW-1:0] of);
    for (int g = 0; g < 3; g++) begin
      for (int l = 0; l < Lanes; l++) begin
        mask[g*Lanes+l] = of[HeadW-1 -: 2] == 2'(g) &&
                          (of[0 +: LaneW] == LaneW'(l) || of[LaneW +: LaneW] == LaneW'(l));
      end
    end
  endfunction
  assign decided  = {Streams{decision_i && decision_domain_i != '0}} &
                    Streams'(1) << decision_domain_i[StreamW-1:0];
  assign answered = {Streams{answer_i && answer_domain_i != '0}} &
                    Streams'(1) << answer_domain_i[StreamW-1:0];
  always_comb begin
    followers = '0;
    classes_o = '0;
    for (int s = 0; s < Streams; s++) begin
      followers += SumW'(inside_q[s]) - SumW'(inside_q[s] != '0);
      classes_o |= head_q[s] & {3*Lanes{read_i[s]}};
    end
  end
  for (genvar s = 0; s < Streams; s++) begin : gen_streams
    assign urgent_o[s] = head_q[s][Lanes-1:0] != '0;
    assign able_o[s]   = known_q[s] && (head_q[s] & ~ready_i) == '0 &&
                         (inside_q[s] == '0 || inside_q[s] != 2'd3 && few_q);
    always_ff @(posedge clk_i) begin
      inside_q[s] <= !rst_ni ? '0 :
                     inside_q[s] + 2'(taken_i[s]) - 2'(decided[s]) - 2'(answered[s]);
      known_q[s] <= rst_ni && (alone_i[s] || fetch_q[s] || known_q[s] && !taken_i[s]);
      fetch_q[s] <= rst_ni && taken_i[s] && follows_i;
      if (alone_i[s] || fetch_q[s]) head_q[s] <= mask(alone_i[s] ? classes_i : read);
    end
  end
  always_ff @(posedge clk_i) few_q <= rst_ni && followers < SumW'(5);
`ifdef FORMAL
  logic [Streams-1:0] held, unknown, taken_1q;
  logic               begun_q = 1'b0;
  always_comb begin
    for (int s = 0; s < Streams; s++) begin
      held[s]    = inside_q[s] == 2'd3 || inside_q[s] != '0 && !few_q;
      unknown[s] = !known_q[s];
    end
  end
  always_ff @(posedge clk_i) begin
    begun_q  <= 1'b1;
    taken_1q <= rst_ni ? taken_i & ~alone_i : '0;
    if (rst_ni && begun_q) begin
      TAKEN_M : assert ((taken_i & unknown) == '0 &&
                        !(follows_i && (taken_i & alone_i) != '0));
      FETCH_I : assert ((fetch_q & known_q) == '0);
      THREE_A : assert ((able_o & held) == '0);
      KNOWN_A : assert ((able_o & unknown) == '0 && (able_o & taken_1q) == '0);
    end
  end
`endif
endmodule
