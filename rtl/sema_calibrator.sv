// SPDX-License-Identifier: Apache-2.0
// The calibrator: learns from what services took how far estimates are off, one sample at a time.
//
// A sample commits in clock c; the multiplier that it gives is in force from clock c + 64 on. One unit
// multiplies and divides, a bit a clock. Lanes have their turn one after the other; the turn stands
// still while the block is quiet.
module sema_calibrator #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned Stages = NAtomic + NResponse + 1       // channels but done
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    // returns that commit in this clock
    input  logic [Lanes-1:0]         back_i,
    input  logic [Stages*CntW-1:0]   amount_i,
    input  logic [16*Stages-1:0]     observed_i,
    // settings
    input  logic [Lanes-1:0]         enable_i,
    input  logic [3:0]               quantum_hbm_i,
    input  logic [3:0]               quantum_time_i,
    input  logic [15:0]              hbm_reciprocal_i,
    input  logic [13:0]              multiplier_min_i,
    input  logic [13:0]              multiplier_max_i,
    input  logic [Lanes*14-1:0]      multipliers_i,
    input  logic                     quiet_i,
    // software writes a multiplier
    input  logic                     write_i,
    input  logic [5:0]               write_lane_i,
    // a new one, in force from the next clock on
    output logic [Lanes-1:0]         move_o,
    output logic [13:0]              multiplier_o,
    output logic                     busy_o
);
  localparam int unsigned ProductW = CntW + 16;
  localparam int unsigned ScaledW = ProductW + 15;

  // The lane whose turn it is, and its return in this clock.
  logic [Lanes-1:0] turn_q;
  logic             busy_q, last_q, enabled, known, second_q, sample, ours, hbm;
  logic [5:0]       count_q;         // clocks since the sample
  logic [11:0]      without_q;       // since the turn began, or its first return
  logic             over;            // that is all that a turn waits for a return
  logic [CntW-1:0]  amount;
  logic [15:0]      observed;
  logic [13:0]      multiplier;
  always_comb begin
    amount     = '0;
    observed   = '0;
    multiplier = '0;
    ours       = write_i && 1'(turn_q >> write_lane_i);
    hbm = turn_q[NHbm-1:0] != '0;
    if (enable_i != '0) begin
      for (int l = 0; l < Lanes; l++) multiplier |= multipliers_i[14*l +: 14] & {14{turn_q[l]}};
      for (int k = 0; k < Stages; k++) begin
        if (k == 0 ? hbm : turn_q[(NHbm+k-1)%Lanes]) begin
          amount   |= amount_i[k*CntW +: CntW];
          observed |= observed_i[16*k +: 16];
        end
      end
    end
  end
  assign enabled = (enable_i & turn_q) != '0;
  assign known   = !busy_q && enabled && (back_i & turn_q) != '0 && observed != '1;
  assign sample  = known && second_q;
  assign over    = (without_q[11:8] == '1 || !second_q) && without_q[7:0] == '1;
  assign busy_o  = busy_q;

  // Clocks 1 to 16 multiply, 17 scales, 19 to 50 divide, 51 to 54 move the multiplier.
  logic [CntW-1:0]    amount_q;
  logic [15:0]        observed_q, factor_q;
  logic [CntW:0]      sum;
  logic [CntW-1:0]    high_q;
  logic [3:0]         quantum_q;
  logic [ScaledW-1:0] scaled;
  logic [31:0]        expected_q, number_q;
  logic [32:0]        rest_q, rest;
  logic [13:0]        multiplier_q, min_q, max_q, next_q, target;
  logic [10:0]        step_q;
  logic               void_q, none_q, moves;
  assign sum    = {1'b0, high_q} + ({1'b0, amount_q} & {(CntW+1){factor_q[0]}});
  assign scaled = {15'd0, high_q, factor_q} << quantum_q;
  assign rest   = {rest_q[31:0], number_q[31]} +
                  ({1'b0, expected_q} ^ {33{!rest_q[32]}}) + 33'(!rest_q[32]);
  assign target = number_q[31:14] != '0 ? '1 : number_q[13:0];
  assign moves  = last_q && enabled && !void_q && !none_q && !ours && next_q != multiplier_q;
  assign move_o = turn_q & {Lanes{moves}};
  assign multiplier_o = next_q;

  always_ff @(posedge clk_i) begin
    void_q <= ours || busy_q && void_q;
    if (!busy_q) begin
      amount_q     <= amount;
      observed_q   <= observed;
      factor_q     <= hbm ? hbm_reciprocal_i : 16'd4096;
      quantum_q    <= hbm ? quantum_hbm_i : quantum_time_i;
      multiplier_q <= multiplier;
      min_q        <= multiplier_min_i;
      max_q        <= multiplier_max_i;
      high_q       <= '0;
      rest_q       <= '0;
    end else begin
      if (count_q <= 6'd16) {high_q, factor_q} <= {sum, factor_q[15:1]};
      if (count_q == 6'd17) begin
        expected_q <= 32'(scaled >> 12);
        none_q     <= scaled >> 12 == '0 || scaled >> 44 != '0 || amount_q == '1;
      end
      if (count_q == 6'd18) number_q <= {4'd0, observed_q, 12'd0} + {1'b0, expected_q[31:1]};
      if (count_q >= 6'd19 && count_q <= 6'd50) begin
        number_q <= {number_q[30:0], !rest[32]};
        rest_q   <= rest;
      end
      if (count_q == 6'd51) step_q <= 11'(({1'b0, target} - {1'b0, multiplier_q}) >> 4);
      if (count_q == 6'd52) next_q <= multiplier_q + {{3{step_q[10]}}, step_q};
      if (count_q == 6'd53 && next_q > max_q) next_q <= max_q;
      if (count_q == 6'd54 && next_q < min_q) next_q <= min_q;
    end
    count_q <= busy_q ? count_q + 1'b1 : 6'd1;
    last_q  <= busy_q && count_q == 6'd62;
    busy_q  <= rst_ni && (sample || busy_q && !last_q);
    if (!rst_ni) begin
      turn_q    <= Lanes'(1);
      without_q <= '0;
      second_q  <= 1'b0;
    end else if (last_q || !busy_q && !known && !quiet_i && (!enabled || over)) begin
      turn_q    <= {turn_q[Lanes-2:0], turn_q[Lanes-1]};
      without_q <= '0;
      second_q  <= 1'b0;
    end else if (known) begin
      without_q <= '0;
      second_q  <= 1'b1;
    end else if (!busy_q && !quiet_i) without_q <= without_q + 1'b1;
  end
`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    MULTIPLIER_IN_LIMITS_A : assert (!moves || min_q <= next_q && next_q <= max_q);
  end
`endif
endmodule
