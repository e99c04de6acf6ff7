// Carry-save adders: N rows become rows_after(N, Levels) rows of the same sum, modulo 2^W, with no
// carry that runs. Each level makes two rows of every three.
module sema_carry_save #(
    parameter int unsigned N = 12,
    parameter int unsigned W = 32,
    parameter int unsigned Levels = 1,
    localparam int unsigned Left = sema_pkg::rows_after(N, Levels)
) (
    input  logic [N*W-1:0]    rows_i,
    output logic [Left*W-1:0] rows_o
);

  localparam int unsigned M = sema_pkg::rows_after(N, 1);
  logic [M*W-1:0] rows;

  for (genvar i = 0; i < N / 3; i++) begin : gen_three
    logic [W-1:0] a, b, c, half, carry;
    assign {c, b, a} = rows_i[3*i*W +: 3*W];
    assign half  = a ^ b;
    assign carry = a & b | c & half;
    assign rows[2*i*W +: 2*W] = {carry[W-2:0], 1'b0, half ^ c};

    logic unused_carry;
    assign unused_carry = carry[W-1];
  end
  if (N % 3 != 0) begin : gen_rest
    assign rows[N/3*2*W +: N%3*W] = rows_i[N/3*3*W +: N%3*W];
  end

  if (Levels == 1) begin : gen_last
    assign rows_o = rows;
  end else begin : gen_more
    sema_carry_save #(.N(M), .W(W), .Levels(Levels - 1)) u_more (.rows_i(rows), .rows_o);
  end

endmodule
