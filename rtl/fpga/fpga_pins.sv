// What a design under place and route has in place of its ports: four pins, whatever its width.
//
// Inputs are the bits of a shift register; outputs are folded into another one, bit by bit, so that
// none can be optimised away. Each has one flop, and at most one gate before it, so that the slowest
// path from flop to flop is the design's.
module fpga_pins #(
    parameter int unsigned Inputs = 2,
    parameter int unsigned Outputs = 2
) (
    input  logic               clk_i,
    // pins
    input  logic               rst_ni,
    input  logic               serial_i,
    output logic               serial_o,
    // design
    output logic               rst_no,
    output logic [Inputs-1:0]  inputs_o,
    input  logic [Outputs-1:0] outputs_i
);

  logic [Outputs-1:0] folded_q;

  always_ff @(posedge clk_i) begin
    rst_no   <= rst_ni;
    inputs_o <= {inputs_o[Inputs-2:0], serial_i};
    folded_q <= {folded_q[Outputs-2:0], 1'b0} ^ outputs_i;
  end

  assign serial_o = folded_q[Outputs-1];

endmodule
