// One counter for everything, written as plainly as core_untuned: admission by aggregate credit.
module aggregate #(
    parameter int unsigned CntW = 32
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    input  logic            valid_i,
    input  logic [CntW-1:0] demand_i,
    input  logic            return_i,
    input  logic [CntW-1:0] amount_i,
    input  logic            window_write_i,
    input  logic [CntW-1:0] window_i,
    output logic            grant_o,
    output logic [CntW-1:0] debt_o
);

  logic            valid_q, return_q, window_write_q, grant;
  logic [CntW-1:0] demand_q, amount_q, new_q, window_q;

  assign grant = valid_q && {1'b0, debt_o} + {1'b0, demand_q} <= {1'b0, window_q};

  always_ff @(posedge clk_i) begin
    valid_q        <= valid_i;
    demand_q       <= demand_i;
    return_q       <= return_i;
    amount_q       <= amount_i;
    window_write_q <= window_write_i;
    new_q          <= window_i;
    grant_o        <= grant;
    if (!rst_ni) begin
      debt_o   <= '0;
      window_q <= '0;
    end else begin
      debt_o <= debt_o + (grant ? demand_q : '0) - (return_q ? amount_q : '0);
      if (window_write_q) window_q <= new_q;
    end
  end

endmodule
