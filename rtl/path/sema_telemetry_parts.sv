// SPDX-License-Identifier: Apache-2.0
// Parts of counts: what each counted since its last turn. In its turn a part is shown, and counts on
// from 0, so it has the bits for one turn of all (registers.md, 9.7).
module sema_telemetry_parts #(
    parameter int unsigned Words = 3,        // parts
    parameter int unsigned First = 0,        // the turn of the first, those of the others follow it
    parameter int unsigned Turn = 8,         // clocks of a turn of all
    parameter int unsigned Most = 1,         // that is added in a clock
    localparam int unsigned AddW = $clog2(Most + 1),
    localparam int unsigned TurnW = $clog2(Turn),
    localparam int unsigned PartW = $clog2(Turn * Most + 1)
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  run_i,     // this clock counts, and is a part's turn
    input  logic [TurnW-1:0]      turn_i,
    input  logic [Words*AddW-1:0] add_i,
    output logic [PartW-1:0]      part_o     // of whose turn it is, of the clocks before; else 0
);
  logic [PartW-1:0] part_q[Words];
  logic [Words-1:0] here;
  always_comb begin
    part_o = '0;
    for (int i = 0; i < Words; i++) begin
      here[i] = turn_i == TurnW'(First + i);
      part_o |= part_q[i] & {PartW{here[i]}};
    end
  end
  for (genvar i = 0; i < Words; i++) begin : gen_part
    logic [PartW-1:0] part;
    assign part = (here[i] ? '0 : part_q[i]) + PartW'(add_i[i*AddW +: AddW]);
    always_ff @(posedge clk_i) part_q[i] <= !rst_ni ? '0 : run_i ? part : part_q[i];
  end
`ifdef FORMAL
  // One part; what it counted since its last turn, and how many clocks that is at most.
  (* anyconst *) logic [7:0] watch;
  logic             up_q, run_q;
  logic [TurnW-1:0] turn_q;
  logic [31:0]      since_q, clocks;
  logic [AddW-1:0]  add;
  logic             mine;
  assign add    = add_i[watch*AddW +: AddW];
  assign mine   = 32'(turn_i) == First + 32'(watch);
  assign clocks = 32'(turn_i) + (32'(turn_i) > First + 32'(watch) ? 0 : Turn) - First - 32'(watch);
  always_ff @(posedge clk_i) begin
    up_q    <= rst_ni;
    run_q   <= run_i;
    turn_q  <= turn_i;
    since_q <= !rst_ni ? '0 : !run_i ? since_q : (mine ? '0 : since_q) + 32'(add);
    WATCHED : assume (32'(watch) < Words);
    if (rst_ni) begin
      TURNS_M : assert (32'(turn_i) < Turn && (up_q || turn_i == '0) && (!up_q || turn_i ==
                        (!run_q ? turn_q : 32'(turn_q) == Turn - 1 ? '0 : turn_q + 1'b1)));
      MOST_M : assert (32'(add) <= Most);
      PART_A : assert (!mine || 32'(part_o) == since_q);
      OTHERS_A : assert (part_o == '0 || 32'(turn_i) >= First && 32'(turn_i) < First + Words);
      PART_I : assert (32'(part_q[watch]) == since_q && since_q <= Most * clocks);
    end
  end
`endif
endmodule
