// Independent credit counters: what a receiver has that counts without vectors. Each counts up or
// down by one a clock and says when it is empty and when full. Its user heeds the flags, so that
// they are outside the loop from count to count and cost it nothing.
module reference #(
    parameter int unsigned Lanes = 10,
    parameter int unsigned CntW = 32
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic [Lanes-1:0]      up_i,
    input  logic [Lanes-1:0]      down_i,
    output logic [Lanes-1:0]      empty_o,
    output logic [Lanes-1:0]      full_o,
    output logic [Lanes*CntW-1:0] count_o
);
  logic [Lanes-1:0] up_q, down_q;
  always_ff @(posedge clk_i) begin
    up_q   <= up_i;
    down_q <= down_i;
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [CntW-1:0] count_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) count_q <= '0;
      else if (up_q[l] && !down_q[l]) count_q <= count_q + 1'b1;
      else if (down_q[l] && !up_q[l]) count_q <= count_q - 1'b1;
    end
    assign empty_o[l] = count_q == '0;
    assign full_o[l]  = count_q == '1;
    assign count_o[l*CntW +: CntW] = count_q;
  end
endmodule
