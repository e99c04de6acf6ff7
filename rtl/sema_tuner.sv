// SPDX-License-Identifier: Apache-2.0
// The tuner: a stage that is idle while operations wait for it gets a wider window, one that is never
// idle a narrower one.
//
// A look at a lane begins in clock c; the window that it gives is in force from clock c + 64 on. One
// unit reckons it, a bit a clock. What commits in clock c or later counts in the next epoch, of which
// the first 64 clocks are kept apart until it is known whether one begins. The turn stands still
// while the block is quiet.
module sema_tuner #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned Stages = NAtomic + NResponse + 1       // channels but done
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic [47:0]              now_i,
    // returns that commit in this clock; lanes that something waits for
    input  logic [Lanes-1:0]         back_i,
    input  logic [16*Stages-1:0]     observed_i,
    input  logic [Lanes-1:0]         wanted_i,
    // settings
    input  logic [Lanes-1:0]         enable_i,
    input  logic [23:0]              interval_i,
    input  logic [15:0]              clock_quanta_i,
    input  logic [3*CntW-1:0]        floor_i,
    input  logic [3*CntW-1:0]        ceiling_i,
    input  logic [Lanes*CntW-1:0]    windows_i,
    input  logic                     quiet_i,
    // software writes a window
    input  logic                     write_i,
    input  logic [5:0]               write_lane_i,
    // a new one, in force from the next clock on
    output logic [Lanes-1:0]         move_o,
    output logic [CntW-1:0]          window_o,
    output logic                     busy_o
);
  localparam int unsigned LaneW = sema_path_pkg::index_width(Lanes);

  // The lane that is looked at.
  logic [Lanes-1:0] turn_q, epoch_q;
  logic [LaneW-1:0] lane_q;
  logic             busy_q, last_q, enabled, look, ours;
  logic [5:0]       count_q;
  assign enabled = (enable_i & turn_q) != '0;
  assign look    = !busy_q && enabled;
  assign busy_o  = enable_i != '0 || busy_q;

  // What each lane was served and whether it was wanted, a clock later.
  logic [Lanes-1:0]         known, known_q, none_q, unknown_q, wanted_1q, want_q;
  logic [16*Stages-1:0]     observed_q;
  logic [Lanes*32-1:0]      served_q;
  logic [Lanes-1:0]         full_q, next_q;      // served: all ones; the lane's next epoch begins
  logic [Lanes*16-1:0]      more;
  logic                     begins_q;
  logic [21:0]              after_q;
  logic                     after_unknown_q, after_want_q;
  always_ff @(posedge clk_i) begin
    known_q    <= back_i & known;
    none_q     <= back_i & ~known;
    observed_q <= observed_i;
    wanted_1q  <= wanted_i;
  end
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam int unsigned Channel = l < NHbm ? 0 : l - NHbm + 1;
    assign known[l] = observed_i[16*Channel +: 16] != '1;
    assign more[16*l +: 16] = observed_q[16*Channel +: 16] & {16{known_q[l]}};
    always_ff @(posedge clk_i) if (busy_o) begin : count
      logic [32:0] sum;
      sum = {1'b0, next_q[l] ? 32'(after_q) : served_q[32*l +: 32]} + 33'(more[16*l +: 16]);
      served_q[32*l +: 32] <= sum[31:0];
      full_q[l] <= sum[32] || full_q[l] && !next_q[l];
    end
  end
  always_ff @(posedge clk_i) begin
    unknown_q <= none_q | (unknown_q & ~next_q | next_q & {Lanes{after_unknown_q}});
    want_q    <= wanted_1q | (want_q & ~next_q | next_q & {Lanes{after_want_q}});
  end

  // Of the lane that is looked at: window, limits, what it was served.
  logic [CntW-1:0] window, low, high;
  logic [31:0]     served;
  logic [15:0]     more_now;
  logic [2:0]      kind;
  always_comb begin
    window   = '0;
    served   = '0;
    more_now = '0;
    if (busy_o) begin
      window   = windows_i[CntW*lane_q +: CntW];
      served   = served_q[32*lane_q +: 32] | {32{full_q[lane_q]}};
      more_now = more[16*lane_q +: 16];
    end
    ours = write_i && write_lane_i == 6'(lane_q);
    kind = {turn_q[Lanes-1:NHbm+NAtomic] != '0, turn_q[NHbm+NAtomic-1:NHbm] != '0,
            turn_q[NHbm-1:0] != '0};
    low  = '0;
    high = '0;
    for (int k = 0; k < 3; k++) begin
      low  |= floor_i[k*CntW +: CntW] & {CntW{kind[k]}};
      high |= ceiling_i[k*CntW +: CntW] & {CntW{kind[k]}};
    end
  end

  // Clocks 1 to 4: how long the epoch was.
  logic [47:0] start, now_q;
  logic [24:0] gap_low_q;
  logic [23:0] gap_high_q, interval_q;
  logic [31:0] elapsed_q;
  logic        had_q, ends_q, start_is_unknown_q, wanted_q;
  sema_memory #(.Width(48), .Depth(Lanes)) u_start (
      .clk_i, .write_i(last_q && begins_q), .write_address_i(lane_q), .write_data_i(now_q),
      .read_i(look), .read_address_i(lane_q), .read_data_o(start));

  // Clocks 5 to 52: a bit of elapsed * clock_quanta in each, from the lowest on; the fifth is the
  // lowest of elapsed_quanta. So is one of idle, and one of idle * 16 compared four clocks later.
  logic [15:0] rate_q;
  logic [31:0] sum_q, served_of_q;
  logic [32:0] sum;
  logic        quanta, counts, idle, borrow_q, some_idle_q, much_idle_q;
  logic [3:0]  late_q;
  assign sum    = {1'b0, sum_q} + ({1'b0, elapsed_q} & {33{rate_q[0]}});
  assign quanta = sum[0];
  assign counts = count_q >= 6'd9 && count_q <= 6'd56;
  assign idle   = quanta ^ served_of_q[0] ^ borrow_q;

  // Clocks 57 to 60: the new window.
  logic [CntW-1:0] window_q, low_q, high_q, step_q;
  logic [CntW:0]   value_q;
  logic            up, up_q, void_q, moves_q;
  assign up   = wanted_q && much_idle_q && !borrow_q;
  assign window_o = value_q[CntW-1:0];
  assign move_o   = turn_q & {Lanes{last_q && enabled && moves_q && !void_q && !ours}};

  always_ff @(posedge clk_i) begin
    void_q <= ours || busy_q && void_q;
    step_q <= (window_q >> 4) == '0 ? CntW'(1) : window_q >> 4;
    if (look) begin
      now_q      <= now_i;
      window_q   <= window;
      low_q      <= low;
      high_q     <= high;
      interval_q <= interval_i;
      rate_q     <= clock_quanta_i;
      had_q      <= (epoch_q & turn_q) != '0;
    end
    if (count_q == 6'd1) begin
      gap_low_q          <= {1'b0, now_q[23:0]} - {1'b0, start[23:0]};
      served_of_q        <= served;
      start_is_unknown_q <= (unknown_q & turn_q) != '0;
      wanted_q           <= (want_q & turn_q) != '0;
      after_q            <= 22'(more_now);
      after_unknown_q    <= (none_q & turn_q) != '0;
      after_want_q       <= (wanted_1q & turn_q) != '0;
    end else begin
      after_q         <= after_q + 22'(more_now);
      after_unknown_q <= after_unknown_q || (none_q & turn_q) != '0;
      after_want_q    <= after_want_q || (wanted_1q & turn_q) != '0;
    end
    if (count_q == 6'd2) gap_high_q <= now_q[47:24] - start[47:24] - 24'(gap_low_q[24]);
    if (count_q == 6'd3) elapsed_q <= {gap_high_q[7:0], gap_low_q[23:0]} | {32{gap_high_q[23:8] != '0}};
    if (count_q == 6'd4) begin
      ends_q      <= had_q && elapsed_q >= 32'(interval_q);
      begins_q    <= !had_q || elapsed_q >= 32'(interval_q);
      sum_q       <= '0;
      borrow_q    <= 1'b0;
      late_q      <= '0;
      some_idle_q <= 1'b0;
      much_idle_q <= 1'b0;
    end
    if (count_q >= 6'd5 && count_q <= 6'd56) begin
      sum_q       <= sum[32:1];
      rate_q      <= rate_q >> 1;
      much_idle_q <= late_q[3] ^ quanta ? late_q[3] : much_idle_q;
      late_q      <= {late_q[2:0], 1'b0};
    end
    if (counts) begin
      served_of_q <= served_of_q >> 1;
      borrow_q    <= !quanta && served_of_q[0] || !(quanta ^ served_of_q[0]) && borrow_q;
      some_idle_q <= some_idle_q || idle;
      late_q[0]   <= idle;
    end
    if (count_q == 6'd57) begin
      up_q    <= up;
      moves_q <= ends_q && !start_is_unknown_q && window_q != '0 && (up || borrow_q || !some_idle_q);
      value_q  <= up ? {1'b0, window_q} + {1'b0, step_q} : {1'b0, window_q - (window_q >> 5)};
    end
    if (count_q == 6'd58 && up_q && value_q > {1'b0, high_q}) value_q <= {1'b0, high_q};
    if (count_q == 6'd58 && !up_q && value_q < {1'b0, low_q}) value_q <= {1'b0, low_q};
    if (count_q == 6'd59 && value_q[CntW-1:0] == '1) value_q[0] <= 1'b0;
    if (count_q == 6'd60) moves_q <= moves_q && value_q[CntW-1:0] != window_q;

    count_q <= look ? 6'd1 : busy_q ? count_q + 1'b1 : '0;
    last_q  <= rst_ni && busy_q && count_q == 6'd62;
    next_q  <= turn_q & {Lanes{busy_q && count_q == 6'd62 && begins_q}};
    busy_q  <= rst_ni && (look || busy_q && !last_q);
    epoch_q <= rst_ni ? (epoch_q | (look ? turn_q : '0)) & enable_i : '0;
    if (!rst_ni) begin
      turn_q <= Lanes'(1);
      lane_q <= '0;
    end else if (last_q || !busy_q && !enabled && !quiet_i) begin
      turn_q <= {turn_q[Lanes-2:0], turn_q[Lanes-1]};
      lane_q <= turn_q[Lanes-1] ? '0 : lane_q + 1'b1;
    end
  end
`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    CLOSED_STAYS_I : assert (!(move_o != '0 && window_q == '0));
    NOT_ABOVE_CEILING_I : assert (!(move_o != '0 && up_q && window_o > high_q));
  end
`endif
`ifdef FORMAL
  // What the lane of the look was served, of all time, and in the clock of the look.
  logic [21:0] all_q, then_q, all;
  assign all = all_q + 22'(more[16*lane_q +: 16]);
  always_ff @(posedge clk_i) begin
    all_q <= all;
    if (count_q == 6'd1) then_q <= all_q;
    if (rst_ni) begin
      TURN_A : assert (turn_q == Lanes'(1) << lane_q && 32'(lane_q) < Lanes);
      SERVED_A : assert (!busy_o || served == (full_q[lane_q] ? '1 : served_q[32*lane_q +: 32]));
      AFTER_A : assert (!busy_q || count_q < 6'd2 || after_q == all_q - then_q);
      OURS_I : assert (move_o == '0 || move_o == turn_q && (turn_q & enable_i) != '0 &&
                       !(write_i && write_lane_i == 6'(lane_q)));
      COUNT_I : assert (!busy_q || count_q != '0 && last_q == (count_q == 6'd63));
      LAST_I : assert (!last_q || busy_q);
      OPEN_I : assert (!busy_q || count_q < 6'd58 || !moves_q || window_q != '0);
      HIGH_I : assert (!busy_q || count_q < 6'd59 || !up_q ||
                        value_q <= {1'b0, high_q});
    end
  end
`endif
endmodule
