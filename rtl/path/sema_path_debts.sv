// SPDX-License-Identifier: Apache-2.0
// Debts: the debt of the lane of clock c shows in clock c + 2, by the commits up to clock c + 1.
module sema_path_debts #(
    parameter int unsigned Lanes = 10,
    parameter int unsigned CntW = 32
) (
    input  logic                  clk_i,
    input  logic [Lanes*CntW-1:0] room_i,       // headroom, by the commits up to this clock
    input  logic [Lanes*CntW-1:0] windows_i,    // by those up to the next one
    input  logic [5:0]            lane_i,
    output logic [CntW-1:0]       debt_o,
    output logic [CntW-1:0]       window_o
);
  logic [5:0]      lane_1q;
  logic [CntW-1:0] window, window_1q, room, room_2q;
  always_comb begin
    window = 32'(lane_i) < Lanes ? windows_i[CntW*lane_i +: CntW] : '0;
    room   = 32'(lane_1q) < Lanes ? room_i[CntW*lane_1q +: CntW] : '0;
  end
  assign debt_o = window_o - room_2q;
  always_ff @(posedge clk_i) begin
    lane_1q   <= lane_i;
    window_1q <= window;
    window_o  <= window_1q;
    room_2q   <= room;
  end

`ifdef FORMAL
  // Of one lane.
  (* anyconst *) logic [5:0] watch;
  logic            begun_q = 1'b0, twice_q = 1'b0, mine_1, mine_2;
  logic [CntW-1:0] its_window_1q, debt_2, window_2;
  always_ff @(posedge clk_i) begin
    begun_q  <= 1'b1;
    twice_q  <= begun_q;
    mine_1   <= lane_i == watch;
    mine_2   <= mine_1;
    its_window_1q <= windows_i[watch*CntW +: CntW];
    window_2 <= its_window_1q;
    debt_2   <= its_window_1q - room_i[watch*CntW +: CntW];
    DEBT_A : assert (!(twice_q && mine_2 && watch < 6'(Lanes)) ||
                     debt_o == debt_2 && window_o == window_2);
    NONE_A : assert (!(twice_q && mine_2 && watch >= 6'(Lanes)) || {debt_o, window_o} == '0);
  end
`endif
endmodule
