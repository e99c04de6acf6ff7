// Decision core behind four pins.
module fpga_core #(
    parameter int unsigned Lanes = sema_pkg::Lanes,
    parameter int unsigned CntW = sema_pkg::CounterBits
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic serial_i,
    output logic serial_o
);

  localparam int unsigned LaneW = $clog2(Lanes);
  localparam int unsigned Classes = sema_pkg::Classes;

  logic                      rst_n, valid, window_write, decided, grant;
  logic [Lanes-1:0]          used, refused;
  logic [Lanes*CntW-1:0]     demand;
  logic [Classes-1:0]        returned;
  logic [LaneW-1:0]          hbm_lane, window_lane;
  logic [Classes*CntW-1:0]   amount;
  logic [CntW-1:0]           window;
  logic [Lanes*(CntW+1)-1:0] headroom;

  fpga_pins #(
      .Inputs (2 + Lanes + Lanes*CntW + Classes + 2*LaneW + Classes*CntW + CntW),
      .Outputs(2 + Lanes + Lanes*(CntW+1))
  ) u_pins (
      .clk_i,
      .rst_ni,
      .serial_i,
      .serial_o,
      .rst_no   (rst_n),
      .inputs_o ({valid, window_write, used, demand, returned, hbm_lane, window_lane, amount, window}),
      .outputs_i({decided, grant, refused, headroom})
  );

  core #(.Lanes(Lanes), .CntW(CntW)) u_core (
      .clk_i,
      .rst_ni        (rst_n),
      .valid_i       (valid),
      .used_i        (used),
      .demand_i      (demand),
      .return_i      (returned),
      .hbm_lane_i    (hbm_lane),
      .amount_i      (amount),
      .window_write_i(window_write),
      .window_lane_i (window_lane),
      .window_i      (window),
      .decided_o     (decided),
      .grant_o       (grant),
      .refused_o     (refused),
      .headroom_o    (headroom)
  );

endmodule
