// SPDX-License-Identifier: Apache-2.0
// Queues in front of the block's port, of rtl/spec/queues.md: operations come in through one port,
// wait in a queue for each class in one shared buffer, and are offered to the block.
//
// Promise: what is not refused is offered until the block has taken it, once, after those that were
// placed before it in its queue; while a place is left, what finds its queue empty finds a place.
// Same clock: one arrives, one is placed or refused, one chosen, one read, one offered.
module sema_queues #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned TagW = 32,
    parameter int unsigned WireW = 24,
    parameter int unsigned Entries = 256,
    parameter int unsigned Streams = 8,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned EntryW = $clog2(Entries)
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    // clock a: an operation arrives; clock a + 1: it found no place
    input  logic               in_valid_i,
    output logic               in_ready_o,
    input  logic [TagW-1:0]    in_tag_i,
    input  logic [3:0]         in_opcode_i,
    input  logic [4:0]         in_stage_i,
    input  logic [1:0]         in_engine_i,
    input  logic [31:0]        in_length_i,
    input  logic [31:0]        in_response_length_i,
    input  logic               in_reply_i,
    input  logic [WireW-1:0]   in_wire_bytes_i,
    input  logic               in_urgent_i,
    input  logic [7:0]         in_domain_i,
    input  logic               in_again_i,
    input  logic [WireW-1:0]   small_limit_i,
    output logic               full_o,
    output logic [TagW-1:0]    full_tag_o,
    // the block: its offer port, what left it
    output logic               op_valid_o,
    input  logic [3*Lanes-1:0] op_ready_i,
    output logic [TagW+7:0]    op_tag_o,          // {domain, tag}
    output logic [3:0]         op_opcode_o,
    output logic [4:0]         op_stage_o,
    output logic [1:0]         op_engine_o,
    output logic [31:0]        op_length_o,
    output logic [31:0]        op_response_length_o,
    output logic               op_reply_o,
    output logic [WireW-1:0]   op_wire_bytes_o,
    output logic               op_urgent_o,
    output logic [7:0]         op_domain_o,
    output logic               op_again_o,
    input  logic               decision_i,
    input  logic [7:0]         decision_domain_i,
    input  logic               answer_i,
    input  logic [7:0]         answer_domain_i,
    output logic [EntryW:0]    used_o
);
  localparam int unsigned StageLanes = NHbm + NAtomic;
  localparam int unsigned Ways = 1 + NResponse;            // without a response, by an engine
  localparam int unsigned OfGroup = StageLanes * Ways;
  localparam int unsigned Classed = 3 * OfGroup;
  localparam int unsigned Queues = Classed + Streams;
  localparam int unsigned LaneW = $clog2(Lanes);
  localparam int unsigned StreamW = $clog2(Streams);
  localparam int unsigned PayloadW = TagW + 4 + 5 + 2 + 32 + 32 + 1 + WireW + 1 + 8 + 1;

  // Clock a: which queue it belongs to. What will be rejected counts as of partition 0.
  logic                  atomic, responds, legal, up_q, arrives_q, again_q;
  logic [2:0]            group;
  logic [1:0]            group_q;
  logic [LaneW-1:0]      stage, response, stage_q, response_q;
  logic [Ways-1:0]       way;
  logic [Queues-1:0]     queue, queue_q;
  logic [PayloadW-1:0]   payload_q;
  assign in_ready_o = up_q;
  assign atomic     = in_opcode_i[3];
  assign responds   = in_opcode_i == 4'd1 || in_reply_i || in_response_length_i != '0;
  assign legal      = (atomic ? 32'(in_stage_i) < NAtomic :
                       in_opcode_i < 4'd3 && 32'(in_stage_i) < NHbm) &&
                      !(responds && 32'(in_engine_i) >= NResponse);
  assign group      = in_urgent_i ? 3'b001 : in_wire_bytes_i <= small_limit_i ? 3'b010 : 3'b100;
  assign stage      = !legal ? '0 : LaneW'(in_stage_i) + LaneW'(atomic ? NHbm : 0);
  assign response   = legal && responds ? LaneW'(StageLanes) + LaneW'(in_engine_i) : stage;
  assign way        = legal && responds ? Ways'(2) << in_engine_i : Ways'(1);
  always_comb begin
    queue = '0;
    for (int g = 0; g < 3; g++) begin
      for (int s = 0; s < StageLanes; s++) begin
        queue[g*OfGroup + s*Ways +: Ways] = way & {Ways{group[g] && stage == LaneW'(s) &&
                                                        in_domain_i == '0}};
      end
    end
    queue[Classed +: Streams] = Streams'(in_domain_i != '0) << in_domain_i[StreamW-1:0];
  end
  always_ff @(posedge clk_i) begin
    up_q       <= rst_ni;
    arrives_q  <= rst_ni && in_valid_i && up_q;
    again_q    <= in_again_i;
    group_q    <= group[2:1];
    stage_q    <= stage;
    response_q <= response;
    queue_q    <= queue;
    payload_q  <= {in_tag_i, in_opcode_i, in_stage_i, in_engine_i, in_length_i,
                   in_response_length_i, in_reply_i, in_wire_bytes_i, in_urgent_i, in_domain_i,
                   in_again_i};
  end

  // Clock a + 1: it is placed, or refused.
  logic [EntryW:0]   count, left;
  logic [EntryW-1:0] entry;
  logic              place;
  assign place  = arrives_q && left != '0 && count <= left &&
                  !(again_q && left[EntryW:EntryW-1] == '0);
  assign full_o = arrives_q && !place;
  assign full_tag_o = payload_q[PayloadW-1 -: TagW];
  assign used_o = (EntryW+1)'(Entries) - left;

  // Clock c: candidates. What is read and offered has its classes beside it.
  logic [Queues-1:0]  waiting, calm, ready, urgent, chosen, read, offer;
  logic [3*Lanes-1:0] ready_q, needs, needs_q, of_stream;
  logic [Streams-1:0] able, urgent_stream, alone;
  logic [EntryW-1:0]  read_entry, offer_entry, next;
  logic               reads, offers, taken, follows;
  always_comb begin
    ready = '0;
    needs = of_stream;
    for (int g = 0; g < 3; g++) begin
      for (int s = 0; s < StageLanes; s++) begin
        for (int w = 0; w < Ways; w++) begin
          ready[g*OfGroup + s*Ways + w] = ready_q[g*Lanes + s] &&
                                          ready_q[g*Lanes + (w == 0 ? s : StageLanes + w - 1)];
          if (read[g*OfGroup + s*Ways + w]) begin
            needs[g*Lanes + s] = 1'b1;
            needs[g*Lanes + (w == 0 ? s : StageLanes + w - 1)] = 1'b1;
          end
        end
      end
    end
    ready[Classed +: Streams] = able & calm[Classed +: Streams];
    urgent = Queues'({OfGroup{1'b1}});
    urgent[Classed +: Streams] = urgent_stream;
  end
  assign op_valid_o = offers && (needs_q & ~op_ready_i) == '0;
  assign taken      = op_valid_o;
  always_ff @(posedge clk_i) begin
    ready_q <= rst_ni ? op_ready_i : '0;
    if (reads) needs_q <= needs;
  end

  sema_queues_free #(
      .Entries(Entries)
  ) u_free (
      .clk_i, .rst_ni, .left_o(left), .entry_o(entry), .take_i(place), .free_i(taken),
      .free_entry_i(offer_entry));
  sema_queues_lists #(
      .Queues(Queues), .Streams(Streams), .Entries(Entries)
  ) u_lists (
      .clk_i, .rst_ni, .queue_i(queue_q), .count_o(count), .place_i(place), .entry_i(entry),
      .alone_o(alone), .waiting_o(waiting), .calm_o(calm), .choose_i(chosen), .read_o(read),
      .reads_o(reads), .read_entry_o(read_entry), .offer_o(offer), .offers_o(offers),
      .offer_entry_o(offer_entry), .taken_i(taken), .next_o(next), .follows_o(follows));
  sema_queues_choice #(
      .Urgent(OfGroup), .Others(2 * OfGroup), .Streams(Streams)
  ) u_choice (
      .clk_i, .rst_ni, .candidate_i(waiting & ready), .urgent_i(urgent), .calm_i(calm),
      .choose_o(chosen), .served_i(offer & {Queues{taken}}));
  sema_queues_streams #(
      .Streams(Streams), .Lanes(Lanes), .Entries(Entries)
  ) u_streams (
      .clk_i, .rst_ni, .place_i(place), .entry_i(entry),
      .classes_i({group_q, response_q, stage_q}),
      .alone_i(alone),
      .taken_i(offer[Classed +: Streams] & {Streams{taken}}), .follows_i(follows), .next_i(next),
      .decision_i, .decision_domain_i, .answer_i, .answer_domain_i, .ready_i(ready_q),
      .able_o(able), .urgent_o(urgent_stream), .read_i(read[Classed +: Streams]),
      .classes_o(of_stream));
  sema_memory #(
      .Width(PayloadW), .Depth(Entries)
  ) u_payload (
      .clk_i,
      .write_i(place), .write_address_i(entry), .write_data_i(payload_q),
      .read_i(reads), .read_address_i(read_entry),
      .read_data_o({op_tag_o[TagW-1:0], op_opcode_o, op_stage_o, op_engine_o, op_length_o,
                    op_response_length_o, op_reply_o, op_wire_bytes_o, op_urgent_o, op_domain_o,
                    op_again_o}));
  assign op_tag_o[TagW +: 8] = op_domain_o;
`ifdef FORMAL
  always_ff @(posedge clk_i) if (rst_ni) begin
    OTHERS_A : assert (!arrives_q || count != '0 || left == '0 || again_q || !full_o);
    ANSWERED_A : assert (arrives_q ? place != full_o : !place && !full_o);
    READY_A : assert (!op_valid_o || (needs_q & ~op_ready_i) == '0 && offers);
  end
`endif
endmodule
