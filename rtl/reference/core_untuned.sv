// The decision core as one would first write it: debt + demand <= window in every lane, the AND over
// them, then the update, all in one clock between the inputs' flops and the debt's. Inputs are those of
// core.sv.
module core_untuned #(
    parameter int unsigned Lanes = 10,
    parameter int unsigned CntW = 32,
    localparam int unsigned LaneW = $clog2(Lanes)
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  valid_i,
    input  logic [Lanes-1:0]      used_i,
    input  logic [Lanes*CntW-1:0] demand_i,
    input  logic [2:0]            return_i,
    input  logic [LaneW-1:0]      hbm_lane_i,
    input  logic [3*CntW-1:0]     amount_i,
    input  logic                  window_write_i,
    input  logic [LaneW-1:0]      window_lane_i,
    input  logic [CntW-1:0]       window_i,
    output logic                  decided_o,
    output logic                  grant_o,
    output logic [Lanes-1:0]      refused_o,
    output logic [Lanes*CntW-1:0] debt_o
);

  logic                  valid_q, window_write_q, grant;
  logic [2:0]            return_q;
  logic [Lanes-1:0]      used_q, refused;
  logic [Lanes*CntW-1:0] demand_q, window_q;
  logic [3*CntW-1:0]     amount_q;
  logic [CntW-1:0]       new_q;
  logic [LaneW-1:0]      hbm_lane_q, window_lane_q;

  always_ff @(posedge clk_i) begin
    valid_q        <= valid_i && rst_ni;
    used_q         <= used_i;
    demand_q       <= demand_i;
    return_q       <= rst_ni ? return_i : '0;
    hbm_lane_q     <= hbm_lane_i;
    amount_q       <= amount_i;
    window_write_q <= window_write_i && rst_ni;
    window_lane_q  <= window_lane_i;
    new_q          <= window_i;
    decided_o      <= valid_q && rst_ni;
    grant_o        <= grant;
    refused_o      <= refused;
  end

  assign grant = valid_q && refused == '0;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam int unsigned Class = l < Lanes - 2 ? 0 : l + 3 - Lanes;
    logic [CntW-1:0] demand, debt, window, amount;
    logic            taken, returned;
    assign demand   = demand_q[l*CntW +: CntW];
    assign debt     = debt_o[l*CntW +: CntW];
    assign window   = window_q[l*CntW +: CntW];
    assign amount   = amount_q[Class*CntW +: CntW];
    assign taken    = grant && used_q[l];
    assign returned = return_q[Class] && (Class != 0 || hbm_lane_q == LaneW'(l));

    assign refused[l] = used_q[l] && {1'b0, debt} + {1'b0, demand} > {1'b0, window};

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        debt_o[l*CntW +: CntW]   <= '0;
        window_q[l*CntW +: CntW] <= '0;
      end else begin
        debt_o[l*CntW +: CntW] <= debt + (taken ? demand : '0) - (returned ? amount : '0);
        if (window_write_q && window_lane_q == LaneW'(l)) window_q[l*CntW +: CntW] <= new_q;
      end
    end
  end

endmodule
