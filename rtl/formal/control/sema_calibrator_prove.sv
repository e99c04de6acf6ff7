// Proof of sema_calibrator: a multiplier that it moves is within the limits of the sample's clock,
// and no more than one step away, unless the limits are; a word that is disabled or frozen is left
// alone, and one that is written meanwhile; and it moves one at all only CalibrateClocks - 1 clocks
// after it has taken a sample, a good one, of that lane.
module sema_calibrator_prove #(
    parameter int unsigned Lanes = sema_pkg::HbmLanes,
    localparam int unsigned LaneW = sema_pkg::index_width(Lanes),
    localparam int unsigned WordW = sema_pkg::WordBits,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits,
    localparam int unsigned MultiplierW = sema_pkg::MultiplierBits
) (
    input logic                    clk_i, rst_ni, return_i,
    input logic [LaneW-1:0]        lane_i,
    input logic [ServiceW-1:0]     estimate_i, observed_i,
    input logic [Lanes*WordW-1:0]  word_i,
    input logic [Lanes-1:0]        written_i,
    input logic [MultiplierW-1:0]  min_i, max_i
);

  logic                   move_o, busy_o;
  logic [LaneW-1:0]       lane_o;
  logic [MultiplierW-1:0] multiplier_o;
  (* peek = "u_dut.clock_q" *) logic [5:0] clock;
  (* peek = "u_dut.live_q" *) logic live;
  (* peek = "u_dut.min_q" *) logic [MultiplierW-1:0] least;
  (* peek = "u_dut.max_q" *) logic [MultiplierW-1:0] most;
  (* peek = "u_dut.value_q" *) logic [MultiplierW-1:0] from;
  (* peek = "u_dut.next_q" *) logic [MultiplierW-1:0] next;
  (* peek = "u_dut.distance_q" *) logic [MultiplierW:0] distance;
  (* peek = "u_dut.above_q" *) logic above;
  (* peek = "u_dut.below_q" *) logic below;
  (* peek = "u_dut.crossed_q" *) logic crossed;

  sema_calibrator #(.Lanes(Lanes)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  localparam logic [5:0] Clocks = 6'(sema_pkg::CalibrateClocks - 1);

  // A step is a sixteenth of the way, which is 2^14 at most.
  localparam int unsigned Step = 1 << (MultiplierW - sema_pkg::CalibrateShift);

  // The sample that is at work: since when, of which lane, by what, and whether its word was
  // written since.
  logic [5:0]             since_q;  // 0: none
  logic [LaneW-1:0]       lane_q;
  logic [MultiplierW-1:0] min_q, max_q, value_q, lowest, highest;
  logic                   written_q, learnt_q;
  logic [WordW-1:0]       word;
  logic                   sample;
  assign word   = word_i[lane_i*WordW +: WordW];
  assign sample = return_i && word[15] && !word[14] && estimate_i != '0 && estimate_i != '1 &&
                  observed_i != '1;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || since_q == Clocks) since_q <= '0;
    else if (since_q != '0) since_q <= since_q + 6'd1;
    else if (sample) since_q <= 6'd1;
    if (since_q == '0 && sample) begin
      lane_q    <= lane_i;
      min_q     <= min_i;
      max_q     <= max_i;
      written_q <= written_i[lane_i];
    end else begin
      written_q <= written_q || written_i[lane_q];
    end
    if (since_q == 6'd1) value_q <= word_i[lane_q*WordW +: MultiplierW];
    // Of the clock before: the word of the lane that returned could be learnt from.
    learnt_q <= word[15] && !word[14];
  end
  assign lowest  = value_q < MultiplierW'(Step) ? '0 : value_q - MultiplierW'(Step);
  assign highest = value_q > ~MultiplierW'(Step) ? '1 : value_q + MultiplierW'(Step);

  always_comb begin
    if (began_o) begin
      // At work for so long, and on that lane; one sample at a time.
      time_A : assert (clock == since_q && busy_o == (since_q != '0) && (!busy_o || lane_o == lane_q));
      since_I : assert (since_q <= Clocks);
      moved_I : assert (!move_o || since_q == Clocks);
      used_A : assert (clock != 6'd1 || learnt_q);
      written_A : assert (!move_o || !written_q);
      live_I : assert (!busy_o || live == !written_q);
      kept_I : assert (!busy_o || (least == min_q && most == max_q));
      from_I : assert (clock < 6'd2 || from == value_q);
      limits_A : assert (!move_o || min_q > max_q || (multiplier_o >= min_q && multiplier_o <= max_q));
      floor_A : assert (!move_o || min_q <= max_q || multiplier_o == min_q);
      step_A : assert (!move_o || (multiplier_o >= lowest && multiplier_o <= highest) ||
                       multiplier_o == min_q || multiplier_o == max_q);

      // On the way to that: between value and target, so that the sum does not wrap; one step; what
      // is compared with limits; what is limited.
      distance_I : assert (clock != 6'd33 || (distance[MultiplierW] ?
                           {1'b0, value_q} >= ~distance + (MultiplierW+1)'(1) :
                           {1'b0, value_q} + distance <= {1'b0, {MultiplierW{1'b1}}}));
      next_I : assert (clock < 6'd34 || clock > 6'd35 || (next >= lowest && next <= highest));
      compared_I : assert (clock != 6'd35 || (above == (next > max_q) && below == (next < min_q) &&
                                              crossed == (max_q < min_q)));
      limited_I : assert (clock < 6'd36 || ((min_q > max_q || (next >= min_q && next <= max_q)) &&
                                            (min_q <= max_q || next == min_q) &&
                                            ((next >= lowest && next <= highest) ||
                                             next == min_q || next == max_q)));

      time_C : cover (since_q == 6'd3 && lane_q != lane_i && sample);
      used_C : cover (clock == 6'd1);
      written_C : cover (move_o && written_i[lane_q]);
      limits_C : cover (move_o && multiplier_o == max_q && min_q < max_q && value_q < max_q);
      floor_C : cover (move_o && min_q > max_q);
      step_C : cover (move_o && multiplier_o != min_q && multiplier_o != max_q && multiplier_o < value_q);
    end
  end

endmodule
