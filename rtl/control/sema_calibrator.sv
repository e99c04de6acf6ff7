// Calibrator of one resource class: moves multipliers towards observed over estimated service.
//
//     target     = min( (observed * 2^12 + estimate div 2) div estimate, largest multiplier )
//     multiplier += floor( (target - multiplier) / 2^4 ), not above the upper limit, and then not
//                   below the lower one
//
// Promises: one sample at a time; a sample that is taken in clock c asks for its move in clock
// c + 16, with the word and the limits in force then; a word that is disabled or frozen is left
// alone. Samples that come meanwhile are let go: an average needs no particular one.
// It is off the admission path, so the quotient comes one bit a clock: the first says whether it
// is beyond the largest multiplier, the others are its bits.
module sema_calibrator #(
    parameter int unsigned LaneW = 1
) (
    input  logic                                 clk_i,
    input  logic                                 rst_ni,
    // return of this clock, with the word of its lane
    input  logic                                 return_i,
    input  logic [LaneW-1:0]                     lane_i,
    input  logic [sema_pkg::ServiceBits-1:0]     estimate_i,
    input  logic [sema_pkg::ServiceBits-1:0]     observed_i,
    // multiplier word of lane_o
    output logic [LaneW-1:0]                     lane_o,
    input  logic [sema_pkg::WordBits-1:0]        word_i,
    // configuration
    input  logic [sema_pkg::MultiplierBits-1:0]  min_i,
    input  logic [sema_pkg::MultiplierBits-1:0]  max_i,
    // move
    output logic                                 move_o,
    output logic [sema_pkg::MultiplierBits-1:0]  multiplier_o,
    // quiet
    output logic                                 busy_o
);

  localparam int unsigned ServiceW = sema_pkg::ServiceBits;
  localparam int unsigned MultiplierW = sema_pkg::MultiplierBits;
  localparam int unsigned Fraction = sema_pkg::MultiplierFraction;
  localparam int unsigned Shift = sema_pkg::CalibrateShift;
  // Quotient bits, with one that says that it is too large for a multiplier.
  localparam int unsigned QuotientW = MultiplierW + 1;
  localparam int unsigned DividendW = ServiceW + Fraction + 1;
  // Clocks of work: the quotient's bits, and the move.
  localparam logic [4:0] Last = 5'(QuotientW + 1);

  logic [4:0]           clock_q;  // of the work, from 1; 0: idle
  logic [LaneW-1:0]     lane_q;
  logic [ServiceW-1:0]  estimate_q;
  logic [ServiceW:0]    remainder_q;
  logic [QuotientW-1:0] quotient_q;  // bits found, below those of the dividend still to come

  assign busy_o = clock_q != '0;
  assign lane_o = busy_o ? lane_q : lane_i;

  // The word is used if it is enabled and not frozen.
  logic used, sample;
  assign used   = word_i[ServiceW-1] && !word_i[ServiceW-2];
  assign sample = return_i && !busy_o && used && estimate_i != '0 &&
                  estimate_i != ServiceW'(sema_pkg::ServiceUnknown) &&
                  observed_i != ServiceW'(sema_pkg::ServiceUnknown);

  // Half the estimate may carry into one bit more than the product has.
  function automatic logic [DividendW-1:0] dividend(input logic [ServiceW-1:0] observed,
                                                    input logic [ServiceW-2:0] half_estimate);
    dividend = {1'b0, observed, Fraction'(0)} + DividendW'(half_estimate);
  endfunction

  // One bit of the quotient.
  logic enough;
  assign enough = remainder_q >= {1'b0, estimate_q};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) clock_q <= '0;
    else if (sample) clock_q <= 5'd1;
    else if (busy_o) clock_q <= clock_q == Last ? '0 : clock_q + 5'd1;

    if (sample) begin
      lane_q      <= lane_i;
      estimate_q  <= estimate_i;
      remainder_q <= (ServiceW+1)'(dividend(observed_i, estimate_i[ServiceW-1:1]) >> MultiplierW);
      quotient_q  <= {MultiplierW'(dividend(observed_i, estimate_i[ServiceW-1:1])), 1'b0};
    end else if (busy_o && clock_q != Last) begin
      remainder_q <= {remainder_q[ServiceW-1:0] - (enough ? estimate_q : '0),
                      quotient_q[QuotientW-1]};
      quotient_q  <= {quotient_q[QuotientW-2:0], enough};
    end
  end

  // Move, rounded towards minus infinity: between value and target, so that no sign is left over.
  function automatic logic [MultiplierW-1:0] moved(input logic [MultiplierW-1:0] value,
                                                   input logic [MultiplierW-1:0] target);
    logic signed [MultiplierW:0] distance;
    distance = $signed({1'b0, target}) - $signed({1'b0, value});
    moved    = value + MultiplierW'(distance >>> Shift);
  endfunction

  function automatic logic [MultiplierW-1:0] limited(input logic [MultiplierW-1:0] value,
                                                     input logic [MultiplierW-1:0] lowest,
                                                     input logic [MultiplierW-1:0] highest);
    limited = value > highest ? highest : value;
    if (limited < lowest) limited = lowest;
  endfunction

  logic [MultiplierW-1:0] value, target;
  assign value  = word_i[MultiplierW-1:0];
  assign target = quotient_q[QuotientW-1] ? '1 : quotient_q[MultiplierW-1:0];

  always_comb begin
    multiplier_o = value;
    move_o       = 1'b0;
    if (clock_q == Last) begin
      multiplier_o = limited(moved(value, target), min_i, max_i);
      move_o       = used && multiplier_o != value;
    end
  end

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The quotient, the plain way.
  logic [31:0] observed_q, quotient;
  always_ff @(posedge clk_i) begin
    if (sample) observed_q <= 32'(observed_i);
  end
  assign quotient = busy_o ?
      ((observed_q << Fraction) + 32'(estimate_q[ServiceW-1:1])) / 32'(estimate_q) : '0;

  initial Clocks_P : assert (32'(Last) + 1 == sema_pkg::CalibrateClocks);

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      Quotient_A : assert (clock_q != Last || 32'(target) ==
                           (quotient > (1 << MultiplierW) - 1 ? (1 << MultiplierW) - 1 : quotient));
      // A move ends between value and target.
      Moved_A : assert (clock_q != Last || (value < target ? moved(value, target) - value <=
                        target - value : value - moved(value, target) <= value - target));
      // Only what is enabled and not frozen is moved.
      Used_A : assert (!move_o || (word_i[ServiceW-1] && !word_i[ServiceW-2]));
    end
  end

  /* verilator tracing_on */
`endif

endmodule
