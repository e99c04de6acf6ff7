// SPDX-License-Identifier: Apache-2.0
// The transport's ledger for one block and several peers: what may be sent, by grant messages
// (rtl/spec/messages.md, 8.3).
//
// Promise: an operation is sent if credit less what was sent is enough in each lane that it uses,
// or if it is alone there, and if its peer has fewer than its share under way.
// What is received in clock c counts for what is requested in clock c + 1 and judged in c + 2.
module sema_ledger #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    parameter int unsigned Depth = 128,
    parameter int unsigned Peers = 8,               // at least 2
    parameter int unsigned ShareW = 10,
    localparam int unsigned Stages = NHbm + NAtomic,
    localparam int unsigned Lanes = Stages + NResponse,
    localparam int unsigned Channels = NAtomic + NResponse + 2,
    localparam int unsigned IdW = $clog2(Depth),
    localparam int unsigned PeerW = $clog2(Peers)
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    // software: the ledger begins again; the windows in force, and the share of each peer
    input  logic                        begin_i,
    input  logic                        restart_i,       // with it: the block goes on
    input  logic [Lanes*CntW-1:0]       window_i,
    input  logic [ShareW-1:0]           share_i,
    // an operation: its peer, the lanes that it uses, its demands; may it be sent?
    input  logic                        ask_valid_i,
    input  logic [PeerW-1:0]            ask_peer_i,
    input  logic [Lanes-1:0]            ask_mask_i,
    input  logic [CntW-1:0]             ask_stage_i,
    input  logic [CntW-1:0]             ask_response_i,
    output logic                        send_o,          // two clocks later
    // what the block shows: messages, decisions, completions
    input  logic                        message_valid_i,
    input  logic [1:0]                  message_epoch_i,
    input  logic [Lanes*CntW-1:0]       message_credit_i,
    input  logic [1:0]                  decision_kind_i,
    input  logic [1:0]                  decision_epoch_i,  // of the handle
    input  logic [IdW-1:0]              decision_id_i,
    input  logic [PeerW-1:0]            decision_peer_i,
    input  logic [Lanes-1:0]            decision_mask_i,
    input  logic [CntW-1:0]             decision_stage_i,
    input  logic [CntW-1:0]             decision_response_i,
    input  logic [Channels-1:0]         free_valid_i,
    input  logic [2*Channels-1:0]       free_epoch_i,
    input  logic [Channels*IdW-1:0]     free_id_i,
    output logic [Peers-1:0]            idle_o           // nothing of it is under way
);
  localparam logic [1:0] Grant = 2'd1;
  logic clear;
  assign clear = !rst_ni || begin_i;

  // Epochs: of the message first, then of the grant. A message with another one reports a reset.
  logic [1:0] epoch_q, before_q, epoch, next;
  logic       known_q, known, grant, late, follow, reported, baseline_q, received_q, received_2q;
  assign grant    = decision_kind_i == Grant;
  assign epoch    = message_valid_i ? message_epoch_i : epoch_q;
  assign known    = message_valid_i || known_q;
  assign reported = message_valid_i && known_q && message_epoch_i != epoch_q;
  assign late     = grant && (message_valid_i ? decision_epoch_i == message_epoch_i - 1'b1 :
                                                known_q && decision_epoch_i == before_q);
  assign next     = grant && !late ? decision_epoch_i : epoch;
  assign follow   = grant && known && !late && decision_epoch_i != epoch;
  always_ff @(posedge clk_i) begin
    if (clear) begin
      known_q    <= 1'b0;
      baseline_q <= rst_ni && restart_i;
      received_q    <= 1'b0;
      received_2q   <= 1'b0;
    end else begin
      known_q    <= known || grant;
      baseline_q <= baseline_q && !message_valid_i;
      received_q    <= !follow && (message_valid_i || received_q);
      received_2q   <= received_q;
    end
    epoch_q  <= next;
    before_q <= next - 1'b1;
  end

  // Clock 0: an operation comes. Clock 1: it is judged, and counted.
  logic             req_q, below, takes;
  logic [PeerW-1:0] peer_q;
  logic [Lanes-1:0] mask_q, fits;
  logic [CntW-1:0]  stage_q, response_q;
  assign takes = req_q && received_2q && below && (mask_q & ~fits) == '0;
  always_ff @(posedge clk_i) begin
    req_q      <= ask_valid_i && !clear;
    send_o     <= takes && !clear;
    peer_q     <= ask_peer_i;
    mask_q     <= ask_mask_i;
    stage_q    <= ask_stage_i;
    response_q <= ask_response_i;
  end
  for (genvar l = 0; l < Lanes; l++) begin : gen_lanes
    sema_ledger_lane #(
        .CntW(CntW)
    ) u_lane (
        .clk_i, .clear_i(clear), .restart_i(rst_ni && restart_i),
        .window_i(window_i[l*CntW +: CntW]), .message_i(message_valid_i), .baseline_i(baseline_q),
        .credit_i(message_credit_i[l*CntW +: CntW]), .anew_i(reported),
        .follow_i(follow),
        .amount_i((l < Stages ? decision_stage_i : decision_response_i) &
                  {CntW{decision_kind_i != '0 && decision_mask_i[l]}}),
        .returned_i(!grant || late), .demand_i(l < Stages ? stage_q : response_q), .fits_o(fits[l]),
        .takes_i(takes && mask_q[l]));
  end

  // A completion counts if it is of the epoch that is known by now.
  logic [Channels-1:0] free;
  for (genvar k = 0; k < Channels; k++) begin : gen_channels
    assign free[k] = free_valid_i[k] && !reported && !follow && known_q &&
                     free_epoch_i[2*k +: 2] == epoch_q;
  end
  sema_ledger_peers #(
      .Peers(Peers), .Depth(Depth), .Channels(Channels), .ShareW(ShareW)
  ) u_peers (
      .clk_i, .clear_i(clear), .share_i, .req_peer_i(peer_q), .below_o(below), .takes_i(takes),
      .follow_i(reported || follow), .decide_i(decision_kind_i != '0), .returned_i(!grant || late),
      .peer_i(decision_peer_i), .id_i(decision_id_i), .free_i(free), .free_id_i, .idle_o);
`ifdef FORMAL
  // Epochs as software follows them (csim/driver/semacredit_ledger.h), the message first.
  logic [1:0] now, last;
  logic       resets, again, valid, receives, sure_q, first_q;
  logic       begun_q = 1'b0;
  always_comb begin
    now    = epoch_q;
    valid  = known_q;
    receives  = received_q;
    resets = 1'b0;
    if (message_valid_i) begin
      resets = valid && now != message_epoch_i;
      now    = message_epoch_i;
      valid  = 1'b1;
      receives  = 1'b1;
    end
    last  = now - 2'd1;
    again = 1'b0;
    if (grant && !(valid && decision_epoch_i == last)) begin
      again = valid && now != decision_epoch_i;
      now   = decision_epoch_i;
      valid = 1'b1;
      receives = receives && !again;
    end
  end
  always_ff @(posedge clk_i) begin
    begun_q <= begun_q || !rst_ni;
    sure_q  <= received_q && !clear;
    first_q <= clear || first_q && !message_valid_i;
    if (begun_q && !clear) begin
      FOLLOWS_A : assert (reported == resets && follow == again && !(follow && (!grant || late)) &&
                          (message_valid_i || !reported));
      LATE_A : assert (late == (grant && (message_valid_i || known_q) && decision_epoch_i == last));
      SENDS_A : assert (!takes || sure_q && below && (fits | ~mask_q) == '1);
      BASELINE_A : assert (!(message_valid_i && baseline_q) || first_q);
      RECEIVES_I : assert (received_2q == sure_q);
      FIRST_I : assert (!baseline_q || first_q);
      BEFORE_I : assert (before_q == epoch_q - 1'b1);
    end
  end
`endif
endmodule
