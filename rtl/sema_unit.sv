// SPDX-License-Identifier: Apache-2.0
// The window unit: puts into force what software and calibration have set, one lane at a time. It
// divides the base window by the multiplier within its limits, one bit a clock.
//
// Taken in clock a; the value is known in a + 1 if there is nothing to divide, else in
// a + CntW + 13. It is written then, at least four clocks after the last write.
module sema_unit #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    parameter int unsigned IdW = 7,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    // requests, taken from the next clock on; software's: a lane, or Lanes, the command limit
    input  logic                  req_i,
    input  logic [5:0]            lane_i,
    input  logic                  req_all_i,      // all lanes: software writes a limit
    input  logic [Lanes-1:0]      calibrate_i,
    // in force
    input  logic [Lanes*14-1:0]   multipliers_i,
    input  logic [IdW:0]          limit_i,
    input  logic [13:0]           multiplier_min_i,
    input  logic [13:0]           multiplier_max_i,
    input  logic                  coarse_hbm_i,   // the quantum is not 0
    input  logic                  coarse_time_i,
    // a lane, and its base window in the next clock
    output logic [5:0]            lane_o,
    input  logic [CntW-1:0]       window_i,
    // the write
    output logic                  write_o,
    output logic [5:0]            write_lane_o,
    output logic [CntW-1:0]       write_value_o,
    output logic                  commits_o,      // software's, in this clock
    output logic [Lanes-1:0]      limited_o,      // whose multiplier was at a limit
    output logic                  busy_o          // or a lane waits for calibration's part
);
  localparam int unsigned QuotientW = CntW + 12;

  // Who is next: software, then the lanes in their turn. A new limit cancels what is at work for
  // a lane, as software's request for that lane does.
  logic             req_q, all_q, busy_q, software_q, take, void_work, next_valid;
  logic [5:0]       req_lane_q, lane, lane_q;
  logic [Lanes-1:0] wait_q, waits, next;
  logic [Lanes:0]   req_alone_q, alone;
  assign void_work = busy_q && !software_q && (all_q || req_q && req_lane_q == lane_q);
  assign take      = !busy_q && (req_q || all_q || next_valid) || void_work;
  assign alone     = req_q ? req_alone_q : {1'b0, next};
  assign waits     = wait_q | {Lanes{all_q}};
  sema_queue #(.Lanes(Lanes)) u_queue (
      .clk_i, .rst_ni, .waits_i(waits | calibrate_i), .all_i(all_q), .take_i(take && !req_q),
      .next_o(next), .valid_o(next_valid));

  // Its multiplier, and whether that is at a limit. Its window comes a clock later.
  logic [13:0]     multiplier, multiplier_q;
  logic            low, high, low_q, high_q, hbm_q, limit_q;
  assign low  = multiplier <= multiplier_min_i;
  assign high = multiplier >= multiplier_max_i;
  always_comb begin
    lane       = '0;
    multiplier = '0;
    if (alone != '0) begin
      for (int l = 0; l <= Lanes; l++) lane |= 6'(l) & {6{alone[l]}};
      for (int l = 0; l < Lanes; l++) multiplier |= multipliers_i[l*14 +: 14] & {14{alone[l]}};
    end
  end

  // In force is the multiplier within its limits, and at least 1.0 where the unit is coarse.
  logic        first_q, coarse;
  logic [13:0] bounded, effective;
  assign coarse    = hbm_q ? coarse_hbm_i : coarse_time_i;
  assign bounded   = low_q ? multiplier_min_i : high_q ? multiplier_max_i : multiplier_q;
  assign effective = !first_q ? multiplier_q :
                     coarse && bounded < sema_map::MultiplierOne ? sema_map::MultiplierOne : bounded;

  // The division: what is left of the window moves out on top, the quotient comes in below.
  logic                 plain_q, plain, fits;
  logic [5:0]           left_q;
  logic [QuotientW-1:0] shift_q, dividend;
  logic [13:0]          rest_q;
  logic [14:0]          trial;
  logic [CntW-1:0]      base, quotient;
  assign lane_o   = lane;
  assign dividend = first_q && !limit_q ? {window_i, 12'd0} : shift_q;
  assign base     = dividend[QuotientW-1:12];
  assign quotient = shift_q[CntW-1:0];
  assign plain    = !first_q ? plain_q :
                    base == '0 || limit_q || effective == sema_map::MultiplierOne;
  assign trial    = {rest_q, dividend[QuotientW-1]};
  assign fits     = trial >= {1'b0, effective};

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
  assign busy_o    = busy_q || next_valid || all_q || calibrate_i != '0;

  always_ff @(posedge clk_i) begin
    req_q      <= rst_ni && (req_i || req_q && !take);
    all_q      <= rst_ni && req_all_i;
    wait_q     <= rst_ni ? waits & ~(take && !req_q ? next : '0) | calibrate_i : '0;
    if (!req_q) begin
      req_lane_q  <= lane_i;
      req_alone_q <= (Lanes+1)'(1) << lane_i;
    end
    busy_q     <= rst_ni && (take || busy_q && !write_o && !void_work);
    spaced_q   <= rst_ni ? {spaced_q[1:0], write_o} : '0;
    answer_q   <= rst_ni ? {answer_q[3:1], write_o && software_q} : '0;
    first_q    <= take;
    plain_q    <= plain;
    if (take) begin
      software_q   <= req_q;
      lane_q       <= lane;
      multiplier_q <= multiplier;
      {low_q, high_q} <= {low, high};
      hbm_q        <= alone[NHbm-1:0] != '0;
      limit_q      <= alone[Lanes];
      shift_q      <= {CntW'(limit_i), 12'd0};
      rest_q       <= '0;
      left_q       <= 6'(QuotientW);
    end else if (plain || left_q == '0) begin
      shift_q      <= dividend;
    end else begin
      multiplier_q <= effective;
      shift_q      <= {dividend[QuotientW-2:0], fits};
      rest_q       <= fits ? 14'(trial - {1'b0, effective}) : trial[13:0];
      left_q       <= left_q - 1'b1;
    end
    for (int l = 0; l < Lanes; l++) begin
      if (!rst_ni) limited_o[l] <= 1'b0;
      else if (take && alone[l]) limited_o[l] <= low || high;
    end
  end
`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    VOID_IS_NOT_WRITTEN_A : assert (!(write_o && !software_q && (req_q && req_lane_q == lane_q || all_q)));
    ONE_ANSWER_WAITS_M : assert (!(req_i && (req_q || answer_q != '0)));
  end
`endif
`ifdef FORMAL
  // Of a lane: whether it is requested, and was at a limit when it was taken last.
  (* anyconst *) logic [5:0] watch;
  logic                 requested_q, stood_q, watched;
  logic [13:0]          own;
  assign own     = multipliers_i[14*watch +: 14];
  assign watched = take && !req_q && next[watch];
  // The multiplier in force of what is at work, by the limits of the clock in which it was taken.
  logic [13:0]          most, least, want_q, min_1q, max_1q;
  logic                 fine_hbm_1q, fine_time_1q;
  assign most  = multiplier < multiplier_max_i ? multiplier : multiplier_max_i;
  assign least = (alone[NHbm-1:0] != '0 ? coarse_hbm_i : coarse_time_i) &&
                 multiplier_min_i < sema_map::MultiplierOne ? sema_map::MultiplierOne : multiplier_min_i;
  // The product of what was found of the quotient, and what was read of the dividend.
  logic [CntW+26:0]     product_q, dividend_q;
  logic [2:0]           since_q;
  always_ff @(posedge clk_i) begin
    since_q     <= !rst_ni ? 3'd4 : write_o ? 3'd1 : since_q + 3'(since_q != 3'd4);
    requested_q <= rst_ni && (req_all_i || calibrate_i[watch] || requested_q && !watched);
    if (!rst_ni) stood_q <= 1'b0;
    else if (take && alone[watch]) stood_q <= own <= multiplier_min_i || own >= multiplier_max_i;
    if (take) want_q <= most > least ? most : least;
    {min_1q, max_1q, fine_hbm_1q, fine_time_1q} <=
        {multiplier_min_i, multiplier_max_i, !coarse_hbm_i, !coarse_time_i};
    WATCHED : assume (watch < 6'(Lanes));
    if (take) {product_q, dividend_q} <= '0;
    else if (!plain && left_q != '0) begin
      product_q  <= product_q << 1 | '0;
      if (fits) product_q <= (product_q << 1) + (CntW+27)'(effective);
      dividend_q <= {dividend_q, dividend[QuotientW-1]};
    end
    if (rst_ni) begin
      ASK_M : assert (!req_i || 32'(lane_i) <= Lanes);
      SPACED_A : assert (!write_o || since_q == 3'd4);
      TAKES_A : assert (!take || alone != '0 && (req_q || all_q || !first_q));
      KEPT_A : assert (requested_q == waits[watch]);
      LIMITED_A : assert (limited_o[watch] == stood_q);
      BOUNDED_A : assert (!(busy_q && !void_work && !limit_q && (first_q || !plain)) ||
                          effective == want_q);
      DIVIDES_A : assert (!(busy_q && !plain && effective != '0) || rest_q < effective &&
                          product_q + (CntW+27)'(rest_q) == dividend_q);
      // Limits change when all lanes are requested; no other request of software is at work then.
      LIMITS_M : assert (all_q ? !req_q && !(busy_q && software_q) : {multiplier_min_i, multiplier_max_i,
                         coarse_hbm_i, coarse_time_i} == {min_1q, max_1q, !fine_hbm_1q, !fine_time_1q});
      CROSS_M : assert (multiplier_min_i <= multiplier_max_i);
      NEXT_M : assert ((next & (next - 1'b1)) == '0);
      WRITES_A : assert (!write_o || write_value_o != '1 &&
                         (!plain || write_value_o == base) && (plain || write_value_o != '0));
      WINDOW_M : assert (window_i != '1);
      SPACED_I : assert (spaced_q == {since_q == 3'd3, since_q == 3'd2, since_q == 3'd1} &&
                         since_q != '0 && since_q <= 3'd4);
      SOME_I : assert (all_q ? next != '0 : next_valid == (next != '0));
      FIRST_I : assert (!first_q || busy_q || !(req_q || all_q || next_valid));
      BASE_I : assert (!(busy_q && first_q) || product_q == '0 && dividend_q == '0 && rest_q == '0);
      STAND_I : assert (!(busy_q && first_q && !void_work && !limit_q) ||
                        low_q == (multiplier_q <= multiplier_min_i) &&
                        high_q == (multiplier_q >= multiplier_max_i));
      ASKED_I : assert (!req_q || 32'(req_lane_q) <= Lanes && req_alone_q == (Lanes+1)'(1) << req_lane_q);
      PLAIN_I : assert (!(busy_q && (first_q || plain_q)) || base != '1);
    end
  end
`endif
endmodule
