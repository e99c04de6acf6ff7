// Proof of sema_calibrator: a multiplier that it moves is within its limits, and no more than one
// step away, unless the limits are; a word that is disabled or frozen is left alone; and it moves
// one at all only CalibrateClocks - 1 clocks after it has taken a sample, a good one, of that lane.
module sema_calibrator_prove #(
    parameter int unsigned LaneW = 3,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits,
    localparam int unsigned MultiplierW = sema_pkg::MultiplierBits
) (
    input logic                           clk_i, rst_ni, return_i,
    input logic [LaneW-1:0]               lane_i,
    input logic [ServiceW-1:0]            estimate_i, observed_i,
    input logic [sema_pkg::WordBits-1:0]  word_i,
    input logic [MultiplierW-1:0]         min_i, max_i
);

  logic                   move_o, busy_o;
  logic [LaneW-1:0]       lane_o;
  logic [MultiplierW-1:0] multiplier_o;
  (* peek = "u_dut.clock_q" *) logic [4:0] clock;
  (* peek = "u_dut.lane_q" *) logic [LaneW-1:0] kept;

  sema_calibrator #(.LaneW(LaneW)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  localparam logic [4:0] Clocks = 5'(sema_pkg::CalibrateClocks - 1);

  // A step is a sixteenth of the way, which is 2^14 at most.
  localparam int unsigned Step = 1 << (MultiplierW - sema_pkg::CalibrateShift);

  logic [MultiplierW-1:0] value, lowest, highest;
  logic                   used, sample;
  assign value   = word_i[MultiplierW-1:0];
  assign lowest  = value < MultiplierW'(Step) ? '0 : value - MultiplierW'(Step);
  assign highest = value > ~MultiplierW'(Step) ? '1 : value + MultiplierW'(Step);
  assign used    = word_i[15] && !word_i[14];
  assign sample  = return_i && used && estimate_i != '0 && estimate_i != '1 && observed_i != '1;

  // The sample that is at work: since when, and of which lane.
  logic [4:0]       since_q;  // 0: none
  logic [LaneW-1:0] lane_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || since_q == Clocks) since_q <= '0;
    else if (since_q != '0) since_q <= since_q + 5'd1;
    else if (sample) since_q <= 5'd1;
    if (since_q == '0 && sample) lane_q <= lane_i;
  end

  always_comb begin
    if (began_o) begin
      // At work for so long, and on that lane; one sample at a time.
      time_A : assert (clock == since_q && busy_o == (since_q != '0) &&
                       lane_o == (busy_o ? lane_q : lane_i) && (!busy_o || kept == lane_q));
      moved_I : assert (!move_o || since_q == Clocks);
      used_A : assert (!move_o || used);
      limits_A : assert (!move_o || min_i > max_i || (multiplier_o >= min_i && multiplier_o <= max_i));
      floor_I : assert (!move_o || min_i <= max_i || multiplier_o == min_i);
      step_A : assert (!move_o || (multiplier_o >= lowest && multiplier_o <= highest) ||
                       multiplier_o == min_i || multiplier_o == max_i);

      time_C : cover (since_q == 5'd3 && lane_q != lane_i && sample);
      used_C : cover (since_q == Clocks && !used);
      limits_C : cover (move_o && multiplier_o == max_i && min_i < max_i && value < max_i);
      step_C : cover (move_o && multiplier_o != min_i && multiplier_o != max_i && multiplier_o < value);
    end
  end

endmodule
