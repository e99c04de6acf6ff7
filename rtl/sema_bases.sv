// SPDX-License-Identifier: Apache-2.0
// Base windows and multipliers, lane by lane: written by software, and multipliers by calibration.
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
    output logic [Lanes*CntW-1:0] windows_o,
    output logic [Lanes*14-1:0]   multipliers_o
);
  // All ones is stored as one less.
  logic [CntW-1:0] written;
  assign written = {value_i[CntW-1:1], value_i[0] && value_i != '1};
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam logic [31:0] Window = sema_path_pkg::window_at_reset(CntW, l >= NHbm + NAtomic);
    logic [CntW-1:0] window_q;
    logic [13:0]     multiplier_q;
    logic            here;
    assign here = lane_i == 6'(l);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        window_q     <= CntW'(Window);
        multiplier_q <= sema_map::MultiplierOne;
      end else begin
        if (window_i) begin
          if (here) window_q <= written;
        end
        if (multiplier_i) begin
          if (here) multiplier_q <= factor_i;
        end
        if (calibrate_i[l]) multiplier_q <= calibrate_factor_i;
      end
    end
    assign windows_o[l*CntW +: CntW] = window_q;
    assign multipliers_o[l*14 +: 14] = multiplier_q;
  end
`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    for (int l = 0; l < Lanes; l++) begin
      WINDOW_FITS_A : assert (windows_o[l*CntW +: CntW] != '1);
      MULTIPLIER_DIVIDES_A : assert (multipliers_o[l*14 +: 14] != '0);
    end
  end
`endif
endmodule
