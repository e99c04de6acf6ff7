// One lane at a time: one adder and one comparator for all lanes, one decision in `Lanes` clocks.
//
// Debts, windows and demands rotate; the lane at position 0 is dealt with. While the lanes of one
// operation are compared, the demands of the one before are added if it was granted. A return waits
// until its lane comes by. Like core_untuned the arithmetic is written plainly.
module serial #(
    parameter int unsigned Lanes = 10,
    parameter int unsigned CntW = 32,
    localparam int unsigned LaneW = $clog2(Lanes)
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    // operation, taken with ready_o
    input  logic                  valid_i,
    output logic                  ready_o,
    input  logic [Lanes*CntW-1:0] demand_i,     // a lane that is not used has 0
    // return, taken with return_ready_o
    input  logic                  return_i,
    output logic                  return_ready_o,
    input  logic [LaneW-1:0]      return_lane_i,
    input  logic [CntW-1:0]       amount_i,
    // window of the lane at position 0
    input  logic                  window_write_i,
    input  logic [CntW-1:0]       window_i,
    // decision
    output logic                  decided_o,
    output logic                  grant_o,
    output logic [LaneW-1:0]      lane_o        // at position 0
);

  logic [Lanes*CntW-1:0] debt_q, window_q, demand_q, before_q;
  logic                  busy_q, fits_q, granted_q, return_q;
  logic [LaneW-1:0]      return_lane_q;
  logic [CntW-1:0]       amount_q;

  logic            last, returned, fits;
  logic [CntW-1:0] demand, window, debt;
  assign last     = lane_o == LaneW'(Lanes - 1);
  assign returned = return_q && return_lane_q == lane_o;
  assign demand   = demand_q[0 +: CntW];
  assign window   = window_q[0 +: CntW];
  assign debt     = debt_q[0 +: CntW] + (granted_q ? before_q[0 +: CntW] : '0);
  assign fits     = demand == '0 || {1'b0, debt} + {1'b0, demand} <= {1'b0, window};

  assign ready_o        = last;
  assign return_ready_o = !return_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      lane_o    <= '0;
      busy_q    <= 1'b0;
      fits_q    <= 1'b1;
      granted_q <= 1'b0;
      return_q  <= 1'b0;
      decided_o <= 1'b0;
      grant_o   <= 1'b0;
      debt_q    <= '0;
      window_q  <= '0;
    end else begin
      lane_o    <= last ? '0 : lane_o + 1'b1;
      fits_q    <= last || (fits_q && fits);
      decided_o <= last && busy_q;
      grant_o   <= last && busy_q && fits_q && fits;
      debt_q    <= {debt - (returned ? amount_q : '0), debt_q[Lanes*CntW-1:CntW]};
      window_q  <= {window_write_i ? window_i : window, window_q[Lanes*CntW-1:CntW]};
      if (last) begin
        busy_q    <= valid_i;
        granted_q <= busy_q && fits_q && fits;
      end
      if (return_ready_o) return_q <= return_i;
      else if (returned) return_q <= 1'b0;
    end
    before_q <= {demand, before_q[Lanes*CntW-1:CntW]};
    demand_q <= last ? demand_i : {demand, demand_q[Lanes*CntW-1:CntW]};
    if (return_ready_o) begin
      return_lane_q <= return_lane_i;
      amount_q      <= amount_i;
    end
  end

endmodule
