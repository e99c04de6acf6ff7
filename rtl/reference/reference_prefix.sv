// The counters of reference.sv with their logic made by hand for speed: the upper mark.
//
// A bit toggles where all bits below it are ones (up) or zeros (down). Both ANDs are parallel
// prefixes with a fan-out of two; direction and reset are registered beforehand, so that between
// two clocks there are clog2(CntW) levels of AND, a select and an XOR.
module reference_prefix #(
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
    up_q   <= up_i & ~down_i;
    down_q <= down_i & ~up_i;
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [CntW-1:0] count_q, toggle;

    // Are the bits from 0 to i all ones, all zeros: shifts bring in bits that do not count.
    logic [CntW-1:0] ones, zeros;
    always_comb begin
      ones  = count_q;
      zeros = ~count_q;
      for (int k = 0; k < $clog2(CntW); k++) begin
        ones  = ones & ~(~ones << (1 << k));
        zeros = zeros & ~(~zeros << (1 << k));
      end
    end

    assign toggle = {CntW{up_q[l]}} & {ones[CntW-2:0], 1'b1} |
                    {CntW{down_q[l]}} & {zeros[CntW-2:0], 1'b1};

    always_ff @(posedge clk_i) begin
      if (!rst_ni) count_q <= '0;
      else count_q <= count_q ^ toggle;
    end

    assign empty_o[l] = zeros[CntW-1];
    assign full_o[l]  = ones[CntW-1];
    assign count_o[l*CntW +: CntW] = count_q;
  end

endmodule
