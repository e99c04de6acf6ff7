// SPDX-License-Identifier: Apache-2.0
// Base windows and multipliers, lane by lane: written by software, and multipliers by calibration.
// Base windows are in a table, which has those that were written since the reset.
module sema_bases #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    // software
    input  logic                  window_i,
    input  logic                  multiplier_i,
    input  logic [5:0]            lane_i,
    input  logic [CntW-1:0]       value_i,
    input  logic [13:0]           factor_i,
    // calibration: of a lane whose multiplier software does not write in this clock
    input  logic [Lanes-1:0]      calibrate_i,
    input  logic [13:0]           calibrate_factor_i,
    output logic [Lanes*14-1:0]   multipliers_o,
    // base windows of two lanes, of this clock, in the next one
    input  logic [5:0]            unit_lane_i,
    output logic [CntW-1:0]       unit_window_o,
    input  logic [5:0]            bus_lane_i,
    output logic [CntW-1:0]       bus_window_o
);
  // All ones is stored as one less.
  logic [CntW-1:0] written;
  assign written = {value_i[CntW-1:1], value_i[0] && value_i != '1};
  logic [Lanes-1:0] written_q;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [13:0] multiplier_q;
    logic        here;
    assign here = lane_i == 6'(l);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) multiplier_q <= sema_map::MultiplierOne;
      else begin
        if (multiplier_i) begin
          if (here) multiplier_q <= factor_i;
        end
        if (calibrate_i[l]) multiplier_q <= calibrate_factor_i;
      end
      written_q[l] <= rst_ni && (written_q[l] || window_i && here);
    end
    assign multipliers_o[l*14 +: 14] = multiplier_q;
  end

  // Two readers of base windows.
  localparam int unsigned LaneW = sema_path_pkg::index_width(Lanes);
  logic [2*6-1:0]    lanes;
  logic [2*CntW-1:0] windows;
  assign lanes = {bus_lane_i, unit_lane_i};
  assign {bus_window_o, unit_window_o} = windows;
  for (genvar r = 0; r < 2; r++) begin : gen_reader
    logic [5:0]      lane;
    logic [CntW-1:0] kept;
    logic            there, there_q, responds_q;
    assign lane = lanes[6*r +: 6];
    always_comb begin
      there = 1'b0;
      for (int l = 0; l < Lanes; l++) there |= written_q[l] && lane == 6'(l);
    end
    always_ff @(posedge clk_i) begin
      there_q    <= there;
      responds_q <= 32'(lane) >= NHbm + NAtomic;
    end
    sema_memory #(.Width(CntW), .Depth(Lanes)) u_windows (
        .clk_i, .write_i(window_i), .write_address_i(lane_i[LaneW-1:0]), .write_data_i(written),
        .read_i(1'b1), .read_address_i(lane[LaneW-1:0]), .read_data_o(kept));
    assign windows[r*CntW +: CntW] = there_q ? kept :
        CntW'(sema_path_pkg::window_at_reset(CntW, responds_q));
  end
`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    for (int l = 0; l < Lanes; l++) begin
      MULTIPLIER_DIVIDES_A : assert (multipliers_o[l*14 +: 14] != '0);
    end
  end
`endif
`ifdef FORMAL
  // A lane, by registers.md, 9.1: what was written last, after a reset what it begins with.
  (* anyconst *) logic [5:0] watch;
  logic [CntW-1:0] at_reset, window_q, window_1q, kept_q, kept_1q;
  logic [1:0]      read_q;
  logic            up_q, there_1q;
  assign at_reset = 32'(watch) >= NHbm + NAtomic ? CntW'(sema_path_pkg::window_at_reset(CntW, 1'b1)) :
                                                   CntW'(sema_path_pkg::window_at_reset(CntW, 1'b0));
  always_ff @(posedge clk_i) begin
    up_q      <= rst_ni;
    read_q    <= {bus_lane_i == watch, unit_lane_i == watch};
    kept_1q   <= kept_q;
    window_1q <= window_q;
    there_1q  <= written_q[watch];
    if (window_i && lane_i == watch) kept_q <= written;
    if (!rst_ni) window_q <= at_reset;
    else if (window_i && lane_i == watch) window_q <= value_i == '1 ? value_i - 1'b1 : value_i;
    WATCHED : assume (32'(watch) < Lanes);
    if (rst_ni) begin
      KEPT_M : assert (!there_1q || (!read_q[0] || gen_reader[0].kept == kept_1q) &&
                       (!read_q[1] || gen_reader[1].kept == kept_1q));
      FACTOR_M : assert ((!multiplier_i || factor_i != '0) && (calibrate_i == '0 || calibrate_factor_i != '0));
      WINDOW_A : assert (!up_q || (!read_q[0] || unit_window_o == window_1q) &&
                         (!read_q[1] || bus_window_o == window_1q));
      FITS_I : assert (window_q != '1);
      FITS_A : assert (!up_q || (!read_q[0] || unit_window_o != '1) && (!read_q[1] || bus_window_o != '1));
      KEPT_I : assert (window_q == (written_q[watch] ? kept_q : at_reset));
    end
  end
`endif
endmodule
