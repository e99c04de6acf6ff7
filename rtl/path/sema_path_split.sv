// SPDX-License-Identifier: Apache-2.0
// The split of response engines: while what waits for a stage holds as much of an engine as is left
// of it, or more, the stage has no room for what responds there.
//
// Promise, of clock d: spent_o of an engine and a stage is high if, by the commits up to clock d - 1,
// the responses at the engine of reservations that owe the stage have a sum that is not 0 and not
// below the engine's headroom, on_i was high in the clock before, and somebody holds something on the
// stage. Same clock: each stage may take one, and one of it may return.
module sema_path_split #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    parameter int unsigned IdW = 7,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned StageLanes = NHbm + NAtomic,
    localparam int unsigned Stages = NAtomic + 1,
    localparam int unsigned SumW = CntW + IdW          // of the responses of all reservations
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    // an operation that commits in this clock
    input  logic                            take_i,
    input  logic [Lanes-1:0]                use_i,
    input  logic [CntW-1:0]                 demand_i,   // of its response
    // stages where something returns; of the partition's, and of each Atomic engine's: the
    // engine where it responds, alone or none, and its response
    input  logic [StageLanes-1:0]           ret_i,
    input  logic [Stages*NResponse-1:0]     responds_i,
    input  logic [Stages*CntW-1:0]          amount_i,
    // headroom of each engine, and whether it is below 0; stages on which nobody holds anything
    input  logic [NResponse*CntW-1:0]       room_i,
    input  logic [NResponse-1:0]            over_i,
    input  logic [StageLanes-1:0]           empty_i,
    input  logic                            on_i,
    // in force
    output logic [NResponse*StageLanes-1:0] spent_o
);
  logic changes;
  assign changes = !rst_ni || ret_i != '0 || take_i && use_i[Lanes-1:StageLanes] != '0;

  // sum + demand - amount: three rows become two, so that no carry runs twice.
  function automatic logic [SumW-1:0] both(input logic [SumW-1:0] sum, input logic [SumW-1:0] demand,
                                           input logic [SumW-1:0] amount);
    logic [SumW-1:0] half;
    half = sum ^ demand;
    both = (half ^ ~amount) + {(SumW-1)'(sum & demand | half & ~amount), 1'b1};
  endfunction

  // A response that left before its stage executed it counts up to then, so that the sum may be
  // above a debt.
  for (genvar k = 0; k < NResponse * StageLanes; k++) begin : gen_pair
    localparam int unsigned Engine = k / StageLanes, Stage = k % StageLanes;
    localparam int unsigned Of = Stage < NHbm ? 0 : Stage - NHbm + 1;
    logic [SumW-1:0] sum_q, plus, sum, amount, room;
    logic            takes, ret, spent_q;
    assign amount = SumW'(amount_i[Of*CntW +: CntW]);
    assign room   = SumW'(room_i[Engine*CntW +: CntW]);
    assign takes  = take_i && use_i[StageLanes+Engine] && use_i[Stage];
    assign ret    = ret_i[Stage] && responds_i[Of*NResponse+Engine];
    assign plus   = sum_q + SumW'(demand_i);
    assign sum    = takes ? plus : sum_q;
    always_ff @(posedge clk_i) begin
      spent_q <= rst_ni && on_i && sum != '0 && (over_i[Engine] || sum >= room);
      if (changes) begin
        if (!rst_ni) sum_q <= '0;
        // What enters and returns is known late: it selects.
        else if (ret) sum_q <= takes ? both(sum_q, SumW'(demand_i), amount) : sum_q - amount;
        else sum_q <= sum;
      end
    end
    assign spent_o[k] = spent_q && !empty_i[Stage];
`ifdef SEMA_CHECKED
    // What waits for the stage, by what was granted and returned; and what was left.
    logic signed [SumW+1:0] held_q, held_1q, left_1q;
    logic                   enters, leaves, on_1q;
    assign enters = take_i && use_i[StageLanes+k/StageLanes] && use_i[k%StageLanes];
    assign leaves = ret_i[k%StageLanes] && responds_i[Engine+Of*NResponse];
    always_ff @(posedge clk_i) begin
      held_q  <= !rst_ni ? '0 : held_q + (enters ? (SumW+2)'(demand_i) : '0) -
                                         (leaves ? (SumW+2)'(amount) : '0);
      held_1q <= held_q + (enters ? (SumW+2)'(demand_i) : '0);
      left_1q <= $signed({{(IdW+2){over_i[Engine]}}, room_i[Engine*CntW +: CntW]});
      on_1q   <= rst_ni && on_i;
      if (rst_ni) begin
        SUM_A : assert (sum_q == held_q[SumW-1:0]);
        SPENT_A : assert (spent_o[k] == (on_1q && held_1q > 0 && held_1q >= left_1q &&
                                         !empty_i[Stage]));
        HELD_I : assert (held_q[SumW+1:SumW] == '0);
        BACK_M : assert (!leaves || (SumW+2)'(amount) <= held_q);
        TAKE_M : assert (!enters || held_q + (SumW+2)'(demand_i) < (SumW+2)'(1) << SumW);
      end
    end
`endif
  end
endmodule
