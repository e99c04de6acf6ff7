// What the table lane gets back: reservations that are freed, and what a new command limit makes.
//
// Promises: change_o has a retire of the clock before, and a limit that came into force two clocks
// before; after a reset it has all of the limit, once. A limit above Depth counts as Depth.
module sema_table_change #(
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned TableW = sema_pkg::index_width(Depth) + 1
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic [3:0]        retire_i,
    input  logic [TableW-1:0] limit_i,
    output logic [TableW:0]   change_o    // signed
);

  localparam logic [TableW-1:0] Most = TableW'(Depth);

  logic [TableW-1:0] limit, limit_q;
  logic [TableW:0]   delta_q, change;
  logic [2:0]        freed;
  logic              unused_carry;

  assign limit = limit_i > Most ? Most : limit_i;
  assign freed = 3'(retire_i[0]) + 3'(retire_i[1]) + 3'(retire_i[2]) + 3'(retire_i[3]);
  sema_add #(.W(TableW + 1)) u_change (
      .a_i    (delta_q),
      .b_i    ((TableW+1)'(freed)),
      .carry_i(1'b0),
      .sum_o  (change),
      .carry_o(unused_carry)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      limit_q  <= '0;
      delta_q  <= '0;
      change_o <= '0;
    end else begin
      limit_q  <= limit;
      delta_q  <= (TableW+1)'(limit) - (TableW+1)'(limit_q);
      change_o <= change;
    end
  end

endmodule
