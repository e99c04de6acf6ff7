// Windows of all lanes, as late as headroom knows of them: a write that is at the ports of
// sema_core_change commits WriteToCommit clocks later.
//
// Promises: windows_o has what was written up to the clock before, early_o that of this clock too:
// windows_o are the windows that the core's headroom is of. A write changes its lane only.
module sema_windows #(
    parameter int unsigned Lanes = sema_pkg::Lanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter logic [Lanes*CntW-1:0] WindowReset = '0,
    localparam int unsigned LaneW = $clog2(Lanes)
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  write_i,
    input  logic [LaneW-1:0]      lane_i,
    input  logic [CntW-1:0]       window_i,
    output logic [Lanes*CntW-1:0] early_o,
    output logic [Lanes*CntW-1:0] windows_o
);

  localparam int unsigned WriteToCommit = 6;
  localparam int unsigned WayW = LaneW + CntW;

  logic [WriteToCommit-1:0]      valid_q;
  logic [WriteToCommit*WayW-1:0] way_q;
  logic [LaneW-1:0]              early_lane, lane;
  logic [CntW-1:0]               early_window, window;
  assign {early_lane, early_window} = way_q[(WriteToCommit-2)*WayW +: WayW];
  assign {lane, window}             = way_q[(WriteToCommit-1)*WayW +: WayW];

  always_ff @(posedge clk_i) begin
    valid_q <= rst_ni ? {valid_q[WriteToCommit-2:0], write_i} : '0;
    way_q   <= {way_q[(WriteToCommit-1)*WayW-1:0], lane_i, window_i};
    if (valid_q[WriteToCommit-2]) begin
      for (int l = 0; l < Lanes; l++) begin
        if (early_lane == LaneW'(l)) early_o[l*CntW +: CntW] <= early_window;
      end
    end
    if (valid_q[WriteToCommit-1]) begin
      for (int l = 0; l < Lanes; l++) begin
        if (lane == LaneW'(l)) windows_o[l*CntW +: CntW] <= window;
      end
    end
    if (!rst_ni) begin
      early_o   <= WindowReset;
      windows_o <= WindowReset;
    end
  end

endmodule
