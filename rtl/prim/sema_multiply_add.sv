// Product and sum, one in every clock: sum_o = a_i * b_i + c_i, modulo 2^W.
//
// Promise: sum_o is of the a_i and b_i of three clocks before, and of the c_i of two clocks before.
// Operands come from flops; sum_o is what the last adder makes, for the next flop.
//
// Gates: a row for each bit of b_i, and c_i, in carry-save adders, behind 1, 3 and 2 levels of
// them; then one adder. The other form, for simulation, multiplies.
module sema_multiply_add #(
    parameter bit          Gates = sema_pkg::Gates,
    parameter int unsigned AW = 32,
    parameter int unsigned BW = 16,      // 11 to 18 rows become two in six levels
    parameter int unsigned W = 49
) (
    input  logic          clk_i,
    input  logic [AW-1:0] a_i,
    input  logic [BW-1:0] b_i,
    input  logic [W-1:0]  c_i,     // one clock after its product
    output logic [W-1:0]  sum_o
);

  if (Gates) begin : gen_gates
    localparam int unsigned First = sema_pkg::rows_after(BW, 1);
    localparam int unsigned Second = sema_pkg::rows_after(First + 1, 3);

    logic [BW*W-1:0]     rows;
    logic [First*W-1:0]  first, first_q;
    logic [Second*W-1:0] second, second_q;
    logic [2*W-1:0]      pair, pair_q;

    for (genvar k = 0; k < BW; k++) begin : gen_row
      logic [AW-1:0] row;
      assign row = a_i & {AW{b_i[k]}};
      assign rows[k*W +: W] = W'(row) << k;
    end

    sema_carry_save #(.N(BW), .W(W), .Levels(1)) u_first (.rows_i(rows), .rows_o(first));
    sema_carry_save #(.N(First + 1), .W(W), .Levels(3)) u_second (
        .rows_i({c_i, first_q}),
        .rows_o(second)
    );
    sema_carry_save #(.N(Second), .W(W), .Levels(2)) u_third (.rows_i(second_q), .rows_o(pair));

    always_ff @(posedge clk_i) begin
      first_q  <= first;
      second_q <= second;
      pair_q   <= pair;
    end

    logic unused_carry;
    sema_add #(.W(W)) u_sum (
        .a_i    (pair_q[0 +: W]),
        .b_i    (pair_q[W +: W]),
        .carry_i(1'b0),
        .sum_o,
        .carry_o(unused_carry)
    );
  end else begin : gen_words
    logic [W-1:0] product_q, sum_q, sum_2q;
    always_ff @(posedge clk_i) begin
      product_q <= W'(a_i) * W'(b_i);
      sum_q     <= product_q + c_i;
      sum_2q    <= sum_q;
    end
    assign sum_o = sum_2q;
  end

`ifndef SYNTHESIS
  initial Rows_P : assert (BW >= 11 && BW <= 18);
`endif

endmodule
