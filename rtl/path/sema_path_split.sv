// SPDX-License-Identifier: Apache-2.0
// The split of response engines: while what waits for a stage holds half of an engine's window, the
// stage has no room for what responds there.
//
// Promise, of clock d: spent_o of an engine and a stage is high if the engine is not closed, the
// responses at the engine of reservations that owe the stage are at least half of its window, by
// the commits up to clock d, and on_i was high in the clock before. What is taken, and what the
// stage has executed, in clock d counts from clock d + 1 on. Same clock: each stage may take one
// and get one back.
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
    // what is asked: an operation, or a window write; known late, whether it is taken
    input  logic                            take_i,
    input  logic                            write_i,
    input  logic [Lanes-1:0]                use_i,
    input  logic [CntW-1:0]                 demand_i,   // of its response; half of old - new window,
    input  logic                            below_i,    // less 2^CntW
    // stages where something comes back; of the partition's, and of each Atomic engine's: the
    // engine where it responds, alone or none, and its response
    input  logic [StageLanes-1:0]           back_i,
    input  logic [Stages*NResponse-1:0]     responds_i,
    input  logic [Stages*CntW-1:0]          amount_i,
    input  logic [NResponse-1:0]            closed_i,
    input  logic                            on_i,
    // in force
    output logic [NResponse*StageLanes-1:0] spent_o
);
  logic on_q, changes;
`ifdef SEMA_CHECKED
  logic on_1q;
  always_ff @(posedge clk_i) on_1q <= on_i;
`endif
  always_ff @(posedge clk_i) on_q <= on_i;
  assign changes = !rst_ni || back_i != '0 || take_i && use_i[Lanes-1:StageLanes] != '0;

  // left + amount - demand: three rows become two, so that no carry runs twice.
  function automatic logic [SumW:0] both(input logic [SumW:0] left, input logic [SumW:0] amount,
                                         input logic [SumW:0] demand);
    logic [SumW:0] half;
    half = left ^ amount;
    both = (half ^ ~demand) + {SumW'(left & amount | half & ~demand), 1'b1};
  endfunction

  // What is left of half of the window, rounded up, less 1: below 0 from half on. A response that
  // left before its stage executed it counts up to then, so that the sum may be above a debt.
  logic [SumW:0] demand;
  assign demand = {{(IdW+1){below_i}}, demand_i};
  for (genvar k = 0; k < NResponse * StageLanes; k++) begin : gen_pair
    localparam int unsigned Engine = k / StageLanes, Stage = k % StageLanes;
    localparam int unsigned Of = Stage < NHbm ? 0 : Stage - NHbm + 1;
    localparam logic [31:0] Window = sema_path_pkg::window_at_reset(CntW, 1'b1);
    localparam logic [31:0] Half = (Window >> 1) + {31'd0, Window[0]} - 32'd1;
    logic [SumW:0] left_q, amount;
    logic          takes, back;
    assign amount = (SumW+1)'(amount_i[Of*CntW +: CntW]);
    assign takes  = take_i && use_i[StageLanes+Engine] && (write_i || use_i[Stage]);
    assign back   = back_i[Stage] && responds_i[Of*NResponse+Engine];
    always_ff @(posedge clk_i) begin
      if (changes) begin
        if (!rst_ni)    left_q <= (SumW+1)'(Half);
        else if (takes) left_q <= back ? both(left_q, amount, demand) : left_q - demand;
        else if (back)  left_q <= left_q + amount;
      end
    end
    assign spent_o[k] = left_q[SumW] && on_q && !closed_i[Engine];
`ifdef SEMA_CHECKED
    // Half of the window, rounded up, and what waits for the stage, by what was written, granted and
    // came back.
    logic [SumW:0] half_q, half, held_q, more;
    logic          enters, leaves;
    assign enters = take_i && use_i[StageLanes+k/StageLanes] && (write_i || use_i[k%StageLanes]);
    assign leaves = back_i[k%StageLanes] && responds_i[Engine+Of*NResponse];
    assign half = half_q - demand;
    assign more = held_q + (enters && !write_i ? demand : '0);
    always_ff @(posedge clk_i) begin
      half_q <= !rst_ni ? (SumW+1)'(Half + 32'd1) : enters && write_i ? half : half_q;
      held_q <= !rst_ni ? '0 : more - (leaves ? amount : '0);
      if (rst_ni) begin
        LEFT_A : assert (left_q == half_q - held_q - (SumW+1)'(1));
        SPENT_A : assert (spent_o[k] == (on_1q && held_q >= half_q && half_q != '0));
        HALF_I : assert (half_q[SumW:CntW-1] == '0 && !held_q[SumW]);
        HALF_M : assert (!(enters && write_i) || half[SumW:CntW-1] == '0);
        CLOSED_M : assert (closed_i[Engine] == (half_q == '0));
        BACK_M : assert (!leaves || amount <= held_q);
        TAKE_M : assert (!more[SumW] && (write_i || !enters || !below_i));
      end
    end
`endif
  end
endmodule
