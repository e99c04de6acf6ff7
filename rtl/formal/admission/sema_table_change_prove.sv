// Proof of sema_table_change, 128 ids: all that was ever given to the table lane is the limit, as it
// was two clocks ago, and one for each reservation that was freed up to the clock before.
module sema_table_change_prove #(
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned TableW = sema_pkg::index_width(Depth) + 1
) (
    input logic              clk_i, rst_ni,
    input logic [3:0]        retire_i,
    input logic [TableW-1:0] limit_i
);

  logic [TableW:0] change_o;
  sema_table_change #(.Depth(Depth)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* peek = "u_dut.limit_q" *) logic [TableW-1:0] limit_kept;
  (* peek = "u_dut.delta_q" *) logic [TableW:0] delta;

  // Since the reset, modulo 2^(TableW+1): what was given up to the clock before, and what was freed.
  logic [TableW:0]   given_q, freed_q;
  logic [TableW-1:0] limit_1q, limit_2q;
  logic              ran_q;
  always_ff @(posedge clk_i) begin
    given_q  <= rst_ni ? given_q + change_o : '0;
    freed_q  <= rst_ni ? freed_q + (TableW+1)'($countones(retire_i)) : '0;
    limit_1q <= !rst_ni ? '0 : 32'(limit_i) > Depth ? TableW'(Depth) : limit_i;
    limit_2q <= rst_ni ? limit_1q : '0;
    ran_q    <= rst_ni;
  end

  always_comb begin
    if (began_o) begin
      kept_I : assert (limit_kept == limit_1q &&
                       delta == {1'b0, limit_1q} - {1'b0, limit_2q});

      given_A : assert (given_q + change_o == {1'b0, limit_2q} + freed_q);
      given_C : cover (ran_q && freed_q == (TableW+1)'(7) && limit_2q < limit_1q &&
                       limit_2q != '0);
    end
  end

endmodule
