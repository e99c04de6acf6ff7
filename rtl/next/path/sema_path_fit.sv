// Fit: every open slot is compared with the headroom in force, in every clock.
//
// A demand arrives in clock 3 of its offer, and is compared from clock 4 on. A slot that is not
// open lacks nothing.
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
    input  logic [Lanes-1:0]      easy_i,          // any demand has room
    input  logic [Lanes-1:0]      shut_i,          // none has
    // in this clock
    input  logic [Slots-1:0]      open_i,
    output logic [Slots-1:0]      reject_o,        // it will be rejected, and lacks nothing
    output logic [Slots-1:0]      lack_stage_o,
    output logic [Slots-1:0]      lack_response_o,
    // demands of one of them, one of those that it may be
    input  logic [Slots-1:0]      maybe_i,
    input  logic [Slots-1:0]      read_i,
    output logic [CntW-1:0]       stage_o,
    output logic [CntW-1:0]       response_o
);
  localparam int unsigned PayW = 2 * CntW;
  localparam int unsigned Group = 8;               // slots; the lowest are taken first
  logic [PayW-1:0]   demand_q[Slots];
  logic [Slots-1:0]  reject_q;
  logic [CntW+1:0]   lane, at_stage, at_response;
  logic [PayW-1:0]   read, part;

  always_comb begin
    lack_stage_o    = '0;
    lack_response_o = '0;
    at_stage        = '0;
    at_response     = '0;
    lane            = '0;
    for (int g = 0; g < Slots; g += Group) begin
      if ((open_i >> g & Slots'(2 ** Group - 1)) != '0) begin
        for (int s = g; s < g + Group && s < Slots; s++) begin
          if (open_i[s]) begin
            at_stage    = '0;
            at_response = '0;
            for (int l = 0; l < Lanes; l++) begin
              lane = {easy_i[l], shut_i[l], room_i[l*CntW +: CntW]} & {CntW+2{users_i[l*Slots+s]}};
              if (l < StageLanes) at_stage |= lane;
              else                at_response |= lane;
            end
            lack_stage_o[s] = {at_stage[CntW+1], at_stage[CntW-1:0]} <
                              {at_stage[CntW], demand_q[s][2*CntW-1:CntW]};
            lack_response_o[s] = {at_response[CntW+1], at_response[CntW-1:0]} <
                                 {at_response[CntW], demand_q[s][CntW-1:0]};
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
      if ((maybe_i >> g & Slots'(2 ** Group - 1)) != '0) begin
        for (int s = g; s < g + Group && s < Slots; s++) part |= demand_q[s] & {PayW{read_i[s]}};
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
endmodule
