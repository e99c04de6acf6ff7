// Calibrator of one resource class: moves multipliers towards observed over estimated service.
//
//     target     = min( (observed * 2^12 + estimate div 2) div estimate, largest multiplier )
//     multiplier += floor( (target - multiplier) / 2^4 ), not above the upper limit, and then not
//                   below the lower one
//
// Promises: one sample at a time; a sample that is taken in clock c asks for its move in clock
// c + CalibrateClocks - 1, by the word and the limits in force in clock c; a word that is disabled
// or frozen is left alone. Samples that come meanwhile are let go: an average needs no particular
// one.
// Same clock: a write of the lane's word, in the clock of the sample or while the calibrator works,
// goes first, and there is no move. So the word stands while there is a move to come.
//
// It is off the admission path: a bit of the quotient takes two clocks, one to subtract and one to
// keep the difference or not. The first bit says whether the quotient is beyond the largest
// multiplier, the others are its bits.
module sema_calibrator #(
    parameter int unsigned Lanes = sema_pkg::HbmLanes,
    localparam int unsigned LaneW = sema_pkg::index_width(Lanes),
    localparam int unsigned WordW = sema_pkg::WordBits,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits,
    localparam int unsigned MultiplierW = sema_pkg::MultiplierBits
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    // return of this clock
    input  logic                    return_i,
    input  logic [LaneW-1:0]        lane_i,
    input  logic [ServiceW-1:0]     estimate_i,
    input  logic [ServiceW-1:0]     observed_i,
    // multiplier words of the class's lanes, and which software writes in this clock
    input  logic [Lanes*WordW-1:0]  word_i,
    input  logic [Lanes-1:0]        written_i,
    // configuration
    input  logic [MultiplierW-1:0]  min_i,
    input  logic [MultiplierW-1:0]  max_i,
    // move
    output logic                    move_o,
    output logic [LaneW-1:0]        lane_o,
    output logic [MultiplierW-1:0]  multiplier_o,
    // quiet
    output logic                    busy_o
);

  localparam int unsigned Fraction = sema_pkg::MultiplierFraction;
  localparam int unsigned Shift = sema_pkg::CalibrateShift;
  // Quotient bits, with one that says that it is too large for a multiplier.
  localparam int unsigned QuotientW = MultiplierW + 1;
  // Clocks of the work: 1 makes the dividend, then come two for each bit, then the move.
  localparam logic [5:0] Divided = 6'(2 * QuotientW + 2);
  localparam logic [5:0] Last = Divided + 6'd5;

  logic [5:0]             clock_q;  // of the work; 0: idle
  logic                   busy_q, live_q;  // live: no write has gone before the move
  logic [LaneW-1:0]       lane_q;
  logic [ServiceW-1:0]    estimate_q, remainder_q, difference_q;
  logic [QuotientW-1:0]   quotient_q;  // bits found, below those of the dividend still to come
  logic                   enough_q, over_q;  // over: the remainder has a bit more
  logic [MultiplierW-1:0] min_q, max_q, value_q, next_q;
  logic [MultiplierW:0]   distance_q;
  logic                   above_q, below_q, crossed_q;

  assign busy_o = busy_q;
  assign lane_o = lane_q;

  // The word is used if it is enabled and not frozen.
  logic [Lanes-1:0] used;
  logic [LaneW-1:0] lane;
  logic             sample, written;
  for (genvar l = 0; l < Lanes; l++) begin : gen_used
    assign used[l] = word_i[l*WordW+WordW-1] && !word_i[l*WordW+WordW-2];
  end
  assign sample  = return_i && !busy_q && used[lane_i] && estimate_i != '0 &&
                   estimate_i != ServiceW'(sema_pkg::ServiceUnknown) &&
                   observed_i != ServiceW'(sema_pkg::ServiceUnknown);
  assign lane    = busy_q ? lane_q : lane_i;
  assign written = written_i[lane];

  // The remainder less the estimate, and whether it is enough for that.
  logic [ServiceW-1:0] difference;
  logic                enough;
  sema_add #(.W(ServiceW)) u_difference (
      .a_i    (remainder_q),
      .b_i    (~estimate_q),
      .carry_i(1'b1),
      .sum_o  (difference),
      .carry_o(enough)
  );

  logic [MultiplierW-1:0] target;
  assign target = quotient_q[MultiplierW-1:0] | {MultiplierW{quotient_q[QuotientW-1]}};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      clock_q <= '0;
      lane_q  <= '0;
    end else if (busy_q) begin
      busy_q  <= clock_q != Last;
      clock_q <= clock_q == Last ? '0 : clock_q + 6'd1;
    end else begin
      busy_q  <= sample;
      clock_q <= {5'd0, sample};
      if (return_i) lane_q <= lane_i;
    end
    move_o <= rst_ni && clock_q == Last - 6'd1 && next_q != value_q && live_q && !written;
    // The sample, with what is in force with it. What is no sample is not used.
    if (!busy_q && return_i) begin
      live_q      <= !written;
      estimate_q  <= estimate_i;
      remainder_q <= observed_i;
      min_q       <= min_i;
      max_q       <= max_i;
    end
    if (busy_q) begin
      live_q <= live_q && !written;
      if (clock_q == 6'd1) begin
        // Half the estimate reaches into the lowest bits of the product.
        {remainder_q, quotient_q} <= dividend(remainder_q, estimate_q[ServiceW-1:1]);
        over_q  <= 1'b0;
        value_q <= word_i[lane_q*WordW +: MultiplierW];
      end else if (clock_q < Divided) begin
        if (!clock_q[0]) begin
          difference_q <= difference;
          enough_q     <= enough || over_q;
        end else begin
          {over_q, remainder_q} <= {enough_q ? difference_q : remainder_q, quotient_q[QuotientW-1]};
          quotient_q            <= {quotient_q[QuotientW-2:0], enough_q};
        end
      end
      // Rounded towards minus infinity: between value and target, so that no sign is left over.
      distance_q <= {1'b0, target} - {1'b0, value_q};
      if (clock_q == Divided + 6'd1) begin
        next_q <= value_q + MultiplierW'($signed(distance_q) >>> Shift);
      end
      above_q   <= next_q > max_q;
      below_q   <= next_q < min_q;
      crossed_q <= max_q < min_q;
      if (clock_q == Divided + 6'd3) begin
        next_q <= (above_q ? crossed_q : below_q) ? min_q : above_q ? max_q : next_q;
      end
    end
  end

  // Half the estimate may carry into one bit more than the product has.
  function automatic logic [ServiceW+QuotientW-1:0] dividend(
      input logic [ServiceW-1:0] observed, input logic [ServiceW-2:0] half_estimate);
    logic [ServiceW:0] high;
    high = {1'b0, observed} + (ServiceW+1)'(half_estimate[ServiceW-2:Fraction]);
    dividend = (ServiceW+QuotientW)'({high, half_estimate[Fraction-1:0], 1'b0});
  endfunction

  assign multiplier_o = next_q;

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The quotient, the plain way.
  logic [31:0]            observed_q, quotient;
  logic [MultiplierW-1:0] value;
  always_ff @(posedge clk_i) begin
    if (sample) observed_q <= 32'(observed_i);
  end
  assign quotient = busy_q ?
      ((observed_q << Fraction) + 32'(estimate_q[ServiceW-1:1])) / 32'(estimate_q) : '0;
  assign value = word_i[lane_q*WordW +: MultiplierW];

  initial Clocks_P : assert (32'(Last) + 1 == sema_pkg::CalibrateClocks);

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      Quotient_A : assert (clock_q != Divided || 32'(target) ==
                           (quotient > (1 << MultiplierW) - 1 ? (1 << MultiplierW) - 1 : quotient));
      // A move ends between value and target.
      Moved_A : assert (clock_q != Divided + 6'd2 || (value_q < target ?
                        next_q >= value_q && next_q <= target :
                        next_q <= value_q && next_q >= target));
      // Only what is enabled and not frozen is moved.
      Used_A : assert (!move_o || used[lane_q]);
      // No other writes the word meanwhile.
      Value_M : assert (clock_q < 6'd2 || !live_q || value == value_q);
    end
  end

  /* verilator tracing_on */
`endif

endmodule
