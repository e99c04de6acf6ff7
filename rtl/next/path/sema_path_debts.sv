// Debts: two readers, each of a lane in every clock. A lane that is asked for in clock c is told in
// clock c + 2, by the commits up to clock c + 1.
module sema_path_debts #(
    parameter int unsigned Lanes = 10,
    parameter int unsigned CntW = 32
) (
    input  logic                  clk_i,
    input  logic [Lanes*CntW-1:0] room_i,       // headroom, by the commits up to this clock
    input  logic [Lanes*CntW-1:0] windows_i,    // by those up to the next one
    input  logic [11:0]           lane_i,
    output logic [2*CntW-1:0]     debt_o,
    output logic [CntW-1:0]       window_o      // of the first reader's lane
);
  for (genvar r = 0; r < 2; r++) begin : gen_reader
    logic [5:0]      lane_1q;
    logic [CntW-1:0] window, window_1q, window_2q, room, room_2q;
    always_comb begin
      window = '0;
      room   = '0;
      for (int l = 0; l < Lanes; l++) begin
        window |= windows_i[l*CntW +: CntW] & {CntW{lane_i[6*r +: 6] == 6'(l)}};
        room   |= room_i[l*CntW +: CntW] & {CntW{lane_1q == 6'(l)}};
      end
    end
    always_ff @(posedge clk_i) begin
      lane_1q   <= lane_i[6*r +: 6];
      window_1q <= window;
      window_2q <= window_1q;
      room_2q   <= room;
    end
    assign debt_o[r*CntW +: CntW] = window_2q - room_2q;
    if (r == 0) begin : gen_window
      assign window_o = window_2q;
    end
  end
endmodule
