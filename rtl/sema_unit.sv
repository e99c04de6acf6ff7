// SPDX-License-Identifier: Apache-2.0
// The window unit: puts into force what software, calibration and tuning have set, one lane at a
// time. It divides the base window by the multiplier, one bit a clock.
//
// Taken in clock a; the value is known in a + 1 if there is nothing to divide, else in
// a + CntW + 13. It is written then, at least four clocks after the last write.
module sema_unit #(
    parameter int unsigned Lanes = 10,
    parameter int unsigned CntW = 32,
    parameter int unsigned IdW = 7
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    // requests, taken from the next clock on; software's: a lane, or Lanes, the command limit
    input  logic                  ask_i,
    input  logic [5:0]            lane_i,
    input  logic [Lanes-1:0]      calibrate_i,
    input  logic [Lanes-1:0]      tune_i,
    // in force
    input  logic [Lanes*CntW-1:0] windows_i,
    input  logic [Lanes*14-1:0]   multipliers_i,
    input  logic [IdW:0]          limit_i,
    // the write
    output logic                  write_o,
    output logic [5:0]            write_lane_o,
    output logic [CntW-1:0]       write_value_o,
    output logic                  commits_o,      // software's, in this clock
    output logic                  busy_o          // or one of the other two waits
);
  localparam int unsigned QuotientW = CntW + 12;

  // Who is next: software, then calibration, then tuning.
  logic             asks_q, busy_q, ours_q, take, void_work, calibrates, tunes;
  logic [5:0]       ask_lane_q, lane, lane_q;
  logic [Lanes-1:0] calibrated, tuned;
  logic [Lanes:0]   ask_alone_q, alone;
  assign void_work = asks_q && busy_q && !ours_q && ask_lane_q == lane_q;
  assign take      = !busy_q && (asks_q || calibrates || tunes) || void_work;
  assign alone     = asks_q ? ask_alone_q : {1'b0, calibrates ? calibrated : tuned};
  sema_queue #(.Lanes(Lanes)) u_calibrated (
      .clk_i, .rst_ni, .ask_i(calibrate_i), .take_i(take && !asks_q && calibrates),
      .next_o(calibrated), .some_o(calibrates));
  sema_queue #(.Lanes(Lanes)) u_tuned (
      .clk_i, .rst_ni, .ask_i(tune_i), .take_i(take && !asks_q && !calibrates),
      .next_o(tuned), .some_o(tunes));

  // Its window and multiplier.
  logic [CntW-1:0] window;
  logic [13:0]     multiplier, multiplier_q;
  always_comb begin
    lane       = '0;
    window     = CntW'(limit_i) & {CntW{alone[Lanes]}};
    multiplier = sema_map::MultiplierOne & {14{alone[Lanes]}};
    if (alone != '0) begin
      for (int l = 0; l <= Lanes; l++) lane |= 6'(l) & {6{alone[l]}};
      for (int l = 0; l < Lanes; l++) begin
        window     |= windows_i[l*CntW +: CntW] & {CntW{alone[l]}};
        multiplier |= multipliers_i[l*14 +: 14] & {14{alone[l]}};
      end
    end
  end

  // The division: what is left of the window moves out on top, the quotient comes in below.
  logic                 first_q, plain_q, plain, fits;
  logic [5:0]           left_q;
  logic [QuotientW-1:0] shift_q;
  logic [13:0]          rest_q;
  logic [14:0]          trial;
  logic [CntW-1:0]      base, quotient;
  assign base     = shift_q[QuotientW-1:12];
  assign quotient = shift_q[CntW-1:0];
  assign plain    = first_q ? base == '0 || multiplier_q == sema_map::MultiplierOne : plain_q;
  assign trial    = {rest_q, shift_q[QuotientW-1]};
  assign fits     = trial >= {1'b0, multiplier_q};

  // The write: what does not fit is the largest window, what is left of one is at least 1.
  logic [2:0] spaced_q;      // a write, one to three clocks before
  logic [4:1] answer_q;
  assign write_o      = busy_q && !void_work && (plain || left_q == '0) && spaced_q == '0;
  assign write_lane_o = lane_q;
  always_comb begin
    write_value_o = quotient;
    if (plain) write_value_o = base;
    else if (shift_q[QuotientW-1:CntW] != '0 || quotient == '1) write_value_o = {{(CntW-1){1'b1}}, 1'b0};
    else if (quotient == '0) write_value_o = CntW'(1);
  end
  assign commits_o = answer_q[4];
  assign busy_o    = busy_q || calibrates || tunes || calibrate_i != '0 || tune_i != '0;

  always_ff @(posedge clk_i) begin
    asks_q     <= rst_ni && (ask_i || asks_q && !take);
    if (!asks_q) begin
      ask_lane_q  <= lane_i;
      ask_alone_q <= (Lanes+1)'(1) << lane_i;
    end
    busy_q     <= rst_ni && (take || busy_q && !write_o && !void_work);
    spaced_q   <= rst_ni ? {spaced_q[1:0], write_o} : '0;
    answer_q   <= rst_ni ? {answer_q[3:1], write_o && ours_q} : '0;
    first_q    <= take;
    plain_q    <= plain;
    if (take) begin
      ours_q       <= asks_q;
      lane_q       <= lane;
      multiplier_q <= multiplier;
      shift_q      <= {window, 12'd0};
      rest_q       <= '0;
      left_q       <= 6'(QuotientW);
    end else if (!plain && left_q != '0) begin
      shift_q <= {shift_q[QuotientW-2:0], fits};
      rest_q  <= fits ? 14'(trial - {1'b0, multiplier_q}) : trial[13:0];
      left_q  <= left_q - 1'b1;
    end
  end
`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    VOID_IS_NOT_WRITTEN_A : assert (!(write_o && !ours_q && asks_q && ask_lane_q == lane_q));
    ONE_ANSWER_WAITS_M : assert (!(ask_i && (asks_q || answer_q != '0)));
  end
`endif
`ifdef FORMAL
  // The product of what was found of the quotient, and what was read of the dividend.
  logic [CntW+26:0]     product_q, dividend_q;
  logic [CntW-1:0]      base_q;
  logic [2:0]           since_q;
  always_ff @(posedge clk_i) begin
    since_q <= !rst_ni ? 3'd4 : write_o ? 3'd1 : since_q + 3'(since_q != 3'd4);
    if (take) {base_q, product_q, dividend_q} <= {window, {2*(CntW+27){1'b0}}};
    else if (!plain && left_q != '0) begin
      product_q  <= product_q << 1 | '0;
      if (fits) product_q <= (product_q << 1) + (CntW+27)'(multiplier_q);
      dividend_q <= {dividend_q, shift_q[QuotientW-1]};
    end
    if (rst_ni) begin
      ASK_M : assert (!ask_i || 32'(lane_i) <= Lanes);
      SPACED_A : assert (!write_o || since_q == 3'd4);
      TAKES_A : assert (!take || alone != '0);
      DIVIDES_A : assert (!(busy_q && !plain && multiplier_q != '0) || rest_q < multiplier_q &&
                          product_q + (CntW+27)'(rest_q) == dividend_q);
      WRITES_A : assert (!write_o || write_value_o != '1 &&
                         (!plain || write_value_o == base) && (plain || write_value_o != '0));
      WINDOW_M : assert (!take || window != '1);
      SPACED_I : assert (spaced_q == {since_q == 3'd3, since_q == 3'd2, since_q == 3'd1} &&
                         since_q != '0 && since_q <= 3'd4);
      SOME_I : assert (calibrates == (calibrated != '0) && tunes == (tuned != '0));
      ASKED_I : assert (!asks_q || 32'(ask_lane_q) <= Lanes && ask_alone_q == (Lanes+1)'(1) << ask_lane_q);
      PLAIN_I : assert (!(busy_q && (first_q || plain_q)) || base != '1);
    end
  end
`endif
endmodule
