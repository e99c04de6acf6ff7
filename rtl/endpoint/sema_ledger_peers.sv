// SPDX-License-Identifier: Apache-2.0
// How many operations of each peer are under way: sent, and neither complete nor given back.
//
// Promise: what is sent of a peer had fewer than its share under way. The peer of a reservation is
// kept by its id: it comes with the tag at the grant, and afterwards only the handle is shown.
// Same clock: one is sent, one decided, one of each channel is complete.
module sema_ledger_peers #(
    parameter int unsigned Peers = 8,
    parameter int unsigned Depth = 128,
    parameter int unsigned Channels = 4,
    parameter int unsigned ShareW = 10,
    localparam int unsigned PeerW = sema_path_pkg::index_width(Peers),
    localparam int unsigned IdW = $clog2(Depth)
) (
    input  logic                    clk_i,
    input  logic                    clear_i,
    input  logic [ShareW-1:0]       share_i,
    // an operation: may its peer send, and does it?
    input  logic [PeerW-1:0]        req_peer_i,
    output logic                    below_o,
    input  logic                    takes_i,
    // received; counts two clocks later
    input  logic                    follow_i,       // what was granted before is forgotten
    input  logic                    decide_i,
    input  logic                    returned_i,     // it is given back: nothing is held by it
    input  logic [PeerW-1:0]        peer_i,
    input  logic [IdW-1:0]          id_i,
    input  logic [Channels-1:0]     free_i,
    input  logic [Channels*IdW-1:0] free_id_i,
    output logic [Peers-1:0]        idle_o          // nothing of it is under way
);
  logic [PeerW-1:0]    peer_q[Depth];               // by id
  logic [PeerW-1:0]    decided_q, freed_q[Channels];
  logic [Channels-1:0] free_q;
  logic [ShareW-1:0]   waits_q[Peers], under_q[Peers];       // not granted; under way
  logic                follow_q, decide_q, returned_q;
  assign below_o = under_q[req_peer_i] < share_i;
  always_ff @(posedge clk_i) begin
    if (decide_i && !returned_i) peer_q[id_i] <= peer_i;
    decided_q  <= peer_i;
    returned_q <= returned_i;
    follow_q   <= follow_i && !clear_i;
    decide_q   <= decide_i && !clear_i;
    free_q     <= free_i & {Channels{!clear_i}};
    for (int k = 0; k < Channels; k++) freed_q[k] <= peer_q[free_id_i[k*IdW +: IdW]];
  end
  for (genvar p = 0; p < Peers; p++) begin : gen_peers
    logic              takes, decides;
    logic [ShareW-1:0] frees;
    assign takes     = takes_i && req_peer_i == PeerW'(p);
    assign decides   = decide_q && decided_q == PeerW'(p);
    assign idle_o[p] = under_q[p] == '0;
    always_comb begin
      frees = '0;
      for (int k = 0; k < Channels; k++) frees += ShareW'(free_q[k] && freed_q[k] == PeerW'(p));
    end
    always_ff @(posedge clk_i) begin
      waits_q[p] <= clear_i ? '0 : waits_q[p] + ShareW'(takes) - ShareW'(decides);
      under_q[p] <= clear_i ? '0 : (follow_q ? waits_q[p] : under_q[p] - frees) + ShareW'(takes) -
                                   ShareW'(decides && returned_q);
    end
  end
`ifdef FORMAL
  // Every reservation: held by a peer, or not.
  logic [Depth-1:0]      held_q, twice;
  logic [Channels-1:0]   strange;
  logic [Peers-1:0]      exact, whole;
  logic [ShareW:0]       mine, held, decides;
  logic                  begun_q = 1'b0;
  always_comb begin
    twice = '0;
    for (int k = 0; k < Channels; k++) begin
      strange[k] = free_i[k] && !(held_q[free_id_i[k*IdW +: IdW]] && !twice[free_id_i[k*IdW +: IdW]]);
      twice |= Depth'(free_i[k]) << free_id_i[k*IdW +: IdW];
    end
    // What is on the way from input to sum is in `held_q` and not in the sum.
    for (int p = 0; p < Peers; p++) begin
      decides = (ShareW+1)'(decide_q && decided_q == PeerW'(p));
      held    = '0;
      for (int d = 0; d < Depth; d++) held += (ShareW+1)'(held_q[d] && peer_q[d] == PeerW'(p));
      mine = (ShareW+1)'(waits_q[p]) + held - (returned_q ? '0 : decides);
      for (int k = 0; k < Channels; k++) mine += (ShareW+1)'(free_q[k] && freed_q[k] == PeerW'(p));
      whole[p] = waits_q[p] >= decides[ShareW-1:0];
      exact[p] = follow_q ? under_q[p] >= waits_q[p] && held == (returned_q ? '0 : decides) && free_q == '0
                          : mine == (ShareW+1)'(under_q[p]);
    end
  end
  always_ff @(posedge clk_i) begin
    begun_q <= begun_q || clear_i;
    held_q  <= clear_i ? '0 : (held_q & {Depth{!follow_i}} & ~twice) |
                              Depth'(decide_i && !returned_i) << id_i;
    if (begun_q && !clear_i) begin
      DECIDE_M : assert (!decide_i || waits_q[peer_i] > ShareW'(decide_q && decided_q == peer_i));
      HOLD_M : assert (!(decide_i && !returned_i) || !held_q[id_i]);
      FREE_M : assert (strange == '0 && !(follow_i && free_i != '0));
      TAKE_M : assert (!takes_i || below_o);
      UNDER_A : assert (exact == '1);
      WAITS_I : assert (whole == '1);
    end
  end
`endif
endmodule
