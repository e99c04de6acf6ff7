// Independent credit counters behind four pins: plain, or with their logic made by hand.
//
// Their flags are outside the loop from count to count, and are made of gates. So they join at the
// pin, behind the last flop, and do not count as paths from flop to flop.
module fpga_reference #(
    parameter bit          Prefix = 1'b0,
    parameter int unsigned Lanes = 10,
    parameter int unsigned CntW = 32
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic serial_i,
    output logic serial_o
);

  logic                  rst_n, folded;
  logic [Lanes-1:0]      up, down, empty, full;
  logic [Lanes*CntW-1:0] count;

  fpga_pins #(.Inputs(2*Lanes), .Outputs(Lanes*CntW)) u_pins (
      .clk_i,
      .rst_ni,
      .serial_i,
      .serial_o (folded),
      .rst_no   (rst_n),
      .inputs_o ({up, down}),
      .outputs_i(count)
  );

  assign serial_o = folded ^ (^{empty, full});

  if (Prefix) begin : gen_prefix
    reference_prefix #(.Lanes(Lanes), .CntW(CntW)) u_counters (
        .clk_i,
        .rst_ni (rst_n),
        .up_i   (up),
        .down_i (down),
        .empty_o(empty),
        .full_o (full),
        .count_o(count)
    );
  end else begin : gen_plain
    reference #(.Lanes(Lanes), .CntW(CntW)) u_counters (
        .clk_i,
        .rst_ni (rst_n),
        .up_i   (up),
        .down_i (down),
        .empty_o(empty),
        .full_o (full),
        .count_o(count)
    );
  end

endmodule
