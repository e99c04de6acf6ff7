// Debts: a lane that is asked for in clock c is told in clock c + 2, by the commits up to clock c + 1.
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
    window = '0;
    room   = '0;
    for (int l = 0; l < Lanes; l++) begin
      window |= windows_i[l*CntW +: CntW] & {CntW{lane_i == 6'(l)}};
      room   |= room_i[l*CntW +: CntW] & {CntW{lane_1q == 6'(l)}};
    end
  end
  assign debt_o = window_o - room_2q;
  always_ff @(posedge clk_i) begin
    lane_1q   <= lane_i;
    window_1q <= window;
    window_o  <= window_1q;
    room_2q   <= room;
  end
endmodule
