// SPDX-License-Identifier: Apache-2.0
// Fit: every open slot is compared with the headroom in force, in every clock.
//
// A demand arrives in clock 3 of its offer, and is compared from clock 4 on. What responds at an
// engine lacks its stage if that has no room for it. A slot that is not open lacks nothing.
module sema_path_fit #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    parameter int unsigned Slots = 40,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned SlotW = $clog2(Slots),
    localparam int unsigned StageLanes = NHbm + NAtomic
) (
    input  logic                  clk_i,
    // clock 1: a new one
    input  logic [Slots-1:0]      new_i,
    input  logic                  reject_i,
    // clock 3: its demand
    input  logic                  demand_i,
    input  logic [SlotW-1:0]      demand_slot_i,
    input  logic [CntW-1:0]       stage_i,
    input  logic [CntW-1:0]       response_i,
    // lanes, and the slots that use each: none, if rejected, with demands of 0
    input  logic [Lanes*Slots-1:0] users_i,
    input  logic [Lanes*CntW-1:0] room_i,
    input  logic [Lanes-1:0]      unlimited_i,     // any demand has room
    input  logic [Lanes-1:0]      blocked_i,       // no demand has
    input  logic [NResponse*StageLanes-1:0] spent_i,  // of each engine: stages without room for it
    // in this clock
    input  logic [Slots-1:0]      open_i,
    output logic [Slots-1:0]      reject_o,        // it will be rejected, and lacks nothing
    output logic [Slots-1:0]      lack_stage_o,
    output logic [Slots-1:0]      lack_response_o,
    // demands of the one that is read and not beaten, which is known late; it is a possible one
    input  logic [Slots-1:0]      possible_i,
    input  logic [Slots-1:0]      read_i,
    input  logic [Slots-1:0]      beaten_i,
    output logic [CntW-1:0]       stage_o,
    output logic [CntW-1:0]       response_o
);
  localparam int unsigned PayW = 2 * CntW;
  localparam int unsigned LaneW = CntW + 2 + NResponse;
  localparam int unsigned Group = 8;               // slots; the lowest are taken first
  logic [PayW-1:0]   demand_q[Slots];
  logic [Slots-1:0]  reject_q;
  logic [LaneW-1:0]  lane[Lanes], at_stage, at_response;
  logic [PayW-1:0]   read, part;
  logic              spent;

  // The top bits of a lane's word are engines: of a stage those for whose operations it has no
  // room, of an engine itself.
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [NResponse-1:0] engines;
    for (genvar e = 0; e < NResponse; e++) begin : gen_engine
      assign engines[e] = l < StageLanes ? spent_i[(e*StageLanes+l)%(NResponse*StageLanes)] :
                          l == StageLanes + e;
    end
    assign lane[l] = {engines, unlimited_i[l], blocked_i[l], room_i[l*CntW +: CntW]};
  end
  always_comb begin
    lack_stage_o    = '0;
    lack_response_o = '0;
    at_stage        = '0;
    at_response     = '0;
    spent           = 1'b0;
    for (int g = 0; g < Slots; g += Group) begin
      if ((open_i >> g & Slots'(2 ** Group - 1)) != '0) begin
        for (int s = g; s < g + Group && s < Slots; s++) begin
          if (open_i[s]) begin
            at_stage    = '0;
            at_response = '0;
            for (int l = 0; l < Lanes; l++) begin
              if (l < StageLanes) at_stage |= lane[l] & {LaneW{users_i[l*Slots+s]}};
              else                at_response |= lane[l] & {LaneW{users_i[l*Slots+s]}};
            end
            spent = (at_stage[LaneW-1 -: NResponse] & at_response[LaneW-1 -: NResponse]) != '0;
            lack_stage_o |= Slots'({at_stage[CntW+1], at_stage[CntW-1:0]} <
                                   {at_stage[CntW] || spent, demand_q[s][2*CntW-1:CntW]}) << s;
            lack_response_o |= Slots'({at_response[CntW+1], at_response[CntW-1:0]} <
                                      {at_response[CntW], demand_q[s][CntW-1:0]}) << s;
          end
        end
      end
    end
  end
  assign reject_o = reject_q;

  always_comb begin
    read = '0;
    for (int g = 0; g < Slots; g += Group) begin
      part = '0;
      if ((possible_i >> g & Slots'(2 ** Group - 1)) != '0) begin
        for (int s = g; s < g + Group && s < Slots; s++) begin
          part |= demand_q[s] & {PayW{read_i[s]}} & ~{PayW{beaten_i[s]}};
        end
      end
      read |= part;
    end
  end
  assign {stage_o, response_o} = read;

  always_ff @(posedge clk_i) begin
    if (new_i != '0) begin
      reject_q          <= reject_q & ~new_i | new_i & {Slots{reject_i}};
    end
    if (demand_i) demand_q[demand_slot_i] <= {stage_i, response_i};
  end

`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) begin
    OPEN_LACKS_A : assert (((lack_stage_o | lack_response_o) & ~open_i) == '0);
  end
`endif
`ifdef FORMAL
  // Of one slot: its lanes and demands; and one lane.
  (* anyconst *) logic [SlotW-1:0] watch;
  (* anyconst *) logic [5:0]       at;
  logic             rejects_q, room, lack, none;
  logic [Slots-1:0] reads;
  assign reads = read_i & ~beaten_i;
  logic             lanes_known_q = 1'b0, known_q = 1'b0;   // that it was given; its demands, too
  logic [Lanes-1:0] lanes, lanes_q;
  always_comb for (int l = 0; l < Lanes; l++) lanes[l] = users_i[l*Slots + 32'(watch)];
  logic [CntW-1:0]  wants_q, answers_q, demand;
  assign demand = at < 6'(StageLanes) ? wants_q : answers_q;
  always_comb begin
    none = 1'b0;
    for (int e = 0; e < NResponse; e++) begin
      if (at < 6'(StageLanes) && lanes[StageLanes+e]) none |= spent_i[e*StageLanes + 32'(at)];
    end
  end
  assign room   = unlimited_i[at] && !blocked_i[at] ||
                  unlimited_i[at] == blocked_i[at] && room_i[at*CntW +: CntW] >= demand;
  assign lack   = at < 6'(StageLanes) ? lack_stage_o[watch] : lack_response_o[watch];
  always_ff @(posedge clk_i) begin
    if (new_i[watch]) rejects_q <= reject_i;
    lanes_q <= lanes;
    if (demand_i && demand_slot_i == watch) {wants_q, answers_q} <= {stage_i, response_i};
    WATCHED : assume (32'(watch) < Slots && 32'(at) < Lanes);
    USE_M : assert (!known_q ||
                    (lanes[StageLanes-1:0] & (lanes[StageLanes-1:0] - 1'b1)) == '0 &&
                    (lanes[Lanes-1:StageLanes] & (lanes[Lanes-1:StageLanes] - 1'b1)) == '0);
    SAME_M : assert (!known_q || lanes == lanes_q);
    READ_M : assert (reads == '0 || (reads & ~possible_i) == '0 && (reads & (reads - 1'b1)) == '0);
    OPEN_M : assert (!(open_i[watch] || reads[watch]) || known_q);
    DEMAND_M : assert (!(demand_i && demand_slot_i == watch) || !new_i[watch] &&
                       (lanes[StageLanes-1:0] != '0 || stage_i == '0) &&
                       (lanes[Lanes-1:StageLanes] != '0 || response_i == '0));
    SPENT_M : assert (!(lanes[at] && none && unlimited_i[at]));
    LACKS_A : assert (!(open_i[watch] && lanes[at]) || lack == (!room || none));
    UNUSED_A : assert ((lanes[StageLanes-1:0] != '0 || !lack_stage_o[watch]) &&
                       (lanes[Lanes-1:StageLanes] != '0 || !lack_response_o[watch]));
    READ_A : assert (!reads[watch] || {stage_o, response_o} == {wants_q, answers_q});
    UNREAD_A : assert (reads != '0 || {stage_o, response_o} == '0);
    REJECT_A : assert (!lanes_known_q || reject_o[watch] == rejects_q);
    DEMAND_I : assert (!known_q || lanes_known_q && demand_q[watch] == {wants_q, answers_q} &&
                       (lanes_q[StageLanes-1:0] != '0 || wants_q == '0) &&
                       (lanes_q[Lanes-1:StageLanes] != '0 || answers_q == '0));
    // Before its first demand nothing is known of a slot.
    lanes_known_q <= lanes_known_q || new_i[watch];
    known_q       <= !new_i[watch] && (known_q || lanes_known_q && demand_i && demand_slot_i == watch);
  end
`endif
endmodule
