// SPDX-License-Identifier: Apache-2.0
// Window writes: clamped, and made a change of the headroom. Sampled in clock w, a choice in clock
// w + 2, decided in w + 3. At least four clocks apart.
module sema_path_windows #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    parameter int unsigned IdW = 7,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             write_valid_i,
    input  logic [5:0]       write_lane_i,     // Lanes: the command limit
    input  logic [CntW-1:0]  write_value_i,
    output logic             comes_o,          // clock w + 1
    // clock w + 2
    output logic             write_o,
    output logic [Lanes:0]   lane_o,           // alone
    output logic [CntW-1:0]  value_o,
    output logic [CntW:0]    delta_o,          // old - new
    // clock w + 3
    output logic             write_3_o,
    output logic             closes_o,         // it is 0
    output logic [IdW+1:0]   table_o,          // old - new limit; no write: 1
    output logic [Lanes*CntW-1:0] windows_o    // with the one that commits in clock w + 4
);
  // One more field for the command limit.
  logic [CntW-1:0] window_q[Lanes], old, old_2q, value_1q, value;
  logic [IdW:0]    limit_q, limit;
  logic [5:0]      lane_1q;
  logic [Lanes:0]  alone;
  assign limit   = (IdW+1)'(value_o);
  always_comb begin
    alone = (Lanes+1)'(1) << lane_1q;
    old   = '0;
    if (comes_o) for (int l = 0; l < Lanes; l++) old |= window_q[l] & {CntW{alone[l]}};
    if (alone[Lanes]) value = 32'(value_1q) > 2 ** IdW ? CntW'(2 ** IdW) : value_1q;
    else value = value_1q == '1 ? value_1q - 1'b1 : value_1q;
  end
  for (genvar l = 0; l < Lanes; l++) begin : gen_window
    assign windows_o[l*CntW +: CntW] = window_q[l];
  end
  assign delta_o = {1'b0, old_2q} - {1'b0, value_o};
  always_ff @(posedge clk_i) begin
    comes_o   <= rst_ni && write_valid_i && 32'(write_lane_i) <= Lanes;
    write_o   <= rst_ni && comes_o;
    write_3_o <= rst_ni && write_o;
    lane_1q   <= write_lane_i;
    value_1q  <= write_value_i;
    if (comes_o) begin
      lane_o  <= alone;
      value_o <= value;
      old_2q  <= old;
    end
    closes_o <= value_o == '0;
    table_o  <= write_o ? (IdW+2)'(limit_q) - (IdW+2)'(limit) : (IdW+2)'(1);
    if (!rst_ni) limit_q <= (IdW+1)'(2 ** IdW);
    else if (write_o && lane_o[Lanes]) limit_q <= limit;
    for (int l = 0; l < Lanes; l++) begin
      if (!rst_ni) begin
        window_q[l] <= CntW'(sema_path_pkg::window_at_reset(CntW, l >= NHbm + NAtomic));
      end else if (write_o && lane_o[l]) window_q[l] <= value_o;
    end
  end
`ifdef FORMAL
  // Of one lane, or the command limit: what was written two clocks before, and what was in force.
  (* anyconst *) logic [5:0] watch;
  logic [CntW-1:0] value_1, value_2, value_3, most, window;
  logic            mine, mine_1, mine_2, mine_3, up_q;
  logic [IdW:0]    before_q;
  logic [2:0]      spaced_q;
  assign mine   = write_valid_i && write_lane_i == watch;
  assign most   = watch == 6'(Lanes) ? CntW'(2 ** IdW) : {{(CntW-1){1'b1}}, 1'b0};
  assign window = watch == 6'(Lanes) ? CntW'(limit_q) : windows_o[watch*CntW +: CntW];
  always_ff @(posedge clk_i) begin
    {mine_3, mine_2, mine_1} <= rst_ni ? {mine_2, mine_1, mine} : '0;
    up_q     <= rst_ni;
    spaced_q <= rst_ni ? {spaced_q[1:0], write_valid_i} : '0;
    value_1  <= write_value_i > most ? most : write_value_i;
    value_2  <= value_1;
    value_3  <= value_2;
    before_q <= limit_q;
    WATCHED : assume (watch <= 6'(Lanes));
    if (rst_ni) begin
      WRITE_A : assert (mine_2 == (write_o && lane_o[watch]) && (!mine_2 || value_o == value_2));
      FORCE_A : assert (!mine_3 || window == value_3);
      DELTA_A : assert (!mine_2 || watch == 6'(Lanes) || delta_o == {1'b0, window} - {1'b0, value_o});
      CLOSES_A : assert (!mine_3 || write_3_o && closes_o == (window == '0));
      LIMIT_A : assert (!up_q || (write_3_o ? !mine_3 || watch != 6'(Lanes) ||
                        table_o == (IdW+2)'(before_q) - (IdW+2)'(limit_q) : table_o == (IdW+2)'(1)));
      RANGE_A : assert (window <= most);
      SPACED_M : assert (!write_valid_i || spaced_q == '0);
      PIPE_I : assert (mine_1 == (comes_o && lane_1q == watch) && (spaced_q[0] || !comes_o) &&
                       write_o == (spaced_q[1] && write_o) && write_3_o == (spaced_q[2] && write_3_o));
      VALUE_I : assert (!mine_1 || value == value_1);
      ALONE_I : assert (!write_o || (lane_o & (lane_o - 1'b1)) == '0);
      LAST_I : assert (!mine_3 || lane_o[watch] && value_o == value_3);
      OLD_I : assert (!mine_2 || watch == 6'(Lanes) || old_2q == window);
    end
  end
`endif
endmodule
